package reperform_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// kept returns a request that verifies a lease against its own computed schedule. Tests may change
// it.
func kept(t *testing.T, body string) *reperform.Question {
	t.Helper()
	l, err := leasehold.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	r, err := leasehold.Compute(l)
	if err != nil {
		t.Fatal(err)
	}
	q := &reperform.Question{Lease: *l}
	places := l.Currency.Places()
	q.Theirs.InitialLiability = leasehold.Some(r.InitialLiability.Decimal(places))
	for i := range r.Schedule {
		p := &r.Schedule[i]
		q.Theirs.Schedule = append(q.Theirs.Schedule, reperform.Row{
			Period: leasehold.Some(i + 1), Payment: leasehold.Some(p.Payment.Decimal(places)), Interest: leasehold.Some(p.Interest.Decimal(places)),
			Principal: leasehold.Some(p.Principal.Decimal(places)), LiabilityClose: leasehold.Some(p.LiabilityClose.Decimal(places)),
			RouAmortization: leasehold.Some(p.RouAmortization.Decimal(places)), RouAssetClose: leasehold.Some(p.RouAssetClose.Decimal(places)),
		})
	}
	return q
}

// against computes a schedule for the lease named theirs. It returns a request that verifies the
// lease named ours against this schedule.
func against(t *testing.T, theirs, ours string) *reperform.Question {
	t.Helper()
	q := kept(t, theirs)
	l, err := leasehold.Decode([]byte(ours))
	if err != nil {
		t.Fatal(err)
	}
	q.Lease = *l
	return q
}

func verified(t *testing.T, q *reperform.Question) *reperform.Answer {
	t.Helper()
	a, err := reperform.Verify(q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

const rising = `{"standard":"IFRS_16","commencementDate":"2026-03-01","termMonths":60,"paymentAmount":8000,"discountRateAnnual":0.065,"currency":"USD"`

// METHOD 26.1: a difference of one minor unit per row is rounding, and one unit more is not. A
// supplied tolerance applies to every row.
func TestMethod26_1_RoundingIsAllowed(t *testing.T) {
	t.Parallel()
	q := kept(t, rising+"}")
	off := func(row int, cents int64) {
		at := &q.Theirs.Schedule[row-1].LiabilityClose
		n := new(big.Int).Add(at.Value.Units(2), big.NewInt(cents))
		at.Value = money.MustParse(new(big.Rat).SetFrac(n, big.NewInt(100)).FloatString(2))
	}
	off(7, 7)
	off(60, -60)
	a := verified(t, q)
	if !a.Agrees || a.Rounding == nil || a.Rounding.String() != "0.6" || a.Outside != 0 || len(a.Differences) != 0 {
		t.Errorf("agrees %t, rounding %v, %d outside", a.Agrees, a.Rounding, a.Outside)
	}
	if got := a.Cause(); got != "Every difference is due to rounding of at most 0.60 USD." {
		t.Errorf("%q", got)
	}
	off(7, 1)
	if a = verified(t, q); a.Agrees || a.Outside != 1 || a.Rounding != nil {
		t.Errorf("a minor unit more: agrees %t, %d outside, rounding %v", a.Agrees, a.Outside, a.Rounding)
	}
	q.Tolerance = leasehold.Some(money.MustParse("0.08"))
	if a = verified(t, q); a.Agrees || a.Outside != 1 {
		t.Errorf("with a tolerance: agrees %t, %d outside", a.Agrees, a.Outside)
	}
}

// METHOD 26.2: the response begins with the first differing payment and the change that makes all
// payments match. The explanation of the remaining differences assumes the reported payments.
func TestMethod26_2_PaymentsComeFirst(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ours, theirs string
		from         int
		fits         string
	}{
		{`,"rentSteps":[{"from":"2028-03-01","paymentAmount":8500}]}`, `,"rentSteps":[{"from":"2028-05-01","paymentAmount":8500}]}`, 25, "the rent step of 2028-03-01 comes 2 rows later"},
		{`,"rentSteps":[{"from":"2028-03-01","paymentAmount":8500}]}`, `,"rentSteps":[{"from":"2028-02-01","paymentAmount":8500}]}`, 24, "the rent step of 2028-03-01 comes one row earlier"},
		{`,"rentSteps":[{"from":"2028-03-01","paymentAmount":8500}]}`, `,"rentSteps":[{"from":"2028-03-01","paymentAmount":8050}]}`, 25, "the rent step of 2028-03-01 changes the rent to 8,050.00, not to 8,500.00"},
		{`,"annualEscalationPct":0.03}`, `,"annualEscalationPct":0.02}`, 13, "the rent rises by 2% a year, not by 3%"},
		{`,"annualEscalationPct":0.03}`, `,"rentSteps":[{"from":"2027-03-01","paymentAmount":8000}],"annualEscalationPct":0.03}`, 13, "the rent rises one year late"},
		{`,"annualEscalationPct":0.03}`, `,"annualEscalationAmount":240}`, 25, "the escalation is not compounded"},
		{`}`, `,"annualEscalationPct":0.02}`, 13, "the rent rises by 2% a year"},
		{`,"rentFree":[{"from":"2026-06-01","months":2}]}`, `}`, 4, "the rent-free months from 2026-06-01 are omitted"},
		{`,"otherPayments":[{"date":"2026-09-01","amount":5000}]}`, `}`, 7, "the payment of 2026-09-01 is omitted"},
		{`}`, `,"otherPayments":[{"date":"2026-09-01","amount":5000},{"date":"2027-10-01","amount":500}]}`, 7, ""},
	} {
		q := against(t, rising+c.theirs, rising+c.ours)
		a := verified(t, q)
		if a.Payments == nil || a.Payments.From != c.from || a.Payments.Fits != c.fits {
			t.Errorf("%s for %s: %+v", c.theirs, c.ours, a.Payments)
			continue
		}
		if !strings.HasPrefix(string(a.Append(nil)), fmt.Sprintf(`{"payments":{"from":%d,`, c.from)) {
			t.Errorf("%s: the answer does not begin with the payments", c.theirs)
		}
		if a.Explanation == nil || !strings.HasPrefix(a.Cause(), fmt.Sprintf("Row %d, ", c.from)) || !strings.HasSuffix(a.Cause(), "; all later differences follow from this difference.") {
			t.Errorf("%s: %q, %+v", c.theirs, a.Cause(), a.Explanation)
		}
	}
}

// METHOD 26.3: the response contains the reported schedule's rate and shows how its digits differ
// from the lease's rate.
func TestMethod26_3_TheReportedRateIsFound(t *testing.T) {
	t.Parallel()
	for rate, want := range map[string]string{
		"0.056":     "0.056 exchanged: The schedule uses 5.6%; the lease's rate is 6.5%: two digits are exchanged.",
		"0.0065":    "0.0065 tenth: The schedule uses 0.65%; the lease's rate is 6.5%: the schedule uses a tenth of the rate.",
		"0.65":      "0.65 tenfold: The schedule uses 65%; the lease's rate is 6.5%: the schedule uses ten times the rate.",
		"0.0725":    "0.0725 : The schedule uses 7.25%; the lease's rate is 6.5%.",
		"0.0653217": "0.065322 : The schedule uses 6.53217%; the lease's rate is 6.5%.",
	} {
		q := kept(t, strings.Replace(rising, "0.065", rate, 1)+"}")
		q.Lease.DiscountRateAnnual = money.MustParse("0.065")
		a := verified(t, q)
		if a.ImpliedRate == nil {
			t.Errorf("%s: no rate", rate)
			continue
		}
		if got := a.ImpliedRate.String() + " " + a.Digits + ": " + a.Cause(); got != want {
			t.Errorf("%s: %q, want %q", rate, got, want)
		}
	}
	// An opening balance without other figures implies a rate but does not explain a difference.
	q := kept(t, rising+"}")
	q.Theirs.Schedule, q.Theirs.InitialLiability.Value = nil, money.MustParse("423456.78")
	if a := verified(t, q); a.ImpliedRate == nil || a.Explanation != nil {
		t.Errorf("one figure: rate %v, explanation %+v", a.ImpliedRate, a.Explanation)
	}
}

// METHOD 26.4: if one figure is wrong, its error explains all balances that include the error, with
// or without interest on the error.
func TestMethod26_4_OneWrongRowIsNamed(t *testing.T) {
	t.Parallel()
	q := kept(t, rising+"}")
	hundred := money.MustParse("100").Units(2)
	add := func(o *leasehold.Optional[money.Decimal], sign int64) {
		n := new(big.Int).Mul(hundred, big.NewInt(sign))
		o.Value = money.MustParse(new(big.Rat).SetFrac(n.Add(n, o.Value.Units(2)), big.NewInt(100)).FloatString(2))
	}
	row := q.Theirs.Schedule
	add(&row[22].Interest, 1)
	add(&row[22].Principal, -1)
	for i := 22; i < 60; i++ {
		add(&row[i].LiabilityClose, 1)
	}
	a := verified(t, q)
	const want = "One error: the interest in row 23 is 100.00 too high; the later balances contain the same difference."
	if a.Explanation == nil || a.Explanation.Sentence != want {
		t.Errorf("%+v, want %q", a.Explanation, want)
	}
	q = kept(t, rising+"}")
	add(&q.Theirs.Schedule[30].RouAssetClose, -1)
	a = verified(t, q)
	if a.Explanation == nil || a.Explanation.Sentence != "One error: the ending right-of-use asset in row 31 is 100.00 too low." {
		t.Errorf("%+v", a.Explanation)
	}
}

// METHOD 26.5: rows dated a few days later or earlier are matched in order. The search also finds
// events that were omitted or measured at the preceding rate.
func TestMethod26_5_MoreCandidates(t *testing.T) {
	t.Parallel()
	q := kept(t, rising+"}")
	for i := range q.Theirs.Schedule {
		r := &q.Theirs.Schedule[i]
		r.Period = leasehold.Optional[int]{}
		r.Date = leasehold.Some(civil.Date{Year: 2026, Month: 3, Day: 15}.AddMonths(i))
	}
	a := verified(t, q)
	if a.Agrees || a.Explanation == nil || !strings.HasSuffix(a.Explanation.Sentence, " if the reported rows are dated 14 days later than the lease's.") {
		t.Errorf("shifted: %+v", a.Explanation)
	}
	const modified = `,"events":[{"date":"2027-03-01","type":"modification","paymentAmount":9000,"discountRateAnnual":0.05}]}`
	for theirs, want := range map[string]string{
		"}": "the modification of 2027-03-01 is omitted",
		strings.Replace(modified, "0.05", "0.065", 1): "the modification of 2027-03-01 is measured at the preceding rate",
	} {
		if a := verified(t, against(t, rising+theirs, rising+modified)); a.Explanation == nil || !strings.Contains(a.Cause(), want) {
			t.Errorf("%s: %q, %+v", theirs, a.Cause(), a.Explanation)
		}
	}
}

// METHOD 26.2: the explanation names an omitted event by its type and date.
func TestMethod26_2_AnOmittedEventIsNamed(t *testing.T) {
	t.Parallel()
	for event, want := range map[string]string{
		`{"date":"2027-03-01","type":"contingency_resolved","paymentAmount":9000}`: "the resolved contingency of 2027-03-01 is omitted",
		`{"date":"2027-03-01","type":"index","paymentAmount":9000}`:                "the change in an index or rate of 2027-03-01 is omitted",
	} {
		if a := verified(t, against(t, rising+"}", rising+`,"events":[`+event+`]}`)); !strings.Contains(a.Cause(), want) {
			t.Errorf("%s: %q, want %q", event, a.Cause(), want)
		}
	}
}

// METHOD 26.5: if a decrease in scope did not reduce the asset, that explanation is found.
func TestMethod26_5_TheAssetWasNotReduced(t *testing.T) {
	t.Parallel()
	const smaller = `,"events":[{"date":"2028-03-01","type":"modification","retainedShare":0.6,"paymentAmount":4800,"discountRateAnnual":0.065}]}`
	q := kept(t, rising+smaller)
	m, err := leasehold.MeasureDeviating(t.Context(), &q.Lease, leasehold.Deviations{AssetKept: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Schedule {
		p, r := &m.Schedule[i], &q.Theirs.Schedule[i]
		r.RouAmortization.Value, r.RouAssetClose.Value = p.RouAmortization.Decimal(2), p.RouAssetClose.Decimal(2)
	}
	a := verified(t, q)
	if a.Explanation == nil || !strings.Contains(a.Cause(), "the right-of-use asset is not reduced at the modification of 2028-03-01") {
		t.Errorf("%q, %+v", a.Cause(), a.Explanation)
	}
}

// METHOD 26.6: the response contains the explanation with the fewest causes. The explanation's
// sentence names the payments first, then the rate, the wrong figure and the conventions.
func TestMethod26_6_TheFewestCausesInTheirOrder(t *testing.T) {
	t.Parallel()
	const rises = `,"annualEscalationPct":0.03}`
	for _, c := range []struct {
		theirs string
		causes []string // causes in the order of the sentence
	}{
		{strings.Replace(rising, "0.065", "0.056", 1) + rises, []string{"The schedule uses 5.6%"}},
		{rising + `,"paymentTiming":"arrears"` + rises, []string{"The schedule agrees within 0.01 USD if payments are made in arrears."}},
		{rising + `,"annualEscalationPct":0.02}`, []string{"Row 13, "}},
		{strings.Replace(rising, "0.065", "0.056", 1) + `,"annualEscalationPct":0.02}`, []string{"Row 13, ", "The schedule uses 5.6%"}},
		{strings.Replace(rising, "0.065", "0.056", 1) + `,"basis":{"discounting":"effective"}` + rises, []string{"The schedule uses 5.6%", "The rest agrees within "}},
	} {
		q := against(t, c.theirs, rising+rises)
		a := verified(t, q)
		if a.Explanation == nil || len(a.Explanation.Changes) != len(c.causes) {
			t.Errorf("%s: %+v, want %d causes", c.theirs, a.Explanation, len(c.causes))
			continue
		}
		rest := a.Explanation.Sentence
		for _, cause := range c.causes {
			_, after, found := strings.Cut(rest, cause)
			if !found {
				t.Errorf("%s: %q, want %q in this order", c.theirs, a.Explanation.Sentence, c.causes)
			}
			rest = after
		}
	}
}

// METHOD 26.6: the search stops at its limit, and a note reports it.
func TestMethod26_6_TheSearchIsBounded(t *testing.T) {
	t.Parallel()
	q := kept(t, `{"commencementDate":"2026-01-01","termMonths":1200,"paymentAmount":1000,"discountRateAnnual":0.06,"annualEscalationPct":0.01}`)
	for i := range q.Theirs.Schedule {
		q.Theirs.Schedule[i].Interest.Value = q.Theirs.Schedule[i].Interest.Value.Shift(1)
	}
	a := verified(t, q)
	if a.Agrees || a.Explanation != nil || len(a.Notes) != 1 {
		t.Errorf("agrees %t, explanation %+v, notes %q", a.Agrees, a.Explanation, a.Notes)
	}
}

// METHOD 26.1: the rounding allowance of a total is one minor unit per row.
func TestMethod26_1_ATotalMayDifferAlone(t *testing.T) {
	t.Parallel()
	for cents, want := range map[int64]bool{60: true, -60: true, 61: false, -61: false} {
		q := kept(t, rising+"}")
		off := new(big.Int).Add(q.Theirs.InitialLiability.Value.Units(2), big.NewInt(cents))
		q.Theirs.InitialLiability.Value = money.FromUnits(off, 2)
		if a := verified(t, q); a.Agrees != want || want && a.Rounding.String() != "0.6" {
			t.Errorf("%d cents off of 60 rows: agrees %t, rounding %v", cents, a.Agrees, a.Rounding)
		}
	}
}

// METHOD 26.2: the explanation names a different escalation amount.
func TestMethod26_2_AnotherAmountOfEscalation(t *testing.T) {
	t.Parallel()
	q := kept(t, rising+`,"annualEscalationAmount":200}`)
	q.Lease.AnnualEscalationAmount = leasehold.Some(money.MustParse("240"))
	a := verified(t, q)
	if a.Payments == nil || a.Payments.From != 13 || a.Payments.Fits != "the rent rises by 200.00 a year, not by 240.00" {
		t.Errorf("%+v", a.Payments)
	}
}

// METHOD 26.3: if a rate's decimal point is two places off, the response reports it.
func TestMethod26_3_AShiftedDecimalPoint(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ ours, theirs, want string }{{"0.065", "0.00065", "hundredth"}, {"0.0065", "0.65", "hundredfold"}, {"0.065", "0.0652", ""}} {
		q := kept(t, strings.Replace(rising, "0.065", c.theirs, 1)+"}")
		q.Lease.DiscountRateAnnual = money.MustParse(c.ours)
		if a := verified(t, q); a.ImpliedRate == nil || a.ImpliedRate.Cmp(money.MustParse(c.theirs)) != 0 || a.Digits != c.want {
			t.Errorf("%s for %s: rate %v, digits %q, want %q", c.theirs, c.ours, a.ImpliedRate, a.Digits, c.want)
		}
	}
}

// METHOD 26.5: rows are matched in order if their dates differ by at most 31 days.
func TestMethod26_5_RowsOfAMonthLater(t *testing.T) {
	t.Parallel()
	for days, want := range map[int]bool{31: true, -31: true, 32: false, -32: false} {
		q := kept(t, `{"standard":"IFRS_16","commencementDate":"2026-03-01","termMonths":60,"paymentAmount":8000,"paymentFrequency":"annual","discountRateAnnual":0.065}`)
		for i := range q.Theirs.Schedule {
			r, day := &q.Theirs.Schedule[i], time.Date(2026+i, 3, 1+days, 0, 0, 0, 0, time.UTC)
			r.Period = leasehold.Optional[int]{}
			r.Date = leasehold.Some(civil.Date{Year: int16(day.Year()), Month: uint8(day.Month()), Day: uint8(day.Day())})
		}
		a := verified(t, q)
		if shifted := a.Explanation != nil && strings.Contains(a.Explanation.Sentence, "if the reported rows are dated 31 days "); shifted != want {
			t.Errorf("%d days: %+v", days, a.Explanation)
		}
	}
}

// METHOD 26.5: monthly rows dated a month later or earlier share dates with their neighbors and are
// matched in order. Rows of a partial schedule are matched by their dates.
func TestMethod26_5_RowsDatedAPeriodLater(t *testing.T) {
	t.Parallel()
	for months, want := range map[int]string{1: "if the reported rows are dated 31 days later than the lease's.", -1: "if the reported rows are dated 28 days earlier than the lease's."} {
		q := kept(t, rising+"}")
		for i := range q.Theirs.Schedule {
			r := &q.Theirs.Schedule[i]
			r.Period = leasehold.Optional[int]{}
			r.Date = leasehold.Some(civil.Date{Year: 2026, Month: 3, Day: 1}.AddMonths(i + months))
		}
		if a := verified(t, q); a.Agrees || a.Explanation == nil || !strings.HasSuffix(a.Explanation.Sentence, want) {
			t.Errorf("%d: %+v", months, a.Explanation)
		}
	}
	q := kept(t, rising+"}")
	for i := range q.Theirs.Schedule {
		r := &q.Theirs.Schedule[i]
		r.Period = leasehold.Optional[int]{}
		r.Date = leasehold.Some(civil.Date{Year: 2026, Month: 3, Day: 1}.AddMonths(i))
	}
	q.Theirs.Schedule = q.Theirs.Schedule[1:]
	if a := verified(t, q); !a.Agrees {
		t.Errorf("a part of the schedule: %+v", a.Explanation)
	}
}
