package standard

// rulesASC842 contains the rules of US GAAP's ASC 842, Leases. Lessees classify leases as operating or finance.
var rulesASC842 = Rules{
	Names: Names{
		API:        "ASC_842",
		Title:      "ASC 842",
		Framework:  "US GAAP",
		Asset:      "right-of-use asset",
		Treatments: [3]string{Operating: "Operating lease", Finance: "Finance lease"},
		Accruals: [2][3]string{
			Advance: {
				Operating: ": rent in advance, lease cost to the last day",
				Finance:   ": rent in advance, interest and amortization to the last day",
			},
			Arrears: {
				Operating: ": rent in arrears, lease cost",
				Finance:   ": rent in arrears, interest and amortization",
			},
		},
		Amortization: AccountAmortizationExpense,
		TermHeading:  "Weighted-average remaining lease term",
		RateHeading:  "Weighted-average discount rate",
	},
	Choices: Choices{
		ByLiability:   true,
		BarringOption: CertainOption,
	},
	Citations: Citations{
		ByClass: [3][]Citation{
			Operating: {
				{TopicClass, "ASC 842-10-25-2, 842-10-25-3(a)", "a lease that meets none of the five criteria is an operating lease for the lessee"},
				asc842Liability(TopicInterest), asc842Rate, asc842Asset,
				{TopicCost, "ASC 842-20-25-6", "the cost of an operating lease is a single amount, allocated straight-line over the lease term"},
				{TopicAmortization, "ASC 842-20-35-3", "an operating lease's asset is measured at the amount of the liability, adjusted for prepaid or accrued rent, incentives and direct costs"},
				asc842Presentation, asc842Averages, asc842Maturity,
			},
			Finance: {
				{TopicClass, "ASC 842-10-25-2", "a lease that meets any of the five criteria at commencement is a finance lease for the lessee"},
				asc842Liability(0), asc842Rate, asc842Asset,
				{TopicInterest | TopicCost, "ASC 842-20-25-5", "the cost of a finance lease is the interest on the liability and the amortization of the asset"},
				{
					TopicAmortization, "ASC 842-20-35-7, 842-20-35-8",
					"a finance lease's asset is amortized straight-line over the shorter of the term and the useful life, or over the useful life where ownership is expected",
				},
				asc842Presentation, asc842Averages, asc842Maturity,
			},
		},
		Overridden: Citation{
			TopicClass, "ASC 842-10-25-2, 842-10-25-3(a)",
			"a lease that meets any of the five criteria at commencement is a finance lease for the lessee, and any other is an operating lease",
		},
		Exempted: [3]Citation{ShortTerm: {
			TopicCost, "ASC 842-20-25-2", "a short-term lease may be kept off the balance sheet; its payments are then expensed straight-line",
		}},
		Events: [9][]Citation{
			IndexChange: {{0, "ASC 842-10-35-4, 842-10-35-5", "a change in an index or rate is variable lease cost until the liability is remeasured for another reason"}},
			ContingencyResolved: {
				{0, "ASC 842-10-35-4(b)", "the liability is remeasured when a contingency is resolved and some or all variable payments become fixed"},
				asc842AssetAdjusted,
			},
			ResidualGuarantee: {
				{0, "ASC 842-10-35-4(c)(3)", "the liability is remeasured for a change in the amount probable of being owed under a residual value guarantee"},
				asc842AssetAdjusted,
			},
			Reassessment: {
				{0, "ASC 842-10-35-1, 842-10-35-4(c)", "if the lease term or a purchase option is reassessed, the liability is remeasured at a revised discount rate"},
				{0, "ASC 842-10-25-1", "the classification is reassessed when the lease term or the assessment of a purchase option changes"},
				asc842AssetAdjusted,
			},
			Modification: {
				{0, "ASC 842-10-25-11 to 842-10-25-13", "for a modification that is not a separate lease, the liability is remeasured at the effective date; a decrease in scope reduces the asset, with a gain or loss"},
				{0, "ASC 842-10-25-1", "the classification is reassessed at the effective date of the modification"},
			},
			Impairment: {
				{0, "ASC 842-20-35-9", "the right-of-use asset is tested for impairment and written down like other long-lived assets"},
				{0, "ASC 842-20-25-7", "after an impairment, an operating lease's cost is amortization of the asset plus accretion of the liability"},
			},
			Termination: {{0, "ASC 842-20-40-1", "on termination the asset and the liability are removed, with a gain or loss for the difference"}},
			Purchase:    {{0, "ASC 842-20-40-2", "a purchased asset is recorded at its price, adjusted for the difference between the liability and the right-of-use asset"}},
		},
	},
	Paragraphs: Paragraphs{
		NotYetPaid:    "ASC 842-20-30-1",
		IndexExpensed: "ASC 842-10-35-4, 842-10-35-5",
		SeparateLease: "ASC 842-10-25-8",
		NotCommenced:  "842-20-50-3(b)",
		Averages:      "ASC 842-20-50-4(g)(3) and (4)",
		Sources: Sources{
			Components: "ASC 842-10-15-28 to 842-10-15-42", Variable: "ASC 842-20-25-5(b)", VariableOfOperating: "ASC 842-20-25-6", Subleases: "ASC 842-20-50-4(e)",
			RiskFree: "ASC 842-20-30-3",
		},
		Floored:      "ASC 842-20-35-4",
		Impaired:     "ASC 842-20-35-9",
		Reclassified: "ASC 842-10-25-1, 842-10-25-12",
		LifeTested:   "ASC 842-10-25-2(c)",
		ImpairedCost: "ASC 842-20-25-7",
		OptionPrice:  "ASC 842-10-30-5(c)",
		Indexed:      "ASC 842-10-30-5(b)",
	},
	Sentences: Sentences{
		ShortTermElection: "short-term lease election (ASC 842-20-25-2)",
		RateKept:          "if ASC 842-20-35-5(a) does not require a new rate, supply the current rate again",
		RateModified:      "a modification requires the rate at its effective date (ASC 842-10-25-11 to 25-13)",
		OneComponent:      "an election by class of asset (ASC 842-10-15-37)",
		OwnedAsset:        "property, plant and equipment (capital assets under GASB)",
		Guarantee: "The lease payments include the whole residual value guarantee; supply only the amount that is probable of being owed, " +
			"not the full guarantee (ASC 842-10-30-5(f)).",
		ShortTerm: "The term is 12 months or less: the lessee may elect, by class of asset, to keep the lease off the balance sheet " +
			"and to expense its payments straight-line (ASC 842-20-25-2).",
		ShortTermBarred: "is not allowed with a purchase option that is reasonably certain to be exercised (842-20-25-2)",
	},
}

func asc842Liability(topics Topic) Citation {
	return Citation{TopicLiability | topics, "ASC 842-20-30-1", "the lease liability is the present value of the lease payments not yet paid"}
}

var asc842AssetAdjusted = Citation{
	0, "ASC 842-20-35-4", "the remeasurement adjusts the right-of-use asset; any reduction beyond the asset's carrying amount is recognized in profit or loss",
}

var (
	asc842Rate = Citation{
		TopicRate, "ASC 842-20-30-3",
		"discounting uses the rate implicit in the lease or, if it cannot be readily determined, the lessee's incremental borrowing rate",
	}
	asc842Asset = Citation{
		TopicAsset, "ASC 842-20-30-5",
		"the right-of-use asset is the liability plus prepayments and initial direct costs, less lease incentives received",
	}
	asc842Presentation = Citation{
		TopicCurrent, "ASC 842-20-45-1",
		"finance and operating lease balances are presented or disclosed separately, each split into current and noncurrent portions like other balances",
	}
	asc842Averages = Citation{
		TopicAverages, "ASC 842-20-50-4(g)", "the weighted-average remaining lease term and discount rate are disclosed",
	}
	asc842Maturity = Citation{
		TopicMaturity, "ASC 842-20-50-6",
		"undiscounted payments are disclosed for each of the first five years and in total thereafter, and reconciled to the liability",
	}
)
