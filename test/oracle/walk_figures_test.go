package oracle_test

import (
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// TestEngineEqualsFigures checks that the engine prints exactly the oracle's
// figures, each at its path.
func TestEngineEqualsFigures(t *testing.T) {
	t.Parallel()
	figures := 0
	for i := range int64(min(*leases, 300)) {
		body := generate(leaseDice(*seed, i+1_000_000))
		text, err := engineCompute([]byte(body))
		if err != nil {
			t.Fatalf("%v in %s", err, body)
		}
		answer, err := solve(body)
		if err != nil {
			t.Fatalf("%v in %s", err, body)
		}
		compared, faults := againstFigures(text, answer.Compute())
		figures += compared
		if len(faults) > 0 {
			t.Errorf("%s\n  %s", body, strings.Join(faults[:min(len(faults), 6)], "\n  "))
		}
	}
	t.Logf("%d figures", figures)
}

func engineCompute(body []byte) ([]byte, error) {
	lease, err := leasehold.Decode(body)
	if err != nil {
		return nil, err
	}
	result, err := leasehold.Compute(lease)
	if err != nil {
		return nil, err
	}
	return result.AppendCompute(nil), nil
}
