package lease

import (
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
	required members // every one is required
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

// checkMembers reports required fields that an event lacks, and fields without meaning for its type.
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

// indexStandards lists, for a message, the standards that permit a revised rate after a change of
// an index, with their paragraphs.
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
