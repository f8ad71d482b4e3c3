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

// posting is a line of an entry. Its amount is positive for a debit. formula computes the amount
// in currency units; if it is "", the line contains a value.
type posting struct {
	account leasehold.Account
	amount  money.Amount
	formula string
}

// postings returns the lines that a journal entry can have, in order.
func (b *book) postings(e *leasehold.Entry) (list []posting) {
	switch {
	case b.fixed != nil || b.r.Lease.Fund.Value == leasehold.Governmental || e.OfFund():
		for _, l := range wording.Netted(e.Lines) {
			list = append(list, posting{l.Account, l.Debit.Sub(l.Credit), ""})
		}
	case e.Kind == schedule.EntryCommencement:
		list = b.commencementPostings()
	case e.Kind == schedule.EntryEvent:
		list = b.eventPostings(e.Event)
	default:
		list = b.periodPostings(e.Period)
	}
	return list
}

// periodPostings returns the lines of the entry for a period.
func (b *book) periodPostings(number int) []posting {
	l, p, class := &b.r.Lease, &b.r.Schedule[number-1], b.r.Class
	for i := range b.r.Segments {
		if seg := &b.r.Segments[i]; len(seg.Periods) > 0 && seg.Periods[0].Number <= number {
			class = seg.Class
		}
	}
	debit := func(a leasehold.Account, column string) posting {
		for _, c := range b.columns {
			if c.name == column {
				return posting{a, c.Of(p), b.scheduled(column, number)}
			}
		}
		panic("workbook: no column " + column)
	}
	credit := func(a leasehold.Account, column string) posting {
		x := debit(a, column)
		return posting{a, x.amount.Neg(), "-" + x.formula}
	}
	var list []posting
	switch {
	case l.Exempt():
		list = []posting{
			debit(standard.AccountLeaseExpense, "cost"), credit(standard.AccountCash, "payment"),
			{standard.AccountPrepaidRent, p.Payment.Sub(p.LeaseExpense), b.scheduled("payment", number) + "-" + b.scheduled("cost", number)},
		}
	case class == leasehold.Operating:
		list = []posting{
			debit(standard.AccountLeaseExpense, "cost"), credit(standard.AccountCash, "payment"),
			debit(standard.AccountLeaseLiability, "principal"), credit(standard.AccountRouAsset, "amortization"),
		}
	default:
		list = []posting{
			debit(standard.AccountInterestExpense, "interest"), debit(standard.AccountLeaseLiability, "principal"), credit(standard.AccountCash, "payment"),
			debit(l.Standard.AmortizationAccount(), "amortization"), credit(standard.AccountRouAsset, "amortization"),
		}
	}
	if b.r.Varies() {
		list = append(list, debit(standard.AccountVariableLeaseExpense, "variable"), credit(standard.AccountCash, "variable"))
	}
	return list
}

// inputPosting returns the line for an input amount with the given sign.
func (b *book) inputPosting(account leasehold.Account, sign, cell string, o leasehold.Optional[money.Decimal]) posting {
	amount := o.Value.Minor(b.places)
	if sign == "-" {
		amount = amount.Neg()
	}
	return posting{account, amount, sign + minorOf(cell) + "/unit"}
}

// commencementPostings returns the lines of the entry at commencement.
func (b *book) commencementPostings() []posting {
	l, r := &b.r.Lease, b.r
	input := func(a leasehold.Account, sign, name string) posting {
		if in := find(name); b.offers(in) {
			return b.inputPosting(a, sign, name, in.of(l))
		}
		return posting{a, money.Amount{}, sign + "0"}
	}
	if l.Exempt() {
		return []posting{
			input(standard.AccountPrepaidRent, "", "initialDirectCosts"), input(standard.AccountCash, "-", "initialDirectCosts"),
			input(standard.AccountCash, "", "leaseIncentives"), input(standard.AccountPrepaidRent, "-", "leaseIncentives"),
		}
	}
	list := []posting{
		{standard.AccountRouAsset, r.InitialRouAsset, "initialRouAsset"},
		{standard.AccountLeaseLiability, r.InitialLiability.Neg(), "-initialLiability"},
	}
	if l.OpeningRouAsset.Set {
		return append(list, posting{standard.AccountOpeningBalance, r.InitialLiability.Sub(r.InitialRouAsset), "initialLiability-initialRouAsset"})
	}
	return append(list,
		input(standard.AccountCash, "", "leaseIncentives"), input(standard.AccountPrepaidRent, "-", "prepaidRent"), input(standard.AccountCash, "-", "initialDirectCosts"),
		posting{standard.AccountCash, r.CommencementPayment.Neg(), "-commencementPaid/unit"},
		input(standard.AccountRestorationProvision, "-", "restorationCost"), input(standard.AccountDeferredIncome, "-", "grantElement"),
	)
}

// eventPostings returns the lines of the entry for the event with index i.
func (b *book) eventPostings(i int) []posting {
	e, r := &b.r.Lease.Events[i], &b.r.Events[i]
	if r.Treatment == schedule.Expensed {
		return nil
	}
	cell := func(field string) string { return eventName(i, field) + "/unit" }
	liabilityAfter, assetAfter := cell("liabilityAfter"), cell("assetAfter")
	if r.Treatment == schedule.Derecognized {
		liabilityAfter, assetAfter = "0", "0"
	}
	list := []posting{
		{standard.AccountLeaseLiability, r.LiabilityBefore.Sub(r.LiabilityAfter), cell("liabilityBefore") + "-" + liabilityAfter},
		{standard.AccountRouAsset, r.RouAssetAfter.Sub(r.RouAssetBefore), assetAfter + "-" + cell("assetBefore")},
	}
	for _, x := range []struct {
		field, sign string
		o           leasehold.Optional[money.Decimal]
	}{
		{"initialDirectCosts", "-", e.InitialDirectCosts}, {"leaseIncentives", "", e.LeaseIncentives}, {"penalty", "-", e.Penalty}, {"price", "-", e.Price},
	} {
		if x.o.Set {
			list = append(list, b.inputPosting(standard.AccountCash, x.sign, eventName(i, x.field), x.o))
		}
	}
	if r.Treatment != schedule.Impaired && r.Treatment != schedule.Reversed {
		gain, loss := r.GainOrLoss, money.Amount{}
		if gain.Sign() < 0 {
			gain, loss = money.Amount{}, gain.Neg()
		}
		list = append(list, posting{standard.AccountLoss, loss, "MAX(0,-" + cell("gainOrLoss") + ")"}, posting{standard.AccountGain, gain.Neg(), "-MAX(0," + cell("gainOrLoss") + ")"})
	}
	if e.ImpairmentLoss.Set {
		list = append(list, b.inputPosting(standard.AccountImpairmentLoss, "", eventName(i, "impairmentLoss"), e.ImpairmentLoss))
	}
	if r.Treatment == schedule.Reversed {
		list = append(list, posting{standard.AccountImpairmentReversal, r.ImpairmentLoss, "-" + cell("reversal")})
	}
	if e.Type == leasehold.Purchase {
		list = append(list, posting{standard.AccountProperty, r.Property, cell("property")})
	}
	return list
}

// Layout of the sheet Journal.
const entryFirst = 5 // row of its first line

var journalLayout = layout{"date", "account", "debit", "credit", "memo", "amount"}

// journalRange returns a reference to a column over all lines of the journal.
func (b *book) journalRange(column string) string {
	lines := 0
	for i := range b.entries {
		lines += len(b.postings(&b.entries[i]))
	}
	return fmt.Sprintf("%[1]s!$%[2]s$%[3]d:$%[2]s$%[4]d", sheetJournal, journalLayout.letter(column), entryFirst, entryFirst+max(lines, 1)-1)
}

// journal writes the journal entries. All changes in the asset by an entry are combined in one
// line. Lines with an amount of zero are blank.
func (b *book) journal(s *spreadsheet.Sheet) {
	s.Freeze(4, 0)
	about := "Amounts in " + b.o.Currency + ". Each entry combines all changes of the asset in a single line. "
	if b.r.Lease.Fund.Value != leasehold.GovernmentWide {
		about += "The entries of a governmental fund are values as exported, because the workbook does not compute their split into principal and interest."
	}
	s.Table("Journal"+b.caller(), about,
		spreadsheet.Left("Date").Wide(12), spreadsheet.Left("Account").Wide(34), spreadsheet.Right("Debit").Wide(18),
		spreadsheet.Right("Credit").Wide(18), spreadsheet.Left("Memo").Wide(90), spreadsheet.Right("Amount").Wide(18))
	s.Print(5) // the column Amount is not printed
	for i := range b.entries {
		b.entry(s, &b.entries[i])
	}
}

// entry writes a journal entry. For each account, the postings must add up to the service's lines.
func (b *book) entry(s *spreadsheet.Sheet, e *leasehold.Entry) {
	posted := make(map[leasehold.Account]money.Amount)
	for _, l := range e.Lines {
		posted[l.Account.Role()] = posted[l.Account.Role()].Add(l.Debit).Sub(l.Credit)
	}
	memo := e.Memo
	for _, p := range b.postings(e) {
		posted[p.account.Role()] = posted[p.account.Role()].Sub(p.amount)
		row := s.Row() + 1
		var debit, credit any = "", ""
		switch p.amount.Sign() {
		case 1:
			debit = b.number(p.amount)
		case -1:
			credit = b.number(p.amount.Neg())
		}
		amount := s.Value(spreadsheet.Amount, b.number(p.amount))
		if p.formula != "" {
			amount = s.Formula(spreadsheet.Amount, b.number(p.amount), fmt.Sprintf("ROUND(%s,%d)", p.formula, b.places))
		}
		s.Put(
			s.Value(spreadsheet.LeftDay, spreadsheet.Serial(e.Date)), s.Text(spreadsheet.Plain, b.r.Lease.Standard.Account(p.account).String()),
			s.Formula(spreadsheet.Amount, debit, journalLayout.formula(`IF({amount}>0,{amount},"")`, row)),
			s.Formula(spreadsheet.Amount, credit, journalLayout.formula(`IF({amount}<0,-{amount},"")`, row)),
			s.Text(spreadsheet.Grey, memo), amount,
		)
		memo = ""
	}
	for account, rest := range posted {
		if !rest.IsZero() {
			b.Fail(fmt.Errorf("entry of %s: %s is missing for %s", e.Date, rest, account))
		}
	}
}
