package engine

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
)

// Position is what the books carry of a lease at the end of a day, in minor units of
// its functional currency (METHOD 22.2).
type Position struct {
	Liability   money.Amount
	RouAsset    money.Amount
	Accumulated money.Amount // amortization and impairment of the asset so far
	Prepaid     money.Amount // what an exempt lease has prepaid (accrued: negative), and services paid before they are cost
	Services    money.Amount // of it, the services

	RentReceivable, DeferredRent money.Amount // of straight-line subleases
}

// position returns what the books carry.
func (t *books) position(l *Lease) Position {
	return Position{
		Liability: t.Of(figure.LiabilityClosing), RouAsset: t.Of(figure.AssetClosing), Accumulated: t.Of(figure.AssetAccumulated),
		Prepaid: t.prepaid(l).Add(t.services()), Services: t.services(),
		RentReceivable: t.Of(figure.RentReceivable), DeferredRent: t.Of(figure.DeferredRent),
	}
}

// services returns the services that were paid before they are cost.
func (t *books) services() money.Amount {
	return t.Of(figure.CashNonLease).Sub(t.Of(figure.CostNonLease))
}

// prepaid returns what of an exempt lease was paid before it is cost.
func (t *books) prepaid(l *Lease) money.Amount {
	if !l.Exempt() || !t.begun {
		return money.Amount{}
	}
	return l.Amount(l.PrepaidRent).Add(t.Of(figure.CashInitialDirectCosts)).Add(t.Of(figure.CashIncentives)).
		Add(t.Of(figure.CashExempt)).Sub(t.Of(exemptCost(l)))
}

// Correct moves an amount from the opening balance of a rollforward to its late changes.
func (f *Figures) Correct(opening, late figure.Concept, by money.Amount) {
	f.Post(opening, by.Neg())
	f.Post(late, by)
}

// CorrectionEntry is the entry that takes what was signed of a lease, under a standard
// that may be another, to what its books show now, dated on the first day of a span
// (METHOD 22.2). What does not balance is on Lease corrections, for the caller to take
// apart. It has no lines where nothing of the accounts differs, and where the entries of
// the lease are those of a fund; where they are both, it is government-wide.
func CorrectionEntry(l *Lease, was Standard, signed, now *Position, from civil.Date) NumberedEntry {
	e := NumberedEntry{
		Entry:  Entry{Kind: EntryCorrection, Event: -1, Date: from, Fund: l.GovernmentWide(), Memo: memoOf(l, "correction of what was signed on "+from.Prev().String())},
		Number: fmt.Sprintf("%s-%04d%02d%02d-late", l.ID, from.Year, from.Month, from.Day),
	}
	if l.InFund() {
		return e
	}
	prepaid := AccountPrepaidServices
	if l.Exempt() {
		prepaid = AccountPrepaidRent
	}
	var rest money.Amount
	move := func(account Account, signed, now money.Amount) {
		rest = rest.Add(signed).Sub(now)
		if was.Account(account) == l.Standard.Account(account) {
			e.post(l.Standard, account, now.Sub(signed))
			return
		}
		e.post(was, account, signed.Neg())
		e.post(l.Standard, account, now)
	}
	move(AccountRouAsset, signed.RouAsset, now.RouAsset)
	move(AccountLeaseLiability, signed.Liability.Neg(), now.Liability.Neg())
	move(prepaid, signed.Prepaid, now.Prepaid)
	e.post(l.Standard, AccountLeaseCorrections, rest)
	return e
}

// TaxEntry is the entry of the deferred tax of a span, given by how much the deferred
// tax asset and liability rose, and what of it first application brought (METHOD 22.4).
func TaxEntry(l *Lease, span Span, asset, liability, application money.Amount) NumberedEntry {
	e := NumberedEntry{
		Entry:  Entry{Kind: EntryTax, Event: -1, Date: span.To, Memo: memoOf(l, "deferred tax, "+span.From.String()+" to "+span.To.String())},
		Number: partNumber(l.ID, span.From, span.To) + "-tax",
	}
	e.post(l.Standard, AccountDeferredTaxAsset, asset)
	e.post(l.Standard, AccountDeferredTaxLiability, liability.Neg())
	e.post(l.Standard, AccountDeferredTaxExpense, liability.Sub(asset).Sub(application))
	e.post(l.Standard, AccountDeferredTaxBefore, application)
	return e
}

// post adds a line: a debit, or a credit where the amount is negative.
func (e *Entry) post(s Standard, account Account, a money.Amount) {
	line := Line{Account: s.Account(account)}
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

// Net returns what the entry debits to an account less what it credits.
func (e *Entry) Net(title string) (net money.Amount) {
	for i := range e.Lines {
		if line := &e.Lines[i]; line.Account.String() == title {
			net = net.Add(line.Debit).Sub(line.Credit)
		}
	}
	return net
}
