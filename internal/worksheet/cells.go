package worksheet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/columns"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// argument contains the rows of cells in an argument of a worksheet function.
type argument [][]cell.Cell

// read parses a function call's arguments from JSON.
func read(text []byte) ([]argument, error) {
	var given [][][]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&given); err != nil {
		return nil, fmt.Errorf("the arguments must be cells: %w", err)
	}
	list := make([]argument, len(given))
	for i, rows := range given {
		for _, row := range rows {
			cells := make([]cell.Cell, len(row))
			for j, value := range row {
				cells[j] = cellOf(value)
			}
			list[i] = append(list[i], cells)
		}
	}
	return list, nil
}

func cellOf(value any) cell.Cell {
	switch v := value.(type) {
	case string:
		return cell.Of(v)
	case json.Number:
		return cell.Cell{Text: v.String(), Type: cell.Number}
	case bool:
		if v {
			return cell.Cell{Text: "1", Type: cell.Bool}
		}
		return cell.Cell{Text: "0", Type: cell.Bool}
	case map[string]any: // a value with a format, such as a currency format
		return cellOf(v["basicValue"])
	}
	return cell.Cell{}
}

func (a argument) empty() bool {
	return !slices.ContainsFunc(a, func(row []cell.Cell) bool { return columns.Filled(row) > 0 })
}

// lease returns the lease in an argument. The argument is either a row of cells, optionally below a
// row of headings, or a cell that contains a lease as JSON.
func (a argument) lease() (*leasehold.Lease, error) {
	switch {
	case a.empty():
		return nil, errors.New("lease: is required")
	case len(a) == 1 && len(a[0]) == 1:
		if !strings.HasPrefix(a[0][0].Text, "{") {
			return nil, errors.New("lease: a single cell must contain the lease as JSON; a row must have the template's columns")
		}
		return leasehold.Decode([]byte(a[0][0].Text))
	case len(a) == 1:
		return ofRow(nil, a[0])
	case len(a) == 2:
		return ofRow(a[0], a[1])
	}
	return nil, fmt.Errorf("lease: must be one row, with or without its headings above it; got %d rows", len(a))
}

// ofRow returns the lease in a row of cells. The error names the headings of invalid cells.
func ofRow(headings, cells []cell.Cell) (*leasehold.Lease, error) {
	lease, err := leasefile.FromCells(headings, cells)
	wrong, ok := errors.AsType[*leasefile.RowError](err)
	if !ok {
		return lease, err
	}
	texts := make([]string, len(wrong.Problems))
	for i, p := range wrong.Problems {
		texts[i] = p.Field + ": " + p.Message
		if p.Heading != "" {
			texts[i] = p.Heading + ": " + p.Message
		}
	}
	return nil, errors.New(strings.Join(texts, "; "))
}

// day returns the date in an argument, which is either text or a serial number. If the argument
// month is true, it also accepts a month such as 2026-03 and returns the first day of that month.
func (a argument) day(month bool) (civil.Date, error) {
	if len(a) != 1 || len(a[0]) != 1 {
		return civil.Date{}, errors.New("must be one cell")
	}
	c := a[0][0]
	if c.Type == cell.Text && len(c.Text) == len("2026-03") {
		first, err := civil.Parse(c.Text + "-01")
		switch {
		case err == nil && month:
			return first, nil
		case err == nil: // a month alone is ambiguous, because it could mean its first or last day
			return civil.Date{}, fmt.Errorf("%q is a month; use a day, such as %s", c.Text, first.MonthEnd())
		}
	}
	text, problem := cell.Style{}.Date(c)
	if problem != "" && month {
		problem += ", or a month such as 2026-03"
	}
	if problem != "" {
		return civil.Date{}, errors.New(problem)
	}
	return civil.Parse(text)
}
