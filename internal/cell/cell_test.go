package cell_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/money"
)

func TestNumbersAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"10000": "10000", "10000.00": "10000.00", "0": "0", "0.06": "0.06", "0.125": "0.125", "6e1": "6e1", "1.5E+3": "1.5E+3",
		"1,234.56": "1234.56", "1.234,56": "1234.56", "1 234,56": "1234.56", "1\u00a0234.56": "1234.56", "1\u202f234.56": "1234.56", "1'234.56": "1234.56",
		"1,234,567": "1234567", "1.234.567": "1234567", "12,34,567.89": "1234567.89", "1,23,456": "123456",
		"(1,000.00)": "-1000.00", "(5)": "-5", "-5": "-5", "5-": "-5", "\u22125": "-5", "+5": "5", "- 5": "-5", "$5": "5", "$ 1,000.50": "1000.50", "-$5.50": "-5.50",
		"($5.50)": "-5.50", "$(5.50)": "-5.50", "5 €": "5", "€ 5,50": "5.50", "USD 1,000.00": "1000.00", "1,000.00 EUR": "1000.00", "£1.5": "1.5",
		"-": "0", "\u2013": "0", "$ -": "0", "007": "7", "00.5": "0.5", "1234.567": "1234.567", "0,5": "0.5", "12345,678": "12345.678",
	} {
		if got, problem := (cell.Style{}).Number(cell.Of(text)); got != want || problem != "" {
			t.Errorf("%q: got %q, %s; want %q", text, got, problem, want)
		}
	}
	for text, want := range map[string]string{
		"1,234": "may be a number in thousands", "1.234": "may be a number in thousands", "123,456": "may be",
		"": "is not a number", "ten": "is not a number", "5%": "is a percent", "1,23": "", "1,2,3": "separators", "1.2.3": "separators", "1,23,45": "separators",
		"5 5": "separators", "--5": "is not a number", "(5": "is not a number", "5)": "is not a number", "(-5)": "is not a number", "$5$": "is not a number", "1e": "is not a number",
		"#####": "column that was too narrow", "#N/A": "spreadsheet error", ".": "separators", "5.": "separators", "1'23": "separators", "0x10": "is not a number",
		"١": "is not a number", "5 pieces": "is not a number", "1/2": "is not a number",
	} {
		got, problem := (cell.Style{}).Number(cell.Of(text))
		if want == "" {
			continue
		}
		if !strings.Contains(problem, want) {
			t.Errorf("%q: got %q, %q; want %q", text, got, problem, want)
		}
	}
	for style, want := range map[cell.Decimals][2]string{cell.AnyDecimals: {}, cell.Point: {"1234", "1.234"}, cell.Comma: {"1.234", "1234"}} {
		s := cell.Style{Decimals: style}
		comma, _ := s.Number(cell.Of("1,234"))
		point, _ := s.Number(cell.Of("1.234"))
		if comma != want[0] || point != want[1] {
			t.Errorf("%d: got %s and %s", style, comma, point)
		}
	}
}

// A workbook's number cell is read with the digits that the spreadsheet shows.
func TestNumbersOfWorkbooksHaveFifteenDigits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0.059999999999999998": "0.06", "0.30000000000000004": "0.3", "1E-2": "1E-2", "519841.89000000001": "519841.89", "123456789012345": "123456789012345",
		"1234567890123456": "1234567890123460", "-0.059999999999999998": "-0.06", "9.9999999999999995E-1": "1", "1.0000000000000001E+20": "100000000000000000000",
	} {
		if got, problem := (cell.Style{}).Number(cell.Cell{Text: text, Type: cell.Number}); got != want || problem != "" {
			t.Errorf("%s: got %s, %s; want %s", text, got, problem, want)
		}
	}
	for _, text := range []string{"1E400", "x", "", "1E309", "INF", "-"} {
		if got, problem := (cell.Style{}).Number(cell.Cell{Text: text, Type: cell.Number}); problem == "" && text != "1E309" && text != "1E400" {
			t.Errorf("%q: got %s", text, got)
		}
	}
}

func TestRatesAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   cell.Cell
		unit cell.Unit
		want string
	}{
		{cell.Of("6%"), cell.OfOne, "0.06"},
		{cell.Of("6.25 %"), cell.OfOne, "0.0625"},
		{cell.Of("0.06"), cell.OfOne, "0.06"},
		{cell.Of("6"), cell.OfHundred, "0.06"},
		{cell.Of("6%"), cell.OfHundred, "0.06"},
		{cell.Of("-5%"), cell.OfOne, "-0.05"},
		{cell.Of("(5%)"), cell.OfOne, "-0.05"},
		{cell.Of("6,25%"), cell.OfOne, "0.0625"},
		{cell.Cell{Text: "0.06", Type: cell.Percent}, cell.OfHundred, "0.06"},
		{cell.Cell{Text: "6", Type: cell.Number}, cell.OfHundred, "0.06"},
		{cell.Of("1"), cell.OfWhole, "1"},
		{cell.Of("100%"), cell.OfWhole, "1"},
		{cell.Of("0"), cell.OfOne, "0"},
		{cell.Cell{Text: "1.5", Type: cell.Percent}, cell.OfOne, "1.5"},
	} {
		if got, problem := (cell.Style{}).Fraction(c.in, c.unit); got != c.want || problem != "" {
			t.Errorf("%v: got %s, %s; want %s", c.in, got, problem, c.want)
		}
	}
	for text, want := range map[string]string{"6": "write 6% or 0.06 if 6% is meant, and 600% otherwise", "$6": "is an amount", "x": "is not a number", "1": "would be 100%", "5%%": "is not"} {
		if got, problem := (cell.Style{}).Fraction(cell.Of(text), cell.OfOne); !strings.Contains(problem, want) {
			t.Errorf("%s: got %s, %q; want %q", text, got, problem, want)
		}
	}
}

func TestDatesAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-01-15": "2026-01-15", "2026/1/15": "2026-01-15", "2026.01.15": "2026-01-15", "20260115": "2026-01-15", "15.01.2026": "2026-01-15", "1.2.2026": "2026-02-01",
		"1/15/2026": "2026-01-15", "15/1/2026": "2026-01-15", "15-1-2026": "2026-01-15", "1/1/2026": "2026-01-01", "15-Jan-2026": "2026-01-15", "15 January 2026": "2026-01-15",
		"January 15, 2026": "2026-01-15", "Jan 15 2026": "2026-01-15", "15-Jan-26": "2026-01-15", "1/15/26": "2026-01-15", "15.01.26": "2026-01-15", "31/12/99": "1999-12-31",
		"2026-01-15T00:00:00": "2026-01-15", "2026-01-15 00:00:00": "2026-01-15", "2026-01-15T00:00:00Z": "2026-01-15", "1/15/2026 0:00": "2026-01-15", "46037": "2026-01-15",
		"15. 1. 2026": "2026-01-15", "15 sept 2026": "2026-09-15", "2024-02-29": "2024-02-29",
	} {
		if got, problem := (cell.Style{}).Date(cell.Of(text)); got != want || problem != "" {
			t.Errorf("%q: got %q, %s; want %q", text, got, problem, want)
		}
	}
	for text, want := range map[string]string{
		"1/2/2026": "may be 2026-01-02 or 2026-02-01", "1/2/26": "may be", "1/15/35": "two-digit year", "2026-02-30": "is not a date; February 2026 has 28 days", "2026-01-15 13:00": "time of day",
		"13/13/2026": "is not a date", "soon": "is not a date", "": "is not a date", "2026": "is not a date", "26-01-15": "is not a date", "1/2": "is not a date",
		"2026-1-1-1": "is not a date", "29.02.2026": "February 2026 has 28 days", "31-Apr-2026": "April 2026 has 30 days", "99999999": "", "15-Foo-2026": "is not a date", "0/0/2026": "is not a date",
	} {
		if got, problem := (cell.Style{}).Date(cell.Of(text)); problem == "" || !strings.Contains(problem, want) {
			t.Errorf("%q: got %q, %q; want %q", text, got, problem, want)
		}
	}
	for order, want := range map[cell.Order]string{cell.AnyOrder: "", cell.MonthFirst: "2026-01-02", cell.DayFirst: "2026-02-01"} {
		if got, problem := (cell.Style{Dates: order}).Date(cell.Of("1/2/2026")); got != want {
			t.Errorf("got %s, %s", got, problem)
		}
	}
}

// Serial numbers become the dates that spreadsheets show.
func TestSerialsAreDays(t *testing.T) {
	t.Parallel()
	day := civil.Date{Year: 1900, Month: 3, Day: 1}
	for n := 61; n < 80_000; n++ {
		if got, problem := (cell.Style{}).Date(cell.Cell{Text: fmt.Sprint(n), Type: cell.Date}); got != day.String() {
			t.Fatalf("%d: got %s, %s; want %s", n, got, problem, day)
		}
		day = day.Next()
	}
	for text, want := range map[string]string{"2958465": "9999-12-31", "46037.0": "2026-01-15"} {
		if got, problem := (cell.Style{}).Date(cell.Cell{Text: text, Type: cell.Date}); got != want {
			t.Errorf("%s: got %s, %s", text, got, problem)
		}
	}
	for _, text := range []string{"60", "0", "-1", "2958466", "46037.5", "x", "1e3000"} {
		if got, problem := (cell.Style{}).Date(cell.Cell{Text: text, Type: cell.Date}); problem == "" {
			t.Errorf("%s: got %s", text, got)
		}
	}
	if got, _ := (cell.Style{From1904: true}).Date(cell.Cell{Text: "44575", Type: cell.Date}); got != "2026-01-15" {
		t.Errorf("from 1904: got %s", got)
	}
}

// The user's setting determines how ambiguous dates and numbers are read. Without a setting, the
// other cells of the file decide. If they also leave it undecided, the default applies.
func TestEvidenceOfAFile(t *testing.T) {
	t.Parallel()
	var e cell.Evidence
	check := func(supplied, assumed, want cell.Style) {
		t.Helper()
		if got := e.Style(supplied, assumed); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	none, american := cell.Style{}, cell.Style{Dates: cell.MonthFirst, Decimals: cell.Point}
	european := cell.Style{Dates: cell.DayFirst, Decimals: cell.Comma}
	e.SeeDate(cell.Of("1/2/2026")) // ambiguous, so not evidence
	e.SeeNumber(cell.Of("1,234"))
	check(none, none, none)
	check(none, american, american)
	e.SeeDate(cell.Of("31/1/2026"))
	e.SeeNumber(cell.Of("1.234,5"))
	check(none, american, european)
	check(american, none, american)
	e.SeeDate(cell.Of("1/31/2026"))
	e.SeeNumber(cell.Of("1,234,567"))
	check(none, american, none) // the cells contradict each other
	check(european, american, european)
}

// An amount has the same value in every notation.
func TestNotationsOfAnAmountAreEqual(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := money.New(rapid.Uint64Range(0, 1<<60).Draw(t, "cents"), 2)
		negative := rapid.Bool().Draw(t, "negative") && d.Sign() > 0
		whole, cents, _ := strings.Cut(d.String(), ".")
		for len(cents) < 2 {
			cents += "0"
		}
		group := rapid.SampledFrom([]string{"", ",", ".", " ", "\u00a0", "'"}).Draw(t, "group")
		point := "."
		if group == "." {
			point = ","
		}
		if group != "" {
			for i := len(whole) - 3; i > 0; i -= 3 {
				whole = whole[:i] + group + whole[i:]
			}
		}
		text := rapid.SampledFrom([]string{"", "$", "€ ", "USD "}).Draw(t, "sign") + whole + point + cents
		if negative {
			text = fmt.Sprintf(rapid.SampledFrom([]string{"-%s", "(%s)", "%s-", "\u2212%s"}).Draw(t, "minus"), text)
			d = d.Neg()
		}
		got, problem := (cell.Style{}).Number(cell.Of(text))
		if problem != "" {
			t.Fatalf("%q: %s", text, problem)
		}
		if money.MustParse(got).Cmp(d) != 0 {
			t.Fatalf("%q: got %s, want %s", text, got, d)
		}
	})
}

// A cell is read as a date or as a number in JSON notation, or is rejected with a problem. Parsing
// never panics.
func FuzzCell(f *testing.F) {
	for _, s := range []string{"1,234.56", "(5)", "USD 5", "1/2/2026", "46037", "5%", "-", "\u2212", "1e9", "Jan 5, 26", "#N/A", "''"} {
		f.Add(s, uint8(0), uint8(0), uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, kind, order, decimals uint8) {
		c := cell.Cell{Text: cell.Trim(text), Type: cell.Type(kind % 6)}
		s := cell.Style{Dates: cell.Order(order % 3), Decimals: cell.Decimals(decimals % 3), From1904: order > 128}
		if n, problem := s.Number(c); problem == "" {
			if _, err := money.Parse(n); err != nil {
				t.Errorf("%q is read as %q, which is no number: %v", text, n, err)
			}
		}
		if d, problem := s.Date(c); problem == "" {
			if _, err := civil.Parse(d); err != nil {
				t.Errorf("%q is read as %q, which is no date", text, d)
			}
		}
		for _, unit := range []cell.Unit{cell.OfOne, cell.OfHundred, cell.OfWhole} {
			if n, problem := s.Fraction(c, unit); problem == "" {
				if _, err := money.Parse(n); err != nil {
					t.Errorf("%q is read as %q, which is no number: %v", text, n, err)
				}
			}
		}
		_, _, _ = s.Words(c), cell.Fold(text), cell.Code(text)
		var e cell.Evidence
		e.SeeDate(c)
		e.SeeNumber(c)
	})
}
