package workbook

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// maturityName names the cell of a row of the maturity analysis.
func maturityName(i int) string { return name("maturity", i+1) }

// disclosures writes the figures of the notes to the financial statements as of
// commencement. The maturities are reconciled to the liability, and the liability to its
// parts.
func (b *book) disclosures(s *spreadsheet.Sheet) {
	s.Widths(46, 22, 90)
	s.Freeze(4, 0)
	r, d := b.r, &b.r.Disclosures
	s.Head("Disclosures", "At "+wording.First(&r.Lease)+", for this lease alone. Amounts in "+b.o.Currency+".")
	s.Headings(spreadsheet.Left("Figure"), spreadsheet.Right("Amount"), spreadsheet.Left("How"))
	term, rate := r.Lease.Standard.TermHeading(), r.Lease.Standard.RateHeading()
	s.Put(s.Text(spreadsheet.Label, term+", months"), s.Formula(spreadsheet.Plain, spreadsheet.Number(d.WeightedAverageRemainingTermMonths.String()), "termMonths"), s.Text(spreadsheet.Note, "a single lease has the weight of all"))
	s.Put(s.Text(spreadsheet.Label, term+", years"), s.Formula(spreadsheet.Years, yearsOf(d.WeightedAverageRemainingTermMonths), "ROUND(termMonths/12,1)"))
	s.Put(s.Text(spreadsheet.Label, rate), s.Formula(spreadsheet.Rate, spreadsheet.Number(d.WeightedAverageDiscountRate.String()), "discountRateAnnual"), s.Text(spreadsheet.Note, "a single lease has the weight of all"))
	s.Put(s.Text(spreadsheet.Label, wording.TotalCost), s.Formula(spreadsheet.Amount, b.number(d.TotalLeaseCost), "totalLeaseCost"), s.Text(spreadsheet.Note, "not the cost of one reporting period"))
	s.Skip()
	s.Headings(spreadsheet.Left("Maturity analysis"), spreadsheet.Right("Undiscounted payments"), spreadsheet.Left("By lease year from "+wording.First(&r.Lease)+"; a payment belongs to the year in which its period starts"))
	for i, m := range d.MaturityAnalysis {
		b.figures(s, spreadsheet.Amount, figureRow{maturityName(i), m.Label, "", m.UndiscountedPayments, b.maturity(m.Year)})
	}
	b.figures(s, spreadsheet.AmountBold, figureRow{
		"maturityTotal", wording.TotalPayments, "", d.TotalUndiscountedPayments,
		fmt.Sprintf("ROUND(SUM(%s:%s),%d)", maturityName(0), maturityName(len(d.MaturityAnalysis)-1), b.places),
	})
	if r.Lease.Exemption == leasehold.NoExemption {
		b.reconciled(s)
	}
	b.bands(s)
	s.PrintTo("C")
}

// bands writes the maturity analysis in the bands of the standard, where it has any.
func (b *book) bands(s *spreadsheet.Sheet) {
	if b.r.Lease.Standard.MaturityBands() == nil {
		return
	}
	s.Skip()
	s.Headings(spreadsheet.Left("Payments fall due"), spreadsheet.Right("Undiscounted payments"), spreadsheet.Left("From "+wording.First(&b.r.Lease)+", of the years above"))
	for i, m := range wording.Maturities(b.r) {
		f := "0/unit" // no year is as late
		if m.First <= m.Last {
			f = fmt.Sprintf("ROUND(SUM(%s:%s),%d)", maturityName(m.First-1), maturityName(m.Last-1), b.places)
		}
		b.figures(s, spreadsheet.Amount, figureRow{name("maturityBand", i+1), m.Label, "", m.Payments, f})
	}
}

// yearsOf returns a term in years with one decimal.
func yearsOf(months money.Decimal) float64 {
	years, _ := new(big.Rat).SetString(months.String())
	return spreadsheet.Number(years.Quo(years, big.NewRat(12, 1)).FloatString(1))
}

// reconciled writes how maturities lead to the liability, and its parts.
func (b *book) reconciled(s *spreadsheet.Sheet) {
	r, d := b.r, &b.r.Disclosures
	b.figures(s, spreadsheet.Amount, figureRow{"lessInterest", wording.LessInterest, "payments less their present value", d.ImputedInterest, "imputedInterest"})
	b.figures(s, spreadsheet.AmountBold, figureRow{"maturityLiability", wording.LeaseLiability, "agrees to the balance sheet at " + wording.First(&r.Lease), r.InitialLiability, fmt.Sprintf("ROUND(maturityTotal-imputedInterest,%d)", b.places)})
	s.Skip()
	s.Headings(spreadsheet.Left("Balance sheet"), spreadsheet.Right("Amount"), spreadsheet.Left(""))
	b.figures(s, spreadsheet.Amount,
		figureRow{"currentLiability", wording.CurrentPortion, "settled by the payments of the first twelve months", d.CurrentLiability, fmt.Sprintf("ROUND(initialLiability-longTermLiability,%d)", b.places)},
		figureRow{"longTermLiability", wording.LongTermPortion, "the balance after the last payment of the first twelve months, at most the liability less what is paid at " + wording.First(&r.Lease), d.LongTermLiability, b.longTerm()},
	)
	b.figures(s, spreadsheet.AmountBold, figureRow{"balanceSheetLiability", wording.LeaseLiability, "", r.InitialLiability, fmt.Sprintf("ROUND(currentLiability+longTermLiability,%d)", b.places)})
}

// maturity is a formula for the payments of the rows that start in a lease year: in the
// last row of the analysis also those of all later years.
func (b *book) maturity(year int) string {
	const years = 5
	first := b.blocks[0]
	in := func(p row) bool { return p.Year == year || year > years && p.Year > years }
	from := slices.IndexFunc(first.rows, in)
	if from < 0 {
		return "0/unit"
	}
	to := from
	for to+1 < len(first.rows) && in(first.rows[to+1]) {
		to++
	}
	return "SUM(" + first.span("payment", from, to) + ")/unit"
}

// longTerm is a formula for the part of the initial liability that is not settled within
// twelve months (METHOD 7.3).
func (b *book) longTerm() string {
	first := b.blocks[0]
	if b.r.Lease.TermMonths <= 12 {
		return "0/unit"
	}
	return fmt.Sprintf("MAX(0,MIN(%s-%s,%s))/unit", first.cell("balance", openingRow), first.cell("paidFirst", at(0)), first.balanceAfter(b.r.Lease.CommencementDate.AddMonths(12).Prev()))
}

// balanceAfter is a formula for the liability just after the last payment up to a day
// (METHOD 14.6), in minor units.
func (k *block) balanceAfter(to civil.Date) string {
	for i := range slices.Backward(k.rows) {
		if !to.Before(k.rows[i].First) {
			if balance := k.balanceWithin(i, to); balance != "" {
				return balance
			}
		}
	}
	return k.cell("balance", openingRow)
}

// balanceWithin is balanceAfter for the payments of row i; "" where it has none.
func (k *block) balanceWithin(i int, to civil.Date) string {
	p, above := &k.rows[i], k.cell("balance", at(i)-1)
	opens, closes := k.owed(i)
	if !closes.IsZero() && !to.Before(p.Last) {
		return k.cell("balance", at(i))
	}
	_, between, _ := k.singles(i)
	paid := 0
	for paid < len(between) && between[paid].day <= days(p.First, to) {
		paid++
	}
	switch {
	case paid > 0:
		return fmt.Sprintf("(%s-%s-(%s)+%s)", above, k.cell("paidFirst", at(i)), sum(between[:paid]), k.accrued(i, between[paid-1].day+1))
	case !opens.IsZero():
		return "(" + above + "-" + k.cell("paidFirst", at(i)) + ")"
	default:
		return ""
	}
}

// owed returns what row i owes on its first and on its last day, as exported.
func (k *block) owed(i int) (opens, closes money.Amount) {
	l, p := &k.b.r.Lease, &k.rows[i]
	if closes = p.Terminal; l.PaymentTiming == leasehold.Advance {
		opens = p.Rent
	} else {
		closes = closes.Add(p.Rent)
	}
	for _, d := range k.b.terms[k.terms].Singles {
		switch {
		case d.Date == p.Last:
			closes = closes.Add(d.Amount)
		case d.Date == p.First && (i != 0 || k.event >= 0 || l.Basis.Value.CommencementPayment != leasehold.Settled):
			opens = opens.Add(d.Amount)
		}
	}
	return opens, closes
}
