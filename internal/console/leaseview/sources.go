package leaseview

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// sources describes the origin of a lease's discount rates and how its payments are split between
// components.
type sources struct {
	Open         bool                 // the section is unfolded, because rates are from a table or the lease has components
	Rates        []wording.RateOrigin // discount rates from a rate table, with the rows from which they were determined
	Stated       string               // text about the rate in the request; empty if the rate is from a rate table
	Splits       []splitView
	OneComponent string // text about the consequence of not listing components
}

// splitView shows how payments from a date onward are split between components.
type splitView struct {
	Caption string
	Parts   []partView
	Rent    string // rent of a period; "" if the lease has a list of payments instead
	Lease   string // share of the lease component in each payment
}

type partView struct {
	Name, Kind string
	Price      string
	Share      string
	Rent       string
}

func sourcesOf(r *leasehold.Result, p printer) sources {
	l := &r.Lease
	s := sources{Open: len(r.RatesUsed) > 0 || l.Components != nil, Rates: wording.RateOrigins(&r.Measurement)}
	if len(r.RatesUsed) == 0 {
		s.Stated = wording.Percent(l.DiscountRateAnnual) + " a year, as supplied; its kind was not supplied."
		if l.DiscountRateBasis != leasehold.NoRateBasis {
			s.Stated = wording.Percent(l.DiscountRateAnnual) + " a year, stated to be " + l.DiscountRateBasis.Words() + "."
		}
	}
	for _, x := range wording.Splits(l) {
		v := splitView{Caption: "From " + x.From.String() + " on", Lease: shareText(x.Lease)}
		if x.Rent.Sign() != 0 {
			v.Rent = p.grouped(x.Rent)
		}
		for i := range x.Parts {
			c := &x.Parts[i]
			part := partView{Name: c.Name, Kind: c.Kind.String(), Price: p.grouped(c.StandalonePrice.Minor(wording.Places(l))), Share: shareText(c.Share)}
			if x.Rent.Sign() != 0 {
				part.Rent = p.grouped(c.Rent)
			}
			v.Parts = append(v.Parts, part)
		}
		s.Splits, s.Open = append(s.Splits, v), true
	}
	if len(s.Splits) == 0 {
		s.OneComponent = l.Standard.OneComponent()
	}
	return s
}

// shareText formats a share as a percentage with at most four decimals.
func shareText(share *big.Rat) string {
	return wording.Percent(money.MustParse(share.FloatString(6)))
}
