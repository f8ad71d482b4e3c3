package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/account"
)

// AddLink implements [account.Store].
func (a Accounts) AddLink(asked context.Context, id string, l account.Link) error {
	return a.write(asked, func(ctx context.Context, tx *sql.Conn) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM password_links WHERE expires_at <= ?`, l.Made.UnixNano()); err != nil {
			return err
		}
		return requireAccount(tx.ExecContext(ctx, `INSERT INTO password_links (hash, account_ref, made_at, expires_at)
			SELECT ?, ref, ?, ? FROM accounts WHERE id = ?`, l.Hash[:], l.Made.UnixNano(), l.Expires.UnixNano(), id))
	})
}

// ofLink selects the account of a link.
const ofLink = ` FROM password_links l JOIN accounts a ON a.ref = l.account_ref WHERE l.hash = ? AND l.made_at <= ? AND l.expires_at > ?`

// Linked implements [account.Store].
func (a Accounts) Linked(ctx context.Context, hash account.TokenHash, at time.Time) (account.Account, error) {
	found, err := scanAccount(a.store.reading.QueryRowContext(ctx, `SELECT `+accountColumns+ofLink, hash[:], at.UnixNano(), at.UnixNano()))
	if errors.Is(err, sql.ErrNoRows) {
		return account.Account{}, account.ErrNoLink
	}
	return found, err
}

// UseLink implements [account.Store].
func (a Accounts) UseLink(asked context.Context, hash account.TokenHash, passwordHash string, at time.Time) error {
	return a.write(asked, func(ctx context.Context, tx *sql.Conn) error {
		var ref int64
		err := tx.QueryRowContext(ctx, `SELECT a.ref`+ofLink, hash[:], at.UnixNano(), at.UnixNano()).Scan(&ref)
		if errors.Is(err, sql.ErrNoRows) {
			return account.ErrNoLink
		}
		if err != nil {
			return err
		}
		return execSteps(ctx, tx,
			step{`UPDATE accounts SET password = ? WHERE ref = ?`, []any{passwordHash, ref}},
			step{`DELETE FROM sessions WHERE account_ref = ?`, []any{ref}},
			step{`DELETE FROM password_links WHERE account_ref = ?`, []any{ref}})
	})
}
