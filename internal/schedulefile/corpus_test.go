package schedulefile_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/schedulefile"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// terms contains the lease terms that a schedule's author uses. Amounts are in cents.
type terms struct {
	months, every      int
	rent               int64
	rate               string // annual rate as a fraction
	escalation         int    // annual increase of the rent in percent
	late               int    // number of years by which the first increase is late
	step, stepRent     int64  // first period with the changed rent, stepRent; 0 if the rent does not change
	free               int    // number of the rent-free period; 0 if there is no such period
	costs, incentives  int64
	interestAt, zeroAt int // numbers of two rows: the row whose interest is 100.00 too high, and the row without a payment; 0 if there is no such row
}

// tool describes how a spreadsheet or program computes a schedule and writes it to a file.
type tool struct {
	name        string
	discounting string // discounting method: nominal, effective, actual_365 or monthly
	rounded     bool   // whether each cell is rounded before the next cell is computed from it
	settled     bool
	arrears     bool
	shift       int  // number of days added to each date
	totals      bool // whether a row of totals follows each year
	// If the tool's schedule contains no mistakes, the verification must report this cause.
	cause string
}

var tools = []tool{
	{name: "rounded row by row", discounting: "nominal", rounded: true},
	{name: "effective rate", discounting: "effective", cause: "effective annual rate"},
	{name: "monthly compounding", discounting: "monthly", cause: "compounded monthly"},
	{name: "XNPV", discounting: "actual_365", cause: "actual days / 365"},
	{name: "arrears for advance", discounting: "nominal", arrears: true, cause: "in arrears"},
	{name: "shifted dates", discounting: "nominal", shift: -14, cause: "14 days earlier"},
	{name: "no first payment", discounting: "nominal", settled: true, cause: "omitted from the liability"},
	{name: "totals of fiscal years", discounting: "nominal", totals: true},
}

// mistake is a mistake in a schedule and the cause that the verification must report.
type mistake struct {
	name  string
	steps bool // whether the lease has a rent step and a rent-free month instead of annual increases
	plant func(*terms)
	cause string
}

var mistakes = []mistake{
	{"digits of the rate exchanged", false, func(l *terms) { l.rate = "0.056" }, "uses 5.6%; the lease's rate is 6.5%: two digits are exchanged"},
	{"a tenth of the rate", false, func(l *terms) { l.rate = "0.0065" }, "uses 0.65%; the lease's rate is 6.5%: the schedule uses a tenth of the rate"},
	{"another rate", false, func(l *terms) { l.rate = "0.0725" }, "uses 7.25%; the lease's rate is 6.5%"},
	{"escalation omitted", false, func(l *terms) { l.escalation = 0 }, "the escalation is omitted"},
	{"escalation a year late", false, func(l *terms) { l.late = 1 }, "the rent rises one year late"},
	{"escalation at another rate", false, func(l *terms) { l.escalation = 2 }, "the rent rises by 2% a year, not by 3%"},
	{"a period short", false, func(l *terms) { l.months -= l.every }, "one payment period shorter"},
	{"a period long", false, func(l *terms) { l.months += l.every }, "one payment period longer"},
	{"incentives omitted", false, func(l *terms) { l.incentives = 0 }, "the lease incentives are omitted"},
	{"direct costs omitted", false, func(l *terms) { l.costs = 0 }, "the initial direct costs are omitted"},
	{"another rent", false, func(l *terms) { l.rent = 1_320_000 }, "the rent is 13,200.00, not 12,300.00"},
	{"interest of one row", false, func(l *terms) { l.interestAt = 11 }, "interest in row 11 is 100.00 too high"},
	{"payment of one row", false, func(l *terms) { l.zeroAt = 7 }, "payment in row 7 is"},
	{"step a row late", true, func(l *terms) { l.step++ }, "comes one row later"},
	{"step omitted", true, func(l *terms) { l.step = 0 }, "is omitted"},
	{"rent-free month omitted", true, func(l *terms) { l.free = 0 }, "the rent-free months from"},
}

const precision = 192

func whole(n int64) *big.Float { return new(big.Float).SetPrec(precision).SetInt64(n) }

func inCents(x *big.Float) int64 {
	half := whole(0).SetFloat64(0.5)
	if x.Sign() < 0 {
		half.Neg(half)
	}
	n, _ := whole(0).Add(x, half).Int64()
	return n
}

func raised(x *big.Float, n int) *big.Float {
	y := whole(1)
	for range n {
		y.Mul(y, x)
	}
	return y
}

// rootOf computes the n-th root of x by Newton's method.
func rootOf(x *big.Float, n int) *big.Float {
	y := whole(1)
	for range 14 {
		below := raised(y, n-1)
		step := whole(0).Sub(whole(0).Mul(below, y), x)
		y.Sub(y, step.Quo(step, below.Mul(below, whole(int64(n)))))
	}
	return y
}

var commenced = time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC)

// fileOf returns the file to which the tool writes a lease's schedule.
func (k tool) fileOf(l *terms) string {
	n := l.months / l.every
	rate, _ := whole(0).SetString(l.rate)
	payments := make([]int64, n)
	for i := range payments {
		rent := whole(l.rent)
		if l.step > 0 && int64(i) >= l.step {
			rent = whole(l.stepRent)
		}
		for range max(0, i*l.every/12-l.late) {
			rent.Mul(rent, whole(int64(100+l.escalation)))
			rent.Quo(rent, whole(100))
		}
		if payments[i] = inCents(rent); l.free > 0 && i == l.free || k.settled && i == 0 {
			payments[i] = 0
		}
	}
	growth := make([]*big.Float, n)
	grown := whole(0).Add(whole(1), rate)
	for i := range growth {
		from, to := commenced.AddDate(0, i*l.every, 0), commenced.AddDate(0, (i+1)*l.every, 0)
		switch k.discounting {
		case "nominal":
			g := whole(0).Mul(rate, whole(int64(l.every)))
			growth[i] = g.Add(g.Quo(g, whole(12)), whole(1))
		case "effective":
			growth[i] = raised(rootOf(grown, 12), l.every)
		case "monthly":
			g := whole(0).Quo(rate, whole(12))
			growth[i] = raised(g.Add(g, whole(1)), l.every)
		default:
			growth[i] = raised(rootOf(grown, 365), int(to.Sub(from).Hours()/24))
		}
	}
	liability, factor := whole(0), whole(1)
	for i, g := range growth {
		if k.arrears {
			factor.Mul(factor, g)
		}
		liability.Add(liability, whole(0).Quo(whole(payments[i]), factor))
		if !k.arrears {
			factor.Mul(factor, g)
		}
	}
	opening := inCents(liability)
	asset := opening + l.costs - l.incentives
	if k.settled {
		asset += l.rent // the liability excludes the payment at commencement, so the asset includes it
	}
	if k.rounded {
		liability = whole(opening)
	}
	var b strings.Builder
	b.WriteString("No.,Payment date,Payment,Interest,Principal,Closing balance,ROU amortization,ROU asset\r\n")
	fmt.Fprintf(&b, "0,,,,,%s,,%s\r\n", amountOf(opening), amountOf(asset))
	paidOfYear, interestOfYear, left := int64(0), int64(0), asset
	for i, g := range growth {
		paid := payments[i]
		if i+1 == l.zeroAt {
			paid = 0
		}
		balance := whole(0).Set(liability)
		if !k.arrears {
			balance.Sub(balance, whole(paid))
		}
		interest := whole(0).Sub(whole(0).Mul(balance, g), balance)
		if k.rounded {
			interest = whole(inCents(interest))
		}
		if i+1 == l.interestAt {
			interest.Add(interest, whole(10_000))
		}
		liability.Sub(whole(0).Add(liability, interest), whole(paid))
		if k.rounded && i == n-1 && l.interestAt == 0 && l.zeroAt == 0 {
			interest.Sub(interest, liability)
			liability = whole(0)
		}
		written := asset * int64(i+1) / int64(n) // straight-line amortization over the term
		amortization := written - (asset - left)
		left = asset - written
		due := commenced.AddDate(0, i*l.every, 0)
		if k.arrears {
			due = commenced.AddDate(0, (i+1)*l.every, -1)
		}
		shown := inCents(interest)
		number := ""
		if k.shift == 0 {
			number = fmt.Sprint(i + 1)
		}
		fmt.Fprintf(&b, "%s,%s,%s,%s,%s,%s,%s,%s\r\n", number, due.AddDate(0, 0, k.shift).Format(time.DateOnly),
			amountOf(paid), amountOf(shown), amountOf(paid-shown), amountOf(inCents(liability)), amountOf(amortization), amountOf(left))
		paidOfYear, interestOfYear = paidOfYear+paid, interestOfYear+shown
		if k.totals && (due.Month() == time.December || i == n-1) {
			fmt.Fprintf(&b, "Total FY%d,,%s,%s,%s,,,\r\n", due.Year(), amountOf(paidOfYear), amountOf(interestOfYear), amountOf(paidOfYear-interestOfYear))
			paidOfYear, interestOfYear = 0, 0
		}
	}
	return b.String()
}

func amountOf(cents int64) string { return new(big.Rat).SetFrac64(cents, 100).FloatString(2) }

// leaseOf returns a five-year IFRS 16 lease and its terms. Consecutive payments are the given
// number of months apart.
func leaseOf(t *testing.T, every int, steps bool) (*leasehold.Lease, terms) {
	t.Helper()
	l := terms{months: 60, every: every, rent: 1_230_000, rate: "0.065", costs: 500_000, incentives: 800_000}
	frequency := map[int]string{1: "monthly", 3: "quarterly"}[every]
	body := `{"standard":"IFRS_16","commencementDate":"2026-01-15","termMonths":60,"paymentAmount":12300,"discountRateAnnual":0.065,"currency":"EUR",
		"paymentFrequency":"` + frequency + `","initialDirectCosts":5000,"leaseIncentives":8000`
	if steps {
		l.step, l.stepRent, l.free = 24/int64(every), 1_410_000, 12/every
		body += `,"rentSteps":[{"from":"2028-01-15","paymentAmount":14100}],"rentFree":[{"from":"2027-01-15","months":` + fmt.Sprint(every) + `}]`
	} else {
		l.escalation = 3
		body += `,"annualEscalationPct":0.03`
	}
	lease, err := leasehold.Decode([]byte(body + "}"))
	if err != nil {
		t.Fatal(err)
	}
	return lease, l
}

// compareCauses compares a result's causes with the planted mistakes. The first returned value
// reports whether the first cause belongs to a planted mistake and no cause is wrong. The second
// reports whether the cause of every planted mistake was found.
func compareCauses(a *reperform.Answer, k tool, planted []mistake) (first, all bool) {
	text := a.Cause()
	if a.Explanation != nil && !strings.Contains(text, a.Explanation.Sentence) {
		text += " " + a.Explanation.Sentence
	}
	causes := []string{}
	for _, m := range planted {
		causes = append(causes, m.cause)
	}
	if k.cause != "" {
		causes = append(causes, k.cause)
	}
	begin, _, _ := strings.Cut(text, ". ")
	first = slices.ContainsFunc(causes, func(cause string) bool { return strings.Contains(begin+".", cause) })
	all = !slices.ContainsFunc(causes, func(cause string) bool { return !strings.Contains(text+".", cause) })
	if a.Explanation != nil && len(a.Explanation.Changes) > len(causes) {
		first = false // the result contains a cause that was not planted
	}
	return first, all
}

// METHOD 26: eight tools write schedules with one or two of sixteen mistakes. The schedules are
// read from files and verified. The first cause reported must be the true one.
func TestMethod26_TheCauseComesFirst(t *testing.T) {
	t.Parallel()
	ask := func(k tool, planted ...mistake) *reperform.Answer {
		every := 1
		if k.discounting == "monthly" {
			every = 3 // with monthly payments, this convention has the same effect as the nominal rate
		}
		lease, l := leaseOf(t, every, planted[0].steps)
		for _, m := range planted {
			m.plant(&l)
		}
		reading := read(t, k.fileOf(&l), schedulefile.Options{})
		a, err := reperform.Verify(&reperform.Question{Lease: *lease, Theirs: reading.Theirs})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	var singles, right, named int
	for _, k := range tools {
		for _, m := range mistakes {
			a := ask(k, m)
			first, all := compareCauses(a, k, []mistake{m})
			singles++
			if first {
				right++
			}
			if all {
				named++
			}
			if !first || !all {
				t.Logf("%s, %s: %q (explanation %+v)", k.name, m.name, a.Cause(), a.Explanation)
			}
		}
	}
	t.Logf("one mistake: %d of %d with a right cause first, %d with all causes", right, singles, named)
	if 100*right < 95*singles {
		t.Errorf("one mistake: the right cause is first in %d of %d", right, singles)
	}
	var pairs, rightPairs, namedPairs int
	for i, m := range mistakes {
		for j, other := range mistakes[:i] {
			if m.steps != other.steps || excluded(m.name, other.name) {
				continue
			}
			k := tools[(i+j)%len(tools)]
			a := ask(k, other, m)
			first, all := compareCauses(a, k, []mistake{other, m})
			pairs++
			if first {
				rightPairs++
			}
			if all {
				namedPairs++
			}
			if !first {
				t.Logf("%s, %s and %s: %q (explanation %+v)", k.name, other.name, m.name, a.Cause(), a.Explanation)
			}
		}
	}
	t.Logf("two mistakes: %d of %d with a right cause first, %d with all causes", rightPairs, pairs, namedPairs)
	if 100*rightPairs < 80*pairs {
		t.Errorf("two mistakes: a right cause is first in %d of %d", rightPairs, pairs)
	}
}

// excluded reports whether two mistakes must not be combined because both would change the same
// field.
func excluded(a, b string) bool {
	about := func(name string) string {
		for _, what := range []string{"rate", "escalation", "period"} {
			if strings.Contains(name, what) && !strings.HasPrefix(name, "escalation at") || what == "escalation" && strings.HasPrefix(name, what) {
				return what
			}
		}
		return name
	}
	return about(a) == about(b)
}
