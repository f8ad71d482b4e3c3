package spreadsheet

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Style is the style of a cell.
type Style int

// The styles of cells.
const (
	Plain Style = iota
	Title
	Heading
	RightHeading // heading of a column of numbers
	NoteHeading  // heading of a column of notes
	GreyHeading  // heading on a sheet with intermediate amounts
	Label
	BoldNote
	Note // text next to numbers
	Grey
	Wrapped
	WrappedLabel
	RightText
	LeftNumber
	Input
	InputAmount
	InputRate
	FixedInput
	Amount
	AmountBold
	Whole
	Decimals
	Rate
	Percent
	Years
	MonthsLeft
	Day
	LeftDay
	Verdict
	styleCount
)

const maxPlaces = 3

// In returns the style for amounts with the given number of decimals, at most 3. The style must be
// [Amount] or [AmountBold].
func (look Style) In(places int) Style { return look + styleCount*Style(places+1) }

// The number formats show negative amounts in parentheses.
const (
	wholeFormat    = `#,##0_);(#,##0)`
	decimalsFormat = `0.000000000000`
	rateFormat     = `0.00##############%`
	percentFormat  = `0.00%`
	dayFormat      = `yyyy-mm-dd`
)

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

// typed returns the style of cells for inputs: blue text on yellow, as is usual in financial
// models.
func typed(format string) *excelize.Style {
	return &excelize.Style{CustomNumFmt: &format, Font: font(false, "1F4E9E"), Fill: filled("FFF9DB"), Alignment: aligned("right", 0)}
}

func (b *Book) makeStyles() error {
	left := numbers(dayFormat)
	left.Alignment = aligned("left", 0)
	looks := map[Style]*excelize.Style{ //nolint:exhaustive // styleCount is not a style
		Plain:        {},
		Title:        {Font: large()},
		Heading:      headed("", 0),
		RightHeading: headed("right", 0),
		NoteHeading:  headed("left", 1),
		GreyHeading:  {Font: font(true, "606060"), Fill: filled("F2F2F2"), Alignment: wrapping("", 0), Border: lined("bottom")},
		Label:        {Font: font(true, "")},
		BoldNote:     {Font: font(true, ""), Alignment: aligned("left", 1)},
		Note:         {Alignment: aligned("left", 1)},
		Grey:         {Font: font(false, "808080"), Alignment: aligned("left", 1)},
		Wrapped:      {Alignment: wrapping("", 0)},
		WrappedLabel: {Font: font(true, ""), Alignment: wrapping("", 0)},
		RightText:    {Alignment: aligned("right", 0)},
		LeftNumber:   {Alignment: aligned("left", 0)},
		Input:        typed("General"),
		InputAmount:  typed("#,##0." + strings.Repeat("0", b.o.Places) + strings.Repeat("#", 14-b.o.Places)),
		InputRate:    typed(rateFormat),
		FixedInput:   {Font: font(false, "606060"), Alignment: aligned("right", 0)},
		Amount:       numbers(amounts(b.o.Places)),
		AmountBold:   totals(b.o.Places),
		Whole:        numbers(wholeFormat),
		Decimals:     numbers(decimalsFormat),
		Rate:         numbers(rateFormat),
		Percent:      numbers(percentFormat),
		Years:        numbers(`0.0`),
		MonthsLeft:   numbers(`0.00`),
		Day:          numbers(dayFormat),
		LeftDay:      left,
		Verdict:      {Font: large(), Alignment: aligned("center", 0)},
	}
	for places := range maxPlaces + 1 {
		looks[Amount.In(places)], looks[AmountBold.In(places)] = numbers(amounts(places)), totals(places)
	}
	for _, look := range slices.Sorted(maps.Keys(looks)) {
		id, err := b.file.NewStyle(looks[look])
		if err != nil {
			return fmt.Errorf("style: %w", err)
		}
		b.styles[look] = id
	}
	return nil
}

// Signal adds conditional formatting: cells with OK are green and cells with DIFFERS are red.
func (s *Sheet) Signal(cells string) {
	var rules []excelize.ConditionalFormatOptions
	for _, x := range []struct{ verdict, font, fill string }{{"OK", "0B5D1E", "C6EFCE"}, {"DIFFERS", "9C0006", "FFC7CE"}} {
		id, err := s.b.file.NewConditionalStyle(&excelize.Style{Font: &excelize.Font{Color: x.font}, Fill: filled(x.fill)})
		s.b.Fail(err)
		rules = append(rules, excelize.ConditionalFormatOptions{Type: "cell", Criteria: "==", Value: strconv.Quote(x.verdict), Format: &id})
	}
	s.b.Fail(s.b.file.SetConditionalFormat(s.name, cells, rules))
}
