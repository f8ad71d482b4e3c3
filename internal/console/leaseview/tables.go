package leaseview

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// The rows of long tables are appended to a byte slice rather than rendered from templates. A schedule of 1,200
// rows has ten thousand cells, and the page is rendered again as the user types.

func appendCell(b []byte, a money.Amount, p printer) []byte {
	if a.Sign() < 0 {
		b = append(b, `<td class="minus">`...)
	} else {
		b = append(b, `<td>`...)
	}
	return append(b, p.grouped(a)...)
}

// scheduleRows returns the rows of the schedule table, with a row for each event. It omits the end tags that
// HTML makes optional.
func scheduleRows(r *leasehold.Result, p printer) template.HTML {
	columns := wording.ScheduleColumns(&r.Measurement)
	b := make([]byte, 0, 160*len(r.Schedule)+256)
	b = append(b, `<tr class="opening"><th scope="row">0<td>`...)
	b = r.Lease.Start().Append(b)
	for i := range columns {
		switch columns[i].Member {
		case "liabilityClose":
			b = appendCell(b, r.InitialLiability, p)
		case "rouAssetClose":
			b = appendCell(b, r.InitialRouAsset, p)
		default:
			b = append(b, `<td>`...)
		}
	}
	number := 0
	for _, line := range wording.Schedule(&r.Measurement) {
		if line.Event != nil {
			number++
			b = appendEventRow(b, line.Event, number, len(columns), p)
			continue
		}
		b = appendPeriod(b, line.Period, columns, p)
	}
	return template.HTML(b) //nolint:gosec // the rows contain only digits, dates and constant words
}

func appendPeriod(b []byte, row *leasehold.Period, columns []wording.ScheduleColumn, p printer) []byte {
	b = append(b, `<tr><th scope="row">`...)
	b = strconv.AppendInt(b, int64(row.Number), 10)
	b = append(b, `<td>`...)
	b = row.Date.Append(b)
	if row.Last != row.Date { // the balances are as of the end of the row's last day
		b = append(b, ` <small>to `...)
		b = row.Last.Append(b)
		b = append(b, `</small>`...)
	}
	for i := range columns {
		b = appendCell(b, columns[i].Of(row), p)
	}
	return b
}

// journalOf returns the rows of the journal table and the number of entries. The table has one entry per
// payment period if byPeriod is true, and otherwise one per calendar month.
func journalOf(ctx context.Context, r *leasehold.Result, periods []leasehold.Entry, byPeriod bool, p printer) (template.HTML, int, error) {
	if byPeriod {
		return journalRows(periods, p), len(periods), nil
	}
	months, err := leasehold.MonthlyJournal(ctx, r)
	if err != nil {
		return "", 0, fmt.Errorf("monthly journal: %w", err)
	}
	entries := make([]leasehold.Entry, 0, len(months))
	for i := range months {
		if len(months[i].Lines) > 0 {
			entries = append(entries, months[i].Entry)
		}
	}
	return journalRows(entries, p), len(entries), nil
}

// journalRows returns the rows of the journal table: one heading for each entry and one row for each of its
// lines.
func journalRows(entries []leasehold.Entry, p printer) template.HTML {
	b := make([]byte, 0, 640*len(entries))
	for i := range entries {
		e := &entries[i]
		b = fmt.Appendf(b, `<tr class="head"><td>%s<td colspan="3">%s`, e.Date, template.HTMLEscapeString(e.Memo))
		b = appendLines(b, e, p)
	}
	return template.HTML(b) //nolint:gosec // the rows contain only digits, dates and escaped words
}

func appendLines(b []byte, e *leasehold.Entry, p printer) []byte {
	for j := range e.Lines {
		l := &e.Lines[j]
		side := `<tr><td><td class="credit">`
		if l.Credit.IsZero() {
			side = `<tr><td><td>`
		}
		b = append(b, side...)
		b = append(b, l.Account.String()...)
		b = appendSide(b, l.Debit, p)
		b = appendSide(b, l.Credit, p)
	}
	return b
}

// appendSide appends a cell with a debit or credit amount, or an empty cell if the amount is 0.
func appendSide(b []byte, a money.Amount, p printer) []byte {
	if a.IsZero() {
		return append(b, `<td>`...)
	}
	return appendCell(b, a, p)
}

// totals returns the totals of the schedule's columns. A column of balances has no total.
func totals(r *leasehold.Result, p printer) (list []template.HTML) {
	named := map[string]string{"rouAmortization": "sumAmortization", "leaseExpense": "sumExpense", "payment": "sumPayment", "interest": "sumInterest", "principal": "sumPrincipal"}
	for _, c := range wording.ScheduleColumns(&r.Measurement) {
		if c.Balance {
			list = append(list, "")
			continue
		}
		list = append(list, p.marked(cmp.Or(named[c.Member], "sum-"+c.Member), c.SumOf(r.Schedule)))
	}
	return list
}

// printer formats amounts with the decimals of the lease's currency and with negative amounts in
// parentheses.
type printer struct{ places int }

func (p printer) grouped(a money.Amount) string { return wording.Accounting(a, p.places) }

// change formats a difference with its sign. It returns "" if the difference is 0.
func (p printer) change(d money.Amount) string {
	switch d.Sign() {
	case 1:
		return "+" + p.grouped(d)
	case -1:
		return "−" + p.grouped(d.Neg())
	}
	return ""
}

// marked formats an amount and adds the figure's name, usually the name in the API contract, as an
// HTML attribute.
func (p printer) marked(name string, a money.Amount) template.HTML { return p.figure(name, a, a) }

// figure is like [marked], but displays the given amount instead.
func (p printer) figure(name string, a, shown money.Amount) template.HTML {
	return exact(name, string(a.AppendPlaces(nil, p.places)), p.grouped(shown))
}

// shortPercent formats a fraction as a percentage with at most six decimals.
func shortPercent(d money.Decimal) string {
	const places = 8 // number of decimals of the fraction
	return wording.Percent(money.New(d.Units(places).Uint64(), places))
}

// exact returns the HTML of a figure. The page displays the given text; the attributes contain the figure's
// name and exact value for the page's script.
func exact(name, value, shown string) template.HTML {
	return template.HTML(`<data value="` + value + `" data-figure="` + name + `">` + shown + `</data>`) //nolint:gosec // all parts are digits or constant words
}

// life contains the events of a lease after commencement, and the totals over the whole term.
type life struct {
	Events []eventView
	Totals []labeled
}

// eventView is an event with the balances before and after it, its other effects and its journal
// entry.
type eventView struct {
	Number  int
	Row     string // name of the event's row in the form, such as events[3]; empty if there is no form
	Result  *leasehold.EventResult
	Title   string
	Done    string // how the event was accounted for, such as Remeasured
	Moves   []move
	Figures []labeled
	Facts   []string // new term, discount rate and class
	Lines   template.HTML
}

type move struct {
	Label         string
	Before, After template.HTML
	Change        string
}

// lifeOf returns the events of a lease, or nil if the lease has no events.
func lifeOf(r *leasehold.Result, journal []leasehold.Entry, p printer) *life {
	if len(r.Events) == 0 {
		return nil
	}
	v := &life{}
	for i := range r.Events {
		v.Events = append(v.Events, eventOf(r, i, journal, p))
	}
	for i, f := range wording.OfLife(&r.Measurement) {
		v.Totals = append(v.Totals, labeled{f.Label, p.marked("life"+strconv.Itoa(i), f.Amount)})
	}
	return v
}

func eventOf(r *leasehold.Result, at int, journal []leasehold.Entry, p printer) eventView {
	e := &r.Events[at]
	name := "event" + strconv.Itoa(at)
	v := eventView{
		Number: at + 1, Result: e, Title: wording.Sentence(wording.Event(e.Type)), Done: wording.Sentence(wording.DoneBy(e)),
		Moves: []move{
			{
				wording.LeaseLiability, p.marked(name+"-liabilityBefore", e.LiabilityBefore), p.marked(name+"-liabilityAfter", e.LiabilityAfter),
				p.grouped(e.LiabilityAfter.Sub(e.LiabilityBefore)),
			},
			{
				wording.Sentence(r.Lease.Standard.AssetNoun()), p.marked(name+"-rouAssetBefore", e.RouAssetBefore),
				p.marked(name+"-rouAssetAfter", e.RouAssetAfter), p.grouped(e.RouAssetAfter.Sub(e.RouAssetBefore)),
			},
		},
	}
	const balances = 4 // number of leading figures; these are the balances already shown as Moves
	for i, f := range wording.OfEvent(r.Lease.Standard, e)[balances:] {
		v.Figures = append(v.Figures, labeled{f.Label, p.marked(name+"-"+strconv.Itoa(i), f.Amount)})
	}
	if e.Treatment == schedule.Remeasured {
		v.Facts = append(v.Facts, wording.Months(e.TermMonths)+" from commencement", wording.Percent(e.DiscountRateAnnual)+" a year")
	}
	if e.Class != e.ClassBefore && !r.Lease.Standard.SingleModel() {
		v.Facts = append(v.Facts, "Now "+article(e.Class)+" lease; it was "+article(e.ClassBefore)+" lease")
	}
	for i := range journal {
		if entry := &journal[i]; entry.Kind == schedule.EntryEvent && entry.Event == at {
			v.Lines = template.HTML(appendLines(nil, entry, p)) //nolint:gosec // the lines contain only digits and names of accounts
		}
	}
	return v
}

// article returns the name of a class with its indefinite article.
func article(c leasehold.Class) string {
	if c == leasehold.Operating {
		return "an " + c.String()
	}
	return "a " + c.String()
}

// appendEventRow appends a row for an event to the schedule. The row's data attributes contain the balances
// after the event, which are the opening balances of the next schedule row. The schedule has the given number
// of amount columns.
func appendEventRow(b []byte, e *leasehold.EventResult, number, columns int, p printer) []byte {
	title, attributes, moved := wording.Sentence(wording.Event(e.Type)), "", ": variable cost from now on"
	if e.Treatment != schedule.Expensed {
		attributes = ` data-liability="` + p.grouped(e.LiabilityAfter) + `" data-asset="` + p.grouped(e.RouAssetAfter) + `"`
		moved = ": liability " + p.grouped(e.LiabilityBefore) + " → " + p.grouped(e.LiabilityAfter) + ", asset " + p.grouped(e.RouAssetBefore) + " → " + p.grouped(e.RouAssetAfter)
	}
	return fmt.Appendf(b, `<tr class="event"%s><th scope="row"><span class="dot">%d</span><td>%s<td colspan="%d">%s%s`, attributes, number, e.Date, columns, title, moved)
}

// verdict returns, for the heading, the lease's type at commencement: exempt, operating or finance, or the name
// of a standard that has no such classes.
func verdict(r *leasehold.Result) string {
	switch {
	case r.Lease.Exempt():
		return wording.Sentence(strings.ReplaceAll(r.Lease.Exemption.String(), "_", "-")) + " lease, exempt"
	case r.Classification.SingleModel:
		return r.Lease.Title() + " lease"
	case r.Class == leasehold.Operating:
		return "Operating lease"
	default:
		return "Finance lease"
	}
}
