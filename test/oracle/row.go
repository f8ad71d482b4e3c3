package oracle

import (
	"math/big"
	"slices"
)

// Row is a row of the schedule: a payment period, or a segment of one that an event splits.
type Row struct {
	Number      int `json:"period"`
	First, Last string
	Date        string `json:"date"` // due date of the row's rent

	Payment         *big.Int `json:"payment"`
	Interest        *big.Int `json:"interest"`
	Principal       *big.Int `json:"principal"`
	LiabilityClose  *big.Int `json:"liabilityClose"`
	RouAmortization *big.Int `json:"rouAmortization"`
	RouAssetClose   *big.Int `json:"rouAssetClose"`
	LeaseExpense    *big.Int `json:"leaseExpense"`

	Months                      *big.Rat
	LiabilityOpen, RouAssetOpen *big.Int
	Variable                    *big.Int // payable rent less the rent in the liability

	first, last date
	days        int
	period      int
	treatment   treatment

	flows   []flow
	rentDue bool     // whether the rent is paid in this row
	service *big.Int // services included in the rent, which accrue evenly over the row's days

	pace    *pace
	accrual *accrual
	since   int // days of accrual before this row, in earlier segments of the period
}

// treatment determines a row's cost and amortization.
type treatment string

const (
	operating treatment = "operating"
	finance   treatment = "finance"
	impaired  treatment = "impaired" // an operating lease after an impairment; its asset is amortized straight-line
	exempt    treatment = "exempt"
)

// place is a payment's position in a row: at the opening, within the row or at the closing.
type place int

const (
	opening place = iota
	within
	closing
)

// flow is a payment in a row.
type flow struct {
	day    date
	amount *big.Int
	fixed  bool // whether the position is fixed, as for rent or a terminal amount
	rent   bool
	place  place

	service, tax *big.Int // services and irrecoverable tax paid in addition to the amount
}

// placed returns the one-off payment f with its position in the row: the opening on the first day,
// the closing on the last day, and otherwise within the row. If the row has only one day, the
// position is the closing.
func (r *Row) placed(f flow) flow {
	switch {
	case f.fixed:
	case f.day == r.last:
		f.place = closing
	case f.day == r.first:
		f.place = opening
	default:
		f.place = within
	}
	return f
}

func (r *Row) setFlows(flows []flow) {
	r.flows = nil
	r.Payment = new(big.Int)
	for _, f := range flows {
		r.flows = append(r.flows, r.placed(f))
		r.Payment.Add(r.Payment, f.amount)
	}
	slices.SortStableFunc(r.flows, func(a, b flow) int {
		if c := a.day.compare(b.day); c != 0 {
			return c
		}
		return int(a.place) - int(b.place)
	})
}

// at totals the row's payments at position p.
func (r *Row) at(p place) *big.Int {
	sum := new(big.Int)
	for _, f := range r.flows {
		if f.place == p {
			sum.Add(sum, f.amount)
		}
	}
	return sum
}

func (r *Row) inner() []inner {
	var list []inner
	for _, f := range r.flows {
		if f.place == within {
			list = append(list, inner{r.first.daysTo(f.day), f.amount})
		}
	}
	return list
}

// setDays sets the row's first and last day, its number of days and its share of the period's
// months.
func (r *Row) setDays(first, last date, advance bool) {
	r.first, r.last = first, last
	r.First, r.Last = first.String(), last.String()
	r.days = first.daysTo(last) + 1
	r.Date = r.Last
	if advance {
		r.Date = r.First
	}
	r.Months = big.NewRat(int64(r.pace.months)*int64(r.days), int64(r.pace.days))
}

// lay returns the rows from a date to the end of the term, before measurement. If the date is
// within a period, the first row is the rest of that period.
func (t *terms) lay(from date, rate *big.Rat, book *rates) []Row {
	singles := t.onDays()
	end := t.lease.monthStart(t.months)
	var rows []Row
	k, _ := t.lease.periodOf(from)
	for p := t.lease.period(k); p.first.before(end); p = t.lease.period(k) {
		last := earlier(p.next, end).dayBefore()
		row := Row{period: k, Variable: new(big.Int)}
		row.pace = book.pace(rate, t.lease.monthsPerPeriod(), p.days)
		if t.lease.Calendar == nil { // without a calendar, a shortened last period has whole months
			from, _ := t.lease.monthOf(p.first)
			to, _ := t.lease.monthOf(last.plusDays(1))
			row.pace = book.pace(rate, to-from, p.first.daysTo(last)+1)
		}
		first := p.first
		if first.before(from) {
			row.pace.gone = first.daysTo(from)
			first = from
		}
		row.setDays(first, last, t.lease.advance())
		row.setFlows(t.flows(&row, last.plusDays(1) == end, singles))
		row.service = row.rentService()
		rows = append(rows, row)
		k++
	}
	return rows
}

// flows lists the payments of a row: its rent, the terminal amount and its one-off payments.
func (t *terms) flows(row *Row, lastOfTerm bool, singles []flow) []flow {
	var flows []flow
	if place, day := t.rentPlace(row); place != within {
		row.rentDue = true
		d := t.rentDue(row.period)
		flows = append(flows, flow{day, d.lease, true, true, place, d.service, d.tax})
	}
	for _, s := range singles {
		if !s.day.before(row.first) && !s.day.after(row.last) {
			flows = append(flows, s)
		}
	}
	if lastOfTerm {
		flows = append(flows, flow{row.last, t.terminal(), true, false, closing, new(big.Int), new(big.Int)})
	}
	return flows
}

// rentPlace returns the position and date of the row's rent. If rent is in advance and the row is a
// later segment of its period, the position is within the row.
func (t *terms) rentPlace(row *Row) (place, date) {
	switch {
	case !t.lease.advance():
		return closing, row.last
	case row.pace.gone == 0:
		return opening, row.first
	default:
		return within, row.first
	}
}
