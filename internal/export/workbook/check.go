package workbook

import (
	"fmt"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// comparison is one row of the sheet Check: what the workbook computes beside
// what it has to be.
type comparison struct {
	name    string
	formula string
	want    any // a number or a text
	look    style
}

// checkSheet compares. One verdict is on what has to hold for any inputs, the
// other on the agreement with the service while no input is changed.
func (b *book) checkSheet(s *sheet) {
	s.widths(66, 24, 24, 18, 24)
	s.head("Check", "Internally consistent: what has to hold for any inputs. As exported: the workbook's results beside the service's figures, "+
		"which are values from the export and not compared once an input is changed.")
	internal, exported, inputs := b.internal(), b.exported(), b.inputs(s)
	// Three verdicts, then the tables under a blank row and their headings.
	internalFirst := s.row + 6
	exportedFirst := internalFirst + len(internal) + 2
	inputsFirst := exportedFirst + len(exported) + 2
	result := func(first, count int) string {
		return fmt.Sprintf(`IF(SUMPRODUCT(--(E%d:E%d="OK"))=%d,"OK","DIFFERS")`, first, first+count-1, count)
	}
	row := s.put(s.text(label, "Internally consistent"), s.formula(verdict, "OK", result(internalFirst, len(internal))))
	s.define("internalResult", "B", row)
	s.put(s.text(label, "As exported"), s.formula(verdict, "OK", `IF(inputState="as exported",`+result(exportedFirst, len(exported))+`,"not compared")`))
	s.define("exportResult", "B", row+1)
	s.put(s.text(label, "Inputs"), s.formula(rightText, "as exported", `IF(SUMPRODUCT(--(E%d:E%d="same"))=%d,"as exported","changed since export")`,
		inputsFirst, inputsFirst+len(inputs)-1, len(inputs)))
	s.define("inputState", "B", row+2)
	s.signal(fmt.Sprintf("B%d:B%d", row, row+1))
	s.signal(fmt.Sprintf("E%d:E%d", internalFirst, inputsFirst-2))

	s.skip()
	s.headings(left("Internally consistent"), right("Workbook"), right("Must be"), right("Difference"), left("Verdict"))
	for _, c := range internal {
		s.compare(c, `%s`)
	}
	s.skip()
	s.headings(left("As exported"), right("Workbook"), right("Service"), right("Difference"), left("Verdict"))
	for _, c := range exported {
		s.compare(c, `IF(inputState="as exported",%s,"not compared")`)
	}
	s.skip()
	s.headings(left("Input"), left(""), right("As exported"), left(""), left("Now"))
	for _, in := range inputs {
		// A name is compared with a value, and an empty cell with an empty one.
		row := s.put(s.text(label, wording.Label(in.name)), nil, in.value, nil,
			s.formula(note, "same", `IF(%[1]s=%[1]sAtExport,"same","changed")`, in.name))
		s.define(in.name+"AtExport", "C", row)
	}
	s.printTo("E")
}

// compare writes a row. The verdict is put into a formula that may withhold it.
func (s *sheet) compare(c comparison, shown string) {
	row := s.row + 1
	difference, equal := excelize.Cell{}, "{B}={C}"
	if _, isNumber := c.want.(float64); isNumber {
		difference = s.formula(c.look, parsed("0"), rowFormula("ROUND({B}-{C},2)", row))
		equal = "{D}=0"
	}
	judged := fmt.Sprintf(shown, rowFormula("IF("+equal+`,"OK","DIFFERS")`, row))
	s.put(c.name, s.formula(c.look, c.want, c.formula), s.value(c.look, c.want), difference, s.formula(note, "OK", judged))
}

// internal are the comparisons that need no service.
func (b *book) internal() []comparison {
	n := len(b.r.Schedule)
	rows := func(column string) string { return span(sheetSchedule, column, 1, n) }
	before := func(column string) string { return span(sheetSchedule, column, 0, n-1) }
	last := opening + n
	zero := number(money.Amount{})
	return []comparison{
		{"Liability after the last period", at(sheetSchedule, colLiability, last), zero, amount},
		{
			"Rows whose liability does not foot",
			"SUMPRODUCT(--(ABS(" + before(colLiability) + "+" + rows(colInterest) + "-" + rows(colPayment) + "-" + rows(colLiability) + ")>0.005))", 0, plain,
		},
		{
			"Rows whose asset does not foot",
			"SUMPRODUCT(--(ABS(" + before(colAsset) + "-" + rows(colAmortization) + "-" + rows(colAsset) + ")>0.005))", 0, plain,
		},
		{
			"Balances a cent or more from the exact ones",
			"SUMPRODUCT(--(ABS((" + span(sheetWorkings, workBalance, 1, n) + "-" + span(sheetWorkings, workBalanceWhole, 1, n) + ")-" +
				span(sheetWorkings, workBalancePart, 1, n) + ")>=1))", 0, plain,
		},
		{
			"Exact balances more than a cent from the ordinary formula, below 10^10",
			fmt.Sprintf("SUMPRODUCT(--(ABS(%[1]s/100-%[2]s)>0.01)*(%[2]s<1E10))",
				b.balanceColumn(balanceWhole), b.balanceColumn(balancePlain)), 0, plain,
		},
		{"Journal: debits less credits", "SUM(" + b.entryRange(entryCents) + ")/100", zero, amount},
		{"Journal: lease liability after the last period", b.posted(leasehold.AccountLeaseLiability), zero, amount},
		{
			"Journal: asset less that of the schedule after the last period",
			"ROUND(" + b.posted(leasehold.AccountRouAsset) + "-" + at(sheetSchedule, colAsset, last) + ",2)", zero, amount,
		},
		{"Maturity analysis less imputed interest and liability", "ROUND(maturityLiability-initialLiability,2)", zero, amount},
		{"Current and long-term portion less liability", "ROUND(balanceSheetLiability-initialLiability,2)", zero, amount},
	}
}

// exported are the comparisons with the service.
func (b *book) exported() []comparison {
	list := b.headlines()
	if !b.r.Classification.SingleModel {
		for i := range b.r.Classification.Criteria {
			c := &b.r.Classification.Criteria[i]
			list = append(list, comparison{"Criterion: " + c.Label, criteria[i].name, wording.Verdict(c), plain})
		}
	}
	list = append(list, b.rowComparisons()...)
	return append(list, b.journalComparisons()...)
}

func (b *book) headlines() []comparison {
	r, d := b.r, &b.r.Disclosures
	list := []comparison{
		{"Classification", "leaseClass", r.Class.String(), plain},
		{"Term in months, fixed at export", "termMonths", r.Lease.TermMonths, plain},
		{"Payment frequency, fixed at export", "paymentFrequency", r.Lease.PaymentFrequency.String(), plain},
		{"Periods", "periodCount", len(r.Schedule), plain},
		{"Months of amortization of a finance lease", "amortizationMonths", r.AmortizationMonths, plain},
		{"Periods with an adjustment of one cent", "rowsMoved", r.RowsMoved, plain},
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
		list = append(list, comparison{f.name, f.formula, number(f.figure), amount})
	}
	for i, m := range d.MaturityAnalysis {
		list = append(list, comparison{"Undiscounted payments, " + m.Label, maturityName(i), number(m.UndiscountedPayments), amount})
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
			fmt.Sprintf("SUMPRODUCT(--(ABS(%s-%s)>0.004))", span(sheetSchedule, column, 1, n), span(sheetService, column, 1, n)), 0, plain,
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
		list = append(list, comparison{"Journal: balance of " + account.String(), b.posted(account), number(totals[account]), amount})
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
