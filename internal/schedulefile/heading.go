package schedulefile

import (
	"slices"
	"strings"
	"unicode"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// The members of a row of a schedule, as the contract names them, and two that give
// what the lease starts with.
const (
	period       = "period"
	date         = "date"
	liability    = "liabilityClose"
	asset        = "rouAssetClose"
	amortization = "rouAmortization"
	expense      = "leaseExpense"
	payment      = "payment"
	interest     = "interest"
	principal    = "principal"

	liabilityOpen = "liabilityOpen"
	assetOpen     = "rouAssetOpen"
)

// members are those that a map may name.
var members = []string{period, date, payment, interest, principal, liability, amortization, asset, expense, liabilityOpen, assetOpen}

// side is what a heading speaks of.
type side uint8

const (
	noSide side = iota
	liabilitySide
	assetSide
)

// terms are the words of a heading.
type terms []string

// termsOf splits a heading into words in lower case. The sign # is the word no.
func termsOf(heading string) terms {
	heading = strings.ToLower(strings.ReplaceAll(heading, "#", " no "))
	for _, long := range [][2]string{
		{"right-of-use", "rou"},
		{"right of use", "rou"},
		{"net book value", "nbv"},
		{"straight-line", "straightline"},
		{"straight line", "straightline"},
		{"end of", "ending"},
		{"start of", "opening"},
		{"beginning of", "opening"},
		{"b/f", "opening"},
		{"c/f", "closing"},
		{"brought forward", "opening"},
		{"carried forward", "closing"},
	} {
		heading = strings.ReplaceAll(heading, long[0], long[1])
	}
	return strings.FieldsFunc(heading, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// any reports whether one of some words is among the terms.
func (t terms) any(words ...string) bool {
	return slices.ContainsFunc(t, func(w string) bool { return slices.Contains(words, w) })
}

// side returns whether the words speak of the liability or of the asset.
func (t terms) side() side {
	switch {
	case t.any("rou", "asset", "assets", "nbv"):
		return assetSide
	case t.any("liability", "liabilities", "obligation", "debt", "loan"):
		return liabilitySide
	}
	return noSide
}

// byName are the contract's names and abbreviations, folded.
var byName = map[string]string{
	"n": period, "k": period, "t": period, "no": period, "nr": period, "month": period, "months": period, "pmtno": period, "row": period,
	"rou": asset, "liability": liability, "pmt": payment, "closing": liability, "ending": liability, "opening": liabilityOpen, "beginning": liabilityOpen,
}

// aside are headings of what a row says in addition to its figures, folded, and what that is.
var aside = map[string]string{
	"from": "it has the first day of a row", "to": "it has the last day of a row", "months": "it has the length of a row",
}

// uncompared reports whether a heading is that of a figure of our own that nobody else's is
// compared with.
func uncompared(folded string) bool {
	return slices.ContainsFunc(wording.Sides[:], func(s wording.Side) bool {
		return folded == cell.Fold(s.Member) || folded == cell.Fold(s.Heading)
	})
}

// member returns what a heading means, or "". above is what the heading of a group of
// columns speaks of.
func member(heading string, above side) string {
	folded := cell.Fold(heading)
	for _, m := range members {
		if cell.Fold(m) == folded {
			return m
		}
	}
	if uncompared(folded) {
		return ""
	}
	t := termsOf(heading)
	of := t.side()
	if of == noSide {
		of = above
	}
	if m := byName[folded]; m != "" && (of == noSide || m != liability && m != liabilityOpen) {
		return m
	}
	switch {
	case len(t) == 0:
		return ""
	case t.any("date", "day", "due") && !t.any("end", "ending", "days"):
		return date
	case t.any("period", "payment", "month", "installment", "instalment", "pmt") && t.any("no", "number", "nr", "index"), folded == period, folded == "periods":
		return period
	case t.any("unwinding", "unwind", "accretion"), t.any("interest") && !t.other():
		return interest
	case t.other():
		return ""
	}
	return t.figure(of)
}

// other reports whether the words name something that a schedule's row does not
// have: a running total, a present value, a rate.
func (t terms) other() bool {
	return t.any("pv", "present", "factor", "discount", "discounted", "rate", "days", "cumulative", "accumulated", "cum", "deferred", "prepaid", "accrued", "current",
		"noncurrent", "variance", "difference", "check", "change", "movement", "additions", "remeasurement", "undiscounted", "year", "years", "debit", "credit", "index", "variable")
}

// figure returns the figure that the words name.
func (t terms) figure(of side) string {
	opens := t.any("opening", "beginning", "begin", "start", "starting", "bop", "open")
	closes := t.any("closing", "ending", "end", "close", "eop", "balance", "outstanding", "remaining", "carrying", "nbv")
	if of == noSide && t.any("period", "month", "date", "day") && !t.any("balance") { // the end of a period, which is none of the figures
		opens, closes = false, false
	}
	switch {
	case t.any("amortization", "amortisation", "depreciation", "amortized", "amortised"):
		if opens || closes && !t.any("expense", "charge") {
			return ""
		}
		return amortization
	case t.any("principal", "capital", "redemption") && !opens && !closes:
		return principal
	case t.any("reduction", "reductions"):
		if of == assetSide {
			return amortization
		}
		return principal
	case t.any("straightline"), t.any("expense", "cost") && !t.any("direct", "finance", "initial"):
		return expense
	case t.any("finance") && t.any("cost", "charge"):
		return interest
	case opens && of == assetSide:
		return assetOpen
	case opens:
		return liabilityOpen
	case t.any("payment", "payments", "cash", "rent", "rents", "paid", "installment", "instalment", "pmt") && !closes:
		return payment
	case of == assetSide && (closes || t.onlyNames()):
		return asset
	case closes, of == liabilitySide && t.onlyNames():
		return liability
	}
	return ""
}

// onlyNames reports whether the words name the liability or the asset and nothing
// of it.
func (t terms) onlyNames() bool {
	return !slices.ContainsFunc(t, func(w string) bool {
		return !slices.Contains([]string{"lease", "rou", "asset", "assets", "liability", "liabilities", "obligation", "net", "total", "the", "of", "loan", "debt"}, w)
	})
}
