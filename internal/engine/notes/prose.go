package notes

import (
	"fmt"
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// prose builds sentences one after the other in the same memory.
type prose struct {
	text   []byte // the current sentence
	places int    // decimals of the currency
}

// Types of sentence parts, in addition to texts, numbers, dates, decimals and amounts.
type (
	percent    money.Decimal // a fraction, as in 6% for 0.06
	hundredths int64         // hundredths of a percent, as in 75.00% for 7500
	counted    struct {      // a number and a noun, as in 1 month or 60 months
		n    int
		noun string
	}
)

// inMonths returns a number of months as a part of a sentence.
func inMonths(n int) counted { return counted{n, "month"} }

// add appends parts of a sentence. Amounts have thousands separators and the decimals of the
// currency.
func (p *prose) add(parts ...any) {
	for _, part := range parts {
		switch of := part.(type) {
		case string:
			p.text = append(p.text, of...)
		case int:
			p.text = strconv.AppendInt(p.text, int64(of), 10)
		case money.Amount:
			p.text = of.AppendGrouped(p.text, p.places)
		case money.Decimal:
			p.text = of.Append(p.text)
		case civil.Date:
			p.text = of.Append(p.text)
		case percent:
			p.text = append(money.Decimal(of).Shift(2).Append(p.text), '%')
		case hundredths:
			p.text = append(money.Cents(int64(of)).AppendGrouped(p.text, 2), '%')
		case counted:
			p.text = append(p.text, plural(of.n, of.noun)...)
		default:
			p.text = fmt.Append(p.text, of)
		}
	}
}

// end returns the current sentence and begins the next one.
func (p *prose) end() string {
	sentence := string(p.text)
	p.text = p.text[:0]
	return sentence
}

// plural returns a number with a noun, as in 1 period or 60 periods.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func either(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}
