package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Accounts is an [account.Store] in the same file.
type Accounts struct{ store *Store }

var _ account.Store = Accounts{}

// Accounts returns the accounts of the file. They live as long as the store.
func (s *Store) Accounts() Accounts { return Accounts{s} }

// write runs body in a transaction that touches no key.
func (a Accounts) write(asked context.Context, body func(ctx context.Context, tx *sql.Conn) error) error {
	return a.store.writer.submit(&job{change: func(ctx context.Context, tx *sql.Conn) error {
		if err := body(ctx, tx); err != nil {
			return err
		}
		return insertAudit(ctx, tx, service.AuditOf(asked))
	}})
}

// Create implements [account.Store].
func (a Accounts) Create(asked context.Context, made account.Account, passwordHash string, firstOperates bool) (account.Account, error) {
	err := a.write(asked, func(ctx context.Context, tx *sql.Conn) error {
		var others, same int
		err := tx.QueryRowContext(ctx, `SELECT count(CASE WHEN email <> '' THEN 1 END), count(CASE WHEN folded = ? THEN 1 END) FROM accounts`,
			account.Folded(made.Email)).Scan(&others, &same)
		if err != nil {
			return err
		}
		if same > 0 {
			return account.ErrTaken
		}
		made.Operator = firstOperates && others == 0
		_, err = tx.ExecContext(ctx, `INSERT INTO accounts (id, email, folded, password, plan, operator, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)`, made.ID, made.Email, account.Folded(made.Email), passwordHash, string(made.Plan),
			made.Operator, made.Created.UnixNano())
		return err
	})
	if err != nil {
		return account.Account{}, err
	}
	return made, nil
}

const accountColumns = `a.id, a.email, a.plan, a.operator, a.created_at, a.asked_plan, a.asked_reason, a.asked_at`

// scanAccount reads accountColumns and additional columns.
func scanAccount(row scanner, more ...any) (a account.Account, err error) {
	var created, asked int64
	err = row.Scan(append([]any{&a.ID, &a.Email, &a.Plan, &a.Operator, &created, &a.Asked.Plan, &a.Asked.Reason, &asked}, more...)...)
	a.Created = timeOf(created)
	if asked != 0 {
		a.Asked.At = timeOf(asked)
	}
	return a, err
}

// Find implements [account.Store].
func (a Accounts) Find(ctx context.Context, folded string) (found account.Account, passwordHash string, err error) {
	row := a.store.reading.QueryRowContext(ctx, `SELECT `+accountColumns+`, a.password FROM accounts a WHERE a.folded = ?`, folded)
	found, err = scanAccount(row, &passwordHash)
	if errors.Is(err, sql.ErrNoRows) {
		return account.Account{}, "", account.ErrNoAccount
	}
	return found, passwordHash, err
}

// List implements [account.Store].
func (a Accounts) List(ctx context.Context) ([]account.Account, error) {
	return collect(ctx, a.store.reading, func(row scanner) (account.Account, error) { return scanAccount(row) },
		`SELECT `+accountColumns+` FROM accounts a WHERE a.email <> '' ORDER BY a.ref`)
}

// SetPassword implements [account.Store].
func (a Accounts) SetPassword(asked context.Context, id, was, passwordHash string, keep account.TokenHash) error {
	return a.write(asked, func(ctx context.Context, tx *sql.Conn) error {
		var now string
		err := tx.QueryRowContext(ctx, `SELECT password FROM accounts WHERE id = ?`, id).Scan(&now)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return account.ErrNoAccount
		case err != nil:
			return err
		case was != "" && was != now:
			return account.ErrCredentials
		}
		if _, err := tx.ExecContext(ctx, `UPDATE accounts SET password = ? WHERE id = ?`, passwordHash, id); err != nil {
			return err
		}
		return execSteps(ctx, tx,
			step{`DELETE FROM sessions WHERE hash <> ? AND account_ref = (SELECT ref FROM accounts WHERE id = ?)`, []any{keep[:], id}},
			step{`DELETE FROM password_links WHERE account_ref = (SELECT ref FROM accounts WHERE id = ?)`, []any{id}})
	})
}

// requireAccount returns ErrNoAccount if a statement changed no account.
func requireAccount(result sql.Result, err error) error {
	n, err := affected(result, err)
	if err == nil && n == 0 {
		err = account.ErrNoAccount
	}
	return err
}

// SetOperator implements [account.Store].
func (a Accounts) SetOperator(asked context.Context, id string, operator bool) error {
	return a.write(asked, func(ctx context.Context, tx *sql.Conn) error {
		return requireAccount(tx.ExecContext(ctx, `UPDATE accounts SET operator = ? WHERE id = ?`, operator, id))
	})
}

// AskPlan implements [account.Store].
func (a Accounts) AskPlan(asked context.Context, id string, r account.PlanRequest) error {
	at := int64(0)
	if r.Plan != "" {
		at = r.At.UnixNano()
	}
	return unlessUnchanged(a.write(asked, func(ctx context.Context, tx *sql.Conn) error {
		var plan, reason string
		err := tx.QueryRowContext(ctx, `SELECT asked_plan, asked_reason FROM accounts WHERE id = ?`, id).Scan(&plan, &reason)
		if err == nil && plan == string(r.Plan) && reason == r.Reason {
			return errUnchanged
		}
		return requireAccount(tx.ExecContext(ctx, `UPDATE accounts SET asked_plan = ?, asked_reason = ?, asked_at = ? WHERE id = ?`, string(r.Plan), r.Reason, at, id))
	}))
}

// errUnchanged rolls back a transaction without changes, and its audit entry.
var errUnchanged = errors.New("nothing changes")

// unlessUnchanged returns err unless it is [errUnchanged].
func unlessUnchanged(err error) error {
	if errors.Is(err, errUnchanged) {
		return nil
	}
	return err
}

// nothingAsked clears the requested plan of an account.
const nothingAsked = `asked_plan = '', asked_reason = '', asked_at = 0`

// SetPlan implements [account.Store].
func (a Accounts) SetPlan(asked context.Context, operator, id string, plan meter.Plan) error {
	return unlessUnchanged(a.store.changeKeys(asked, func(ctx context.Context, tx *sql.Conn) error {
		var may bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM accounts WHERE id = ? AND operator)`, operator).Scan(&may)
		if err != nil {
			return err
		}
		if !may && operator != "" {
			return account.ErrNotOperator
		}
		var same bool
		err = tx.QueryRowContext(ctx, `SELECT plan = ?1 AND asked_plan = '' AND NOT EXISTS (SELECT 1 FROM account_keys o
			JOIN keys k ON k.ref = o.key_ref WHERE o.account_ref = accounts.ref AND k.revoked_at IS NULL AND k.plan <> ?1)
			FROM accounts WHERE id = ?2`, string(plan), id).Scan(&same)
		if err == nil && same {
			return errUnchanged
		}
		if err := requireAccount(tx.ExecContext(ctx, `UPDATE accounts SET plan = ?, `+nothingAsked+` WHERE id = ?`, string(plan), id)); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE keys SET plan = ? WHERE revoked_at IS NULL AND ref IN
			(SELECT k.key_ref FROM account_keys k JOIN accounts a ON a.ref = k.account_ref WHERE a.id = ?)`, string(plan), id)
		return err
	}))
}

// Delete implements [account.Store]. Until [Accounts.Clear] has finished, the row remains with an
// ID and an address that no request can contain: a space and its number.
func (a Accounts) Delete(asked context.Context, id string, at time.Time) error {
	return a.store.changeKeys(asked, func(ctx context.Context, tx *sql.Conn) error {
		var ref int64
		err := tx.QueryRowContext(ctx, `SELECT ref FROM accounts WHERE id = ?`, id).Scan(&ref)
		if errors.Is(err, sql.ErrNoRows) {
			return account.ErrNoAccount
		}
		if err != nil {
			return err
		}
		return execSteps(ctx, tx,
			step{`UPDATE keys SET name = '', revoked_at = coalesce(revoked_at, ?)
				WHERE ref IN (SELECT key_ref FROM account_keys WHERE account_ref = ?)`, []any{at.UnixNano(), ref}},
			step{`DELETE FROM sessions WHERE account_ref = ?`, []any{ref}},
			step{`DELETE FROM password_links WHERE account_ref = ?`, []any{ref}},
			step{`UPDATE accounts SET id = ' ' || ref, email = '', folded = ' ' || ref, password = '', operator = 0, ` + nothingAsked + ` WHERE ref = ?`, []any{ref}})
	})
}

// Clear implements [account.Store].
func (a Accounts) Clear(ctx context.Context) (more bool, err error) {
	const leftBehind = `SELECT ref FROM accounts WHERE folded < '!' ORDER BY folded LIMIT 1` // no address sorts before it
	var ref int64
	err = a.store.reading.QueryRowContext(ctx, leftBehind).Scan(&ref)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil // without asking the writer for its turn
	}
	if err != nil {
		return false, err
	}
	err = a.write(ctx, func(ctx context.Context, tx *sql.Conn) error {
		n, err := affected(tx.ExecContext(ctx, `DELETE FROM replays WHERE ref IN (SELECT ref FROM replays
			WHERE key_ref IN (SELECT key_ref FROM account_keys WHERE account_ref = ?) LIMIT ?)`, ref, sweepRows))
		if err != nil || n == sweepRows {
			return err
		}
		return execSteps(ctx, tx,
			step{`DELETE FROM account_keys WHERE account_ref = ?`, []any{ref}},
			step{`DELETE FROM accounts WHERE ref = ?`, []any{ref}})
	})
	return err == nil, err
}

// Start implements [account.Store].
func (a Accounts) Start(
	asked context.Context, s account.Session, passwordHash string, replaces account.TokenHash, seenSince, startedSince time.Time,
) error {
	err := a.write(asked, func(ctx context.Context, tx *sql.Conn) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM sessions WHERE hash = ? OR seen_at <= ? OR started_at <= ?`,
			replaces[:], seenSince.UnixNano(), startedSince.UnixNano())
		if err != nil {
			return err
		}
		return requireAccount(tx.ExecContext(ctx, `INSERT INTO sessions (hash, account_ref, started_at, seen_at)
			SELECT ?, ref, ?, ? FROM accounts WHERE id = ? AND password = ?`,
			s.Hash[:], s.Started.UnixNano(), s.Seen.UnixNano(), s.Account, passwordHash))
	})
	if errors.Is(err, account.ErrNoAccount) {
		return account.ErrCredentials
	}
	return err
}

// Session implements [account.Store].
func (a Accounts) Session(ctx context.Context, hash account.TokenHash) (account.Session, account.Account, error) {
	var started, seen int64
	row := a.store.reading.QueryRowContext(ctx, `SELECT `+accountColumns+`, s.started_at, s.seen_at
		FROM sessions s JOIN accounts a ON a.ref = s.account_ref WHERE s.hash = ?`, hash[:])
	user, err := scanAccount(row, &started, &seen)
	if errors.Is(err, sql.ErrNoRows) {
		return account.Session{}, account.Account{}, account.ErrNoSession
	}
	return account.Session{Hash: hash, Account: user.ID, Started: timeOf(started), Seen: timeOf(seen)}, user, err
}

// Touch implements [account.Store].
func (a Accounts) Touch(asked context.Context, hash account.TokenHash, seen time.Time) error {
	return a.write(asked, func(ctx context.Context, tx *sql.Conn) error {
		_, err := tx.ExecContext(ctx, `UPDATE sessions SET seen_at = ? WHERE hash = ? AND seen_at < ?`, seen.UnixNano(), hash[:], seen.UnixNano())
		return err
	})
}

// End implements [account.Store].
func (a Accounts) End(asked context.Context, hash account.TokenHash) error {
	return a.write(asked, func(ctx context.Context, tx *sql.Conn) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM sessions WHERE hash = ?`, hash[:])
		return err
	})
}

// CreateKey implements [account.Store].
func (a Accounts) CreateKey(
	asked context.Context, id string, key service.NewKey, most func(meter.Plan) int, since time.Time,
) (plan meter.Plan, err error) {
	err = a.store.changeKeys(asked, func(ctx context.Context, tx *sql.Conn) error {
		var ref int64
		var made, working int
		err := tx.QueryRowContext(ctx, `SELECT ref, plan, (SELECT count(*) FROM account_keys o JOIN keys k ON k.ref = o.key_ref
			WHERE o.account_ref = a.ref AND k.created_at >= ?),
			(SELECT count(*) FROM account_keys o JOIN keys k ON k.ref = o.key_ref WHERE o.account_ref = a.ref AND k.revoked_at IS NULL)
			FROM accounts a WHERE a.id = ?`, since.UnixNano(), id).Scan(&ref, &plan, &made, &working)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return account.ErrNoAccount
		case err != nil:
			return err
		case made >= most(plan):
			return account.ErrKeyLimit
		case working >= most(plan):
			return account.ErrKeysWork
		}
		key.Plan = plan
		keyRef, err := insertKey(ctx, tx, &key)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO account_keys (key_ref, account_ref) VALUES (?, ?)`, keyRef, ref)
		return err
	})
	return plan, err
}

// Keys implements [account.Store].
func (a Accounts) Keys(ctx context.Context, id string, month meter.Month) ([]account.Key, error) {
	return collect(ctx, a.store.reading, scanOwnKey, `SELECT `+keyColumns+`, s.prefix, s.last4, k.created_at,
			coalesce(k.revoked_at, 0), coalesce(c.used, 0),
			coalesce((SELECT u.at FROM usage u WHERE u.key_ref = k.ref ORDER BY u.month DESC, u.ref DESC LIMIT 1), 0),
			coalesce((SELECT max(e.expires_at) FROM secrets e WHERE e.key_ref = k.ref), 0)
		FROM account_keys o JOIN accounts a ON a.ref = o.account_ref JOIN keys k ON k.ref = o.key_ref
		JOIN secrets s ON s.key_ref = k.ref AND s.expires_at IS NULL
		LEFT JOIN counters c ON c.key_ref = k.ref AND c.month = ?
		WHERE a.id = ? ORDER BY k.ref DESC`, int64(month), id)
}

func scanOwnKey(row scanner) (k account.Key, err error) {
	var last, grace int64
	k.Key, err = scanKey(row, &k.Used, &last, &grace)
	k.LastUsed, k.Grace = timeOf(last), timeOf(grace)
	return k, err
}

// Usage implements [account.Store]. The newest rows of each key are found by its
// index, which has them in their order, and then merged.
func (a Accounts) Usage(ctx context.Context, id string, q account.UsageQuery) (page account.UsagePage, err error) {
	if err := a.store.pages.Enter(ctx); err != nil {
		return page, err
	}
	defer a.store.pages.Leave()
	limit, below := q.Page()
	page.Rows, err = collect(ctx, a.store.reading, func(row scanner) (service.UsageRow, error) { return scanUsage(row, &page.Last) },
		`SELECT `+usageColumns+`
		FROM account_keys o JOIN keys k ON k.ref = o.key_ref JOIN usage u ON u.ref IN (
			SELECT x.ref FROM usage x INDEXED BY usage_by_key WHERE x.key_ref = o.key_ref AND x.month = ?2 AND x.ref < ?6
				AND (?4 = '' OR x.operation = ?4) AND (?5 = 0 OR x.code <> '') ORDER BY x.ref DESC LIMIT ?7)
		WHERE o.account_ref = (SELECT ref FROM accounts WHERE id = ?1) AND (?3 = '' OR k.id = ?3)
		ORDER BY u.ref DESC LIMIT ?7`, id, int64(q.Month), q.KeyID, q.Operation, q.Failed, below, limit)
	return page, err
}

// Days implements [account.Store]. It adds totals by sweeps and the remaining rows.
func (a Accounts) Days(ctx context.Context, id string, month meter.Month) ([]account.Day, error) {
	if err := a.store.pages.Enter(ctx); err != nil {
		return nil, err
	}
	defer a.store.pages.Leave()
	return collect(ctx, a.store.reading, func(row scanner) (d account.Day, err error) {
		err = row.Scan(&d.Day, &d.Requests, &d.Units)
		return d, err
	}, `WITH own (key_ref) AS (SELECT key_ref FROM account_keys WHERE account_ref = (SELECT ref FROM accounts WHERE id = ?2))
		SELECT day, sum(requests), sum(units) FROM (
			SELECT d.day, d.requests, d.units FROM own JOIN usage_days d ON d.key_ref = own.key_ref AND d.month = ?1
			UNION ALL
			SELECT `+dayOfRow+`, u.requests, u.units FROM (
				SELECT l.month, l.at / `+nanosOfDay+` AS since, count(*) FILTER (WHERE l.units >= 0) AS requests, sum(l.units) AS units
				FROM own JOIN usage l INDEXED BY usage_by_key ON l.key_ref = own.key_ref AND l.month = ?1 AND l.ref > (SELECT days_to FROM state)
				GROUP BY since) AS u)
		GROUP BY day ORDER BY day`, int64(month), id)
}
