package main

import (
	"context"
	"io"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// monthlyAnswers write the journal of a lease by calendar month.
var monthlyAnswers = map[string]func(io.Writer, *operation, *leasehold.Result) error{
	"json":  monthlyJSON,
	"table": monthlyTable,
}

func monthlyJSON(w io.Writer, _ *operation, r *leasehold.Result) error {
	entries, err := leasehold.MonthlyJournal(context.Background(), r)
	if err != nil {
		return err
	}
	line, text := portfolio.Line{Lease: &r.Lease}, []byte(`{"journalEntries":[`)
	for i := range entries {
		if i > 0 {
			text = append(text, ',')
		}
		text = line.AppendEntry(text, &entries[i])
	}
	return writeJSON(w, append(text, "]}\n"...))
}

func monthlyTable(w io.Writer, _ *operation, r *leasehold.Result) error {
	entries, err := leasehold.MonthlyJournal(context.Background(), r)
	if err != nil {
		return err
	}
	page := newPage(w)
	page.Months(r, entries)
	_, err = page.WriteTo(w)
	return err
}
