package ledgerfile

import (
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

type table struct {
	*columns.Table

	o      *Options
	others int          // number of rows of other accounts
	kept   map[int]bool // row numbers of Leasehold's accounts

	creditsSigned bool // whether the credit column contains negative numbers
}

// choose keeps the highest-ranking amount columns: a balance, or a debit and a credit.
func (t *table) choose() error {
	pair := t.Has(debit) && t.Has(credit)
	if !t.Has(account) || !t.Has(balance) && !pair {
		return columns.Refuse("no trial balance was recognized%s; a trial balance needs a column of accounts and either a column of balances or two columns, one of debits and one of credits (supply a map, such as --ledger-map \"Saldo=balance\")", columns.Among(t.Columns))
	}
	drop := []string{debit, credit}
	if pair && min(t.Rank(debit), t.Rank(credit)) > t.Rank(balance) {
		drop = []string{balance}
	}
	for _, field := range drop {
		t.Drop(field, "another column contains the balance")
	}
	return nil
}

func (t *table) read() (*Reading, error) {
	if err := t.choose(); err != nil {
		return nil, err
	}
	t.Learn(cell.Style{Decimals: t.o.Decimals})
	t.learnSigns()
	names := newNames(t.o)
	r := &Reading{Sheet: t.Sheet, Columns: t.Named()}
	var faults columns.Faults
	for i := range t.Rows {
		rows, problem := t.row(&t.Rows[i], names)
		if problem != "" {
			faults.Add("%s: %s", t.Place(&t.Rows[i]), problem)
		}
		r.Rows = append(r.Rows, rows...)
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	switch {
	case len(r.Rows) == 0 && t.o.Accounts == nil:
		return nil, columns.Refuse("none of the %d accounts in the file has a Leasehold title such as Lease liability; supply an account map (--accounts)", t.others)
	case len(r.Rows) == 0:
		return nil, columns.Refuse("the account map matches no account in the file (%d read)", t.others)
	}
	positive := !slices.ContainsFunc(r.Rows, func(r portfolio.LedgerRow) bool { return r.Balance.Sign() < 0 })
	if positive && len(r.Rows) > 1 && t.Has(balance) && !t.Has(side) && !t.signed() {
		return nil, columns.Refuse("no balance in %s has a sign, and no column shows debit or credit, so liabilities cannot be distinguished from assets; export debits and credits in two columns, or signed balances",
			t.Column(balance))
	}
	if names.parts {
		t.useLongTerm(r.Rows)
	}
	r.Left, r.Notes, r.Others = t.Left, t.Notes, t.others
	return r, t.currencies()
}

func (t *table) signed() bool {
	return slices.ContainsFunc(t.Rows, func(r sheet.Row) bool {
		d, problem := t.amount(t.Cell(&r, balance))
		return problem == "" && d.Sign() < 0
	})
}

// learnSigns determines whether the credit column contains negative numbers.
func (t *table) learnSigns() {
	var negative, positive bool
	for i := range t.Rows {
		if d, problem := t.amount(t.Cell(&t.Rows[i], credit)); problem == "" {
			negative, positive = negative || d.Sign() < 0, positive || d.Sign() > 0
		}
	}
	if t.creditsSigned = negative && !positive; t.creditsSigned {
		t.Note("All credits in %s are negative; they are read as negative amounts.", t.Column(credit))
	}
}

func (t *table) amount(c cell.Cell) (d money.Decimal, problem string) {
	text, sign := withoutSide(c.Text)
	c.Text = text
	if c.Empty() || strings.Trim(c.Text, "-\u2212\u2013\u2014") == "" { // an empty cell or a dash means 0
		return d, ""
	}
	if d, problem = t.Style.Decimal(c); sign < 0 && problem == "" {
		d = d.Neg()
	}
	return d, problem
}

// withoutSide splits an amount such as 1,000.00 Cr into the number and its side, debit or credit.
func withoutSide(text string) (rest string, side int) {
	if n := len(text) - 2; n > 0 && strings.ContainsAny(text[:n], "0123456789") {
		if side = sideOf(text[n:]); side != 0 {
			return cell.Trim(text[:n]), side
		}
	}
	return text, 0
}

func (t *table) currencies() error {
	if slices.ContainsFunc(t.o.Keys, func(k portfolio.Key) bool { return k.String() == currency }) {
		return nil
	}
	seen := map[string]bool{}
	for i := range t.Rows {
		if c := t.Cell(&t.Rows[i], currency); !c.Empty() && t.kept[t.Rows[i].Number] {
			seen[strings.ToUpper(c.Text)] = true
		}
	}
	if len(seen) > 1 {
		return columns.Refuse("the trial balance mixes currencies (%s); group the report by currency", strings.Join(slices.Sorted(maps.Keys(seen)), ", "))
	}
	return nil
}

// The fields of a trial balance row.
const (
	account  = "account" // name or code of the account, or both
	debit    = "debit"
	credit   = "credit"
	balance  = "balance" // amount that is positive for a debit unless the side column says otherwise
	side     = "side"    // the word debit or credit
	currency = "currency"
)

// fields contains the fields that a map may assign to columns, in addition to the report's keys.
var fields = []string{account, debit, credit, balance, side, currency}

var amounts = []string{debit, credit, balance}

// The ranks of amount columns. If there are several, the column with the highest rank is used.
const (
	plain   = iota + 1 // an amount that the heading does not qualify
	stated             // an amount that the heading calls a balance, a debit or a credit
	closing            // a closing balance or a year-to-date amount
)

// The concepts that the words of a heading can express.
const (
	isDebit   = "DEBIT"
	isCredit  = "CREDIT"
	isClosing = "CLOSING"
	isOther   = "OTHER" // an amount for another period or in another currency
)

// setOf returns the trial balance headings for a report grouped by keys.
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

// isTrialBalance reports whether a table has account and amount columns. If no heading denotes an
// account, the unheaded columns before the first amount count as accounts.
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

// sideOf returns 1 for a word that means debit, -1 for a word that means credit, and 0 for any other text.
func sideOf(text string) int {
	switch cell.Fold(text) {
	case "d", "dr", "debit", "debits", "s", "soll":
		return 1
	case "c", "cr", "credit", "credits", "h", "haben":
		return -1
	}
	return 0
}
