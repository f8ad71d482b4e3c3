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
	return Mail{to, "A new password for Leasehold", "A password reset was requested for " + to + ".\n\n" +
		"Choose one within an hour:\n\n" + link + "\n\n" +
		"The link works once. If you did not request it, ignore this message: your password does not change.\n"}
}

// byVisitor adds a visitor's network address to the context of an action.
func byVisitor(ctx context.Context, from string) context.Context {
	return service.By(ctx, service.Actor{ID: Visitor, Address: from})
}

// Limits of messages in delivery and in the queue.
const (
	sendAtOnce  = 2
	mostWaiting = 64
)

// outgoing runs work in the background, so that response times do not reveal
// whether an account exists.
type outgoing struct {
	group sync.WaitGroup
	room  chan struct{} // one element per piece of work that waits or runs
	turn  chan struct{} // one element per piece of work that runs
}

func newOutgoing() *outgoing {
	return &outgoing{room: make(chan struct{}, mostWaiting), turn: make(chan struct{}, sendAtOnce)}
}

// begin queues work. It returns false if the queue is full.
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
