package portfolio_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
)

// whole is a span over every lease of these tests.
func figuresOf(t *testing.T, from, to, lease string) *leasehold.Figures {
	t.Helper()
	return &answered(t, from, to, "", lease).Leases[0].Figures.Figures
}

// foots reports a rollforward that does not lead from opening to closing.
func foots(t *testing.T, what string, f *leasehold.Figures) {
	t.Helper()
	for _, s := range figure.Tables() {
		var sum, closing money.Amount
		rolls := false
		for _, c := range s.Figures {
			switch c.Kind() {
			case figure.Opening, figure.Increase:
				sum = sum.Add(f.Of(c))
			case figure.Decrease:
				sum = sum.Sub(f.Of(c))
			case figure.Closing:
				closing, rolls = f.Of(c), true
			case figure.Total, figure.Balance, figure.Beside:
			}
		}
		if rolls && f.Has(s) && sum != closing {
			t.Errorf("%s: %s leads to %s, not to %s", what, s.Title, sum, closing)
		}
	}
}

// METHOD 25, 25.1: figures have all their members, 0.00 where nothing is; a lease that
// was taken over enters as that, not in nonCash, and what is paid on its first day is an
// ordinary payment.
func TestMethod25_1_RollforwardsHaveEveryLine(t *testing.T) {
	t.Parallel()
	r := answered(t, "2026-01-01", "2026-12-31", "", lease("L", "IFRS_16", 24, ""))
	text := string(r.Append(nil))
	for _, member := range []string{"late", "takenOver", "initialApplication", "translation"} {
		if strings.Count(text, `"`+member+`":0.00`) < 4 { // of two rollforwards, of the lease and of the total
			t.Errorf("%s is not always there", member)
		}
	}
	if strings.Count(text, `"exchange":0.00`) != 4 { // of the liability and of the cost
		t.Errorf("exchange in %s", text)
	}
	taken := figuresOf(t, "2026-01-01", "2026-12-31", lease("T", "IFRS_16", 24, `,"openingRouAsset":20000`))
	expect(t, "taken over", taken, "liability.takenOver 24000.00", "liability.additions 0.00", "rouAsset.takenOver 20000.00", "rouAsset.additions 0.00",
		"nonCash 0.00", "cash.principal 12000.00", "cash.commencement 0.00")
	foots(t, "taken over", taken)
}

// METHOD 25.2: what is paid on the commencement date is cash paid for amounts in the
// measurement, and apart only where it was settled.
func TestMethod25_2_CashAtCommencement(t *testing.T) {
	t.Parallel()
	for more, want := range map[string][]string{
		`,"standard":"ASC_842"`:                                           {"cash.operating 1000.00", "cash.commencement 0.00", "nonCash 23000.00"},
		`,"standard":"IFRS_16"`:                                           {"cash.principal 1000.00", "cash.commencement 0.00", "nonCash 23000.00"},
		`,"standard":"ASC_842","exemption":"short_term"`:                  {"cash.exempt 1000.00", "cash.commencement 0.00", "nonCash 0.00"},
		`,"standard":"IFRS_16","basis":{"commencementPayment":"settled"}`: {"cash.principal 0.00", "cash.commencement 1000.00", "nonCash 23000.00"},
	} {
		months := 24
		if strings.Contains(more, "exemption") {
			months = 12
		}
		one := fmt.Sprintf(`{"id":"L","commencementDate":"2026-01-01","termMonths":%d,"paymentAmount":1000,"discountRateAnnual":0%s}`, months, more)
		expect(t, more, figuresOf(t, "2026-01-01", "2026-01-31", one), want...)
	}
}

// METHOD 25.3: the number of a whole month is that of the month, of a part it has the
// last day of the part, so that numbers of spans that meet never collide.
func TestMethod25_3_NumbersOfSpansThatMeetNeverCollide(t *testing.T) {
	t.Parallel()
	var numbers []string
	for _, span := range [][2]string{{"2026-01-01", "2026-02-10"}, {"2026-02-11", "2026-02-28"}, {"2026-03-01", "2026-03-31"}} {
		for _, e := range answered(t, span[0], span[1], `,"journal":"monthly"`, lease("L", "IFRS_16", 12, "")).Leases[0].Figures.Entries {
			numbers = append(numbers, e.Number)
		}
	}
	want := []string{"L-20260101", "L-202601", "L-202602-10", "L-202602-28", "L-202603"}
	if !slices.Equal(numbers, want) {
		t.Errorf("got %v, want %v", numbers, want)
	}
}

// METHOD 25.4: averages are by class, currency and standard, and say which.
func TestMethod25_4_AveragesByStandard(t *testing.T) {
	t.Parallel()
	r := answered(t, "2026-01-01", "2026-12-31", "", lease("A", "ASC_842", 24, `,"classification":"finance"`), lease("I", "IFRS_16", 36, ""), lease("G", "GASB_87", 60, ""))
	var got []string
	for _, a := range r.Sum.Averages() {
		got = append(got, fmt.Sprintf("%s %s %s", a.Class, a.Standard, a.RemainingMonths))
	}
	if want := []string{"finance ASC_842 12", "finance IFRS_16 24", "finance GASB_87 48"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if text := string(r.Append(nil)); !strings.Contains(text, `{"classification":"finance","standard":"IFRS_16","remainingTermMonths":24.00`) {
		t.Errorf("%s", text)
	}
}

// METHOD 25.5: a government's principal is the liability without accrued interest, and
// the schedule to maturity has five years and then bands of five.
func TestMethod25_5_PrincipalAndSchedule(t *testing.T) {
	t.Parallel()
	const city = `{"id":"C","standard":"GASB_87","commencementDate":"2026-01-01","termMonths":132,"paymentAmount":1200,"discountRateAnnual":0.06,` +
		`"paymentFrequency":"annual","paymentTiming":"arrears"%s}`
	for _, more := range []string{
		"", `,"openingRouAsset":9000`, `,"basis":{"commencementPayment":"settled"},"paymentTiming":"advance"`,
		`,"events":[{"date":"2027-04-10","type":"modification","retainedShare":0.5,"discountRateAnnual":0.05,"paymentAmount":700}]`,
		`,"events":[{"date":"2027-04-10","type":"termination","penalty":10}]`,
		`,"events":[{"date":"2027-04-10","type":"reassessment","termMonths":72,"discountRateAnnual":0.05}]`,
	} {
		text := fmt.Sprintf(city, more)
		if strings.Contains(more, "advance") {
			text = strings.Replace(text, `"paymentTiming":"arrears",`, "", 1)
			text = strings.Replace(text, `"paymentTiming":"arrears"`, `"name":"x"`, 1)
		}
		for _, span := range [][2]string{{"2026-01-01", "2026-12-31"}, {"2026-01-01", "2027-08-15"}, {"2027-03-01", "2028-02-10"}, {"2026-01-01", "2040-01-01"}} {
			f := figuresOf(t, span[0], span[1], text)
			what := more + " " + span[1]
			foots(t, what, f)
			if want := f.Of(figure.LiabilityClosing).Sub(f.Of(figure.AccruedInterest)); f.Of(figure.PrincipalClosing) != want {
				t.Errorf("%s: principal %s, want %s", what, f.Of(figure.PrincipalClosing), want)
			}
			if want := f.Of(figure.CurrentLiability).Sub(f.Of(figure.AccruedInterest)); f.Of(figure.PrincipalWithinOneYear) != want {
				t.Errorf("%s: due within one year %s, want %s", what, f.Of(figure.PrincipalWithinOneYear), want)
			}
			if f.Of(figure.PrincipalPayments) != f.Of(figure.CashPrincipal) {
				t.Errorf("%s: payments of principal %s, cash %s", what, f.Of(figure.PrincipalPayments), f.Of(figure.CashPrincipal))
			}
			years, band := f.Schedule[:5], leasehold.Band{}
			for _, y := range years {
				band.Principal, band.Interest = band.Principal.Add(y.Principal), band.Interest.Add(y.Interest)
			}
			if len(f.Bands) > 0 && (band.Principal != f.Bands[0].Principal || band.Interest != f.Bands[0].Interest) || len(f.Schedule) != 4+max(1, len(f.Bands)) {
				t.Errorf("%s: %v is not split into %v", what, f.Bands, f.Schedule)
			}
		}
	}
	f := figuresOf(t, "2026-01-01", "2026-12-31", fmt.Sprintf(city, ""))
	if first, last := f.Schedule[0], f.Schedule[5]; first.From.String() != "2027-01-01" || first.To.String() != "2027-12-31" ||
		last.From.String() != "2032-01-01" || last.To.String() != "2036-12-31" {
		t.Errorf("%v", f.Schedule)
	}
	expect(t, "the first year", f, "principal.opening 0.00", "principal.additions 9464.25", "principal.payments 632.15", "principal.closing 8832.10")
	if other := answered(t, "2026-01-01", "2026-12-31", "", lease("L", "IFRS_16", 24, "")); strings.Contains(string(other.Append(nil)), `"schedule"`) ||
		strings.Contains(string(other.Append(nil)), `"principal":{`) {
		t.Error("principal of a lease that is no government's")
	}
}
