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
	label
	wrapped
	note
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
	day
	verdict
	styleCount
)

// The number formats. A negative amount stands in parentheses, as in print.
const (
	amountFormat   = `#,##0.00_);(#,##0.00)`
	wholeFormat    = `#,##0_);(#,##0)`
	decimalsFormat = `0.000000000000`
	rateFormat     = `0.00##############`
	percentFormat  = `0.00%`
	dayFormat      = `yyyy-mm-dd`
)

func (b *book) makeStyles() error {
	num := func(format string) *excelize.Style { return &excelize.Style{CustomNumFmt: &format} }
	const letters = "Calibri"
	bold := &excelize.Font{Family: letters, Size: 11, Bold: true}
	// What somebody may type is blue on yellow, as modellers have it.
	typed := func(format string) *excelize.Style {
		s := num(format)
		s.Font = &excelize.Font{Family: letters, Size: 11, Color: "1F4E9E"}
		s.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"FFF9DB"}}
		s.Alignment = &excelize.Alignment{Horizontal: "right"}
		return s
	}
	boldAmount := num(amountFormat)
	boldAmount.Font = bold
	boldAmount.Border = []excelize.Border{{Type: "top", Color: "808080", Style: 1}}
	looks := [styleCount]*excelize.Style{
		plain: {},
		title: {Font: &excelize.Font{Family: letters, Bold: true, Size: 14}},
		heading: {
			Font: bold, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E3E8EE"}},
			Alignment: &excelize.Alignment{WrapText: true, Vertical: "top"},
			Border:    []excelize.Border{{Type: "bottom", Color: "808080", Style: 1}},
		},
		label:       {Font: bold},
		note:        {Alignment: &excelize.Alignment{Horizontal: "left", Indent: 1}},
		wrapped:     {Alignment: &excelize.Alignment{WrapText: true, Vertical: "top"}},
		input:       typed("General"),
		inputAmount: typed(`#,##0.00############`),
		inputDate:   typed(dayFormat),
		inputRate:   typed(rateFormat),
		fixedInput:  {Font: &excelize.Font{Family: letters, Size: 11, Color: "606060"}, Alignment: &excelize.Alignment{Horizontal: "right"}},
		amount:      num(amountFormat),
		amountBold:  boldAmount,
		whole:       num(wholeFormat),
		decimals:    num(decimalsFormat),
		rate:        num(rateFormat),
		percent:     num(percentFormat),
		day:         num(dayFormat),
		verdict:     {Font: &excelize.Font{Family: letters, Bold: true, Size: 14}, Alignment: &excelize.Alignment{Horizontal: "center"}},
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

// signal colours cells: green where they say OK, red where they say anything else.
func (s *sheet) signal(cells string) {
	green, err := s.b.file.NewConditionalStyle(&excelize.Style{
		Font: &excelize.Font{Color: "0B5D1E"}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"C6EFCE"}},
	})
	s.b.keep(err)
	red, err := s.b.file.NewConditionalStyle(&excelize.Style{
		Font: &excelize.Font{Color: "9C0006"}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"FFC7CE"}},
	})
	s.b.keep(err)
	s.b.keep(s.b.file.SetConditionalFormat(s.name, cells, []excelize.ConditionalFormatOptions{
		{Type: "cell", Criteria: "==", Value: `"OK"`, Format: &green},
		{Type: "cell", Criteria: "!=", Value: `"OK"`, Format: &red},
	}))
}
