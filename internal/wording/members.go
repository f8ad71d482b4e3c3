package wording

import (
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Member returns the heading of a figure of the contract, as in liabilityClose, in
// the nouns of the lease's standard and class.
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

// Place returns in words where a figure of a schedule is, given its path in the
// contract: row 3, interest, for schedule[2].interest.
func Place(m *leasehold.Measurement, path string) string {
	index, member, found := strings.Cut(strings.TrimPrefix(path, "schedule["), "].")
	if !found {
		return Member(m, path)
	}
	n, err := strconv.Atoi(index)
	if err != nil { // a date
		return "row of " + index + ", " + strings.ToLower(Member(m, member))
	}
	return "row " + strconv.Itoa(n+1) + ", " + strings.ToLower(Member(m, member))
}

// Inconsistency returns a sentence on an error in another schedule. problemWith returns
// the error with formatted amounts; it has a subject if it concerns the whole schedule.
func Inconsistency(m *leasehold.Measurement, path string, problemWith func(format func(money.Decimal) string) string, whole bool) string {
	problem := problemWith(func(d money.Decimal) string { return Decimal(d, Places(&m.Lease)) })
	index, member, found := strings.Cut(strings.TrimPrefix(path, "schedule["), "].")
	n, err := strconv.Atoi(index)
	if !found || err != nil {
		return Sentence(Place(m, path)) + ": " + problem + "."
	}
	subject := ""
	if !whole {
		subject = "the " + strings.ToLower(Member(m, member)) + " "
	}
	return "In row " + strconv.Itoa(n+1) + ", " + subject + problem + "."
}

// AccountingDecimal is [Accounting] for a number that somebody else gave: every
// digit, and no fewer decimals than the currency has.
func AccountingDecimal(d money.Decimal, places int) string {
	if text, negative := strings.CutPrefix(Decimal(d, places), "-"); negative {
		return "(" + text + ")"
	}
	return Decimal(d, places)
}
