package oracle_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
	"github.com/leasehold-accounting/leasehold/test/oracle"
	"github.com/leasehold-accounting/leasehold/treatments"
)

var (
	howMany = flag.Int("oracle.leases", 2_000, "random leases to compare with the engine")
	seed    = flag.Uint64("oracle.seed", 1, "seed of the random leases")
)

// many executes a check for consecutive seeds on all processors. The number of seeds is
// -oracle.leases divided by share; in short mode, -oracle.leases is at most 150. After 20 failures
// it stops, because one defect causes many. The check returns the request, the number of compared
// figures and a description of each difference.
func many(t *testing.T, share int, check func(seed uint64) (body []byte, compared int, faults []string)) {
	t.Helper()
	count := *howMany
	if testing.Short() {
		count = min(count, 150)
	}
	count = max(count/share, 1)
	var next, figures, failures atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1); i <= int64(count) && failures.Load() < 20; i = next.Add(1) {
				at := *seed<<32 + uint64(i)
				body, n, faults := check(at)
				figures.Add(int64(n))
				if len(faults) > 0 && failures.Add(1) <= 20 {
					t.Errorf("seed %d: %d faults\n%s\n  %s", at, len(faults), body, strings.Join(faults[:min(len(faults), 6)], "\n  "))
				}
			}
		})
	}
	workers.Wait()
	t.Logf("seed %d: %d leases or reports, %d figures compared, %d failures", *seed, count, figures.Load(), failures.Load())
}

// Engine and oracle agree on random leases that use every field of a lease and every type of event.
// Every figure, date, key, account and count must be equal. To compare more leases:
//
//	go test ./test/oracle -run 'EngineEqualsOracle$' -timeout 0 -v -oracle.leases 100000 -oracle.seed 2
func TestEngineEqualsOracle(t *testing.T) {
	t.Parallel()
	many(t, 1, func(seed uint64) ([]byte, int, []string) {
		body := leases.Generate(seed)
		n, faults := compareLease(body, seed%8 == 0)
		return body, n, faults
	})
}

// Engine and oracle agree on the leases that are hardest to round (see [leases.Hair]).
func TestEngineEqualsOracleNearRoundingBoundaries(t *testing.T) {
	t.Parallel()
	many(t, 10, func(seed uint64) ([]byte, int, []string) {
		d, r := leases.NewDice(seed, 7), &leases.Fields{}
		leases.Hair(d, r)
		body := []byte(r.JSON(d))
		n, faults := compareLease(body, false)
		return body, n, faults
	})
}

// compareLease computes a lease with the engine and the oracle. It returns the number of compared
// figures and a description of each difference. If the argument all is true, it also compares the
// engine's other operations and the result for the normalized lease.
func compareLease(body []byte, all bool) (compared int, faults []string) {
	a, err := leases.Solve(string(body))
	if err != nil {
		return 0, []string{err.Error()}
	}
	r, err := computed(body)
	if err != nil {
		return 0, []string{err.Error()}
	}
	printed := leasehold.AppendCompute(r, nil)
	compared, faults = againstFigures(printed, a.Compute())
	more, differences := againstFigures(leasehold.AppendSchedule(&r.Measurement, nil), a.Schedule())
	faults = slices.Concat(faults, differences, workings(r, a))
	var parts response
	if err := json.Unmarshal(printed, &parts); err != nil {
		return compared, append(faults, err.Error())
	}
	faults = append(faults, percentages(&parts, a)...)
	if all {
		faults = slices.Concat(faults, otherOperations(&parts, r), again("the same input", body, printed))
		if !longNumber.Match(parts.Input) {
			faults = append(faults, again("the normalized input", parts.Input, printed)...)
		}
	}
	return compared + more, faults
}

// longNumber matches a number with more digits than the engine accepts.
var longNumber = regexp.MustCompile(`[0-9.]{400}`)

// response holds the parts of a compute response as printed.
type response struct {
	Input, Classification, JournalEntries json.RawMessage
}

func computed(body []byte) (*leasehold.Result, error) {
	l, err := leasehold.Decode(body)
	if err != nil {
		return nil, err
	}
	return leasehold.Compute(l)
}

func differ(name, got, want string) []string {
	if got == want {
		return nil
	}
	return []string{name + " = " + got + ", want " + want}
}

// workings compares the fields of the engine's Result that appear in no API response.
func workings(r *leasehold.Result, a *oracle.Answer) (faults []string) {
	if calendar := slices.ContainsFunc(a.Input, func(m oracle.Member) bool { return strings.HasPrefix(m.Name, "calendar") }); calendar || a.Exemption != "" {
		return nil // these leases have no incomplete last period and no exact balances
	}
	faults = differ("workings", fmt.Sprintf("stub %d, terminal %s, moved %d", r.StubMonths, r.TerminalPayment, r.RowsMoved),
		fmt.Sprintf("stub %d, terminal %s, moved %d", a.StubMonths, oracle.Money(a.Terminal), a.RowsMoved))
	if a.Classification == "finance" && a.AmortizationMonths > 0 {
		faults = append(faults, differ("AmortizationMonths", strconv.Itoa(r.AmortizationMonths), strconv.Itoa(a.AmortizationMonths))...)
	}
	for i := range min(len(r.Schedule), len(a.Rows)) {
		row := &r.Schedule[i]
		faults = append(faults, differ(fmt.Sprintf("days of row %d", i+1), row.First.String()+" to "+row.Last.String(), a.Rows[i].First+" to "+a.Rows[i].Last)...)
	}
	return faults
}

// percentages compares the percentages in the details of the classification tests.
func percentages(compute *response, a *oracle.Answer) (faults []string) {
	var class struct{ Criteria []struct{ Detail string } }
	if err := json.Unmarshal(compute.Classification, &class); err != nil {
		return []string{err.Error()}
	}
	for i, criterion := range class.Criteria[:min(len(class.Criteria), len(a.Criteria))] {
		text, want := strings.ReplaceAll(criterion.Detail, ",", ""), a.Criteria[i].Percent
		if a.Criteria[i].Excepted {
			continue
		}
		if want != "" && !strings.Contains(text, " is "+want+"% ") || want == "" && strings.Contains(text, ".00%") {
			faults = append(faults, "detail = "+text+", want the percentage "+want)
		}
	}
	return faults
}

// otherOperations checks the engine's journal and classification responses against its compute
// response.
func otherOperations(compute *response, r *leasehold.Result) []string {
	var journal response
	if err := json.Unmarshal(leasehold.AppendJournal(&r.Measurement, nil), &journal); err != nil {
		return []string{"journal: " + err.Error()}
	}
	return append(differ("journal", string(journal.JournalEntries), string(compute.JournalEntries)),
		differ("classify", string(leasehold.AppendClassify(r, nil)), string(compute.Classification))...)
}

// again recomputes a lease. The response must be identical, byte for byte (SPEC 1).
func again(what string, body, printed []byte) []string {
	result, err := computed(body)
	if err != nil {
		return []string{what + " again: " + err.Error()}
	}
	return differ(what+" again", string(leasehold.AppendCompute(result, nil)), string(printed))
}

// TestEngineAndOracleRejectTheSameLeases checks random invalid leases. The engine must reject each
// lease that the oracle rejects, and both must name the same field.
func TestEngineAndOracleRejectTheSameLeases(t *testing.T) {
	t.Parallel()
	many(t, 5, func(seed uint64) ([]byte, int, []string) {
		l := leases.Draw(leases.NewDice(seed, 2))
		if l.Refused == "" {
			return nil, 0, nil
		}
		_, err := computed([]byte(l.Refused))
		invalid, ok := errors.AsType[*leasehold.InvalidError](err)
		if !ok {
			return []byte(l.Refused), 1, []string{fmt.Sprintf("the engine returns %v, want a rejection of %s", err, l.Field)}
		}
		if !slices.ContainsFunc(invalid.Faults, func(f leasehold.Fault) bool { return strings.HasPrefix(f.Field, l.Field) }) {
			return []byte(l.Refused), 1, []string{"rejected for " + err.Error() + ", want " + l.Field}
		}
		return nil, 1, nil
	})
}

// METHOD 14, 16, 21, 22: engine and oracle agree on reports for random leases and periods.
func TestEngineEqualsOracleOverReports(t *testing.T) {
	t.Parallel()
	many(t, 5, func(seed uint64) ([]byte, int, []string) {
		body := leases.Report(seed)
		n, faults := compareReport(body)
		return body, n, faults
	})
}

// METHOD 25.9: engine and oracle reject the same conditions in random report requests.
func TestMethod25_9_AConditionThatNoLeaseMeets(t *testing.T) {
	t.Parallel()
	var rejected atomic.Int64
	many(t, 5, func(seed uint64) ([]byte, int, []string) {
		body := []byte(leases.DrawReport(seed).JSON(leases.NewDice(seed, 9)))
		want, got := leases.RefusedCondition(body), []string(nil)
		_, err := reported(body)
		if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
			for _, f := range invalid.Faults {
				if f.Field == "where" || strings.HasPrefix(f.Field, "deferredTax[") {
					got = append(got, f.Field)
				}
			}
		}
		if want != "" {
			rejected.Add(1)
		}
		if want == "" && len(got) > 0 || want != "" && !slices.Contains(got, want) {
			return body, 1, []string{fmt.Sprintf("rejected for %q, want %q", got, want)}
		}
		return nil, 1, nil
	})
	if rejected.Load() == 0 {
		t.Error("no condition was rejected")
	}
}

func reported(body []byte) ([]byte, error) {
	q, err := portfolio.Decode(body)
	if err != nil {
		return nil, err
	}
	r, err := portfolio.Answer(q)
	if err != nil {
		return nil, err
	}
	return r.Append(nil), nil
}

func compareReport(body []byte) (compared int, faults []string) {
	question, err := oracle.ReadReport(body)
	if err != nil {
		return 0, []string{err.Error()}
	}
	want, err := oracle.Tell(question)
	if err != nil {
		return 0, []string{err.Error()}
	}
	got, err := reported(body)
	if err != nil {
		return 0, []string{"rejected: " + err.Error()}
	}
	return againstFigures(got, want.Figures())
}

func TestEngineEqualsOracleOverTreatments(t *testing.T) {
	t.Parallel()
	many(t, 15, func(seed uint64) ([]byte, int, []string) {
		body := leases.Generate(seed)
		n, faults := compareTreatments(body)
		return body, n, faults
	})
}

// METHOD 17.2: a comparison includes a lease that ends with a purchase of the asset. GASB 96 has no
// purchase event, so under GASB 96 the lease continues to the end of the term.
func TestMethod17_2_TreatmentsWithoutAPurchaseHaveMoreYears(t *testing.T) {
	t.Parallel()
	n, faults := compareTreatments([]byte(`{"commencementDate":"2024-01-01","termMonths":48,"paymentAmount":1000,"discountRateAnnual":0.07,
		"events":[{"date":"2025-03-01","type":"purchase","price":500}]}`))
	if n == 0 || len(faults) > 0 {
		t.Error(n, faults)
	}
}

// compareTreatments checks the engine's comparison of treatments against the oracle's. If the
// oracle rejects the lease under any treatment, it compares no figures.
func compareTreatments(body []byte) (compared int, faults []string) {
	request, err := oracle.Read(body)
	if err != nil {
		return 0, []string{err.Error()}
	}
	want, err := oracle.Compare(request)
	if err != nil {
		return 0, nil
	}
	l, err := leasehold.Decode(body)
	if err != nil {
		return 0, []string{"rejected: " + err.Error()}
	}
	got, err := treatments.Compare(l)
	if err != nil {
		return 0, []string{"rejected: " + err.Error()}
	}
	return againstFigures(got.Append(nil), want)
}
