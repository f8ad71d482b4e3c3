package leasehold

import (
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// The members of an event, as bits.
type members uint32

const (
	hasPaymentAmount members = 1 << iota
	hasChangePct
	hasRentSteps
	hasRentFree
	hasOtherPayments
	hasEscalationPct
	hasEscalationAmount
	hasTermMonths
	hasDiscountRate
	hasOptionAmount
	hasOptionCertain
	hasTransfers
	hasGuaranteed
	hasClassification
	hasFairValue
	hasLife
	hasSpecialized
	hasDirectCosts
	hasIncentives
	hasRetainedShare
	hasProportion
	hasImpairmentLoss
	hasPenalty
	hasPrice
)

// memberNames are the contract's names of the members, in the order of the bits.
var memberNames = [...]string{
	"paymentAmount", "changePct", "rentSteps", "rentFree", "otherPayments", "annualEscalationPct", "annualEscalationAmount",
	"termMonths", "discountRateAnnual", "purchaseOptionAmount", "purchaseOptionReasonablyCertain", "transfersOwnership",
	"residualValueGuarantee", "classification", "assetFairValue", "assetEconomicLifeMonths", "specializedAsset",
	"initialDirectCosts", "leaseIncentives", "retainedShare", "proportion", "impairmentLoss", "penalty", "price",
}

// The columns of METHOD 13.2.
const (
	newRent     = hasPaymentAmount | hasChangePct
	newPayments = hasRentSteps | hasRentFree | hasOtherPayments | hasEscalationPct | hasEscalationAmount
	newEnd      = hasOptionAmount | hasOptionCertain | hasTransfers | hasGuaranteed
	newClass    = hasClassification | hasFairValue | hasLife | hasSpecialized
	newCosts    = hasDirectCosts | hasIncentives
)

// eventRule is what an event of one type has to state, and may.
type eventRule struct {
	required members // each
	oneOf    members // at least one
	allowed  members // besides
}

var eventRules = [...]eventRule{
	IndexChange:         {oneOf: newRent, allowed: hasDiscountRate},
	ContingencyResolved: {oneOf: newRent | newPayments, allowed: newCosts},
	ResidualGuarantee:   {required: hasGuaranteed},
	Reassessment:        {required: hasDiscountRate, allowed: newRent | newPayments | hasTermMonths | newEnd | newClass | newCosts},
	Modification: {
		required: hasDiscountRate,
		allowed:  newRent | newPayments | hasTermMonths | newEnd | newClass | newCosts | hasRetainedShare | hasProportion,
	},
	Impairment:  {required: hasImpairmentLoss, allowed: hasLife},
	Termination: {allowed: hasPenalty},
	Purchase:    {required: hasPrice},
}

// members returns what an event states.
func (e *Event) members() (m members) {
	for i, set := range [...]bool{
		e.PaymentAmount.Set, e.ChangePct.Set, e.RentSteps != nil, e.RentFree != nil, e.OtherPayments != nil,
		e.AnnualEscalationPct.Set, e.AnnualEscalationAmount.Set, e.TermMonths.Set, e.DiscountRateAnnual.Set,
		e.PurchaseOptionAmount.Set, e.PurchaseOptionReasonablyCertain.Set, e.TransfersOwnership.Set, e.ResidualValueGuarantee.Set,
		e.Classification != Derived, e.AssetFairValue.Set, e.AssetEconomicLifeMonths.Set, e.SpecializedAsset.Set,
		e.InitialDirectCosts.Set, e.LeaseIncentives.Set, e.RetainedShare.Set, e.Proportion.Set,
		e.ImpairmentLoss.Set, e.Penalty.Set, e.Price.Set,
	} {
		if set {
			m |= 1 << i
		}
	}
	return m
}

// names lists members for a message.
func (m members) names() string {
	var list []string
	for i, name := range memberNames {
		if m&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	return strings.Join(list, ", ")
}

// checkMembers notes the members that an event of its type lacks, and those that
// have no meaning for it.
func (e *Event) checkMembers(f *strict.Faults, at *strict.Place, s Standard) {
	rule, stated := &eventRules[e.Type], e.members()
	if missing := rule.required &^ stated; missing != 0 {
		f.Add(at, missing.names(), "is required for an event of type "+e.Type.String())
	}
	if rule.oneOf != 0 && rule.oneOf&stated == 0 {
		first := members(1) << 0
		f.Add(at, first.names(), "an event of type "+e.Type.String()+" needs at least one of "+rule.oneOf.names())
	}
	for i, name := range memberNames {
		if bit := members(1) << i; stated&bit&^(rule.required|rule.oneOf|rule.allowed) != 0 {
			f.Add(at, name, "has no meaning for an event of type "+e.Type.String()+"; it is allowed for "+typesAllowing(bit))
		}
	}
	if stated&newRent == newRent {
		f.Add(at, "changePct", "is not allowed together with paymentAmount; state one of them")
	}
	if e.Type == IndexChange && e.DiscountRateAnnual.Set && !s.rules().measuresIndex {
		f.Add(at, "discountRateAnnual", "has no meaning for an index under "+s.Title()+", which expenses the change; it is allowed with standard "+
			standardsWhere(indexRate)+" only, where rents follow a floating interest rate")
	}
}

// indexRate names a standard under which the change of an index may state a rate, and
// the paragraph.
func indexRate(s *standard) string {
	if !s.measuresIndex {
		return ""
	}
	return s.name + " (" + s.revisedRate + ")"
}

// typesAllowing lists the types of events that may state a member.
func typesAllowing(member members) string {
	var types []string
	for t := range eventRules {
		if rule := &eventRules[t]; member&(rule.required|rule.oneOf|rule.allowed) != 0 {
			types = append(types, EventType(t).String())
		}
	}
	return strings.Join(types, ", ")
}

// Members returns the contract's names of the members that an event of the type
// may state besides its date (METHOD 13.2). required are those that it has to.
func (t EventType) Members() (allowed, required []string) {
	rule := &eventRules[t]
	for i, name := range memberNames {
		bit := members(1) << i
		if (rule.required|rule.oneOf|rule.allowed)&bit != 0 {
			allowed = append(allowed, name)
		}
		if rule.required&bit != 0 {
			required = append(required, name)
		}
	}
	return allowed, required
}
