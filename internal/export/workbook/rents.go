package workbook

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// rent is a supplied rent with the formula that derives it from the inputs.
type rent struct {
	schedule.StatedRent

	cell        string // name of the cell with the rent in minor units
	formula     string
	rise, added string // annual escalation: names of input cells, or numbers
}

// minorUnits returns 10^places, the number of minor units in a currency unit.
func (b *book) minorUnits() *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(b.places)), nil))
}

// rat converts a decimal number to a fraction.
func rat(d money.Decimal) *big.Rat {
	r, ok := new(big.Rat).SetString(d.String())
	if !ok {
		panic("workbook: " + d.String() + " is not a number") // cannot occur, because package money formatted the number
	}
	return r
}

// plusOne returns 1 + d as a fraction.
func plusOne(d money.Decimal) *big.Rat { return new(big.Rat).Add(big.NewRat(1, 1), rat(d)) }

func (b *book) inUnits(d money.Decimal) *big.Rat { return new(big.Rat).Mul(rat(d), b.minorUnits()) }

// traceRents determines the formulas for the rents at commencement and after each event.
func (b *book) traceRents() {
	first := b.named("rent", 0, b.terms[0].Rents)
	first[0].formula = "paymentAmount*unit"
	for i := range first[1:] {
		first[i+1].formula = listName(-1, step, i) + "*unit"
	}
	b.rents, b.owed = [][]rent{first}, [][]rent{nil}
	for i := range b.r.Lease.Events {
		measured, paidMonths, before := b.rents[i], b.owed[i], b.rents[i]
		if paidMonths != nil {
			before = paidMonths
		}
		switch b.r.Events[i].Treatment {
		case schedule.Expensed:
			paidMonths = b.derive(b.named("owed", i+1, b.terms[i+1].Owed), before, i)
		case schedule.Remeasured:
			measured, paidMonths = b.derive(b.named("rent", i+1, b.terms[i+1].Rents), before, i), nil
		case schedule.Impaired, schedule.Reversed, schedule.Derecognized: // these events do not change the rent
		}
		b.rents, b.owed = append(b.rents, measured), append(b.owed, paidMonths)
	}
}

// named returns the rents of the given terms, with the names of their cells and the inputs of their
// escalations.
func (b *book) named(prefix string, terms int, list []schedule.StatedRent) []rent {
	out := make([]rent, len(list))
	for j, s := range list {
		out[j] = rent{StatedRent: s, cell: name(prefix, terms, j)}
		out[j].rise, out[j].added = b.escalation(terms, &s)
	}
	return out
}

// escalation returns the inputs that determine the escalation of a rent: those of the last event
// that supplies an escalation, or those of the lease if no event does.
func (b *book) escalation(terms int, s *schedule.StatedRent) (pct, amount string) {
	l := &b.r.Lease
	for i := terms - 1; i >= 0; i-- {
		e := &l.Events[i]
		if !e.AnnualEscalationPct.Set && !e.AnnualEscalationAmount.Set {
			continue
		}
		if e.AnnualEscalationPct.Value == s.Pct && e.AnnualEscalationAmount.Value == s.Amount && !l.CommencementDate.AddMonths(s.Month).Before(e.Date) {
			pct, amount = "0", "0"
			if e.AnnualEscalationPct.Set {
				pct = eventName(i, "annualEscalationPct")
			}
			if e.AnnualEscalationAmount.Set {
				amount = eventName(i, "annualEscalationAmount")
			}
			return pct, amount
		}
	}
	if l.AnnualEscalationPct.Value == s.Pct && l.AnnualEscalationAmount.Value == s.Amount {
		return b.inputName("annualEscalationPct"), b.inputName("annualEscalationAmount")
	}
	return s.Pct.String(), s.Amount.String()
}

// derive determines the formulas for the rents after an event. A rent may equal an amount or a step
// of the event, an earlier rent, or an earlier rent changed by the event's percentage. A rent that
// equals none of these is written as a number.
func (b *book) derive(now, before []rent, event int) []rent {
	e, start := &b.r.Lease.Events[event], b.r.Lease.CommencementDate
	origin := func(n *rent) string {
		for m, s := range e.RentSteps {
			if start.AddMonths(n.Month) == s.From && b.inUnits(s.PaymentAmount).Cmp(n.Rent) == 0 {
				return listName(event, step, m) + "*unit"
			}
		}
		if e.PaymentAmount.Set && !start.AddMonths(n.Month).Before(e.Date) && b.inUnits(e.PaymentAmount.Value).Cmp(n.Rent) == 0 {
			return eventName(event, "paymentAmount") + "*unit"
		}
		old, formula := b.exactAt(before, n.Month)
		if old.Cmp(n.Rent) == 0 {
			return formula
		}
		if e.ChangePct.Set && old.Mul(old, plusOne(e.ChangePct.Value)).Cmp(n.Rent) == 0 {
			return "(" + formula + ")*(1+" + eventName(event, "changePct") + ")"
		}
		f, _ := n.Rent.Float64()
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	for i := range now {
		now[i].formula = origin(&now[i])
	}
	return now
}

// exactAt returns the unrounded rent for a whole period that starts in the given month, and a
// formula for that rent.
func (b *book) exactAt(list []rent, month int) (*big.Rat, string) {
	s := &list[0]
	for i := range list {
		if list[i].Month <= month {
			s = &list[i]
		}
	}
	value, growth, years := new(big.Rat).Set(s.Rent), plusOne(s.Pct), month/12-s.Month/12
	if years == 0 {
		return value, s.cell
	}
	for range years {
		value.Mul(value, growth)
	}
	value.Add(value, new(big.Rat).Mul(b.inUnits(s.Amount), big.NewRat(int64(years), 1)))
	return value, fmt.Sprintf("(%s*(1+%s)^%d+%d*%s*unit)", s.cell, s.rise, years, years, s.added)
}

// rentOf returns a formula for the rent for a number of months in a period, in minor units.
func (b *book) rentOf(list []rent, terms, month, months int) string {
	_, exact := b.exactAt(list, month)
	period := b.r.Lease.PaymentFrequency.Months()
	paidMonths, whole := strconv.Itoa(months), months == period
	for i, f := range b.terms[terms].Free {
		if within := min(f.Month+f.Months, month+months) - max(f.Month, month); within > 0 {
			paidMonths += fmt.Sprintf("-%d*%s", within, b.freeShare(terms, i))
			whole = false
		}
	}
	if !whole {
		exact = fmt.Sprintf("%s*(%s)/%d", exact, paidMonths, period)
	}
	return "ROUND(ROUND(" + exact + ",decidedRents),0)"
}

// latest calls find for the events before terms, from the last event to the first, and then with −1
// for the lease itself. It returns the first result that is not "".
func latest(terms int, find func(event int) string) string {
	for event := terms - 1; event >= -1; event-- {
		if cell := find(event); cell != "" {
			return cell
		}
	}
	return ""
}

// freeShare returns the name of the input with the share of rent that a rent-free period waives, or
// the share as a number.
func (b *book) freeShare(terms, i int) string {
	l, f := &b.r.Lease, &b.terms[terms].Free[i]
	cell := latest(terms, func(event int) string {
		list := l.RentFree
		if event >= 0 {
			list = l.Events[event].RentFree
		}
		for m, s := range list {
			if shareOf(s) == f.Share && l.CommencementDate.AddMonths(f.Month) == s.From {
				return listName(event, free, m)
			}
		}
		return ""
	})
	if cell == "" {
		return f.Share.String()
	}
	return cell
}

// shareOf returns the share of the rent that a rent-free period waives.
func shareOf(f leasehold.RentFree) money.Decimal {
	if f.Share.Set {
		return f.Share.Value
	}
	return money.Int(1)
}

// single returns a formula for a one-off payment in minor units. An incentive is negative.
func (b *book) single(terms, i int) string {
	l, d := &b.r.Lease, &b.terms[terms].Singles[i]
	same := 0 // number of equal payments before this payment
	for _, other := range b.terms[terms].Singles[:i] {
		if other == *d {
			same++
		}
	}
	cell := latest(terms, func(event int) string {
		list := l.OtherPayments
		if event >= 0 {
			list = l.Events[event].OtherPayments
		}
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
				return sign + minorOf(listName(event, single, m))
			}
		}
		return ""
	})
	if d.Added || cell == "" {
		return minorText(d.Amount)
	}
	return cell
}

// Prefixes of the cell names of inputs in lists.
const (
	step   = "rentStep"
	free   = "rentFreeShare"
	single = "otherPayment"
)

// listName returns the cell name of an input in a list of an event. For a list of the lease itself,
// event is −1.
func listName(event int, kind string, i int) string {
	if event < 0 {
		return name(kind, i+1)
	}
	return eventName(event, name(kind, i+1))
}

// rateOf returns the input with the rate that applies after the given number of events.
func (b *book) rateOf(events int) string {
	return latest(events, func(event int) string {
		switch {
		case event < 0:
			return "discountRateAnnual"
		case b.r.Lease.Events[event].DiscountRateAnnual.Set:
			return eventName(event, "discountRateAnnual")
		default:
			return ""
		}
	})
}

// terminalOf returns a formula for the payment on the last day of the lease term, in minor units.
func (b *book) terminalOf(terms int) string {
	l := &b.r.Lease
	guarantee, price := b.inputName("residualValueGuarantee"), b.inputName("purchaseOptionAmount")
	g, p := l.ResidualValueGuarantee.Value, l.PurchaseOptionAmount.Value
	for i := range l.Events[:terms] {
		if o := l.Events[i].ResidualValueGuarantee; o.Set {
			guarantee, g = eventName(i, "residualValueGuarantee"), o.Value
		}
		if o := l.Events[i].PurchaseOptionAmount; o.Set {
			price, p = eventName(i, "purchaseOptionAmount"), o.Value
		}
	}
	switch paidMonths := b.terms[terms].Terminal; paidMonths {
	case g.Minor(b.places).Add(p.Minor(b.places)):
		return minorOf(guarantee) + "+" + minorOf(price)
	case g.Minor(b.places):
		return minorOf(guarantee)
	default:
		return minorText(paidMonths)
	}
}

// writeTerms writes the numbers that the measurements use: constants, amounts at commencement,
// and the rents at commencement and after each event.
func (b *book) writeTerms(s *spreadsheet.Sheet) {
	s.Freeze(4, 0)
	s.Table("Terms", "Numbers that the measurements use. Amounts are in minor units of the currency, because a spreadsheet holds whole numbers exactly.",
		spreadsheet.Left("Name").Wide(34), spreadsheet.Left("Value").Wide(26), spreadsheet.Left("Meaning").Wide(100))
	put := func(name, about string, look spreadsheet.Style, value any, formula string) {
		b.lines(s, line{name, name, about, look, value, formula})
	}
	r := b.r
	balances, typed, rents := []money.Amount{r.InitialLiability, r.InitialRouAsset}, []money.Amount{r.TerminalPayment}, []money.Amount(nil)
	for i := range r.Schedule {
		balances, rents = append(balances, r.Schedule[i].LiabilityClose), append(rents, r.Schedule[i].Rent)
	}
	for _, in := range stated {
		if in.look == spreadsheet.InputAmount {
			typed = append(typed, in.of(&r.Lease).Value.Minor(b.places))
		}
	}
	unit, _ := b.minorUnits().Float64()
	put("unit", "minor units of an amount of 1", spreadsheet.Plain, unit, strconv.FormatFloat(unit, 'f', -1, 64))
	put("decided", "decimals of a minor unit that decide the rounding of a balance", spreadsheet.Plain, decimals(balances...), "")
	put("decidedAmounts", "the same for input amounts", spreadsheet.Plain, decimals(typed...), "")
	put("decidedRents", "the same for rents", spreadsheet.Plain, decimals(rents...), "")
	put("adjustment", "prepaid rent + initial direct costs + restoration cost + grant - incentives", spreadsheet.Whole, nil, b.adjustment())
	put("commencementPaid", "paid on the commencement date, if it is not part of the liability", spreadsheet.Whole, minor(r.CommencementPayment), b.blocks[0].settled())
	put("initialAsset", "asset at commencement", spreadsheet.Whole, minor(r.InitialRouAsset), b.initialAsset())
	written := map[string]bool{}
	for i := range b.terms {
		for _, n := range append(slices.Clip(b.rents[i]), b.owed[i]...) {
			if written[n.cell] {
				continue
			}
			written[n.cell] = true
			about := "rent of a whole period from " + r.Lease.CommencementDate.AddMonths(n.Month).String()
			if i > 0 {
				about += ", after event " + strconv.Itoa(i)
			}
			if strings.HasPrefix(n.cell, "owed") {
				about += ", with the index changes that are variable cost"
			}
			value, _ := n.Rent.Float64()
			put(n.cell, about, spreadsheet.Plain, value, n.formula)
		}
		put(name("terminal", i), "payable on the last day of the term", spreadsheet.Plain, minor(b.terms[i].Terminal), b.terminalOf(i))
	}
}
