package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Accounts is an [account.Store] in the same database.
type Accounts struct{ store *Store }

var _ account.Store = Accounts{}

// Accounts returns the accounts of the database. They live as long as the
// store.
func (s *Store) Accounts() Accounts { return Accounts{s} }

// Create implements [account.Store].
func (a Accounts) Create(ctx context.Context, made account.Account, passwordHash string, firstOperates bool) (account.Account, error) {
	err := a.store.transact(ctx, func(tx pgx.Tx) error {
		// Of two simultaneous sign-ups only one is the first.
		if _, err := tx.Exec(ctx, `LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE`); err != nil {
			return err
		}
		var others, same int
		err := tx.QueryRow(ctx, `SELECT count(*) FILTER (WHERE email <> ''), count(*) FILTER (WHERE folded = $1) FROM accounts`,
			account.Folded(made.Email)).Scan(&others, &same)
		if err != nil {
			return err
		}
		if same > 0 {
			return account.ErrTaken
		}
		made.Operator = firstOperates && others == 0
		_, err = tx.Exec(ctx, `INSERT INTO accounts (id, email, folded, password, plan, operator, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`, made.ID, made.Email, account.Folded(made.Email), passwordHash, string(made.Plan),
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
func scanAccount(row pgx.Row, more ...any) (a account.Account, err error) {
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
	conn, err := a.store.acquire(ctx)
	if err != nil {
		return account.Account{}, "", err
	}
	defer conn.Release()
	found, err = scanAccount(conn.QueryRow(ctx, `SELECT `+accountColumns+`, a.password FROM accounts a WHERE a.folded = $1`, folded), &passwordHash)
	if errors.Is(err, pgx.ErrNoRows) {
		return account.Account{}, "", account.ErrNoAccount
	}
	return found, passwordHash, err
}

// List implements [account.Store].
func (a Accounts) List(ctx context.Context) ([]account.Account, error) {
	return collect(ctx, a.store, func(row pgx.CollectableRow) (account.Account, error) { return scanAccount(row) },
		`SELECT `+accountColumns+` FROM accounts a WHERE a.email <> '' ORDER BY a.ref`)
}

// SetPassword implements [account.Store].
func (a Accounts) SetPassword(ctx context.Context, id, was, passwordHash string, keep account.TokenHash) error {
	return a.store.transact(ctx, func(tx pgx.Tx) error {
		var now string
		err := tx.QueryRow(ctx, `SELECT password FROM accounts WHERE id = $1 FOR NO KEY UPDATE`, id).Scan(&now)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return account.ErrNoAccount
		case err != nil:
			return err
		case was != "" && was != now:
			return account.ErrCredentials
		}
		if _, err := tx.Exec(ctx, `UPDATE accounts SET password = $1 WHERE id = $2`, passwordHash, id); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DELETE FROM sessions WHERE hash <> $1 AND account_ref = (SELECT ref FROM accounts WHERE id = $2)`,
			keep[:], id)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DELETE FROM password_links WHERE account_ref = (SELECT ref FROM accounts WHERE id = $1)`, id)
		return err
	})
}

// requireAccount returns ErrNoAccount if a statement changed no account.
func requireAccount(tag pgconn.CommandTag, err error) error {
	if err == nil && tag.RowsAffected() == 0 {
		err = account.ErrNoAccount
	}
	return err
}

// SetOperator implements [account.Store].
func (a Accounts) SetOperator(ctx context.Context, id string, operator bool) error {
	return a.store.transact(ctx, func(tx pgx.Tx) error {
		return requireAccount(tx.Exec(ctx, `UPDATE accounts SET operator = $1 WHERE id = $2`, operator, id))
	})
}

// AskPlan implements [account.Store].
func (a Accounts) AskPlan(ctx context.Context, id string, r account.PlanRequest) error {
	at := int64(0)
	if r.Plan != "" {
		at = r.At.UnixNano()
	}
	return unlessUnchanged(a.store.transact(ctx, func(tx pgx.Tx) error {
		var plan, reason string
		err := tx.QueryRow(ctx, `SELECT asked_plan, asked_reason FROM accounts WHERE id = $1 FOR UPDATE`, id).Scan(&plan, &reason)
		if err == nil && plan == string(r.Plan) && reason == r.Reason {
			return errUnchanged
		}
		return requireAccount(tx.Exec(ctx, `UPDATE accounts SET asked_plan = $1, asked_reason = $2, asked_at = $3 WHERE id = $4`, string(r.Plan), r.Reason, at, id))
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
func (a Accounts) SetPlan(ctx context.Context, operator, id string, plan meter.Plan) error {
	return unlessUnchanged(a.store.transact(ctx, func(tx pgx.Tx) error {
		var may bool
		err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM accounts WHERE id = $1 AND operator)`, operator).Scan(&may)
		if err != nil {
			return err
		}
		if !may && operator != "" {
			return account.ErrNotOperator
		}
		var same bool
		err = tx.QueryRow(ctx, `SELECT plan = $1 AND asked_plan = '' AND NOT EXISTS (SELECT FROM account_keys o
			JOIN keys k ON k.ref = o.key_ref WHERE o.account_ref = accounts.ref AND k.revoked_at IS NULL AND k.plan <> $1)
			FROM accounts WHERE id = $2 FOR UPDATE`, string(plan), id).Scan(&same)
		if err == nil && same {
			return errUnchanged
		}
		if err := requireAccount(tx.Exec(ctx, `UPDATE accounts SET plan = $1, `+nothingAsked+` WHERE id = $2`, string(plan), id)); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE keys SET plan = $1 WHERE revoked_at IS NULL AND ref IN
			(SELECT k.key_ref FROM account_keys k JOIN accounts a ON a.ref = k.account_ref WHERE a.id = $2)`, string(plan), id)
		return err
	}))
}

// Delete implements [account.Store]. Until [Accounts.Clear] has finished, the row remains with an
// ID and an address that no request can contain: a space and its number.
func (a Accounts) Delete(ctx context.Context, id string, at time.Time) error {
	return a.store.transact(ctx, func(tx pgx.Tx) error {
		ref, _, err := lockAccount(ctx, tx, id)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE keys SET name = '', revoked_at = coalesce(revoked_at, $1)
			WHERE ref IN (SELECT key_ref FROM account_keys WHERE account_ref = $2)`, at.UnixNano(), ref)
		if err != nil {
			return err
		}
		for _, step := range []string{
			`DELETE FROM sessions WHERE account_ref = $1`,
			`DELETE FROM password_links WHERE account_ref = $1`,
			`UPDATE accounts SET id = ' ' || ref, email = '', folded = ' ' || ref, password = '', operator = false, ` + nothingAsked + ` WHERE ref = $1`,
		} {
			if _, err := tx.Exec(ctx, step, ref); err != nil {
				return err
			}
		}
		return nil
	})
}

// Clear implements [account.Store]. Replicas that clear simultaneously choose different accounts.
func (a Accounts) Clear(ctx context.Context) (more bool, err error) {
	err = a.store.transact(ctx, func(tx pgx.Tx) error {
		var ref int64
		err := tx.QueryRow(ctx, `SELECT ref FROM accounts WHERE email = '' ORDER BY ref LIMIT 1 FOR UPDATE SKIP LOCKED`).Scan(&ref)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		more = true
		tag, err := tx.Exec(ctx, `DELETE FROM replays WHERE ref IN (SELECT ref FROM replays
			WHERE key_ref IN (SELECT key_ref FROM account_keys WHERE account_ref = $1) LIMIT $2)`, ref, sweepRows)
		if err != nil || tag.RowsAffected() == sweepRows {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM account_keys WHERE account_ref = $1`, ref); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DELETE FROM accounts WHERE ref = $1`, ref)
		return err
	})
	return more && err == nil, err
}

// lockAccount returns the ref and the plan of an account and keeps others from
// changing it.
func lockAccount(ctx context.Context, tx pgx.Tx, id string) (ref int64, plan meter.Plan, err error) {
	err = tx.QueryRow(ctx, `SELECT ref, plan FROM accounts WHERE id = $1 FOR NO KEY UPDATE`, id).Scan(&ref, &plan)
	if errors.Is(err, pgx.ErrNoRows) {
		err = account.ErrNoAccount
	}
	return ref, plan, err
}

// Start implements [account.Store].
func (a Accounts) Start(
	ctx context.Context, s account.Session, passwordHash string, replaces account.TokenHash, seenSince, startedSince time.Time,
) error {
	return a.store.transact(ctx, func(tx pgx.Tx) error {
		// Lock the account first, as its changes do; otherwise the two could deadlock. The lock
		// waits for a change of the password in progress and reads the new one.
		var ref int64
		err := tx.QueryRow(ctx, `SELECT ref FROM accounts WHERE id = $1 AND password = $2 FOR NO KEY UPDATE`,
			s.Account, passwordHash).Scan(&ref)
		if errors.Is(err, pgx.ErrNoRows) {
			return account.ErrCredentials
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE hash = $1`, replaces[:]); err != nil {
			return err
		}
		// Other processes may remove the same rows.
		_, err = tx.Exec(ctx, `DELETE FROM sessions WHERE hash IN
			(SELECT hash FROM sessions WHERE seen_at <= $1 OR started_at <= $2 FOR UPDATE SKIP LOCKED)`,
			seenSince.UnixNano(), startedSince.UnixNano())
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO sessions (hash, account_ref, started_at, seen_at) VALUES ($1, $2, $3, $4)`,
			s.Hash[:], ref, s.Started.UnixNano(), s.Seen.UnixNano())
		return err
	})
}

// Session implements [account.Store].
func (a Accounts) Session(ctx context.Context, hash account.TokenHash) (account.Session, account.Account, error) {
	conn, err := a.store.acquire(ctx)
	if err != nil {
		return account.Session{}, account.Account{}, err
	}
	defer conn.Release()
	var started, seen int64
	row := conn.QueryRow(ctx, `SELECT `+accountColumns+`, s.started_at, s.seen_at
		FROM sessions s JOIN accounts a ON a.ref = s.account_ref WHERE s.hash = $1`, hash[:])
	user, err := scanAccount(row, &started, &seen)
	if errors.Is(err, pgx.ErrNoRows) {
		return account.Session{}, account.Account{}, account.ErrNoSession
	}
	return account.Session{Hash: hash, Account: user.ID, Started: timeOf(started), Seen: timeOf(seen)}, user, err
}

// Touch implements [account.Store].
func (a Accounts) Touch(ctx context.Context, hash account.TokenHash, seen time.Time) error {
	return a.store.transact(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE sessions SET seen_at = $1 WHERE hash = $2 AND seen_at < $1`, seen.UnixNano(), hash[:])
		return err
	})
}

// End implements [account.Store].
func (a Accounts) End(ctx context.Context, hash account.TokenHash) error {
	return a.store.transact(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE hash = $1`, hash[:])
		return err
	})
}

// CreateKey implements [account.Store].
func (a Accounts) CreateKey(
	ctx context.Context, id string, key service.NewKey, most func(meter.Plan) int, since time.Time,
) (plan meter.Plan, err error) {
	err = a.store.transact(ctx, func(tx pgx.Tx) error {
		var ref int64
		if ref, plan, err = lockAccount(ctx, tx, id); err != nil {
			return err
		}
		key.Plan = plan
		var made, working int
		err = tx.QueryRow(ctx, `SELECT count(*) FILTER (WHERE k.created_at >= $2), count(*) FILTER (WHERE k.revoked_at IS NULL)
			FROM account_keys o JOIN keys k ON k.ref = o.key_ref WHERE o.account_ref = $1`, ref, since.UnixNano()).Scan(&made, &working)
		switch {
		case err != nil:
			return err
		case made >= most(plan):
			return account.ErrKeyLimit
		case working >= most(plan):
			return account.ErrKeysWork
		}
		if err := insertKeys(ctx, tx, []service.NewKey{key}); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO account_keys (key_ref, account_ref) SELECT ref, $1 FROM keys WHERE id = $2`, ref, key.ID)
		return err
	})
	return plan, err
}

// Keys implements [account.Store].
func (a Accounts) Keys(ctx context.Context, id string, month meter.Month) ([]account.Key, error) {
	return collect(ctx, a.store, scanOwnKey, `SELECT `+keyColumns+`, s.prefix, s.last4, k.created_at,
			coalesce(k.revoked_at, 0), coalesce(c.used, 0),
			coalesce((SELECT u.at FROM usage u WHERE u.key_ref = k.ref ORDER BY u.ref DESC LIMIT 1), 0),
			coalesce((SELECT max(e.expires_at) FROM secrets e WHERE e.key_ref = k.ref), 0)
		FROM account_keys o JOIN accounts a ON a.ref = o.account_ref JOIN keys k ON k.ref = o.key_ref
		JOIN secrets s ON s.key_ref = k.ref AND s.expires_at IS NULL
		LEFT JOIN counters c ON c.key_ref = k.ref AND c.month = $1
		WHERE a.id = $2 ORDER BY k.ref DESC`, int64(month), id)
}

func scanOwnKey(row pgx.CollectableRow) (k account.Key, err error) {
	var last, grace int64
	k.Key, err = scanKey(row, &k.Used, &last, &grace)
	k.LastUsed, k.Grace = timeOf(last), timeOf(grace)
	return k, err
}

// Usage implements [account.Store].
func (a Accounts) Usage(ctx context.Context, id string, q account.UsageQuery) (page account.UsagePage, err error) {
	if err := a.store.pages.Enter(ctx); err != nil {
		return page, err
	}
	defer a.store.pages.Leave()
	limit, below := q.Page()
	page.Rows, err = collect(ctx, a.store, func(row pgx.CollectableRow) (service.UsageRow, error) { return scanUsage(row, &page.Last) },
		`SELECT `+usageColumns+`
		FROM account_keys o JOIN keys k ON k.ref = o.key_ref JOIN usage u ON u.key_ref = k.ref AND u.month = $2 AND u.ref < $6
		WHERE o.account_ref = (SELECT ref FROM accounts WHERE id = $1) AND ($3 = '' OR k.id = $3) AND ($4 = '' OR u.operation = $4)
		AND (NOT $5 OR u.code <> '')
		ORDER BY u.ref DESC LIMIT $7`, id, int64(q.Month), q.KeyID, q.Operation, q.Failed, below, limit)
	return page, err
}

// Days implements [account.Store].
func (a Accounts) Days(ctx context.Context, id string, month meter.Month) ([]account.Day, error) {
	if err := a.store.pages.Enter(ctx); err != nil {
		return nil, err
	}
	defer a.store.pages.Leave()
	const nanosPerDay = int64(24 * time.Hour)
	return collect(ctx, a.store, func(row pgx.CollectableRow) (d account.Day, err error) {
		err = row.Scan(&d.Day, &d.Requests, &d.Units)
		return d, err
	}, `SELECT (u.at - $1) / $2 + 1 AS day, count(*) FILTER (WHERE u.units >= 0), sum(u.units)
		FROM account_keys o JOIN usage u ON u.key_ref = o.key_ref AND u.month = $3
		WHERE o.account_ref = (SELECT ref FROM accounts WHERE id = $4) GROUP BY day ORDER BY day`,
		month.Start().UnixNano(), nanosPerDay, int64(month), id)
}
