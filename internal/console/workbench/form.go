package workbench

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
)

// kind is how the text of an input becomes a JSON value.
type kind uint8

const (
	text    kind = iota // a JSON string as typed
	number              // a JSON number where the text is one
	percent             // a number of percent, sent as the fraction
	flag                // true or false
)

// input is one field of the workbench's form.
type input struct {
	Name     string // in the form and in links
	Field    string // in the contract, and so in its errors
	Label    string
	Unit     string
	Help     string
	Options  []option // of a choice
	Date     bool
	Required bool
	Hint     string // what an empty input shows

	kind kind
}

// option is one choice; an empty value leaves the field out.
type option struct{ Value, Label string }

// group is a part of the form, as an accountant thinks of a lease.
type group struct {
	Title  string
	Inputs []input
	Folded bool // on a small screen, until it is opened
}

// Names of the inputs that are not the contract's, because what is typed into
// them is a percentage.
const (
	ratePercent       = "discountRatePercent"
	escalationPercent = "annualEscalationPercent"
)

// yesNo are the choices of a flag. To leave it out is not to answer no: the
// criterion is then not evaluated.
var yesNo = []option{{"", "Not stated"}, {"true", "Yes"}, {"false", "No"}}

// groups is the form: every field of the contract, once.
var groups = []group{
	{Title: "Standard", Inputs: []input{
		{
			Name: "standard", Field: "standard", Label: "Reporting standard",
			Help:    "The standard whose rules the main figures follow. All of them are set side by side below in any case.",
			Options: []option{{"ASC_842", "ASC 842 (US GAAP)"}, {"IFRS_16", "IFRS 16"}, {"GASB_87", "GASB 87 (US governments)"}},
		},
		{
			Name: "classification", Field: "classification", Label: "Classification",
			Help:    "Leave it derived, and the five criteria decide. A class chosen here overrides them under ASC 842; the notes then say so.",
			Options: []option{{"", "Derived"}, {"operating", "Operating"}, {"finance", "Finance"}},
		},
	}},
	{Title: "Term and payments", Inputs: []input{
		{
			Name: "commencementDate", Field: "commencementDate", Label: "Commencement", Date: true, Required: true,
			Help: "The day on which the lessor makes the asset available for use. Liability and asset are measured as of this day.",
		},
		{
			Name: "termMonths", Field: "termMonths", Label: "Term", Unit: "months", Required: true, kind: number,
			Help: "The non-cancellable period and the options that are reasonably certain, in months: 1 to 1,200.",
		},
		{
			Name: "paymentAmount", Field: "paymentAmount", Label: "Payment", Unit: "per period", Required: true, kind: number,
			Help: "The rent of one payment period before any escalation, without amounts for services. Thousands may be separated by commas.",
		},
		{
			Name: "paymentFrequency", Field: "paymentFrequency", Label: "Paid",
			Help:    "How often rent falls due. A period at the end of the term that is shorter than this is prorated by months.",
			Options: []option{{"monthly", "Monthly"}, {"quarterly", "Quarterly"}, {"semiannual", "Twice a year"}, {"annual", "Annually"}},
		},
		{
			Name: "paymentTiming", Field: "paymentTiming", Label: "Due",
			Help:    "In advance: on the first day of each period, an annuity-due. In arrears: on the last.",
			Options: []option{{"advance", "In advance"}, {"arrears", "In arrears"}},
		},
		{
			Name: escalationPercent, Field: "annualEscalationPct", Label: "Escalation", Unit: "% a year", kind: percent, Hint: "none",
			Help: "Fixed by the contract, compounding at each anniversary. A forecast of an index is no lease payment.",
		},
	}},
	{Title: "Discount rate", Inputs: []input{
		{
			Name: ratePercent, Field: "discountRateAnnual", Label: "Annual rate", Unit: "% a year", Required: true, kind: percent,
			Help: "The rate implicit in the lease or, where it cannot be determined, the lessee's incremental borrowing rate. Nominal: it is divided by the periods of a year.",
		},
	}},
	{Title: "Asset adjustments", Folded: true, Inputs: []input{
		{
			Name: "prepaidRent", Field: "prepaidRent", Label: "Prepaid rent", Unit: "amount", kind: number, Hint: "none",
			Help: "Paid before commencement. It adds to the right-of-use asset and is not among the payments of the schedule.",
		},
		{
			Name: "initialDirectCosts", Field: "initialDirectCosts", Label: "Initial direct costs", Unit: "amount", kind: number, Hint: "none",
			Help: "Costs that would not have arisen without the lease, such as a commission. They add to the right-of-use asset.",
		},
		{
			Name: "leaseIncentives", Field: "leaseIncentives", Label: "Lease incentives", Unit: "amount", kind: number, Hint: "none",
			Help: "Received from the lessor at or before commencement. They reduce the right-of-use asset.",
		},
	}},
	{Title: "End of the term", Folded: true, Inputs: []input{
		{
			Name: "residualValueGuarantee", Field: "residualValueGuarantee", Label: "Residual value guarantee", Unit: "amount", kind: number, Hint: "none",
			Help: "What is probable of being owed under the guarantee, not its whole amount. It is paid at the end of the term.",
		},
		{
			Name: "purchaseOptionAmount", Field: "purchaseOptionAmount", Label: "Purchase option price", Unit: "amount", kind: number, Hint: "none",
			Help: "The exercise price. It counts as a payment at the end of the term unless exercise is stated not to be reasonably certain.",
		},
	}},
	{Title: "Classification inputs", Folded: true, Inputs: []input{
		{
			Name: "transfersOwnership", Field: "transfersOwnership", Label: "Ownership transfers by the end", kind: flag, Options: yesNo,
			Help: "Whether title to the asset passes to the lessee by the end of the term.",
		},
		{
			Name: "purchaseOptionReasonablyCertain", Field: "purchaseOptionReasonablyCertain", Label: "Purchase reasonably certain", kind: flag, Options: yesNo,
			Help: "Whether the lessee is reasonably certain to exercise a purchase option. Not stated, beside a price, it is taken as yes.",
		},
		{
			Name: "assetEconomicLifeMonths", Field: "assetEconomicLifeMonths", Label: "Remaining economic life", Unit: "months", kind: number, Hint: "not stated",
			Help: "Of the asset, from commencement. A term of 75 % of it or more makes a finance lease.",
		},
		{
			Name: "assetFairValue", Field: "assetFairValue", Label: "Fair value of the asset", Unit: "amount", kind: number, Hint: "not stated",
			Help: "At commencement. A present value of 90 % of it or more makes a finance lease.",
		},
		{
			Name: "specializedAsset", Field: "specializedAsset", Label: "No alternative use to the lessor", kind: flag, Options: yesNo,
			Help: "Whether the asset is so specialized that the lessor is expected to have no other use for it at the end.",
		},
	}},
}

// values are what a form was sent with, by the names of its inputs.
type values map[string]string

// body returns the lease request that v describes. Nothing is judged here: what
// is no number goes on as the text that it is, so that the engine refuses it in
// the words of the API.
func (v values) body() []byte {
	body := []byte{'{'}
	for i := range groups {
		for j := range groups[i].Inputs {
			in := &groups[i].Inputs[j]
			value := in.value(strings.TrimSpace(v[in.Name]))
			if value == nil {
				continue
			}
			if len(body) > 1 {
				body = append(body, ',')
			}
			body = append(body, '"')
			body = append(body, in.Field...)
			body = append(body, '"', ':')
			body = append(body, value...)
		}
	}
	return append(body, '}')
}

// value returns the JSON value of what was typed, or nil for nothing.
func (in *input) value(typed string) []byte {
	if typed == "" {
		return nil
	}
	switch in.kind {
	case number:
		if n, ok := plainNumber(typed); ok {
			return []byte(n)
		}
	case percent:
		if n, ok := plainNumber(strings.TrimRight(typed, "% ")); ok {
			if f, ok := hundredth(n); ok {
				return []byte(f)
			}
		}
	case flag:
		if typed == "true" || typed == "false" {
			return []byte(typed)
		}
	case text:
	}
	quoted, err := jsontext.AppendQuote(nil, typed)
	if err != nil { // invalid UTF-8 has been replaced, which is refused as any other text
		quoted, _ = jsontext.AppendQuote(nil, strings.ToValidUTF8(typed, "�"))
	}
	return quoted
}

// plainNumber returns a number as people write it, in JSON's notation:
// thousands separated by commas, spaces or apostrophes, a leading plus or
// point, zeros in front. ok is false where the text is no such number.
func plainNumber(typed string) (n string, ok bool) {
	n = strings.TrimPrefix(typed, "+")
	n, ok = ungroup(n)
	if !ok {
		return "", false
	}
	sign := ""
	if rest, cut := strings.CutPrefix(n, "-"); cut {
		sign, n = "-", rest
	}
	if strings.HasPrefix(n, ".") {
		n = "0" + n
	}
	for len(n) > 1 && n[0] == '0' && n[1] >= '0' && n[1] <= '9' {
		n = n[1:]
	}
	n = strings.TrimSuffix(n, ".")
	if v := jsontext.Value(n); n == "" || n[0] == '-' || !v.IsValid() || v.Kind() != '0' {
		return "", false
	}
	return sign + n, true
}

// ungroup takes out separators of thousands where they separate thousands.
func ungroup(n string) (string, bool) {
	whole, rest := n, ""
	if i := strings.IndexAny(n, ".eE"); i >= 0 {
		whole, rest = n[:i], n[i:]
	}
	for _, separator := range []string{",", " ", "\u00a0", "\u202f", "\u2009", "'", "\u2019"} {
		parts := strings.Split(whole, separator)
		if len(parts) == 1 {
			continue
		}
		for i, part := range parts {
			if i > 0 && len(part) != 3 || i == 0 && (len(strings.TrimPrefix(part, "-")) > 3 || part == "") {
				return "", false
			}
		}
		return strings.Join(parts, "") + rest, true
	}
	return n, true
}

// hundredth moves the decimal point of a JSON number two places to the left,
// losing no digit.
func hundredth(n string) (string, bool) {
	mantissa, exponent := n, 0
	if i := strings.IndexAny(n, "eE"); i >= 0 {
		var err error
		if exponent, err = strconv.Atoi(n[i+1:]); err != nil {
			return "", false
		}
		mantissa = n[:i]
		return mantissa + "e" + strconv.Itoa(exponent-2), true
	}
	sign := ""
	if rest, cut := strings.CutPrefix(mantissa, "-"); cut {
		sign, mantissa = "-", rest
	}
	whole, decimals, _ := strings.Cut(mantissa, ".")
	for len(whole) < 3 {
		whole = "0" + whole
	}
	whole, decimals = whole[:len(whole)-2], whole[len(whole)-2:]+decimals
	for len(whole) > 1 && whole[0] == '0' {
		whole = whole[1:]
	}
	if decimals = strings.TrimRight(decimals, "0"); decimals == "" {
		return sign + whole, true
	}
	return sign + whole + "." + decimals, true
}

// faultsOf sorts what is wrong by the inputs that show it; what belongs to none
// of them has the key "".
func faultsOf(err *leasehold.InvalidError) map[string]string {
	byField := map[string]string{}
	for i := range groups {
		for j := range groups[i].Inputs {
			byField[groups[i].Inputs[j].Field] = groups[i].Inputs[j].Name
		}
	}
	faults := map[string]string{}
	for _, f := range err.Faults {
		name, words := byField[f.Field], f.Field+": "+f.Message
		if faults[name] != "" {
			words = faults[name] + "; " + words
		}
		faults[name] = words
	}
	return faults
}
