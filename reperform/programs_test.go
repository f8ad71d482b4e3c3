package reperform_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/reperform"
)

// program computes the schedule of one lease like a spreadsheet: row after row, forward from
// the liability. It shares no code with the engine; its powers are roots found by Newton's
// method.
type program struct {
	discounting string // nominal, effective, actual_365
	settled     bool   // the payment at commencement is omitted from the liability
	advance     bool
	forward     bool // interest is rounded to cents in every row; otherwise cells are exact and only shown in cents
	plug        bool // the last interest brings a forward schedule to 0
}

// contract holds the terms of the lease, with amounts in cents.
type contract struct {
	from       time.Time // on a day that every month has
	months     int       // the term
	every      int       // months of a period
	rent       int64
	rate       int // millionths
	escalation int // percent a year
}

func (l contract) periods() int { return l.months / l.every }

// payment is the rent of a period, from 0: exact until its cents.
func (l contract) payment(k int) *big.Int {
	rent := new(big.Rat).SetInt64(l.rent)
	for range k * l.every / 12 {
		rent.Mul(rent, big.NewRat(int64(100+l.escalation), 100))
	}
	return cents(new(big.Float).SetPrec(bits).SetRat(rent))
}

const bits = 256

func number(x int64) *big.Float { return new(big.Float).SetPrec(bits).SetInt64(x) }

// cents rounds half away from zero.
func cents(x *big.Float) *big.Int {
	half := new(big.Float).SetPrec(bits).SetFloat64(0.5)
	if x.Sign() < 0 {
		half.Neg(half)
	}
	n, _ := new(big.Float).SetPrec(bits).Add(x, half).Int(nil)
	return n
}

func power(x *big.Float, n int) *big.Float {
	y := number(1)
	for range n {
		y.Mul(y, x)
	}
	return y
}

// root is the n-th root of x, a little above 1.
func root(x *big.Float, n int) *big.Float {
	y := number(1)
	for range 12 { // the digits that are right double every time
		below := power(y, n-1)
		step := number(0).Sub(number(0).Mul(below, y), x)
		y.Sub(y, step.Quo(step, below.Mul(below, number(int64(n)))))
	}
	return y
}

// growth returns the growth factor of the balance for each period.
func (p program) growth(l contract) []*big.Float {
	rate := number(0).Quo(number(int64(l.rate)), number(1_000_000))
	escalationChanges := number(0).Add(number(1), rate)
	list := make([]*big.Float, l.periods())
	var period, daily *big.Float
	switch p.discounting {
	case "nominal":
		period = rate.Mul(rate, number(int64(l.every)))
		period.Add(period.Quo(period, number(12)), number(1))
	case "effective":
		period = power(root(escalationChanges, 12), l.every)
	default:
		daily = root(escalationChanges, 365)
	}
	for k := range list {
		list[k] = period
		if daily != nil {
			first, next := l.from.AddDate(0, k*l.every, 0), l.from.AddDate(0, (k+1)*l.every, 0)
			list[k] = power(daily, int(next.Sub(first).Hours()/24))
		}
	}
	return list
}

// row is a row of a schedule, in cents.
type row struct{ payment, interest, principal, closing *big.Int }

type schedule struct {
	liability, paid *big.Int
	rows            []row
	drift           int64 // largest difference in cents between a forward schedule and the exact one
}

// schedule computes the liability, and the rows forward from it.
func (p program) schedule(l contract) (s schedule) {
	growth := p.growth(l)
	payments := make([]*big.Int, len(growth))
	s.paid = new(big.Int)
	for k := range payments {
		if payments[k] = l.payment(k); k == 0 && p.settled && p.advance {
			payments[k] = new(big.Int)
		}
		s.paid.Add(s.paid, payments[k])
	}
	liability, factor, spread := number(0), number(1), number(1)
	for k, g := range growth {
		if !p.advance {
			factor.Mul(factor, g)
		}
		due := new(big.Float).SetPrec(bits).SetInt(payments[k])
		liability.Add(liability, due.Quo(due, factor))
		if p.advance {
			factor.Mul(factor, g)
		}
		spread.Add(spread.Mul(spread, g), number(1))
	}
	s.liability = cents(liability)
	if p.forward { // half a cent from each rounding, compounded to the end, and the rounding of the exact figure
		n, _ := spread.Int64()
		s.drift = n/2 + 2
		liability.SetInt(s.liability)
	}
	for k, g := range growth {
		paid := new(big.Float).SetPrec(bits).SetInt(payments[k])
		balance := number(0).Set(liability)
		if p.advance {
			balance.Sub(balance, paid)
		}
		interest := number(0).Sub(number(0).Mul(balance, g), balance)
		if p.forward {
			interest.SetInt(cents(interest))
		}
		liability.Sub(number(0).Add(liability, interest), paid)
		if p.plug && k == len(growth)-1 {
			interest.Sub(interest, liability)
			liability = number(0)
		}
		shown := cents(interest)
		s.rows = append(s.rows, row{payments[k], shown, new(big.Int).Sub(payments[k], shown), cents(liability)})
	}
	return s
}

func amountText(n *big.Int) string { return new(big.Rat).SetFrac(n, big.NewInt(100)).FloatString(2) }

// question returns the request that verifies a schedule against the given lease.
func question(l contract, given program, s schedule, byDate bool) string {
	frequency := map[int]string{1: "monthly", 3: "quarterly", 6: "semiannual"}[l.every]
	var b strings.Builder
	fmt.Fprintf(&b, `{"lease":{"commencementDate":"%s","termMonths":%d,"paymentAmount":%s,"discountRateAnnual":0.%06d,"paymentFrequency":"%s",
		"annualEscalationPct":0.%02d,"paymentTiming":"%s","basis":{"discounting":"%s","commencementPayment":"%s"}},`,
		l.from.Format(time.DateOnly), l.months, amountText(big.NewInt(l.rent)), l.rate, frequency, l.escalation,
		timing(given.advance), given.discounting, commencement(given.settled))
	fmt.Fprintf(&b, `"theirs":{"initialLiability":%s,"totalUndiscountedPayments":%s,"schedule":[`, amountText(s.liability), amountText(s.paid))
	for k, r := range s.rows {
		if k > 0 {
			b.WriteString(",")
		}
		at := fmt.Sprintf(`"period":%d`, k+1)
		if byDate {
			date := l.from.AddDate(0, k*l.every, 0)
			if !given.advance {
				date = l.from.AddDate(0, (k+1)*l.every, -1)
			}
			at = `"date":"` + date.Format(time.DateOnly) + `"`
		}
		fmt.Fprintf(&b, `{%s,"payment":%s,"interest":%s,"principal":%s,"liabilityClose":%s}`,
			at, amountText(r.payment), amountText(r.interest), amountText(r.principal), amountText(r.closing))
	}
	b.WriteString("]}")
	if s.drift > 0 {
		fmt.Fprintf(&b, `,"tolerance":%s`, amountText(big.NewInt(s.drift)))
	}
	return b.String() + "}"
}

func timing(advance bool) string {
	if advance {
		return "advance"
	}
	return "arrears"
}

func commencement(settled bool) string {
	if settled {
		return "settled"
	}
	return "liability"
}

// words returns the expected sentence for a schedule of p and a lease given as g: every
// convention that differs, and no other.
func words(g, p program, tolerance string) string {
	var parts []string
	if g.discounting != p.discounting {
		parts = append(parts, map[string]string{
			"nominal":    "the rate is applied as a nominal annual rate, divided by the periods of a year",
			"effective":  "the rate is applied as an effective annual rate",
			"actual_365": "the rate is applied as an effective annual rate over actual days / 365",
		}[p.discounting])
	}
	if g.settled != p.settled && p.advance { // in arrears there is no payment at commencement
		parts = append(parts, map[bool]string{
			true:  "the payment at commencement is omitted from the liability",
			false: "the payment at commencement is included in the liability",
		}[p.settled])
	}
	if g.advance != p.advance {
		parts = append(parts, "payments are made in "+timing(p.advance))
	}
	switch n := len(parts); n {
	case 0:
		return "Agrees within " + tolerance + "."
	case 1:
		return "Agrees within " + tolerance + " if " + parts[0] + "."
	default:
		return "Agrees within " + tolerance + " if " + strings.Join(parts[:n-1], ", ") + " and " + parts[n-1] + "."
	}
}

// drawn returns a random lease, as given and as a program computed it.
func drawn(seed uint64) (l contract, given, made program, r *rand.Rand) {
	r = rand.New(rand.NewPCG(16, seed)) // the same schedules in every run
	l = contract{
		from:       time.Date(2015+r.IntN(15), time.Month(1+r.IntN(12)), 1+r.IntN(28), 0, 0, 0, 0, time.UTC),
		every:      []int{1, 1, 1, 3, 6}[r.IntN(5)],
		rent:       100_000 + r.Int64N(5_000_000),
		rate:       100 * (200 + r.IntN(1000)),
		escalation: max(0, r.IntN(8)-3),
	}
	l.months = 24 + 6*r.IntN(9)
	style := func() program {
		return program{
			discounting: []string{"nominal", "effective", "actual_365"}[r.IntN(3)],
			settled:     r.IntN(2) == 0, advance: r.IntN(2) == 0,
		}
	}
	if given = style(); r.IntN(2) == 0 {
		given = program{discounting: "nominal", advance: true} // the defaults
	}
	made = style()
	made.forward = r.IntN(2) == 0
	made.plug = made.forward && r.IntN(2) == 0
	return l, given, made, r
}

// schedules is the number of random schedules.
const schedules = 300

// eachSchedule runs a check over many schedules on all processors.
func eachSchedule(t *testing.T, check func(seed uint64) string) {
	t.Helper()
	count := uint64(schedules)
	if testing.Short() {
		count = 100
	}
	var next atomic.Uint64
	var failed atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for seed := next.Add(1); seed <= count && failed.Load() < 10; seed = next.Add(1) {
				if broken := check(seed); broken != "" {
					failed.Add(1)
					t.Errorf("schedule %d: %s", seed, broken)
				}
			}
		})
	}
	workers.Wait()
}

func ask(body string) (*reperform.Answer, error) {
	q, err := reperform.Decode([]byte(body))
	if err != nil {
		return nil, err
	}
	return reperform.Verify(q)
}

// METHOD 15.3: the convention of every schedule is found and named, for any convention and
// for cells rounded forward or only shown in cents, and no row is called inconsistent. The
// tolerance is the default for exact cells, and half a cent per row, compounded to the end,
// for rounding forward.
func TestMethod15_3_SchedulesOfOtherProgramsAreExplained(t *testing.T) {
	t.Parallel()
	eachSchedule(t, func(seed uint64) string {
		l, given, made, r := drawn(seed)
		s := made.schedule(l)
		body := question(l, given, s, given.advance == made.advance && r.IntN(4) == 0)
		a, err := ask(body)
		if err != nil {
			return err.Error() + "\n" + body
		}
		want := words(given, made, amountText(big.NewInt(max(1, s.drift))))
		switch {
		case a.Explanation == nil:
			return fmt.Sprintf("no explanation, want %q; best %+v\n%s", want, a.Explanations[0], body)
		case a.Explanation.Sentence != want || a.Explanation.Outside != 0:
			return fmt.Sprintf("%q, want %q\n%s", a.Explanation.Sentence, want, body)
		case a.Agrees != (len(a.Explanation.Changes) == 0):
			return fmt.Sprintf("agrees is %t and the explanation %q\n%s", a.Agrees, want, body)
		case len(a.Inconsistencies) > 0:
			return fmt.Sprintf("%+v\n%s", a.Inconsistencies, body)
		}
		return ""
	})
}

// METHOD 15.3: XNPV of a sheet that dates payments in arrears on the last day of
// their period, as the schedule does, discounts them a day less.
func TestMethod15_3_ClosingPaymentsDatedOnTheirDay(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		l, _, _, _ := drawn(seed)
		daily := root(number(0).Quo(number(int64(1_000_000+l.rate)), number(1_000_000)), 365)
		liability := number(0)
		for k := range l.periods() {
			last := l.from.AddDate(0, (k+1)*l.every, -1)
			due := new(big.Float).SetPrec(bits).SetInt(l.payment(k))
			liability.Add(liability, due.Quo(due, power(daily, int(last.Sub(l.from).Hours()/24))))
		}
		body := question(l, program{discounting: "actual_365"}, schedule{liability: cents(liability), paid: program{}.schedule(l).paid}, false)
		a, err := ask(body)
		if err != nil {
			t.Fatalf("%v\n%s", err, body)
		}
		const want = "Agrees within 0.01 if payments at the end of a period are discounted one day less."
		if a.Explanation == nil || a.Explanation.Sentence != want {
			t.Errorf("%+v, want %q\n%s", a.Explanation, want, body)
		}
	}
}

// METHOD 15.3: omitted incentives and direct costs are tried only if a figure of the asset
// is reported. 12 × 1,000 in advance at 0 % is a liability of 12,000; with costs of 300 less
// incentives of 500 the asset is 11,800.
func TestMethod15_3_ForgottenCostsNeedAnAssetFigure(t *testing.T) {
	t.Parallel()
	const lease = `{"lease":{"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0,
		"initialDirectCosts":300,"leaseIncentives":500},"theirs":`
	for theirs, want := range map[string]string{
		`{"initialRouAsset":11800}`:                                             "Agrees within 0.01.",
		`{"initialRouAsset":12300}`:                                             "Agrees within 0.01 if the lease incentives are omitted.",
		`{"initialRouAsset":11500}`:                                             "Agrees within 0.01 if the initial direct costs are omitted.",
		`{"initialLiability":12000,"totalLeaseCost":12300}`:                     "",
		`{"totalLeaseCost":12300,"schedule":[{"period":12,"rouAssetClose":0}]}`: "Agrees within 0.01 if the lease incentives are omitted.",
	} {
		a := verify(t, lease+theirs+"}")
		got := ""
		if a.Explanation != nil {
			got = a.Explanation.Sentence
		}
		if got != want {
			t.Errorf("%s: %q, want %q", theirs, got, want)
		}
	}
}
