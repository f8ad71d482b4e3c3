package pv

import (
	"math/big"
	"math/bits"
	"slices"

	"github.com/leasehold-accounting/leasehold/money"
)

// Flow is what one row contributes to the liability: what is paid on its first day,
// what is paid on its last, the single payments between, and the time for which
// interest accrues. The whole measurement works on a list of flows, so a new shape of
// lease is a new way to make them. They are copied from one measurement to the next: 64
// bytes each, a line of a processor's cache.
type Flow struct {
	Opening money.Amount
	Closing money.Amount
	Days    int32 // of the row
	Gone    int16 // days of its period before the row: 0 but for the rest of a row that an event cut
	Of      int16 // days of the whole period, where the row and what is gone are a part of it; else 0
	Months  int8  // of its period, 1 to 12; inside the term where Of is 0

	growth  int16  // place of what a balance grows by, in [Liability.growths]
	single  uint16 // place of its first single payment within, in [Liability.singles]
	singles uint16 // how many there are
}

// period returns the days that the months of the flow last.
func (f *Flow) period() int32 {
	if f.Of > 0 {
		return int32(f.Of)
	}
	return f.Days + int32(f.Gone)
}

// Within reports whether something is paid between the first and the last day.
func (f *Flow) Within() bool { return f.singles > 0 }

// Single is a payment between the first and the last day of a row.
type Single struct {
	Day    int32 // days since the row's first day
	Amount money.Amount
}

// Convention is how interest accrues (METHOD 12.4, 25.7).
type Convention uint8

// The conventions, in the order of the contract.
const (
	Nominal   Convention = iota // G is 1 + R × months / 12, and interest is simple within a row
	Effective                   // G is (1 + R)^(months / 12)
	Actual365                   // G is (1 + R)^(days / 365)
	Monthly                     // G is (1 + R / 12)^months
)

// growth is what a balance grows by over rows of one length.
type growth struct {
	days     int32 // of the rows, where they decide, as the rest is
	gone, of int16
	months   int8
	by       discount
}

// Liability measures the present value of a list of flows. The zero value is ready;
// it is reused from one list to the next so that it keeps its memory.
type Liability struct {
	flows   []Flow
	singles []Single
	within  []within // of each flow, as far as it is known; of none where there are no single payments
	growths []growth

	discounting Convention
	ready       int     // flows whose growth is known
	rate        uint64  // annual, in units of 10^−17
	own         powers  // where the convention takes them
	powers      *powers // own, or those of another list: see [Liability.BeginLike]

	balances []fixed
	inexact  int     // balances before this place are not exact
	exact    referee // nil until it is needed

	accruals   []accrual // the first that were asked for
	accrualsAt int       // after the one that was asked for last
}

// fastBits are the binary places of the powers behind fixed-point balances.
const fastBits = 256 + guardBits + 32

// Begin empties m for flows at a rate per year in units of 10^−17.
func (m *Liability) Begin(convention Convention, rate uint64) {
	m.flows, m.singles = m.flows[:0], m.singles[:0]
	m.DiscountAt(convention, rate)
}

// DiscountAt changes how the flows are discounted. [Liability.Measure] is to be called
// after it.
func (m *Liability) DiscountAt(convention Convention, rate uint64) {
	m.exact, m.rate, m.growths, m.ready, m.within = nil, rate, m.growths[:0], 0, m.within[:0]
	m.accruals, m.accrualsAt = m.accruals[:0], 0
	if rate == 0 {
		convention = Nominal // every convention is the same then
	}
	if m.discounting = convention; convention != Nominal {
		m.powers = &m.own
		m.powers.start(rate, m.units(), fastBits)
	}
}

// BeginLike empties m for flows that are discounted as those of another list. That is not
// to be begun again before m is.
func (m *Liability) BeginLike(o *Liability) {
	m.flows, m.singles, m.within = m.flows[:0], m.singles[:0], m.within[:0]
	m.accruals, m.accrualsAt = m.accruals[:0], 0
	m.exact, m.rate, m.ready, m.discounting, m.powers = nil, o.rate, 0, o.discounting, o.powers
	m.growths = append(m.growths[:0], o.growths...)
}

// units returns how many units of the rate are 1 in the base of the powers.
func (m *Liability) units() uint64 {
	if m.discounting == Monthly {
		return YearUnits
	}
	return rateUnits
}

// Extend adds n flows in which nothing is paid and returns them to be filled in. Those from
// take up to until are for [Liability.Take], and hold anything before.
func (m *Liability) Extend(n, take, until int) []Flow {
	from := len(m.flows)
	m.flows = slices.Grow(m.flows, n)[:from+n]
	flows := m.flows[from:]
	if take >= until {
		clear(flows)
		return flows
	}
	clear(flows[:take])
	clear(flows[until:])
	return flows
}

// AddSingle adds a payment to a flow of m, after those of its day and before. Flows
// get theirs in their order.
func (m *Liability) AddSingle(f *Flow, s Single) {
	if f.singles == 0 {
		f.single = uint16(len(m.singles))
	}
	m.singles = append(m.singles, s)
	f.singles++
}

// Take makes n flows of m, from one on, those of another list from its place k on. It
// returns what is paid in them.
func (m *Liability) Take(at int, o *Liability, k, n int) (taken []Flow, paid money.Amount) {
	taken = m.flows[at : at+n]
	copy(taken, o.flows[k:k+n])
	moved, first, end := 0, -1, 0
	for i := range taken {
		f := &taken[i]
		paid = paid.Add(f.Opening).Add(f.Closing)
		if f.singles == 0 {
			continue
		}
		if first < 0 {
			first = int(f.single)
			moved = len(m.singles) - first
		}
		end = int(f.single) + int(f.singles)
		f.single += uint16(moved) // which may wrap around, as it may be below 0
	}
	if first < 0 {
		return taken, paid
	}
	singles := o.singles[first:end]
	for i := range singles {
		paid = paid.Add(singles[i].Amount)
	}
	if m.rate == o.rate && m.discounting == o.discounting && k+n <= len(o.within) {
		m.within = append(m.knownWithin(at), o.within[k:k+n]...)
	}
	m.singles = append(m.singles, singles...)
	return taken, paid
}

// Flow returns the flow of a row, counted from 0.
func (m *Liability) Flow(k int) *Flow { return &m.flows[k] }

// Singles returns the payments between the first and the last day of a flow.
func (m *Liability) Singles(f *Flow) []Single { return m.singles[f.single : f.single+f.singles] }

// Simple reports whether interest of a flow is in proportion to its days.
func (m *Liability) Simple(f *Flow) bool { return m.discounting == Nominal && f.singles == 0 }

// grow sets what a balance grows by over each flow.
func (m *Liability) grow() {
	byDays := m.discounting == Actual365
	var months [32]int16        // by days: the place for rows of at most a month, plus 1
	before := &Flow{Months: -1} // like none
	if m.ready > 0 {
		before = &m.flows[m.ready-1]
	}
	flows := m.flows[m.ready:]
	for i := range flows {
		f := &flows[i]
		switch {
		case f.like(before, byDays):
			f.growth = before.growth // as most are
		case !byDays || int(f.Days) >= len(months):
			f.growth = m.growthOf(f, byDays)
		default:
			place := &months[f.Days]
			if *place == 0 {
				*place = m.growthOf(f, byDays) + 1
			}
			f.growth = *place - 1
		}
		before = f
	}
	m.ready = len(m.flows)
}

// like reports whether a balance grows over a flow as over the one before.
func (f *Flow) like(before *Flow, byDays bool) bool {
	return f.Months == before.Months && (!byDays || f.Days == before.Days) && before.Gone == 0 && f.Of|before.Of == 0
}

// growthOf returns the place of what a balance grows by over a row.
func (m *Liability) growthOf(f *Flow, byDays bool) int16 {
	key := growth{months: f.Months, gone: f.Gone, of: f.Of}
	if byDays {
		key.months, key.gone, key.of, key.days = 0, 0, 0, f.Days
	} else if f.Gone > 0 || f.Of > 0 {
		key.days = f.Days
	}
	for i := range m.growths {
		if g := &m.growths[i]; g.months == key.months && g.days == key.days && g.gone == key.gone && g.of == key.of {
			return int16(i)
		}
	}
	key.by = m.discount(f)
	m.growths = append(m.growths, key)
	return int16(len(m.growths) - 1)
}

// discount returns the divisor of a row.
func (m *Liability) discount(f *Flow) discount {
	switch {
	case m.discounting != Nominal:
		return m.powerDiscount(f)
	case f.Gone == 0 && f.Of == 0:
		return newDiscount(m.rate, int(f.Months))
	}
	if q, d, ok := m.simpleWords(f); ok {
		return newQuotient(q, d)
	}
	up, down := m.simple(f)
	return discount{up: up, down: down}
}

// powerDiscount returns the divisor of a row under a convention of powers.
func (m *Liability) powerDiscount(f *Flow) discount {
	if len(m.singles) > 0 { // which take the powers by days anyway
		growth := m.powers.ladder(m.exponent(f, 1)).power(f.Days)
		return newPowerDiscount(growth.big(), factorBits)
	}
	num, den := m.exponent(f, f.Days)
	return m.powers.divisor(num, den)
}

// exponent returns the exponent of the powers' base over some days of a row, as a
// fraction.
func (m *Liability) exponent(f *Flow, days int32) (num, den int64) {
	switch m.discounting {
	case Actual365:
		return int64(days), 365
	case Monthly:
		return int64(f.Months) * int64(days), int64(f.period())
	default:
		return int64(f.Months) * int64(days), 12 * int64(f.period())
	}
}

// simple returns what a balance grows by over a row under the nominal
// convention, as a fraction in lowest terms: interest is simple within the
// row's period, so the rest of a cut row grows by G / (1 + (G − 1) × gone / days).
func (m *Liability) simple(f *Flow) (up, down *big.Int) {
	whole := new(big.Int).SetUint64(YearUnits)
	whole.Mul(whole, big.NewInt(int64(f.period())))
	daily := new(big.Int).SetUint64(m.rate * uint64(f.Months))
	up = big.NewInt(int64(f.Days) + int64(f.Gone))
	up.Mul(up, daily).Add(up, whole)
	down = big.NewInt(int64(f.Gone))
	down.Mul(down, daily).Add(down, whole)
	divisor := new(big.Int).GCD(nil, nil, up, down)
	return up.Quo(up, divisor), down.Quo(down, divisor)
}

// simpleWords is [Liability.simple] in words, d / q and not in lowest terms, where
// they hold it: they do for a rate of few digits.
func (m *Liability) simpleWords(f *Flow) (q, d uint64, ok bool) {
	unit, yearly := uint64(YearUnits), m.rate*uint64(f.Months)
	divisor := gcd(unit, yearly)
	unit, yearly = unit/divisor, yearly/divisor
	gone, days, whole := uint64(f.Gone), uint64(f.Days)+uint64(f.Gone), uint64(f.period())
	if unit+yearly > mostQuotient/whole {
		return 0, 0, false
	}
	return unit*whole + yearly*gone, unit*whole + yearly*days, true
}

// gcd returns the greatest common divisor of a, which is not 0, and b.
func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// payment returns everything that is paid in a row.
func (m *Liability) payment(f *Flow) money.Amount {
	sum := f.Opening.Add(f.Closing)
	for _, s := range m.Singles(f) {
		sum = sum.Add(s.Amount)
	}
	return sum
}

// simpleWithin returns the single payments of a row and, as a fraction, the
// simple interest on them to the row's end.
func (m *Liability) simpleWithin(f *Flow) (plain money.Amount, num, den *big.Int) {
	weighted := money.Amount{} // amount × days to the end
	for _, s := range m.Singles(f) {
		plain = plain.Add(s.Amount)
		weighted = weighted.Add(times(s.Amount, f.Days-s.Day))
	}
	num = weighted.Big()
	num.Mul(num, new(big.Int).SetUint64(m.rate*uint64(f.Months)))
	den = new(big.Int).SetUint64(YearUnits)
	return plain, num, den.Mul(den, big.NewInt(int64(f.period())))
}

// times returns a × n for n not negative.
func times(a money.Amount, n int32) money.Amount {
	if a.Sign() < 0 {
		return a.Neg().Mul(uint64(n)).Neg()
	}
	return a.Mul(uint64(n))
}

// roundShift returns x / 2^n to the nearest integer.
func roundShift(x *big.Int, n uint) *big.Int {
	half := new(big.Int).Lsh(bigOne, n-1)
	return half.Add(half, x).Rsh(half, n)
}

// Measure finds the balances of the flows that were added. What is asked of them below
// is asked after it, but for [Liability.Owed] of nothing negative on balance.
func (m *Liability) Measure() {
	m.grow()
	m.balances, m.inexact = m.appendBalances(m.balances[:0])
}

// Million is the parts of a cent of the one-cent rule. Each row's interest is rounded on its own, so a printed
// balance may drift from the exact one. A row moves by one cent when its balance
// would be a whole cent, less a millionth, away from the exact balance. The
// millionth is part of the definition: it gives a difference of exactly one cent
// the same verdict however the arithmetic is done.
const Million = 1_000_000

// moveThreshold is the least number of last places that is at least one cent
// less a millionth: (10^6 − 1) × 2^64 / 10^6, rounded up.
const moveThreshold = (Million-1)<<58/15625 + 1

// referee returns the balances that decide where the fixed-point ones cannot.
func (m *Liability) referee() referee {
	if m.exact == nil {
		if m.discounting == Nominal {
			m.exact = newFiner(m)
		} else {
			m.exact = newPrecise(m)
		}
	}
	return m.exact
}

// Initial returns the present value at the first day in cents.
func (m *Liability) Initial() money.Amount {
	cents, sure := m.balances[0].round()
	if !sure && m.inexact > 0 {
		return m.referee().balance(0)
	}
	return cents
}

// interest returns the interest of row k, counted from 1, in cents before the
// one-cent rule. payment is what is paid in the row.
func (m *Liability) interest(k int, payment money.Amount) money.Amount {
	i := m.balances[k].sub(m.balances[k-1]).plus(payment)
	cents, sure := i.round()
	if !sure && m.inexact >= k {
		return m.referee().interest(k)
	}
	return cents
}

// correction returns the cent by which the one-cent rule moves a balance that
// would be printed after row k.
func (m *Liability) correction(k int, printed money.Amount) int64 {
	off := fixed{}.plus(printed).sub(m.balances[k])
	switch {
	case int64(off.hi) >= 0: // at or above the exact balance, by less than two cents
		if m.inexact > k && off.lo == 0 && off.frac-moveThreshold+doubt <= 2*doubt {
			return m.referee().correction(k, printed)
		}
		if off.lo > 0 || off.frac >= moveThreshold {
			return -1
		}
	default:
		off = fixed{}.sub(off)
		if m.inexact > k && off.lo == 0 && off.frac-moveThreshold+doubt <= 2*doubt {
			return m.referee().correction(k, printed)
		}
		if off.lo > 0 || off.frac >= moveThreshold {
			return 1
		}
	}
	return 0
}

// Row fills in the interest and the principal of row k, counted from 1, in which a payment is
// made, and turns the balance that opens the row into the one that closes it. It reports
// whether the one-cent rule moved them. Every row foots on printed figures, and the last
// balance is 0 because the exact one is and a printed one is less than a cent from it.
func (m *Liability) Row(k int, payment money.Amount, interest, principal, balance *money.Amount) (moved bool) {
	*interest = m.interest(k, payment)
	*principal = payment.Sub(*interest)
	*balance = balance.Sub(*principal)
	c := m.correction(k, *balance)
	if c != 0 {
		by := money.Cents(c)
		*interest, *principal, *balance = interest.Add(by), principal.Sub(by), balance.Add(by)
	}
	return c != 0
}

// Scaled returns part / whole of the present value of flows of which none is received.
// Both are at most 10^17.
func (m *Liability) Scaled(part, whole uint64) money.Amount {
	b := m.balances[0]
	x := [...]uint64{b.frac, b.lo, b.mid, b.hi, 0}
	var carry uint64
	for i, word := range x {
		high, low := bits.Mul64(word, part)
		x[i], carry = bits.Add64(low, carry, 0)
		carry += high
	}
	over(x[:], whole)
	cents, sure := fixed{x[0], x[1], x[2], x[3]}.round()
	if !sure && m.inexact > 0 {
		return m.referee().scaled(0, part, whole)
	}
	return cents
}

// ScaledReceived is [Liability.Scaled] of flows of which some may be received, and 0
// where the present value is negative.
func (m *Liability) ScaledReceived(part, whole uint64) money.Amount {
	if m.owedThroughout() {
		return m.Scaled(part, whole)
	}
	if !m.referee().owed(0, -1) {
		return money.Amount{}
	}
	return m.referee().scaled(0, part, whole)
}

// AtEnd returns the present value of an amount that is paid at the end of the last row.
func (m *Liability) AtEnd(amount money.Amount) money.Amount {
	alone := Liability{discounting: m.discounting, rate: m.rate, powers: m.powers, growths: m.growths}
	alone.flows = append(alone.flows, m.flows...)
	for i := range alone.flows {
		f := &alone.flows[i]
		f.Opening, f.Closing, f.single, f.singles = money.Amount{}, money.Amount{}, 0, 0
	}
	alone.flows[len(alone.flows)-1].Closing = amount
	alone.balances, alone.inexact = alone.appendBalances(nil)
	return alone.Initial()
}
