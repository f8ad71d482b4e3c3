package reperform

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/money"
)

// Append appends the result as one JSON object (SPEC 10.2). The service then adds request_id and
// replay.
func (a *Answer) Append(dst []byte) []byte {
	p := &printer{jsonout.Printer{Dst: dst, Places: a.Ours.Lease.Currency.Places()}}
	p.payments(a.Payments)
	p.Raw(`,"agrees":` + strconv.FormatBool(a.Agrees))
	p.Int(`,"compared":`, a.Compared)
	p.Int(`,"outside":`, a.Outside)
	p.Decimal(`,"largestDifference":`, a.LargestDifference)
	p.optional(`,"rounding":`, a.Rounding)
	jsonout.List(&p.Printer, `,"differences":`, a.Differences, func(d *Difference) {
		p.Text(`{"where":`, d.Where)
		p.Amount(`,"ours":`, d.Ours)
		p.Decimal(`,"theirs":`, d.Theirs)
		p.Decimal(`,"difference":`, d.Difference)
		p.Raw(`}`)
	})
	jsonout.List(&p.Printer, `,"inconsistencies":`, a.Inconsistencies, func(x *Inconsistency) {
		p.Text(`{"where":`, x.Where())
		p.Text(`,"problem":`, x.Problem(money.Decimal.String))
		p.Raw(`}`)
	})
	jsonout.List(&p.Printer, `,"explanations":`, a.Explanations, func(e *Explanation) {
		p.changes(e.Changes)
		p.Int(`,"outside":`, e.Outside)
		p.Decimal(`,"largestDifference":`, e.LargestDifference)
		p.Raw(`}`)
	})
	p.Raw(`,"explanation":`)
	if e := a.Explanation; e != nil {
		p.changes(e.Changes)
		p.Text(`,"sentence":`, e.Sentence)
		p.Raw(`}`)
	} else {
		p.Raw(`null`)
	}
	p.optional(`,"impliedRate":`, a.ImpliedRate)
	p.textOrNull(`,"digits":`, a.Digits)
	p.Texts(`,"notes":`, a.Notes)
	p.Raw(`}`)
	return p.Dst
}

// payments appends the first payment difference as the first field of the response.
func (p *printer) payments(d *PaymentDifference) {
	if d == nil {
		p.Raw(`{"payments":null`)
		return
	}
	p.Int(`{"payments":{"from":`, d.From)
	p.Amount(`,"ours":`, d.Ours)
	p.Decimal(`,"theirs":`, d.Theirs)
	p.textOrNull(`,"fits":`, d.Fits)
	p.Raw(`}`)
}

func (p *printer) optional(name string, d *money.Decimal) {
	if d == nil {
		p.Raw(name + `null`)
		return
	}
	p.Decimal(name, *d)
}

func (p *printer) textOrNull(name, text string) {
	if text == "" {
		p.Raw(name + `null`)
		return
	}
	p.Text(name, text)
}

type printer struct{ jsonout.Printer }

func (p *printer) changes(changes []Change) {
	p.Raw(`{"changes":{`)
	for i, c := range changes {
		p.Comma(i)
		p.Text("", c.Member)
		p.Raw(":" + c.Value)
	}
	p.Raw(`}`)
}
