package export

import (
	"encoding/csv"
	"io"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// ScheduleCSV writes the schedule, one row a period, under the contract's
// names. What later versions added comes after the columns of the first: variable
// cost where there is such cost, the first and last day of the row, and with
// events the months and opening balances.
func ScheduleCSV(w io.Writer, r *leasehold.Result) error {
	c := csv.NewWriter(w)
	header := []string{
		"period", "date", "payment", "interest", "principal", "liabilityClose", "rouAmortization", "rouAssetClose", "leaseExpense",
	}
	if r.Varies() {
		header = append(header, "variableLeaseExpense")
	}
	header = append(header, "from", "to")
	if len(r.Events) > 0 {
		header = append(header, "months", "liabilityOpen", "rouAssetOpen")
	}
	_ = c.Write(header)
	places := wording.Places(&r.Lease)
	for i := range r.Schedule {
		p := &r.Schedule[i]
		row := []string{strconv.Itoa(p.Number), p.Date.String()}
		for _, a := range [...]money.Amount{p.Payment, p.Interest, p.Principal, p.LiabilityClose, p.RouAmortization, p.RouAssetClose, p.LeaseExpense} {
			row = append(row, plain(a, places))
		}
		if r.Varies() {
			row = append(row, plain(p.VariableLeaseExpense, places))
		}
		row = append(row, p.First.String(), p.Last.String())
		if len(r.Events) > 0 {
			row = append(row, string(p.AppendMonths(nil)), plain(p.LiabilityOpen(), places), plain(p.RouAssetOpen(), places))
		}
		_ = c.Write(row)
	}
	return finish(c)
}

// plain returns an amount as programs read it.
func plain(a money.Amount, places int) string { return string(a.AppendPlaces(nil, places)) }
