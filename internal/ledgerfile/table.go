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
	kept   map[int]bool // numbers of the rows of Leasehold's accounts

	creditsSigned bool // whether the credit column contains negative numbers
}

// choose keeps the columns of amounts with the highest rank: a balance, or a debit and a credit.
func (t *table) choose() error {
	pair := t.Has(debit) && t.Has(credit)
	if !t.Has(account) || !t.Has(balance) && !pair {
		return columns.Refuse("no trial balance is recognized%s; a trial balance needs a column of accounts and either a column of balances or two columns, one of debits and one of credits (give a map, such as --ledger-map \"Saldo=balance\")", columns.Among(t.Columns))
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
		return nil, columns.Refuse("no account of the %d in the file has a Leasehold title such as Lease liability; supply an account map (--accounts)", t.others)
	case len(r.Rows) == 0:
		return nil, columns.Refuse("the account map matches no account in the file (%d read)", t.others)
	}
	positive := !slices.ContainsFunc(r.Rows, func(r portfolio.LedgerRow) bool { return r.Balance.Sign() < 0 })
	if positive && len(r.Rows) > 1 && t.Has(balance) && !t.Has(side) && !t.signed() {
		return nil, columns.Refuse("no balance in %s has a sign and no column says debit or credit, so liabilities cannot be distinguished from assets; export debits and credits in two columns, or signed balances",
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
		t.Note("All credits in %s are negative; they are read with their sign.", t.Column(credit))
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

// withoutSide separates the side from an amount such as 1,000.00 Cr.
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
