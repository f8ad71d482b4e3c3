package leasefile

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/member"
)

// term appends the lease term in months. Column i contains the term in years or the end date.
func (r *rowReader) term(dst []byte, i int) []byte {
	var months, problem string
	if r.fields[i].name == termYears {
		months, problem = r.years(r.cells[i])
	} else {
		months, problem = r.until(r.cells[i])
	}
	if problem != "" {
		r.fault(i, problem)
		return dst
	}
	if months == "" { // the term is unknown because the commencement date is invalid
		r.noTerm = true
		return dst
	}
	return append(open(dst, termMonths), months...)
}

func (r *rowReader) years(c cell.Cell) (months, problem string) {
	years, problem := r.style.Decimal(c)
	if problem != "" {
		return "", problem
	}
	n, whole := cell.MonthsOf(years)
	if !whole || n < 0 || n > 12*member.MaxTermMonths {
		return "", c.Text + " years are not a whole number of months allowed for a lease"
	}
	return strconv.FormatInt(n, 10), ""
}

// until returns the number of months from the commencement date to the end date in c, or a problem
// with c. If the commencement date is invalid, both results are empty.
func (r *rowReader) until(c cell.Cell) (months, problem string) {
	last, problem := r.style.Day(c)
	if problem != "" {
		return "", problem
	}
	start, problem := r.style.Day(r.cell(r.column("commencementDate")))
	if problem != "" {
		return "", ""
	}
	n, exact := start.MonthsTo(last.Next())
	if !exact || n < 1 {
		return "", "from " + start.String() + " to " + last.String() + " is not a whole number of months; state termMonths"
	}
	return strconv.Itoa(n), ""
}
