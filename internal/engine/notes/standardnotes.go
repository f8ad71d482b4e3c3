package notes

import (
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// standardNotes follow the general notes of a lease, by standard.
var standardNotes = [...][]note{
	standard.ASC842: {
		{
			key: "guarantee_fair_value",
			applies: func(r *schedule.Result, _ *findings) bool {
				return r.Lease.HasGuarantee() && !r.Lease.GuaranteedResidualValue.Set
			},
			text: "The 90% test includes the full guaranteed amount (ASC 842-10-25-2(d)): if only the probable part was supplied, " +
				"make that test with the full guarantee.",
		},
		{
			key:     schedule.NoteClassOverride,
			applies: func(r *schedule.Result, _ *findings) bool { return r.Class != r.Commencement.Derived },
			write: func(p *prose, r *schedule.Result, _ *findings) {
				p.add("The supplied classification, ", r.Class.String(), ", contradicts the criteria, which give ", r.Commencement.Derived.String())
				if r.Commencement.Verdicts.Tested() == 0 {
					p.add(" by default, since no input for them was supplied")
				} else {
					p.add(" on the inputs supplied")
				}
				p.add("; document why it applies.")
			},
		},
		{
			key: "operating_with_option",
			applies: func(r *schedule.Result, _ *findings) bool {
				return r.Class == standard.Operating && !r.Lease.OptionPrice().IsZero()
			},
			write: func(p *prose, r *schedule.Result, _ *findings) {
				p.add("A purchase option that is reasonably certain to be exercised makes a finance lease (ASC 842-10-25-2(b)); ",
					"measured as an operating lease, its price of ").amount(r.Lease.OptionPrice())
				p.add(" is spread as lease cost, and the purchased asset is not recognized in these entries.")
			},
		},
	},
	standard.IFRS16: nil,
	standard.GASB87: {
		{
			key:     "gasb_financed_purchase",
			applies: func(r *schedule.Result, _ *findings) bool { return lease.IsTrue(r.Lease.TransfersOwnership) },
			text: "A contract that transfers ownership and has no termination options is a financed purchase, not a lease (GASB 87.19); " +
				"check which this is.",
		},
		{
			key: "gasb_direct_costs",
			applies: func(r *schedule.Result, _ *findings) bool {
				return recognized(r) && r.Lease.InitialDirectCosts.Value.Sign() > 0
			},
			text: "Only direct costs that are ancillary charges necessary to place the asset in service are capitalized (GASB 87.30); " +
				"expense any others.",
		},
		{
			key:     "gasb_accrued_interest",
			applies: func(r *schedule.Result, _ *findings) bool { return r.Disclosures.ImputedInterest.Sign() > 0 },
			text: "Interest accrued and not yet paid is reported separately from the lease liability (GASB 87.24); " +
				"exclude it from a closing balance that includes it.",
		},
		{
			key:     "gasb_fiscal_years",
			applies: func(r *schedule.Result, _ *findings) bool { return recognized(r) },
			text: "Principal and interest to maturity are disclosed separately and by fiscal year (GASB 87.37); " +
				"the maturity analysis by lease year does not replace that.",
		},
		{
			key: "gasb_government_wide",
			applies: func(r *schedule.Result, _ *findings) bool {
				return recognized(r) && r.Lease.Fund.Value == standard.GovernmentWide
			},
			text: fullAccrual,
		},
	},
	standard.FRS102: {
		{
			key:     "not_low_value",
			applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.Exemption == standard.LowValue },
			text: "Whatever they cost, FRS 102 20.9-20.11 exclude from low value: land and buildings, vehicles, ships, aircraft, railway stock, " +
				"construction and agricultural machines, and production line equipment.",
		},
		{
			key:     "grant_element",
			applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.GrantElement.Value.Sign() > 0 },
			text: "The grant element is part of the cost of the asset (FRS 102 20.47) and is credited to Deferred income; " +
				"its release, or income at once, is outside these figures.",
		},
	},
	standard.GASB96: {
		{
			key:     "gasb96_stages",
			applies: func(r *schedule.Result, _ *findings) bool { return recognized(r) },
			text: "Initial direct costs are the capitalizable costs of the initial implementation stage, and commencement is when that stage is over (GASB 96): " +
				"costs of the preliminary and operation stages and of training are expensed, and modules that are ready later are not offered.",
		},
		{
			key:     "gasb96_accrued_interest",
			applies: func(r *schedule.Result, _ *findings) bool { return r.Disclosures.ImputedInterest.Sign() > 0 },
			text: "Interest accrued and not yet paid is reported separately from the subscription liability (GASB 96); " +
				"exclude it from a closing balance that includes it.",
		},
		{
			key:     "gasb96_fiscal_years",
			applies: func(r *schedule.Result, _ *findings) bool { return recognized(r) },
			text: "Principal and interest to maturity are disclosed separately and by fiscal year (GASB 96.60-61); " +
				"the maturity analysis by subscription year does not replace that.",
		},
		{
			key: "gasb96_government_wide",
			applies: func(r *schedule.Result, _ *findings) bool {
				return recognized(r) && r.Lease.Fund.Value == standard.GovernmentWide
			},
			text: fullAccrual,
		},
	},
}

// fullAccrual names the statements of a government that the amounts are for.
const fullAccrual = "The figures are for government-wide and other full-accrual statements only; a governmental fund reports, at commencement, " +
	"a capital outlay expenditure and an other financing source for the liability, and then payments as debt service expenditures, principal and interest."
