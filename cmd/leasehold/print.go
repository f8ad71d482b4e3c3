package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
)

func printJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// printList prints value as JSON if asJSON is set, and otherwise rows as a table. If there are no
// rows, it prints the sentence none instead of the table.
func printList(w io.Writer, asJSON bool, value any, none string, header table.Row, rows []table.Row) error {
	if asJSON {
		return printJSON(w, value)
	}
	if len(rows) == 0 {
		_, err := fmt.Fprintln(w, none)
		return err
	}
	t := newTable(w, header...)
	t.AppendRows(rows)
	t.Render()
	return nil
}

// newTable returns a table whose columns are separated by spaces.
func newTable(w io.Writer, header ...any) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleDefault)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.AppendHeader(header)
	return t
}

// minute formats a time for a table, to the minute. It returns "" for the zero time.
func minute(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04")
}
