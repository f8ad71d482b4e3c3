package leaseview

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/schedule"
)

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
	Done    string // how the event was treated, such as Remeasured
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
	const balances = 4 // number of balances at the start of the figures, which are shown as Moves
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

// appendEventRow appends a row for an event to the schedule. The data attributes of the row contain
// the balances after the event, which are the opening balances of the next schedule row. columns is
// the number of amount columns.
func appendEventRow(b []byte, e *leasehold.EventResult, number, columns int, p printer) []byte {
	title, attributes, moved := wording.Sentence(wording.Event(e.Type)), "", ": variable cost from now on"
	if e.Treatment != schedule.Expensed {
		attributes = ` data-liability="` + p.grouped(e.LiabilityAfter) + `" data-asset="` + p.grouped(e.RouAssetAfter) + `"`
		moved = ": liability " + p.grouped(e.LiabilityBefore) + " → " + p.grouped(e.LiabilityAfter) + ", asset " + p.grouped(e.RouAssetBefore) + " → " + p.grouped(e.RouAssetAfter)
	}
	return fmt.Appendf(b, `<tr class="event"%s><th scope="row"><span class="dot">%d</span><td>%s<td colspan="%d">%s%s`, attributes, number, e.Date, columns, title, moved)
}

// verdict returns the type of the lease at commencement for the heading: exempt, operating or
// finance, or the name of a standard that has no such classes.
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
