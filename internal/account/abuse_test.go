package account

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// newcomers is a store that accepts a new account for every e-mail address.
type newcomers struct{ Store }

func (newcomers) Create(_ context.Context, a Account, _ string, _ bool) (Account, error) {
	return a, nil
}

func (newcomers) Start(context.Context, Session, string, TokenHash, time.Time, time.Time) error {
	return nil
}

// Visitors from one network address may create five accounts per day. Failed attempts do not count
// toward this limit, and other network addresses have separate limits.
func TestSignUpsOfAnAddressAreBounded(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct{ bound, want int }{{0, 5}, {2, 2}, {-1, 9}} {
		core := service.New(service.Config{})
		a := New(Config{
			Service: core, Store: newcomers{}, Clock: func() time.Time { return now }, Cost: Cost{MemoryKiB: 64, Passes: 1}, OpenSignUp: true, SignUpsADay: tt.bound,
		})
		if _, err := a.SignUp(t.Context(), "anna", "gnu-tulip-oboe", "192.0.2.1", ""); err == nil || often(err) {
			t.Errorf("a wrong address: %v", err)
		}
		made := 0
		for i := range 9 {
			_, err := a.SignUp(t.Context(), fmt.Sprintf("anna%d@example.org", i), "gnu-tulip-oboe", "192.0.2.1", "")
			if err == nil {
				made++
			} else if !often(err) {
				t.Fatal(err)
			}
		}
		if made != tt.want {
			t.Errorf("with a bound of %d, %d accounts were made, want %d", tt.bound, made, tt.want)
		}
		if _, err := a.SignUp(t.Context(), "ben@example.org", "gnu-tulip-oboe", "198.51.100.1", ""); err != nil {
			t.Errorf("another address: %v", err)
		}
	}
}

// A common password or the account's own e-mail address is rejected as a password.
func TestEarlyGuessesAreRejected(t *testing.T) {
	t.Parallel()
	for _, password := range []string{
		"free@x.example", "FREE@X.EXAMPLE", "free@x.example1", "qwer1234", "a1b2c3d4", "11112222", "19900101", "31121990", "12311990", "aabbccdd",
	} {
		if CheckPassword(password, "free@x.example") == nil {
			t.Errorf("%q passes", password)
		}
	}
	for _, password := range []string{"gnu-tulip-oboe", "correct horse battery staple", "91827364501", "Xk3!mmpq"} {
		if err := CheckPassword(password, "free@x.example"); err != nil {
			t.Errorf("%q: %v", password, err)
		}
	}
}

// A throttle uses bounded memory, even for attempts under a great many names. A sign-in attempt does not search
// all stored names.
func TestAThrottleIsBounded(t *testing.T) {
	t.Parallel()
	th := newThrottle(3, time.Hour)
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for i := range mostNames + 1000 {
		th.take(fmt.Sprint(i), now)
	}
	if len(th.counted) > mostNames || !th.cleaned.Equal(now) {
		t.Errorf("%d names, last forgotten at %v", len(th.counted), th.cleaned)
	}
}
