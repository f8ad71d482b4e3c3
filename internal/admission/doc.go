// Package admission decides which requests are worked on, and what each may hold meanwhile.
//
// A request passes these limits in this order, whichever interface it comes through: the HTTP
// API, /mcp, the pages and files of the console, or administration.
//
//  1. Connections ([Connections]): a total, an eighth of it for one address (a /64 of IPv6), a
//     quarter for its network. Beyond a limit the connection that has been idle for longest is
//     closed. Above half of the total, connections may be idle for 15 seconds only.
//  2. Requests in flight ([Requests]): those that need a key have places of their own, an eighth
//     as many are for everything else. Requests without a key also have a share per address.
//  3. Rate: requests in any 60 seconds by key, messages to /mcp by key, computations on pages by
//     address, changes by key of administration (package meter counts them). It is checked before
//     the body is read.
//  4. Requests of one key at a time ([Limits.Enter]).
//  5. Memory ([Limits.Memory]): a body counts as it arrives ([Limits.Read]); nothing is reserved
//     for bytes that have not come. A client that sends less than [Chunk] in [Patience] is let go.
//  6. Processor time ([Limits.On]): short work has as many worker slots as there are processors.
//     Long work has slots of its own, and heavy work never has all of these. Passwords are hashed
//     on a long slot.
//  7. Memory again: a response counts from 64 KiB on until it is sent ([Output]). It is kept in
//     compressed blocks. A client that takes less than [Chunk] in [Patience] is let go.
//
// Nothing of 5 to 7 is held while the server waits for a client, except bytes that have arrived
// or wait to be sent, and those count. Limits 4 to 7 have a share per owner: no owner holds more than half, and
// owners that wait are served in turn, so that one with a hundred requests is served as often as
// one with a single request. An owner is a key, or the address of a visitor.
//
// What is billed is recorded after 7 began and before the first byte is sent.
package admission

import (
	"cmp"
	"errors"
	"time"
)

var (
	// ErrBusy refuses work because there is too much of it.
	ErrBusy = errors.New("too many requests at once")
	// ErrShare refuses work because its owner holds its share already.
	ErrShare = errors.New("too much is held by one owner")
	// ErrTooLong reports that work did not end within the deadline of a request.
	ErrTooLong = errors.New("it takes longer than a request may")
)

// Options set the limits. A zero field means its default.
type Options struct {
	Clock       func() time.Time
	ShortSlots  int           // for short work: 1
	LongSlots   int           // for long work: half as many, at least two
	Memory      int64         // bytes of bodies and responses: 64 MiB
	OwnerAtOnce int           // requests of one owner at a time: 128
	LongestWait time.Duration // for a slot for short work, or for memory: 5 s
	Deadline    time.Duration // from admission to the record of the response: 20 s
}

// Limits are the limits on what requests hold while they are worked on. Limits are safe for
// concurrent use.
type Limits struct {
	Options

	memory, short, long, owners *Pool
}

const defaultMemory = 64 << 20

// New returns Limits.
func New(o Options) *Limits {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	o.ShortSlots = cmp.Or(o.ShortSlots, 1)
	o.LongSlots = max(2, cmp.Or(o.LongSlots, o.ShortSlots/2))
	o.Memory = cmp.Or(o.Memory, defaultMemory)
	o.OwnerAtOnce = cmp.Or(o.OwnerAtOnce, 128)
	o.LongestWait = cmp.Or(o.LongestWait, 5*time.Second)
	o.Deadline = cmp.Or(o.Deadline, 20*time.Second)
	short, long := int64(o.ShortSlots), int64(o.LongSlots)
	const unlimited = 1 << 40
	return &Limits{
		Options: o,
		memory:  NewPool(o.Memory, o.Memory/2, o.Memory/4*3, o.Clock),
		short:   NewPool(short, max(1, short/2), short, o.Clock),
		long:    NewPool(long, long/2, long-1, o.Clock),
		owners:  NewPool(unlimited, int64(o.OwnerAtOnce), unlimited, o.Clock),
	}
}

// Enter counts a request of an owner until leave is called. It returns [ErrShare] if the owner
// has too many requests already.
func (l *Limits) Enter(owner int64) (leave func(), err error) {
	if !l.owners.Grab(owner, 1, false) {
		return nil, ErrShare
	}
	return func() { l.owners.Give(owner, 1, false) }, nil
}

// State is how much of a limit is used.
type State struct {
	Limit   int64
	Held    int64
	Waiting int64         // requests that wait
	Refused int64         // requests since the start
	FullFor time.Duration // for how long requests have been refused because nothing was free
}

// States returns the state of each limit by its name.
func (l *Limits) States() map[string]State {
	return map[string]State{"memory": l.memory.State(), "short": l.short.State(), "long": l.long.State()}
}

// pressure records refusals that follow one another within a second.
type pressure struct{ since, last time.Time }

func (p *pressure) note(now time.Time) {
	if now.Sub(p.last) > time.Second {
		p.since = now
	}
	p.last = now
}

// lasting returns for how long refusals have followed one another, 0 if they have ended.
func (p *pressure) lasting(now time.Time) time.Duration {
	if p.last.IsZero() || now.Sub(p.last) > time.Second {
		return 0
	}
	return p.last.Sub(p.since)
}
