package wording

import (
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Member returns the heading for a schedule field of the API contract, such as liabilityClose, in
// the terms of the lease's standard and class.
func Member(m *leasehold.Measurement, name string) string {
	c := Headings(m)
	switch name {
	case "initialLiability":
		return LeaseLiability + " at commencement"
	case "initialRouAsset":
		return c.Asset + " at commencement"
	case "totalUndiscountedPayments":
		return TotalPayments
	case "totalLeaseCost":
		return TotalCost
	case "payment":
		return c.Payment
	case "interest":
		return c.Interest
	case "principal":
		return c.Principal
	case "liabilityClose":
		return c.Liability
	case "rouAmortization":
		return c.Amortization
	case "rouAssetClose":
		return c.Asset
	case "leaseExpense":
		return c.Cost
	default:
		return name
	}
}

// Place returns the name of a field in a row of a schedule, such as "row 3, interest". Rows are
// counted from 1.
func Place(m *leasehold.Measurement, row int, member string) string {
	return "row " + strconv.Itoa(row) + ", " + strings.ToLower(Member(m, member))
}

// Inconsistency returns a sentence about an error in a row of a schedule from another system.
// problemWith returns a description of the error that contains formatted amounts. If whole is true,
// the error concerns no single field, and the description must contain its own subject.
func Inconsistency(m *leasehold.Measurement, row int, member string, problemWith func(format func(money.Decimal) string) string, whole bool) string {
	subject := ""
	if !whole {
		subject = "the " + strings.ToLower(Member(m, member)) + " "
	}
	return "In row " + strconv.Itoa(row) + ", " + subject + problemWith(func(d money.Decimal) string { return Decimal(d, Places(&m.Lease)) }) + "."
}

// AccountingDecimal is like [Accounting] for a number from another source. It returns all decimals
// of the number, and at least the decimals of the currency.
func AccountingDecimal(d money.Decimal, places int) string {
	if text, negative := strings.CutPrefix(Decimal(d, places), "-"); negative {
		return "(" + text + ")"
	}
	return Decimal(d, places)
}
