package closing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Lines come back by their keys, whether they were kept in memory or in files, and as
// often as they are asked for.
func TestLinesAreSortedByTheirKeys(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for _, spilled := range []bool{false, true} {
		s := new(Sorted)
		var want []string
		for i := range 1000 {
			line := fmt.Sprintf("%d\tlease %d\n", r.IntN(1_000_000_000), i)
			want = append(want, line)
			if err := s.Add([]byte(line)); err != nil {
				t.Fatal(err)
			}
			if spilled && i%300 == 299 {
				if err := s.spill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		slices.SortFunc(want, func(a, b string) int { return compareKeys([]byte(a), []byte(b)) })
		for range 2 {
			var got strings.Builder
			if err := s.Each(func(line []byte) error {
				got.Write(line)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if got.String() != strings.Join(want, "") {
				t.Error("the lines are in another order")
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
