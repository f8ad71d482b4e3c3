package oracle

import (
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"strings"
)

// Figure is one value of a printed response: an amount, a number, a date, a class or a treatment.
// Other strings are not figures. Path consists of field names and list indexes, counted from 0, as
// in `result.schedule.0.payment`.
//
// For each account, the lines of an entry are combined into one total, which is debits less
// credits, as in `journalEntries.1.lines.Cash`. The path `journalEntries.1.accounts` lists an
// entry's accounts in the order of its lines. Reports have no such path, because their entries'
// lines have no defined order.
type Figure struct {
	Path, Text string
	// Number is true for a number printed with only the decimals it needs. Amounts have a fixed
	// number of decimals.
	Number bool
}

type tree struct {
	decimals int
	figures  []Figure
}

func (t *tree) add(path, text string) { t.figures = append(t.figures, Figure{path, text, false}) }

func (t *tree) text(path, text string) { t.add(path, quote(text)) }

func (t *tree) integer(path string, n int) { t.add(path, strconv.Itoa(n)) }

func (t *tree) number(path, text string) { t.figures = append(t.figures, Figure{path, text, true}) }

func (t *tree) amount(path string, units *big.Int) { t.add(path, Amount(units, t.decimals)) }

// optional appends a string if it is not empty.
func (t *tree) optional(path, text string) {
	if text != "" {
		t.text(path, text)
	}
}

// numeral is a number as printed.
type numeral string

// list adds a value. For a structure, it adds the fields with a `json` tag, except nil pointers and
// empty fields tagged omitempty.
func (t *tree) list(path string, value any) {
	switch v := value.(type) {
	case *big.Int:
		t.amount(path, v)
	case *big.Rat:
		t.number(path, plain(v))
	case numeral:
		t.add(path, string(v))
	case string, bool:
		t.add(path, quote(v))
	case int:
		t.integer(path, v)
	default:
		t.nested(path, reflect.Indirect(reflect.ValueOf(v)))
	}
}

func (t *tree) nested(path string, v reflect.Value) {
	if v.Kind() == reflect.Slice {
		if v.Len() == 0 && !v.IsNil() {
			t.add(path, "[]")
		}
		for i := range v.Len() {
			t.list(fmt.Sprintf("%s.%d", path, i), v.Index(i).Interface())
		}
		return
	}
	for field, at := range v.Fields() {
		name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "" && (at.Kind() != reflect.Pointer || !at.IsNil()) && (option == "" || !at.IsZero()) {
			t.list(path+"."+name, at.Interface())
		}
	}
}

// Compute lists the figures of a compute response.
func (a *Answer) Compute() []Figure {
	t := &tree{decimals: a.Decimals}
	for _, m := range a.Input {
		t.add("input."+m.Name, m.Value)
	}
	t.list("result", a)
	a.columns(t, "result.schedule")
	a.classification(t)
	a.entries(t)
	return t.figures
}

// Schedule lists the figures of a schedule response.
func (a *Answer) Schedule() []Figure {
	t := &tree{decimals: a.Decimals}
	t.text("standard", a.Standard)
	t.text("classification", a.Classification)
	t.amount("initialLiability", a.InitialLiability)
	t.amount("initialRouAsset", a.InitialRouAsset)
	t.integer("periods", a.Periods)
	t.list("events", a.Events)
	t.list("schedule", a.Rows)
	a.columns(t, "schedule")
	return t.figures
}

// columns appends the columns of the schedule that only some leases have.
func (a *Answer) columns(t *tree, path string) {
	for k := range a.Rows {
		row, at := &a.Rows[k], fmt.Sprintf("%s.%d.", path, k)
		if a.Variable {
			t.amount(at+"variableLeaseExpense", a.book.variableOf(row))
		}
		if a.Service {
			t.amount(at+"nonLeaseExpense", row.serviceBy(row.days))
		}
		if a.Taxed {
			_, tax := row.nonLeaseAmounts(row.last)
			t.amount(at+"taxExpense", tax)
		}
		if a.Parts {
			t.text(at+"from", row.First)
			t.number(at+"months", MonthsText(row.Months))
			t.amount(at+"liabilityOpen", row.LiabilityOpen)
			t.amount(at+"rouAssetOpen", row.RouAssetOpen)
		}
	}
}

func (a *Answer) classification(t *tree) {
	t.text("classification.classification", a.Classification)
	t.text("classification.standard", a.Standard)
	t.add("classification.single_model", strconv.FormatBool(a.SingleModel))
	if len(a.Criteria) == 0 {
		t.add("classification.criteria", "[]")
	}
	t.list("classification.criteria", a.Criteria)
}

func (a *Answer) entries(t *tree) {
	for i := range a.Entries {
		at, e := fmt.Sprintf("journalEntries.%d.", i), &a.Entries[i]
		t.entry(at, e)
		var accounts []string
		for _, line := range e.Lines {
			accounts = append(accounts, line.Account)
		}
		t.text(at+"accounts", strings.Join(accounts, ", "))
	}
}

// entry appends an entry's date and its totals by account.
func (t *tree) entry(at string, e *Entry) {
	t.text(at+"date", e.Date)
	t.optional(at+"fund", e.Fund)
	net := map[string]*big.Int{}
	var accounts []string
	for _, line := range e.Lines {
		if net[line.Account] == nil {
			net[line.Account] = new(big.Int)
			accounts = append(accounts, line.Account)
		}
		net[line.Account].Add(net[line.Account], line.Debit)
		net[line.Account].Sub(net[line.Account], line.Credit)
	}
	for _, account := range accounts {
		if net[account].Sign() != 0 {
			t.amount(at+"lines."+account, net[account])
		}
	}
}
