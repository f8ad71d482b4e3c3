package leasefile

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/sheet"
)

// FromCells returns the lease in a row of cells. If headings are supplied, the columns may be in
// any order. If headings is nil, the columns must be the columns of the template in order. The
// error is a [*RowError] or describes the headings.
func FromCells(headings, cells []cell.Cell) (*leasehold.Lease, error) {
	t := &tables()[leasesTable]
	if headings == nil {
		for _, h := range headingsOf(t) {
			headings = append(headings, cell.Of(h.Text))
		}
		for len(cells) > len(headings) && cells[len(cells)-1].Empty() {
			cells = cells[:len(cells)-1]
		}
		if len(cells) > len(headings) {
			return nil, fmt.Errorf("the row has %d cells; the template has %d columns", len(cells), len(headings))
		}
	}
	rows := []sheet.Row{{Number: 1, Cells: cells}}
	columns, err := t.columnsOf(Place{Line: 1}, headings, rows, new(Options))
	if err != nil {
		return nil, err
	}
	file := &File{kind: XLSX, columns: columns, style: styleOf(t, columns, rows, new(Options), cell.Style{})}
	row := file.NewDecoder().row(rows[0])
	return row.Lease, row.Err
}
