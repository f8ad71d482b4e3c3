package disclosure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/standard"
)

// classTable is a table of right-of-use assets by class of underlying asset. The class comes from a tag of the lease.
type classTable struct {
	title   string
	columns []sumColumn
}

// sumColumn is a column that sums fields over groups of leases. A field with a leading minus sign is subtracted.
type sumColumn struct{ field, heading string }

var assetClasses = classTable{"Right-of-use assets by class of asset", []sumColumn{
	{"rouAsset.cost", "Cost"},
	{"rouAsset.accumulatedAmortization", "Accumulated depreciation"},
	{"rouAsset.additions", "Additions"},
	{"rouAsset.amortization", "Depreciation"},
	{"rouAsset.closing", "Carrying amount"},
}}

// majorClasses returns a government's rollforwards by asset class, in the standard's terms.
func majorClasses(s leasehold.Standard) []noteTable {
	table := func(title string, of *figure.Statement) noteTable {
		t := classTable{title: s.Say(title)}
		for _, c := range of.Figures {
			t.columns = append(t.columns, sumColumn{signed(c), c.Title()})
		}
		return noteTable{classes: &t}
	}
	return []noteTable{
		table("Lease assets by major class", figure.AssetCostClosing.Statement()),
		table("Accumulated amortization of lease assets by major class", figure.AmortizationClosing.Statement()),
		{classes: &classTable{s.Say("Lease assets by major class, net"), []sumColumn{
			{"rouAsset.opening", "Beginning"}, {"rouAsset.closing", "Ending"},
		}}},
	}
}

// byAssetClass writes the class table for each currency and period, if the request names the tag for the asset class.
func (d *draft) byAssetClass(s *spreadsheet.Sheet, standard leasehold.Standard, t *classTable, note *noteLayout) {
	if d.Question.AssetClassTag == "" {
		return
	}
	sections := d.ofStandard(standard)
	for p := range d.periods {
		for _, list := range grouped(sections, (*section).currencyLabel) {
			d.assetClasses(s, standard, t, p, list[0].label, note)
		}
	}
}

func (d *draft) assetClasses(s *spreadsheet.Sheet, standard leasehold.Standard, t *classTable, p int, label string, note *noteLayout) {
	headings := []spreadsheet.ColumnHeading{spreadsheet.Left(d.titled(t.title+", "+label, p))}
	for _, c := range t.columns {
		headings = append(headings, spreadsheet.Right(c.heading))
	}
	s.Headings(note.headings(headings, len(t.columns))...)
	classes := d.groupsOf(d.periods[p].leases, t.columns, func(l *portfolio.Line) []string {
		if l.Lease.Standard != standard || d.label(l.Figures.Currency) != label {
			return nil
		}
		return []string{tagOf(l, d.Question.AssetClassTag)}
	})
	tag := d.rows(p, tagPrefix+d.Question.AssetClassTag)
	first := s.Row() + 1
	totals := make([]money.Amount, len(t.columns))
	for i, class := range classes {
		cells := []any{s.Text(spreadsheet.Plain, class.values[0])}
		for k, c := range t.columns {
			totals[k] = totals[k].Add(class.sums[k])
			field, minus := strings.CutPrefix(c.field, "-")
			formula := fmt.Sprintf(`SUMPRODUCT(EXACT(%s,$A%d)*(%s="%s")*(%s="%s")*%s)`, tag, s.Row()+1,
				d.rows(p, byStandard), d.name(standard), d.rows(p, byCurrency), label, d.rows(p, field))
			if minus {
				formula = "-" + formula
			}
			cells = append(cells, rounded(s, spreadsheet.Amount, class.sums[k], class.places, formula))
		}
		if i == 0 {
			cells = note.cells(cells, len(t.columns), s.Text(spreadsheet.Note, standard.AssetClassesParagraph()), nil, nil)
		}
		s.Put(cells...)
	}
	cells := []any{s.Text(spreadsheet.Label, "Total")}
	for k := range t.columns {
		if len(classes) > 0 {
			sum := fmt.Sprintf("SUM(%[1]s%[2]d:%[1]s%[3]d)", spreadsheet.Letter(k+2), first, s.Row())
			cells = append(cells, rounded(s, spreadsheet.AmountBold, totals[k], classes[0].places, sum))
		}
	}
	s.Put(cells...)
	s.Skip()
}

// cashAndNonCash returns the liability rollforward with cash flows separate from non-cash changes.
func cashAndNonCash(basis string) noteTable {
	lines := []line{
		{label: "Opening", terms: terms{"liability.opening"}, basis: basis},
		{label: "Cash flows: principal paid", terms: terms{"-cash.principal"}},
		{label: "Cash flows: interest paid", terms: terms{"-cash.interest"}},
	}
	for _, c := range figure.LiabilityClosing.Statement().Figures {
		if c == figure.LiabilityPayments || c.Kind() != figure.Increase && c.Kind() != figure.Decrease {
			continue
		}
		lines = append(lines, line{label: "Non-cash: " + strings.ToLower(c.Title()), terms: terms{signed(c)}})
	}
	closing := line{label: "Closing", terms: terms{"liability.closing"}, total: true, above: len(lines)}
	return table("Changes in liabilities from financing activities", append(lines, closing)...)
}

var fundWords = [...]string{leasehold.GovernmentWide: "Government-wide", leasehold.Governmental: "Governmental fund"}

func (d *draft) bothFunds() bool {
	return slices.ContainsFunc(d.Leases, func(l portfolio.Line) bool { return l.Lease.Fund.Value == leasehold.BothFunds })
}

// sumOfEntries returns a formula that adds up a column of the Entries sheet. The formula selects
// the account and the currency in the first two cells of the formula's row. If leases have entries
// for both funds, the formula selects the given fund.
func (d *draft) sumOfEntries(column string, row int, fund string) string {
	of := &d.ledger
	formula := fmt.Sprintf("SUMIFS(%s,%s,$A%d,%s,$B%d", of.Range(column), of.Range("account"), row, of.Range("currency"), row)
	if d.bothFunds() {
		formula += fmt.Sprintf(",%s,%q", of.Range("fund"), fund)
	}
	return formula + ")"
}

// operatingAccounts maps each account of the operating statements to a reconciling item between the
// fund statements and the government-wide statements. The item is "" if both have the same amount.
// All other accounts are balance sheet accounts.
var operatingAccounts = map[leasehold.Account]string{ //nolint:exhaustive // balance sheet accounts are omitted
	standard.AccountCapitalOutlay:          "Capital outlay is reported as the asset",
	standard.AccountOtherFinancing:         "The financing source is reported in the liability",
	standard.AccountExpenditurePrincipal:   "Principal paid reduces the liability",
	standard.AccountExpenditureInterest:    "Interest is an expenditure when it is paid",
	standard.AccountInterestExpense:        "Interest is expensed as it accrues",
	standard.AccountAmortizationExpense:    "The asset is amortized",
	standard.AccountExpenditureOther:       "Other expenditures are expensed, or are part of the asset or the liability",
	standard.AccountVariableLeaseExpense:   "Other expenditures that are variable costs",
	standard.AccountGain:                   "A lease change results in a gain",
	standard.AccountLoss:                   "A lease change results in a loss",
	standard.AccountImpairmentLoss:         "The asset is written down",
	standard.AccountPriorPeriodCorrections: "Correction of signed balances",
	standard.AccountLeaseExpense:           "",
	standard.AccountNonLeaseExpense:        "",
	standard.AccountIrrecoverableTax:       "",
	standard.AccountSubleaseIncome:         "",
}

func (d *draft) reconciliation(s *spreadsheet.Sheet) {
	s.Table("Reconciliation", "This table reconciles the statements of governmental funds to the government-wide statements, "+d.span()+
		", for leases with both sets of entries. Amounts are net debits, totaled from the Entries sheet; credits are negative.",
		spreadsheet.Left("Account").Wide(40), spreadsheet.Left("Currency").Wide(12), spreadsheet.Right("Governmental funds").Wide(22),
		spreadsheet.Right("Adjustment").Wide(22), spreadsheet.Right("Government-wide").Wide(22), spreadsheet.Left("Adjustment").Wide(70))
	list := d.accountsOf(func(e *leasehold.NumberedEntry) bool { return e.Fund.Set })
	for len(list) > 0 {
		n := slices.IndexFunc(list, func(a account) bool { return a.label != list[0].label })
		if n < 0 {
			n = len(list)
		}
		var operating, balances []account
		for _, a := range list[:n] {
			if _, ok := operatingAccounts[a.account.Role()]; ok {
				operating = append(operating, a)
			} else {
				balances = append(balances, a)
			}
		}
		d.reconcile(s, operating, balances)
		list = list[n:]
	}
}

// reconcile writes the accounts of one currency. The accounts of the operating statements come
// first. The change in fund balance and net position comes next, and the balance sheet accounts
// come last. All accounts add up to 0.
func (d *draft) reconcile(s *spreadsheet.Sheet, operating, balances []account) {
	first, subtotal := s.Row()+1, ""
	var changed, total [2]money.Amount
	for i, a := range slices.Concat(operating, balances) {
		if i == len(operating) { // the range of all accounts includes this row, so reverse its sign
			subtotal = fmt.Sprintf("-%%[1]s%d", first+i)
			d.sumRow(s, "Change in fund balances; in net position", &a, fmt.Sprintf("-SUM(%%[1]s%d:%%[1]s%d)", first, first+i-1), changed)
		}
		d.reconciledRow(s, &a)
		for fund := range total {
			net := a.net(leasehold.Fund(fund))
			total[fund], changed[fund] = total[fund].Add(net), changed[fund].Sub(net)
		}
	}
	d.sumRow(s, "Debits less credits", &slices.Concat(operating, balances)[0], fmt.Sprintf("SUM(%%[1]s%d:%%[1]s%d)%s", first, s.Row(), subtotal), total)
	s.Skip()
}

func (d *draft) reconciledRow(s *spreadsheet.Sheet, a *account) {
	row := s.Row() + 1
	net := func(fund leasehold.Fund) any {
		word := fundWords[fund]
		return rounded(s, spreadsheet.Amount, a.net(fund), a.places, d.sumOfEntries("debit", row, word)+"-"+d.sumOfEntries("credit", row, word))
	}
	adjustment := a.net(leasehold.GovernmentWide).Sub(a.net(leasehold.Governmental))
	cells := []any{
		s.Text(spreadsheet.Plain, a.account.String()), s.Text(spreadsheet.Plain, a.label), net(leasehold.Governmental),
		rounded(s, spreadsheet.Amount, adjustment, a.places, fmt.Sprintf("E%[1]d-C%[1]d", row)), net(leasehold.GovernmentWide),
	}
	if item := operatingAccounts[a.account.Role()]; item != "" && !adjustment.IsZero() {
		cells = append(cells, s.Text(spreadsheet.Plain, item))
	}
	s.Put(cells...)
}

// sumRow writes a row that sums the rows above it, in the currency of account a. The formula
// contains a formatting verb for the column letter.
func (d *draft) sumRow(s *spreadsheet.Sheet, name string, a *account, formula string, sums [2]money.Amount) {
	wide, fund := sums[leasehold.GovernmentWide], sums[leasehold.Governmental]
	cell := func(column string, sum money.Amount) any {
		return rounded(s, spreadsheet.Amount, sum, a.places, fmt.Sprintf(formula, column))
	}
	s.Put(s.Text(spreadsheet.Plain, name), s.Text(spreadsheet.Plain, a.label), cell("C", fund), cell("D", wide.Sub(fund)), cell("E", wide))
}
