package oracle_test

import (
	"flag"
	"fmt"
	"math/big"
	"runtime"
	"strconv"
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

// reportsMax is the number of differences after which a test stops, because one defect causes many
// differences.
const reportsMax = 20

// Engine and oracle agree on random leases that use every field of a lease. Every figure, date,
// key, account and count must be equal. To compare more leases:
//
//	go test ./test/oracle -run TestEngineEqualsOracle -timeout 0 -v -oracle.leases 1000000 -oracle.seed 2
func TestEngineEqualsOracle(t *testing.T) {
	t.Parallel()
	compareMany(t, *leases, generate)
}

// Engine and oracle agree on the leases that are hardest to round; see [hair]. One percent of the
// leases of TestEngineEqualsOracle are of this kind. This test compares additional leases: a tenth
// of -oracle.leases.
func TestEngineEqualsOracleAtAHair(t *testing.T) {
	t.Parallel()
	compareMany(t, (*leases+9)/10, func(d *dice) string {
		r := &request{}
		hair(d, r)
		return r.json(d)
	})
}

// compareMany compares engine and oracle on the given number of leases. write generates a lease.
// The comparisons run on all processors.
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

// leaseDice returns the random generator for lease i. It depends only on seed and i, so that every
// run generates the same leases, regardless of the order in which workers compare them.
func leaseDice(seed uint64, i int64) *dice {
	d := &dice{state: seed}
	d.state = d.next() ^ uint64(i)
	d.state = d.next()
	return d
}

// compare computes a request with the engine and the oracle. It returns the number of compared
// figures and a description of each difference. If all is set, it also compares the engine's other
// operations, and the result for the normalized request.
func compare(body []byte, all bool) (figures int, faults []string) {
	r, a, err := both(body)
	if err != nil {
		return 0, []string{err.Error()}
	}
	figures, faults = agree(r, a)
	faults = append(faults, workings(r, a)...)
	printed := leasehold.AppendCompute(r, nil)
	tree, err := parse(printed)
	if err != nil {
		return figures, append(faults, err.Error())
	}
	faults = append(faults, percentages(tree, a)...)
	if all {
		faults = append(faults, otherOperations(tree, r)...)
		faults = append(faults, again(tree, printed)...)
	}
	return figures, faults
}

// differ returns one description of the difference between got and want, or nil if they are equal.
func differ(name, got, want string) []string {
	if got == want {
		return nil
	}
	return []string{name + " = " + got + ", want " + want}
}

// workings compares the fields of the engine's Result that no API response contains.
func workings(r *leasehold.Result, a *oracle.Answer) (faults []string) {
	faults = differ("workings", fmt.Sprintf("stub %d, terminal %s, moved %d", r.StubMonths, r.TerminalPayment, r.RowsMoved),
		fmt.Sprintf("stub %d, terminal %s, moved %d", a.StubMonths, oracle.Money(a.Terminal), a.RowsMoved))
	if a.Classification == "finance" {
		faults = append(faults, differ("AmortizationMonths", strconv.Itoa(r.AmortizationMonths), strconv.Itoa(a.AmortizationMonths))...)
	}
	for i := range min(len(r.Schedule), len(a.Rows)) {
		row := &r.Schedule[i]
		faults = append(faults, differ(fmt.Sprintf("days of row %d", i+1), row.First.String()+" to "+row.Last.String(), a.Rows[i].First+" to "+a.Rows[i].Last)...)
	}
	return faults
}

// percentages compares the percentages in the details of the classification tests.
func percentages(compute node, a *oracle.Answer) (faults []string) {
	class, _ := compute.member("classification")
	criteria, _ := class.member("criteria")
	for i, criterion := range criteria.members[:min(len(criteria.members), len(a.Criteria))] {
		detail, _ := criterion.member("detail")
		text, want := strings.ReplaceAll(unquote(detail), ",", ""), a.Criteria[i].Percent
		if want != "" && !strings.Contains(text, " is "+want+"% ") || want == "" && strings.Contains(text, ".00%") {
			faults = append(faults, "detail = "+text+", want the percentage "+want)
		}
	}
	return faults
}

// otherOperations compares the engine's journal and classification responses with its compute
// response.
func otherOperations(compute node, r *leasehold.Result) []string {
	printed := leasehold.AppendJournal(&r.Measurement, nil)
	journal, err := parse(printed)
	if err != nil {
		return []string{"journal: " + err.Error()}
	}
	entries, _ := journal.member("journalEntries")
	want, _ := compute.member("journalEntries")
	class, _ := compute.member("classification")
	return append(differ("journal", entries.text, want.text), differ("classify", string(leasehold.AppendClassify(r, nil)), class.text)...)
}

// again computes the normalized input that the engine returned and requires the same response, byte
// for byte. It skips an input with a number that needs more than 400 characters without an
// exponent.
func again(compute node, printed []byte) []string {
	input, _ := compute.member("input")
	for _, value := range input.members {
		if len(value.text) > 400 {
			return nil
		}
	}
	lease, err := leasehold.Decode([]byte(input.text))
	if err != nil {
		return []string{"input sent again: " + err.Error()}
	}
	result, err := leasehold.Compute(lease)
	if err != nil {
		return []string{"input sent again: " + err.Error()}
	}
	return differ("input sent again", string(leasehold.AppendCompute(result, nil)), string(printed))
}

func balance(balances map[string]*big.Int, account string) *big.Int {
	if b := balances[account]; b != nil {
		return b
	}
	return new(big.Int)
}
