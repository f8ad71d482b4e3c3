package lease

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/standard"
)

// The result is true if an event has the optional field with the given API name.
func (e *Event) states(name string) bool {
	f := event.Member(name)
	return !f.Required && f.Has(e)
}

// checkMembers rejects an event that lacks a required field, or that has a field that does not
// apply to its type.
func (e *Event) checkMembers(f *strict.Faults, at *strict.Place, l *Lease) {
	t, s := &member.EventTypes[e.Type], l.Standard
	missing := slices.DeleteFunc(slices.Clone(t.Required), func(name string) bool {
		return e.states(name) || name == "discountRateAnnual" && (s.RateMayStay() || l.RateTable() != nil && e.looksUp())
	})
	if len(missing) > 0 {
		f.Add(at, strings.Join(missing, ", "), "is required for an event of type "+t.Name)
	}
	if len(t.OneOf) > 0 && !slices.ContainsFunc(t.OneOf, e.states) {
		f.Add(at, "paymentAmount", "an event of type "+t.Name+" needs at least one of "+lists.And(t.OneOf))
	}
	for _, name := range event.Names() {
		if may, _ := t.States(name); !may && e.states(name) {
			f.Add(at, name, "does not apply to an event of type "+t.Name+"; it is allowed only for events of type "+typesAllowing(name))
		}
	}
	if e.PaymentAmount.Set && e.ChangePct.Set {
		f.Add(at, "changePct", "is not allowed together with paymentAmount; supply only one of them")
	}
	if e.Type == standard.IndexChange && e.DiscountRateAnnual.Set && !s.Rules().Choices.MeasuresIndex {
		f.Add(at, "discountRateAnnual", "does not apply to an index event under "+s.Title()+", under which the change is expensed; it is allowed only with standard "+
			indexStandards()+", if the rent follows a floating interest rate")
	}
	if e.DiscountRateBasis != NoRateBasis && !e.DiscountRateAnnual.Set && (!e.looksUp() || s.RateMayStay() && l.RateTable() == nil) {
		f.Add(at, "discountRateBasis", "is allowed only with discountRateAnnual")
	}
	l.checkBasis(f, at, e.DiscountRateBasis)
}

// indexStandards lists, for a message, the standards that permit a revised rate after a change in
// an index, and cites their paragraphs.
func indexStandards() string {
	var list []string
	for _, s := range standard.Standards() {
		if r := s.Rules(); r.Choices.MeasuresIndex {
			list = append(list, r.Names.API+" ("+r.Paragraphs.RevisedRate+")")
		}
	}
	return lists.Or(list)
}

// typesAllowing lists the event types that allow the field with the given API name.
func typesAllowing(name string) string {
	var types []string
	for i := range member.EventTypes {
		if may, _ := member.EventTypes[i].States(name); may {
			types = append(types, member.EventTypes[i].Name)
		}
	}
	return lists.Or(types)
}

// A one-off payment counts as several rows, because interest then accrues by the day. The number is
// higher if the discounting convention computes powers of the growth factor.
const (
	singleRows      = 4
	powerSingleRows = 10
)

// Effort returns an upper estimate of the number of rows that are computed to measure a lease. The
// estimate includes the rows from commencement. It also includes the rows from each event to the
// end of the term, because the liability is remeasured at each event. A rent step counts as one
// row, and a one-off payment counts as several. A valid lease with events has at most
// [member.MaxMeasuredRows] measured rows.
func (l *Lease) Effort() int64 {
	period, single := l.PaymentFrequency.Months(), singleRows
	if l.Discounting() != Nominal {
		single = powerSingleRows
	}
	parts := 1
	if l.Calendar.Set {
		parts = 2 // a calendar may split a period at both ends of the term
	}
	steps, singles, term := l.RentSteps, l.OtherPayments, l.TermMonths
	rows := func(months int) int64 {
		return int64(max(months, 0)/period + parts + len(steps) + len(singles)*single)
	}
	effort := rows(term)
	for i := range l.Events {
		e := &l.Events[i]
		if e.TermMonths.Set {
			term = e.TermMonths.Value
		}
		if e.RentSteps != nil {
			steps = e.RentSteps
		}
		if e.OtherPayments != nil {
			singles = e.OtherPayments
		}
		for len(steps) > 0 && steps[0].From.Before(e.Date) {
			steps = steps[1:]
		}
		for len(singles) > 0 && singles[0].Date.Before(e.Date) {
			singles = singles[1:]
		}
		passed, _ := l.CommencementDate.MonthsTo(e.Date)
		effort += rows(term - passed)
	}
	if l.At.Set {
		effort *= 2 // the balances at a date require a second measurement, without later events
	}
	return effort
}

// checkEffort rejects events that require the measurement of too many rows.
func (l *Lease) checkEffort(f *strict.Faults, at *strict.Place) {
	if len(*f) > 0 || len(l.Events) == 0 {
		return
	}
	if rows := l.Effort(); rows > member.MaxMeasuredRows {
		f.Add(at, "events", fmt.Sprintf("require the measurement of %d payment periods, because all remaining periods and other payments are measured again for each event; at most %d are allowed: "+
			"combine events, use a longer paymentFrequency, or describe the lease from a later commencement with openingRouAsset", rows, member.MaxMeasuredRows))
	}
}
