package notes

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Notes on the payment fields of METHOD 12.
func (n *remarks) payments() {
	l := &n.Lease
	n.when(l.Basis.Set && !l.Exempt(), "discounting", discountingWords[l.Discounting()])
	n.when(l.Settles(), "commencement_settled",
		"The ", n.CommencementPayment, " paid on the commencement date is not part of the liability; it is included in the ",
		l.Standard.AssetNoun(), " and credited to cash at commencement (", n.rules.Paragraphs.NotYetPaid, ").")
	free := 0
	for i := range l.RentFree {
		free += l.RentFree[i].Months
	}
	n.when(free > 0, "rent_free", "The rent is waived in full or in part for ", inMonths(free),
		either(escalates(n.Result), "; this does not postpone the escalation", ""), ".")
	n.when(slices.ContainsFunc(l.OtherPayments, func(p lease.SinglePayment) bool { return p.Kind == lease.Incentive }), "incentive_receivable",
		"Incentives to be received after commencement reduce the lease payments on their dates; ",
		"if an incentive was already received, supply it in leaseIncentives, which reduces the asset instead.")
	n.when(l.Exempt(), "exempt",
		"The lease is kept off the balance sheet under the ",
		either(l.Exemption == standard.LowValue, n.rules.Sentences.LowValue, n.rules.Sentences.ShortTermElection),
		"; its payments are expensed ", either(n.rules.Choices.ExemptAsPaid, "as they fall due.", "straight-line."))
	n.when(l.RestorationCost.Value.Sign() > 0, "restoration", n.rules.Sentences.Restored)
	n.when(l.GuaranteedResidualValue.Set, "whole_guarantee",
		"The 90% test includes the present value of the full guaranteed residual value; ",
		"the lease payments include only the part that is probable of being owed.")
	n.application()
	n.funds()
}

// Notes on initial application.
func (n *remarks) application() {
	l := &n.Lease
	first := &l.InitialApplication.Value
	n.when(l.Applied(), "first_application",
		"The lease is measured for the first time on ", first.Date, " (", n.rules.Paragraphs.FirstApplied, "). The undiscounted payments from that date, ",
		n.TotalUndiscountedPayments, ", less the discount, ", n.Disclosures.ImputedInterest, ", equal the lease liability, ", n.InitialLiability,
		". Payments for short-term and low-value leases are excluded. Comparatives are not restated, so the comparatives for a period that ends before that date show ",
		money.Amount{}, ".")
	n.when(l.Applied() && !first.PrepaidOrAccruedRent.Set && !n.CarriedRent.IsZero(), "carried_rent",
		"The rent ", either(n.CarriedRent.Sign() < 0, "accrued", "prepaid"), " in the books, ", n.CarriedRent.Abs(),
		", is the rent for the current payment period, prorated by days, because no amount was supplied.")
	n.when(l.InitialApplication.Set && !l.Applied(), "first_short_term",
		"The term ends within twelve months of the initial application on ", first.Date, ", so the lease is kept off the balance sheet (",
		n.rules.Paragraphs.FirstShortTerm, "); no amounts are recognized on that day, and the lease's rows and reports begin at commencement.")
}

// Notes on a government's statements and on leases transferred in.
func (n *remarks) funds() {
	l := &n.Lease
	n.when(l.InFund(), "fund_entries",
		"The journal entries are for a governmental fund on the modified accrual basis: they record a capital outlay and an other financing source, ",
		"then debt service; the schedule is for the government-wide statements",
		either(len(l.Events) > 0, "; an event's entry has amounts only for additions to the liability and for cash paid or received on that day", ""), ".")
	n.when(l.Fund.Value == standard.BothFunds, "both_funds",
		"Each journal entry is listed twice, for the government-wide statements and for a governmental fund on the modified accrual basis, ",
		"as the fund field shows; post each set to its own books. The schedule is for the government-wide statements.")
	n.when(l.OpeningRouAsset.Set, "taken_over",
		"The lease is transferred in at the carrying amount of its asset", either(l.Standard.SingleModel(), "",
			"; the class determined at the original commencement continues, so supply it as the classification"), ".")
	n.when(l.OpeningRouAsset.Set && l.HasFundEntries(), "fund_taken_over",
		"The fund reported the capital outlay and the other financing source when the lease began; ",
		"do not post the commencement entry to the fund again.")
}

// discountingWords describes how each convention applies the discount rate.
var discountingWords = [...]string{
	lease.Nominal:           "The discount rate is a nominal annual rate: the rate for a period is the annual rate times the number of months / 12.",
	lease.Effective:         "The discount rate is an effective annual rate: over each period, the balance grows by the factor (1 + rate) to the power of months / 12.",
	lease.Actual365:         "The discount rate is an effective annual rate on actual days: over each period, the balance grows by the factor (1 + rate) to the power of days / 365, as with XNPV in spreadsheets.",
	lease.CompoundedMonthly: "The discount rate is a nominal annual rate compounded monthly: over each period, the balance grows by the factor (1 + rate / 12) to the power of the number of its months.",
}

// Notes on the fields of METHOD 20.2 to 20.5 and 25.8.
func (n *remarks) sources() {
	l := &n.Lease
	n.when(l.Calendar.Set, "calendar",
		"Payment periods follow the supplied calendar; the months and rent of a partial period are prorated by days, ",
		"and straight-line amounts are spread over the months of the rows.", either(l.PaymentTiming == standard.Arrears,
			" Rent in arrears is paid on the last day of its period, the day before the next payment day; "+
				"if rent is paid on the payment day itself, enter it as one-off payments.", ""))
	n.when(l.HasServices(), "components",
		"Payments are allocated between the lease and services in proportion to their stand-alone prices, and the schedule shows the lease portion; ",
		"services have no cost in a rent-free month; the fair value must cover only the leased asset.")
	n.when(!l.HasServices(), "one_component", l.Standard.OneComponent())
	n.when(l.IrrecoverableTaxRate.Set, "irrecoverable_tax",
		"Irrecoverable tax is treated as a levy, not as a lease payment, and is expensed when paid; ",
		"some preparers include it in the lease payments.")
	n.when(l.VariablePayments != nil, "variable_payments",
		"Payments that depend on sales or use are not in the liability; they are expensed on their dates.")
	n.when(l.SubleaseIncome != nil, "sublease_income",
		"Sublease income listed by date is recognized as received. It is not in the schedule; reports show it separately.")
	n.when(l.Subleases != nil, "subleases",
		"Income from each sublease is recognized straight-line over its months. It is not in the schedule; reports show it, with rent receivable ",
		"and deferred rent.")
}

// Notes on the sources of the discount rates (METHOD 20.1).
func (n *remarks) rates() {
	l := &n.Lease
	for i := range n.RatesUsed {
		u := &n.RatesUsed[i]
		n.add("The discount rate ", rateOf(l, u), ", ", percent(u.Rate), " a year, is the table's rate for ", inMonths(u.TermMonths), " at ", u.Date)
		if len(u.Rows) == 2 {
			n.add(", interpolated between rows ", u.Rows[0], " and ", u.Rows[1])
		} else {
			n.add(", row ", u.Rows[0])
		}
		if u.Source != "" {
			n.add(" (source: ", u.Source, ")")
		}
		n.note("rate_of_table", ".")
		n.when(u.Shortest != 0, "rate_of_shortest_term", "The table has no row for ", inMonths(u.TermMonths), " at ", u.Date,
			", so the rate of its shortest term, ", inMonths(u.Shortest), ", is used.")
	}
	n.when(l.DiscountRateBasis != lease.NoRateBasis, "rate_basis", "The discount rate is supplied as ", l.DiscountRateBasis.Words(), ".")
	for i := range l.Events {
		e := &l.Events[i]
		n.when(e.DiscountRateBasis != lease.NoRateBasis, "rate_basis",
			"The discount rate of the ", e.Type.Title(), " on ", e.Date, " is supplied as ", e.DiscountRateBasis.Words(), ".")
	}
}

// rateOf describes when a discount rate is used: at commencement, at initial application or at an event.
func rateOf(l *lease.Lease, u *ratetable.Used) string {
	switch {
	case u.Event >= 0:
		return "of the event on " + u.Date.String()
	case l.Applied():
		return "at initial application"
	}
	return "at commencement"
}
