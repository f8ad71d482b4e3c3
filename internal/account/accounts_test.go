package account

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// oneAccount is a store with one account.
type oneAccount struct {
	Store

	user Account
	hash string

	left  int    // steps until the deletion is complete
	fails error  // error returned by the last step
	page  func() // called by each step; cancels the deletion's context
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

func (s *oneAccount) Delete(ctx context.Context, _ string, _ time.Time) error { return ctx.Err() }

func (s *oneAccount) Clear(ctx context.Context) (more bool, err error) {
	s.page()
	if s.left--; s.left == 0 && s.fails != nil {
		return false, s.fails
	}
	return s.left > 0, ctx.Err()
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

// After too many failed sign-in attempts from one network address, only attempts from that address are
// rejected. The owner can still sign in from another address, and can still change the password in a session.
func TestGuessingDoesNotLockOutTheOwner(t *testing.T) {
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

// Password guesses for one account are limited, whatever network addresses they come from. A user with a
// session can still change the password.
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
	for i := range pairBurst + 1 { // password guesses within a stolen session are limited too
		if err := a.ChangePassword(t.Context(), anna, "wrong", "gnu-gnu-tulip", ""); often(err) != (i == pairBurst) {
			t.Errorf("guess %d of who is signed in: %v", i, err)
		}
	}
}

// Even after attempts from many network addresses have exhausted an account's limit, the owner can still sign
// in from an address where an earlier sign-in succeeded.
func TestOwnersSignInDespiteGuessing(t *testing.T) {
	t.Parallel()
	a, anna := annas(t)
	if _, err := a.SignIn(t.Context(), anna.Email, hers, "192.0.2.2", ""); err != nil {
		t.Fatal(err)
	}
	for i := range accountBurst { // the owner's own sign-in counted as one attempt
		_, err := a.SignIn(t.Context(), anna.Email, "wrong", fmt.Sprintf("2001:db8:%x::", i), "")
		if often(err) != (i == accountBurst-1) {
			t.Fatalf("guess %d: %v", i, err)
		}
	}
	if _, err := a.SignIn(t.Context(), anna.Email, hers, "192.0.2.2", ""); err != nil {
		t.Errorf("the owner: %v", err)
	}
	if _, err := a.SignIn(t.Context(), anna.Email, hers, "192.0.2.3", ""); !often(err) {
		t.Errorf("an address that is not familiar: %v", err)
	}
	for i := range pairBurst + 1 { // the limit by network address and account also applies to a familiar address
		if _, err := a.SignIn(t.Context(), anna.Email, "wrong", "192.0.2.2", ""); often(err) != (i == pairBurst) {
			t.Errorf("guess %d from the familiar address: %v", i, err)
		}
	}
}

func TestFamiliarAddressesAreBounded(t *testing.T) {
	t.Parallel()
	var f familiar
	for i := range mostNames + 10 {
		f.add(fmt.Sprint(i))
	}
	if n := len(f.names); n > mostNames || !f.has(fmt.Sprint(mostNames+9)) {
		t.Errorf("%d names", n)
	}
}

// A deletion continues after its request's context is canceled. If removing the data fails, the
// account is still deleted, and Delete returns an error.
func TestDeletionContinuesAfterADisconnect(t *testing.T) {
	t.Parallel()
	a, anna := annas(t)
	store, _ := a.Store.(*oneAccount)
	ctx, leave := context.WithCancel(t.Context())
	store.left, store.page = 50, leave
	if err := a.Delete(ctx, anna, "wrong"); !errors.Is(err, ErrCredentials) || store.left != 50 {
		t.Errorf("without the password: %v, %d steps left", err, store.left)
	}
	if err := a.Delete(ctx, anna, hers); err != nil || store.left != 0 {
		t.Errorf("after a page that was closed: %v, %d steps left", err, store.left)
	}
	store.left, store.fails = 50, errors.New("the disk")
	if err := a.Delete(t.Context(), anna, hers); !errors.Is(err, ErrRemains) || !strings.Contains(err.Error(), "deleted") {
		t.Errorf("with a disk that fails: %v", err)
	}
	stop, cancel := context.WithCancel(t.Context())
	cancel()
	store.left, store.fails = 50, nil
	if err := a.DeleteByID(stop, anna.ID); !errors.Is(err, context.Canceled) || store.left != 50 {
		t.Errorf("a command that was interrupted before it began: %v, %d steps left", err, store.left)
	}
}
