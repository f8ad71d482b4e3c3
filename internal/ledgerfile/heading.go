package ledgerfile

import (
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// These are the fields of a row of a trial balance.
const (
	account  = "account" // name or code of the account, or both
	debit    = "debit"
	credit   = "credit"
	balance  = "balance" // amount that is positive for a debit, unless the column side contains otherwise
	side     = "side"    // the word debit or credit
	currency = "currency"
)

// fields contains the fields that a map may assign to columns, in addition to the keys of the
// report.
var fields = []string{account, debit, credit, balance, side, currency}

var amounts = []string{debit, credit, balance}

// These are the ranks of columns with amounts. Of several such columns, that with the highest rank
// is used.
const (
	plain   = iota + 1 // an amount without further words
	stated             // an amount that the heading calls a balance, or a debit or credit amount
	closing            // a closing balance, or an amount for the year to date
)

// These are the concepts that the words of a heading can express.
const (
	isDebit   = "DEBIT"
	isCredit  = "CREDIT"
	isClosing = "CLOSING"
	isOther   = "OTHER" // an amount of another period or in another currency
)

// setOf returns the headings of a trial balance for a report that is grouped by keys.
func setOf(keys []portfolio.Key) *columns.Set {
	s := headings
	s.Exact = map[string]string{}
	for _, k := range keys {
		s.Exact[cell.Fold(k.String())] = k.String()
		s.Exact[cell.Fold(strings.TrimPrefix(k.String(), "tag:"))] = k.String()
	}
	return &s
}

var headings = columns.Set{
	Phrases: strings.NewReplacer(
		"year to date", "ytd", "year-to-date", "ytd", "brought forward", "opening", "carried forward", "closing", "carryforward", "opening",
		"b/f", "opening", "c/f", "closing", "d/c", "drcr", "dr/cr", "drcr", "cr/dr", "drcr", "debit/credit", "drcr",
	),
	Concepts: []columns.Rule{
		{Field: isClosing, Any: atEnd},
		{Field: isClosing, Above: atEnd},
		{Field: isOther, Any: elsewhere},
		{Field: isOther, Above: elsewhere},
		{Field: isDebit, Any: columns.In("debit debits dr")},
		{Field: isCredit, Any: columns.In("credit credits cr")},
	},
	Rules: []columns.Rule{
		{Field: side, Any: []string{isDebit}, And: []string{isCredit}},
		{Field: side, Any: columns.In("drcr side sign indicator")},
		{Any: []string{isOther}},
		{Field: debit, Any: []string{isDebit}, And: []string{isClosing}, Rank: closing},
		{Field: debit, Any: []string{isDebit}, Rank: stated},
		{Field: credit, Any: []string{isCredit}, And: []string{isClosing}, Rank: closing},
		{Field: credit, Any: []string{isCredit}, Rank: stated},
		{Field: currency, Any: columns.In("currency curr ccy"), Not: columns.In("balance amount")},
		{Any: columns.In("type category class group status tax vat parent level")},
		{Field: balance, Any: []string{isClosing}, Rank: closing},
		{Field: balance, Any: columns.In("balance balances bal saldo"), Rank: stated},
		{Field: account, Any: columns.In("account accounts acct gl ledger nominal code name title description number no")},
		{Field: balance, Any: columns.In("amount net value total"), Rank: plain},
	},
	Numbers: amounts,
	Several: account,
	Check:   isTrialBalance,
}

var (
	atEnd     = columns.In("closing ending end ytd final adjusted accumulated")
	elsewhere = columns.In("opening beginning begin start starting prior previous last movement movements change activity budget variance " +
		"difference foreign transaction original forecast average reporting")
)

// isTrialBalance reports whether a table has columns of accounts and amounts. If no heading means
// an account, isTrialBalance uses the columns without a heading before the first amount as
// accounts.
func isTrialBalance(list []columns.Column) bool {
	has := func(field string) bool {
		return slices.ContainsFunc(list, func(c columns.Column) bool { return c.Field == field })
	}
	if !has(account) {
		for i := range list {
			if c := &list[i]; slices.Contains(amounts, c.Field) {
				break
			} else if c.Heading == "" {
				c.Field = account
			}
		}
	}
	return has(account) && (has(balance) || has(debit) && has(credit))
}

// sideOf returns 1 for a word that means debit, -1 for a word that means credit, and 0 for other
// text.
func sideOf(text string) int {
	switch cell.Fold(text) {
	case "d", "dr", "debit", "debits", "s", "soll":
		return 1
	case "c", "cr", "credit", "credits", "h", "haben":
		return -1
	}
	return 0
}
