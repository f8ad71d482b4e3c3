package notes

import (
	"fmt"
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// prose collects the sentences of one result in one buffer.
type prose struct {
	text   []byte
	ends   []int    // end offsets of the sentences
	keys   []string // keys of the sentences that are notes
	places int      // decimals of the currency
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

// end closes the current sentence.
func (p *prose) end() { p.ends = append(p.ends, len(p.text)) }

// note adds a note with the given parts.
func (p *prose) note(key string, parts ...any) {
	p.add(parts...)
	p.end()
	p.keys = append(p.keys, key)
}

// plural returns a number with a noun, as in 1 period or 60 periods.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// either returns one of two texts.
func either(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}

// say replaces general terms in the sentences with the terms of a standard.
func (p *prose) say(words standard.Vocabulary) {
	if words == nil {
		return
	}
	translated, start := []byte(nil), 0
	for i, end := range p.ends {
		translated = words.Append(translated, p.text[start:end])
		start, p.ends[i] = end, len(translated)
	}
	p.text = translated
}

// sentences splits the buffer and returns one string for each sentence.
func (p *prose) sentences() []string {
	all, start := string(p.text), 0
	list := make([]string, len(p.ends))
	for i, end := range p.ends {
		list[i], start = all[start:end], end
	}
	return list
}
