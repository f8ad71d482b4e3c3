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

// Errors of a [Store]. Any other error of a store is a failure of the store.
var (
	// ErrUnknownKey: no active secret has this hash, or its key is revoked.
	ErrUnknownKey = errors.New("no such key, or it is revoked")
	// ErrNoPlan: the plan of the key is not among those that were given.
	ErrNoPlan = errors.New("no such plan")
	// ErrNoKey: no key has this ID, or the key is revoked and can no longer be changed.
	ErrNoKey = errors.New("no active key has this ID")
	// ErrManySecrets: as many secrets of the key are valid as may be at one time.
	ErrManySecrets = fmt.Errorf("%d secrets of the key are still valid, which is the maximum; rotate it without a grace period, which ends the earlier ones, or wait until one of them has expired", MaxSecrets)
	// ErrBusy: the store did not get to the computation in time and will not
	// record it.
	ErrBusy = errors.New("the store is too busy, and nothing was recorded")
	// ErrUncertain: it is unknown whether the computation or the change was
	// recorded, so the caller may be told neither success nor failure.
	ErrUncertain = errors.New("it is unknown whether this was recorded")
	// ErrNotRefundable: no billed request has this request_id, or it was refunded
	// before.
	ErrNotRefundable = errors.New("no billed request has this request_id, or it was refunded before")
	// ErrClosed: the store is closed.
	ErrClosed = errors.New("the store is closed")
)

// Meter admits callers and records what they use. Its methods are atomic and
// safe for concurrent use.
type Meter interface {
	// Admit looks up the key of a secret, takes one rate-limit slot of it and
	// reads what it has used of its quota. If no slot is free, none is taken,
	// Admission.Wait is above 0 and the refusal is counted. It returns
	// ErrUnknownKey.
	//
	// A key whose plan is not in plans gets ErrNoPlan.
	//
	// The store's clock gives the request its one timestamp, because the replicas
	// of one store have to agree on it.
	Admit(ctx context.Context, hash apikey.Hash, plans meter.Plans) (Admission, error)

	// Charge takes so many further slots of a key's rate limit, whether they are free or
	// not: its next requests wait for as many to become free.
	Charge(ctx context.Context, key Key, slots int) error

	// Identify looks up the key of a secret and takes no slot. It returns
	// ErrUnknownKey.
	Identify(ctx context.Context, hash apikey.Hash) (Key, error)

	// Claimed reports whether a claim of a key and operation has been recorded and has
	// not expired at the given time.
	Claimed(ctx context.Context, key Key, operation string, claim Digest, at time.Time) (bool, error)

	// Record records a computation in one transaction: the claim of the
	// idempotency key, the units and the usage row. All of it is durable when Record returns Original, and nothing of it is recorded
	// when it returns anything else. A cancelled ctx withdraws nothing. It returns
	// ErrBusy, ErrUncertain, ErrClosed.
	Record(ctx context.Context, c *Computation) (Recorded, error)

	// Log records a request that was not billed. The row may be written later,
	// but no later than Close.
	Log(ctx context.Context, row UsageRow) error
}

// Keys keeps the API keys.
type Keys interface {
	// CreateKeys records new keys, all or none.
	CreateKeys(ctx context.Context, keys []NewKey) error
	// Keys lists keys in the order of their creation, revoked ones included.
	Keys(ctx context.Context) ([]Key, error)
	// RevokeKey revokes a key with all its secrets. It returns ErrNoKey.
	RevokeKey(ctx context.Context, id string, at time.Time) (Key, error)
	// RotateKey gives a key a new secret; the earlier ones expire at expires,
	// unless they expire before. It returns ErrNoKey, and ErrManySecrets where
	// more than MaxSecrets would be valid. Secrets that have expired by the new
	// secret's creation are not counted.
	RotateKey(ctx context.Context, id string, secret Secret, expires time.Time) (Key, error)
	// SetPlan changes a key's plan from the next request on. It returns ErrNoKey.
	SetPlan(ctx context.Context, id string, plan meter.Plan) (Key, error)
	// UpdateKey changes what change names of a key, in one transaction. It returns
	// ErrNoKey.
	UpdateKey(ctx context.Context, id string, change KeyChange) (Key, error)
	// Key returns a key, which may be revoked. It returns ErrNoKey.
	Key(ctx context.Context, id string) (Key, error)
	// KeyPage lists up to limit keys that callers of operations have, in the order
	// of their creation, after the key with the ID after, or from the first on
	// where it is "". It returns ErrNoKey where there is no such key.
	KeyPage(ctx context.Context, after string, limit int) ([]Key, error)
}

// Usage reads the usage log and corrects it.
type Usage interface {
	// Usage yields the rows of the usage log, newest first.
	Usage(ctx context.Context, q UsageQuery) iter.Seq2[UsageRow, error]
	// Totals sums the usage of a month by key, in the order of the keys'
	// creation; keys without any are left out.
	Totals(ctx context.Context, q UsageQuery) ([]Total, error)
	// Refund gives back what a request was billed, by a negative row in addition to its
	// own, in one transaction. The answer stored for its Idempotency-Key is
	// removed. It returns ErrNotRefundable.
	Refund(ctx context.Context, requestID string) error
}

// Upkeep is what a store needs from those who run it.
type Upkeep interface {
	// Check compares counters, usage rows and replay records, all as of one
	// moment. Of each head it reports where in the usage log it is proven, or that it
	// is not.
	Check(ctx context.Context, heads ...Head) (Checked, error)
	// Ends returns the ends of all chains as of one moment.
	Ends(ctx context.Context) (Ends, error)
	// Sweep removes a bounded number of rows that are past their time: replay
	// records that have expired, secrets whose grace period has ended, what
	// deleted accounts have left, usage and the audit log older than so many
	// full months. It reports whether more are left. The store's clock decides,
	// as far as it can be believed: after a leap the sweep follows it slowly.
	Sweep(ctx context.Context, keepMonths int) (more bool, err error)
	// TrustClock tells all sweeps that the store's clock is right.
	TrustClock(ctx context.Context) error
	// Ping returns an error if no computation can be recorded now.
	Ping(ctx context.Context) error
	// Close writes what Log was given and closes the store.
	Close() error
}

// Checked is what a check has looked at and found.
type Checked struct {
	Differences []string    // a sentence for each
	From        meter.Month // the first month that was compared; 0 for all that there is
	Rows        int64       // of the usage log
	Proven      []Proven    // heads that were asked about
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
	Ref     int64  // the store's own number
	Account int64  // the store's number of its account, 0 for none; set by Admit and Identify
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

// KeyChange is a change of a key. What is nil stays.
type KeyChange struct {
	Name *string
	Plan *meter.Plan
}

// String says what changes, without the name.
func (c KeyChange) String() string {
	var said []string
	if c.Name != nil {
		said = append(said, "name")
	}
	if c.Plan != nil {
		said = append(said, "plan "+string(*c.Plan))
	}
	return strings.Join(said, ", ")
}

// Secret is what is kept of one.
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

// Admission is an admitted request, or, where Wait is above 0, one that the rate
// limit refused.
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

// Outcome says what became of a computation.
type Outcome uint8

// The outcomes.
const (
	Original  Outcome = iota // recorded
	Replay                   // the claim was taken, by an equal request
	Mismatch                 // the claim was taken, by another request
	OverQuota                // the units would exceed the quota
)

// Recorded is the outcome of a computation, and what the key has used as of the
// same transaction.
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
	Row  int64 // its number among the rows of its key and month
	Head ReceiptHead
}

// UsageRow is one authenticated request in the usage log.
type UsageRow struct {
	RequestID string
	Key       Key    // Ref to write; Ref, ID, Name and Mode when read
	Operation string // its name
	Status    int
	Code      Code   // "" for a success
	Units     int64  // below 0 refunds what the same request was billed
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
