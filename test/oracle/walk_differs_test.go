package oracle_test

import (
	"slices"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// TestWalkSeesEveryDifference changes and removes each expected figure, one at a time. The
// comparison with the engine's response must report each difference.
func TestWalkSeesEveryDifference(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		r, answer, err := both(Generate(seed))
		if err != nil {
			t.Fatal(err)
		}
		printed, want := leasehold.AppendCompute(r, nil), answer.Compute()
		if _, faults := againstFigures(printed, want); len(faults) > 0 {
			t.Fatalf("seed %d: the unchanged figures differ: %s", seed, faults[0])
		}
		for i := range want {
			changed := slices.Clone(want)
			changed[i].Text = altered(changed[i].Text)
			if _, faults := againstFigures(printed, changed); len(faults) == 0 {
				t.Errorf("seed %d: a change of %s is not seen", seed, want[i].Path)
			}
			if i%17 > 0 {
				continue
			}
			if _, faults := againstFigures(printed, slices.Delete(changed, i, i+1)); len(faults) == 0 {
				t.Errorf("seed %d: without %s nothing is seen", seed, want[i].Path)
			}
		}
	}
}

// altered returns text with a different last character.
func altered(text string) string {
	b := []byte(text)
	at := len(b) - 1
	if b[at] == '"' {
		at--
	}
	b[at] ^= 1
	return string(b)
}
