package export_test

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/standard"
)

// measured measures leases for a reporting period.
func measured(t *testing.T, span leasehold.Span, bodies ...string) (list []portfolio.Line) {
	t.Helper()
	for _, body := range bodies {
		l, err := leasehold.Decode([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		f, err := leasehold.MeasureSpan(l, span)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, portfolio.NewLine(l, f))
	}
	return list
}

// portfolioLines measures every lease of these tests.
func portfolioLines(t *testing.T, span leasehold.Span) []portfolio.Line {
	t.Helper()
	return measured(t, span, named("E0", "E1", "E2")...)
}

// named returns every lease of these tests, each with an ID and with a given value of the entity
// tag.
func named(entities ...string) (list []string) {
	for i, name := range slices.Sorted(maps.Keys(leases)) {
		body := leases[name]
		if !strings.Contains(body, `"id"`) {
			body = fmt.Sprintf(`{"id":"L-%02d",`, i) + body[1:]
		}
		if !strings.Contains(body, `"tags"`) {
			body = fmt.Sprintf(`{"tags":{"entity":%q},`, entities[i%len(entities)]) + body[1:]
		}
		list = append(list, body)
	}
	return list
}

func journals(t *testing.T, format string, o export.Options, span leasehold.Span) *export.Journals {
	t.Helper()
	j, err := export.Find(format).Journals(o, span)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// written returns the journal file that contains the entries of all leases.
func written(t *testing.T, j *export.Journals, lines []portfolio.Line) []byte {
	t.Helper()
	var b bytes.Buffer
	sum := portfolio.NewSum(nil)
	j.Open(&b)
	for i := range lines {
		if err := j.Lease(&b, &lines[i]); err != nil {
			t.Fatal(err)
		}
		sum.Add(lines[i].Lease, lines[i].Figures)
	}
	if err := j.Close(&b, sum.Books()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// everyAccount returns an account map that assigns a distinct code to every account, including the
// optional accounts if withOptionalAccounts is true.
func everyAccount(t *testing.T, withOptionalAccounts bool) *export.Accounts {
	t.Helper()
	names := []string{}
	for _, a := range leasehold.Accounts() {
		names = append(names, a.String())
	}
	names = append(names, "Lease liability, current")
	if withOptionalAccounts {
		names = append(names, "Accumulated amortization", "Rent clearing")
	}
	text := "accounts:\n"
	for _, n := range names {
		text += fmt.Sprintf("  %q: %q\n", n, n)
	}
	return readAccounts(t, text+"segments: {Entity: \"tag:entity\"}\n")
}

var (
	start  = civil.Date{Year: 2020, Month: 1, Day: 1}
	column = []export.Column{{Name: "leaseId", Heading: "Lease"}, {Name: "accountName", Heading: "A"}, {Name: "amount", Heading: "B"}, {Name: "number", Heading: "N"}, {Name: "date", Heading: "D"}}
)

// If the account map separates cost from accumulated amortization, the account balances equal the
// report's figures on any date. The test adds up all entries since commencement and compares cost,
// accumulated amortization and liability.
func TestMethod14_8_AccountsTieToTheFigures(t *testing.T) {
	t.Parallel()
	for _, to := range []civil.Date{
		{Year: 2026, Month: 1, Day: 31},
		{Year: 2027, Month: 6, Day: 9},
		{Year: 2027, Month: 6, Day: 10},
		{Year: 2028, Month: 3, Day: 20},
		{Year: 2028, Month: 12, Day: 31},
		{Year: 2029, Month: 2, Day: 15},
		{Year: 2031, Month: 1, Day: 30},
		{Year: 2031, Month: 1, Day: 31},
		{Year: 2046, Month: 6, Day: 30},
	} {
		span := leasehold.Span{From: start, To: to, Monthly: true}
		lines := portfolioLines(t, span)
		o := export.Options{Accounts: everyAccount(t, true), Columns: column}
		balances := map[string]money.Amount{}
		for _, row := range table(t, written(t, journals(t, "entries", o, span), lines))[1:] {
			balances[row[0]+" "+row[1]] = balances[row[0]+" "+row[1]].Add(units(t, row[2]))
		}
		for _, l := range lines {
			if l.Lease.Fund.Value == leasehold.Governmental {
				continue // a governmental fund recognizes neither an asset nor a liability
			}
			id := l.Lease.ID
			title := func(a leasehold.Account) string { return l.Lease.Standard.Account(a).String() }
			for account, want := range map[string]money.Amount{
				title(standard.AccountRouAsset):       l.Figures.Of(figure.AssetCost),
				"Accumulated amortization":            l.Figures.Of(figure.AssetAccumulated).Neg(),
				title(standard.AccountLeaseLiability): l.Figures.Of(figure.LiabilityClosing).Neg(),
			} {
				if got := balances[id+" "+account]; got != want {
					t.Errorf("%s at %s: %s has %s, want %s", id, to, account, got, want)
				}
			}
		}
	}
}

func table(t *testing.T, text []byte) [][]string {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// units parses an amount with any number of decimals and returns it in minor units.
func units(t *testing.T, text string) money.Amount {
	t.Helper()
	whole, fraction, _ := strings.Cut(text, ".")
	d, err := money.Parse(whole + fraction)
	if err != nil {
		t.Fatal(err)
	}
	return d.Minor(0)
}

// Entries summed by account, month and group have the same totals as the entries of individual
// leases, however the leases are distributed over concurrent sums.
func TestSummedEntriesAreTheSumOfThoseOfTheLeases(t *testing.T) {
	t.Parallel()
	span := leasehold.Span{From: civil.Date{Year: 2027, Month: 1, Day: 1}, To: civil.Date{Year: 2028, Month: 4, Day: 20}, Monthly: true}
	lines := portfolioLines(t, span)
	o := export.Options{Accounts: everyAccount(t, false), Reclassify: true, Columns: []export.Column{
		{Name: "month"}, {Name: "currency"}, {Name: "tag:entity"}, {Name: "accountName"}, {Name: "amount"}, {Name: "number"},
	}}
	j := journals(t, "entries", o, span)
	entity, err := portfolio.ParseKey("tag:entity")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := j.Summed([]portfolio.Key{entity})
	if err != nil {
		t.Fatal(err)
	}
	for i := range lines {
		part := whole.Another()
		if err := part.Add(&lines[i]); err != nil {
			t.Fatal(err)
		}
		whole.Merge(part)
	}
	var b bytes.Buffer
	if err := whole.Write(&b); err != nil {
		t.Fatal(err)
	}
	total := func(rows [][]string) map[string]money.Amount {
		sums := map[string]money.Amount{}
		for _, row := range rows {
			key := strings.Join(row[:4], "|")
			if sums[key] = sums[key].Add(units(t, row[4])); sums[key].IsZero() {
				delete(sums, key)
			}
		}
		return sums
	}
	summed := table(t, b.Bytes())
	if got, want := total(summed), total(table(t, written(t, j, lines))[1:]); !maps.Equal(got, want) || len(got) == 0 {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if n := summed[0][5]; n != "ACME-202701" {
		t.Errorf("the first entry is numbered %s", n)
	}
}

// A summed entry names its group but no single lease. Its memo counts each lease once.
func TestSummedEntriesNameTheirGroupAndCountLeases(t *testing.T) {
	t.Parallel()
	span := leasehold.Span{From: civil.Date{Year: 2026, Month: 1, Day: 1}, To: civil.Date{Year: 2026, Month: 1, Day: 31}, Monthly: true}
	lines := portfolioLines(t, span)
	standard, err := portfolio.ParseKey("standard")
	if err != nil {
		t.Fatal(err)
	}
	for _, keys := range [][]portfolio.Key{nil, {standard}} {
		o := export.Options{Summed: true, Columns: []export.Column{{Name: "group"}, {Name: "leaseId"}, {Name: "leaseName"}, {Name: "standard"}, {Name: "currency"}, {Name: "memo"}}}
		sum, err := journals(t, "entries", o, span).Summed(keys)
		if err != nil {
			t.Fatal(err)
		}
		leases := map[string]int{} // number of leases with entries, by group and currency
		for i := range lines {
			l := &lines[i]
			if err := sum.Add(l); err != nil {
				t.Fatal(err)
			}
			if slices.ContainsFunc(l.Figures.Entries, func(e leasehold.NumberedEntry) bool { return len(e.Lines) > 0 }) {
				group := ""
				if keys != nil {
					group = l.Lease.Standard.String()
				}
				leases[group+l.Lease.Currency.String()]++
			}
		}
		var b bytes.Buffer
		if err := sum.Write(&b); err != nil {
			t.Fatal(err)
		}
		for _, row := range table(t, b.Bytes()) {
			want := fmt.Sprintf("%s, lease entries of 2026-01, %d leases", cmp.Or(row[0], "All leases"), leases[row[0]+row[4]])
			if leases[row[0]+row[4]] == 1 {
				want = strings.TrimSuffix(want, "s")
			}
			if row[1]+row[2] != "" || row[3] != row[0] || row[5] != want {
				t.Errorf("%q, want %s", row, want)
			}
		}
	}
}

// The current portion of the liability is reclassified at the end of the period, and the entry is
// reversed on the next day.
func TestReclassificationIsReversed(t *testing.T) {
	t.Parallel()
	span := leasehold.Span{From: civil.Date{Year: 2026, Month: 12, Day: 1}, To: civil.Date{Year: 2026, Month: 12, Day: 31}, Monthly: true}
	lines := portfolioLines(t, span)
	found := 0
	for _, row := range table(t, written(t, journals(t, "entries", export.Options{Columns: column, Reclassify: true}, span), lines))[1:] {
		if row[1] != "Lease liability, current" {
			continue
		}
		found++
		i := slices.IndexFunc(lines, func(l portfolio.Line) bool { return l.Lease.ID == row[0] })
		current := lines[i].Figures.Of(figure.CurrentLiability)
		switch {
		case row[4] == "2026-12-31" && strings.HasSuffix(row[3], "-20261231-C") && units(t, row[2]) == current.Neg():
		case row[4] == "2027-01-01" && strings.HasSuffix(row[3], "-20270101-R") && units(t, row[2]) == current:
		default:
			t.Errorf("%v, want %s", row, current)
		}
	}
	if found == 0 || found%2 != 0 {
		t.Errorf("%d lines", found)
	}
}

// METHOD 12.8: a governmental fund's entries contain expenditures but neither an asset nor a
// liability. An account for accumulated amortization or a reclassification does not change that.
func TestMethod12_8_AGovernmentalFundHasNoLiabilityToReclassify(t *testing.T) {
	t.Parallel()
	for _, to := range []civil.Date{{Year: 2026, Month: 12, Day: 31}, {Year: 2027, Month: 7, Day: 31}, {Year: 2031, Month: 1, Day: 1}} {
		span := leasehold.Span{From: start, To: to, Monthly: true}
		all := portfolioLines(t, span)
		lines := slices.DeleteFunc(all, func(l portfolio.Line) bool { return l.Lease.Fund.Value != leasehold.Governmental })
		if len(lines) == 0 {
			t.Fatal("there is no lease of a governmental fund")
		}
		for _, withOptionalAccounts := range []bool{false, true} {
			o := export.Options{Accounts: everyAccount(t, withOptionalAccounts), Reclassify: true, Columns: column}
			j := journals(t, "entries", o, span)
			for _, row := range table(t, written(t, j, lines))[1:] {
				if name := row[1]; strings.HasPrefix(name, "Lease liability") || name == "Right-of-use asset" || name == "Accumulated amortization" {
					t.Errorf("at %s: %v", to, row)
				}
			}
			want := int64(0)
			for i := range lines {
				if !lines[i].Figures.Of(figure.CurrentLiability).IsZero() {
					want++
				}
			}
			if got := j.Unclassified(); got != want {
				t.Errorf("at %s: %d leases are left out, want %d", to, got, want)
			}
		}
	}
}

// hledger accepts a single file with the entries of many leases in several currencies. After one
// amount is changed, it rejects the file.
func TestAccountingSoftwareAcceptsTheJournal(t *testing.T) {
	t.Parallel()
	span := leasehold.Span{From: civil.Date{Year: 2026, Month: 1, Day: 1}, To: civil.Date{Year: 2029, Month: 6, Day: 30}, Monthly: true}
	lines := portfolioLines(t, span)
	text := written(t, journals(t, "hledger", export.Options{Reclassify: true}, span), lines)
	judge(t, "hledger", "hledger", "-f", onDisk(t, "all.journal", text), "check", "--strict")
}

// By default, files for accounting software have monthly entries, and the csv format has one entry
// per payment period.
func TestJournalFilesHaveMonthlyEntries(t *testing.T) {
	t.Parallel()
	r := compute(t, `{"id":"Q","commencementDate":"2026-01-15","termMonths":12,"paymentAmount":3000,"discountRateAnnual":0.06,"paymentFrequency":"quarterly"}`)
	for _, test := range []struct {
		format  string
		by      export.Entries
		entries int
	}{
		{"netsuite", export.EntriesByFormat, 14},
		{"netsuite", export.EntriesByPeriod, 5},
		{"csv", export.EntriesByFormat, 5},
		{"csv", export.EntriesByMonth, 14},
	} {
		var b bytes.Buffer
		if err := export.Find(test.format).Write(&b, operations.JournalEntries.Name, r, export.Options{Entries: test.by}); err != nil {
			t.Fatal(err)
		}
		numbers := map[string]bool{}
		for _, row := range table(t, b.Bytes())[1:] {
			numbers[row[0]] = true
		}
		if len(numbers) != test.entries {
			t.Errorf("%s: %d entries, want %d: %v", test.format, len(numbers), test.entries, slices.Sorted(maps.Keys(numbers)))
		}
	}
}

func TestColumnsAreNamed(t *testing.T) {
	t.Parallel()
	got, err := export.ParseColumns([]string{"number", "date=Posting date", "tag:entity=Entity"})
	if err != nil || !slices.Equal(got, []export.Column{{Name: "number", Heading: "number"}, {Name: "date", Heading: "Posting date"}, {Name: "tag:entity", Heading: "Entity"}}) {
		t.Errorf("got %v, %v", got, err)
	}
	for _, wrong := range []string{"", "colour", "tag:", "date=a\nb"} {
		if _, err := export.ParseColumns([]string{wrong}); err == nil {
			t.Errorf("%q was read", wrong)
		}
	}
}
