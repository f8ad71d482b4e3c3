package workbook

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/money"
)

// rent is a stated rent with the formula that leads to it from what is typed.
type rent struct {
	leasehold.StatedRent

	cell      string // name of its cell, in minor units
	formula   string
	rise, add string // what it is escalated by: names of inputs, or numbers
}

// units returns 10^places as a number.
func (b *book) units() *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(b.places)), nil))
}

// rat returns a decimal number as a fraction.
func rat(d money.Decimal) *big.Rat {
	r, ok := new(big.Rat).SetString(d.String())
	if !ok {
		panic("workbook: " + d.String() + " is not a number") // package money printed it
	}
	return r
}

func (b *book) inUnits(d money.Decimal) *big.Rat { return new(big.Rat).Mul(rat(d), b.units()) }

// trace finds the formulas of the rents of every measurement.
func (b *book) trace() {
	l := &b.r.Lease
	first := b.named("rent", 0, b.terms[0].Rents)
	first[0].formula = "paymentAmount*unit"
	for i := range first[1:] {
		first[i+1].formula = stepName(-1, i) + "*unit"
	}
	b.rents, b.owed = [][]rent{first}, [][]rent{nil}
	for i := range l.Events {
		e, t := &l.Events[i], &b.terms[i+1]
		before := b.rents[i]
		if b.owed[i] != nil {
			before = b.owed[i]
		}
		switch b.r.Events[i].Treatment {
		case leasehold.Expensed:
			b.rents = append(b.rents, b.rents[i])
			b.owed = append(b.owed, b.derive(b.named("owed", i+1, t.Owed), before, e, i))
		case leasehold.Remeasured:
			b.rents = append(b.rents, b.derive(b.named("rent", i+1, t.Rents), before, e, i))
			b.owed = append(b.owed, nil)
		case leasehold.Impaired, leasehold.Reversed, leasehold.Derecognized:
			b.rents, b.owed = append(b.rents, b.rents[i]), append(b.owed, b.owed[i])
		}
	}
}

// named gives the rents of some terms names, and what they are escalated by.
func (b *book) named(prefix string, terms int, list []leasehold.StatedRent) []rent {
	out := make([]rent, len(list))
	for j, s := range list {
		out[j] = rent{StatedRent: s, cell: name2(prefix, terms, j)}
		out[j].rise, out[j].add = b.risesBy(terms, &s)
	}
	return out
}

// risesBy returns the inputs by which a rent is escalated: of the last event that
// states such a thing by then, or of the lease.
func (b *book) risesBy(terms int, s *leasehold.StatedRent) (pct, amount string) {
	l := &b.r.Lease
	for i := terms - 1; i >= 0; i-- {
		e := &l.Events[i]
		if !e.AnnualEscalationPct.Set && !e.AnnualEscalationAmount.Set {
			continue
		}
		if e.AnnualEscalationPct.Value == s.Pct && e.AnnualEscalationAmount.Value == s.Amount && !l.CommencementDate.AddMonths(s.Month).Before(e.Date) {
			return input(e.AnnualEscalationPct, eventName(i, "annualEscalationPct")), input(e.AnnualEscalationAmount, eventName(i, "annualEscalationAmount"))
		}
	}
	if l.AnnualEscalationPct.Value == s.Pct && l.AnnualEscalationAmount.Value == s.Amount {
		return b.typedName("annualEscalationPct"), b.typedName("annualEscalationAmount")
	}
	return s.Pct.String(), s.Amount.String()
}

// input is the name of an optional input, or 0 where it is not stated.
func input(o leasehold.Optional[money.Decimal], name string) string {
	if o.Set {
		return name
	}
	return "0"
}

// derive finds the formulas of the rents after an event: the event's own amount or
// step, a rent of before, or one of before that the event changed. One that comes
// about otherwise is a number.
func (b *book) derive(now, before []rent, e *leasehold.Event, event int) []rent {
	for i := range now {
		now[i].formula = b.origin(&now[i], before, e, event)
	}
	return now
}

func (b *book) origin(n *rent, before []rent, e *leasehold.Event, event int) string {
	l := &b.r.Lease
	for m, s := range e.RentSteps {
		if l.CommencementDate.AddMonths(n.Month) == s.From && b.inUnits(s.PaymentAmount).Cmp(n.Rent) == 0 {
			return stepName(event, m) + "*unit"
		}
	}
	if at := l.CommencementDate.AddMonths(n.Month); e.PaymentAmount.Set && !at.Before(e.Date) && b.inUnits(e.PaymentAmount.Value).Cmp(n.Rent) == 0 {
		return eventName(event, "paymentAmount") + "*unit"
	}
	old, formula := b.exactAt(before, n.Month)
	if old.Cmp(n.Rent) == 0 {
		return formula
	}
	if e.ChangePct.Set {
		if old.Mul(old, new(big.Rat).Add(big.NewRat(1, 1), rat(e.ChangePct.Value))); old.Cmp(n.Rent) == 0 {
			return "(" + formula + ")*(1+" + eventName(event, "changePct") + ")"
		}
	}
	return decimalText(n.Rent)
}

// decimalText returns a fraction with fifteen significant decimals.
func decimalText(r *big.Rat) string {
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// exactAt returns the exact rent of a whole period that starts in a month, and its
// formula.
func (b *book) exactAt(list []rent, month int) (*big.Rat, string) {
	at := 0
	for i := range list {
		if list[i].Month <= month {
			at = i
		}
	}
	s := &list[at]
	years := month/12 - s.Month/12
	if years == 0 {
		return new(big.Rat).Set(s.Rent), s.cell
	}
	value, growth := new(big.Rat).Set(s.Rent), new(big.Rat).Add(big.NewRat(1, 1), rat(s.Pct))
	for range years {
		value.Mul(value, growth)
	}
	value.Add(value, new(big.Rat).Mul(b.inUnits(s.Amount), big.NewRat(int64(years), 1)))
	return value, fmt.Sprintf("(%s*(1+%s)^%d+%d*%s*unit)", s.cell, s.rise, years, years, s.add)
}

// rentOf is a formula for the rent of the months of a period, in minor units.
func (b *book) rentOf(list []rent, t *leasehold.Terms, terms, month, months int) string {
	_, exact := b.exactAt(list, month)
	owed := []string{strconv.Itoa(months)}
	whole := months == b.r.Lease.PaymentFrequency.Months()
	for i, f := range t.Free {
		if within := min(f.Month+f.Months, month+months) - max(f.Month, month); within > 0 {
			owed = append(owed, fmt.Sprintf("%d*%s", within, b.freeShare(terms, i)))
			whole = false
		}
	}
	if !whole {
		exact = fmt.Sprintf("%s*(%s)/%d", exact, strings.Join(owed, "-"), b.r.Lease.PaymentFrequency.Months())
	}
	return "ROUND(ROUND(" + exact + ",decidedRents),0)"
}

// freeShare is the input with the share of a rent-free span: of the last event that
// states it, or of the lease; a number where neither does.
func (b *book) freeShare(terms, i int) string {
	l, f := &b.r.Lease, &b.terms[terms].Free[i]
	find := func(event int, list []leasehold.RentFree) string {
		for m, s := range list {
			same := !s.Share.Set && f.Share == money.Int(1) || s.Share.Set && s.Share.Value == f.Share
			if same && l.CommencementDate.AddMonths(f.Month) == s.From {
				return freeName(event, m)
			}
		}
		return ""
	}
	for e := terms - 1; e >= 0; e-- {
		if cell := find(e, l.Events[e].RentFree); cell != "" {
			return cell
		}
	}
	if cell := find(-1, l.RentFree); cell != "" {
		return cell
	}
	return f.Share.String()
}

// single is a formula for a single payment in minor units, an incentive negative.
func (b *book) single(terms, i int) string {
	l, d := &b.r.Lease, &b.terms[terms].Singles[i]
	same := 0 // payments of that day and amount before it
	for _, other := range b.terms[terms].Singles[:i] {
		if other == *d {
			same++
		}
	}
	find := func(event int, list []leasehold.SinglePayment) string {
		nth := same
		for m, s := range list {
			amount, sign := s.Amount.Minor(b.places), ""
			if s.Kind == leasehold.Incentive {
				amount, sign = amount.Neg(), "-"
			}
			if s.Date != d.Date || amount != d.Amount {
				continue
			}
			if nth--; nth < 0 {
				return sign + minorOf(singleName(event, m))
			}
		}
		return ""
	}
	if !d.Added {
		for e := terms - 1; e >= 0; e-- {
			if l.Events[e].OtherPayments == nil {
				continue
			}
			if cell := find(e, l.Events[e].OtherPayments); cell != "" {
				return cell
			}
		}
		if cell := find(-1, l.OtherPayments); cell != "" {
			return cell
		}
	}
	return strconv.FormatFloat(minor(d.Amount), 'f', -1, 64)
}

// Names of the inputs in lists; event −1 is the lease itself.
func listName(event int, kind string, i int) string {
	if event < 0 {
		return kind + "_" + strconv.Itoa(i+1)
	}
	return eventName(event, kind+"_"+strconv.Itoa(i+1))
}

func stepName(event, i int) string   { return listName(event, "rentStep", i) }
func freeName(event, i int) string   { return listName(event, "rentFreeShare", i) }
func singleName(event, i int) string { return listName(event, "otherPayment", i) }

// rateOf is the input with the rate in force after some events.
func (b *book) rateOf(events int) string {
	for i := events - 1; i >= 0; i-- {
		if b.r.Lease.Events[i].DiscountRateAnnual.Set {
			return eventName(i, "discountRateAnnual")
		}
	}
	return "discountRateAnnual"
}

// terminalOf is a formula for what is owed on the last day of the term, in minor
// units.
func (b *book) terminalOf(terms int) string {
	l := &b.r.Lease
	guarantee, price := b.typedName("residualValueGuarantee"), b.typedName("purchaseOptionAmount")
	g, p := l.ResidualValueGuarantee.Value, l.PurchaseOptionAmount.Value
	for i := range l.Events[:terms] {
		if o := l.Events[i].ResidualValueGuarantee; o.Set {
			guarantee, g = eventName(i, "residualValueGuarantee"), o.Value
		}
		if o := l.Events[i].PurchaseOptionAmount; o.Set {
			price, p = eventName(i, "purchaseOptionAmount"), o.Value
		}
	}
	switch owed := b.terms[terms].Terminal; owed {
	case g.Minor(b.places).Add(p.Minor(b.places)):
		return minorOf(guarantee) + "+" + minorOf(price)
	case g.Minor(b.places):
		return minorOf(guarantee)
	default:
		return strconv.FormatFloat(minor(owed), 'f', -1, 64)
	}
}

// writeTerms writes what the measurements use: constants, and the rents that are in
// force at commencement and after each event.
func (b *book) writeTerms(s *spreadsheet.Sheet) {
	s.Widths(34, 26, 100)
	s.Freeze(4, 0)
	s.Head("Terms", "What the measurements use. Amounts are in minor units of the currency, because a spreadsheet holds whole numbers exactly.")
	s.Headings(spreadsheet.Left("Name"), spreadsheet.Left("Value"), spreadsheet.Left("What it is"))
	put := func(name, about string, value any, formula string) {
		row := s.Put(s.Text(spreadsheet.Label, name), s.Formula(spreadsheet.Plain, value, formula), s.Text(spreadsheet.Note, about))
		s.Define(name, "B", row)
	}
	unit, _ := b.units().Float64()
	put("unit", "minor units of an amount of 1", unit, strconv.FormatFloat(unit, 'f', -1, 64))
	constant := func(name, about string, value int) {
		s.Define(name, "B", s.Put(s.Text(spreadsheet.Label, name), s.Value(spreadsheet.Plain, value), s.Text(spreadsheet.Note, about)))
	}
	constant("decided", "decimals of a minor unit that decide the rounding of a balance", b.decided())
	constant("decidedAmounts", "the same for amounts that are stated", b.decidedAmounts())
	constant("decidedRents", "the same for rents", b.decidedRents())
	written := map[string]bool{}
	for i := range b.terms {
		for _, list := range [][]rent{b.rents[i], b.owed[i]} {
			for j := range list {
				n := &list[j]
				if written[n.cell] {
					continue
				}
				written[n.cell] = true
				about := "rent of a whole period from " + b.r.Lease.CommencementDate.AddMonths(n.Month).String() + " on"
				if i > 0 {
					about += ", after event " + strconv.Itoa(i)
				}
				if strings.HasPrefix(n.cell, "owed") {
					about += ", with the changes of an index that are variable cost"
				}
				value, _ := n.Rent.Float64()
				put(n.cell, about, value, n.formula)
			}
		}
		put(name("terminal", i), "owed on the last day of the term", minor(b.terms[i].Terminal), b.terminalOf(i))
	}
	s.PrintTo("C")
}
