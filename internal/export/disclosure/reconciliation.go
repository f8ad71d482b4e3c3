package disclosure

import (
	"fmt"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/standard"
)

var fundWords = [...]string{leasehold.GovernmentWide: "Government-wide", leasehold.Governmental: "Governmental fund"}

func (d *draft) bothFunds() bool {
	return slices.ContainsFunc(d.Leases, func(l portfolio.Line) bool { return l.Lease.Fund.Value == leasehold.BothFunds })
}

// sumOfEntries returns a formula that adds up a column of the sheet Entries for the account and the
// currency in the first two cells of a row. If leases have entries for both funds, the formula
// selects the entries that meet the condition fund.
func (d *draft) sumOfEntries(column string, row, last int, fund string) string {
	formula := fmt.Sprintf("SUMIFS(Entries!$%[1]s$%[2]d:$%[1]s$%[3]d,Entries!$D$%[2]d:$D$%[3]d,$A%[4]d,Entries!$G$%[2]d:$G$%[3]d,$B%[4]d",
		column, leasesFirst, last, row)
	if d.bothFunds() {
		formula += fmt.Sprintf(",Entries!$I$%d:$I$%d,%q", leasesFirst, last, fund)
	}
	return formula + ")"
}

// operatingAccount is an account of the operating statements. adjustment describes the reconciling
// item between the fund statements and the government-wide statements.
type operatingAccount struct {
	role       leasehold.Account
	adjustment string // "" if the amounts in the fund statements and the government-wide statements are equal
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
	{standard.AccountGain, "A lease change results in a gain"},
	{standard.AccountLoss, "A lease change results in a loss"},
	{standard.AccountImpairmentLoss, "The asset is written down"},
	{standard.AccountPriorPeriodCorrections, "Correction of signed balances"},
	{standard.AccountLeaseExpense, ""},
	{standard.AccountNonLeaseExpense, ""},
	{standard.AccountIrrecoverableTax, ""},
	{standard.AccountSubleaseIncome, ""},
}

// operating returns the operating account that corresponds to a, or nil if a is a balance sheet
// account.
func (a *account) operating() *operatingAccount {
	role := a.account.Role()
	i := slices.IndexFunc(operatingAccounts, func(o operatingAccount) bool { return o.role == role })
	if i < 0 {
		return nil
	}
	return &operatingAccounts[i]
}

func (d *draft) reconciliation(s *spreadsheet.Sheet, last int) {
	s.Table("Reconciliation", "From the statements of governmental funds to the government-wide statements, "+d.span()+
		": leases with both sets of entries. Net debits, totaled from the sheet Entries; credits are negative.",
		spreadsheet.Left("Account").Wide(40), spreadsheet.Left("Currency").Wide(12), spreadsheet.Right("Governmental funds").Wide(22),
		spreadsheet.Right("Adjustment").Wide(22), spreadsheet.Right("Government-wide").Wide(22), spreadsheet.Left("Adjustment").Wide(70))
	list := d.accountsOf(func(e *leasehold.NumberedEntry) bool { return e.Fund.Set })
	for len(list) > 0 {
		n := slices.IndexFunc(list, func(a account) bool { return a.label != list[0].label })
		if n < 0 {
			n = len(list)
		}
		balanceSheet := func(a account) bool { return a.operating() == nil }
		operating := slices.DeleteFunc(slices.Clone(list[:n]), balanceSheet)
		balances := slices.DeleteFunc(slices.Clone(list[:n]), func(a account) bool { return !balanceSheet(a) })
		d.reconcile(s, operating, balances, last)
		list = list[n:]
	}
}

// reconcile writes the accounts of one currency. The accounts of the operating statements come
// first, then the change in fund balance and net position, and then the balance sheet accounts. All
// accounts add up to 0.
func (d *draft) reconcile(s *spreadsheet.Sheet, operating, balances []account, last int) {
	first, subtotal := s.Row()+1, ""
	var changed, total [2]money.Amount
	for i, a := range slices.Concat(operating, balances) {
		if i == len(operating) { // the range of all accounts includes this row with a reversed sign
			subtotal = fmt.Sprintf("-%%[1]s%d", first+i)
			d.sumRow(s, "Change in fund balances; in net position", &a, fmt.Sprintf("-SUM(%%[1]s%d:%%[1]s%d)", first, first+i-1), changed)
		}
		d.reconciledRow(s, &a, last)
		for fund := range total {
			net := a.net(leasehold.Fund(fund))
			total[fund], changed[fund] = total[fund].Add(net), changed[fund].Sub(net)
		}
	}
	d.sumRow(s, "Debits less credits", &slices.Concat(operating, balances)[0], fmt.Sprintf("SUM(%%[1]s%d:%%[1]s%d)%s", first, s.Row(), subtotal), total)
	s.Skip()
}

func (d *draft) reconciledRow(s *spreadsheet.Sheet, a *account, last int) {
	row := s.Row() + 1
	net := func(fund leasehold.Fund) any {
		word := fundWords[fund]
		return rounded(s, spreadsheet.Amount, a.net(fund), a.places, d.sumOfEntries("E", row, last, word)+"-"+d.sumOfEntries("F", row, last, word))
	}
	adjustment := a.net(leasehold.GovernmentWide).Sub(a.net(leasehold.Governmental))
	cells := []any{
		s.Text(spreadsheet.Plain, a.account.String()), s.Text(spreadsheet.Plain, a.label), net(leasehold.Governmental),
		rounded(s, spreadsheet.Amount, adjustment, a.places, fmt.Sprintf("E%[1]d-C%[1]d", row)), net(leasehold.GovernmentWide),
	}
	if o := a.operating(); o != nil && o.adjustment != "" && !adjustment.IsZero() {
		cells = append(cells, s.Text(spreadsheet.Plain, o.adjustment))
	}
	s.Put(cells...)
}

// sumRow writes a row with sums of the rows above. formula contains a verb for the column letter.
// The row has the currency of account a.
func (d *draft) sumRow(s *spreadsheet.Sheet, name string, a *account, formula string, sums [2]money.Amount) {
	wide, fund := sums[leasehold.GovernmentWide], sums[leasehold.Governmental]
	cell := func(column string, sum money.Amount) any {
		return rounded(s, spreadsheet.Amount, sum, a.places, fmt.Sprintf(formula, column))
	}
	s.Put(s.Text(spreadsheet.Plain, name), s.Text(spreadsheet.Plain, a.label), cell("C", fund), cell("D", wide.Sub(fund)), cell("E", wide))
}
