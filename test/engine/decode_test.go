package engine_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

const plain = `{"commencementDate":"2024-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`

const plainNormalized = `{"standard":"ASC_842","commencementDate":"2024-01-01","termMonths":60,"paymentAmount":10000,` +
	`"discountRateAnnual":0.06,"paymentFrequency":"monthly","paymentTiming":"advance"}`

// with returns the plain lease as JSON, with fields replaced or added. An empty value removes a
// field.
func with(tb testing.TB, pairs ...string) string {
	tb.Helper()
	order := []string{"commencementDate", "termMonths", "paymentAmount", "discountRateAnnual"}
	values := map[string]string{"commencementDate": `"2024-01-01"`, "termMonths": "60", "paymentAmount": "10000", "discountRateAnnual": "0.06"}
	for i := 0; i < len(pairs); i += 2 {
		if _, ok := values[pairs[i]]; !ok {
			order = append(order, pairs[i])
		}
		values[pairs[i]] = pairs[i+1]
	}
	var members []string
	for _, name := range order {
		if values[name] != "" {
			members = append(members, fmt.Sprintf("%q:%s", name, values[name]))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

func decode(tb testing.TB, body string) *leasehold.Lease {
	tb.Helper()
	l, err := leasehold.Decode([]byte(body))
	if err != nil {
		tb.Fatalf("%s: %v", body, err)
	}
	return l
}

// refuse returns the error for a body that Decode must reject.
func refuse(tb testing.TB, body string) *leasehold.InvalidError {
	tb.Helper()
	l, err := leasehold.Decode([]byte(body))
	var invalid *leasehold.InvalidError
	if !errors.As(err, &invalid) || l != nil || len(invalid.Faults) == 0 {
		tb.Fatalf("%.200s: got %v, %v; want a refusal", body, l, err)
	}
	return invalid
}

// The normalized lease contains the supplied values and the defaults, in the order of the API
// contract. It does not depend on the order of the request's fields or the notation of its numbers.
func TestSpec2_1_NormalizedLeaseHasDefaultsAndFixedOrder(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		plain: plainNormalized,
		" {\"discountRateAnnual\" : 6e-2 ,\n\t\"paymentAmount\":1.00e4,\"termMonths\":60.0,\"commencementDate\":\"2024-01-01\"} \n":                   plainNormalized,
		with(t, "standard", `"ASC_842"`, "paymentFrequency", `"monthly"`, "paymentTiming", `"advance"`):                                               plainNormalized,
		with(t, "classification", "null", "prepaidRent", "null", "transfersOwnership", "null", "assetEconomicLifeMonths", "null", "standard", "null"): plainNormalized,
		with(t, "termMonths", "6e1", "paymentAmount", "10000.000"):                                                                                    plainNormalized,
		`{"comm\u0065ncementDate":"2024-\u00301-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`:                                 plainNormalized,
		with(t, "specializedAsset", "false", "assetEconomicLifeMonths", "72.0", "assetFairValue", "0.0", "purchaseOptionReasonablyCertain", "false",
			"transfersOwnership", "true", "purchaseOptionAmount", "1e3", "residualValueGuarantee", "0", "prepaidRent", "0.10",
			"leaseIncentives", "60.0", "initialDirectCosts", "1E2", "annualEscalationPct", "0.030", "classification", `"finance"`): plainNormalized[:len(plainNormalized)-1] +
			`,"classification":"finance","annualEscalationPct":0.03,"initialDirectCosts":100,"leaseIncentives":60,"prepaidRent":0.1,` +
			`"residualValueGuarantee":0,"purchaseOptionAmount":1000,"transfersOwnership":true,"purchaseOptionReasonablyCertain":false,` +
			`"assetFairValue":0,"assetEconomicLifeMonths":72,"specializedAsset":false}`,
	} {
		got := string(decode(t, body).Append(nil))
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", body, got, want)
		}
		if again := string(decode(t, got).Append(nil)); again != got {
			t.Errorf("normalizing twice: %s, then %s", got, again)
		}
	}
}

// For each field in the contract's table, values at the limits are accepted and values just outside
// them are rejected. The message names the field and its limits.
func TestSpec2_1_EveryFieldsLimits(t *testing.T) {
	t.Parallel()
	const big = "999999999999999.99"
	amounts := []string{"0", "0.0", "-0", "0.001", "1e-999", big, big + "000", strings.Repeat("0", 0) + "1" + strings.Repeat("0", 14)}
	notAmounts := []string{"-0.01", "-1e-999", "1000000000000000", big + "1", "1e15", "1e999", `"5"`, "true", "{}", "[1]", "1e1000"}
	for field, c := range map[string]struct {
		good, bad []string
		allowed   string
	}{
		"standard":            {[]string{`"ASC_842"`, `"IFRS_16"`, `"GASB_87"`, "null"}, []string{`"asc_842"`, `"ASC 842"`, `""`, "1", "true"}, "ASC_842, IFRS_16, GASB_87"},
		"commencementDate":    {[]string{`"2024-02-29"`, `"0001-01-01"`, `"2000-02-29"`}, []string{`"2023-02-29"`, `"1900-02-29"`, `"2024-13-01"`, `"2024-00-10"`, `"2024-01-32"`, `"2024-1-1"`, `"24-01-01"`, `"2024-01-01T00:00:00Z"`, `" 2024-01-01"`, `"0000-01-01"`, `"2024/01/01"`, `"2024-01-0a"`, "20240101", "null", "", `"9999-12-31"`}, ""},
		"termMonths":          {[]string{"1", "1200", "12e2", "1.0", "0.6e2"}, []string{"0", "-1", "1201", "60.5", "1e-1", "1e300", "-1e300", "4294967356", "18446744073709551676", `"60"`, "true", "null", "", "1e999999999"}, ""},
		"paymentAmount":       {[]string{"0.01", "1e-999", big, "10000"}, append([]string{"0", "-0", "0e5", "null", ""}, notAmounts...), ""},
		"discountRateAnnual":  {[]string{"0", "0.0", "-0", "1", "1.000", "0.05", "1e-999", "0." + strings.Repeat("9", 398)}, []string{"-0.01", "1.01", "1." + strings.Repeat("0", 397) + "1", "5", `"6%"`, "null", ""}, ""},
		"paymentFrequency":    {[]string{`"monthly"`, `"quarterly"`, `"semiannual"`, `"annual"`, "null"}, []string{`"Monthly"`, `"semi-annual"`, "12"}, "monthly, quarterly, semiannual or annual"},
		"paymentTiming":       {[]string{`"advance"`, `"arrears"`, "null"}, []string{`"arrear"`, "false"}, "advance or arrears"},
		"classification":      {[]string{`"operating"`, `"finance"`, "null"}, []string{`"derived"`, `"capital"`, "1"}, "operating or finance"},
		"annualEscalationPct": {[]string{"0", "1", "0.03", "null"}, []string{"-0.01", "1.5", "3", `"3%"`}, "a fraction"},
		"initialDirectCosts":  {amounts, notAmounts, ""}, "leaseIncentives": {amounts, notAmounts, ""}, "prepaidRent": {amounts, notAmounts, ""},
		"residualValueGuarantee": {amounts, notAmounts, ""}, "purchaseOptionAmount": {amounts, notAmounts, ""}, "assetFairValue": {amounts, notAmounts, ""},
		"transfersOwnership":              {[]string{"true", "false", "null"}, []string{`"true"`, "1", "0", "{}"}, "true or false"},
		"purchaseOptionReasonablyCertain": {[]string{"true", "false", "null"}, []string{`"yes"`, "1", "[]"}, "true or false"},
		"specializedAsset":                {[]string{"true", "false", "null"}, []string{`"false"`, "0", "[]"}, "true or false"},
		"assetEconomicLifeMonths":         {[]string{"1", "1000000", "1e6", "null"}, []string{"0", "-5", "1000001", "0.5", `"72"`, "true"}, ""},
	} {
		for _, v := range c.good {
			decode(t, with(t, field, v))
		}
		for _, v := range c.bad {
			err := refuse(t, with(t, field, v))
			if err.Field() != field || !strings.HasPrefix(err.Error(), field+": ") || !strings.Contains(err.Error(), c.allowed) {
				t.Errorf("%s of %.60s: %q", field, v, err)
			}
			if len(err.Error()) > 400 {
				t.Errorf("%s of %.60s: a message of %d characters", field, v, len(err.Error()))
			}
		}
	}
}

// The message for a number out of range contains only its own field's limits.
func TestErrorsNameTheFieldsLimits(t *testing.T) {
	t.Parallel()
	const most = "999999999999999.99"
	for field, want := range map[string]string{
		"termMonths":              "a whole number from 1 to 1200",
		"assetEconomicLifeMonths": "a whole number from 1 to 1000000",
		"paymentAmount":           "an amount above 0 and up to " + most,
		"initialDirectCosts":      "an amount from 0 to " + most,
		"leaseIncentives":         "an amount from 0 to " + most,
		"prepaidRent":             "an amount from 0 to " + most,
		"residualValueGuarantee":  "an amount from 0 to " + most,
		"purchaseOptionAmount":    "an amount from 0 to " + most,
		"assetFairValue":          "an amount from 0 to " + most,
		"discountRateAnnual":      "a fraction from 0 to 1 (5% is 0.05)",
		"annualEscalationPct":     "a fraction from 0 to 1 (5% is 0.05)",
	} {
		for _, v := range []string{"-5", "1000000000000000"} {
			if got := refuse(t, with(t, field, v)).Error(); got != field+": "+v+" is out of range: use "+want {
				t.Errorf("%s of %s: %s", field, v, got)
			}
		}
	}
	if got := refuse(t, with(t, "paymentAmount", "0")).Error(); !strings.Contains(got, "0 is out of range: use an amount above 0") {
		t.Error(got)
	}
}

// If a rate is sent as a percentage, the error explains how to correct it.
func TestRateErrorsExplainPercentages(t *testing.T) {
	t.Parallel()
	const example = "(5% is 0.05)"
	for v, want := range map[string]string{
		`"6%"`: example, `"0.06"`: example, "-6": example, "100.5": example, "7.00000000000001": example,
		"6": "(write 0.06 for 6%)", "6.25": "(write 0.0625 for 6.25%)", "20": "(write 0.2 for 20%)", "100": "(write 1 for 100%)", "1e1": "(write 0.1 for 10%)",
	} {
		if err := refuse(t, with(t, "discountRateAnnual", v)); !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", v, err)
		}
	}
}

// A request is a single JSON object in valid UTF-8. Trailing data, duplicate fields and field names
// in the wrong case are rejected.
func TestDecodeReadsStrictly(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"":                        "body: not valid JSON: the body is empty",
		"  ":                      "body: not valid JSON: the body is empty",
		"null":                    "body: must be one JSON object that describes the lease",
		"[" + plain + "]":         "body: must be one JSON object that describes the lease",
		`"x"`:                     "body: must be one JSON object that describes the lease",
		"{":                       "body: not valid JSON: at byte 1: it ends too early",
		plain + "{}":              "body: must end after one JSON object; there is unexpected data after it",
		plain + "x":               "body: must end after one JSON object; there is unexpected data after it",
		"\xef\xbb\xbf" + plain:    "body: begins with a byte order mark (UTF-8); send UTF-8 without a byte order mark",
		"\xff\xfe{\x00":           "body: begins with a byte order mark (UTF-16); send UTF-8",
		`{"lease":` + plain + `}`: `lease: is not a field of the lease; send the lease itself as the body, without "lease" around it`,
		with(t, "events", `[{"event":{"date":"2025-01-01"}}]`):                                         `events[0].event: is not a field of an event; send an event itself here, without "event" around it`,
		with(t, "standard", `"ASC 842"`):                                                               `standard: "ASC 842" is not allowed; use ASC_842, IFRS_16, GASB_87, FRS_102 or GASB_96; did you mean ASC_842?`,
		with(t, "paymentFrequency", `"yearly"`):                                                        `paymentFrequency: "yearly" is not allowed; use monthly, quarterly, semiannual or annual; did you mean annual?`,
		with(t, "paymentFrequency", `"semi-annual"`):                                                   `paymentFrequency: "semi-annual" is not allowed; use monthly, quarterly, semiannual or annual; did you mean semiannual?`,
		with(t, "basis", `{"discounting":"30/360"}`):                                                   `basis.discounting: "30/360" is not allowed; use nominal, effective, actual_365 or monthly; did you mean nominal?`,
		with(t, "basis", `{"discounting":"Act/Act"}`):                                                  `basis.discounting: "Act/Act" is not allowed; use nominal, effective, actual_365 or monthly; did you mean actual_365?`,
		with(t, "commencementDate", `"2024-02-30"`):                                                    `commencementDate: "2024-02-30" is not a date; February 2024 has 29 days; use a calendar date`,
		`{"paymentAmount":0,"termMonths":0,"commencementDate":"2024-01-01","discountRateAnnual":0.06}`: "termMonths: 0 is out of range: use a whole number from 1 to 1200; paymentAmount: 0 is out of range",
		plain[:len(plain)-1] + ",}":                                                                    "body: not valid JSON: at byte",
		`{"termMonths":6O}`:                                                                            "body: not valid JSON: at byte 15, after termMonths: invalid character 'O'",
		`{"termMonths":"` + "\xff" + `"}`:                                                              "termMonths: not valid JSON: at byte",
		`{"termMonths":012}`:                                                                           "body: not valid JSON: at byte 15, after termMonths",
		`{"termMonths":+1}`:                                                                            "termMonths: not valid JSON: at byte",
		`{"termMonths":NaN}`:                                                                           "termMonths: not valid JSON: at byte",
		`{'termMonths':1}`:                                                                             "body: not valid JSON: at byte 1",
		with(t, "TermMonths", "60"):                                                                    `TermMonths: unknown field "TermMonths"; did you mean termMonths?`,
		with(t, "discountRate", "0.06"):                                                                `discountRate: unknown field "discountRate"; did you mean discountRateAnnual?`,
		`{"a\u0000b\"":[{}]}`:                                                                          `a\x00b\": unknown field "a\x00b\"";`,
		with(t, "zzzzzzzzzz", "1"):                                                                     `zzzzzzzzzz: unknown field "zzzzzzzzzz"`,
		with(t, "rate", "0.06"):                                                                        `rate: unknown field "rate"; did you mean discountRateAnnual?`,
		with(t, "Term", "60"):                                                                          `Term: unknown field "Term"; did you mean termMonths?`,
		with(t, "incentive", "1"):                                                                      `incentive: unknown field "incentive"; did you mean leaseIncentives?`,
		with(t, "", "1"):                                                                               `body: unknown field ""`,
		plain[:len(plain)-1] + `,"termMonths":61}`:                                                     "termMonths: appears more than once",
		strings.Repeat("[", 100_000):                                                                   "body: not valid JSON",
		`{"x":` + strings.Repeat("[", 100_000):                                                         "body: not valid JSON",
	} {
		if got := refuse(t, body).Error(); !strings.HasPrefix(got, want) {
			t.Errorf("%.80q: %q, want %q", body, got, want)
		}
	}
}

// The error for a misspelled field suggests the most similar field name.
func TestMisspelledFieldsGetTheClosestName(t *testing.T) {
	t.Parallel()
	for sent, meant := range map[string]string{
		"pct": "annualEscalationPct", "term_months": "termMonths", "comencementDate": "commencementDate", "PAYMENTAMOUNT": "paymentAmount",
		"xxstandard": "standard", "standardxx": "standard", "timing": "paymentTiming", "tandar": "standard",
		"leaseIncentive": "leaseIncentives", "prepayedRent": "prepaidRent",
		"economicLife": "assetEconomicLifeMonths", "fairValue": "assetFairValue", "ssetFairValue": "assetFairValue", "special": "specializedAsset",
		"classificatio": "classification", "lassification": "classification", "reasonablyCertain": "purchaseOptionReasonablyCertain",
	} {
		got := refuse(t, with(t, sent, "1")).Error()
		if !strings.HasSuffix(got, "; did you mean "+meant+"?") {
			t.Errorf("%s, want %s", got, meant)
		}
	}
}

// The error for an unknown name that resembles no field contains no suggestion.
func TestUnrelatedNamesGetNoSuggestion(t *testing.T) {
	t.Parallel()
	for _, sent := range []string{"landlord", "Start date", "currencyCode2", "x", "zzzz", "rentFreeMonths2"} {
		if got := refuse(t, with(t, sent, "1")).Error(); strings.Contains(got, "standard") || strings.Contains(got, "termMonths") {
			t.Error(got)
		}
	}
}

// The message for a syntax error names the last field before the error.
func TestSyntaxErrorsNameTheField(t *testing.T) {
	t.Parallel()
	for _, name := range leasehold.FieldNames() {
		if got := refuse(t, `{"`+name+`":+1}`).Error(); !strings.HasPrefix(got, name+": not valid JSON: at byte ") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// An error quotes an unknown field name as it was sent, with special characters escaped. Long names
// are cut at 64 characters.
func TestUnknownNamesAreQuotedAndShortened(t *testing.T) {
	t.Parallel()
	err := refuse(t, with(t, strings.Repeat("ü", 65), "1"))
	if want := `unknown field "` + strings.Repeat("ü", 64) + `"...`; !strings.Contains(err.Error(), want) {
		t.Errorf("%v", err)
	}
	body := strings.Replace(plain, "{", `{"new\nline\u0007":1,`, 1)
	if err := refuse(t, body); err.Field() != `new\nline\a` || strings.ContainsAny(err.Error(), "\n\a") {
		t.Errorf("%q %v", err.Field(), err)
	}
	many := strings.Replace(plain, "{", "{"+strings.Repeat(`"a":1,`, 1000), 1)
	if err := refuse(t, many); len(err.Faults) != 17 || !strings.Contains(err.Error(), "984 more fields are unknown") || len(err.Error()) > 4000 {
		t.Errorf("%d faults, %d characters", len(err.Faults), len(err.Error()))
	}
	all := strings.Replace(plain, "{", "{"+strings.Repeat(`"a":1,`, 16), 1)
	if err := refuse(t, all); len(err.Faults) != 16 || strings.Contains(err.Error(), "more fields") {
		t.Errorf("%d faults: %v", len(err.Faults), err)
	}
}

// A field repeated many times causes only one error, so that the message stays short.
func TestRepeatedFieldsGiveASingleError(t *testing.T) {
	t.Parallel()
	err := refuse(t, plain[:len(plain)-1]+strings.Repeat(`,"termMonths":61,"prepaidRent":1`, 1000)+"}")
	if want := "termMonths: appears more than once; prepaidRent: appears more than once"; err.Error() != want {
		t.Errorf("%.200s", err)
	}
}

// All errors in a request body are listed, in the order in which they occur.
func TestErrorsAreListedInTheOrderOfTheInput(t *testing.T) {
	t.Parallel()
	err := refuse(t, `{"paymentAmount":-5,"standard":"X","foo":1,"termMonths":1.5,"prepaidRent":"1"}`)
	var names []string
	for _, f := range err.Faults {
		names = append(names, f.Field)
	}
	if got := strings.Join(names, " "); got != "paymentAmount standard foo termMonths prepaidRent commencementDate discountRateAnnual" {
		t.Errorf("faults of %s", got)
	}
	if strings.Count(err.Error(), "; ") < len(names)-1 || err.Field() != "paymentAmount" {
		t.Errorf("%v", err)
	}
	// In invalid JSON, only the syntax error is reported.
	err = refuse(t, `{"termMonths":0,"paymentAmount":1,`)
	if err.Field() != "body" || len(err.Faults) != 1 {
		t.Errorf("%v", err)
	}
}

// METHOD 5: the last day of the term is at most 9999-12-31.
func TestMethod5_TheTermEndsByTheYear9999(t *testing.T) {
	t.Parallel()
	decode(t, with(t, "commencementDate", `"9999-01-01"`, "termMonths", "12"))
	decode(t, with(t, "commencementDate", `"9899-12-31"`, "termMonths", "1200"))
	decode(t, with(t, "commencementDate", `"9900-01-01"`, "termMonths", "1200"))
	for _, c := range [][2]string{{`"9999-01-01"`, "13"}, {`"9999-01-02"`, "12"}, {`"9900-01-02"`, "1200"}, {`"9999-12-31"`, "1"}} {
		if err := refuse(t, with(t, "commencementDate", c[0], "termMonths", c[1])); err.Field() != "commencementDate" || !strings.Contains(err.Error(), "9999-12-31") {
			t.Errorf("%v: %v", c, err)
		}
	}
}

// A lease built in Go must satisfy the same rules as a decoded lease.
func TestComputeValidatesLikeDecode(t *testing.T) {
	t.Parallel()
	var invalid *leasehold.InvalidError
	if _, err := leasehold.Compute(&leasehold.Lease{}); !errors.As(err, &invalid) || len(invalid.Faults) != 3 {
		t.Errorf("the empty lease: %v", err)
	}
	l := decode(t, plain)
	l.Standard, l.PaymentFrequency, l.PaymentTiming, l.Classification = 9, 9, 9, 9
	l.CommencementDate.Day = 32
	if _, err := leasehold.Compute(l); !errors.As(err, &invalid) || len(invalid.Faults) != 5 {
		t.Errorf("values outside their enumerations: %v", err)
	}
	l.Standard, l.PaymentFrequency, l.PaymentTiming = leasehold.GASB96+1, leasehold.Annual+1, leasehold.Arrears+1
	l.Classification = leasehold.Finance + 1
	if _, err := leasehold.Compute(l); !errors.As(err, &invalid) || len(invalid.Faults) != 5 {
		t.Errorf("values right after the last ones: %v", err)
	}
	if s := l.Standard.String() + l.PaymentFrequency.String() + l.PaymentTiming.String() + l.Classification.String(); s != strings.Repeat("unknown", 4) {
		t.Errorf("they print %s", s)
	}
	if s := l.Standard.String() + l.PaymentTiming.String(); s != "unknownunknown" {
		t.Errorf("such values print %s", s)
	}
	if s := string(l.Append(nil)); !strings.Contains(s, `"standard":"unknown"`) {
		t.Errorf("such a lease prints %s", s)
	}
}

// A result does not change if the caller modifies the input bytes or the lease afterward.
func TestResultsDoNotShareMemoryWithTheInput(t *testing.T) {
	t.Parallel()
	const long = "0.0500000000000000027755575615628913510590791702270507812"
	body := []byte(with(t, "discountRateAnnual", long, "standard", `"IFRS_16"`, "prepaidRent", "1.5", "assetFairValue", "123456789012345.678901234567890"))
	l, err := leasehold.Decode(body)
	if err != nil {
		t.Fatal(err)
	}
	before := string(l.Append(nil))
	for i := range body {
		body[i] = '7'
	}
	if got := string(l.Append(nil)); got != before || !strings.Contains(got, long) {
		t.Errorf("after its bytes were overwritten: %s, was %s", got, before)
	}
	r, err := leasehold.Compute(l)
	if err != nil {
		t.Fatal(err)
	}
	answer := string(leasehold.AppendCompute(r, nil))
	*l = leasehold.Lease{}
	if string(leasehold.AppendCompute(r, nil)) != answer {
		t.Error("a result changed with the lease that it was made from")
	}
}

// The errors for a lease built in Go are in the order of the API contract.
func TestValidateListsErrorsInTheContractsOrder(t *testing.T) {
	t.Parallel()
	l := decode(t, plain)
	l.DiscountRateAnnual, l.TermMonths, l.PaymentTiming = money.MustParse("1.5"), 0, 9
	l.AssetEconomicLifeMonths, l.PrepaidRent = leasehold.Some(0), leasehold.Some(money.Int(-1))
	var invalid *leasehold.InvalidError
	if err := l.Validate(); !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	var names []string
	for _, f := range invalid.Faults {
		names = append(names, f.Field)
	}
	if got := strings.Join(names, " "); got != "termMonths discountRateAnnual paymentTiming prepaidRent assetEconomicLifeMonths" {
		t.Errorf("faults of %s", got)
	}
	l = decode(t, plain)
	l.CommencementDate = civil.Date{Year: 9999, Month: 12, Day: 31}
	if err := l.Validate(); !errors.As(err, &invalid) || invalid.Field() != "commencementDate" {
		t.Errorf("a term that ends too late: %v", err)
	}
}

// The program's field names and their order match the API contract.
func TestFieldNamesMatchTheContract(t *testing.T) {
	t.Parallel()
	got := strings.Join(leasehold.FieldNames(), " ")
	if want := "id name tags standard commencementDate termMonths paymentAmount discountRateAnnual paymentFrequency paymentTiming classification " +
		"annualEscalationPct initialDirectCosts leaseIncentives prepaidRent residualValueGuarantee purchaseOptionAmount transfersOwnership " +
		"purchaseOptionReasonablyCertain assetFairValue assetEconomicLifeMonths specializedAsset " +
		"rentSteps annualEscalationAmount rentFree otherPayments basis exemption restorationCost guaranteedResidualValue " +
		"assetTotalLifeMonths fund grantElement initialApplication currency events openingRouAsset discountRateBasis discountRates " +
		"components irrecoverableTaxRate calendar variablePayments subleaseIncome subleases framework functionalCurrency exchangeRate openingRouAssetFunctional " +
		"prepaidRentFunctional prepaidOrAccruedRentFunctional evidence at"; got != want {
		t.Errorf("%s", got)
	}
}
