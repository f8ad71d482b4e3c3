package oracle_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/test/oracle"
	"github.com/leasehold-accounting/leasehold/treatments"
)

func TestMain(m *testing.M) {
	oracle.LeaseAgainstEngine, oracle.ReportAgainstEngine = againstEngine, reportAgainstEngine
	os.Exit(m.Run())
}

var randomReports = flag.Int("oracle.reports", 150, "random reports to compare with the engine")

// both returns the results of the engine and of the oracle for a lease.
func both(body []byte) (*leasehold.Result, *oracle.Answer, error) {
	request, err := oracle.Read(body)
	if err != nil {
		return nil, nil, err
	}
	want, err := oracle.Solve(request)
	if err != nil {
		return nil, nil, err
	}
	l, err := leasehold.Decode(body)
	if err != nil {
		return nil, nil, fmt.Errorf("rejected: %w", err)
	}
	r, err := leasehold.Compute(l)
	if err != nil {
		return nil, nil, fmt.Errorf("rejected: %w", err)
	}
	return r, want, nil
}

// agree compares the compute and schedule responses of the engine with the figures of the oracle.
func agree(r *leasehold.Result, want *oracle.Answer) (compared int, faults []string) {
	n, faults := againstFigures(leasehold.AppendCompute(r, nil), want.Compute())
	m, more := againstFigures(leasehold.AppendSchedule(&r.Measurement, nil), want.Schedule())
	return n + m, append(faults, more...)
}

// againstEngine computes a lease with the engine and the oracle and compares the results.
func againstEngine(body []byte) (compared int, faults []string) {
	r, want, err := both(body)
	if err != nil {
		return 0, []string{err.Error()}
	}
	return agree(r, want)
}

func many(t *testing.T, count int, compare func(seed uint64) (body string, compared int, faults []string)) {
	t.Helper()
	if testing.Short() {
		count = min(count, 40)
	}
	var next, figures, reported atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1); i <= int64(count) && reported.Load() < reportsMax; i = next.Add(1) {
				body, n, faults := compare(*seed<<32 + uint64(i))
				figures.Add(int64(n))
				if len(faults) > 0 && reported.Add(1) <= reportsMax {
					t.Errorf("seed %d: %d differ\n%s\n  %s", *seed<<32+uint64(i), len(faults), body, strings.Join(faults[:min(len(faults), 8)], "\n  "))
				}
			}
		})
	}
	workers.Wait()
	t.Logf("seed %d: %d, %d figures compared, %d differ", *seed, count, figures.Load(), reported.Load())
}

// METHOD 12, 13: engine and oracle agree on random leases with all fields of METHOD 12 and all
// types of events of METHOD 13.
func TestEngineEqualsOracleOverLives(t *testing.T) {
	t.Parallel()
	many(t, *lives, func(seed uint64) (string, int, []string) {
		body := Generate(seed)
		n, faults := againstEngine(body)
		return string(body), n, faults
	})
}

// METHOD 19: engine and oracle agree on random leases with an initial application, together with
// calendars, components, tax and events.
func TestMethod19_FirstApplicationsEqualOracle(t *testing.T) {
	t.Parallel()
	many(t, *lives, func(seed uint64) (string, int, []string) {
		body := Generate(seed)
		for i := uint64(1); !bytes.Contains(body, []byte(`"initialApplication":`)); i++ {
			body = Generate(seed ^ i<<24)
		}
		n, faults := againstEngine(body)
		return string(body), n, faults
	})
}

// TestEngineRefusesWhatTheOracleRefuses checks random invalid leases. The engine must reject each
// lease that the oracle rejects, and both errors must name the same field.
func TestEngineRefusesWhatTheOracleRefuses(t *testing.T) {
	t.Parallel()
	many(t, *lives, func(seed uint64) (string, int, []string) {
		body, field := GenerateRefused(seed)
		if len(body) == 0 {
			return "", 0, nil
		}
		l, err := leasehold.Decode(body)
		if err == nil {
			_, err = leasehold.Compute(l)
		}
		var invalid *leasehold.InvalidError
		if !errors.As(err, &invalid) {
			return string(body), 1, []string{"answered, want a refusal of " + field}
		}
		for _, f := range invalid.Faults {
			if f.Field == field || strings.HasPrefix(f.Field, field) {
				return "", 1, nil
			}
		}
		return string(body), 1, []string{"refused for " + err.Error() + ", want " + field}
	})
}

// METHOD 14, 16: engine and oracle agree on reports for random leases and periods.
func TestEngineEqualsOracleOverReports(t *testing.T) {
	t.Parallel()
	many(t, *randomReports, func(seed uint64) (string, int, []string) {
		body := GenerateReport(seed)
		n, faults := reportAgainstEngine(body)
		return string(body), n, faults
	})
}

// METHOD 25.9: engine and oracle reject the same conditions in random report requests.
func TestMethod25_9_AConditionThatNoLeaseMeets(t *testing.T) {
	t.Parallel()
	var rejected atomic.Int64
	many(t, *randomReports, func(seed uint64) (string, int, []string) {
		body, _, _ := drawReport(seed)
		want, got := refusedCondition(body), []string(nil)
		q, err := portfolio.Decode(body)
		if err == nil {
			_, err = portfolio.Answer(q)
		}
		if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
			for _, f := range invalid.Faults {
				got = append(got, f.Field)
			}
		} else if err != nil {
			return string(body), 1, []string{err.Error()}
		}
		if want != "" {
			rejected.Add(1)
		}
		if want == "" && len(got) > 0 || want != "" && !slices.Contains(got, want) {
			return string(body), 1, []string{fmt.Sprintf("rejected for %q, want %q", got, want)}
		}
		return "", 1, nil
	})
	if rejected.Load() == 0 {
		t.Error("no condition was rejected")
	}
}

// reportAgainstEngine compares the engine's report on a request with the oracle's report.
func reportAgainstEngine(body []byte) (compared int, faults []string) {
	question, err := oracle.ReadReport(body)
	if err != nil {
		return 0, []string{err.Error()}
	}
	want, err := oracle.Tell(question)
	if err != nil {
		return 0, []string{err.Error()}
	}
	q, err := portfolio.Decode(body)
	if err != nil {
		return 0, []string{"refused: " + err.Error()}
	}
	got, err := portfolio.Answer(q)
	if err != nil {
		return 0, []string{"refused: " + err.Error()}
	}
	return againstFigures(got.Append(nil), want.Figures())
}

func TestEngineEqualsOracleOverTreatments(t *testing.T) {
	t.Parallel()
	many(t, *randomReports, func(seed uint64) (string, int, []string) {
		body := Generate(seed)
		n, faults := comparisonAgainstEngine(body)
		return string(body), n, faults
	})
}

// METHOD 17.2: a comparison contains a lease that ends with a purchase of the asset. GASB 96 has no
// purchase event, so the lease continues to the end of the term under GASB 96.
func TestMethod17_2_TreatmentsWithoutAPurchaseHaveMoreYears(t *testing.T) {
	t.Parallel()
	n, faults := comparisonAgainstEngine([]byte(`{"commencementDate":"2024-01-01","termMonths":48,"paymentAmount":1000,"discountRateAnnual":0.07,
		"events":[{"date":"2025-03-01","type":"purchase","price":500}]}`))
	if n == 0 || len(faults) > 0 {
		t.Error(n, faults)
	}
}

// comparisonAgainstEngine compares the engine's comparison of treatments with the oracle's
// comparison. If the oracle rejects the lease under one of the treatments, no figures are compared.
func comparisonAgainstEngine(body []byte) (compared int, faults []string) {
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
