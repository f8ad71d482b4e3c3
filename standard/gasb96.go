package standard

// rulesGASB96 contains the rules of GASB Statement No. 96, Subscription-Based Information
// Technology Arrangements, for US state and local governments. The rules follow GASB 87, without
// guarantees, purchase options or transfers of ownership.
var rulesGASB96 = Rules{
	Names: Names{
		API:        "GASB_96",
		Title:      "GASB 96",
		Framework:  "US state and local governments",
		Asset:      "subscription asset",
		Treatments: [3]string{Finance: "GASB 96 subscription"},
		Accruals: [2][3]string{
			Advance: {Finance: ": subscription payment in advance, interest and amortization to the last day"},
			Arrears: {Finance: ": subscription payment in arrears, interest and amortization"},
		},
		Amortization: AccountAmortizationExpense,
		Accounts: map[Account]Account{ //nolint:exhaustive // only accounts with a different name under GASB 96
			AccountRouAsset:       AccountSubscriptionAsset,
			AccountLeaseLiability: AccountSubscriptionLiability,
			AccountPrepaidRent:    AccountPrepaidSubscription,
			AccountOtherFinancing: AccountSubscriptionFinancing,
		},
		Words: Vocabulary{
			{"right-of-use assets", "subscription assets"},
			{"right-of-use asset", "subscription asset"},
			{"assets obtained for lease liabilities", "subscription assets obtained for subscription liabilities"},
			{"prepaid rent", "prepaid subscription"},
			{"lessees", "governments"},
			{"lessee", "government"},
			{"lessors", "vendors"},
			{"lessor", "vendor"},
			{"leases", "subscriptions"},
			{"leased", "subscribed"},
			{"lease", "subscription"},
			{"rents", "payments"},
			{"rent", "payment"},
		},
		TermHeading: "Remaining subscription term",
		RateHeading: "Discount rate",
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
			{TopicClass, "GASB 96", "a government recognizes a subscription liability and an intangible subscription asset, under one model"},
			{TopicLiability, "GASB 96", "the liability is the present value of the payments expected to be made during the subscription term"},
			{
				TopicRate | TopicAverages, "GASB 96",
				"discounting uses the rate that the vendor charges or, if it cannot be readily determined, the estimated incremental borrowing rate",
			},
			{
				TopicAsset, "GASB 96",
				"the subscription asset is the liability plus payments to the vendor before commencement and capitalizable implementation costs, less incentives",
			},
			{TopicInterest | TopicCost, "GASB 96", "the discount is amortized as interest expense, and payments settle accrued interest first"},
			{
				TopicAmortization, "GASB 96",
				"the subscription asset is amortized over the shorter of the subscription term and the useful life of the underlying assets",
			},
			{
				TopicCurrent | TopicMaturity, "GASB 96.60-61",
				"principal and interest to maturity are disclosed for each of the first five years and in five-year bands thereafter, and the amount due within one year is reported separately",
			},
		}},
		Term: Citation{
			0, "GASB 96",
			"the subscription term is the noncancelable period, plus periods covered by options to extend that are reasonably certain to be exercised " +
				"and by options to terminate that are reasonably certain not to be exercised",
		},
		Exempted: [3]Citation{ShortTerm: {
			TopicCost, "GASB 96", "a short-term subscription is kept off the balance sheet; its payments are expensed as they fall due",
		}},
		Events: [9][]Citation{
			IndexChange: {{0, "GASB 96", "the liability is not remeasured solely for a change in an index or rate; the difference is an outflow of the period"}},
			ContingencyResolved: {
				{0, "GASB 96", "the liability is remeasured when a contingency is resolved and variable payments become fixed, if the effect is significant"},
				gasb96AssetAdjusted,
			},
			Reassessment: {
				{0, "GASB 96", "if the subscription term changes, the liability is remeasured at a revised rate"},
				gasb96AssetAdjusted,
			},
			Modification: {
				{0, "GASB 96", "for a modification that is not a separate subscription, the liability is remeasured and the asset adjusted; a decrease in the right is a partial termination, with a gain or loss"},
			},
			Impairment:  {{0, "GASB 96", "like other capital assets, the subscription asset is written down when its use declines significantly and unexpectedly"}},
			Termination: {{0, "GASB 96", "when an amendment ends the right to use the software, the subscription asset and the liability are removed, with a gain or loss"}},
		},
	},
	Paragraphs: Paragraphs{
		NotYetPaid:    "GASB 96",
		IndexExpensed: "GASB 96",
		SeparateLease: "GASB 96",
		Sources:       Sources{Components: "GASB 96", Variable: "GASB 96"},
		Floored:       "GASB 96",
		Impaired:      "GASB 96",
		AssetClasses:  "96.60-61",
		OptionPrice:   "GASB 96",
		Indexed:       "GASB 96",
	},
	Sentences: Sentences{
		Model: "GASB 96 has a single model: every subscription is measured as an intangible subscription asset and a subscription liability, " +
			"with interest and amortization.",
		Disregarded:       "The supplied classification, operating, is disregarded: a government has no operating subscriptions under GASB 96.",
		ShortTermElection: "mandatory treatment of subscriptions with a maximum possible term of at most 12 months (GASB 96)",
		RateKept:          "if GASB 96 does not require a new rate, supply the current rate again",
		RateModified:      "if GASB 96 does not require a new rate, supply the current rate again",
		OneComponent:      "on the basis that separate estimates are not practicable (GASB 96)",
		Significant:       "the liability is remeasured, which GASB 96 requires only if the effect is expected to be significant.",
		OwnedAsset:        "capital assets",
		Guarantee:         "A subscription has no residual value guarantee.",
		ShortTerm: "The term is 12 months or less: if the maximum possible term, including every option to extend, is also 12 months or less, " +
			"the subscription must be treated as short-term and its payments expensed (GASB 96).",
	},
}

var gasb96AssetAdjusted = Citation{
	0, "GASB 96", "the remeasurement adjusts the subscription asset; any reduction beyond the asset's carrying amount is a gain",
}
