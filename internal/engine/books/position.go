package books

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

func (t *books) position(l *lease.Lease) schedule.Position {
	return schedule.Position{
		Liability: t.Of(figure.LiabilityClosing), RouAsset: t.Of(figure.AssetClosing), Accumulated: t.Of(figure.AssetAccumulated),
		Prepaid: t.prepaid(l).Add(t.services()), Services: t.services(),
		RentReceivable: t.Of(figure.RentReceivable), DeferredRent: t.Of(figure.DeferredRent),
	}
}

func (t *books) services() money.Amount {
	return t.Of(figure.CashNonLease).Sub(t.Of(figure.CostNonLease))
}

// prepaid returns the prepaid rent of an exempt lease.
func (t *books) prepaid(l *lease.Lease) money.Amount {
	if !l.Exempt() || !t.begun {
		return money.Amount{}
	}
	return l.Amount(l.PrepaidRent).Add(t.Of(figure.CashInitialDirectCosts)).Add(t.Of(figure.CashIncentives)).
		Add(t.Of(figure.CashExempt)).Sub(t.Of(exemptCost(l)))
}

// CorrectionEntry returns the entry for prior-period corrections, dated on the first day of a
// reporting period (METHOD 28.2).
func CorrectionEntry(l *lease.Lease, from civil.Date, lines []schedule.Line) schedule.NumberedEntry {
	return schedule.NumberedEntry{
		Entry: schedule.Entry{
			Kind: schedule.EntryCorrection, Event: -1, Date: from, Fund: l.GovernmentWide(), Lines: lines,
			Memo: memoOf(l, "prior-period corrections of closings to "+from.Prev().String()),
		},
		Number: fmt.Sprintf("%s-%04d%02d%02d-late", l.ID, from.Year, from.Month, from.Day),
	}
}

// TaxEntry returns the deferred tax entry of a month or part of one, given the increases of the
// deferred tax asset and liability and the effect of initial application (METHOD 28.8).
func TaxEntry(l *lease.Lease, from, to civil.Date, asset, liability, application money.Amount) schedule.NumberedEntry {
	e := schedule.NumberedEntry{
		Entry:  schedule.Entry{Kind: schedule.EntryTax, Event: -1, Date: to, Memo: memoOf(l, "deferred tax, "+from.String()+" to "+to.String())},
		Number: partNumber(l.ID, from, to) + "-tax",
	}
	for _, line := range []schedule.Line{
		lineOf(standard.AccountDeferredTaxAsset, asset),
		lineOf(standard.AccountDeferredTaxLiability, liability.Neg()),
		lineOf(standard.AccountDeferredTaxExpense, liability.Sub(asset).Sub(application)),
		lineOf(standard.AccountDeferredTaxBefore, application),
	} {
		if line.Debit != line.Credit {
			line.Account = l.Standard.Account(line.Account)
			e.Lines = append(e.Lines, line)
		}
	}
	return e
}
