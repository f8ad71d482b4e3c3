package usagedb

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Chain summarizes the usage rows of one key and month: their number and the hash of the last row. The hash of
// a row covers all its columns, its number and the hash of the preceding row. So a check detects any changed,
// removed, added or moved row.
type Chain struct {
	Rows int64
	Head service.Head // zero if there are no rows
}

// ChainID identifies a chain by its key and month.
type ChainID struct {
	Key   int64 // ref column of the key's row
	Month meter.Month
}

// Next returns the chain extended by one row. In PostgreSQL, the chain_hash function computes the same hash.
func (c Chain) Next(row *service.UsageRow, month meter.Month) Chain {
	var room [512]byte
	text := room[:0]
	if c.Rows > 0 {
		text = append(text, c.Head[:]...)
	}
	c.Rows++
	number := func(n int64) { text = append(strconv.AppendInt(text, n, 10), '\n') }
	word := func(s string) { text = append(append(text, s...), '\n') }
	number(c.Rows)
	word(row.RequestID)
	number(row.Key.Ref)
	word(string(row.Key.Mode))
	word(string(row.Key.Plan))
	word(row.Operation)
	number(int64(row.Status))
	word(string(row.Code))
	number(row.Units)
	word(row.ReplayOf)
	number(int64(month))
	number(row.Time.UnixNano())
	number(int64(row.Duration))
	c.Head = sha256.Sum256(text)
	return c
}

// ChainedRow is a usage row with its position in its chain.
type ChainedRow struct {
	service.UsageRow

	Month  meter.Month // month of the request; for a refund, the month of the refunded request
	Number int64
	Hash   service.Head
}

// End is the end of a chain, as stored in the counters table.
type End struct {
	Chain

	KeyID string
}

// CheckChains recomputes the hashes of usage rows and compares them with the stored hashes and the ends of the
// chains. The rows must be ordered by chain. Within each chain, they must have the order of the usage log. The
// result contains one sentence per difference, one sentence per head not found in any unchanged chain, and the
// heads that prove that their rows are unchanged.
func CheckChains(rows iter.Seq2[ChainedRow, error], ends map[ChainID]End, heads []service.Head) (differences []string, proven []service.Proven, err error) {
	c := chainCheck{ends: ends, heads: map[service.Head]bool{}}
	for _, head := range heads {
		c.heads[head] = true
	}
	for row, err := range rows {
		if err != nil {
			return nil, nil, err
		}
		if id := (ChainID{row.Key.Ref, row.Month}); id != c.id {
			c.finish()
			c.begin(id, row.Key.ID)
		}
		c.add(&row)
	}
	c.finish()
	for _, id := range slices.SortedFunc(maps.Keys(ends), func(a, b ChainID) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Month, b.Month))
	}) {
		if end := ends[id]; end.Rows > 0 { // the usage log contains no row of this chain
			c.id, c.keyID = id, end.KeyID
			c.missing(1, end.Rows, "")
		}
	}
	for _, head := range heads {
		if c.heads[head] {
			c.differences = append(c.differences, fmt.Sprintf(
				"head %x: either no unchanged chain of usage rows ends with this hash, or the month is no longer stored", head[:]))
		}
	}
	return c.differences, c.proven, nil
}

type chainCheck struct {
	ends        map[ChainID]End       // ends of the chains that have not been checked yet
	heads       map[service.Head]bool // true for each head that has not been found yet
	differences []string
	proven      []service.Proven

	id       ChainID
	keyID    string
	open     bool
	broken   bool
	written  Chain        // the chain up to the latest row, with the stored hash
	computed service.Head // hash of the latest row, recomputed from its columns
	found    []service.Proven
}

func (c *chainCheck) begin(id ChainID, keyID string) {
	*c = chainCheck{
		ends: c.ends, heads: c.heads, differences: c.differences, proven: c.proven,
		id: id, keyID: keyID, open: true,
	}
}

func (c *chainCheck) report(format string, args ...any) {
	c.broken = true
	c.differences = append(c.differences, fmt.Sprintf("key %s, %s: ", c.keyID, c.id.Month)+fmt.Sprintf(format, args...))
}

func (c *chainCheck) missing(from, to int64, where string) {
	c.report("usage %s%s", missing("row", "rows", from, to), where)
}

func missing(one, many string, from, to int64) string {
	if from == to {
		return fmt.Sprintf("%s %d is missing", one, from)
	}
	return fmt.Sprintf("%s %d to %d are missing", many, from, to)
}

func (c *chainCheck) add(row *ChainedRow) {
	switch next := c.written.Rows + 1; {
	case row.Number < next:
		c.report("usage row %d (request %s) is out of order: it comes after row %d", row.Number, row.RequestID, c.written.Rows)
		return
	case row.Number > next:
		c.missing(next, row.Number-1, " before request "+row.RequestID)
		c.written, c.computed = Chain{row.Number, row.Hash}, row.Hash // the preceding row is unknown
		return
	}
	after := c.written.Next(&row.UsageRow, row.Month).Head
	if after != row.Hash {
		// If only the stored hash of the preceding row was changed, the current row is unchanged.
		if after = (Chain{c.written.Rows, c.computed}).Next(&row.UsageRow, row.Month).Head; after != row.Hash {
			c.report("request %s, usage row %d, was changed", row.RequestID, row.Number)
		}
	}
	c.written, c.computed = Chain{row.Number, row.Hash}, after
	if !c.broken && c.heads[row.Hash] {
		delete(c.heads, row.Hash)
		c.found = append(c.found, service.Proven{Head: row.Hash, KeyID: c.keyID, Month: c.id.Month, Rows: row.Number})
	}
}

func (c *chainCheck) finish() {
	if !c.open {
		return
	}
	end := c.ends[c.id]
	delete(c.ends, c.id)
	switch {
	case end.Rows > c.written.Rows:
		c.missing(c.written.Rows+1, end.Rows, " at the end")
	case end.Rows < c.written.Rows:
		c.report("there are %d usage rows, but %d were written", c.written.Rows, end.Rows)
	case end.Head != c.written.Head:
		c.report("the head is not the hash of the last usage row")
	}
	for _, head := range c.found {
		head.Of = c.written.Rows
		c.proven = append(c.proven, head)
	}
	c.open = false
}
