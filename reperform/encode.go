package reperform

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/money"
)

// Append appends the result as one JSON object (SPEC 10.2). The service then adds request_id and
// replay.
func (a *Answer) Append(dst []byte) []byte {
	p := printer{jsonout.Printer{Dst: dst, Places: a.Ours.Lease.Currency.Places()}}
	p.payments(a.Payments)
	p.Raw(`,"agrees":`)
	p.Dst = strconv.AppendBool(p.Dst, a.Agrees)
	p.Int(`,"compared":`, a.Compared)
	p.Int(`,"outside":`, a.Outside)
	p.Decimal(`,"largestDifference":`, a.LargestDifference)
	p.optional(`,"rounding":`, a.Rounding)
	p.Raw(`,"differences":[`)
	for i := range a.Differences {
		d := &a.Differences[i]
		p.Comma(i)
		p.Text(`{"where":`, d.Where)
		p.Raw(`,"ours":`)
		p.Dst = d.Ours.AppendPlaces(p.Dst, p.Places)
		p.Decimal(`,"theirs":`, d.Theirs)
		p.Decimal(`,"difference":`, d.Difference)
		p.Raw(`}`)
	}
	p.Raw(`],"inconsistencies":[`)
	for i, x := range a.Inconsistencies {
		p.Comma(i)
		p.Text(`{"where":`, x.Where())
		p.Text(`,"problem":`, x.Problem(money.Decimal.String))
		p.Raw(`}`)
	}
	p.Raw(`],"explanations":[`)
	for i := range a.Explanations {
		e := &a.Explanations[i]
		p.Comma(i)
		p.changes(e.Changes)
		p.Int(`,"outside":`, e.Outside)
		p.Decimal(`,"largestDifference":`, e.LargestDifference)
		p.Raw(`}`)
	}
	p.Raw(`],"explanation":`)
	if e := a.Explanation; e != nil {
		p.changes(e.Changes)
		p.Text(`,"sentence":`, e.Sentence)
		p.Raw(`}`)
	} else {
		p.Raw(`null`)
	}
	p.optional(`,"impliedRate":`, a.ImpliedRate)
	p.Raw(`,"digits":`)
	p.textOrNull(a.Digits)
	p.Raw(`,"notes":[`)
	for i, note := range a.Notes {
		p.Comma(i)
		p.Text("", note)
	}
	p.Raw(`]}`)
	return p.Dst
}

// payments appends the first differing payment as the first field of the response.
func (p *printer) payments(d *PaymentDifference) {
	if d == nil {
		p.Raw(`{"payments":null`)
		return
	}
	p.Int(`{"payments":{"from":`, d.From)
	p.Raw(`,"ours":`)
	p.Dst = d.Ours.AppendPlaces(p.Dst, p.Places)
	p.Decimal(`,"theirs":`, d.Theirs)
	p.Raw(`,"fits":`)
	p.textOrNull(d.Fits)
	p.Raw(`}`)
}

func (p *printer) optional(name string, d *money.Decimal) {
	if p.Raw(name); d == nil {
		p.Raw(`null`)
		return
	}
	p.Dst = d.Append(p.Dst)
}

func (p *printer) textOrNull(text string) {
	if text == "" {
		p.Raw(`null`)
		return
	}
	p.Text("", text)
}

// printer appends the JSON of a response.
type printer struct{ jsonout.Printer }

// changes opens an object and appends the changes of a candidate.
func (p *printer) changes(changes []Change) {
	p.Raw(`{"changes":{`)
	for i, c := range changes {
		p.Comma(i)
		p.Text("", c.Member)
		p.Raw(":" + c.Value)
	}
	p.Raw(`}`)
}
