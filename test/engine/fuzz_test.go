package engine_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// seeds adds the example leases and parts of invalid requests to the seed corpus.
func seeds(f *testing.F) {
	f.Helper()
	files, err := filepath.Glob("../../docs/examples/*.json")
	if err != nil || len(files) == 0 {
		f.Fatalf("no examples to start from: %v", err)
	}
	for _, name := range files {
		body, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body)
	}
	lives, err := os.ReadFile("../oracle/testdata/life.json")
	if err != nil {
		f.Fatal(err)
	}
	var published []struct {
		Request json.RawMessage
	}
	if err := json.Unmarshal(lives, &published); err != nil {
		f.Fatal(err)
	}
	for i := range published {
		f.Add([]byte(published[i].Request))
	}
	for _, body := range []string{
		plain, plainNormalized, "", "null", "[]", `{"termMonths":1e999999999}`, `{"a":1,"a":2}`, "{\"\xff\":1}", `{"":1}`, `{"a\"":1}`,
		`{"commencementDate":"9999-12-31","termMonths":1200,"paymentAmount":999999999999999.99,"discountRateAnnual":1,"annualEscalationPct":1}`,
		`{"commencementDate":"2024-01-31","termMonths":14,"paymentAmount":0.001,"discountRateAnnual":0.6,"paymentFrequency":"quarterly",` +
			`"residualValueGuarantee":13.13,"purchaseOptionAmount":1e-5,"standard":"GASB_87","assetEconomicLifeMonths":7}`,
		`{"id":"A","name":"B","tags":{"c":"d"},"commencementDate":"2024-01-31","termMonths":14,"paymentAmount":1,"discountRateAnnual":0.6,"currency":"KWD",` +
			`"basis":{"discounting":"actual_365","commencementPayment":"settled"},"rentSteps":[{"from":"2024-02-29","paymentAmount":2}],` +
			`"rentFree":[{"from":"2024-01-31","months":1,"share":0.5}],"otherPayments":[{"date":"2024-03-05","amount":3,"kind":"incentive"}],` +
			`"events":[{"date":"2024-05-05","type":"modification","discountRateAnnual":0.2,"retainedShare":0.5,"termMonths":10,"rentSteps":[],"proportion":"liability"},` +
			`{"date":"2024-06-01","type":"index","changePct":0.1},{"date":"2024-06-01","type":"impairment","impairmentLoss":0.01},{"date":"2024-07-01","type":"purchase","price":1}]}`,
		`{"commencementDate":"2024-01-01","termMonths":12,"paymentAmount":1,"discountRateAnnual":0,"exemption":"low_value","standard":"IFRS_16"}`,
		`{"commencementDate":"2024-01-01","termMonths":12,"paymentAmount":1,"discountRateAnnual":0,"standard":"GASB_87","fund":"governmental","openingRouAsset":-1}`,
	} {
		f.Add([]byte(body))
	}
}

// FuzzDecode checks that Decode never panics and that every error names a field. The printed form
// of an accepted lease must decode to the same lease.
func FuzzDecode(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		l, err := leasehold.Decode(body)
		var invalid *leasehold.InvalidError
		switch {
		case errors.As(err, &invalid):
			if invalid.Field() == "" || len(invalid.Error()) > 1<<16 {
				t.Fatalf("%q: a refusal without a field, or without end: %v", body, err)
			}
			return
		case err != nil:
			t.Fatalf("%q: not a refusal: %v", body, err)
		}
		printed := l.Append(nil)
		again, err := leasehold.Decode(printed)
		if err != nil {
			// A number that was sent with an exponent is printed without an exponent, so its text
			// may exceed the limit.
			if len(printed) < 1400 {
				t.Fatalf("%s, printed from %q: %v", printed, body, err)
			}
			return
		}
		if second := again.Append(nil); string(second) != string(printed) {
			t.Fatalf("%q prints %s, which prints %s", body, printed, second)
		}
	})
}

// FuzzCompute checks that the response for every decoded lease is valid JSON and that its amounts
// agree with one another.
func FuzzCompute(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		l, err := leasehold.Decode(body)
		if err != nil {
			return
		}
		r, err := leasehold.Compute(l)
		if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
			// Two errors occur only during computation: receipts that exceed the remaining
			// payments, and an impairment loss that exceeds the asset.
			if invalid.Field() == "" || (l.OtherPayments == nil && l.Events == nil && l.RentSteps == nil) {
				t.Fatalf("%s: accepted, then refused: %v", body, err)
			}
			return
		}
		if err != nil {
			t.Fatalf("%s: not a refusal: %v", body, err)
		}
		check := checkLife
		if isPlain(l) {
			check = checkResult
		}
		if err := check(r); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		if out := leasehold.AppendCompute(r, nil); !json.Valid(out) {
			t.Fatalf("%s: the answer is not JSON", body)
		}
	})
}

// isPlain reports whether a lease lacks all fields of METHOD 12.1 that change amounts.
func isPlain(l *leasehold.Lease) bool {
	return l.RentSteps == nil && !l.AnnualEscalationAmount.Set && l.RentFree == nil && l.OtherPayments == nil && !l.Basis.Set &&
		l.Exemption == leasehold.NoExemption && !l.RestorationCost.Set && !l.GuaranteedResidualValue.Set && !l.AssetTotalLifeMonths.Set &&
		!l.Fund.Set && !l.OpeningRouAsset.Set && l.Events == nil
}
