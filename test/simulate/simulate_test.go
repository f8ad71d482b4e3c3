// Package simulate runs the service and the SQLite store under fake time, with clients,
// faults, clocks and kills that a seed determines. The order in which goroutines run is not
// determined, so a seed that fails once may need several runs to fail again.
package simulate

import (
	"flag"
	"fmt"
	"testing"
	"testing/synctest"
)

var seeds = flag.Int("seeds", 1, "number of histories")

// In every history each answered request was billed, units and rows agree, an
// Idempotency-Key has one first response, no more bytes are held than allowed, and no small
// request waits for what others hold.
func TestSimulation(t *testing.T) {
	t.Parallel()
	for seed := range uint64(*seeds) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) { run(t, dir, seed) })
		})
	}
}
