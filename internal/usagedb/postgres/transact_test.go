package postgres

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// If a connection breaks after the commit of a change was sent, the error says that the outcome is
// unknown. If the connection breaks earlier, or the database rejects the commit, the error says
// that the change was not made.
func TestAChangeWithoutAResponseIsUncertain(t *testing.T) {
	t.Parallel()
	b := newBehindProxy(t)
	rename := func(name string, before func(tx pgx.Tx) error) error {
		defer b.proxy.LoseAnswers(false)
		return b.transact(t.Context(), func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), `UPDATE keys SET name = $1`, name); err != nil {
				return err
			}
			return before(tx)
		})
	}
	for _, tt := range []struct {
		name      string
		before    func(tx pgx.Tx) error
		uncertain bool
	}{
		{"the answer to the commit is lost", func(pgx.Tx) error { b.proxy.LoseAnswers(true); return nil }, true},
		{"an answer before it is lost", func(tx pgx.Tx) error {
			b.proxy.LoseAnswers(true)
			_, err := tx.Exec(t.Context(), `SELECT 1`)
			return err
		}, false},
		{"the database refuses", func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), `SELECT 1 / 0`)
			return err
		}, false},
		{"the database rolls back", func(tx pgx.Tx) error {
			_, _ = tx.Exec(t.Context(), `SELECT 1 / 0`)
			return nil
		}, false},
	} {
		err := rename(tt.name, tt.before)
		if err == nil || errors.Is(err, service.ErrUncertain) != tt.uncertain {
			t.Errorf("%s: got %v, uncertain is to be %v", tt.name, err, tt.uncertain)
		}
		keys, err := b.Keys(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if made := keys[0].Name == tt.name; made && !tt.uncertain {
			t.Errorf("%s: the change was made", tt.name)
		}
	}
}
