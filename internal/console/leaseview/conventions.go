package leaseview

import (
	"context"
	"html/template"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// convention is a column in the comparison of discounting conventions: the same lease measured under one convention.
type convention struct {
	Name   string
	About  string
	Chosen bool
	Rows   []conventionFigure // empty if the lease cannot be measured under this convention
}

// conventionFigure is a figure under one convention, with its difference from the figure under the lease's own
// convention.
type conventionFigure struct {
	Figure     template.HTML
	Difference string // "" if the figures are equal
}

// discountings contains the name and the description of each discounting convention. The index is
// the convention's value as a leasehold.Discounting.
var discountings = [...]convention{
	leasehold.Nominal:           {Name: "Nominal", About: "the rate divided by the number of periods in a year"},
	leasehold.Effective:         {Name: "Effective", About: "the rate compounded over a year"},
	leasehold.Actual365:         {Name: "Actual days ÷ 365", About: "as with XNPV in spreadsheets"},
	leasehold.CompoundedMonthly: {Name: "Monthly", About: "a twelfth of the rate, compounded each month"},
}

func conventionRows(l *leasehold.Lease) []string {
	liability := l.Say("Lease liability")
	return []string{liability, liability + " after the first day’s payment", "Asset at " + wording.First(l), "Interest over the term", "Rate of one period"}
}

// conventions measures a lease under each discounting convention. It ignores the lease's events, because the
// figures are as of commencement.
func conventions(ctx context.Context, r *leasehold.Result, p printer) []convention {
	if r.Lease.Exempt() {
		return nil
	}
	list := slices.Clone(discountings[:])
	measured := make([]*leasehold.Measurement, len(list))
	for i := range list {
		lease := r.Lease
		lease.Events = nil
		lease.Basis = leasehold.Some(leasehold.Basis{
			Discounting: leasehold.Discounting(i), CommencementPayment: r.Lease.Basis.Value.CommencementPayment,
		})
		list[i].Chosen = r.Lease.Basis.Value.Discounting == leasehold.Discounting(i)
		if m, err := leasehold.MeasureDeviating(ctx, &lease, leasehold.Deviations{}); err == nil { // a negative liability, which some conventions may cause, is an error
			measured[i] = m
		}
	}
	chosen := measured[r.Lease.Basis.Value.Discounting]
	for i, m := range measured {
		if m != nil && chosen != nil {
			list[i].Rows = conventionFigures(i, m, chosen, p)
		}
	}
	return list
}

func conventionFigures(at int, m, chosen *leasehold.Measurement, p printer) []conventionFigure {
	name := "convention" + strconv.Itoa(at)
	figures := func(m *leasehold.Measurement) [4]money.Amount {
		return [4]money.Amount{
			m.InitialLiability, m.InitialLiability.Sub(paidAtCommencement(m)), m.InitialRouAsset, m.Disclosures.ImputedInterest,
		}
	}
	own, others := figures(m), figures(chosen)
	rows := make([]conventionFigure, 0, len(own)+1)
	for i := range own {
		rows = append(rows, conventionFigure{p.marked(name+"-"+strconv.Itoa(i), own[i]), p.change(own[i].Sub(others[i]))})
	}
	return append(rows, conventionFigure{Figure: exact(name+"-rate", m.PeriodicRate.String(), shortPercent(m.PeriodicRate))})
}

// paidAtCommencement returns the payments on the commencement date that are included in the initial liability.
// These payments are the rent, if it is paid in advance, and other payments on this date.
func paidAtCommencement(m *leasehold.Measurement) money.Amount {
	if m.Lease.Basis.Value.CommencementPayment == leasehold.Settled {
		return money.Amount{}
	}
	var paid money.Amount
	if m.Lease.PaymentTiming == leasehold.Advance {
		paid = m.Schedule[0].Rent
	}
	for _, s := range m.Lease.OtherPayments {
		if s.Date.Before(m.Lease.Start()) {
			continue
		}
		if s.Date != m.Lease.Start() {
			break
		}
		amount := s.Amount.Minor(m.Lease.Currency.Places())
		if s.Kind == leasehold.Incentive {
			amount = amount.Neg()
		}
		paid = paid.Add(amount)
	}
	return paid
}
