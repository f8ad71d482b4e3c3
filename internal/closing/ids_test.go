package closing

import (
	"fmt"
	"testing"
)

// An id that appears again is found however many there are, and the first is never
// taken for it.
func TestIDsThatAppearTwiceAreFound(t *testing.T) {
	t.Parallel()
	var s ids
	const n = 20_000
	for i := range n {
		if twice := s.add([]name{nameOf(fmt.Sprint(i), int64(i))}); twice != nil {
			t.Fatalf("%d is taken for another", i)
		}
	}
	for i := range n {
		if twice := s.add([]name{nameOf("new"+fmt.Sprint(i), 0), nameOf(fmt.Sprint(i), 1)}); len(twice) != 1 || !twice[1] {
			t.Fatalf("%d: got %v", i, twice)
		}
	}
	if s.full {
		t.Error("the set says that it is full")
	}
}

// Beyond its bound the set does not grow and says so.
func TestIDsAreBounded(t *testing.T) {
	t.Parallel()
	s := ids{table: make([][2]uint64, 1<<10), count: MaxIDs} // as if it were full
	if twice := s.add([]name{nameOf("a", 0), nameOf("a", 1)}); twice != nil || !s.full || len(s.table) != 1<<10 {
		t.Errorf("got %v, full: %v, %d places", twice, s.full, len(s.table))
	}
}
