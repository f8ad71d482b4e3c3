package ledgerfile

import (
	"slices"
	"strings"
	"unicode"

	"github.com/leasehold-accounting/leasehold/internal/cell"
)

// The kinds of columns.
const (
	account  = "account" // its name, its code, or both in one
	debit    = "debit"
	credit   = "credit"
	balance  = "balance" // debit positive, unless a side says otherwise
	side     = "side"    // debit or credit
	currency = "currency"
)

// members are those that a map of columns may name, in addition to the keys of the report.
var members = []string{account, debit, credit, balance, side, currency}

// Ranks of columns of amounts: of those of a file, the highest count.
const (
	noRank  = iota
	plain   // an amount
	stated  // a balance, or a side
	closing // the balance at the end, or of the year to date
)

// words are those of a heading in lower case.
type words []string

func wordsOf(heading string) words {
	heading = strings.ToLower(heading)
	for _, long := range [][2]string{
		{"year to date", "ytd"},
		{"year-to-date", "ytd"},
		{"brought forward", "opening"},
		{"carried forward", "closing"},
		{"carryforward", "opening"},
		{"b/f", "opening"},
		{"c/f", "closing"},
		{"d/c", "drcr"},
		{"dr/cr", "drcr"},
		{"cr/dr", "drcr"},
		{"debit/credit", "drcr"},
	} {
		heading = strings.ReplaceAll(heading, long[0], long[1])
	}
	return strings.FieldsFunc(heading, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

func (w words) any(of ...string) bool {
	return slices.ContainsFunc(w, func(one string) bool { return slices.Contains(of, one) })
}

// elsewhen reports whether the words name an amount of another time or another currency.
func (w words) elsewhen() bool {
	return w.any("opening", "beginning", "begin", "start", "starting", "prior", "previous", "last", "movement", "movements", "change", "activity", "budget", "variance",
		"difference", "foreign", "transaction", "original", "forecast", "average", "reporting")
}

// member returns what a heading means and, of a column of amounts, its rank; "" where it
// is not known. Those above may say what a group of columns has.
func member(heading, above string) (name string, rank int) {
	w := wordsOf(heading)
	both := append(slices.Clip(wordsOf(above)), w...)
	rank = stated
	if both.any("closing", "ending", "end", "ytd", "final", "adjusted", "accumulated") {
		rank = closing
	}
	switch dr, cr := w.any("debit", "debits", "dr"), w.any("credit", "credits", "cr"); {
	case len(w) == 0:
		return "", noRank
	case dr && cr, w.any("drcr", "side", "sign") || w.any("indicator"):
		return side, noRank
	case both.elsewhen():
		return "", noRank
	case dr:
		return debit, rank
	case cr:
		return credit, rank
	}
	switch {
	case w.any("currency", "curr", "ccy") && !w.any("balance", "amount"):
		return currency, noRank
	case w.any("type", "category", "class", "group", "status", "tax", "vat", "parent", "level"):
		return "", noRank
	case w.any("balance", "balances", "bal", "saldo"), rank == closing:
		return balance, rank
	case w.any("account", "accounts", "acct", "gl", "ledger", "nominal", "code", "name", "title", "description", "number", "no"):
		return account, noRank
	case w.any("amount", "net", "value", "total"):
		return balance, plain
	}
	return "", noRank
}

// sideOf reads the side of an amount: 1 for a debit, -1 for a credit, 0 for neither.
func sideOf(text string) int {
	switch cell.Fold(text) {
	case "d", "dr", "debit", "debits", "s", "soll":
		return 1
	case "c", "cr", "credit", "credits", "h", "haben":
		return -1
	}
	return 0
}
