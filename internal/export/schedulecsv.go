package export

import (
	"io"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// ScheduleTable has one row per period, with the column names of the API contract. The table has
// all possible columns, because the leases of a file may need different columns.
var ScheduleTable = func() *Table {
	amounts, columns := wording.EveryScheduleColumn(), []string{"period", "date"}
	for i := range amounts {
		columns = append(columns, amounts[i].Member)
	}
	return &Table{
		columns: append(columns, "from", "to", "months", "liabilityOpen", "rouAssetOpen"),
		rows: func(r *leasehold.Result, add func(...string)) {
			places := wording.Places(&r.Lease)
			for i := range r.Schedule {
				p := &r.Schedule[i]
				cells := []string{strconv.Itoa(p.Number), p.Date.String()}
				for _, a := range wording.Values(amounts, p) {
					cells = append(cells, plain(a, places))
				}
				add(append(cells, p.First.String(), p.Last.String(), string(p.AppendMonths(nil)), plain(p.LiabilityOpen(), places), plain(p.RouAssetOpen(), places))...)
			}
		},
	}
}()

// ScheduleCSV writes the schedule of one lease, with one row per period. Columns for variable cost,
// services and irrecoverable tax are omitted if the lease has no such amounts. Columns for months
// and opening balances are included if the lease has events or an initial application.
func ScheduleCSV(w io.Writer, r *leasehold.Result) error {
	return ScheduleTable.only(w, r, func(column string) bool {
		switch column {
		case "months", "liabilityOpen", "rouAssetOpen":
			return len(r.Events) > 0 || r.Lease.Applied()
		}
		return !slices.ContainsFunc(wording.Sides[:], func(s wording.Side) bool { return s.Member == column && !s.In(&r.Measurement) })
	})
}

// plain formats an amount without thousands separators.
func plain(a money.Amount, places int) string { return string(a.AppendPlaces(nil, places)) }
