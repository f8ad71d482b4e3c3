package disclosure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/standard"
)

// fundWords names the two sets of statements of a government in the column Fund of the entries.
var fundWords = [...]string{leasehold.GovernmentWide: "Government-wide", leasehold.Governmental: "Governmental fund"}

// fundWord returns the name for the fund of an entry, or "" if the lease has only one set of
// entries.
func fundWord(e *leasehold.NumberedEntry) string {
	if !e.Fund.Set {
		return ""
	}
	return fundWords[e.Fund.Value]
}

// bothFunds reports whether any lease has entries for both funds.
func (d *draft) bothFunds() bool {
	return slices.ContainsFunc(d.Leases, func(l portfolio.Line) bool { return l.Lease.Fund.Value == leasehold.BothFunds })
}

// otherThan returns the SUMIFS condition that excludes a word.
func otherThan(word string) string { return "<>" + word }

// sumOfEntries returns a formula that sums the entries of the account and currency in the first
// two cells of a row. If any lease has two sets of entries, whose is the condition that selects
// one set.
func (d *draft) sumOfEntries(column string, row, last int, whose string) string {
	formula := fmt.Sprintf("SUMIFS(Entries!$%[1]s$%[2]d:$%[1]s$%[3]d,Entries!$D$%[2]d:$D$%[3]d,$A%[4]d,Entries!$G$%[2]d:$G$%[3]d,$B%[4]d",
		column, leasesFirst, last, row)
	if d.bothFunds() {
		formula += fmt.Sprintf(",Entries!$I$%d:$I$%d,%q", leasesFirst, last, whose)
	}
	return formula + ")"
}

// reconciled contains the sums of both sets of entries for an account and a currency. Debits are
// positive.
type reconciled struct {
	account leasehold.Account // in the terms of the standard
	label   string
	places  int
	net     [2]money.Amount // by fund
}

// operatingAccount is an account of the operating statements, with the description of the
// adjustment that leads from the fund statements to the government-wide statements.
type operatingAccount struct {
	role       leasehold.Account
	adjustment string // "" if both statements have the same amount
}

// operatingAccounts lists the accounts of the operating statements. All other accounts are
// balance sheet accounts.
var operatingAccounts = []operatingAccount{
	{standard.AccountCapitalOutlay, "Capital outlay is reported as the asset"},
	{standard.AccountOtherFinancing, "The financing source is reported as the liability"},
	{standard.AccountExpenditurePrincipal, "Principal paid reduces the liability"},
	{standard.AccountExpenditureInterest, "Interest is an expenditure when it is paid"},
	{standard.AccountInterestExpense, "Interest is an expense as it accrues"},
	{standard.AccountAmortizationExpense, "The asset is amortized"},
	{standard.AccountExpenditureOther, "Other expenditures are expense, or part of the asset or the liability"},
	{standard.AccountVariableLeaseExpense, "Other expenditures that are variable cost"},
	{standard.AccountGain, "A change of the lease brings a gain"},
	{standard.AccountLoss, "A change of the lease brings a loss"},
	{standard.AccountImpairmentLoss, "The asset is written down"},
	{standard.AccountPriorPeriodCorrections, "Correction of signed balances"},
	{standard.AccountLeaseExpense, ""},
	{standard.AccountNonLeaseExpense, ""},
	{standard.AccountIrrecoverableTax, ""},
	{standard.AccountSubleaseIncome, ""},
}

// operating returns the operating account with the role of r's account, or nil for a balance
// sheet account.
func (r *reconciled) operating() *operatingAccount {
	role := r.account.Role()
	i := slices.IndexFunc(operatingAccounts, func(o operatingAccount) bool { return o.role == role })
	if i < 0 {
		return nil
	}
	return &operatingAccounts[i]
}

// reconciledAccounts returns the sums of both sets of entries by currency and account, operating
// statements first.
func (d *draft) reconciledAccounts() (list []reconciled) {
	for l, e := range d.posted() {
		if !e.Fund.Set {
			continue
		}
		label := d.label(l.Functional())
		for _, line := range e.Lines {
			account := l.Standard.Account(line.Account)
			at := slices.IndexFunc(list, func(r reconciled) bool { return r.account == account && r.label == label })
			if at < 0 {
				at = len(list)
				list = append(list, reconciled{account: account, label: label, places: l.Functional().Places()})
			}
			of := &list[at].net[e.Fund.Value]
			*of = of.Add(line.Debit).Sub(line.Credit)
		}
	}
	slices.SortFunc(list, func(x, y reconciled) int {
		switch {
		case x.label != y.label:
			return strings.Compare(x.label, y.label)
		case (x.operating() == nil) != (y.operating() == nil):
			if x.operating() != nil {
				return -1
			}
			return 1
		}
		return int(x.account) - int(y.account)
	})
	return list
}

// addReconciliation adds the reconciliation of the governmental fund statements to the
// government-wide statements, if any lease has entries for both.
func (d *draft) addReconciliation(b *spreadsheet.Book, last int) {
	if d.bothFunds() {
		b.Add("Reconciliation", false, func(s *spreadsheet.Sheet) { d.reconciliation(s, last) })
	}
}

// reconciliation writes, for each currency, the accounts of the operating statements with the
// change in fund balance and net position, followed by the balance sheet accounts. All accounts
// together add up to 0.
func (d *draft) reconciliation(s *spreadsheet.Sheet, last int) {
	s.Widths(40, 12, 22, 22, 22, 70)
	s.Head("Reconciliation", "From the statements of governmental funds to the government-wide ones, "+d.span()+
		": leases with the entries of both. Net debits, added up from the sheet Entries; credits are negative.")
	s.Headings(spreadsheet.Left("Account"), spreadsheet.Left("Currency"), spreadsheet.Right("Governmental funds"), spreadsheet.Right("Adjustment"),
		spreadsheet.Right("Government-wide"), spreadsheet.Left("Adjustment"))
	list := d.reconciledAccounts()
	for len(list) > 0 {
		n := 0
		for n < len(list) && list[n].label == list[0].label {
			n++
		}
		d.reconcile(s, list[:n], last)
		list = list[n:]
	}
	s.PrintTo("F")
}

// reconcile writes the accounts of one currency.
func (d *draft) reconcile(s *spreadsheet.Sheet, list []reconciled, last int) {
	first := s.Row() + 1
	var changed, total [2]money.Amount
	operating := 0
	for i := range list {
		r := &list[i]
		if r.operating() != nil {
			operating++
			for k, net := range r.net {
				changed[k] = changed[k].Sub(net)
			}
		} else if i == operating {
			d.sumRow(s, "Change in fund balances; in net position", r.label, fmt.Sprintf("-SUM(%%[1]s%d:%%[1]s%d)", first, first+operating-1), changed, r.places)
		}
		d.reconciledRow(s, r, last)
		for k, net := range r.net {
			total[k] = total[k].Add(net)
		}
	}
	end := s.Row()
	subtotal := ""
	if operating < len(list) { // the range includes the row of the change, with a reversed sign
		subtotal = fmt.Sprintf("-%%[1]s%d", first+operating)
	}
	d.sumRow(s, "Debits less credits", list[0].label, fmt.Sprintf("SUM(%%[1]s%d:%%[1]s%d)%s", first, end, subtotal), total, list[0].places)
	s.Skip()
}

// reconciledRow writes the row of an account with both sums.
func (d *draft) reconciledRow(s *spreadsheet.Sheet, r *reconciled, last int) {
	row := s.Row() + 1
	net := func(fund leasehold.Fund) any {
		word := fundWords[fund]
		return s.Formula(spreadsheet.Amount.In(r.places), number(r.net[fund], r.places), "ROUND(%s-%s,%d)",
			d.sumOfEntries("E", row, last, word), d.sumOfEntries("F", row, last, word), r.places)
	}
	adjustment := r.net[leasehold.GovernmentWide].Sub(r.net[leasehold.Governmental])
	cells := []any{
		s.Text(spreadsheet.Plain, r.account.String()), s.Text(spreadsheet.Plain, r.label), net(leasehold.Governmental),
		s.Formula(spreadsheet.Amount.In(r.places), number(adjustment, r.places), "ROUND(E%[1]d-C%[1]d,%[2]d)", row, r.places), net(leasehold.GovernmentWide),
	}
	if o := r.operating(); o != nil && o.adjustment != "" && !adjustment.IsZero() {
		cells = append(cells, s.Text(spreadsheet.Plain, o.adjustment))
	}
	s.Put(cells...)
}

// sumRow writes a row with sums of the rows above. formula contains a verb for the column letter.
func (d *draft) sumRow(s *spreadsheet.Sheet, name, label, formula string, sums [2]money.Amount, places int) {
	wide, fund := sums[leasehold.GovernmentWide], sums[leasehold.Governmental]
	cell := func(column string, a money.Amount) any {
		return s.Formula(spreadsheet.Amount.In(places), number(a, places), "ROUND(%s,%d)", fmt.Sprintf(formula, column), places)
	}
	s.Put(s.Text(spreadsheet.Plain, name), s.Text(spreadsheet.Plain, label), cell("C", fund), cell("D", wide.Sub(fund)), cell("E", wide))
}
