package console

import (
	"context"
	"regexp"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/console"
)

// enter presses Enter and waits for the page that then opens.
func (b *tab) enter() {
	b.Helper()
	b.run(`delete document.documentElement.dataset.ready`)
	b.keys(kb.Enter)
	b.ready()
}

// postbox contains the emails that a server has sent.
type postbox chan account.Mail

func (p postbox) setting(o *console.Options, a *account.Config) {
	a.PublicURL = o.PublicURL
	a.Mail = func(_ context.Context, m account.Mail) error {
		p <- m
		return nil
	}
}

var linkInMail = regexp.MustCompile(`/account/reset\?link=\S+`)

// link returns the path in the next email's link. It fails unless the email was sent to the given address.
func (p postbox) link(b *tab, to string) string {
	b.Helper()
	select {
	case m := <-p:
		if link := linkInMail.FindString(m.Text); m.To == to && link != "" {
			return link
		}
		b.Fatalf("the mail is %+v", m)
	case <-time.After(time.Minute):
		b.Fatal("no mail was sent")
	}
	return ""
}

// forget requests a password reset link on the sign-in page, using the keyboard.
func (b *tab) forget(email string) {
	b.Helper()
	b.visit("/account/sign-in")
	b.tabTo(`a[href="/account/forgot"]`)
	b.enter()
	b.keys(email) // the field has the keyboard focus
	b.enter()
	b.has("[role=status]", "If an account has this address, a link for setting a new password has been sent to it.")
}

// refusesLink fails unless an invalid link opens a page that offers to send a new link.
func (b *tab) refusesLink(link, when string) {
	b.Helper()
	b.visit(link)
	b.has("[role=alert]", "The link is not valid")
	if b.text("main [name=password]") != "" || eval[bool](b, `document.querySelector("main form") !== null`) {
		b.Errorf("a link that %s asks for a password", when)
	}
	b.tabTo(`main a[href="/account/forgot"]`)
}

// TestAForgottenPasswordIsReplacedWithTheKeyboard checks that a user who has forgotten the password
// can choose a new one using only the keyboard. The link in the email is valid only once and only
// for a short time, and all of the user's other sessions end.
func TestAForgottenPasswordIsReplacedWithTheKeyboard(t *testing.T) {
	t.Parallel()
	mails := make(postbox, 10)
	s := startServer(t, mails.setting)
	other := s.open(t, phone)
	other.expectRefusals()
	other.signUp("anna@example.org")

	b := s.open(t, screen{"laptop", 1366, 768, false})
	b.expectRefusals()
	b.forget("nobody@example.org") // for an unknown address, the page shows the same message and the server sends no email
	b.forget("anna@example.org")
	b.within("asked")
	link := mails.link(b, "anna@example.org")
	for range 2 { // a mail scanner that opens the link does not use it up
		b.visit(link)
	}
	b.has("main", "This sets the password for anna@example.org and ends all of the account's sessions.")
	b.within("new password")
	other.visit("/account")
	other.has("h1", "Keys") // the other session is still valid

	b.keys("short") // the browser rejects a short password before it sends the form
	b.keys(kb.Enter)
	if eval[bool](b, `document.querySelector("main form").checkValidity()`) {
		t.Error("five characters are enough")
	}
	b.fill("password", "password1")
	b.enter()
	b.has("[role=alert]", "too common")
	b.keys("oboe-lamp-tulip-gnu")
	b.enter()
	b.has("[role=status]", "Your new password has been set. Sign in with it.")
	b.keys("anna@example.org", kb.Tab, password)
	b.enter()
	b.has("[role=alert]", "is wrong")
	b.tabTo("main [name=password]")
	b.keys("oboe-lamp-tulip-gnu")
	b.enter()
	b.has(".sub", "anna@example.org")

	other.visit("/account")
	other.has("h1", "Sign in")
	b.refusesLink(link, "was used")
	b.enter()
	b.has("h1", "Forgot your password?")
	b.keys("anna@example.org")
	b.enter()
	expiredLink := mails.link(b, "anna@example.org")
	s.clock.advance(account.MailedLink + time.Second)
	b.refusesLink(expiredLink, "has expired")
	b.refusesLink(expiredLink[:len(expiredLink)-4], "was cut off")
	b.visit("/account")
	b.has("h1", "Sign in") // the link is no longer valid after an hour
}
