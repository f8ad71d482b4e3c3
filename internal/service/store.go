package service

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
)

// Errors of a [Store]. Any other error means that the store failed.
var (
	// ErrUnknownKey: no active secret has this hash, or its key is revoked.
	ErrUnknownKey = errors.New("no such key, or it is revoked")
	// ErrNoPlan: the key's plan is missing in the given plans.
	ErrNoPlan = errors.New("no such plan")
	// ErrNoKey: no key has this ID, or the key is revoked and can no longer be changed.
	ErrNoKey = errors.New("no active key has this ID")
	// ErrManySecrets: the maximum number of secrets of the key is valid.
	ErrManySecrets = fmt.Errorf("%d secrets of the key are still valid, which is the maximum; rotate it without a grace period, which ends the earlier ones, or wait until one of them has expired", MaxSecrets)
	// ErrBusy: the store had no time for the computation and will not record it.
	ErrBusy = errors.New("the store is too busy to record the request")
	// ErrUncertain: it is unknown whether the computation or the change was recorded, so the caller
	// must receive neither a success nor an error.
	ErrUncertain = errors.New("it is unknown whether this was recorded")
	// ErrNotRefundable: no billed request has this request_id, or it was refunded
	// before.
	ErrNotRefundable = errors.New("no billed request has this request_id, or it was refunded before")
	// ErrClosed: the store is closed.
	ErrClosed = errors.New("the store is closed")
)

// Meter admits callers and records their usage. Its methods are atomic and safe for concurrent use.
type Meter interface {
	// Admit looks up the key of a secret, takes one slot of its rate limit and reads the used units
	// of its quota. If no slot is free, Admission.Wait is above 0 and the rejection is counted. It
	// returns ErrUnknownKey, and ErrNoPlan if plans lacks the plan of the key.
	//
	// The store's clock gives the request its only timestamp, because the replicas of a store must
	// agree on it.
	Admit(ctx context.Context, hash apikey.Hash, plans meter.Plans) (Admission, error)

	// Charge takes additional slots of a key's rate limit, even if they are not free: the next
	// requests then wait for them.
	Charge(ctx context.Context, key Key, slots int) error

	// Identify looks up the key of a secret without taking a slot. It returns ErrUnknownKey.
	Identify(ctx context.Context, hash apikey.Hash) (Key, error)

	// Claimed reports whether a claim of a key and operation has been recorded and has
	// not expired at the given time.
	Claimed(ctx context.Context, key Key, operation string, claim Digest, at time.Time) (bool, error)

	// Record records a computation in one transaction: the claim of the Idempotency-Key, the units
	// and the usage row. If it returns Original, they are durable; otherwise it has recorded
	// nothing. It ignores a canceled ctx. It returns ErrBusy, ErrUncertain and ErrClosed.
	Record(ctx context.Context, c *Computation) (Recorded, error)

	// Log records a request that was not billed. The row may be written later, but before Close
	// returns.
	Log(ctx context.Context, row UsageRow) error
}

// Keys stores the API keys.
type Keys interface {
	// CreateKeys records all keys or, on an error, no key.
	CreateKeys(ctx context.Context, keys []NewKey) error
	// Keys lists keys in the order of their creation, including revoked ones.
	Keys(ctx context.Context) ([]Key, error)
	// RevokeKey revokes a key with all its secrets. It returns ErrNoKey.
	RevokeKey(ctx context.Context, id string, at time.Time) (Key, error)
	// RotateKey gives a key a new secret. Earlier secrets expire at expires or before. It returns
	// ErrNoKey, and ErrManySecrets if more than MaxSecrets would be valid when the new secret is
	// created.
	RotateKey(ctx context.Context, id string, secret Secret, expires time.Time) (Key, error)
	// SetPlan changes a key's plan from the next request on. It returns ErrNoKey.
	SetPlan(ctx context.Context, id string, plan meter.Plan) (Key, error)
	// UpdateKey changes a key in one transaction. It returns ErrNoKey.
	UpdateKey(ctx context.Context, id string, change KeyChange) (Key, error)
	// Key returns a key, which may be revoked. It returns ErrNoKey.
	Key(ctx context.Context, id string) (Key, error)
	// KeyPage lists up to limit keys for operations in the order of their creation, starting after
	// the key with the ID after, or with the first key if after is "". It returns ErrNoKey if after
	// is unknown.
	KeyPage(ctx context.Context, after string, limit int) ([]Key, error)
}

// Usage reads the usage log and corrects it.
type Usage interface {
	// Usage yields the rows of the usage log, newest first.
	Usage(ctx context.Context, q UsageQuery) iter.Seq2[UsageRow, error]
	// Totals sums the usage of a month by key, in the order of the keys' creation. It omits keys
	// without usage.
	Totals(ctx context.Context, q UsageQuery) ([]Total, error)
	// Refund returns the units of a request: in one transaction, it adds a usage row with negative
	// units and removes the claim of the Idempotency-Key. It returns ErrNotRefundable.
	Refund(ctx context.Context, requestID string) error
}

// Upkeep contains the methods of a store for operating it.
type Upkeep interface {
	// Check compares counters, usage rows and claims as of one moment. For each head it reports the
	// usage row that proves it, or that it is not proven.
	Check(ctx context.Context, heads ...Head) (Checked, error)
	// Ends returns the ends of all chains at one moment.
	Ends(ctx context.Context) (Ends, error)
	// Sweep removes a limited number of expired rows: claims, secrets after their grace period,
	// data of deleted accounts, and usage and audit entries older than that number of full months.
	// It reports whether more remain. It uses the store's clock, and follows a leap of the clock
	// slowly.
	Sweep(ctx context.Context, keepMonths int) (more bool, err error)
	// TrustClock lets all sweeps trust the current time of the store's clock.
	TrustClock(ctx context.Context) error
	// Ping returns an error if no computation can be recorded now.
	Ping(ctx context.Context) error
	// Close writes the rows of Log and closes the store.
	Close() error
}

// Checked is the result of a check.
type Checked struct {
	Differences []string    // one sentence each
	From        meter.Month // the first compared month; 0 for all
	Rows        int64       // of the usage log
	Proven      []Proven    // the given heads
}

// Store is a database of keys and usage.
type Store interface {
	Meter
	Keys
	Usage
	Audit
	Upkeep
}

// Key is an API key, without its secret.
type Key struct {
	Ref     int64  // number in the store
	Account int64  // number of the account in the store; 0 without an account; set by Admit and Identify
	ID      string // key_…
	Name    string
	Plan    meter.Plan
	Mode    apikey.Mode
	Prefix  string // of the newest secret
	Last4   string // of the newest secret
	Created time.Time
	Revoked time.Time // zero while the key is active
}

// Owner returns the owner of the key's requests in package admission: its account, so that an
// account with many keys has one share, or the key if it has no account.
func (k Key) Owner() int64 {
	if k.Account != 0 {
		return 2*k.Account + 1
	}
	return 2 * k.Ref
}

// KeyChange is a change of a key. Nil fields do not change.
type KeyChange struct {
	Name *string
	Plan *meter.Plan
}

// String lists the changes for the audit log, without the name.
func (c KeyChange) String() string {
	var changes []string
	if c.Name != nil {
		changes = append(changes, "name")
	}
	if c.Plan != nil {
		changes = append(changes, "plan "+string(*c.Plan))
	}
	return strings.Join(changes, ", ")
}

// Secret is the stored form of a secret.
type Secret struct {
	Hash    apikey.Hash
	Prefix  string
	Last4   string
	Created time.Time
}

// NewKey is a key to be created.
type NewKey struct {
	ID     string
	Name   string
	Plan   meter.Plan
	Mode   apikey.Mode
	Secret Secret
}

// Admission is an admitted request or, if Wait is above 0, one that the rate limit rejected.
type Admission struct {
	Key    Key
	Limits meter.Limits  // of the key's plan
	Used   int64         // units of the month of Time
	Time   time.Time     // the request's one timestamp
	Wait   time.Duration // until a slot is free
}

// Computation is one success to record.
type Computation struct {
	RequestID string
	Key       Key
	Operation string // its name
	Units     int64
	Quota     int64 // units that the key may use in the month of Time
	Time      time.Time
	Duration  time.Duration
	Claim     *Claim // nil without an Idempotency-Key
}

// Claim is the use of an Idempotency-Key within one key and operation. Only digests
// are recorded: neither the key, nor the request, nor the response.
type Claim struct {
	Name     Digest // see claimName
	Request  Digest // of the normalized request and the response format
	Response Digest // of the response without request_id and replay
	Version  string // of the program and the accounting rules that responded
	Expires  time.Time
}

// Outcome classifies the result of recording a computation.
type Outcome uint8

// The outcomes.
const (
	Original  Outcome = iota // recorded
	Replay                   // the claim was taken, by an equal request
	Mismatch                 // the claim was taken, by another request
	OverQuota                // the units would exceed the quota
)

// Recorded is the outcome of a computation and the usage of the key after it.
type Recorded struct {
	Outcome Outcome
	Used    int64
	Receipt Receipt // with Original
	First   *First  // the record that holds the claim, with Replay and Mismatch
}

// First is the record of the first request with a claim.
type First struct {
	RequestID string
	Request   Digest
	Response  Digest
	Version   string
	Receipt   Receipt
}

// Receipt names a usage row so that its caller can prove it later.
type Receipt struct {
	Row  int64 // number of the row among the rows of its key and month
	Head ReceiptHead
}

// UsageRow is one authenticated request in the usage log.
type UsageRow struct {
	RequestID string
	Key       Key    // Ref to write; Ref, ID, Name and Mode when read
	Operation string // its name
	Status    int
	Code      Code   // "" for a success
	Units     int64  // negative to refund an earlier charge
	ReplayOf  string // the request_id of the original
	Time      time.Time
	Duration  time.Duration
}

// UsageQuery selects usage.
type UsageQuery struct {
	KeyID string      // "" for all keys
	Month meter.Month // 0 for all; Totals needs one
	Limit int         // rows at most; 0 for all
}

// Total is the usage of one key in one month.
type Total struct {
	Key      Key
	Month    meter.Month
	Units    int64 // of the quota
	Requests int64 // rows of the usage log, without corrections
	Replays  int64
	Failed   int64 // rows with an error code
	Refused  int64 // rate_limited refusals
	Head     Head  // of the last row of the usage log; zero for none
}
