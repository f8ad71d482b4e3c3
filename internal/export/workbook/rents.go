package workbook

import (
	"fmt"
	"math"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// rent is a rent in a cell on the Terms sheet.
type rent struct {
	schedule.StatedRent

	cell        string // name of the cell; its amount is in minor units
	rise, added string // names of the input cells for the annual escalation, or 0
}

// terms contains the payment terms after a number of events, and the inputs on which they depend.
type terms struct {
	schedule.Terms

	events  int
	rents   []rent // rents included in the measurement
	owed    []rent // rents payable, which include index changes that were expensed
	singles []dated
}

func (b *book) traceTerms(list []schedule.Terms) {
	var measured, owed []rent
	for i := range list {
		t, treatment := &list[i], schedule.Remeasured
		if i > 0 {
			treatment = b.r.Events[i-1].Treatment
		}
		switch treatment {
		case schedule.Expensed:
			owed = b.derive("owed", i, t.Owed, owed, ", with the index changes that are variable cost")
		case schedule.Remeasured:
			measured = b.derive("rent", i, t.Rents, owed, "")
			owed = measured
		case schedule.Impaired, schedule.Reversed, schedule.Derecognized: // these events do not change the rent
		}
		in := b.inputs[:i+1]
		b.terms = append(b.terms, terms{*t, i, measured, owed, b.singles(in, t.Singles)})
		b.traced = append(b.traced, term(name("terminal", i), "payable on the last day of the term", spreadsheet.Plain, minor(t.Terminal), b.terminal(in, t.Terminal)))
	}
}

func (b *book) derive(prefix string, events int, list []schedule.StatedRent, before []rent, about string) []rent {
	if events > 0 {
		about = ", after event " + strconv.Itoa(events) + about
	}
	out := make([]rent, len(list))
	for j := range list {
		s, cell := &list[j], name(prefix, events, j)
		from := b.r.Lease.CommencementDate.AddMonths(s.Month)
		rise, added := b.escalation(events, s, from)
		out[j] = rent{*s, cell, rise, added}
		value, _ := s.Rent.Float64()
		b.traced = append(b.traced, term(cell, "rent of a whole period from "+from.String()+about, spreadsheet.Plain, value, b.origin(events, s.Month, from, before)))
	}
	return out
}

func term(name, about string, look spreadsheet.Style, value any, formula string) line {
	return line{name, name, about, look, value, formula}
}

// escalation returns the inputs that determine the escalation of a rent from a given day onward.
// These are the inputs of the last event, on or before that day, with the same escalation. Without
// such an event, they are the inputs of the lease.
func (b *book) escalation(events int, s *schedule.StatedRent, from civil.Date) (pct, amount string) {
	for i := events; ; i-- {
		rise, added := b.inputs.at(i).find("annualEscalationPct"), b.inputs.at(i).find("annualEscalationAmount")
		escalates := (rise.name != noInput || added.name != noInput) && rise.exact == s.Pct && added.exact == s.Amount
		if i == 0 || escalates && !from.Before(b.inputs[i].since) {
			return rise.name, added.name
		}
	}
}

// origin returns the formula for a rent after a number of events, given the rent's first month and
// day. The formula refers to a rent step, to an amount of the last event, or to an earlier rent. If
// it refers to an earlier rent, it may apply the event's percentage change.
func (b *book) origin(events, month int, from civil.Date, before []rent) string {
	in := b.inputs.at(events)
	stated, later := in.dated(step, from, 0), !from.Before(in[0].since)
	if later && stated.name == noInput {
		stated = in.find("paymentAmount")
	}
	if stated.name != noInput {
		return stated.name + "*unit"
	}
	formula := exactAt(before, month)
	if change := in.find("changePct"); later && change.name != noInput {
		return "(" + formula + ")*(1+" + change.name + ")"
	}
	return formula
}

// exactAt returns a formula for the unrounded rent for a whole period that starts in the given month.
func exactAt(list []rent, month int) string {
	s := &list[0]
	for i := range list {
		if list[i].Month <= month {
			s = &list[i]
		}
	}
	years := month/12 - s.Month/12
	if years == 0 {
		return s.cell
	}
	return fmt.Sprintf("(%s*(1+%s)^%d+%d*%s*unit)", s.cell, s.rise, years, years, s.added)
}

// rentOf returns a formula for a period's rent over a number of months, in minor units. The
// rent-free months come from t.
func (b *book) rentOf(list []rent, t *terms, month, months int) string {
	exact, period, paidMonths := exactAt(list, month), b.r.Lease.PaymentFrequency.Months(), strconv.Itoa(months)
	for _, f := range t.Free {
		if within := min(f.Month+f.Months, month+months) - max(f.Month, month); within > 0 {
			share := b.inputs[:t.events+1].dated(free, b.r.Lease.CommencementDate.AddMonths(f.Month), 0)
			paidMonths += fmt.Sprintf("-%d*%s", within, share.name)
		}
	}
	if paidMonths != strconv.Itoa(period) {
		exact = fmt.Sprintf("%s*(%s)/%d", exact, paidMonths, period)
	}
	return "ROUND(ROUND(" + exact + ",decidedRents),0)"
}

// singles returns one-off payments with their formulas. An incentive is negative.
func (b *book) singles(in inputs, list []schedule.DatedPayment) []dated {
	others := map[civil.Date]int{} // number of payments so far, by date
	return lists.Map(list, func(d schedule.DatedPayment) dated {
		if d.Added {
			return dated{d, minorText(d.Amount), 0}
		}
		x := in.dated(single, d.Date, others[d.Date])
		others[d.Date]++
		return dated{d, x.sign + minorOf(x.name), 0}
	})
}

// terminal returns a formula for the amount due at the end of the term.
func (b *book) terminal(in inputs, amount money.Amount) string {
	guarantee, price := in.find("residualValueGuarantee").exact, in.find("purchaseOptionAmount").exact
	if amount == guarantee.Minor(b.places).Add(price.Minor(b.places)) {
		return in.formula("{residualValueGuarantee}+{purchaseOptionAmount}")
	}
	return in.formula("{residualValueGuarantee}") // the option will not be exercised
}

func (b *book) writeTerms(s *spreadsheet.Sheet) {
	s.Freeze(4, 0)
	s.Table("Terms", "The measurements use these numbers. Amounts are in minor units of the currency, because a spreadsheet holds whole numbers exactly.",
		spreadsheet.Left("Name").Wide(34), spreadsheet.Left("Value").Wide(26), spreadsheet.Left("Meaning").Wide(100))
	r := b.r
	rents := lists.Map(r.Schedule, func(p leasehold.Period) money.Amount { return p.Rent })
	balances := lists.Map(r.Schedule, func(p leasehold.Period) money.Amount { return p.LiabilityClose })
	typed := []money.Amount{r.TerminalPayment}
	for _, x := range b.inputs[0].inputs {
		if x.look == spreadsheet.InputAmount && x.from == (civil.Date{}) {
			typed = append(typed, x.exact.Minor(b.places))
		}
	}
	unit := math.Pow10(b.places)
	b.lines(s,
		term("unit", "minor units in an amount of 1", spreadsheet.Plain, unit, strconv.FormatFloat(unit, 'f', -1, 64)),
		term("decided", "number of decimal places of a minor unit to which a balance is first rounded", spreadsheet.Plain, decimals(append(balances, r.InitialLiability, r.InitialRouAsset)...), ""),
		term("decidedAmounts", "the same for input amounts", spreadsheet.Plain, decimals(typed...), ""),
		term("decidedRents", "the same for rent", spreadsheet.Plain, decimals(rents...), ""),
		term("adjustment", "prepaid rent + initial direct costs + restoration cost + grant - incentives", spreadsheet.Whole, nil,
			b.inputs.at(0).formula("{prepaidRent}+{initialDirectCosts}+{restorationCost}+{grantElement}-{leaseIncentives}")),
		term("commencementPaid", "paid on the commencement date and not part of the liability", spreadsheet.Whole, minor(r.CommencementPayment), b.blocks[0].settled()),
		term("initialAsset", "asset at commencement", spreadsheet.Whole, minor(r.InitialRouAsset), b.initialAsset()))
	b.lines(s, b.traced...)
}

func (b *book) initialAsset() string {
	switch {
	case b.r.Lease.Exempt():
		return "0"
	case b.r.Lease.OpeningRouAsset.Set:
		return minorOf("openingRouAsset")
	default:
		return b.blocks[0].in(0, "ROUND({balance^}+adjustment+commencementPaid,0)")
	}
}

// settled returns a formula for the payment on the commencement date, in minor units. It is 0 if
// the liability includes that payment.
func (k *block) settled() string {
	opening, _, _ := k.singles(0)
	f, _ := sum(opening)
	if k.b.r.Lease.PaymentTiming == leasehold.Advance {
		f += k.in(0, "+{rent}")
	}
	return `IF(commencementPayment="settled",` + f + ",0)"
}
