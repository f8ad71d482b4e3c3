package account

import (
	"context"
	"sync"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Mail is a message in plain text.
type Mail struct{ To, Subject, Text string }

func resetMail(to, link string) Mail {
	return Mail{to, "A new password for Leasehold", "A password reset was requested for " + to + ".\n\n" +
		"Choose one within an hour:\n\n" + link + "\n\n" +
		"The link works once. If you did not request it, ignore this message: your password does not change.\n"}
}

// byVisitor returns a context for audit entries about a visitor with a network address.
func byVisitor(ctx context.Context, from string) context.Context {
	return service.By(ctx, service.Actor{ID: Visitor, Address: from})
}

// sendAtOnce is the maximum number of messages being sent at one time. mostWaiting limits messages
// that are waiting or being sent.
const (
	sendAtOnce  = 2
	mostWaiting = 64
)

// outgoing sends messages in the background, so that the time of a response does not reveal whether
// an account exists.
type outgoing struct {
	group sync.WaitGroup
	room  chan struct{} // contains one element per message that is waiting or being sent
	turn  chan struct{} // contains one element per message that is being sent
}

func newOutgoing() *outgoing {
	return &outgoing{room: make(chan struct{}, mostWaiting), turn: make(chan struct{}, sendAtOnce)}
}

// begin runs work in the background as soon as fewer than sendAtOnce messages are being sent. The
// result is false if too many messages are waiting.
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
