package account

import (
	"context"
	"math"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// People keeps accounts. Its methods, and those of Sessions and OwnKeys, are
// atomic and safe for concurrent use.
type People interface {
	// Create records an account. The first of all becomes an operator's if
	// firstOperates says so. It returns ErrTaken.
	Create(ctx context.Context, a Account, passwordHash string, firstOperates bool) (Account, error)
	// Find returns the account of a folded address. It returns ErrNoAccount.
	Find(ctx context.Context, folded string) (a Account, passwordHash string, err error)
	// List lists the accounts in the order of their creation.
	List(ctx context.Context) ([]Account, error)
	// SetPassword changes a password and ends every session of the account but
	// keep, if the password is still the one of the hash was; "" means whatever it
	// is. So of two changes at the same time only one succeeds. Links to a new
	// password end. It returns ErrNoAccount and ErrCredentials.
	SetPassword(ctx context.Context, id, was, passwordHash string, keep TokenHash) error
	// SetOperator makes an account an operator's or no longer one. It returns
	// ErrNoAccount.
	SetOperator(ctx context.Context, id string, operator bool) error
	// AskPlan keeps what an account asks for, in place of what it asked for before;
	// the zero value takes it back. It returns ErrNoAccount.
	AskPlan(ctx context.Context, id string, asked PlanRequest) error
	// SetPlan changes the plan of an account and of its active keys, and answers
	// what it asked for, if operator is still an operator's account, or is "" for
	// somebody who needs none: a command, or a key of administration. It returns
	// ErrNotOperator and ErrNoAccount.
	SetPlan(ctx context.Context, operator, id string, plan meter.Plan) error
	// Delete ends an account: it revokes the keys, and removes their names, the
	// sessions, the address and the password. The usage rows stay as rows of
	// nameless keys, so that the usage adds up. What there can be much of is left
	// to Clear, so that others do not wait. It returns ErrNoAccount.
	Delete(ctx context.Context, id string, at time.Time) error
	// Clear removes a bounded number of the rows that deleted accounts have left,
	// such as the answers kept for replay, and reports whether there may be
	// more. The sweep does so too, so that an interrupted deletion continues by
	// itself.
	Clear(ctx context.Context) (more bool, err error)
}

// Sessions keeps the sessions of accounts.
type Sessions interface {
	// Start records a session and ends the one that it replaces, if any, as long
	// as the account's password is still the one of passwordHash: no sign-in under
	// way outlives a change of the password. Sessions that have expired by the
	// given times are removed. It returns ErrCredentials.
	Start(ctx context.Context, s Session, passwordHash string, replaces TokenHash, seenSince, startedSince time.Time) error
	// Session returns a session and its account. It returns ErrNoSession.
	Session(ctx context.Context, hash TokenHash) (Session, Account, error)
	// Touch notes when a session was last used.
	Touch(ctx context.Context, hash TokenHash, seen time.Time) error
	// End ends a session; one that has ended already is no error.
	End(ctx context.Context, hash TokenHash) error
}

// Links keeps links to a new password, each for one use.
type Links interface {
	// AddLink keeps a link of an account, and removes those of all accounts that have
	// expired by its beginning. It returns ErrNoAccount.
	AddLink(ctx context.Context, id string, l Link) error
	// Linked returns the account of a link that is valid at a time. It returns
	// ErrNoLink.
	Linked(ctx context.Context, hash TokenHash, at time.Time) (Account, error)
	// UseLink sets the password of a link's account, and ends its links and its
	// sessions, if the link is valid at a time: of two uses only one succeeds. It
	// returns ErrNoLink.
	UseLink(ctx context.Context, hash TokenHash, passwordHash string, at time.Time) error
}

// OwnKeys keeps the keys of accounts and their usage.
type OwnKeys interface {
	// CreateKey records a key under the account's plan, whatever the key says,
	// and returns that plan, unless the account has created as many keys since the
	// given time as most allows the plan, or as many of its keys work. It returns
	// ErrKeyLimit, ErrKeysWork, ErrNoAccount.
	CreateKey(ctx context.Context, id string, key service.NewKey, most func(meter.Plan) int, since time.Time) (meter.Plan, error)
	// Keys lists the keys of an account, newest first.
	Keys(ctx context.Context, id string, month meter.Month) ([]Key, error)
	// Usage returns a page of the usage rows of an account's keys, newest first.
	// It holds no connection once it has returned, so that a slow reader keeps
	// nobody waiting.
	Usage(ctx context.Context, id string, q UsageQuery) (UsagePage, error)
	// Days sums the usage of a month by day, without the days that have none.
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
	Failed    bool   // only those with an error
	Limit     int    // rows at most; 0 for all, of which a page has MaxUsagePage
	Before    int64  // what is older than the page that ended there; 0 for the newest
}

// MaxUsagePage is how many rows a page has at most.
const MaxUsagePage = 1000

// Page returns what a store asks its database for: the page's rows at most,
// and the number that theirs are below.
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
	Last int64 // where the page ends: Before of the next
}

// Day is the usage of one UTC day.
type Day struct {
	Day      int // of the month, from 1
	Requests int64
	Units    int64
}
