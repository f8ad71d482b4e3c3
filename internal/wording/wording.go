// Package wording formats leases and their amounts for readers. It formats amounts with thousands
// separators and rates as percentages, and returns labels in the terms of a standard. Tables,
// documents and workbooks use this package, so that an amount has the same label everywhere. The
// package measures nothing.
package wording

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
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

// Decimal formats an input amount with thousands separators. It returns all decimals of the input,
// and at least the decimals of the currency.
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

// Months formats a number of months with the equivalent number of years, such as 84 months (7.0
// years).
func Months(n int) string {
	return count(n, "month") + " (" + Years(n) + " years)"
}

// Left formats a remaining term with the equivalent number of years, such as 24 months (2.0 years).
// months need not be an integer.
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

// Amortized returns a text about the period over which the asset is amortized from its first
// measurement.
func Amortized(m *leasehold.Measurement) string {
	if left := m.Disclosures.WeightedAverageRemainingTermMonths; m.Lease.Applied() && !m.AmortizedByLife() {
		return Left(left)
	}
	return Months(m.AmortizationMonths)
}

// count returns a number followed by its noun in the singular or plural, such as 1 month or 3
// months.
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
// verdict is "not tested" and not "not met".
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
