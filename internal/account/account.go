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

// Account is a user account. Its plan applies to all API keys of the account.
type Account struct {
	ID       string // acct_…
	Email    string // as entered by the user; two accounts never differ only in the case of their addresses
	Plan     meter.Plan
	Operator bool // whether the user may set the plans of all accounts
	Created  time.Time
	Asked    PlanRequest // open plan request; zero if there is no request
}

// PlanRequest is an account's request for another plan.
type PlanRequest struct {
	Plan   meter.Plan // requested plan; "" if there is no request
	Reason string     // reason given by the account, at most MaxReasonLen characters
	At     time.Time
}

// MaxReasonLen is the maximum length of a reason in characters.
const MaxReasonLen = 300

// Errors that callers of [Accounts] distinguish. Any other error is a [*Refusal], a
// [*TooOftenError] or an internal failure.
var (
	// ErrNoAccount reports that no account has the given address or ID.
	ErrNoAccount = errors.New("no account has this e-mail address")
	// ErrTaken reports that an account already has this address.
	ErrTaken = errors.New("an account with this e-mail address already exists")
	// ErrCredentials reports a wrong address or a wrong password. ErrCredentials does not reveal
	// which of the two is wrong.
	ErrCredentials = errors.New("the e-mail address or the password is wrong")
	// ErrNoSession reports that the session is unknown, was ended or has expired.
	ErrNoSession = errors.New("there is no such session")
	// ErrNotSignedIn reports that the account was created, but signing in then failed.
	ErrNotSignedIn = errors.New("the account was created, but signing in failed")
	// ErrClosed reports that visitors may not create accounts. The command line can still create
	// accounts.
	ErrClosed = errors.New("sign-up is closed on this server")
	// ErrBusy reports that too many passwords are being hashed or are waiting.
	ErrBusy = errors.New("too many passwords are being checked; try again in a few seconds")
	// ErrRemains reports that the account was deleted, but some of its data remains until a sweep.
	ErrRemains = errors.New("the account was deleted and its keys were revoked; the server removes the rest of its Idempotency-Keys in the background")
	// ErrNoLink reports that the password reset link is unknown, was used or has expired.
	ErrNoLink = errors.New("the link is not valid: it has expired, was already used, or a newer password was set")
	// ErrNotOperator reports that the action requires an operator's account.
	ErrNotOperator = errors.New("this needs an operator's account")
)

// Refusal is a validation error that is shown to the user.
type Refusal struct {
	Field string // name of the invalid form field, or "" if the error concerns no single field
	Words string
}

// Error returns the name of the field and the message.
func (r *Refusal) Error() string {
	if r.Field == "" {
		return r.Words
	}
	return r.Field + ": " + r.Words
}

// TooOftenError rejects an attempt because too many attempts preceded it.
type TooOftenError struct{ Wait time.Duration }

// Error returns a message with the number of seconds to wait.
func (e *TooOftenError) Error() string {
	return fmt.Sprintf("too many attempts; try again in %d s", int((e.Wait+time.Second-1)/time.Second))
}

const maxEmailLen = 254

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

// Folded returns an e-mail address in lower case and without surrounding space. Folded addresses
// identify accounts.
func Folded(email string) string { return strings.ToLower(strings.TrimSpace(email)) }
