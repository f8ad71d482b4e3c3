package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestMain runs the bare handler instead of the tests if the arguments request it. The program
// passes these arguments when it starts itself as the bare handler.
func TestMain(m *testing.M) {
	if len(os.Args) == 5 && os.Args[1] == "-bare" {
		fmt.Fprintln(os.Stderr, serveBare(os.Args[2], os.Args[4]))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// A short run makes every measurement with the real program.
func TestMeasure(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	_, err := measure(t.Context(), settings{connections: 8, keys: 600, rounds: 1, lasting: 200 * time.Millisecond, memoryRequests: 400}, &out)
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for _, want := range []string{"bare net/http handler", "distinct Idempotency-Keys", "p99", "resident memory"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, out.String())
		}
	}
}
