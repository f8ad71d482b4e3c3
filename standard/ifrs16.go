package standard

// rulesIFRS16 contains the rules of IFRS 16, Leases. Lessees have a single model.
var rulesIFRS16 = Rules{
	Names: Names{
		API:        "IFRS_16",
		Title:      "IFRS 16",
		Framework:  "IFRS",
		Asset:      "right-of-use asset",
		Treatments: [3]string{Finance: "IFRS 16 lease"},
		Accruals: [2][3]string{
			Advance: {Finance: ": rent in advance, interest and depreciation to the last day"},
			Arrears: {Finance: ": rent in arrears, interest and depreciation"},
		},
		Amortization: AccountDepreciationExpense,
		TermHeading:  "Remaining lease term",
		RateHeading:  "Discount rate",
	},
	Choices: Choices{
		SingleModel:       true,
		MeasuresIndex:     true,
		ShorterIsDecrease: true,
		BarringOption:     AnyOption,
	},
	Citations: Citations{
		ByClass: [3][]Citation{Finance: {
			{TopicClass, "IFRS 16.22", "a lessee recognizes a right-of-use asset and a lease liability and does not distinguish operating leases from finance leases"},
			{
				TopicLiability | TopicRate | TopicAverages, "IFRS 16.26-27",
				"the liability is the present value of the payments not yet paid, discounted at the rate implicit in the lease or, if it cannot be readily determined, at the incremental borrowing rate",
			},
			{TopicAsset, "IFRS 16.24", "the cost of the right-of-use asset is the liability plus payments made at or before commencement and initial direct costs, less incentives received"},
			{TopicInterest, "IFRS 16.36", "interest increases the liability, and payments reduce it"},
			{
				TopicAmortization, "IFRS 16.31-32",
				"the asset is depreciated over the shorter of the term and the useful life, or over the useful life where ownership is expected",
			},
			{TopicCost, "IFRS 16.49", "interest on the liability is presented separately from the depreciation of the asset"},
			{TopicMaturity, "IFRS 16.58", "the lessee discloses a maturity analysis of its lease liabilities"},
			{TopicMaturity, "IFRS 7.39, B11", "the maturity analysis shows contractual undiscounted payments in time bands that the entity judges appropriate"},
			{TopicCurrent, "IAS 1.69 (IFRS 18.101 from 2027)", "the part of the liability due to be settled within twelve months is current"},
		}},
		Term: Citation{
			0, "IFRS 16.18",
			"the lease term is the non-cancellable period, plus periods covered by options to extend that are reasonably certain to be exercised " +
				"and by options to terminate that are reasonably certain not to be exercised",
		},
		Exempted: [3]Citation{
			ShortTerm: {TopicCost, "IFRS 16.5(a), 16.6", "a short-term lease may be kept off the balance sheet; its payments are then expensed straight-line"},
			LowValue:  {TopicCost, "IFRS 16.5(b), 16.6, B3-B8", "a lease of a low-value asset may be kept off the balance sheet; its payments are then expensed straight-line"},
		},
		Events: [9][]Citation{
			IndexChange: {
				{0, "IFRS 16.42(b), 16.43", "the liability is remeasured for a change in an index or rate, at the unchanged discount rate unless the payments follow a floating interest rate"},
				ifrs16AssetAdjusted,
			},
			ContingencyResolved: {
				{0, "IFRS 16.36(c), B42(a)(ii)", "the liability is remeasured for revised in-substance fixed payments"},
				ifrs16AssetAdjusted,
			},
			ResidualGuarantee: {
				{0, "IFRS 16.42(a)", "the liability is remeasured for a change in the amounts expected to be payable under a residual value guarantee"},
				ifrs16AssetAdjusted,
			},
			Reassessment: {
				{0, "IFRS 16.40-41", "if the lease term or the assessment of a purchase option changes, the liability is remeasured at a revised discount rate"},
				ifrs16AssetAdjusted,
			},
			Modification: {
				{0, "IFRS 16.45-46", "for a modification that is not a separate lease, the liability is remeasured at a revised rate; a decrease in scope reduces the asset, with a gain or loss"},
			},
			Impairment:         {{0, "IFRS 16.33", "the right-of-use asset is tested for impairment under IAS 36"}},
			ImpairmentReversal: {{0, "IAS 36.114, 36.117", "an impairment is reversed when the estimates behind it change, but not above the carrying amount that the asset would have had without the impairment"}},
			Termination:        {{0, "IFRS 16.46(a)", "on full termination the asset and the liability are removed, with a gain or loss"}},
			Purchase:           {{0, "IFRS 16.32", "where the lessee comes to own the underlying asset, the right-of-use asset's carrying amount is transferred to the owned asset, which is depreciated over its useful life"}},
		},
	},
	Paragraphs: Paragraphs{
		NotYetPaid:     "IFRS 16.26",
		SeparateLease:  "IFRS 16.44",
		Sources:        Sources{Components: "IFRS 16.12-16", Variable: "IFRS 16.38(b)", Subleases: "IFRS 16.53(f)", Application: "IFRS 16.C8(b)(ii), 16.C10"},
		Floored:        "IFRS 16.39",
		Impaired:       "IFRS 16.33",
		Reversed:       "IAS 36.114, 36.117",
		FirstApplied:   "IFRS 16.C8(b)(ii)",
		FirstShortTerm: "IFRS 16.C10(c)",
		ByShareAlone:   "IFRS 16.46(a)",
		RevisedRate:    "IFRS 16.43",
		AssetClasses:   "16.53(a), (h), (j)",
		NotCommenced:   "16.59(b)(iv)",
		OptionPrice:    "IFRS 16.27(d)",
		Indexed:        "IFRS 16.27(b)",
	},
	Sentences: Sentences{
		Model: "IFRS 16.22 has a single lessee model: every lease is measured as a right-of-use asset and a lease liability, " +
			"with interest and depreciation.",
		Disregarded:       "The supplied classification, operating, is disregarded: a lessee has no operating leases under IFRS 16.",
		ShortTermElection: "short-term lease election (IFRS 16.5(a))",
		OneComponent:      "an election by class of asset (IFRS 16.15)",
		LowValue:          "exemption for low-value assets (IFRS 16.5(b), B3-B8)",
		Restored: "The restoration provision is part of the asset (IFRS 16.24(d)); its later measurement and unwinding follow IAS 37 " +
			"and are not part of these figures.",
		OwnedAsset: "property, plant and equipment (capital assets under GASB)",
		Guarantee: "The lease payments include the whole residual value guarantee; supply only the amount that is expected to be payable, " +
			"not the full guarantee (IFRS 16.27(c)).",
		ShortTerm: "The term is 12 months or less: the lessee may elect, by class of asset, to keep the lease off the balance sheet " +
			"and to expense its payments (IFRS 16.5, IFRS 16.8).",
		ShortTermBarred: "is not allowed with a purchase option (IFRS 16.5(a), appendix A)",
	},
}

var ifrs16AssetAdjusted = Citation{
	0, "IFRS 16.39", "the remeasurement adjusts the right-of-use asset; any reduction beyond the asset's carrying amount is recognized in profit or loss",
}
