package workbook

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// comparison is a row on the sheet Check. The result of formula must equal the number or text in
// want.
type comparison struct {
	name    string
	formula string
	want    any
}

var checkLayout = layout{{name: "name"}, {name: "workbook"}, {name: "want"}, {name: "difference"}, {name: "verdict"}}

// check writes the comparisons and two verdicts. The first verdict covers identities for any
// inputs. The second verdict covers agreement with the service, or is "not compared" after a
// changed input.
func (b *book) check(s *spreadsheet.Sheet) {
	s.Widths(70, 24, 24, 18, 24)
	s.Head("Check", "Internally consistent: identities that hold for any inputs. As exported: the workbook's amounts and the service's, "+
		"which are values from the export and are not compared after an input is changed.")
	internal, exported := b.internal(), b.exported()
	internalFirst := s.Row() + 6
	exportedFirst := internalFirst + len(internal) + 2
	inputsFirst := exportedFirst + len(exported) + 2
	all := func(first, count int, word, yes, no string) string {
		return fmt.Sprintf(`IF(SUMPRODUCT(--(E%d:E%d=%q))=%d,%q,%q)`, first, first+count-1, word, count, yes, no)
	}
	b.lines(s,
		line{"internalResult", "Internally consistent", "", spreadsheet.Verdict, "OK", all(internalFirst, len(internal), "OK", "OK", "DIFFERS")},
		line{"exportResult", "As exported", "", spreadsheet.Verdict, "OK", `IF(inputState="as exported",` + all(exportedFirst, len(exported), "OK", "OK", "DIFFERS") + `,"not compared")`},
		line{"inputState", "Inputs", "", spreadsheet.RightText, "as exported", all(inputsFirst, len(b.inputs), "same", "as exported", "changed since export")})
	s.Signal(fmt.Sprintf("B%d:B%d", s.Row()-2, s.Row()-1))
	s.Signal(fmt.Sprintf("E%d:E%d", internalFirst, inputsFirst-2))
	b.compare(s, "Internally consistent", "Must be", internal, `%s`)
	b.compare(s, "As exported", "Service", exported, `IF(inputState="as exported",%s,"not compared")`)
	s.Skip()
	s.Headings(spreadsheet.Left("Input"), spreadsheet.Left(""), spreadsheet.Right("As exported"), spreadsheet.Left(""), spreadsheet.Left("Now"))
	for _, in := range b.inputs {
		f := checkLayout.formula(`IF(`+in.name+`={want},"same","changed")`, s.Row()+1)
		s.Put(s.Text(spreadsheet.Label, in.label), nil, s.Value(in.look, in.value), nil, s.Formula(spreadsheet.Note, "same", f))
	}
}

func (b *book) compare(s *spreadsheet.Sheet, title, wanted string, list []comparison, shown string) {
	s.Skip()
	s.Headings(spreadsheet.Left(title), spreadsheet.Right("Workbook"), spreadsheet.Right(wanted), spreadsheet.Right("Difference"), spreadsheet.Left("Verdict"))
	for _, c := range list {
		row := s.Row() + 1
		look, equal := spreadsheet.Amount, "{difference}=0"
		difference := s.Formula(look, 0, checkLayout.formula(fmt.Sprintf("ROUND({workbook}-{want},%d)", b.places), row))
		if _, isText := c.want.(string); isText {
			look, equal, difference = spreadsheet.RightText, "{workbook}={want}", excelize.Cell{}
		}
		verdict := fmt.Sprintf(shown, checkLayout.formula("IF("+equal+`,"OK","DIFFERS")`, row))
		s.Put(c.name, s.Formula(look, c.want, c.formula), s.Value(look, c.want), difference, s.Formula(spreadsheet.Note, "OK", verdict))
	}
}

func (b *book) internal() []comparison {
	l := &b.r.Lease
	scheduled := func(column string) string { return b.columnRange(sheetSchedule, column) }
	amounts := b.journalRange("amount")
	posted := func(a leasehold.Account) string {
		return fmt.Sprintf("ROUND(SUMPRODUCT((%s=%q)*%s),%d)", b.journalRange("account"), l.Standard.Account(a).String(), amounts, b.places)
	}
	list := []comparison{{"Journal: debits less credits", "ROUND(SUM(" + amounts + "),6)", 0}}
	if !l.Standard.SingleModel() {
		list = append(list, comparison{"Class at commencement, on which the rows depend", "leaseClass", b.r.Class.String()})
	}
	if l.Exempt() {
		prepaid := "0" // before commencement, prepaid rent is in a separate account
		if l.PrepaidRent.Set {
			prepaid = minorOf("prepaidRent") + "/unit"
		}
		return append(list, comparison{"Journal: prepaid rent after the last row", posted(standard.AccountPrepaidRent) + strings.Repeat("+"+prepaid, len(l.Funds())), 0})
	}
	list = append(list,
		comparison{"Maturities less imputed interest and liability", fmt.Sprintf("ROUND(maturityLiability-initialLiability,%d)", b.places), 0},
		comparison{"Current and long-term portion less liability", fmt.Sprintf("ROUND(balanceSheetLiability-initialLiability,%d)", b.places), 0},
		comparison{"Rows with a liability that does not foot", "SUMPRODUCT(--(ABS(" + scheduled("liabilityOpen") + "+" + scheduled("interest") + "-" + scheduled("payment") + "-" + scheduled("liabilityClose") + ")>0.4/unit))", 0},
		comparison{"Rows with an asset that does not foot", "SUMPRODUCT(--(ABS(" + scheduled("rouAssetOpen") + "-" + scheduled("rouAmortization") + "-" + scheduled("rouAssetClose") + ")>0.4/unit))", 0},
	)
	if l.Fund.Value == leasehold.Governmental {
		return list
	}
	list = append(list, comparison{"Journal: lease liability at the end", posted(standard.AccountLeaseLiability), 0})
	if n := len(b.r.Events); n > 0 && b.r.Events[n-1].Treatment == schedule.Derecognized {
		return append(list, comparison{"Journal: asset at the end", posted(standard.AccountRouAsset), 0})
	}
	last := len(b.r.Schedule)
	return append(list,
		comparison{"Liability after the last row", b.scheduled("liabilityClose", last), 0},
		comparison{"Journal: asset less the asset of the schedule after the last row", posted(standard.AccountRouAsset) + "-" + b.scheduled("rouAssetClose", last), 0},
	)
}

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
		list = append(list, comparison{"Undiscounted payments, " + m.Label, name("maturity", i+1), b.number(m.UndiscountedPayments)})
	}
	if !r.Lease.Exempt() {
		list = append(list, comparison{wording.LongTermPortion, "longTermLiability", b.number(r.Disclosures.LongTermLiability)})
	}
	for _, c := range b.columns {
		f := fmt.Sprintf("SUMPRODUCT(--(ABS(%s-%s)>0.4/unit))", b.columnRange(sheetSchedule, c.Member), b.columnRange(sheetService, c.Member))
		list = append(list, comparison{"Rows of the schedule that differ: " + c.Heading, f, 0})
	}
	for i := range r.Events {
		for _, x := range b.outcome(i) {
			list = append(list, comparison{fmt.Sprintf("Event %d: %s", i+1, x.label), x.name + "/unit", b.number(x.amount)})
		}
	}
	return list
}
