package reporting

import (
	"bytes"
	"context"
	"errors"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/internal/reportfile"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Names of the files of a close.
const (
	closingName = "closing.json"
	entriesName = "closing-entries.csv"
)

// closed is a close: its file and its entries.
type closed struct {
	file, entries bytes.Buffer
}

// errLeftOut is why there is no closing of a file with wrong rows.
var errLeftOut = errors.New("a closing has every lease of the file: correct those that are left out")

// close closes the span: what the books carry of every lease, with the entries that
// catch up with what was signed before. The error is for the page.
func (a *asked) close(ctx context.Context, version string) (*closed, error) {
	m := &closingfile.Maker{
		Head:   closingfile.Head{From: a.span.From, To: a.span.To, Version: version, Rules: leasehold.RulesRevision},
		Before: a.closing,
	}
	if a.closing != nil {
		if err := a.closing.Follows(a.span.From); err != nil {
			return nil, err
		}
	}
	journals, err := export.Find("entries").Journals(export.Options{Version: version, Fund: closingfile.Fund}, m.Span())
	if err != nil {
		return nil, err
	}
	var opening bytes.Buffer
	journals.Open(&opening)
	m.Entries = journals.Lease
	currency, err := portfolio.ParseKey("currency") // leases may have several: totals are by currency
	if err != nil {
		return nil, err
	}
	f, err := leasefile.Open(bytes.NewReader(a.content), a.file())
	if err != nil {
		return nil, err
	}
	run := &reportfile.Report{
		Question: &portfolio.Question{
			From: a.span.From, To: a.span.To, Journal: portfolio.Monthly, GroupBy: []portfolio.Key{currency}, ExchangeRates: a.exchangeOf(f),
		},
		Source: batch.Leases(f), Serial: true,
	}
	_, err = run.Run(ctx, m.Plan(), m.Take)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	c := &closed{}
	_, err = m.Write(&c.file, &c.entries, opening.Bytes())
	return c, err
}

// closeUp makes the close of a report, or what the page says of why there is none.
func (r *reported) closeUp(ctx context.Context, a *asked, version string) error {
	if len(r.Refused) > 0 {
		return errLeftOut
	}
	c, err := a.close(ctx, version)
	if err != nil {
		return err
	}
	r.closed = c
	return nil
}
