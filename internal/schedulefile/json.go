package schedulefile

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// readJSON reads a schedule in one of three forms: an array of rows, the figures of a verification
// request, or a response that contains a schedule. Field names are recognized like headings.
func readJSON(text []byte, o Options) (*Reading, error) {
	value := jsontext.Value(text)
	if !value.IsValid(jsontext.AllowDuplicateNames(true)) {
		d := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true))
		_, err := d.ReadValue()
		if err == nil {
			return nil, columns.Refuse("the file is not valid JSON: text follows the value")
		}
		return nil, columns.Refuse("the file is not valid JSON: %v", err)
	}
	f := found{totals: map[string]string{}}
	f.look(value, "", 0)
	var theirs reperform.Theirs
	if err := f.state(&theirs); err != nil {
		return nil, err
	}
	if len(f.rows) == 0 {
		if len(f.totals) == 0 {
			return nil, columns.Refuse("the file has no figures to check; it needs a list of objects (the rows of the schedule) or one of the fields %s", strings.Join(totals, ", "))
		}
		return &Reading{Theirs: theirs}, nil
	}
	return (&table{Table: tableOf(f.rows, o.Map), theirs: theirs}).read(o)
}

type found struct {
	rows   []jsontext.Value
	name   string // name of the JSON list that contains rows
	totals map[string]string
}

// maxDepth is the maximum nesting depth at which readJSON searches for a schedule.
const maxDepth = 4

var totals = []string{"initialLiability", "initialRouAsset", "totalUndiscountedPayments", "totalLeaseCost"}

// look searches a JSON value for totals and rows. The rows are the list of objects named schedule
// or, if there is none, the first list of objects.
func (f *found) look(v jsontext.Value, name string, depth int) {
	switch v.Kind() {
	case '[':
		var rows []jsontext.Value // contains at most maxRows+1 elements
		for row := range strict.Elements(v) {
			if rows = append(rows, row); len(rows) > maxRows {
				break
			}
		}
		if len(rows) > 0 && rows[0].Kind() == '{' && (f.rows == nil || name == "schedule" && f.name != "schedule") {
			f.rows, f.name = rows, name
		}
	case '{':
		if depth >= maxDepth {
			return
		}
		for name, value := range strict.Members(v) {
			if slices.Contains(totals, name) && value.Kind() == '0' && f.totals[name] == "" {
				f.totals[name] = string(value)
			} else {
				f.look(value, name, depth+1)
			}
		}
	default:
	}
}

// tableOf returns a table with a row for each object in the list and a column for each field name.
func tableOf(list []jsontext.Value, m columns.Map) *columns.Table {
	var names []string
	var rows []sheet.Row
	at := map[string]int{}
	for i, v := range list {
		r := sheet.Row{Number: i + 1}
		for name, value := range strict.Members(v) {
			j, known := at[name]
			if !known {
				if len(at) >= maxMembers {
					continue
				}
				j = len(names)
				at[name] = j
				names = append(names, name)
			}
			for len(r.Cells) <= j {
				r.Cells = append(r.Cells, cell.Cell{})
			}
			r.Cells[j] = cellOf(value)
		}
		rows = append(rows, r)
	}
	return headings.OfFields(names, rows, m)
}

// maxMembers is the maximum number of distinct field names in the rows.
const maxMembers = 200

// cellOf converts a JSON value to a cell. Numbers keep all their digits.
func cellOf(v jsontext.Value) cell.Cell {
	switch v.Kind() {
	case '"':
		text, _ := strict.Unquote(v)
		return cell.Of(string(text))
	case 'n', '[', '{':
		return cell.Cell{}
	case '0':
		if d, err := money.Parse([]byte(v)); err == nil {
			return cell.Cell{Text: d.String()}
		}
	default:
	}
	return cell.Of(string(v))
}

func (f *found) state(t *reperform.Theirs) error {
	to := []*strict.Optional[money.Decimal]{&t.InitialLiability, &t.InitialRouAsset, &t.TotalUndiscountedPayments, &t.TotalLeaseCost}
	for i, name := range totals {
		text, ok := f.totals[name]
		if !ok {
			continue
		}
		d, err := money.Parse(text)
		if err != nil || d.Cmp(maxFigure) > 0 || d.Cmp(maxFigure.Neg()) < 0 {
			return columns.Refuse("%s: %s is not a number with at most 40 digits", name, strict.Clip(text))
		}
		*to[i] = strict.Some(d)
	}
	return nil
}
