package leasehold

// rulesIFRS16 are those of IFRS 16, Leases. Its lessees have one model.
var rulesIFRS16 = standard{
	name:        "IFRS_16",
	title:       "IFRS 16",
	framework:   "IFRS",
	singleModel: true,
	assetNoun:   "right-of-use asset",

	treatments: [3]string{Finance: "IFRS 16 lease"},
	accruals: [2][3]string{
		Advance: {Finance: ": rent in advance, interest and depreciation to the last day"},
		Arrears: {Finance: ": rent in arrears, interest and depreciation"},
	},
	amortization: AccountDepreciationExpense,

	citations: [3][]Citation{Finance: {
		{TopicClass, "IFRS 16.22", "a lessee recognizes a right-of-use asset and a lease liability, without a split into operating and finance leases"},
		{
			TopicLiability | TopicRate | TopicAverages, "IFRS 16.26-27",
			"the liability is the present value of the payments not yet paid, at the rate implicit in the lease or else the incremental borrowing rate",
		},
		{TopicAsset, "IFRS 16.24", "the cost of the right-of-use asset is the liability plus payments made before and initial direct costs, less incentives received"},
		{TopicInterest, "IFRS 16.36", "the liability grows with interest and falls with the payments made"},
		{
			TopicAmortization, "IFRS 16.31-32",
			"the asset is depreciated over the shorter of term and useful life, or over the useful life where ownership is expected",
		},
		{TopicCost, "IFRS 16.49", "interest on the liability is presented separately from the depreciation of the asset"},
		{TopicMaturity, "IFRS 16.58", "the lessee discloses a maturity analysis of its lease liabilities"},
		{TopicMaturity, "IFRS 7.39, B11", "the maturity analysis shows contractual undiscounted payments in time bands of the entity's judgement"},
		{TopicCurrent, "IAS 1.69 (IFRS 18.101 from 2027)", "the part of the liability due to be settled within twelve months is current"},
	}},

	term: Citation{
		0, "IFRS 16.18",
		"the lease term is the non-cancellable period, with periods of options to extend that are reasonably certain to be exercised, " +
			"and of options to terminate that are reasonably certain not to be",
	},
	exempted: [3]Citation{
		ShortTerm: {TopicCost, "IFRS 16.5(a), 16.6", "a short-term lease may be kept off the balance sheet; its payments are then expensed straight-line"},
		LowValue:  {TopicCost, "IFRS 16.5(b), 16.6, B3-B8", "a lease of a low-value asset may be kept off the balance sheet; its payments are then expensed straight-line"},
	},

	model: "IFRS 16.22 has a single lessee model: every lease is measured as a right-of-use asset and a lease liability, " +
		"with interest and depreciation, and is reported here under the class finance.",
	disregarded: "The supplied classification, operating, is disregarded: a lessee has no operating leases under IFRS 16.",

	measuresIndex:     true,
	shorterIsDecrease: true,

	notYetPaid:        "IFRS 16.26",
	shortTermElection: "short-term lease election (IFRS 16.5(a))",
	separateLease:     "IFRS 16.44",
	oneComponent:      "an election by class of asset (IFRS 16.15)",
	sources:           sourceCitations{components: "IFRS 16.12-16", variable: "IFRS 16.38(b)", subleases: "IFRS 16.53(f)", application: "IFRS 16.C8(b)(ii), 16.C10"},
	floored:           "IFRS 16.39",
	impaired:          "IFRS 16.33",
	firstApplied:      "IFRS 16.C8(b)(ii)",
	firstShortTerm:    "IFRS 16.C10(c)",
	byShareAlone:      "IFRS 16.46(a)",
	revisedRate:       "IFRS 16.43",
	eventCitations: [8][]Citation{
		IndexChange: {
			{0, "IFRS 16.42(b), 16.43", "the liability is remeasured for a change in an index or rate, at the unchanged rate unless the payments follow a floating interest rate"},
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
			{0, "IFRS 16.40-41", "a changed lease term or assessment of a purchase option remeasures the liability at a revised discount rate"},
			ifrs16AssetAdjusted,
		},
		Modification: {
			{0, "IFRS 16.45-46", "a modification that is not a separate lease remeasures the liability at a revised rate; a decrease of scope reduces the asset, with a gain or loss"},
		},
		Impairment:  {{0, "IFRS 16.33", "the right-of-use asset is tested for impairment under IAS 36"}},
		Termination: {{0, "IFRS 16.46(a)", "the full termination removes the asset and the liability, with a gain or loss"}},
		Purchase:    {{0, "IFRS 16.32", "where the lessee comes to own the asset, the carrying amount continues in the owned asset and is depreciated over its useful life"}},
	},

	assetClasses: "16.53(a), (h), (j)",
	optionPrice:  "IFRS 16.27(d)",
	indexed:      "IFRS 16.27(b)",
	lowValue:     "exemption for low-value assets (IFRS 16.5(b), B3-B8)",
	restored: "The restoration provision is part of the asset (IFRS 16.24(d)); its later measurement and unwinding follow IAS 37 " +
		"and are not part of these figures.",
	ownedAsset: "property, plant and equipment (capital assets under GASB)",
	guarantee: "The residual value guarantee is included in full as supplied: supply the amount that is expected to be payable, " +
		"not the whole guarantee (IFRS 16.27(c)).",
	shortTerm: "The term is 12 months or less: the lessee may elect, by class of asset, to keep the lease off the balance sheet " +
		"and to expense its payments (IFRS 16.5, IFRS 16.8).",
	isShortTerm: func(l *Lease) bool { return l.TermMonths <= 12 && !l.anyPurchaseOption() },
	notShortTerm: func(l *Lease) string {
		if l.optionCertain() || l.optionPriced() {
			return "is not allowed with a purchase option (IFRS 16.5(a), appendix A)"
		}
		return ""
	},
	weightedTerm: "Remaining lease term",
	weightedRate: "Discount rate",
}

var ifrs16AssetAdjusted = Citation{
	0, "IFRS 16.39", "the remeasurement of the liability adjusts the right-of-use asset; what exceeds the asset is recognized in profit or loss",
}
