package workbook

import (
	"fmt"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// comparison is one row of the sheet Check: what the workbook computes beside
// what the service says, or beside what has to hold by itself.
type comparison struct {
	name    string
	formula string
	want    any // a number, a text or a truth value
	look    style
}

// checkSheet compares. Its verdict is one cell, green or red.
func (b *book) checkSheet(s *sheet) {
	s.widths(62, 24, 24, 20, 14)
	s.head("Check", "The workbook's own results beside the service's figures, which are values from the export. "+
		"After an input is changed they differ, as they should: compute the changed lease to compare again.")
	list := b.comparisons()
	first := s.row + 5
	last := first + len(list) - 1
	row := s.put(s.text(label, "Workbook and service"),
		s.formula(verdict, "OK", `IF(COUNTIF(E%d:E%d,"OK")=%d,"OK","DIFFERS")`, first, last, len(list)))
	s.call("checkResult", "B", row)
	s.signal(fmt.Sprintf("B%d", row))
	s.signal(fmt.Sprintf("E%d:E%d", first, last))
	inputs := b.inputs(s)
	s.put(s.text(label, "Inputs"), s.formula(plain, "as at export", `IF(COUNTIF(E%d:E%d,"same")=%d,"as at export","changed since export")`,
		last+3, last+2+len(inputs), len(inputs)))
	s.skip()
	s.headings("Figure", "Workbook", "Service", "Difference", "Verdict")
	for _, c := range list {
		b.compare(s, c)
	}
	s.skip()
	s.headings("Input", "", "At export", "", "Now")
	for _, in := range inputs {
		// A name is compared with a value, and an empty cell with an empty one.
		at := in.value
		s.put(s.text(label, in.name), nil, excelize.Cell{StyleID: at.StyleID, Value: at.Value}, nil,
			s.formula(plain, "same", `IF(%s=C%d,"same","changed")`, in.name, s.row+1))
	}
	s.print("E")
}

func (b *book) compare(s *sheet, c comparison) {
	row := s.row + 1
	if _, isNumber := c.want.(float64); !isNumber {
		s.put(c.name, s.formula(c.look, c.want, c.formula), s.value(c.look, c.want), nil,
			s.formula(plain, "OK", rowFormula(`IF({B}={C},"OK","DIFFERS")`, row)))
		return
	}
	s.put(c.name, s.formula(c.look, c.want, c.formula), s.value(c.look, c.want), s.formula(c.look, parsed("0"), rowFormula("ROUND({B}-{C},2)", row)),
		s.formula(plain, "OK", rowFormula(`IF({D}=0,"OK","DIFFERS")`, row)))
}

func (b *book) comparisons() []comparison {
	list := b.headlines()
	if !b.r.Classification.SingleModel {
		for i, c := range b.r.Classification.Criteria {
			list = append(list, comparison{"Criterion met: " + c.Label, criteria[i].name, c.Met, plain})
		}
	}
	list = append(list, b.rowComparisons()...)
	list = append(list, b.journalComparisons()...)
	return append(list, b.ownComparisons()...)
}

func (b *book) headlines() []comparison {
	r, d := b.r, &b.r.Disclosures
	list := []comparison{
		{"Classification", "leaseClass", r.Class.String(), plain},
		{"Term in months, fixed at export", "termMonths", r.Lease.TermMonths, plain},
		{"Payment frequency, fixed at export", "paymentFrequency", r.Lease.PaymentFrequency.String(), plain},
		{"Periods", "periodCount", len(r.Schedule), plain},
		{"Months of amortization of a finance lease", "amortizationMonths", r.AmortizationMonths, plain},
		{"Rows moved by the one-cent rule", "rowsMoved", r.RowsMoved, plain},
	}
	for _, f := range []struct {
		name, formula string
		figure        money.Amount
	}{
		{"Initial liability", "initialLiability", r.InitialLiability},
		{"Initial right-of-use asset", "initialRouAsset", r.InitialRouAsset},
		{"Total undiscounted payments", "totalUndiscountedPayments", r.TotalUndiscountedPayments},
		{"Total lease cost", "totalLeaseCost", r.TotalLeaseCost},
		{"Terminal payment", "terminalPayment", r.TerminalPayment},
		{"Imputed interest", "imputedInterest", d.ImputedInterest},
		{"Current liability", "currentLiability", d.CurrentLiability},
		{"Long-term liability", "longTermLiability", d.LongTermLiability},
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
	n := len(b.r.Schedule)
	for i, column := range []string{
		colFirst, colLast, colDate, colPayment, colInterest, colPrincipal, colLiability, colAmortization, colAsset, colExpense,
	} {
		list = append(list, comparison{
			"Rows of the schedule that differ: " + scheduleHeadings[i+1],
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
	// In cents, so that a long column adds up exactly.
	list := []comparison{{
		"Journal: debits less credits",
		"SUMPRODUCT(ROUND(" + b.entryRange(entryDebit) + "*100,0)-ROUND(" + b.entryRange(entryCredit) + "*100,0))/100",
		number(money.Amount{}), amount,
	}}
	for _, account := range leasehold.Accounts() {
		list = append(list, comparison{
			"Journal: balance of " + account.String(),
			fmt.Sprintf(`SUMPRODUCT((%s="%s")*ROUND(%s*100,0))/100`, b.entryRange(entryAccount), account, b.entryRange(entryAmount)),
			number(totals[account]), amount,
		})
	}
	return list
}

// ownComparisons need no service: they have to hold by themselves.
func (b *book) ownComparisons() []comparison {
	n := len(b.r.Schedule)
	rows := func(column string) string { return span(sheetSchedule, column, 1, n) }
	before := func(column string) string { return span(sheetSchedule, column, 0, n-1) }
	last := opening + n
	return []comparison{
		{"By itself: liability after the last period", at(sheetSchedule, colLiability, last), number(money.Amount{}), amount},
		{"By itself: asset after the last period", at(sheetSchedule, colAsset, last), number(b.r.Schedule[n-1].RouAssetClose), amount},
		{
			"By itself: rows whose liability does not foot",
			"SUMPRODUCT(--(ABS(" + before(colLiability) + "+" + rows(colInterest) + "-" + rows(colPayment) + "-" + rows(colLiability) + ")>0.005))", 0, plain,
		},
		{
			"By itself: rows whose asset does not foot",
			"SUMPRODUCT(--(ABS(" + before(colAsset) + "-" + rows(colAmortization) + "-" + rows(colAsset) + ")>0.005))", 0, plain,
		},
		{
			"By itself: balances a cent or more from the exact ones",
			"SUMPRODUCT(--(ABS((" + span(sheetWorkings, workBalance, 1, n) + "-" + span(sheetWorkings, workBalanceWhole, 1, n) + ")-" +
				span(sheetWorkings, workBalancePart, 1, n) + ")>=1))", 0, plain,
		},
		{
			"By itself: exact balances more than a cent from the plain formula, below 10^10",
			fmt.Sprintf("SUMPRODUCT(--(ABS(%[1]s/100-%[2]s)>0.01)*(%[2]s<1E10))",
				b.balanceColumn(balanceWhole), b.balanceColumn(balancePlain)), 0, plain,
		},
	}
}

// balanceColumn is a column of the sheet Balances over all periods.
func (b *book) balanceColumn(column string) string {
	return fmt.Sprintf("%s!$%s$%d:$%s$%d", sheetBalances, column, balancesFirst, column, balancesFirst+len(b.r.Schedule)-1)
}
