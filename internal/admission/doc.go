// Package admission limits the connections, memory and processor time that requests use.
//
// A request passes the following limits in order. The order is the same for the HTTP API, /mcp, the console's
// pages and files, and administration.
//
//  1. Connections ([Connections]): the total is limited. One address (a /64 of IPv6) may have an eighth of it,
//     and one network a quarter.
//     Above a limit, the connection with the longest idle time is closed. While more than half of all
//     connections are open, idle ones are closed after 15 seconds.
//  2. Requests in flight ([Requests]): a number of request slots is available for requests that need a key, and
//     an eighth of that number for all other requests. The number of simultaneous requests without a key is also
//     limited per address.
//  3. Rate (package meter): requests per minute and key, messages to /mcp per key, computations on pages per
//     address, and changes per administration key. The rate is checked before the body is read.
//  4. One owner's simultaneous requests ([Limits.Enter]).
//  5. Memory for bodies ([Limits.Hold]): the bytes of a body count toward the limit when they arrive
//     ([Holding.Read]). A client that sends less than [Chunk] in [Patience] is disconnected. Requests with the
//     same Idempotency-Key are processed in turn ([Limits.Claim]).
//  6. Processor time ([Limits.On]): short work has one worker slot per processor. Long work has its own slots,
//     and heavy work never takes all of them. Passwords are hashed on a slot for long work.
//  7. Memory for responses ([Output]): a response above 64 KiB counts toward the limit until it is sent. The
//     response is stored in compressed blocks. A client that receives less than [Chunk] in [Patience] is
//     disconnected.
//
// An owner is an account, a key without an account, or the address of a visitor. Limits 4 to 7 give each
// owner a share: at most half of the memory and of the worker slots. Owners take turns, so a hundred waiting
// requests from one owner do not delay another owner's requests.
//
// While the server waits for a client, it stores only bytes that have arrived or must still be sent. These
// bytes count toward the memory limit. The server records usage after the computation and before it sends the
// first byte of the response.
package admission

import (
	"cmp"
	"context"
	"errors"
	"time"
)

var (
	// ErrBusy rejects work because a limit has been reached.
	ErrBusy = errors.New("the server is too busy")
	// ErrShare rejects work whose owner already holds its full share of a limit.
	ErrShare = errors.New("the owner's share is used up")
	// ErrTooLong reports that the work did not end before its request's deadline.
	ErrTooLong = errors.New("the work takes longer than a request's deadline allows")
)

// Options configures the limits. A zero field means the default in its comment.
type Options struct {
	Clock       func() time.Time
	ShortSlots  int           // worker slots for short work; default 1
	LongSlots   int           // worker slots for long work; default half of ShortSlots, but at least two
	Memory      int64         // bytes for request bodies and responses; default 64 MiB
	OwnerAtOnce int           // simultaneous requests by one owner; default 128
	LongestWait time.Duration // maximum wait for memory or for a slot for short work; default 5 s
	Deadline    time.Duration // maximum time from admission until the response is recorded; default 20 s
}

// Limits enforces limits 4 to 7 of the package comment: the limits per owner, on memory and on processor time.
// All methods are safe for concurrent use.
type Limits struct {
	Options

	memory, short, long, owners, claims *Pool
}

const (
	defaultMemory = 64 << 20
	unlimited     = 1 << 40
)

// New returns Limits with the given options.
func New(o Options) *Limits {
	if o.Clock == nil {
		o.Clock = now
	}
	o.ShortSlots = cmp.Or(o.ShortSlots, 1)
	o.LongSlots = max(2, cmp.Or(o.LongSlots, o.ShortSlots/2))
	o.Memory = cmp.Or(o.Memory, defaultMemory)
	o.OwnerAtOnce = cmp.Or(o.OwnerAtOnce, 128)
	o.LongestWait = cmp.Or(o.LongestWait, 5*time.Second)
	o.Deadline = cmp.Or(o.Deadline, 20*time.Second)
	short, long := int64(o.ShortSlots), int64(o.LongSlots)
	return &Limits{
		Options: o,
		memory:  NewPool(o.Memory, o.Memory/2, o.Memory/4*3, o.Clock),
		short:   NewPool(short, max(1, short/2), short, o.Clock),
		long:    NewPool(long, long/2, long-1, o.Clock),
		owners:  NewPool(unlimited, int64(o.OwnerAtOnce), unlimited, o.Clock),
		claims:  NewPool(unlimited, 1, unlimited, o.Clock),
	}
}

// Enter counts an owner's request until leave is called, or returns [ErrShare] at the limit.
func (l *Limits) Enter(owner int64) (leave func(), err error) {
	if !l.owners.Grab(owner, 1, false) {
		return nil, ErrShare
	}
	return func() { l.owners.Give(owner, 1, false) }, nil
}

// Claim waits until no other request has the same claim. It returns the errors of [Pool.Take].
func (l *Limits) Claim(ctx context.Context, claim int64, longest time.Duration) (end func(), err error) {
	if err := l.claims.Take(ctx, claim, 1, false, longest); err != nil {
		return nil, err
	}
	return func() { l.claims.Give(claim, 1, false) }, nil
}

// State describes how much of a limit is in use.
type State struct {
	Limit   int64
	Held    int64
	Waiting int64         // waiting requests
	Refused int64         // requests rejected since the start
	FullFor time.Duration // how long requests have been rejected without a pause; rejections due to an owner's share do not count
}

// States returns the states of the limits by name.
func (l *Limits) States() map[string]State {
	return map[string]State{"memory": l.memory.State(), "short": l.short.State(), "long": l.long.State()}
}

// pressure records how long requests have been rejected without a pause of more than one second.
type pressure struct{ since, last time.Time }

func (p *pressure) add(at time.Time) {
	if at.Sub(p.last) > time.Second {
		p.since = at
	}
	p.last = at
}

// duration returns the time from the first to the last rejection, or 0 if the last rejection was more than one
// second ago.
func (p *pressure) duration(at time.Time) time.Duration {
	if p.last.IsZero() || at.Sub(p.last) > time.Second {
		return 0
	}
	return p.last.Sub(p.since)
}
