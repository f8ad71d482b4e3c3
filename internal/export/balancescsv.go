package export

import (
	"io"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// BalancesTable has one row per lease with the balances at the end of the requested day. A lease
// has no row if the request contains no day.
var BalancesTable = &Table{
	columns: []string{"date", "liability", "accruedInterest", "rouAsset", "currentLiability", "longTermLiability"},
	rows: func(r *leasehold.Result, add func(...string)) {
		if b := r.Balances; b != nil {
			cells := []string{b.Date.String()}
			for _, a := range [...]money.Amount{b.Liability, b.AccruedInterest, b.RouAsset, b.CurrentLiability, b.LongTermLiability} {
				cells = append(cells, plain(a, wording.Places(&r.Lease)))
			}
			add(cells...)
		}
	},
}

// BalancesCSV writes the balances of one lease at the end of the requested day. The error is an
// error of w.
func BalancesCSV(w io.Writer, r *leasehold.Result) error {
	return BalancesTable.only(w, r, func(string) bool { return true })
}
