package leasehold

import "fmt"

// lastDate is the latest day on which a term may end.
var lastDate = Date{9999, 12, 31}

// checkRules notes what only several members together show. Each of them is
// right on its own.
func (l *Lease) checkRules(f *faults) {
	f.add(nil, "commencementDate", l.checkEnd())
}

// checkEnd refuses a term that ends after the year 9999.
func (l *Lease) checkEnd() string {
	if end := l.CommencementDate.AddMonths(l.TermMonths).Prev(); end.Year > lastDate.Year {
		return fmt.Sprintf("a term of %d months from %s ends after %s, the last day that is allowed",
			l.TermMonths, l.CommencementDate, lastDate)
	}
	return ""
}
