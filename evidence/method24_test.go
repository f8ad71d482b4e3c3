package evidence_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/evidence"
)

// required are the members that a lease needs, for those that a passage does not speak
// of.
var required = map[string]any{"commencementDate": "2026-01-01", "termMonths": 60, "paymentAmount": 10000, "discountRateAnnual": 0.05}

func check(t *testing.T, lease map[string]any, quotes map[string]string) *evidence.Answer {
	t.Helper()
	list := map[string]any{}
	for path, quote := range quotes {
		list[path] = map[string]any{"quote": quote, "page": 3, "document": "lease.pdf"}
	}
	body, err := json.Marshal(map[string]any{"lease": lease, "evidence": list})
	if err != nil {
		t.Fatal(err)
	}
	q, err := evidence.Decode(body)
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	a := evidence.Check(q)
	if printed := a.Append(nil); !json.Valid(printed) || !json.Valid(q.Append(nil)) {
		t.Fatalf("not JSON: %s", printed)
	}
	return a
}

// METHOD 24: of 40 and more passages of contracts, every planted contradiction (a wrong
// month, net for gross, monthly for quarterly, a number transposed, an option called
// certain that the text calls possible) is in notFound, and everything right is in
// supported.
func TestMethod24_PlantedContradictionsAreFound(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/passages.json")
	if err != nil {
		t.Fatal(err)
	}
	var passages []struct {
		Passage string
		Claims  []struct {
			Path      string
			Value     any
			Supported bool
		}
	}
	if err := json.Unmarshal(text, &passages); err != nil || len(passages) < 40 {
		t.Fatalf("%d passages, %v", len(passages), err)
	}
	right, planted := 0, 0
	for _, p := range passages {
		lease, quotes := map[string]any{}, map[string]string{}
		maps.Copy(lease, required)
		for _, c := range p.Claims {
			lease[c.Path], quotes[c.Path] = c.Value, p.Passage
		}
		a := check(t, lease, quotes)
		for _, c := range p.Claims {
			i := slices.IndexFunc(a.NotFound, func(n evidence.NotFound) bool { return n.Path == c.Path })
			if c.Supported != slices.Contains(a.Supported, c.Path) || c.Supported == (i >= 0) {
				t.Errorf("%q: %s %v: supported %v, not found %+v", p.Passage, c.Path, c.Value, a.Supported, a.NotFound)
			}
			if c.Supported {
				right++
				continue
			}
			planted++
			if i >= 0 && a.NotFound[i].Found == nil {
				t.Errorf("%q: %s %v: nothing is said to be found", p.Passage, c.Path, c.Value)
			}
		}
	}
	t.Logf("%d right, %d planted", right, planted)
	if planted < 15 || right < 30 {
		t.Error("the corpus has lost its subject")
	}
}

// METHOD 24: an amount also times the payments a year, and a date that is unclear, are
// noted.
func TestMethod24_OtherFormsAreNoted(t *testing.T) {
	t.Parallel()
	a := check(t, map[string]any{"commencementDate": "2026-03-04", "termMonths": 12, "paymentAmount": 10000, "discountRateAnnual": 0.05}, map[string]string{
		"paymentAmount": "an annual rent of 120,000", "commencementDate": "from 04/03/2026", "termMonths": "1 January 2026 to 31 December 2026",
	})
	if len(a.Supported) != 3 || len(a.Notes) != 3 {
		t.Errorf("%+v", a)
	}
	for _, want := range []string{"120,000 is 12 payments of it", "either order", "the months from"} {
		if !strings.Contains(strings.Join(a.Notes, "\n"), want) {
			t.Errorf("%q is not noted: %q", want, a.Notes)
		}
	}
}

// METHOD 24: of numbers with nothing but spaces between them, each has what follows it, also
// where the digits of one are the end of another.
func TestMethod24_NumbersSideBySideHaveTheirUnits(t *testing.T) {
	t.Parallel()
	for _, at := range []struct{ path, quote string }{
		{"termMonths", "Units 160 60 months"}, {"termMonths", "Suite 25 5 years"}, {"discountRateAnnual", "Note 15 5 per cent"},
	} {
		if a := check(t, required, map[string]string{at.path: at.quote}); !a.Agrees() {
			t.Errorf("%q: %v", at.quote, a.NotFound)
		}
	}
}

// METHOD 24: stated members without a quote are missing, but not labels and choices of
// the books, which stand in no contract.
func TestMethod24_MissingMembers(t *testing.T) {
	t.Parallel()
	lease := map[string]any{"id": "L-1", "standard": "IFRS_16", "rentSteps": []any{map[string]any{"from": "2027-01-01", "paymentAmount": 11000}}}
	maps.Copy(lease, required)
	a := check(t, lease, map[string]string{"rentSteps[0].paymentAmount": "from then on 11,000"})
	if got := fmt.Sprint(a.Missing); got != "[commencementDate discountRateAnnual paymentAmount rentSteps[0].from termMonths]" && len(a.Missing) != 5 {
		t.Errorf("missing %v", got)
	}
	if len(a.Supported) != 1 {
		t.Errorf("supported %v", a.Supported)
	}
}

// METHOD 24: what the lease asks somebody to decide and nobody stated is listed with
// its paragraph.
func TestMethod24_Judgements(t *testing.T) {
	t.Parallel()
	for standard, want := range map[string]string{
		"ASC_842": "[ASC 842-20-30-3 ASC 842-10-30-1 ASC 842-10-25-2(c), (d) ASC 842-10-15-28]",
		"IFRS_16": "[IFRS 16.26 IFRS 16.18-19 IFRS 16.12]",
		"GASB_87": "[GASB 87.23 GASB 87.12 GASB 87.64]",
		"FRS_102": "[FRS 102 20.49 FRS 102 section 20 FRS 102 20.28]",
		"GASB_96": "[GASB 96 GASB 96]",
	} {
		lease := map[string]any{"standard": standard}
		maps.Copy(lease, required)
		var got []string
		for _, j := range check(t, lease, nil).Judgements {
			got = append(got, j.Paragraph)
			if !strings.HasSuffix(j.Question, "?") || j.Path == "" {
				t.Errorf("%+v", j)
			}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", standard, got, want)
		}
		lease["termMonths"] = 12
		more := 0 // term answered; exemption asked, and the option where there are any
		if standard != "GASB_96" {
			lease["purchaseOptionAmount"], more = 5, 1
		}
		if n := len(check(t, lease, map[string]string{"termMonths": "12 months, with an option to renew"}).Judgements); n != len(got)+more {
			t.Errorf("%s, short: %d", standard, n)
		}
	}
}

// METHOD 24: evidence that the lease states itself is what is checked where none stands
// beside it, and is no member that needs a quote.
func TestMethod24_EvidenceOfTheLeaseIsChecked(t *testing.T) {
	t.Parallel()
	const body = `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06,
		"evidence":{"termMonths":{"quote":"for five (5) years","page":3},"paymentAmount":{"quote":"a rent of 11,000"}}}`
	q, err := evidence.Decode([]byte(`{"lease":` + body + `}`))
	if err != nil {
		t.Fatal(err)
	}
	a := evidence.Check(q)
	if fmt.Sprint(a.Supported, a.Missing) != "[termMonths] [commencementDate discountRateAnnual]" || len(a.NotFound) != 1 || a.NotFound[0].Path != "paymentAmount" {
		t.Errorf("%+v", a)
	}
	again, err := evidence.Decode(q.Append(nil))
	if err != nil || string(evidence.Check(again).Append(nil)) != string(a.Append(nil)) {
		t.Errorf("%s: %v", q.Append(nil), err)
	}
	lease, err := leasehold.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	if of := evidence.Check(evidence.Of(lease)); fmt.Sprint(of.Supported, of.NotFound) != fmt.Sprint(a.Supported, a.NotFound) {
		t.Errorf("read: %+v, asked: %+v", of, a)
	}
}

// Every fault of a question is named by its path.
func TestRefusals(t *testing.T) {
	t.Parallel()
	const lease = `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`
	for body, want := range map[string]string{
		`[]`:                         "body",
		`{`:                          "body",
		`{"lease":{},"evidence":{}}`: "lease.commencementDate",
		`{"lease":` + lease + `}`:    "evidence: is required",
		`{"evidence":{}}`:            "lease: is required",
		`{"lease":` + lease + `,"x":1,"evidence":{}}`: `unknown field "x"`,
		`{"lease":7,"evidence":{}}`:                   "lease: must be one JSON object",
		`{"lease":` + strings.TrimSuffix(lease, "}") + `,"evidence":{"termMonths":{"quote":"60 months"}}},"evidence":{}}`: "lease.evidence: is stated outside the lease too",
		`{"lease":` + lease + `,"evidence":[]}`:                                                              "evidence: must be an object",
		`{"lease":` + lease + `,"evidence":{"rent":{"quote":"x"}}}`:                                          "evidence.rent: is no member that the lease states",
		`{"lease":` + lease + `,"evidence":{"paymentAmount":{}}}`:                                            "evidence.paymentAmount.quote: is required",
		`{"lease":` + lease + `,"evidence":{"paymentAmount":"10"}}`:                                          "evidence.paymentAmount: must be an object",
		`{"lease":` + lease + `,"evidence":{"paymentAmount":{"quote":"x","p":1}}}`:                           `evidence.paymentAmount.p: unknown field "p"`,
		`{"lease":` + lease + `,"evidence":{"paymentAmount":{"quote":"` + strings.Repeat("x", 2001) + `"}}}`: "at most 2000 characters",
		`{"lease":` + lease + `,"evidence":{"paymentAmount":{"quote":"x"},"paymentAmount":{"quote":"x"}}}`:   "evidence",
	} {
		if _, err := evidence.Decode([]byte(body)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.120s: %v, want %s", body, err, want)
		}
	}
}

// Odd quotes neither panic nor take long.
func FuzzCheck(f *testing.F) {
	f.Add("five (5) years from 1 March 2026, 10,000.00 per month, 5 %")
	f.Add("1.234,5'6 7 %")
	f.Fuzz(func(t *testing.T, quote string) {
		body, err := json.Marshal(map[string]any{"lease": required, "evidence": map[string]any{
			"paymentAmount": map[string]any{"quote": quote}, "termMonths": map[string]any{"quote": quote},
			"commencementDate": map[string]any{"quote": quote}, "discountRateAnnual": map[string]any{"quote": quote},
		}})
		if err != nil {
			t.Fatal(err)
		}
		q, err := evidence.Decode(body)
		if err != nil {
			return
		}
		a := evidence.Check(q)
		if len(a.Supported)+len(a.NotFound) != 4 || !json.Valid(a.Append(nil)) {
			t.Errorf("%s", a.Append(nil))
		}
	})
}

// METHOD 24: a period may be stated in quarters, a rent by the month where the lease has a
// year's, and both are read with what follows a number.
func TestMethod24_PeriodsAndAmountsOfOtherUnits(t *testing.T) {
	t.Parallel()
	yearly := func(months int, rent any, quotes map[string]string) *evidence.Answer {
		return check(t, map[string]any{"commencementDate": "2026-01-01", "termMonths": months, "paymentAmount": rent, "discountRateAnnual": 0.05}, quotes)
	}
	a := yearly(24, 120000, map[string]string{"termMonths": "for eight (8) quarters", "paymentAmount": "a rate of 10,000", "discountRateAnnual": "five per cent a year"})
	if len(a.Supported) != 3 || len(a.Notes) != 1 || !strings.Contains(a.Notes[0], "it is 12 times 10,000") {
		t.Errorf("%+v", a)
	}
	a = yearly(24, 120001, map[string]string{"termMonths": "for nine quarters", "paymentAmount": "a rate of 10,000", "discountRateAnnual": "five hundred"})
	if len(a.Supported) != 0 || len(a.NotFound) != 3 || len(a.Notes) != 0 {
		t.Errorf("%+v", a)
	}
	if a.Agrees() || !strings.Contains(a.NotFound[0].String(), " is not in the quote, and nothing of its kind is") {
		t.Errorf("%s", a.NotFound[0])
	}
}

// METHOD 24: a number of months is a period, also that of a rent-free span; a date has its
// day before the month in each of the ways that contracts write; and a rent is a part of a
// year's also where the part does not come out even.
func TestMethod24_PeriodsDatesAndPartsAsContractsWriteThem(t *testing.T) {
	t.Parallel()
	lease := map[string]any{
		"commencementDate": "2026-03-04", "termMonths": 60, "paymentAmount": 8333.33, "discountRateAnnual": 0.05,
		"rentFree": []any{map[string]any{"from": "2026-03-04", "months": 3}},
	}
	for path, quotes := range map[string]map[string]bool{
		"rentFree[0].months": {"the first 3 months are rent-free": true, "free for one quarter": true, "three parking spaces": false, "a fee of 3": false},
		"commencementDate": {
			"4th of March 2026": true, "the 4th day of March, 2026": true, "4 of March 2026": true, "4-Mar-2026": true, "4 March 2026": true,
			"5th of March 2026": false, "4th of May 2026": false,
		},
		"paymentAmount": {"an annual rent of 100,000": true, "an annual rent of 99,999.96": true, "an annual rent of 100,000.05": false, "an annual rent of 100,001": false},
	} {
		for quote, want := range quotes {
			a := check(t, lease, map[string]string{path: quote})
			if got := a.Agrees(); got != want {
				t.Errorf("%s in %q: %v, want %v (%+v)", path, quote, got, want, a.NotFound)
			}
		}
	}
	a := check(t, lease, map[string]string{"paymentAmount": "an annual rent of 100,000"})
	if want := "paymentAmount: 100,000 is 12 payments of it, which is rounded"; !slices.Contains(a.Notes, want) {
		t.Errorf("%q, want %q", a.Notes, want)
	}
}

// METHOD 24: numbers in words are read up to ninety-nine. A part of a larger one is not the
// number, the digits in brackets after it are; line breaks of the quote do not matter.
func TestMethod24_NumbersInWordsAreReadUpToNinetyNine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path  string
		value any
		quote string
		want  bool
	}{
		{"termMonths", 120, "a term of one hundred and twenty (120) months", true},
		{"termMonths", 20, "a term of one hundred and twenty (120) months", false},
		{"termMonths", 20, "one hundred twenty months", false},
		{"termMonths", 60, "one hundred and five years", false},
		{"termMonths", 99, "ninety-nine months", true},
		{"termMonths", 36, "thirty-\nsix months", true},
		{"termMonths", 36, "thirty\nsix\nmonths", true},
		{"termMonths", 30, "thirty\nsix\nmonths", false},
		{"paymentAmount", 10, "ten thousand dollars", false},
		{"paymentAmount", 10000, "ten thousand dollars ($10,000)", true},
		{"paymentAmount", 36, "thirty-six thousand five hundred", false},
		{"paymentAmount", 500, "thirty-six thousand five hundred", false},
		{"paymentAmount", 1.2, "USD 1.2 million", false},
		{"paymentAmount", 12, "USD 12k", false},
		{"paymentAmount", 10, "ten dollars, not a thousand", true},
		{"paymentAmount", 10, "ten dollars and a hundred others", true},
		{"discountRateAnnual", 0.055, "five and one-half (5.5) percent", true},
		{"discountRateAnnual", 0.05, "one hundred five percent", false},
	} {
		lease := map[string]any{"commencementDate": "2026-01-01", "termMonths": 60, "paymentAmount": 7, "discountRateAnnual": 0.07}
		lease[c.path] = c.value
		a := check(t, lease, map[string]string{c.path: c.quote})
		if got := a.Agrees(); got != c.want {
			t.Errorf("%s %v in %q: %v, want %v (%+v)", c.path, c.value, c.quote, got, c.want, a.NotFound)
		}
	}
	a := check(t, map[string]any{"commencementDate": "2026-01-01", "termMonths": 60, "paymentAmount": 10, "discountRateAnnual": 0.07}, map[string]string{"paymentAmount": "Ten Thousand dollars or 1.2 million"})
	if got := a.NotFound[0].Found; !slices.Equal(got, []string{"1.2 million", "Ten Thousand"}) {
		t.Errorf("%q", got)
	}
}
