package account

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
)

// Every variation of a common password is rejected. Long, uncommon passwords are accepted.
func TestCommonPasswordsAreRejected(t *testing.T) {
	t.Parallel()
	for _, password := range []string{
		"password", "Password1!", "p@ssw0rd", "P4$$word2026", "qwertyuiop", "12345678", "87654321", "abcdefgh", "aaaaaaaa", "abababab",
		"letmein123", "iloveyou", "sunshine1", "welcome2026!", "1qaz2wsx", "passwordpassword", "anna.lee", "example2026", "leasehold1",
		"monkey12345", "$ummer2026", "zxcvbnm,1",
	} {
		if err := CheckPassword(password, "anna.lee@example.org"); err == nil {
			t.Errorf("%q is taken", password)
		}
	}
	for _, password := range []string{
		"correct horse battery staple", "kV9#mtQ2", "übergroße Möwe 7", "lease of the old mill", "gnu-tulip-oboe", strings.Repeat("ab1c", 31) + "xyzw",
	} {
		if err := CheckPassword(password, "anna.lee@example.org"); err != nil {
			t.Errorf("%q: %v", password, err)
		}
	}
}

// A password has 8 to 128 characters, in any script.
func TestPasswordLengthIsInCharacters(t *testing.T) {
	t.Parallel()
	for password, fits := range map[string]bool{
		"gnu-tul": false, "gnu-tuli": true, "ключ-дом": true, strings.Repeat("wq7-", 32): true,
		strings.Repeat("wq7-", 32) + "x": false, "gnu-tuli\xff": false,
	} {
		if password == strings.Repeat("wq7-", 32) {
			password = strings.Repeat("wq7-gnu.", 15) + "eightish"
		}
		if err := CheckPassword(password, "a@b.c"); (err == nil) != fits {
			t.Errorf("%q: %v", password, err)
		}
	}
}

// A hash matches only its own password and contains the argon2id parameters. Hashing the same
// password twice gives two different hashes.
func TestAHashMatchesOnlyItsPassword(t *testing.T) {
	t.Parallel()
	h := newHasher(Cost{MemoryKiB: 64, Passes: 1}, admission.New(admission.Options{}))
	first, err := h.hash(t.Context(), "gnu-tulip-oboe")
	if err != nil {
		t.Fatal(err)
	}
	second, err := h.hash(t.Context(), "gnu-tulip-oboe")
	if err != nil || first == second || !strings.HasPrefix(first, "$argon2id$v=19$m=64,t=1,p=1$") || strings.Contains(first, "gnu-tulip") {
		t.Errorf("%s, %s, %v", first, second, err)
	}
	stronger := newHasher(Cost{MemoryKiB: 128, Passes: 2}, admission.New(admission.Options{})) // a hash made at a lower cost still matches
	for password, want := range map[string]bool{"gnu-tulip-oboe": true, "gnu-tulip-obo": false, "": false} {
		if ok, err := stronger.matches(t.Context(), password, first); ok != want || err != nil {
			t.Errorf("%q matches: %v, %v", password, ok, err)
		}
	}
	if ok, err := h.matches(t.Context(), "", ""); ok || err != nil {
		t.Errorf("the hash of no account matches: %v, %v", ok, err)
	}
	for _, damaged := range []string{"x", "$argon2i$v=19$m=64,t=1,p=1$AA$AA", "$argon2id$v=18$m=64,t=1,p=1$AA$AA", "$argon2id$v=19$m=64,t=1,p=1$!$AA"} {
		if _, err := h.matches(t.Context(), "x", damaged); err == nil {
			t.Errorf("%s is read", damaged)
		}
	}
}

func TestTheDefaultCostFollowsRFC9106(t *testing.T) {
	t.Parallel()
	if DefaultCost.MemoryKiB < 64<<10 || DefaultCost.Passes < 3 {
		t.Errorf("the default cost is %+v", DefaultCost)
	}
}

// Password hashing never occupies all slots for long work. With few slots, only one password is
// hashed at a time, so that other long work can run. A caller stops waiting when its request is
// canceled.
func TestPasswordsLeaveASlotForOtherWork(t *testing.T) {
	t.Parallel()
	limits := admission.New(admission.Options{})
	h := newHasher(Cost{MemoryKiB: 64, Passes: 1}, limits)
	give, err := limits.Slot(t.Context(), hashOwner, admission.Long, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := h.hash(ctx, "gnu-tulip-oboe"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a second hash: %v", err)
	}
	if err := limits.On(t.Context(), 1, admission.Long, func(context.Context) error { return nil }); err != nil {
		t.Errorf("other work: %v", err)
	}
	give()
	if _, err := h.hash(t.Context(), "gnu-tulip-oboe"); err != nil {
		t.Error(err)
	}
}

// A throttle accepts a burst of attempts under one name, and then one attempt per interval. Attempts under
// other names are not affected.
func TestTheThrottleAllowsOnePerInterval(t *testing.T) {
	t.Parallel()
	th := newThrottle(3, 10*time.Second)
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for range 3 {
		if wait := th.take("anna", now); wait != 0 {
			t.Errorf("an attempt of the burst waits %v", wait)
		}
	}
	if wait := th.take("anna", now); wait != 10*time.Second {
		t.Errorf("the fourth waits %v, want 10 s", wait)
	}
	if wait := th.take("ben", now); wait != 0 {
		t.Errorf("ben waits %v", wait)
	}
	now = now.Add(10 * time.Second)
	if wait := th.take("anna", now); wait != 0 {
		t.Errorf("after the interval: %v", wait)
	}
	if wait := th.take("anna", now); wait == 0 {
		t.Error("two pass in one interval")
	}
	th.reset("anna")
	if wait := th.take("anna", now); wait != 0 {
		t.Errorf("forgiven, and waits %v", wait)
	}
	for i := range 3 * maxNames {
		th.take(string(rune(i)), now.Add(time.Duration(i)*time.Minute))
	}
	if len(th.counted) > maxNames+1 {
		t.Errorf("%d names are remembered", len(th.counted))
	}
}

// Text that cannot be an e-mail address is rejected.
func TestAddressesAreChecked(t *testing.T) {
	t.Parallel()
	for given, fits := range map[string]bool{
		"anna@example.org": true, " anna+leases@example.org ": true, "ä@exämple.org": true, "": false, "anna": false, "@example.org": false,
		"anna@": false, "an na@example.org": false, "anna@example.org\nbcc: x": false, "<script>@example.org": false,
		strings.Repeat("a", 250) + "@example.org": false, "a@\xff": false,
	} {
		if _, err := checkEmail(given); (err == nil) != fits {
			t.Errorf("%q: %v", given, err)
		}
	}
}

// If a great many users sign in at the same time, the excess attempts are rejected immediately.
// Later attempts are accepted again.
func TestExcessSignInsAreRejected(t *testing.T) {
	t.Parallel()
	limits := admission.New(admission.Options{})
	h := newHasher(Cost{MemoryKiB: 64, Passes: 1}, limits)
	give, err := limits.Slot(t.Context(), hashOwner, admission.Long, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	for range hashesWaiting {
		go func() {
			_, err := h.hash(ctx, "gnu-tulip-oboe")
			ended <- err
		}()
	}
	for len(h.waiting) < cap(h.waiting) {
		time.Sleep(time.Millisecond)
	}
	if _, err := h.hash(t.Context(), "gnu-tulip-oboe"); !errors.Is(err, ErrBusy) {
		t.Errorf("one more: %v", err)
	}
	cancel()
	for range hashesWaiting {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("who gave up waiting: %v", err)
		}
	}
	give()
	if _, err := h.hash(t.Context(), "gnu-tulip-oboe"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
