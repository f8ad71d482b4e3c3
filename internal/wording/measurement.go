package wording

import (
	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
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
	amount := func(o leasehold.Optional[money.Decimal]) money.Amount { return o.Value.Minor(Places(l)) }
	all := []Figure{
		{"Payment at commencement, not in the liability", m.CommencementPayment},
		{Label("prepaidRent"), amount(l.PrepaidRent)},
		{Label("initialDirectCosts"), amount(l.InitialDirectCosts)},
		{Label("restorationCost"), amount(l.RestorationCost)},
		{Label("grantElement"), amount(l.GrantElement)},
		{Label("leaseIncentives"), amount(l.LeaseIncentives).Neg()},
	}
	if l.OpeningRouAsset.Set {
		all = []Figure{{"Difference between the transferred-in asset and the liability", m.InitialRouAsset.Sub(m.InitialLiability)}}
	}
	var list []Figure
	for _, f := range all {
		if !f.Amount.IsZero() {
			list = append(list, f)
		}
	}
	return list
}

// OfBalances returns the balances of a lease at the end of the day that the lease requests, or nil
// if the lease requests no day.
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

// OfEvent returns the figures of an event: first its balances, then its effects. Effects of 0 are
// omitted.
func OfEvent(s leasehold.Standard, e *leasehold.EventResult) []Figure {
	noun := Sentence(s.AssetNoun())
	list := []Figure{
		{LeaseLiability + " before", e.LiabilityBefore},
		{LeaseLiability + " after", e.LiabilityAfter},
		{noun + " before", e.RouAssetBefore},
		{noun + " after", e.RouAssetAfter},
	}
	for _, f := range []Figure{
		{"Initial direct costs paid", e.InitialDirectCosts},
		{Label("leaseIncentives"), e.LeaseIncentives},
		{"Penalty paid", e.Penalty},
		{"Price paid", e.Price},
		{"Property and equipment recognized", e.Property},
		{"Impairment loss", e.ImpairmentLoss},
		{"Gain (loss)", e.GainOrLoss},
	} {
		if !f.Amount.IsZero() {
			list = append(list, f)
		}
	}
	return list
}

// OfLife returns the totals of a lease over its whole term.
func OfLife(m *leasehold.Measurement) []Figure {
	columns := Headings(m)
	list := []Figure{
		{"Payments", m.Life.Payments}, {columns.Interest, m.Life.Interest}, {columns.Amortization, m.Life.Amortization}, {columns.Cost, m.Life.LeaseExpense},
	}
	for _, f := range []Figure{
		{Sides[0].Heading, m.Life.VariablePayments}, {"Impairment losses", m.Life.ImpairmentLosses}, {"Gains (losses)", m.Life.GainsAndLosses},
	} {
		if !f.Amount.IsZero() {
			list = append(list, f)
		}
	}
	return list
}

// Reconciles reports whether the payments in the maturity analysis less imputed interest equal the
// liability. They do not for an exempt lease, which has no liability.
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

// StatedBy returns the inputs of an event, except its date and its type.
func StatedBy(l *leasehold.Lease, event int) []Input {
	at := 0
	for value := range strict.Elements(l.AppendMember(nil, "events")) {
		if at++; at <= event {
			continue
		}
		var list []Input
		for i := range member.Event {
			m := &member.Event[i]
			v := memberOf(value, m.Name)
			if m.Name == "date" || m.Name == "type" || len(v) == 0 {
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

// EntryOf returns the lines of the journal entry for an event, or nil if the event has no entry.
// entries are the journal entries of the lease.
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
