package leasehold

// rulesGASB87 are those of GASB Statement No. 87, Leases, for US state and local governments.
// Their lessees have one model.
var rulesGASB87 = standard{
	name:        "GASB_87",
	title:       "GASB 87",
	framework:   "US state and local governments",
	singleModel: true,
	assetNoun:   "lease asset",

	treatments: [3]string{Finance: "GASB 87 lease"},
	accruals: [2][3]string{
		Advance: {Finance: ": rent in advance, interest and amortization to the last day"},
		Arrears: {Finance: ": rent in arrears, interest and amortization"},
	},
	amortization: AccountAmortizationExpense,

	citations: [3][]Citation{Finance: {
		{TopicClass, "GASB 87.20", "a lessee recognizes a lease liability and an intangible lease asset, under one model"},
		{TopicLiability, "GASB 87.21", "the liability is the present value of the payments expected to be made during the lease term"},
		{
			TopicRate | TopicAverages, "GASB 87.23",
			"discounting uses the rate that the lessor charges or, where it cannot be readily determined, the estimated incremental borrowing rate",
		},
		{
			TopicAsset, "GASB 87.30",
			"the lease asset is the liability plus payments made before, less incentives, plus direct costs necessary to place the asset in service",
		},
		{TopicInterest | TopicCost, "GASB 87.24", "the discount is amortized as interest expense, and payments settle accrued interest first"},
		{
			TopicAmortization, "GASB 87.31-32",
			"the lease asset is amortized over the shorter of term and useful life, or over the useful life where a purchase option is reasonably certain",
		},
		// GASB 34 has no citation of its own: each begins with a lease standard (METHOD 9).
		{
			TopicCurrent | TopicMaturity, "GASB 87.37, GASB 34.31",
			"principal and interest to maturity are disclosed for each of five years and in five-year bands thereafter, and the amount due within one year is reported separately",
		},
	}},

	term: Citation{
		0, "GASB 87.12",
		"the lease term is the noncancelable period, with periods of options to extend that are reasonably certain to be exercised, " +
			"and of options to terminate that are reasonably certain not to be",
	},
	exempted: [3]Citation{ShortTerm: {
		TopicCost, "GASB 87.16", "a short-term lease is kept off the balance sheet; its payments are expensed as they fall due",
	}},

	model: "GASB 87.20 has a single lessee model: every lease is measured as an intangible lease asset and a lease liability, " +
		"with interest and amortization, and is reported here under the class finance.",
	disregarded: "The supplied classification, operating, is disregarded: a lessee has no operating leases under GASB 87.",

	shorterIsDecrease: true,
	byLiability:       true,
	governments:       true,
	exemptAsPaid:      true,

	notYetPaid:        "GASB 87.21",
	shortTermElection: "mandatory treatment of short-term leases (GASB 87.16), for which the maximum possible term is at most 12 months",
	indexExpensed:     "GASB 87.26",
	rateKept:          "state the rate in force again where GASB 87.27 keeps it",
	rateModified:      "state the rate in force again where GASB 87.27 keeps it",
	separateLease:     "GASB 87.72",
	oneComponent:      "which says that separate estimates are not practicable (GASB 87.67)",
	sources:           sourceCitations{components: "GASB 87.63-68", variable: "GASB 87.26"},
	floored:           "GASB 87.33",
	impaired:          "GASB 87.34",
	significant:       "the liability is remeasured, which GASB 87.25 asks for only if the effect is expected to be significant.",
	eventCitations: [8][]Citation{
		IndexChange:         {{0, "GASB 87.26", "a change in an index or rate does not remeasure the liability on its own; the difference is an outflow of the period"}},
		ContingencyResolved: {{0, "GASB 87.25", "the liability is remeasured when a contingency makes variable payments fixed, if the effect is significant"}, gasb87AssetAdjusted},
		ResidualGuarantee: {
			{0, "GASB 87.25", "the liability is remeasured for a change in the likelihood of a residual value guarantee being paid, if the effect is significant"},
			gasb87AssetAdjusted,
		},
		Reassessment: {
			{0, "GASB 87.25, GASB 87.27", "a changed lease term or assessment of a purchase option remeasures the liability, at a revised rate where the term or the option changed"},
			gasb87AssetAdjusted,
		},
		Modification: {{0, "GASB 87.72-73", "a modification that is not a separate lease remeasures the liability and adjusts the lease asset; a decreased right is a partial termination, with a gain or loss"}},
		Impairment:   {{0, "GASB 87.34", "the lease asset is written down when its use declines significantly and unexpectedly, as other capital assets are"}},
		Termination:  {{0, "GASB 87.72-73", "an amendment that ends the right to use the asset removes the lease asset and the liability, with a gain or loss"}},
		Purchase:     {{0, "GASB 87.32", "where the lessee acquires the asset, the carrying amount continues in the owned capital asset"}},
	},

	assetClasses: "87.37",
	optionPrice:  "GASB 87.21",
	indexed:      "GASB 87.21",
	ownedAsset:   "property, plant and equipment (capital assets under GASB)",
	guarantee: "The residual value guarantee is included in full as supplied: supply the amount that is reasonably certain to be required, " +
		"not the whole guarantee (GASB 87.21).",
	shortTerm: "The term is 12 months or less: if the maximum possible term, including every option to extend, is also 12 months or less, " +
		"the lease must be treated as short-term and its payments expensed (GASB 87.16).",
	isShortTerm:  func(l *Lease) bool { return l.TermMonths <= 12 },
	weightedTerm: "Remaining lease term",
	weightedRate: "Discount rate",

	notes: []note{
		{
			key:     "gasb_financed_purchase",
			applies: func(r *Result, _ *findings) bool { return isTrue(r.Lease.TransfersOwnership) },
			text: "A contract that transfers ownership and has no termination options is a financed purchase, not a lease (GASB 87.19); " +
				"check which this is.",
		},
		{
			key: "gasb_direct_costs",
			applies: func(r *Result, _ *findings) bool {
				return r.recognized() && r.Lease.InitialDirectCosts.Value.Sign() > 0
			},
			text: "Only direct costs that are ancillary charges necessary to place the asset in service are capitalized (GASB 87.30); " +
				"expense any others.",
		},
		{
			key:     "gasb_accrued_interest",
			applies: func(r *Result, _ *findings) bool { return r.Disclosures.ImputedInterest.Sign() > 0 },
			text: "Interest accrued and not yet paid is reported separately from the lease liability (GASB 87.24); " +
				"exclude it from a closing balance that includes it.",
		},
		{
			key:     "gasb_fiscal_years",
			applies: func(r *Result, _ *findings) bool { return r.recognized() },
			text: "Principal and interest to maturity are disclosed separately and by fiscal year (GASB 87.37); " +
				"the maturity analysis by lease year does not replace that.",
		},
		{
			key:     "gasb_government_wide",
			applies: func(r *Result, _ *findings) bool { return r.recognized() && r.Lease.Fund.Value == GovernmentWide },
			text:    fullAccrual,
		},
	},
}

var gasb87AssetAdjusted = Citation{
	0, "GASB 87.33", "the remeasurement of the liability adjusts the lease asset; what exceeds the asset is a gain",
}

// fullAccrual says which statements of a government the figures are for.
const fullAccrual = "The figures are for government-wide and other full-accrual statements only; a governmental fund reports, at commencement, " +
	"a capital outlay expenditure and an other financing source for the liability, and then payments as debt service expenditures, principal and interest."
