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

// RateOrigin describes how a discount rate was taken from a table: the rows, their source and the
// interpolation.
type RateOrigin struct {
	*ratetable.Used

	For  string // commencement, or the event
	Rows []RateRow
	How  string
}

// RateRow is a row of the table.
type RateRow struct {
	*ratetable.Row

	Number int    // counted from 0, as in responses
	About  string // its source, and the leases to which it applies
}

// RateOrigins returns the rates that were taken from the lease's rate table.
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

// Title returns a title for a row with its number, its first date and its term.
func (r *RateRow) Title() string {
	return "Row " + strconv.Itoa(r.Number) + ", as of " + r.ValidFrom.String() + ", " + strconv.Itoa(r.TermMonths) + " months"
}

// aboutRow describes the source of a row and the leases for which it applies.
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
