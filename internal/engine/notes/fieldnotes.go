package notes

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
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

// sourceNotes are the notes on the fields of METHOD 20.2 to 20.5 and 25.8.
var sourceNotes = [...]note{
	{
		key:     "calendar",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.Calendar.Set },
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("Payment periods lie on the calendar that is stated; a row that is a part of a period has the share of its days in the period's ",
				"rent and months, and the straight line runs over the months of the rows.")
			if r.Lease.PaymentTiming == standard.Arrears {
				p.add(" Rent in arrears is paid on the last day of its period, the day before the next payment day; ",
					"rent paid on that payment day itself is listed as one-off payments.")
			}
		},
	},
	{
		key:     "components",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.HasServices() },
		text: "Payments are divided between lease and services by their stand-alone prices, and the schedule shows the lease part; " +
			"a rent-free month has no cost of services; the fair value must be that of the leased asset alone.",
	},
	{
		key:     "one_component",
		applies: func(r *schedule.Result, _ *findings) bool { return !r.Lease.HasServices() },
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add(r.Lease.Standard.OneComponent())
		},
	},
	{
		key:     "irrecoverable_tax",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.IrrecoverableTaxRate.Set },
		text: "Tax that is not recovered is taken as a levy and no lease payment, and is expensed when it is paid; " +
			"others count it among the lease payments.",
	},
	{
		key:     "variable_payments",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.VariablePayments != nil },
		text:    "Payments that depend on sales or use are not in the liability; they are expensed on their dates.",
	},
	{
		key:     "sublease_income",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.SubleaseIncome != nil },
		text:    "Sublease income of single dates is recognized as received. It is not in the schedule; reports show it separately.",
	},
	{
		key:     "subleases",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.Subleases != nil },
		text: "Income of each sublease is straight-line over its months. It is not in the schedule; reports show it, with rent receivable " +
			"and deferred rent.",
	},
}

// appendRateNotes writes the sources of the discount rates (METHOD 20.1).
func appendRateNotes(p *prose, r *schedule.Result) {
	for i := range r.RatesUsed {
		u := &r.RatesUsed[i]
		p.add("The discount rate ", rateOf(&r.Lease, u), ", ").percent(u.Rate).add(" a year, is that of the rate table for ").months(u.TermMonths).add(" at ").date(u.Date)
		if len(u.Rows) == 2 {
			p.add(", on the straight line between rows ", strconv.Itoa(u.Rows[0]), " and ", strconv.Itoa(u.Rows[1]))
		} else {
			p.add(", row ", strconv.Itoa(u.Rows[0]))
		}
		if u.Source != "" {
			p.add(" (source: ", u.Source, ")")
		}
		p.add(".").note("rate_of_table")
		if u.Shortest != 0 {
			p.add("The table has no row for ").months(u.TermMonths).add(" at ").date(u.Date).
				add(", so the rate of its shortest term, ").months(u.Shortest).add(", is used.").note("rate_of_shortest_term")
		}
	}
	if b := r.Lease.DiscountRateBasis; b != lease.NoRateBasis {
		p.add("The discount rate is stated to be ", b.Words(), ".").note("rate_basis")
	}
	for i := range r.Lease.Events {
		if e := &r.Lease.Events[i]; e.DiscountRateBasis != lease.NoRateBasis {
			p.add("The discount rate of the ", e.Type.Title(), " on ").date(e.Date).add(" is stated to be ", e.DiscountRateBasis.Words(), ".").note("rate_basis")
		}
	}
}

// rateOf names the use of a rate.
func rateOf(l *lease.Lease, u *ratetable.Used) string {
	switch {
	case u.Event >= 0:
		return "of the event on " + u.Date.String()
	case l.Applied():
		return "at first application"
	}
	return "at commencement"
}
