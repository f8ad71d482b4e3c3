package ledgerfile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// table is a table of a file whose headings were looked for.
type table struct {
	*sheet.Table

	o       *Options
	head    int // the row of the headings
	columns []columns.Column
	ranks   []int
	score   int
	style   cell.Style
	at      map[string][]int // columns by member
	reading *Reading
	kept    map[int]bool // rows of our accounts, by their numbers

	creditsSigned bool // credits are negative in their column
}

// headRows is how many rows of a table are looked at for its headings.
const headRows = 40

// findTable finds the row of the headings: the one of which the most is recognized.
func findTable(in *sheet.Table, o *Options) *table {
	best := &table{Table: in, o: o, score: -1}
	var above []cell.Cell
	for i := range in.Rows[:min(len(in.Rows), headRows)] {
		heads := in.Rows[i].Cells
		t := &table{Table: in, o: o, head: i}
		t.recognize(heads, above)
		if above = heads; t.score > best.score {
			best = t
		}
	}
	return best
}

// recognize finds out what the cells of a row mean as headings.
func (t *table) recognize(heads, above []cell.Cell) {
	group, groups := "", columns.Filled(above) > 1 // one cell alone is a title
	for j, c := range heads {
		if groups && j < len(above) && !above[j].Empty() {
			group = above[j].Text
		}
		one := columns.Column{Letter: sheet.Letter(j), Heading: strings.Join(strings.Fields(c.Text), " ")}
		name, rank := t.meaning(&one, c, group)
		switch {
		case name == "-":
			one.Why = "left out by the map"
		case name != "":
			one.Member = name
			t.score++
		case one.Heading != "":
			one.Why = "the heading is not recognized"
		}
		t.columns, t.ranks = append(t.columns, one), append(t.ranks, rank)
	}
	if !t.has(account) {
		t.unnamed()
	}
	if !t.has(account) || !t.has(balance) && (!t.has(debit) || !t.has(credit)) {
		t.score = min(t.score, 1) // no trial balance
	}
}

// unnamed takes columns without a heading for those of the accounts, where they stand
// before the first amount.
func (t *table) unnamed() {
	for i := range t.columns {
		switch t.columns[i].Member {
		case debit, credit, balance:
			return
		case "":
			if t.columns[i].Heading == "" {
				t.columns[i].Member = account
			}
		}
	}
}

// meaning returns what a column is, by the map, else by a key of the report, else by its
// words.
func (t *table) meaning(c *columns.Column, heading cell.Cell, group string) (name string, rank int) {
	if to, ok := t.o.Map.Of(c.Letter, c.Heading); ok {
		return to, closing + 1
	}
	if heading.Type != cell.Text || heading.Empty() {
		return "", noRank
	}
	for _, k := range t.o.Keys {
		if folded := cell.Fold(c.Heading); folded == cell.Fold(k.String()) || folded == cell.Fold(strings.TrimPrefix(k.String(), "tag:")) {
			return k.String(), noRank
		}
	}
	return member(c.Heading, group)
}

func (t *table) has(member string) bool {
	return slices.ContainsFunc(t.columns, func(c columns.Column) bool { return c.Member == member })
}

// choose keeps of the columns of amounts those of the highest rank: a balance, or a
// debit and a credit.
func (t *table) choose() error {
	best := func(member string) (at, rank int) {
		at = -1
		for i := range t.columns {
			if t.columns[i].Member == member && t.ranks[i] > rank {
				at, rank = i, t.ranks[i]
			}
		}
		return at, rank
	}
	balanceAt, balanceRank := best(balance)
	debitAt, debitRank := best(debit)
	creditAt, creditRank := best(credit)
	pair := debitAt >= 0 && creditAt >= 0
	if pair && balanceAt >= 0 {
		if min(debitRank, creditRank) > balanceRank {
			balanceAt = -1
		} else {
			pair = false
		}
	}
	if !t.has(account) || balanceAt < 0 && !pair {
		return columns.Refuse("no trial balance is recognized%s; it needs a column of accounts, and one of balances or two of debits and credits (give a map, such as --ledger-map \"Saldo=balance\")", columns.Among(t.columns))
	}
	for i := range t.columns {
		c := &t.columns[i]
		kept := c.Member != debit && c.Member != credit && c.Member != balance || i == balanceAt || pair && (i == debitAt || i == creditAt)
		if !kept {
			c.Member, c.Why = "", "another column says the balance"
		}
		if c.Member != "" {
			t.at[c.Member] = append(t.at[c.Member], i)
		}
	}
	return nil
}

// read reads the rows after the headings.
func (t *table) read() (*Reading, error) {
	t.reading, t.at, t.kept = &Reading{Sheet: t.Sheet}, map[string][]int{}, map[int]bool{}
	if err := t.choose(); err != nil {
		return nil, err
	}
	t.learn()
	for i := range t.columns {
		if c := t.columns[i]; c.Heading != "" || c.Member != "" {
			t.reading.Columns = append(t.reading.Columns, c)
		}
	}
	for i := range t.Rows[:t.head] {
		if columns.Filled(t.Rows[i].Cells) > 0 {
			t.leave(&t.Rows[i], "it is above the headings")
		}
	}
	names := newNames(t.o)
	var faults []string
	var signs int
	for i := range t.Rows[t.head+1:] {
		r := &t.Rows[t.head+1+i]
		rows, problem := t.row(r, names)
		if problem != "" && len(faults) < mostFaults {
			faults = append(faults, fmt.Sprintf("%s: %s", t.place(r), problem))
		}
		for k := range rows {
			signs |= 1 << (rows[k].Balance.Sign() + 1)
		}
		t.reading.Rows = append(t.reading.Rows, rows...)
	}
	if len(faults) > 0 {
		return nil, columns.Refuse("%s", strings.Join(faults, "; "))
	}
	if len(t.reading.Rows) == 0 {
		return nil, t.nothing()
	}
	if signs&1 == 0 && len(t.reading.Rows) > 1 && len(t.at[balance]) > 0 && len(t.at[side]) == 0 && !t.signed() {
		return nil, columns.Refuse("no balance in %s has a sign, and no column says debit or credit, so that a liability can't be told from an asset; export debits and credits in two columns, or signed balances",
			t.column(balance))
	}
	t.settle(names)
	return t.reading, t.currencies()
}

// mostFaults is how many rows a message names.
const mostFaults = 10

// nothing says why no row is one of our accounts.
func (t *table) nothing() error {
	if t.o.Accounts == nil {
		return columns.Refuse("none of the %d accounts has a title of Leasehold, as in Lease liability; give an account map that says which accounts they are (--accounts)", t.reading.Others)
	}
	return columns.Refuse("none of the %d accounts is in the account map", t.reading.Others)
}

// signed reports whether any balance of the file is negative, also of accounts that are
// none of ours.
func (t *table) signed() bool {
	for i := range t.Rows[t.head+1:] {
		if d, problem := t.amount(t.cellOf(&t.Rows[t.head+1+i], balance)); problem == "" && d.Sign() < 0 {
			return true
		}
	}
	return false
}

// learn finds out how numbers are written.
func (t *table) learn() {
	t.style.From1904 = t.From1904
	var e cell.Evidence
	for i := range t.Rows[t.head+1:] {
		r := &t.Rows[t.head+1+i]
		for _, member := range []string{debit, credit, balance} {
			if c := t.cellOf(r, member); !c.Empty() {
				e.SeeNumber(c)
			}
		}
	}
	t.style.Decimals = t.o.Decimals
	if t.style.Decimals == cell.AnyDecimals {
		if t.style.Decimals = e.Decimals(); t.style.Decimals == cell.AnyDecimals && !e.Contradicts() {
			t.style.Decimals = t.Decimals
		}
	}
	signs := 0
	for i := range t.Rows[t.head+1:] {
		if d, problem := t.amount(t.cellOf(&t.Rows[t.head+1+i], credit)); problem == "" {
			signs |= 1 << (d.Sign() + 1)
		}
	}
	if t.creditsSigned = signs&0b101 == 0b001; t.creditsSigned {
		t.note("All credits in %s are negative; they are read with their sign.", t.column(credit))
	}
}

// cellOf returns the first cell of a member.
func (t *table) cellOf(r *sheet.Row, member string) cell.Cell {
	if at := t.at[member]; len(at) > 0 && at[0] < len(r.Cells) {
		return r.Cells[at[0]]
	}
	return cell.Cell{}
}

func (t *table) column(member string) string {
	return "column " + sheet.Letter(t.at[member][0])
}

func (t *table) place(r *sheet.Row) string {
	if t.Sheet != "" {
		return fmt.Sprintf("sheet %s, row %d", t.Sheet, r.Number)
	}
	return fmt.Sprintf("line %d", r.Number)
}

func (t *table) leave(r *sheet.Row, why string) {
	t.reading.Left = append(t.reading.Left, columns.Leave(r, t.style, why))
}

func (t *table) note(format string, args ...any) {
	t.reading.Notes = append(t.reading.Notes, fmt.Sprintf(format, args...))
}

// amount reads an amount, with its side after it where a program writes it so.
func (t *table) amount(c cell.Cell) (d money.Decimal, problem string) {
	text, sign := withoutSide(c.Text)
	c.Text = text
	if c.Empty() || strings.Trim(c.Text, "-\u2212\u2013\u2014") == "" { // a dash for nothing
		return d, ""
	}
	number, problem := t.style.Number(c)
	if problem != "" {
		return d, problem
	}
	d, err := money.Parse(number)
	if err != nil {
		return d, strict.Quote(c.Text) + " is " + err.Error()
	}
	if sign < 0 {
		d = d.Neg()
	}
	return d, ""
}

// withoutSide takes the side off an amount that ends with it, as in 1,000.00 Cr.
func withoutSide(text string) (rest string, side int) {
	if n := len(text) - 2; n > 0 && strings.ContainsAny(text[:n], "0123456789") {
		if side = sideOf(text[n:]); side != 0 {
			return cell.Trim(text[:n]), side
		}
	}
	return text, 0
}

// currencies refuses currencies that do not add up.
func (t *table) currencies() error {
	if !t.has(currency) || slices.ContainsFunc(t.o.Keys, func(k portfolio.Key) bool { return k.String() == currency }) {
		return nil
	}
	seen := map[string]bool{}
	for i := range t.Rows[t.head+1:] {
		if c := t.cellOf(&t.Rows[t.head+1+i], currency); !c.Empty() && t.kept[t.Rows[t.head+1+i].Number] {
			seen[strings.ToUpper(c.Text)] = true
		}
	}
	if len(seen) > 1 {
		return columns.Refuse("the trial balance has several currencies (%s), whose amounts cannot be added; group the report by currency", strings.Join(slices.Sorted(maps.Keys(seen)), ", "))
	}
	return nil
}
