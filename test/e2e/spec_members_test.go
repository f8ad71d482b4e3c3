package e2e

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

func promisesOfTheNewMembers() []promise {
	return []promise{
		{"11", "The lease has `discountRateBasis`", ratesComeFromATable},
		{"11", "With a table, `discountRateAnnual` can be absent.", ratesComeFromATable},
		{"11", "A report request has `discountRates`", func(t *testing.T) {
			answer(t, "report", `{"from":"2026-01-01","to":"2026-12-31","discountRates":`+rateTable+`,"leases":[{"id":"A",`+ratedLease+`}]}`)
		}},
		{"11", "The lease has `functionalCurrency`", func(t *testing.T) {
			r := answer(t, "report", `{"from":"2026-01-01","to":"2026-12-31","exchangeRates":[{"currency":"USD","into":"EUR","date":"2025-12-31","closing":0.9,"average":0.9},`+
				`{"currency":"USD","into":"EUR","date":"2026-12-31","closing":0.95,"average":0.92}],"leases":[{"id":"A","currency":"USD","functionalCurrency":"EUR",`+
				`"exchangeRate":0.9,"discountRateAnnual":0.06,`+ratedLease+`}]}`)
			if text(t, r, "leases", 0, "currency") != "EUR" || text(t, r, "leases", 0, "leaseCurrency") != "USD" {
				t.Errorf("got %v", at(t, r, "leases", 0))
			}
		}},
		{"11", "The result, and each lease of a report, has `discountRates`", ratesComeFromATable},
		{"11", "The lease has `evidence`", evidenceIsCarriedToPapers},
		{"11", "The memo (PDF), the workbook (sheet `Evidence`)", evidenceIsCarriedToPapers},
		{"11", "A report request has `presentationCurrency`", aReportIsPresentedInACurrency},
		{"11", "A lease without `currency` is then rejected", func(t *testing.T) {
			wantProblem(t, post(t, "report", `{"from":"2026-01-01","to":"2026-12-31","presentationCurrency":"EUR","leases":[{"id":"A","discountRateAnnual":0.06,`+ratedLease+`}]}`),
				400, "invalid_request", "leases[0].currency: is required in a report with presentationCurrency")
		}},
		{"11", "The rollforwards have `exchange`", aReportIsPresentedInACurrency},
		{"11", "`standard` can also be `FRS_102` or `GASB_96`", standardsOfTheSecondHalf},
		{"11", "By default, the response contains all six.", func(t *testing.T) {
			if got := at(t, answer(t, "compare", plainLease), "treatments").([]any); len(got) != 6 {
				t.Errorf("%d treatments", len(got))
			}
		}},
		{"11", "The lease has `framework`", aNationalStandard},
		{"11", "Titles, citations and notes use the national name.", aNationalStandard},
		{"11", "`subleaseIncome` and `subleases` are rejected under GASB_87 and GASB_96.", func(t *testing.T) {
			refused(t, threeYears(`"standard":"GASB_87","subleaseIncome":[{"date":"2026-06-30","amount":400}]`), "subleaseIncome: does not apply under GASB 87")
			refused(t, threeYears(`"standard":"GASB_96","subleases":[{"from":"2026-01-01","to":"2026-12-31","receipts":[{"date":"2026-06-30","amount":400}]}]`),
				"subleases: does not apply under GASB 96")
		}},
		{"11", "The lease has `at`", balancesAtADay},
		{"11", "The result of compute, and the response of schedule, has `balances`", balancesAtADay},
		{"11", "Reports ignore `at`.", func(t *testing.T) {
			report := func(members string) string {
				got := answer(t, "report", `{"from":"2026-01-01","to":"2026-12-31","leases":[`+threeYears(`"id":"A"`+members)+`]}`)
				return fmt.Sprint(at(t, got, "leases", 0, "liability"))
			}
			if report(`,"at":"2026-06-30"`) != report("") {
				t.Error("the report differs")
			}
		}},
		{"11", "The lease has `grantElement`", func(t *testing.T) {
			answer(t, "compute", threeYears(`"standard":"FRS_102","grantElement":50`))
			refused(t, threeYears(`"standard":"FRS_102","grantElement":-1`), "grantElement:")
		}},
		{"11", "The lease has `initialApplication`", aFirstApplication},
		{"11", "A report has `initialApplication`", aFirstApplication},
		{"11", "The lease has `components`", componentsAndOtherPayments},
		{"11", "Rows then have `nonLeaseExpense`", componentsAndOtherPayments},
		{"11", "In a report, `cost` and `cash` have `nonLease`", componentsAndOtherPayments},
		{"11", "If a lease has `subleases`", func(t *testing.T) {
			sublet := threeYears(`"id":"A","subleases":[{"from":"2026-01-01","to":"2026-12-31","receipts":[{"date":"2026-12-31","amount":1200}]}]`)
			figures := at(t, answer(t, "report", `{"from":"2026-01-01","to":"2026-06-30","leases":[`+sublet+`]}`), "leases", 0)
			if got := fmt.Sprint(at(t, figures, "rentReceivable"), " ", at(t, figures, "deferredRent")); got != "600.00 0.00" {
				t.Errorf("rent receivable and deferred rent after half a year: %s", got)
			}
		}},
		{"11", "The lease has `calendar`", func(t *testing.T) {
			for _, days := range []string{"english_quarter_days", "scottish_term_days"} {
				answer(t, "compute", threeYears(`"paymentFrequency":"quarterly","calendar":{"days":"`+days+`"}`))
			}
			answer(t, "compute", threeYears(`"calendar":{"from":"2026-02-01"}`))
			none := strings.Replace(threeYears(`"otherPayments":[{"date":"2027-01-15","amount":5000}]`), `"paymentAmount":1000`, `"paymentAmount":0`, 1)
			if got := fmt.Sprint(at(t, answer(t, "compute", none), "result", "totalUndiscountedPayments")); got != "5000.00" {
				t.Errorf("payments of %s", got)
			}
		}},
	}
}

// TestMessagesOfTheNewFields checks the messages for invalid values of the fields in SPEC 11.
func TestMessagesOfTheNewFields(t *testing.T) {
	t.Parallel()
	for field, refuses := range map[string]func(*testing.T){
		"evidence": func(t *testing.T) {
			quoted := func(evidence string) string {
				return strings.TrimSuffix(plainLease, "}") + `,"evidence":` + evidence + `}`
			}
			wantProblem(t, post(t, "compute", quoted(`{"rent":{"quote":"x"}}`)), 400, "invalid_request",
				"evidence.rent: is not a field of this request; name one such as paymentAmount or rentSteps[0].from")
			wantProblem(t, post(t, "compute", quoted(`{"paymentAmount":{"page":"2"}}`)), 400, "invalid_request", "evidence.paymentAmount.quote: is required")
		},
		"discountRates": func(t *testing.T) {
			wantProblem(t, post(t, "compute", `{"discountRates":[{"validFrom":"2026-01-01","termMonths":24,"discountRateAnnual":0.05}],`+ratedLease+`}`),
				400, "invalid_request", "discountRates: no rate for 36 months at 2026-01-01; the longest term of the rates from 2026-01-01 is 24")
		},
		"grantElement": func(t *testing.T) {
			refused(t, threeYears(`"standard":"IFRS_16","grantElement":50`), "grantElement: does not apply under IFRS 16; it is allowed only with standard FRS_102")
			refused(t, threeYears(`"standard":"GASB_96","residualValueGuarantee":50`),
				"residualValueGuarantee: does not apply under GASB 96, which has no guarantee, purchase option or transfer of ownership; omit it")
		},
		"initialApplication": func(t *testing.T) {
			refused(t, threeYears(`"standard":"FRS_102","initialApplication":{"date":"2027-01-01"},"rentSteps":[{"from":"2026-06-15","paymentAmount":1100}]`),
				"initialApplication.prepaidOrAccruedRent: is required for uneven rents: supply the balance in the books, or 0 if the books did not spread the rents")
			refused(t, threeYears(`"standard":"FRS_102","initialApplication":{"date":"2027-01-01"},"prepaidRent":100`),
				"initialApplication: is not allowed together with prepaidRent: prepaidOrAccruedRent includes its remaining amount")
		},
		"components": func(t *testing.T) {
			const office = `{"name":"Office","kind":"lease","standalonePrice":9000}`
			refused(t, threeYears(`"components":[`+office+`,`+office+`]`), "components: must include at least one component of kind service; omit components if the lease has no services")
			refused(t, threeYears(`"components":[{"name":"Office","kind":"lease","standalonePrice":0},{"name":"Cleaning","kind":"service","standalonePrice":1}]`),
				"components[0].standalonePrice: 0 is out of range: use an amount above 0 and up to 999999999999999.99")
			refused(t, threeYears(`"irrecoverableTaxRate":20`), "irrecoverableTaxRate: 20 is out of range: use a fraction from 0 to 1 (write 0.2 for 20%)")
			refused(t, threeYears(`"variablePayments":[{"date":"2029-01-15","amount":1}]`), "variablePayments[0].date: 2029-01-15 is not within the term, from 2026-01-15 to 2029-01-14")
		},
		"calendar": func(t *testing.T) {
			refused(t, threeYears(`"calendar":{"days":"english_quarter_days"}`), "calendar.days: requires quarterly payments; paymentFrequency is monthly")
			refused(t, threeYears(`"calendar":{"from":"2026-04-01"}`), "calendar.from: 2026-04-01 is not within the first payment period; "+
				"use a day after commencement, 2026-01-15, and before 2026-02-15")
			refused(t, threeYears(`"calendar":{}`), "calendar: must have either from or days")
		},
	} {
		t.Run(field, refuses)
	}
}

// TestExamplesOfTheSpecAreComputed checks that the service computes every lease shown in SPEC.
func TestExamplesOfTheSpecAreComputed(t *testing.T) {
	t.Parallel()
	contract, err := os.ReadFile("../../docs/SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	_, additions, _ := strings.Cut(string(contract), "\n## 11.")
	examples := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(additions, -1)
	if len(examples) < 3 {
		t.Fatalf("only %d examples were found", len(examples))
	}
	for _, example := range examples {
		answer(t, "compute", example[1])
	}
}

// threeYears returns a lease of three years from the middle of January 2026 with the given
// additional fields.
func threeYears(members string) string {
	return `{"commencementDate":"2026-01-15","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.06,` + members + `}`
}

// refused fails unless a lease is rejected with a message that contains words.
func refused(t *testing.T, lease, words string) {
	t.Helper()
	wantProblem(t, post(t, "compute", lease), 400, "invalid_request", words)
}

func standardsOfTheSecondHalf(t *testing.T) {
	for _, standard := range []string{"FRS_102", "GASB_96"} {
		if got := text(t, answer(t, "compute", threeYears(`"standard":"`+standard+`","basis":{"discounting":"monthly"}`)), "result", "standard"); got != standard {
			t.Errorf("standard %s, want %s", got, standard)
		}
	}
	if got := at(t, answer(t, "compare", threeYears(`"treatments":["FRS_102","GASB_96"]`)), "treatments").([]any); len(got) != 2 {
		t.Errorf("%d treatments", len(got))
	}
	refused := post(t, "compare", threeYears(`"treatments":["FRS_102"]`))
	wantProblem(t, refused, 400, "invalid_request", "treatments")
}

func aFirstApplication(t *testing.T) {
	for _, standard := range []string{"FRS_102", "IFRS_16"} {
		r := answer(t, "report", `{"from":"2027-01-01","to":"2027-12-31","leases":[`+
			threeYears(`"id":"A","standard":"`+standard+`","initialApplication":{"date":"2027-01-01","prepaidOrAccruedRent":0,"onerousProvision":0}`)+`]}`)
		if got := fmt.Sprint(at(t, r, "leases", 0, "liability", "initialApplication")); strings.Trim(got, "0.") == "" {
			t.Errorf("%s: an initial application of %s", standard, got)
		}
		if fmt.Sprint(at(t, r, "leases", 0, "liability", "additions")) != "0.00" {
			t.Errorf("%s: the initial application is an addition as well", standard)
		}
	}
	refused(t, threeYears(`"initialApplication":{"date":"2027-01-01"}`), "initialApplication")
}

func aNationalStandard(t *testing.T) {
	plain := at(t, answer(t, "compute", threeYears(`"standard":"IFRS_16"`)), "result").(map[string]any)
	for _, name := range []string{"AASB 16", "Ind AS 116", "HKFRS 16", "NZ IFRS 16", "K-IFRS 1116"} {
		got := at(t, answer(t, "compute", threeYears(`"standard":"IFRS_16","framework":"`+name+`"`)), "result").(map[string]any)
		for _, list := range []string{"citations", "notes"} {
			want := strings.ReplaceAll(fmt.Sprint(plain[list]), "IFRS 16", name)
			if fmt.Sprint(got[list]) != want || list == "citations" && !strings.Contains(want, name+".") {
				t.Errorf("%s: %v, want %s", name, got[list], want)
			}
		}
		if fmt.Sprint(got["schedule"]) != fmt.Sprint(plain["schedule"]) {
			t.Errorf("%s changes figures", name)
		}
	}
	refused(t, threeYears(`"standard":"FRS_102","framework":"AASB 16"`), "framework: does not apply under FRS 102; it is allowed only with standard IFRS_16")
	refused(t, threeYears(`"standard":"IFRS_16","framework":"IFRS 16"`), "framework")
}

func componentsAndOtherPayments(t *testing.T) {
	members := `"id":"A","irrecoverableTaxRate":0.2,"components":[{"name":"Office","kind":"lease","standalonePrice":9000},` +
		`{"name":"Cleaning","kind":"service","standalonePrice":1000}],"variablePayments":[{"date":"2026-12-31","amount":1500,"name":"Turnover"}],` +
		`"subleaseIncome":[{"date":"2026-06-30","amount":400}]`
	row := at(t, answer(t, "compute", threeYears(members)), "result", "schedule", 0)
	for _, member := range []string{"nonLeaseExpense", "taxExpense"} {
		if got := fmt.Sprint(at(t, row, member)); strings.Trim(got, "0.") == "" {
			t.Errorf("%s %s", member, got)
		}
	}
	r := answer(t, "report", `{"from":"2026-01-01","to":"2026-12-31","leases":[`+threeYears(members)+`]}`)
	for _, path := range [][]any{{"cost", "nonLease"}, {"cost", "taxes"}, {"cost", "subleaseIncome"}, {"cash", "nonLease"}, {"cash", "taxes"}, {"cash", "subleases"}} {
		if got := fmt.Sprint(at(t, r, append([]any{"leases", 0}, path...)...)); strings.Trim(got, "0.-") == "" {
			t.Errorf("%v is %s", path, got)
		}
	}
	refused(t, threeYears(`"components":[{"name":"Office","kind":"lease","standalonePrice":9000}]`), "components")
	refused(t, threeYears(`"irrecoverableTaxRate":1.01`), "irrecoverableTaxRate: 1.01 is out of range")
}

// ratedLease contains the fields of a lease without a rate. rateTable contains the rate table with
// the rate for this lease.
const (
	ratedLease = `"commencementDate":"2026-01-01","termMonths":36,"paymentAmount":1000`
	rateTable  = `[{"validFrom":"2026-01-01","termMonths":60,"discountRateAnnual":0.05,"source":"treasury"}]`
)

func ratesComeFromATable(t *testing.T) {
	got := answer(t, "compute", `{"discountRateBasis":"incremental","discountRates":`+rateTable+`,`+ratedLease+`}`)
	wantMembers(t, at(t, got, "result", "discountRates", 0), "date", "termMonths", "discountRateAnnual", "rows", "source")
}

func aReportIsPresentedInACurrency(t *testing.T) {
	r := answer(t, "report", `{"from":"2026-01-01","to":"2026-12-31","presentationCurrency":"EUR","exchangeRates":[`+
		`{"currency":"USD","into":"EUR","date":"2025-12-31","closing":0.9,"average":0.9},{"currency":"USD","into":"EUR","date":"2026-01-01","closing":0.9,"average":0.9},`+
		`{"currency":"USD","into":"EUR","date":"2026-12-31","closing":0.95,"average":0.92}],`+
		`"leases":[{"id":"A","currency":"USD","discountRateAnnual":0.06,`+ratedLease+`}]}`)
	lease := at(t, r, "leases", 0)
	for _, vector := range []string{"liability", "rouAsset"} {
		if at(t, lease, vector, "closing") == at(t, lease, "functional", vector, "closing") {
			t.Errorf("%s is the same in both currencies: %v", vector, at(t, lease, vector))
		}
		if at(t, lease, vector).(map[string]any)["translation"] == nil {
			t.Errorf("%s has no line of translation", vector)
		}
	}
	if _, there := at(t, lease, "liability").(map[string]any)["exchange"]; !there {
		t.Error("the liability has no line of exchange")
	}
	if _, there := at(t, lease, "rouAsset").(map[string]any)["exchange"]; there {
		t.Error("the asset has a line of exchange")
	}
}

// evidenceIsCarriedToPapers checks that quotes from the contract do not change the amounts of a
// lease, and that its workbook contains the quotes.
func evidenceIsCarriedToPapers(t *testing.T) {
	quoted := strings.TrimSuffix(plainLease, "}") + `,"evidence":{"paymentAmount":{"quote":"a rent of so much per month","page":"4"}}}`
	key := all.pro.take(t)
	plain := send(t, wire.Call{Path: wire.Path("compute"), Key: key.Key, Body: plainLease})
	with := send(t, wire.Call{Path: wire.Path("compute"), Key: key.Key, Body: quoted})
	figures, wanted := fmt.Sprint(at(t, decoded(t, with), "result")), fmt.Sprint(at(t, decoded(t, plain), "result"))
	if with.Status != 200 || figures != wanted {
		t.Errorf("with evidence the result is\n%s\nwithout it\n%s", figures, wanted)
	}
	const workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	file := send(t, wire.Call{Path: wire.Path("compute"), Key: key.Key, Body: quoted}.With("Accept", workbook))
	book, err := excelize.OpenReader(strings.NewReader(string(file.Body)))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close() //nolint:errcheck // the file is only read
	rows, err := book.GetRows("Evidence")
	if err != nil || !strings.Contains(fmt.Sprint(rows), "a rent of so much per month") {
		t.Errorf("sheet Evidence: %v, %v", rows, err)
	}
	memo := send(t, wire.Call{Path: wire.Path("compute"), Key: key.Key, Body: quoted}.With("Accept", "application/pdf"))
	if memo.Status != 200 || !strings.HasPrefix(string(memo.Body), "%PDF-") {
		t.Errorf("memo: %v", memo)
	}
}

func whatIsNewIsOptional(t *testing.T) {
	got := answer(t, "compute", plainLease)
	for _, name := range []string{"basis", "currency", "exemption", "commencementPayment", "events", "life"} {
		if _, has := at(t, got, "result").(map[string]any)[name]; has {
			t.Errorf("the result has %s", name)
		}
	}
	wantMembers(t, at(t, got, "result", "schedule", 0), "period", "date", "payment", "interest", "principal", "liabilityClose", "rouAmortization", "rouAssetClose", "leaseExpense")
}

// balancesAtADay checks that the balances at a date equal the closing balances of a report that
// ends on this date.
func balancesAtADay(t *testing.T) {
	members := threeYears(`"id":"A","at":"2026-12-31"`)
	r := answer(t, "report", `{"from":"2026-01-01","to":"2026-12-31","leases":[`+members+`]}`)
	for _, got := range []any{at(t, answer(t, "compute", members), "result", "balances"), at(t, answer(t, "schedule", members), "balances")} {
		wantMembers(t, got, "date", "liability", "accruedInterest", "rouAsset", "currentLiability", "longTermLiability")
		if fmt.Sprint(at(t, got, "liability")) != fmt.Sprint(at(t, r, "leases", 0, "liability", "closing")) || text(t, got, "date") != "2026-12-31" {
			t.Errorf("balances %v", got)
		}
	}
}
