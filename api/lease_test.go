package api_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/api"
)

// leaseSchema returns the compiled schema of the request.
func leaseSchema(t *testing.T) *jsonschema.Schema {
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
	s, err := c.Compile("openapi.json#/components/schemas/Lease")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// values are sent for every field: of each type, and at, below and above every
// limit that the contract has.
var values = []string{
	`null`, `true`, `false`, `""`, `"x"`, `{}`, `[]`, `"1"`, `"6%"`,
	`0`, `-0`, `0.0`, `-0.01`, `1e-400`, `0.5`, `1`, `1.0`, `1.0000000000000000001`, `2`, `-1`, `36.5`, `6e1`,
	`1200`, `1201`, `1200.0000001`, `1000000`, `1000001`, `1e999`,
	`999999999999999.99`, `999999999999999.990000`, `999999999999999.991`, `1000000000000000`,
	`"2026-01-01"`, `"2026-1-1"`, `"2026-02-29"`, `"2028-02-29"`, `"2026-13-01"`, `"0001-01-01"`, `"2026-01-01T00:00:00Z"`,
	`"ASC_842"`, `"ASC_843"`, `"IFRS_16"`, `"GASB_87"`, `"asc_842"`, `"monthly"`, `"quarterly"`, `"semiannual"`, `"annual"`, `"weekly"`,
	`"advance"`, `"arrears"`, `"operating"`, `"finance"`, `"derived"`,
}

// TestTheSchemaAndTheEngineAgree guards that a request which is valid against the
// contract is never refused, and one that is not valid is never answered: for
// every field and value, schema and engine give the same verdict.
func TestTheSchemaAndTheEngineAgree(t *testing.T) {
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
			if value != "absent" {
				members = append(members, fmt.Sprintf("%q:%s", name, value))
			}
			body := "{" + strings.Join(members, ",") + "}"
			parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			verdict := schema.Validate(parsed)
			_, refused := leasehold.Decode([]byte(body))
			if (verdict == nil) != (refused == nil) {
				t.Errorf("%s = %s: the schema says %v, the engine %v", name, value, verdict, refused)
			}
		}
	}
}

// TestTheSchemaHasEveryField guards that no field of the engine is missing from
// the contract, and none is there that the engine does not know.
func TestTheSchemaHasEveryField(t *testing.T) {
	t.Parallel()
	schema := leaseSchema(t)
	var described []string
	for name := range schema.Properties {
		described = append(described, name)
	}
	slices.Sort(described)
	known := leasehold.FieldNames()
	slices.Sort(known)
	if !slices.Equal(described, known) {
		t.Errorf("the contract has %v, the engine %v", described, known)
	}
}
