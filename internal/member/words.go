package member

// noEnds lists the standards without guarantees, purchase options or transfers of ownership.
var noEnds = []string{"GASB_96"}

// noReversal lists the standards that prohibit the reversal of an impairment.
var noReversal = []string{"ASC_842", "GASB_87", "GASB_96"}

// firstApplied lists the standards with an initial application to existing leases.
var firstApplied = []string{"IFRS_16", "FRS_102"}

// The choices, in the order of the engine's enumerations. The engine defines the standards' titles.
var (
	Standards = []Word{
		{Name: "ASC_842", Also: []string{"usgaap", "842", "asc842usgaap"}},
		{Name: "IFRS_16", Also: []string{"ifrs", "16"}},
		{Name: "GASB_87", Also: []string{"gasb", "87", "gasb87usgovernments"}},
		{Name: "FRS_102", Also: []string{"frs", "102", "ukgaap", "frs102ukandireland"}},
		{Name: "GASB_96", Also: []string{"96", "sbita", "gasb96usgovernments"}},
	}
	Frequencies = []Word{
		{Name: "monthly", Label: "Monthly", Also: []string{"month", "m", "permonth", "everymonth", "12"}},
		{Name: "quarterly", Label: "Quarterly", Also: []string{"quarter", "q", "perquarter", "4"}},
		{Name: "semiannual", Label: "Semiannual", Also: []string{"semiannually", "halfyearly", "halfyear", "sixmonthly", "2"}},
		{Name: "annual", Label: "Annual", Also: []string{"annually", "yearly", "year", "a", "y", "peryear", "1"}},
	}
	Timings = []Word{
		{Name: "advance", Label: "In advance", Also: []string{"adv", "beginning", "begin", "start", "beginningofperiod"}},
		{Name: "arrears", Label: "In arrears", Also: []string{"arr", "end", "endofperiod"}},
	}
	Classes = []Word{
		{Name: "operating", Label: "Operating", Also: []string{"operatinglease", "o"}},
		{Name: "finance", Label: "Finance", Also: []string{"financelease", "f"}},
	}
	Discountings = []Word{
		{Name: "nominal", Label: "Nominal: rate ÷ periods in a year", Also: []string{"nominalrate"}, Vague: []string{"30360", "30e360", "30u360", "30360us", "360360", "360", "thirty360"}},
		{Name: "effective", Label: "Effective annual rate", Also: []string{"effectiverate", "effectiveannual"}},
		{Name: "actual_365", Label: "Actual days ÷ 365 (XNPV)", Also: []string{"xnpv", "act365", "daily", "actualdays365"}, Vague: []string{"actual", "actualactual", "actact", "actualdays", "exactdays", "365", "days"}},
		{Name: "monthly", Label: "Monthly compounding", Also: []string{"compoundedmonthly", "monthlycompounding"}},
	}
	CommencementPayments = []Word{
		{Name: "liability", Label: "Part of the liability", Also: []string{"inliability", "intheliability"}},
		{Name: "settled", Label: "Settled: part of the asset only", Also: []string{"paid", "notinliability", "leftout", "settledpartoftheassetalone"}},
	}
	Exemptions = []Word{
		{Name: "short_term", Label: "Short-term lease"},
		{Name: "low_value", Label: "Low-value lease", Also: []string{"lowvalueasset"}, Only: []string{"IFRS_16", "FRS_102"}},
	}
	Frameworks = []Word{
		{Name: "AASB 16", Also: []string{"aasb", "australia"}},
		{Name: "Ind AS 116", Also: []string{"indas", "india"}},
		{Name: "HKFRS 16", Also: []string{"hkfrs", "hongkong"}},
		{Name: "NZ IFRS 16", Also: []string{"nzifrs", "newzealand"}},
		{Name: "K-IFRS 1116", Also: []string{"kifrs", "korea"}},
	}
	Funds = []Word{
		{Name: "government_wide", Label: "Government-wide statements", Also: []string{"governmentwide"}},
		{Name: "governmental", Label: "A governmental fund", Also: []string{"governmentalfund", "governmentalfunds"}},
		{Name: "both", Label: "Both, each entry twice", Also: []string{"bothfunds", "bothstatements"}},
	}
	ComponentKinds = []Word{
		{Name: "lease", Label: "Lease", Also: []string{"leasecomponent"}},
		{Name: "service", Label: "Service", Also: []string{"services", "nonlease", "nonleasecomponent"}},
	}
	PaymentDays = []Word{
		{Name: "english_quarter_days", Label: "English quarter days", Also: []string{"english", "quarterdays"}},
		{Name: "scottish_term_days", Label: "Scottish term days", Also: []string{"scottish", "scottishquarterdays"}},
	}
	PaymentKinds = []Word{
		{Name: "payment", Label: "Payment", Also: []string{"paid"}},
		{Name: "incentive", Label: "Incentive received", Also: []string{"received", "receipt"}},
	}
	Proportions = []Word{
		{Name: "asset", Label: "By the portion surrendered", Also: []string{"byasset", "bythesharegivenup"}},
		{Name: "liability", Label: "By the change in the liability", Also: []string{"byliability", "bythechangeoftheliability"}},
	}
	Accruals = []Word{
		{Name: "days", Label: "By days", Vague: []string{"actual", "actualactual", "actact", "actual365", "act365", "actual360", "act360", "daily"}},
		{Name: "months", Label: "By months"},
		{Name: "thirty_360", Label: "By months of 30 days", Vague: []string{"30360", "30e360", "30u360", "30360us", "360360", "360", "30365"}},
	}
	RateBases = []Word{
		{Name: "implicit", Label: "Implicit in the lease", Also: []string{"rateimplicit", "implicitrate"}},
		{Name: "incremental", Label: "Incremental borrowing rate", Also: []string{"ibr", "incrementalborrowing"}},
		{Name: "risk_free", Label: "Risk-free rate", Also: []string{"riskfree"}, Only: []string{"ASC_842"}},
		{Name: "obtainable", Label: "Obtainable borrowing rate", Also: []string{"obr", "obtainableborrowing"}, Only: []string{"FRS_102"}},
	}
)
