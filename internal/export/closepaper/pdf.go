// Package closepaper writes the workpaper of a closing. The workpaper contains the report, the signed balances
// and their changes, the trial balance, its differences from Leasehold's amounts with explanations, and
// deferred tax. The package computes no amounts.
package closepaper

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

const title = "Close of leases"

type draft struct {
	*document.Document

	r *portfolio.Report
	o paper.Options
}

// PDF writes the workpaper of a closing. Equal arguments result in equal bytes.
func PDF(w io.Writer, r *portfolio.Report, o paper.Options) error {
	d := &draft{document.New(document.Options{
		Title: title, Subject: span(r), Header: span(r), Footer: o.Program() + ", digest " + r.Digest[:16], Day: r.Question.To, Paper: o.Paper.For(r.Sum.Standards()...),
	}), r, o}
	d.Page(document.Portrait)
	d.Chapter(title)
	d.Paragraph(span(r) + ". " + o.Program() + ".")
	d.Section("Conclusion")
	for _, sentence := range d.conclusion() {
		d.Paragraph(sentence)
	}
	d.facts()
	d.totals()
	d.tieOut()
	d.lateChanges()
	d.source()
	d.List("Notes", r.Notes)
	if len(r.Skipped) > 0 {
		d.Section("Omitted leases")
	}
	for _, s := range r.Skipped {
		d.Item(s.ID + ": " + s.Field + ": " + s.Message)
	}
	d.Section("Signed")
	for _, name := range []string{"Prepared by", "Date", "Reviewed by", "Date"} {
		d.Fact(name, "")
		d.Ln(2)
	}
	d.ExplainCodePoints()
	_, err := d.WriteTo(w)
	return err
}

func span(r *portfolio.Report) string {
	return r.Question.From.String() + " to " + r.Question.To.String()
}

func (d *draft) conclusion() (list []string) {
	r := d.r
	switch p := r.Previous; {
	case p == nil:
		list = append(list, "The request contains no previous closing.")
	case p.Agrees:
		list = append(list, "The opening balances agree with the signed balances.")
	case len(p.LateChanges) == 0:
		list = append(list, "The digest of the opening balances differs from the signed digest.")
	default:
		list = append(list, "Amounts of "+markup.Plural(len(p.LateChanges), "lease")+" differ from the signed closing; the prior-period corrections are listed below.")
	}
	if r.Previous != nil && len(r.Previous.Causes) > 0 {
		list = append(list, "These rates or rules differ from those of the signed closing: "+strings.Join(r.Previous.Causes, "; ")+".")
	}
	if r.TieOut == nil {
		return append(list, "The request contains no trial balance.")
	}
	differ := len(portfolio.Differing(r.TieOut))
	if differ == 0 {
		return append(list, fmt.Sprintf("All %d accounts of the trial balance agree with Leasehold.", len(r.TieOut)))
	}
	return append(list, fmt.Sprintf("%d of %d accounts of the trial balance differ from Leasehold's amounts.", differ, len(r.TieOut)))
}

func (d *draft) facts() {
	r := d.r
	d.Section("What was closed")
	d.Fact("Leases", strconv.Itoa(len(r.Leases)))
	if len(r.Skipped) > 0 {
		d.Fact("Omitted leases", strconv.Itoa(len(r.Skipped)))
	}
	d.Fact("Digest of closing balances", r.Digest)
	if p := r.Previous; p != nil {
		d.Fact("Digest of opening balances", p.Digest)
		if signed := r.Question.Previous.Value.Digest; signed != "" {
			d.Fact("Signed digest", signed)
		}
	}
	if s := d.o.Source; s != nil {
		d.Fact("Trial balance", s.Name)
		d.Fact("SHA-256 of the trial balance", s.SHA256)
	}
}

var statements = []*figure.Statement{figure.LiabilityClosing.Statement(), figure.AssetClosing.Statement(), figure.CostTotal.Statement(), figure.TaxExpense.Statement()}

func (d *draft) totals() {
	total, ok := d.r.Sum.Total()
	if !ok || total.Leases == 0 {
		return
	}
	d.subtotals(total)
	groups := []*portfolio.Group{total}
	columns := []document.Column{{}, {Name: span(d.r), Width: spanWidth, Right: true}}
	if c := d.r.Comparative; c != nil {
		if earlier, ok := c.Sum.Total(); ok {
			groups = append(groups, earlier)
			columns = append(columns, document.Column{Name: c.Title(), Width: earlierWidth, Right: true})
		}
	}
	for _, s := range statements {
		if !total.Has(s) {
			continue
		}
		rows, bold := d.statement(s, groups)
		if len(groups) > 1 {
			d.table(d.say(s.Title), columns, rows, func(i int) bool { return bold[i] })
			continue
		}
		d.Section(d.say(s.Title))
		for i, row := range rows {
			look := ""
			if bold[i] {
				look = "B"
			}
			d.Figure(row[0], row[1], look, "")
		}
	}
}

// subtotals writes each standard's amounts if the leases have several standards.
func (d *draft) subtotals(total *portfolio.Group) {
	list := d.r.Sum.Subtotals()
	if list == nil {
		return
	}
	d.Section("By standard")
	var headings []string
	for _, c := range compared {
		headings = append(headings, d.say(c.heading))
	}
	var rows [][]string
	for _, g := range append(list, total) {
		row := []string{"Total"}
		if len(g.Key) > 0 {
			row[0] = g.Key[0]
		}
		for _, c := range compared {
			row = append(row, wording.Accounting(g.Of(c.of), g.Currency.Places()))
		}
		rows = append(rows, row)
	}
	d.Table(amountColumns("Standard", headings...), rows, func(i int) bool { return i == len(rows)-1 })
}

var compared = []struct {
	heading string
	of      figure.Concept
}{{"Lease liability", figure.LiabilityClosing}, {"Asset", figure.AssetClosing}, {"Lease cost", figure.CostTotal}}

func (d *draft) say(title string) string { return wording.OfStandards(title, d.r.Sum.Standards()) }

// statement returns the lines of a statement, with one amount per group, and reports whether each
// line is bold. Sums and closing balances are bold. Lines without amounts are omitted, except sums
// and balances. If a group lacks the statement, a dash replaces its amount.
func (d *draft) statement(s *figure.Statement, groups []*portfolio.Group) (rows [][]string, bold []bool) {
	for _, c := range s.Figures {
		row, moved := []string{d.say(c.Title())}, c.Sums() || c.Kind() == figure.Opening || c.Kind() == figure.Closing
		for _, g := range groups {
			if !g.Has(s) {
				row = append(row, "–")
				continue
			}
			a := g.Of(c)
			moved = moved || !a.IsZero()
			if c.Sign() < 0 {
				a = a.Neg() // deductions are shown in parentheses, so the displayed amounts of the lines add up
			}
			row = append(row, wording.Accounting(a, g.Places(s)))
		}
		if moved {
			rows, bold = append(rows, row), append(bold, c.Sums() || c.Kind() == figure.Closing)
		}
	}
	return rows, bold
}

// Widths of amount columns in millimeters.
const (
	amountWidth  = 32.0
	spanWidth    = 46.0 // for a heading that contains a reporting period
	earlierWidth = 66.0 // for a heading that contains a reporting period and its basis
)

func amountColumns(first string, amounts ...string) []document.Column {
	list := []document.Column{{Name: first}}
	for _, name := range amounts {
		list = append(list, document.Column{Name: name, Width: amountWidth, Right: true})
	}
	return list
}

// table writes a section with a table. The section heading, the column headings and the first row
// are on one page.
func (d *draft) table(title string, columns []document.Column, rows [][]string, bold func(i int) bool) {
	const room = 36.0
	d.Room(room)
	d.Section(title)
	d.Table(columns, rows, bold)
}

func (d *draft) tieOut() {
	list := d.r.TieOut
	if list == nil {
		return
	}
	var rows [][]string
	for i := range list {
		out := &list[i]
		name := out.Account
		if key := out.KeyText(); key != "" {
			name += " (" + key + ")"
		}
		show := func(a money.Amount) string { return wording.Accounting(a, out.Places()) }
		rows = append(rows, []string{name, show(out.Ledger), show(out.Leasehold), show(out.Difference)})
	}
	d.table("Trial balance at the end of "+d.r.Question.To.String(), amountColumns("Account", "Ledger", "Leasehold", "Difference"), rows,
		func(i int) bool { return !list[i].Difference.IsZero() })
	d.Paragraph("Debits are positive. Difference = Leasehold less ledger; accounts in bold differ.")
	for i := range list {
		for _, h := range list[i].Explanations {
			d.Item(list[i].Account + ": " + h.Sentence)
		}
	}
}

func (d *draft) lateChanges() {
	if d.r.Previous == nil || len(d.r.Previous.LateChanges) == 0 {
		return
	}
	var rows [][]string
	for i := range d.r.Previous.LateChanges {
		change := &d.r.Previous.LateChanges[i]
		show := func(a money.Amount) string { return wording.Accounting(a, change.Places()) }
		for _, row := range change.Rows(func(name string) string { return wording.Signed(name, change.Standards()) }, show) {
			rows = append(rows, append([]string{change.ID + ", " + row.Figure}, row.Cells[:]...))
		}
	}
	d.table("Prior-period corrections: balances at the end of "+d.r.Question.From.Prev().String(),
		amountColumns("Lease", "Signed", "Computed", "Difference"), rows, nil)
}

func (d *draft) source() {
	s := d.o.Source
	if s == nil || len(s.Columns)+len(s.Left)+len(s.Notes) == 0 {
		return
	}
	d.Section("How the trial balance was read")
	for _, c := range s.Columns {
		d.Fact(c[0], "read as "+c[1])
	}
	for _, n := range s.Notes {
		d.Item(n)
	}
	for _, l := range s.Left {
		d.Item("Omitted, " + l[0] + ": " + l[1] + ".")
	}
}
