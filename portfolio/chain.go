package portfolio

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// FiscalYear is the start of the fiscal year: either a month and day that apply to every year, or a
// single date (METHOD 28.1). The zero value is January 1.
type FiscalYear struct {
	text  string     // MM-DD or a date
	first civil.Date // the year is ignored unless dated() returns true
}

// ParseFiscalYear parses MM-DD or, for a fiscal year of 52 or 53 weeks, a full date.
func ParseFiscalYear(text string) (FiscalYear, error) {
	const anyYear = "2001-"
	date := text
	if len(text) == len("01-31") {
		date = anyYear + text
	}
	first, err := civil.Parse(date)
	if err != nil {
		return FiscalYear{}, fmt.Errorf("%s is not the start of a fiscal year: write MM-DD, or a full date for years of 52 or 53 weeks", strict.Quote(text))
	}
	return FiscalYear{text, first}, nil
}

// String returns the month and day as MM-DD or, for a fiscal year that starts on a single date, that full date.
func (y FiscalYear) String() string { return cmp.Or(y.text, "01-01") }

// dated reports whether the fiscal year starts on a single date rather than on the same month and day of every year.
func (y FiscalYear) dated() bool { return len(y.String()) > len("01-31") }

// start returns the first day of the fiscal year that contains the given day, or the start date of a dated year.
func (y FiscalYear) start(day civil.Date) civil.Date {
	if y.dated() {
		return y.first
	}
	start := civil.New(day.Year, max(y.first.Month, 1), max(y.first.Day, 1))
	if day.Before(start) {
		start.Year--
	}
	return start
}

// Chain is a sequence of closings, together with the next reporting period to close (METHOD 28). A
// Chain is immutable and safe for concurrent use.
type Chain struct {
	q             *Question
	span          leasehold.Span
	previous      *Previous          // nil for the first closing
	signed        map[string]*Signed // signed balances, by lease id
	inputs        map[string]string  // fingerprints of the leases' requests at the previous closing, by lease id
	year          civil.Date         // first day of the fiscal year
	continuesYear bool               // the preceding closed period began in the same fiscal year
}

// NewChain returns the chain of the previous closing in q, or a new chain if q has no previous
// closing. The error is a [*leasehold.InvalidError].
func NewChain(q *Question) (*Chain, error) {
	c := newChain(q)
	return c, c.check()
}

func newChain(q *Question) *Chain {
	c := &Chain{q: q, span: q.Span()}
	if q.Previous.Set {
		c.previous = &q.Previous.Value
	}
	c.signed, c.inputs = c.previous.ByID()
	c.year = q.fiscalYear().start(q.From)
	if periods := c.periods(); len(periods) > 0 {
		c.continuesYear = !periods[len(periods)-1].From.Before(c.year)
	}
	return c
}

func (c *Chain) periods() []Period {
	if c.previous == nil {
		return nil
	}
	return c.previous.Periods
}

func (q *Question) fiscalYear() FiscalYear {
	if q.Previous.Set && q.FiscalYear.text == "" {
		return q.Previous.Value.FiscalYear
	}
	return q.FiscalYear
}

// selects reports whether the conditions w equal those of the previous closing. If they are equal,
// a signed lease that no longer meets the conditions is treated as no longer supplied.
func (c *Chain) selects(w Where) bool { return c.previous.complete() && w.Equal(c.previous.Where) }

// checkChain rejects a report that does not begin on the day after the previous closing or has different options.
func (q *Question) checkChain(f *strict.Faults) {
	p := &q.Previous.Value
	if !p.complete() {
		return
	}
	if last := p.Periods[len(p.Periods)-1].To; last.Next() != q.From {
		f.Add(nil, "from", "the previous closing ends on "+last.String()+", so the report must begin on "+last.Next().String()+"; got "+q.From.String())
	}
	newChain(q).checkOptions(f)
}

// check rejects a closing that cannot continue the chain, because its options differ or because a
// fiscal year starts within its reporting period.
func (c *Chain) check() error {
	var f strict.Faults
	q, year := c.q, c.q.fiscalYear()
	switch {
	case year.dated() && q.From.Before(year.first) && !q.To.Before(year.first), !year.dated() && year.start(q.To) != c.year:
		f.Add(nil, "to", "a fiscal year starts within the reporting period, on "+year.start(q.To).String()+"; first close the days before that date")
	case year.dated() && q.From.Before(year.first):
		f.Add(nil, "fiscalYearStart", year.String()+" is after the start date (from), "+q.From.String())
	}
	if c.previous.complete() {
		c.checkOptions(&f)
		if p := c.previous; !q.Where.Equal(p.Where) {
			f.Add(nil, "where", "differs from the previous closing; it must be the same in every closing of a chain")
		}
		if q.Fund != c.previous.Fund {
			f.Add(nil, "fund", "differs from the previous closing; it must be the same in every closing of a chain")
		}
	}
	if slices.ContainsFunc(q.Where, func(w Condition) bool { return w.Key.name == byClassification }) {
		f.Add(nil, "where", "a chain's leases cannot be selected by classification, because an event may change it")
	}
	return f.Err()
}

func (c *Chain) checkOptions(f *strict.Faults) {
	q, p := c.q, c.previous
	if given := q.FiscalYear; given.text != "" && given != p.FiscalYear && (!given.dated() || !p.FiscalYear.dated() || given.first != q.From) {
		f.Add(nil, "fiscalYearStart", given.String()+" differs from "+p.FiscalYear.String()+" in the previous closing; it must be the same in every closing of a chain, or the first day of a fiscal year of 52 or 53 weeks")
	}
	if q.Accrual != p.Accrual {
		f.Add(nil, "accrual", q.Accrual.String()+" differs from "+p.Accrual.String()+" in the previous closing; it must be the same in every closing of a chain")
	}
}

// complete reports whether p is a complete closing rather than only a digest or balances.
func (p *Previous) complete() bool { return p != nil && len(p.Periods) > 0 }

// due returns the amounts that the chain would have posted for a lease under its current terms (METHOD 28.2). They are
// the opening balances of the first period plus the entries of each closed period. Each period's entries use that
// period's tax rates. Income and expense of earlier fiscal years are excluded. If deferred tax begins in a later
// period, due adds the deferred tax balances at the start of that period. The last parameter contains the lease's
// amounts in the period that follows the closed periods.
func (c *Chain) due(ctx context.Context, l *leasehold.Lease, now *leasehold.LeaseFigures) (*Posted, error) {
	due, taxed := &Posted{Accounts{}, Accounts{}}, false
	for i := range c.periods() {
		p := &c.periods()[i]
		span := leasehold.Span{From: p.From, To: p.To, Monthly: true, Taxed: p.DeferredTax != nil, Accrual: c.span.Accrual, Rates: c.span.Rates}
		f, err := leasehold.MeasureSpanContext(ctx, l, span)
		if err != nil {
			return nil, err
		}
		var before []TaxRate
		if i > 0 {
			before = c.periods()[i-1].DeferredTax
		}
		if rate, err := taxRateAfter(before, p.DeferredTax, l, f); err != nil {
			return nil, err
		} else if rate != nil {
			rate.apply(l, f, span)
		}
		switch {
		case i == 0:
			due.All.addAll(openings(l, f, c.fund()))
		case f.Taxed && !taxed:
			due.All.addAll(taxOpenings(f))
		}
		taxed = taxed || f.Taxed
		for title, amount := range postings(l, f, c.fund()) {
			switch {
			case !isIncome(title):
				due.All.add(title, amount)
			case !p.From.Before(c.year):
				due.ThisYear.add(title, amount)
			}
		}
	}
	if now.Taxed && !taxed {
		due.All.addAll(taxOpenings(now))
	}
	return due, nil
}

func (q *Question) signedTax() []TaxRate {
	if p := &q.Previous.Value; p.complete() {
		return p.Periods[len(p.Periods)-1].DeferredTax
	}
	return nil
}

// fund returns the fund that the chain uses for a lease with entries for both funds.
func (c *Chain) fund() leasehold.Fund {
	if c.previous.complete() {
		return c.previous.Fund
	}
	return c.q.Fund
}

// differences returns, for each account, the amount due less the amount posted. At the first closing of a fiscal year,
// income and expense accounts have no difference. If dropped is set, the lease ended before the fiscal year and is no
// longer supplied, so only its balances are reversed (METHOD 28.2, 28.3).
func (c *Chain) differences(due, posted *Posted, dropped bool) Accounts {
	d := Accounts{}
	d.addAll(due.All)
	for title, amount := range posted.All {
		if !isIncome(title) && title != priorPeriod && (!dropped || isStanding(title)) {
			d.add(title, amount.Neg())
		}
	}
	if c.continuesYear && !dropped {
		d.addAll(due.ThisYear)
		for title, amount := range posted.ThisYear {
			d.add(title, amount.Neg())
		}
	}
	return d
}

var priorPeriod = standard.AccountPriorPeriodCorrections.String()

// balanced adds the balancing amount to the Prior-period corrections account and returns the result.
func (a Accounts) balanced() Accounts {
	var sum money.Amount
	for _, amount := range a {
		sum = sum.Add(amount)
	}
	a.add(priorPeriod, sum.Neg())
	return a
}

// Compare returns a lease's prior-period correction: the difference between the posted amounts and
// the amounts due under the lease's current terms. The result is nil if no amount, balance or tag
// differs, or if the previous closing has no balances. The argument f contains the lease's amounts
// in the next reporting period. The error is a [*leasehold.InvalidError].
func (c *Chain) Compare(ctx context.Context, l *leasehold.Lease, f *leasehold.LeaseFigures) (*LateChange, error) {
	if c.previous == nil || c.previous.Leases == nil {
		return nil, nil //nolint:nilnil // no correction
	}
	s := c.signed[l.ID]
	if err := c.sameCurrency(l, s); err != nil {
		return nil, err
	}
	places, standard := l.Functional().Places(), l.Standard
	var was leasehold.Position
	if s != nil {
		was = s.position(places)
		if s.Standard.Set {
			standard = s.Standard.Value
		}
	}
	change := changed(l.ID, places, leasehold.Some(l.Standard), &was, &f.Opened)
	amortized := Accounts{}
	if c.previous.complete() {
		if !c.unchanged(l) {
			due, err := c.due(ctx, l, f)
			if err != nil {
				return nil, err
			}
			posted := s.posted(places)
			change.amounts = c.differences(due, posted, false).balanced()
			amortized.add(assetTitle(l.Standard), due.All[accumulated])
			amortized.add(assetTitle(standard), posted.All[accumulated].Neg())
		}
		change.Tags = retagged(s, l)
	} else {
		change.amounts = balanceDifferences(l, standard, &was, &f.Opened).balanced()
		amortized.add(assetTitle(l.Standard), f.Opened.Accumulated.Neg())
		amortized.add(assetTitle(standard), was.Accumulated)
	}
	if !change.moves() && len(change.Tags) == 0 {
		return nil, nil //nolint:nilnil // no correction
	}
	if !l.InFund() || c.previous.complete() {
		change.entry = c.catchUp(l, change.amounts, amortized)
	}
	return &change, nil
}

// unchanged reports whether a lease's request and all rates and rules are the same as at the previous closing.
func (c *Chain) unchanged(l *leasehold.Lease) bool {
	was, known := c.inputs[l.ID]
	return known && len(c.q.causes) == 0 && c.q.DeferredTax == nil && l.RateTable() == l.DiscountRates && was == Fingerprint(l.Append(nil))
}

// Fingerprint returns the SHA-256 of a normalized request, in lower-case hexadecimal.
func Fingerprint(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Causes returns the rates and rules that changed since the previous closing.
func (c *Chain) Causes() []string { return c.q.causes }

// sameCurrency rejects a lease if its functional currency differs from the currency of s, which may be nil.
func (c *Chain) sameCurrency(l *leasehold.Lease, s *Signed) error {
	if s == nil || s.Currency == l.Functional() || s.Currency == (money.Currency{}) && !c.previous.complete() {
		return nil
	}
	at := slices.IndexFunc(c.previous.Leases, func(o Signed) bool { return o.ID == l.ID })
	return invalid("previous.leases["+strconv.Itoa(at)+"].currency",
		"lease "+strict.Quote(l.ID)+" was signed in "+cmp.Or(s.Currency.String(), "no currency")+" and is in "+cmp.Or(l.Functional().String(), "no currency")+
			" now; give the lease another id, so that the signed lease is reversed")
}

func assetTitle(s leasehold.Standard) string { return s.Account(standard.AccountRouAsset).String() }

// balanceDifferences returns the current balances less the signed balances, by account, without income, expense and
// cash (METHOD 28.1). Each set of balances uses the account titles of its standard.
func balanceDifferences(l *leasehold.Lease, was leasehold.Standard, signed, now *leasehold.Position) Accounts {
	d := Accounts{}
	if l.InFund() {
		return d
	}
	prepaid := standard.AccountPrepaidServices
	if l.Exempt() {
		prepaid = standard.AccountPrepaidRent
	}
	add := func(s leasehold.Standard, p *leasehold.Position, sign func(money.Amount) money.Amount) {
		d.add(assetTitle(s), sign(p.RouAsset.Add(p.Accumulated)))
		d.add(accumulated, sign(p.Accumulated.Neg()))
		d.add(s.Account(standard.AccountLeaseLiability).String(), sign(p.Liability.Neg()))
		d.add(s.Account(prepaid).String(), sign(p.Prepaid))
	}
	add(was, signed, money.Amount.Neg)
	add(l.Standard, now, unchangedAmount)
	return d
}

// Retagged is a tag that has changed since the previous closing. Signed is its value in that
// closing, and Now is its current value. Either value is empty if the lease lacked the tag.
type Retagged struct{ Name, Signed, Now string }

// retagged returns the lease's tags that differ from its signed tags.
func retagged(s *Signed, l *leasehold.Lease) (list []Retagged) {
	if s == nil {
		return nil
	}
	names := slices.Concat(slices.Collect(maps.Keys(s.Tags)), slices.Collect(maps.Keys(l.Tags)))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if was, now := s.Tags[name], l.Tags[name]; was != now {
			list = append(list, Retagged{name, was, now})
		}
	}
	return list
}

// CompareRemoved returns the correction for a signed lease that is no longer supplied. It reverses
// all amounts posted for the lease. If the lease ended before the fiscal year, it reverses only the
// balances (METHOD 28.3). The result is nil if an earlier closing has already reversed the lease.
// The given currency applies if the closing records no currency for the lease.
func (c *Chain) CompareRemoved(s *Signed, currency money.Currency) *LateChange {
	currency = cmp.Or(s.Currency, currency)
	places := currency.Places()
	was := s.position(places)
	change := changed(s.ID, places, s.Standard, &was, &leasehold.Position{})
	l := &leasehold.Lease{ID: s.ID, Standard: s.Standard.Value, Exemption: leasehold.ShortTerm, Currency: currency}
	amortized := Accounts{}
	if c.previous.complete() {
		posted := s.posted(places)
		change.Dropped = s.LastDay.Set && s.LastDay.Value.Before(c.year)
		change.amounts = c.differences(&Posted{}, posted, change.Dropped).balanced()
		amortized.add(assetTitle(l.Standard), posted.All[accumulated].Neg())
		if _, supplied := c.inputs[s.ID]; !supplied && !change.moves() {
			return nil
		}
	} else {
		change.amounts = balanceDifferences(l, l.Standard, &was, &leasehold.Position{}).balanced()
		amortized.add(assetTitle(l.Standard), was.Accumulated)
	}
	change.lease, change.entry = l, c.catchUp(l, change.amounts, amortized)
	return &change
}

// Close adds deferred tax and the prior-period correction to a lease's amounts. The correcting
// entry becomes the first entry of f. Close returns the correction, which may be nil, and the
// amounts that the chain has posted after this closing. The error is a [*leasehold.InvalidError].
func (c *Chain) Close(l *leasehold.Lease, f *leasehold.LeaseFigures) (*LateChange, *Posted, error) {
	rate, err := taxRateAfter(c.q.signedTax(), c.q.DeferredTax, l, f)
	if err != nil {
		return nil, nil, err
	}
	if rate != nil {
		rate.apply(l, f, c.span)
	}
	change, err := c.Compare(context.Background(), l, f) // the caller checks its context between leases
	if err != nil {
		return nil, nil, err
	}
	posted := c.before(c.signed[l.ID], l.Functional().Places())
	if c.previous == nil {
		posted.All.addAll(openings(l, f, c.fund()))
	}
	posted.post(postings(l, f, c.fund()))
	if change != nil {
		posted.post(change.amounts)
		change.post(l, f, &c.span)
	}
	return change, posted, nil
}

// before returns the amounts posted for a lease before the reporting period.
func (c *Chain) before(s *Signed, places int) *Posted {
	posted := s.posted(places)
	if !c.continuesYear {
		posted.ThisYear = Accounts{}
	}
	return posted
}

// Reverse returns the amounts that remain posted for a signed lease that is no longer supplied. The
// correction from [Chain.CompareRemoved] may be nil.
func (c *Chain) Reverse(s *Signed, change *LateChange) *Posted {
	posted := c.before(s, s.Currency.Places())
	if change != nil {
		posted.post(change.amounts)
	}
	return posted
}

// AppendChain appends the JSON fields of a closing that the next closing needs (METHOD 28.1, 28.5).
// They contain the fiscal year, the periods with their tax rates, the options, and the exchange and
// discount rates used since the start of the chain.
func (c *Chain) AppendChain(dst []byte, used *Used) []byte {
	q := c.q
	p := Previous{Accrual: q.Accrual, Fund: c.fund(), Where: q.Where, Periods: append(slices.Clone(c.periods()), Period{Interval{q.From, q.To}, q.DeferredTax})}
	p.ChainFrom = strict.Some(p.Periods[0].From)
	used.record(&p, c.previous, q.rateTable())
	p.FiscalYear = q.fiscalYear()
	p.FiscalYear.text = p.FiscalYear.String()
	text := previousObject.Append(nil, &p)
	return append(dst, text[1:len(text)-1]...)
}

// Append appends a closing's posted and postedThisYear fields.
func (p *Posted) Append(dst []byte, places int) []byte {
	dst = appendAccounts(append(dst, `"posted":`...), p.All.List(), places)
	return appendAccounts(append(dst, `,"postedThisYear":`...), p.ThisYear.List(), places)
}

// PostedDifferences returns the amounts posted for s less the amounts posted for o.
func (s *Signed) PostedDifferences(o *Signed, places int) []AccountAmount {
	d := s.posted(places).All
	for title, amount := range o.posted(places).All {
		d.add(title, amount.Neg())
	}
	return d.List()
}

// PostedTo returns the amount that the chain has posted to the account with the given title, in minor units.
func (s *Signed) PostedTo(title string, places int) money.Amount { return s.posted(places).All[title] }
