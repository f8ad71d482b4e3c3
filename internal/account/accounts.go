package account

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// ErrKeyLimit reports that the account has reached its plan's monthly limit of
// new keys.
var ErrKeyLimit = errors.New("the account has created as many keys this month as its plan allows")

// ErrKeysWork reports that the account has reached its plan's limit of active
// keys.
var ErrKeysWork = errors.New("as many keys of the account work as its plan allows; revoke one that is no longer needed")

// Config configures [Accounts].
type Config struct {
	Store   Store
	Service *service.Service
	Clock   func() time.Time
	Cost    Cost // cost of hashing a password; the zero value means DefaultCost
	// OpenSignUp lets visitors create accounts.
	OpenSignUp bool
	// SignUpsADay is the number of accounts that visitors from one network
	// address may create per day if sign-up is open. The default is 5; a
	// negative value removes the limit.
	SignUpsADay int
	// FirstOperates makes the first account an operator's account.
	FirstOperates bool
	// Mail sends a message; nil if no mail can be sent. Each call ends with
	// its context.
	Mail func(ctx context.Context, m Mail) error
	// PublicURL is the base URL of links, without a trailing slash.
	PublicURL string
	// Log receives errors that visitors must not see; nil discards them.
	Log *slog.Logger
}

// Accounts implements the use cases of accounts. It is safe for concurrent use.
type Accounts struct {
	Config

	hasher    *hasher
	byAddress *throttle // attempts to sign in or up, by network address
	signUps   *throttle // accounts created by visitors, by network address
	byPair    *throttle // attempts to sign in, by network address and account
	byAccount *throttle // attempts to sign in, by account, from addresses that are not familiar
	familiar  familiar  // network addresses and accounts that have been signed in to from there
	byUser    *throttle // password checks by the signed-in user
	rotations *throttle // of keys, by the user who is signed in
	forgotten *throttle // requested links, by account
	links     *throttle // links used, by network address
	asked     *throttle // requested plans, by account
	changes   *throttle // forms of the pages, by the user who is signed in
	outgoing  *outgoing
}

// Password attempts: a burst, then one per interval. Many users may share an address, such as an
// office. Strangers at one address cannot exhaust the owner's attempts. Many addresses together can
// exhaust the attempts of an account, except from addresses from which its owner has signed in
// before.
const (
	addressBurst = 20
	addressEvery = 10 * time.Second
	pairBurst    = 10
	pairEvery    = 30 * time.Second
	accountBurst = 200
	accountEvery = 5 * time.Second
)

// signUpsADay is the default of [Config].SignUpsADay: each account has the quota of
// new keys.
const signUpsADay = 5

// Limits on rotations of an account's keys. After each rotation, every process must look up all
// keys again.
const (
	rotationBurst = 20
	rotationEvery = time.Minute
)

// Limits on the forms that a signed-in user may send: 60 at once, then one per second.
const (
	changeBurst = 60
	changeEvery = time.Second
)

// clearTimeout bounds how long the caller waits until the data of a deleted account is removed. The
// sweep removes the remaining data.
const clearTimeout = 20 * time.Second

// New returns the use cases.
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
		outgoing: newOutgoing(),
	}
}

// Close waits until all pending messages are sent or have failed.
func (a *Accounts) Close() { a.outgoing.wait() }

// CheckEmail validates an email address and returns a *[Refusal].
func CheckEmail(email string) error {
	_, err := checkEmail(email)
	return err
}

// Create creates an account, even if sign-up is closed. It returns ErrTaken and *[Refusal].
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

// newHash validates a new password of an account and returns its hash.
func (a *Accounts) newHash(ctx context.Context, password, email string) (string, error) {
	if err := CheckPassword(password, email); err != nil {
		return "", err
	}
	return a.hasher.hash(ctx, password)
}

// SignUp creates an account for a visitor and signs the visitor in. from is the network address of
// the request, and stale is the token of the browser's previous session. It returns ErrClosed,
// ErrTaken, ErrNotSignedIn, *[Refusal] and *[TooOftenError].
func (a *Accounts) SignUp(ctx context.Context, email, password, from, stale string) (token string, err error) {
	if !a.OpenSignUp {
		return "", ErrClosed
	}
	if wait := a.byAddress.take(from, a.Clock()); wait > 0 {
		return "", &TooOftenError{wait}
	}
	if wait := a.signUps.wait(from, a.Clock()); wait > 0 && a.SignUpsADay > 0 {
		return "", &TooOftenError{wait}
	}
	made, hash, err := a.create(service.By(ctx, service.Actor{ID: Visitor, Address: from}), email, password)
	if err != nil {
		return "", err
	}
	a.signUps.take(from, a.Clock()) // a mistyped address creates no account
	if token, err = a.start(ctx, made.ID, hash, from, stale); err != nil {
		return "", fmt.Errorf("%w: %w", ErrNotSignedIn, err)
	}
	return token, nil
}

// SignIn starts a session under a new token and ends the browser's previous
// session. It returns ErrCredentials and *[TooOftenError].
func (a *Accounts) SignIn(ctx context.Context, email, password, from, stale string) (token string, err error) {
	now, name := a.Clock(), Folded(email)
	if len(name) > maxEmailLen {
		name = name[:maxEmailLen] // the maximum length that the throttle stores
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
	// The response for an address without an account takes as long as the response for a wrong
	// password.
	if len(password) > 4*MaxPasswordLen {
		password, hash = "", ""
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

// find returns the account of an e-mail address. It does not query the store for text that cannot
// be an address. It returns ErrNoAccount.
func (a *Accounts) find(ctx context.Context, email string) (found Account, hash string, err error) {
	if email, err = checkEmail(email); err != nil {
		return Account{}, "", ErrNoAccount
	}
	return a.Store.Find(ctx, Folded(email))
}

// ByEmail returns the account of an e-mail address, for the command line. It returns ErrNoAccount.
func (a *Accounts) ByEmail(ctx context.Context, email string) (Account, error) {
	found, _, err := a.find(ctx, email)
	return found, err
}

// Visitor is the actor of an account's creation by a visitor, and of attempts to
// sign in.
const Visitor = "visitor"

// audited calls [service.Audited] with the current time of the accounts' clock.
func (a *Accounts) audited(ctx context.Context, action, detail, subject string) context.Context {
	return service.Audited(ctx, a.Clock(), action, detail, subject)
}

// noteFailure writes a wrong password for an account to the audit log. The attempt fails even if
// the entry cannot be written.
func (a *Accounts) noteFailure(ctx context.Context, id, from string) {
	if a.Service == nil {
		return
	}
	a.Service.Note(ctx, service.AuditEntry{Time: a.Clock(), Action: "sign-in.failed", Actor: Visitor, Subject: id, Address: from})
}

// start starts a session of an account after its password was verified against
// hash.
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

// User returns the account of a session's token. It returns ErrNoSession.
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

// AllowChange counts a form that a signed-in user has sent. It returns *[TooOftenError].
func (a *Accounts) AllowChange(user Account) error {
	if wait := a.changes.take(user.ID, a.Clock()); wait > 0 {
		return &TooOftenError{wait}
	}
	return nil
}

// SignOut ends a session, if there is one.
func (a *Accounts) SignOut(ctx context.Context, token string) error {
	if _, _, err := a.Store.Session(ctx, sum(token)); errors.Is(err, ErrNoSession) {
		return nil
	}
	return a.Store.End(ctx, sum(token))
}

// ChangePassword changes a password after verifying the old one and ends every
// other session of the account. It returns ErrCredentials, *[Refusal] and
// *[TooOftenError].
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

// confirm checks the password of a user who is signed in, and returns the hash
// that it matched.
func (a *Accounts) confirm(ctx context.Context, user Account, password string) (hash string, err error) {
	if wait := a.byUser.take(user.ID, a.Clock()); wait > 0 {
		return "", &TooOftenError{wait}
	}
	if _, hash, err = a.find(ctx, user.Email); err != nil {
		return "", err
	}
	if len(password) > 4*MaxPasswordLen {
		return "", ErrCredentials
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

// ResetPassword sets a password without the old one and ends every session. It is for the command
// line. It returns ErrNoAccount and *[Refusal].
func (a *Accounts) ResetPassword(ctx context.Context, email, password string) error {
	found, _, err := a.find(ctx, email)
	if err != nil {
		return err
	}
	hash, err := a.newHash(ctx, password, found.Email)
	if err != nil {
		return err
	}
	return a.Store.SetPassword(a.audited(ctx, "account.set-password", "", found.ID), found.ID, "", hash, TokenHash{})
}

// SetOperator sets whether an account is an operator's. It is for the command line. It returns
// ErrNoAccount.
func (a *Accounts) SetOperator(ctx context.Context, email string, operator bool) error {
	found, _, err := a.find(ctx, email)
	if err != nil {
		return err
	}
	return a.Store.SetOperator(a.audited(ctx, "account.set-operator", strconv.FormatBool(operator), found.ID), found.ID, operator)
}

// DeleteByEmail deletes an account, for the command line. It returns ErrNoAccount and ErrRemains.
func (a *Accounts) DeleteByEmail(ctx context.Context, email string) error {
	found, _, err := a.find(ctx, email)
	if err != nil {
		return err
	}
	return a.delete(ctx, found.ID)
}

// Delete deletes an account after verifying its password. It continues if the
// caller stops waiting. It returns ErrCredentials, ErrRemains and
// *[TooOftenError].
func (a *Accounts) Delete(ctx context.Context, user Account, password string) error {
	if _, err := a.confirm(ctx, user, password); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), clearTimeout)
	defer cancel()
	return a.delete(ctx, user.ID)
}

// delete ends an account immediately and removes its data in small steps, so
// that other requests are recorded in between.
func (a *Accounts) delete(ctx context.Context, id string) error {
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

// ListAll lists all accounts. It is for the command line and does not check the rights of the
// caller.
func (a *Accounts) ListAll(ctx context.Context) ([]Account, error) { return a.Store.List(ctx) }

// List lists all accounts for an operator. It returns ErrNotOperator.
func (a *Accounts) List(ctx context.Context, user Account) ([]Account, error) {
	if !user.Operator {
		return nil, ErrNotOperator
	}
	return a.Store.List(ctx)
}

// SetPlan lets an operator change the plan of an account and its keys, which
// closes the account's request. It returns ErrNotOperator, ErrNoAccount and
// *[Refusal].
func (a *Accounts) SetPlan(ctx context.Context, user Account, id string, plan meter.Plan) error {
	if !user.Operator {
		return ErrNotOperator
	}
	return a.setPlan(ctx, user.ID, id, plan)
}

// GrantPlan is like [Accounts.SetPlan], for callers without an account: commands and administration
// keys. It returns ErrNoAccount and *[Refusal].
func (a *Accounts) GrantPlan(ctx context.Context, id string, plan meter.Plan) error {
	return a.setPlan(ctx, "", id, plan)
}

func (a *Accounts) setPlan(ctx context.Context, operator, id string, plan meter.Plan) error {
	if err := a.Service.CheckPlan(plan); err != nil {
		return &Refusal{"plan", strings.TrimPrefix(err.Error(), "plan: ")}
	}
	if !service.IsID(id) {
		return ErrNoAccount
	}
	return a.Store.SetPlan(a.audited(ctx, "account.set-plan", string(plan), id), operator, id, plan)
}

// CreateKey creates a key with the plan that the user's account has at that
// moment. It returns ErrKeyLimit, ErrKeysWork and *[Refusal].
func (a *Accounts) CreateKey(ctx context.Context, user Account, name string, mode apikey.Mode) (service.IssuedKey, error) {
	spec := service.KeySpec{Name: name, Plan: user.Plan, Mode: mode}
	if err := a.Service.CheckKey(spec); err != nil {
		return service.IssuedKey{}, &Refusal{Words: err.Error()}
	}
	issued, key := a.Service.NewKey(spec)
	month := meter.MonthOf(issued.Created)
	plan, err := a.Store.CreateKey(a.audited(ctx, "key.create", string(mode), key.ID), user.ID, key, a.KeysPerMonth, month.Start())
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

// own returns one of the user's keys. Keys of other accounts are reported as
// not found.
func (a *Accounts) own(ctx context.Context, user Account, id string) (Key, error) {
	keys, err := a.Keys(ctx, user)
	if err != nil {
		return Key{}, err
	}
	for _, k := range keys {
		if k.ID == id && k.Revoked.IsZero() {
			return k, nil
		}
	}
	return Key{}, service.ErrNoKey
}

// RotateKey gives one of the user's keys a new secret. It returns service.ErrNoKey,
// service.ErrManySecrets, *[Refusal] and *[TooOftenError].
func (a *Accounts) RotateKey(ctx context.Context, user Account, id string, grace time.Duration) (service.IssuedKey, error) {
	if grace < 0 || grace > service.MaxGrace {
		return service.IssuedKey{}, &Refusal{"grace", fmt.Sprintf("must be between 0 and %v", service.MaxGrace)}
	}
	if _, err := a.own(ctx, user, id); err != nil {
		return service.IssuedKey{}, err
	}
	if wait := a.rotations.take(user.ID, a.Clock()); wait > 0 {
		return service.IssuedKey{}, &TooOftenError{wait}
	}
	return a.Service.RotateKey(ctx, id, grace)
}

// RevokeKey revokes one of the user's keys. It returns service.ErrNoKey.
func (a *Accounts) RevokeKey(ctx context.Context, user Account, id string) (service.Key, error) {
	if _, err := a.own(ctx, user, id); err != nil {
		return service.Key{}, err
	}
	return a.Service.RevokeKey(ctx, id)
}

// Usage yields usage rows of the user's keys, newest first. They are read page
// by page, and no connection is held while a row is yielded.
func (a *Accounts) Usage(ctx context.Context, user Account, q UsageQuery) iter.Seq2[service.UsageRow, error] {
	return func(yield func(service.UsageRow, error) bool) {
		if q.KeyID != "" && !service.IsID(q.KeyID) {
			return // as for any key that does not belong to the user
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

// Days sums the user's usage of a month by day.
func (a *Accounts) Days(ctx context.Context, user Account, month meter.Month) ([]Day, error) {
	return a.Store.Days(ctx, user.ID, month)
}

// Limits returns the limits that a plan sets for each key.
func (a *Accounts) Limits(plan meter.Plan) meter.Limits { return a.Service.Limits(plan) }

// KeysPerMonth returns the number of keys that an account may create in a UTC
// month. Without this limit, new keys would bypass the quota per key.
func (a *Accounts) KeysPerMonth(plan meter.Plan) int { return a.Limits(plan).KeysPerMonth }

// SignUpOpen reports whether visitors may create accounts.
func (a *Accounts) SignUpOpen() bool { return a.OpenSignUp }
