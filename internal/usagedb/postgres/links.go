package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/account"
)

// AddLink implements [account.Store].
func (a Accounts) AddLink(ctx context.Context, id string, l account.Link) error {
	return a.store.transact(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM password_links WHERE expires_at <= $1`, l.Made.UnixNano()); err != nil {
			return err
		}
		return requireAccount(tx.Exec(ctx, `INSERT INTO password_links (hash, account_ref, made_at, expires_at)
			SELECT $1, ref, $2, $3 FROM accounts WHERE id = $4`, l.Hash[:], l.Made.UnixNano(), l.Expires.UnixNano(), id))
	})
}

// ofLink selects the account of a link.
const ofLink = ` FROM password_links l JOIN accounts a ON a.ref = l.account_ref WHERE l.hash = $1 AND l.made_at <= $2 AND l.expires_at > $2`

// Linked implements [account.Store].
func (a Accounts) Linked(ctx context.Context, hash account.TokenHash, at time.Time) (account.Account, error) {
	conn, err := a.store.acquire(ctx)
	if err != nil {
		return account.Account{}, err
	}
	defer conn.Release()
	found, err := scanAccount(conn.QueryRow(ctx, `SELECT `+accountColumns+ofLink, hash[:], at.UnixNano()))
	if errors.Is(err, pgx.ErrNoRows) {
		return account.Account{}, account.ErrNoLink
	}
	return found, err
}

// UseLink implements [account.Store]. It locks the account, so that a second use finds no link.
func (a Accounts) UseLink(ctx context.Context, hash account.TokenHash, passwordHash string, at time.Time) error {
	return a.store.transact(ctx, func(tx pgx.Tx) error {
		var ref int64
		err := tx.QueryRow(ctx, `SELECT a.ref`+ofLink+` FOR NO KEY UPDATE OF a`, hash[:], at.UnixNano()).Scan(&ref)
		if errors.Is(err, pgx.ErrNoRows) {
			return account.ErrNoLink
		}
		if err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `DELETE FROM password_links WHERE account_ref = $1`, ref)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 { // another use was faster
			return account.ErrNoLink
		}
		if _, err := tx.Exec(ctx, `UPDATE accounts SET password = $1 WHERE ref = $2`, passwordHash, ref); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DELETE FROM sessions WHERE account_ref = $1`, ref)
		return err
	})
}
