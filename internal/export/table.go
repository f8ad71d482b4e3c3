package export

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
)

// Table is a part of a lease's accounting as rows of CSV: of one lease, or of many
// with the line and the id of each in front.
type Table struct {
	columns []string
	rows    func(r *leasehold.Result, add func(cells ...string))
}

// Header writes the header of a table of many leases. The error is w's.
func (t *Table) Header(w io.Writer) error {
	return row(w, slices.Concat([]string{"line", "id"}, t.columns))
}

// Lease writes the rows of the lease on a line of its source. The error is w's.
func (t *Table) Lease(w io.Writer, line int, id string, r *leasehold.Result) error {
	c := csv.NewWriter(w)
	whose := []string{strconv.Itoa(line), Text(id)}
	t.rows(r, func(cells ...string) { _ = c.Write(slices.Concat(whose, cells)) })
	return finish(c)
}

// only writes the table of one lease, with the columns that keep says.
func (t *Table) only(w io.Writer, r *leasehold.Result, keep func(column string) bool) error {
	c := csv.NewWriter(w)
	add := func(cells ...string) {
		var kept []string
		for i, column := range t.columns {
			if keep(column) {
				kept = append(kept, cells[i])
			}
		}
		_ = c.Write(kept)
	}
	add(t.columns...)
	t.rows(r, add)
	return finish(c)
}
