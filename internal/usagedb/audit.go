package usagedb

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// InsertAudit writes entries to the audit log and chains each entry to the preceding one. It must be the last
// step of a transaction, because it locks the state row until the transaction ends.
func InsertAudit(ctx context.Context, tx Queries, entries []service.AuditEntry) error {
	if len(entries) == 0 {
		return nil
	}
	chain, _, err := AuditState(ctx, tx)
	if err != nil {
		return err
	}
	for i := range entries {
		e := &entries[i]
		chain = chain.NextAudit(e)
		_, err := tx.Exec(ctx, `INSERT INTO audit (number, at, action, actor, subject, detail, address, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			chain.Rows, e.Time.UnixNano(), e.Action, e.Actor, e.Subject, e.Detail, e.Address, chain.Head[:])
		if err != nil {
			return fmt.Errorf("audit: %w", err)
		}
	}
	_, err = tx.Exec(ctx, `UPDATE state SET audit_rows = $1, audit_head = $2`, chain.Rows, chain.Head[:])
	return err
}

const selectAuditState = `SELECT audit_rows, audit_head, kept_from, audit_removed, audit_before FROM state`

// AuditState returns the end of the audit chain, and the description of the data removed by sweeps. It locks
// the row that contains both values until the transaction ends.
func AuditState(ctx context.Context, tx Queries) (end Chain, removed Removed, err error) {
	return scanAuditState(tx.QueryRow(ctx, selectAuditState+` FOR UPDATE`))
}

func scanAuditState(row Row) (end Chain, removed Removed, err error) {
	err = row.Scan(&end.Rows, Bytes(end.Head[:]), &removed.Before, &removed.Audit.Rows, Bytes(removed.Audit.Head[:]))
	if err != nil {
		return end, removed, fmt.Errorf("state: %w", err)
	}
	return end, removed, nil
}

// RemoveAudit removes a limited number of audit entries older than the given time, and reports whether more
// such entries may remain. The caller must have locked the state with [AuditState].
func RemoveAudit(ctx context.Context, tx Queries, before time.Time) (more bool, err error) {
	var last int64
	var head []byte
	var n int
	err = tx.QueryRow(ctx, `WITH old AS (SELECT number, hash FROM audit
			WHERE number < coalesce((SELECT min(number) FROM audit WHERE at >= $1), 4611686018427387904) ORDER BY number LIMIT $2)
		SELECT number, hash, (SELECT count(*) FROM old) FROM old ORDER BY number DESC LIMIT 1`, before.UnixNano(), SweepRows).Scan(&last, &head, &n)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("audit: %w", err)
	}
	return n == SweepRows, Exec(ctx, tx,
		Do(`DELETE FROM audit WHERE number <= $1`, last),
		Do(`UPDATE state SET audit_removed = $1, audit_before = $2`, last, head))
}

// NoteRemoval compares the description of the data that sweeps have removed with the earlier description. If
// they differ, it writes an audit entry with the given timestamp.
func NoteRemoval(ctx context.Context, tx Queries, was Removed, clock time.Time) error {
	_, now, err := AuditState(ctx, tx)
	if err != nil || now == was {
		return err
	}
	entry := now.Entry()
	entry.Time = clock
	return InsertAudit(ctx, tx, []service.AuditEntry{entry})
}

// Audit implements [service.Store].
func (c Common) Audit(ctx context.Context, entries ...service.AuditEntry) error {
	return c.DB.Change(ctx, func(ctx context.Context, tx Queries) error { return InsertAudit(ctx, tx, entries) })
}

// AuditLog implements [service.Store].
func (c Common) AuditLog(ctx context.Context, q service.AuditQuery) iter.Seq2[service.AuditEntry, error] {
	return Each(ctx, c.DB.Read(), func(row Row) (service.AuditEntry, error) {
		r, err := scanAudit(row)
		return r.AuditEntry, err
	}, `SELECT `+auditColumns+` FROM audit WHERE $1 IN ('', subject) ORDER BY number DESC LIMIT $2`, q.Subject, limitOf(q.Limit))
}

const auditColumns = `number, at, action, actor, subject, detail, address, hash`

func scanAudit(row Row) (r AuditRow, err error) {
	err = row.Scan(&r.Number, (*Nanos)(&r.Time), &r.Action, &r.Actor, &r.Subject, &r.Detail, &r.Address, Bytes(r.Hash[:]))
	return r, err
}

// RemovalAction is the action of an audit entry about data removed by sweeps.
const RemovalAction = "usage.remove"

// Removed describes all data removed by sweeps. The state table and the newest audit entry with
// [RemovalAction] both contain this description.
type Removed struct {
	Before meter.Month // month before which usage was removed; 0 if no usage was removed
	Audit  Chain       // number of removed audit entries, and the hash of the last one
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

// NextAudit adds an entry to the audit chain and returns the extended chain.
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

// CheckAudit compares audit entries, which must be ordered by number, with their hashes, with the end of
// the audit chain, and with the record of removed data. It returns one sentence per difference, then the
// heads that match the hash of an unchanged entry, and then the other heads.
func CheckAudit(rows iter.Seq2[AuditRow, error], removed Removed, end Chain, heads []service.Head) (
	differences []string, proven []service.Proven, unproven []service.Head, err error,
) {
	unproven = slices.Clone(heads)
	report := func(format string, args ...any) {
		differences = append(differences, "audit log: "+fmt.Sprintf(format, args...))
	}
	prove := func(c Chain) {
		if i := slices.Index(unproven, c.Head); i >= 0 && len(differences) == 0 {
			unproven = slices.Delete(unproven, i, i+1)
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
			report("%s", missing("entry", "entries", chain.Rows+1, row.Number-1))
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
		report("%s at the end", missing("entry", "entries", chain.Rows+1, end.Rows))
	case chain.Rows > end.Rows:
		report("%d entries were written, but the log has %d", end.Rows, chain.Rows)
	case chain != end:
		report("%d entries were written, but the hash of the last entry does not match", end.Rows)
	}
	if want := removed.Entry().Detail; listed != want && (listed != "" || removed != Removed{}) {
		report("the detail of the newest removal entry is %q, but the state table requires %q", listed, want)
	}
	return differences, proven, unproven, nil
}
