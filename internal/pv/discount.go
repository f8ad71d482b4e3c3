package pv

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// Convention is a method of accruing interest (METHOD 12.4, 25.7).
type Convention uint8

// The conventions, in the order of the API. Each convention is listed with the growth factor of a
// balance over a row of j months and D days at the annual rate R.
const (
	Nominal   Convention = iota // 1 + R × j / 12; interest within a row is simple
	Effective                   // (1 + R)^(j / 12)
	Actual365                   // (1 + R)^(D / 365)
	Monthly                     // (1 + R / 12)^j
)

// rateUnits is the number of units in a rate of 1. YearUnits is rateUnits multiplied by the 12 months of a year.
const (
	rateUnits = 1e17
	YearUnits = 12 * rateUnits
)

// Growth factors and the interest on a cent have this number of binary places. A power loses at most 32 places. A
// logarithm and an exponential take fewer than 2^10 operations. Squaring doubles the error at most 2^9 times.
// Multiplying the factors of all 366 days of a year increases the error again, by a factor of 2^9.
const places = 512

// discount is a rate under a convention. A discount caches growth factors.
type discount struct {
	convention Convention
	rate       uint64 // annual rate, in units of 10^−17

	growths []growth            // one growth for each distinct row length
	log     big.Int             // ln(1 + R), or ln(1 + R / 12) under Monthly; 0 until it is first needed
	powers  map[years]*big.Int  // growth factors, with 512 binary places
	byDays  map[years]*dayGains // interest by number of days, for each day length (in years)

	unit, up, down, x, y big.Int // temporary values
}

// A duration is num / den years.
type years struct{ num, den int32 }

// growth is the growth factor G of a balance over rows of one length. The inverse 1 / G has 512
// binary places; hi and lo contain the first 128 of them.
type growth struct {
	days         int32 // the fields days, gone and period are 0 if the days do not affect the growth
	gone, period int16
	months       int8
	hi, lo       uint64
	inverse      *big.Int
}

// index sets the growth index of each flow.
func (d *discount) index(flows []Flow) {
	var last growth
	var at int16
	for i := range flows {
		f := &flows[i]
		if key := d.key(f); i == 0 || key != last {
			last, at = key, d.find(key, f)
		}
		f.growth = at
	}
}

// key returns a growth value that identifies a row's length. It does not compute the factor.
func (d *discount) key(f *Flow) growth {
	switch {
	case d.convention == Actual365:
		return growth{days: f.Days}
	case f.Gone == 0 && f.Of == 0:
		return growth{months: f.Months}
	default:
		return growth{days: f.Days, gone: f.Gone, period: int16(f.period()), months: f.Months}
	}
}

// find returns the index of the growth with the given key. If there is no such growth, it computes
// that growth and adds it.
func (d *discount) find(key growth, f *Flow) int16 {
	for i := range d.growths {
		if g := &d.growths[i]; g.months == key.months && g.days == key.days && g.gone == key.gone && g.period == key.period {
			return int16(i)
		}
	}
	key.inverse = d.inverse(f)
	key.hi, key.lo = firstWords(key.inverse)
	d.growths = append(d.growths, key)
	return int16(len(d.growths) - 1)
}

// inverse returns 1 / G of a flow, with 512 binary places. Under the nominal convention, interest within a period is
// simple. The remaining part of a split row grows by (1 + r × (gone + days)) / (1 + r × gone).
func (d *discount) inverse(f *Flow) *big.Int {
	if d.convention != Nominal {
		one := new(big.Int).Lsh(bigOne, 2*places)
		return one.Quo(one, d.rowPower(f))
	}
	interest := d.rate * uint64(f.Months)
	unit := d.product(&d.unit, YearUnits, uint64(f.period()))
	up := d.product(&d.up, interest, uint64(f.Days)+uint64(f.Gone))
	down := d.product(&d.down, interest, uint64(f.Gone))
	return d.quotient(down.Add(down, unit), up.Add(up, unit))
}

// product sets z to a × b.
func (d *discount) product(z *big.Int, a, b uint64) *big.Int {
	return z.Mul(d.x.SetUint64(a), d.y.SetUint64(b))
}

// quotient returns a / b with 512 binary places. It modifies a.
func (d *discount) quotient(a, b *big.Int) *big.Int {
	quo, _ := new(big.Int).QuoRem(a.Lsh(a, places), b, &d.x)
	return quo
}

// rowPower returns the growth factor, with 512 binary places, of a flow under a convention that uses powers.
func (d *discount) rowPower(f *Flow) *big.Int {
	switch {
	case d.convention == Actual365: // powers for day counts are cached, because rows have few different lengths
		one := new(big.Int).Lsh(bigOne, places)
		return one.Add(one, d.days(f).gain(f.Days))
	case f.Gone == 0 && f.Of == 0:
		return d.power(years{int32(f.Months), 12})
	default:
		return d.power(years{int32(f.Months) * f.Days, 12 * f.period()})
	}
}

// gain returns the interest on a cent over a duration, with 512 binary places.
func (d *discount) gain(t years) *big.Int {
	if d.convention == Nominal {
		return d.quotient(d.product(&d.up, d.rate, uint64(t.num)), d.product(&d.down, rateUnits, uint64(t.den)))
	}
	one := new(big.Int).Lsh(bigOne, places)
	return one.Sub(d.power(t), one)
}

// dayGains contains the interest on a cent over 0, 1, 2 and more days, with 512 binary places.
type dayGains struct {
	simple bool
	gains  []*big.Int
}

// The length of a day in years depends on the flow's period, so each length has its own dayGains.
func (d *discount) days(f *Flow) *dayGains {
	day := years{int32(f.Months), 12 * f.period()}
	if d.convention == Actual365 {
		day = years{1, 365}
	}
	g := d.byDays[day]
	if g == nil {
		g = &dayGains{d.convention == Nominal, []*big.Int{new(big.Int), d.gain(day)}}
		if d.byDays == nil {
			d.byDays = map[years]*dayGains{}
		}
		d.byDays[day] = g
	}
	return g
}

// gain returns the interest on a cent over a number of days. The caller must not modify the result.
func (g *dayGains) gain(days int32) *big.Int {
	day := g.gains[1]
	for n := len(g.gains); n <= int(days); n++ {
		last, next := g.gains[n-1], new(big.Int)
		if !g.simple { // (1 + last) × (1 + day) − 1
			next.Rsh(next.Mul(last, day), places)
		}
		g.gains = append(g.gains, next.Add(next, last).Add(next, day))
	}
	return g.gains[days]
}

// power returns the growth factor over a duration under a convention that uses powers (METHOD
// 12.4), with 512 binary places. The caller must not modify the result.
func (d *discount) power(t years) *big.Int {
	if power := d.powers[t]; power != nil {
		return power
	}
	if d.powers == nil {
		d.powers = map[years]*big.Int{}
	}
	exponent := big.NewInt(int64(t.num))
	if d.convention == Monthly {
		exponent.SetInt64(12 * int64(t.num))
	}
	exponent.Mul(exponent, d.logarithm())
	power := exponential(exponent.Quo(exponent, big.NewInt(int64(t.den))))
	d.powers[t] = power
	return power
}

// logarithm returns the natural logarithm of the growth factor for a year or a month. The result
// has 512 binary places. If z = R / (2 + R), then ln(1 + R) is 2 × (z + z³/3 + z⁵/5 + …).
func (d *discount) logarithm() *big.Int {
	if d.log.Sign() > 0 {
		return &d.log
	}
	unit := uint64(rateUnits)
	if d.convention == Monthly {
		unit = YearUnits
	}
	term, divisor := new(big.Int).SetUint64(d.rate), new(big.Int).SetUint64(2*unit+d.rate)
	term.Lsh(term, places).Quo(term, divisor)
	d.log.Set(term)
	square, product := new(big.Int).Mul(term, term), new(big.Int)
	square.Rsh(square, places)
	for odd := uint64(3); term.Sign() > 0; odd += 2 {
		term.Rsh(product.Mul(term, square), places)
		d.log.Add(&d.log, product.Quo(term, divisor.SetUint64(odd)))
	}
	return d.log.Lsh(&d.log, 1)
}

// An exponent is halved this many times before the exponential series is summed. Each halving saves
// terms of the series but costs a squaring.
const halvings = 9

// exponential returns e^x as (e^(x / 2^halvings))^(2^halvings). It modifies x, which has 512 binary places.
func exponential(x *big.Int) *big.Int {
	x.Rsh(x, halvings)
	sum, term := new(big.Int).Lsh(bigOne, places), new(big.Int).Lsh(bigOne, places)
	product, divisor := new(big.Int), new(big.Int)
	for n := uint64(1); term.Sign() > 0; n++ {
		product.Rsh(product.Mul(term, x), places)
		sum.Add(sum, term.Quo(product, divisor.SetUint64(n)))
	}
	for range halvings {
		sum.Rsh(product.Mul(sum, sum), places)
	}
	return sum
}

// PeriodicRate returns the growth factor of a whole period minus 1, to 15 significant digits.
func (m *Liability) PeriodicRate(months int) money.Decimal {
	if m.at.rate == 0 {
		return money.Decimal{}
	}
	gain := m.at.gain(years{int32(months), 12})
	gain.Mul(gain, power14) // a gain is below 10
	scale := 14
	for ; gain.Cmp(leastDigits) < 0; scale++ {
		gain.Mul(gain, ten)
	}
	return money.New(gain.Add(gain, halfDigit).Rsh(gain, places).Uint64(), scale)
}

var (
	bigOne      = big.NewInt(1)
	ten         = big.NewInt(10)
	power14     = big.NewInt(1e14)
	leastDigits = new(big.Int).Lsh(power14, places) // the smallest number with 15 digits
	// halfDigit is half a unit of the last digit, plus a small amount. The small amount is needed
	// because truncation puts a tie slightly below its exact value.
	halfDigit = new(big.Int).Add(new(big.Int).Lsh(bigOne, places-1), new(big.Int).Lsh(bigOne, places/2))
)
