package reperform

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// figureError is a wrong amount in a reported schedule that otherwise agrees with a candidate.
type figureError struct {
	row     int           // index in the reported schedule, or -1 for a total
	number  int           // number of the row
	member  string        // field name, such as interest
	off     number        // reported amount less correct amount
	value   money.Decimal // reported amount
	carried bool          // whether later balances include the error
}

// carryForward describes how later rows continue from a wrong balance.
type carryForward uint8

const (
	notCarried carryForward = iota // the next balance is correct again
	carried                        // every later balance is wrong by the same amount
	compounded                     // later interest is computed from the wrong balance
)

const maxErrors = 2

// The columns of a row in search order. A wrong payment, interest or cost causes wrong balances, so
// the balances come last.
const (
	columnPayment = iota
	columnInterest
	columnPrincipal
	columnAmortization
	columnExpense
	columnLiability
	columnAsset
)

var errorColumns = [...]string{
	columnPayment: "payment", columnInterest: "interest", columnPrincipal: "principal", columnAmortization: "rouAmortization",
	columnExpense: "leaseExpense", columnLiability: "liabilityClose", columnAsset: "rouAssetClose",
}

// errors returns one or two wrong amounts that explain every difference between the reported schedule and m, or nil if
// no such amounts exist (METHOD 26.4). The rows must already be matched with m.
func (c *comparison) errors(m *leasehold.Measurement) (best []figureError) {
	for _, liability := range []carryForward{carried, notCarried, compounded} {
		for _, asset := range []carryForward{carried, notCarried} {
			t := errorTrace{comparison: c, m: m, liability: liability, asset: asset}
			if t.follow() && (best == nil || len(t.found) < len(best)) {
				best = t.found
			}
		}
	}
	return best
}

// errorTrace follows the effect of wrong amounts on later rows.
type errorTrace struct {
	*comparison

	m                *leasehold.Measurement
	liability, asset carryForward
	balance, carry   number   // errors in the liability and in the asset at the start of a row
	interest, base   *big.Int // interest of the last row with interest, and the balance on which it accrued
	days             int      // days in the last row with interest
	late             number   // interest that a row accrues on the error in its payment in advance
	found            []figureError
}

type deviations [len(errorColumns)]knownNumber

// follow reports whether every difference either is a wrong amount or results from one.
func (t *errorTrace) follow() bool {
	if len(t.rows) > 0 && len(t.rows) < 2*maxErrors {
		return false // too few rows to distinguish wrong amounts from other differences
	}
	for i := range t.rows {
		if !t.row(i) {
			return false
		}
	}
	for i := range t.figures[:t.first[0]] {
		if !t.whole(&t.figures[i]) {
			return false
		}
	}
	return len(t.found) > 0
}

// row reports whether each difference in a row is a wrong amount or results from an earlier wrong amount.
func (t *errorTrace) row(i int) bool {
	if t.rows[i] < 0 {
		return false
	}
	p := &t.m.Schedule[t.rows[i]]
	expected := t.expected(p)
	var off deviations
	allowed := t.allowance(t.number(i))
	wrong := -1
	for j := t.first[i]; j < t.first[i+1]; j++ {
		g := &t.figures[j]
		at := slices.Index(errorColumns[:], g.column.name)
		off[at] = knownNumber{t.off(g, g.column.ours(p)).minus(expected[at]), true}
		if off[at].size().above(allowed) && (wrong < 0 || at < wrong) {
			wrong = at
		}
	}
	t.late = number{}
	if wrong == columnPayment {
		t.unpaid(p, &off)
	}
	if wrong >= 0 && !t.plugged(i, &off, expected, allowed) && !t.note(i, wrong, &off, allowed) {
		return false
	}
	t.proceed(&off, expected, wrong, allowed)
	return true
}

// expected returns the errors in a row's columns that result from errors in earlier rows.
func (t *errorTrace) expected(p *leasehold.Period) (e [len(errorColumns)]number) {
	var interest number
	if t.liability == compounded {
		interest = t.interestOn(p, t.balance)
	}
	e[columnInterest] = interest
	e[columnPrincipal] = interest.negated()
	e[columnLiability] = t.balance.plus(interest)
	e[columnAsset] = t.carry
	if p.LeaseExpense == p.Interest.Add(p.RouAmortization) && !t.level() {
		e[columnExpense] = interest
		return e
	}
	e[columnAmortization] = interest.negated()
	e[columnAsset] = t.carry.plus(interest)
	return e
}

// level reports whether the cost is straight-line. Amortization is then the cost less interest.
func (t *errorTrace) level() bool { return t.m.Class == leasehold.Operating }

// interestOn returns the interest that row p accrues on a balance error.
func (t *errorTrace) interestOn(p *leasehold.Period, balance number) number {
	base := p.LiabilityClose.Sub(p.Interest)
	if t.arrears() {
		base = base.Add(p.Payment)
	}
	if base.Sign() > 0 && p.Interest.Sign() > 0 {
		t.interest, t.base, t.days = p.Interest.Big(), base.Big(), p.Days
	}
	if balance == (number{}) || t.base == nil {
		return number{}
	}
	n, over := new(big.Int).Mul(balance.wide(), t.interest), t.base
	if t.m.Lease.Basis.Value.Discounting == leasehold.Actual365 && p.Days != t.days {
		n, over = n.Mul(n, big.NewInt(int64(p.Days))), new(big.Int).Mul(over, big.NewInt(int64(t.days)))
	}
	return numberOf(money.QuoRound(n, over))
}

func (t *errorTrace) arrears() bool { return t.m.Lease.PaymentTiming == leasehold.Arrears }

// unpaid handles a wrong advance payment: it subtracts the interest on that error from the row's errors.
func (t *errorTrace) unpaid(p *leasehold.Period, off *deviations) {
	payment := off[columnPayment]
	if t.liability != compounded || t.arrears() || !payment.known {
		return
	}
	interest := t.interestOn(p, payment.negated())
	t.late = interest
	off[columnInterest].number = off[columnInterest].minus(interest)
	off[columnPrincipal].number = off[columnPrincipal].plus(interest)
	off[columnLiability].number = off[columnLiability].minus(interest)
	if p.LeaseExpense == p.Interest.Add(p.RouAmortization) && !t.level() {
		off[columnExpense].number = off[columnExpense].minus(interest)
	}
}

// note records the amount in a row's first wrong column as wrong. It returns false if another
// column of the row is wrong by a different amount, or if there are too many wrong amounts.
func (t *errorTrace) note(i, wrong int, off *deviations, allowed number) bool {
	if len(t.found) == maxErrors {
		return false
	}
	by := off[wrong]
	if !by.size().above(allowed.plus(allowed).plus(allowed)) {
		return false // probably rounding that slightly exceeds the allowance
	}
	for _, d := range off {
		if d.known && d.size().above(allowed) && d.size().minus(by.size()).size().above(allowed.plus(allowed)) {
			return false
		}
	}
	s := figureError{row: i, number: t.number(i), member: errorColumns[wrong], off: by.number}
	for j := t.first[i]; j < t.first[i+1]; j++ {
		if t.figures[j].column.name == s.member {
			s.value = t.figures[j].value
		}
	}
	t.found = append(t.found, s)
	return true
}

// plugged reports whether row i is the last row and merely reverses the earlier errors, so that the balance becomes 0.
func (t *errorTrace) plugged(i int, off *deviations, expected [len(errorColumns)]number, allowed number) bool {
	if i != len(t.rows)-1 || len(t.found) == 0 || t.balance == (number{}) {
		return false
	}
	closing, interest, principal := off[columnLiability], off[columnInterest], off[columnPrincipal]
	back := expected[columnLiability].negated()
	near := func(d knownNumber, want number) bool { return !d.known || !d.minus(want).size().above(allowed) }
	return near(closing, back) && (near(interest, back) || near(principal, back.negated())) && near(off[columnPayment], number{})
}

// proceed sets the errors in the balances at the start of the next row.
func (t *errorTrace) proceed(off *deviations, expected [len(errorColumns)]number, wrong int, allowed number) {
	t.balance, t.carry = expected[columnLiability], expected[columnAsset]
	if wrong < 0 || len(t.found) == 0 {
		return
	}
	liability := off[columnLiability]
	if !liability.known {
		liability.number = off[columnInterest].minus(off[columnPayment].number)
	}
	asset := off[columnAsset]
	if !asset.known {
		asset.number = off[columnAmortization].negated()
	}
	last := &t.found[len(t.found)-1]
	if t.liability != notCarried && liability.size().above(allowed) {
		t.balance = t.balance.plus(liability.number).plus(t.late)
		last.carried = true
	}
	if t.asset != notCarried && asset.size().above(allowed) {
		t.carry = t.carry.plus(asset.number)
		last.carried = true
	}
}

// whole reports whether a total either agrees or differs only because of a row's wrong amount. It
// records any other total as wrong. The result is false if there are too many wrong amounts.
func (t *errorTrace) whole(g *reportedFigure) bool {
	off, allowed := t.off(g, g.total.ours(t.m)), t.allowance(len(t.m.Schedule))
	if !off.size().above(allowed) {
		return true
	}
	total := g.total.name == "totalUndiscountedPayments" || g.total.name == "totalLeaseCost"
	if total && slices.ContainsFunc(t.found, func(e figureError) bool { return !off.size().minus(e.off.size()).size().above(allowed) }) {
		return true
	}
	if len(t.found) == maxErrors || len(t.rows) == 0 {
		return false
	}
	t.found = append(t.found, figureError{row: -1, member: g.total.name, off: off, value: g.value})
	return true
}

func (c *comparison) change(s *figureError) Change {
	direction := " too high"
	if s.off.compare(number{}) < 0 {
		direction = " too low"
	}
	by := c.words(s.off.size()) + direction
	if s.row < 0 {
		return Change{Member: s.member, Value: s.value.String(), words: "the " + nouns[s.member] + " is " + by, kind: ofFigure}
	}
	words := "the " + nouns[s.member] + " in row " + strconv.Itoa(s.number) + " is " + by
	if s.carried {
		words += "; the later balances contain the same difference"
	}
	return Change{Member: inSchedule(strconv.Itoa(s.number-1), s.member), Value: s.value.String(), words: words, kind: ofFigure}
}

var nouns = map[string]string{
	"payment": "payment", "interest": "interest", "principal": "principal", "liabilityClose": "ending liability",
	"rouAmortization": "amortization", "rouAssetClose": "ending right-of-use asset", "leaseExpense": "lease cost",
	"initialLiability": "initial liability", "initialRouAsset": "initial right-of-use asset",
	"totalUndiscountedPayments": "total of the payments", "totalLeaseCost": "total lease cost",
}
