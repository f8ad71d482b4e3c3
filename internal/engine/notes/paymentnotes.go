package notes

import (
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// paymentNotes are the notes on the fields of METHOD 12.
var paymentNotes = [...]note{
	{
		key: "discounting",
		applies: func(r *schedule.Result, _ *findings) bool {
			return r.Lease.Basis.Set && !r.Lease.Exempt()
		},
		write: func(p *prose, r *schedule.Result, _ *findings) { p.add(discountingWords[r.Lease.Discounting()]) },
	},
	{
		key:     "commencement_settled",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.Settles() },
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("The ").amount(r.CommencementPayment).add(" paid on the commencement date is not part of the liability; ",
				"it is included in the ", r.Lease.Standard.AssetNoun(), " and credited to cash at commencement (",
				r.Lease.Standard.Rules().Paragraphs.NotYetPaid, ").")
		},
	},
	{
		key:     "rent_free",
		applies: func(r *schedule.Result, _ *findings) bool { return len(r.Lease.RentFree) > 0 },
		write: func(p *prose, r *schedule.Result, _ *findings) {
			months := 0
			for i := range r.Lease.RentFree {
				months += r.Lease.RentFree[i].Months
			}
			p.add("Rent holiday, in full or in part: ").months(months)
			if escalates(r) {
				p.add("; it does not postpone the escalation")
			}
			p.add(".")
		},
	},
	{
		key: "incentive_receivable",
		applies: func(r *schedule.Result, _ *findings) bool {
			for i := range r.Lease.OtherPayments {
				if r.Lease.OtherPayments[i].Kind == lease.Incentive {
					return true
				}
			}
			return false
		},
		text: "Incentives to be received after commencement reduce the lease payments on the dates stated; one already received is a lease incentive and reduces the asset instead.",
	},
	{
		key:     "exempt",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.Exempt() },
		write: func(p *prose, r *schedule.Result, _ *findings) {
			rules := r.Lease.Standard.Rules()
			p.add("The lease is kept off the balance sheet under the ")
			if r.Lease.Exemption == standard.LowValue {
				p.add(rules.Sentences.LowValue)
			} else {
				p.add(rules.Sentences.ShortTermElection)
			}
			if rules.Choices.ExemptAsPaid {
				p.add("; its payments are expensed as they fall due.")
			} else {
				p.add("; its payments are expensed straight-line.")
			}
		},
	},
	{
		key:     "restoration",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.RestorationCost.Value.Sign() > 0 },
		write:   func(p *prose, r *schedule.Result, _ *findings) { p.add(r.Lease.Standard.Rules().Sentences.Restored) },
	},
	{
		key:     "whole_guarantee",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.GuaranteedResidualValue.Set },
		text:    "The 90% test includes the present value of the whole guaranteed residual value; the lease payments include only the part probable of being owed.",
	},
	{
		key:     "first_application",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.Applied() },
		write: func(p *prose, r *schedule.Result, _ *findings) {
			a := &r.Lease.InitialApplication.Value
			p.add("The lease is measured for the first time on ").date(a.Date).add(" (", r.Lease.Standard.Rules().Paragraphs.FirstApplied,
				"): undiscounted payments from then on of ").amount(r.TotalUndiscountedPayments)
			p.add(", less the discount of ").amount(r.Disclosures.ImputedInterest).add(", are the lease liability of ").amount(r.InitialLiability)
			p.add("; what short-term and low-value leases pay is left out of it. Comparatives are not restated, so those of a span that ends before that day show ")
			p.amount(money.Amount{}).add(".")
		},
	},
	{
		key: "carried_rent",
		applies: func(r *schedule.Result, _ *findings) bool {
			return r.Lease.Applied() && !r.Lease.InitialApplication.Value.PrepaidOrAccruedRent.Set && !r.CarriedRent.IsZero()
		},
		write: func(p *prose, r *schedule.Result, _ *findings) {
			carried := "prepaid"
			if r.CarriedRent.Sign() < 0 {
				carried = "accrued"
			}
			p.add("The rent ", carried, " in the books, ").amount(r.CarriedRent.Abs())
			p.add(", is that of the period under way by days, because none was stated.")
		},
	},
	{
		key: "first_short_term",
		applies: func(r *schedule.Result, _ *findings) bool {
			return r.Lease.InitialApplication.Set && !r.Lease.Applied()
		},
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("The term ends within twelve months of the first application on ").date(r.Lease.InitialApplication.Value.Date)
			p.add(", so the lease is kept off the balance sheet (", r.Lease.Standard.Rules().Paragraphs.FirstShortTerm,
				"); nothing is recognized on that day, and its rows and reports begin at commencement.")
		},
	},
	{
		key: "fund_entries",
		applies: func(r *schedule.Result, _ *findings) bool {
			return r.Lease.InFund()
		},
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("The journal entries are those of a governmental fund on the modified accrual basis: a capital outlay and an other financing source, then debt service; ",
				"the schedule is that of the government-wide statements")
			if len(r.Lease.Events) > 0 {
				p.add("; the entry of an event has amounts only for additions to the liability and for cash paid or received on its day")
			}
			p.add(".")
		},
	},
	{
		key:     "both_funds",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.Fund.Value == standard.BothFunds },
		text: "Each journal entry is given twice: for the government-wide statements, and for a governmental fund on the modified accrual basis, as its fund says; " +
			"post each set to its own books. The schedule is that of the government-wide statements.",
	},
	{
		key:     "taken_over",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.OpeningRouAsset.Set },
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("The lease is taken over at the carrying amount of its asset")
			if !r.Lease.Standard.SingleModel() {
				p.add("; the class of the original commencement stands unless it is overridden here, so supply it as the classification")
			}
			p.add(".")
		},
	},
	{
		key: "fund_taken_over",
		applies: func(r *schedule.Result, _ *findings) bool {
			return r.Lease.OpeningRouAsset.Set && r.Lease.HasFundEntries()
		},
		text: "The fund reported the capital outlay and the other financing source when the lease began; do not post the entry of the take-over in the fund again.",
	},
}

// discountingWords describe the application of the rate.
var discountingWords = [...]string{
	lease.Nominal:           "The discount rate is a nominal annual rate: each period bears rate times months / 12.",
	lease.Effective:         "The discount rate is an effective annual rate: each period grows by (1 + rate) to the power of months / 12.",
	lease.Actual365:         "The discount rate is an effective annual rate on actual days: each period grows by (1 + rate) to the power of days / 365, as XNPV in spreadsheets.",
	lease.CompoundedMonthly: "The discount rate is a nominal annual rate compounded monthly: each period grows by (1 + rate / 12) to the power of its months.",
}
