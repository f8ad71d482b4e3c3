package ledgerfile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// names maps ledger accounts, by name and code, to Leasehold accounts.
type names struct {
	titles map[string]*owned // owners by the Leasehold account's folded title
	codes  map[string]*owned // owners by the ledger account's code in lower case; nil without an account map
	parts  bool              // whether a row contains the current portion of the liability
}

// owned is the Leasehold account to which a ledger account belongs. If the account map is
// ambiguous, the problem field gives the reason.
type owned struct {
	export.Owner

	problem string
}

func newNames(o *Options) *names {
	n := &names{titles: map[string]*owned{}}
	for _, title := range portfolio.LedgerAccounts() {
		n.titles[cell.Fold(title)] = &owned{Owner: export.Owner{Title: title}}
	}
	if o.Accounts == nil {
		return n
	}
	n.codes = map[string]*owned{}
	for code, owners := range o.Accounts.Owners() {
		n.codes[code] = merge(owners, o.Keys)
	}
	return n
}

// owner returns the Leasehold account and the account code to which a row's account text refers, or
// nil. The text may be a code, a path that ends with a code, or a code followed by a name.
func (n *names) owner(text string) (of *owned, code string) {
	if n.codes == nil {
		return n.titles[cell.Fold(lastPart(text))], text
	}
	for _, one := range [...]string{text, lastPart(text), firstWord(text), firstWord(lastPart(text))} {
		if of := n.codes[strings.ToLower(one)]; of != nil {
			return of, one
		}
	}
	return nil, ""
}

func lastPart(text string) string { return cell.Trim(text[strings.LastIndexByte(text, ':')+1:]) }

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// row converts a row of a Leasehold account to ledger rows, or returns a problem.
func (t *table) row(r *sheet.Row, n *names) (rows []portfolio.LedgerRow, problem string) {
	var owner *owned
	code := ""
	for _, at := range t.At(account) {
		if at >= len(r.Cells) || r.Cells[at].Empty() {
			continue
		}
		text := t.Style.Words(r.Cells[at])
		if code == "" {
			code = text
		}
		if owner == nil {
			if of, by := n.owner(text); of != nil {
				owner, code = of, by
			}
		}
	}
	switch {
	case columns.Filled(r.Cells) == 0:
		return nil, ""
	case t.isTotal(r):
		t.Leave(r, "it is a total")
		return nil, ""
	case code == "":
		t.Leave(r, "it names no account")
		return nil, ""
	case owner == nil && t.bare(r):
		t.Leave(r, "it has no amount")
		return nil, ""
	case owner == nil:
		t.others++
		return nil, ""
	}
	balances, problem := t.balances(r)
	if problem != "" {
		return nil, problem
	}
	if owner.problem != "" {
		return nil, strict.Quote(code) + " " + owner.problem
	}
	if owner.Clearing {
		t.Leave(r, "it is a clearing account for rent, for which Leasehold has no balance")
		return nil, ""
	}
	n.parts = n.parts || owner.Current
	t.kept[r.Number] = true
	key, problem := t.key(r, maps.Clone(owner.Key))
	for _, d := range balances {
		rows = append(rows, portfolio.LedgerRow{Account: owner.Title, Code: code, Balance: d, Key: key})
	}
	return rows, problem
}

// merge returns the Leasehold account for all account map elements that have the same account code.
// The key contains only the conditions that these elements share.
func merge(owners []export.Owner, keys []portfolio.Key) *owned {
	one := &owned{Owner: owners[0]}
	for _, other := range owners[1:] {
		if other.Title != one.Title {
			one.problem = fmt.Sprintf("is the account of both %s and %s in the account map; give each a separate account", one.Title, other.Title)
			return one
		}
		maps.DeleteFunc(one.Key, func(name, value string) bool { return other.Key[name] != value })
	}
	maps.DeleteFunc(one.Key, func(name, _ string) bool {
		return !slices.ContainsFunc(keys, func(k portfolio.Key) bool { return k.String() == name })
	})
	return one
}

// key adds the keys that a row has in separate columns. A contradictory key or currency is a problem.
func (t *table) key(r *sheet.Row, key map[string]string) (map[string]string, string) {
	for _, k := range t.o.Keys {
		c := t.Cell(r, k.String())
		if c.Empty() {
			continue
		}
		value := t.Style.Words(c)
		if k.String() == currency {
			value = strings.ToUpper(value)
			if _, err := money.ParseCurrency(value); err != nil {
				return nil, strict.Quote(value) + " is " + err.Error()
			}
		}
		if has, ok := key[k.String()]; ok && has != value {
			return nil, fmt.Sprintf("%s is %s in the account map and %s in the row", k, strict.Quote(has), strict.Quote(value))
		}
		if key == nil {
			key = map[string]string{}
		}
		key[k.String()] = value
	}
	if len(key) == 0 {
		return nil, ""
	}
	return key, ""
}

// balances returns a row's balance, or its debit and its credit. Debits are positive.
func (t *table) balances(r *sheet.Row) (list []money.Decimal, problem string) {
	if t.Has(balance) {
		d, problem := t.amount(t.Cell(r, balance))
		if c := t.Cell(r, side); problem == "" && !c.Empty() {
			switch sideOf(c.Text) {
			case -1:
				d = d.Neg()
			case 0:
				problem = strict.Quote(c.Text) + " is neither debit nor credit"
			}
		}
		return []money.Decimal{d}, problem
	}
	for _, field := range []string{debit, credit} {
		c := t.Cell(r, field)
		d, problem := t.amount(c)
		if problem != "" {
			return nil, problem
		}
		if _, said := withoutSide(c.Text); field == credit && said == 0 && !t.creditsSigned {
			d = d.Neg()
		}
		if d.Sign() != 0 {
			list = append(list, d)
		}
	}
	if list == nil {
		list = []money.Decimal{{}}
	}
	return list, ""
}

// bare reports whether a row has no amount, which is usual for a title.
func (t *table) bare(r *sheet.Row) bool {
	return !slices.ContainsFunc(amounts, func(field string) bool { return !t.Cell(r, field).Empty() })
}

func (t *table) isTotal(r *sheet.Row) bool {
	for _, at := range t.At(account) {
		if at < len(r.Cells) && r.Cells[at].Type == cell.Text {
			w := columns.WordsOf(r.Cells[at].Text)
			if w.Any("total", "totals", "subtotal", "subtotals") || len(w) == 2 && w[0] == "net" && w.Any("income", "profit", "loss") {
				return true
			}
		}
	}
	return false
}

// useLongTerm replaces the account for the whole liability with the account for its long-term portion.
func (t *table) useLongTerm(rows []portfolio.LedgerRow) {
	for i := range rows {
		if _, longTerm, ok := portfolio.PartsOf(rows[i].Account); ok {
			rows[i].Account = longTerm
		}
	}
	t.Note("The trial balance has an account for the current portion of the lease liability, so the other liability account is the long-term portion.")
}
