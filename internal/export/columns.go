package export

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Column is a column of the format entries.
type Column struct {
	Name    string // what it holds; see [ParseColumns]
	Heading string
}

// defaultColumns are those of a file for which no columns were chosen.
var defaultColumns = []Column{
	{"number", "number"},
	{"date", "date"},
	{"leaseId", "leaseId"},
	{"leaseName", "leaseName"},
	{"account", "account"},
	{"debit", "debit"},
	{"credit", "credit"},
	{"currency", "currency"},
	{"memo", "memo"},
}

// summedColumns are those of entries that are added up.
var summedColumns = []Column{
	{"number", "number"},
	{"date", "date"},
	{"group", "group"},
	{"account", "account"},
	{"debit", "debit"},
	{"credit", "credit"},
	{"currency", "currency"},
	{"memo", "memo"},
}

// columnNames are what a column may hold, in addition to tag:NAME.
var columnNames = []string{
	"number", "date", "month", "line", "leaseId", "leaseName", "group", "standard", "account", "accountName", "debit", "credit", "amount", "currency", "memo", "source",
}

// ParseColumns reads the columns of a file: what each holds, and after an equals sign
// its heading where that is another, as in number, date=Posting date, tag:entity=Entity.
// The error is an [*OptionError].
func ParseColumns(list []string) (columns []Column, err error) {
	for _, text := range list {
		name, heading, given := strings.Cut(text, "=")
		name = strings.TrimSpace(name)
		if !given {
			heading = name
		}
		tag, isTag := strings.CutPrefix(name, segmentTag)
		known := isTag && tag != ""
		for _, n := range columnNames {
			known = known || n == name
		}
		if !known {
			return nil, &OptionError{"columns", fmt.Sprintf("%q is not a column; the columns are %s and tag:NAME", name, strings.Join(columnNames, ", "))}
		}
		if !printable(heading) {
			return nil, &OptionError{"columns", fmt.Sprintf("the heading of %s has a character that is not printable", name)}
		}
		columns = append(columns, Column{name, heading})
	}
	return columns, nil
}

func (o *Options) chosen() []Column {
	switch {
	case len(o.Columns) > 0:
		return o.Columns
	case o.Summed:
		return summedColumns
	}
	return defaultColumns
}

// chosenColumns writes one row per line with the columns that were asked for, and the
// segments of the reader's accounts at their end.
var chosenColumns = program{
	open: func(b *bytes.Buffer, f *journalFile) {
		var header []string
		for _, c := range f.chosen() {
			header = append(header, c.Heading)
		}
		appendRow(b, append(texts(header), texts(f.columns())...))
	},
	entry: entryCSV(func(j *journal, e *entry, line int) []string {
		var row []string
		for _, c := range j.chosen() {
			row = append(row, j.cell(e, line, c.Name))
		}
		return row
	}),
}

// cell is what a column holds.
func (j *journal) cell(e *entry, line int, column string) string {
	l := &e.Lines[line]
	if g := j.group; g != nil {
		switch column {
		case "leaseId", "leaseName":
			return ""
		case "group":
			return Text(g.name)
		case "standard":
			return g.standard
		}
	}
	switch column {
	case "number":
		return Text(j.number(e, 0))
	case "date":
		return e.Date.String()
	case "month":
		return e.Date.String()[:len("2026-01")]
	case "line":
		return strconv.Itoa(line + 1)
	case "leaseId":
		return Text(j.lease.ID)
	case "leaseName":
		return Text(j.lease.Name)
	case "group":
		return "" // an entry of one lease
	case "standard":
		return j.lease.Standard.String()
	case "account":
		return Text(l.code())
	case "accountName":
		return accountName(l.Account)
	case "debit":
		return j.side(l.Debit)
	case "credit":
		return j.side(l.Credit)
	case "amount":
		return j.signed(l)
	case "currency":
		return j.label
	case "memo":
		return Text(e.Memo)
	case "source":
		return "leasehold"
	}
	return Text(j.lease.Tags[strings.TrimPrefix(column, segmentTag)])
}
