package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/money"
)

// leaseSchema returns the compiled schema of a lease request.
func leaseSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	return compiled(t, "Lease")
}

// compiled returns a schema of the contract, ready for validation.
func compiled(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(api.JSON("")))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("openapi.json", document); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("openapi.json#/components/schemas/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The test sends each of these values in every field. They include every JSON type, and numbers at, below and
// above every limit in the contract.
var values = []string{
	`null`, `true`, `false`, `""`, `"x"`, `{}`, `[]`, `"1"`, `"6%"`,
	`0`, `-0`, `0.0`, `-0.01`, `1e-400`, `0.5`, `1`, `1.0`, `1.0000000000000000001`, `2`, `-1`, `36.5`, `6e1`,
	`1200`, `1201`, `1200.0000001`, `1000000`, `1000001`, `1e999`,
	`999999999999999.99`, `999999999999999.990000`, `999999999999999.991`, `1000000000000000`,
	`"2026-01-01"`, `"2026-1-1"`, `"2026-02-29"`, `"2028-02-29"`, `"2026-13-01"`, `"0001-01-01"`, `"2026-01-01T00:00:00Z"`,
	`"ASC_842"`, `"ASC_843"`, `"IFRS_16"`, `"GASB_87"`, `"asc_842"`, `"monthly"`, `"quarterly"`, `"semiannual"`, `"annual"`, `"weekly"`,
	`"advance"`, `"arrears"`, `"operating"`, `"finance"`, `"derived"`,
	`"low_value"`, `"government_wide"`, `"governmental"`, `"EUR"`, `"eur"`, `"ZZZ"`, `"XAU"`, `"none"`, `"a\u0007b"`,
	`"` + strings.Repeat("é", 100) + `"`, `"` + strings.Repeat("é", 101) + `"`, `"` + strings.Repeat("x", 201) + `"`,
	`{"entity":"E"}`, `{"":"E"}`, `{"entity":1}`, `{"entity":null}`, `{"` + strings.Repeat("x", 51) + `":""}`,
	`{"discounting":"effective"}`, `{"discounting":"actual_365","commencementPayment":"settled"}`, `{"discounting":null}`, `{"rate":1}`,
	`[{"from":"2026-04-01","paymentAmount":0}]`, `[{"from":"2026-04-01"}]`, `[{"from":"2026-04-01","paymentAmount":-1}]`,
	`[{"from":"2026-04-01","months":2}]`, `[{"from":"2026-04-01","months":2,"share":0.5}]`, `[{"from":"2026-04-01","months":2,"share":0}]`,
	`[{"date":"2026-04-10","amount":5}]`, `[{"date":"2026-04-10","amount":5,"kind":"incentive"}]`,
	`[{"date":"2026-04-10","amount":0}]`, `[{"date":"2026-04-10","amount":5,"kind":"gift"}]`,
	`[{"date":"2027-01-01","type":"impairment","impairmentLoss":1}]`, `[{"date":"2027-01-01","type":"repair"}]`, `[{"type":"termination"}]`,
	`[{"date":"2027-01-01","type":"index","changePct":0.02}]`, `[{"date":"2027-01-01","type":"index","changePct":-1}]`,
	`[{"date":"2027-01-01","type":"modification","discountRateAnnual":0.06,"termMonths":48,"retainedShare":0.5,"proportion":"asset","rentSteps":[]}]`,
	`{"termMonths":{"quote":"36 months","page":null,"document":"a.pdf"}}`, `{"termMonths":{"quote":" "}}`, `{"termMonths":{"page":"3"}}`, `{"termMonths":{"quote":"x","p":1}}`,
	`[{"date":"2027-01-01","type":"termination","penalty":-5}]`, `[{"date":"2027-01-01","type":"purchase","price":5,"unknown":1}]`, `[1]`, `[null]`,
}

// required maps a field to the other fields that it depends on.
var required = map[string]map[string]string{
	"restorationCost": {"standard": `"IFRS_16"`}, "exemption": {"standard": `"IFRS_16"`}, "fund": {"standard": `"GASB_87"`},
	"openingRouAssetFunctional": foreignBooks(`"openingRouAsset":1`), "prepaidRentFunctional": foreignBooks(`"prepaidRent":1`),
	"prepaidOrAccruedRentFunctional": foreignBooks(`"standard":"IFRS_16","initialApplication":{"date":"2026-05-10","prepaidOrAccruedRent":0}`),
	"functionalCurrency":             {"currency": `"USD"`, "exchangeRate": `1`},
	"grantElement":                   {"standard": `"FRS_102"`}, "paymentAmount": {"otherPayments": `[{"date":"2026-04-10","amount":5}]`},
}

// foreignBooks returns the fields that an amount in the functional currency requires, followed by the given
// fields.
func foreignBooks(members string) map[string]string {
	needs := map[string]string{"currency": `"USD"`, "functionalCurrency": `"EUR"`, "exchangeRate": `1`}
	var of map[string]json.RawMessage
	if err := json.Unmarshal([]byte("{"+members+"}"), &of); err != nil {
		panic(err)
	}
	for name, value := range of {
		needs[name] = string(value)
	}
	return needs
}

// TestTheSchemaAndTheEngineAcceptTheSameLeases checks that the schema and the engine accept and reject the same
// values for every field. Only the engine checks rules that involve several fields, so each field is sent with
// the fields that it depends on.
func TestTheSchemaAndTheEngineAcceptTheSameLeases(t *testing.T) {
	t.Parallel()
	schema := leaseSchema(t)
	base := map[string]string{
		"commencementDate": `"2026-01-01"`, "termMonths": `36`, "paymentAmount": `100`, "discountRateAnnual": `0.05`,
	}
	names := append(leasehold.FieldNames(), "rate", "TermMonths", "")
	for _, name := range names {
		for _, value := range append(slices.Clone(values), "absent") {
			members := []string{}
			for other, kept := range base {
				if other != name {
					members = append(members, fmt.Sprintf("%q:%s", other, kept))
				}
			}
			for other, needed := range required[name] {
				members = append(members, fmt.Sprintf("%q:%s", other, needed))
			}
			if value != "absent" {
				members = append(members, fmt.Sprintf("%q:%s", name, value))
			}
			body := "{" + strings.Join(members, ",") + "}"
			parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if name == "discountRateAnnual" && (value == "absent" || value == "null") {
				continue // not required if there is a rate table
			}
			verdict := schema.Validate(parsed)
			_, refused := leasehold.Decode([]byte(body))
			if (verdict == nil) != (refused == nil) {
				t.Errorf("%s = %s: the schema says %v, the engine %v", name, value, verdict, refused)
			}
		}
	}
}

// TestTheSchemaHasEveryField checks that the contract and the engine have the same fields.
func TestTheSchemaHasEveryField(t *testing.T) {
	t.Parallel()
	known := leasehold.FieldNames()
	slices.Sort(known)
	for name, schema := range map[string]*jsonschema.Schema{"Lease": leaseSchema(t), "NormalizedLease": compiled(t, "NormalizedLease")} {
		described := slices.Sorted(maps.Keys(schema.Properties))
		if !slices.Equal(described, known) {
			t.Errorf("%s of the contract has %v, the engine %v", name, described, known)
		}
	}
}

// TestResponsesMatchTheSchemas checks the responses of all four operations against their schemas. The leases
// include published examples. Some have uneven payments, conventions or events.
func TestResponsesMatchTheSchemas(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../internal/doctor/testdata/lives.json")
	if err != nil {
		t.Fatal(err)
	}
	var published []struct{ Request json.RawMessage }
	if err := json.Unmarshal(file, &published); err != nil {
		t.Fatal(err)
	}
	requests := [][]byte{
		[]byte(`{"id":"L-1","name":"\"Head\" office","tags":{"entity":"E"},"currency":"JPY","standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":24,
			"paymentAmount":100000,"discountRateAnnual":0.03,"restorationCost":50000,"basis":{"commencementPayment":"settled"},
			"rentFree":[{"from":"2026-04-01","months":2}],"otherPayments":[{"date":"2026-06-15","amount":900000,"kind":"incentive"}],
			"events":[{"date":"2026-08-10","type":"index","changePct":0.02},{"date":"2027-03-05","type":"purchase","price":10}]}`),
		[]byte(`{"standard":"GASB_87","fund":"governmental","currency":"KWD","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":100.5,
			"discountRateAnnual":0.03,"events":[{"date":"2026-08-10","type":"index","changePct":0.02}]}`),
		[]byte(`{"exemption":"short_term","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":100,"discountRateAnnual":0.03}`),
		[]byte(`{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":100,"discountRateAnnual":0.03,"openingRouAsset":-5,"assetTotalLifeMonths":100,
			"guaranteedResidualValue":5,"annualEscalationAmount":1,"events":[{"date":"2026-01-02","type":"termination"}]}`),
		[]byte(`{"standard":"FRS_102","commencementDate":"2024-01-01","termMonths":60,"paymentAmount":100,"discountRateAnnual":0.03,
			"initialApplication":{"date":"2026-01-01","prepaidOrAccruedRent":-12.5,"onerousProvision":3}}`),
		[]byte(`{"standard":"FRS_102","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":100,"discountRateAnnual":0.03,"grantElement":50,
			"evidence":{"paymentAmount":{"quote":"100 per month","page":"2","document":"Lease"}}}`),
	}
	for _, p := range published {
		requests = append(requests, p.Request)
	}
	schemas := map[string]*jsonschema.Schema{}
	for _, name := range []string{"ComputeResponse", "ScheduleResponse", "JournalResponse", "ClassifyResponse"} {
		schemas[name] = compiled(t, name)
	}
	for _, request := range requests {
		lease, err := leasehold.Decode(request)
		if err != nil {
			t.Fatalf("%s: %v", request, err)
		}
		result, err := leasehold.Compute(lease)
		if err != nil {
			t.Fatalf("%s: %v", request, err)
		}
		for name, answer := range map[string][]byte{
			"ComputeResponse": leasehold.AppendCompute(result, nil), "ScheduleResponse": leasehold.AppendSchedule(&result.Measurement, nil),
			"JournalResponse": leasehold.AppendJournal(&result.Measurement, nil), "ClassifyResponse": leasehold.AppendClassify(result, nil),
		} {
			body := fmt.Appendf(answer[:len(answer)-1], `,"request_id":%q,"replay":false}`, exampleID)
			parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if err := schemas[name].Validate(parsed); err != nil {
				t.Errorf("%s: %s: %v", request, name, err)
			}
		}
	}
}

// The contract lists exactly the accounts that the engine posts to.
func TestTheSchemaHasEveryAccount(t *testing.T) {
	t.Parallel()
	var described, known []string
	for _, name := range compiled(t, "JournalLine").Properties["account"].Enum.Values {
		described = append(described, fmt.Sprint(name))
	}
	for _, account := range leasehold.Accounts() {
		known = append(known, account.String())
	}
	slices.Sort(described)
	slices.Sort(known)
	if !slices.Equal(described, known) {
		t.Errorf("the contract has %q, the engine %q", described, known)
	}
}

// Every currency list in the contract equals the engine's list.
func TestSpec2_1_TheSchemaListsTheEnginesCurrencies(t *testing.T) {
	t.Parallel()
	var contract any
	if err := json.Unmarshal(api.JSON(""), &contract); err != nil {
		t.Fatal(err)
	}
	lists := currencyLists(contract, "")
	if len(lists) < 2 {
		t.Errorf("the contract lists currencies at %d places", len(lists))
	}
	for n := range 26 * 26 * 26 {
		code := string([]byte{'A' + byte(n/676), 'A' + byte(n/26%26), 'A' + byte(n%26)})
		_, err := money.ParseCurrency(code)
		for path, list := range lists {
			if listed := slices.Contains(list, any(code)); listed != (err == nil) {
				t.Errorf("%s: the engine says %v, and %s lists it: %v", code, err, path, listed)
			}
		}
	}
}

// currencyLists returns the currency lists in a section of the contract, by path.
func currencyLists(part any, path string) map[string][]any {
	lists := map[string][]any{}
	switch part := part.(type) {
	case map[string]any:
		for name, member := range part {
			maps.Copy(lists, currencyLists(member, path+"/"+name))
		}
	case []any:
		if slices.Contains(part, any("USD")) && slices.Contains(part, any("JPY")) {
			lists[path] = part
		}
		for i, element := range part {
			maps.Copy(lists, currencyLists(element, path+"/"+strconv.Itoa(i)))
		}
	}
	return lists
}
