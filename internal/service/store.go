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

// Errors that the methods of a [Store] return. Any other error means that the store failed.
var (
	// ErrUnknownKey reports that no valid secret has this hash, or that the key is revoked.
	ErrUnknownKey = errors.New("the key does not exist or is revoked")
	// ErrNoPlan reports that the given plans do not contain the key's plan.
	ErrNoPlan = errors.New("no such plan")
	// ErrNoKey reports that no key has the ID. For a change, it can also mean that the key is revoked.
	ErrNoKey = errors.New("no active key has this ID")
	// ErrManySecrets reports that the key already has the maximum number of valid secrets.
	ErrManySecrets = fmt.Errorf("the key already has %d valid secrets, the maximum; rotate it without a grace period, which invalidates the earlier secrets, or wait until one expires", MaxSecrets)
	// ErrBusy reports that the store is too busy to record the computation. The computation will not be recorded.
	ErrBusy = errors.New("the store is too busy to record the request")
	// ErrUncertain reports that it is unknown whether the computation or change was recorded. The caller must
	// then receive neither a success response nor an error.
	ErrUncertain = errors.New("it is unknown whether this was recorded")
	// ErrNotRefundable reports that no billed request has this request ID, or that the request was already refunded.
	ErrNotRefundable = errors.New("no billed request has this request_id, or the request was already refunded")
	// ErrClosed reports that the store is closed.
	ErrClosed = errors.New("the store is closed")
)

// Meter admits callers and records their usage. The methods of a Meter are atomic and safe for concurrent use.
type Meter interface {
	// Admit finds the key by the hash of its secret, takes one slot of the key's rate limit, and reads the
	// units used in the current month. If no slot is free, Admit counts the rejection and returns an Admission
	// with a Wait above 0. Admit returns ErrUnknownKey if no key has the hash, or ErrNoPlan if the argument plans
	// does not contain the key's plan.
	//
	// The store's clock supplies the request's only timestamp, because all server processes that share the
	// store must use the same time.
	Admit(ctx context.Context, hash apikey.Hash, plans meter.Plans) (Admission, error)

	// Charge takes additional slots of a key's rate limit, even if fewer are free. Later requests
	// must then wait until these slots are free again.
	Charge(ctx context.Context, key Key, slots int) error

	// Identify finds the key by the hash of its secret and takes no slot of the rate limit. The
	// error may be ErrUnknownKey.
	Identify(ctx context.Context, hash apikey.Hash) (Key, error)

	// Claimed reports whether the key has, at the given time, a valid claim for an operation.
	Claimed(ctx context.Context, key Key, operation string, claim Digest, at time.Time) (bool, error)

	// Record records a computation in one transaction: the claim of the Idempotency-Key, the units and the usage row.
	// If the outcome is Original, the claim, the units and the row are stored durably; otherwise nothing was recorded.
	// Record continues if ctx is canceled. The error may be ErrBusy, ErrUncertain or ErrClosed.
	Record(ctx context.Context, c *Computation) (Recorded, error)

	// Log records the usage row of a request that was not billed. The row may be written after Log
	// has returned, but is written before Close returns.
	Log(ctx context.Context, row UsageRow) error
}

// Store is a database of keys, usage and audit entries.
type Store interface {
	Meter
	Records

	// CreateKeys records all keys or, if it returns an error, none.
	CreateKeys(ctx context.Context, keys []NewKey) error
	// RevokeKey revokes a key and all its secrets at the given time. The error may be ErrNoKey.
	RevokeKey(ctx context.Context, id string, at time.Time) (Key, error)
	// RotateKey gives a key a new secret. Each earlier secret remains valid at most until the given expiry time.
	// RotateKey returns ErrNoKey, or ErrManySecrets if the key would then have more than MaxSecrets valid secrets.
	RotateKey(ctx context.Context, id string, secret Secret, expires time.Time) (Key, error)
	// UpdateKey makes all changes to a key in one transaction. The changes apply to all later
	// requests. The error may be ErrNoKey.
	UpdateKey(ctx context.Context, id string, change KeyChange) (Key, error)
	// Key returns the key with the given ID, even if it is revoked. The error may be ErrNoKey.
	Key(ctx context.Context, id string) (Key, error)
	// KeyPage lists the keys for operations, up to the limit, in the order of their creation. The list begins after the
	// key with the given ID, or with the first key if the ID is "". The error is ErrNoKey if no key has the ID.
	KeyPage(ctx context.Context, after string, limit int) ([]Key, error)

	// Totals returns each key's usage in a month, in order of the keys' creation. It omits keys without usage.
	Totals(ctx context.Context, q UsageQuery) ([]Total, error)
	// Refund refunds a request's units. In one transaction, it adds a usage row with negative units
	// and removes the claim of the Idempotency-Key. The error may be ErrNotRefundable.
	Refund(ctx context.Context, requestID string) error

	// Audit writes entries about events that change nothing in the store. Entries about a change are written in
	// its transaction; see [AuditOf].
	Audit(ctx context.Context, entries ...AuditEntry) error

	// Sweep removes a limited number of rows. It removes expired claims, secrets after their grace period, data
	// of deleted accounts, and usage rows and audit entries older than the last keepMonths full months. Sweep
	// reports whether more such rows remain. The current time comes from the store's clock, but Sweep does not
	// trust a sudden large advance of that clock.
	Sweep(ctx context.Context, keepMonths int) (more bool, err error)
	// Close writes the rows that Log has not written yet, and closes the store.
	Close() error
}

// Records contains the methods of a [Store] that a [Service] offers unchanged.
type Records interface {
	// Keys lists all keys in the order of their creation, including revoked ones.
	Keys(ctx context.Context) ([]Key, error)
	// Usage yields the selected rows of the usage log, newest first.
	Usage(ctx context.Context, q UsageQuery) iter.Seq2[UsageRow, error]
	// AuditLog yields the selected entries of the audit log, newest first.
	AuditLog(ctx context.Context, q AuditQuery) iter.Seq2[AuditEntry, error]
	// Check compares counters, usage rows and claims at a single point in time. For each given head, it reports
	// the usage row with the same hash, if any.
	Check(ctx context.Context, heads ...Head) (Checked, error)
	// Ends returns the end of every chain at a single point in time.
	Ends(ctx context.Context) (Ends, error)
	// TrustClock makes the sweeps of all server processes trust the current time of the store's clock.
	TrustClock(ctx context.Context) error
	// Ping returns an error if the store cannot record a computation now.
	Ping(ctx context.Context) error
}

// Checked is the result of checking a store.
type Checked struct {
	Differences []string    // one sentence for each difference
	From        meter.Month // first compared month; 0 if all months were compared
	Rows        int64       // number of rows of the usage log
	Proven      []Proven    // the given heads that prove their rows unchanged
}

// Key is an API key, without its secret.
type Key struct {
	Ref     int64  // number of the key in the store
	Account int64  // number of the account in the store; 0 if the key has no account; set only by Admit and Identify
	ID      string // begins with key_
	Name    string
	Plan    meter.Plan
	Mode    apikey.Mode
	Prefix  string // first characters of the newest secret
	Last4   string // last four characters of the newest secret
	Created time.Time
	Revoked time.Time // time of the revocation; zero if the key is not revoked
}

// Owner returns a number. Package admission uses this number to identify the owner of the key's requests.
// The owner is the key's account, so an account with many keys has the same share of the server as an
// account with one key. A key without an account is its own owner.
func (k Key) Owner() int64 {
	if k.Account != 0 {
		return 2*k.Account + 1
	}
	return 2 * k.Ref
}

// KeyChange is a change to a key. A nil field means that the value does not change.
type KeyChange struct {
	Name *string
	Plan *meter.Plan
}

// String returns the changes for the audit log. The text says that the name changed but does not contain the new name.
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

// Secret is the form in which a secret is stored.
type Secret struct {
	Hash    apikey.Hash
	Prefix  string
	Last4   string
	Created time.Time
}

// NewKey is a key to record.
type NewKey struct {
	ID     string
	Name   string
	Plan   meter.Plan
	Mode   apikey.Mode
	Secret Secret
}

// Admission describes an admitted request. If Wait is above 0, the rate limit rejected the request.
type Admission struct {
	Key    Key
	Limits meter.Limits  // limits of the key's plan
	Used   int64         // units used in the month of Time
	Time   time.Time     // timestamp of the request
	Wait   time.Duration // time until a slot is free
}

// Computation is a successful computation to record.
type Computation struct {
	RequestID string
	Key       Key
	Operation string // name of the operation
	Units     int64
	Quota     int64 // maximum number of units that the key may use in the month of Time
	Time      time.Time
	Duration  time.Duration
	Claim     *Claim // claim of the Idempotency-Key; nil without one
}

// Claim prevents two requests with the same Idempotency-Key from both being billed. It applies to one key and one
// operation. The store records only digests, never the Idempotency-Key, the request or the response itself.
type Claim struct {
	Name     Digest // result of claimName
	Request  Digest // digest of the normalized request and the response format
	Response Digest // digest of the response without request_id and replay
	Version  string // version of the program and of the accounting rules that computed the response
	Expires  time.Time
}

// Outcome is the outcome of recording a computation.
type Outcome uint8

// The outcomes of recording a computation.
const (
	Original  Outcome = iota // the computation was recorded
	Replay                   // an equal request already has the claim
	Mismatch                 // a different request already has the claim
	OverQuota                // the units would exceed the quota
)

// Recorded contains the outcome of recording a computation and the key's resulting usage.
type Recorded struct {
	Outcome Outcome
	Used    int64
	Receipt Receipt // set only for Original
	First   *First  // the first request with the claim; only for Replay and Mismatch
}

// First describes the first request with a claim.
type First struct {
	RequestID string
	Request   Digest
	Response  Digest
	Version   string
	Receipt   Receipt
}

// Receipt identifies a usage row and lets the caller prove later that the row is unchanged.
type Receipt struct {
	Row  int64 // position of the row among the rows of the same key and month
	Head ReceiptHead
}

// UsageRow is a row of the usage log. It describes one request with a valid key.
type UsageRow struct {
	RequestID string
	Key       Key    // only Ref is set in a row to be written; Ref, ID, Name and Mode are set in a row that was read
	Operation string // name of the operation
	Status    int
	Code      Code   // error code; "" for a success
	Units     int64  // billed units; negative for a refund
	ReplayOf  string // request ID of the original request, for a replay
	Time      time.Time
	Duration  time.Duration
}

// UsageQuery selects rows of the usage log.
type UsageQuery struct {
	KeyID string      // "" for all keys
	Month meter.Month // 0 for all months; Totals requires a month other than 0
	Limit int         // maximum number of rows; 0 for all
}

// Total is the usage of one key in one month.
type Total struct {
	Key      Key
	Month    meter.Month
	Units    int64 // units that count toward the quota
	Requests int64 // number of usage rows, without refunds
	Replays  int64
	Failed   int64 // number of usage rows with an error code
	Refused  int64 // number of requests rejected by the rate limit
	Head     Head  // hash of the last usage row; zero if there is no row
}
