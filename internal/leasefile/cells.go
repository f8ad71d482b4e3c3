package leasefile

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/cell"
)

// FromCells makes a lease of a row of cells below headings, which may stand in any
// order; without headings, the cells are those of the template's columns. The error
// is a [*RowError], or says what is wrong with the headings.
func FromCells(headings, cells []cell.Cell) (*leasehold.Lease, error) {
	t := &tables()[leasesTable]
	if headings == nil {
		for _, h := range columnsOf(t) {
			headings = append(headings, cell.Of(h.Text))
		}
		for len(cells) > len(headings) && cells[len(cells)-1].Empty() {
			cells = cells[:len(cells)-1]
		}
		if len(cells) > len(headings) {
			return nil, fmt.Errorf("the row has %d cells; the template has %d columns", len(cells), len(headings))
		}
	}
	columns, err := t.columnsOf(Place{Line: 1}, headings, false)
	if err != nil {
		return nil, err
	}
	format := &Format{Kind: XLSX, Columns: columns, Style: styleOf(t, columns, [][]cell.Cell{cells}, Options{}, cell.Style{})}
	row := format.NewDecoder().row(Place{Line: 1}, cells)
	return row.Lease, row.Err
}
