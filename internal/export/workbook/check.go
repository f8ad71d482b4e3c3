package workbook

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// comparison is one row of the sheet Check: what the workbook computes next to what
// it has to be.
type comparison struct {
	name    string
	formula string
	want    any // a number or a text
}

// check compares. One verdict is on what has to hold for any inputs, the other on
// the agreement with the service while no input is changed.
func (b *book) check(s *spreadsheet.Sheet) {
	s.Widths(70, 24, 24, 18, 24)
	s.Head("Check", "Internally consistent: what has to hold for any inputs. As exported: the workbook's results beside the service's figures, "+
		"which are values from the export and not compared once an input is changed.")
	internal, exported := b.internal(), b.exported()
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
		inputsFirst, inputsFirst+len(b.typed)-1, len(b.typed)))
	s.Define("inputState", "B", row+2)
	s.Signal(fmt.Sprintf("B%d:B%d", row, row+1))
	s.Signal(fmt.Sprintf("E%d:E%d", internalFirst, inputsFirst-2))
	s.Skip()
	s.Headings(spreadsheet.Left("Internally consistent"), spreadsheet.Right("Workbook"), spreadsheet.Right("Must be"), spreadsheet.Right("Difference"), spreadsheet.Left("Verdict"))
	b.compare(s, internal, `%s`)
	s.Skip()
	s.Headings(spreadsheet.Left("As exported"), spreadsheet.Right("Workbook"), spreadsheet.Right("Service"), spreadsheet.Right("Difference"), spreadsheet.Left("Verdict"))
	b.compare(s, exported, `IF(inputState="as exported",%s,"not compared")`)
	s.Skip()
	s.Headings(spreadsheet.Left("Input"), spreadsheet.Left(""), spreadsheet.Right("As exported"), spreadsheet.Left(""), spreadsheet.Left("Now"))
	for _, in := range b.typed {
		row := s.Row() + 1
		s.Put(s.Text(spreadsheet.Label, in.label), nil, s.Value(in.look, in.value), nil,
			s.Formula(spreadsheet.Note, "same", fmt.Sprintf(`IF(%s=C%d,"same","changed")`, in.name, row)))
	}
	s.PrintTo("E")
}

func (b *book) compare(s *spreadsheet.Sheet, list []comparison, shown string) {
	for _, c := range list {
		row := s.Row() + 1
		look, difference, equal := spreadsheet.Amount, s.Formula(spreadsheet.Amount, 0, formula(fmt.Sprintf("ROUND({B}-{C},%d)", b.places), row)), "{D}=0"
		if _, isText := c.want.(string); isText {
			look, difference, equal = spreadsheet.RightText, excelize.Cell{}, "{B}={C}"
		}
		judged := fmt.Sprintf(shown, formula("IF("+equal+`,"OK","DIFFERS")`, row))
		s.Put(c.name, s.Formula(look, c.want, c.formula), s.Value(look, c.want), difference, s.Formula(spreadsheet.Note, "OK", judged))
	}
}

// over is a column of a sheet over the rows of the life.
func (b *book) over(sheet, column string) string {
	return fmt.Sprintf("%[1]s!$%[2]s$%[3]d:$%[2]s$%[4]d", sheet, column, scheduleRow(1), scheduleRow(len(b.r.Schedule)))
}

// internal are the comparisons that need no service.
func (b *book) internal() []comparison {
	n := len(b.r.Schedule)
	foots := func(open, plus, minus, closing string) string {
		return fmt.Sprintf("SUMPRODUCT(--(ABS(%s+%s-%s-%s)>0.4/unit))", b.over(sheetSchedule, open), plus, b.over(sheetSchedule, minus), b.over(sheetSchedule, closing))
	}
	amounts := fmt.Sprintf("%s!$F$%d:$F$%d", sheetJournal, entryFirst, entryFirst+max(b.lines(), 1)-1)
	posted := func(a leasehold.Account) string {
		return fmt.Sprintf("ROUND(SUMPRODUCT((%s!$B$%d:$B$%d=%q)*%s),%d)", sheetJournal, entryFirst, entryFirst+max(b.lines(), 1)-1, b.r.Lease.Standard.Account(a).String(), amounts, b.places)
	}
	list := []comparison{{"Journal: debits less credits", "ROUND(SUM(" + amounts + "),6)", 0}}
	if !b.r.Lease.Standard.SingleModel() {
		list = append(list, comparison{"Class at commencement, which the rows were made for", "leaseClass", b.r.Class.String()})
	}
	if b.r.Lease.Exemption != leasehold.NoExemption {
		return append(list, comparison{"Journal: prepaid rent after the last row", posted(leasehold.AccountPrepaidRent) + strings.Repeat("+"+b.prepaid(), len(b.r.Lease.Funds())), 0})
	}
	list = append(list,
		comparison{"Maturities less imputed interest and liability", fmt.Sprintf("ROUND(maturityLiability-initialLiability,%d)", b.places), 0},
		comparison{"Current and long-term portion less liability", fmt.Sprintf("ROUND(balanceSheetLiability-initialLiability,%d)", b.places), 0},
		comparison{"Rows whose liability does not foot", foots(colOpening, b.over(sheetSchedule, colInterest), colPayment, colLiability), 0},
		comparison{"Rows whose asset does not foot", foots(colAssetOpening, "0", colAmortization, colAsset), 0},
	)
	if b.r.Lease.Fund.Value == leasehold.Governmental {
		return list
	}
	list = append(list, comparison{"Journal: lease liability at the end of the life", posted(leasehold.AccountLeaseLiability), 0})
	ended := len(b.r.Events) > 0 && b.r.Events[len(b.r.Events)-1].Treatment == leasehold.Derecognized
	if ended {
		return append(list, comparison{"Journal: asset at the end of the life", posted(leasehold.AccountRouAsset), 0})
	}
	return append(list,
		comparison{"Liability after the last row", fmt.Sprintf("%s!%s%d", sheetSchedule, colLiability, scheduleRow(n)), 0},
		comparison{"Journal: asset less that of the schedule after the last row", fmt.Sprintf("%s-%s!%s%d", posted(leasehold.AccountRouAsset), sheetSchedule, colAsset, scheduleRow(n)), 0},
	)
}

// prepaid is a formula for what the entries of an exempt lease start from: rent that
// was prepaid before commencement is on the account already.
func (b *book) prepaid() string {
	if !b.r.Lease.PrepaidRent.Set {
		return "0"
	}
	return minorOf("prepaidRent") + "/unit"
}

// exported are the comparisons with the service.
func (b *book) exported() []comparison {
	r := b.r
	list := []comparison{
		{wording.LeaseLiability + " at commencement", "initialLiability", b.number(r.InitialLiability)},
		{"Asset at commencement", "initialRouAsset", b.number(r.InitialRouAsset)},
		{wording.TotalPayments, "totalUndiscountedPayments", b.number(r.TotalUndiscountedPayments)},
		{wording.ImputedInterest, "imputedInterest", b.number(r.Disclosures.ImputedInterest)},
		{wording.TotalCost, "totalLeaseCost", b.number(r.TotalLeaseCost)},
	}
	for i := range r.Classification.Criteria {
		c := &r.Classification.Criteria[i]
		list = append(list, comparison{"Criterion: " + c.Label, c.Key, wording.Verdict(c)})
	}
	for i, m := range r.Disclosures.MaturityAnalysis {
		list = append(list, comparison{"Undiscounted payments, " + m.Label, maturityName(i), b.number(m.UndiscountedPayments)})
	}
	if r.Lease.Exemption == leasehold.NoExemption {
		list = append(list, comparison{wording.LongTermPortion, "longTermLiability", b.number(r.Disclosures.LongTermLiability)})
	}
	for _, c := range b.scheduleColumns() {
		list = append(list, comparison{
			"Rows of the schedule that differ: " + c.heading,
			fmt.Sprintf("SUMPRODUCT(--(ABS(%s-%s)>0.4/unit))", b.over(sheetSchedule, c.letter), b.over(sheetService, c.letter)), 0,
		})
	}
	for i := range r.Events {
		for _, f := range b.outcome(i) {
			list = append(list, comparison{fmt.Sprintf("Event %d: %s", i+1, f.label), eventName(i, f.name) + "/unit", b.number(f.figure)})
		}
	}
	return list
}
