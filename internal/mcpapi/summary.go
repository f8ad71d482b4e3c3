package mcpapi

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/treatments"
)

const presentTimeout = 10 * time.Second

// present shortens a reply's object as the call's arguments require, and returns the reply's text. If the
// result is short, the object and the text are complete. If it is long, each list in the object is either
// complete or omitted. The leftOut field and the text name the argument that requests an omitted list.
func present(ctx context.Context, r *reply, op *operations.Operation, args *arguments) (text string, err error) {
	ctx, cancel := context.WithTimeout(ctx, presentTimeout)
	defer cancel()
	var leftOut []omission
	switch v := r.result.Value().(type) {
	case *leasehold.Result:
		s := newSummary(ctx, op, v, args)
		if r.object, leftOut = s.selected.apply(r.object); args.page.list == "" {
			err = s.write()
		}
		text = s.String()
	case *portfolio.Report:
		text = presentReport(r, v, args)
	case *reperform.Answer:
		text = verifyWords(v)
	case *treatments.Comparison:
		text = compareWords(v)
	default:
		err = fmt.Errorf("%s has a result of type %T", op, v)
	}
	if err != nil {
		return "", err
	}
	switch {
	case args.page.list != "":
		leftOut = nil
		r.object, text = pageOf(r.object, args.page)
	case args.rows == rowsShort:
		r.object, leftOut = fit(r.object, op, max(responseMax-len(text)-envelopeMax, responseMax/4))
	}
	if leftOut != nil {
		r.object = withMember(r.object, leftOutMember, leftOut)
	}
	if r.replay {
		text = "This is a replay of an earlier response; 0 computations were billed.\n" + text
	}
	return strings.TrimSuffix(text, "\n"), nil
}

// envelopeMax is the number of bytes reserved for leftOut and the surrounding message.
const envelopeMax = 1_200

// presentReport returns a report's text, and may add a summary of the entries to the object.
func presentReport(r *reply, report *portfolio.Report, args *arguments) string {
	entries := &entriesOf{}
	if report.Question.Journal == portfolio.Monthly {
		entries = summarizeEntries(report)
	}
	if entries.n > textRowsMax && args.rows == rowsShort {
		r.object = withMember(r.object, entriesMember, entries.object())
	}
	return reportWords(report, entries)
}

// figures formats amounts with the decimals of a currency.
type figures struct{ places int }

func (f figures) text(a money.Amount) string { return string(a.AppendPlaces(nil, f.places)) }

// format formats text like [fmt.Sprintf]. Amounts have the decimals of the currency.
func (f figures) format(format string, args ...any) string {
	args = slices.Clone(args)
	for i, arg := range args {
		if a, ok := arg.(money.Amount); ok {
			args[i] = f.text(a)
		}
	}
	return fmt.Sprintf(format, args...)
}

func (f figures) row(cells ...any) string {
	return f.format(strings.TrimPrefix(strings.Repeat(" | %v", len(cells)), " | ")+"\n", cells...)
}

// summary writes the text about the accounting for one lease.
type summary struct {
	strings.Builder
	figures

	ctx      context.Context //nolint:containedctx // context of the call
	op       *operations.Operation
	r        *leasehold.Result
	journal  []leasehold.Entry
	args     *arguments
	selected selection
}

func newSummary(ctx context.Context, op *operations.Operation, r *leasehold.Result, args *arguments) *summary {
	s := &summary{ctx: ctx, op: op, r: r, args: args, figures: figures{r.Lease.Currency.Places()}}
	if op != operations.Classify {
		s.journal = leasehold.Journal(&r.Measurement)
	}
	s.selected = selectRows(r, s.journal, args)
	return s
}

func (s *summary) write() error {
	s.heading()
	if s.op != operations.Classify {
		s.balances()
		s.measurement()
		s.events()
	}
	s.classification()
	switch s.op {
	case operations.Compute, operations.Schedule:
		s.schedule()
	case operations.JournalEntries:
		if s.args.rows == rowsSpan {
			if err := s.monthly(); err != nil {
				return err
			}
			break
		}
		s.entries()
	}
	list(&s.Builder, "Notes:", s.r.NoteTexts(), "result.notes", itself)
	return nil
}

func (s *summary) classification() {
	c := &s.r.Classification
	if c.SingleModel {
		s.say("A lessee accounts for all leases under one model, so there is no classification.\n")
		return
	}
	fmt.Fprintf(s, "Classification: %s. %s\n", s.r.Class, c.Rationale)
	if s.op != operations.Classify {
		return
	}
	for i := range c.Criteria {
		criterion := &c.Criteria[i]
		outcome := "not tested"
		switch {
		case criterion.Met:
			outcome = "met"
		case criterion.Tested:
			outcome = "not met"
		}
		fmt.Fprintf(s, "- %s: %s. %s\n", criterion.Key, outcome, criterion.Detail)
	}
}

func (s *summary) heading() {
	l := &s.r.Lease
	changed := ""
	if n := len(s.r.Events); n > 0 && s.r.Events[n-1].TermMonths != l.TermMonths {
		changed = fmt.Sprintf(" (%d after the events)", s.r.Events[n-1].TermMonths)
	}
	payments := "payments"
	if len(s.r.Schedule) == 1 {
		payments = "payment"
	}
	first := ""
	if l.Applied() {
		first = ", first measured on " + l.Start().String()
	}
	s.say("%s: %d months%s from %s%s, %d %s %s in %s.\n", wording.Treatment(&s.r.Measurement),
		l.TermMonths, changed, l.CommencementDate, first, len(s.r.Schedule), l.PaymentFrequency, payments, l.PaymentTiming)
}

func (s *summary) say(format string, args ...any) {
	fmt.Fprint(s, s.r.Lease.Say(s.format(format, args...)))
}

func (s *summary) balances() {
	if b := s.r.Balances; b != nil {
		s.say("Balances at the end of %s: lease liability %s (current %s, long-term %s, including accrued interest %s), %s %s.\n", b.Date,
			b.Liability, b.CurrentLiability, b.LongTermLiability, b.AccruedInterest, s.r.Lease.Standard.AssetNoun(), b.RouAsset)
	}
}

func (s *summary) measurement() {
	r, d := s.r, &s.r.Disclosures
	current, longTerm := "current", "long-term"
	if said := r.Lease.Say("current portion"); said != "current portion" {
		current, longTerm = said, r.Lease.Say("long-term portion")
	}
	first := wording.First(&r.Lease)
	s.say("Lease liability at %s %s (%s %s, %s %s); %s %s.\n",
		first, r.InitialLiability, current, d.CurrentLiability, longTerm, d.LongTermLiability,
		r.Lease.Standard.AssetNoun(), r.InitialRouAsset)
	at := ""
	if len(r.Events) > 0 {
		at = "At " + first + ": "
	}
	s.say("%sTotal undiscounted payments %s, imputed interest %s, total lease cost %s.\n",
		at, r.TotalUndiscountedPayments, d.ImputedInterest, r.TotalLeaseCost)
	if len(r.Events) == 0 {
		return
	}
	life := &r.Life
	s.say("Over the life, with all events: payments %s, interest %s, amortization %s, lease expense %s", life.Payments, life.Interest,
		life.Amortization, life.LeaseExpense)
	for _, other := range []struct {
		name   string
		amount money.Amount
	}{{"variable payments", life.VariablePayments}, {"impairment losses", life.ImpairmentLosses}, {"gains (losses negative)", life.GainsAndLosses}} {
		if !other.amount.IsZero() {
			fmt.Fprintf(s, ", %s %s", other.name, s.text(other.amount))
		}
	}
	fmt.Fprintln(s, ".")
}

func (s *summary) events() {
	for i := range s.r.Events {
		if i == textRowsMax {
			path := "events"
			if s.op == operations.Compute {
				path = "result.events"
			}
			fmt.Fprintf(s, "%d more events are not shown; to see them, set page to %q in %s.\n", len(s.r.Events)-i, page{path, i + 1}, operations.Compute.Tool)
			break
		}
		e := &s.r.Events[i]
		s.say("Event %s, %s: liability %s before and %s after, %s %s and %s", e.Date, e.Type,
			e.LiabilityBefore, e.LiabilityAfter, s.r.Lease.Standard.AssetNoun(), e.RouAssetBefore, e.RouAssetAfter)
		if e.GainOrLoss.Sign() != 0 {
			fmt.Fprintf(s, ", gain (loss negative) %s", s.text(e.GainOrLoss))
		}
		fmt.Fprintln(s, ".")
	}
}

const textRowsMax = firstRows

// title writes the heading of the rows. If there are too many rows, it writes totals by lease year
// instead and returns false.
func (s *summary) title(what string) bool {
	of := len(s.r.Schedule)
	switch {
	case s.selected.n == of && of <= textRowsMax:
		fmt.Fprintf(s, "%s, all %d periods:\n", what, of)
	case s.args.rows == rowsYearly:
		fmt.Fprintf(s, "%s, the %d of %d periods that end a lease year:\n", what, s.selected.n, of)
	case s.args.rows == rowsSpan && s.selected.n <= 4*textRowsMax:
		fmt.Fprintf(s, "%s, the %d of %d periods that have days between %s and %s:\n", what, s.selected.n, of, s.args.span.From, s.args.span.To)
	case s.args.rows == rowsFirst || s.args.rows == rowsLast:
		fmt.Fprintf(s, "%s, the %s %d of %d periods:\n", what, s.args.rows, s.selected.n, of)
	default:
		s.years()
		return false
	}
	return true
}

func (s *summary) schedule() {
	if !s.title("Schedule") {
		return
	}
	sides := wording.SidesOf(&s.r.Measurement)
	heads := []any{"period", "due", "payment", "interest", "principal", "expense", "end of day", "liability", "asset"}
	for i := range sides {
		heads = append(heads, strings.ToLower(sides[i].Heading))
	}
	fmt.Fprint(s, s.row(heads...))
	for i := range s.r.Schedule {
		if p := &s.r.Schedule[i]; s.selected.rows[i] {
			cells := []any{p.Number, p.Date, p.Payment, p.Interest, p.Principal, p.LeaseExpense, p.Last, p.LiabilityClose, p.RouAssetClose}
			for j := range sides {
				cells = append(cells, sides[j].Of(p))
			}
			fmt.Fprint(s, s.row(cells...))
		}
	}
}

func (s *summary) entries() {
	shown := s.title("Journal entries by payment period (for a calendar month, set rows to \"month:2027-03\")")
	for i := range s.journal {
		if e := &s.journal[i]; s.selected.entries[i] && (shown || e.Kind == schedule.EntryCommencement) {
			s.entry(e)
		}
	}
}

func (s *summary) entry(e *leasehold.Entry) {
	fmt.Fprintf(s, "%s %s\n", e.Date, e.Memo)
	for _, l := range e.Lines {
		if l.Credit.IsZero() {
			fmt.Fprintf(s, "  Dr %s %s\n", l.Account, s.text(l.Debit))
		} else {
			fmt.Fprintf(s, "  Cr %s %s\n", l.Account, s.text(l.Credit))
		}
	}
}

const yearsMax = 50

func (s *summary) years() {
	years, err := leasehold.LeaseYearsContext(s.ctx, &s.r.Lease)
	if err != nil {
		return // the lease is valid, so the only possible cause is that presentTimeout has passed
	}
	fmt.Fprintf(s, "This table shows lease years. To see the %d periods, set rows to \"all\", \"first\", \"last\", \"month:2027-03\" or \"2027-01-01..2027-12-31\".\n", len(s.r.Schedule))
	fmt.Fprintln(s, "year | payments | interest | expense | closing liability | closing asset")
	for i := range years {
		if i == yearsMax {
			fmt.Fprintf(s, "%d more years are not shown; to see them, set rows to \"yearly\".\n", len(years)-i)
			break
		}
		y := &years[i]
		fmt.Fprint(s, s.row(y.Year, y.Payments, y.Interest, y.LeaseExpense, y.LiabilityClose, y.RouAssetClose))
	}
}

func (s *summary) monthly() error {
	span := s.args.span
	span.InLeaseCurrency = true
	of, err := leasehold.MeasureSpanContext(s.ctx, &s.r.Lease, span)
	if err != nil {
		return err
	}
	entries := fmt.Sprintf("%d entries", len(of.Entries))
	switch len(of.Entries) {
	case 0:
		entries = "no entry"
	case 1:
		entries = "1 entry"
	}
	fmt.Fprintf(s, "Entries to book from %s to %s, by calendar month: %s.\n", span.From, span.To, entries)
	for i := range of.Entries {
		if i == 2*textRowsMax {
			fmt.Fprintf(s, "%d more entries are not shown; to see them, request fewer months.\n", len(of.Entries)-i)
			break
		}
		s.entry(&of.Entries[i].Entry)
	}
	return nil
}
