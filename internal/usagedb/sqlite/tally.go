package sqlite

import (
	"maps"
	"sync"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// counterID names a row of counters.
type counterID struct {
	key   int64
	month meter.Month
}

// tally remembers counters as they were last committed. The writer puts what it
// has committed; admissions add what they have read, but never over what the
// writer put.
type tally struct {
	mu    sync.RWMutex
	used  map[counterID]int64
	epoch uint64 // of the last clear
}

// maxTally bounds the memory; the counters are one cheap read away.
const maxTally = 200_000

func newTally() *tally { return &tally{used: map[counterID]int64{}} }

func (t *tally) get(id counterID) (used int64, epoch uint64, known bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	used, known = t.used[id]
	return used, t.epoch, known
}

// add remembers what was read, unless something newer may be known by now.
func (t *tally) add(id counterID, used int64, epoch uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, known := t.used[id]; !known && t.epoch == epoch && len(t.used) < maxTally {
		t.used[id] = used
	}
}

// put remembers what was committed.
func (t *tally) put(committed map[counterID]int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.used) >= maxTally {
		t.clearLocked()
	}
	maps.Copy(t.used, committed)
}

// clear forgets everything: another process may have written counters.
func (t *tally) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clearLocked()
}

func (t *tally) clearLocked() {
	clear(t.used)
	t.epoch++
}
