package treatments

import (
	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
)

// Append appends the comparison as one JSON object (SPEC 10.2). The service adds request_id and
// replay.
func (c *Comparison) Append(dst []byte) []byte {
	p := &jsonout.Printer{Dst: dst, Places: c.Lease.Currency.Places()}
	jsonout.List(p, `{"treatments":`, c.Treatments, func(t *Treatment) { t.append(p) })
	jsonout.List(p, `,"differences":`, c.Differences, func(d *Difference) {
		p.Text(`{"key":`, d.Key)
		p.Amount(`,"initialRouAsset":`, d.InitialRouAsset)
		p.Amount(`,"totalLeaseCost":`, d.TotalLeaseCost)
		jsonout.List(p, `,"years":`, d.Years, func(y *YearDifference) {
			p.Int(`{"year":`, y.Year)
			p.Amount(`,"leaseExpense":`, y.LeaseExpense)
			p.Amount(`,"rouAssetClose":`, y.RouAssetClose)
			p.Raw(`}`)
		})
		p.Raw(`}`)
	})
	p.Raw(`}`)
	return p.Dst
}

func (t *Treatment) append(p *jsonout.Printer) {
	p.Text(`{"key":`, t.Key)
	p.Amount(`,"initialLiability":`, t.Result.InitialLiability)
	p.Amount(`,"initialRouAsset":`, t.Result.InitialRouAsset)
	p.Amount(`,"totalLeaseCost":`, t.Result.TotalLeaseCost)
	p.Amount(`,"currentLiability":`, t.Result.Disclosures.CurrentLiability)
	p.Amount(`,"longTermLiability":`, t.Result.Disclosures.LongTermLiability)
	jsonout.List(p, `,"years":`, t.Years, func(y *leasehold.LeaseYear) {
		p.Int(`{"year":`, y.Year)
		p.Amount(`,"payments":`, y.Payments)
		p.Amount(`,"interest":`, y.Interest)
		p.Amount(`,"amortization":`, y.Amortization)
		p.Amount(`,"leaseExpense":`, y.LeaseExpense)
		p.Amount(`,"liabilityClose":`, y.LiabilityClose)
		p.Amount(`,"rouAssetClose":`, y.RouAssetClose)
		p.Raw(`}`)
	})
	p.Texts(`,"notes":`, t.Notes)
	p.Raw(`}`)
}
