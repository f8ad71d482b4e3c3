package wording

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// Split describes how the payments of a lease contract are split between its components. The split
// applies from commencement or from an event onward.
type Split struct {
	From  civil.Date
	Event int // index of the event; −1 for commencement
	Parts []ComponentShare
	Rent  money.Amount // rent of a whole period, which equals the sum of the components' rents; 0 if the lease has a list of payments
	Lease *big.Rat     // share of the lease components in each payment
}

// ComponentShare is a component of the lease contract with its share of each payment.
type ComponentShare struct {
	leasehold.Component

	Share *big.Rat
	Rent  money.Amount // rent of a period for this component
}

// Splits returns the splits of a lease's payments, or nil if the lease has no components.
func Splits(l *leasehold.Lease) (list []Split) {
	add := func(from civil.Date, event int, components []leasehold.Component, rent money.Decimal) {
		if len(components) > 0 {
			list = append(list, split(l, from, event, components, rent))
		}
	}
	rent := l.PaymentAmount
	add(l.CommencementDate, -1, l.Components, rent)
	for i := range l.Events {
		e := &l.Events[i]
		if e.PaymentAmount.Set {
			rent = e.PaymentAmount.Value
		}
		add(e.Date, i, e.Components, rent)
	}
	return list
}

// split splits the rent of a period between the components. The sum for the lease components is
// rounded in the same way as in the engine. The services receive the rest, so that the rents of all
// components add up to the rent.
func split(l *leasehold.Lease, from civil.Date, event int, components []leasehold.Component, rent money.Decimal) Split {
	places := Places(l)
	s := Split{From: from, Event: event, Rent: rent.Minor(places), Lease: new(big.Rat)}
	all := new(big.Rat)
	prices := make([]*big.Rat, len(components))
	for i := range components {
		prices[i] = ratOf(components[i].StandalonePrice)
		all.Add(all, prices[i])
	}
	exact, given, upTo := new(big.Rat).SetInt(s.Rent.Big()), money.Amount{}, new(big.Rat)
	s.Parts = make([]ComponentShare, len(components))
	for _, kind := range []leasehold.ComponentKind{leasehold.LeaseComponent, leasehold.ServiceComponent} {
		for i := range components {
			if components[i].Kind != kind {
				continue
			}
			share := new(big.Rat).Quo(prices[i], all)
			upTo.Add(upTo, share)
			part := new(big.Rat).Mul(exact, upTo)
			until := money.FromBig(money.QuoRound(new(big.Int).Set(part.Num()), part.Denom()))
			s.Parts[i] = ComponentShare{components[i], share, until.Sub(given)}
			given = until
		}
		if kind == leasehold.LeaseComponent {
			s.Lease.Set(upTo)
		}
	}
	return s
}

// ratOf converts a decimal number to a fraction.
func ratOf(d money.Decimal) *big.Rat {
	r, ok := new(big.Rat).SetString(d.String())
	if !ok {
		panic("wording: " + d.String() + " is not a number") // cannot happen: String of package money returns a valid number
	}
	return r
}
