package oracle_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/big"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/test/oracle"
)

var (
	leases = flag.Int("oracle.leases", 5_000, "random leases to compare with the engine")
	seed   = flag.Uint64("oracle.seed", 1, "seed of the random leases")
)

// reportsMax limits the output of a run, since an engine fault causes many
// differences.
const reportsMax = 20

// TestEngineEqualsOracle checks that every figure, date, key, account and
// count is exact, for random leases that use the whole contract. To run more
// leases:
//
//	go test ./test/oracle -run TestEngineEqualsOracle -timeout 0 -v -oracle.leases 1000000 -oracle.seed 2
func TestEngineEqualsOracle(t *testing.T) {
	t.Parallel()
	compareMany(t, *leases, generate)
}

// TestEngineEqualsOracleAtAHair checks the same for leases that are hardest to
// round; see [hair]. They are a hundredth of the random leases; this adds a
// tenth.
func TestEngineEqualsOracleAtAHair(t *testing.T) {
	t.Parallel()
	compareMany(t, (*leases+9)/10, func(d *dice) string {
		r := &request{}
		hair(d, r)
		return r.json(d)
	})
}

// compareMany compares many leases from write, using all processors.
func compareMany(t *testing.T, leases int, write func(*dice) string) {
	t.Helper()
	if testing.Short() {
		leases = min(leases, 300)
	}
	var next, figures, reports atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1); i <= int64(leases) && reports.Load() < reportsMax; i = next.Add(1) {
				body := write(leaseDice(*seed, i))
				n, faults := compare([]byte(body), i%8 == 0)
				figures.Add(int64(n))
				if len(faults) > 0 && reports.Add(1) <= reportsMax {
					t.Errorf("seed %d lease %d\n%s\n  %s", *seed, i, body, strings.Join(faults[:min(len(faults), 6)], "\n  "))
				}
			}
		})
	}
	workers.Wait()
	t.Logf("seed %d: %d leases, %d figures compared, %d leases differ", *seed, leases, figures.Load(), reports.Load())
}

// leaseDice derives each lease from the seed and its number only, regardless
// of the order of workers.
func leaseDice(seed uint64, i int64) *dice {
	d := &dice{state: seed}
	d.state = d.next() ^ uint64(i)
	d.state = d.next()
	return d
}

// compare computes a request with both and returns the number of compared
// figures and the differences.
func compare(body []byte, doors bool) (figures int, faults []string) {
	lease, err := leasehold.Decode(body)
	if err != nil {
		return 0, []string{"Decode: " + err.Error()}
	}
	result, err := leasehold.Compute(lease)
	if err != nil {
		return 0, []string{"Compute: " + err.Error()}
	}
	request, err := oracle.Read(body)
	if err != nil {
		return 0, []string{"oracle: " + err.Error()}
	}
	answer, err := oracle.Solve(request)
	if err != nil {
		return 0, []string{"oracle: " + err.Error()}
	}
	printed := result.AppendCompute(nil)
	tree, err := parse(printed)
	if err != nil {
		return 0, []string{"AppendCompute: " + err.Error() + ": " + string(printed)}
	}
	c := &comparer{}
	c.compute(tree, answer)
	c.workings(result, answer)
	if doors {
		c.doors(tree, result)
		c.again(tree, printed)
	}
	return c.figures, c.faults
}

// workings compares the fields of Result beyond the contract.
func (c *comparer) workings(r *leasehold.Result, a *oracle.Answer) {
	c.figures += 3
	got := fmt.Sprintf("stub %d, terminal %s, moved %d", r.StubMonths, r.TerminalPayment, r.RowsMoved)
	want := fmt.Sprintf("stub %d, terminal %s, moved %d", a.StubMonths, oracle.Money(a.Terminal), a.RowsMoved)
	if got != want {
		c.fault("", "workings", got, want)
	}
	if a.Classification == "finance" {
		c.figures++
		if r.AmortizationMonths != a.AmortizationMonths {
			c.fault("", "AmortizationMonths", fmt.Sprint(r.AmortizationMonths), fmt.Sprint(a.AmortizationMonths))
		}
	}
	for i := range min(len(r.Schedule), len(a.Rows)) {
		c.figures += 2
		if row := &r.Schedule[i]; row.First.String() != a.Rows[i].First || row.Last.String() != a.Rows[i].Last {
			c.fault(fmt.Sprintf("row %d ", i+1), "days", row.First.String()+" to "+row.Last.String(), a.Rows[i].First+" to "+a.Rows[i].Last)
		}
	}
}

// doors compares the results of the other three operations with the compute
// result.
func (c *comparer) doors(compute node, r *leasehold.Result) {
	result, _ := compute.member("result")
	whole := map[string]node{}
	for i, name := range result.names {
		whole[name] = result.members[i]
	}
	whole["journalEntries"], _ = compute.member("journalEntries")
	for door, printed := range map[string][]byte{"schedule": r.AppendSchedule(nil), "journal": r.AppendJournal(nil)} {
		tree, err := parse(printed)
		if err != nil {
			c.fault(door, "", string(printed), "JSON")
			continue
		}
		names := []string{"standard", "classification", "journalEntries"}
		if door == "schedule" {
			names = []string{"standard", "classification", "initialLiability", "initialRouAsset", "periods", "schedule"}
		}
		c.shape(door, tree, names...)
		for _, name := range names {
			c.exact(door+".", tree, name, whole[name].text)
		}
	}
	class, _ := compute.member("classification")
	if printed := r.AppendClassify(nil); !bytes.Equal(printed, []byte(class.text)) {
		c.fault("classify", "", string(printed), class.text)
	}
}

// again computes the normalized input of a result and expects the same bytes.
// It skips numbers that need more than 400 characters without an exponent.
func (c *comparer) again(compute node, printed []byte) {
	input, _ := compute.member("input")
	for _, value := range input.members {
		if len(value.text) > 400 {
			return
		}
	}
	c.figures++
	lease, err := leasehold.Decode([]byte(input.text))
	if err != nil {
		c.fault("", "input sent again", err.Error(), "a lease")
		return
	}
	result, err := leasehold.Compute(lease)
	if err != nil {
		c.fault("", "input sent again", err.Error(), "an answer")
		return
	}
	if second := result.AppendCompute(nil); !bytes.Equal(second, printed) {
		c.fault("", "input sent again", string(second), string(printed))
	}
}

// TestOracleHoldsTheInvariants checks that the oracle's results foot, for
// random leases.
func TestOracleHoldsTheInvariants(t *testing.T) {
	t.Parallel()
	for i := range int64(min(*leases, 2_000)) {
		body := generate(leaseDice(*seed, -i-1))
		request, err := oracle.Read([]byte(body))
		if err != nil {
			t.Fatalf("%v in %s", err, body)
		}
		answer, err := oracle.Solve(request)
		if err != nil {
			t.Fatalf("%v in %s", err, body)
		}
		if broken := invariants(answer); len(broken) > 0 {
			t.Errorf("%s\n  %s", body, strings.Join(broken, "\n  "))
		}
	}
}

// invariants lists the violated invariants of a result.
func invariants(a *oracle.Answer) (broken []string) {
	check := func(holds bool, what string) {
		if !holds {
			broken = append(broken, what)
		}
	}
	balances := map[string]*big.Int{}
	for i, entry := range a.Entries {
		sum := new(big.Int)
		for _, line := range entry.Lines {
			net := new(big.Int).Sub(line.Debit, line.Credit)
			check(line.Debit.Sign() >= 0 && line.Credit.Sign() >= 0 && line.Debit.Sign()*line.Credit.Sign() == 0, "a line has at most one side above zero")
			sum.Add(sum, net)
			if balances[line.Account] == nil {
				balances[line.Account] = new(big.Int)
			}
			balances[line.Account].Add(balances[line.Account], net)
		}
		check(sum.Sign() == 0, fmt.Sprintf("entry %d balances", i))
		if i == 0 {
			continue
		}
		row := a.Rows[i-1]
		check(row.Interest.Sign() >= 0, fmt.Sprintf("interest %d is not negative", i))
		check(equal(balances["Right-of-use asset"], row.RouAssetClose), fmt.Sprintf("asset account after row %d", i))
		check(equal(new(big.Int).Neg(balance(balances, "Lease liability")), row.LiabilityClose), fmt.Sprintf("liability account after row %d", i))
	}
	last := a.Rows[len(a.Rows)-1]
	check(last.LiabilityClose.Sign() == 0, "the liability ends at 0.00")
	if a.Classification == "operating" || a.AmortizationMonths <= a.TermMonths {
		check(last.RouAssetClose.Sign() == 0, "the asset ends at 0.00")
	}
	interest, due := new(big.Int), new(big.Int)
	for _, row := range a.Rows {
		interest.Add(interest, row.Interest)
	}
	for _, year := range a.Disclosures.Maturities {
		due.Add(due, year.Payment)
	}
	check(equal(interest, a.Disclosures.ImputedInterest), "interest sums to the imputed interest")
	check(equal(due, a.TotalPayments), "maturities sum to the payments")
	return broken
}

func balance(balances map[string]*big.Int, account string) *big.Int {
	if b := balances[account]; b != nil {
		return b
	}
	return new(big.Int)
}

func equal(a, b *big.Int) bool {
	if a == nil {
		a = new(big.Int)
	}
	return a.Cmp(b) == 0
}
