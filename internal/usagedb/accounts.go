package usagedb

import (
	"context"
	"errors"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Accounts implements [account.Store] in the database that contains the API keys.
type Accounts struct{ Common }

var _ account.Store = Accounts{}

// Accounts returns the database's accounts. The result can be used until the store is closed.
func (c Common) Accounts() Accounts { return Accounts{c} }

// Create implements [account.Store].
func (a Accounts) Create(ctx context.Context, created account.Account, passwordHash string, firstOperates bool) (account.Account, error) {
	err := a.DB.Change(ctx, func(ctx context.Context, tx Queries) error {
		// If two users sign up simultaneously, only one creates the first account.
		if a.Dialect.LockAccounts != "" {
			if _, err := tx.Exec(ctx, a.Dialect.LockAccounts); err != nil {
				return err
			}
		}
		var withEmail, equal int
		err := tx.QueryRow(ctx, `SELECT count(*) FILTER (WHERE email <> ''), count(*) FILTER (WHERE folded = $1) FROM accounts`,
			account.Folded(created.Email)).Scan(&withEmail, &equal)
		if err != nil {
			return err
		}
		if equal > 0 {
			return account.ErrTaken
		}
		created.Operator = firstOperates && withEmail == 0
		_, err = tx.Exec(ctx, `INSERT INTO accounts (id, email, folded, password, plan, operator, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`, created.ID, created.Email, account.Folded(created.Email), passwordHash, string(created.Plan),
			created.Operator, created.Created.UnixNano())
		return err
	})
	if err != nil {
		return account.Account{}, err
	}
	return created, nil
}

const accountColumns = `a.id, a.email, a.plan, a.operator, a.created_at, a.asked_plan, a.asked_reason, a.asked_at`

func scanAccount(row Row, more ...any) (a account.Account, err error) {
	err = row.Scan(append([]any{
		&a.ID, &a.Email, &a.Plan, &a.Operator, (*Nanos)(&a.Created), &a.Asked.Plan, &a.Asked.Reason, (*Nanos)(&a.Asked.At),
	}, more...)...)
	return a, err
}

// Find implements [account.Store].
func (a Accounts) Find(ctx context.Context, folded string) (found account.Account, passwordHash string, err error) {
	row := a.DB.Read().QueryRow(ctx, `SELECT `+accountColumns+`, a.password FROM accounts a WHERE a.folded = $1`, folded)
	found, err = scanAccount(row, &passwordHash)
	return found, passwordHash, or(account.ErrNoAccount, err)
}

// List implements [account.Store].
func (a Accounts) List(ctx context.Context) ([]account.Account, error) {
	return Collect(ctx, a.DB.Read(), func(row Row) (account.Account, error) { return scanAccount(row) },
		`SELECT `+accountColumns+` FROM accounts a WHERE a.email <> '' ORDER BY a.ref`)
}

// lockAccount locks an account against concurrent changes and returns the account's row number and plan.
func lockAccount(ctx context.Context, tx Queries, id string) (ref int64, plan meter.Plan, err error) {
	err = tx.QueryRow(ctx, `SELECT ref, plan FROM accounts WHERE id = $1 FOR NO KEY UPDATE`, id).Scan(&ref, &plan)
	return ref, plan, or(account.ErrNoAccount, err)
}

// SetPassword implements [account.Store].
func (a Accounts) SetPassword(ctx context.Context, id, was, passwordHash string, keep account.TokenHash) error {
	return a.DB.Change(ctx, func(ctx context.Context, tx Queries) error {
		var ref int64
		var now string
		err := tx.QueryRow(ctx, `SELECT ref, password FROM accounts WHERE id = $1 FOR NO KEY UPDATE`, id).Scan(&ref, &now)
		switch {
		case err != nil:
			return or(account.ErrNoAccount, err)
		case was != "" && was != now:
			return account.ErrCredentials
		}
		return Exec(ctx, tx,
			Do(`UPDATE accounts SET password = $1 WHERE ref = $2`, passwordHash, ref),
			Do(`DELETE FROM sessions WHERE hash <> $1 AND account_ref = $2`, keep[:], ref),
			Do(`DELETE FROM password_links WHERE account_ref = $1`, ref))
	})
}

func requireAccount(changed int64, err error) error {
	if err == nil && changed == 0 {
		err = account.ErrNoAccount
	}
	return err
}

// SetOperator implements [account.Store].
func (a Accounts) SetOperator(ctx context.Context, id string, operator bool) error {
	return a.DB.Change(ctx, func(ctx context.Context, tx Queries) error {
		return requireAccount(tx.Exec(ctx, `UPDATE accounts SET operator = $1 WHERE id = $2`, operator, id))
	})
}

// AskPlan implements [account.Store].
func (a Accounts) AskPlan(ctx context.Context, id string, r account.PlanRequest) error {
	at := int64(0)
	if r.Plan != "" {
		at = r.At.UnixNano()
	}
	return unlessUnchanged(a.DB.Change(ctx, func(ctx context.Context, tx Queries) error {
		var plan, reason string
		err := tx.QueryRow(ctx, `SELECT asked_plan, asked_reason FROM accounts WHERE id = $1 FOR UPDATE`, id).Scan(&plan, &reason)
		if err == nil && plan == string(r.Plan) && reason == r.Reason {
			return errUnchanged
		}
		return requireAccount(tx.Exec(ctx, `UPDATE accounts SET asked_plan = $1, asked_reason = $2, asked_at = $3 WHERE id = $4`, string(r.Plan), r.Reason, at, id))
	}))
}

// errUnchanged rolls back a transaction that changed nothing, together with its audit entry.
var errUnchanged = errors.New("nothing changes")

func unlessUnchanged(err error) error {
	if errors.Is(err, errUnchanged) {
		return nil
	}
	return err
}

const nothingAsked = `asked_plan = '', asked_reason = '', asked_at = 0`

// SetPlan implements [account.Store].
func (a Accounts) SetPlan(ctx context.Context, operator, id string, plan meter.Plan) error {
	return unlessUnchanged(a.DB.ChangeKeys(ctx, func(ctx context.Context, tx Queries) error {
		var may bool
		err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM accounts WHERE id = $1 AND operator)`, operator).Scan(&may)
		if err != nil {
			return err
		}
		if !may && operator != "" {
			return account.ErrNotOperator
		}
		var same bool
		err = tx.QueryRow(ctx, `SELECT plan = $1 AND asked_plan = '' AND NOT EXISTS (SELECT 1 FROM account_keys o
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

// Delete implements [account.Store]. The account's row remains until [Accounts.Clear] has finished. Until then,
// the account's ID and folded address consist of a space and the row number. No request can contain this text.
func (a Accounts) Delete(ctx context.Context, id string, at time.Time) error {
	return a.DB.ChangeKeys(ctx, func(ctx context.Context, tx Queries) error {
		ref, _, err := lockAccount(ctx, tx, id)
		if err != nil {
			return err
		}
		return Exec(ctx, tx,
			Do(`UPDATE keys SET name = '', revoked_at = coalesce(revoked_at, $1)
				WHERE ref IN (SELECT key_ref FROM account_keys WHERE account_ref = $2)`, at.UnixNano(), ref),
			Do(`DELETE FROM sessions WHERE account_ref = $1`, ref),
			Do(`DELETE FROM password_links WHERE account_ref = $1`, ref),
			Do(`UPDATE accounts SET id = ' ' || ref, email = '', folded = ' ' || ref, password = '', operator = false, `+nothingAsked+` WHERE ref = $1`, ref))
	})
}

// Clear implements [account.Store]. Simultaneous calls choose different accounts.
func (a Accounts) Clear(ctx context.Context) (more bool, err error) {
	var ref int64
	err = a.DB.Read().QueryRow(ctx, a.Dialect.LeftBehind).Scan(&ref)
	if err != nil { // usually no account needs to be cleared, so no write transaction begins
		return false, or(nil, err)
	}
	err = a.DB.Change(ctx, func(ctx context.Context, tx Queries) error {
		if err := tx.QueryRow(ctx, a.Dialect.LeftBehind+` FOR UPDATE SKIP LOCKED`).Scan(&ref); err != nil {
			return or(nil, err)
		}
		more = true
		n, err := tx.Exec(ctx, `DELETE FROM replays WHERE ref IN (SELECT ref FROM replays
			WHERE key_ref IN (SELECT key_ref FROM account_keys WHERE account_ref = $1) LIMIT $2)`, ref, SweepRows)
		if err != nil || n == SweepRows {
			return err
		}
		return Exec(ctx, tx,
			Do(`DELETE FROM account_keys WHERE account_ref = $1`, ref),
			Do(`DELETE FROM accounts WHERE ref = $1`, ref))
	})
	return more && err == nil, err
}

// Start implements [account.Store].
func (a Accounts) Start(
	ctx context.Context, s account.Session, passwordHash string, replaces account.TokenHash, seenSince, startedSince time.Time,
) error {
	return a.DB.Change(ctx, func(ctx context.Context, tx Queries) error {
		// Lock the account first, as other transactions do, because a different order could deadlock. The
		// statement waits for any password change in progress, and then reads the new hash.
		var ref int64
		err := tx.QueryRow(ctx, `SELECT ref FROM accounts WHERE id = $1 AND password = $2 FOR NO KEY UPDATE`, s.Account, passwordHash).Scan(&ref)
		if err != nil {
			return or(account.ErrCredentials, err)
		}
		return Exec(ctx, tx,
			Do(`DELETE FROM sessions WHERE hash = $1`, replaces[:]),
			// Another process may remove the same rows at the same time.
			Do(`DELETE FROM sessions WHERE hash IN
				(SELECT hash FROM sessions WHERE seen_at <= $1 OR started_at <= $2 FOR UPDATE SKIP LOCKED)`,
				seenSince.UnixNano(), startedSince.UnixNano()),
			Do(`INSERT INTO sessions (hash, account_ref, started_at, seen_at) VALUES ($1, $2, $3, $4)`,
				s.Hash[:], ref, s.Started.UnixNano(), s.Seen.UnixNano()))
	})
}

// Session implements [account.Store].
func (a Accounts) Session(ctx context.Context, hash account.TokenHash) (s account.Session, user account.Account, err error) {
	row := a.DB.Read().QueryRow(ctx, `SELECT `+accountColumns+`, s.started_at, s.seen_at
		FROM sessions s JOIN accounts a ON a.ref = s.account_ref WHERE s.hash = $1`, hash[:])
	user, err = scanAccount(row, (*Nanos)(&s.Started), (*Nanos)(&s.Seen))
	s.Hash, s.Account = hash, user.ID
	return s, user, or(account.ErrNoSession, err)
}

// Touch implements [account.Store].
func (a Accounts) Touch(ctx context.Context, hash account.TokenHash, seen time.Time) error {
	return a.run(ctx, Do(`UPDATE sessions SET seen_at = $1 WHERE hash = $2 AND seen_at < $1`, seen.UnixNano(), hash[:]))
}

// End implements [account.Store].
func (a Accounts) End(ctx context.Context, hash account.TokenHash) error {
	return a.run(ctx, Do(`DELETE FROM sessions WHERE hash = $1`, hash[:]))
}

// AddLink implements [account.Store].
func (a Accounts) AddLink(ctx context.Context, id string, l account.Link) error {
	return a.DB.Change(ctx, func(ctx context.Context, tx Queries) error {
		if _, err := tx.Exec(ctx, `DELETE FROM password_links WHERE expires_at <= $1`, l.Made.UnixNano()); err != nil {
			return err
		}
		return requireAccount(tx.Exec(ctx, `INSERT INTO password_links (hash, account_ref, made_at, expires_at)
			SELECT $1, ref, $2, $3 FROM accounts WHERE id = $4`, l.Hash[:], l.Made.UnixNano(), l.Expires.UnixNano(), id))
	})
}

const ofLink = ` FROM password_links l JOIN accounts a ON a.ref = l.account_ref WHERE l.hash = $1 AND l.made_at <= $2 AND l.expires_at > $2`

// Linked implements [account.Store].
func (a Accounts) Linked(ctx context.Context, hash account.TokenHash, at time.Time) (account.Account, error) {
	found, err := scanAccount(a.DB.Read().QueryRow(ctx, `SELECT `+accountColumns+ofLink, hash[:], at.UnixNano()))
	return found, or(account.ErrNoLink, err)
}

// UseLink implements [account.Store]. The account is locked during the change, so that a link cannot be used twice.
func (a Accounts) UseLink(ctx context.Context, hash account.TokenHash, passwordHash string, at time.Time) error {
	return a.DB.Change(ctx, func(ctx context.Context, tx Queries) error {
		var ref int64
		err := tx.QueryRow(ctx, `SELECT a.ref`+ofLink+` FOR NO KEY UPDATE OF a`, hash[:], at.UnixNano()).Scan(&ref)
		if err != nil {
			return or(account.ErrNoLink, err)
		}
		n, err := tx.Exec(ctx, `DELETE FROM password_links WHERE account_ref = $1`, ref)
		if err != nil {
			return err
		}
		if n == 0 { // a concurrent attempt has already used up the link
			return account.ErrNoLink
		}
		return Exec(ctx, tx,
			Do(`UPDATE accounts SET password = $1 WHERE ref = $2`, passwordHash, ref),
			Do(`DELETE FROM sessions WHERE account_ref = $1`, ref))
	})
}

// CreateKey implements [account.Store].
func (a Accounts) CreateKey(
	ctx context.Context, id string, key service.NewKey, most func(meter.Plan) int, since time.Time,
) (plan meter.Plan, err error) {
	err = a.DB.ChangeKeys(ctx, func(ctx context.Context, tx Queries) error {
		var ref int64
		if ref, plan, err = lockAccount(ctx, tx, id); err != nil {
			return err
		}
		var created, active int
		err := tx.QueryRow(ctx, `SELECT count(*) FILTER (WHERE k.created_at >= $2), count(*) FILTER (WHERE k.revoked_at IS NULL)
			FROM account_keys o JOIN keys k ON k.ref = o.key_ref WHERE o.account_ref = $1`, ref, since.UnixNano()).Scan(&created, &active)
		switch {
		case err != nil:
			return err
		case created >= most(plan):
			return account.ErrKeyLimit
		case active >= most(plan):
			return account.ErrKeysWork
		}
		key.Plan = plan
		keyRef, err := insertKey(ctx, tx, &key)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO account_keys (key_ref, account_ref) VALUES ($1, $2)`, keyRef, ref)
		return err
	})
	return plan, err
}

// Keys implements [account.Store].
func (a Accounts) Keys(ctx context.Context, id string, month meter.Month) ([]account.Key, error) {
	return Collect(ctx, a.DB.Read(), func(row Row) (k account.Key, err error) {
		k.Key, err = ScanKey(row, &k.Used, (*Nanos)(&k.LastUsed), (*Nanos)(&k.Grace))
		return k, err
	}, `SELECT `+KeyColumns+`, s.prefix, s.last4, k.created_at,
			coalesce(k.revoked_at, 0), coalesce(c.used, 0),
			coalesce((SELECT u.at FROM usage u WHERE u.key_ref = k.ref ORDER BY `+a.Dialect.LastUsed+` LIMIT 1), 0),
			coalesce((SELECT max(e.expires_at) FROM secrets e WHERE e.key_ref = k.ref), 0)
		FROM account_keys o JOIN accounts a ON a.ref = o.account_ref JOIN keys k ON k.ref = o.key_ref
		JOIN secrets s ON s.key_ref = k.ref AND s.expires_at IS NULL
		LEFT JOIN counters c ON c.key_ref = k.ref AND c.month = $1
		WHERE a.id = $2 ORDER BY k.ref DESC`, int64(month), id)
}

// Usage implements [account.Store].
func (a Accounts) Usage(ctx context.Context, id string, q account.UsageQuery) (page account.UsagePage, err error) {
	limit, below := q.Page()
	scan := func(row Row) (service.UsageRow, error) { return ScanUsage(row, &page.Last) }
	page.Rows, err = collectLong(ctx, a.Common, scan, `SELECT `+UsageColumns+`
		FROM account_keys o JOIN keys k ON k.ref = o.key_ref JOIN usage u ON `+a.Dialect.KeyUsage+`
		WHERE o.account_ref = (SELECT ref FROM accounts WHERE id = $1) AND ($3 = '' OR k.id = $3)
			AND ($4 = '' OR u.operation = $4) AND (NOT $5 OR u.code <> '')
		ORDER BY u.ref DESC LIMIT $7`, id, int64(q.Month), q.KeyID, q.Operation, q.Failed, below, limit)
	return page, err
}

// Days implements [account.Store].
func (a Accounts) Days(ctx context.Context, id string, month meter.Month) ([]account.Day, error) {
	const secondsPerDay = 86400
	return collectLong(ctx, a.Common, func(row Row) (d account.Day, err error) {
		err = row.Scan(&d.Day, &d.Requests, &d.Units)
		return d, err
	}, a.Dialect.Days, int64(month), id, month.Start().Unix()/secondsPerDay)
}

const maxLongReads = 2

// collectLong is [Collect] for a slow query. At most maxLongReads slow queries run at a time, so that
// connections remain free for other queries.
func collectLong[T any](ctx context.Context, c Common, scan func(Row) (T, error), text string, args ...any) ([]T, error) {
	select {
	case c.long <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-c.long }()
	return Collect(ctx, c.DB.Read(), scan, text, args...)
}
