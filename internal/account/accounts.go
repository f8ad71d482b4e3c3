package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// ErrKeyLimit reports that the account has created the maximum number of keys this month.
var ErrKeyLimit = errors.New("the account has created as many keys this month as its plan allows")

// ErrKeysWork reports that the account has the maximum number of active keys.
var ErrKeysWork = errors.New("the account has as many active keys as its plan allows; revoke a key that is no longer needed")

// Config configures [Accounts].
type Config struct {
	Store   Store
	Service *service.Service
	Clock   func() time.Time
	Cost    Cost // cost of hashing a password; the zero value means DefaultCost
	// OpenSignUp allows visitors to create accounts.
	OpenSignUp bool
	// SignUpsADay is the number of accounts that visitors from one network address may create per
	// day if sign-up is open. The default is 5; a negative value removes the limit.
	SignUpsADay int
	// FirstOperates turns the first account created into an operator's account.
	FirstOperates bool
	// Mail sends a message and returns at the latest when its context ends; nil if the server sends no mail.
	Mail func(ctx context.Context, m Mail) error
	// PublicURL is the server's URL in password reset links, without a trailing slash.
	PublicURL string
	// Log receives errors that visitors must not see; nil discards them.
	Log *slog.Logger
}

// Accounts manages accounts, their sessions and their keys. It is safe for concurrent use.
type Accounts struct {
	Config

	hasher    *hasher
	byAddress *throttle // limits attempts to sign in, sign up or request a link, by network address
	signUps   *throttle // limits, per network address, the accounts that visitors create
	byPair    *throttle // limits attempts to sign in, by network address and account
	byAccount *throttle // limits attempts to sign in from unfamiliar network addresses, by account
	familiar  familiar  // accounts, each paired with a network address from which a user has signed in to the account
	byUser    *throttle // limits password checks by a signed-in user
	rotations *throttle // limits key rotations by a signed-in user
	forgotten *throttle // limits requests for a password reset link, by e-mail address
	links     *throttle // limits attempts to use a link, by network address
	asked     *throttle // limits requests for another plan, by account
	changes   *throttle // limits the forms that a signed-in user sends
	outgoing  *outgoing
}

// These constants limit sign-in attempts: a burst, then one attempt per interval. The limits by network address
// are generous, because many users may share one address, as in an office. Attempts from one network address
// cannot lock out the account's owner at another. Attempts from many addresses together can lock out the
// account's owner, but not at an address that has already been used to sign in to the account.
const (
	addressBurst = 20
	addressEvery = 10 * time.Second
	pairBurst    = 10
	pairEvery    = 30 * time.Second
	accountBurst = 200
	accountEvery = 5 * time.Second
)

// signUpsADay is the default for [Config].SignUpsADay. It is low because an account can create several keys,
// and each key has a separate quota.
const signUpsADay = 5

// These constants limit one account's key rotations: a burst, then one rotation per interval. After each
// rotation, every server process must read all keys again.
const (
	rotationBurst = 20
	rotationEvery = time.Minute
)

// These constants limit the forms that a signed-in user may send: 60 at once, then one per second.
const (
	changeBurst = 60
	changeEvery = time.Second
)

// clearTimeout is the longest time that a deletion waits for the account's data to be removed. The sweep
// removes the remaining data later.
const clearTimeout = 20 * time.Second

// New returns Accounts with the given configuration.
func New(config Config) *Accounts {
	if config.Cost == (Cost{}) {
		config.Cost = DefaultCost
	}
	if config.SignUpsADay == 0 {
		config.SignUpsADay = signUpsADay
	}
	limits := admission.New(admission.Options{})
	if config.Service != nil {
		limits = config.Service.Admission()
	}
	return &Accounts{
		Config: config, hasher: newHasher(config.Cost, limits),
		byAddress: newThrottle(addressBurst, addressEvery), byPair: newThrottle(pairBurst, pairEvery),
		byAccount: newThrottle(accountBurst, accountEvery), byUser: newThrottle(pairBurst, pairEvery),
		signUps:   newThrottle(config.SignUpsADay, 24*time.Hour/time.Duration(config.SignUpsADay)),
		rotations: newThrottle(rotationBurst, rotationEvery),
		forgotten: newThrottle(linkBurst, linkEvery), links: newThrottle(addressBurst, addressEvery),
		asked:    newThrottle(linkBurst, linkEvery),
		changes:  newThrottle(changeBurst, changeEvery),
		outgoing: &outgoing{room: make(chan struct{}, mostWaiting), turn: make(chan struct{}, sendAtOnce)},
	}
}

// Close waits until each pending message has been sent or has failed.
func (a *Accounts) Close() { a.outgoing.wait() }

// CheckEmail returns a *[Refusal] if an e-mail address is invalid.
func CheckEmail(email string) error {
	_, err := checkEmail(email)
	return err
}

// Create creates an account, even if sign-up is closed. The error may be ErrTaken or a *[Refusal].
func (a *Accounts) Create(ctx context.Context, email, password string) (Account, error) {
	made, _, err := a.create(ctx, email, password)
	return made, err
}

func (a *Accounts) create(ctx context.Context, email, password string) (made Account, hash string, err error) {
	if email, err = checkEmail(email); err != nil {
		return Account{}, "", err
	}
	if hash, err = a.newHash(ctx, password, email); err != nil {
		return Account{}, "", err
	}
	made = Account{ID: "acct_" + rand.Text(), Email: email, Plan: a.Service.DefaultPlan(), Created: a.Clock()}
	made, err = a.Store.Create(a.audited(ctx, "account.create", "", made.ID), made, hash, a.FirstOperates)
	return made, hash, err
}

func (a *Accounts) newHash(ctx context.Context, password, email string) (string, error) {
	if err := CheckPassword(password, email); err != nil {
		return "", err
	}
	return a.hasher.hash(ctx, password)
}

// SignUp creates an account for a visitor and signs the visitor in. The caller passes the network address
// of the request, and the token of the browser's previous session, if any. The error may be ErrClosed,
// ErrTaken, ErrNotSignedIn, a *[Refusal] or a *[TooOftenError].
func (a *Accounts) SignUp(ctx context.Context, email, password, from, stale string) (token string, err error) {
	if !a.OpenSignUp {
		return "", ErrClosed
	}
	if err := a.byAddress.check(from, a.Clock()); err != nil {
		return "", err
	}
	if wait := a.signUps.wait(from, a.Clock()); wait > 0 && a.SignUpsADay > 0 {
		return "", &TooOftenError{wait}
	}
	made, hash, err := a.create(service.By(ctx, service.Actor{ID: Visitor, Address: from}), email, password)
	if err != nil {
		return "", err
	}
	a.signUps.take(from, a.Clock()) // counted only here, because a rejected form creates no account
	if token, err = a.start(ctx, made.ID, hash, from, stale); err != nil {
		return "", fmt.Errorf("%w: %w", ErrNotSignedIn, err)
	}
	return token, nil
}

// SignIn starts a session with a new token, and ends the browser's previous session if the caller passes its
// token. The error may be ErrCredentials or a *[TooOftenError].
func (a *Accounts) SignIn(ctx context.Context, email, password, from, stale string) (token string, err error) {
	now, name := a.Clock(), Folded(email)
	if len(name) > maxEmailLen {
		name = name[:maxEmailLen] // the throttle stores at most this many bytes of a name
	}
	pair := from + " " + name
	wait := a.byAddress.take(from, now)
	if wait == 0 {
		wait = a.byPair.take(pair, now)
	}
	if wait == 0 && !a.familiar.has(pair) {
		wait = a.byAccount.take(name, now)
	}
	if wait > 0 {
		return "", &TooOftenError{wait}
	}
	found, hash, err := a.find(ctx, email)
	if err != nil && !errors.Is(err, ErrNoAccount) {
		return "", err
	}
	ok, err := a.hasher.matches(ctx, password, hash)
	if err != nil {
		return "", err
	}
	if !ok {
		if found.ID != "" {
			a.noteFailure(ctx, found.ID, from)
		}
		return "", ErrCredentials
	}
	a.byPair.reset(pair)
	a.familiar.add(pair)
	return a.start(ctx, found.ID, hash, from, stale)
}

// find returns the account with the given e-mail address, and its password hash. If email is not a valid
// address, find returns ErrNoAccount without a query.
func (a *Accounts) find(ctx context.Context, email string) (found Account, hash string, err error) {
	if email, err = checkEmail(email); err != nil {
		return Account{}, "", ErrNoAccount
	}
	return a.Store.Find(ctx, Folded(email))
}

// ByEmail returns the account with the given e-mail address. Only the command line calls it. The error may be
// ErrNoAccount.
func (a *Accounts) ByEmail(ctx context.Context, email string) (Account, error) {
	found, _, err := a.find(ctx, email)
	return found, err
}

// Visitor is the actor in audit entries about accounts created by visitors and about failed sign-in attempts.
const Visitor = "visitor"

func (a *Accounts) audited(ctx context.Context, action, detail, subject string) context.Context {
	return service.Audited(ctx, a.Clock(), action, detail, subject)
}

// noteFailure writes an audit entry about a wrong password. If the store returns an error, noteFailure only
// logs it, because the sign-in fails anyway.
func (a *Accounts) noteFailure(ctx context.Context, id, from string) {
	if a.Service == nil {
		return
	}
	a.Service.Note(ctx, service.AuditEntry{Time: a.Clock(), Action: "sign-in.failed", Actor: Visitor, Subject: id, Address: from})
}

// start starts a session for an account. The caller has verified the password against hash.
func (a *Accounts) start(ctx context.Context, id, hash, from, stale string) (token string, err error) {
	token = newToken()
	now := a.Clock()
	ctx = a.audited(service.By(ctx, service.Actor{ID: id, Address: from}), "sign-in", "", id)
	s := Session{Hash: sum(token), Account: id, Started: now, Seen: now}
	if err := a.Store.Start(ctx, s, hash, sum(stale), now.Add(-SessionIdle), now.Add(-SessionLifetime)); err != nil {
		return "", fmt.Errorf("start a session: %w", err)
	}
	return token, nil
}

// User returns the account of the session with the given token. The error may be ErrNoSession.
func (a *Accounts) User(ctx context.Context, token string) (Account, error) {
	if token == "" {
		return Account{}, ErrNoSession
	}
	s, user, err := a.Store.Session(ctx, sum(token))
	if err != nil {
		return Account{}, err
	}
	now := a.Clock()
	if !s.live(now) {
		return Account{}, ErrNoSession
	}
	if now.Sub(s.Seen) >= touchAfter {
		if err := a.Store.Touch(ctx, s.Hash, now); err != nil {
			return Account{}, fmt.Errorf("touch a session: %w", err)
		}
	}
	return user, nil
}

// AllowChange counts a form sent by a signed-in user. It returns a *[TooOftenError] if the user has sent too many
// forms.
func (a *Accounts) AllowChange(user Account) error {
	return a.changes.check(user.ID, a.Clock())
}

// SignOut ends the session with the given token, if there is one.
func (a *Accounts) SignOut(ctx context.Context, token string) error {
	if _, _, err := a.Store.Session(ctx, sum(token)); errors.Is(err, ErrNoSession) {
		return nil
	}
	return a.Store.End(ctx, sum(token))
}

// ChangePassword verifies the old password, sets the new one, and ends every session of the account except the session
// with the given token. The error may be ErrCredentials, a *[Refusal] or a *[TooOftenError].
func (a *Accounts) ChangePassword(ctx context.Context, user Account, old, password, token string) error {
	was, err := a.confirm(ctx, user, old)
	if err != nil {
		return err
	}
	hash, err := a.newHash(ctx, password, user.Email)
	if err != nil {
		return err
	}
	return a.Store.SetPassword(a.audited(ctx, "account.set-password", "", user.ID), user.ID, was, hash, sum(token))
}

// confirm checks a signed-in user's password and returns the stored hash.
func (a *Accounts) confirm(ctx context.Context, user Account, password string) (hash string, err error) {
	if err := a.byUser.check(user.ID, a.Clock()); err != nil {
		return "", err
	}
	if _, hash, err = a.find(ctx, user.Email); err != nil {
		return "", err
	}
	ok, err := a.hasher.matches(ctx, password, hash)
	if err != nil {
		return "", err
	}
	if !ok {
		return "", ErrCredentials
	}
	a.byUser.reset(user.ID)
	return hash, nil
}

// ResetPassword sets an account's password without verifying the old one, and ends every session of the
// account. Only the command line calls it. The error may be ErrNoAccount or a *[Refusal].
func (a *Accounts) ResetPassword(ctx context.Context, user Account, password string) error {
	hash, err := a.newHash(ctx, password, user.Email)
	if err != nil {
		return err
	}
	return a.Store.SetPassword(a.audited(ctx, "account.set-password", "", user.ID), user.ID, "", hash, TokenHash{})
}

// SetOperator sets whether an account is an operator's account. Only the command line calls it. The error may
// be ErrNoAccount.
func (a *Accounts) SetOperator(ctx context.Context, id string, operator bool) error {
	return a.Store.SetOperator(a.audited(ctx, "account.set-operator", strconv.FormatBool(operator), id), id, operator)
}

// Delete deletes a signed-in user's account after verifying the password. The deletion continues even if ctx is
// canceled. The error may be ErrCredentials, ErrRemains or a *[TooOftenError].
func (a *Accounts) Delete(ctx context.Context, user Account, password string) error {
	if _, err := a.confirm(ctx, user, password); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), clearTimeout)
	defer cancel()
	return a.DeleteByID(ctx, user.ID)
}

// DeleteByID deletes an account without verifying the password. The account ends immediately.
// DeleteByID then removes the account's data in small steps, so that the store can record requests
// between the steps. The error may be ErrNoAccount or ErrRemains.
func (a *Accounts) DeleteByID(ctx context.Context, id string) error {
	if err := a.Store.Delete(a.audited(ctx, "account.delete", "", id), id, a.Clock()); err != nil {
		return err
	}
	for {
		more, err := a.Store.Clear(ctx)
		if err == nil && more {
			err = ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrRemains, err)
		}
		if !more {
			return nil
		}
	}
}

// List lists all accounts. The caller verifies that the user is an operator.
func (a *Accounts) List(ctx context.Context) ([]Account, error) { return a.Store.List(ctx) }

// SetPlan changes the plan of an account and its keys, and closes its plan request. The caller passes the
// account ID of the operator who makes the change, or "" for the command line and administration keys. The
// error may be ErrNotOperator, ErrNoAccount or a *[Refusal].
func (a *Accounts) SetPlan(ctx context.Context, operator, id string, plan meter.Plan) error {
	if err := a.checkPlan(plan); err != nil {
		return err
	}
	if !service.IsID(id) {
		return ErrNoAccount
	}
	return a.Store.SetPlan(a.audited(ctx, "account.set-plan", string(plan), id), operator, id, plan)
}

func (a *Accounts) checkPlan(plan meter.Plan) error {
	if err := a.Service.CheckPlan(plan); err != nil {
		return &Refusal{"plan", strings.TrimPrefix(err.Error(), "plan: ")}
	}
	return nil
}

// CreateKey creates an API key with the current plan of the user's account. The error may be
// ErrKeyLimit, ErrKeysWork or a *[Refusal].
func (a *Accounts) CreateKey(ctx context.Context, user Account, name string, mode apikey.Mode) (service.IssuedKey, error) {
	spec := service.KeySpec{Name: name, Plan: user.Plan, Mode: mode}
	if err := a.Service.CheckKey(spec); err != nil {
		return service.IssuedKey{}, &Refusal{Words: err.Error()}
	}
	issued, key := a.Service.NewKey(spec)
	// Each key has its own quota, so without this limit new keys would provide more quota.
	most := func(plan meter.Plan) int { return a.Service.Limits(plan).KeysPerMonth }
	month := meter.MonthOf(issued.Created)
	plan, err := a.Store.CreateKey(a.audited(ctx, "key.create", string(mode), key.ID), user.ID, key, most, month.Start())
	if err != nil {
		return service.IssuedKey{}, err
	}
	issued.Plan = plan
	return issued, nil
}

// Keys lists the user's keys.
func (a *Accounts) Keys(ctx context.Context, user Account) ([]Key, error) {
	return a.Store.Keys(ctx, user.ID, meter.MonthOf(a.Clock()))
}

// own returns the user's key with the given ID. For another account's key, the error is the same as for an unknown key.
func (a *Accounts) own(ctx context.Context, user Account, id string) (Key, error) {
	keys, err := a.Keys(ctx, user)
	if err != nil {
		return Key{}, err
	}
	i := slices.IndexFunc(keys, func(k Key) bool { return k.ID == id && k.Revoked.IsZero() })
	if i < 0 {
		return Key{}, service.ErrNoKey
	}
	return keys[i], nil
}

// RotateKey replaces the secret of one of the user's keys. The error may be service.ErrNoKey,
// service.ErrManySecrets, a *[Refusal] or a *[TooOftenError].
func (a *Accounts) RotateKey(ctx context.Context, user Account, id string, grace time.Duration) (service.IssuedKey, error) {
	if grace < 0 || grace > service.MaxGrace {
		return service.IssuedKey{}, &Refusal{"grace", fmt.Sprintf("must be between 0 and %v", service.MaxGrace)}
	}
	if _, err := a.own(ctx, user, id); err != nil {
		return service.IssuedKey{}, err
	}
	if err := a.rotations.check(user.ID, a.Clock()); err != nil {
		return service.IssuedKey{}, err
	}
	return a.Service.RotateKey(ctx, id, grace)
}

// RevokeKey revokes one of the user's keys. The error may be service.ErrNoKey.
func (a *Accounts) RevokeKey(ctx context.Context, user Account, id string) (service.Key, error) {
	if _, err := a.own(ctx, user, id); err != nil {
		return service.Key{}, err
	}
	return a.Service.RevokeKey(ctx, id)
}

// Usage yields the usage rows for the user's keys, newest first. It reads the rows page by page, and uses no
// database connection while it yields a row.
func (a *Accounts) Usage(ctx context.Context, user Account, q UsageQuery) iter.Seq2[service.UsageRow, error] {
	return func(yield func(service.UsageRow, error) bool) {
		if q.KeyID != "" && !service.IsID(q.KeyID) {
			return // an invalid ID belongs to no key, so there are no rows
		}
		left := q.Limit
		for {
			requested, _ := q.Page()
			page, err := a.Store.Usage(ctx, user.ID, q)
			if err != nil {
				yield(service.UsageRow{}, fmt.Errorf("usage: %w", err))
				return
			}
			for _, row := range page.Rows {
				if !yield(row, nil) {
					return
				}
			}
			if len(page.Rows) < requested {
				return
			}
			if q.Limit > 0 {
				if left -= len(page.Rows); left <= 0 {
					return
				}
				q.Limit = left
			}
			q.Before = page.Last
		}
	}
}

// Days returns the user's usage in a month, summed by day.
func (a *Accounts) Days(ctx context.Context, user Account, month meter.Month) ([]Day, error) {
	return a.Store.Days(ctx, user.ID, month)
}

// These constants limit a session's lifetime: the maximum time since its last use, and since the sign-in.
const (
	SessionIdle     = time.Hour
	SessionLifetime = 12 * time.Hour
	// touchAfter is the minimum time between two updates of the time at which a session was last used, so
	// that most page views cause no write.
	touchAfter = time.Minute
)

// TokenHash is the SHA-256 digest of a session's or a link's token. Only the digest is stored. A
// fast hash is safe here, because tokens are long and random.
type TokenHash [sha256.Size]byte

// Session is the session of a browser that has signed in.
type Session struct {
	Hash    TokenHash
	Account string // account ID
	Started time.Time
	Seen    time.Time
}

func (s *Session) live(now time.Time) bool {
	return now.Sub(s.Seen) < SessionIdle && now.Sub(s.Started) < SessionLifetime
}

const tokenLen = 32

func newToken() string {
	b := make([]byte, tokenLen)
	_, _ = rand.Read(b) // cannot fail: if the system has no random numbers, the program ends
	return base64.RawURLEncoding.EncodeToString(b)
}

func sum(token string) TokenHash { return sha256.Sum256([]byte(token)) }

// AskPlan records a user's request for another plan. An operator may grant or decline it. The error
// may be a *[Refusal] or a *[TooOftenError].
func (a *Accounts) AskPlan(ctx context.Context, user Account, plan meter.Plan, reason string) error {
	if err := a.checkPlan(plan); err != nil {
		return err
	}
	reason = strings.Join(strings.Fields(reason), " ")
	switch {
	case plan == user.Plan:
		return &Refusal{"plan", "is already the account's plan"}
	case !utf8.ValidString(reason) || strings.ContainsFunc(reason, unicode.IsControl):
		return &Refusal{"reason", "must be text without control characters"}
	case utf8.RuneCountInString(reason) > MaxReasonLen:
		return &Refusal{"reason", fmt.Sprintf("must have at most %d characters", MaxReasonLen)}
	}
	if err := a.asked.check(user.ID, a.Clock()); err != nil {
		return err
	}
	return a.Store.AskPlan(a.audited(ctx, "account.ask-plan", string(plan), user.ID), user.ID, PlanRequest{plan, reason, a.Clock()})
}

// TakeBack withdraws the user's open plan request, if any.
func (a *Accounts) TakeBack(ctx context.Context, user Account) error {
	return a.Store.AskPlan(a.audited(ctx, "account.ask-plan", "taken back", user.ID), user.ID, PlanRequest{})
}

// Decline declines an account's plan request. The caller verifies that the user is an operator. The error may
// be ErrNoAccount.
func (a *Accounts) Decline(ctx context.Context, id string) error {
	return a.Store.AskPlan(a.audited(ctx, "account.decline-plan", "", id), id, PlanRequest{})
}

// Requests returns the accounts that have an open plan request, in the given order.
func Requests(list []Account) []Account {
	return slices.DeleteFunc(slices.Clone(list), func(a Account) bool { return a.Asked.Plan == "" })
}
