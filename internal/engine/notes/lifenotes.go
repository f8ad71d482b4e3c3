package notes

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/ratetable"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Notes on the lease's events (METHOD 13).
func (n *remarks) events() {
	n.when(len(n.Events) > 0, "commencement_figures",
		"The schedule and the journal entries cover the lease with its events; ",
		"the initial figures, disclosures and classification describe the lease at commencement.")
	before := terms{months: n.Lease.TermMonths, life: n.Lease.AssetEconomicLifeMonths.Set}
	for i := range n.Events {
		e := occurrence{n, &n.Lease.Events[i], &n.Events[i]}
		now := before.after(e.stated)
		e.measurement(before)
		e.class(now)
		e.asset()
		before = now
	}
}

// The fields state a lease's term, whether an economic life is supplied, and whether that life was
// supplied at an impairment.
type terms struct {
	months             int
	life, ofImpairment bool
}

func (t terms) after(e *lease.Event) terms {
	if e.TermMonths.Set {
		t.months = e.TermMonths.Value
	}
	if e.AssetEconomicLifeMonths.Set {
		t.life, t.ofImpairment = true, e.Type == standard.Impairment
	}
	return t
}

// occurrence writes the notes on one event.
type occurrence struct {
	*remarks
	stated *lease.Event
	effect *schedule.EventResult
}

// A note on the event is added if the condition holds.
func (e *occurrence) on(applies bool, key string, parts ...any) {
	if applies {
		e.add("On ", e.stated.Date, ", ")
		e.note(key, parts...)
	}
}

// The result is true if the lease contract, or a judgment about it, changes at the event.
func (e *occurrence) changes() bool {
	return e.stated.Type == standard.Reassessment || e.stated.Type == standard.Modification
}

// Notes on the measurement of the liability and on the scope, given the terms before the event.
func (e *occurrence) measurement(before terms) {
	stated, effect, rules := e.stated, e.effect, e.rules
	e.on(effect.Cut && effect.Treatment != schedule.Derecognized, "row_cut",
		"the event takes effect within a payment period, so the schedule's row for that period is split at the effective date; ",
		"the first part contains the amounts accrued through the prior day.")
	e.on(effect.Treatment == schedule.Expensed, "index_expensed",
		"the change in the index is recognized as variable lease cost when it is incurred; the liability is not remeasured (",
		rules.Paragraphs.IndexExpensed, ").")
	e.on(e.changes() && !stated.DiscountRateAnnual.Set, "rate_stays",
		"no rate is supplied, so the current rate, ", percent(effect.DiscountRateAnnual), ", remains; ", rules.Sentences.RateStays, ".")
	reason := ""
	switch stated.Type {
	case standard.Reassessment:
		reason = rules.Sentences.RateKept
	case standard.Modification:
		reason = rules.Sentences.RateModified
	default: // an event without a revised rate
	}
	ofTable := slices.ContainsFunc(e.RatesUsed, func(u ratetable.Used) bool { return u.Event >= 0 && &e.Lease.Events[u.Event] == stated })
	e.on(stated.DiscountRateAnnual.Set && reason != "", "rate_of_event",
		"the liability is measured at the ", either(ofTable, "table", "supplied"), " rate, ", percent(stated.DiscountRateAnnual.Value), "; ", reason, ".")
	e.on(effect.Decrease, "scope_decreased", e.decrease(before))
	e.on(stated.Type == standard.Modification && !effect.Decrease, "separate_lease",
		"the modification is not accounted for as a separate lease; an asset added at its stand-alone price would be a separate lease (",
		rules.Paragraphs.SeparateLease, ").")
	e.on(!effect.Floored.IsZero(), "asset_floored",
		"the decrease in the liability exceeds the carrying amount of the asset by ", effect.Floored, ", and the excess is a gain (", rules.Paragraphs.Floored, ").")
}

// decrease describes a decrease in scope (METHOD 13.6).
func (e *occurrence) decrease(before terms) string {
	shorter := e.rules.Choices.ShorterIsDecrease && e.stated.TermMonths.Set && e.stated.TermMonths.Value < before.months
	if shorter && !e.stated.GivesUpShare() {
		return "the term is shortened: the asset and the liability are reduced for the months given up."
	}
	proportion := "the portion of the right of use surrendered."
	switch {
	case e.effect.Proportion == lease.ByLiability:
		proportion = "the change in the liability."
	case e.stated.Proportion.Value == lease.ByLiability:
		proportion = "the portion of the right of use surrendered, because the liability does not fall."
	case shorter:
		proportion = "the portion of the right of use surrendered, and for the months given up."
	}
	return "the scope decreases; the asset is reduced in proportion to " + proportion
}

// Notes on the class, given the terms after the event.
func (e *occurrence) class(now terms) {
	stated, effect, rules := e.stated, e.effect, e.rules
	e.on(effect.Class != effect.ClassBefore, "class_changed",
		"the class changes from ", effect.ClassBefore.String(), " to ", effect.Class.String(), ", prospectively (", rules.Paragraphs.Reclassified, ").")
	e.on(now.ofImpairment && e.changes() && !rules.Choices.SingleModel, "life_of_impairment",
		"the class is tested with the economic life supplied for an earlier impairment; if that life reflected a plan to abandon the asset, ",
		"supply the remaining economic life of the asset itself, which ", rules.Paragraphs.LifeTested, " requires.")
	e.on(effect.Overridden, schedule.NoteClassAgainstCriteria,
		"the class ", effect.Class.String(), " contradicts the criteria tested on that date; document why this class applies.")
	owned := lease.IsTrue(stated.TransfersOwnership) || lease.IsTrue(stated.PurchaseOptionReasonablyCertain)
	e.on(!now.life && effect.Class == standard.Finance && owned, "life_missing",
		"ownership is expected, but no economic life was supplied, so the asset is amortized over the term instead of its useful life.")
}

// Notes on impairments, terminations and lapsed terms.
func (e *occurrence) asset() {
	stated, effect, rules := e.stated, e.effect, e.rules
	e.on(stated.Type == standard.Impairment && effect.Class == standard.Operating, "impaired_pattern",
		"the asset is amortized straight-line from then on, and the lease cost is amortization plus accretion of the liability (",
		rules.Paragraphs.ImpairedCost, ").")
	e.on(stated.Type == standard.Impairment || stated.Type == standard.ImpairmentReversal, "impairment_reversal", e.impairment()...)
	e.on(stated.Type == standard.Termination && e.Lease.PaymentTiming == standard.Arrears, "penalty_includes_rent",
		"the schedule does not include the rent in arrears for the current period; include it in the penalty if it is payable.")
	significant := rules.Sentences.Significant
	e.on(significant != "" && effect.Treatment == schedule.Remeasured && stated.Type != standard.Modification, "significant_effect", significant)
	e.on(effect.Lapsed, "stated_lapsed",
		"supplied terms lapse if their dates are after the new end of the lease term, even if a later event extends the term again.")
}

// impairment describes an impairment or its reversal.
func (e *occurrence) impairment() []any {
	loss := e.effect.ImpairmentLoss
	switch {
	case e.effect.Treatment == schedule.Reversed:
		sentence := []any{"the impairment is reversed by ", loss.Neg()}
		if excess := e.effect.AmountReversed.Add(loss); !excess.IsZero() {
			sentence = append(sentence, "; ", excess, " of the supplied amount is excluded, because the asset would otherwise exceed the carrying amount that it would have had without impairments")
		}
		return append(sentence, " (", e.rules.Paragraphs.Reversed, ").")
	case loss.IsZero():
		return []any{"there is no write-down; the asset is amortized over the remaining months from then on."}
	}
	return []any{"the asset is written down by ", loss, " as supplied (", e.rules.Paragraphs.Impaired, ")."}
}
