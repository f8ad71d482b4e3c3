package oracle

import "math/big"

// The names of the accounts.
const (
	asset       = "Right-of-use asset"
	liability   = "Lease liability"
	cash        = "Cash"
	prepaid     = "Prepaid rent"
	expense     = "Lease expense"
	interest    = "Interest expense"
	amortized   = "Amortization expense"
	depreciated = "Depreciation expense" // of IFRS 16
)

// debit adds a line: a negative amount goes to the other side, zero nowhere.
func (e *Entry) debit(account string, amount *big.Int) {
	switch amount.Sign() {
	case 1:
		e.Lines = append(e.Lines, Line{account, amount, new(big.Int)})
	case -1:
		e.Lines = append(e.Lines, Line{account, new(big.Int), new(big.Int).Neg(amount)})
	}
}

// credit adds a line on the other side.
func (e *Entry) credit(account string, amount *big.Int) {
	e.debit(account, new(big.Int).Neg(amount))
}

// post writes the journal.
func (a *Answer) post(r *Request) {
	first := Entry{Date: a.Commencement}
	first.debit(asset, a.InitialRouAsset)
	first.credit(liability, a.InitialLiability)
	first.debit(cash, centsOf(r.Incentives))
	first.credit(prepaid, centsOf(r.PrepaidRent))
	first.credit(cash, centsOf(r.DirectCosts))
	a.Entries = []Entry{first}
	use := amortized
	if r.Standard == "IFRS_16" {
		use = depreciated
	}
	for _, row := range a.Rows {
		e := Entry{Date: row.Date}
		if a.Classification == "finance" {
			e.debit(interest, row.Interest)
			e.debit(liability, row.Principal)
			e.credit(cash, row.Payment)
			e.debit(use, row.RouAmortization)
			e.credit(asset, row.RouAmortization)
		} else {
			e.debit(expense, row.LeaseExpense)
			e.credit(cash, row.Payment)
			e.debit(liability, row.Principal)
			e.credit(asset, row.Principal)
			e.credit(asset, new(big.Int).Sub(row.LeaseExpense, row.Payment))
		}
		a.Entries = append(a.Entries, e)
	}
}
