package engine_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// genRequest draws a request that the API contract allows. It is an ordinary lease, or a lease with
// values at the limits.
func genRequest() *rapid.Generator[string] {
	amount := rapid.OneOf(
		rapid.StringMatching(`[1-9][0-9]{0,6}(\.[0-9]{1,2})?`),
		rapid.SampledFrom([]string{"0.01", "0.001", "999999999999999.99", "1e-99", "0.00499999999999999999999999999999999999999999", "1234.5"}),
	)
	rate := rapid.OneOf(
		rapid.StringMatching(`0\.[0-2][0-9]{1,4}`),
		rapid.SampledFrom([]string{"0", "1", "0.6", "0.5", "0.25", "0.04", "0.00000000000000001", "0.1000000000000000055511151231257827", "1e-30"}),
	)
	term := rapid.OneOf(rapid.IntRange(1, 72), rapid.SampledFrom([]int{1, 12, 13, 60, 61, 94, 360, 1200}))
	start := rapid.SampledFrom([]string{"2024-01-01", "2024-01-31", "2024-02-29", "2023-12-31", "0001-01-01", "2021-08-30", "9899-12-31"})
	return rapid.Custom(func(t *rapid.T) string {
		members := []string{
			fmt.Sprintf(`"commencementDate":%q`, start.Draw(t, "start")),
			fmt.Sprintf(`"termMonths":%d`, term.Draw(t, "term")),
			`"paymentAmount":` + amount.Draw(t, "payment"),
			`"discountRateAnnual":` + rate.Draw(t, "rate"),
		}
		option := func(name string, values *rapid.Generator[string]) {
			if rapid.IntRange(0, 2).Draw(t, name+" given") == 0 {
				members = append(members, fmt.Sprintf("%q:%s", name, values.Draw(t, name)))
			}
		}
		flag := rapid.SampledFrom([]string{"true", "false", "null"})
		zeroOr := rapid.OneOf(amount, rapid.Just("0"))
		option("standard", rapid.SampledFrom([]string{`"ASC_842"`, `"IFRS_16"`, `"GASB_87"`}))
		option("paymentFrequency", rapid.SampledFrom([]string{`"monthly"`, `"quarterly"`, `"semiannual"`, `"annual"`}))
		option("paymentTiming", rapid.SampledFrom([]string{`"advance"`, `"arrears"`}))
		option("classification", rapid.SampledFrom([]string{`"operating"`, `"finance"`}))
		option("annualEscalationPct", rapid.SampledFrom([]string{"0", "0.03", "0.025", "1", "0.33333333333333333", "0.123456789012345678"}))
		for _, name := range []string{"initialDirectCosts", "leaseIncentives", "prepaidRent", "residualValueGuarantee", "purchaseOptionAmount", "assetFairValue"} {
			option(name, zeroOr)
		}
		for _, name := range []string{"transfersOwnership", "purchaseOptionReasonablyCertain", "specializedAsset"} {
			option(name, flag)
		}
		option("assetEconomicLifeMonths", rapid.SampledFrom([]string{"1", "7", "12", "48", "80", "480", "1000000"}))
		return "{" + strings.Join(members, ",") + "}"
	})
}

func sum(rows []leasehold.Period, of func(*leasehold.Period) money.Amount) (total money.Amount) {
	for i := range rows {
		total = total.Add(of(&rows[i]))
	}
	return total
}

// checkResult returns an error for the first invariant that a result violates.
func checkResult(r *leasehold.Result) error {
	rows := r.Schedule
	liability, asset := r.InitialLiability, r.InitialRouAsset
	for i := range rows {
		row := &rows[i]
		liability = liability.Add(row.Interest).Sub(row.Payment)
		asset = asset.Sub(row.RouAmortization)
		switch {
		case liability != row.LiabilityClose || asset != row.RouAssetClose:
			return fmt.Errorf("row %d does not foot: %+v", row.Number, *row)
		case row.Principal != row.Payment.Sub(row.Interest):
			return fmt.Errorf("row %d: principal is not payment less interest", row.Number)
		case row.Interest.Sign() < 0:
			return fmt.Errorf("row %d: interest %v is negative", row.Number, row.Interest)
		case row.LeaseExpense != row.Interest.Add(row.RouAmortization):
			return fmt.Errorf("row %d: expense is not interest and amortization", row.Number)
		case row.Number != i+1:
			return fmt.Errorf("row %d is numbered %d", i+1, row.Number)
		}
	}
	d := &r.Disclosures
	var maturities money.Amount
	for _, m := range d.MaturityAnalysis {
		maturities = maturities.Add(m.UndiscountedPayments)
	}
	owned := r.Class == leasehold.Finance && r.AmortizationMonths > r.Lease.TermMonths
	for promise, holds := range map[string]bool{
		"the last liabilityClose is exactly 0.00":            liability.IsZero(),
		"principal sums to the initial liability":            sum(rows, func(p *leasehold.Period) money.Amount { return p.Principal }) == r.InitialLiability,
		"interest sums to imputed interest":                  sum(rows, func(p *leasehold.Period) money.Amount { return p.Interest }) == d.ImputedInterest,
		"expenses sum to total lease cost":                   sum(rows, func(p *leasehold.Period) money.Amount { return p.LeaseExpense }) == r.TotalLeaseCost,
		"payments sum to total undiscounted payments":        sum(rows, func(p *leasehold.Period) money.Amount { return p.Payment }) == r.TotalUndiscountedPayments,
		"the asset ends at 0.00 unless it will be owned":     asset.IsZero() || owned,
		"current and long-term sum to the liability":         d.CurrentLiability.Add(d.LongTermLiability) == r.InitialLiability,
		"maturities sum to total undiscounted payments":      maturities == r.TotalUndiscountedPayments,
		"the disclosures repeat the result's totals":         d.TotalLeaseCost == r.TotalLeaseCost && d.TotalUndiscountedPayments == r.TotalUndiscountedPayments,
		"imputed interest is payments less the liability":    d.ImputedInterest == r.TotalUndiscountedPayments.Sub(r.InitialLiability),
		"a result is operating or finance":                   r.Class == leasehold.Operating || r.Class == leasehold.Finance && r.Classification.Class == r.Class,
		"there is one entry per row and one at commencement": len(leasehold.Journal(&r.Measurement)) == len(rows)+1,
		"citations are six to nine":                          len(r.Citations) >= 6 && len(r.Citations) <= 9,
	} {
		if !holds {
			return fmt.Errorf("not so: %s", promise)
		}
	}
	return checkJournal(r)
}

// checkLife checks the invariants of every result. The entries balance, the account balances
// computed from the entries equal the balances of rows and events, and the liability is 0.00 at the
// end (METHOD 8.6, 13.11).
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
			if event.Treatment == schedule.Expensed { // the entry of this event may come after the entry of its row
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

// checkBalanced returns an error unless every entry balances. After each entry, it calls right with
// the balances of liability and asset. right reports whether the balances are correct.
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

// checkJournal compares the balances computed from the journal entries with the balances of the
// schedule.
func checkJournal(r *leasehold.Result) error {
	balance := make(map[leasehold.Account]money.Amount)
	for i, entry := range leasehold.Journal(&r.Measurement) {
		e := &entry
		var debits, credits money.Amount
		for _, line := range e.Lines {
			if line.Debit.Sign() < 0 || line.Credit.Sign() < 0 || line.Debit.Sign() > 0 && line.Credit.Sign() > 0 {
				return fmt.Errorf("entry %d: line %+v has two sides", i, line)
			}
			debits, credits = debits.Add(line.Debit), credits.Add(line.Credit)
			balance[line.Account] = balance[line.Account].Add(line.Debit).Sub(line.Credit)
		}
		if debits != credits {
			return fmt.Errorf("entry %d does not balance", i)
		}
		liability, asset := r.InitialLiability, r.InitialRouAsset
		if i > 0 {
			liability, asset = r.Schedule[i-1].LiabilityClose, r.Schedule[i-1].RouAssetClose
		}
		if balance[standard.AccountLeaseLiability] != liability.Neg() || balance[standard.AccountRouAsset] != asset {
			return fmt.Errorf("after entry %d the accounts are not the schedule's balances", i)
		}
	}
	return nil
}

// Every lease that the API contract allows has a result, and its amounts satisfy all invariants of
// METHOD.
func TestEveryResultIsConsistent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l, err := leasehold.Decode([]byte(genRequest().Draw(t, "request")))
		if err != nil {
			t.Fatal(err)
		}
		r, err := leasehold.Compute(l)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkResult(r); err != nil {
			t.Fatal(err)
		}
	})
}

// SPEC 1: the same input gives the same bytes, regardless of earlier and concurrent computations.
// The normalized lease gives the same result as the lease.
func TestSpec1_TheSameInputGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		body := genRequest().Draw(t, "request")
		first := answer(t, []byte(body))
		answer(t, []byte(genRequest().Draw(t, "another")))
		if again := answer(t, []byte(body)); !bytes.Equal(first, again) {
			t.Fatalf("%s\nfirst  %s\nsecond %s", body, first, again)
		}
		l, err := leasehold.Decode([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		if again := answer(t, l.Append(nil)); !bytes.Equal(first, again) {
			t.Fatalf("the normalized lease of %s has another answer", body)
		}
	})
}

func answer(t *rapid.T, body []byte) []byte {
	l, err := leasehold.Decode(body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := leasehold.Compute(l)
	if err != nil {
		t.Fatal(err)
	}
	out := leasehold.AppendCompute(r, nil)
	out = leasehold.AppendSchedule(&r.Measurement, out)
	out = leasehold.AppendJournal(&r.Measurement, out)
	return leasehold.AppendClassify(r, out)
}
