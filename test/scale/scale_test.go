package main

import (
	"os"
	"strings"
	"testing"
	"time"
)

// The program runs itself as its replicas, also here.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-replica" {
		main()
		return
	}
	os.Exit(m.Run())
}

// A short run goes through every measurement.
func TestMeasure(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	err := measure(t.Context(), settings{connections: 8, keys: 50, rounds: 1, lasting: time.Second}, &out)
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for _, want := range []string{"one hot key", "50 keys", "pgbench", "4 replicas", "4 servers"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, out.String())
		}
	}
	t.Log(out.String())
}
