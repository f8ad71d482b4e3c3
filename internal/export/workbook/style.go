package workbook

import (
	"fmt"

	"github.com/xuri/excelize/v2"
)

// style is how a cell looks.
type style int

const (
	plain style = iota
	title
	heading
	rightHeading // over numbers
	noteHeading  // over notes
	greyHeading  // of a working sheet
	label
	boldNote
	note // a text beside numbers
	grey
	wrapped
	wrappedLabel
	rightText
	leftNumber
	input
	inputAmount
	inputDate
	inputRate
	fixedInput
	amount
	amountBold
	whole
	decimals
	rate
	percent
	years
	day
	leftDay
	verdict
	styleCount
)

// The number formats. A negative amount is in parentheses, as in print.
const (
	amountFormat   = `#,##0.00_);(#,##0.00)`
	wholeFormat    = `#,##0_);(#,##0)`
	decimalsFormat = `0.000000000000`
	rateFormat     = `0.00##############%`
	percentFormat  = `0.00%`
	dayFormat      = `yyyy-mm-dd`
)

// The looks are put together from fonts, alignments and fills.
const letters = "Calibri"

func font(bold bool, colour string) *excelize.Font {
	return &excelize.Font{Family: letters, Size: 11, Bold: bold, Color: colour}
}

func large() *excelize.Font { return &excelize.Font{Family: letters, Size: 14, Bold: true} }

func aligned(to string, indent int) *excelize.Alignment {
	return &excelize.Alignment{Horizontal: to, Indent: indent}
}

func wrapping(to string, indent int) *excelize.Alignment {
	return &excelize.Alignment{Horizontal: to, Indent: indent, WrapText: true, Vertical: "top"}
}

func numbers(format string) *excelize.Style { return &excelize.Style{CustomNumFmt: &format} }

func filled(colour string) excelize.Fill {
	return excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{colour}}
}

func lined(side string) []excelize.Border {
	return []excelize.Border{{Type: side, Color: "808080", Style: 1}}
}

// headed is a heading.
func headed(to string, indent int) *excelize.Style {
	return &excelize.Style{Font: font(true, ""), Fill: filled("E3E8EE"), Alignment: wrapping(to, indent), Border: lined("bottom")}
}

// typed is what may be typed: blue on yellow, as is usual in models.
func typed(format string) *excelize.Style {
	return &excelize.Style{CustomNumFmt: &format, Font: font(false, "1F4E9E"), Fill: filled("FFF9DB"), Alignment: aligned("right", 0)}
}

func (b *book) makeStyles() error {
	total, left := numbers(amountFormat), numbers(dayFormat)
	total.Font, total.Border = font(true, ""), lined("top")
	left.Alignment = aligned("left", 0)
	looks := [styleCount]*excelize.Style{
		plain:        {},
		title:        {Font: large()},
		heading:      headed("", 0),
		rightHeading: headed("right", 0),
		noteHeading:  headed("left", 1),
		greyHeading:  {Font: font(true, "606060"), Fill: filled("F2F2F2"), Alignment: wrapping("", 0), Border: lined("bottom")},
		label:        {Font: font(true, "")},
		boldNote:     {Font: font(true, ""), Alignment: aligned("left", 1)},
		note:         {Alignment: aligned("left", 1)},
		grey:         {Font: font(false, "808080"), Alignment: aligned("left", 1)},
		wrapped:      {Alignment: wrapping("", 0)},
		wrappedLabel: {Font: font(true, ""), Alignment: wrapping("", 0)},
		rightText:    {Alignment: aligned("right", 0)},
		leftNumber:   {Alignment: aligned("left", 0)},
		input:        typed("General"),
		inputAmount:  typed(`#,##0.00############`),
		inputDate:    typed(dayFormat),
		inputRate:    typed(rateFormat),
		fixedInput:   {Font: font(false, "606060"), Alignment: aligned("right", 0)},
		amount:       numbers(amountFormat),
		amountBold:   total,
		whole:        numbers(wholeFormat),
		decimals:     numbers(decimalsFormat),
		rate:         numbers(rateFormat),
		percent:      numbers(percentFormat),
		years:        numbers(`0.0`),
		day:          numbers(dayFormat),
		leftDay:      left,
		verdict:      {Font: large(), Alignment: aligned("center", 0)},
	}
	for i, look := range looks {
		id, err := b.file.NewStyle(look)
		if err != nil {
			return fmt.Errorf("style: %w", err)
		}
		b.styles[i] = id
	}
	return nil
}

// signal colours cells: green where they say OK, red where they say DIFFERS.
func (s *sheet) signal(cells string) {
	green, err := s.b.file.NewConditionalStyle(&excelize.Style{
		Font: &excelize.Font{Color: "0B5D1E"}, Fill: filled("C6EFCE"),
	})
	s.b.keep(err)
	red, err := s.b.file.NewConditionalStyle(&excelize.Style{
		Font: &excelize.Font{Color: "9C0006"}, Fill: filled("FFC7CE"),
	})
	s.b.keep(err)
	s.b.keep(s.b.file.SetConditionalFormat(s.name, cells, []excelize.ConditionalFormatOptions{
		{Type: "cell", Criteria: "==", Value: `"OK"`, Format: &green},
		{Type: "cell", Criteria: "==", Value: `"DIFFERS"`, Format: &red},
	}))
}
