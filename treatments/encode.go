package treatments

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

type decimal = money.Decimal

// printer appends JSON with amounts of the given decimals.
type printer struct {
	dst    []byte
	places int
}

func (p *printer) raw(text string) { p.dst = append(p.dst, text...) }

func (p *printer) amount(name string, a money.Amount) {
	p.raw(name)
	p.dst = a.AppendPlaces(p.dst, p.places)
}

func (p *printer) int(name string, n int) {
	p.raw(name)
	p.dst = strconv.AppendInt(p.dst, int64(n), 10)
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

// Append appends the comparison as one JSON object (SPEC 10.2); the service adds
// request_id and replay at its end.
func (c *Comparison) Append(dst []byte) []byte {
	p := printer{dst, c.Lease.Currency.Places()}
	p.raw(`{"treatments":[`)
	for i := range c.Treatments {
		p.comma(i)
		p.treatment(&c.Treatments[i])
	}
	p.raw(`],"differences":[`)
	for i := range c.Differences {
		d := &c.Differences[i]
		p.comma(i)
		p.text(`{"key":`, d.Key)
		p.amount(`,"initialRouAsset":`, d.InitialRouAsset)
		p.amount(`,"totalLeaseCost":`, d.TotalLeaseCost)
		p.raw(`,"years":[`)
		for j, y := range d.Years {
			p.comma(j)
			p.int(`{"year":`, y.Year)
			p.amount(`,"leaseExpense":`, y.LeaseExpense)
			p.amount(`,"rouAssetClose":`, y.RouAssetClose)
			p.raw(`}`)
		}
		p.raw(`]}`)
	}
	p.raw(`]}`)
	return p.dst
}

func (p *printer) treatment(t *Treatment) {
	p.text(`{"key":`, t.Key)
	p.amount(`,"initialLiability":`, t.Result.InitialLiability)
	p.amount(`,"initialRouAsset":`, t.Result.InitialRouAsset)
	p.amount(`,"totalLeaseCost":`, t.Result.TotalLeaseCost)
	p.amount(`,"currentLiability":`, t.Result.Disclosures.CurrentLiability)
	p.amount(`,"longTermLiability":`, t.Result.Disclosures.LongTermLiability)
	p.raw(`,"years":[`)
	for i := range t.Years {
		y := &t.Years[i]
		p.comma(i)
		p.int(`{"year":`, y.Year)
		p.amount(`,"payments":`, y.Payments)
		p.amount(`,"interest":`, y.Interest)
		p.amount(`,"amortization":`, y.Amortization)
		p.amount(`,"leaseExpense":`, y.LeaseExpense)
		p.amount(`,"liabilityClose":`, y.LiabilityClose)
		p.amount(`,"rouAssetClose":`, y.RouAssetClose)
		p.raw(`}`)
	}
	p.raw(`],"notes":[`)
	for i, n := range t.Notes {
		p.comma(i)
		p.text("", n)
	}
	p.raw(`]}`)
}
