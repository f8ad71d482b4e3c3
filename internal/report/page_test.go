package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

func TestAmountsAreGroupedInThousands(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"0.00": "0.00", "999.99": "999.99", "1000.00": "1,000.00", "-1000.00": "-1,000.00", "-100.00": "-100.00",
		"999999999999999.99": "999,999,999,999,999.99", "1234567.891": "1,234,567.891", "100000": "100,000",
	} {
		if got := group(in); got != want {
			t.Errorf("group(%s) = %s, want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{"1000": "1,000.00", "0.5": "0.50", "1000.125": "1,000.125", "12.34": "12.34"} {
		if got := decimal(money.MustParse(in)); got != want {
			t.Errorf("decimal(%s) = %s, want %s", in, got, want)
		}
	}
}

// A rate is shown as a percentage without losing or rounding a digit.
func TestPercentMovesThePointAndNothingElse(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"0": "0 %", "1": "100 %", "0.06": "6 %", "0.5": "50 %", "0.055": "5.5 %", "0.0001": "0.01 %", "0.00000001": "0.000001 %",
		"0.00458333333333333": "0.458333333333333 %", "0.1": "10 %", "0.105": "10.5 %",
	} {
		if got := percent(money.MustParse(in)); got != want {
			t.Errorf("percent(%s) = %s, want %s", in, got, want)
		}
	}
}

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

// A file gets no escape codes; neither gets a terminal those that somebody
// wrote into an id.
func TestPageHasNoCodesOfOthers(t *testing.T) {
	t.Parallel()
	if strings.Contains(page(t, 0, false, lease), "\x1b") {
		t.Error("a page without colour has escape codes")
	}
	if got := page(t, 0, true, lease); strings.Contains(got, "\x1b[2J") || !strings.Contains(got, bold) {
		t.Error("a page with colour has an id's escape codes, or none of its own")
	}
}

// Each figure of the tables stands under its heading: the lease has no two
// alike, and each row is what the result says, in the order of the headings.
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
		"Period Date Payment Interest Principal Liability Amortization Asset Expense",
		row("+ prepaid rent", "7.00", "+ initial direct costs", "50.00", "− lease incentives", "3.00", "Right-of-use asset", amount(r.InitialRouAsset)),
		row("Payments, undiscounted", amount(r.TotalUndiscountedPayments), "Imputed interest", amount(d.ImputedInterest), "Total lease cost", amount(r.TotalLeaseCost)),
		row("Less imputed interest", amount(d.ImputedInterest.Neg()), "Lease liability", amount(r.InitialLiability),
			"current", amount(d.CurrentLiability), "long-term", amount(d.LongTermLiability)),
		row("Payments, Year 1", "1,000.00", "Payments, Year 2", "1,100.00", "Payments, Year 3", "201.67", "Payments, Year 4", "0.00"),
		row("Line Id Standard Class From Months Liability Asset Current Long-term Payments Cost"),
		row("ASC 842 operating 2026-01-31 26", amount(r.InitialLiability), amount(r.InitialRouAsset), amount(d.CurrentLiability),
			amount(d.LongTermLiability), amount(r.TotalUndiscountedPayments), amount(r.TotalLeaseCost)),
	}
	for i := range r.Schedule {
		p := &r.Schedule[i]
		want = append(want, row(p.Number, p.Date, amount(p.Payment), amount(p.Interest), amount(p.Principal), amount(p.LiabilityClose),
			amount(p.RouAmortization), amount(p.RouAssetClose), amount(p.LeaseExpense)))
	}
	for _, e := range r.Journal() {
		for _, line := range e.Lines {
			want = append(want, row(line.Account, amount(line.Debit.Add(line.Credit))))
		}
	}
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("the page does not have: %s", w)
		}
	}
}

// An id in any script is shown as it is, less what would act on the page.
func TestPrintableKeepsScriptsAndDropsWhatActs(t *testing.T) {
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

// Amounts of one column end in the same place, so that their points are under
// each other.
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
	if len(ends) != 2 { // the opening row has no expense
		t.Errorf("rows of the schedule end in %d different places", len(ends))
	}
}

func TestSentencesKeepToTheWidth(t *testing.T) {
	t.Parallel()
	inText := false
	for line := range strings.Lines(page(t, 70, false, lease)) {
		switch {
		case strings.HasPrefix(line, "CITATIONS"):
			inText = true
		case strings.HasPrefix(line, "Leases at"):
			inText = false
		case inText && strings.HasPrefix(line, " •") && utf8.RuneCountInString(line) > 71:
			t.Errorf("line is longer than the page is wide: %q", line)
		}
	}
}
