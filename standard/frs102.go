package standard

// Under FRS 102, reports and notes use British instead of American spelling.
var british = Vocabulary{
	{"recognized", "recognised"},
	{"recognizes", "recognises"},
	{"recognize", "recognise"},
	{"derecognized", "derecognised"},
	{"unrecognized", "unrecognised"},
	{"capitalized", "capitalised"},
	{"specialized", "specialised"},
	{"noncash", "non-cash"},
	{"noncancelable", "non-cancellable"},
}

// rulesFRS102 contains the rules of FRS 102, section 20, Leases, as amended in 2024 for periods
// from 1 January 2026. Lessees have a single model, as in IFRS 16. Citations name a paragraph if
// its number is certain, otherwise the section.
var rulesFRS102 = Rules{
	Names: Names{
		API:        "FRS_102",
		Title:      "FRS 102",
		Framework:  "UK and Ireland accounting standards",
		Asset:      "right-of-use asset",
		Treatments: [3]string{Finance: "FRS 102 lease"},
		Accruals: [2][3]string{
			Advance: {Finance: ": rent in advance, interest and depreciation to the last day"},
			Arrears: {Finance: ": rent in arrears, interest and depreciation"},
		},
		Amortization: AccountDepreciationExpense,
		Words: Vocabulary{
			{"current portion of the lease liability", "creditors: amounts falling due within one year"},
			{"long-term portion of the lease liability", "creditors: amounts falling due after more than one year"},
			{"current lease liabilities", "creditors: amounts falling due within one year"},
			{"long-term lease liabilities", "creditors: amounts falling due after more than one year"},
			{"current lease liability", "creditors: amounts falling due within one year"},
			{"long-term lease liability", "creditors: amounts falling due after more than one year"},
			{"current portion", "amount falling due within one year"},
			{"long-term portion", "amount falling due after more than one year"},
			{"interest expense", "interest payable"},
			{"amortization", "depreciation"},
			{"amortized", "depreciated"},
		},
		Spelling:    british,
		Maturity:    []MaturityBand{{"Within one year", 1, 1}, {"Between one and five years", 2, 5}, {"After five years", 6, 6}},
		TermHeading: "Remaining lease term",
		RateHeading: "Discount rate",
	},
	Choices: Choices{
		SingleModel:       true,
		MeasuresIndex:     true,
		ShorterIsDecrease: true,
		BarringOption:     AnyOption,
	},
	Citations: Citations{
		ByClass: [3][]Citation{Finance: {
			{TopicClass, "FRS 102 section 20", "a lessee recognises a right-of-use asset and a lease liability and does not distinguish operating leases from finance leases"},
			{
				TopicLiability | TopicRate | TopicAverages, "FRS 102 20.49",
				"the liability is the present value of the payments not yet paid, discounted at the rate implicit in the lease or, if it cannot be readily determined, at the incremental or obtainable borrowing rate",
			},
			{
				TopicAsset, "FRS 102 20.47",
				"the cost of the right-of-use asset is the liability plus payments made at or before commencement, initial direct costs and any grant element, less incentives received",
			},
			{TopicInterest, "FRS 102 20.62-20.68", "interest increases the liability, and payments reduce it"},
			{
				TopicAmortization, "FRS 102 20.55-20.59",
				"the asset is depreciated over the shorter of the term and the useful life, or over the useful life where ownership is expected",
			},
			{TopicCost, "FRS 102 section 20", "interest on the liability is presented separately from the depreciation of the asset"},
			{TopicMaturity, "FRS 102 section 20", "the lessee discloses when the undiscounted payments of its lease liabilities fall due"},
			{TopicCurrent, "FRS 102 section 4", "creditors are divided into amounts falling due within one year and after more than one year"},
		}},
		Term: Citation{
			0, "FRS 102 section 20",
			"the lease term is the non-cancellable period, plus periods covered by options to extend that are reasonably certain to be exercised " +
				"and by options to terminate that are reasonably certain not to be exercised",
		},
		Exempted: [3]Citation{
			ShortTerm: {TopicCost, "FRS 102 section 20", "a short-term lease may be kept off the balance sheet; its payments are then expensed straight-line"},
			LowValue:  {TopicCost, "FRS 102 20.9-20.11", "a lease of a low-value asset may be kept off the balance sheet; its payments are then expensed straight-line"},
		},
		Events: [9][]Citation{
			IndexChange: {
				{0, "FRS 102 20.62-20.68", "the liability is remeasured for a change in an index or rate, at the unchanged discount rate unless the payments follow a floating interest rate"},
				frs102AssetAdjusted,
			},
			ContingencyResolved: {
				{0, "FRS 102 20.62-20.68", "the liability is remeasured for revised in-substance fixed payments"},
				frs102AssetAdjusted,
			},
			ResidualGuarantee: {
				{0, "FRS 102 20.62-20.68", "the liability is remeasured for a change in the amounts expected to be payable under a residual value guarantee"},
				frs102AssetAdjusted,
			},
			Reassessment: {
				{0, "FRS 102 20.62-20.68", "if the lease term or the assessment of a purchase option changes, the liability is remeasured"},
				frs102AssetAdjusted,
			},
			Modification: {
				{0, "FRS 102 section 20", "for a modification that is not a separate lease, the liability is remeasured; a decrease in scope reduces the asset, with a gain or loss"},
			},
			Impairment:         {{0, "FRS 102 20.55-20.59", "the right-of-use asset is tested for impairment like other fixed assets"}},
			ImpairmentReversal: {{0, "FRS 102 section 27", "an impairment is reversed when its reasons no longer apply, but the reversal must not raise the asset above the carrying amount that it would have had without the impairment"}},
			Termination:        {{0, "FRS 102 section 20", "on full termination the asset and the liability are removed, with a gain or loss"}},
			Purchase: {
				{0, "FRS 102 20.55-20.59", "where the lessee comes to own the underlying asset, the right-of-use asset's carrying amount is transferred to the owned asset, which is depreciated over its useful life"},
			},
		},
	},
	Paragraphs: Paragraphs{
		NotYetPaid:    "FRS 102 20.49",
		SeparateLease: "FRS 102 20.70",
		Sources: Sources{
			Components: "FRS 102 20.28, 20.33", Variable: "FRS 102 section 20", Subleases: "FRS 102 section 20", Application: "FRS 102 1.44-1.60",
		},
		Floored:        "FRS 102 20.62-20.68",
		Impaired:       "FRS 102 20.55-20.59",
		Reversed:       "FRS 102 section 27",
		FirstApplied:   "FRS 102 1.44-1.60",
		FirstShortTerm: "FRS 102 1.44-1.60",
		ByShareAlone:   "FRS 102 section 20",
		RevisedRate:    "FRS 102 20.62-20.68",
		AssetClasses:   "FRS 102 section 20",
		OptionPrice:    "FRS 102 20.49",
		Indexed:        "FRS 102 20.49",
	},
	Sentences: Sentences{
		Model: "FRS 102 section 20 has a single lessee model: every lease is measured as a right-of-use asset and a lease liability, " +
			"with interest and depreciation.",
		Disregarded:       "The supplied classification, operating, is disregarded: a lessee has no operating leases under FRS 102 as amended in 2024.",
		ShortTermElection: "short-term lease election (FRS 102 section 20)",
		OneComponent:      "an election by class of asset (FRS 102 20.33)",
		RateStays: "FRS 102 section 20 requires a revised rate if the lease term or the assessment of a purchase option changes; " +
			"supply it in that case",
		LowValue: "exemption for low-value assets (FRS 102 20.9-20.11)",
		Restored: "The restoration provision is part of the asset (FRS 102 20.47); its later measurement and unwinding follow section 21 " +
			"and are not part of these figures.",
		OwnedAsset: "tangible fixed assets",
		Guarantee: "The lease payments include the whole residual value guarantee; supply only the amount that is expected to be payable, " +
			"not the full guarantee (FRS 102 20.49).",
		ShortTerm: "The term is 12 months or less: the lessee may elect, by class of asset, to keep the lease off the balance sheet " +
			"and to expense its payments (FRS 102 section 20).",
		ShortTermBarred: "is not allowed with a purchase option (FRS 102 section 20)",
	},
}

var frs102AssetAdjusted = Citation{
	0, "FRS 102 20.62-20.68", "the remeasurement adjusts the right-of-use asset; any reduction beyond the asset's carrying amount is recognised in profit or loss",
}
