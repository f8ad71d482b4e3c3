package portfolio

import (
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/engine/books"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Accounts contains amounts by account title, in minor units of a functional currency. Debits are
// positive, and zero amounts are absent.
type Accounts map[string]money.Amount

func (a Accounts) add(title string, by money.Amount) {
	if sum := a[title].Add(by); sum.IsZero() {
		delete(a, title)
	} else {
		a[title] = sum
	}
}

func (a Accounts) addAll(of Accounts) {
	for title, by := range of {
		a.add(title, by)
	}
}

// List returns the amounts in the order of [LedgerAccounts].
func (a Accounts) List() (list []AccountAmount) {
	for _, title := range LedgerAccounts() {
		if amount, has := a[title]; has {
			list = append(list, AccountAmount{title, amount})
		}
	}
	return list
}

// AccountAmount is an account's amount. A debit is positive.
type AccountAmount struct {
	Account string
	Amount  money.Amount
}

func appendAccounts(dst []byte, list []AccountAmount, places int) []byte {
	p := jsonout.Printer{Dst: dst, Places: places}
	jsonout.List(&p, "", list, func(of *AccountAmount) {
		p.Text(`{"account":`, of.Account)
		p.Amount(`,"amount":`, of.Amount)
		p.Raw(`}`)
	})
	return p.Dst
}

type signedAccount struct {
	Account string
	Amount  money.Decimal
}

var signedAccountObject = strict.Object[signedAccount]{Noun: "an amount of an account", Fields: []strict.Field[signedAccount]{
	requiredText("account", 200, func(a *signedAccount) *string { return &a.Account }),
	strict.Decimal("amount", strict.Amount, func(a *signedAccount) *money.Decimal { return &a.Amount }),
}}

func accountsOf(list []signedAccount, places int) Accounts {
	a := Accounts{}
	for i := range list {
		a.add(list[i].Account, list[i].Amount.Minor(places))
	}
	return a
}

// Posted contains the amounts that a chain of closings has posted for a lease (METHOD 28.1).
type Posted struct {
	All      Accounts // amounts since the start of the chain, including opening balances
	ThisYear Accounts // on income and expense accounts since the start of the fiscal year
}

func (p *Posted) post(accounts Accounts) {
	p.All.addAll(accounts)
	for title, amount := range accounts {
		if isIncome(title) {
			p.ThisYear.add(title, amount)
		}
	}
}

// postings returns the amounts of a lease's entries for one fund over a reporting period.
// Accumulated amortization has its own account, so the asset is at cost (METHOD 28.2).
func postings(l *leasehold.Lease, f *leasehold.LeaseFigures, fund leasehold.Fund) Accounts {
	sum := Accounts{}
	for i := range f.Entries {
		e := &f.Entries[i]
		if e.Fund.Set && e.Fund.Value != fund {
			continue
		}
		for k := range e.Lines {
			sum.add(e.Lines[k].Account.String(), e.Lines[k].Debit.Sub(e.Lines[k].Credit))
		}
	}
	if !ofFund(l, fund) {
		sum.amortize(l, f.Closed.Accumulated.Sub(f.Opened.Accumulated))
	}
	return sum
}

// openings returns a lease's opening balances in the first closing of a chain (METHOD 28.1).
func openings(l *leasehold.Lease, f *leasehold.LeaseFigures, fund leasehold.Fund) Accounts {
	sum, p := taxOpenings(f), &f.Opened
	title := func(a leasehold.Account) string { return l.Standard.Account(a).String() }
	if !ofFund(l, fund) {
		sum.add(title(standard.AccountRouAsset), p.RouAsset)
		sum.amortize(l, p.Accumulated)
		sum.add(title(standard.AccountLeaseLiability), p.Liability.Neg())
	}
	sum.add(title(standard.AccountPrepaidRent), p.Prepaid.Sub(p.Services))
	sum.add(title(standard.AccountPrepaidServices), p.Services)
	sum.add(title(standard.AccountRentReceivable), p.RentReceivable)
	sum.add(title(standard.AccountDeferredRent), p.DeferredRent.Neg())
	return sum
}

func taxOpenings(f *leasehold.LeaseFigures) Accounts {
	sum, books := Accounts{}, f.Books()
	sum.add(standard.AccountDeferredTaxAsset.String(), books.Of(figure.TaxAssetOpening))
	sum.add(standard.AccountDeferredTaxLiability.String(), books.Of(figure.TaxLiabilityOpening).Neg())
	return sum
}

func (a Accounts) amortize(l *leasehold.Lease, by money.Amount) {
	a.add(l.Standard.Account(standard.AccountRouAsset).String(), by)
	a.add(accumulated, by.Neg())
}

// ofFund reports whether a lease's entries for a fund belong to a governmental fund, which
// recognizes neither the lease asset nor the liability.
func ofFund(l *leasehold.Lease, fund leasehold.Fund) bool {
	return l.InFund() || l.Fund.Value == leasehold.BothFunds && fund == leasehold.Governmental && !l.Exempt()
}

func isIncome(title string) bool {
	a, known := accountNamed(title)
	return known && a.Income()
}

// isStanding reports whether an account's balance is carried over at the end of a fiscal year. Such
// a balance is reversed if an ended lease is no longer supplied (METHOD 28.3).
func isStanding(title string) bool {
	a, known := accountNamed(title)
	if !known {
		return title == accumulated
	}
	return slices.Contains([]leasehold.Account{
		standard.AccountRouAsset, standard.AccountLeaseLiability, standard.AccountPrepaidServices, standard.AccountRentReceivable,
		standard.AccountDeferredRent, standard.AccountDeferredTaxAsset, standard.AccountDeferredTaxLiability,
	}, a.Role())
}

func accountNamed(title string) (leasehold.Account, bool) {
	var a leasehold.Account
	err := a.UnmarshalText([]byte(title))
	return a, err == nil
}

// catchUp returns a lease's correcting entry, numbered ID-yyyymmdd-late (METHOD 28.2). The entry
// has one line for each account with an amount. Accumulated amortization is deducted from its asset
// lines. The caller supplies this amortization for each asset account. If the lease has entries for
// both funds, the correcting entry belongs to the chain's fund.
func (c *Chain) catchUp(l *leasehold.Lease, amounts, amortized Accounts) leasehold.NumberedEntry {
	net := Accounts{}
	net.addAll(amounts)
	delete(net, accumulated)
	net.addAll(amortized)
	e := books.CorrectionEntry(l, c.span.From, net.lines())
	e.Amortized = amortized.lines()
	if e.Fund.Set {
		e.Fund.Value = c.fund()
	}
	return e
}

func (a Accounts) lines() (lines []leasehold.Line) {
	for _, of := range a.List() {
		account, known := accountNamed(of.Account)
		switch {
		case !known:
		case of.Amount.Sign() > 0:
			lines = append(lines, leasehold.Line{Account: account, Debit: of.Amount})
		default:
			lines = append(lines, leasehold.Line{Account: account, Credit: of.Amount.Neg()})
		}
	}
	return lines
}

// correct posts a correcting entry's amounts to f. It translates every amount except deferred tax,
// which remains in the functional currency (METHOD 28.4, 28.7).
func correct(f *leasehold.Figures, amounts Accounts, into func(money.Amount) money.Amount) {
	for title, own := range amounts {
		account, known := accountNamed(title)
		a := into(own)
		switch {
		case !known:
		case account == standard.AccountCash:
			f.Post(figure.CashLate, a.Neg())
			f.Post(figure.CashTotal, a.Neg())
		case account == standard.AccountPriorPeriodCorrections:
			f.Post(figure.PriorPeriodCorrections, a)
		case account == standard.AccountDeferredTaxAsset:
			f.Correct(figure.TaxAssetOpening, figure.TaxAssetLate, own)
		case account == standard.AccountDeferredTaxLiability:
			f.Correct(figure.TaxLiabilityOpening, figure.TaxLiabilityLate, own.Neg())
		case account == standard.AccountDeferredTaxExpense:
			f.Post(figure.TaxExpense, own)
		case account == standard.AccountExchangeGain || account == standard.AccountExchangeLoss:
			f.Post(figure.CostExchange, a)
		case account.Income():
			f.Post(figure.CostLate, a)
			f.Post(figure.CostTotal, a)
		}
	}
}
