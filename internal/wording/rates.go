package wording

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// RateOrigin describes how a discount rate was determined from a rate table: from which rows, and
// whether by interpolation.
type RateOrigin struct {
	*ratetable.Used

	For  string // commencement or the event for which the rate is used
	Rows []RateRow
	How  string
}

// RateRow is a row of a rate table.
type RateRow struct {
	*ratetable.Row

	Number int    // index of the row, counted from 0 as in API responses
	About  string // source of the row and the leases to which the row applies
}

// RateOrigins returns the origin of each discount rate that was determined from the lease's rate
// table.
func RateOrigins(m *leasehold.Measurement) []RateOrigin {
	list := make([]RateOrigin, len(m.RatesUsed))
	var table []ratetable.Row
	if len(list) > 0 {
		table = m.Lease.RateTable().Rows()
	}
	for i := range m.RatesUsed {
		u, x := &m.RatesUsed[i], &list[i]
		x.Used, x.For, x.How = u, Sentence(First(&m.Lease)), "from the row"
		if u.Event >= 0 {
			x.For = Sentence(Event(m.Lease.Events[u.Event].Type))
		}
		switch {
		case u.Shortest != 0:
			x.How = "from the table's shortest term, " + strconv.Itoa(u.Shortest) + " months"
		case len(u.Rows) == 2:
			x.How = "interpolated by months between the two rows"
		}
		for _, n := range u.Rows {
			x.Rows = append(x.Rows, RateRow{&table[n], n, aboutRow(&table[n])})
		}
	}
	return list
}

// Title returns a title that contains the row's number, first date and term.
func (r *RateRow) Title() string {
	return "Row " + strconv.Itoa(r.Number) + ", as of " + r.ValidFrom.String() + ", " + strconv.Itoa(r.TermMonths) + " months"
}

// aboutRow returns a text about the source of a row and the leases to which the row applies.
func aboutRow(row *ratetable.Row) string {
	var parts []string
	if row.Source != "" {
		parts = append(parts, "source: "+row.Source)
	}
	if row.Currency != (money.Currency{}) {
		parts = append(parts, "for "+row.Currency.String())
	}
	for _, name := range slices.Sorted(maps.Keys(row.Tags)) {
		parts = append(parts, name+"="+row.Tags[name])
	}
	return strings.Join(parts, "; ")
}
