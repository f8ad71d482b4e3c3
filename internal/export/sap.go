package export

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// sap writes the template of the app Upload General Journal Entries of SAP S/4HANA (F2548). Each
// entry is a block that consists of a header and line items under SAP's technical names. A
// segment of the account map fills the column with its name. A segment for which the template has
// no column becomes an additional column at the end of the line items.
var sap = program{
	priced:   "SAP S/4HANA",
	numbered: true,
	check: func(o *Options) error {
		if !slices.Contains(o.columns(), sapCompany) {
			return accountsError("an account map with the segment %s is needed: SAP posts to a company code", sapCompany)
		}
		return o.checkSegments("SAP S/4HANA", slices.Concat(sapHeader, sapItem), sapWritten)
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
		items := append(names(sapItem), texts(j.sapAdded())...)
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
			appendRow(b, j.sapRow(slices.Insert(j.sapItem(e, &e.Lines[i]), 0, "")...))
		}
		return nil
	},
}

// templateColumn is a column of a template: its technical name and its label.
type templateColumn struct{ name, label string }

// sapCompany is the company code column of entries and of their lines.
const sapCompany = "BUKRS"

// Maximum lengths of texts in SAP.
const (
	sapNumber     = 16
	sapHeaderText = 25
	sapItemText   = 50
)

var sapHeader = []templateColumn{
	{sapCompany, "*Company Code (4)"},
	{"BLART", "*Journal Entry Type (2)"},
	{"BLDAT", "*Journal Entry Date"},
	{"BUDAT", "*Posting Date"},
	{"MONAT", "Fiscal Period (2)"},
	{"BKTXT", "Document Header Text (25)"},
	{"WAERS", "*Transaction Currency (5)"},
	{"LDGRP", "Ledger Group (4)"},
	{"KURSF_EXT", "Exchange Rate (12)"},
	{"WWERT", "Currency Translation Date"},
	{"XBLNR", "Reference Document Number (16)"},
	{"PARGB_HDR", "Trading Partner Business Area (4)"},
	{"XMWST", "Calculate Tax Automatically (1)"},
}

var sapItem = []templateColumn{
	{sapCompany, "Company Code (4)"},
	{"HKONT", "G/L Account (10)"},
	{"SGTXT", "Item Text (50)"},
	{"WRSOL", "Debit"},
	{"WRHAB", "Credit"},
	{"DMBTR", "Amount in Company Code Currency"},
	{"DMBE2", "Amount in Second Local Currency"},
	{"MWSKZ", "Tax Code (2)"},
	{"TXJCD", "Tax Jurisdiction (15)"},
	{"KOSTL", "Cost Center (10)"},
	{"PRCTR", "Profit Center (10)"},
	{"AUFNR", "Order Number (12)"},
	{"PS_POSID", "WBS Element (24)"},
	{"VALUT", "Value Date"},
	{"HBKID", "House Bank (5)"},
	{"HKTID", "House Bank Account (5)"},
	{"ZUONR", "Assignment Number (18)"},
	{"VBUND", "Trading Partner (6)"},
	{"SEGMENT", "Segment for Segmental Reporting (10)"},
}

// sapWritten lists the columns that segments cannot fill.
var sapWritten = []string{"BLART", "BLDAT", "BUDAT", "BKTXT", "WAERS", "XBLNR", "HKONT", "SGTXT", "WRSOL", "WRHAB", "DMBTR", "DMBE2"}

// sapHeader returns the header row of an entry. A segment in the header must have the same value
// on all lines, except that the company code is taken from the first line.
func (j *journal) sapHeader(e *entry) ([]string, error) {
	row := make([]string, len(sapHeader))
	for i, c := range sapHeader {
		switch c.name {
		case "BLART":
			row[i] = Text(j.journalName("SA"))
		case "BLDAT", "BUDAT":
			row[i] = e.Date.String()
		case "BKTXT":
			row[i] = shortened(Text(e.Memo), sapHeaderText)
		case "WAERS":
			row[i] = j.label
		case "XBLNR":
			row[i] = Text(j.number(e, sapNumber))
		default:
			value := j.segment(&e.Lines[0], c.name)
			for k := range e.Lines {
				if c.name == sapCompany && j.segment(&e.Lines[k], c.name) == "" {
					return nil, j.noSegment(&e.Lines[k], sapCompany)
				}
				if c.name != sapCompany && j.segment(&e.Lines[k], c.name) != value {
					return nil, accountsError("segment %s applies to the whole entry in SAP; give all accounts the same value", c.name)
				}
			}
			row[i] = Text(value)
		}
	}
	return row, nil
}

// sapItem returns the row of a line item.
func (j *journal) sapItem(e *entry, l *line) []string {
	row := make([]string, 0, len(sapItem))
	for _, c := range sapItem {
		switch c.name {
		case "HKONT":
			row = append(row, Text(l.code()))
		case "SGTXT":
			row = append(row, shortened(Text(e.Memo), sapItemText))
		case "WRSOL":
			row = append(row, j.side(l.Debit))
		case "WRHAB":
			row = append(row, j.side(l.Credit))
		default:
			row = append(row, Text(j.segment(l, c.name)))
		}
	}
	for _, column := range j.sapAdded() {
		row = append(row, Text(j.segment(l, column)))
	}
	return row
}

// sapAdded returns the segments for which the template has no column.
func (o *Options) sapAdded() []string {
	known := slices.Concat(names(sapHeader), names(sapItem))
	return slices.DeleteFunc(slices.Clone(o.columns()), func(c string) bool { return slices.Contains(known, c) })
}

// sapRow pads a row to the width of the file.
func (o *Options) sapRow(cells ...string) []string {
	return append(cells, make([]string, 1+len(sapItem)+len(o.sapAdded())-len(cells))...)
}

func names(columns []templateColumn) (list []string) {
	for _, c := range columns {
		list = append(list, c.name)
	}
	return list
}

func labels(columns []templateColumn) (list []string) {
	for _, c := range columns {
		list = append(list, c.label)
	}
	return list
}

// noSegment returns the error for a line that lacks a required segment.
func (j *journal) noSegment(l *line, segments string) error {
	return accountsError("%q has no segment %s for the lease %q", accountName(l.Account), segments, j.lease.ID)
}

// checkSegments rejects segments that are named like columns that the entries fill.
func (o *Options) checkSegments(program string, columns []templateColumn, written []string) error {
	for _, segment := range o.columns() {
		if slices.Contains(written, segment) {
			free := slices.DeleteFunc(names(columns), func(c string) bool { return slices.Contains(written, c) })
			slices.Sort(free)
			return accountsError("segment %s is written from the entry; the segments of %s are %s", segment, program, strings.Join(slices.Compact(free), ", "))
		}
	}
	return nil
}
