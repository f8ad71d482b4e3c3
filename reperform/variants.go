package reperform

import (
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/strict"
)

// Change is one difference of a variant from the lease as given.
type Change struct {
	Member string // as in discounting
	Value  string // as JSON prints it
	words  string // after "if"
}

// Words says the change within a sentence, as in: payments are made in arrears.
func (c Change) Words() string { return c.words }

// variant is the lease under other conventions (METHOD 15.3).
type variant struct {
	lease   leasehold.Lease
	changes []Change
	early   bool // closing payments are counted one day earlier
}

// further is a change that a variant may have besides its conventions.
type further struct {
	applies func(*Question, *leasehold.Lease) bool
	change  func(*variant)
}

// hasAssetFigure reports whether theirs has a figure of the asset.
func (q *Question) hasAssetFigure() bool {
	return q.Theirs.InitialRouAsset.Set || slices.ContainsFunc(q.Theirs.Schedule, func(r Row) bool {
		return r.RouAmortization.Set || r.RouAssetClose.Set
	})
}

func (v *variant) note(member, value, words string) {
	v.changes = append(v.changes, Change{member, value, words})
}

// furthers in the order of METHOD 15.3.
var furthers = [...]further{
	{
		func(_ *Question, l *leasehold.Lease) bool {
			return l.AnnualEscalationPct.Value.Sign() > 0 || l.AnnualEscalationAmount.Value.Sign() > 0
		},
		func(v *variant) {
			member := "annualEscalationPct"
			if v.lease.AnnualEscalationAmount.Value.Sign() > 0 {
				member = "annualEscalationAmount"
			}
			v.lease.AnnualEscalationPct, v.lease.AnnualEscalationAmount = optional{}, optional{}
			v.note(member, "0", "the escalation is left out")
		},
	},
	{
		func(_ *Question, l *leasehold.Lease) bool { return l.TermMonths > l.PaymentFrequency.Months() },
		func(v *variant) { v.lengthen(-1, "the term is one payment period shorter") },
	},
	{
		func(*Question, *leasehold.Lease) bool { return true },
		func(v *variant) { v.lengthen(1, "the term is one payment period longer") },
	},
	{
		func(*Question, *leasehold.Lease) bool { return true },
		func(v *variant) {
			v.lease.DiscountRateAnnual = v.lease.DiscountRateAnnual.Shift(-2)
			v.note("discountRateAnnual", v.lease.DiscountRateAnnual.String(), "the rate is taken for a percentage, a hundredth of what was given")
		},
	},
	{
		func(q *Question, l *leasehold.Lease) bool {
			return q.hasAssetFigure() && l.LeaseIncentives.Value.Sign() > 0
		},
		func(v *variant) {
			v.lease.LeaseIncentives = optional{}
			v.note("leaseIncentives", "0", "the lease incentives are left out")
		},
	},
	{
		func(q *Question, l *leasehold.Lease) bool {
			return q.hasAssetFigure() && l.InitialDirectCosts.Value.Sign() > 0
		},
		func(v *variant) {
			v.lease.InitialDirectCosts = optional{}
			v.note("initialDirectCosts", "0", "the initial direct costs are left out")
		},
	},
	{
		func(_ *Question, l *leasehold.Lease) bool { return l.Basis.Value.Discounting == leasehold.Actual365 },
		func(v *variant) {
			v.early = true
			v.note("closingPayments", `"one day earlier"`, "payments at the end of a period are discounted to the day itself and not to its end")
		},
	},
}

func (v *variant) lengthen(periods int, words string) {
	v.lease.TermMonths += periods * v.lease.PaymentFrequency.Months()
	v.note("termMonths", money.Int(int64(v.lease.TermMonths)).String(), words)
}

// variants returns every candidate in the order of METHOD 15.3: the lease under each
// set of conventions, then each of these with one further change.
func (q *Question) variants() []variant {
	var list []variant
	for _, discounting := range []leasehold.Discounting{leasehold.Nominal, leasehold.Effective, leasehold.Actual365} {
		for _, commencement := range []leasehold.CommencementPayment{leasehold.InLiability, leasehold.Settled} {
			for _, timing := range []leasehold.Timing{leasehold.Advance, leasehold.Arrears} {
				list = append(list, q.under(discounting, commencement, timing))
			}
		}
	}
	for _, v := range slices.Clip(list) {
		for _, f := range furthers {
			if f.applies(q, &v.lease) {
				changed := v
				changed.changes = slices.Clone(v.changes)
				f.change(&changed)
				list = append(list, changed)
			}
		}
	}
	return list
}

// under returns the lease under the given conventions.
func (q *Question) under(d leasehold.Discounting, c leasehold.CommencementPayment, t leasehold.Timing) variant {
	v := variant{lease: q.Lease}
	given := q.Lease.Basis.Value
	if d != given.Discounting {
		v.note("discounting", `"`+d.String()+`"`, discountingWords[d])
	}
	if c != given.CommencementPayment {
		v.note("commencementPayment", `"`+c.String()+`"`, commencementWords[c])
	}
	if t != q.Lease.PaymentTiming {
		v.note("paymentTiming", `"`+t.String()+`"`, timingWords[t])
	}
	if len(v.changes) > 0 {
		v.lease.Basis = strict.Some(leasehold.Basis{Discounting: d, CommencementPayment: c})
		v.lease.PaymentTiming = t
	}
	return v
}

var (
	discountingWords = [...]string{
		leasehold.Nominal:   "the rate is applied as a nominal annual rate, divided by the periods of a year",
		leasehold.Effective: "the rate is applied as an effective annual rate",
		leasehold.Actual365: "the rate is applied as an effective annual rate over actual days / 365",
	}
	commencementWords = [...]string{
		leasehold.InLiability: "the payment at commencement is included in the liability",
		leasehold.Settled:     "the payment at commencement is left out of the liability",
	}
	timingWords = [...]string{
		leasehold.Advance: "payments are made in advance",
		leasehold.Arrears: "payments are made in arrears",
	}
)

// sentence says when theirs agrees.
func sentence(tolerance string, changes []Change) string {
	if len(changes) == 0 {
		return "Agrees within " + tolerance + "."
	}
	words := make([]string, len(changes))
	for i, c := range changes {
		words[i] = c.words
	}
	last := len(words) - 1
	joined := words[last]
	if last > 0 {
		joined = strings.Join(words[:last], ", ") + " and " + joined
	}
	return "Agrees within " + tolerance + " if " + joined + "."
}
