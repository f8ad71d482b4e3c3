package leasefile

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/money"
)

// term appends the term of a lease that is given in years, or by its last day.
func (r *rowReader) term(dst []byte, at Place, i int, cells []cell.Cell) []byte {
	var months, problem string
	if r.fields[i].name == termYears {
		months, problem = r.years(cells[i])
	} else {
		months, problem = r.until(cells[i], cells)
	}
	if problem != "" {
		r.fault(at, i, problem)
		return dst
	}
	if months == "" { // the commencement is at fault
		r.noTerm = true
		return dst
	}
	return append(open(dst, "termMonths"), months...)
}

func (r *rowReader) years(c cell.Cell) (months, problem string) {
	number, problem := r.style.Number(c)
	if problem != "" {
		return "", problem
	}
	years, err := money.Parse(number)
	if err != nil {
		return "", err.Error()
	}
	n, ok := years.Shift(4).Int64() // a month is no finite fraction: 1.25 years are, 1.3 are not
	if !ok || n%2500 != 0 || n < 0 || n > member.MaxTermMonths*10_000 {
		return "", c.Text + " years are not a whole number of months that a lease may have"
	}
	return strconv.FormatInt(n/2500*3, 10), ""
}

// until returns the months from the commencement to the end of a day.
func (r *rowReader) until(c cell.Cell, cells []cell.Cell) (months, problem string) {
	text, problem := r.style.Date(c)
	if problem != "" {
		return "", problem
	}
	last, err := civil.Parse(text)
	if err != nil {
		return "", err.Error()
	}
	at := r.column("commencementDate")
	if at < 0 || at >= len(cells) {
		return "", ""
	}
	if text, problem = r.style.Date(cells[at]); problem != "" {
		return "", ""
	}
	start, err := civil.Parse(text)
	if err != nil {
		return "", ""
	}
	next := last.Next()
	n := (int(next.Year)-int(start.Year))*12 + int(next.Month) - int(start.Month)
	for m := n - 1; m <= n+1; m++ { // the ends of months are not alike
		if m > 0 && start.AddMonths(m) == next {
			return strconv.Itoa(m), ""
		}
	}
	return "", "from " + start.String() + " to " + last.String() + " is not a whole number of months; state termMonths"
}
