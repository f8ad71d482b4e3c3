package notes

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/ratetable"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// appendRateNotes writes the sources of the discount rates (METHOD 20.1).
func appendRateNotes(p *prose, r *schedule.Result) {
	for i := range r.RatesUsed {
		u := &r.RatesUsed[i]
		p.add("The discount rate ", rateOf(&r.Lease, u), ", ").percent(u.Rate).add(" a year, is that of the rate table for ").months(u.TermMonths).add(" at ").date(u.Date)
		if len(u.Rows) == 2 {
			p.add(", on the straight line between rows ", strconv.Itoa(u.Rows[0]), " and ", strconv.Itoa(u.Rows[1]))
		} else {
			p.add(", row ", strconv.Itoa(u.Rows[0]))
		}
		if u.Source != "" {
			p.add(" (source: ", u.Source, ")")
		}
		p.add(".").note("rate_of_table")
		if u.Shortest != 0 {
			p.add("The table has no row for ").months(u.TermMonths).add(" at ").date(u.Date).
				add(", so the rate of its shortest term, ").months(u.Shortest).add(", is used.").note("rate_of_shortest_term")
		}
	}
	if b := r.Lease.DiscountRateBasis; b != lease.NoRateBasis {
		p.add("The discount rate is stated to be ", b.Words(), ".").note("rate_basis")
	}
	for i := range r.Lease.Events {
		if e := &r.Lease.Events[i]; e.DiscountRateBasis != lease.NoRateBasis {
			p.add("The discount rate of the ", e.Type.Title(), " on ").date(e.Date).add(" is stated to be ", e.DiscountRateBasis.Words(), ".").note("rate_basis")
		}
	}
}

// rateOf names the use of a rate.
func rateOf(l *lease.Lease, u *ratetable.Used) string {
	switch {
	case u.Event >= 0:
		return "of the event on " + u.Date.String()
	case l.Applied():
		return "at first application"
	}
	return "at commencement"
}
