package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// Column is a column of the table that the format entries writes.
type Column struct {
	Name    string // name of the cell content; see [ParseColumns]
	Heading string
}

var (
	defaultColumns = named("number", "date", "leaseId", "leaseName", "account", "debit", "credit", "currency", "memo")
	summedColumns  = named("number", "date", "group", "account", "debit", "credit", "currency", "memo")
)

func named(names ...string) (list []Column) {
	for _, name := range names {
		list = append(list, Column{name, name})
	}
	return list
}

var choices = []column{
	{"number", number(0)},
	{"date", isoDate},
	{"month", func(_ *journal, e *entry, _ int) string { return e.Date.String()[:len("2026-01")] }},
	{"line", lineOfEntry},
	{"leaseId", ofLease(func(l *leasehold.Lease) string { return l.ID })},
	{"leaseName", ofLease(func(l *leasehold.Lease) string { return l.Name })},
	{"group", func(j *journal, _ *entry, _ int) string {
		if j.group == nil {
			return ""
		}
		return Text(j.group.name)
	}},
	{"standard", func(j *journal, _ *entry, _ int) string {
		if j.group != nil {
			return j.group.standard
		}
		return j.lease.Standard.String()
	}},
	{"account", account},
	{"accountName", accountTitle},
	{"debit", debit},
	{"credit", credit},
	{"amount", signed},
	{"currency", label},
	{"memo", memo(0)},
	{"source", fixed("leasehold")},
}

// ofLease returns a cell function for a text of the lease. The cell is empty in entries that are
// summed over several leases.
func ofLease(text func(*leasehold.Lease) string) cell {
	return func(j *journal, _ *entry, _ int) string {
		if j.group != nil {
			return ""
		}
		return Text(text(j.lease))
	}
}

func cellOf(name string) cell {
	if i := slices.IndexFunc(choices, func(c column) bool { return c.name == name }); i >= 0 {
		return choices[i].cell
	}
	if tag, ok := strings.CutPrefix(name, segmentTag); ok && tag != "" {
		return func(j *journal, _ *entry, _ int) string { return Text(j.lease.Tags[tag]) }
	}
	return nil
}

// ParseColumns parses columns such as number, date=Posting date or tag:entity=Entity. A column is a
// name, optionally followed by an equals sign and a heading. The error is an [*OptionError].
func ParseColumns(list []string) (columns []Column, err error) {
	for _, text := range list {
		name, heading, given := strings.Cut(text, "=")
		name = strings.TrimSpace(name)
		if !given {
			heading = name
		}
		if cellOf(name) == nil {
			names := each(choices, column.title)
			return nil, &OptionError{Option: "columns", Message: fmt.Sprintf("%q is not a column; the columns are %s and tag:NAME", name, strings.Join(names, ", "))}
		}
		if !printable(heading) {
			return nil, &OptionError{Option: "columns", Message: fmt.Sprintf("the heading of %s has a character that is not printable", name)}
		}
		columns = append(columns, Column{name, heading})
	}
	return columns, nil
}

// ColumnTags returns the names of the tags that the columns use.
func ColumnTags(columns []Column) (names []string) {
	for _, c := range columns {
		names = appendTag(names, c.Name)
	}
	return names
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

var chosenColumns = program{choose: func(o *Options) (list []column) {
	for _, c := range o.chosen() {
		list = append(list, column{Text(c.Heading), cellOf(c.Name)})
	}
	return list
}}
