package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"sync"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// counterID names a row of counters.
type counterID struct {
	key   int64
	month meter.Month
}

// counter is a row of counters: what a key has used in a month, and its usage rows.
type counter struct {
	used  int64
	chain usagedb.Chain
}

const selectCounter = `SELECT used, logged, head FROM counters WHERE key_ref = ? AND month = ?`

// readCounter reads a counter; no row means that nothing was used.
func readCounter(ctx context.Context, stmt *sql.Stmt, id counterID) (c counter, err error) {
	var head []byte
	err = stmt.QueryRowContext(ctx, id.key, int64(id.month)).Scan(&c.used, &c.chain.Rows, &head)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return c, fmt.Errorf("counter: %w", err)
	}
	copy(c.chain.Head[:], head)
	return c, nil
}

// counters remembers counters as they were last committed. The writer puts what it
// has committed; admissions add what they have read, but never over what the
// writer put.
type counters struct {
	mu    sync.RWMutex
	known map[counterID]counter
	epoch uint64 // of the last clear
}

// maxCounters bounds the memory; the counters are one cheap read away.
const maxCounters = 100_000

func newCounters() *counters { return &counters{known: map[counterID]counter{}} }

func (c *counters) get(id counterID) (now counter, epoch uint64, known bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	now, known = c.known[id]
	return now, c.epoch, known
}

// add remembers what was read, unless something newer may be known by now.
func (c *counters) add(id counterID, read counter, epoch uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.known[id]; !known && c.epoch == epoch && len(c.known) < maxCounters {
		c.known[id] = read
	}
}

// put remembers what was committed.
func (c *counters) put(committed map[counterID]counter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) >= maxCounters {
		c.clearLocked()
	}
	maps.Copy(c.known, committed)
}

// clear forgets everything: another process may have written counters.
func (c *counters) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clearLocked()
}

func (c *counters) clearLocked() {
	clear(c.known)
	c.epoch++
}
