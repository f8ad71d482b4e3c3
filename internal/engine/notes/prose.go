package notes

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// prose collects the sentences of one result. They share one block of memory,
// which is cut into sentences at the end. Amounts are written for people, with
// thousands separators and the decimals of the lease's currency.
type prose struct {
	text   []byte
	ends   []int
	keys   []string // of notes
	places int
}

func (p *prose) add(parts ...string) *prose {
	for _, s := range parts {
		p.text = append(p.text, s...)
	}
	return p
}

func (p *prose) amount(a money.Amount) *prose {
	p.text = a.AppendGrouped(p.text, p.places)
	return p
}

func (p *prose) number(n int) *prose {
	p.text = strconv.AppendInt(p.text, int64(n), 10)
	return p
}

func (p *prose) date(d civil.Date) *prose {
	p.text = d.Append(p.text)
	return p
}

func (p *prose) decimal(d money.Decimal) *prose {
	p.text = d.Append(p.text)
	return p
}

// months writes a number of months, as in 1 month or 60 months.
func (p *prose) months(n int) *prose { return p.count(n, "month") }

// count writes a number of things, as in 1 period or 60 periods.
func (p *prose) count(n int, noun string) *prose {
	p.number(n).add(" ", noun)
	if n != 1 {
		p.add("s")
	}
	return p
}

// percent writes a fraction as a percentage, as in 6% for 0.06.
func (p *prose) percent(d money.Decimal) *prose {
	p.text = d.Shift(2).Append(p.text)
	return p.add("%")
}

// hundredths writes a percentage in hundredths, as in 75.00%.
func (p *prose) hundredths(n int64) *prose {
	p.text = money.Cents(n).AppendGrouped(p.text, 2)
	return p.add("%")
}

// note closes the current sentence, which is a note.
func (p *prose) note(key string) {
	p.end()
	p.keys = append(p.keys, key)
}

// end closes the current sentence.
func (p *prose) end() { p.ends = append(p.ends, len(p.text)) }

// say puts the sentences into the words of a standard.
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

// cut returns everything that was written as one string, and calls each with
// the sentences in turn.
func (p *prose) cut(each func(i int, sentence string)) {
	all, start := string(p.text), 0
	for i, end := range p.ends {
		each(i, all[start:end])
		start = end
	}
}
