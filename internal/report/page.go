// Package report prints the accounting of leases as plain text with tables. Amounts have thousands
// separators and aligned decimal points. The package computes only the totals of its tables.
package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// Page contains the text of a report.
type Page struct {
	out    bytes.Buffer
	width  int
	colour bool
}

// Minimum and maximum width, in characters, to which sentences are wrapped.
const (
	minWidth = 60
	maxWidth = 110
)

// NewPage returns a page for a terminal of the given width in characters, or for a file if width is
// 0. For a file, colour must be false.
func NewPage(width int, colour bool) *Page {
	if width <= 0 {
		width = maxWidth
	}
	return &Page{width: min(max(width, minWidth), maxWidth), colour: colour}
}

// WriteTo writes the page's text to w.
func (p *Page) WriteTo(w io.Writer) (int64, error) { return p.out.WriteTo(w) }

// Terminal escape codes.
const (
	bold  = "\x1b[1m"
	faint = "\x1b[2m"
	green = "\x1b[32m"
	red   = "\x1b[31m"
	plain = "\x1b[0m"
)

func (p *Page) paint(code, s string) string {
	if !p.colour {
		return s
	}
	return code + s + plain
}

// mark returns the symbol for a criterion's verdict: met, not met or not tested.
func (p *Page) mark(verdict string) string {
	switch verdict {
	case wording.Met:
		return p.paint(green, "✓")
	case wording.NotMet:
		return p.paint(red, "✗")
	default:
		return p.paint(faint, "–")
	}
}

func (p *Page) line(s string) {
	p.out.WriteString(strings.TrimRight(s, " "))
	p.out.WriteByte('\n')
}

func (p *Page) title(s string) {
	p.line(p.paint(bold, s))
	p.line(p.paint(faint, fmt.Sprintf("rules revision %d", leasehold.RulesRevision)))
}

// titleOf prints a title that starts with a lease's name and id.
func (p *Page) titleOf(l *leasehold.Lease, title string) {
	for _, name := range []string{l.Name, l.ID} {
		if name != "" {
			title = printable(name) + " · " + title
		}
	}
	p.title(title)
}

func (p *Page) section(s string) {
	p.line("")
	p.line(p.paint(bold, strings.ToUpper(s)))
}

// paragraph prints a wrapped sentence after a mark such as "•".
func (p *Page) paragraph(mark, s string) {
	indent := strings.Repeat(" ", text.StringWidthWithoutEscSequences(mark)+1)
	for i, l := range strings.Split(text.WrapSoft(s, p.width-len(indent)-1), "\n") {
		if i == 0 {
			p.line(" " + mark + " " + l)
		} else {
			p.line(" " + indent + l)
		}
	}
}

type column struct {
	name  string
	right bool // whether the column is right-aligned, as for amounts and numbers
	width int  // width to which the text is wrapped; 0 if it is not wrapped
}

// right returns a column for amounts. A space in the heading aligns it with the digits of positive
// amounts.
func right(name string) column { return column{name: name + " ", right: true} }

func (p *Page) grid(columns ...column) table.Writer {
	t := table.NewWriter()
	style := table.StyleLight
	style.Options.DrawBorder = false
	style.Options.SeparateColumns = false
	style.Format.Header = text.FormatDefault
	style.Format.Footer = text.FormatDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = " ", " "
	if p.colour {
		style.Color.Header = text.Colors{text.Faint}
		style.Color.Footer = text.Colors{text.Bold}
	}
	t.SetStyle(style)
	configs := make([]table.ColumnConfig, len(columns))
	var header table.Row
	named := false
	for i, c := range columns {
		align := text.AlignLeft
		if c.right {
			align = text.AlignRight
		}
		configs[i] = table.ColumnConfig{
			Number: i + 1, Align: align, AlignHeader: align, AlignFooter: align, VAlign: text.VAlignTop,
			WidthMax: c.width, WidthMaxEnforcer: text.WrapSoft,
		}
		header = append(header, c.name)
		named = named || c.name != ""
	}
	t.SetColumnConfigs(configs)
	if named {
		t.AppendHeader(header)
	}
	return t
}

func (p *Page) put(t table.Writer) {
	for l := range strings.Lines(t.Render()) {
		p.line(strings.TrimSuffix(l, "\n"))
	}
}

// printableLines is like [printable] but keeps line breaks.
func printableLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = printable(lines[i])
	}
	return strings.Join(lines, "\n")
}

// printable replaces control characters and characters that change the text direction, because
// terminals interpret them.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return utf8.RuneError
		}
		return r
	}, s)
}
