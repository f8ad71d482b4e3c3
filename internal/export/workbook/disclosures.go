package workbook

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

func (b *book) disclosures(s *spreadsheet.Sheet) {
	s.Freeze(4, 0)
	r, d, day := b.r, &b.r.Disclosures, wording.First(&b.r.Lease)
	s.Table("Disclosures", "At "+day+", for this lease only. Amounts in "+b.o.Currency+".",
		spreadsheet.Left("Item").Wide(46), spreadsheet.Right("Amount").Wide(22), spreadsheet.Left("Meaning").Wide(90))
	term, months := r.Lease.Standard.TermHeading(), d.WeightedAverageRemainingTermMonths.String()
	years, _ := new(big.Rat).SetString(months)
	const fullWeight = "a single lease has the full weight"
	b.lines(s,
		line{"", term + ", months", fullWeight, spreadsheet.Plain, spreadsheet.Number(months), "termMonths"},
		line{"", term + ", years", "", spreadsheet.Years, spreadsheet.Number(years.Quo(years, big.NewRat(12, 1)).FloatString(1)), "ROUND(termMonths/12,1)"},
		line{"", r.Lease.Standard.RateHeading(), fullWeight, spreadsheet.Rate, spreadsheet.Number(d.WeightedAverageDiscountRate.String()), "discountRateAnnual"},
		b.amount("", wording.TotalCost, "not the cost of one reporting period", d.TotalLeaseCost, "totalLeaseCost"))
	s.Skip()
	b.section(s, "Maturity analysis", "Undiscounted payments", "By lease year from "+day+"; a payment belongs to the year in which its period starts")
	for i, m := range d.MaturityAnalysis {
		b.lines(s, b.amount(name("maturity", i+1), m.Label, "", m.UndiscountedPayments, b.maturity(m.Year)))
	}
	b.lines(s, b.total("maturityTotal", wording.TotalPayments, "", d.TotalUndiscountedPayments, maturities(1, len(d.MaturityAnalysis))))
	if !r.Lease.Exempt() {
		b.lines(s,
			b.amount("lessInterest", wording.LessInterest, "payments less their present value", d.ImputedInterest, "imputedInterest"),
			b.total("maturityLiability", wording.LeaseLiability, "agrees to the balance sheet at "+day, r.InitialLiability, "maturityTotal-imputedInterest"))
		s.Skip()
		b.section(s, "Balance sheet", "Amount", "",
			b.amount("currentLiability", wording.CurrentPortion, "settled by the payments of the first twelve months", d.CurrentLiability,
				fmt.Sprintf("ROUND(initialLiability-longTermLiability,%d)", b.places)),
			b.amount("longTermLiability", wording.LongTermPortion,
				"the balance after the last payment of the first twelve months, at most the liability less the payment at "+day, d.LongTermLiability, b.longTerm()),
			b.total("balanceSheetLiability", wording.LeaseLiability, "", r.InitialLiability, "currentLiability+longTermLiability"))
	}
	if r.Lease.Standard.MaturityBands() != nil {
		s.Skip()
		b.section(s, "Payments due", "Undiscounted payments", "From "+day+", sums of the years above")
		for i, m := range wording.Maturities(r) {
			f := "0/unit" // the analysis has no such year
			if m.First <= m.Last {
				f = fmt.Sprintf("ROUND(%s,%d)", maturities(m.First, m.Last), b.places)
			}
			b.lines(s, b.amount(name("maturityBand", i+1), m.Label, "", m.Payments, f))
		}
	}
}

func maturities(first, last int) string {
	return "SUM(" + name("maturity", first) + ":" + name("maturity", last) + ")"
}

// maturity returns a formula for the payments of a lease year. A payment belongs to the year in
// which its row starts. Year 6 includes all later years.
func (b *book) maturity(year int) string {
	const thereafter = 6
	rows := b.blocks[0].rows
	inYear := func(p row) bool { return min(p.Year, thereafter) == year }
	from := slices.IndexFunc(rows, inYear)
	if from < 0 {
		return "0/unit"
	}
	to := from
	for to+1 < len(rows) && inYear(rows[to+1]) {
		to++
	}
	return "SUM(" + measurement.area("'"+b.blocks[0].sheet+"'", "payment", at(from), at(to)) + ")/unit"
}

// longTerm returns a formula for the noncurrent portion of the initial liability (METHOD 7.3).
func (b *book) longTerm() string {
	first := b.blocks[0]
	if b.r.Lease.TermMonths <= 12 {
		return "0/unit"
	}
	return fmt.Sprintf("MAX(0,MIN(%s-%s,%s))/unit", first.cell("balance", openingRow), first.cell("paidFirst", at(0)), first.balanceAfter(b.r.Lease.CommencementDate.AddMonths(12).Prev()))
}

// balanceAfter returns a formula for the liability after the last payment on or before a date, in
// minor units (METHOD 14.6). The service's amounts determine the days with payments.
func (k *block) balanceAfter(to civil.Date) string {
	for i := range slices.Backward(k.rows) {
		p, above, first := &k.rows[i], k.cell("balance", at(i)-1), k.cell("paidFirst", at(i))
		if to.Before(p.First) {
			continue
		}
		opening, between, closing := k.singles(i)
		_, opens := sum(opening)
		_, closes := sum(closing)
		if closes = closes.Add(p.Terminal); k.b.r.Lease.PaymentTiming == leasehold.Advance {
			opens = opens.Add(p.Rent)
		} else {
			closes = closes.Add(p.Rent)
		}
		if !closes.IsZero() && !to.Before(p.Last) {
			return k.cell("balance", at(i))
		}
		between = slices.DeleteFunc(between, func(d dated) bool { return d.day > days(p.First, to) })
		if n := len(between); n > 0 {
			paid, _ := sum(between)
			return fmt.Sprintf("(%s-%s-(%s)+%s)", above, first, paid, k.accrued(i, between[n-1].day+1))
		}
		if !opens.IsZero() {
			return "(" + above + "-" + first + ")"
		}
	}
	return k.cell("balance", openingRow)
}
