package portfolio_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

const closeLeases = `[
	{"id":"A","standard":"IFRS_16","currency":"EUR","tags":{"entity":"North"},"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06},
	{"id":"B","standard":"IFRS_16","currency":"EUR","tags":{"entity":"South"},"commencementDate":"2025-07-01","termMonths":36,"paymentAmount":2500,"discountRateAnnual":0.05,"paymentTiming":"arrears"},
	{"id":"C","standard":"IFRS_16","currency":"EUR","tags":{"entity":"South"},"exemption":"short_term","commencementDate":"2025-12-01","termMonths":12,"paymentAmount":900,"discountRateAnnual":0.05,"paymentFrequency":"quarterly"}]`

// closeAnswer holds the fields of a report that the tests read.
type closeAnswer struct {
	Leases []struct {
		ID                  string
		Liability, RouAsset map[string]json.Number
		DeferredTax         map[string]json.Number
	}
	Groups      []json.RawMessage
	Total       map[string]json.RawMessage
	Comparative struct {
		From, To string
		Leases   []struct {
			ID        string
			Liability map[string]json.Number
		}
		Total map[string]json.RawMessage
	}
	Digest   string
	Previous struct {
		Agrees      bool
		Digest      string
		LateChanges []map[string]json.RawMessage
	}
	TieOut []struct {
		Account                       string
		Key                           map[string]string
		Ledger, Leasehold, Difference json.Number
		Explanations                  []struct{ Kind, LeaseID, Number, Sentence string }
	}
	JournalEntries []closeEntry
	Notes          []string

	text []byte
}

type closeEntry struct {
	Number, Date, LeaseID, Memo string
	Lines                       []struct {
		Account       string
		Debit, Credit json.Number
	}
}

func closeReport(t *testing.T, body string) closeAnswer {
	t.Helper()
	q, err := portfolio.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	again, err := portfolio.Decode(q.Append(nil))
	if err != nil {
		t.Fatalf("the normalized question is refused: %v\n%s", err, q.Append(nil))
	}
	if a, b := string(q.Append(nil)), string(again.Append(nil)); a != b {
		t.Fatalf("normalized again:\n%s\n%s", a, b)
	}
	r, err := portfolio.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	var a closeAnswer
	a.text = r.Append(nil)
	d := json.NewDecoder(strings.NewReader(string(a.text)))
	d.UseNumber()
	if err := d.Decode(&a); err != nil {
		t.Fatalf("%v: %s", err, a.text)
	}
	return a
}

const january = `{"from":"2026-01-01","to":"2026-01-31","leases":` + closeLeases

// METHOD 22.1: a comparative period must end before the reporting period ends.
func TestMethod22_1_InvalidComparativesAreRejected(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`,"comparative":{"from":"2025-02-01","to":"2025-01-31"}}`: "comparative.from: 2025-02-01 is after the end date (to), 2025-01-31",
		`,"comparative":{"from":"2026-01-01","to":"2026-01-31"}}`: "comparative.to: 2026-01-31 is not before the last day of the report, 2026-01-31",
	} {
		if _, err := portfolio.Decode([]byte(january + body)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// signedLeases returns previous.leases at a date, after the callback has altered each lease's
// signed balances.
func signedLeases(t *testing.T, to string, change func(id string, figures map[string]string)) string {
	t.Helper()
	a := closeReport(t, `{"from":"2025-12-01","to":"`+to+`","leases":`+closeLeases+`}`)
	var parts []string
	for _, l := range a.Leases {
		figures := map[string]string{
			"liability": l.Liability["closing"].String(), "rouAsset": l.RouAsset["closing"].String(),
			"accumulatedAmortization": l.RouAsset["accumulatedAmortization"].String(), "prepaidRent": "0.00",
		}
		if l.ID == "C" {
			figures["prepaidRent"] = "590.00"
		}
		if change != nil {
			change(l.ID, figures)
		}
		if len(figures) == 0 {
			continue
		}
		parts = append(parts, fmt.Sprintf(`{"id":%q,"liability":%s,"rouAsset":%s,"accumulatedAmortization":%s,"prepaidRent":%s}`,
			l.ID, figures["liability"], figures["rouAsset"], figures["accumulatedAmortization"], figures["prepaidRent"]))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// METHOD 22.2: a report on some of the leases agrees if their signed balances have not changed. The
// digest alone is not enough, because it covers all leases.
func TestMethod22_2_AReportOnSomeLeasesComparesTheirBalances(t *testing.T) {
	t.Parallel()
	december := closeReport(t, `{"from":"2025-12-01","to":"2025-12-31","leases":`+closeLeases+`}`)
	signed := signedLeases(t, "2025-12-31", nil)
	const earlier, south = `,"comparative":{"from":"2025-12-01","to":"2025-12-31"}`, `,"where":{"tag:entity":"South"}`
	both := `,"previous":{"digest":"` + december.Digest + `","leases":` + signed + `}}`
	for _, c := range []struct {
		name, more string
		agrees     bool
		note       string
	}{
		{"all", earlier + both, true, ""},
		{"some", earlier + south + both, true, "The signed balances are compared lease by lease: the signed digest covers all leases"},
		{"some, by their figures", south + `,"previous":{"leases":` + signed + `}}`, true, ""},
		{"some, by the digest", earlier + south + `,"previous":{"digest":"` + december.Digest + `"}}`, false, "to compare their balances, supply the signed leases"},
		{"some, and one moved", south + strings.Replace(both, `"id":"B","liability":`, `"id":"B","liability":1`, 1), false, "The signed balances are compared lease by lease"},
		{"some, and one that is left out moved", south + strings.Replace(both, `"id":"A","liability":`, `"id":"A","liability":1`, 1), true, "The signed balances are compared lease by lease"},
	} {
		a := closeReport(t, january+c.more)
		notes := strings.Join(a.Notes, "\n")
		if a.Previous.Agrees != c.agrees || !strings.Contains(notes, c.note) || c.note == "" && strings.Contains(notes, "signed") {
			t.Errorf("%s: %+v\n%s", c.name, a.Previous, notes)
		}
		if strings.Contains(notes, "The comparative is restated") {
			t.Errorf("%s: %s", c.name, notes)
		}
	}
}

// METHOD 22.2: a rejected lease still counts as supplied, so it is not reversed. Its opening
// balance is unknown, so the report does not agree.
func TestMethod22_2_ARejectedLeaseIsNotReversed(t *testing.T) {
	t.Parallel()
	signed := signedLeases(t, "2025-12-31", nil)
	refused := strings.Replace(january, `"termMonths":60`, `"termMonths":-60`, 1) + `,"onError":"skip","journal":"monthly","previous":{"leases":` + signed + `}}`
	a := closeReport(t, refused)
	if a.Previous.Agrees || len(a.Previous.LateChanges) > 0 || strings.Contains(string(a.text), "-late") {
		t.Errorf("%s", a.text)
	}
	if notes := strings.Join(a.Notes, "\n"); !strings.Contains(notes, "of rejected leases are not compared: A.") || strings.Contains(notes, "no longer supplied") {
		t.Error(notes)
	}
	twice := strings.Replace(january, `"id":"B"`, `"id":"A"`, 1) + `,"onError":"skip","previous":{"leases":` + signed + `}}`
	if a := closeReport(t, twice); len(a.Previous.LateChanges) != 1 || string(a.Previous.LateChanges[0]["id"]) != `"B"` || strings.Contains(string(a.text), "not compared: A") {
		t.Errorf("an id on two rows: %s", a.text)
	}
}

// METHOD 22.3: the ledger may divide an account among several codes. An account with a balance in
// Leasehold is listed even if the trial balance omits it. Invalid rows are rejected.
func TestMethod22_3_RowsOfTheTrialBalance(t *testing.T) {
	t.Parallel()
	const grouped = january + `,"groupBy":["tag:entity"]`
	plain := closeReport(t, grouped+`}`)
	north, south := plain.Leases[0].Liability["closing"].String(), plain.Leases[1].Liability["closing"].String()
	a := closeReport(t, grouped+`,"ledger":[{"account":"Lease liability","code":"2100","balance":-`+north+`},{"account":"Lease liability","code":"2200","balance":-`+south+`}]}`)
	if out := a.TieOut[0]; out.Account != "Lease liability" || out.Difference != "0.00" {
		t.Errorf("two codes: %+v", out)
	}
	a = closeReport(t, grouped+`,"ledger":[{"account":"Lease liability","balance":-`+south+`,"key":{"tag:entity":"South"}}]}`)
	lacking := map[string]string{}
	for _, out := range a.TieOut {
		lacking[out.Account+" "+out.Key["tag:entity"]] = out.Leasehold.String()
	}
	if lacking["Right-of-use asset North"] == "" || lacking["Lease liability North"] == "" || lacking["Prepaid rent South"] != "280.00" {
		t.Errorf("%v", lacking)
	}
	for body, want := range map[string]string{
		`[{"account":"Leases","balance":1}]`:                                                            `ledger[0].account: "Leases" is not allowed; use Right-of-use asset`,
		`[{"account":"Lease liability","balance":1,"key":{"currency":"EUR"}}]`:                          `ledger[0].key: "currency" is not in groupBy; use only the keys of groupBy`,
		`[{"account":"Lease liability","balance":1},{"account":"Current lease liability","balance":1}]`: "supplied both in total and in parts",
	} {
		if _, err := portfolio.Decode([]byte(grouped + `,"ledger":` + body + `}`)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// METHOD 22.2: a closing's leases, with standard and currency, can be used unchanged in the
// "previous" field. All four balances are required.
func TestMethod22_2_PreviousAcceptsTheLeasesOfAClosing(t *testing.T) {
	t.Parallel()
	signed := strings.ReplaceAll(signedLeases(t, "2025-12-31", nil), `,"liability"`, `,"standard":"IFRS_16","currency":"EUR","liability"`)
	if a := closeReport(t, january+`,"previous":{"leases":`+signed+`}}`); !a.Previous.Agrees {
		t.Errorf("%+v", a.Previous)
	}
	restated := closeReport(t, january+`,"journal":"monthly","previous":{"leases":`+strings.Replace(signed, "IFRS_16", "GASB_96", 1)+`}}`)
	if a := restated; a.Previous.Agrees || len(a.Previous.LateChanges) != 1 || string(a.Previous.LateChanges[0]["id"]) != `"A"` {
		t.Errorf("signed under another standard: %+v", a.Previous)
	}
	titles := []string{}
	for _, e := range restated.JournalEntries {
		for _, line := range e.Lines {
			if strings.HasSuffix(e.Number, "-late") {
				titles = append(titles, line.Account)
			}
		}
	}
	if got, want := strings.Join(titles, ", "), "Right-of-use asset, Lease liability, Subscription asset, Subscription liability"; got != want {
		t.Errorf("what was signed moves from %s, want %s", got, want)
	}
	q, err := portfolio.Decode([]byte(january + `,"previous":{"leases":` + strings.Replace(signed, "EUR", "USD", 1) + `}}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := portfolio.Answer(q); err == nil || !strings.Contains(err.Error(), `previous.leases[0].currency: lease "A" was signed in USD and is in EUR now`) {
		t.Errorf("%v", err)
	}
	for _, name := range portfolio.SignedNames() {
		if _, err := portfolio.Decode([]byte(january + `,"previous":{"leases":` + strings.Replace(signed, `"`+name+`":`, `"`+name+`":null,"was":`, 1) + `}}`)); err == nil ||
			!strings.Contains(err.Error(), "previous.leases[0]."+name) {
			t.Errorf("%s left out: %v", name, err)
		}
	}
}

// METHOD 22.4, 25.3: if two periods end in the same month, their deferred tax entries have
// different numbers. For a whole month or quarter, the number contains only the month.
func TestMethod22_4_TaxEntryNumbersAreUnique(t *testing.T) {
	t.Parallel()
	for span, want := range map[string]string{
		`"from":"2026-01-01","to":"2026-01-24"`: "A-202601-24-tax", `"from":"2026-01-25","to":"2026-01-31"`: "A-202601-31-tax",
		`"from":"2026-01-25","to":"2026-02-28"`: "A-202602-tax", `"from":"2026-01-01","to":"2026-01-31"`: "A-202601-tax", `"from":"2026-01-01","to":"2026-03-31"`: "A-202603-tax",
	} {
		a := closeReport(t, `{`+span+`,"journal":"monthly","deferredTax":[{"rate":0.3}],"leases":`+closeLeases+`}`)
		if !slices.ContainsFunc(a.JournalEntries, func(e closeEntry) bool { return e.Number == want }) {
			t.Errorf("%s: no entry %s", span, want)
		}
	}
}

// METHOD 22.4: an exempt lease's prepaid rent is a temporary difference, but its prepaid services
// are not. The quarter's rent is 600.00. If 59 of 90 days remain, 393.33 is prepaid.
func TestMethod22_4_PrepaidServicesHaveNoDeferredTax(t *testing.T) {
	t.Parallel()
	a := closeReport(t, `{"from":"2026-01-01","to":"2026-01-31","deferredTax":[{"rate":0.25}],"leases":[{"id":"A","exemption":"short_term",`+
		`"commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1200,"paymentFrequency":"quarterly","discountRateAnnual":0.05,`+
		`"components":[{"name":"Office","kind":"lease","standalonePrice":1},{"name":"Cleaning","kind":"service","standalonePrice":1}]}]}`)
	if tax := a.Leases[0].DeferredTax; tax["liabilityClosing"] != "98.33" || tax["assetClosing"] != "0.00" {
		t.Errorf("%v", tax)
	}
}

// METHOD 22.3: the time for reconciling a trial balance by lease grows linearly with the number of
// rows and leases. It takes only a small multiple of the time for a plain report. Rows with the
// same account and key are summed.
func TestMethod22_3_ATrialBalanceByLeaseTakesLinearTime(t *testing.T) {
	t.Parallel()
	const leases, rows = 3000, 10_000
	var list, ledger []string
	for i := range leases {
		list = append(list, fmt.Sprintf(`{"id":"L-%d","standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":36,"paymentFrequency":"annual","paymentTiming":"arrears",`+
			`"paymentAmount":100,"discountRateAnnual":0,"tags":{"contract":"C-%d"}}`, i, i))
	}
	for i := range rows {
		ledger = append(ledger, fmt.Sprintf(`{"account":"Lease liability","balance":-100,"key":{"tag:contract":"C-%d"}}`, i/2))
	}
	answer := func(more string) (*portfolio.Report, time.Duration) {
		began := time.Now()
		q, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-12-31","groupBy":["tag:contract"],"leases":[` + strings.Join(list, ",") + `]` + more + `}`))
		if err != nil {
			t.Fatal(err)
		}
		r, err := portfolio.Answer(q)
		if err != nil {
			t.Fatal(err)
		}
		return r, time.Since(began)
	}
	_, plain := answer("")
	tied, took := answer(`,"ledger":[` + strings.Join(ledger, ",") + `]`)
	for i := range rows / 2 {
		ours, differs := "-200.00", "0.00"
		if i >= leases {
			ours, differs = "0.00", "200.00"
		}
		out := &tied.TieOut[i]
		if key := fmt.Sprintf("C-%d", i); out.Key["tag:contract"] != key || out.Ledger.String() != "-200.00" || out.Leasehold.String() != ours || out.Difference.String() != differs {
			t.Fatalf("%s: %+v", key, out)
		}
	}
	if took > 20*plain {
		t.Errorf("the trial balance takes %s, and the plain report %s", took, plain)
	}
}

// METHOD 22.1, 22.2: if the opening balances differ from the signed balances, notes state that the
// comparative is restated and that the preparer must classify the correction.
func TestMethod22_2_NotesOnRestatedComparatives(t *testing.T) {
	t.Parallel()
	signed := signedLeases(t, "2025-12-31", func(id string, figures map[string]string) {
		if id == "A" {
			figures["liability"] = "400000.00"
		}
	})
	const earlier = `,"comparative":{"from":"2025-01-01","to":"2025-01-31"}`
	const comparative, rest = "The comparative is restated: it is computed from the leases as known today.", "The balancing amount is posted to Prior-period corrections: decide whether it is equity or expense."
	for more, want := range map[string][2]bool{
		``:      {false, false},
		earlier: {false, false},
		earlier + `,"previous":{"leases":` + signed + `}`: {true, true},
		`,"previous":{"leases":` + signed + `}`:           {false, true},
	} {
		notes := strings.Join(closeReport(t, january+more+`}`).Notes, "\n")
		if got := [2]bool{strings.Contains(notes, comparative), strings.Contains(notes, rest)}; got != want {
			t.Errorf("%.60s: %v, want %v", more, got, want)
		}
	}
	for previous, want := range map[string]string{
		`{}`:               "previous: must be a closing, or must contain the field digest, the field leases or both",
		`{"digest":"ABC"}`: `previous.digest: "ABC" is not a digest; use 64 lower-case hexadecimal digits`,
		`{"leases":[{"id":"A","liability":1,"rouAsset":1,"accumulatedAmortization":0,"prepaidRent":0},{"id":"A","liability":1,"rouAsset":1,"accumulatedAmortization":0,"prepaidRent":0}]}`: `previous.leases[1].id: "A" is also the id of leases[0]`,
	} {
		if _, err := portfolio.Decode([]byte(january + `,"previous":` + previous + `}`)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", previous, err, want)
		}
	}
}

// METHOD 22.3: the asset of 36,000 is amortized by 12,000 a year. The remaining liability is
// 24,000, of which 12,000 is current. If the ledger has accumulated amortization, the asset is
// compared at cost. Cash is compared only if it is in the ledger.
func TestMethod22_3_AccountsFollowTheLedger(t *testing.T) {
	t.Parallel()
	year := func(leases, ledger string) closeAnswer {
		return closeReport(t, `{"from":"2026-01-01","to":"2026-12-31","leases":[`+leases+`],"ledger":[`+ledger+`]}`)
	}
	row := func(account, balance string) string {
		return fmt.Sprintf(`{"account":%q,"balance":%s}`, account, balance)
	}
	one := lease("A", "IFRS_16", 36, "")
	parts := []string{row("Current lease liability", "-12000"), row("Long-term lease liability", "-12000"), row("Depreciation expense", "12000")}
	for _, c := range []struct{ rows, want []string }{
		{append(parts, row("Right-of-use asset", "24000")), nil},
		{append(parts, row("Right-of-use asset", "36000"), row("Accumulated amortization", "-12000"), row("Cash", "-12000")), nil},
		{[]string{row("Lease liability", "-24000"), row("Right-of-use asset", "24000")}, []string{"Depreciation expense 12000.00"}},
		{append(parts, row("Right-of-use asset", "24000"), row("Cash", "0")), []string{"Cash -12000.00"}},
		{[]string{row("Cash", "-12000"), row("Accumulated amortization", "-12000"), row("Depreciation expense", "12000")}, []string{"Right-of-use asset 36000.00", "Lease liability -24000.00"}},
	} {
		var differ []string
		for _, out := range year(one, strings.Join(c.rows, ",")).TieOut {
			if out.Difference != "0.00" {
				differ = append(differ, out.Account+" "+out.Difference.String())
			}
		}
		if !slices.Equal(differ, c.want) {
			t.Errorf("%v: %q differ, want %q", c.rows, differ, c.want)
		}
	}
	var same []string
	for _, id := range []string{"A", "B", "C", "D", "E", "F"} {
		same = append(same, lease(id, "IFRS_16", 36, ""))
	}
	var named []string
	for _, x := range year(strings.Join(same, ","), row("Lease liability", "-120000")).TieOut[0].Explanations {
		named = append(named, x.Kind+" "+x.LeaseID)
	}
	if want := []string{"lease_missing A", "lease_missing B", "lease_missing C", "lease_missing D", "lease_missing E"}; !slices.Equal(named, want) {
		t.Errorf("explained by %q, want %q", named, want)
	}
}

// METHOD 22.4: the comparative has no deferred tax, and a total over several functional currencies
// has none either. Rates are fractions that can depend on tags and currency. Notes name the cases
// without temporary differences.
func TestMethod22_4_ComparativesAndMixedTotalsHaveNoDeferredTax(t *testing.T) {
	t.Parallel()
	has := func(raw json.RawMessage) bool { return strings.Contains(string(raw), `"deferredTax":{`) }
	parts := func(body string) (answer struct{ Leases, Total, Comparative, Notes json.RawMessage }) {
		if err := json.Unmarshal(answeredTo(t, body).Append(nil), &answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	a := parts(january + `,"comparative":{"from":"2025-01-01","to":"2025-01-31"},"deferredTax":[{"rate":0.3}]}`)
	if !has(a.Leases) || !has(a.Total) || has(a.Comparative) {
		t.Errorf("leases %t, total %t, comparative %t", has(a.Leases), has(a.Total), has(a.Comparative))
	}
	for _, want := range []string{
		"if deductions follow the books, as is usual in the United Kingdom, there is no temporary difference.",
		"While the lease is in the books, a restoration provision gives rise to a deferred tax asset on its amount at commencement.",
	} {
		if !strings.Contains(string(a.Notes), want) {
			t.Errorf("%q is not in %s", want, a.Notes)
		}
	}
	const pounds = `{"id":"G","standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":24,"paymentAmount":100,"discountRateAnnual":0,"currency":"GBP"}`
	both := inPounds("2024-01-01", "2024-12-31", `,"deferredTax":[{"rate":0.25,"key":{"currency":"EUR"}},{"rate":0.3,"key":{"currency":"GBP"}}]`)
	if one := parts(strings.Replace(both, `,{"rate":0.3,"key":{"currency":"GBP"}}`, "", 1)); !has(one.Leases) || !has(one.Total) {
		t.Errorf("of one functional currency: leases %t, total %t", has(one.Leases), has(one.Total))
	}
	if two := parts(strings.Replace(both, `"leases":[`, `"leases":[`+pounds+",", 1)); !has(two.Leases) || has(two.Total) {
		t.Errorf("of two functional currencies: leases %t, total %t", has(two.Leases), has(two.Total))
	}
	for _, fund := range []string{"government_wide", "governmental", "both"} {
		q, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-01-31","journal":"monthly","deferredTax":[{"rate":0.3}],"leases":[{"id":"G","standard":"GASB_87","fund":"` + fund +
			`","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":100,"discountRateAnnual":0}]}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := portfolio.Answer(q); err == nil || !strings.Contains(err.Error(), `deferredTax: lease "G" is accounted for under GASB 87, and governments pay no income tax`) {
			t.Errorf("%s: %v", fund, err)
		}
	}
	for rate, want := range map[string]string{
		`{"rate":0.3},{"rate":0.25,"key":{"tag:entity":"North"}}`: "deferredTax[1].key: never applies",
		`{"rate":25}`: "deferredTax[0].rate: 25 is out of range: use a rate from 0 to 1",
		`{"rate":0.3,"key":{"standard":"IFRS_16"}}`: `deferredTax[0].key: "standard" is not allowed; use tag:NAME or currency`,
	} {
		if _, err := portfolio.Decode([]byte(january + `,"deferredTax":[` + rate + `]}`)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", rate, err, want)
		}
	}
}

// METHOD 12.1: every memo names its lease, including the memos of prior-period corrections,
// reversals and deferred tax.
func TestMethod12_1_EveryMemoNamesItsLease(t *testing.T) {
	t.Parallel()
	leases := strings.Replace(closeLeases, `"id":"A",`, `"id":"A","name":"Shop 5",`, 1)
	a := closeReport(t, `{"from":"2026-02-01","to":"2026-02-28","journal":"monthly","deferredTax":[{"rate":0.25}],"leases":`+leases+
		`,"previous":{"leases":[{"id":"Z","liability":5,"rouAsset":4,"accumulatedAmortization":1,"prepaidRent":0}]}}`)
	seen := map[string]bool{}
	for _, e := range a.JournalEntries {
		names := map[string]string{"A": "A Shop 5: "}[e.LeaseID]
		if names == "" {
			names = e.LeaseID + ": "
		}
		if !strings.HasPrefix(e.Memo, names) {
			t.Errorf("%s: %q, want it to begin with %q", e.Number, e.Memo, names)
		}
		seen[e.Number] = true
	}
	for _, number := range []string{"A-20260201-late", "Z-20260201-late", "A-202602", "A-202602-tax"} {
		if !seen[number] {
			t.Errorf("no entry %s", number)
		}
	}
}

// METHOD 22.3: the ledger's opening balance is the signed balance. If the ledger still has the
// opening balance, the explanation is that the period's entries are missing. If the ledger still
// has a balance for a removed lease, the explanation is the entry that reverses it.
func TestMethod22_3_TheLedgerOpensWithSignedBalances(t *testing.T) {
	t.Parallel()
	const february = `{"from":"2026-02-01","to":"2026-02-28","leases":` + closeLeases
	plain := closeReport(t, february+`}`)
	amount := func(n json.Number) money.Amount { return money.MustParse(n.String()).Minor(2) }
	computed := amount(plain.Leases[0].Liability["opening"])
	var signed []string
	for i, l := range plain.Leases {
		liability, prepaid := l.Liability["opening"].String(), "0"
		if i == 0 {
			liability = computed.Sub(money.Cents(500)).String()
		}
		if i == 2 {
			prepaid = "280"
		}
		signed = append(signed, fmt.Sprintf(`{"id":"%s","liability":%s,"rouAsset":%s,"accumulatedAmortization":0,"prepaidRent":%s}`, l.ID, liability, l.RouAsset["opening"], prepaid))
	}
	signed = append(signed, `{"id":"Z","liability":70,"rouAsset":60,"accumulatedAmortization":0,"prepaidRent":0}`)
	report := func(ledger string) closeAnswer {
		return closeReport(t, february+`,"groupBy":["tag:entity"],"previous":{"leases":[`+strings.Join(signed, ",")+`]},"ledger":[`+ledger+`]}`)
	}
	explained := func(ledger, account string) (kinds []string) {
		for _, out := range report(ledger).TieOut {
			if out.Account != account {
				continue
			}
			for _, e := range out.Explanations {
				kinds = append(kinds, strings.TrimSpace(e.Kind+" "+e.LeaseID+e.Number))
			}
		}
		return kinds
	}
	opening := `{"account":"Lease liability","key":{"tag:entity":"North"},"balance":-` + computed.Sub(money.Cents(500)).String() + `}`
	if got, want := explained(opening, "Lease liability"), []string{"movement_missing A", "opening"}; !slices.Equal(got[:min(len(got), 2)], want) {
		t.Errorf("what was signed: %v, want %v", got, want)
	}
	if got := explained(strings.Replace(opening, computed.Sub(money.Cents(500)).String(), computed.String(), 1), "Lease liability"); slices.Contains(got, "opening") {
		t.Errorf("what was not signed: %v", got)
	}
	var closing money.Amount
	for _, l := range plain.Leases {
		closing = closing.Add(amount(l.Liability["closing"]))
	}
	if got, want := explained(`{"account":"Lease liability","balance":-`+closing.Add(money.Cents(7000)).String()+`}`, "Lease liability"), []string{"entry_missing Z-20260201-late"}; !slices.Equal(got, want) {
		t.Errorf("a lease that is gone: %v, want %v", got, want)
	}
	for _, out := range report(`{"account":"Prior-period corrections","balance":0}`).TieOut {
		if out.Account == "Prior-period corrections" && out.Leasehold != "-5.00" { // 5.00 for A minus 10.00 for Z
			t.Errorf("Prior-period corrections: %s", out.Leasehold)
		}
	}
}
