package standard

// rulesGASB87 contains the rules of GASB Statement No. 87, Leases, for US state and local
// governments. Lessees have a single model.
var rulesGASB87 = Rules{
	Names: Names{
		API:        "GASB_87",
		Title:      "GASB 87",
		Framework:  "US state and local governments",
		Asset:      "lease asset",
		Treatments: [3]string{Finance: "GASB 87 lease"},
		Accruals: [2][3]string{
			Advance: {Finance: ": rent in advance, interest and amortization to the last day"},
			Arrears: {Finance: ": rent in arrears, interest and amortization"},
		},
		Amortization: AccountAmortizationExpense,
		TermHeading:  "Remaining lease term",
		RateHeading:  "Discount rate",
	},
	Choices: Choices{
		SingleModel:       true,
		ShorterIsDecrease: true,
		ByLiability:       true,
		Governments:       true,
		ExemptAsPaid:      true,
	},
	Citations: Citations{
		ByClass: [3][]Citation{Finance: {
			{TopicClass, "GASB 87.20", "a lessee recognizes a lease liability and an intangible lease asset, under one model"},
			{TopicLiability, "GASB 87.21", "the liability is the present value of the payments expected to be made during the lease term"},
			{
				TopicRate | TopicAverages, "GASB 87.23",
				"discounting uses the rate that the lessor charges or, if it cannot be readily determined, the estimated incremental borrowing rate",
			},
			{
				TopicAsset, "GASB 87.30",
				"the lease asset is the liability plus payments made at or before commencement, less incentives, plus direct costs necessary to place the asset in service",
			},
			{TopicInterest | TopicCost, "GASB 87.24", "the discount is amortized as interest expense, and payments settle accrued interest first"},
			{
				TopicAmortization, "GASB 87.31-32",
				"the lease asset is amortized over the shorter of the term and the useful life, or over the useful life where a purchase option is reasonably certain",
			},
			// GASB 34 is cited within a GASB 87 citation, because each citation begins with a lease
			// standard (METHOD 9).
			{
				TopicCurrent | TopicMaturity, "GASB 87.37, GASB 34.31",
				"principal and interest to maturity are disclosed for each of the first five years and in five-year bands thereafter, and the amount due within one year is reported separately",
			},
		}},
		Term: Citation{
			0, "GASB 87.12",
			"the lease term is the noncancelable period, plus periods covered by options to extend that are reasonably certain to be exercised " +
				"and by options to terminate that are reasonably certain not to be exercised",
		},
		Exempted: [3]Citation{ShortTerm: {
			TopicCost, "GASB 87.16", "a short-term lease is kept off the balance sheet; its payments are expensed as they fall due",
		}},
		Events: [9][]Citation{
			IndexChange:         {{0, "GASB 87.26", "the liability is not remeasured solely for a change in an index or rate; the difference is an outflow of the period"}},
			ContingencyResolved: {{0, "GASB 87.25", "the liability is remeasured when a contingency is resolved and variable payments become fixed, if the effect is significant"}, gasb87AssetAdjusted},
			ResidualGuarantee: {
				{0, "GASB 87.25", "the liability is remeasured for a change in the likelihood of a residual value guarantee being paid, if the effect is significant"},
				gasb87AssetAdjusted,
			},
			Reassessment: {
				{0, "GASB 87.25, GASB 87.27", "if the lease term or the assessment of a purchase option changes, the liability is remeasured at a revised rate"},
				gasb87AssetAdjusted,
			},
			Modification: {{0, "GASB 87.72-73", "for a modification that is not a separate lease, the liability is remeasured and the lease asset adjusted; a decreased right is a partial termination, with a gain or loss"}},
			Impairment:   {{0, "GASB 87.34", "like other capital assets, the lease asset is written down when its use declines significantly and unexpectedly"}},
			Termination:  {{0, "GASB 87.72-73", "when an amendment ends the right to use the asset, the lease asset and the liability are removed, with a gain or loss"}},
			Purchase:     {{0, "GASB 87.32", "where the lessee acquires the underlying asset, the lease asset's carrying amount is transferred to the owned capital asset"}},
		},
	},
	Paragraphs: Paragraphs{
		NotYetPaid:    "GASB 87.21",
		IndexExpensed: "GASB 87.26",
		SeparateLease: "GASB 87.72",
		Sources:       Sources{Components: "GASB 87.63-68", Variable: "GASB 87.26"},
		Floored:       "GASB 87.33",
		Impaired:      "GASB 87.34",
		AssetClasses:  "87.37",
		OptionPrice:   "GASB 87.21",
		Indexed:       "GASB 87.21",
	},
	Sentences: Sentences{
		Model: "GASB 87.20 has a single lessee model: every lease is measured as an intangible lease asset and a lease liability, " +
			"with interest and amortization.",
		Disregarded:       "The supplied classification, operating, is disregarded: a lessee has no operating leases under GASB 87.",
		ShortTermElection: "mandatory treatment of leases with a maximum possible term of at most 12 months (GASB 87.16)",
		RateKept:          "if GASB 87.27 does not require a new rate, supply the current rate again",
		RateModified:      "if GASB 87.27 does not require a new rate, supply the current rate again",
		OneComponent:      "on the basis that separate estimates are not practicable (GASB 87.67)",
		Significant:       "the liability is remeasured, which GASB 87.25 requires only if the effect is expected to be significant.",
		OwnedAsset:        "property, plant and equipment (capital assets under GASB)",
		Guarantee: "The lease payments include the whole residual value guarantee; supply only the amount that is reasonably certain to be required, " +
			"not the full guarantee (GASB 87.21).",
		ShortTerm: "The term is 12 months or less: if the maximum possible term, including every option to extend, is also 12 months or less, " +
			"the lease must be treated as short-term and its payments expensed (GASB 87.16).",
	},
}

var gasb87AssetAdjusted = Citation{
	0, "GASB 87.33", "the remeasurement adjusts the lease asset; any reduction beyond the asset's carrying amount is a gain",
}
