package wording

import (
	"maps"
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// Figure is an amount with its label.
type Figure struct {
	Label  string
	Amount money.Amount
}

// ToAsset returns the amounts by which the asset differs from the liability at commencement.
func ToAsset(m *leasehold.Measurement) []Figure {
	l := &m.Lease
	if l.Exempt() {
		return nil
	}
	all := []Figure{
		{"Payment at commencement, not in the liability", m.CommencementPayment},
		{Label("prepaidRent"), l.Amount(l.PrepaidRent)},
		{Label("initialDirectCosts"), l.Amount(l.InitialDirectCosts)},
		{Label("restorationCost"), l.Amount(l.RestorationCost)},
		{Label("grantElement"), l.Amount(l.GrantElement)},
		{Label("leaseIncentives"), l.Amount(l.LeaseIncentives).Neg()},
	}
	if l.OpeningRouAsset.Set {
		all = []Figure{{"Difference between the transferred-in asset and the liability", m.InitialRouAsset.Sub(m.InitialLiability)}}
	}
	return nonzero(all)
}

func nonzero(list []Figure) []Figure {
	return slices.DeleteFunc(list, func(f Figure) bool { return f.Amount.IsZero() })
}

// OfBalances returns a lease's balances as of its balance date, or nil if it has no balance date.
func OfBalances(m *leasehold.Measurement) []Figure {
	b := m.Balances
	if b == nil {
		return nil
	}
	return []Figure{
		{LeaseLiability, b.Liability},
		{"Accrued interest, included in the liability", b.AccruedInterest},
		{Sentence(m.Lease.Standard.AssetNoun()), b.RouAsset},
		{CurrentPortion, b.CurrentLiability},
		{LongTermPortion, b.LongTermLiability},
	}
}

// OfEvent returns an event's figures: first its balances, then its effects. Effects of 0 are omitted.
func OfEvent(s leasehold.Standard, e *leasehold.EventResult) []Figure {
	noun := Sentence(s.AssetNoun())
	list := []Figure{
		{LeaseLiability + " before", e.LiabilityBefore},
		{LeaseLiability + " after", e.LiabilityAfter},
		{noun + " before", e.RouAssetBefore},
		{noun + " after", e.RouAssetAfter},
	}
	return append(list, nonzero([]Figure{
		{"Initial direct costs paid", e.InitialDirectCosts},
		{Label("leaseIncentives"), e.LeaseIncentives},
		{"Penalty paid", e.Penalty},
		{"Price paid", e.Price},
		{"Property and equipment recognized", e.Property},
		{"Impairment loss", e.ImpairmentLoss},
		{"Gain (loss)", e.GainOrLoss},
	})...)
}

// OfLife returns a lease's totals over its whole term.
func OfLife(m *leasehold.Measurement) []Figure {
	columns := Headings(m)
	list := []Figure{
		{"Payments", m.Life.Payments}, {columns.Interest, m.Life.Interest}, {columns.Amortization, m.Life.Amortization}, {columns.Cost, m.Life.LeaseExpense},
	}
	return append(list, nonzero([]Figure{
		{Sides[0].Heading, m.Life.VariablePayments}, {"Impairment losses", m.Life.ImpairmentLosses}, {"Gains (losses)", m.Life.GainsAndLosses},
	})...)
}

// Reconciles reports whether the payments in the maturity analysis less imputed interest equal the
// liability. The amounts differ for an exempt lease, which has no liability.
func Reconciles(l *leasehold.Lease) bool { return !l.Exempt() }

// DoneBy returns a word for how an event was treated: remeasured, partly terminated, expensed as
// variable cost, impaired or derecognized.
func DoneBy(e *leasehold.EventResult) string {
	switch {
	case e.Decrease && e.GainOrLoss.Sign() > 0:
		return "partial termination: liability and asset reduced, gain recognized"
	case e.Decrease && e.GainOrLoss.Sign() < 0:
		return "partial termination: liability and asset reduced, loss recognized"
	case e.Decrease:
		return "partial termination: liability and asset reduced"
	}
	return map[schedule.Treatment]string{
		schedule.Remeasured: "liability remeasured", schedule.Expensed: "expensed as variable lease cost",
		schedule.Impaired: "asset written down", schedule.Derecognized: "liability and asset derecognized",
		schedule.Reversed: "impairment reversed",
	}[e.Treatment]
}

// StatedBy returns an event's inputs, except its date and its type.
func StatedBy(l *leasehold.Lease, event int) []Input {
	at := 0
	for value := range strict.Elements(l.AppendMember(nil, "events")) {
		if at++; at <= event {
			continue
		}
		var list []Input
		values := maps.Collect(strict.Members(value))
		for i := range member.Event {
			m := &member.Event[i]
			v, found := values[m.Name]
			if m.Name == "date" || m.Name == "type" || !found {
				continue
			}
			text := shown(v, m, Places(l))
			if m.Kind == member.List && string(v) == "[]" {
				text = "none from this date"
			}
			list = append(list, Input{m.Name, m.Label, text, m.Nature})
		}
		return list
	}
	return nil
}

// EntryOf finds an event's entry among a lease's journal entries. It returns the entry's lines, or
// nil if the event has no entry.
func EntryOf(entries []leasehold.Entry, event int) []Figure {
	var list []Figure
	for i := range entries {
		if entries[i].Kind != schedule.EntryEvent || entries[i].Event != event {
			continue
		}
		for _, l := range Netted(entries[i].Lines) {
			if l.Debit.IsZero() {
				list = append(list, Figure{"Credit " + l.Account.String(), l.Credit})
			} else {
				list = append(list, Figure{"Debit " + l.Account.String(), l.Debit})
			}
		}
	}
	return list
}

// Line is a schedule line: either a period or an event.
type Line struct {
	Period *leasehold.Period      // nil if the line is an event
	Event  *leasehold.EventResult // nil if the line is a period
}

// Schedule returns a lease's periods and events in the order in which they are recorded.
func Schedule(m *leasehold.Measurement) []Line {
	list := make([]Line, 0, len(m.Schedule)+len(m.Events))
	events := m.Events
	for i := 0; i <= len(m.Schedule); i++ {
		for len(events) > 0 && events[0].RowsBefore() <= i {
			list, events = append(list, Line{Event: &events[0]}), events[1:]
		}
		if i < len(m.Schedule) {
			list = append(list, Line{Period: &m.Schedule[i]})
		}
	}
	return list
}

// ScheduleColumn is an amount column of a schedule.
type ScheduleColumn struct {
	Member  string // name of the column in the API contract
	Heading string
	Balance bool // whether the amounts are balances at the end of each row and have no total
	Of      func(*leasehold.Period) money.Amount
}

// Side is a schedule column for a cost that is not part of the lease cost. Only some leases have such columns.
type Side struct {
	ScheduleColumn

	has func(*leasehold.Measurement) bool
}

// Sides contains all columns of additional costs, in the order of the API contract.
var Sides = [...]Side{
	{
		ScheduleColumn{"variableLeaseExpense", "Variable lease cost", false, func(p *leasehold.Period) money.Amount { return p.VariableLeaseExpense }},
		(*leasehold.Measurement).Varies,
	},
	{
		ScheduleColumn{"nonLeaseExpense", "Non-lease components", false, func(p *leasehold.Period) money.Amount { return p.NonLeaseAmounts().Expense }},
		func(m *leasehold.Measurement) bool { return m.Lease.HasServices() },
	},
	{
		ScheduleColumn{"taxExpense", "Irrecoverable tax", false, func(p *leasehold.Period) money.Amount { return p.NonLeaseAmounts().Tax }},
		func(m *leasehold.Measurement) bool { return m.Lease.IrrecoverableTaxRate.Set },
	},
}

// Every schedule has these columns.
func amounts(c *Columns) []ScheduleColumn {
	return []ScheduleColumn{
		{"payment", c.Payment, false, func(p *leasehold.Period) money.Amount { return p.Payment }},
		{"interest", c.Interest, false, func(p *leasehold.Period) money.Amount { return p.Interest }},
		{"principal", c.Principal, false, func(p *leasehold.Period) money.Amount { return p.Principal }},
		{"liabilityClose", c.Liability, true, func(p *leasehold.Period) money.Amount { return p.LiabilityClose }},
		{"rouAmortization", c.Amortization, false, func(p *leasehold.Period) money.Amount { return p.RouAmortization }},
		{"rouAssetClose", c.Asset, true, func(p *leasehold.Period) money.Amount { return p.RouAssetClose }},
		{"leaseExpense", c.Cost, false, func(p *leasehold.Period) money.Amount { return p.LeaseExpense }},
	}
}

// ScheduleColumns returns the amount columns of a lease's schedule, with headings in its standard's terms. Columns that
// appear in every schedule come first. Columns for the lease's additional costs follow.
func ScheduleColumns(m *leasehold.Measurement) []ScheduleColumn {
	headings := Headings(m)
	list := amounts(&headings)
	for _, side := range SidesOf(m) {
		list = append(list, side.ScheduleColumn)
	}
	return list
}

// EveryScheduleColumn returns every amount column that any schedule can have. Only the columns for
// additional costs have headings.
func EveryScheduleColumn() []ScheduleColumn {
	list := amounts(new(Columns))
	for i := range Sides {
		list = append(list, Sides[i].ScheduleColumn)
	}
	return list
}

// SumOf returns a column's total over the given rows.
func (c *ScheduleColumn) SumOf(rows []leasehold.Period) (sum money.Amount) {
	for i := range rows {
		sum = sum.Add(c.Of(&rows[i]))
	}
	return sum
}

// Values returns a row's amounts in the given columns.
func Values(list []ScheduleColumn, p *leasehold.Period) []money.Amount {
	values := make([]money.Amount, len(list))
	for i := range list {
		values[i] = list[i].Of(p)
	}
	return values
}

// In is true if a lease's schedule has the column.
func (s *Side) In(m *leasehold.Measurement) bool { return s.has(m) }

// SidesOf returns the columns of a lease's additional costs, with headings in its standard's terms.
func SidesOf(m *leasehold.Measurement) (list []Side) {
	list = slices.DeleteFunc(slices.Clone(Sides[:]), func(s Side) bool { return !s.has(m) })
	for i := range list {
		list[i].Heading = m.Lease.Say(list[i].Heading)
	}
	return list
}

// Split describes how a lease contract's payments are divided between its components. The split
// applies from commencement or from an event onward.
type Split struct {
	From  civil.Date
	Event int // index of the event; −1 for commencement
	Parts []ComponentShare
	Rent  money.Amount // rent of a whole period, which equals the sum of the components' rents; 0 if the lease has a list of payments
	Lease *big.Rat     // share of the lease components in each payment
}

// ComponentShare is a component of the lease contract with its share of each payment.
type ComponentShare struct {
	leasehold.Component

	Share *big.Rat
	Rent  money.Amount // rent of a period for this component
}

// Splits returns the splits of a lease's payments, or nil if the lease has no components.
func Splits(l *leasehold.Lease) (list []Split) {
	add := func(from civil.Date, event int, components []leasehold.Component, rent money.Decimal) {
		if len(components) > 0 {
			list = append(list, split(l, from, event, components, rent))
		}
	}
	rent := l.PaymentAmount
	add(l.CommencementDate, -1, l.Components, rent)
	for i := range l.Events {
		e := &l.Events[i]
		if e.PaymentAmount.Set {
			rent = e.PaymentAmount.Value
		}
		add(e.Date, i, e.Components, rent)
	}
	return list
}

// split divides a period's rent between the components. The sum for the lease components is rounded as the engine
// rounds it. The rest is allocated to the services, so that the components' rents add up to the total rent.
func split(l *leasehold.Lease, from civil.Date, event int, components []leasehold.Component, rent money.Decimal) Split {
	places := Places(l)
	s := Split{From: from, Event: event, Rent: rent.Minor(places), Lease: new(big.Rat)}
	all := new(big.Rat)
	prices := make([]*big.Rat, len(components))
	for i := range components {
		prices[i] = lease.InMinor(components[i].StandalonePrice, 0)
		all.Add(all, prices[i])
	}
	exact, given, upTo := new(big.Rat).SetInt(s.Rent.Big()), money.Amount{}, new(big.Rat)
	s.Parts = make([]ComponentShare, len(components))
	for _, kind := range []leasehold.ComponentKind{leasehold.LeaseComponent, leasehold.ServiceComponent} {
		for i := range components {
			if components[i].Kind != kind {
				continue
			}
			share := new(big.Rat).Quo(prices[i], all)
			upTo.Add(upTo, share)
			part := new(big.Rat).Mul(exact, upTo)
			until := money.FromBig(money.QuoRound(new(big.Int).Set(part.Num()), part.Denom()))
			s.Parts[i] = ComponentShare{components[i], share, until.Sub(given)}
			given = until
		}
		if kind == leasehold.LeaseComponent {
			s.Lease.Set(upTo)
		}
	}
	return s
}
