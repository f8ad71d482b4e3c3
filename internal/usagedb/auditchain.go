package usagedb

import (
	"crypto/sha256"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// RemovalAction is the action of an audit entry about data removed by sweeps.
const RemovalAction = "usage.remove"

// Removed describes all data removed by sweeps. Table state and the newest audit entry with
// [RemovalAction] both contain this description.
type Removed struct {
	Before meter.Month // usage of earlier months was removed; 0 if no usage was removed
	Audit  Chain       // the removed audit entries
}

// Entry returns the audit entry about the removed data.
func (r Removed) Entry() service.AuditEntry {
	return service.AuditEntry{
		Action: RemovalAction, Actor: service.Server,
		Detail: fmt.Sprintf("usage before %s, audit entries up to %d %s", r.Before, r.Audit.Rows, r.Audit.Head),
	}
}

// AuditRow is an audit entry with its position in the chain of all entries.
type AuditRow struct {
	service.AuditEntry

	Number int64
	Hash   service.Head
}

// NextAudit adds an entry to the audit chain and returns the new chain.
func (c Chain) NextAudit(e *service.AuditEntry) Chain {
	var text []byte
	if c.Rows > 0 {
		text = append(text, c.Head[:]...)
	}
	c.Rows++
	text = append(strconv.AppendInt(text, c.Rows, 10), '\n')
	text = append(strconv.AppendInt(text, e.Time.UnixNano(), 10), '\n')
	for _, word := range []string{e.Action, e.Actor, e.Subject, e.Detail, e.Address} {
		text = append(strconv.AppendInt(text, int64(len(word)), 10), ':')
		text = append(append(text, word...), '\n')
	}
	c.Head = sha256.Sum256(text)
	return c
}

// CheckAudit compares audit entries, in the order of their numbers, with their hashes, the end of
// the audit chain and the removed data. CheckAudit returns one sentence per difference, the heads
// that match the hash of an unchanged entry, and the other heads.
func CheckAudit(rows iter.Seq2[AuditRow, error], removed Removed, end Chain, heads []service.Head) (
	differences []string, proven []service.Proven, missing []service.Head, err error,
) {
	missing = slices.Clone(heads)
	report := func(format string, args ...any) {
		differences = append(differences, "audit log: "+fmt.Sprintf(format, args...))
	}
	prove := func(c Chain) {
		if i := slices.Index(missing, c.Head); i >= 0 && len(differences) == 0 {
			missing = slices.Delete(missing, i, i+1)
			proven = append(proven, service.Proven{Head: c.Head, Rows: c.Rows, Of: end.Rows})
		}
	}
	chain, listed := removed.Audit, ""
	prove(chain)
	for row, err := range rows {
		if err != nil {
			return nil, nil, nil, err
		}
		switch next := chain.NextAudit(&row.AuditEntry); {
		case row.Number != chain.Rows+1:
			report("entries %d to %d are missing", chain.Rows+1, row.Number-1)
		case row.Hash != next.Head:
			report("entry %d (%s) was changed", row.Number, row.Action)
		}
		chain = Chain{row.Number, row.Hash}
		prove(chain)
		if row.Action == RemovalAction {
			listed = row.Detail
		}
	}
	switch {
	case chain.Rows < end.Rows:
		report("entries %d to %d are missing at the end", chain.Rows+1, end.Rows)
	case chain != end:
		report("%d entries were written, and the last one is entry %d with another hash", end.Rows, chain.Rows)
	}
	if want := removed.Entry().Detail; listed != want && (listed != "" || removed != Removed{}) {
		report("the detail of the newest removal entry is %q, but table state requires %q", listed, want)
	}
	return differences, proven, missing, nil
}
