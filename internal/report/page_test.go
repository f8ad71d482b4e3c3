package report

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

func amount(a money.Amount) string { return wording.Accounting(a, 2) }

func page(t *testing.T, width int, colour bool, body string) string {
	t.Helper()
	lease, err := leasehold.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	result, err := leasehold.Compute(lease)
	if err != nil {
		t.Fatal(err)
	}
	p := NewPage(width, colour)
	p.Compute(result)
	p.Schedule(result)
	p.Journal(result)
	p.Classify(result)
	s := p.Summary()
	s.Lease(2, "id\x1b[2J", result)
	s.Close()
	var out bytes.Buffer
	if _, err := p.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

const lease = `{"commencementDate":"2026-01-01","termMonths":1200,"paymentAmount":123456789.01,"discountRateAnnual":0.06,"paymentFrequency":"annual"}`

// A page for a file contains no escape codes. A page for a terminal contains no escape codes from a
// lease id.
func TestUserTextHasNoEscapeCodes(t *testing.T) {
	t.Parallel()
	if strings.Contains(page(t, 0, false, lease), "\x1b") {
		t.Error("a page without colour has escape codes")
	}
	if got := page(t, 0, true, lease); strings.Contains(got, "\x1b[2J") || !strings.Contains(got, bold) {
		t.Error("a page with colour has an id's escape codes, or none of its own")
	}
}

// Each figure is below its heading, and each row equals the computed result. All of the lease's
// figures differ, so that a figure in the wrong column is detected.
func TestTablesShowEachFigureUnderItsHeading(t *testing.T) {
	t.Parallel()
	const body = `{"commencementDate":"2026-01-31","termMonths":26,"paymentAmount":1000,"discountRateAnnual":0.06,"paymentFrequency":"annual",` +
		`"annualEscalationPct":0.1,"prepaidRent":7,"initialDirectCosts":50,"leaseIncentives":3}`
	got := strings.Join(strings.Fields(page(t, 0, false, body)), " ")
	l, err := leasehold.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	r, err := leasehold.Compute(l)
	if err != nil {
		t.Fatal(err)
	}
	row := func(cells ...any) string { return strings.TrimSpace(fmt.Sprintln(cells...)) }
	d := &r.Disclosures
	want := []string{
		"Period Due Balances Payment Liability Principal Lease Asset Right-of-use Lease at end of accretion liability reduction asset cost",
		row("Prepaid rent", "7.00", "Initial direct costs", "50.00", "Lease incentives received", "(3.00)", "Right-of-use asset", amount(r.InitialRouAsset)),
		row("Total undiscounted payments", amount(r.TotalUndiscountedPayments), "Imputed interest", amount(d.ImputedInterest),
			"Total lease cost over the term", amount(r.TotalLeaseCost)),
		row("Less imputed interest", amount(d.ImputedInterest), "Lease liability", amount(r.InitialLiability)),
		row("Current portion of the lease liability", amount(d.CurrentLiability), "Long-term portion of the lease liability",
			amount(d.LongTermLiability), "Lease liability", amount(r.InitialLiability)),
		row("Undiscounted payments, Year 1", "1,000.00", "Undiscounted payments, Year 2", "1,100.00", "Undiscounted payments, Year 3", "201.67",
			"Undiscounted payments, Year 4", "0.00"),
		row("Weighted-average remaining lease term", "26 months (2.2 years)", "Weighted-average discount rate", "6%"),
		row("Line ID Treatment From Months Liability Asset Current Long-term Payments Cost"),
		row("ASC 842 operating lease 2026-01-31 26", amount(r.InitialLiability), amount(r.InitialRouAsset), amount(d.CurrentLiability),
			amount(d.LongTermLiability), amount(r.TotalUndiscountedPayments), amount(r.TotalLeaseCost)),
	}
	for i := range r.Schedule {
		p := &r.Schedule[i]
		want = append(want, row(p.Number, p.Date, p.Last, amount(p.Payment), amount(p.Interest), amount(p.Principal), amount(p.LiabilityClose),
			amount(p.RouAmortization), amount(p.RouAssetClose), amount(p.LeaseExpense)))
	}
	for _, e := range leasehold.Journal(&r.Measurement) {
		for _, line := range wording.Netted(e.Lines) {
			want = append(want, row(line.Account, amount(line.Debit.Add(line.Credit))))
		}
	}
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("the page does not have: %s", w)
		}
	}
}

// METHOD 18.2: the page for a GASB 96 lease uses the term subscription, except in account titles.
func TestMethod18_2_ThePageUsesTheStandardsTerms(t *testing.T) {
	t.Parallel()
	got := page(t, 0, false, `{"standard":"GASB_96","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.05,"prepaidRent":5,"leaseIncentives":3,
		"events":[{"date":"2026-06-01","type":"modification","discountRateAnnual":0.06,"paymentAmount":900,"leaseIncentives":4},{"date":"2026-09-01","type":"index","changePct":0.1}]}`)
	for line := range strings.Lines(got) {
		if strings.HasPrefix(line, "JOURNAL") {
			break
		}
		if strings.Contains(strings.ToLower(line), "lease") || strings.Contains(line, "Prepaid rent") {
			t.Errorf("%q", line)
		}
	}
	for _, want := range []string{"Subscription liability before", "Prepaid subscription", "Subscription incentives received"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q", want)
		}
	}
}

// METHOD 17.1: under FRS 102, the maturity analysis is shown in time bands.
func TestMethod17_1_TheTableShowsMaturityBands(t *testing.T) {
	t.Parallel()
	const lease = `"commencementDate":"2026-01-01","termMonths":70,"paymentAmount":1000,"discountRateAnnual":0.05}`
	got := strings.Join(strings.Fields(page(t, 0, false, `{"standard":"FRS_102",`+lease)), " ")
	if want := "Undiscounted payments, within one year 12,000.00 Undiscounted payments, between one and five years 48,000.00 Undiscounted payments, after five years 10,000.00 Total"; !strings.Contains(got, want) {
		t.Errorf("the page does not have %q", want)
	}
	got = strings.Join(strings.Fields(page(t, 0, false, `{`+lease)), " ")
	if want := "Undiscounted payments, Year 5 12,000.00 Undiscounted payments, Thereafter 10,000.00 Total"; !strings.Contains(got, want) {
		t.Errorf("the page does not have %q", want)
	}
}

// METHOD 20.2, 20.3: the table includes costs that are not part of the lease cost.
func TestMethod20_2_TheTableOfTheScheduleHasServicesAndTax(t *testing.T) {
	t.Parallel()
	got := strings.Join(strings.Fields(page(t, 0, false, `{"commencementDate":"2026-01-01","termMonths":2,"paymentAmount":1000,"discountRateAnnual":0.06,`+
		`"irrecoverableTaxRate":0.2,"components":[{"name":"Floor","kind":"lease","standalonePrice":7},{"name":"Cleaning","kind":"service","standalonePrice":3}]}`)), " ")
	for _, want := range []string{"Non-lease Irrecoverable", "components tax", "1 2026-01-01 2026-01-31 700.00", " 700.00 300.00 200.00 2 2026-02-01", " 1,400.00 600.00 400.00 "} {
		if !strings.Contains(got, want) {
			t.Errorf("the page does not have %q: %s", want, got)
		}
	}
}

// A lease id in any script is printed unchanged, except for characters that a terminal would
// interpret.
func TestPrintableDropsControlCharacters(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Büro 1": "Büro 1", "オフィス": "オフィス", "משרד": "משרד",
		"a\x1b[2Jb": "a\uFFFD[2Jb", "a\r\nb": "a\uFFFD\uFFFDb", "a\u202eb\u2066c": "a\uFFFDb\uFFFDc", "a\x00\u009bb": "a\uFFFD\uFFFDb",
	} {
		if got := printable(in); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
}

// A column's amounts are right-aligned, so that their decimal points align.
func TestAmountsAlignAtThePoint(t *testing.T) {
	t.Parallel()
	inSchedule, ends := false, map[int]int{}
	for line := range strings.Lines(page(t, 0, false, lease)) {
		switch {
		case strings.HasPrefix(line, "SCHEDULE"):
			inSchedule = true
		case line == "\n":
			inSchedule = false
		case inSchedule && strings.Contains(line, "-01-01"):
			ends[utf8.RuneCountInString(line)]++
		}
	}
	if len(ends) != 2 { // the opening row has no cost
		t.Errorf("rows of the schedule end in %d different places", len(ends))
	}
}

// A criterion that was not tested has a separate mark on every page that shows criteria.
func TestUntestedCriteriaAreMarked(t *testing.T) {
	t.Parallel()
	body := lease[:len(lease)-1] + `,"transfersOwnership":true,"specializedAsset":false}`
	got := page(t, 0, false, body)
	for mark, want := range map[string]int{"\n ✓ ": 2, "\n ✗ ": 2, "\n – ": 6} { // the criteria are on two pages
		if n := strings.Count(got, mark); n != want {
			t.Errorf("%q marks %d criteria, want %d", mark, n, want)
		}
	}
}

// Under a standard with a single model, no heading contains "operating" or "finance", and the
// headings use the terms of the standard.
func TestTablesUseTheNounsOfTheStandard(t *testing.T) {
	t.Parallel()
	for standard, want := range map[string][2]string{
		"IFRS_16": {"IFRS 16 lease ·", "Depreciation of the asset"},
		"GASB_87": {"GASB 87 lease ·", "\n Lease asset "},
	} {
		got := page(t, 0, false, `{"standard":"`+standard+`",`+lease[1:])
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: the page does not have %q", standard, w)
			}
		}
		if strings.Contains(got, "Weighted-average") {
			t.Errorf("%s asks for no weighted averages", standard)
		}
	}
}

// A summary has no total of liabilities, because the liabilities are as of different dates.
func TestSummariesHaveNoTotals(t *testing.T) {
	t.Parallel()
	p := NewPage(0, false)
	s := p.Summary()
	s.Refused(3, "b", errors.New("line 3: refused"))
	s.Close()
	var out bytes.Buffer
	if _, err := p.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); strings.Contains(got, "Total") || strings.Contains(got, "0.00") || !strings.Contains(got, "Computed: 0. Rejected: 1.") {
		t.Errorf("got\n%s", got)
	}
}

func TestSentencesAreWrapped(t *testing.T) {
	t.Parallel()
	inText := false
	for line := range strings.Lines(page(t, 70, false, lease)) {
		switch {
		case strings.HasPrefix(line, "CITATIONS"):
			inText = true
		case strings.HasPrefix(line, "Leases, each"):
			inText = false
		case inText && strings.HasPrefix(line, " •") && utf8.RuneCountInString(line) > 71:
			t.Errorf("line is longer than the page is wide: %q", line)
		}
	}
}
