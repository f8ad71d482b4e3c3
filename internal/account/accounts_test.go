package account

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

// oneAccount is a store of one account, whose sessions it takes and forgets.
type oneAccount struct {
	Store

	user Account
	hash string
}

func (s *oneAccount) Find(context.Context, string) (Account, string, error) {
	return s.user, s.hash, nil
}

func (s *oneAccount) Start(context.Context, Session, string, TokenHash, time.Time, time.Time) error {
	return nil
}

func (s *oneAccount) SetPassword(context.Context, string, string, string, TokenHash) error {
	return nil
}

const hers = "gnu-tulip-oboe"

func annas(t *testing.T) (*Accounts, Account) {
	t.Helper()
	store := &oneAccount{user: Account{ID: "acct_1", Email: "anna@example.org"}}
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	a := New(Config{Store: store, Clock: func() time.Time { return now }, Cost: Cost{MemoryKiB: 64, Passes: 1}})
	var err error
	if store.hash, err = a.hasher.hash(t.Context(), hers); err != nil {
		t.Fatal(err)
	}
	return a, store.user
}

func often(err error) bool {
	_, yes := errors.AsType[*TooOftenError](err)
	return yes
}

// Who guesses from one address locks out himself, not the owner: neither at
// another address nor where she is signed in.
func TestGuessingDoesNotLockTheOwnerOut(t *testing.T) {
	t.Parallel()
	a, anna := annas(t)
	refused := 0
	for range 3 * pairBurst {
		if _, err := a.SignIn(t.Context(), anna.Email, "wrong", "192.0.2.1", ""); often(err) {
			refused++
		} else if !errors.Is(err, ErrCredentials) {
			t.Fatal(err)
		}
	}
	if refused != 2*pairBurst {
		t.Errorf("%d guesses were refused, want %d", refused, 2*pairBurst)
	}
	if _, err := a.SignIn(t.Context(), anna.Email, hers, "192.0.2.1", ""); !often(err) {
		t.Errorf("the guesser's next: %v", err)
	}
	if _, err := a.SignIn(t.Context(), anna.Email, hers, "192.0.2.2", ""); err != nil {
		t.Errorf("the owner: %v", err)
	}
	if err := a.ChangePassword(t.Context(), anna, hers, "gnu-gnu-tulip", ""); err != nil {
		t.Errorf("the owner, signed in: %v", err)
	}
}

// Guesses from many addresses are bounded all the same, and not for who is
// signed in.
func TestGuessingFromManyAddressesIsBounded(t *testing.T) {
	t.Parallel()
	a, anna := annas(t)
	guesses := 0
	for i := range 2 * accountBurst {
		if _, err := a.SignIn(t.Context(), anna.Email, "wrong", fmt.Sprintf("2001:db8:%x::", i), ""); errors.Is(err, ErrCredentials) {
			guesses++
		}
	}
	if guesses != accountBurst {
		t.Errorf("%d guesses, want %d", guesses, accountBurst)
	}
	if err := a.ChangePassword(t.Context(), anna, hers, "gnu-gnu-tulip", ""); err != nil {
		t.Errorf("the owner, signed in: %v", err)
	}
	for i := range pairBurst + 1 { // a session that somebody has taken is no way round
		if err := a.ChangePassword(t.Context(), anna, "wrong", "gnu-gnu-tulip", ""); often(err) != (i == pairBurst) {
			t.Errorf("guess %d of who is signed in: %v", i, err)
		}
	}
}
