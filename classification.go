package leasehold

import (
	"math/big"
	"math/bits"
	"strconv"

	"github.com/leasehold-accounting/leasehold/money"
)

// The keys of the criteria of ASC 842-10-25-2, in the order of the paragraph.
const (
	CriterionTransferOfOwnership = "transfer_of_ownership"
	CriterionPurchaseOption      = "purchase_option"
	CriterionEconomicLife        = "economic_life"
	CriterionFairValue           = "fair_value"
	CriterionSpecializedAsset    = "specialized_asset"
)

// The bright lines that ASC 842-10-55-2 calls one reasonable approach, in
// hundredths of a percent. A ratio is first truncated to that unit: it reaches
// a line if and only if its truncation does, so that a printed ratio cannot
// contradict its verdict.
const (
	majorPart        = 7500 // of the remaining economic life
	substantiallyAll = 9000 // of the fair value
)

// criteria holds what is the same for every lease.
var criteria = [5]struct{ key, label, name, citation string }{
	{
		CriterionTransferOfOwnership, "Ownership transfers to the lessee by the end of the term", "transfer of ownership",
		"ASC 842-10-25-2(a): finance lease if title passes to the lessee by the end of the term",
	},
	{
		CriterionPurchaseOption, "A purchase option is reasonably certain to be exercised", "purchase option",
		"ASC 842-10-25-2(b): finance lease if a purchase option is reasonably certain to be exercised",
	},
	{
		CriterionEconomicLife, "The term covers the major part of the remaining economic life", "economic life",
		"ASC 842-10-25-2(c), 842-10-55-2: finance lease if the term covers the major part (75 % or more) of the remaining economic life",
	},
	{
		CriterionFairValue, "The present value is substantially all of the fair value", "fair value",
		"ASC 842-10-25-2(d), 842-10-55-2: finance lease if the present value is substantially all (90 % or more) of the asset's fair value",
	},
	{
		CriterionSpecializedAsset, "The asset is specialized and of no alternative use to the lessor", "specialized asset",
		"ASC 842-10-25-2(e), 842-10-55-7: finance lease if the asset is so specialized that the lessor expects no alternative use",
	},
}

// verdict is the outcome of one criterion.
type verdict struct{ met, evaluated bool }

// classify decides the class of the lease. It needs the lease and the initial
// liability only.
func (r *Result) classify() {
	if r.Lease.Standard != ASC842 {
		r.classifySingleModel()
		return
	}
	var buf [2048]byte // holds every detail of ordinary size without allocating
	var verdicts [len(criteria)]verdict
	var ends [len(criteria)]int
	b := buf[:0]
	for i := range criteria {
		switch criteria[i].key {
		case CriterionTransferOfOwnership:
			b, verdicts[i] = r.testOwnership(b)
		case CriterionPurchaseOption:
			b, verdicts[i] = r.testPurchaseOption(b)
		case CriterionEconomicLife:
			b, verdicts[i] = r.testEconomicLife(b)
		case CriterionFairValue:
			b, verdicts[i] = r.testFairValue(b)
		case CriterionSpecializedAsset:
			b, verdicts[i] = r.testSpecializedAsset(b)
		}
		ends[i] = len(b)
	}
	derived := Operating
	for _, v := range verdicts {
		if v.met {
			derived = Finance
		}
	}
	r.Class = derived
	if r.Lease.Classification != Derived {
		r.Class = r.Lease.Classification
	}
	b = appendRationale(b, r.Lease.Classification, derived, &verdicts)

	text := string(b) // one string, cut into the details and the rationale
	list := make([]Criterion, len(criteria))
	start := 0
	for i, c := range criteria {
		list[i] = Criterion{
			Key: c.key, Label: c.label, Met: verdicts[i].met,
			Detail: text[start:ends[i]], Citation: c.citation,
		}
		start = ends[i]
	}
	r.Classification = Classification{
		Class: r.Class, Standard: ASC842, Criteria: list, Rationale: text[start:],
	}
}

// derivedClass returns the class that the criteria give, whatever the lease
// asks for.
func (r *Result) derivedClass() Class {
	if r.Classification.SingleModel {
		return Finance
	}
	for i := range r.Classification.Criteria {
		if r.Classification.Criteria[i].Met {
			return Finance
		}
	}
	return Operating
}

// classifySingleModel states the one lessee model of IFRS 16 and GASB 87.
func (r *Result) classifySingleModel() {
	r.Class = Finance
	r.Classification = Classification{
		Class:       Finance,
		Standard:    r.Lease.Standard,
		SingleModel: true,
		Rationale:   singleModelRationale(r.Lease.Standard, r.Lease.Classification),
	}
}

func singleModelRationale(s Standard, supplied Class) string {
	const (
		ifrs = "IFRS 16.22 has a single lessee model: every lease is measured as a right-of-use asset and a lease liability, " +
			"with interest and depreciation, shown here as finance."
		gasb = "GASB 87.20 has a single lessee model: every lease is measured as an intangible lease asset and a lease liability, " +
			"with interest and amortization, shown here as finance."
		agrees = " The supplied classification, finance, agrees with it."
		ifrsNo = " The supplied classification, operating, has no meaning for a lessee under IFRS 16 and is disregarded."
		gasbNo = " The supplied classification, operating, has no meaning for a lessee under GASB 87 and is disregarded."
	)
	switch {
	case s == IFRS16 && supplied == Operating:
		return ifrs + ifrsNo
	case s == IFRS16 && supplied == Finance:
		return ifrs + agrees
	case s == IFRS16:
		return ifrs
	case supplied == Operating:
		return gasb + gasbNo
	case supplied == Finance:
		return gasb + agrees
	default:
		return gasb
	}
}

// appendRationale appends why the lease has its class: what the criteria give,
// and how a supplied class relates to it.
func appendRationale(b []byte, supplied, derived Class, verdicts *[len(criteria)]verdict) []byte {
	if supplied == derived {
		b = append(b, "The supplied classification, "...)
		b = append(b, supplied.String()...)
		b = append(b, ", agrees with the derived one. "...)
	} else if supplied != Derived {
		b = append(b, "The supplied classification, "...)
		b = append(b, supplied.String()...)
		b = append(b, ", overrides the derived one, "...)
		b = append(b, derived.String()...)
		b = append(b, ". "...)
	}
	if derived == Operating {
		b = append(b, "None of the five criteria of ASC 842-10-25-2 is met, which makes an operating lease (ASC 842-10-25-3(a))."...)
	} else {
		b = append(b, "Of the five criteria of ASC 842-10-25-2, any one of which makes a finance lease, met: "...)
		b = appendNames(b, verdicts, func(v verdict) bool { return v.met })
	}
	missing := func(v verdict) bool { return !v.evaluated }
	for _, v := range verdicts {
		if missing(v) {
			b = append(b, " Not evaluated for want of input: "...)
			return appendNames(b, verdicts, missing)
		}
	}
	return b
}

// appendNames appends the names of the criteria that are wanted, and a full
// stop.
func appendNames(b []byte, verdicts *[len(criteria)]verdict, wanted func(verdict) bool) []byte {
	first := true
	for i, v := range verdicts {
		if !wanted(v) {
			continue
		}
		if !first {
			b = append(b, ", "...)
		}
		first = false
		b = append(b, criteria[i].name...)
	}
	return append(b, '.')
}

func (r *Result) testOwnership(b []byte) ([]byte, verdict) {
	switch o := r.Lease.TransfersOwnership; {
	case !o.Set:
		return append(b, "Not evaluated: transfersOwnership was not supplied."...), verdict{}
	case o.Value:
		return append(b, "Title to the asset passes to the lessee by the end of the term, as supplied."...), verdict{true, true}
	default:
		return append(b, "Title to the asset does not pass to the lessee, as supplied."...), verdict{false, true}
	}
}

func (r *Result) testPurchaseOption(b []byte) ([]byte, verdict) {
	l := &r.Lease
	switch o := l.PurchaseOptionReasonablyCertain; {
	case o.Set && o.Value:
		return append(b, "The lessee is reasonably certain to exercise the purchase option, as supplied."...), verdict{true, true}
	case o.Set:
		return append(b, "No purchase option is reasonably certain to be exercised, as supplied."...), verdict{false, true}
	case l.optionCertain():
		b = append(b, "purchaseOptionReasonablyCertain was not supplied; a price counts as a lease payment only where exercise is "+
			"reasonably certain, so the purchaseOptionAmount of "...)
		b = l.PurchaseOptionAmount.Value.Amount().Append(b)
		return append(b, " asserts that it is."...), verdict{true, true}
	default:
		return append(b, "Not evaluated: purchaseOptionReasonablyCertain was not supplied, nor a purchaseOptionAmount above 0."...), verdict{}
	}
}

func (r *Result) testSpecializedAsset(b []byte) ([]byte, verdict) {
	switch o := r.Lease.SpecializedAsset; {
	case !o.Set:
		return append(b, "Not evaluated: specializedAsset was not supplied."...), verdict{}
	case o.Value:
		return append(b, "The asset is expected to have no alternative use to the lessor at the end of the term, as supplied."...), verdict{true, true}
	default:
		return append(b, "The asset has an alternative use to the lessor, as supplied."...), verdict{false, true}
	}
}

func (r *Result) testEconomicLife(b []byte) ([]byte, verdict) {
	const (
		line      = "75 % or more counts as the major part, which is one reasonable approach under ASC 842-10-55-2. "
		exception = "The exception for a lease that commences in the last 25 % of the asset's economic life needs the total life, " +
			"which the request does not carry."
	)
	life := r.Lease.AssetEconomicLifeMonths
	if !life.Set {
		return append(b, "Not evaluated: assetEconomicLifeMonths was not supplied; "+line+exception...), verdict{}
	}
	ratio := int64(r.Lease.TermMonths) * 10_000 / int64(life.Value)
	b = append(b, "The term of "...)
	b = appendMonths(b, r.Lease.TermMonths)
	b = append(b, " is "...)
	b = money.Cents(ratio).Append(b) // hundredths of a percent print as cents do
	b = append(b, " % of the remaining economic life of "...)
	b = appendMonths(b, life.Value)
	return append(b, "; "+line+exception...), verdict{ratio >= majorPart, true}
}

func (r *Result) testFairValue(b []byte) ([]byte, verdict) {
	const line = "90 % or more counts as substantially all, which is one reasonable approach under ASC 842-10-55-2"
	l := &r.Lease
	if !l.AssetFairValue.Set {
		return append(b, "Not evaluated: assetFairValue was not supplied; "+line+"."...), verdict{}
	}
	prepaid, incentives := l.PrepaidRent.Value.Amount(), l.LeaseIncentives.Value.Amount()
	basis := r.InitialLiability.Add(prepaid).Sub(incentives)
	quotient, ok := ratioOf(basis, l.AssetFairValue.Value)
	if !ok {
		b = append(b, "Not evaluated: the assetFairValue supplied "...)
		if l.AssetFairValue.Value.Sign() == 0 {
			b = append(b, "is 0"...)
		} else {
			b = append(b, "rounds to 0"...)
		}
		return append(b, ", of which no share can be taken; "+line+"."...), verdict{}
	}
	b = append(b, "The present value of the lease payments, "...)
	b = r.InitialLiability.Append(b)
	if !prepaid.IsZero() {
		b = append(b, ", plus prepaid rent of "...)
		b = prepaid.Append(b)
	}
	if !incentives.IsZero() {
		b = append(b, ", less lease incentives of "...)
		b = incentives.Append(b)
	}
	if basis != r.InitialLiability {
		b = append(b, ", in all "...)
		b = basis.Append(b)
	}
	b = append(b, ", is "...)
	b = quotient.append(b)
	b = append(b, " % of the asset's fair value of "...)
	b = quotient.appendFairValue(b)
	b = append(b, "; "+line...)
	if l.InitialDirectCosts.Value.Sign() > 0 {
		b = append(b, "; initial direct costs stay out of this test"...)
	}
	return append(b, '.'), verdict{quotient.atLeast(substantiallyAll), true}
}

// ratio is a quotient in hundredths of a percent, truncated towards zero, and
// its divisor: in machine words where both fit, else in big ones.
type ratio struct {
	small int64
	cents int64 // the divisor in cents
	wide  *big.Int
	units *big.Int // the divisor × 10^AmountPlaces
}

// ratioOf divides an amount by a fair value taken to 40 decimals. It reports
// false where the fair value is 0.
func ratioOf(basis money.Amount, fair money.Decimal) (ratio, bool) {
	if divisor, ok := wholeCents(fair); ok {
		dividend, fits := basis.Abs().Int64()
		if divisor == 0 {
			return ratio{}, false
		}
		hi, lo := bits.Mul64(uint64(dividend), 10_000)
		if fits && hi < divisor {
			if q, _ := bits.Div64(hi, lo, divisor); q < 1<<63 {
				return ratio{small: int64(q) * int64(basis.Sign()), cents: int64(divisor)}, true
			}
		}
	}
	divisor := fair.Units(money.AmountPlaces)
	if divisor.Sign() == 0 {
		return ratio{}, false
	}
	// (basis / 100) / (divisor / 10^AmountPlaces) × 10^4
	q := new(big.Int).Exp(big.NewInt(10), big.NewInt(money.AmountPlaces-2+4), nil)
	q.Mul(q, basis.Big()).Quo(q, divisor)
	return ratio{wide: q, units: divisor}, true
}

// wholeCents returns a number in cents, and whether it is a whole number of
// them and small enough for ratioOf's machine words.
func wholeCents(d money.Decimal) (cents uint64, ok bool) {
	var buf [32]byte
	text := d.Append(buf[:0])
	for i, c := range text {
		if c == '.' && len(text)-i > 3 {
			return 0, false
		}
	}
	cents, ok = d.Units64(2)
	return cents, ok && cents < 1<<62
}

func (q ratio) atLeast(hundredths int64) bool {
	if q.wide != nil {
		return q.wide.Cmp(big.NewInt(hundredths)) >= 0
	}
	return q.small >= hundredths
}

// append appends the quotient as a percentage with two decimals.
func (q ratio) append(b []byte) []byte {
	if q.wide == nil {
		return money.Cents(q.small).Append(b)
	}
	return appendPlaces(b, q.wide, 2, 2)
}

// appendFairValue appends the divisor: as an amount where it is one, else with
// as many decimals as it has, up to 40.
func (q ratio) appendFairValue(b []byte) []byte {
	if q.wide == nil {
		return money.Cents(q.cents).Append(b)
	}
	return appendPlaces(b, q.units, money.AmountPlaces, 2)
}

// appendPlaces appends x / 10^places without trailing zeros, yet with at least
// a given number of decimals.
func appendPlaces(b []byte, x *big.Int, places, atLeast int) []byte {
	whole, part := new(big.Int).QuoRem(x, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil), new(big.Int))
	if x.Sign() < 0 {
		b = append(b, '-')
	}
	b = whole.Abs(whole).Append(b, 10)
	b = append(b, '.')
	digits := part.Abs(part).Append(nil, 10)
	for range places - len(digits) {
		b = append(b, '0')
	}
	b = append(b, digits...)
	for n := places; n > atLeast && b[len(b)-1] == '0'; n-- {
		b = b[:len(b)-1]
	}
	return b
}

// appendMonths appends a number of months, as in 1 month or 60 months.
func appendMonths(b []byte, n int) []byte {
	b = strconv.AppendInt(b, int64(n), 10)
	if n == 1 {
		return append(b, " month"...)
	}
	return append(b, " months"...)
}
