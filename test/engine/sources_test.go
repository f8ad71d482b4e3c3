package engine_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/standard"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
)

const serviced = `{"id":"A","standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":3,"paymentAmount":100,"discountRateAnnual":0,` +
	`"components":[{"name":"room","kind":"lease","standalonePrice":8},{"name":"cleaning","kind":"service","standalonePrice":2}],"irrecoverableTaxRate":0.2`

// answered computes a lease. It fails the test unless the response contains all the strings.
func answered(t *testing.T, body string, want ...string) string {
	t.Helper()
	r := leases.Compute(t, body)
	got := string(leasehold.AppendCompute(r, nil))
	for _, text := range want {
		if !strings.Contains(got, text) {
			t.Errorf("%s\nlacks %s", got, text)
		}
	}
	return got
}

// refusedAt fails the test unless a lease is rejected with an error at the given field. The error
// must contain the string in saying.
func refusedAt(t *testing.T, body, field, saying string) {
	t.Helper()
	_, err := leasehold.Decode([]byte(body))
	if err == nil || !strings.HasPrefix(err.Error(), field+": ") || !strings.Contains(err.Error(), saying) {
		t.Errorf("%s: %v, want %s saying %q", body, err, field, saying)
	}
}

// METHOD 20.2: of 100 per month, 80 are for the lease and 20 for service, and both include tax of
// 20%. If the lease ends during a month, the service for the rest of that month stays prepaid until
// the lease ends.
func TestMethod20_2_ComponentsDivideThePayments(t *testing.T) {
	t.Parallel()
	answered(t, serviced+`}`, `"initialLiability":240.00`, `"payment":80.00`, `"nonLeaseExpense":20.00,"taxExpense":20.00`, "allocated between the lease and services")
	answered(t, serviced+`,"events":[{"date":"2024-02-11","type":"termination"}]}`, `"nonLeaseExpense":6.90`,
		`{"account":"Prepaid services","debit":13.10,"credit":0.00}`, `{"account":"Prepaid services","debit":0.00,"credit":13.10}`)
	const one = `{"commencementDate":"2024-01-01","termMonths":3,"paymentAmount":100,"discountRateAnnual":0,"components":[`
	refusedAt(t, one+`{"name":"a","kind":"service","standalonePrice":1},{"name":"b","kind":"service","standalonePrice":1}]}`, "components", "of kind lease")
	refusedAt(t, one+`{"name":"a","kind":"lease","standalonePrice":1},{"name":"b","kind":"service","standalonePrice":0}]}`, "components[1].standalonePrice", "above 0")
}

// METHOD 20.2: at commencement, the components must include a lease and a service. At a
// modification, all components may be leases. Later payments are then entirely lease payments.
func TestMethod20_2_ComponentsOfAModification(t *testing.T) {
	t.Parallel()
	const modified = serviced + `,"events":[{"date":"2024-02-01","type":"modification","discountRateAnnual":0,"components":[%s]}]}`
	with := func(components string) string { return strings.Replace(modified, "%s", components, 1) }
	const room, floor, cleaning = `{"name":"room","kind":"lease","standalonePrice":8}`, `{"name":"floor","kind":"lease","standalonePrice":2}`,
		`{"name":"cleaning","kind":"service","standalonePrice":2}`
	got := answered(t, with(room+","+floor), `"life":{"payments":280.00,`)
	if n := strings.Count(got, `"payment":100.00`); n != 2 {
		t.Errorf("%d rows pay the lease alone: %s", n, got)
	}
	refusedAt(t, with(room), "events[0].components", "must have 2 to 20 components; got 1")
	refusedAt(t, with(cleaning+","+cleaning), "events[0].components", "at least one component of kind lease")
	const one = `{"commencementDate":"2024-01-01","termMonths":3,"paymentAmount":100,"discountRateAnnual":0,"components":[`
	refusedAt(t, one+room+`]}`, "components", "must have 2 to 20 components; got 1")
	refusedAt(t, one+room+","+floor+`]}`, "components", "at least one component of kind service")
}

// METHOD 20.2, 20.3: notes explain the cost of a rent-free month, the applicable fair value, the
// absence of components, and the two accepted views of the tax.
func TestMethod20_2_3_NotesOnServicesAndTax(t *testing.T) {
	t.Parallel()
	notes := notesOf(t, serviced+`}`)
	for _, want := range []string{
		"services have no cost in a rent-free month; the fair value must cover only the leased asset.",
		"is treated as a levy, not as a lease payment, and is expensed when paid; some preparers include it in the lease payments.",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("%q is not in %s", want, notes)
		}
	}
	if strings.Contains(notes, "No components are stated") {
		t.Error(notes)
	}
	for standard, want := range map[string]string{
		"ASC_842": "the lease and its services form a single component, an election by class of asset (ASC 842-10-15-37).",
		"IFRS_16": "the lease and its services form a single component, an election by class of asset (IFRS 16.15).",
		"FRS_102": "the lease and its services form a single component, an election by class of asset (FRS 102 20.33).",
		"GASB_87": "the lease and its services form a single component, on the basis that separate estimates are not practicable (GASB 87.67).",
		"GASB_96": "the subscription and its services form a single component, on the basis that separate estimates are not practicable (GASB 96).",
	} {
		notes := notesOf(t, `{"standard":"`+standard+`","commencementDate":"2024-01-01","termMonths":13,"paymentAmount":100,"discountRateAnnual":0,"irrecoverableTaxRate":0.2}`)
		if !strings.Contains(notes, "No components are supplied, so "+want) {
			t.Errorf("%s: %q is not in %s", standard, want, notes)
		}
	}
}

func TestMethod20_3_TaxIsAFraction(t *testing.T) {
	t.Parallel()
	refusedAt(t, strings.Replace(serviced, "0.2", "20", 1)+`}`, "irrecoverableTaxRate", "use a fraction from 0 to 1")
}

// METHOD 20.4: the lease commences on the 15th, and its calendar periods start on the first of the
// month. The rows cover 17 of 31 days, two whole months, and 14 of 30 days.
func TestMethod20_4_ACalendarPlacesThePeriods(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"IFRS_16","commencementDate":"2024-01-15","termMonths":3,"paymentAmount":310,"discountRateAnnual":0,"calendar":`
	answered(t, lease+`{"from":"2024-02-01"}}`, `"periods":4`, `"payment":170.00`, `"payment":144.67`, `"initialLiability":934.67`)
	refusedAt(t, lease+`{"from":"2024-01-15"}}`, "calendar.from", "after commencement")
	refusedAt(t, lease+`{"days":"english_quarter_days"}}`, "calendar.days", "quarterly")
	refusedAt(t, lease+`{}}`, "calendar", `either the field "from" or the field "days"`)
}

// METHOD 20.4: if rent is due on quarter days, a rent-free period that starts at commencement is
// measured in months. Any other rent-free period starts with a quarter and is measured in quarters.
// The first row has 70 of the 91 days from 25 December to 24 March. The 31 days up to 14 February
// are free, so the rent is 910 × 39 / 91 = 390.
func TestMethod20_4_RentFreeOnQuarterDays(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"IFRS_16","commencementDate":"2024-01-15","termMonths":12,"paymentAmount":910,"paymentFrequency":"quarterly","discountRateAnnual":0,` +
		`"calendar":{"days":"english_quarter_days"},"rentFree":[`
	first := func(body string) string {
		_, rows, _ := strings.Cut(answered(t, body), `"schedule":[{`)
		_, payment, _ := strings.Cut(rows, `"payment":`)
		payment, _, _ = strings.Cut(payment, ",")
		return payment
	}
	if got := first(lease + `]}`); got != "700.00" { // 910 × 70 / 91
		t.Errorf("without a rent-free span %s", got)
	}
	if got := first(lease + `{"from":"2024-01-15","months":1}]}`); got != "390.00" {
		t.Errorf("of the first row %s is paid", got)
	}
	answered(t, lease+`{"from":"2024-03-25","months":3}]}`, `"date":"2024-03-25","payment":0.00`)
	for span, want := range map[string]string{
		`{"from":"2024-04-01","months":3}`:                                  "from: 2024-04-01 is neither the commencement date nor a day from which a rent-free period can be counted; the nearest such days are 2024-03-25 and 2024-06-24",
		`{"from":"2024-03-25","months":2}`:                                  "months: 2 is not a multiple of 3",
		`{"from":"2024-12-25","months":3}`:                                  "months: 3 months from 2024-12-25 end on 2025-03-24, after the term, which ends on 2025-01-14",
		`{"from":"2025-01-15","months":3}`:                                  "from: 2025-01-15 is not within the term",
		`{"from":"2024-03-25","months":6},{"from":"2024-06-24","months":3}`: "from: 2024-06-24 is within the preceding rent-free period, which ends on 2024-09-28",
	} {
		_, err := leasehold.Decode([]byte(lease + span + `]}`))
		if err == nil || !strings.HasPrefix(err.Error(), "rentFree[") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", span, err, want)
		}
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

func TestMethod25_8_VariablePaymentsAreCostOfTheirDates(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":3,"paymentAmount":100,"discountRateAnnual":0,"variablePayments":`
	answered(t, lease+`[{"date":"2024-02-03","amount":7}]}`, `"variableLeaseExpense":7.00`, "single component, an election by class of asset (IFRS 16.15)")
	refusedAt(t, lease+`[{"date":"2024-04-01","amount":7}]}`, "variablePayments[0].date", "within the term")
}

// METHOD 20.5: a lease with rent of 0 must have another payment. An incentive does not count.
func TestMethod20_5_AnIncentiveIsNotAPayment(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":3,"paymentAmount":0,"discountRateAnnual":0,"otherPayments":[{"date":"2024-02-01","amount":50`
	answered(t, lease+`}]}`, `"initialLiability":50.00`)
	refusedAt(t, lease+`,"kind":"incentive"}]}`, "paymentAmount", "or 0 if otherPayments has at least one payment")
}

// METHOD 21.1: an event that remeasures or terminates the lease, or purchases the asset, requires
// an exchange rate. An impairment does not.
func TestMethod21_1_AnImpairmentNeedsNoRate(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":3,"paymentAmount":100,"discountRateAnnual":0,"currency":"USD","functionalCurrency":"EUR","exchangeRate":0.9,"events":[`
	answered(t, lease+`{"date":"2024-02-01","type":"impairment","impairmentLoss":1}]}`)
	refusedAt(t, lease+`{"date":"2024-02-01","type":"termination"}]}`, "events[0].exchangeRate", "is required")
}

// METHOD 25.8: the dates of actual payments must be in ascending order and cannot be after an early
// end of the lease. An exempt lease may have both lists. Refunds reduce the cost.
func TestMethod25_8_DatesOfActualPayments(t *testing.T) {
	t.Parallel()
	const lease = `{"standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":3,"paymentAmount":100,"discountRateAnnual":0`
	const ended = lease + `,"events":[{"date":"2024-02-15","type":"termination"}]`
	for _, list := range []string{"variablePayments", "subleaseIncome"} {
		of := func(dates ...string) string {
			for i, date := range dates {
				dates[i] = `{"date":"` + date + `","amount":7}`
			}
			return `,"` + list + `":[` + strings.Join(dates, ",") + `]}`
		}
		answered(t, lease+of("2024-02-03", "2024-02-03"))
		answered(t, lease+`,"exemption":"short_term"`+of("2024-02-03"))
		answered(t, ended+of("2024-02-14"))
		refusedAt(t, lease+of("2024-02-03", "2024-02-02"), list+"[1].date", "2024-02-02 is before the preceding date in the list, 2024-02-03")
		refusedAt(t, ended+of("2024-02-15"), list+"[0].date", "to 2024-02-14, the day before the termination in events[0]")
	}
	answered(t, lease+`,"variablePayments":[{"date":"2024-02-03","amount":7},{"date":"2024-02-04","amount":-9}]}`, `"variableLeaseExpense":-2.00`)
}

func TestSpec11_TheExamplesCompute(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	_, additions, found := strings.Cut(string(page), "## 11. ")
	blocks := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(additions, -1)
	if !found || len(blocks) < 3 {
		t.Fatalf("%d examples", len(blocks))
	}
	for _, block := range blocks {
		l, err := leasehold.Decode([]byte(block[1]))
		if err == nil {
			_, err = leasehold.Compute(l)
		}
		if err != nil {
			t.Errorf("%s: %v", block[1], err)
		}
	}
}

// METHOD 19, 20, 25.8: a citation for an optional field appears only if the lease uses the field.
// It follows the citations for the amounts.
func TestMethod20_CitationsFollowTheFieldsInUse(t *testing.T) {
	t.Parallel()
	const members = `"commencementDate":"2026-01-20","termMonths":24,"paymentAmount":3000,"discountRateAnnual":0.05,
		"components":[{"name":"Floor","kind":"lease","standalonePrice":70},{"name":"Cleaning","kind":"service","standalonePrice":30}],
		"variablePayments":[{"date":"2026-12-31","amount":812.4}],"subleaseIncome":[{"date":"2026-08-01","amount":400}]`
	for more, want := range map[string][]string{
		`"standard":"ASC_842","discountRateBasis":"risk_free"`:            {"ASC 842-20-30-3", "ASC 842-10-15-28 to 842-10-15-42", "ASC 842-20-25-6", "ASC 842-20-50-4(e)"},
		`"standard":"ASC_842","classification":"finance"`:                 {"ASC 842-10-15-28 to 842-10-15-42", "ASC 842-20-25-5(b)", "ASC 842-20-50-4(e)"},
		`"standard":"IFRS_16"`:                                            {"IFRS 16.12-16", "IFRS 16.38(b)", "IFRS 16.53(f)"},
		`"standard":"IFRS_16","initialApplication":{"date":"2026-05-20"}`: {"IFRS 16.C8(b)(ii), 16.C10", "IFRS 16.12-16", "IFRS 16.38(b)", "IFRS 16.53(f)"},
		`"standard":"GASB_87"`:                                            {"GASB 87.63-68", "GASB 87.26"},
		`"standard":"FRS_102"`:                                            {"FRS 102 20.28, 20.33", "FRS 102 section 20", "FRS 102 section 20"},
		`"standard":"GASB_96"`:                                            {"GASB 96", "GASB 96"},
	} {
		cited := func(body string) []standard.Citation {
			r := leases.Compute(t, body)
			return r.Citations
		}
		standard, _, _ := strings.Cut(more, `,"discountRateBasis`)
		standard, _, _ = strings.Cut(standard, `,"initialApplication`)
		plain := cited("{" + standard + `,"commencementDate":"2026-01-20","termMonths":24,"paymentAmount":3000,"discountRateAnnual":0.05}`)
		stated := members
		if strings.Contains(more, "GASB") { // under GASB, the lessor's rules apply to a sublease
			stated, _, _ = strings.Cut(members, `,"subleaseIncome"`)
		}
		got := cited("{" + more + "," + stated + "}")
		var paragraphs []string
		for _, c := range got[len(plain):] {
			paragraphs = append(paragraphs, c.Paragraph)
		}
		if !slices.Equal(got[:len(plain)], plain) || !slices.Equal(paragraphs, want) {
			t.Errorf("%s: %q beyond those of every lease, want %q", more, paragraphs, want)
		}
	}
}
