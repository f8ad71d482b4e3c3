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

// Names of the files that a closing consists of.
const (
	closingName = "closing.json"
	entriesName = "closing-entries.csv"
)

// closed contains the closing file and the journal entries of a closing.
type closed struct {
	file, entries bytes.Buffer
}

// errLeftOut is the error for closing the leases of a file that has invalid rows.
var errLeftOut = errors.New("a closing contains every lease of the file: correct the rejected rows first")

// close closes the reporting period. It computes the balances of every lease and the entries of the
// period, including catch-up entries for signed balances that have changed. The text of the error
// is a message for the page.
func (a *request) close(ctx context.Context, version string) (*closed, error) {
	m := &closingfile.Maker{
		Head:   closingfile.Head{From: a.span.From, To: a.span.To, Version: version, Rules: leasehold.RulesRevision},
		Before: a.closing,
	}
	if a.closing != nil {
		if err := a.closing.Follows(a.span.From); err != nil {
			return nil, err
		}
	}
	q := &portfolio.Question{From: a.span.From, To: a.span.To, Journal: portfolio.Monthly}
	a.options(q)
	m.Question = q
	journals, err := export.Find("entries").Journals(export.Options{Version: version, Fund: leasehold.Some(q.Fund)}, m.Span())
	if err != nil {
		return nil, err
	}
	var opening bytes.Buffer
	journals.Open(&opening)
	m.Entries = journals.Lease
	currency, err := portfolio.ParseKey("currency") // the leases may have different currencies, so the totals are grouped by currency
	if err != nil {
		return nil, err
	}
	f, err := leasefile.Open(bytes.NewReader(a.content), a.file())
	if err != nil {
		return nil, err
	}
	q.GroupBy, q.ExchangeRates = []portfolio.Key{currency}, a.exchangeOf(f)
	run := &reportfile.Report{Question: q, Source: batch.Leases(f), Serial: true}
	plan, err := m.Plan()
	if err == nil {
		_, err = run.Run(ctx, plan, m.Take)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	c := &closed{}
	_, err = m.Write(&c.file, &c.entries, opening.Bytes())
	return c, err
}

// closeUp closes the period and adds the closing to the report. The error explains why the period
// cannot be closed.
func (r *reported) closeUp(ctx context.Context, a *request, version string) error {
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
