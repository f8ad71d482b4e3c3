package lists

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Map and Join keep the order of the elements, and an empty list gives an empty result.
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

// A list in a sentence has a conjunction only before its last name.
func TestListsInSentences(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ names, and, or string }{
		{"", "", ""}, {"a", "a", "a"}, {"a b", "a and b", "a or b"}, {"a b c", "a, b and c", "a, b or c"},
	} {
		names := strings.Fields(x.names)
		if and, or := And(names), Or(names); and != x.and || or != x.or {
			t.Errorf("%q: %q and %q", names, and, or)
		}
	}
}
