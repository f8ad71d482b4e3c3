package portfolio

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Report is the result of a request (METHOD 14).
type Report struct {
	Question *Question
	Leases   []Line
	Sum      *Sum
	Skipped  []Skipped
	Notes    []string

	Comparative *Comparative    // nil if not requested
	Digest      string          // digest of the closing balances
	Previous    *PreviousAnswer // nil without a previous closing
	TieOut      []TieOut        // nil without a trial balance
	Removed     []Removed       // reversals of signed leases that are no longer supplied; set only if entries were requested

	prior     *priorComparison
	published published
	apart     bool                        // whether the total excludes some signed leases that are no longer supplied
	taxed     map[*TaxRate]money.Currency // functional currency of the leases to which a deferred tax rate applies
	span      leasehold.Span
}

// Comparative contains the amounts of an earlier reporting period (METHOD 22.1, 28.7).
type Comparative struct {
	Comparison

	Leases []Line
	Sum    *Sum

	span leasehold.Span
	now  *Sum // current leases over the published period; nil if exchange rates are missing
}

// Basis returns "as published" for a published report and "restated" otherwise.
func (c *Comparative) Basis() string {
	if c.Published != nil {
		return "as published"
	}
	return "restated"
}

// Title returns the reporting period and its basis.
func (c *Comparative) Title() string {
	return c.From.String() + " to " + c.To.String() + ", " + c.Basis()
}

// Line is a lease in a report, with its amounts.
type Line struct {
	Lease   *leasehold.Lease
	Figures *leasehold.LeaseFigures
	Notes   []string
}

// MaxEntries is the maximum number of journal entries. It is sufficient for more than a year of
// entries for [MaxLeases] leases.
const MaxEntries = 100_000

// Answer computes the report. It returns a [*leasehold.InvalidError] if a lease cannot be measured, if leases in
// several currencies are not grouped by currency, or if there are more than [MaxEntries] entries.
func Answer(q *Question) (*Report, error) { return AnswerContext(context.Background(), q) }

// AnswerContext is like [Answer], but returns the context's error once ctx is done.
func AnswerContext(ctx context.Context, q *Question) (*Report, error) {
	return AnswerWithProgress(ctx, q, nil)
}

// AnswerWithProgress is like [AnswerContext]. It also calls progress after each lease, unless
// progress is nil.
func AnswerWithProgress(ctx context.Context, q *Question, progress func(done, of int)) (*Report, error) {
	if err := q.CheckExchange(q.pairs()); err != nil {
		return nil, err
	}
	r := NewReport(q)
	entries := 0
	for i, l := range q.Leases {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := r.measure(ctx, l, &entries); err != nil {
			return nil, err
		}
		if progress != nil {
			progress(i+1, len(q.Leases))
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := r.Finish(); err != nil {
		return nil, err
	}
	return r, nil
}

// NewReport returns a report of q without leases; q.Leases is ignored. The caller then calls
// [Report.Add] for each lease, followed by [Report.Finish].
func NewReport(q *Question) *Report {
	r := &Report{Question: q, Sum: NewSum(q.GroupBy), Skipped: slices.Clone(q.Skipped), Leases: make([]Line, 0, len(q.Leases)), taxed: map[*TaxRate]money.Currency{}}
	q.adoptRates()
	r.Sum.Require(q.Required())
	r.span = q.Span()
	if q.Comparative.Set {
		c := q.Comparative.Value
		r.Comparative = &Comparative{Comparison: c, Sum: NewSum(q.GroupBy), Leases: make([]Line, 0, len(q.Leases)), span: r.span}
		if p := c.Published; p != nil {
			r.Comparative.Sum, r.Comparative.Leases, r.Comparative.now = p.sum, p.lines, NewSum(q.GroupBy)
		}
		r.Comparative.span.From, r.Comparative.span.To, r.Comparative.span.Monthly = c.From, c.To, false
	}
	if q.Previous.Set {
		r.prior, r.published = &priorComparison{Chain: newChain(q), seen: map[string]bool{}}, q.publishedOpenings()
	}
	return r
}

// Posted iterates over the leases with their entries, and then over the reversals in Removed.
func (r *Report) Posted() iter.Seq[*Line] {
	return func(yield func(*Line) bool) {
		for i := range r.Leases {
			if !yield(&r.Leases[i]) {
				return
			}
		}
		for i := range r.Removed {
			g := &r.Removed[i]
			if !yield(&Line{Lease: g.Lease, Figures: &leasehold.LeaseFigures{Entries: []leasehold.NumberedEntry{g.Entry}, RemainingMonths: new(big.Rat)}}) {
				return
			}
		}
	}
}

// Span returns the reporting period and options for measuring the leases.
func (r *Report) Span() leasehold.Span { return r.span }

// Finish computes the results that depend on all leases: the digest, the comparison with the
// previous closing, the reconciliation and the notes. The error is a [*leasehold.InvalidError].
func (r *Report) Finish() (err error) {
	q := r.Question
	if err := r.Sum.Unmet(); err != nil {
		return err
	}
	if names := r.Sum.Mixed(); names != nil {
		return MixedError(names)
	}
	slices.SortFunc(r.Skipped, func(a, b Skipped) int { return a.Index - b.Index })
	r.Digest = digestOf(r.Leases, closed)
	if r.prior != nil {
		r.prior.recordRejected(r.Skipped)
		var more leasehold.Figures
		r.Removed, r.apart = r.prior.removed(r.functional(), &more, r.published)
		r.Sum.total.Vector.Add(&more.Vector)
		r.Previous = r.prior.result(r.Leases)
	}
	if q.Ledger != nil {
		var changes []LateChange
		if r.prior != nil {
			changes = r.prior.changes
		}
		if r.TieOut, err = tieOut(q, r.Leases, changes, r.Removed); err != nil {
			return err
		}
	}
	r.Notes = append(r.Sum.Notes(), r.closeNotes()...)
	return nil
}

func (r *Report) functional() money.Currency {
	c, one := r.Sum.total.Functional()
	if !one {
		return money.Currency{}
	}
	return c
}

func (r *Report) closeNotes() (notes []string) {
	if r.prior != nil {
		notes = r.prior.notes()
	}
	if r.Previous != nil && !r.Previous.Agrees && r.Comparative != nil && r.Comparative.Published == nil && !r.prior.incomparable() {
		notes = append(notes, "Amounts differ from the signed closing. The comparative is restated: it is computed from the leases as known today.")
	}
	if c := r.Comparative; c != nil && c.now != nil {
		if note := c.Published.note(c.now); note != "" {
			notes = append(notes, note)
		}
	}
	if r.Previous != nil && len(r.Previous.LateChanges) > 0 {
		notes = append(notes, "The opening balances are the signed balances, and the field named late contains the difference from the recomputed balances, cost and cash. "+
			"The balancing amount is posted to Prior-period corrections: decide whether it is equity or expense.")
	}
	if len(r.Removed) > 0 {
		notes = append(notes, r.removedNote())
	}
	if slices.ContainsFunc(r.Leases, func(l Line) bool { return l.Lease.Foreign() }) {
		notes = append(notes, exchangeNotes()...)
	}
	if r.Question.Presentation != (money.Currency{}) {
		notes = append(notes, translationNotes(r.Question)...)
	}
	if r.Question.DeferredTax != nil {
		notes = append(notes, taxNotes(r.Question.DeferredTax)...)
	}
	return notes
}

func (r *Report) removedNote() string {
	if _, one := r.Sum.total.Functional(); r.apart || !one && r.Question.Presentation == (money.Currency{}) {
		return "Signed leases that are no longer supplied belong to no group, because their standard and tags are unknown. If they are in another currency without exchange rates, no total includes them either. Their entries are in their functional currency."
	}
	return "Signed leases that are no longer supplied appear only in the total, because their standard and tags are unknown."
}

// ErrEntries is the error for a report that exceeds [MaxEntries].
var ErrEntries = invalid("journal", "the report has more than "+strconv.Itoa(MaxEntries)+
	" entries; shorten the reporting period or split the leases across several reports")

// measure measures a lease, adds it to the report, and counts its journal entries. Depending on the
// request, an invalid lease is either skipped or rejected.
func (r *Report) measure(ctx context.Context, l Lease, entries *int) error {
	figures, err := leasehold.MeasureSpanContext(ctx, l.Lease, r.Question.Where.Span(l.Lease, r.span))
	if gone := ctx.Err(); gone != nil {
		return gone
	}
	if err != nil {
		if r.Question.OnError == StopOnError {
			skipped := NewSkipped(l.Index, l.ID, err)
			fault := withLeaseID(leasehold.Fault{Field: skipped.Field, Message: skipped.Message}, l.ID)
			return invalid(fault.Field, fault.Message)
		}
		r.Skip(l.Index, l.ID, err)
		return nil
	}
	n := len(r.Leases)
	if err := r.Add(ctx, l.Lease, figures); err != nil {
		return err
	}
	if len(r.Leases) > n { // the request selects the lease
		*entries += len(figures.Entries)
	}
	if *entries > MaxEntries {
		return ErrEntries
	}
	return nil
}

// Skip records that the lease is excluded because of err.
func (r *Report) Skip(index int, id string, err error) {
	r.Skipped = append(r.Skipped, NewSkipped(index, id, err))
}

// Add adds a lease with its amounts over [Report.Span], if the request selects it. Add also adds
// deferred tax and prior-period corrections to f, and measures the lease for the comparative. The
// error is a [*leasehold.InvalidError] or the context's error.
func (r *Report) Add(ctx context.Context, l *leasehold.Lease, f *leasehold.LeaseFigures) error {
	chosen := r.Question.Where.Holds(l, f)
	if r.prior != nil && (chosen || !r.prior.selects(r.Question.Where)) {
		r.prior.seen[l.ID] = true
	}
	if chosen {
		if err := r.tax(l, f); err != nil {
			return err
		}
		if r.prior != nil {
			if err := r.prior.correct(ctx, l, f); err != nil {
				return err
			}
		}
		r.published.open(l.ID, &f.Figures)
	}
	if !r.Sum.Take(l, f, r.Question.Where, r.Question.Accrual) {
		if r.prior != nil {
			r.prior.narrowed = !r.prior.selects(r.Question.Where)
		}
		return nil
	}
	r.Leases = append(r.Leases, NewLine(l, f))
	if r.Comparative != nil {
		return r.Comparative.measure(ctx, l)
	}
	return nil
}

// measure adds a lease to the comparative. If the exchange rates for a published period are
// incomplete, it discards the sum of the current leases.
func (c *Comparative) measure(ctx context.Context, l *leasehold.Lease) error {
	if c.Published != nil && (c.now == nil || len(c.span.Rates.Lacks(c.span.Pairs(l), c.From, c.To, false)) > 0) {
		c.now = nil
		return nil
	}
	figures, err := leasehold.MeasureSpanContext(ctx, l, c.span)
	if err != nil {
		return err
	}
	if c.Published != nil {
		c.now.Add(l, figures)
		return nil
	}
	c.Sum.Add(l, figures)
	c.Leases = append(c.Leases, NewLine(l, figures))
	return nil
}

// NewSkipped returns a Skipped for the lease at the given index, with the field's path in the request.
func NewSkipped(index int, id string, err error) Skipped {
	s := Skipped{Index: index, ID: id, Message: err.Error()}
	field := ""
	if of, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		field, s.Message = of.Faults[0].Field, of.Faults[0].Message
	}
	var f strict.Faults
	f.Add(strict.Element(nil, "leases", index), field, s.Message)
	s.Field = f[0].Field
	return s
}

// Mixed returns the message saying that amounts in different currencies cannot be added.
func Mixed(currencies []string) string {
	names := lists.Join(currencies, ", ", func(name string) string { return cmp.Or(name, "none") })
	return "the leases have several currencies (" + names + "), so their amounts cannot be added"
}

// MixedError returns the validation error for leases in several currencies.
func MixedError(currencies []string) error {
	return invalid("groupBy", Mixed(currencies)+"; add currency to groupBy, or supply presentationCurrency")
}

// NewLine returns a lease's report line with its notes.
func NewLine(l *leasehold.Lease, f *leasehold.LeaseFigures) Line {
	var notes []string
	if f.Class != f.ClassBefore {
		notes = append(notes, "The class changed from "+f.ClassBefore.String()+" to "+f.Class.String()+
			" in the period; all of the lease's figures are shown under "+f.Class.String()+".")
	}
	if f.Of(figure.AssetClosing).Sign() < 0 {
		notes = append(notes, "The "+l.Standard.AssetNoun()+" is negative at the end of the period; present the credit balance as a liability other than the lease liability.")
	}
	if l.InFund() {
		notes = append(notes, "The figures are for the government-wide statements; the journal entries are for a governmental fund, "+
			"which reports neither the lease liability nor the lease asset.")
	}
	if l.Fund.Value == leasehold.BothFunds {
		notes = append(notes, "The figures are for the government-wide statements; each journal entry is listed both for those statements and for a governmental fund, "+
			"as the fund field shows. Post each set to its own books.")
	}
	for _, conflict := range f.RateConflicts {
		notes = append(notes, "One day has two exchange rates, "+conflict+"; the figures use the lease's rate.")
	}
	return Line{l, f, notes}
}

// mixedNote returns the note on a total that covers several standards (METHOD 14.9).
func (s *Sum) mixedNote() string {
	standards := s.Standards()
	if len(standards) < 2 || len(s.currencies) > 1 {
		return ""
	}
	return "The total adds leases under " + lists.And(lists.Map(standards, s.Title)) +
		", which measure leases differently; report each standard's subtotal in the statements under that standard."
}

const namedIDs = 20

func listed(names []string) string {
	text := strings.Join(names[:min(len(names), namedIDs)], ", ")
	if len(names) > namedIDs {
		text += " and others"
	}
	return text
}

// accruals contains the text of a note for each [leasehold.Accrual].
var accruals = [...]string{"by days", "by whole months, and by days in the current month,", "by months of 30 days"}

// Notes returns the notes on the whole sum.
func (s *Sum) Notes() []string {
	notes := []string{
		"Amounts accrue " + accruals[s.accrual] + " within their periods; payments are counted on their dates.",
		"Balances are as of the end of the last day and disregard later events.",
	}
	if note := s.mixedNote(); note != "" {
		notes = append(notes, note)
	}
	if len(s.where) > 0 {
		notes = append(notes, "The report contains only leases where "+s.where.String()+"; classes are as of the end of the last day.")
	}
	if moved := s.Moved(); len(moved) > 0 {
		notes = append(notes, "The class changed in the period for "+listed(moved)+"; each lease's whole rollforward is shown under its class at period end.")
	}
	return notes
}

func (q *Question) pairs() (pairs []exchange.Pair) {
	for _, l := range q.Leases {
		if q.Where.known(l.Lease) {
			pairs = append(pairs, l.Pairs(q.Presentation)...)
		}
	}
	return pairs
}

// CheckExchange rejects the request's exchange rates if any rate for the given pairs is missing.
// They must cover the reporting period and the comparative period (METHOD 21.2). The error is a
// [*leasehold.InvalidError] that names every missing rate.
func (q *Question) CheckExchange(pairs []exchange.Pair) error {
	messages := q.rateTable().Lacks(pairs, q.From, q.To, q.Journal == Monthly)
	if c := q.Comparative; c.Set && c.Value.Published == nil {
		for _, message := range q.rateTable().Lacks(pairs, c.Value.From, c.Value.To, false) {
			if !slices.Contains(messages, message) {
				messages = append(messages, message)
			}
		}
	}
	return exchange.LackError(messages)
}

func exchangeNotes() []string {
	return []string{
		"An increase in an asset is recognized at the exchange rate on the date of its event, and the earlier amount remains at its historical rate; this is one of two policies that the SEC staff accepts.",
		"Prepaid rent of exempt leases and prepaid services are translated at closing rates; cost includes their exchange differences in the field named exchange.",
		"Hyperinflation is not accounted for.",
	}
}

func translationNotes(q *Question) []string {
	notes := []string{
		"The figures are in " + q.Presentation.String() + ": movements, cost and cash are translated at the average rates of each part of the reporting period, and balances at closing rates. " +
			"The field named translation contains the effect of these leases on other comprehensive income and its reserve; no entries are made for this effect, " +
			"and it excludes the effect of exchange rates on the entity's cash.",
	}
	if q.DeferredTax != nil {
		notes = append(notes, "Deferred tax is in the functional currency.")
	}
	if q.Previous.Set {
		notes = append(notes, "Prior-period corrections are translated at the closing rates of the preceding day.")
	}
	if q.publishedOpenings() != nil {
		notes = append(notes, "The opening balances are the closing balances of the published report; the effect of different exchange rates for that day is in the field named translation.")
	}
	return notes
}
