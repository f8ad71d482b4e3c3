package account

import (
	"context"
	"sync"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Mail is a message in plain text.
type Mail struct{ To, Subject, Text string }

// resetMail is the message with a link to a new password.
func resetMail(to, link string) Mail {
	return Mail{to, "A new password for Leasehold", "Somebody, probably you, asked for a new password for " + to + ".\n\n" +
		"Choose one within an hour:\n\n" + link + "\n\n" +
		"The link works once. If it was not you, do nothing: your password stays as it is.\n"}
}

// byVisitor says that a visitor at a network address does what the context is for.
func byVisitor(ctx context.Context, from string) context.Context {
	return service.By(ctx, service.Actor{ID: Visitor, Address: from})
}

// Messages that are being sent at a time, and those that wait for their turn.
const (
	sendAtOnce  = 2
	mostWaiting = 64
)

// outgoing is work in the background, so that its duration tells nothing to the one who
// asked for it.
type outgoing struct {
	group sync.WaitGroup
	room  chan struct{} // one element for each piece of work that is there
	turn  chan struct{} // one for each that runs
}

func newOutgoing() *outgoing {
	return &outgoing{room: make(chan struct{}, mostWaiting), turn: make(chan struct{}, sendAtOnce)}
}

// begin does a piece of work soon, or returns false where too much is waiting.
func (o *outgoing) begin(work func()) bool {
	select {
	case o.room <- struct{}{}:
	default:
		return false
	}
	o.group.Go(func() {
		defer func() { <-o.room }()
		o.turn <- struct{}{}
		defer func() { <-o.turn }()
		work()
	})
	return true
}

func (o *outgoing) wait() { o.group.Wait() }
