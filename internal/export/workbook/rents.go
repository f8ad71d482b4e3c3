package workbook

import (
	"fmt"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
)

// The columns of the sheet Rents. A rent is held in seven whole numbers of
// seven digits, base 10^7: three of whole cents, four of decimals of a cent.
const (
	rentYear   = "A"
	rentWhole  = "P" // rent of a whole period, whole cents
	rentPart   = "Q" // and the rest, a fraction of a cent
	rentCents  = "R" // rounded
	rentPlain  = "S" // the ordinary formula, for comparison
	rentsFirst = 6   // row of year 1
)

var (
	rentLimbs = []string{"B", "C", "D", "E", "F", "G", "H"}
	rentSums  = []string{"I", "J", "K", "L", "M", "N", "O"} // before carrying, for the year after
)

var rentHeadings = []string{
	"Year", "10^14", "10^7", "Cents", "10^-7", "10^-14", "10^-21", "10^-28",
	"Next 10^14", "Next 10^7", "Next cents", "Next 10^-7", "Next 10^-14", "Next 10^-21", "Next 10^-28",
	"Whole cents", "Part of a cent", "Rent in cents", "Ordinary formula",
}

// years returns the lease years, each with one rent.
func (b *book) years() int { return b.r.Schedule[len(b.r.Schedule)-1].Year }

// rents writes the rent of every lease year: the stated payment, escalated at
// each anniversary without rounding, and rounded to cents once.
func (b *book) rents(s *spreadsheet.Sheet) {
	s.Widths(8, 9, 11, 11, 11, 11, 11, 11, 16, 16, 16, 16, 16, 16, 16, 18, 14, 18, 18)
	s.Freeze(4)
	s.Head("Rents", "Exact rent of a whole period in each lease year, in cents: seven whole numbers of seven digits, "+
		"multiplied by 1 + escalation as on paper, with carrying. Rounded to cents once, half up.")
	s.Headings(spreadsheet.AllRight(rentHeadings)...)
	b.statedPayment(s)
	for y := range b.years() {
		b.rentOfYear(s, y)
	}
	s.PrintTo(rentPlain)
}

// statedPayment writes the row of the payment as typed, before carrying.
func (b *book) statedPayment(s *spreadsheet.Sheet) {
	row := rentsFirst - 1
	const (
		places = `14-INT(LOG10(MAX(1,paymentAmount*100)))`
		typed  = `ROUND(paymentAmount*100,` + places + `)`
	)
	cells := make([]any, 19)
	cells[0] = s.Text(spreadsheet.Label, "stated")
	cells[1] = s.Text(spreadsheet.Plain, "cents")
	cells[2] = s.Formula(spreadsheet.Plain, nil, "INT(%s)", typed)
	cells[3] = s.Text(spreadsheet.Plain, "decimals")
	cells[4] = s.Formula(spreadsheet.Decimals, nil, "ROUND(%s-C%d,%s)", typed, row, places)
	carry := func(i int, formula string) {
		if i+1 < len(rentSums) {
			formula += fmt.Sprintf("+INT(%s%d/1E7)", rentSums[i+1], row)
		}
		cells[8+i] = s.Formula(spreadsheet.Whole, nil, formula)
	}
	c, e := fmt.Sprintf("C%d", row), fmt.Sprintf("E%d", row)
	upper := `INT(ROUND(` + e + `*1E7,7))`
	carry(0, `INT(`+c+`/1E14)`)
	carry(1, `INT((`+c+`-INT(`+c+`/1E14)*1E14)/1E7)`)
	carry(2, c+`-INT(`+c+`/1E14)*1E14-INT((`+c+`-INT(`+c+`/1E14)*1E14)/1E7)*1E7`)
	carry(3, upper+`+INT(paymentFurtherUpper/1E7)`)
	carry(4, `ROUND((`+e+`*1E7-`+upper+`)*1E7,0)+paymentFurtherUpper-INT(paymentFurtherUpper/1E7)*1E7`)
	carry(5, `INT(paymentFurtherLower/1E7)`)
	carry(6, `paymentFurtherLower-INT(paymentFurtherLower/1E7)*1E7`)
	s.Put(cells...)
}

func (b *book) rentOfYear(s *spreadsheet.Sheet, y int) {
	row := rentsFirst + y
	cells := []any{s.Value(spreadsheet.Plain, y+1)}
	for i := range rentLimbs {
		if i == 0 {
			cells = append(cells, s.Formula(spreadsheet.Whole, nil, "%s%d", rentSums[0], row-1))
			continue
		}
		cells = append(cells, s.Formula(spreadsheet.Whole, nil, "%[1]s%[2]d-INT(%[1]s%[2]d/1E7)*1E7", rentSums[i], row-1))
	}
	for i := range rentSums {
		terms := []string{fmt.Sprintf("%s%d", rentLimbs[i], row)}
		for j, part := range []string{"escalationA", "escalationB", "escalationC"} {
			if i-j-1 >= 0 {
				terms = append(terms, fmt.Sprintf("%s%d*%s", rentLimbs[i-j-1], row, part))
			}
		}
		if i+1 < len(rentSums) {
			terms = append(terms, fmt.Sprintf("INT(%s%d/1E7)", rentSums[i+1], row))
		}
		cells = append(cells, s.Formula(spreadsheet.Whole, nil, strings.Join(terms, "+")))
	}
	cells = append(cells,
		s.Formula(spreadsheet.Whole, nil, "B%[1]d*1E14+C%[1]d*1E7+D%[1]d", row),
		s.Formula(spreadsheet.Decimals, nil, "E%[1]d*1E-7+F%[1]d*1E-14+G%[1]d*1E-21", row),
		s.Formula(spreadsheet.Whole, b.rentFigure(y), "%s%d+IF(E%d>=5000000,1,0)", rentWhole, row, row),
		s.Formula(spreadsheet.Amount, nil, "paymentAmount*(1+annualEscalationPct)^%d", y),
	)
	s.Put(cells...)
}

// rentFigure returns the rent of a whole period of a lease year in cents, where
// the year has one.
func (b *book) rentFigure(y int) any {
	for _, p := range b.r.Schedule {
		if p.Year == y+1 && p.Months == b.r.Lease.PaymentFrequency.Months() {
			return cents(p.Rent)
		}
	}
	return nil
}
