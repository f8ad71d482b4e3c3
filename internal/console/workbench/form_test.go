package workbench

import (
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Every field of a lease with level payments is in the form once. What is
// uneven, rare or happens later is not.
func TestTheFormHasEveryFieldOnce(t *testing.T) {
	t.Parallel()
	names := []string{
		"tags", "rentSteps", "annualEscalationAmount", "rentFree", "otherPayments", "basis", "exemption", "restorationCost",
		"guaranteedResidualValue", "assetTotalLifeMonths", "fund", "currency", "events", "openingRouAsset",
	}
	for in := range inputs {
		names = append(names, in.Field)
		if in.Help == "" || in.Label == "" || (in.kind == percent || in.kind == monthCount) && in.Unit == "" {
			t.Errorf("%s lacks help, a label or a unit", in.Name)
		}
	}
	slices.Sort(names)
	want := leasehold.FieldNames()
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("the form has %v, the contract %v", names, want)
	}
}

// What is typed becomes the value that it means, digit for digit, or is refused
// in words that say what to type.
func TestTypedTextIsUnderstoodOrRefusedInWords(t *testing.T) {
	t.Parallel()
	rent := &input{kind: amount, positive: true}
	other := &input{kind: amount}
	rate := &input{kind: percent}
	term := &input{kind: monthCount, most: 1200}
	answer := &input{kind: flag, Options: yesNo}
	start := &input{kind: date}
	for _, tt := range []struct {
		in          *input
		typed, want string // want is the JSON, or the fault
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
		{in: other, typed: "10.000", want: "10.000", remark: "Read as 10. For 10,000, type a comma or no separator."},
		{in: other, typed: "-5", want: "“-5” is out of range: 0 to 999,999,999,999,999.99 is allowed."},
		{in: rent, typed: "0", want: "“0” is out of range: above 0 and up to 999,999,999,999,999.99 is allowed."},
		{in: other, typed: "1e300", want: "“1e300” is out of range: 0 to 999,999,999,999,999.99 is allowed."},
		{in: other, typed: "1,5", want: "Use commas for thousands and a point for decimals: 1.5, not 1,5."},
		{in: other, typed: "10,00", want: "Use commas for thousands and a point for decimals: 10.00, not 10,00."},
		{in: other, typed: "1.000,50", want: "Use commas for thousands and a point for decimals: 1,000.50, not 1.000,50."},
		{in: other, typed: "1.000.000", want: "Use commas for thousands and a point for decimals: 1,000,000, not 1.000.000."},
		{in: other, typed: "twelve", want: "“twelve” is not an amount. Type digits, such as 10,000 or 9,999.50."},
		{in: other, typed: "--5", want: "“--5” is not an amount. Type digits, such as 10,000 or 9,999.50."},
		{in: other, typed: "5%", want: "“5%” is not an amount. Type digits, such as 10,000 or 9,999.50."},
		{in: other, typed: strings.Repeat("9", 401), want: "This number has too many digits."},
		{in: other, typed: "\xff", want: "This is not text in UTF-8."},

		{in: rate, typed: "6", want: "0.06"},
		{in: rate, typed: "6.25", want: "0.0625"},
		{in: rate, typed: "6 %", want: "0.06"},
		{in: rate, typed: "3.5%", want: "0.035"},
		{in: rate, typed: "6 percent", want: "0.06"},
		{in: rate, typed: "100", want: "1"},
		{in: rate, typed: "0", want: "0"},
		{in: rate, typed: "0.5", want: "0.005"},
		{in: rate, typed: "1e1", want: "1e-1"},
		{in: rate, typed: "1.1234567890123456789", want: "0.011234567890123456789"},
		{in: rate, typed: "3,5", want: "0.035", remark: "Read as 3.5%."},
		{in: rate, typed: "3,25 %", want: "0.0325", remark: "Read as 3.25%."},
		{in: rate, typed: "0,75", want: "0.0075", remark: "Read as 0.75%."},
		{in: rate, typed: "0.035%", want: "0.00035"},
		{in: rate, typed: "0,125%", want: "0.00125", remark: "Read as 0.125%."},
		{in: rate, typed: "0.035", want: "Is this 3.5% or 0.035%? Type 3.5 for 3.5%, or 0.035% with its sign if you mean less than half a percent."},
		{in: rate, typed: "0.06", want: "Is this 6% or 0.06%? Type 6 for 6%, or 0.06% with its sign if you mean less than half a percent."},
		{in: rate, typed: ".05", want: "Is this 5% or 0.05%? Type 5 for 5%, or 0.05% with its sign if you mean less than half a percent."},
		{in: rate, typed: "0,035", want: "Is this 3.5% or 0.035%? Type 3.5 for 3.5%, or 0.035% with its sign if you mean less than half a percent."},
		{in: rate, typed: "3,125", want: "Use a point for decimals: 3.125, not 3,125."},
		{in: rate, typed: "600", want: "“600%” is out of range: 0% to 100% is allowed."},
		{in: rate, typed: "-5", want: "“-5%” is out of range: 0% to 100% is allowed."},
		{in: rate, typed: "six", want: "“six” is not a percentage. Type a number, such as 6 or 6.25."},
		{in: rate, typed: "%", want: "“%” is not a percentage. Type a number, such as 6 or 6.25."},
		{in: rate, typed: "1e-300", want: "“1e-300” is less than half a percent. Type it with a percent sign if you mean that."},

		{in: term, typed: "60", want: "60"},
		{in: term, typed: "1,200", want: "1200"},
		{in: term, typed: "60 months", want: "60"},
		{in: term, typed: "6e1", want: "60"},
		{in: term, typed: "5 years", want: "Type months: 60 for 5 years."},
		{in: term, typed: "0", want: "“0” is out of range: 1 to 1,200 months are allowed."},
		{in: term, typed: "1201", want: "“1201” is out of range: 1 to 1,200 months are allowed."},
		{in: term, typed: "60.5", want: "“60.5” is not a whole number of months."},
		{in: term, typed: "sixty", want: "“sixty” is not a number of months. Type digits, such as 60."},

		{in: answer, typed: "true", want: "true"},
		{in: answer, typed: "false", want: "false"},
		{in: answer, typed: "maybe", want: "Choose one of the options."},

		{in: &input{kind: text, most: 9}, typed: `HQ "3" é`, want: `"HQ \"3\" é"`},
		{in: &input{kind: text, most: 9}, typed: "0123456789", want: "This is too long: at most 9 characters are allowed."},

		{in: start, typed: "2026-01-01", want: `"2026-01-01"`},
		{in: start, typed: "2026/1/31", want: `"2026-01-31"`, remark: "Read as 2026-01-31."},
		{in: start, typed: "1/31/2026", want: `"2026-01-31"`, remark: "Read as 2026-01-31."},
		{in: start, typed: "31.1.2026", want: `"2026-01-31"`, remark: "Read as 2026-01-31."},
		{in: start, typed: "1/1/2026", want: `"2026-01-01"`, remark: "Read as 2026-01-01."},
		{in: start, typed: "Feb 1, 2026", want: `"2026-02-01"`, remark: "Read as 2026-02-01."},
		{in: start, typed: "01/02/2026", want: "Is this January 2 or February 1? Type 2026-01-02 or 2026-02-01."},
		{in: start, typed: "2026-02-30", want: "“2026-02-30” is not a date. Type year, month and day, such as 2026-01-31."},
		{in: start, typed: "1/31/26", want: "“1/31/26” is not a date. Type year, month and day, such as 2026-01-31."},
		{in: start, typed: "0000-1-1", want: "“0000-01-01” is not a date from 0001-01-01 on."},
	} {
		got := tt.in.read(tt.typed)
		said := string(got.json)
		if got.fault != "" {
			said = got.fault
		}
		if said != tt.want || got.remark != tt.remark || (got.json == nil) != (got.fault != "") {
			t.Errorf("%q of kind %d: %q with the remark %q, want %q with %q", tt.typed, tt.in.kind, said, got.remark, tt.want, tt.remark)
		}
	}
}

// The form's bounds are the engine's: what the form lets through, the engine
// takes, and one step further both refuse.
func TestTheFormsBoundsAreTheEngines(t *testing.T) {
	t.Parallel()
	whole := values{"commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10000", ratePercent: "6"}
	takes := func(in *input, typed string) (form, engine bool) {
		v := maps.Clone(whole)
		v[in.Name] = typed
		_, faults, _ := v.read()
		delete(v, in.Name)
		body, _, _ := v.read()
		value := []byte(strings.ReplaceAll(typed, ",", ""))
		if in.kind == percent {
			n, _ := hundredth(string(value))
			value = []byte(n)
		}
		if in.kind == text {
			value = quoted(typed)
		}
		_, err := leasehold.Decode(append(append(body[:len(body)-1:len(body)-1], `,"`+in.Field+`":`...), append(value, '}')...))
		return len(faults) == 0, err == nil
	}
	for in := range inputs {
		var within, beyond []string
		switch in.kind {
		case amount:
			within, beyond = []string{"0.01", mostAmount.String()}, []string{"-0.01", "1000000000000000"}
			if in.positive {
				beyond = append(beyond, "0")
			} else {
				within = append(within, "0")
			}
		case percent:
			within, beyond = []string{"0", "100"}, []string{"-0.01", "100.01"}
		case monthCount:
			most := money.Int(int64(in.most))
			within, beyond = []string{"1", most.String()}, []string{"0", money.Int(int64(in.most) + 1).String()}
		case text:
			within, beyond = []string{strings.Repeat("é", in.most)}, []string{strings.Repeat("é", in.most+1), "a\x7fb", "a\u0085b"}
		case choice, flag, date:
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

// A message has no name of the API and no word of a programmer, whatever is
// wrong with whichever field.
func TestFaultsSpeakTheWordsOfTheForm(t *testing.T) {
	t.Parallel()
	apiName := regexp.MustCompile(`[a-z][A-Z]|_|\b(JSON|string|text "|fraction|object|member|null)\b`)
	check := func(v values) {
		lease, faults, understood := v.decode()
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
	check(values{})
	check(values{"commencementDate": "9999-01-01", "termMonths": "60", "paymentAmount": "10000", ratePercent: "6"}) // ends too late
	for in := range inputs {
		for _, typed := range []string{
			"x", "-1", "0.035", "3,5", "600", "1e400", "9999999999999999", "01/02/2026", "2026-02-30", "\xff", "{}", strings.Repeat("9", 500),
		} {
			v := values{"commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10000", ratePercent: "6"}
			v[in.Name] = typed
			check(v)
		}
	}
	_, faults, _ := values{}.decode()
	for _, name := range []string{"commencementDate", "termMonths", "paymentAmount", ratePercent} {
		if faults[name] != "This field is required." {
			t.Errorf("an empty %s says %q", name, faults[name])
		}
	}
}

// What the engine refuses of no single field is said with the form's labels.
func TestFaultsOfNoFieldUseLabels(t *testing.T) {
	t.Parallel()
	faults := remarks{}
	faults.add(&leasehold.InvalidError{Faults: []leasehold.Fault{{Field: "body", Message: "termMonths and paymentAmount do not fit"}}})
	if got := faults[""]; got != "body: Lease term and Payment amount do not fit" {
		t.Errorf("%q", got)
	}
}

// Whatever a form holds, it becomes JSON with the contract's members.
func FuzzFormsBecomeJSON(f *testing.F) {
	f.Add("60", "10,000", "6")
	f.Add("\xff", "1e999999999999999999999", "%")
	f.Add("5 years", "1.000,50", "0,035")
	f.Fuzz(func(t *testing.T, term, payment, rate string) {
		v := values{"termMonths": term, "paymentAmount": payment, ratePercent: rate, "standard": term, "commencementDate": payment}
		body, faults, _ := v.read()
		if !json.Valid(body) {
			t.Fatalf("%q", body)
		}
		_, err := leasehold.Decode(body)
		if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
			faults.add(invalid)
		}
	})
}
