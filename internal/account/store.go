package account

import (
	"context"
	"math"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Store is a database of accounts, their sessions, their links and their keys. Its methods are
// atomic and safe for concurrent use.
type Store interface {
	// Create records an account. If firstOperates is set and there is no other account, the account
	// becomes an operator's account. Create returns ErrTaken.
	Create(ctx context.Context, a Account, passwordHash string, firstOperates bool) (Account, error)
	// Find returns the account with a folded e-mail address (see [Folded]), and the hash of its
	// password. Find returns ErrNoAccount.
	Find(ctx context.Context, folded string) (a Account, passwordHash string, err error)
	// List lists the accounts in the order of their creation.
	List(ctx context.Context) ([]Account, error)
	// SetPassword changes the password of an account. All password reset links and all sessions
	// end, except the session with the token hash keep. If the stored password hash does not equal
	// was, the error is ErrCredentials, so that only one of two concurrent changes succeeds. If was
	// is "", this check is skipped. The error may also be ErrNoAccount.
	SetPassword(ctx context.Context, id, was, passwordHash string, keep TokenHash) error
	// SetOperator sets whether the account is an operator's account. SetOperator returns
	// ErrNoAccount.
	SetOperator(ctx context.Context, id string, operator bool) error
	// AskPlan records the plan request of an account and replaces an earlier request. The zero
	// PlanRequest removes the request. AskPlan returns ErrNoAccount.
	AskPlan(ctx context.Context, id string, asked PlanRequest) error
	// SetPlan changes the plan of an account and of its active keys, and removes the account's plan
	// request. operator is the ID of the operator's account that makes the change, or "" for the
	// command line and for administration keys. SetPlan returns ErrNotOperator if that account is
	// no longer an operator's account, or ErrNoAccount.
	SetPlan(ctx context.Context, operator, id string, plan meter.Plan) error
	// Delete ends an account: its keys are revoked, and its sessions, e-mail address, password and
	// key names are removed. The usage rows remain, so that usage totals do not change. Clear
	// removes the other data later. The error may be ErrNoAccount.
	Delete(ctx context.Context, id string, at time.Time) error
	// Clear removes a limited number of rows of deleted accounts, such as claims of
	// Idempotency-Keys, and reports whether more rows may remain. Sweeps also call Clear, so that
	// an interrupted deletion is completed later.
	Clear(ctx context.Context) (more bool, err error)

	// Start records a session and ends the session with the token hash replaces. Sessions with a
	// last use or a start before the given times are removed. If the account's password hash no
	// longer equals passwordHash, the error is ErrCredentials.
	Start(ctx context.Context, s Session, passwordHash string, replaces TokenHash, seenSince, startedSince time.Time) error
	// Session returns the session with a token hash, and its account. Session returns ErrNoSession.
	Session(ctx context.Context, hash TokenHash) (Session, Account, error)
	// Touch records the time at which a session was last used.
	Touch(ctx context.Context, hash TokenHash, seen time.Time) error
	// End ends a session. End returns no error if the session has already ended.
	End(ctx context.Context, hash TokenHash) error

	// AddLink stores a link of the account with the given ID, and removes all links that have
	// expired by the time l.Made. AddLink returns ErrNoAccount.
	AddLink(ctx context.Context, id string, l Link) error
	// Linked returns the account of a link if the link is valid at the given time. Linked returns
	// ErrNoLink.
	Linked(ctx context.Context, hash TokenHash, at time.Time) (Account, error)
	// UseLink sets the password of a link's account if the link is valid at the given time. All
	// links and sessions of the account are removed. Only one of two concurrent calls succeeds. The
	// error may be ErrNoLink.
	UseLink(ctx context.Context, hash TokenHash, passwordHash string, at time.Time) error

	// CreateKey records a key of the account with an ID under the account's current plan, and
	// returns the plan. The plan in key is ignored. most returns the maximum number of keys for a
	// plan. This maximum limits both the keys created since the given time and the active keys. The
	// error may be ErrKeyLimit, ErrKeysWork or ErrNoAccount.
	CreateKey(ctx context.Context, id string, key service.NewKey, most func(meter.Plan) int, since time.Time) (meter.Plan, error)
	// Keys lists the keys of an account, newest first, with their usage in the given month.
	Keys(ctx context.Context, id string, month meter.Month) ([]Key, error)
	// Usage returns one page of the usage rows of an account's keys, newest first. Usage occupies
	// no database connection after it has returned, so that a slow reader blocks no other caller.
	Usage(ctx context.Context, id string, q UsageQuery) (UsagePage, error)
	// Days returns the usage of an account in a month by day, without the days that have no usage.
	Days(ctx context.Context, id string, month meter.Month) ([]Day, error)
}

// Key is an API key with its usage, as the owner of the account sees it.
type Key struct {
	service.Key

	Used     int64     // units used in the month
	LastUsed time.Time // zero if the key was never used
	Grace    time.Time // time until which an earlier secret is valid; zero if no earlier secret is valid
}

// UsageQuery selects usage rows of an account.
type UsageQuery struct {
	KeyID     string // "" for all keys of the account
	Month     meter.Month
	Operation string // "" for all operations
	Failed    bool   // return only the rows of failed requests
	Limit     int    // maximum number of rows; 0 for all rows, which are read in pages of MaxUsagePage
	Before    int64  // return only rows that are older than this cursor (see [UsagePage]); 0 begins with the newest row
}

// MaxUsagePage is the maximum number of rows per page.
const MaxUsagePage = 1000

// Page returns the limits of the database query for a page: the maximum number of rows, and the row
// number below which all rows must be.
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
	Last int64 // cursor of the last row, which is Before in the query for the next page
}

// Day is the usage of one UTC day.
type Day struct {
	Day      int // day of the month, from 1
	Requests int64
	Units    int64
}
