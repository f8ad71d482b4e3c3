package measure

import (
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// AccrueBy sets how a report accrues amounts within the rows.
func (v *Life) AccrueBy(accrual schedule.Accrual) {
	for i := range v.Segments {
		v.Segments[i].accrual, v.Segments[i].rowsFrom = accrual, v.Lease.RowsFrom()
	}
}

// Accrued returns the part of a row through day e: the payments made and the amounts accrued by then (METHOD 14.2). Day
// e must be before the last day of the row. Reports use this part, and so do events that split a row.
func (s *Segment) Accrued(row, e int) schedule.Period {
	p := s.Periods[row]
	f, gone := s.Flows.of(row)
	part := p
	part.Days = e
	part.Last = p.First.AddDays(e - 1)
	if p.Date.Compare(part.Last) > 0 {
		part.Date = part.Last
	}
	part.Payment, part.Rent, part.Terminal = money.Amount{}, money.Amount{}, money.Amount{}
	part.VariableLeaseExpense = s.variable.Within(p.First, part.Last)
	if s.nonLease != nil {
		part.NonLease = s.nonLease.By(row, e, p.Days)
	}
	if gone == 0 { // payments in advance were made; payments in arrears were not
		part.Payment = f.Opening
		if f.Gone == 0 && p.Date == p.First {
			part.Rent = p.Rent
			byIndex := p.VariableLeaseExpense.Sub(s.variable.Within(p.First, p.Last))
			part.VariableLeaseExpense = part.VariableLeaseExpense.Add(byIndex)
		}
	}
	for _, single := range s.Flows.Singles(f) {
		if day := single.Day - gone; 0 <= day && day < int32(e) {
			part.Payment = part.Payment.Add(single.Amount)
		}
	}
	days, of := s.share(row, e)
	if s.Exempt {
		part.LeaseExpense = p.LeaseExpense.Prorate(days, of)
		return part
	}
	part.Interest = s.InterestBy(row, e)
	part.Principal = part.Payment.Sub(part.Interest)
	part.LiabilityClose = p.LiabilityOpen().Add(part.Interest).Sub(part.Payment)
	if s.Class == standard.Operating && !s.Impaired {
		part.LeaseExpense = p.LeaseExpense.Prorate(days, of)
		part.RouAmortization = part.LeaseExpense.Sub(part.Interest)
	} else {
		part.RouAmortization = p.RouAmortization.Prorate(days, of)
		part.LeaseExpense = part.RouAmortization.Add(part.Interest)
	}
	part.RouAssetClose = p.RouAssetOpen().Sub(part.RouAmortization)
	return part
}

// InterestBy returns the interest accrued through day e of a row.
func (s *Segment) InterestBy(row, e int) money.Amount {
	p := &s.Periods[row]
	if e >= p.Days {
		return p.Interest
	}
	f, gone := s.Flows.of(row)
	within := func(p pv.Single) bool { return p.Day > gone } // a payment on the first day is in advance
	if s.Flows.Simple(f) || s.accrual != schedule.ByDays && !slices.ContainsFunc(s.Flows.Singles(f), within) {
		part, of := s.share(row, e)
		return p.Interest.Prorate(part, of)
	}
	return s.Flows.Accrued(p.Interest, s.Flows.first+row, gone, gone+int32(e))
}

// The result is the portion of a row that has elapsed through day e, as a fraction. The accrual method determines the
// portion: by days, by whole months and the days of the current month, or by months of 30 days.
func (s *Segment) share(row, e int) (part, of uint64) {
	p := &s.Periods[row]
	switch s.accrual {
	case schedule.ByMonths:
		elapsed, elapsedDays := p.First.MonthsGone(p.First.AddDays(e))
		all, allDays := p.First.MonthsGone(p.Last.Next())
		return elapsed * allDays, all * elapsedDays
	case schedule.ByLevelMonths:
		before := s.levelStart(p.First)
		return uint64(levelDays(p.First.AddDays(e-1)) - before), uint64(s.levelStart(p.Last.Next()) - before)
	default:
		return uint64(e), uint64(p.Days)
	}
}

// levelMonth is the length of a month in days under [schedule.ByLevelMonths].
const levelMonth = 30

// levelDays returns the number of days from the year 0 through a date, as if every month had 30
// days. The last day of a month counts as day 30.
func levelDays(day civil.Date) int {
	of := min(int(day.Day), levelMonth)
	if day == day.MonthEnd() {
		of = levelMonth
	}
	return (int(day.Year)*12+int(day.Month)-1)*levelMonth + of
}

// levelStart returns the number of days before the first day of a row, counting every month as 30
// days. If a row starts a whole number of months after [lease.Lease.RowsFrom], the row counts as
// starting on the same day of the month as RowsFrom. For example, if rows start on the 29th, a row
// that starts on 28 February counts as starting on the 29th. Any other row, such as the part of a
// row after an event, counts as starting on its actual first day.
func (s *Segment) levelStart(first civil.Date) int {
	if !s.rowsFrom.Valid() {
		return levelDays(first) - 1
	}
	months := (int(first.Year)-int(s.rowsFrom.Year))*12 + int(first.Month) - int(s.rowsFrom.Month)
	if s.rowsFrom.AddMonths(months) != first {
		return levelDays(first) - 1
	}
	return (int(first.Year)*12+int(first.Month)-1)*levelMonth + min(int(s.rowsFrom.Day), levelMonth) - 1
}

// InterestPayable divides the payments in the liability into interest and principal (METHOD 14.4).
// Payments are posted in date order. The payments of a day first settle unpaid interest: the
// interest that accrued through the preceding day or, if payments are in arrears, through the day
// itself. The rest is principal. A net receipt is recorded as negative principal.
type InterestPayable struct {
	accrued money.Amount // interest accrued in past rows
	paid    money.Amount // interest that was paid
}

// Accrue adds a row's interest.
func (p *InterestPayable) Accrue(interest money.Amount) { p.accrued = p.accrued.Add(interest) }

// Due returns the interest accrued and not yet paid.
func (p *InterestPayable) Due() money.Amount { return p.accrued.Sub(p.paid).NotNegative() }

// End removes the unpaid interest of a lease that has ended. Interest paid in advance remains paid.
func (p *InterestPayable) End() {
	p.accrued = p.accrued.Sub(p.Due())
}

// Pay divides a day's payments and returns the interest paid, given the interest that has accrued in the current row.
func (p *InterestPayable) Pay(amount, interest money.Amount) (paid money.Amount) {
	paid = money.Min(amount, p.accrued.Add(interest).Sub(p.paid)).NotNegative()
	p.paid = p.paid.Add(paid)
	return paid
}

// DayPayment is the sum of a row's payments on one day.
type DayPayment struct {
	Day     int // days since the first day of the row
	Amount  money.Amount
	Arrears bool // whether the payment is made on the row's last day, after that day's interest has accrued
}

// Payments calls a function once for every day of a row on which a payment is due that the liability includes.
func (s *Segment) Payments(row int, each func(DayPayment)) {
	f, gone := s.Flows.of(row)
	if gone == 0 && !f.Opening.IsZero() {
		each(DayPayment{Amount: f.Opening})
	}
	singles := s.Flows.Singles(f)
	for i := 0; i < len(singles); {
		sum, day := singles[i].Amount, singles[i].Day
		for i++; i < len(singles) && singles[i].Day == day; i++ {
			sum = sum.Add(singles[i].Amount)
		}
		if day >= gone {
			each(DayPayment{Day: int(day - gone), Amount: sum})
		}
	}
	if !f.Closing.IsZero() {
		each(DayPayment{Day: s.Periods[row].Days - 1, Amount: f.Closing, Arrears: true})
	}
}

// InterestUntil returns the part of a row's interest that a payment can settle. For a payment in arrears, this is the
// interest accrued through the day of the payment. For any other payment, this is the interest accrued through the
// preceding day.
func (s *Segment) InterestUntil(row int, at DayPayment) money.Amount {
	switch {
	case at.Arrears:
		return s.Periods[row].Interest
	case at.Day > 0:
		return s.InterestBy(row, at.Day)
	}
	return money.Amount{}
}

// fundInterest returns the interest paid in each row, for the entries of a governmental fund (METHOD 12.8).
func (v *Life) fundInterest() []money.Amount {
	list := make([]money.Amount, 0, len(v.Schedule))
	payable := InterestPayable{}
	for i := range v.Segments {
		s := &v.Segments[i]
		for k := range s.Periods[:s.Happened] {
			list = append(list, payable.payRow(s, k, s.Periods[k].Days))
			payable.Accrue(s.Periods[k].Interest)
		}
		if s.Part != nil {
			list = append(list, payable.payRow(s, s.Happened, s.Part.Days))
			payable.Accrue(s.Part.Interest)
		}
	}
	return list
}

// payRow pays the interest due in the first days of a row, and returns the interest paid.
func (p *InterestPayable) payRow(s *Segment, row, days int) (interest money.Amount) {
	s.Payments(row, func(at DayPayment) {
		if at.Day < days {
			interest = interest.Add(p.Pay(at.Amount, s.InterestUntil(row, at)))
		}
	})
	return interest
}

// straightLineAsset amortizes an asset straight-line over the given months. The cost of each row is its amortization
// plus its interest. It returns the number of rows that the one-cent rule adjusted.
func straightLineAsset(rows []schedule.Period, asset money.Amount, months *big.Rat) (moved int) {
	return shareOut(rows, asset, months, func(row *schedule.Period, share money.Amount) {
		row.RouAmortization = share
		row.LeaseExpense = share.Add(row.Interest)
		asset = asset.Sub(share)
		row.RouAssetClose = asset
	})
}

// straightLineCost allocates a single lease cost straight-line over the given months. The asset decreases by the cost
// less the interest (842-20-25-6, 35-3). It returns the number of rows that the one-cent rule adjusted.
func straightLineCost(rows []schedule.Period, asset, total money.Amount, months *big.Rat) (moved int) {
	return shareOut(rows, total, months, func(row *schedule.Period, share money.Amount) {
		row.LeaseExpense = share
		row.RouAmortization = share.Sub(row.Interest)
		asset = asset.Sub(row.RouAmortization)
		row.RouAssetClose = asset
	})
}

// shareOut allocates a total straight-line over a number of months, and passes the share of each
// row to a callback. Each share is rounded. The one-cent rule keeps the shares in line with the
// exact running total, so that they sum to the total. Rows after these months have a share of 0.
// shareOut returns the number of adjusted shares.
//
// Months are counted in units: one unit per month, or several units per month if an event split a row.
func shareOut(rows []schedule.Period, total money.Amount, over *big.Rat, give func(*schedule.Period, money.Amount)) (moved int) {
	unit := over.Denom()
	for i := range rows {
		if row := &rows[i]; !row.Whole() {
			unit = lcm(unit, months.Of(row).Denom())
		}
	}
	line := straightLine{amount: total.Abs().Big(), units: inUnits(over, unit)}
	line.left.Set(line.units)
	line.limit.Mul(line.units, big.NewInt(pv.Million-1))
	line.limit.Add(&line.limit, big.NewInt(pv.Million-1)).Quo(&line.limit, big.NewInt(pv.Million)) // rounded up
	for i := range rows {
		row := &rows[i]
		if i == 0 || row.Months != rows[i-1].Months || !row.Whole() || !rows[i-1].Whole() || line.left.Cmp(line.within) < 0 {
			line.enter(inUnits(months.Of(row), unit))
		}
		share, adjusted := line.next()
		if adjusted {
			moved++
		}
		if total.Sign() < 0 {
			share = share.Neg()
		}
		give(row, share)
	}
	return moved
}

// straightLine allocates a non-negative amount to rows in proportion to their months. A month
// consists of one or more units.
type straightLine struct {
	amount *big.Int
	units  *big.Int // units of all months
	left   big.Int  // remaining units
	off    big.Int  // sum of the shares so far, less the exact running total, in cents × units
	limit  big.Int  // difference at which the one-cent rule adjusts a share: a cent less a millionth

	within *big.Int     // units in the current row
	share  money.Amount // rounded share of a row with that number of units
	excess big.Int      // rounded share less exact share, in cents × units
}

// enter sets the number of units of the following rows.
func (s *straightLine) enter(units *big.Int) {
	s.within = units
	if units.Cmp(&s.left) > 0 {
		s.within = new(big.Int).Set(&s.left)
	}
	exact := new(big.Int).Mul(s.amount, s.within)
	share := money.QuoRound(exact, s.units)
	s.share = money.FromBig(share)
	s.excess.Sub(s.excess.Mul(share, s.units), exact)
}

// The results are the share of the next row, and whether the one-cent rule adjusted it.
func (s *straightLine) next() (share money.Amount, adjusted bool) {
	s.left.Sub(&s.left, s.within)
	s.off.Add(&s.off, &s.excess)
	switch {
	case s.off.CmpAbs(&s.limit) < 0:
		return s.share, false
	case s.off.Sign() > 0:
		s.off.Sub(&s.off, s.units)
		return s.share.Sub(money.Cents(1)), true
	}
	s.off.Add(&s.off, s.units)
	return s.share.Add(money.Cents(1)), true
}

// inUnits converts months to units, with the given number of units per month.
func inUnits(m *big.Rat, unit *big.Int) *big.Int {
	n := new(big.Int).Quo(unit, m.Denom())
	return n.Mul(n, m.Num())
}

func lcm(a, b *big.Int) *big.Int {
	divisor := new(big.Int).GCD(nil, nil, a, b)
	return divisor.Mul(a, divisor.Quo(b, divisor))
}
