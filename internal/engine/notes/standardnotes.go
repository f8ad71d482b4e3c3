package notes

import (
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// ofStandard writes the notes of the lease's standard.
func (n *remarks) ofStandard() {
	switch n.Lease.Standard {
	case standard.ASC842:
		n.asc842()
	case standard.GASB87:
		n.gasb87()
	case standard.FRS102:
		n.frs102()
	case standard.GASB96:
		n.gasb96()
	case standard.IFRS16: // has no such notes
	}
}

func (n *remarks) asc842() {
	l, c := &n.Lease, &n.Commencement
	n.when(l.HasGuarantee() && !l.GuaranteedResidualValue.Set, "guarantee_fair_value",
		"The 90% test includes the full guaranteed amount (ASC 842-10-25-2(d)): if only the probable part was supplied, ",
		"perform the test with the full guarantee.")
	n.when(n.Class != c.Derived, schedule.NoteClassOverride,
		"The supplied classification, ", n.Class.String(), ", contradicts the criteria, which indicate ", leaseOf(c.Derived),
		either(c.Verdicts.Tested() == 0, " by default, since no input for them was supplied", " according to the supplied inputs"),
		"; document why the supplied class applies.")
	n.when(n.Class == standard.Operating && !l.OptionPrice().IsZero(), "operating_with_option",
		"A purchase option that is reasonably certain to be exercised makes the lease a finance lease (ASC 842-10-25-2(b)); ",
		"if the lease is measured as an operating lease, the price of ", l.OptionPrice(),
		" is spread as lease cost, and the purchased asset is not recognized in these entries.")
}

// leaseOf names a lease of a class.
func leaseOf(c standard.Class) string {
	return either(c == standard.Finance, "a finance lease", "an operating lease")
}

func (n *remarks) gasb87() {
	l := &n.Lease
	n.when(lease.IsTrue(l.TransfersOwnership), "gasb_financed_purchase",
		"A contract that transfers ownership and has no termination options is a financed purchase, not a lease (GASB 87.19); ",
		"determine whether this contract is one.")
	n.when(recognized(n.Result) && l.InitialDirectCosts.Value.Sign() > 0, "gasb_direct_costs",
		"Only direct costs that are ancillary charges necessary to place the asset in service are capitalized (GASB 87.30); ",
		"expense any other direct costs.")
	n.when(n.Disclosures.ImputedInterest.Sign() > 0, "gasb_accrued_interest",
		"Interest accrued and not yet paid is reported separately from the lease liability (GASB 87.24); ",
		"deduct this interest from a closing balance that includes it.")
	n.when(recognized(n.Result), "gasb_fiscal_years",
		"Principal and interest to maturity are disclosed separately and by fiscal year (GASB 87.37); ",
		"the maturity analysis by lease year does not replace this disclosure.")
	n.when(recognized(n.Result) && l.Fund.Value == standard.GovernmentWide, "gasb_government_wide", fullAccrual)
}

func (n *remarks) frs102() {
	l := &n.Lease
	n.when(l.Exemption == standard.LowValue, "not_low_value",
		"Whatever their cost, these assets are not of low value (FRS 102 20.9-20.11): land and buildings, vehicles, ships, aircraft, railway stock, ",
		"construction and agricultural machines, and production line equipment.")
	n.when(l.GrantElement.Value.Sign() > 0, "grant_element",
		"The grant element is added to the cost of the asset (FRS 102 20.47) and credited to Deferred income; ",
		"these figures do not include its release or its immediate recognition as income.")
}

func (n *remarks) gasb96() {
	n.when(recognized(n.Result), "gasb96_stages",
		"Initial direct costs are the capitalizable costs of the initial implementation stage, and commencement is the end of that stage (GASB 96): ",
		"costs of the preliminary and operation stages and of training are expensed, and modules placed in service later are not supported.")
	n.when(n.Disclosures.ImputedInterest.Sign() > 0, "gasb96_accrued_interest",
		"Interest accrued and not yet paid is reported separately from the subscription liability (GASB 96); ",
		"deduct this interest from a closing balance that includes it.")
	n.when(recognized(n.Result), "gasb96_fiscal_years",
		"Principal and interest to maturity are disclosed separately and by fiscal year (GASB 96.60-61); ",
		"the maturity analysis by subscription year does not replace this disclosure.")
	n.when(recognized(n.Result) && n.Lease.Fund.Value == standard.GovernmentWide, "gasb96_government_wide", fullAccrual)
}

// fullAccrual states which of a government's statements the amounts belong to.
const fullAccrual = "The figures are for government-wide and other full-accrual statements only; a governmental fund reports, at commencement, " +
	"a capital outlay expenditure and an other financing source for the liability, and then payments as debt service expenditures for principal and interest."
