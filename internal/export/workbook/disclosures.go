package workbook

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// figureRow is a named figure with its formula.
type figureRow struct {
	name, label, about string
	figure             money.Amount
	formula            string
	look               spreadsheet.Style
}

// figures writes named amounts, one a row.
func (b *book) figures(s *spreadsheet.Sheet, rows []figureRow) {
	for _, f := range rows {
		row := s.Put(s.Text(spreadsheet.Label, f.label), s.Formula(f.look, number(f.figure), f.formula), s.Text(spreadsheet.Note, f.about))
		s.Define(f.name, "B", row)
	}
}

// maturityName names the cell of a row of the maturity analysis.
func maturityName(i int) string { return "maturity" + string(rune('A'+i)) }

// disclosures writes the figures of the notes to the financial statements. The
// maturities are reconciled to the liability, and the liability to its parts.
func (b *book) disclosures(s *spreadsheet.Sheet) {
	s.Widths(46, 22, 90)
	s.Freeze(4)
	r, d := b.r, &b.r.Disclosures
	s.Head("Disclosures", "At commencement, for this lease alone. Amounts in "+b.o.Currency+".")
	s.Headings(spreadsheet.Left("Figure"), spreadsheet.Right("Amount"), spreadsheet.Left("How"))
	standard := r.Lease.Standard
	row := s.Put(s.Formula(spreadsheet.Label, standard.TermHeading()+", months", byStandard(leasehold.Standard.TermHeading)+`&", months"`),
		s.Formula(spreadsheet.Plain, d.WeightedAverageRemainingTermMonths, "termMonths"), s.Text(spreadsheet.Note, "a single lease has the weight of all"))
	s.Define("remainingTermMonths", "B", row)
	s.Put(s.Formula(spreadsheet.Label, standard.TermHeading()+", years", byStandard(leasehold.Standard.TermHeading)+`&", years"`),
		s.Formula(spreadsheet.Years, nil, "ROUND(termMonths/12,1)"))
	row = s.Put(s.Formula(spreadsheet.Label, standard.RateHeading(), byStandard(leasehold.Standard.RateHeading)),
		s.Formula(spreadsheet.Rate, spreadsheet.Number(d.WeightedAverageDiscountRate.String()), "discountRateAnnual"), s.Text(spreadsheet.Note, "a single lease has the weight of all"))
	s.Define("averageDiscountRate", "B", row)
	s.Put(s.Text(spreadsheet.Label, wording.TotalCost), s.Formula(spreadsheet.Amount, number(d.TotalLeaseCost), "totalLeaseCost"), s.Text(spreadsheet.Note, "not the cost of one reporting period"))
	s.Skip()
	s.Headings(spreadsheet.Left("Maturity analysis"), spreadsheet.Right("Undiscounted payments"), spreadsheet.Left("By lease year from commencement; a payment belongs to the year in which its period starts"))
	for i, m := range d.MaturityAnalysis {
		row := s.Put(s.Text(spreadsheet.Label, m.Label), s.Formula(spreadsheet.Amount, number(m.UndiscountedPayments), b.maturity(i)))
		s.Define(maturityName(i), "B", row)
	}
	last := len(d.MaturityAnalysis) - 1
	b.figures(s, []figureRow{
		{"maturityTotal", wording.TotalPayments, "", d.TotalUndiscountedPayments, fmt.Sprintf("ROUND(SUM(%s:%s),2)", maturityName(0), maturityName(last)), spreadsheet.AmountBold},
		{"imputedInterest", wording.LessInterest, "payments less their present value", d.ImputedInterest, "(totalPaymentsCents-initialLiabilityCents)/100", spreadsheet.Amount},
		{"maturityLiability", wording.LeaseLiability, "agrees to the balance sheet at commencement", r.InitialLiability, "ROUND(maturityTotal-imputedInterest,2)", spreadsheet.AmountBold},
	})
	s.Skip()
	s.Headings(spreadsheet.Left("Balance sheet"), spreadsheet.Right("Amount"), spreadsheet.Left(""))
	b.figures(s, []figureRow{
		{"currentLiability", wording.CurrentPortion, "settled by the payments of the first twelve months", d.CurrentLiability, "(initialLiabilityCents-longTermCents)/100", spreadsheet.Amount},
		{"longTermLiability", wording.LongTermPortion, "", d.LongTermLiability, "longTermCents/100", spreadsheet.Amount},
		{"balanceSheetLiability", wording.LeaseLiability, "", r.InitialLiability, "ROUND(currentLiability+longTermLiability,2)", spreadsheet.AmountBold},
	})
	s.PrintTo("C")
}

// maturity is the formula of a row of the maturity analysis: the payments of the
// periods that start in its lease year, or in any later one in the last row.
func (b *book) maturity(i int) string {
	list := b.r.Disclosures.MaturityAnalysis
	first, last := 0, 0
	for _, p := range b.r.Schedule {
		if p.Year == list[i].Year || i == maturityYears && p.Year > list[i].Year {
			if first == 0 {
				first = p.Number
			}
			last = p.Number
		}
	}
	if first == 0 {
		return "0/100"
	}
	return "SUM(" + span(sheetWorkings, workPayment, first, last) + ")/100"
}

// maturityYears are the lease years that are shown one by one.
const maturityYears = 5

// longTerm is the part of the initial liability that is not settled within
// twelve months, in cents; see the sheet Basis.
func (b *book) longTerm() string {
	if b.r.Lease.TermMonths <= 12 {
		return "0*termMonths"
	}
	row := opening + b.r.Lease.PaymentFrequency.PerYear()
	first := at(sheetWorkings, workPayment, opening+1)
	balance := at(sheetWorkings, workBalance, row)
	interest := at(sheetWorkings, workPrinted, row)
	return fmt.Sprintf(`IF(paymentTiming="advance",MIN(initialLiabilityCents-%s,%s-%s),MIN(initialLiabilityCents,%s))`, first, balance, interest, balance)
}
