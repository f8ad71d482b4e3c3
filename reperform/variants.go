package reperform

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Change is one difference of a variant from the lease as given, or of their
// schedule from what the variant gives.
type Change struct {
	Member string // as in discounting, or the figure of theirs as in schedule[22].interest
	Value  string // as JSON prints it
	words  string // after "if"
	kind   kind
}

// kind says how a sentence tells a change.
type kind uint8

const (
	ofConvention kind = iota // "Agrees if …"
	ofPayments               // what they pay
	ofRate                   // the rate that they use
	ofFigure                 // one wrong figure of theirs
)

// Words says the change within a sentence, as in: payments are made in arrears.
func (c Change) Words() string { return c.words }

// recipe says how a variant is made of the lease.
type recipe struct {
	place        int    // in the order of METHOD 15.3
	base         *shape // what they pay; nil for what the lease states
	discounting  leasehold.Discounting
	commencement leasehold.CommencementPayment
	timing       leasehold.Timing
	change       *inputChange // nil for none
	payments     int          // candidates of the same number are paid the same
	rate         *fitted      // instead of the lease's; nil for that
}

// variant is the lease under other conventions (METHOD 15.3).
type variant struct {
	lease   leasehold.Lease
	changes []Change
	early   bool // closing payments are counted one day earlier
	kept    bool // the asset is not reduced at a decrease of scope
	booked  bookedRent
}

// bookedRent is how the asset of a first application takes the rent that the books carry.
type bookedRent uint8

const (
	rentAdded   bookedRent = iota // as METHOD 19.2 does
	rentOmitted                   // not at all
	rentTurned                    // prepaid rent is taken for accrued, or the other way round
)

// inputChange is a change of the lease that a variant may have in addition to its
// conventions.
type inputChange struct {
	applies func(*Question, *recipe) bool
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
	v.changes = append(v.changes, Change{Member: member, Value: value, words: words})
}

func always(*Question, *recipe) bool { return true }

// inputChanges lists the changes of inputs in the order of METHOD 15.3 and 26.5.
func (q *Question) inputChanges() []inputChange {
	list := slices.Clone(inputChanges[:])
	for i := range q.Lease.Events {
		list = append(list, q.eventChanges(i)...)
	}
	return list
}

var inputChanges = [...]inputChange{
	{
		applies: func(q *Question, r *recipe) bool {
			return r.base == nil && (q.Lease.AnnualEscalationPct.Value.Sign() > 0 || q.Lease.AnnualEscalationAmount.Value.Sign() > 0)
		},
		change: (*variant).dropEscalation,
	},
	{
		applies: func(q *Question, _ *recipe) bool { return q.Lease.TermMonths > q.Lease.PaymentFrequency.Months() },
		change:  func(v *variant) { v.lengthen(-1, "the term is one payment period shorter") },
	},
	{
		applies: always,
		change:  func(v *variant) { v.lengthen(1, "the term is one payment period longer") },
	},
	{
		applies: func(_ *Question, r *recipe) bool { return r.rate == nil },
		change: func(v *variant) {
			v.lease.DiscountRateAnnual = v.lease.DiscountRateAnnual.Shift(-2)
			v.note("discountRateAnnual", v.lease.DiscountRateAnnual.String(), "the rate is taken for a percentage, a hundredth of what was given")
		},
		keeps: true,
		rate:  true,
	},
	leftOut("leaseIncentives", "the lease incentives are left out", func(l *leasehold.Lease) *optional { return &l.LeaseIncentives }),
	leftOut("initialDirectCosts", "the initial direct costs are left out", func(l *leasehold.Lease) *optional { return &l.InitialDirectCosts }),
	leftOut("prepaidRent", "the prepaid rent is left out", func(l *leasehold.Lease) *optional { return &l.PrepaidRent }),
	leftOut("restorationCost", "the restoration cost is left out", func(l *leasehold.Lease) *optional { return &l.RestorationCost }),
	leftOut("initialApplication.onerousProvision", "the provision for an onerous lease is left out", func(l *leasehold.Lease) *optional {
		return &l.InitialApplication.Value.OnerousProvision
	}),
	otherRent(rentOmitted, "null", "the rent that the books have prepaid or accrued is left out of the asset"),
	otherRent(rentTurned, `"the other sign"`, "the rent that the books have prepaid is deducted from the asset, or what they have accrued is added"),
	{
		applies: func(q *Question, _ *recipe) bool { return q.Lease.ResidualValueGuarantee.Value.Sign() > 0 },
		change: func(v *variant) {
			v.lease.ResidualValueGuarantee = optional{}
			v.note("residualValueGuarantee", "0", "the residual value guarantee is left out")
		},
	},
	{
		applies: func(q *Question, _ *recipe) bool { return q.Lease.PurchaseOptionAmount.Value.Sign() > 0 },
		change: func(v *variant) {
			v.lease.PurchaseOptionAmount, v.lease.PurchaseOptionReasonablyCertain = optional{}, strict.Optional[bool]{}
			v.note("purchaseOptionAmount", "0", "the price of the purchase option is left out")
		},
	},
	{
		applies: func(_ *Question, r *recipe) bool { return r.discounting == leasehold.Actual365 },
		change: func(v *variant) {
			v.early = true
			v.note("closingPayments", `"one day earlier"`, "payments at the end of a period are discounted to the day itself and not to its end")
		},
	},
}

// leftOut makes the candidate without an amount that the asset has beyond the
// liability.
func leftOut(member, words string, in func(*leasehold.Lease) *optional) inputChange {
	return inputChange{
		applies: func(q *Question, _ *recipe) bool { return in(&q.Lease).Value.Sign() > 0 && q.hasAssetFigure() },
		change: func(v *variant) {
			*in(&v.lease) = optional{}
			v.note(member, "0", words)
		},
		keeps: true,
	}
}

// otherRent makes the candidate whose first application takes the rent in the books
// otherwise.
func otherRent(how bookedRent, value, words string) inputChange {
	return inputChange{
		applies: func(q *Question, _ *recipe) bool { return q.Lease.Applied() && q.hasAssetFigure() },
		change: func(v *variant) {
			v.booked = how
			v.note("initialApplication.prepaidOrAccruedRent", value, words)
		},
		keeps: true,
	}
}

// eventChanges are the changes for an event: it is left out, or measured at the rate
// before it.
func (q *Question) eventChanges(i int) []inputChange {
	e, n := &q.Lease.Events[i], strconv.Itoa(i)
	name := dated(e)
	list := []inputChange{{
		applies: always,
		change: func(v *variant) {
			v.lease.Events = without(v.lease.Events, i)
			v.note("events["+n+"]", "null", "the "+name+" is left out")
		},
	}}
	if e.Type == leasehold.Modification && (e.RetainedShare.Set || e.TermMonths.Set) {
		list = append(list, inputChange{
			applies: always,
			change: func(v *variant) {
				v.kept = true
				v.note("events["+n+"].rouAsset", `"not reduced"`, "the right-of-use asset is not reduced at the "+name)
			},
			keeps: true,
		})
	}
	before := q.Lease.DiscountRateAnnual
	for k := range i {
		if rate := q.Lease.Events[k].DiscountRateAnnual; rate.Set {
			before = rate.Value
		}
	}
	if e.DiscountRateAnnual.Set && e.DiscountRateAnnual.Value.Cmp(before) != 0 {
		list = append(list, inputChange{
			applies: always,
			change: func(v *variant) {
				v.lease.Events = changed(v.lease.Events, i, func(e *leasehold.Event) { e.DiscountRateAnnual.Value = before })
				v.note("events["+n+"].discountRateAnnual", before.String(), "the "+name+" is measured at the rate in force before it")
			},
			keeps: true,
		})
	}
	return list
}

// dated names an event by its type and its day.
func dated(e *leasehold.Event) string {
	t := member.EventTypes[e.Type]
	return cmp.Or(t.Noun, t.Title) + " of " + e.Date.String()
}

func (v *variant) dropEscalation() {
	member := "annualEscalationPct"
	if v.lease.AnnualEscalationAmount.Value.Sign() > 0 {
		member = "annualEscalationAmount"
	}
	v.lease.AnnualEscalationPct, v.lease.AnnualEscalationAmount = optional{}, optional{}
	v.note(member, "0", "the escalation is left out")
}

func (v *variant) lengthen(periods int, words string) {
	v.lease.TermMonths += periods * v.lease.PaymentFrequency.Months()
	v.note("termMonths", money.Int(int64(v.lease.TermMonths)).String(), words)
}

// recipes returns every candidate in the order of METHOD 15.3: the lease under each
// set of conventions, then each of these with one change of the inputs.
func (q *Question) recipes(base *shape, changes []inputChange) []recipe {
	conventions := q.conventions(base)
	list := append(make([]recipe, 0, len(conventions)*(1+len(changes))), conventions...)
	for _, r := range conventions {
		for i := range changes {
			if c := &changes[i]; c.applies(q, &r) {
				other := r
				other.change = c
				if other.place = len(list); !c.keeps {
					other.payments += 4 * (i + 1)
				}
				list = append(list, other)
			}
		}
	}
	return list
}

// conventions returns the lease, paid as a shape says, under each set of conventions.
func (q *Question) conventions(base *shape) (list []recipe) {
	for _, discounting := range discountings {
		if discounting == leasehold.CompoundedMonthly && q.Lease.PaymentFrequency == leasehold.Monthly && !q.asGivenDiscounting(discounting) {
			continue // that of the nominal rate, save for single payments
		}
		for _, commencement := range []leasehold.CommencementPayment{leasehold.InLiability, leasehold.Settled} {
			for _, timing := range []leasehold.Timing{leasehold.Advance, leasehold.Arrears} {
				if commencement != q.Lease.Basis.Value.CommencementPayment && !q.paysAtCommencement(timing) {
					continue // the same figures with one change more
				}
				payments := 2*int(commencement) + int(timing)
				list = append(list, recipe{
					place: len(list), base: base, discounting: discounting, commencement: commencement, timing: timing, payments: payments,
				})
			}
		}
	}
	return list
}

var discountings = []leasehold.Discounting{leasehold.Nominal, leasehold.Effective, leasehold.Actual365, leasehold.CompoundedMonthly}

// paysAtCommencement reports whether anything is paid on the commencement date.
func (q *Question) paysAtCommencement(t leasehold.Timing) bool {
	return t == leasehold.Advance || slices.ContainsFunc(q.Lease.OtherPayments, func(p leasehold.SinglePayment) bool {
		return p.Date == q.Lease.CommencementDate
	})
}

func (q *Question) asGivenDiscounting(d leasehold.Discounting) bool {
	return q.Lease.Basis.Value.Discounting == d
}

// byCost returns the places of candidates in a list in another order: those with the same rate
// together, and among them those that are paid the same, because a workspace keeps what it knows of
// a rate until it meets another, and the rows that it laid.
func byCost(list []recipe) []uint64 {
	const placeBits, paymentBits = 24, 24
	keys := make([]uint64, len(list)) // a sort of words takes a tenth of what one of recipes does
	for i := range list {
		keys[i] = (uint64(list[i].otherRate())<<paymentBits|uint64(list[i].payments))<<placeBits | uint64(i)
	}
	slices.Sort(keys)
	for i := range keys {
		keys[i] &= 1<<placeBits - 1
	}
	return keys
}

// otherRate is 1 for another rate than that of the lease.
func (r *recipe) otherRate() int {
	if r.change != nil && r.change.rate {
		return 1
	}
	return 0
}

// set sets v to the lease under a recipe.
func (v *variant) set(q *Question, r *recipe) {
	*v = variant{lease: q.Lease, changes: v.changes[:0]}
	if stated, err := q.Lease.StateRates(); err == nil { // each candidate has one rate, whatever its term
		v.lease = *stated
	}
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
	if r.base != nil {
		at := len(v.changes)
		for _, change := range r.base.changes {
			change(v)
		}
		for i := range v.changes[at:] {
			v.changes[at+i].kind = ofPayments
		}
	}
	if r.rate != nil {
		v.lease.DiscountRateAnnual = r.rate.rate
		v.changes = append(v.changes, Change{
			Member: "discountRateAnnual", Value: r.rate.rate.String(), words: "the rate is " + percent(r.rate.rate), kind: ofRate,
		})
	}
	if r.change != nil {
		r.change.change(v)
	}
}

var (
	discountingWords = [...]string{
		leasehold.Nominal:           "the rate is applied as a nominal annual rate, divided by the periods of a year",
		leasehold.Effective:         "the rate is applied as an effective annual rate",
		leasehold.Actual365:         "the rate is applied as an effective annual rate over actual days / 365",
		leasehold.CompoundedMonthly: "the rate is compounded monthly",
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
