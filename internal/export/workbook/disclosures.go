package workbook

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/leasehold-accounting/leasehold/money"
)

// figureRow is a named figure with its formula.
type figureRow struct {
	name, about string
	figure      money.Amount
	formula     string
}

// words spells a cell's name out: initialLiability is Initial liability.
func words(name string) string {
	var b strings.Builder
	for i, c := range name {
		switch {
		case i == 0:
			c = unicode.ToUpper(c)
		case unicode.IsUpper(c):
			b.WriteByte(' ')
			c = unicode.ToLower(c)
		}
		b.WriteRune(c)
	}
	return strings.Replace(b.String(), " rou ", " right-of-use ", 1)
}

// figures writes named amounts, one a row.
func (b *book) figures(s *sheet, rows []figureRow) {
	for _, f := range rows {
		row := s.put(s.text(label, words(f.name)), s.formula(amount, number(f.figure), f.formula), s.text(note, f.about))
		s.call(f.name, "B", row)
	}
}

// maturityName names the cell of a row of the maturity analysis.
func maturityName(i int) string { return "maturity" + string(rune('A'+i)) }

func (b *book) disclosures(s *sheet) {
	s.widths(38, 22, 90)
	s.freeze(4)
	d := &b.r.Disclosures
	s.head("Disclosures", "At commencement, for this lease. Amounts in "+b.o.Currency+".")
	s.headings("Figure", "Amount", "How")
	b.figures(s, []figureRow{
		{"imputedInterest", "payments less the present value", d.ImputedInterest, "(totalPaymentsCents-initialLiabilityCents)/100"},
		{"currentLiability", "principal settled within twelve months", d.CurrentLiability, "(initialLiabilityCents-longTermCents)/100"},
		{"longTermLiability", "the rest", d.LongTermLiability, "longTermCents/100"},
	})
	row := s.put(s.text(label, "Long-term liability in cents"), s.formula(whole, cents(d.LongTermLiability), b.longTerm()), s.text(note, "balance after twelve months, in cents"))
	s.call("longTermCents", "B", row)
	row = s.put(s.text(label, "Remaining term, months"), s.formula(plain, d.WeightedAverageRemainingTermMonths, "termMonths"), s.text(note, "weighted average, of one lease"))
	s.call("remainingTermMonths", "B", row)
	row = s.put(s.text(label, "Discount rate"), s.formula(rate, parsed(d.WeightedAverageDiscountRate.String()), "discountRateAnnual"), s.text(note, "weighted average, of one lease"))
	s.call("averageDiscountRate", "B", row)
	s.skip()
	s.headings("Maturity analysis", "Undiscounted payments", "Lease years, counted from commencement; a payment belongs to the year in which its period starts")
	perYear := 12 / b.r.Lease.PaymentFrequency.Months()
	n := len(b.r.Schedule)
	for i, m := range d.MaturityAnalysis {
		first, last := i*perYear+1, min((i+1)*perYear, n)
		if i == 5 {
			last = n
		}
		formula := "0/100"
		if first <= n {
			formula = "SUM(" + span(sheetWorkings, workPayment, first, last) + ")/100"
		}
		row := s.put(s.text(label, m.Label), s.formula(amount, number(m.UndiscountedPayments), formula))
		s.call(maturityName(i), "B", row)
	}
	s.print("C")
}

// longTerm is the part of the initial liability that is not settled within
// twelve months, in cents; see the sheet Basis.
func (b *book) longTerm() string {
	if b.r.Lease.TermMonths <= 12 {
		return "0*termMonths"
	}
	row := opening + 12/b.r.Lease.PaymentFrequency.Months()
	first := at(sheetWorkings, workPayment, opening+1)
	balance := at(sheetWorkings, workBalance, row)
	interest := at(sheetWorkings, workPrinted, row)
	return fmt.Sprintf(`IF(paymentTiming="advance",MIN(initialLiabilityCents-%s,%s-%s),MIN(initialLiabilityCents,%s))`, first, balance, interest, balance)
}
