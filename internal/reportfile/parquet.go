//go:build !js

package reportfile

import (
	"context"
	"fmt"
	"io"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/parquet"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

var tables = []Form{
	{"parquet", "one row per lease, for databases: Parquet, with exact decimals", ".parquet", true, false, false, true, writeLeaseTable},
	{"parquet-entries", "one row per line of the monthly entries, as Parquet", ".parquet", true, false, false, true, writeEntryTable},
}

// amountPlaces is the number of decimals of the amounts in every file. Files with different
// currencies can therefore be combined in one table.
const amountPlaces = 3 // the largest number of decimals of any currency

type field[T any] struct {
	parquet.Column

	put func(to *parquet.Rows, row T) error
}

func texts[T any](name string, of func(T) string) field[T] {
	return field[T]{parquet.Column{Name: name, Kind: parquet.Text}, func(to *parquet.Rows, row T) error {
		to.Text(of(row))
		return nil
	}}
}

func days[T any](name string, of func(T) civil.Date) field[T] {
	return field[T]{parquet.Column{Name: name, Kind: parquet.Day}, func(to *parquet.Rows, row T) error {
		to.Day(int32(of(row).Ordinal() - civil.New(1970, 1, 1).Ordinal()))
		return nil
	}}
}

// decimals returns a column of numbers with the given number of decimals. The of function returns the number
// in a row; its ok result is false if the cell is empty.
func decimals[T any](name string, places int, of func(T) (a money.Amount, places int, ok bool)) field[T] {
	return field[T]{parquet.Column{Name: name, Kind: parquet.Decimal, Places: places}, func(to *parquet.Rows, row T) error {
		a, places, ok := of(row)
		if !ok {
			to.Null()
			return nil
		}
		return to.Amount(a, places)
	}}
}

// writeColumns writes a Parquet file with the given fields. The rows function calls the add function with each
// row of a lease.
func writeColumns[T any](
	ctx context.Context, r *Report, w io.Writer, fields []field[T], rows func(l *portfolio.Line, add func(T) error) error,
) (*Result, error) {
	all := make([]parquet.Column, len(fields))
	for i := range fields {
		all[i] = fields[i].Column
	}
	file, err := parquet.NewWriter(w, r.Export.Version, all)
	if err != nil {
		return nil, err
	}
	done, err := r.Run(ctx, &closing.Plan{
		Start: func() any { return parquet.NewRows(all) },
		Collect: func(to any, l *portfolio.Line) error {
			return rows(l, func(row T) error {
				for i := range fields {
					if err := fields[i].put(to.(*parquet.Rows), row); err != nil {
						return fmt.Errorf("lease %q: %w", l.Lease.ID, err)
					}
				}
				return nil
			})
		},
	}, func(p *closing.Part) error { return file.Add(p.Collected.(*parquet.Rows)) })
	if err != nil {
		return nil, err
	}
	return done, file.Close()
}

func writeLeaseTable(ctx context.Context, r *Report, w io.Writer) (*Result, error) {
	return writeColumns(ctx, r, w, r.leaseFields(), func(l *portfolio.Line, add func(*portfolio.Line) error) error { return add(l) })
}

// leaseFields returns the columns of a lease: the first and last day of the reporting period, and
// the columns of the csv format.
func (r *Report) leaseFields() []field[*portfolio.Line] {
	type line = *portfolio.Line
	list := []field[line]{
		days("from", func(line) civil.Date { return r.Question.From }),
		days("to", func(line) civil.Date { return r.Question.To }),
	}
	for _, c := range export.LeaseColumns(r.Question, r.tags(true)) {
		if c.Number != nil {
			list = append(list, decimals(c.Name, c.Places, c.Number))
		} else {
			list = append(list, texts(c.Name, c.Text))
		}
	}
	return list
}

type entryLine struct {
	lease *portfolio.Line
	entry *leasehold.NumberedEntry
	line  int
}

func (e *entryLine) posted() *leasehold.Line { return &e.entry.Lines[e.line] }

// writeEntryTable writes a Parquet file with one row for each line of each journal entry.
func writeEntryTable(ctx context.Context, r *Report, w io.Writer) (*Result, error) {
	return writeColumns(ctx, r.monthly(), w, r.entryFields(), func(l *portfolio.Line, add func(*entryLine) error) error {
		for i := range l.Figures.Entries {
			e := &l.Figures.Entries[i]
			for j := range e.Lines {
				if err := add(&entryLine{l, e, j}); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// entryFields returns the columns of an entry line, with the column names of the entries format.
func (r *Report) entryFields() []field[*entryLine] {
	type line = *entryLine
	list := []field[line]{
		texts("number", func(e line) string { return e.entry.Number }),
		days("date", func(e line) civil.Date { return e.entry.Date }),
		{parquet.Column{Name: "line", Kind: parquet.Integer}, func(to *parquet.Rows, e line) error {
			to.Int(int32(e.line + 1))
			return nil
		}},
		texts("leaseId", func(e line) string { return e.lease.Lease.ID }),
		texts("leaseName", func(e line) string { return e.lease.Lease.Name }),
	}
	for _, tag := range r.tags(true) {
		list = append(list, texts("tag:"+tag, func(e line) string { return e.lease.Lease.Tags[tag] }))
	}
	places := func(e line) int { return e.lease.Lease.Functional().Places() }
	return append(list,
		texts("standard", func(e line) string { return e.lease.Lease.Standard.String() }),
		texts("account", func(e line) string { return e.posted().Account.String() }),
		decimals("debit", amountPlaces, func(e line) (money.Amount, int, bool) { return e.posted().Debit, places(e), true }),
		decimals("credit", amountPlaces, func(e line) (money.Amount, int, bool) { return e.posted().Credit, places(e), true }),
		texts("currency", func(e line) string { return e.lease.Lease.Functional().String() }),
		texts("memo", func(e line) string { return e.entry.Memo }),
		texts("fund", func(e line) string {
			if !e.entry.Fund.Set {
				return ""
			}
			return e.entry.Fund.Value.String()
		}),
	)
}
