package leasehold_test

import (
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

const serviced = `{"id":"A","standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":3,"paymentAmount":100,"discountRateAnnual":0,` +
	`"components":[{"name":"room","kind":"lease","standalonePrice":8},{"name":"cleaning","kind":"service","standalonePrice":2}],"irrecoverableTaxRate":0.2`

// answered computes a lease and fails unless its answer has all of some texts.
func answered(t *testing.T, body string, want ...string) string {
	t.Helper()
	l, err := leasehold.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	r, err := leasehold.Compute(l)
	if err != nil {
		t.Fatal(err)
	}
	got := string(r.AppendCompute(nil))
	for _, text := range want {
		if !strings.Contains(got, text) {
			t.Errorf("%s\nlacks %s", got, text)
		}
	}
	return got
}

// refusedAt fails unless a lease is refused at a member.
func refusedAt(t *testing.T, body, field, saying string) {
	t.Helper()
	_, err := leasehold.Decode([]byte(body))
	if err == nil || !strings.HasPrefix(err.Error(), field+": ") || !strings.Contains(err.Error(), saying) {
		t.Errorf("%s: %v, want %s saying %q", body, err, field, saying)
	}
}

// Of 100 a month 80 are for the lease and 20 for service; tax of 20% is on both. Half a
// month of service is prepaid where the lease ends within it.
func TestMethod20_2_ComponentsDivideThePayments(t *testing.T) {
	t.Parallel()
	answered(t, serviced+`}`, `"initialLiability":240.00`, `"payment":80.00`, `"nonLeaseExpense":20.00,"taxExpense":20.00`, "divided between lease and services")
	answered(t, serviced+`,"events":[{"date":"2024-02-11","type":"termination"}]}`, `"nonLeaseExpense":6.90`,
		`{"account":"Prepaid services","debit":13.10,"credit":0.00}`, `{"account":"Prepaid services","debit":0.00,"credit":13.10}`)
	const one = `{"commencementDate":"2024-01-01","termMonths":3,"paymentAmount":100,"discountRateAnnual":0,"components":[`
	refusedAt(t, one+`{"name":"a","kind":"service","standalonePrice":1},{"name":"b","kind":"service","standalonePrice":1}]}`, "components", "of kind lease")
	refusedAt(t, one+`{"name":"a","kind":"lease","standalonePrice":1},{"name":"b","kind":"service","standalonePrice":0}]}`, "components[1].standalonePrice", "above 0")
}

func TestMethod20_3_TaxIsAFraction(t *testing.T) {
	t.Parallel()
	refusedAt(t, strings.Replace(serviced, "0.2", "20", 1)+`}`, "irrecoverableTaxRate", "a fraction from 0 to 1 is allowed")
}

// From the 15th: 17 of 31 days, two whole months, 14 of 30 days.
func TestMethod20_4_ACalendarPlacesThePeriods(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"IFRS_16","commencementDate":"2024-01-15","termMonths":3,"paymentAmount":310,"discountRateAnnual":0,"calendar":`
	answered(t, lease+`{"from":"2024-02-01"}}`, `"periods":4`, `"payment":170.00`, `"payment":144.67`, `"initialLiability":934.67`)
	refusedAt(t, lease+`{"from":"2024-01-15"}}`, "calendar.from", "after commencement")
	refusedAt(t, lease+`{"days":"english_quarter_days"}}`, "calendar.days", "quarterly")
	refusedAt(t, lease+`{}}`, "calendar", "one of from and days")
}

// A calendar whose days are those of commencement changes no figure.
func TestMethod20_4_ACalendarThatCoincidesChangesNothing(t *testing.T) {
	t.Parallel()
	const lease = `{"commencementDate":"2024-02-28","termMonths":24,"paymentAmount":1234.5,"discountRateAnnual":0.07,"paymentFrequency":"quarterly","annualEscalationPct":0.03`
	schedule := func(body string) string {
		_, rows, _ := strings.Cut(answered(t, body), `"schedule":`)
		rows, _, _ = strings.Cut(rows, `"disclosures":`)
		return rows
	}
	if plain, placed := schedule(lease+`}`), schedule(lease+`,"calendar":{"days":"scottish_term_days"}}`); plain != placed {
		t.Errorf("%s\n%s", plain, placed)
	}
}

func TestMethod20_5_AListOfPayments(t *testing.T) {
	t.Parallel()
	const lease = `{"commencementDate":"2024-01-01","termMonths":12,"paymentAmount":0,"discountRateAnnual":0`
	got := answered(t, lease+`,"otherPayments":[{"date":"2024-07-10","amount":600}]}`, `"initialLiability":600.00`)
	if strings.Contains(got, "rounds to 0.00") {
		t.Error("a rent that is stated as 0 is no slip")
	}
	refusedAt(t, lease+`}`, "paymentAmount", "otherPayments")
}

func TestMethod25_7_MonthlyCompounding(t *testing.T) {
	t.Parallel()
	answered(t, `{"standard":"IFRS_16","commencementDate":"2023-01-01","termMonths":3,"paymentAmount":1030.301,"paymentFrequency":"quarterly",`+
		`"paymentTiming":"arrears","discountRateAnnual":0.12,"basis":{"discounting":"monthly"}}`, `"initialLiability":1000.00`, `"periodicRate":0.030301`)
}

func TestMethod25_8_VariablePaymentsAreCostOfTheirDates(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":3,"paymentAmount":100,"discountRateAnnual":0,"variablePayments":`
	answered(t, lease+`[{"date":"2024-02-03","amount":7}]}`, `"variableLeaseExpense":7.00`, "one component, an election by class of asset (IFRS 16.15)")
	refusedAt(t, lease+`[{"date":"2024-04-01","amount":7}]}`, "variablePayments[0].date", "within the term")
}
