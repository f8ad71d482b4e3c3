package oracle

import (
	"maps"
	"math/big"
	"slices"
	"strings"
)

// Chain is a series of consecutive closings. Its last reporting period stays open until Close is
// called.
type Chain struct {
	// Periods are the reporting periods since the chain began, in date order. Each contains the
	// leases as currently supplied and its own exchange and tax rates.
	Periods []*Question

	// FiscalYear is the month and day on which each fiscal year starts.
	FiscalYear [2]int

	// Posted holds, by lease id, the amounts posted up to the preceding closing. It is nil for a
	// chain's first closing.
	Posted map[string]*Posted
}

// Posted holds the amounts posted for a lease, by account. Debits are positive.
type Posted struct {
	Accounts map[string]*big.Int // amounts since the chain began, plus the opening balances
	ThisYear map[string]*big.Int // income and expense since the start of the fiscal year

	last date // last day of the term, or the early termination date
}

// Correction holds a lease's prior-period correction by account. Prior is the balancing amount,
// which is posted to the account Prior-period corrections.
type Correction struct {
	Accounts          map[string]*big.Int
	Dropped           bool // whether the lease is no longer supplied and ended before the fiscal year
	Cost, Cash, Prior *big.Int
}

func newCorrection() *Correction {
	return &Correction{Accounts: map[string]*big.Int{}, Cost: new(big.Int), Cash: new(big.Int), Prior: new(big.Int)}
}

// Closed is the result of closing a reporting period. The keys of both maps are lease ids.
type Closed struct {
	Corrections map[string]*Correction
	Posted      map[string]*Posted
	Agrees      bool
}

const priorPeriod = "Prior-period corrections"

// fiscalStart returns the first day of the fiscal year that contains the given day.
func (c *Chain) fiscalStart(day date) date {
	start := date{day.year, c.FiscalYear[0], c.FiscalYear[1]}
	if start.after(day) {
		start.year--
	}
	return start
}

// chainLease holds the amounts of a lease that is still supplied.
type chainLease struct {
	opening  map[string]*big.Int   // balances at the end of the day preceding the chain
	postings []map[string]*big.Int // amounts posted in each reporting period of the chain
	last     date
}

// Close closes the chain's last reporting period. All other periods count as closed.
func (c *Chain) Close() (*Closed, error) {
	now := c.Periods[len(c.Periods)-1]
	year := c.fiscalStart(now.From)
	if c.fiscalStart(now.To) != year {
		return nil, refuse("to", "a fiscal year starts within the reporting period")
	}
	leases, err := c.today()
	if err != nil {
		return nil, err
	}
	closed := &Closed{Corrections: map[string]*Correction{}, Posted: map[string]*Posted{}, Agrees: true}
	for id := range c.Posted {
		if leases[id] == nil {
			leases[id] = nil
		}
	}
	for id, lease := range leases {
		before := c.Posted[id]
		if before == nil {
			before = &Posted{}
		}
		correction := newCorrection()
		if c.Posted != nil {
			correction = c.correction(lease, before, year)
		}
		if len(correction.Accounts) > 0 || correction.Dropped {
			closed.Corrections[id], closed.Agrees = correction, closed.Agrees && len(correction.Accounts) == 0
		}
		closed.Posted[id] = c.posted(lease, before, correction, year)
	}
	return closed, nil
}

// correction computes a lease's prior-period correction. For each account, it is the amount
// computed from the leases as currently supplied, less the posted amount.
func (c *Chain) correction(lease *chainLease, before *Posted, year date) *Correction {
	l := newCorrection()
	more := map[string]*big.Int{}
	l.Dropped = lease == nil && before.last.before(year)
	if lease != nil {
		addAll(more, lease.opening)
	}
	for i, p := range c.Periods[:len(c.Periods)-1] {
		if lease == nil {
			break
		}
		for account, amount := range lease.postings[i] {
			if !isIncome(account) || !p.From.before(year) {
				addTo(more, account, amount)
			}
		}
	}
	for account, amount := range before.Accounts {
		if !isIncome(account) && account != priorPeriod && (!l.Dropped || isStanding(account)) {
			addTo(more, account, new(big.Int).Neg(amount))
		}
	}
	for account, amount := range before.ThisYear {
		if !l.Dropped && c.yearGoesOn(year) {
			addTo(more, account, new(big.Int).Neg(amount))
		}
	}
	for account, amount := range more {
		if amount.Sign() == 0 {
			continue
		}
		l.Accounts[account] = amount
		l.Prior.Sub(l.Prior, amount)
		switch {
		case account == cash:
			l.Cash.Neg(amount)
		case isIncome(account) && account != taxCost && account != exchangeGain && account != exchangeLoss:
			l.Cost.Add(l.Cost, amount)
		}
	}
	if l.Prior.Sign() != 0 {
		l.Accounts[priorPeriod] = l.Prior
	}
	return l
}

// yearGoesOn reports whether the chain has an earlier reporting period in the fiscal year that
// starts on the given day.
func (c *Chain) yearGoesOn(year date) bool {
	return len(c.Periods) > 1 && !c.Periods[len(c.Periods)-2].From.before(year)
}

// posted returns a lease's posted amounts after the closing: the amounts after the preceding
// closing, plus the correction and the reporting period's postings.
func (c *Chain) posted(lease *chainLease, before *Posted, correction *Correction, year date) *Posted {
	p := &Posted{map[string]*big.Int{}, map[string]*big.Int{}, before.last}
	addAll(p.Accounts, before.Accounts)
	if c.yearGoesOn(year) {
		addAll(p.ThisYear, before.ThisYear)
	}
	post := func(accounts map[string]*big.Int) {
		for account, amount := range accounts {
			addTo(p.Accounts, account, amount)
			if isIncome(account) {
				addTo(p.ThisYear, account, amount)
			}
		}
	}
	post(correction.Accounts)
	if lease != nil {
		if c.Posted == nil {
			addAll(p.Accounts, lease.opening)
		}
		post(lease.postings[len(c.Periods)-1])
		p.last = lease.last
	}
	for _, accounts := range []map[string]*big.Int{p.Accounts, p.ThisYear} {
		maps.DeleteFunc(accounts, func(_ string, amount *big.Int) bool { return amount.Sign() == 0 })
	}
	return p
}

// today computes opening balances and postings by lease id, from the leases as currently supplied.
func (c *Chain) today() (map[string]*chainLease, error) {
	all := map[string]*chainLease{}
	for i, p := range c.Periods {
		q := *p
		q.Journal, q.Previous, q.Comparative, q.Ledger, q.GroupBy = "monthly", nil, nil, nil, []string{"currency"}
		q.signed = true
		r, err := Tell(&q)
		if err != nil {
			return nil, err
		}
		for _, b := range r.books {
			id := b.lease.ID
			if all[id] == nil {
				all[id] = &chainLease{opening: b.openings(&q, r)}
			}
			lease := all[id]
			lease.last = b.rows[len(b.rows)-1].last
			lease.postings = append(lease.postings, b.postings(&q, r))
			if i > 0 {
				lease.begin(b, r)
			}
		}
	}
	return all, nil
}

// begin handles a lease that has deferred tax and starts in a later reporting period of the chain.
// It adds the deferred tax at the end of the preceding day to the opening balances, so that the
// period's correction contains this tax.
func (l *chainLease) begin(b *book, r *Report) {
	asset, liability := b.taxAt(r)
	so := map[string]*big.Int{}
	addAll(so, l.opening)
	for _, postings := range l.postings[:len(l.postings)-1] {
		addAll(so, postings)
	}
	taxedBefore := so[taxAsset] != nil || so[taxLiability] != nil
	if taxedBefore || asset.Sign() == 0 && liability.Sign() == 0 {
		return
	}
	addTo(l.opening, taxAsset, asset)
	addTo(l.opening, taxLiability, new(big.Int).Neg(liability))
}

// postings totals a reporting period's entries by account. The asset account holds the asset's
// cost; accumulated amortization has its own account.
func (b *book) postings(q *Question, r *Report) map[string]*big.Int {
	all := map[string]*big.Int{}
	for i := range r.monthly {
		e := &r.monthly[i]
		if e.lease != b.lease.ID || e.Fund == "governmental" {
			continue
		}
		for _, line := range e.Lines {
			addTo(all, line.Account, new(big.Int).Sub(line.Debit, line.Credit))
		}
	}
	if a := b.functional(); b.lease.Fund != "governmental" {
		b.addAmortized(all, new(big.Int).Sub(a.accumulated(q.To), a.accumulated(q.From.dayBefore())))
	}
	return all
}

// openings returns the balances by account at the end of the day preceding a reporting period.
func (b *book) openings(q *Question, r *Report) map[string]*big.Int {
	eve := q.From.dayBefore()
	closing := q.Exchange.closing(b.lease, eve)
	turned := func(units *big.Int) *big.Int { return b.functional().translate(units, closing) }
	all := map[string]*big.Int{}
	if b.lease.Fund != "governmental" {
		s := b.standing(eve, closing)
		addTo(all, titleOf(b.lease.Standard, liability), new(big.Int).Neg(s.amounts[0]))
		addTo(all, titleOf(b.lease.Standard, asset), s.amounts[1])
		b.addAmortized(all, s.amounts[2])
	}
	receivable, deferred := b.rents(eve)
	addTo(all, rentReceivable, turned(receivable))
	addTo(all, deferredRent, new(big.Int).Neg(turned(deferred)))
	addTo(all, prepaidService, turned(b.prepaidAt(prepaidService, eve)))
	addTo(all, titleOf(b.lease.Standard, prepaid), turned(b.prepaidAt(prepaid, eve)))
	asset, liability := b.taxAt(r)
	addTo(all, taxAsset, asset)
	addTo(all, taxLiability, new(big.Int).Neg(liability))
	return all
}

// taxAt returns the deferred tax asset and liability at the end of the day preceding a reporting
// period.
func (b *book) taxAt(r *Report) (asset, liability *big.Int) {
	for _, f := range r.leases {
		if f.lease.ID == b.lease.ID && f.taxed {
			return f.amounts.of("deferredTax.assetOpening"), f.amounts.of("deferredTax.liabilityOpening")
		}
	}
	return new(big.Int), new(big.Int)
}

// addAmortized transfers amortization from the asset account to the accumulated amortization
// account.
func (b *book) addAmortized(all map[string]*big.Int, amount *big.Int) {
	addTo(all, titleOf(b.lease.Standard, asset), amount)
	addTo(all, accumulatedAccount, new(big.Int).Neg(amount))
}

func addTo(all map[string]*big.Int, account string, amount *big.Int) {
	if all[account] == nil {
		all[account] = new(big.Int)
	}
	all[account].Add(all[account], amount)
	if all[account].Sign() == 0 {
		delete(all, account)
	}
}

func addAll(to, amounts map[string]*big.Int) {
	for account, amount := range amounts {
		addTo(to, account, amount)
	}
}

// titled reports whether any standard gives one of the accounts this title.
func titled(title string, accounts ...string) bool {
	return slices.ContainsFunc(accounts, func(account string) bool {
		under := func(titles map[string]string) bool { return titles[account] == title }
		return title == account || slices.ContainsFunc(slices.Collect(maps.Values(titles)), under)
	})
}

func isIncome(title string) bool {
	return strings.HasPrefix(title, "Expenditures - ") || strings.HasPrefix(title, "Other financing sources - ") || titled(title,
		expense, interest, amortized, variable, gainOnChange, lossOnChange, impairmentLoss, impairmentReversal, serviceExpense, taxExpense, sublease,
		taxCost, exchangeGain, exchangeLoss)
}

// isStanding reports whether the account's balance must be reversed when a lease is no longer
// supplied. The reversal is required even if the lease ended before the fiscal year.
func isStanding(title string) bool {
	return titled(title, asset, liability, accumulatedAccount, prepaidService, rentReceivable, deferredRent, taxAsset, taxLiability)
}
