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

type counterID struct {
	key   int64
	month meter.Month
}

type counter struct {
	used  int64
	chain usagedb.Chain
}

const selectCounter = `SELECT used, logged, head FROM counters WHERE key_ref = ? AND month = ?`

// readCounter reads a counter. A counter without a row has the value 0.
func readCounter(ctx context.Context, stmt *sql.Stmt, id counterID) (c counter, err error) {
	err = stmt.QueryRowContext(ctx, id.key, int64(id.month)).Scan(&c.used, &c.chain.Rows, usagedb.Bytes(c.chain.Head[:]))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return c, fmt.Errorf("counter: %w", err)
	}
	return c, nil
}

// counters caches the counters' values as of the last commit. Values that the writer commits replace
// cached values. Values that admissions read never replace the writer's values.
type counters struct {
	mu    sync.RWMutex
	known map[counterID]counter
	epoch uint64 // number of calls to the clear method
}

// maxCounters is the maximum number of cached counters. Reading a counter again is fast.
const maxCounters = 100_000

func newCounters() *counters { return &counters{known: map[counterID]counter{}} }

func (c *counters) get(id counterID) (now counter, epoch uint64, known bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	now, known = c.known[id]
	return now, c.epoch, known
}

// add caches a counter that was read, unless a newer value may already be cached.
func (c *counters) add(id counterID, read counter, epoch uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.known[id]; !known && c.epoch == epoch && len(c.known) < maxCounters {
		c.known[id] = read
	}
}

func (c *counters) put(committed map[counterID]counter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) >= maxCounters {
		clear(c.known)
		c.epoch++
	}
	maps.Copy(c.known, committed)
}

// clear removes all cached counters, because another process may have written counters.
func (c *counters) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.known)
	c.epoch++
}
