package leasehold

import (
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold/money"
)

// flow is what one row contributes to the liability: what is paid on its first
// day, what is paid on its last, the single payments between, and the time for
// which interest accrues. The whole measurement works on a list of flows, so a
// new shape of lease is a new way to make them.
type flow struct {
	opening money.Amount
	closing money.Amount
	months  int32 // of its period inside the term, 1 to 12
	days    int32 // of the row
	gone    int32 // days of its period before the row: 0 but for the rest of a row that an event cut
	growth  int32 // place of what a balance grows by, in [liability.growths]
	single  int32 // place of its first single payment within, in [liability.singles]
	singles int32 // how many there are
}

// single is a payment between the first and the last day of a row.
type single struct {
	day    int32 // days since the row's first day
	amount money.Amount
}

// growth is what a balance grows by over rows of one length.
type growth struct {
	months, days, gone int32 // of the rows; days where they decide
	by                 discount
}

// liability measures the lease liability of a list of flows.
type liability struct {
	flows   []flow
	singles []single
	growths []growth

	discounting Discounting
	rate        uint64 // annual, in units of 10^−17
	powers      powers // of 1 + rate, where the convention takes them

	balances []fixed
	inexact  int     // balances before this place are not exact
	exact    referee // nil until it is needed

	sum, grown, cents big.Int // of the single payments at hand
}

// fastBits are the binary places of the powers behind fixed-point balances.
const fastBits = 256 + guardBits + 32

// begin empties m for flows at a rate per year in units of 10^−17, and keeps its
// memory.
func (m *liability) begin(convention Discounting, rate uint64) {
	m.flows, m.singles = m.flows[:0], m.singles[:0]
	m.discountAt(convention, rate)
}

// discountAt sets how flows are discounted; those that m has are grown anew.
func (m *liability) discountAt(convention Discounting, rate uint64) {
	m.exact, m.rate, m.growths = nil, rate, m.growths[:0]
	if rate == 0 {
		convention = Nominal // every convention is the same then
	}
	if m.discounting = convention; convention != Nominal {
		m.powers.start(rate, fastBits)
	}
	m.grow(m.flows)
}

// extend adds n flows in which nothing is paid.
func (m *liability) extend(n int) []flow {
	from := len(m.flows)
	m.flows = slices.Grow(m.flows, n)[:from+n]
	clear(m.flows[from:])
	return m.flows[from:]
}

// grow sets what a balance grows by over each of some flows.
func (m *liability) grow(flows []flow) {
	byDays := m.discounting == Actual365
	for i := range flows {
		f := &flows[i]
		if i > 0 && f.months == flows[i-1].months && flows[i-1].gone == 0 && (!byDays || f.days == flows[i-1].days) {
			f.growth = flows[i-1].growth // as the row before, as most are
			continue
		}
		f.growth = m.growthOf(f, byDays)
	}
}

// growthOf returns the place of what a balance grows by over a row.
func (m *liability) growthOf(f *flow, byDays bool) int32 {
	key := growth{months: f.months, gone: f.gone}
	if byDays {
		key.months, key.gone, key.days = 0, 0, f.days
	} else if f.gone > 0 {
		key.days = f.days
	}
	for i := range m.growths {
		if g := &m.growths[i]; g.months == key.months && g.days == key.days && g.gone == key.gone {
			return int32(i)
		}
	}
	key.by = m.discount(f)
	m.growths = append(m.growths, key)
	return int32(len(m.growths) - 1)
}

// discount returns the divisor of a row.
func (m *liability) discount(f *flow) discount {
	switch {
	case m.discounting != Nominal:
		num, den := m.exponent(f, f.days)
		return m.powers.divisor(num, den)
	case f.gone == 0:
		return newDiscount(m.rate, int(f.months))
	}
	if q, d, ok := m.simpleWords(f); ok {
		return newQuotient(q, d)
	}
	up, down := m.simple(f)
	return discount{up: up, down: down}
}

// exponent returns the exponent of 1 + rate over some days of a row, as a
// fraction.
func (m *liability) exponent(f *flow, days int32) (num, den int64) {
	if m.discounting == Actual365 {
		return int64(days), 365
	}
	return int64(f.months) * int64(days), 12 * int64(f.days+f.gone)
}

// simple returns what a balance grows by over a row under the nominal
// convention, as a fraction in lowest terms: interest is simple within the
// row's period, so the rest of a cut row grows by G / (1 + (G − 1) × gone / days).
func (m *liability) simple(f *flow) (up, down *big.Int) {
	unit := new(big.Int).SetUint64(yearUnits)
	yearly := new(big.Int).SetUint64(m.rate * uint64(f.months)) // (G − 1) × yearUnits
	up = new(big.Int).Add(unit, yearly)
	if f.gone == 0 {
		down = unit
	} else {
		whole := big.NewInt(int64(f.days + f.gone))
		up.Mul(up, whole)
		down = yearly.Mul(yearly, big.NewInt(int64(f.gone)))
		down.Add(down, unit.Mul(unit, whole))
	}
	divisor := new(big.Int).GCD(nil, nil, up, down)
	return up.Quo(up, divisor), down.Quo(down, divisor)
}

// simpleWords is [liability.simple] in words, d / q and not in lowest terms, where
// they hold it: they do for a rate of few digits.
func (m *liability) simpleWords(f *flow) (q, d uint64, ok bool) {
	unit, yearly := uint64(yearUnits), m.rate*uint64(f.months)
	divisor := uint64(gcd(int64(unit), int64(yearly)))
	unit, yearly = unit/divisor, yearly/divisor
	gone, whole := uint64(f.gone), uint64(f.days+f.gone)
	if unit+yearly > mostQuotient/whole {
		return 0, 0, false
	}
	return unit*whole + yearly*gone, (unit + yearly) * whole, true
}

// of returns the single payments within a row.
func (m *liability) of(f *flow) []single { return m.singles[f.single : f.single+f.singles] }

// payment returns everything that is paid in a row.
func (m *liability) payment(f *flow) money.Amount {
	sum := f.opening.Add(f.closing)
	for _, s := range m.of(f) {
		sum = sum.Add(s.amount)
	}
	return sum
}

// within returns what the single payments of row k, counted from 0, have grown
// to by its end, and whether that is exact.
func (m *liability) within(k int) (sum fixed, exact bool) {
	f := &m.flows[k]
	if m.discounting != Nominal {
		total := m.sum.Lsh(bigOne, fastBits-64-1) // half a last place, to round
		for _, s := range m.of(f) {
			num, den := m.exponent(f, f.days-s.day)
			total.Add(total, m.grown.Mul(&m.powers.at(num, den).growth, setCents(&m.cents, s.amount)))
		}
		return fixedOf(total.Rsh(total, fastBits-64)), false
	}
	plain, num, den := m.simpleWithin(f)
	num.Lsh(num, 64)
	quo := money.QuoRound(num, den)
	exact = num.Cmp(new(big.Int).Mul(quo, den)) == 0
	return fixedOf(quo).plus(plain), exact
}

// simpleWithin returns the single payments of a row and, as a fraction, the
// simple interest on them to the row's end.
func (m *liability) simpleWithin(f *flow) (plain money.Amount, num, den *big.Int) {
	weighted := money.Amount{} // amount × days to the end
	for _, s := range m.of(f) {
		plain = plain.Add(s.amount)
		weighted = weighted.Add(times(s.amount, f.days-s.day))
	}
	num = weighted.Big()
	num.Mul(num, new(big.Int).SetUint64(m.rate*uint64(f.months)))
	den = new(big.Int).SetUint64(yearUnits)
	return plain, num, den.Mul(den, big.NewInt(int64(f.days+f.gone)))
}

// setCents sets x to an amount and returns it.
func setCents(x *big.Int, a money.Amount) *big.Int {
	if cents, ok := a.Int64(); ok {
		return x.SetInt64(cents)
	}
	return x.Set(a.Big())
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

// measure finds the balances of the flows that were added.
func (m *liability) measure() { m.balances, m.inexact = m.appendBalances(m.balances[:0]) }

// The one-cent rule. Each row's interest is rounded on its own, so a printed
// balance may drift from the exact one. A row moves by one cent when its balance
// would be a whole cent, less a millionth, away from the exact balance. The
// millionth is part of the definition: it gives a difference of exactly one cent
// the same verdict however the arithmetic is done.
const million = 1_000_000

// moveThreshold is the least number of last places that is at least one cent
// less a millionth: (10^6 − 1) × 2^64 / 10^6, rounded up.
const moveThreshold = (million-1)<<58/15625 + 1

// referee returns the balances that decide where the fixed-point ones cannot.
func (m *liability) referee() referee {
	if m.exact == nil {
		if m.discounting == Nominal {
			m.exact = newFractions(m)
		} else {
			m.exact = newPrecise(m)
		}
	}
	return m.exact
}

// initial returns the present value at the first day in cents.
func (m *liability) initial() money.Amount {
	cents, sure := m.balances[0].round()
	if !sure && m.inexact > 0 {
		return m.referee().balance(0)
	}
	return cents
}

// interest returns the interest of row k, counted from 1, in cents before the
// one-cent rule. payment is what is paid in the row.
func (m *liability) interest(k int, payment money.Amount) money.Amount {
	i := m.balances[k].sub(m.balances[k-1]).plus(payment)
	cents, sure := i.round()
	if !sure && m.inexact >= k {
		return m.referee().interest(k)
	}
	return cents
}

// correction returns the cent by which the one-cent rule moves a balance that
// would be printed after row k.
func (m *liability) correction(k int, printed money.Amount) int64 {
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

// fill fills the columns of the liability and returns how many rows the
// one-cent rule moved. Every row foots on printed figures, and the last balance
// is 0 because the exact one is and a printed one is less than a cent from it.
func (m *liability) fill(rows []Period, initial money.Amount) (moved int) {
	balance := initial
	for i := range rows {
		row := &rows[i]
		interest := m.interest(i+1, row.Payment)
		principal := row.Payment.Sub(interest)
		if c := m.correction(i+1, balance.Sub(principal)); c != 0 {
			interest, principal = interest.Add(money.Cents(c)), principal.Sub(money.Cents(c))
			moved++
		}
		balance = balance.Sub(principal)
		row.Interest, row.Principal, row.LiabilityClose = interest, principal, balance
	}
	return moved
}
