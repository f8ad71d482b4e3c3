package notes

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/ratetable"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// lifeNote is a remark on an event of a lease (METHOD 13): the condition, and the sentence after
// "On yyyy-mm-dd, ".
type lifeNote struct {
	key     string
	applies func(*schedule.Result, *lease.Event, *schedule.EventResult) bool
	write   func(*prose, *schedule.Result, *lease.Event, *schedule.EventResult)
}

// commencementNote explains which amounts describe commencement if the lease has events.
const commencementNote = "The schedule and the journal entries are those of the lease's life with its events; " +
	"the initial figures, disclosures and classification describe commencement."

// appendLifeNotes writes the remarks on the events of r.
func appendLifeNotes(p *prose, r *schedule.Result) {
	if len(r.Events) == 0 {
		return
	}
	p.add(commencementNote)
	p.note("commencement_figures")
	for i := range r.Events {
		e, result := &r.Lease.Events[i], &r.Events[i]
		for j := range lifeNotes {
			if n := &lifeNotes[j]; n.applies(r, e, result) {
				p.add("On ").date(e.Date).add(", ")
				n.write(p, r, e, result)
				p.note(n.key)
			}
		}
	}
}

// plainly returns a function that writes a text without amounts.
func plainly(words string) func(*prose, *schedule.Result, *lease.Event, *schedule.EventResult) {
	return func(p *prose, _ *schedule.Result, _ *lease.Event, _ *schedule.EventResult) { p.add(words) }
}

// lifeInForce reports whether the lease or an event up to the given one supplies a remaining economic
// life, and whether an impairment supplied it last.
func lifeInForce(r *schedule.Result, at *lease.Event) (known, ofImpairment bool) {
	known = r.Lease.AssetEconomicLifeMonths.Set
	for i := range r.Lease.Events {
		e := &r.Lease.Events[i]
		if e.AssetEconomicLifeMonths.Set {
			known, ofImpairment = true, e.Type == standard.Impairment
		}
		if e == at {
			break
		}
	}
	return known, ofImpairment
}

// shortensTerm reports whether an event is a decrease in scope because it ends the term earlier
// (METHOD 13.6).
func shortensTerm(r *schedule.Result, at *lease.Event) bool {
	term := r.Lease.TermMonths
	for i := range r.Lease.Events {
		e := &r.Lease.Events[i]
		if e == at {
			return r.Lease.Standard.Rules().Choices.ShorterIsDecrease && e.TermMonths.Set && e.TermMonths.Value < term
		}
		if e.TermMonths.Set {
			term = e.TermMonths.Value
		}
	}
	return false
}

// lifeNotes, in the order of printing.
var lifeNotes = [...]lifeNote{
	{
		key: "row_cut",
		applies: func(_ *schedule.Result, _ *lease.Event, e *schedule.EventResult) bool {
			return e.Cut && e.Treatment != schedule.Derecognized
		},
		write: plainly("the event takes effect within a payment period, so the schedule is split at the effective date; the first part carries what had accrued through the prior day."),
	},
	{
		key: "index_expensed",
		applies: func(_ *schedule.Result, _ *lease.Event, e *schedule.EventResult) bool {
			return e.Treatment == schedule.Expensed
		},
		write: func(p *prose, r *schedule.Result, _ *lease.Event, _ *schedule.EventResult) {
			p.add("the change of the index is recognized as variable lease cost when it is incurred; the liability is not remeasured (",
				r.Lease.Standard.Rules().Paragraphs.IndexExpensed, ").")
		},
	},
	{
		key: "rate_stays",
		applies: func(_ *schedule.Result, e *lease.Event, _ *schedule.EventResult) bool {
			return (e.Type == standard.Reassessment || e.Type == standard.Modification) && !e.DiscountRateAnnual.Set
		},
		write: func(p *prose, r *schedule.Result, _ *lease.Event, result *schedule.EventResult) {
			p.add("no rate is stated, so the rate in force, ").percent(result.DiscountRateAnnual)
			p.add(", stays; ", r.Lease.Standard.Rules().Sentences.RateStays, ".")
		},
	},
	{
		key: "rate_of_event",
		applies: func(r *schedule.Result, e *lease.Event, _ *schedule.EventResult) bool {
			rules := r.Lease.Standard.Rules()
			return e.DiscountRateAnnual.Set && (e.Type == standard.Reassessment && rules.Sentences.RateKept != "" || e.Type == standard.Modification && rules.Sentences.RateModified != "")
		},
		write: func(p *prose, r *schedule.Result, e *lease.Event, _ *schedule.EventResult) {
			from := "stated"
			if slices.ContainsFunc(r.RatesUsed, func(u ratetable.Used) bool { return u.Event >= 0 && &r.Lease.Events[u.Event] == e }) {
				from = "of the table"
			}
			p.add("the liability is measured at the rate ", from, ", ").percent(e.DiscountRateAnnual.Value)
			if rules := r.Lease.Standard.Rules(); e.Type == standard.Modification {
				p.add("; ", rules.Sentences.RateModified, ".")
			} else {
				p.add("; ", rules.Sentences.RateKept, ".")
			}
		},
	},
	{
		key:     "scope_decreased",
		applies: func(_ *schedule.Result, _ *lease.Event, e *schedule.EventResult) bool { return e.Decrease },
		write: func(p *prose, r *schedule.Result, e *lease.Event, result *schedule.EventResult) {
			shorter := shortensTerm(r, e)
			if shorter && !e.GivesUpShare() {
				p.add("the term is shortened: asset and liability are reduced for the months given up.")
				return
			}
			p.add("the scope decreases; the asset is reduced in proportion to ")
			switch {
			case result.Proportion == lease.ByLiability:
				p.add("the change in the liability.")
			case e.Proportion.Value == lease.ByLiability:
				p.add("the portion of the right of use surrendered, because the liability does not fall.")
			case shorter:
				p.add("the portion of the right of use surrendered, and for the months given up.")
			default:
				p.add("the portion of the right of use surrendered.")
			}
		},
	},
	{
		key: "separate_lease",
		applies: func(_ *schedule.Result, e *lease.Event, result *schedule.EventResult) bool {
			return e.Type == standard.Modification && !result.Decrease
		},
		write: func(p *prose, r *schedule.Result, _ *lease.Event, _ *schedule.EventResult) {
			p.add("the modification is accounted for as one that is not a separate lease; an added asset at its stand-alone price would be a separate lease (",
				r.Lease.Standard.Rules().Paragraphs.SeparateLease, ").")
		},
	},
	{
		key:     "asset_floored",
		applies: func(_ *schedule.Result, _ *lease.Event, e *schedule.EventResult) bool { return !e.Floored.IsZero() },
		write: func(p *prose, r *schedule.Result, _ *lease.Event, e *schedule.EventResult) {
			p.add("the decrease of the liability exceeds the carrying amount of the asset by ").amount(e.Floored)
			p.add(", which is a gain (", r.Lease.Standard.Rules().Paragraphs.Floored, ").")
		},
	},
	{
		key: "class_changed",
		applies: func(_ *schedule.Result, _ *lease.Event, e *schedule.EventResult) bool {
			return e.Class != e.ClassBefore
		},
		write: func(p *prose, r *schedule.Result, _ *lease.Event, e *schedule.EventResult) {
			p.add("the class changes from ", e.ClassBefore.String(), " to ", e.Class.String(), ", prospectively (",
				r.Lease.Standard.Rules().Paragraphs.Reclassified, ").")
		},
	},
	{
		key: "life_of_impairment",
		applies: func(r *schedule.Result, e *lease.Event, _ *schedule.EventResult) bool {
			_, ofImpairment := lifeInForce(r, e)
			return ofImpairment && (e.Type == standard.Reassessment || e.Type == standard.Modification) && !r.Lease.Standard.SingleModel()
		},
		write: func(p *prose, r *schedule.Result, _ *lease.Event, _ *schedule.EventResult) {
			p.add("the class is tested with the life that was stated at an impairment; if that was a plan to abandon, ",
				"state the remaining economic life of the asset itself, which ", r.Lease.Standard.Rules().Paragraphs.LifeTested, " asks for.")
		},
	},
	{
		key:     schedule.NoteClassAgainstCriteria,
		applies: func(_ *schedule.Result, _ *lease.Event, e *schedule.EventResult) bool { return e.Overridden },
		write: func(p *prose, _ *schedule.Result, _ *lease.Event, e *schedule.EventResult) {
			p.add("the class ", e.Class.String(), " contradicts the criteria tested on that date; document why it applies.")
		},
	},
	{
		key: "life_missing",
		applies: func(r *schedule.Result, e *lease.Event, result *schedule.EventResult) bool {
			known, _ := lifeInForce(r, e)
			return !known && result.Class == standard.Finance && (lease.IsTrue(e.TransfersOwnership) || lease.IsTrue(e.PurchaseOptionReasonablyCertain))
		},
		write: plainly("ownership is expected, but no economic life was supplied, so the asset is amortized over the term instead of its useful life."),
	},
	{
		key: "impaired_pattern",
		applies: func(_ *schedule.Result, e *lease.Event, result *schedule.EventResult) bool {
			return e.Type == standard.Impairment && result.Class == standard.Operating
		},
		write: func(p *prose, r *schedule.Result, _ *lease.Event, _ *schedule.EventResult) {
			p.add("the asset is amortized straight-line from then on and the lease cost is amortization plus accretion of the liability (",
				r.Lease.Standard.Rules().Paragraphs.ImpairedCost, ").")
		},
	},
	{
		key: "impairment_reversal",
		applies: func(_ *schedule.Result, e *lease.Event, _ *schedule.EventResult) bool {
			return e.Type == standard.Impairment || e.Type == standard.ImpairmentReversal
		},
		write: func(p *prose, r *schedule.Result, _ *lease.Event, e *schedule.EventResult) {
			if e.Treatment == schedule.Reversed {
				p.add("the impairment is reversed by ").amount(e.ImpairmentLoss.Neg())
				if removed := e.AmountReversed.Add(e.ImpairmentLoss); !removed.IsZero() {
					p.add("; ").amount(removed).add(" of the amount stated is left out, because it would exceed the carrying amount without impairments")
				}
				p.add(" (", r.Lease.Standard.Rules().Paragraphs.Reversed, ").")
				return
			}
			if e.ImpairmentLoss.IsZero() {
				p.add("nothing is written down; the amortization of the asset starts anew over the months left.")
				return
			}
			p.add("the asset is written down by ").amount(e.ImpairmentLoss).add(" as stated (", r.Lease.Standard.Rules().Paragraphs.Impaired,
				").")
		},
	},
	{
		key: "penalty_includes_rent",
		applies: func(r *schedule.Result, e *lease.Event, _ *schedule.EventResult) bool {
			return e.Type == standard.Termination && r.Lease.PaymentTiming == standard.Arrears
		},
		write: plainly("the rent in arrears of the period under way is not paid by the schedule; include it in the penalty if it is owed."),
	},
	{
		key: "significant_effect",
		applies: func(r *schedule.Result, _ *lease.Event, e *schedule.EventResult) bool {
			return r.Lease.Standard.Rules().Sentences.Significant != "" && e.Treatment == schedule.Remeasured && e.Type != standard.Modification
		},
		write: func(p *prose, r *schedule.Result, _ *lease.Event, _ *schedule.EventResult) {
			p.add(r.Lease.Standard.Rules().Sentences.Significant)
		},
	},
	{
		key:     "stated_lapsed",
		applies: func(_ *schedule.Result, _ *lease.Event, e *schedule.EventResult) bool { return e.Lapsed },
		write:   plainly("terms stated for dates after the new end of the term lapse, even if a later event extends the term again."),
	},
}
