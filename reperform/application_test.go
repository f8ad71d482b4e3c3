package reperform_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/money"
)

// applied returns a lease that commenced in 2023 and is first measured on 2026-01-01. If the rent
// is quarterly, that date is within a payment period; if it is monthly, the date starts a period.
func applied(frequency, timing, carried, more string) string {
	if !strings.HasPrefix(more, `,"paymentAmount":`) {
		more += `,"paymentAmount":8000`
	}
	return fmt.Sprintf(`{"standard":"FRS_102","commencementDate":"2023-02-01","termMonths":84,"paymentFrequency":%q,"paymentTiming":%q,
		"discountRateAnnual":0.065,"currency":"GBP","initialApplication":{"date":"2026-01-01"%s}%s}`, frequency, timing, carried, more)
}

// METHOD 26.2 for initial applications (METHOD 19): payment periods are counted from commencement,
// but rows are counted from the date of initial application. A changed rent is explained both as a
// change from commencement and as a change from the date of initial application.
func TestMethod26_2_PaymentsOfAFirstApplication(t *testing.T) {
	t.Parallel()
	const stated = `,"prepaidOrAccruedRent":-120`
	for _, c := range []struct {
		frequency, timing string
		ours, theirs      [2]string // additional fields of initialApplication and of the lease
		from              int
		fits              string
	}{
		{"monthly", "advance", [2]string{}, [2]string{"", `,"paymentAmount":8500`}, 1, "the rent is 8,500.00, not 8,000.00"},
		{"quarterly", "arrears", [2]string{}, [2]string{"", `,"paymentAmount":8500`}, 1, "the rent is 8,500.00, not 8,000.00"},
		{"quarterly", "advance", [2]string{}, [2]string{"", `,"paymentAmount":8500`}, 2, "the rent is 8,500.00, not 8,000.00"},
		// The lease has the rent at commencement. The reported schedule has the increased rent.
		{
			"monthly", "advance",
			[2]string{stated, `,"annualEscalationPct":0.03`},
			[2]string{stated, `,"paymentAmount":8050,"annualEscalationPct":0.03`},
			1, "the rent is 8,050.00, not 8,000.00",
		},
		{"monthly", "advance", [2]string{stated, `,"annualEscalationPct":0.03`}, [2]string{stated, `,"annualEscalationPct":0.02`}, 1, "the rent rises by 2% a year, not by 3%"},
		{"quarterly", "arrears", [2]string{stated, `,"annualEscalationPct":0.03`}, [2]string{stated, `,"annualEscalationPct":0.02`}, 1, "the rent rises by 2% a year, not by 3%"},
		{"monthly", "advance", [2]string{stated, `,"annualEscalationPct":0.03`}, [2]string{stated, ``}, 1, "the escalation is omitted"},
		{"monthly", "advance", [2]string{stated, `,"annualEscalationPct":0.03`}, [2]string{stated, `,"annualEscalationAmount":240`}, 1, "the escalation is not compounded"},
		{
			"monthly", "advance",
			[2]string{stated, `,"annualEscalationPct":0.03`},
			[2]string{stated, `,"rentSteps":[{"from":"2025-02-01","paymentAmount":8000}],"annualEscalationPct":0.03`},
			1, "the rent rises 2 years late",
		},
		// The reported rent on the date of initial application is correct, but the reported
		// escalation differs from then on.
		{
			"monthly", "arrears",
			[2]string{stated, `,"annualEscalationPct":0.03`},
			[2]string{stated, `,"rentSteps":[{"from":"2026-01-01","paymentAmount":8487.2}],"annualEscalationPct":0.02`},
			2, "the rent rises by 2% a year from 2026-01-01 on, not by 3%",
		},
		{
			"monthly", "advance",
			[2]string{},
			[2]string{`,"prepaidOrAccruedRent":0`, `,"rentSteps":[{"from":"2026-01-01","paymentAmount":8000}],"annualEscalationPct":0.04`},
			2, "the rent rises by 4% a year from 2026-01-01 on",
		},
		{
			"monthly", "advance",
			[2]string{stated, `,"annualEscalationPct":0.1`},
			[2]string{stated, `,"rentSteps":[{"from":"2026-01-01","paymentAmount":9680},{"from":"2026-06-01","paymentAmount":10648},{"from":"2027-06-01","paymentAmount":11712.8},
				{"from":"2028-06-01","paymentAmount":12884.08},{"from":"2029-06-01","paymentAmount":14172.488}]`},
			2, "the rent rises on 2026-06-01, not on the anniversary of commencement",
		},
		{
			"monthly", "advance",
			[2]string{stated, `,"rentSteps":[{"from":"2028-02-01","paymentAmount":8500}]`},
			[2]string{stated, `,"rentSteps":[{"from":"2028-04-01","paymentAmount":8500}]`},
			26, "the rent step of 2028-02-01 comes 2 rows later",
		},
		{
			"quarterly", "advance",
			[2]string{stated, `,"rentSteps":[{"from":"2028-02-01","paymentAmount":8500}]`},
			[2]string{stated, `,"rentSteps":[{"from":"2027-11-01","paymentAmount":8500}]`},
			9, "the rent step of 2028-02-01 comes one row earlier",
		},
		{
			"quarterly", "arrears",
			[2]string{stated, `,"rentSteps":[{"from":"2024-02-01","paymentAmount":8200},{"from":"2025-02-01","paymentAmount":8500}]`},
			[2]string{stated, `,"rentSteps":[{"from":"2024-02-01","paymentAmount":8200},{"from":"2025-02-01","paymentAmount":8600}]`},
			1, "the rent step of 2025-02-01 changes the rent to 8,600.00, not to 8,500.00",
		},
		{
			"quarterly", "advance",
			[2]string{stated, `,"rentSteps":[{"from":"2024-02-01","paymentAmount":8200},{"from":"2025-02-01","paymentAmount":8500}]`},
			[2]string{stated, `,"rentSteps":[{"from":"2024-02-01","paymentAmount":8200}]`},
			2, "the rent step of 2025-02-01 is omitted",
		},
		{
			"monthly", "advance",
			[2]string{stated, `,"rentFree":[{"from":"2026-03-01","months":2}]`},
			[2]string{stated, ``},
			3, "the rent-free months from 2026-03-01 are omitted",
		},
		{
			"monthly", "advance",
			[2]string{stated, `,"otherPayments":[{"date":"2026-09-01","amount":5000}]`},
			[2]string{stated, ``},
			9, "the payment of 2026-09-01 is omitted",
		},
		// If no change matches, the reported payments are used.
		{
			"quarterly", "arrears",
			[2]string{},
			[2]string{`,"prepaidOrAccruedRent":-5304.35`, `,"rentSteps":[{"from":"2025-11-01","paymentAmount":8111},{"from":"2026-05-01","paymentAmount":7000},{"from":"2027-08-01","paymentAmount":9000}]`},
			1, "",
		},
		{
			"monthly", "advance",
			[2]string{},
			[2]string{`,"prepaidOrAccruedRent":0`, `,"otherPayments":[{"date":"2026-05-01","amount":70},{"date":"2027-08-01","amount":90}]`},
			5, "",
		},
	} {
		q := against(t, applied(c.frequency, c.timing, c.theirs[0], c.theirs[1]), applied(c.frequency, c.timing, c.ours[0], c.ours[1]))
		a := verified(t, q)
		if a.Payments == nil || a.Payments.From != c.from || a.Payments.Fits != c.fits {
			t.Errorf("%s for %s: %+v", c.theirs, c.ours, a.Payments)
			continue
		}
		if a.Explanation == nil || !strings.HasPrefix(a.Cause(), fmt.Sprintf("Row %d, ", c.from)) || !strings.HasSuffix(a.Cause(), "; all later differences follow from this difference.") {
			t.Errorf("%s for %s: %q, %+v", c.theirs, c.ours, a.Cause(), a.Explanation)
		}
	}
}

// METHOD 26.5 for initial applications: the verification finds the cause if prepaid or accrued rent
// was omitted or reversed, or if a provision was omitted. The lease need not supply the prepaid or
// accrued rent.
func TestMethod26_5_TheAssetOfAFirstApplication(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ ours, theirs, want string }{
		{`,"prepaidOrAccruedRent":900`, `,"prepaidOrAccruedRent":0`, "the prepaid or accrued rent is omitted from the asset"},
		{`,"prepaidOrAccruedRent":900`, `,"prepaidOrAccruedRent":-900`, "prepaid rent is deducted from the asset, or accrued rent is added"},
		{``, `,"prepaidOrAccruedRent":5304.35`, "prepaid rent is deducted from the asset, or accrued rent is added"},
		{`,"onerousProvision":700`, ``, "the provision for an onerous lease is omitted"},
	} {
		q := against(t, applied("quarterly", "arrears", c.theirs, ""), applied("quarterly", "arrears", c.ours, ""))
		if a := verified(t, q); a.Explanation == nil || !strings.Contains(a.Cause(), c.want) || len(a.Explanation.Changes) != 1 {
			t.Errorf("%s for %s: %q, %+v", c.theirs, c.ours, a.Cause(), a.Explanation)
		}
	}
	// The rent and the rate are both wrong, and the lease omits the prepaid or accrued rent.
	q := kept(t, strings.Replace(applied("quarterly", "arrears", "", `,"paymentAmount":8500`), "0.065", "0.056", 1))
	q.Lease.PaymentAmount, q.Lease.DiscountRateAnnual = money.MustParse("8000"), money.MustParse("0.065")
	if a := verified(t, q); a.Explanation == nil || !strings.Contains(a.Cause(), "the rent is 8,500.00") || !strings.Contains(a.Cause(), "two digits are exchanged") {
		t.Errorf("%q, %+v", a.Cause(), a.Explanation)
	}
}

// METHOD 26.2 with calendar periods and with services in the rent: the rent is scaled for partial
// periods and for the lease component.
func TestMethod26_2_PaymentsByCalendarAndComponents(t *testing.T) {
	t.Parallel()
	lease := func(more string) string {
		if !strings.HasPrefix(more, `,"paymentAmount":`) {
			more += `,"paymentAmount":9000`
		}
		return `{"standard":"IFRS_16","commencementDate":"2026-02-10","termMonths":60,"paymentFrequency":"quarterly","discountRateAnnual":0.06,
			"calendar":{"days":"english_quarter_days"},
			"components":[{"name":"Floor","kind":"lease","standalonePrice":80},{"name":"Cleaning","kind":"service","standalonePrice":20}]` + more + `}`
	}
	for _, c := range []struct {
		ours, theirs string
		from         int
		fits         string
	}{
		{``, `,"paymentAmount":9500`, 1, "the rent is 9,500.00, not 9,000.00"},
		{`,"rentSteps":[{"from":"2028-03-25","paymentAmount":9900}]`, `,"rentSteps":[{"from":"2028-09-29","paymentAmount":9900}]`, 10, "the rent step of 2028-03-25 comes 2 rows later"},
		{`,"rentSteps":[{"from":"2028-03-25","paymentAmount":9900}]`, `,"rentSteps":[{"from":"2028-03-25","paymentAmount":9950}]`, 10, "the rent step of 2028-03-25 changes the rent to 9,950.00, not to 9,900.00"},
		{`,"annualEscalationPct":0.03`, `,"annualEscalationPct":0.04`, 6, "the rent rises by 4% a year, not by 3%"},
		{`,"annualEscalationPct":0.03`, `,"rentSteps":[{"from":"2027-03-25","paymentAmount":9000}],"annualEscalationPct":0.03`, 6, "the rent rises one year late"},
		{``, `,"rentSteps":[{"from":"2028-03-25","paymentAmount":9900},{"from":"2029-03-25","paymentAmount":9300}]`, 10, ""},
	} {
		q := against(t, lease(c.theirs), lease(c.ours))
		a := verified(t, q)
		if a.Payments == nil || a.Payments.From != c.from || a.Payments.Fits != c.fits || a.Explanation == nil {
			t.Errorf("%s for %s: %+v, %+v", c.theirs, c.ours, a.Payments, a.Explanation)
		}
	}
}
