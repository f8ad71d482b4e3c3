package export

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// sap writes the template of the SAP S/4HANA app Upload General Journal Entries (F2548). Each entry
// is a block with a header and line items under SAP's technical names. A segment of the account map
// is written to the column with its name. If the template lacks that column, the segment becomes an
// additional column at the end of the line items.
var sap = program{
	priced:   "SAP S/4HANA",
	numbered: true,
	check: func(o *Options) error {
		if !slices.Contains(o.columns(), sapCompany) {
			return accountsError("an account map with the segment %s is needed: SAP posts to a company code", sapCompany)
		}
		columns := slices.Concat(sapHeader, sapItem)
		free := names(slices.DeleteFunc(slices.Clone(columns), func(c templateColumn) bool { return c.cell != nil }))
		slices.Sort(free)
		for _, segment := range o.columns() {
			if slices.Contains(names(columns), segment) && !slices.Contains(free, segment) {
				return accountsError("segment %s cannot be set: its column is filled from the journal entry; the columns of SAP S/4HANA that segments can fill are %s", segment, strings.Join(slices.Compact(free), ", "))
			}
		}
		return nil
	},
	open: func(b *bytes.Buffer, f *journalFile) {
		for _, text := range []string{"Upload General Journal Entries", "Batch ID"} {
			appendRow(b, f.sapRow(text))
		}
	},
	entry: func(b *bytes.Buffer, j *journal, e *entry) error {
		*j.lines++
		header, err := j.sapHeader(e)
		if err != nil {
			return err
		}
		items := append(names(sapItem), each(j.sapAdded(), Text)...)
		for _, row := range [][]string{
			{},
			{strconv.FormatInt(*j.lines, 10), "Header"},
			slices.Insert(names(sapHeader), 0, ""),
			slices.Insert(labels(sapHeader), 0, ""),
			slices.Insert(header, 0, ""),
			{},
			{"", "Line Items"},
			{"", "", "", "", "Transaction Currency"},
			slices.Insert(items, 0, ""),
			slices.Insert(labels(sapItem), 0, ""),
		} {
			appendRow(b, j.sapRow(row...))
		}
		for i := range e.Lines {
			appendRow(b, j.sapRow(slices.Insert(j.sapItem(e, i), 0, "")...))
		}
		return nil
	},
}

// templateColumn is a column of a template, with its technical name, its label and its value. If
// cell is nil, the column contains the segment with the column's name.
type templateColumn struct {
	name, label string
	cell        cell
}

func (c *templateColumn) value(j *journal, e *entry, n int) string {
	if c.cell != nil {
		return c.cell(j, e, n)
	}
	return Text(j.segment(&e.Lines[n], c.name))
}

// sapCompany is the technical name of the company code column, which both headers and line items
// have.
const sapCompany = "BUKRS"

var sapHeader = []templateColumn{
	{sapCompany, "*Company Code (4)", nil},
	{"BLART", "*Journal Entry Type (2)", journalName("SA")},
	{"BLDAT", "*Journal Entry Date", isoDate},
	{"BUDAT", "*Posting Date", isoDate},
	{"MONAT", "Fiscal Period (2)", nil},
	{"BKTXT", "Document Header Text (25)", memo(25)},
	{"WAERS", "*Transaction Currency (5)", label},
	{"LDGRP", "Ledger Group (4)", nil},
	{"KURSF_EXT", "Exchange Rate (12)", nil},
	{"WWERT", "Currency Translation Date", nil},
	{"XBLNR", "Reference Document Number (16)", number(16)},
	{"PARGB_HDR", "Trading Partner Business Area (4)", nil},
	{"XMWST", "Calculate Tax Automatically (1)", nil},
}

var sapItem = []templateColumn{
	{sapCompany, "Company Code (4)", nil},
	{"HKONT", "G/L Account (10)", account},
	{"SGTXT", "Item Text (50)", memo(50)},
	{"WRSOL", "Debit", debit},
	{"WRHAB", "Credit", credit},
	{"DMBTR", "Amount in Company Code Currency", fixed("")},
	{"DMBE2", "Amount in Second Local Currency", fixed("")},
	{"MWSKZ", "Tax Code (2)", nil},
	{"TXJCD", "Tax Jurisdiction (15)", nil},
	{"KOSTL", "Cost Center (10)", nil},
	{"PRCTR", "Profit Center (10)", nil},
	{"AUFNR", "Order Number (12)", nil},
	{"PS_POSID", "WBS Element (24)", nil},
	{"VALUT", "Value Date", nil},
	{"HBKID", "House Bank (5)", nil},
	{"HKTID", "House Bank Account (5)", nil},
	{"ZUONR", "Assignment Number (18)", nil},
	{"VBUND", "Trading Partner (6)", nil},
	{"SEGMENT", "Segment for Segmental Reporting (10)", nil},
}

// sapHeader returns an entry's header row. A segment in the header must have the same value on all
// lines of the entry. The exception is the company code, which comes from the first line.
func (j *journal) sapHeader(e *entry) ([]string, error) {
	row := make([]string, len(sapHeader))
	for i, c := range sapHeader {
		row[i] = c.value(j, e, 0)
		if c.cell != nil {
			continue
		}
		value := j.segment(&e.Lines[0], c.name)
		for k := range e.Lines {
			if c.name == sapCompany && j.segment(&e.Lines[k], c.name) == "" {
				return nil, j.noSegment(&e.Lines[k], sapCompany)
			}
			if c.name != sapCompany && j.segment(&e.Lines[k], c.name) != value {
				return nil, accountsError("segment %s applies to the whole entry in SAP; give all accounts the same value", c.name)
			}
		}
	}
	return row, nil
}

func (j *journal) sapItem(e *entry, n int) []string {
	row := each(sapItem, func(c templateColumn) string { return c.value(j, e, n) })
	return append(row, each(j.sapAdded(), func(column string) string { return Text(j.segment(&e.Lines[n], column)) })...)
}

// sapAdded returns the names of the segments for which the template lacks a column.
func (o *Options) sapAdded() []string {
	known := slices.Concat(names(sapHeader), names(sapItem))
	return slices.DeleteFunc(slices.Clone(o.columns()), func(c string) bool { return slices.Contains(known, c) })
}

// sapRow pads a row with empty cells to the width of the file.
func (o *Options) sapRow(cells ...string) []string {
	return append(cells, make([]string, 1+len(sapItem)+len(o.sapAdded())-len(cells))...)
}

func names(columns []templateColumn) []string {
	return each(columns, func(c templateColumn) string { return c.name })
}

func labels(columns []templateColumn) []string {
	return each(columns, func(c templateColumn) string { return c.label })
}

func (j *journal) noSegment(l *line, segments string) error {
	return accountsError("%q has no segment %s for the lease %q", accountName(l.Account), segments, j.lease.ID)
}
