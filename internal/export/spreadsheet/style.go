package spreadsheet

import (
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Style identifies a cell style.
type Style int

// looks contains a function for each style. The function returns the cell format for amounts with
// the given number of decimals.
var looks []func(places int) *excelize.Style

func style(look *excelize.Style) Style {
	return amountStyle(func(int) *excelize.Style { return look })
}

func amountStyle(look func(places int) *excelize.Style) Style {
	looks = append(looks, look)
	return Style(len(looks) - 1)
}

// The styles of cells.
var (
	Plain        = style(&excelize.Style{})
	Title        = style(&excelize.Style{Font: large()})
	Heading      = style(headed("", 0))
	RightHeading = style(headed("right", 0)) // heading of a column of numbers
	NoteHeading  = style(headed("left", 1))  // heading of a column of notes
	GreyHeading  = style(&excelize.Style{    // heading on a sheet with intermediate amounts
		Font: font(true, "606060"), Fill: filled("F2F2F2"), Alignment: wrapping("", 0), Border: lined("bottom"),
	})
	Label        = style(&excelize.Style{Font: font(true, "")})
	BoldNote     = style(&excelize.Style{Font: font(true, ""), Alignment: aligned("left", 1)})
	Note         = style(&excelize.Style{Alignment: aligned("left", 1)}) // text next to numbers
	Grey         = style(&excelize.Style{Font: font(false, "808080"), Alignment: aligned("left", 1)})
	Wrapped      = style(&excelize.Style{Alignment: wrapping("", 0)})
	WrappedLabel = style(&excelize.Style{Font: font(true, ""), Alignment: wrapping("", 0)})
	RightText    = style(&excelize.Style{Alignment: aligned("right", 0)})
	LeftNumber   = style(&excelize.Style{Alignment: aligned("left", 0)})
	Input        = style(typed("General"))
	InputAmount  = amountStyle(func(places int) *excelize.Style {
		return typed("#,##0." + strings.Repeat("0", places) + strings.Repeat("#", 14-places))
	})
	InputRate  = style(typed(rateFormat))
	FixedInput = style(&excelize.Style{Font: font(false, "606060"), Alignment: aligned("right", 0)})
	Amount     = amountStyle(func(places int) *excelize.Style { return numbers(amounts(places)) })
	AmountBold = amountStyle(totals)
	Whole      = style(numbers(`#,##0_);(#,##0)`))
	Decimals   = style(numbers(`0.000000000000`))
	Rate       = style(numbers(rateFormat))
	Percent    = style(numbers(`0.00%`))
	Years      = style(numbers(`0.0`))
	MonthsLeft = style(numbers(`0.00`))
	Day        = style(numbers(dayFormat))
	LeftDay    = style(&excelize.Style{CustomNumFmt: new(dayFormat), Alignment: aligned("left", 0)})
	Verdict    = style(&excelize.Style{Font: large(), Alignment: aligned("center", 0)})
)

const (
	rateFormat = `0.00##############%`
	dayFormat  = `yyyy-mm-dd`
)

const maxPlaces = 3

// In returns the style for amounts with the given number of decimals, up to 3. The style must be
// [Amount] or [AmountBold].
func (look Style) In(places int) Style { return look + Style(len(looks)*(places+1)) }

// amounts returns a number format that shows negative amounts in parentheses.
func amounts(places int) string {
	digits := "#,##0"
	if places > 0 {
		digits += "." + strings.Repeat("0", places)
	}
	return digits + "_);(" + digits + ")"
}

func font(bold bool, color string) *excelize.Font {
	return &excelize.Font{Family: "Calibri", Size: 11, Bold: bold, Color: color}
}

func large() *excelize.Font { return &excelize.Font{Family: "Calibri", Size: 14, Bold: true} }

func aligned(to string, indent int) *excelize.Alignment {
	return &excelize.Alignment{Horizontal: to, Indent: indent}
}

func wrapping(to string, indent int) *excelize.Alignment {
	return &excelize.Alignment{Horizontal: to, Indent: indent, WrapText: true, Vertical: "top"}
}

func numbers(format string) *excelize.Style { return &excelize.Style{CustomNumFmt: &format} }

func filled(color string) excelize.Fill {
	return excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{color}}
}

func lined(side string) []excelize.Border {
	return []excelize.Border{{Type: side, Color: "808080", Style: 1}}
}

func totals(places int) *excelize.Style {
	look := numbers(amounts(places))
	look.Font, look.Border = font(true, ""), lined("top")
	return look
}

func headed(to string, indent int) *excelize.Style {
	return &excelize.Style{Font: font(true, ""), Fill: filled("E3E8EE"), Alignment: wrapping(to, indent), Border: lined("bottom")}
}

// typed returns the style of input cells: blue text on yellow, as is usual in financial models.
func typed(format string) *excelize.Style {
	return &excelize.Style{CustomNumFmt: &format, Font: font(false, "1F4E9E"), Fill: filled("FFF9DB"), Alignment: aligned("right", 0)}
}

func (b *Book) makeStyles() {
	add := func(look Style, format *excelize.Style) {
		id, err := b.file.NewStyle(format)
		b.Fail(err)
		b.styles[look] = id
	}
	for i, look := range looks {
		add(Style(i), look(b.o.Places))
	}
	for places := range maxPlaces + 1 {
		for _, look := range []Style{Amount, AmountBold} {
			add(look.In(places), looks[look](places))
		}
	}
}

// Signal adds conditional formatting that shows OK in green and DIFFERS in red.
func (s *Sheet) Signal(cells string) {
	var rules []excelize.ConditionalFormatOptions
	for _, x := range []struct{ verdict, font, fill string }{{"OK", "0B5D1E", "C6EFCE"}, {"DIFFERS", "9C0006", "FFC7CE"}} {
		id, err := s.b.file.NewConditionalStyle(&excelize.Style{Font: &excelize.Font{Color: x.font}, Fill: filled(x.fill)})
		s.b.Fail(err)
		rules = append(rules, excelize.ConditionalFormatOptions{Type: "cell", Criteria: "==", Value: strconv.Quote(x.verdict), Format: &id})
	}
	s.b.Fail(s.b.file.SetConditionalFormat(s.name, cells, rules))
}
