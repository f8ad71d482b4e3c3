// Package jsonout writes responses as JSON, field by field.
package jsonout

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Printer appends fields to a response. Each name argument includes the punctuation before the
// value, as in `,"payment":`.
type Printer struct {
	Dst    []byte
	Places int // number of decimals in amounts
}

// Raw appends unescaped text.
func (p *Printer) Raw(text string) { p.Dst = append(p.Dst, text...) }

// Amount appends an amount.
func (p *Printer) Amount(name string, a money.Amount) {
	p.Dst = a.AppendPlaces(append(p.Dst, name...), p.Places)
}

// Decimal appends a number with all of its decimals.
func (p *Printer) Decimal(name string, d money.Decimal) {
	p.Dst = d.Append(append(p.Dst, name...))
}

// Int appends a whole number.
func (p *Printer) Int(name string, n int) {
	p.Dst = strconv.AppendInt(append(p.Dst, name...), int64(n), 10)
}

// Text appends a string, with its quotation marks.
func (p *Printer) Text(name, value string) {
	p.Dst = strict.AppendQuoted(append(p.Dst, name...), value)
}

// Comma appends a comma before element i, except before the first element.
func (p *Printer) Comma(i int) {
	if i > 0 {
		p.Dst = append(p.Dst, ',')
	}
}

// List appends an array, for which element appends each element.
func List[T any](p *Printer, name string, list []T, element func(*T)) {
	p.Raw(name)
	p.Raw(`[`)
	for i := range list {
		p.Comma(i)
		element(&list[i])
	}
	p.Raw(`]`)
}

// Texts appends an array of strings, with their quotation marks.
func (p *Printer) Texts(name string, list []string) {
	List(p, name, list, func(text *string) { p.Text("", *text) })
}
