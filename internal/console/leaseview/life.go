package leaseview

import (
	"html/template"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// life describes the events of a lease after commencement.
type life struct {
	Events []eventView
	Totals []lifeTotal
}

// lifeTotal is a lifetime total with its label.
type lifeTotal struct {
	Label  string
	Figure template.HTML
}

// eventView is an event with the balances before and after it, the reason, and its journal entry.
type eventView struct {
	Number  int
	Row     string // name of the row in the form, such as events[3]; empty if there is no form
	Result  *leasehold.EventResult
	Title   string
	Done    string // the effect of the event
	Moves   []move
	Figures []lifeTotal
	Facts   []string // the new terms
	Lines   template.HTML
}

// move is a balance before and after an event.
type move struct {
	Label         string
	Before, After template.HTML
	Change        string
}

// lifeOf returns the events of a lease, or nil without any.
func lifeOf(r *leasehold.Result, journal []leasehold.Entry, p printer) *life {
	if len(r.Events) == 0 {
		return nil
	}
	v := &life{}
	for i := range r.Events {
		v.Events = append(v.Events, eventOf(r, i, journal, p))
	}
	for i, f := range wording.OfLife(&r.Measurement) {
		v.Totals = append(v.Totals, lifeTotal{f.Label, p.marked("life"+strconv.Itoa(i), f.Amount)})
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
	const balances = 4 // the first figures of an event are balances
	for i, f := range wording.OfEvent(r.Lease.Standard, e)[balances:] {
		v.Figures = append(v.Figures, lifeTotal{f.Label, p.marked(name+"-"+strconv.Itoa(i), f.Amount)})
	}
	if e.Treatment == schedule.Remeasured {
		v.Facts = append(v.Facts, wording.Months(e.TermMonths)+" from commencement", percentOf(e.DiscountRateAnnual)+" a year")
	}
	if e.Class != e.ClassBefore && !r.Lease.Standard.SingleModel() {
		v.Facts = append(v.Facts, "Now "+article(e.Class)+" lease; it was "+article(e.ClassBefore)+" lease")
	}
	for i := range journal {
		if entry := &journal[i]; entry.Kind == schedule.EntryEvent && entry.Event == at {
			v.Lines = template.HTML(appendLines(nil, entry, p)) //nolint:gosec // digits and names of accounts
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

// appendEventRow appends the schedule row of an event. Its data attributes contain the balances
// with which the next row opens.
func appendEventRow(b []byte, e *leasehold.EventResult, number, columns int, p printer) []byte {
	b = append(b, `<tr class="event"`...)
	if e.Treatment != schedule.Expensed {
		b = append(b, ` data-liability="`...)
		b = p.appendGrouped(b, e.LiabilityAfter)
		b = append(b, `" data-asset="`...)
		b = p.appendGrouped(b, e.RouAssetAfter)
		b = append(b, '"')
	}
	b = append(b, `><th scope="row"><span class="dot">`...)
	b = strconv.AppendInt(b, int64(number), 10)
	b = append(b, `</span><td>`...)
	b = e.Date.Append(b)
	b = append(b, `<td colspan="`...)
	b = strconv.AppendInt(b, int64(columns-2), 10)
	b = append(b, `">`...)
	b = append(b, wording.Sentence(wording.Event(e.Type))...)
	if e.Treatment == schedule.Expensed {
		return append(b, ": variable cost from now on"...)
	}
	b = append(b, ": liability "...)
	b = p.appendGrouped(b, e.LiabilityBefore)
	b = append(b, " → "...)
	b = p.appendGrouped(b, e.LiabilityAfter)
	b = append(b, ", asset "...)
	b = p.appendGrouped(b, e.RouAssetBefore)
	b = append(b, " → "...)
	return p.appendGrouped(b, e.RouAssetAfter)
}

// verdict returns the type of lease at commencement. Standards with a single model have no
// classes.
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
