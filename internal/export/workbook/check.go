package workbook

import (
	"fmt"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// comparison is one row of the sheet Check: what the workbook computes beside
// what it has to be.
type comparison struct {
	name    string
	formula string
	want    any // a number or a text
	look    spreadsheet.Style
}

// checkSheet compares. One verdict is on what has to hold for any inputs, the
// other on the agreement with the service while no input is changed.
func (b *book) checkSheet(s *spreadsheet.Sheet) {
	s.Widths(66, 24, 24, 18, 24)
	s.Head("Check", "Internally consistent: what has to hold for any inputs. As exported: the workbook's results beside the service's figures, "+
		"which are values from the export and not compared once an input is changed.")
	internal, exported, inputs := b.internal(), b.exported(), b.inputs(s)
	// Three verdicts, then the tables under a blank row and their headings.
	internalFirst := s.Row() + 6
	exportedFirst := internalFirst + len(internal) + 2
	inputsFirst := exportedFirst + len(exported) + 2
	result := func(first, count int) string {
		return fmt.Sprintf(`IF(SUMPRODUCT(--(E%d:E%d="OK"))=%d,"OK","DIFFERS")`, first, first+count-1, count)
	}
	row := s.Put(s.Text(spreadsheet.Label, "Internally consistent"), s.Formula(spreadsheet.Verdict, "OK", result(internalFirst, len(internal))))
	s.Define("internalResult", "B", row)
	s.Put(s.Text(spreadsheet.Label, "As exported"), s.Formula(spreadsheet.Verdict, "OK", `IF(inputState="as exported",`+result(exportedFirst, len(exported))+`,"not compared")`))
	s.Define("exportResult", "B", row+1)
	s.Put(s.Text(spreadsheet.Label, "Inputs"), s.Formula(spreadsheet.RightText, "as exported", `IF(SUMPRODUCT(--(E%d:E%d="same"))=%d,"as exported","changed since export")`,
		inputsFirst, inputsFirst+len(inputs)-1, len(inputs)))
	s.Define("inputState", "B", row+2)
	s.Signal(fmt.Sprintf("B%d:B%d", row, row+1))
	s.Signal(fmt.Sprintf("E%d:E%d", internalFirst, inputsFirst-2))

	s.Skip()
	s.Headings(spreadsheet.Left("Internally consistent"), spreadsheet.Right("Workbook"), spreadsheet.Right("Must be"), spreadsheet.Right("Difference"), spreadsheet.Left("Verdict"))
	for _, c := range internal {
		c.write(s, `%s`)
	}
	s.Skip()
	s.Headings(spreadsheet.Left("As exported"), spreadsheet.Right("Workbook"), spreadsheet.Right("Service"), spreadsheet.Right("Difference"), spreadsheet.Left("Verdict"))
	for _, c := range exported {
		c.write(s, `IF(inputState="as exported",%s,"not compared")`)
	}
	s.Skip()
	s.Headings(spreadsheet.Left("Input"), spreadsheet.Left(""), spreadsheet.Right("As exported"), spreadsheet.Left(""), spreadsheet.Left("Now"))
	for _, in := range inputs {
		// A name is compared with a value, and an empty cell with an empty one.
		row := s.Put(s.Text(spreadsheet.Label, wording.Label(in.name)), nil, in.value, nil,
			s.Formula(spreadsheet.Note, "same", `IF(%[1]s=%[1]sAtExport,"same","changed")`, in.name))
		s.Define(in.name+"AtExport", "C", row)
	}
	s.PrintTo("E")
}

// compare writes a row. The verdict is put into a formula that may withhold it.
func (c *comparison) write(s *spreadsheet.Sheet, shown string) {
	row := s.Row() + 1
	difference, equal := excelize.Cell{}, "{B}={C}"
	if _, isNumber := c.want.(float64); isNumber {
		difference = s.Formula(c.look, spreadsheet.Number("0"), rowFormula("ROUND({B}-{C},2)", row))
		equal = "{D}=0"
	}
	judged := fmt.Sprintf(shown, rowFormula("IF("+equal+`,"OK","DIFFERS")`, row))
	s.Put(c.name, s.Formula(c.look, c.want, c.formula), s.Value(c.look, c.want), difference, s.Formula(spreadsheet.Note, "OK", judged))
}

// internal are the comparisons that need no service.
func (b *book) internal() []comparison {
	n := len(b.r.Schedule)
	rows := func(column string) string { return span(sheetSchedule, column, 1, n) }
	before := func(column string) string { return span(sheetSchedule, column, 0, n-1) }
	last := opening + n
	zero := number(money.Amount{})
	return []comparison{
		{"Liability after the last period", at(sheetSchedule, colLiability, last), zero, spreadsheet.Amount},
		{
			"Rows whose liability does not foot",
			"SUMPRODUCT(--(ABS(" + before(colLiability) + "+" + rows(colInterest) + "-" + rows(colPayment) + "-" + rows(colLiability) + ")>0.005))", 0, spreadsheet.Plain,
		},
		{
			"Rows whose asset does not foot",
			"SUMPRODUCT(--(ABS(" + before(colAsset) + "-" + rows(colAmortization) + "-" + rows(colAsset) + ")>0.005))", 0, spreadsheet.Plain,
		},
		{
			"Balances a cent or more from the exact ones",
			"SUMPRODUCT(--(ABS((" + span(sheetWorkings, workBalance, 1, n) + "-" + span(sheetWorkings, workBalanceWhole, 1, n) + ")-" +
				span(sheetWorkings, workBalancePart, 1, n) + ")>=1))", 0, spreadsheet.Plain,
		},
		{
			"Exact balances more than a cent from the ordinary formula, below 10^10",
			fmt.Sprintf("SUMPRODUCT(--(ABS(%[1]s/100-%[2]s)>0.01)*(%[2]s<1E10))",
				b.balanceColumn(balanceWhole), b.balanceColumn(balancePlain)), 0, spreadsheet.Plain,
		},
		{"Journal: debits less credits", "SUM(" + b.entryRange(entryCents) + ")/100", zero, spreadsheet.Amount},
		{"Journal: lease liability after the last period", b.posted(leasehold.AccountLeaseLiability), zero, spreadsheet.Amount},
		{
			"Journal: asset less that of the schedule after the last period",
			"ROUND(" + b.posted(leasehold.AccountRouAsset) + "-" + at(sheetSchedule, colAsset, last) + ",2)", zero, spreadsheet.Amount,
		},
		{"Maturity analysis less imputed interest and liability", "ROUND(maturityLiability-initialLiability,2)", zero, spreadsheet.Amount},
		{"Current and long-term portion less liability", "ROUND(balanceSheetLiability-initialLiability,2)", zero, spreadsheet.Amount},
	}
}

// exported are the comparisons with the service.
func (b *book) exported() []comparison {
	list := b.headlines()
	if !b.r.Classification.SingleModel {
		for i := range b.r.Classification.Criteria {
			c := &b.r.Classification.Criteria[i]
			list = append(list, comparison{"Criterion: " + c.Label, criteria[i].name, wording.Verdict(c), spreadsheet.Plain})
		}
	}
	list = append(list, b.rowComparisons()...)
	return append(list, b.journalComparisons()...)
}

func (b *book) headlines() []comparison {
	r, d := b.r, &b.r.Disclosures
	list := []comparison{
		{"Classification", "leaseClass", r.Class.String(), spreadsheet.Plain},
		{"Term in months, fixed at export", "termMonths", r.Lease.TermMonths, spreadsheet.Plain},
		{"Payment frequency, fixed at export", "paymentFrequency", r.Lease.PaymentFrequency.String(), spreadsheet.Plain},
		{"Periods", "periodCount", len(r.Schedule), spreadsheet.Plain},
		{"Months of amortization of a finance lease", "amortizationMonths", r.AmortizationMonths, spreadsheet.Plain},
		{"Periods with an adjustment of one cent", "rowsMoved", r.RowsMoved, spreadsheet.Plain},
	}
	for _, f := range []struct {
		name, formula string
		figure        money.Amount
	}{
		{wording.LeaseLiability, "initialLiability", r.InitialLiability},
		{wording.Sentence(r.Lease.Standard.AssetNoun()), "initialRouAsset", r.InitialRouAsset},
		{wording.TotalPayments, "totalUndiscountedPayments", r.TotalUndiscountedPayments},
		{wording.TotalCost, "totalLeaseCost", r.TotalLeaseCost},
		{"Due at the end of the term", "terminalPayment", r.TerminalPayment},
		{wording.ImputedInterest, "imputedInterest", d.ImputedInterest},
		{wording.CurrentPortion, "currentLiability", d.CurrentLiability},
		{wording.LongTermPortion, "longTermLiability", d.LongTermLiability},
		{"Asset after the last period", at(sheetSchedule, colAsset, opening+len(r.Schedule)), r.Schedule[len(r.Schedule)-1].RouAssetClose},
	} {
		list = append(list, comparison{f.name, f.formula, number(f.figure), spreadsheet.Amount})
	}
	for i, m := range d.MaturityAnalysis {
		list = append(list, comparison{"Undiscounted payments, " + m.Label, maturityName(i), number(m.UndiscountedPayments), spreadsheet.Amount})
	}
	return list
}

// rowComparisons count the rows of the schedule that differ from the service's.
func (b *book) rowComparisons() []comparison {
	var list []comparison
	n, headings := len(b.r.Schedule), b.scheduleHeadings()
	for i, column := range []string{
		colFirst, colLast, colDate, colPayment, colInterest, colPrincipal, colLiability, colAmortization, colAsset, colExpense,
	} {
		list = append(list, comparison{
			"Rows of the schedule that differ: " + headings[i+1],
			fmt.Sprintf("SUMPRODUCT(--(ABS(%s-%s)>0.004))", span(sheetSchedule, column, 1, n), span(sheetService, column, 1, n)), 0, spreadsheet.Plain,
		})
	}
	return list
}

func (b *book) journalComparisons() []comparison {
	totals := make(map[leasehold.Account]money.Amount)
	for _, e := range b.r.Journal() {
		for _, l := range e.Lines {
			totals[l.Account] = totals[l.Account].Add(l.Debit).Sub(l.Credit)
		}
	}
	var list []comparison
	for _, account := range leasehold.Accounts() {
		list = append(list, comparison{"Journal: balance of " + account.String(), b.posted(account), number(totals[account]), spreadsheet.Amount})
	}
	return list
}

// posted is the balance of an account by the journal. It is added up in cents,
// so that a long column adds up exactly.
func (b *book) posted(account leasehold.Account) string {
	return fmt.Sprintf(`SUMPRODUCT((%s=%s)*%s)/100`, b.entryRange(entryAccount), quoted(account.String()), b.entryRange(entryCents))
}

// balanceColumn is a column of the sheet Balances over all periods.
func (b *book) balanceColumn(column string) string {
	return fmt.Sprintf("%s!$%s$%d:$%s$%d", sheetBalances, column, balancesFirst, column, balancesFirst+len(b.r.Schedule)-1)
}
