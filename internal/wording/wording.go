// Package wording formats leases and their amounts for readers. The package formats amounts with thousands separators
// and rates as percentages, and returns labels in a standard's terms. Tables, documents and workbooks use this package,
// so that an amount has the same label everywhere. The package computes no lease amounts.
package wording

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Places returns the number of decimals of the lease's amounts.
func Places(l *leasehold.Lease) int { return l.Currency.Places() }

// Amount formats an amount with thousands separators. A negative amount has a minus sign.
func Amount(a money.Amount, places int) string { return string(a.AppendGrouped(nil, places)) }

// Accounting formats an amount for a table. A negative amount is in parentheses.
func Accounting(a money.Amount, places int) string {
	if a.Sign() < 0 {
		return "(" + Amount(a.Abs(), places) + ")"
	}
	return Amount(a, places)
}

// Decimal formats an input amount with thousands separators. It shows all of the input's decimals,
// and at least as many as the currency has.
func Decimal(d money.Decimal, places int) string {
	text := d.String()
	whole, decimals, _ := strings.Cut(text, ".")
	decimals += strings.Repeat("0", max(0, places-len(decimals)))
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if decimals != "" {
		whole += "." + decimals
	}
	return sign + whole
}

// Percent formats a fraction as a percentage with all its digits, such as 6.25% for 0.0625.
func Percent(fraction money.Decimal) string { return fraction.Shift(2).String() + "%" }

// Months formats a number of months with the equivalent number of years, such as 84 months (7.0 years).
func Months(n int) string {
	return count(n, "month") + " (" + Years(n) + " years)"
}

// Left formats a remaining term with the equivalent number of years, such as 24 months (2.0 years).
// The number of months need not be an integer.
func Left(months money.Decimal) string {
	if n, whole := months.Int64(); whole {
		return Months(int(n))
	}
	return months.String() + " months"
}

// First returns the name of the date of first measurement: commencement or initial application.
func First(l *leasehold.Lease) string {
	if l.Applied() {
		return "initial application"
	}
	return "commencement"
}

// Amortized describes the period over which the asset is amortized from its first measurement.
func Amortized(m *leasehold.Measurement) string {
	if left := m.Disclosures.WeightedAverageRemainingTermMonths; m.Lease.Applied() && !m.AmortizedByLife() {
		return Left(left)
	}
	return Months(m.AmortizationMonths)
}

// A number is followed by its noun in the singular or plural, as in 1 month or 3 months.
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// Years converts months to years with one decimal, rounded half up.
func Years(months int) string {
	tenths := (months*10 + 6) / 12
	return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10)
}

// NotProvided is the text for an optional input that was omitted.
const NotProvided = "not provided"

// Verdicts on a classification criterion.
const (
	Met       = "met"
	NotMet    = "not met"
	NotTested = "not tested"
)

// Verdict returns the verdict on a criterion. If the input for the criterion was omitted, the
// verdict is "not tested" instead of "not met".
func Verdict(c *schedule.Criterion) string {
	switch {
	case !c.Tested && !c.Met:
		return NotTested
	case c.Met:
		return Met
	default:
		return NotMet
	}
}

// Sentence returns text with a capital first letter.
func Sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Treatment returns the standard and its treatment of the lease: the class under ASC 842, or the
// recognition exemption. Examples are ASC 842 operating lease and IFRS 16 low-value lease.
func Treatment(m *leasehold.Measurement) string {
	l := &m.Lease
	switch {
	case l.Exempt():
		return l.Title() + " " + l.Say(strings.ToLower(member.LabelOf(member.Exemptions, l.Exemption.String())))
	case l.Standard.SingleModel():
		return l.Title() + " " + l.Say("lease")
	default:
		return l.Title() + " " + m.Class.String() + " lease"
	}
}

// Standard returns a standard's title with its accounting framework, such as ASC 842 (US GAAP).
func Standard(s leasehold.Standard) string {
	if strings.HasPrefix(s.Title(), s.Framework()) { // the title already contains the framework
		return s.Title()
	}
	return s.Title() + " (" + s.Framework() + ")"
}

// Columns contains the headings of the amount columns in a schedule.
type Columns struct {
	Payment, Interest, Principal, Liability, Amortization, Asset, Cost string
}

// List returns the headings in the order of the schedule's columns.
func (c *Columns) List() []string {
	return []string{c.Payment, c.Interest, c.Principal, c.Liability, c.Amortization, c.Asset, c.Cost}
}

// ColumnsOf returns the headings for a standard and a class. An operating lease has a single lease
// cost. An operating lease has columns for the accretion of the liability and the reduction of the
// asset instead of interest and amortization.
func ColumnsOf(s leasehold.Standard, class leasehold.Class) Columns {
	c := Columns{
		Payment: "Payment", Interest: "Interest", Principal: "Principal", Liability: LeaseLiability,
		Amortization: Amortization(s), Asset: Sentence(s.AssetNoun()), Cost: "Lease cost",
	}
	if class == leasehold.Operating {
		c.Interest, c.Amortization = "Liability accretion", "Asset reduction"
	}
	for _, heading := range []*string{&c.Payment, &c.Interest, &c.Principal, &c.Liability, &c.Amortization, &c.Asset, &c.Cost} {
		*heading = s.Say(*heading)
	}
	return c
}

// Headings returns the headings of a lease's schedule. If the lease's class changes, the headings
// are correct for both classes.
func Headings(m *leasehold.Measurement) Columns {
	class := m.Class
	for i := range m.Segments {
		if s := &m.Segments[i]; s.Class != class || s.Impaired {
			class = leasehold.Finance
		}
	}
	return ColumnsOf(m.Lease.Standard, class)
}

// Amortization returns the standard's term for amortization of the asset, such as depreciation.
func Amortization(s leasehold.Standard) string {
	if s.AmortizationAccount() == standard.AccountDepreciationExpense {
		return "Depreciation"
	}
	return "Amortization"
}

// Labels of figures that several packages use.
const (
	LeaseLiability  = "Lease liability"
	CurrentPortion  = "Current portion of the lease liability"
	LongTermPortion = "Long-term portion of the lease liability"
	TotalPayments   = "Total undiscounted payments"
	ImputedInterest = "Imputed interest"
	LessInterest    = "Less imputed interest"
	TotalCost       = "Total lease cost over the term"
)

// Netted returns the lines of an entry for display. It omits lines with an amount of 0.00 and
// combines all lines that change the asset into one line.
func Netted(lines []leasehold.Line) []leasehold.Line {
	var asset money.Amount
	account := standard.AccountRouAsset
	at, netted := -1, make([]leasehold.Line, 0, len(lines))
	for _, l := range lines {
		if l.Debit == l.Credit {
			continue
		}
		if l.Account.Role() == standard.AccountRouAsset {
			account = l.Account
			asset = asset.Add(l.Debit).Sub(l.Credit)
			if at >= 0 {
				continue
			}
			at = len(netted)
		}
		netted = append(netted, l)
	}
	switch {
	case at < 0:
	case asset.IsZero():
		netted = slices.Delete(netted, at, at+1)
	case asset.Sign() > 0:
		netted[at] = leasehold.Line{Account: account, Debit: asset}
	default:
		netted[at] = leasehold.Line{Account: account, Credit: asset.Neg()}
	}
	return netted
}

// Member returns the heading for a schedule field of the API contract, such as liabilityClose, in
// the terms for the lease's standard and class.
func Member(m *leasehold.Measurement, name string) string {
	c := Headings(m)
	for _, column := range amounts(&c) {
		if column.Member == name {
			return column.Heading
		}
	}
	switch name {
	case "initialLiability":
		return LeaseLiability + " at commencement"
	case "initialRouAsset":
		return c.Asset + " at commencement"
	case "totalUndiscountedPayments":
		return TotalPayments
	case "totalLeaseCost":
		return TotalCost
	default:
		return name
	}
}

// Place returns the name of a field in a schedule row, such as "row 3, interest". Rows are counted from 1.
func Place(m *leasehold.Measurement, row int, member string) string {
	return "row " + strconv.Itoa(row) + ", " + strings.ToLower(Member(m, member))
}

// Inconsistency returns a sentence about an error in a schedule row from another system. The
// callback returns a description of the error, with formatted amounts. If the error concerns the
// whole row rather than a single field, the description must contain its own subject.
func Inconsistency(m *leasehold.Measurement, row int, member string, problemWith func(format func(money.Decimal) string) string, whole bool) string {
	subject := ""
	if !whole {
		subject = "the " + strings.ToLower(Member(m, member)) + " "
	}
	return "In row " + strconv.Itoa(row) + ", " + subject + problemWith(func(d money.Decimal) string { return Decimal(d, Places(&m.Lease)) }) + "."
}

// AccountingDecimal is like [Accounting], but for a number from another source. It shows all of the
// number's decimals, and at least the currency's.
func AccountingDecimal(d money.Decimal, places int) string {
	if text, negative := strings.CutPrefix(Decimal(d, places), "-"); negative {
		return "(" + text + ")"
	}
	return Decimal(d, places)
}
