package account

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// Account is a user account. Its plan applies to all its keys.
type Account struct {
	ID       string // acct_…
	Email    string // as entered; unique ignoring case
	Plan     meter.Plan
	Operator bool // may set the plans of all accounts
	Created  time.Time
	Asked    PlanRequest // open plan request; zero if there is no request
}

// PlanRequest is an account's request for another plan.
type PlanRequest struct {
	Plan   meter.Plan // "" for none
	Reason string     // reason given by the account, at most MaxReasonLen characters
	At     time.Time
}

// MaxReasonLen is the maximum length of a reason in characters.
const MaxReasonLen = 300

// Errors of the use cases that callers distinguish. Any other error is a failure,
// or a [*Refusal].
var (
	// ErrNoAccount: there is no such account.
	ErrNoAccount = errors.New("no account has this e-mail address")
	// ErrTaken: an account already has this address.
	ErrTaken = errors.New("an account with this e-mail address already exists")
	// ErrCredentials reports a wrong address or password, without saying
	// which of the two.
	ErrCredentials = errors.New("the e-mail address or the password is wrong")
	// ErrNoSession: the session is unknown, ended or expired.
	ErrNoSession = errors.New("there is no such session")
	// ErrNotSignedIn: the account was created, but signing in then failed.
	ErrNotSignedIn = errors.New("the account was created, but signing in failed")
	// ErrClosed: accounts are created on the command line only.
	ErrClosed = errors.New("sign-up is closed on this server")
	// ErrBusy: too many passwords are waiting to be checked.
	ErrBusy = errors.New("too many passwords are being checked; try again in a few seconds")
	// ErrRemains: the account was deleted, but not all of its data is removed yet.
	ErrRemains = errors.New("the account was deleted and its keys were revoked; the server removes the rest of its Idempotency-Keys in the background")
	// ErrNoLink: the link to a new password is unknown, used or expired.
	ErrNoLink = errors.New("the link is not valid: it has expired, was already used, or a newer password was set")
	// ErrNotOperator: the account may not do this.
	ErrNotOperator = errors.New("this needs an operator's account")
)

// Refusal is a validation error that is shown to the user.
type Refusal struct {
	Field string // name of the form field, or ""
	Words string
}

// Error returns the field and the message.
func (r *Refusal) Error() string {
	if r.Field == "" {
		return r.Words
	}
	return r.Field + ": " + r.Words
}

// TooOftenError rejects an attempt because there were too many attempts.
type TooOftenError struct{ Wait time.Duration }

// Error returns a message with the seconds to wait.
func (e *TooOftenError) Error() string {
	return fmt.Sprintf("too many attempts; try again in %d s", int((e.Wait+time.Second-1)/time.Second))
}

// maxEmailLen is the longest address that mail can be sent to (RFC 5321).
const maxEmailLen = 254

// checkEmail validates an e-mail address and returns it without surrounding space.
func checkEmail(given string) (string, error) {
	email := strings.TrimSpace(given)
	at := strings.LastIndexByte(email, '@')
	strange := func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsGraphic(r) || strings.ContainsRune(`<>()[]",;:\`, r)
	}
	if at < 1 || at == len(email)-1 || len(email) > maxEmailLen || !utf8.ValidString(email) || strings.ContainsFunc(email, strange) {
		return "", &Refusal{"email", fmt.Sprintf("must be an e-mail address, as name@example.org, of at most %d characters", maxEmailLen)}
	}
	return email, nil
}

// Folded returns the case-folded email address, which identifies an account.
func Folded(email string) string { return strings.ToLower(strings.TrimSpace(email)) }
