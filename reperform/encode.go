package reperform

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Append appends the answer as one JSON object (SPEC 10.2); the service adds
// request_id and replay at its end.
func (a *Answer) Append(dst []byte) []byte {
	p := printer{dst, a.Ours.Lease.Currency.Places()}
	p.payments(a.Payments)
	p.raw(`,"agrees":`)
	p.dst = strconv.AppendBool(p.dst, a.Agrees)
	p.int(`,"compared":`, a.Compared)
	p.int(`,"outside":`, a.Outside)
	p.decimal(`,"largestDifference":`, a.LargestDifference)
	p.optional(`,"rounding":`, a.Rounding)
	p.raw(`,"differences":[`)
	for i := range a.Differences {
		d := &a.Differences[i]
		p.comma(i)
		p.text(`{"where":`, d.Where)
		p.raw(`,"ours":`)
		p.dst = d.Ours.AppendPlaces(p.dst, p.places)
		p.decimal(`,"theirs":`, d.Theirs)
		p.decimal(`,"difference":`, d.Difference)
		p.raw(`}`)
	}
	p.raw(`],"inconsistencies":[`)
	for i, x := range a.Inconsistencies {
		p.comma(i)
		p.text(`{"where":`, x.Where)
		p.text(`,"problem":`, x.Problem)
		p.raw(`}`)
	}
	p.raw(`],"explanations":[`)
	for i := range a.Explanations {
		e := &a.Explanations[i]
		p.comma(i)
		p.changes(e.Changes)
		p.int(`,"outside":`, e.Outside)
		p.decimal(`,"largestDifference":`, e.LargestDifference)
		p.raw(`}`)
	}
	p.raw(`],"explanation":`)
	if e := a.Explanation; e != nil {
		p.changes(e.Changes)
		p.text(`,"sentence":`, e.Sentence)
		p.raw(`}`)
	} else {
		p.raw(`null`)
	}
	p.optional(`,"impliedRate":`, a.ImpliedRate)
	p.raw(`,"digits":`)
	p.textOrNull(a.Digits)
	p.raw(`,"notes":[`)
	for i, note := range a.Notes {
		p.comma(i)
		p.text("", note)
	}
	p.raw(`]}`)
	return p.dst
}

// payments opens the answer with what their payments have first.
func (p *printer) payments(d *PaymentDifference) {
	if d == nil {
		p.raw(`{"payments":null`)
		return
	}
	p.int(`{"payments":{"from":`, d.From)
	p.raw(`,"ours":`)
	p.dst = d.Ours.AppendPlaces(p.dst, p.places)
	p.decimal(`,"theirs":`, d.Theirs)
	p.raw(`,"fits":`)
	p.textOrNull(d.Fits)
	p.raw(`}`)
}

func (p *printer) optional(name string, d *money.Decimal) {
	if p.raw(name); d == nil {
		p.raw(`null`)
		return
	}
	p.dst = d.Append(p.dst)
}

func (p *printer) textOrNull(text string) {
	if text == "" {
		p.raw(`null`)
		return
	}
	p.text("", text)
}

// printer appends JSON.
type printer struct {
	dst    []byte
	places int
}

func (p *printer) raw(text string) { p.dst = append(p.dst, text...) }

func (p *printer) int(name string, n int) {
	p.raw(name)
	p.dst = strconv.AppendInt(p.dst, int64(n), 10)
}

func (p *printer) decimal(name string, d money.Decimal) {
	p.raw(name)
	p.dst = d.Append(p.dst)
}

func (p *printer) text(name, value string) {
	p.raw(name)
	p.dst = strict.AppendQuoted(p.dst, value)
}

func (p *printer) comma(i int) {
	if i > 0 {
		p.raw(",")
	}
}

// changes opens an object with the changes of a candidate.
func (p *printer) changes(changes []Change) {
	p.raw(`{"changes":{`)
	for i, c := range changes {
		p.comma(i)
		p.text("", c.Member)
		p.raw(":" + c.Value)
	}
	p.raw(`}`)
}
