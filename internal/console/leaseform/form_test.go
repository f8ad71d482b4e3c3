package leaseform

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/money"
)

// As the form shows, a component is a lease component if the user selects no kind, or if a link or a file
// explicitly specifies that kind.
func TestTheFormAcceptsComponents(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"", "lease"} {
		v := Values{
			"commencementDate": "2026-01-01", "termMonths": "36", "paymentAmount": "1,000", RatePercent: "6", "paymentFrequency": "monthly",
			"components[0].name": "Floor", "components[0].kind": kind, "components[0].standalonePrice": "900",
			"components[1].name": "Cleaning", "components[1].kind": "service", "components[1].standalonePrice": "100",
			"otherPayments[0].date": "2026-03-01", "otherPayments[0].amount": "5", "otherPayments[0].kind": "payment",
		}
		lease, faults, _ := v.Decode()
		if lease == nil {
			t.Fatalf("kind %q: %v", kind, faults)
		}
		want := `"components":[{"name":"Floor","kind":"lease","standalonePrice":900},{"name":"Cleaning","kind":"service","standalonePrice":100}]`
		if got := string(lease.Append(nil)); !strings.Contains(got, want) {
			t.Errorf("kind %q: %s lacks %s", kind, got, want)
		}
	}
}

// The form contains every field of a lease and every field of an event exactly once.
func TestTheFormHasEveryFieldOnce(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	var names []string
	for _, in := range lease.Inputs {
		name, _, _ := strings.Cut(in.Field, ".")
		if in.Field != name && seen[name] {
			continue // the basis field has two inputs
		}
		seen[name] = true
		names = append(names, name)
		check(t, in)
	}
	for _, l := range lease.Lists {
		names = append(names, l.Name)
	}
	slices.Sort(names)
	want := leasehold.FieldNames()
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("the form has %v, the contract %v", names, want)
	}
	stated := map[string]bool{}
	events := lease.list("events")
	for _, in := range events.Inputs {
		check(t, in)
		stated[in.Field] = true
	}
	for _, l := range events.Lists {
		stated[l.Name] = true
	}
	for i := range member.Event {
		if name := member.Event[i].Name; !stated[name] {
			t.Errorf("an event lacks %s", name)
		}
	}
}

func check(t *testing.T, in *Input) {
	t.Helper()
	if in.Help == "" || in.Label == "" || (in.percent() || in.Kind == member.Months) && in.Unit == "" {
		t.Errorf("%s lacks help, a label or a unit", in.Name)
	}
}

// Typed text is converted exactly. If it is invalid, the message explains what input is expected.
func TestTypedTextIsReadOrExplained(t *testing.T) {
	t.Parallel()
	rent := &Input{Member: &member.Member{Kind: member.Amount, Positive: true}}
	other := &Input{Member: &member.Member{Kind: member.Amount}}
	rate := &Input{Member: &member.Member{Kind: member.Rate}}
	signed := &Input{Member: &member.Member{Kind: member.Amount, Signed: true}}
	share := &Input{Member: &member.Member{Kind: member.Share}}
	change := &Input{Member: &member.Member{Kind: member.Change}}
	currency, fx := &Input{Member: &member.Member{Kind: member.Currency}}, &Input{Member: &member.Member{Kind: member.Exchange}}
	term := &Input{Member: &member.Member{Kind: member.Months, Most: 1200}}
	answer := &Input{Member: &member.Member{Kind: member.Flag}, Options: yesNo}
	start := &Input{Member: &member.Member{Kind: member.Date}}
	for _, tt := range []struct {
		in          *Input
		typed, want string // the input, and the expected JSON value or error message
		remark      string
	}{
		{in: other, typed: "10000", want: "10000"},
		{in: other, typed: "10,000.50", want: "10000.50"},
		{in: other, typed: "1 234 567", want: "1234567"},
		{in: other, typed: "1'234.5", want: "1234.5"},
		{in: other, typed: "$10,000.00", want: "10000.00"},
		{in: other, typed: "10,000 €", want: "10000"},
		{in: other, typed: "+5", want: "5"},
		{in: other, typed: ".5", want: "0.5"},
		{in: other, typed: "5.", want: "5"},
		{in: other, typed: "007", want: "7"},
		{in: other, typed: "1e3", want: "1e3"},
		{in: other, typed: "0", want: "0"},
		{in: other, typed: "12345678901234.123456789", want: "12345678901234.123456789"},
		{in: other, typed: "10.000", want: "10.000", remark: "This was read as 10. For 10,000, type a comma or no separator."},
		{in: other, typed: "-5", want: "“-5” is out of range. Type an amount from 0 to 999,999,999,999,999.99."},
		{in: rent, typed: "0", want: "“0” is out of range. Type an amount above 0 and up to 999,999,999,999,999.99."},
		{in: other, typed: "1e300", want: "“1e300” is out of range. Type an amount from 0 to 999,999,999,999,999.99."},
		{in: other, typed: "1,5", want: "1.5", remark: "This was read as 1.5."},
		{in: other, typed: "10,00", want: "10.00", remark: "This was read as 10.00."},
		{in: other, typed: "1.000,50", want: "1000.50", remark: "This was read as 1,000.50."},
		{in: other, typed: "1.000.000", want: "1000000"},
		{in: other, typed: "twelve", want: "“twelve” is not an amount. Type digits, such as 10,000 or 9,999.50."},
		{in: other, typed: "--5", want: "“--5” is not an amount. Type digits, such as 10,000 or 9,999.50."},
		{in: other, typed: "5%", want: "“5%” is not an amount. Type digits, such as 10,000 or 9,999.50."},
		{in: other, typed: strings.Repeat("9", 401), want: "“" + strings.Repeat("9", 40) + "…” is not an amount. Type digits, such as 10,000 or 9,999.50."},
		{in: other, typed: "\xff", want: "This must be UTF-8 text."},

		{in: signed, typed: "-5", want: "-5"},
		{in: signed, typed: "-1e15", want: "“-1e15” is out of range. Type an amount from -999,999,999,999,999.99 to 999,999,999,999,999.99."},
		{in: share, typed: "50", want: "0.5"},
		{in: share, typed: "33,3%", want: "0.333", remark: "This was read as 33.3%."},
		{in: share, typed: "0.5", want: "Is this 50% or 0.5%? Type 50 for 50%, or 0.5% with the percent sign if you mean one percent or less."},
		{in: share, typed: "1", want: "Is this 100% or 1%? Type 100 for 100%, or 1% with the percent sign if you mean one percent or less."},
		{in: share, typed: "0", want: "“0%” is out of range. Type a percentage above 0% and up to 100%."},
		{in: share, typed: "120", want: "“120%” is out of range. Type a percentage above 0% and up to 100%."},
		{in: change, typed: "2.5", want: "0.025"},
		{in: change, typed: "-10", want: "-0.1"},
		{in: change, typed: "-100", want: "“-100%” is out of range. Type a percentage above -100% and up to 100,000%."},
		{in: change, typed: "-0.1", want: "Is this -10% or -0.1%? Type -10 for -10%, or -0.1% with the percent sign if you mean less than half a percent."},
		{in: fx, typed: "0,92", want: "0.92", remark: "This was read as 0.92."},
		{in: fx, typed: "1,175", want: "Use a point for decimals: 1.175, not 1,175."},
		{in: fx, typed: "1.175", want: "1.175"},
		{in: fx, typed: "0", want: "“0” is out of range. Type an exchange rate above 0."},
		{in: currency, typed: "jpy", want: `"JPY"`},
		{in: currency, typed: "dollars", want: "“dollars” is not the code of an active currency. Type three letters, such as USD, EUR or JPY."},

		{in: rate, typed: "6", want: "0.06"},
		{in: rate, typed: "6.25", want: "0.0625"},
		{in: rate, typed: "6 %", want: "0.06"},
		{in: rate, typed: "3.5%", want: "0.035"},
		{in: rate, typed: "6 percent", want: "0.06"},
		{in: rate, typed: "100", want: "1"},
		{in: rate, typed: "0", want: "0"},
		{in: rate, typed: "0.5", want: "0.005"},
		{in: rate, typed: "1e1", want: "0.1"},
		{in: rate, typed: "1.1234567890123456789", want: "0.011234567890123456789"},
		{in: rate, typed: "3,5", want: "0.035", remark: "This was read as 3.5%."},
		{in: rate, typed: "3,25 %", want: "0.0325", remark: "This was read as 3.25%."},
		{in: rate, typed: "0,75", want: "0.0075", remark: "This was read as 0.75%."},
		{in: rate, typed: "0.035%", want: "0.00035"},
		{in: rate, typed: "0,125%", want: "0.00125", remark: "This was read as 0.125%."},
		{in: rate, typed: "0.035", want: "Is this 3.5% or 0.035%? Type 3.5 for 3.5%, or 0.035% with the percent sign if you mean less than half a percent."},
		{in: rate, typed: "0.06", want: "Is this 6% or 0.06%? Type 6 for 6%, or 0.06% with the percent sign if you mean less than half a percent."},
		{in: rate, typed: ".05", want: "Is this 5% or 0.05%? Type 5 for 5%, or 0.05% with the percent sign if you mean less than half a percent."},
		{in: rate, typed: "0,035", want: "Is this 3.5% or 0.035%? Type 3.5 for 3.5%, or 0.035% with the percent sign if you mean less than half a percent."},
		{in: rate, typed: "3,125", want: "Use a point for decimals: 3.125, not 3,125."},
		{in: rate, typed: "600", want: "“600%” is out of range. Type a percentage from 0% to 100%."},
		{in: rate, typed: "-5", want: "“-5%” is out of range. Type a percentage from 0% to 100%."},
		{in: rate, typed: "six", want: "“six” is not a percentage. Type a number, such as 6 or 6.25."},
		{in: rate, typed: "%", want: "“%” is not a percentage. Type a number, such as 6 or 6.25."},
		{in: rate, typed: "1e-300", want: "“1e-300” is less than half a percent. Type it with a percent sign if you mean that."},

		{in: term, typed: "60", want: "60"},
		{in: term, typed: "1,200", want: "1200"},
		{in: term, typed: "60 months", want: "60"},
		{in: term, typed: "6e1", want: "60"},
		{in: term, typed: "5 years", want: "60", remark: "This was read as 60 months."},
		{in: term, typed: "10 years", want: "120", remark: "This was read as 120 months."},
		{in: term, typed: "1.25 yrs", want: "15", remark: "This was read as 15 months."},
		{in: term, typed: "1.3 years", want: "“1.3 years” is not a whole number of months."},
		{in: term, typed: "101 years", want: "“101 years” is out of range. Type a number of months from 1 to 1,200."},
		{in: term, typed: "0", want: "“0” is out of range. Type a number of months from 1 to 1,200."},
		{in: term, typed: "1201", want: "“1201” is out of range. Type a number of months from 1 to 1,200."},
		{in: term, typed: "60.5", want: "“60.5” is not a whole number of months."},
		{in: term, typed: "sixty", want: "“sixty” is not a number of months. Type digits, such as 60."},

		{in: answer, typed: "true", want: "true"},
		{in: answer, typed: "false", want: "false"},
		{in: answer, typed: "maybe", want: "Choose one of the options."},

		{in: &Input{Member: &member.Member{Kind: member.Text, Most: 9}}, typed: `HQ "3" é`, want: `"HQ \"3\" é"`},
		{in: &Input{Member: &member.Member{Kind: member.Text, Most: 9}}, typed: "0123456789", want: "This is too long. Type at most 9 characters."},

		{in: start, typed: "2026-01-01", want: `"2026-01-01"`},
		{in: start, typed: "2026/1/31", want: `"2026-01-31"`, remark: "This was read as 2026-01-31."},
		{in: start, typed: "1/31/2026", want: `"2026-01-31"`, remark: "This was read as 2026-01-31."},
		{in: start, typed: "31.1.2026", want: `"2026-01-31"`, remark: "This was read as 2026-01-31."},
		{in: start, typed: "1/1/2026", want: `"2026-01-01"`, remark: "This was read as 2026-01-01."},
		{in: start, typed: "Feb 1, 2026", want: `"2026-02-01"`, remark: "This was read as 2026-02-01."},
		{in: start, typed: "01/02/2026", want: "Is this January 2 or February 1? Type 2026-01-02 or 2026-02-01."},
		{in: start, typed: "2026-02-30", want: `"2026-02-30" is not a date; February 2026 has 28 days.`},
		{in: start, typed: "1/31/26", want: `"2026-01-31"`, remark: "This was read as 2026-01-31."},
		{in: start, typed: "0000-1-1", want: `"0000-1-1" is not a date; use a date such as 2026-01-15 or 15-Jan-2026.`},
	} {
		got := tt.in.read(tt.typed)
		value, err := json.Marshal(got.value)
		text := string(value)
		if got.fault != "" {
			text = got.fault
		}
		if err != nil || text != tt.want || got.remark != tt.remark || (got.value == nil) != (got.fault != "") {
			t.Errorf("%q of kind %d: %q with the remark %q, want %q with %q", tt.typed, tt.in.Kind, text, got.remark, tt.want, tt.remark)
		}
	}
}

// The form and the engine have the same limits: both accept a field's largest allowed value and
// reject a larger one.
func TestTheFormsBoundsAreTheEngines(t *testing.T) {
	t.Parallel()
	whole := Values{"commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10000", RatePercent: "6"}
	functional := map[string]Values{
		"openingRouAssetFunctional": {"openingRouAsset": "1"},
		"prepaidRentFunctional":     {"prepaidRent": "1"},
		"prepaidOrAccruedRentFunctional": {
			"standard": "IFRS_16", "initialApplicationDate": "2027-01-01", "initialApplicationPrepaidOrAccruedRent": "1",
		},
	}
	takes := func(in *Input, typed string) (form, engine bool) {
		v := maps.Clone(whole)
		if in.Only != "" {
			v["standard"] = strings.Fields(in.Only)[0]
		}
		if in.Name == "paymentAmount" { // an amount of 0 is valid if the lease has other payments
			v["otherPayments[0].date"], v["otherPayments[0].amount"] = "2026-02-01", "5"
		}
		if together, ok := functional[in.Name]; ok { // an amount in the functional currency is valid only together with another field
			v["currency"], v["functionalCurrency"], v["exchangeRate"] = "EUR", "USD", "1.1"
			maps.Copy(v, together)
		}
		object, inner, nested := strings.Cut(in.Field, ".")
		if nested {
			v[object+"Date"] = "2026-06-01"
		}
		v[in.Name] = typed
		_, r := v.read()
		delete(v, object+"Date")
		delete(v, in.Name)
		body, _ := v.read()
		value := []byte(strings.ReplaceAll(typed, ",", ""))
		if in.percent() {
			value = []byte(money.MustParse(string(value)).Shift(-2).String())
		}
		if in.Kind == member.Text {
			var err error
			if value, err = json.Marshal(typed); err != nil {
				t.Fatal(err)
			}
		}
		if nested {
			value = fmt.Appendf(nil, `{"date":"2026-06-01",%q:%s}`, inner, value)
		}
		_, err := leasehold.Decode(append(append(body[:len(body)-1:len(body)-1], `,"`+object+`":`...), append(value, '}')...))
		return len(r.faults) == 0, err == nil
	}
	for _, in := range lease.Inputs {
		var within, beyond []string
		switch in.Kind {
		case member.Amount:
			within, beyond = []string{"0.01", maxAmount.String()}, []string{"-1000000000000000", "1000000000000000"}
			if !in.Signed {
				beyond = append(beyond, "-0.01")
			}
			if in.Positive {
				beyond = append(beyond, "0")
			} else {
				within = append(within, "0")
			}
		case member.Rate, member.Share, member.Change:
			within, beyond = []string{"0", "100"}, []string{"-0.01", "100.01"}
		case member.Months:
			most := money.Int(int64(in.Most))
			within, beyond = []string{"1", most.String()}, []string{"0", money.Int(int64(in.Most) + 1).String()}
		case member.Text:
			within, beyond = []string{strings.Repeat("é", in.Most)}, []string{strings.Repeat("é", in.Most+1), "a\x7fb", "a\u0085b"}
		default: // inputs of other kinds have no limits
			continue
		}
		for _, typed := range within {
			if form, engine := takes(in, typed); !form || !engine {
				t.Errorf("%s %s: the form takes it: %v, the engine: %v", in.Name, typed, form, engine)
			}
		}
		for _, typed := range beyond {
			if form, engine := takes(in, typed); form || engine {
				t.Errorf("%s %s: the form takes it: %v, the engine: %v", in.Name, typed, form, engine)
			}
		}
	}
}

// Messages contain neither API field names nor programming terms.
func TestErrorsUseTheFormsLabels(t *testing.T) {
	t.Parallel()
	apiName := regexp.MustCompile(`[a-z][A-Z]|_|\b(JSON|string|text "|fraction|object|member|null)\b`)
	check := func(v Values) {
		lease, faults, understood := v.Decode()
		if lease != nil {
			return
		}
		if len(faults) == 0 {
			t.Errorf("%v is refused without a word", v)
		}
		for name, fault := range faults {
			if apiName.MatchString(fault) || !strings.HasSuffix(fault, ".") {
				t.Errorf("%s with %q says %q", name, v[name], fault)
			}
		}
		for name, remark := range understood {
			if apiName.MatchString(remark) {
				t.Errorf("%s with %q says %q", name, v[name], remark)
			}
		}
	}
	check(Values{})
	check(Values{"commencementDate": "9999-01-01", "termMonths": "60", "paymentAmount": "10000", RatePercent: "6"}) // the lease ends after the last supported date
	for _, in := range lease.Inputs {
		for _, typed := range []string{
			"x", "-1", "0.035", "3,5", "600", "1e400", "9999999999999999", "01/02/2026", "2026-02-30", "\xff", "{}", strings.Repeat("9", 500),
		} {
			v := Values{"commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10000", RatePercent: "6"}
			v[in.Name] = typed
			check(v)
		}
	}
	_, faults, _ := Values{}.Decode()
	for _, name := range []string{"commencementDate", "termMonths", "paymentAmount", RatePercent} {
		if faults[name] != "This field is required." {
			t.Errorf("an empty %s says %q", name, faults[name])
		}
	}
}

// A message for an error that does not belong to a single field uses the form's labels.
func TestGeneralErrorsUseLabels(t *testing.T) {
	t.Parallel()
	_, r := Values{}.read()
	r.refuse(&leasehold.InvalidError{Faults: []leasehold.Fault{{Field: "body", Message: "termMonths and paymentAmount do not fit"}}})
	if got := r.faults[""]; got != "Body: Lease term and Payment per period do not fit." {
		t.Errorf("%q", got)
	}
}

// Any form values result in valid JSON with the API contract's field names.
func FuzzFormsBecomeJSON(f *testing.F) {
	f.Add("60", "10,000", "6")
	f.Add("\xff", "1e999999999999999999999", "%")
	f.Add("5 years", "1.000,50", "0,035")
	f.Fuzz(func(t *testing.T, term, payment, rate string) {
		v := Values{"termMonths": term, "paymentAmount": payment, RatePercent: rate, "standard": term, "commencementDate": payment}
		body, r := v.read()
		if !json.Valid(body) {
			t.Fatalf("%q", body)
		}
		_, err := leasehold.Decode(body)
		r.refuse(err)
	})
}

// The form's rows become the request's lists, sorted by date, even if the indexes are not
// consecutive. Each engine error is shown in the row that caused it.
func TestRowsBecomeLists(t *testing.T) {
	t.Parallel()
	v := Values{
		"commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10,000", RatePercent: "6", "discounting": "effective",
		"rentSteps[7].from": "2028-01-01", "rentSteps[7].paymentAmount": "12,000", "rentSteps[2].from": "1/31/2027", "rentSteps[2].paymentAmount": "11,000",
		"rentFree[0].from": "2026-01-01", "rentFree[0].months": "3", "rentFree[0].sharePercent": "50",
		"otherPayments[1].date": "2026-03-01", "otherPayments[1].amount": "500", "otherPayments[1].kind": "incentive",
		"tags[0].name": "entity", "tags[0].value": "Rotterdam",
		"events[4].type": "modification", "events[4].date": "2029-01-01", "events[4].discountRatePercent": "7", "events[4].rentStepsNone": "yes",
		"events[4].otherPayments[3].date": "2029-02-01", "events[4].otherPayments[3].amount": "100", "events[1].type": "index",
		"events[1].date": "2028-06-01", "events[1].changePercent": "-2.5",
	}
	body, r := v.read()
	want := `{"basis":{"discounting":"effective"},"commencementDate":"2026-01-01","discountRateAnnual":0.06,` +
		`"events":[{"changePct":-0.025,"date":"2028-06-01","type":"index"},{"date":"2029-01-01","discountRateAnnual":0.07,` +
		`"otherPayments":[{"amount":100,"date":"2029-02-01"}],"rentSteps":[],"type":"modification"}],` +
		`"otherPayments":[{"amount":500,"date":"2026-03-01","kind":"incentive"}],"paymentAmount":10000,` +
		`"rentFree":[{"from":"2026-01-01","months":3,"share":0.5}],` +
		`"rentSteps":[{"from":"2027-01-31","paymentAmount":11000},{"from":"2028-01-01","paymentAmount":12000}],` +
		`"tags":{"entity":"Rotterdam"},"termMonths":60}`
	if string(body) != want || len(r.faults) > 0 {
		t.Errorf("%v\n%s\nwant\n%s", r.faults, body, want)
	}
	if r.understood["rentSteps[2].from"] != "This was read as 2027-01-31." {
		t.Errorf("%v", r.understood)
	}
	_, faults, _ := v.Decode()
	if len(faults) != 1 || !strings.HasPrefix(faults["rentSteps[2].from"], "2027-01-31 is not the first day of a payment period; the nearest are 2027-01-01") {
		t.Errorf("%v", faults)
	}
}

// Values from links and requests are used only if the form has an input of the same name.
func TestOnlyInputsOfTheFormAreRead(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"termMonths": true, "rentSteps[0].from": true, "events[199].rentFree[12].sharePercent": true, "events[0].rentStepsNone": true, "tags[3].value": true,
		"rentSteps": false, "rentSteps[0]": false, "rentSteps[0].termMonths": false, "rentSteps[-1].from": false, "rentSteps[999999].from": false,
		"events[0].events[0].date": false, "rentStepsNone": false, "discountRateAnnual": false, "file-currency": false, "[0].from": false, "": false,
	} {
		if got := known(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// Every error in a row has a position in the form, and its message contains the form's labels.
func TestRowErrorsUseTheFormsLabels(t *testing.T) {
	t.Parallel()
	apiName := regexp.MustCompile(`[a-z][A-Z]|_|\[|\b(JSON|string|fraction|object|member|null)\b`)
	place := regexp.MustCompile(`^$|^[A-Za-z]+$|^[A-Za-z]+\[[0-9]\](\.[A-Za-z]+(\[[0-9]\](\.[A-Za-z]+)?)?)?$`)
	whole := Values{"commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10000", RatePercent: "6"}
	check := func(more Values) {
		v := maps.Clone(whole)
		maps.Copy(v, more)
		lease, faults, _ := v.Decode()
		if lease != nil {
			_, err := leasehold.Compute(lease)
			faults = v.Refused(err)
		}
		for name, fault := range faults {
			if apiName.MatchString(fault) || !strings.HasSuffix(fault, ".") || !place.MatchString(name) {
				t.Errorf("%v: %q says %q", more, name, fault)
			}
		}
	}
	for _, standard := range leasehold.Standards() {
		for kind := range leasehold.Purchase + 1 {
			events := lease.list("events")
			for _, in := range events.Inputs {
				for _, typed := range []string{"", "0", "5", "-5", "70", "2020-01-01", "liability", "true", "x"} {
					check(Values{"standard": standard.String(), "events[0].date": "2027-01-01", "events[0].type": kind.String(), "events[0]." + in.Name: typed})
				}
			}
			check(Values{
				"standard": standard.String(), "events[3].date": "2027-01-01", "events[3].type": kind.String(), "events[5].type": "index",
				"events[5].date": "2027-01-01", "events[3].rentFree[0].from": "2026-01-07", "events[3].rentFree[0].months": "99",
			})
		}
		for _, in := range lease.Inputs {
			for _, o := range in.Options {
				check(Values{"standard": standard.String(), in.Name: o.Value, "openingRouAsset": "5", "termMonths": "13", "annualEscalationAmount": "3"})
			}
			check(Values{"standard": standard.String(), in.Name: "5", "exemption": "short_term", EscalationPercent: "3", "annualEscalationAmount": "4"})
		}
		check(Values{"standard": standard.String(), "otherPayments[0].date": "2026-02-01", "otherPayments[0].amount": "9999999", "otherPayments[0].kind": "incentive"})
		check(Values{"standard": standard.String(), "tags[0].name": "a", "tags[1].name": "a", "tags[1].value": "b", "events[0].impairmentLoss": "9999999"})
		check(Values{
			"standard": standard.String(), "events[0].date": "2027-01-01", "events[0].type": "impairment", "events[0].impairmentLoss": "9999999",
		})
		check(Values{"rentFree[0].from": "2026-01-01", "rentFree[0].months": "5", "rentFree[1].from": "2026-03-01", "rentFree[1].months": "5"})
	}
}

// The form contains the values that the user submitted, with each row at its original index.
func TestTheViewKeepsTheInput(t *testing.T) {
	t.Parallel()
	form := View(Values{"rentSteps[5].from": "x", "events[2].type": "impairment", "events[2].impairmentLoss": "5"}, Remarks{"rentSteps[5].from": "no"}, nil)
	shown := map[string]FieldView{}
	var see func(lists []ListView)
	see = func(lists []ListView) {
		for _, l := range lists {
			for _, row := range l.Rows {
				for _, f := range row.Fields {
					shown[f.Path] = f
				}
				see(row.Lists)
			}
		}
	}
	for _, g := range form.Groups {
		see(g.Lists)
	}
	if f := shown["rentSteps[5].from"]; f.Value != "x" || f.Fault != "no" {
		t.Errorf("%+v", f)
	}
	if shown["events[2].impairmentLoss"].Hidden || !shown["events[2].penalty"].Hidden {
		t.Error("an impairment shows what it may not state, or hides what it may")
	}
}
