package leasehold_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// Published worked examples of steps, conventions and events, with the rounding
// tolerance of their sources.
func TestPublishedLives(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/life.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct {
		ID        string                 `json:"id"`
		Request   json.RawMessage        `json:"request"`
		Expect    map[string]json.Number `json:"expect"`
		Tolerance json.Number            `json:"tolerance"`
	}
	if err := json.Unmarshal(data, &examples); err != nil {
		t.Fatal(err)
	}
	for _, e := range examples {
		t.Run(e.ID, func(t *testing.T) {
			t.Parallel()
			l, err := leasehold.Decode(e.Request)
			if err != nil {
				t.Fatal(err)
			}
			r, err := leasehold.Compute(l)
			if err != nil {
				t.Fatal(err)
			}
			d := json.NewDecoder(strings.NewReader(string(r.AppendCompute(nil))))
			d.UseNumber()
			var answer any
			if err := d.Decode(&answer); err != nil {
				t.Fatal(err)
			}
			for path, want := range e.Expect {
				got := fmt.Sprint(at(t, answer, path))
				off := new(big.Rat).Sub(rat(t, got), rat(t, want.String()))
				if off.Abs(off).Cmp(rat(t, e.Tolerance.String())) > 0 {
					t.Errorf("%s is %s, want %s", path, got, want)
				}
			}
		})
	}
}

// at returns the value at a path such as result.events.0.liabilityBefore.
func at(t *testing.T, v any, path string) any {
	t.Helper()
	for name := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(in) {
				t.Fatalf("%s: no %s", path, name)
			}
			v = in[i]
		}
	}
	return v
}

func rat(t *testing.T, text string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is no number", text)
	}
	return r
}

// A guarantee whose present value alone comes close to half a cent is settled
// exactly, in a lease that also has single payments.
func TestMethod12_7_TheWholeGuaranteeBesideSinglePayments(t *testing.T) {
	body := `{"commencementDate":"2008-01-30","termMonths":60,"paymentAmount":2489,"discountRateAnnual":1,
		"guaranteedResidualValue":500,"basis":{"discounting":"effective"},
		"otherPayments":[{"date":"2008-09-20","amount":10}]}`
	l, err := leasehold.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	r, err := leasehold.Compute(l)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.InitialLiability.String(), "42967.47"; got != want {
		t.Errorf("initial liability %s, want %s", got, want)
	}
}
