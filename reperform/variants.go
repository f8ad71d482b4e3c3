package reperform

import (
	"cmp"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Change is one difference of a variant from the lease as given.
type Change struct {
	Member string // as in discounting
	Value  string // as JSON prints it
	words  string // after "if"
}

// Words says the change within a sentence, as in: payments are made in arrears.
func (c Change) Words() string { return c.words }

// recipe says how a variant is made of the lease.
type recipe struct {
	place        int // in the order of METHOD 15.3
	discounting  leasehold.Discounting
	commencement leasehold.CommencementPayment
	timing       leasehold.Timing
	further      *further // nil for none
	payments     int      // candidates of the same number are paid the same
}

// variant is the lease under other conventions (METHOD 15.3).
type variant struct {
	lease   leasehold.Lease
	changes []Change
	early   bool // closing payments are counted one day earlier
}

// further is a change that a variant may have besides its conventions.
type further struct {
	applies func(*Question, recipe) bool
	change  func(*variant)
	keeps   bool // what is paid, and when
	rate    bool // the discount rate is another
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

func always(*Question, recipe) bool { return true }

// furthers in the order of METHOD 15.3.
var furthers = [...]further{
	{
		applies: func(q *Question, _ recipe) bool {
			return q.Lease.AnnualEscalationPct.Value.Sign() > 0 || q.Lease.AnnualEscalationAmount.Value.Sign() > 0
		},
		change: func(v *variant) {
			member := "annualEscalationPct"
			if v.lease.AnnualEscalationAmount.Value.Sign() > 0 {
				member = "annualEscalationAmount"
			}
			v.lease.AnnualEscalationPct, v.lease.AnnualEscalationAmount = optional{}, optional{}
			v.note(member, "0", "the escalation is left out")
		},
	},
	{
		applies: func(q *Question, _ recipe) bool { return q.Lease.TermMonths > q.Lease.PaymentFrequency.Months() },
		change:  func(v *variant) { v.lengthen(-1, "the term is one payment period shorter") },
	},
	{
		applies: always,
		change:  func(v *variant) { v.lengthen(1, "the term is one payment period longer") },
	},
	{
		applies: always,
		change: func(v *variant) {
			v.lease.DiscountRateAnnual = v.lease.DiscountRateAnnual.Shift(-2)
			v.note("discountRateAnnual", v.lease.DiscountRateAnnual.String(), "the rate is taken for a percentage, a hundredth of what was given")
		},
		keeps: true,
		rate:  true,
	},
	{
		applies: func(q *Question, _ recipe) bool {
			return q.hasAssetFigure() && q.Lease.LeaseIncentives.Value.Sign() > 0
		},
		change: func(v *variant) {
			v.lease.LeaseIncentives = optional{}
			v.note("leaseIncentives", "0", "the lease incentives are left out")
		},
		keeps: true,
	},
	{
		applies: func(q *Question, _ recipe) bool {
			return q.Lease.InitialDirectCosts.Value.Sign() > 0 && q.hasAssetFigure()
		},
		change: func(v *variant) {
			v.lease.InitialDirectCosts = optional{}
			v.note("initialDirectCosts", "0", "the initial direct costs are left out")
		},
		keeps: true,
	},
	{
		applies: func(_ *Question, r recipe) bool { return r.discounting == leasehold.Actual365 },
		change: func(v *variant) {
			v.early = true
			v.note("closingPayments", `"one day earlier"`, "payments at the end of a period are discounted to the day itself and not to its end")
		},
	},
}

func (v *variant) lengthen(periods int, words string) {
	v.lease.TermMonths += periods * v.lease.PaymentFrequency.Months()
	v.note("termMonths", money.Int(int64(v.lease.TermMonths)).String(), words)
}

// recipes returns every candidate in the order of METHOD 15.3: the lease under each
// set of conventions, then each of these with one further change.
func (q *Question) recipes() []recipe {
	list := make([]recipe, 0, 12*(1+len(furthers)))
	for _, discounting := range []leasehold.Discounting{leasehold.Nominal, leasehold.Effective, leasehold.Actual365} {
		for _, commencement := range []leasehold.CommencementPayment{leasehold.InLiability, leasehold.Settled} {
			for _, timing := range []leasehold.Timing{leasehold.Advance, leasehold.Arrears} {
				if commencement != q.Lease.Basis.Value.CommencementPayment && !q.paysAtCommencement(timing) {
					continue // the same figures with one change more
				}
				payments := 2*int(commencement) + int(timing)
				list = append(list, recipe{len(list), discounting, commencement, timing, nil, payments})
			}
		}
	}
	for _, r := range list {
		for i := range furthers {
			if r.further = &furthers[i]; r.further.applies(q, r) {
				other := r
				if other.place = len(list); !r.further.keeps {
					other.payments += 4 * (i + 1)
				}
				list = append(list, other)
			}
		}
	}
	return list
}

// paysAtCommencement reports whether anything is paid on the commencement date.
func (q *Question) paysAtCommencement(t leasehold.Timing) bool {
	return t == leasehold.Advance || slices.ContainsFunc(q.Lease.OtherPayments, func(p leasehold.SinglePayment) bool {
		return p.Date == q.Lease.CommencementDate
	})
}

// byCost puts candidates with the same rate together, and among them those that are
// paid the same: a workspace keeps what it knows of a rate until it meets another, and
// the rows that it laid.
func byCost(r, s recipe) int {
	return cmp.Or(cmp.Compare(r.otherRate(), s.otherRate()), cmp.Compare(r.payments, s.payments))
}

// otherRate is 1 for another rate than that of the lease.
func (r *recipe) otherRate() int {
	if r.further != nil && r.further.rate {
		return 1
	}
	return 0
}

// make makes v the lease as a recipe says.
func (v *variant) make(q *Question, r recipe) {
	*v = variant{lease: q.Lease, changes: v.changes[:0]}
	given := q.Lease.Basis.Value
	if r.discounting != given.Discounting {
		v.note("discounting", `"`+r.discounting.String()+`"`, discountingWords[r.discounting])
	}
	if r.commencement != given.CommencementPayment {
		v.note("commencementPayment", `"`+r.commencement.String()+`"`, commencementWords[r.commencement])
	}
	if r.timing != q.Lease.PaymentTiming {
		v.note("paymentTiming", `"`+r.timing.String()+`"`, timingWords[r.timing])
	}
	if len(v.changes) > 0 {
		v.lease.Basis = strict.Some(leasehold.Basis{Discounting: r.discounting, CommencementPayment: r.commencement})
		v.lease.PaymentTiming = r.timing
	}
	if r.further != nil {
		r.further.change(v)
	}
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
