package reperform

import (
	"fmt"
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// fitted is a discount rate computed from the reported schedule.
type fitted struct {
	rate  money.Decimal // fraction per year
	plain bool          // the rate has at most four decimals, as rates usually do
}

// Decimals of rates.
const (
	impliedPlaces = 6 // decimals of an implied rate in a response
	solvedPlaces  = 9 // decimals of a solved rate
	plainPlaces   = 4 // of usual rates such as 6.25 %
)

// opening returns the reported balance at commencement in minor units. This is the initial
// liability, or the balance that follows from the amounts of the first row. The second result is
// false if the schedule reports neither.
func (c *comparison) opening() (money.Amount, bool) {
	if o := c.theirs.InitialLiability; o.Set {
		return o.Value.Minor(c.places), true
	}
	if len(c.theirs.Schedule) == 0 || c.rows[0] != 0 {
		return money.Amount{}, false
	}
	r := &c.theirs.Schedule[0]
	switch {
	case !r.LiabilityClose.Set:
	case r.Principal.Set:
		return r.LiabilityClose.Value.Minor(c.places).Add(r.Principal.Value.Minor(c.places)), true
	case r.Payment.Set && r.Interest.Set:
		return r.LiabilityClose.Value.Minor(c.places).Add(r.Payment.Value.Minor(c.places)).Sub(r.Interest.Value.Minor(c.places)), true
	}
	return money.Amount{}, false
}

// solve returns the annual rate at which the present value of the candidate's payments equals the
// opening balance, or nil. If several rates fit, the rate with the fewest decimals is returned. The
// present value falls as the rate rises, so solve combines bisection with linear interpolation
// (METHOD 26.3).
func (s *search) solve(r recipe, opening money.Amount) *fitted {
	value := func(rate money.Decimal) (*big.Int, bool) {
		r.rate = &fitted{rate: rate}
		m := s.measure(&r)
		if m == nil {
			return nil, false
		}
		return m.InitialLiability.Sub(opening).Big(), true
	}
	units := func(n *big.Int) money.Decimal { return money.FromUnits(new(big.Int).Set(n), solvedPlaces) }
	low, high := new(big.Int), new(big.Int).Exp(big.NewInt(10), big.NewInt(solvedPlaces), nil)
	above, ok := value(units(low))
	if !ok || above.Sign() < 0 {
		return nil
	}
	below, ok := value(units(high))
	if !ok || below.Sign() > 0 {
		return nil
	}
	for turn := 0; ; turn++ {
		width := new(big.Int).Sub(high, low)
		if width.Cmp(big.NewInt(1)) <= 0 {
			break
		}
		step := new(big.Int).Rsh(width, 1)
		if drop := new(big.Int).Sub(above, below); turn%3 != 2 && drop.Sign() > 0 {
			step.Quo(step.Mul(width, above), drop)
			// Step inside the bracket by at least one unit, so that the bracket shrinks.
			if step.Sign() == 0 {
				step.SetInt64(1)
			} else if step.Cmp(width) >= 0 {
				step.Sub(width, big.NewInt(1))
			}
		}
		at := step.Add(low, step)
		off, ok := value(units(at))
		if !ok {
			return nil
		}
		if off.Sign() == 0 {
			low = at
			break
		}
		if off.Sign() > 0 {
			low, above = at, off
		} else {
			high, below = at, off
		}
	}
	return s.simplest(low, value)
}

// simplest returns the rate with the fewest decimals at which the present value is within one cent
// of the opening balance. If no such rate exists, three cents are allowed. The last choice is the
// solved rate.
func (s *search) simplest(solved *big.Int, value func(money.Decimal) (*big.Int, bool)) *fitted {
	for _, within := range []int64{1, 3} { // cents: an opening balance derived from the first reported row includes its rounding
		gives := func(places int) bool {
			off, ok := value(rounded(solved, places))
			return ok && off.CmpAbs(big.NewInt(within)) <= 0
		}
		switch {
		case gives(plainPlaces):
			places := plainPlaces
			for places > 2 && (rounded(solved, places).Cmp(rounded(solved, places-1)) == 0 || gives(places-1)) {
				places--
			}
			return &fitted{rounded(solved, places), true}
		case gives(impliedPlaces):
			return &fitted{rounded(solved, impliedPlaces), false}
		}
	}
	return &fitted{money.FromUnits(new(big.Int).Set(solved), solvedPlaces), false}
}

func rounded(solved *big.Int, places int) money.Decimal {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(solvedPlaces-places)), nil)
	return money.FromUnits(money.QuoRound(new(big.Int).Set(solved), scale), places)
}

// digitWords describes how the digits of a reported rate may differ from the lease's rate.
var digitWords = map[string]string{
	"exchanged": "digits exchanged", "tenth": "a tenth as much", "tenfold": "ten times as much",
	"hundredth": "a hundredth as much", "hundredfold": "a hundred times as much",
}

// digits returns the key in digitWords for the difference between the reported rate and the lease's
// rate, or "".
func digits(ours, theirs money.Decimal) string {
	for _, of := range []struct {
		places int
		name   string
	}{{-1, "tenth"}, {1, "tenfold"}, {-2, "hundredth"}, {2, "hundredfold"}} {
		if ours.Sign() > 0 && theirs.Cmp(ours.Shift(of.places)) == 0 {
			return of.name
		}
	}
	if exchanged(ours.Units(impliedPlaces), theirs.Units(impliedPlaces)) {
		return "exchanged"
	}
	return ""
}

// exchanged reports whether two numbers differ only by two transposed digits.
func exchanged(x, y *big.Int) bool {
	a, b := fmt.Sprintf("%040d", x), fmt.Sprintf("%040d", y) // rates have fewer digits
	var differ []byte
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			differ = append(differ, a[i], b[i])
		}
	}
	return len(differ) == 4 && differ[0] == differ[3] && differ[1] == differ[2]
}

func percent(rate money.Decimal) string { return rate.Shift(2).String() + " %" }

// impliedRate sets the rate that follows from the reported opening balance and payments under the
// conventions of the best candidate.
func (s *search) impliedRate(a *Answer, best *recipe) {
	opening, ok := s.opening()
	if a.Agrees || !ok || s.ours.InitialLiability.IsZero() {
		return
	}
	r := *best
	if r.rate = nil; r.change != nil && r.change.rate {
		r.change = nil
	}
	found := best.rate
	if found == nil {
		found = s.solve(r, opening)
	}
	if found == nil {
		return
	}
	six := money.FromUnits(money.QuoRound(found.rate.Units(solvedPlaces), big.NewInt(1000)), impliedPlaces)
	a.ImpliedRate = &six
	a.Digits = digits(s.q.Lease.DiscountRateAnnual, six)
}
