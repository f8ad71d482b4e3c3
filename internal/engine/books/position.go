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

// position returns the balances as of a date.
func (t *books) position(l *lease.Lease) schedule.Position {
	return schedule.Position{
		Liability: t.Of(figure.LiabilityClosing), RouAsset: t.Of(figure.AssetClosing), Accumulated: t.Of(figure.AssetAccumulated),
		Prepaid: t.prepaid(l).Add(t.services()), Services: t.services(),
		RentReceivable: t.Of(figure.RentReceivable), DeferredRent: t.Of(figure.DeferredRent),
	}
}

// services returns the services paid before they are expensed.
func (t *books) services() money.Amount {
	return t.Of(figure.CashNonLease).Sub(t.Of(figure.CostNonLease))
}

// prepaid returns the rent of an exempt lease paid before it is expensed.
func (t *books) prepaid(l *lease.Lease) money.Amount {
	if !l.Exempt() || !t.begun {
		return money.Amount{}
	}
	return l.Amount(l.PrepaidRent).Add(t.Of(figure.CashInitialDirectCosts)).Add(t.Of(figure.CashIncentives)).
		Add(t.Of(figure.CashExempt)).Sub(t.Of(exemptCost(l)))
}

// CorrectionEntry returns the entry that adjusts the signed balances of a lease to its balances
// now, dated on the first day of a period (METHOD 22.2). was is the standard of the signed
// balances. The difference is on Lease corrections, for the caller to divide. The entry has no
// lines if no account differs, and if the lease only has entries of a governmental fund.
func CorrectionEntry(l *lease.Lease, was standard.Standard, signed, now *schedule.Position, from civil.Date) schedule.NumberedEntry {
	e := schedule.NumberedEntry{
		Entry:  schedule.Entry{Kind: schedule.EntryCorrection, Event: -1, Date: from, Fund: l.GovernmentWide(), Memo: memoOf(l, "correction of what was signed on "+from.Prev().String())},
		Number: fmt.Sprintf("%s-%04d%02d%02d-late", l.ID, from.Year, from.Month, from.Day),
	}
	if l.InFund() {
		return e
	}
	prepaid := standard.AccountPrepaidServices
	if l.Exempt() {
		prepaid = standard.AccountPrepaidRent
	}
	var rest money.Amount
	move := func(account standard.Account, signed, now money.Amount) {
		rest = rest.Add(signed).Sub(now)
		if was.Account(account) == l.Standard.Account(account) {
			postLine(&e.Entry, l.Standard, account, now.Sub(signed))
			return
		}
		postLine(&e.Entry, was, account, signed.Neg())
		postLine(&e.Entry, l.Standard, account, now)
	}
	move(standard.AccountRouAsset, signed.RouAsset, now.RouAsset)
	move(standard.AccountLeaseLiability, signed.Liability.Neg(), now.Liability.Neg())
	move(prepaid, signed.Prepaid, now.Prepaid)
	postLine(&e.Entry, l.Standard, standard.AccountLeaseCorrections, rest)
	return e
}

// TaxEntry returns the entry of deferred tax for a reporting period, given the increases of the
// deferred tax asset and liability, and the part from initial application (METHOD 22.4).
func TaxEntry(l *lease.Lease, span schedule.Span, asset, liability, application money.Amount) schedule.NumberedEntry {
	e := schedule.NumberedEntry{
		Entry:  schedule.Entry{Kind: schedule.EntryTax, Event: -1, Date: span.To, Memo: memoOf(l, "deferred tax, "+span.From.String()+" to "+span.To.String())},
		Number: partNumber(l.ID, span.From, span.To) + "-tax",
	}
	postLine(&e.Entry, l.Standard, standard.AccountDeferredTaxAsset, asset)
	postLine(&e.Entry, l.Standard, standard.AccountDeferredTaxLiability, liability.Neg())
	postLine(&e.Entry, l.Standard, standard.AccountDeferredTaxExpense, liability.Sub(asset).Sub(application))
	postLine(&e.Entry, l.Standard, standard.AccountDeferredTaxBefore, application)
	return e
}

// postLine adds a line: a debit, or a credit if the amount is negative.
func postLine(e *schedule.Entry, s standard.Standard, account standard.Account, a money.Amount) {
	line := schedule.Line{Account: s.Account(account)}
	switch a.Sign() {
	case 0:
		return
	case 1:
		line.Debit = a
	default:
		line.Credit = a.Neg()
	}
	e.Lines = append(e.Lines, line)
}
