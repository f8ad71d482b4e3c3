package export

import (
	"io"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// ScheduleTable has one row per period, with the API contract's names. It has every column that a
// schedule can have, because the leases of a file may differ.
var ScheduleTable = &Table{
	columns: slices.Concat(
		[]string{"period", "date", "payment", "interest", "principal", "liabilityClose", "rouAmortization", "rouAssetClose", "leaseExpense"},
		sideMembers(),
		[]string{"from", "to", "months", "liabilityOpen", "rouAssetOpen"},
	),
	rows: func(r *leasehold.Result, add func(...string)) {
		places := wording.Places(&r.Lease)
		for i := range r.Schedule {
			p := &r.Schedule[i]
			cells := []string{strconv.Itoa(p.Number), p.Date.String()}
			for _, a := range [...]money.Amount{
				p.Payment, p.Interest, p.Principal, p.LiabilityClose, p.RouAmortization, p.RouAssetClose, p.LeaseExpense,
			} {
				cells = append(cells, plain(a, places))
			}
			for j := range wording.Sides {
				cells = append(cells, plain(wording.Sides[j].Of(p), places))
			}
			add(append(cells, p.First.String(), p.Last.String(), string(p.AppendMonths(nil)), plain(p.LiabilityOpen(), places), plain(p.RouAssetOpen(), places))...)
		}
	},
}

// ScheduleCSV writes the schedule of one lease, one row per period. There are columns for
// variable cost, services and irrecoverable tax only if the lease has them, and for months and
// opening balances only if it has events or an initial application.
func ScheduleCSV(w io.Writer, r *leasehold.Result) error {
	return ScheduleTable.only(w, r, func(column string) bool {
		switch column {
		case "months", "liabilityOpen", "rouAssetOpen":
			return len(r.Events) > 0 || r.Lease.Applied()
		}
		i := slices.Index(sideMembers(), column)
		return i < 0 || wording.Sides[i].In(&r.Measurement)
	})
}

// sideMembers returns the names of the costs in a row that are not part of its lease cost.
func sideMembers() []string {
	names := make([]string, len(wording.Sides))
	for i := range wording.Sides {
		names[i] = wording.Sides[i].Member
	}
	return names
}

// plain formats an amount without thousands separators.
func plain(a money.Amount, places int) string { return string(a.AppendPlaces(nil, places)) }
