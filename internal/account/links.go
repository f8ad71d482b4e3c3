package account

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"sync"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Link allows a user to set a new password once before the link expires.
type Link struct {
	Hash          TokenHash
	Made, Expires time.Time
}

// These constants are the lifetimes of password reset links. A visitor requests a mailed link. An operator
// creates a handed link and delivers it to the user without the server's mail.
const (
	MailedLink = time.Hour
	HandedLink = 24 * time.Hour
)

// These constants limit password reset links and plan requests per account: a burst, then one per interval.
const (
	linkBurst = 3
	linkEvery = 20 * time.Minute
)

// ResetPath is the path of the console page that a password reset link opens.
const ResetPath = "/account/reset"

const mailTimeout = 30 * time.Second

// Forgot sends a password reset link to an e-mail address if an account has that address and the server can
// send mail. It returns immediately and never reveals whether the account exists. The only possible error is a
// *[TooOftenError], for too many attempts from the same network address.
func (a *Accounts) Forgot(ctx context.Context, email, from string) error {
	if err := a.byAddress.check(from, a.Clock()); err != nil {
		return err
	}
	if CheckEmail(email) == nil && a.Mail != nil && a.forgotten.take(Folded(email), a.Clock()) == 0 {
		sent := context.WithoutCancel(ctx) // sending continues after the request has ended
		if !a.outgoing.begin(func() { a.sendLink(sent, email, from) }) {
			a.warn("the password reset link was not sent", errBusyPost)
		}
	}
	return nil
}

var errBusyPost = errors.New("too many links are being sent")

func (a *Accounts) sendLink(ctx context.Context, email, from string) {
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	found, _, err := a.find(ctx, email)
	if errors.Is(err, ErrNoAccount) {
		return
	}
	link := ""
	if err == nil {
		ctx = byVisitor(ctx, from)
		link, err = a.makeLink(ctx, found.ID, MailedLink)
	}
	if err == nil {
		err = a.Mail(ctx, resetMail(found.Email, link))
	}
	if err != nil {
		a.warn("the password reset link was not sent", err)
	}
}

func (a *Accounts) warn(what string, err error) {
	if a.Log != nil {
		a.Log.Warn(what, slog.String("error", err.Error()))
	}
}

func (a *Accounts) makeLink(ctx context.Context, id string, lifetime time.Duration) (link string, err error) {
	token, now := newToken(), a.Clock()
	err = a.Store.AddLink(a.audited(ctx, "account.make-link", lifetime.String(), id), id, Link{sum(token), now, now.Add(lifetime)})
	if err != nil {
		return "", err
	}
	return a.PublicURL + ResetPath + "?" + url.Values{"link": {token}}.Encode(), nil
}

// HandLink creates a password reset link for the account with the given ID. The caller must verify that the
// user is an operator. The operator then delivers it to the account's owner. The error may be ErrNoAccount.
func (a *Accounts) HandLink(ctx context.Context, id string) (link string, expires time.Time, err error) {
	link, err = a.makeLink(ctx, id, HandedLink)
	return link, a.Clock().Add(HandedLink), err
}

// Linked returns the account of the link with the given token. The caller passes the network address of the request.
// The error may be ErrNoLink or a *[TooOftenError].
func (a *Accounts) Linked(ctx context.Context, token, from string) (Account, error) {
	if err := a.links.check(from, a.Clock()); err != nil {
		return Account{}, err
	}
	return a.Store.Linked(ctx, sum(token), a.Clock())
}

// UseLink finds the link with the given token and sets a new password for the link's account. All the account's
// sessions and links become invalid. The error may be ErrNoLink, a *[Refusal] or a *[TooOftenError].
func (a *Accounts) UseLink(ctx context.Context, token, password, from string) error {
	found, err := a.Linked(ctx, token, from)
	if err != nil {
		return err
	}
	hash, err := a.newHash(ctx, password, found.Email)
	if err != nil {
		return err
	}
	ctx = a.audited(byVisitor(ctx, from), "account.set-password", "by a link", found.ID)
	return a.Store.UseLink(ctx, sum(token), hash, a.Clock())
}

// Mail is a plain-text message.
type Mail struct{ To, Subject, Text string }

func resetMail(to, link string) Mail {
	return Mail{to, "A new password for Leasehold", "A password reset was requested for " + to + ".\n\n" +
		"Choose a new password within an hour:\n\n" + link + "\n\n" +
		"The link works once. If you did not request it, ignore this message: your password will not change.\n"}
}

func byVisitor(ctx context.Context, from string) context.Context {
	return service.By(ctx, service.Actor{ID: Visitor, Address: from})
}

// sendAtOnce is the maximum number of messages that are sent simultaneously. mostWaiting is the
// maximum number of messages that are waiting or being sent.
const (
	sendAtOnce  = 2
	mostWaiting = 64
)

// outgoing sends messages in the background, so that the response time does not reveal whether an account exists.
type outgoing struct {
	group sync.WaitGroup
	room  chan struct{} // contains one element per message that is waiting or being sent
	turn  chan struct{} // contains one element per message that is being sent
}

// begin runs work in the background, or returns false if too many messages are waiting.
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
