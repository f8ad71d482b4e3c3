package account

import (
	"context"
	"math"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// People stores accounts. Its methods, and the methods of Sessions and
// OwnKeys, are atomic and safe for concurrent use.
type People interface {
	// Create records an account. The first account becomes an operator if
	// firstOperates is set. It returns ErrTaken.
	Create(ctx context.Context, a Account, passwordHash string, firstOperates bool) (Account, error)
	// Find returns the account of a folded address. It returns ErrNoAccount.
	Find(ctx context.Context, folded string) (a Account, passwordHash string, err error)
	// List lists the accounts in the order of their creation.
	List(ctx context.Context) ([]Account, error)
	// SetPassword changes a password, ends every session except keep, and ends all reset links. It
	// does so only if the stored hash equals was, so that only one of two concurrent changes
	// succeeds; "" skips this check. It returns ErrNoAccount and ErrCredentials.
	SetPassword(ctx context.Context, id, was, passwordHash string, keep TokenHash) error
	// SetOperator sets whether an account is an operator's. It returns ErrNoAccount.
	SetOperator(ctx context.Context, id string, operator bool) error
	// AskPlan records a plan request, replacing an earlier one; the zero
	// value withdraws it. It returns ErrNoAccount.
	AskPlan(ctx context.Context, id string, asked PlanRequest) error
	// SetPlan changes the plan of an account and its active keys and closes
	// its plan request, if operator is still an operator. operator is "" for
	// the command line and administration keys. It returns ErrNotOperator and
	// ErrNoAccount.
	SetPlan(ctx context.Context, operator, id string, plan meter.Plan) error
	// Delete ends an account: it revokes the keys and removes their names,
	// the sessions, the address and the password. Usage rows remain under
	// unnamed keys, so that totals still agree. Clear removes bulk data
	// later. It returns ErrNoAccount.
	Delete(ctx context.Context, id string, at time.Time) error
	// Clear removes a bounded number of rows of deleted accounts, such as
	// responses stored for replay, and reports whether more may remain. The
	// sweep calls it too, so an interrupted deletion resumes automatically.
	Clear(ctx context.Context) (more bool, err error)
}

// Sessions stores the sessions of accounts.
type Sessions interface {
	// Start records a session and ends the session that it replaces, if the
	// account's hash still equals passwordHash: a sign-in never outlives a
	// concurrent password change. It removes sessions that expired before the
	// given times. It returns ErrCredentials.
	Start(ctx context.Context, s Session, passwordHash string, replaces TokenHash, seenSince, startedSince time.Time) error
	// Session returns a session and its account. It returns ErrNoSession.
	Session(ctx context.Context, hash TokenHash) (Session, Account, error)
	// Touch records when a session was last used.
	Touch(ctx context.Context, hash TokenHash, seen time.Time) error
	// End ends a session. Ending it twice is not an error.
	End(ctx context.Context, hash TokenHash) error
}

// Links stores links to a new password, each for one use.
type Links interface {
	// AddLink stores a link of an account and removes all links that have
	// expired by its start. It returns ErrNoAccount.
	AddLink(ctx context.Context, id string, l Link) error
	// Linked returns the account of a link that is valid at a time. It returns
	// ErrNoLink.
	Linked(ctx context.Context, hash TokenHash, at time.Time) (Account, error)
	// UseLink sets the password of a link's account, and ends its links and its
	// sessions, if the link is valid at a time: of two uses only one succeeds. It
	// returns ErrNoLink.
	UseLink(ctx context.Context, hash TokenHash, passwordHash string, at time.Time) error
}

// OwnKeys stores the keys of accounts and their usage.
type OwnKeys interface {
	// CreateKey records a key under the current plan of the account, ignoring the plan in key, and
	// returns that plan. most returns the maximum for a plan; it limits both the keys created since
	// the given time and the active keys. It returns ErrKeyLimit, ErrKeysWork and ErrNoAccount.
	CreateKey(ctx context.Context, id string, key service.NewKey, most func(meter.Plan) int, since time.Time) (meter.Plan, error)
	// Keys lists the keys of an account, newest first.
	Keys(ctx context.Context, id string, month meter.Month) ([]Key, error)
	// Usage returns one page of the usage rows of an account's keys, newest
	// first. It releases its connection before it returns, so that a slow
	// reader blocks no other caller.
	Usage(ctx context.Context, id string, q UsageQuery) (UsagePage, error)
	// Days returns the usage of a month per day, without days of zero usage.
	Days(ctx context.Context, id string, month meter.Month) ([]Day, error)
}

// Store is a database of accounts.
type Store interface {
	People
	Sessions
	Links
	OwnKeys
}

// Key is a key of an account as its owner sees it.
type Key struct {
	service.Key

	Used     int64     // units of the month
	LastUsed time.Time // zero for never
	Grace    time.Time // until when an earlier secret is valid; zero for none
}

// UsageQuery selects usage rows of an account.
type UsageQuery struct {
	KeyID     string // "" for all
	Month     meter.Month
	Operation string // "" for all
	Failed    bool   // return only failed requests
	Limit     int    // maximum number of rows; 0 for all, in pages of MaxUsagePage
	Before    int64  // return rows older than this page cursor; 0 for the newest
}

// MaxUsagePage is the maximum number of rows per page.
const MaxUsagePage = 1000

// Page returns the database query's row limit and exclusive upper row number.
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

// UsagePage is consecutive usage rows.
type UsagePage struct {
	Rows []service.UsageRow
	Last int64 // cursor after the last row: the value of Before for the next page
}

// Day is the usage of one UTC day.
type Day struct {
	Day      int // of the month, from 1
	Requests int64
	Units    int64
}
