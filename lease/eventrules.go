package lease

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/standard"
)

// members is a set of event fields. Bit i represents field i of [member.Event].
type members uint64

func bitsOf(names []string) (m members) {
	for _, name := range names {
		m |= 1 << slices.IndexFunc(member.Event, func(row member.Member) bool { return row.Name == name })
	}
	return m
}

var (
	newRent     = bitsOf(member.NewRent)
	rateOfEvent = bitsOf([]string{"discountRateAnnual"})
)

// eventRule contains the fields that an event type requires and allows.
type eventRule struct {
	required members // all are required
	oneOf    members // at least one is required
	allowed  members // all allowed fields, including the required fields
}

var eventRules = func() []eventRule {
	rules := make([]eventRule, len(member.EventTypes))
	for i := range member.EventTypes {
		t := &member.EventTypes[i]
		r := eventRule{required: bitsOf(t.Required), oneOf: bitsOf(t.OneOf)}
		r.allowed = r.required | r.oneOf | bitsOf(t.Allowed) | bitsOf(member.AnyEvent)
		rules[i] = r
	}
	return rules
}()

// members returns the fields that an event has, except its date and type.
func (e *Event) members() (m members) {
	for i := range event.Fields {
		if f := &event.Fields[i]; !f.Required && f.Has(e) {
			m |= 1 << i
		}
	}
	return m
}

func (m members) names() string {
	var list []string
	for i := range member.Event {
		if m&(1<<i) != 0 {
			list = append(list, member.Event[i].Name)
		}
	}
	return strings.Join(list, ", ")
}

// checkMembers rejects an event that lacks a required field, or that has a field without meaning
// for its type.
func (e *Event) checkMembers(f *strict.Faults, at *strict.Place, l *Lease) {
	rule, stated, s := &eventRules[e.Type], e.members(), l.Standard
	missing := rule.required &^ stated
	if s.RateMayStay() || l.RateTable() != nil && e.looksUp() {
		missing &^= rateOfEvent
	}
	if missing != 0 {
		f.Add(at, missing.names(), "is required for an event of type "+e.Type.String())
	}
	if rule.oneOf != 0 && rule.oneOf&stated == 0 {
		f.Add(at, "paymentAmount", "an event of type "+e.Type.String()+" needs at least one of "+rule.oneOf.names())
	}
	for i := range member.Event {
		if bit := members(1) << i; stated&bit&^rule.allowed != 0 {
			f.Add(at, member.Event[i].Name, "does not apply to an event of type "+e.Type.String()+"; it is allowed for "+typesAllowing(bit))
		}
	}
	if stated&newRent == newRent {
		f.Add(at, "changePct", "is not allowed together with paymentAmount; state one of them")
	}
	if e.Type == standard.IndexChange && e.DiscountRateAnnual.Set && !s.Rules().Choices.MeasuresIndex {
		f.Add(at, "discountRateAnnual", "does not apply to an index event under "+s.Title()+", which expenses the change; it is allowed with standard "+
			indexStandards()+" only, where rents follow a floating interest rate")
	}
	if e.DiscountRateBasis != NoRateBasis && !e.DiscountRateAnnual.Set && (!e.looksUp() || s.RateMayStay() && l.RateTable() == nil) {
		f.Add(at, "discountRateBasis", "is allowed only with a discountRateAnnual")
	}
	l.checkBasis(f, at, e.DiscountRateBasis)
}

// indexStandards returns a list, for a message, of the standards that permit a revised rate after a
// change in an index. The list cites their paragraphs.
func indexStandards() string {
	var list []string
	for _, s := range standard.Standards() {
		if r := s.Rules(); r.Choices.MeasuresIndex {
			list = append(list, r.Names.API+" ("+r.Paragraphs.RevisedRate+")")
		}
	}
	return strings.Join(list, " or ")
}

// typesAllowing lists the event types that allow any of the given fields.
func typesAllowing(stated members) string {
	var types []string
	for t := range eventRules {
		if stated&eventRules[t].allowed != 0 {
			types = append(types, standard.EventType(t).String())
		}
	}
	return strings.Join(types, ", ")
}

// A one-off payment counts as several rows, because interest then accrues by days. The number is
// higher if the discounting convention computes powers of the growth factor.
const (
	singleRows      = 4
	powerSingleRows = 10
)

// Effort returns an upper estimate of the number of rows that are computed to measure a lease: the
// rows from commencement and, because each event remeasures the liability, the rows from each event
// to the end of the term. A rent step counts as one row and a one-off payment as several. A valid
// lease with events has at most [member.MaxMeasuredRows].
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
		f.Add(at, "events", fmt.Sprintf("count as %d measured payment periods, because each measures all periods and other payments to the end of the term; at most %d are allowed: "+
			"combine events, use a longer paymentFrequency, or describe the lease from a later commencement with openingRouAsset", rows, member.MaxMeasuredRows))
	}
}
