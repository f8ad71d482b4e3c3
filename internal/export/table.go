package export

import (
	"bytes"
	"io"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
)

// Table is a CSV table of lease accounting data. In a table for many leases, the first two columns
// contain the line number and the id of the lease.
type Table struct {
	columns []string
	rows    func(r *leasehold.Result, add func(cells ...string))
}

// Header writes the header row of a table for many leases. The error is an error of w.
func (t *Table) Header(w io.Writer) error {
	return row(w, slices.Concat([]string{"line", "id"}, t.columns))
}

// Lease writes the rows of a lease. line is the lease's line in its source. The error is an error
// of w.
func (t *Table) Lease(w io.Writer, line int, id string, r *leasehold.Result) error {
	var b bytes.Buffer
	t.rows(r, func(cells ...string) { appendRow(&b, slices.Concat([]string{strconv.Itoa(line), Text(id)}, cells)) })
	return writeRows(w, &b)
}

// only writes the table of one lease with the columns for which keep returns true.
func (t *Table) only(w io.Writer, r *leasehold.Result, keep func(column string) bool) error {
	var b bytes.Buffer
	add := func(cells ...string) {
		var kept []string
		for i, column := range t.columns {
			if keep(column) {
				kept = append(kept, cells[i])
			}
		}
		appendRow(&b, kept)
	}
	add(t.columns...)
	t.rows(r, add)
	return writeRows(w, &b)
}
