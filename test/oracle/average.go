package oracle

import (
	"math/big"
	"slices"
)

// average holds the weighted averages, at the end of the reporting period, for the leases that
// share a class, a currency and a standard.
type average struct {
	class, currency, standard string

	liability, payments                 *big.Rat
	term, rateByLiability, rateByPaying *big.Rat
}

// averages computes the weighted averages. Exempt leases do not count.
func (r *Report) averages() []*average {
	var all []*average
	for _, f := range r.leases {
		if f.lease.Exemption != "" {
			continue
		}
		i := slices.IndexFunc(all, func(a *average) bool {
			return a.class == f.class && a.currency == f.shown() && a.standard == f.lease.Standard
		})
		if i < 0 {
			i = len(all)
			all = append(all, &average{f.class, f.shown(), f.lease.Standard, new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat)})
		}
		all[i].add(f)
	}
	return all
}

func (a *average) add(f *leaseFigures) {
	balance := new(big.Rat).SetInt(f.amounts.of("liability.closing"))
	coming := new(big.Rat).SetInt(f.payments)
	a.liability.Add(a.liability, balance)
	a.payments.Add(a.payments, coming)
	a.term.Add(a.term, new(big.Rat).Mul(f.left, balance))
	a.rateByLiability.Add(a.rateByLiability, new(big.Rat).Mul(used(f.rate), balance))
	a.rateByPaying.Add(a.rateByPaying, new(big.Rat).Mul(used(f.rate), coming))
}

// weighted formats sum / weight with the given number of decimals. It returns an empty string if
// weight is 0.
func weighted(sum, weight *big.Rat, decimals int) string {
	if weight.Sign() == 0 {
		return ""
	}
	return plain(toDecimals(new(big.Rat).Quo(sum, weight), decimals))
}
