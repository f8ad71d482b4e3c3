package leasefile

import (
	"sync"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// kind is what the value of a member is.
type kind uint8

const (
	amount kind = iota
	count       // a whole number
	rate        // a fraction that may be written as a percent
	share       // likewise, and 1 is the whole
	text
	day
	flag
	word   // one of the names of an enumeration
	nested // a list or an object, written as JSON
)

// field is a member of a table's rows.
type field struct {
	name string
	kind kind
	also []string // headings of the same meaning, in lower case without anything but letters and digits
}

// idField names the lease that a row of any table belongs to.
var idField = field{"id", text, []string{
	"leaseid", "leaseno", "leasenumber", "leasecode", "leaseref", "leasereference", "contractid", "contractno", "contractnumber", "agreementno",
	"agreementnumber", "reference", "ref",
}}

// Members of the lease that a table may give in another form.
const (
	endDate   = "endDate"
	termYears = "termYears"
)

var stepFields = []field{
	idField, eventField,
	{"from", day, []string{"date", "fromdate", "startdate", "start", "effectivedate", "effective", "stepdate"}},
	{"paymentAmount", amount, []string{"rent", "newrent", "payment", "newpayment", "amount", "monthlyrent", "rentfromthen"}},
}

var freeFields = []field{
	idField, eventField,
	{"from", day, []string{"date", "fromdate", "startdate", "start"}},
	{"months", count, []string{"freemonths", "monthsfree", "numberofmonths", "noofmonths"}},
	{"share", share, []string{"sharefree", "partfree", "percentfree", "part"}},
}

var paymentFields = []field{
	idField, eventField,
	{"date", day, []string{"paymentdate", "duedate", "due", "paidon"}},
	{"amount", amount, []string{"payment", "sum", "paymentamount"}},
	{"kind", word, []string{"type", "paymentkind", "paymenttype"}},
}

// eventField is the day of the event that a row of a list belongs to.
var eventField = field{"event", day, []string{"eventdate", "ofevent", "dateofevent", "oftheeventof"}}

// leaseFields are the members of a lease, in the contract's order.
var leaseFields = []field{
	idField,
	{"name", text, []string{"lease", "leasename", "description", "leasedescription", "contractname", "property", "propertyname", "premises"}},
	{"tags", nested, nil},
	{"standard", word, []string{"reportingstandard", "accountingstandard", "gaap"}},
	{"commencementDate", day, []string{
		"commencement", "leasecommencement", "leasecommencementdate", "start", "startdate", "leasestart", "leasestartdate", "begindate", "beginningdate",
	}},
	{"termMonths", count, []string{"terminmonths", "leasetermmonths", "leaseterminmonths", "months", "numberofmonths", "noofmonths", "noofmonth"}},
	{"paymentAmount", amount, []string{
		"payment", "rent", "rental", "baserent", "rentamount", "leasepayment", "rentperperiod", "paymentperperiod", "periodicpayment", "monthlyrent",
		"monthlypayment", "monthlyrental", "instalment", "installment",
	}},
	{"discountRateAnnual", rate, []string{
		"discountrate", "rate", "annualrate", "annualdiscountrate", "discountrateperyear", "discountratepa", "ibr", "incrementalborrowingrate", "borrowingrate",
		"interestrate",
	}},
	{"paymentFrequency", word, []string{"frequency", "billingfrequency", "rentfrequency", "paid"}},
	{"paymentTiming", word, []string{"timing", "advanceorarrears", "advancearrears", "inadvanceorinarrears", "due"}},
	{"classification", word, []string{"class", "leaseclass", "leaseclassification"}},
	{"annualEscalationPct", rate, []string{
		"escalation", "annualescalation", "escalationpct", "escalationpercent", "escalationrate", "annualescalationrate", "escalator", "annualescalator",
		"annualincrease", "annualincreasepct", "rentincrease", "annualrentincrease",
	}},
	{"initialDirectCosts", amount, []string{"idc", "directcosts", "initialdirectcost"}},
	{"leaseIncentives", amount, []string{"incentives", "incentive", "leaseincentive", "leaseincentivesreceived", "tenantallowance", "tenantimprovementallowance"}},
	{"prepaidRent", amount, []string{"prepaid", "prepayment", "prepayments", "prepaidleasepayments"}},
	{"residualValueGuarantee", amount, []string{"rvg", "residualguarantee", "residualvalueguaranteeexpectedtobeowed"}},
	{"purchaseOptionAmount", amount, []string{"purchaseoption", "purchaseoptionprice", "optionprice", "purchaseprice", "exerciseprice"}},
	{"transfersOwnership", flag, []string{"ownershiptransfer", "ownershiptransfers", "transferofownership", "titletransfers"}},
	{"purchaseOptionReasonablyCertain", flag, []string{"purchaseoptioncertain", "optionreasonablycertain", "purchasereasonablycertain"}},
	{"assetFairValue", amount, []string{"fairvalue", "fairmarketvalue", "fmv"}},
	{"assetEconomicLifeMonths", count, []string{
		"economiclifemonths", "usefullifemonths", "remainingeconomiclifemonths", "remainingusefullifemonths", "economiclifeinmonths", "usefullifeinmonths",
	}},
	{"specializedAsset", flag, []string{"specialized", "specialised", "specialisedasset", "specializednature"}},
	{"rentSteps", nested, nil},
	{"annualEscalationAmount", amount, []string{"escalationamount", "annualincreaseamount", "annualescalationfixedamount"}},
	{"rentFree", nested, nil},
	{"otherPayments", nested, nil},
	{"basis", nested, nil},
	{"basis.discounting", word, []string{"discounting", "discountingconvention"}},
	{"basis.commencementPayment", word, []string{"commencementpayment", "paymentatcommencement"}},
	{"exemption", word, []string{"recognitionexemption"}},
	{"restorationCost", amount, []string{"restoration", "restorationcosts", "restorationprovision", "dismantlingcost", "dismantlingcosts", "aro"}},
	{"guaranteedResidualValue", amount, []string{"residualvalueguaranteewholeamount", "wholeresidualvalueguarantee"}},
	{"assetTotalLifeMonths", count, []string{"totallifemonths", "totaleconomiclifemonths", "totalusefullifemonths"}},
	{"fund", word, []string{"fundtype", "fundstatements"}},
	{"currency", text, []string{"ccy", "currencycode"}},
	{"events", nested, nil},
	{"openingRouAsset", amount, []string{"openingasset", "openingrightofuseasset", "assettakenover", "rouassettakenover"}},
	{endDate, day, []string{"end", "leaseend", "leaseenddate", "expiry", "expirydate", "expiration", "expirationdate", "leaseexpiry", "leaseexpiration"}},
	{termYears, count, []string{"terminyears", "leasetermyears", "leaseterminyears", "years", "numberofyears"}},
}

// eventOwn are the members of an event that a lease does not have, or that have
// other headings there.
var eventOwn = []field{
	idField,
	{"date", day, []string{"eventdate", "effectivedate", "effective", "on"}},
	{"type", word, []string{"event", "eventtype", "whathappened"}},
	{"paymentAmount", amount, []string{"newrent", "rent", "newpayment", "payment"}},
	{"changePct", rate, []string{"change", "changeofrent", "rentchange", "indexchange", "increase", "changepercent"}},
	{"termMonths", count, []string{"newtermmonths", "newterm", "terminmonths", "newterminmonths"}},
	{"discountRateAnnual", rate, []string{"newdiscountrate", "discountrate", "newrate", "rate"}},
	{"retainedShare", share, []string{"shareretained", "retained", "sharekept"}},
	{"proportion", word, []string{"proportionby"}},
	{"impairmentLoss", amount, []string{"loss", "impairment", "writedown"}},
	{"penalty", amount, []string{"terminationpenalty", "terminationpayment"}},
	{"price", amount, []string{"purchaseprice"}},
}

// eventShared are the members of an event that are read as those of a lease.
var eventShared = []string{
	"rentSteps", "rentFree", "otherPayments", "annualEscalationPct", "annualEscalationAmount", "purchaseOptionAmount", "purchaseOptionReasonablyCertain",
	"transfersOwnership", "residualValueGuarantee", "classification", "assetFairValue", "assetEconomicLifeMonths", "specializedAsset",
	"initialDirectCosts", "leaseIncentives",
}

// unclear are headings that could mean months or years.
var unclear = map[string]string{
	"term": "termMonths", "leaseterm": "termMonths", "duration": "termMonths", "economiclife": "assetEconomicLifeMonths", "usefullife": "assetEconomicLifeMonths",
	"remainingeconomiclife": "assetEconomicLifeMonths", "remaininglife": "assetEconomicLifeMonths", "remainingeconomiclifeoftheasset": "assetEconomicLifeMonths",
	"totaleconomiclifeoftheasset": "assetTotalLifeMonths", "totallife": "assetTotalLifeMonths", "newterm": "termMonths",
}

// table is one kind of rows.
type table struct {
	title    string // of the sheet in the template
	files    []string
	fields   []field
	required []string
	tags     bool              // further columns are carried as tags
	byName   map[string]*field // by heading, folded
}

// The tables of a file. The order of the lists is that of [life].
const (
	leasesTable = iota
	stepsTable
	freesTable
	paymentsTable
	eventsTable
	tableCount
)

// lists are the members of the lists, by their table.
var lists = [tableCount]string{"", "rentSteps", "rentFree", "otherPayments", "events"}

// tables returns the kinds of rows, with every heading that is recognized.
var tables = sync.OnceValue(func() *[tableCount]table {
	all := &[tableCount]table{
		{"Leases", []string{"leases"}, leaseFields, []string{"commencementDate", "termMonths", "paymentAmount", "discountRateAnnual"}, true, nil},
		{"Steps", []string{"steps", "rentsteps"}, stepFields, []string{"id", "from", "paymentAmount"}, false, nil},
		{"Rent free", []string{"rentfree", "freerent", "rentfreemonths"}, freeFields, []string{"id", "from", "months"}, false, nil},
		{"Payments", []string{"payments", "otherpayments", "singlepayments"}, paymentFields, []string{"id", "date", "amount"}, false, nil},
		{"Events", []string{"events"}, eventFields(), []string{"id", "date", "type"}, false, nil},
	}
	for i := range all {
		all[i].index()
	}
	return all
})

func eventFields() []field {
	fields := append([]field(nil), eventOwn...)
	for _, name := range eventShared {
		for i := range leaseFields {
			if leaseFields[i].name == name {
				fields = append(fields, leaseFields[i])
			}
		}
	}
	return fields
}

// index notes the headings: the contract's names first, then labels, then words.
func (t *table) index() {
	t.byName = map[string]*field{}
	put := func(heading string, f *field) {
		if heading = cell.Fold(heading); heading != "" && t.byName[heading] == nil {
			t.byName[heading] = f
		}
	}
	for i := range t.fields {
		put(t.fields[i].name, &t.fields[i])
	}
	for i := range t.fields {
		if label := wording.Label(t.fields[i].name); t.tags {
			put(label, &t.fields[i])
		}
	}
	for i := range t.fields {
		for _, heading := range t.fields[i].also {
			put(heading, &t.fields[i])
		}
	}
}

// field returns a member by the contract's name, or nil.
func (t *table) field(name string) *field {
	for i := range t.fields {
		if t.fields[i].name == name {
			return &t.fields[i]
		}
	}
	return nil
}

// words are the names of the contract by what people write, folded.
var words = sync.OnceValue(func() map[string]map[string]string {
	byField := map[string]map[string]string{}
	for name, list := range map[string]map[string][]string{
		"standard": {
			"ASC_842": {"usgaap", "842", "asc842usgaap"}, "IFRS_16": {"ifrs", "16"}, "GASB_87": {"gasb", "87", "gasb87usgovernments"},
		},
		"paymentFrequency": {
			"monthly": {"month", "m", "permonth", "everymonth", "12"}, "quarterly": {"quarter", "q", "perquarter", "4"},
			"semiannual": {"semiannually", "halfyearly", "halfyear", "sixmonthly", "2"}, "annual": {"annually", "yearly", "year", "a", "y", "peryear", "1"},
		},
		"paymentTiming": {
			"advance": {"inadvance", "adv", "beginning", "begin", "start", "beginningofperiod"}, "arrears": {"inarrears", "arr", "end", "endofperiod"},
		},
		"classification": {"operating": {"operatinglease", "o"}, "finance": {"financelease", "f"}},
		"exemption":      {"short_term": {"shorttermlease"}, "low_value": {"lowvaluelease", "lowvalueasset"}},
		"fund":           {"government_wide": nil, "governmental": {"governmentalfund", "governmentalfunds"}},
		"basis.discounting": {
			"nominal": {"nominalrate"}, "effective": {"effectiverate", "effectiveannual", "effectiveannualrate"}, "actual_365": {"xnpv", "act365", "daily"},
		},
		"basis.commencementPayment": {"liability": {"inliability", "intheliability"}, "settled": {"paid", "notinliability", "leftout"}},
		"kind":                      {"payment": {"paid"}, "incentive": {"received", "receipt"}},
		"type": {
			"index": {"indexchange", "rentreview", "indexation", "cpi"}, "contingency_resolved": nil, "residual_guarantee": {"residualvalueguarantee"},
			"reassessment": {"remeasurement"}, "modification": {"amendment"}, "impairment": {"writedown"}, "termination": {"terminated", "earlytermination"},
			"purchase": {"purchased", "bought"},
		},
		"proportion": {"asset": {"byasset"}, "liability": {"byliability"}},
	} {
		known := map[string]string{}
		for name, also := range list {
			known[cell.Fold(name)] = name
			for _, w := range also {
				known[w] = name
			}
		}
		byField[name] = known
	}
	return byField
})

// Bounds of the tags of a lease.
const (
	maxTags    = leasehold.MaxTags
	maxTagName = 50 // characters
)
