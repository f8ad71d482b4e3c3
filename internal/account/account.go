// Package account manages the users of the service: their passwords, sessions, API keys and usage.
// A signed-in user manages the keys of one account. The command line manages all keys. A session
// never authenticates an API request, and an API key never gives access to an account.
package account

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Account is a user account. An account's plan applies to all its API keys.
type Account struct {
	ID       string // begins with acct_
	Email    string // as the user entered it; no two accounts have addresses that differ only in case
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
// [*TooOftenError] or an internal error.
var (
	// ErrNoAccount reports that no account has the given e-mail address or ID.
	ErrNoAccount = errors.New("no account has this e-mail address")
	// ErrTaken reports that an account with this e-mail address already exists.
	ErrTaken = errors.New("an account with this e-mail address already exists")
	// ErrCredentials reports that the e-mail address or the password is wrong, but does not say which of the two.
	ErrCredentials = errors.New("the e-mail address or the password is wrong")
	// ErrNoSession reports that the session is unknown, has ended or has expired.
	ErrNoSession = errors.New("there is no such session")
	// ErrNotSignedIn reports that the account was created but the subsequent sign-in failed.
	ErrNotSignedIn = errors.New("the account was created, but signing in failed")
	// ErrClosed reports that visitors may not create accounts. The command line can still create accounts.
	ErrClosed = errors.New("sign-up is closed on this server")
	// ErrBusy reports that too many passwords are being hashed or are waiting to be hashed.
	ErrBusy = errors.New("too many passwords are being checked; try again in a few seconds")
	// ErrRemains reports that an account was deleted, but some data remains until the next sweep.
	ErrRemains = errors.New("the account was deleted and its keys were revoked; the server removes the account's remaining Idempotency-Keys in the background")
	// ErrNoLink reports that the password reset link is unknown, was already used or has expired.
	ErrNoLink = errors.New("the link is not valid: it expired or was already used, or a newer password was set")
	// ErrNotOperator reports that the action requires an operator's account.
	ErrNotOperator = errors.New("this requires an operator's account")
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
		return "", &Refusal{"email", fmt.Sprintf("must be an e-mail address, such as name@example.org, of at most %d characters", maxEmailLen)}
	}
	return email, nil
}

// Folded returns an e-mail address in lower case and without surrounding space. Folded addresses identify accounts.
func Folded(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// Store is a database of accounts, their sessions, their links and their keys. The methods of a
// Store are atomic and safe for concurrent use.
type Store interface {
	// Create records an account. If firstOperates is true and no other account exists, the account
	// becomes an operator's account. The error may be ErrTaken.
	Create(ctx context.Context, a Account, passwordHash string, firstOperates bool) (Account, error)
	// Find returns the account with the given folded e-mail address (see [Folded]), and its
	// password hash. The error may be ErrNoAccount.
	Find(ctx context.Context, folded string) (a Account, passwordHash string, err error)
	// List returns the accounts in order of creation.
	List(ctx context.Context) ([]Account, error)
	// SetPassword changes an account's password. All password reset links of the account end. All its sessions
	// end too, except the session whose token hash the caller passes. The caller also passes the previous
	// password hash. If that hash is no longer stored, the error is ErrCredentials, so that only one of two
	// concurrent changes succeeds. An empty hash skips this check. The error may also be ErrNoAccount.
	SetPassword(ctx context.Context, id, was, passwordHash string, keep TokenHash) error
	// SetOperator sets whether the account is an operator's account. The error may be ErrNoAccount.
	SetOperator(ctx context.Context, id string, operator bool) error
	// AskPlan records an account's plan request and replaces any earlier request. The zero
	// PlanRequest removes the request. The error may be ErrNoAccount.
	AskPlan(ctx context.Context, id string, asked PlanRequest) error
	// SetPlan changes the plan of an account and its active keys, and removes its plan request. The caller passes the
	// account ID of the operator who makes the change, or "" for the command line and administration keys. The error is
	// ErrNotOperator if that account no longer belongs to an operator. It may also be ErrNoAccount.
	SetPlan(ctx context.Context, operator, id string, plan meter.Plan) error
	// Delete ends an account: its keys are revoked, and its sessions, e-mail address, password and
	// key names are removed. The usage rows remain, so that usage totals do not change. Clear
	// removes the other data later. The error may be ErrNoAccount.
	Delete(ctx context.Context, id string, at time.Time) error
	// Clear removes a limited number of deleted accounts' rows, such as their Idempotency-Key claims. It reports
	// whether more rows may remain. Sweeps also call it, so that an interrupted deletion is completed later.
	Clear(ctx context.Context) (more bool, err error)

	// Start records a session, ends the session that it replaces, and removes sessions that were last used before
	// seenSince or started before startedSince. If the account's password hash no longer equals passwordHash,
	// the error is ErrCredentials.
	Start(ctx context.Context, s Session, passwordHash string, replaces TokenHash, seenSince, startedSince time.Time) error
	// Session returns the session with the given token hash, and its account. The error may be ErrNoSession.
	Session(ctx context.Context, hash TokenHash) (Session, Account, error)
	// Touch records the time at which a session was last used.
	Touch(ctx context.Context, hash TokenHash, seen time.Time) error
	// End ends a session. It returns no error if the session has already ended.
	End(ctx context.Context, hash TokenHash) error

	// AddLink stores the link l for the account with the given ID, and removes all links that expired before
	// l was made. The error may be ErrNoAccount.
	AddLink(ctx context.Context, id string, l Link) error
	// Linked returns the account of a link, or ErrNoLink if the link is invalid at the given time.
	Linked(ctx context.Context, hash TokenHash, at time.Time) (Account, error)
	// UseLink sets the password of a link's account if the link is valid at the given time. All the account's links and
	// sessions are removed. Only one of two concurrent calls succeeds. The error may be ErrNoLink.
	UseLink(ctx context.Context, hash TokenHash, passwordHash string, at time.Time) error

	// CreateKey records a key for the account with the given ID and returns the account's current plan, which replaces
	// the key's own plan. The caller's function returns a plan's maximum number of keys. This maximum applies both to
	// the keys created since the given time and to the active keys. The error may be ErrKeyLimit, ErrKeysWork or
	// ErrNoAccount.
	CreateKey(ctx context.Context, id string, key service.NewKey, most func(meter.Plan) int, since time.Time) (meter.Plan, error)
	// Keys lists an account's keys, newest first, with their usage in the given month.
	Keys(ctx context.Context, id string, month meter.Month) ([]Key, error)
	// Usage returns one page of usage rows for the account's keys, newest first. It releases its database
	// connection before it returns, so that a slow reader blocks no other caller.
	Usage(ctx context.Context, id string, q UsageQuery) (UsagePage, error)
	// Days returns an account's usage in a month, by day. Days without usage are omitted.
	Days(ctx context.Context, id string, month meter.Month) ([]Day, error)
}

// Key is an API key with its usage, as the account's owner sees it.
type Key struct {
	service.Key

	Used     int64     // units used in the month
	LastUsed time.Time // zero if the key was never used
	Grace    time.Time // time until which an earlier secret is valid; zero if none is valid
}

// UsageQuery selects an account's usage rows.
type UsageQuery struct {
	KeyID     string // "" for all keys of the account
	Month     meter.Month
	Operation string // "" for all operations
	Failed    bool   // return only rows of failed requests
	Limit     int    // maximum number of rows; 0 for all rows, which are read in pages of MaxUsagePage
	Before    int64  // return only rows older than the row of this cursor (see [UsagePage]); 0 begins with the newest row
}

// MaxUsagePage is the maximum number of rows per page.
const MaxUsagePage = 1000

// Page returns the bounds of the database query for one page: the maximum number of rows, and an exclusive
// upper bound on the row number.
func (q UsageQuery) Page() (limit int, below int64) {
	limit, below = q.Limit, q.Before
	if limit <= 0 || limit > MaxUsagePage {
		limit = MaxUsagePage
	}
	if below == 0 {
		below = math.MaxInt64
	}
	return limit, below
}

// UsagePage is a page of consecutive usage rows.
type UsagePage struct {
	Rows []service.UsageRow
	Last int64 // cursor of the last row; pass it as Before to query the next page
}

// Day is the usage of one UTC day.
type Day struct {
	Day      int // day of the month, from 1
	Requests int64
	Units    int64
}

// Allow returns a *[Refusal] if the plan of the user's account does not include the operation.
func (a *Accounts) Allow(user Account, op *operations.Operation) error {
	return a.Service.Allow(user.Plan, op, "the account")
}

// Bill bills a console page's work to one of the user's keys. It prefers a key that was already billed for the
// same work, and otherwise chooses the key with the most remaining quota. If the error is a *service.Error or a
// *[Refusal], no units were billed.
func (a *Accounts) Bill(ctx context.Context, user Account, w *service.PageWork) error {
	k, _, err := a.payer(ctx, user, w)
	if err != nil {
		return err
	}
	return a.Service.Bill(ctx, k.Key, w)
}

// Room returns the error that [Accounts.Bill] would return for this work, and bills nothing.
func (a *Accounts) Room(ctx context.Context, user Account, w *service.PageWork) error {
	k, billed, err := a.payer(ctx, user, w)
	if err != nil || billed {
		return err
	}
	return a.Service.Room(k.Key, k.Used, w)
}

// payer returns the key to bill for work, and whether the key was already billed for that work.
func (a *Accounts) payer(ctx context.Context, user Account, w *service.PageWork) (chosen *Key, billed bool, err error) {
	if err := a.Allow(user, w.Operation); err != nil {
		return nil, false, err
	}
	keys, err := a.Keys(ctx, user)
	if err != nil {
		return nil, false, err
	}
	left := func(k *Key) int64 { return a.Service.Limits(k.Plan).PerMonth - k.Used }
	for i := range keys {
		k := &keys[i]
		if !k.Revoked.IsZero() {
			continue
		}
		if billed, err := a.Service.Billed(ctx, k.Key, w); err != nil || billed {
			return k, billed, err
		}
		if chosen == nil || left(k) > left(chosen) {
			chosen = k
		}
	}
	if chosen == nil {
		return nil, false, &Refusal{Words: "Reports count against the quota of a key. Create a key under Account first."}
	}
	return chosen, false, nil
}
