package export

import (
	"io"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// ScheduleTable has a row for each period, with the contract's names and every
// column that a schedule can have, because leases of one file may differ.
var ScheduleTable = &Table{
	columns: []string{
		"period", "date", "payment", "interest", "principal", "liabilityClose", "rouAmortization", "rouAssetClose", "leaseExpense",
		"variableLeaseExpense", "from", "to", "months", "liabilityOpen", "rouAssetOpen",
	},
	rows: func(r *leasehold.Result, add func(...string)) {
		places := wording.Places(&r.Lease)
		for i := range r.Schedule {
			p := &r.Schedule[i]
			cells := []string{strconv.Itoa(p.Number), p.Date.String()}
			for _, a := range [...]money.Amount{
				p.Payment, p.Interest, p.Principal, p.LiabilityClose, p.RouAmortization, p.RouAssetClose, p.LeaseExpense, p.VariableLeaseExpense,
			} {
				cells = append(cells, plain(a, places))
			}
			add(append(cells, p.First.String(), p.Last.String(), string(p.AppendMonths(nil)), plain(p.LiabilityOpen(), places), plain(p.RouAssetOpen(), places))...)
		}
	},
}

// ScheduleCSV writes the schedule of one lease, one row per period. What later versions
// added comes after the columns of the first: variable cost where there is such cost,
// the first and last day of the row, and with events the months and opening balances.
func ScheduleCSV(w io.Writer, r *leasehold.Result) error {
	return ScheduleTable.only(w, r, func(column string) bool {
		switch column {
		case "variableLeaseExpense":
			return r.Varies()
		case "months", "liabilityOpen", "rouAssetOpen":
			return len(r.Events) > 0
		}
		return true
	})
}

// plain returns an amount as programs read it.
func plain(a money.Amount, places int) string { return string(a.AppendPlaces(nil, places)) }
