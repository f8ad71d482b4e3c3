package workbook

import (
	"fmt"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// figure is an amount with the formula that computes it in currency units. If the formula is "",
// the cell contains the amount as a value.
type figure struct {
	amount  money.Amount
	formula string
}

// posting is a line of a journal entry, if it applies. Its amount may be zero.
type posting struct {
	applies       bool
	account       leasehold.Account
	debit, credit figure
}

var none figure

func (b *book) postings(e *leasehold.Entry) []posting {
	switch {
	case !b.live || b.r.Lease.Fund.Value == leasehold.Governmental || e.OfFund():
		return lists.Map(wording.Netted(e.Lines), func(l leasehold.Line) posting {
			return posting{true, l.Account, figure{l.Debit.Sub(l.Credit), ""}, none}
		})
	case e.Kind == schedule.EntryCommencement:
		return b.commencementPostings()
	case e.Kind == schedule.EntryEvent:
		return b.eventPostings(e.Event)
	default:
		return b.periodPostings(e)
	}
}

// supplied returns an input's figure, or 0 if there is no such input.
func (b *book) supplied(in inputs, field string) figure {
	x := in.find(field)
	if x.name == noInput {
		return figure{money.Amount{}, noInput}
	}
	return figure{x.exact.Minor(b.places), minorOf(x.name) + "/unit"}
}

func (b *book) periodPostings(e *leasehold.Entry) []posting {
	l, p := &b.r.Lease, &b.r.Schedule[e.Period-1]
	exempt, varies := l.Exempt(), b.r.Varies()
	finance := slices.ContainsFunc(e.Lines, func(line leasehold.Line) bool { return line.Account.Role() == standard.AccountInterestExpense })
	of := func(column string, a money.Amount) figure { return figure{a, b.scheduled(column, e.Period)} }
	paid, cost, variable := of("payment", p.Payment), of("leaseExpense", p.LeaseExpense), of("variableLeaseExpense", p.VariableLeaseExpense)
	principal, amortization := of("principal", p.Principal), of("rouAmortization", p.RouAmortization)
	return []posting{
		{!finance, standard.AccountLeaseExpense, cost, none},
		{finance, standard.AccountInterestExpense, of("interest", p.Interest), none},
		{finance, standard.AccountLeaseLiability, principal, none},
		{true, standard.AccountCash, none, paid},
		{exempt, standard.AccountPrepaidRent, paid, cost},
		{!exempt && !finance, standard.AccountLeaseLiability, principal, none},
		{finance, l.Standard.AmortizationAccount(), amortization, none},
		{!exempt, standard.AccountRouAsset, none, amortization},
		{varies, standard.AccountVariableLeaseExpense, variable, none},
		{varies, standard.AccountCash, none, variable},
	}
}

func (b *book) commencementPostings() []posting {
	r, exempt, opening := b.r, b.r.Lease.Exempt(), b.r.Lease.OpeningRouAsset.Set
	usual := !exempt && !opening
	of := func(field string) figure { return b.supplied(b.inputs.at(0), field) }
	asset, liability := figure{r.InitialRouAsset, "initialRouAsset"}, figure{r.InitialLiability, "initialLiability"}
	return []posting{
		{exempt, standard.AccountPrepaidRent, of("initialDirectCosts"), none},
		{exempt, standard.AccountCash, none, of("initialDirectCosts")},
		{exempt, standard.AccountCash, of("leaseIncentives"), none},
		{exempt, standard.AccountPrepaidRent, none, of("leaseIncentives")},
		{!exempt, standard.AccountRouAsset, asset, none},
		{!exempt, standard.AccountLeaseLiability, none, liability},
		{!exempt && opening, standard.AccountOpeningBalance, liability, asset},
		{usual, standard.AccountCash, of("leaseIncentives"), none},
		{usual, standard.AccountPrepaidRent, none, of("prepaidRent")},
		{usual, standard.AccountCash, none, of("initialDirectCosts")},
		{usual, standard.AccountCash, none, figure{r.CommencementPayment, "commencementPaid/unit"}},
		{usual, standard.AccountRestorationProvision, none, of("restorationCost")},
		{usual, standard.AccountDeferredIncome, none, of("grantElement")},
	}
}

func (b *book) eventPostings(i int) []posting {
	r, in := &b.r.Events[i], b.inputs.at(i+1)
	if r.Treatment == schedule.Expensed {
		return nil
	}
	of := func(name string) figure {
		for _, x := range b.outcomes[i] {
			if x.field == name {
				return figure{x.amount, x.name + "/unit"}
			}
		}
		return b.supplied(in, name)
	}
	has := func(field string) bool { return of(field).formula != noInput }
	gains, result := r.Treatment != schedule.Impaired && r.Treatment != schedule.Reversed, eventName(i, "gainOrLoss")
	return []posting{
		{true, standard.AccountLeaseLiability, of("liabilityBefore"), of("liabilityAfter")},
		{true, standard.AccountRouAsset, of("assetAfter"), of("assetBefore")},
		{has("initialDirectCosts"), standard.AccountCash, none, of("initialDirectCosts")},
		{has("leaseIncentives"), standard.AccountCash, of("leaseIncentives"), none},
		{has("penalty"), standard.AccountCash, none, of("penalty")},
		{has("price"), standard.AccountCash, none, of("price")},
		{has("impairmentLoss"), standard.AccountImpairmentLoss, of("impairmentLoss"), none},
		{has("reversal"), standard.AccountImpairmentReversal, none, of("reversal")},
		{gains, standard.AccountLoss, figure{r.GainOrLoss.Neg().NotNegative(), "MAX(0,-" + result + "/unit)"}, none},
		{gains, standard.AccountGain, none, figure{r.GainOrLoss.NotNegative(), "MAX(0," + result + "/unit)"}},
		{has("property"), standard.AccountProperty, of("property"), none},
	}
}

var journalTable = newTable("Journal", 5, 5, []column{
	{name: "date", heading: spreadsheet.Left("Date").Wide(12), look: spreadsheet.LeftDay},
	{name: "account", heading: spreadsheet.Left("Account").Wide(34), look: spreadsheet.Plain},
	{name: "debit", heading: spreadsheet.Right("Debit").Wide(18), look: spreadsheet.Amount, part: always, formula: `IF({amount}>0,{amount},"")`},
	{name: "credit", heading: spreadsheet.Right("Credit").Wide(18), look: spreadsheet.Amount, part: always, formula: `IF({amount}<0,-{amount},"")`},
	{name: "memo", heading: spreadsheet.Left("Memo").Wide(90), look: spreadsheet.Grey},
	{name: "amount", heading: spreadsheet.Right("Amount").Wide(18), look: spreadsheet.Amount},
})

// writeJournal writes the journal entries. If a line's amount is zero, its debit and credit are blank.
func (b *book) writeJournal(s *spreadsheet.Sheet) {
	about := "Amounts in " + b.o.Currency + ". Each entry combines all changes in the asset into a single line. "
	if b.r.Lease.Fund.Value != leasehold.GovernmentWide {
		about += "The entries of a governmental fund are exported values, because the workbook does not compute their split into principal and interest."
	}
	b.journal.head(s, "Journal"+b.leaseName(), about)
	s.Print(5) // the Amount column is not printed
	for _, e := range leasehold.Journal(&b.r.Measurement) {
		b.entry(s, &e)
	}
	b.journal.Last = max(s.Row(), b.journal.First)
}

// entry writes a journal entry. For each account, it checks that the postings add up to the service's lines.
func (b *book) entry(s *spreadsheet.Sheet, e *leasehold.Entry) {
	posted := make(map[leasehold.Account]money.Amount)
	for _, l := range e.Lines {
		posted[l.Account.Role()] = posted[l.Account.Role()].Add(l.Debit).Sub(l.Credit)
	}
	memo := e.Memo
	for _, p := range b.postings(e) {
		if !p.applies {
			continue
		}
		amount := p.debit.amount.Sub(p.credit.amount)
		posted[p.account.Role()] = posted[p.account.Role()].Sub(amount)
		formulas := map[string]string{}
		values := map[string]any{
			"date": spreadsheet.Serial(e.Date), "account": b.r.Lease.Standard.Account(p.account).String(), "debit": "", "credit": "", "memo": memo, "amount": b.number(amount),
		}
		switch amount.Sign() {
		case 1:
			values["debit"] = b.number(amount)
		case -1:
			values["credit"] = b.number(amount.Neg())
		}
		switch {
		case p.credit.formula != "":
			formulas["amount"] = fmt.Sprintf("ROUND(%s-%s,%d)", p.debit.formula, p.credit.formula, b.places)
		case p.debit.formula != "":
			formulas["amount"] = fmt.Sprintf("ROUND(%s,%d)", p.debit.formula, b.places)
		}
		b.put(s, &b.journal, always, formulas, values)
		memo = ""
	}
	for account, rest := range posted {
		if !rest.IsZero() {
			b.Fail(fmt.Errorf("entry of %s: %s is missing for %s", e.Date, rest, account))
		}
	}
}
