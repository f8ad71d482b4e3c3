// Package wording formats a lease and its amounts for readers: amounts with thousands
// separators, rates as percentages, labels with the terms of the standard. Tables, documents and
// workbooks share it, so that the same amount has the same label. It computes nothing.
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

// Places returns the decimals of the lease's amounts.
func Places(l *leasehold.Lease) int { return l.Currency.Places() }

// Amount returns an amount with thousands separators, with a minus sign if negative.
func Amount(a money.Amount, places int) string { return string(a.AppendGrouped(nil, places)) }

// Accounting formats an amount for a table. Negative amounts are in parentheses.
func Accounting(a money.Amount, places int) string {
	if a.Sign() < 0 {
		return "(" + Amount(a.Abs(), places) + ")"
	}
	return Amount(a, places)
}

// Decimal returns an input amount with thousands separators, every digit, and at least the
// decimals of the currency.
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

// Percent returns a fraction as a percentage, without losing a digit: 6.25% for
// 0.0625.
func Percent(fraction money.Decimal) string { return fraction.Shift(2).String() + "%" }

// Months returns a number of months, with the years that filings state: 84
// months (7.0 years).
func Months(n int) string {
	return count(n, "month") + " (" + Years(n) + " years)"
}

// Left returns a remaining term, as in 24 months (2.0 years); months may be a fraction, as in
// 11.68 months.
func Left(months money.Decimal) string {
	if n, whole := months.Int64(); whole {
		return Months(int(n))
	}
	return months.String() + " months"
}

// First names the date of the first measurement: commencement or initial application.
func First(l *leasehold.Lease) string {
	if l.Applied() {
		return "initial application"
	}
	return "commencement"
}

// Amortized returns the period of the asset's amortization from its first measurement.
func Amortized(m *leasehold.Measurement) string {
	if left := m.Disclosures.WeightedAverageRemainingTermMonths; m.Lease.Applied() && !m.AmortizedByLife() {
		return Left(left)
	}
	return Months(m.AmortizationMonths)
}

// count returns a number of things, as in 1 month or 3 months.
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// Years returns months as years with one decimal, half a tenth rounded up.
func Years(months int) string {
	tenths := (months*10 + 6) / 12
	return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10)
}

// NotProvided is shown for an optional input that was left out.
const NotProvided = "not provided"

// The verdicts on a criterion.
const (
	Met       = "met"
	NotMet    = "not met"
	NotTested = "not tested"
)

// Verdict returns the verdict on a criterion. A criterion without input is not tested, rather
// than not met.
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

// Sentence returns the text with an initial capital letter.
func Sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}
