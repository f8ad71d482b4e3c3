package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
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
	lives, err := os.ReadFile("../../internal/doctor/testdata/lives.json")
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

// FuzzDecode checks that Decode never panics and that every error names a field. An accepted lease,
// once printed, must decode to the same lease.
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
			// A number sent with an exponent is printed without one, so its text can exceed the
			// limit.
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
		if err := checkLife(r); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		if out := leasehold.AppendCompute(r, nil); !json.Valid(out) {
			t.Fatalf("%s: the answer is not JSON", body)
		}
	})
}

// checkLife checks the invariants of every result. The entries balance, the account balances
// computed from them equal the balances of rows and events, and the liability is 0.00 at the end
// (METHOD 8.6, 13.11).
func checkLife(r *leasehold.Result) error {
	if r.Lease.Fund.Value == leasehold.Governmental || r.Lease.Exemption != leasehold.NoExemption {
		return checkBalanced(r, func(*leasehold.Entry, money.Amount, money.Amount) bool { return true })
	}
	liability, asset := r.InitialLiability, r.InitialRouAsset
	err := checkBalanced(r, func(e *leasehold.Entry, owed, carried money.Amount) bool {
		switch {
		case e.Period > 0:
			row := &r.Schedule[e.Period-1]
			liability, asset = row.LiabilityClose, row.RouAssetClose
		case e.Event >= 0:
			event := &r.Events[e.Event]
			if event.Treatment == schedule.Expensed { // its entry can come after the row's entry
				return len(e.Lines) == 2 && e.Lines[0].Debit.IsZero()
			}
			liability, asset = event.LiabilityAfter, event.RouAssetAfter
		}
		return owed == liability && carried == asset
	})
	if err == nil && !liability.IsZero() {
		return fmt.Errorf("the liability ends at %v", liability)
	}
	return err
}

// checkBalanced returns an error if an entry does not balance. It also returns an error if the
// argument right, a function, rejects the liability or asset balance after an entry.
func checkBalanced(r *leasehold.Result, right func(e *leasehold.Entry, liability, asset money.Amount) bool) error {
	var liability, asset money.Amount
	for i, e := range leasehold.Journal(&r.Measurement) {
		var debits, credits money.Amount
		for _, line := range e.Lines {
			debits, credits = debits.Add(line.Debit), credits.Add(line.Credit)
			moved := line.Debit.Sub(line.Credit)
			if line.Account.Role() == standard.AccountLeaseLiability {
				liability = liability.Sub(moved)
			}
			if line.Account.Role() == standard.AccountRouAsset {
				asset = asset.Add(moved)
			}
		}
		if debits != credits {
			return fmt.Errorf("entry %d does not balance", i)
		}
		if !right(&e, liability, asset) {
			return fmt.Errorf("after entry %d the accounts, %v and %v, are not the schedule's balances", i, liability, asset)
		}
	}
	return nil
}
