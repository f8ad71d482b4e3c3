package lists

import (
	"slices"
	"strconv"
	"testing"
)

// Map and Join keep the order of the elements, and an empty list has an empty result.
func TestResultsHaveTheOrderOfTheElements(t *testing.T) {
	t.Parallel()
	if got := Map([]int{3, 1, 2}, strconv.Itoa); !slices.Equal(got, []string{"3", "1", "2"}) {
		t.Errorf("got %q", got)
	}
	if got := Join([]int{3, 1, 2}, ", ", strconv.Itoa); got != "3, 1, 2" {
		t.Errorf("got %q", got)
	}
	if got := Map([]int(nil), strconv.Itoa); got == nil || len(got) > 0 {
		t.Errorf("got %#v of an empty list", got)
	}
}
