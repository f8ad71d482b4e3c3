package treatments

import (
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/money"
)

type decimal = money.Decimal

// printer appends a comparison.
type printer struct{ jsonout.Printer }

// Append appends the comparison as one JSON object (SPEC 10.2). The service adds request_id and
// replay.
func (c *Comparison) Append(dst []byte) []byte {
	p := printer{jsonout.Printer{Dst: dst, Places: c.Lease.Currency.Places()}}
	p.Raw(`{"treatments":[`)
	for i := range c.Treatments {
		p.Comma(i)
		p.treatment(&c.Treatments[i])
	}
	p.Raw(`],"differences":[`)
	for i := range c.Differences {
		d := &c.Differences[i]
		p.Comma(i)
		p.Text(`{"key":`, d.Key)
		p.Amount(`,"initialRouAsset":`, d.InitialRouAsset)
		p.Amount(`,"totalLeaseCost":`, d.TotalLeaseCost)
		p.Raw(`,"years":[`)
		for j, y := range d.Years {
			p.Comma(j)
			p.Int(`{"year":`, y.Year)
			p.Amount(`,"leaseExpense":`, y.LeaseExpense)
			p.Amount(`,"rouAssetClose":`, y.RouAssetClose)
			p.Raw(`}`)
		}
		p.Raw(`]}`)
	}
	p.Raw(`]}`)
	return p.Dst
}

func (p *printer) treatment(t *Treatment) {
	p.Text(`{"key":`, t.Key)
	p.Amount(`,"initialLiability":`, t.Result.InitialLiability)
	p.Amount(`,"initialRouAsset":`, t.Result.InitialRouAsset)
	p.Amount(`,"totalLeaseCost":`, t.Result.TotalLeaseCost)
	p.Amount(`,"currentLiability":`, t.Result.Disclosures.CurrentLiability)
	p.Amount(`,"longTermLiability":`, t.Result.Disclosures.LongTermLiability)
	p.Raw(`,"years":[`)
	for i := range t.Years {
		y := &t.Years[i]
		p.Comma(i)
		p.Int(`{"year":`, y.Year)
		p.Amount(`,"payments":`, y.Payments)
		p.Amount(`,"interest":`, y.Interest)
		p.Amount(`,"amortization":`, y.Amortization)
		p.Amount(`,"leaseExpense":`, y.LeaseExpense)
		p.Amount(`,"liabilityClose":`, y.LiabilityClose)
		p.Amount(`,"rouAssetClose":`, y.RouAssetClose)
		p.Raw(`}`)
	}
	p.Raw(`],"notes":[`)
	for i, n := range t.Notes {
		p.Comma(i)
		p.Text("", n)
	}
	p.Raw(`]}`)
}
