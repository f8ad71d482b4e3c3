package reporting

import (
	"bytes"
	"cmp"
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

type closed struct {
	file, entries bytes.Buffer
}

// errLeftOut is the error for closing the leases of a file that has invalid rows.
var errLeftOut = errors.New("a closing contains every lease of the file: correct the rejected rows first")

// closeUp closes the reporting period and adds the closing to the report. A closing contains the
// balances of every lease and the entries of the period. The entries include the cumulative
// catch-up adjustments for balances that have changed since the previous closing. The text of the
// error is a message for the page.
func (r *reported) closeUp(ctx context.Context, a *request, version string) error {
	if len(r.Refused) > 0 {
		return errLeftOut
	}
	m := &closingfile.Maker{
		Head:   closingfile.Head{From: a.span.From, To: a.span.To, Version: version, Rules: leasehold.RulesRevision},
		Before: a.closing,
	}
	if a.closing != nil {
		if err := a.closing.Follows(a.span.From); err != nil {
			return err
		}
	}
	q := a.question(portfolio.Monthly)
	m.Question = q
	journals, err := export.Find("entries").Journals(export.Options{Version: version, Fund: leasehold.Some(q.Fund)}, m.Span())
	if err != nil {
		return err
	}
	var opening bytes.Buffer
	journals.Open(&opening)
	m.Entries = journals.Lease
	currency, err := portfolio.ParseKey("currency") // the leases may have different currencies, so the totals are grouped by currency
	if err != nil {
		return err
	}
	f, err := leasefile.Open(bytes.NewReader(a.content), a.file())
	if err != nil {
		return err
	}
	q.GroupBy, q.ExchangeRates = []portfolio.Key{currency}, cmp.Or(a.exchange, f.ExchangeRates())
	run := &reportfile.Report{Question: q, Source: batch.Leases(f), Serial: true}
	plan, err := m.Plan()
	if err == nil {
		_, err = run.Run(ctx, plan, m.Take)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	r.closed = &closed{}
	_, err = m.Write(&r.closed.file, &r.closed.entries, opening.Bytes())
	return err
}
