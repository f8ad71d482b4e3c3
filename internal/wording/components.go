package wording

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// Split shows how the payments of a lease contract are split between its components, from
// commencement or from an event.
type Split struct {
	From  civil.Date
	Event int // −1 for commencement
	Parts []ComponentShare
	Rent  money.Amount // rent of a whole period, the sum of the components' rents; 0 for a list of payments
	Lease *big.Rat     // the share of the lease component in each payment
}

// ComponentShare is a component with its share of each payment.
type ComponentShare struct {
	leasehold.Component

	Share *big.Rat
	Rent  money.Amount // the component's portion of the rent of a period
}

// Splits returns the splits of a lease's payments, or nil without components.
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

// split splits the rent of a period. The lease portion is rounded as in the engine, the services
// receive the remaining amount, and the portions add up to the rent.
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

// ratOf returns a decimal number as a fraction.
func ratOf(d money.Decimal) *big.Rat {
	r, ok := new(big.Rat).SetString(d.String())
	if !ok {
		panic("wording: " + d.String() + " is not a number") // package money printed it
	}
	return r
}
