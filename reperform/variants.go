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

// Change is one difference between a candidate and the supplied lease, or between the reported
// schedule and the candidate.
type Change struct {
	Member string // field of the lease, such as discounting, or a reported amount, such as schedule[22].interest
	Value  string // JSON text of the value
	words  string // text that follows "if" in a sentence
	kind   kind
}

// kind selects the sentence that describes a change.
type kind uint8

const (
	ofConvention kind = iota // begins the sentence with "Agrees if"
	ofPayments
	ofRate
	ofFigure // one wrong reported amount
)

// Words describes the change as part of a sentence, for example "payments are made in arrears".
func (c Change) Words() string { return c.words }

// recipe describes the changes that turn the lease into a variant.
type recipe struct {
	base         paymentChange // nil for the payments as supplied
	discounting  leasehold.Discounting
	commencement leasehold.CommencementPayment
	timing       leasehold.Timing
	change       *inputChange // may be nil
	rate         *fitted      // nil for the lease's own rate
}

// variant is the lease under other conventions (METHOD 15.3).
type variant struct {
	lease   leasehold.Lease
	changes []Change
	early   bool // whether payments at the end of a period are discounted for one day less
	kept    bool // whether a decrease in scope does not reduce the asset
	booked  bookedRent
}

// bookedRent selects how the asset at an initial application includes prepaid or accrued rent.
type bookedRent uint8

const (
	rentAdded bookedRent = iota // prepaid rent is added, accrued rent deducted (METHOD 19.2)
	rentOmitted
	rentReversed // prepaid rent is deducted, accrued rent added
)

// inputChange is a change that a variant may make to the lease in addition to its conventions.
type inputChange struct {
	applies func(*Question, *recipe) bool // reports whether the change affects the amounts; nil if it always does
	change  func(*variant)
	rate    bool // whether the change replaces the discount rate
}

func (q *Question) hasAssetFigure() bool {
	return q.Theirs.InitialRouAsset.Set || slices.ContainsFunc(q.Theirs.Schedule, func(r Row) bool {
		return r.RouAmortization.Set || r.RouAssetClose.Set
	})
}

func (v *variant) note(member, value, words string) {
	v.changes = append(v.changes, Change{Member: member, Value: value, words: words})
}

// inputChanges lists the input changes in the order given by METHOD 15.3 and 26.5.
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
	{change: func(v *variant) { v.lengthen(1, "the term is one payment period longer") }},
	{
		applies: func(_ *Question, r *recipe) bool { return r.rate == nil },
		change: func(v *variant) {
			v.lease.DiscountRateAnnual = v.lease.DiscountRateAnnual.Shift(-2)
			v.note("discountRateAnnual", v.lease.DiscountRateAnnual.String(), "the rate is read as a percentage, that is, as a hundredth of the supplied rate")
		},
		rate: true,
	},
	omitted("leaseIncentives", "the lease incentives are omitted", true, func(l *leasehold.Lease) *optional { return &l.LeaseIncentives }),
	omitted("initialDirectCosts", "the initial direct costs are omitted", true, func(l *leasehold.Lease) *optional { return &l.InitialDirectCosts }),
	omitted("prepaidRent", "the prepaid rent is omitted", true, func(l *leasehold.Lease) *optional { return &l.PrepaidRent }),
	omitted("restorationCost", "the restoration cost is omitted", true, func(l *leasehold.Lease) *optional { return &l.RestorationCost }),
	omitted("initialApplication.onerousProvision", "the provision for an onerous lease is omitted", true, func(l *leasehold.Lease) *optional {
		return &l.InitialApplication.Value.OnerousProvision
	}),
	otherRent(rentOmitted, "null", "the prepaid or accrued rent is omitted from the asset"),
	otherRent(rentReversed, `"the other sign"`, "prepaid rent is deducted from the asset, or accrued rent is added"),
	omitted("residualValueGuarantee", "the residual value guarantee is omitted", false, func(l *leasehold.Lease) *optional {
		return &l.ResidualValueGuarantee
	}),
	{
		applies: func(q *Question, _ *recipe) bool { return q.Lease.PurchaseOptionAmount.Value.Sign() > 0 },
		change: func(v *variant) {
			v.lease.PurchaseOptionAmount, v.lease.PurchaseOptionReasonablyCertain = optional{}, strict.Optional[bool]{}
			v.note("purchaseOptionAmount", "0", "the price of the purchase option is omitted")
		},
	},
	{
		applies: func(_ *Question, r *recipe) bool { return r.discounting == leasehold.Actual365 },
		change: func(v *variant) {
			v.early = true
			v.note("closingPayments", `"one day earlier"`, "payments at the end of a period are discounted for one day less")
		},
	},
}

// omitted returns the change that omits an amount. If assetOnly is set, the amount affects only the
// asset, not the lease liability.
func omitted(member, words string, assetOnly bool, in func(*leasehold.Lease) *optional) inputChange {
	return inputChange{
		applies: func(q *Question, _ *recipe) bool {
			return in(&q.Lease).Value.Sign() > 0 && (!assetOnly || q.hasAssetFigure())
		},
		change: func(v *variant) {
			*in(&v.lease) = optional{}
			v.note(member, "0", words)
		},
	}
}

// otherRent returns a change after which, at an initial application, the asset includes prepaid or
// accrued rent in another way.
func otherRent(how bookedRent, value, words string) inputChange {
	return inputChange{
		applies: func(q *Question, _ *recipe) bool { return q.Lease.Applied() && q.hasAssetFigure() },
		change: func(v *variant) {
			v.booked = how
			v.note("initialApplication.prepaidOrAccruedRent", value, words)
		},
	}
}

// eventChanges returns the changes for event i. The event may be omitted or measured at the
// preceding rate, or it may leave the asset unchanged on a decrease in scope.
func (q *Question) eventChanges(i int) []inputChange {
	e, n := &q.Lease.Events[i], strconv.Itoa(i)
	name := dated(e)
	list := []inputChange{{
		change: func(v *variant) {
			v.lease.Events = without(v.lease.Events, i)
			v.note("events["+n+"]", "null", "the "+name+" is omitted")
		},
	}}
	if e.Type == leasehold.Modification && (e.RetainedShare.Set || e.TermMonths.Set) {
		list = append(list, inputChange{
			change: func(v *variant) {
				v.kept = true
				v.note("events["+n+"].rouAsset", `"not reduced"`, "the right-of-use asset is not reduced at the "+name)
			},
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
			change: func(v *variant) {
				v.lease.Events = changed(v.lease.Events, i, func(e *leasehold.Event) { e.DiscountRateAnnual.Value = before })
				v.note("events["+n+"].discountRateAnnual", before.String(), "the "+name+" is measured at the preceding rate")
			},
		})
	}
	return list
}

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
	v.note(member, "0", "the escalation is omitted")
}

func (v *variant) lengthen(periods int, words string) {
	v.lease.TermMonths += periods * v.lease.PaymentFrequency.Months()
	v.note("termMonths", money.Int(int64(v.lease.TermMonths)).String(), words)
}

// recipes returns every candidate in the order of METHOD 15.3: first the lease under each set of
// conventions, then each set with one change of the inputs.
func (q *Question) recipes(base paymentChange, changes []inputChange) []recipe {
	conventions := q.conventions(base)
	list := append(make([]recipe, 0, len(conventions)*(1+len(changes))), conventions...)
	for _, r := range conventions {
		for i := range changes {
			if c := &changes[i]; c.applies == nil || c.applies(q, &r) {
				r.change = c
				list = append(list, r)
			}
		}
	}
	return list
}

// conventions returns the lease under each set of conventions. The argument base is the payment
// change that every recipe contains, or nil.
func (q *Question) conventions(base paymentChange) (list []recipe) {
	for _, discounting := range discountings {
		if discounting == leasehold.CompoundedMonthly && q.Lease.PaymentFrequency == leasehold.Monthly && q.Lease.Basis.Value.Discounting != discounting {
			continue // the same as nominal discounting unless the lease has one-off payments
		}
		for _, commencement := range []leasehold.CommencementPayment{leasehold.InLiability, leasehold.Settled} {
			for _, timing := range []leasehold.Timing{leasehold.Advance, leasehold.Arrears} {
				if commencement != q.Lease.Basis.Value.CommencementPayment && !q.paysAtCommencement(timing) {
					continue // gives the same amounts with one more change
				}
				list = append(list, recipe{base: base, discounting: discounting, commencement: commencement, timing: timing})
			}
		}
	}
	return list
}

var discountings = []leasehold.Discounting{leasehold.Nominal, leasehold.Effective, leasehold.Actual365, leasehold.CompoundedMonthly}

func (q *Question) paysAtCommencement(t leasehold.Timing) bool {
	return t == leasehold.Advance || slices.ContainsFunc(q.Lease.OtherPayments, func(p leasehold.SinglePayment) bool {
		return p.Date == q.Lease.CommencementDate
	})
}

func (v *variant) set(q *Question, r *recipe) {
	*v = variant{lease: q.Lease, changes: v.changes[:0]}
	if withRates, err := q.Lease.StateRates(); err == nil { // a candidate with another term has the same rate
		v.lease = *withRates
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
		r.base(v)
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
		leasehold.Nominal:           "the rate is applied as a nominal annual rate, divided by the number of periods in a year",
		leasehold.Effective:         "the rate is applied as an effective annual rate",
		leasehold.Actual365:         "the rate is applied as an effective annual rate over actual days / 365",
		leasehold.CompoundedMonthly: "the rate is compounded monthly",
	}
	commencementWords = [...]string{
		leasehold.InLiability: "the payment at commencement is included in the liability",
		leasehold.Settled:     "the payment at commencement is omitted from the liability",
	}
	timingWords = [...]string{
		leasehold.Advance: "payments are made in advance",
		leasehold.Arrears: "payments are made in arrears",
	}
)
