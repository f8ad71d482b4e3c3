package oracle

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// Signed is a lease with its signed balances from the previous closing.
type Signed struct {
	ID       string `json:"id"`
	Standard string `json:"standard"` // empty if not supplied
	Currency string `json:"currency"` // empty if not supplied

	Liability   *big.Rat `json:"liability"`
	RouAsset    *big.Rat `json:"rouAsset"`
	Accumulated *big.Rat `json:"accumulatedAmortization"`
	PrepaidRent *big.Rat `json:"prepaidRent"`

	Posted   []AccountAmount   `json:"posted"` // empty unless the complete previous closing is supplied
	ThisYear []AccountAmount   `json:"postedThisYear"`
	Tags     map[string]string `json:"tags"`
	LastDay  date              `json:"lastDay"`
}

// AccountAmount is the amount posted to one account.
type AccountAmount struct {
	Account string   `json:"account"`
	Amount  *big.Rat `json:"amount"`
}

// amounts returns the signed balances in the order of standingNames.
func (s *Signed) amounts() [4]*big.Rat {
	return [4]*big.Rat{s.Liability, s.RouAsset, s.Accumulated, s.PrepaidRent}
}

// Previous is the previous closing, which contains the signed balances.
type Previous struct {
	Digest string   `json:"digest"`
	Leases []Signed `json:"leases"` // nil if the closing's leases are not supplied

	Periods         []Question `json:"periods"` // the reporting periods with their tax rates; empty unless the complete previous closing is supplied
	FiscalYearStart string     `json:"fiscalYearStart"`
}

// chain returns the chain of closings that the report continues.
//
// If a signed lease is no longer supplied and was signed without a currency, chain takes the
// lease's currency from the argument "rest".
func (p *Previous) chain(q *Question, currencies map[string]string, rest string) *Chain {
	c := &Chain{FiscalYear: [2]int{1, 1}, Posted: map[string]*Posted{}}
	_, _ = fmt.Sscanf(p.FiscalYearStart, "%d-%d", &c.FiscalYear[0], &c.FiscalYear[1])
	for _, period := range append(slices.Clone(p.Periods), Question{From: q.From, To: q.To, DeferredTax: q.DeferredTax}) {
		of := *q
		of.From, of.To, of.DeferredTax, of.Presentation, of.Previous = period.From, period.To, period.DeferredTax, "", nil
		c.Periods = append(c.Periods, &of)
	}
	for _, s := range p.Leases {
		currency, supplied := currencies[s.ID]
		if !supplied {
			currency = rest
		}
		units := func(amounts []AccountAmount) map[string]*big.Int {
			all := map[string]*big.Int{}
			for _, a := range amounts {
				addTo(all, a.Account, inUnits(toDecimals(a.Amount, amountDecimals), decimalsOf(cmp.Or(s.Currency, currency))))
			}
			return all
		}
		c.Posted[s.ID] = &Posted{units(s.Posted), units(s.ThisYear), s.LastDay}
	}
	return c
}

// standingNames lists each lease's signed balances.
var standingNames = [4]string{"liability", "rouAsset", "accumulatedAmortization", "prepaidRent"}

// standing holds a lease's balances at the end of a day, in minor units of the functional currency
// and in the order of standingNames.
type standing struct {
	id, standard, currency string
	amounts                [4]*big.Int
}

// standing computes the lease's balances at the end of the day. It translates the liability and the
// prepaid amounts at the closing rate.
func (b *book) standing(day date, closing *big.Rat) standing {
	s := standing{id: b.lease.ID, standard: b.lease.Standard, currency: b.lease.books()}
	a := b.functional()
	prepayments := new(big.Int).Add(a.translate(b.prepaidAt(prepaid, day), closing), a.translate(b.prepaidAt(prepaidService, day), closing))
	s.amounts = [4]*big.Int{a.translate(b.balance(day), closing), a.asset(day), a.accumulated(day), prepayments}
	return s
}

func (s *standing) nothing() bool {
	return !slices.ContainsFunc(s.amounts[:], func(v *big.Int) bool { return v.Sign() != 0 })
}

// digest hashes one line of text per lease with a nonzero balance, using SHA-256.
func digest(all []standing) string {
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b standing) int { return strings.Compare(a.id, b.id) })
	var lines strings.Builder
	for _, s := range all {
		if s.nothing() {
			continue
		}
		fields := []string{s.id, s.standard, s.currency}
		for _, amount := range s.amounts {
			fields = append(fields, Amount(amount, decimalsOf(s.currency)))
		}
		fmt.Fprintf(&lines, "%s\n", strings.Join(fields, "\t"))
	}
	sum := sha256.Sum256([]byte(lines.String()))
	return hex.EncodeToString(sum[:])
}

// lateChange describes a lease with opening balances that differ from its signed balances.
type lateChange struct {
	standing // the opening balances as currently computed
	exempt   bool
	stated   bool   // whether the lease is still supplied
	under    string // the standard under which the balances were signed
	signed   [4]*big.Int
	late     *Correction
	net      map[string]*big.Int     // the correcting entry by account; accumulated amortization is deducted from the asset
	tags     [][3]string             // each changed tag: its name, signed value and current value
	turned   func(*big.Int) *big.Int // the function that translates an amount to the currency of the report's total; nil if the total excludes the lease
}

// more returns the i-th current balance less the signed balance.
func (c *lateChange) more(i int) *big.Int { return new(big.Int).Sub(c.amounts[i], c.signed[i]) }

// compare compares the computed opening balances with the signed balances. It returns the leases
// with a change to report.
func (p *Previous) compare(now []standing, books []*book, asked []*Request, currency string, closed *Closed) []lateChange {
	if p.Leases == nil {
		return nil
	}
	var all []lateChange
	for i, s := range now {
		c := lateChange{standing: s, exempt: books[i].lease.Exemption != "", stated: true}
		c.take(p.Leases, s.id)
		c.catchUp(p, closed, books[i].lease)
		if c.listed() {
			all = append(all, c)
		}
	}
	for _, signed := range p.Leases {
		if slices.ContainsFunc(asked, func(r *Request) bool { return r.ID == signed.ID }) { // the lease was compared in the loop above, or the report does not select it
			continue
		}
		c := lateChange{standing: standing{id: signed.ID, standard: signed.Standard, currency: cmp.Or(signed.Currency, currency)}}
		for i := range c.amounts {
			c.amounts[i] = new(big.Int)
		}
		c.take(p.Leases, signed.ID)
		c.catchUp(p, closed, nil)
		if c.listed() {
			all = append(all, c)
		}
	}
	return all
}

// listed reports whether the report must list the lease as a prior-period correction.
func (c *lateChange) listed() bool {
	return c.differs() || len(c.late.Accounts) > 0 || len(c.tags) > 0 || c.late.Dropped
}

// catchUp sets the correction by account. If the report continues a chain, the correction comes
// from the chain; otherwise it is the change in each of the four balances.
func (c *lateChange) catchUp(p *Previous, closed *Closed, r *Request) {
	c.late = newCorrection()
	c.net = map[string]*big.Int{}
	if closed != nil {
		if late := closed.Corrections[c.id]; late != nil {
			c.late = late
		}
		for account, amount := range c.late.Accounts {
			if account == accumulatedAccount {
				account = titleOf(c.standard, asset)
			}
			addTo(c.net, account, amount)
		}
		i := slices.IndexFunc(p.Leases, func(s Signed) bool { return s.ID == c.id })
		if r == nil || i < 0 {
			return
		}
		names := map[string]bool{}
		for name := range r.Tags {
			names[name] = true
		}
		for name := range p.Leases[i].Tags {
			names[name] = true
		}
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if was, now := p.Leases[i].Tags[name], r.Tags[name]; was != now {
				c.tags = append(c.tags, [3]string{name, was, now})
			}
		}
		return
	}
	if r != nil && r.Fund == "governmental" && r.Exemption == "" { // a governmental fund records neither asset nor liability
		return
	}
	prepayment := prepaidService
	if c.exempt || !c.stated {
		prepayment = prepaid
	}
	rest := new(big.Int)
	add := func(standard string, amounts [4]*big.Int, sign int64) {
		of := func(i int) *big.Int { return new(big.Int).Mul(amounts[i], big.NewInt(sign)) }
		addTo(c.late.Accounts, titleOf(standard, asset), of(1))
		addTo(c.late.Accounts, titleOf(standard, asset), of(2))
		addTo(c.net, titleOf(standard, asset), of(1))
		addTo(c.net, titleOf(standard, liability), new(big.Int).Neg(of(0)))
		addTo(c.net, titleOf(standard, prepayment), of(3))
		addTo(c.late.Accounts, accumulatedAccount, new(big.Int).Neg(of(2)))
		addTo(c.late.Accounts, titleOf(standard, liability), new(big.Int).Neg(of(0)))
		addTo(c.late.Accounts, titleOf(standard, prepayment), of(3))
		rest.Add(rest, of(0))
		rest.Sub(rest, of(1))
		rest.Sub(rest, of(3))
	}
	add(c.under, c.signed, -1)
	add(c.standard, c.amounts, 1)
	addTo(c.late.Accounts, corrections, rest)
	addTo(c.net, corrections, rest)
	c.late.Prior = rest
}

// take sets a lease's signed standard and balances from a list. If the list lacks the lease, its
// signed balances are 0.
func (c *lateChange) take(list []Signed, id string) {
	i := slices.IndexFunc(list, func(s Signed) bool { return s.ID == id })
	c.under = c.standard
	if i >= 0 {
		c.under = cmp.Or(list[i].Standard, c.standard)
	}
	for k := range c.signed {
		c.signed[k] = new(big.Int)
		if i >= 0 {
			c.signed[k] = inUnits(toDecimals(list[i].amounts()[k], amountDecimals), decimalsOf(c.currency))
		}
	}
}

// differs reports whether a balance changed, or whether its account has another title under the new
// standard.
func (c *lateChange) differs() bool {
	for i := range c.signed {
		if c.signed[i].Cmp(c.amounts[i]) != 0 {
			return true
		}
	}
	return !c.nothing() && (titles[c.under][asset] != titles[c.standard][asset] || titles[c.under][liability] != titles[c.standard][liability])
}

// entry returns the correcting entry with the given date.
func (c *lateChange) entry(r *Request, day date) Entry {
	e := Entry{Date: day.String(), Of: "late", titles: titles[c.standard]}
	if r != nil {
		e = r.entry(day.String(), "late")
	}
	if r != nil && r.Fund == "both" {
		e.Fund = "government_wide"
	}
	e.titles = nil
	for _, account := range slices.Sorted(maps.Keys(c.net)) {
		e.debit(account, c.net[account])
	}
	return e
}

// sign replaces the opening balances of the rollforwards in s with the signed balances, and adds
// the difference to the "late" line. The function named turned translates amounts into the currency
// of s.
func (c *lateChange) sign(s sheet, government bool, turned func(*big.Int) *big.Int) {
	more := func(i int) *big.Int { return new(big.Int).Sub(turned(c.amounts[i]), turned(c.signed[i])) }
	for i, table := range []string{"liability", "rouAsset"} {
		s.add(table+".late", more(i))
		s.add(table+".opening", new(big.Int).Neg(more(i)))
	}
	for account, amount := range c.late.Accounts {
		names, signed := []string{}, turned(amount)
		switch {
		case account == cash:
			names, signed = []string{"cash.late", "cash.total"}, new(big.Int).Neg(signed)
		case account == corrections:
			names = []string{"priorPeriodCorrections"}
		case account == exchangeGain || account == exchangeLoss:
			names = []string{"cost.exchange"}
		case isIncome(account) && account != taxCost:
			names = []string{"cost.late", "cost.total"}
		}
		for _, name := range names {
			s.add(name, signed)
		}
	}
	of := func(account string) *big.Int {
		if amount := c.late.Accounts[account]; amount != nil {
			return amount
		}
		return new(big.Int)
	}
	s.add("deferredTax.expense", of(taxCost))
	s.add("deferredTax.assetOpening", new(big.Int).Neg(of(taxAsset)))
	s.add("deferredTax.assetLate", of(taxAsset))
	s.add("deferredTax.liabilityOpening", of(taxLiability))
	s.add("deferredTax.liabilityLate", new(big.Int).Neg(of(taxLiability)))
	if government {
		s.add("principal.late", more(0))
		s.add("principal.opening", new(big.Int).Neg(more(0)))
		for table, by := range map[string]*big.Int{"assetCost": new(big.Int).Add(more(1), more(2)), "assetAmortization": more(2)} {
			s.add(table+".opening", new(big.Int).Neg(by))
			s.restate(table, by)
		}
	}
}

// unturned returns an amount unchanged. It replaces a translation between equal currencies.
func unturned(amount *big.Int) *big.Int { return amount }

// opened returns a function that translates amounts from the functional currency to the
// presentation currency. The function uses the closing rate of the day preceding the report. It
// returns nil if a rate is missing.
func (q *Question) opened(currency string) func(*big.Int) *big.Int {
	if currency == q.Presentation {
		return unturned
	}
	p := pair{currency, q.Presentation}
	if _, err := q.Exchange.parts([]pair{p}, q.From, q.To, false); err != nil {
		return nil
	}
	rate := q.Exchange.at(p, q.From.dayBefore()).Closing
	return func(amount *big.Int) *big.Int { return translate(amount, rate, currency, q.Presentation) }
}
