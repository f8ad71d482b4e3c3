package workbook

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// posting is a line of a journal entry. A debit is positive. formula computes the amount in
// currency units, or is "" if the line contains a value.
type posting struct {
	account leasehold.Account
	amount  money.Amount
	formula string
}

// postings returns the lines that a journal entry can have. A line may have an amount of zero.
func (b *book) postings(e *leasehold.Entry) (list []posting) {
	switch {
	case b.unsupported != nil || b.r.Lease.Fund.Value == leasehold.Governmental || e.OfFund():
		for _, l := range wording.Netted(e.Lines) {
			list = append(list, posting{l.Account, l.Debit.Sub(l.Credit), ""})
		}
		return list
	case e.Kind == schedule.EntryCommencement:
		return b.commencementPostings()
	case e.Kind == schedule.EntryEvent:
		return b.eventPostings(e.Event)
	default:
		return b.periodPostings(e.Period)
	}
}

// rule contains the names of the amounts to debit and credit in a posting. A name may be "". A rule
// that does not apply posts nothing.
type rule struct {
	applies       bool
	account       leasehold.Account
	debit, credit string
}

// post applies rules. value returns an amount and its formula by name.
func post(rules []rule, value func(name string) (money.Amount, string)) (list []posting) {
	for _, x := range rules {
		if !x.applies {
			continue
		}
		p := posting{account: x.account}
		if x.debit != "" {
			p.amount, p.formula = value(x.debit)
		}
		if x.credit != "" {
			amount, formula := value(x.credit)
			p.amount, p.formula = p.amount.Sub(amount), p.formula+"-"+formula
		}
		list = append(list, p)
	}
	return list
}

func (b *book) value(in inputs, field string) (money.Amount, string) {
	cell, value := in.find(field)
	if cell == noInput {
		return money.Amount{}, noInput
	}
	return value.Minor(b.places), minorOf(cell) + "/unit"
}

func (b *book) periodPostings(number int) []posting {
	l, class := &b.r.Lease, b.r.Class
	for _, seg := range b.r.Segments {
		if seg.FirstRow < number {
			class = seg.Class
		}
	}
	exempt, varies := l.Exempt(), b.r.Varies()
	finance := !exempt && class != leasehold.Operating
	return post([]rule{
		{!finance, standard.AccountLeaseExpense, "leaseExpense", ""},
		{finance, standard.AccountInterestExpense, "interest", ""},
		{finance, standard.AccountLeaseLiability, "principal", ""},
		{true, standard.AccountCash, "", "payment"},
		{exempt, standard.AccountPrepaidRent, "payment", "leaseExpense"},
		{!exempt && !finance, standard.AccountLeaseLiability, "principal", ""},
		{finance, l.Standard.AmortizationAccount(), "rouAmortization", ""},
		{!exempt, standard.AccountRouAsset, "", "rouAmortization"},
		{varies, standard.AccountVariableLeaseExpense, "variableLeaseExpense", ""},
		{varies, standard.AccountCash, "", "variableLeaseExpense"},
	}, func(name string) (money.Amount, string) {
		return b.columns[indexOf(b.columns, name)].Of(&b.r.Schedule[number-1]), b.scheduled(name, number)
	})
}

func (b *book) commencementPostings() []posting {
	r, exempt, opening := b.r, b.r.Lease.Exempt(), b.r.Lease.OpeningRouAsset.Set
	usual := !exempt && !opening
	return post([]rule{
		{exempt, standard.AccountPrepaidRent, "initialDirectCosts", ""},
		{exempt, standard.AccountCash, "", "initialDirectCosts"},
		{exempt, standard.AccountCash, "leaseIncentives", ""},
		{exempt, standard.AccountPrepaidRent, "", "leaseIncentives"},
		{!exempt, standard.AccountRouAsset, "asset", ""},
		{!exempt, standard.AccountLeaseLiability, "", "liability"},
		{!exempt && opening, standard.AccountOpeningBalance, "liability", "asset"},
		{usual, standard.AccountCash, "leaseIncentives", ""},
		{usual, standard.AccountPrepaidRent, "", "prepaidRent"},
		{usual, standard.AccountCash, "", "initialDirectCosts"},
		{usual, standard.AccountCash, "", "paid"},
		{usual, standard.AccountRestorationProvision, "", "restorationCost"},
		{usual, standard.AccountDeferredIncome, "", "grantElement"},
	}, func(name string) (money.Amount, string) {
		switch name {
		case "asset":
			return r.InitialRouAsset, "initialRouAsset"
		case "liability":
			return r.InitialLiability, "initialLiability"
		case "paid":
			return r.CommencementPayment, "commencementPaid/unit"
		default:
			return b.value(b.inputs.at(0), name)
		}
	})
}

func (b *book) eventPostings(i int) []posting {
	r, in, prefix := &b.r.Events[i], b.inputs.at(i+1), eventName(i, "")
	if r.Treatment == schedule.Expensed {
		return nil
	}
	has := func(field string) bool {
		cell, _ := in.find(field)
		return cell != noInput
	}
	gains := r.Treatment != schedule.Impaired && r.Treatment != schedule.Reversed
	outcome := b.outcome(i)
	return post([]rule{
		{true, standard.AccountLeaseLiability, "liabilityBefore", "liabilityAfter"},
		{true, standard.AccountRouAsset, "assetAfter", "assetBefore"},
		{has("initialDirectCosts"), standard.AccountCash, "", "initialDirectCosts"},
		{has("leaseIncentives"), standard.AccountCash, "leaseIncentives", ""},
		{has("penalty"), standard.AccountCash, "", "penalty"},
		{has("price"), standard.AccountCash, "", "price"},
		{has("impairmentLoss"), standard.AccountImpairmentLoss, "impairmentLoss", ""},
		{r.Treatment == schedule.Reversed, standard.AccountImpairmentReversal, "", "reversal"},
		{gains, standard.AccountLoss, "loss", ""},
		{gains, standard.AccountGain, "", "gain"},
		{r.Type == leasehold.Purchase, standard.AccountProperty, "property", ""},
	}, func(name string) (money.Amount, string) {
		switch name {
		case "loss":
			return r.GainOrLoss.Neg().NotNegative(), "MAX(0,-" + prefix + "gainOrLoss/unit)"
		case "gain":
			return r.GainOrLoss.NotNegative(), "MAX(0," + prefix + "gainOrLoss/unit)"
		}
		for _, x := range outcome {
			if x.name == prefix+name {
				return x.amount, x.name + "/unit"
			}
		}
		return b.value(in, name)
	})
}

var journalTable = table{"Journal", 5, 5, []column{
	{name: "date", heading: spreadsheet.Left("Date").Wide(12), look: spreadsheet.LeftDay},
	{name: "account", heading: spreadsheet.Left("Account").Wide(34), look: spreadsheet.Plain},
	{name: "debit", heading: spreadsheet.Right("Debit").Wide(18), look: spreadsheet.Amount, part: ofTime, formula: `IF({amount}>0,{amount},"")`},
	{name: "credit", heading: spreadsheet.Right("Credit").Wide(18), look: spreadsheet.Amount, part: ofTime, formula: `IF({amount}<0,-{amount},"")`},
	{name: "memo", heading: spreadsheet.Left("Memo").Wide(90), look: spreadsheet.Grey},
	{name: "amount", heading: spreadsheet.Right("Amount").Wide(18), look: spreadsheet.Amount},
}}

// writeJournal writes the journal entries. If the amount of a line is zero, its debit and credit are
// blank.
func (b *book) writeJournal(s *spreadsheet.Sheet) {
	about := "Amounts in " + b.o.Currency + ". Each entry combines all changes of the asset in a single line. "
	if b.r.Lease.Fund.Value != leasehold.GovernmentWide {
		about += "The entries of a governmental fund are values as exported, because the workbook does not compute their split into principal and interest."
	}
	b.journal.head(s, "Journal"+b.leaseName(), about)
	s.Print(5) // the column Amount is not printed
	for i := range b.entries {
		b.entry(s, &b.entries[i])
	}
	b.journal.last = max(s.Row(), b.journal.first)
}

// entry writes a journal entry. For each account, entry checks that the postings add up to the
// service's lines.
func (b *book) entry(s *spreadsheet.Sheet, e *leasehold.Entry) {
	posted := make(map[leasehold.Account]money.Amount)
	for _, l := range e.Lines {
		posted[l.Account.Role()] = posted[l.Account.Role()].Add(l.Debit).Sub(l.Credit)
	}
	memo := e.Memo
	for _, p := range b.postings(e) {
		posted[p.account.Role()] = posted[p.account.Role()].Sub(p.amount)
		values := map[string]any{
			"date": spreadsheet.Serial(e.Date), "account": b.r.Lease.Standard.Account(p.account).String(), "debit": "", "credit": "", "memo": memo, "amount": b.number(p.amount),
		}
		switch p.amount.Sign() {
		case 1:
			values["debit"] = b.number(p.amount)
		case -1:
			values["credit"] = b.number(p.amount.Neg())
		}
		formulas := map[string]string{}
		if p.formula != "" {
			formulas["amount"] = fmt.Sprintf("ROUND(%s,%d)", p.formula, b.places)
		}
		b.put(s, &b.journal, ofTime, formulas, values)
		memo = ""
	}
	for account, rest := range posted {
		if !rest.IsZero() {
			b.Fail(fmt.Errorf("entry of %s: %s is missing for %s", e.Date, rest, account))
		}
	}
}
