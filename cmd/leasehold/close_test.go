package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// folder is a temporary directory in which a test creates closings.
type folder struct {
	t   *testing.T
	dir string
}

func newFolder(t *testing.T) *folder {
	t.Helper()
	return &folder{t, t.TempDir()}
}

func (f *folder) path(name string) string { return filepath.Join(f.dir, name) }

// leases writes lease lines to a file and returns its path.
func (f *folder) leases(name string, lines []string) string {
	f.t.Helper()
	if err := os.WriteFile(f.path(name), []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		f.t.Fatal(err)
	}
	return f.path(name)
}

// run runs leasehold close, fails the test if the exit status differs from the given status, and
// returns the output.
func (f *folder) run(want int, args ...string) string {
	f.t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(f.t.Context(), append([]string{"close"}, args...), nil, &stdout, &stderr); code != want {
		f.t.Fatalf("exit status %d, want %d: %s%s", code, want, &stdout, &stderr)
	}
	return stdout.String() + stderr.String()
}

func (f *folder) closing(name string) *closingfile.Closing {
	f.t.Helper()
	c, err := readFile(f.path(name), readClosing)
	if err != nil {
		f.t.Fatal(err)
	}
	return c
}

// year closes the first months of 2026 with the same leases, and returns the closings' names:
// 01.json, 02.json and so on.
func (f *folder) year(months int, lines []string) (names []string) {
	leases := f.leases("leases.ndjson", lines)
	for m := 1; m <= months; m++ {
		from := civil.Date{Year: 2026, Month: uint8(m), Day: 1}
		to := civil.Date{Year: 2026, Month: uint8(m + 1), Day: 1}.Prev()
		args := []string{"--from", from.String(), "--to", to.String(), "-o", f.path(fmt.Sprintf("%02d.json", m))}
		if m > 1 {
			args = append(args, "--previous", names[m-2])
		}
		f.run(exitOK, append(args, leases)...)
		names = append(names, f.path(fmt.Sprintf("%02d.json", m)))
	}
	return names
}

// membersOf returns the field names of a JSON object in their order in the text.
func membersOf(t *testing.T, text []byte) (names []string) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
		names = append(names, name.(string)) // the first token of a field is its name
	}
	return names
}

// A closing does not depend on the order of the leases. Its digest equals the report's, and its fields are in
// the order that METHOD defines.
func TestMethod27_1_TheSameCloseHasTheSameBytes(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	lines := manyLeases(300, false)
	span := []string{"--from", "2026-06-01", "--to", "2026-06-30", "--prepared-by", "A \"B\"", "--approved-by", "C", "--at", "Monday"}
	f.run(exitOK, append(span, "-o", f.path("a.json"), f.leases("a.ndjson", lines))...)
	slices.Reverse(lines)
	f.run(exitOK, append(span, "-o", f.path("b.json"), f.leases("b.ndjson", lines))...)
	for _, name := range []string{".json", "-entries.csv"} {
		a, errA := os.ReadFile(f.path("a" + name))
		b, errB := os.ReadFile(f.path("b" + name))
		if errA != nil || errB != nil || !bytes.Equal(a, b) || len(a) == 0 {
			t.Errorf("%s: %v %v, %d and %d bytes", name, errA, errB, len(a), len(b))
		}
		if name != ".json" {
			continue
		}
		want := []string{
			"from", "to", "version", "rulesRevision", "fiscalYearStart", "chainFrom", "periods", "inputs", "leases", "totals", "digest", "entries",
			"preparedBy", "approvedBy", "at", "lateChanges", "chain",
		}
		if got := membersOf(t, a); !slices.Equal(got, want) {
			t.Errorf("members %q, want %q", got, want)
		}
	}
	q, err := portfolio.Decode([]byte(`{"from":"2026-06-01","to":"2026-06-30","leases":[` + strings.Join(lines, ",") + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := portfolio.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	c := f.closing("a.json")
	if c.Digest != r.Digest || c.PreparedBy != `A "B"` || c.At != "Monday" || len(c.Inputs) != 300 {
		t.Errorf("digest %s, want %s; %+v", c.Digest, r.Digest, c.Head)
	}
}

// A closing is rejected if its reporting period does not begin on the day after the previous
// closing, or if the previous closing's chain is invalid.
func TestMethod27_2_RejectionsOfAClose(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	names := f.year(1, manyLeases(5, false))
	leases := f.path("leases.ndjson")
	for _, c := range []struct {
		want string
		code int
		args []string
	}{
		{"the previous closing ends on 2026-01-31, so this closing must begin on 2026-02-01, not 2026-03-01", exitError, []string{"--from", "2026-03-01", "--to", "2026-03-31", "--previous", names[0], "-o", f.path("x.json"), leases}},
		{"-o is required", exitUsage, []string{"--from", "2026-02-01", "--to", "2026-02-28", leases}},
		{"--previous-leases requires --previous", exitUsage, []string{"--from", "2026-02-01", "--to", "2026-02-28", "--previous-leases", leases, "-o", f.path("x.json"), leases}},
		{"is not a closing", exitError, []string{"--from", "2026-02-01", "--to", "2026-02-28", "--previous", leases, "-o", f.path("x.json"), leases}},
	} {
		if got := f.run(c.code, c.args...); !strings.Contains(got, c.want) {
			t.Errorf("%v: %s, want %s", c.args, got, c.want)
		}
	}
	text, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := range text { // any changed byte makes the chain or the file invalid
		if i%97 != 0 || text[i] == '\n' {
			continue
		}
		edited := bytes.Clone(text)
		edited[i] ^= 1
		if _, err := closingfile.Read(edited); err == nil {
			t.Fatalf("byte %d was changed, and nothing was found", i)
		}
	}
	edited := bytes.Replace(text, []byte(`"liability":`), []byte(`"liability":1`), 1)
	if err := os.WriteFile(names[0], edited, 0o600); err != nil {
		t.Fatal(err)
	}
	got := f.run(exitError, "--from", "2026-02-01", "--to", "2026-02-28", "--previous", names[0], "-o", f.path("x.json"), leases)
	if !strings.Contains(got, "was changed after it was written") {
		t.Error(got)
	}
	if _, err := os.Stat(f.path("x.json")); err == nil {
		t.Error("a refused close left a file")
	}
}

// No output file of leasehold close may replace a file that the command reads: the lease file, the previous
// closing or that closing's leases.
func TestMethod27_2_ACloseReplacesNoFileThatItReads(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	lines := manyLeases(5, false)
	previous := f.year(1, lines)[0]
	if err := os.Mkdir(f.path("books"), 0o700); err != nil {
		t.Fatal(err)
	}
	const row = "id,standard,commencement date,term months,payment,timing,rate\nA,IFRS 16,2025-01-01,60,10000,advance,6%"
	books := f.leases("books/leases.csv", []string{row})
	leases, signed, entries := f.path("leases.ndjson"), f.leases("signed.ndjson", lines), f.leases("x-entries.csv", []string{row})
	closing := []string{"close", "--from", "2026-02-01", "--to", "2026-02-28"}
	report := []string{"report", "--from", "2026-02-01", "--to", "2026-02-28"}
	for _, c := range []struct {
		kept string
		args []string
	}{
		{previous, append(closing, "--previous", previous, "-o", previous, leases)},
		{leases, append(closing, "-o", leases, leases)},
		{leases, append(closing, "-o", f.dir+"/./leases.ndjson", leases)},
		{signed, append(closing, "--previous", previous, "--previous-leases", signed, "-o", signed, leases)},
		{entries, append(closing, "-o", f.path("x.json"), entries)},
		{books, append(closing, "-o", books, f.path("books"))},
		{books, append(report, "--format", "csv", "-o", books, books)},
		{books, append(report, "--format", "csv", "-o", f.path("r.csv"), "--totals", books, books)},
		{previous, append(report, "--format", "json", "--previous", previous, "-o", previous, leases)},
	} {
		before, err := os.ReadFile(c.kept)
		if err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), c.args, nil, &stdout, &stderr)
		if code != exitUsage || !strings.Contains(stderr.String(), "the command reads this file") {
			t.Errorf("%v: exit status %d: %s%s", c.args, code, &stdout, &stderr)
		}
		if after, err := os.ReadFile(c.kept); err != nil || !bytes.Equal(after, before) {
			t.Errorf("%v replaced %s", c.args, c.kept)
		}
		for _, name := range []string{"x.json", "r.csv"} {
			if _, err := os.Stat(f.path(name)); err == nil {
				t.Errorf("%v: a refused command left %s", c.args, name)
			}
		}
	}
	both := append(report, "-o", f.path("t.json"), "--totals", f.dir+"/./t.json", leases)
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), both, nil, &stdout, &stderr); code != exitUsage || !strings.Contains(stderr.String(), "--totals") {
		t.Errorf("the totals replaced the report: exit status %d: %s%s", code, &stdout, &stderr)
	}
}

// The leasehold close check command names a closing that is missing, edited, replaced or out of order.
func TestMethod27_2_TheChainIsVerified(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	lines := manyLeases(20, false)
	names := f.year(4, lines)
	check := func(code int, want string, args ...string) {
		t.Helper()
		if got := f.run(code, append([]string{"check"}, args...)...); !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
	check(exitOK, "4 closings verified, 2026-01-01 to 2026-04-30", names...)
	check(exitOK, "4 closings verified", append(names, "--leases", f.path("leases.ndjson"))...)
	check(exitOK, "was signed after a closing with the chain hash", names[1:]...)
	check(exitOK, "1 closing verified, 2026-01-01 to 2026-01-31", names[0])
	check(exitError, "a closing between 2026-02-28 and 2026-04-01 is missing", names[0], names[1], names[3])
	check(exitError, "the order was changed", names[0], names[2], names[1], names[3])
	if err := os.Rename(f.path("02-entries.csv"), f.path("elsewhere.csv")); err != nil {
		t.Fatal(err)
	}
	check(exitOK, "The entries were not checked, because the file "+f.path("02-entries.csv")+" was not found.\n4 closings verified", names...)
	if err := os.Rename(f.path("elsewhere.csv"), f.path("02-entries.csv")); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadFile(f.path("03-entries.csv"))
	if err != nil {
		t.Fatal(err)
	}
	f.leases("03-entries.csv", []string{string(entries) + "x"})
	check(exitError, "03-entries.csv was changed after it was written", names...)
	f.leases("03-entries.csv", []string{string(entries)})
	changedLeases := f.leases("later.ndjson", append(slices.Clone(lines[1:]), strings.Replace(lines[0], "L-00000", "L-new", 1)))
	check(exitError, "lease L-00000 of the closing is not among the given leases: liability signed", append(names, "--leases", changedLeases)...)
	check(exitError, "lease L-new is among the given leases but not in the closing: liability signed 0.00, now ", append(names, "--leases", changedLeases)...)
	f.run(exitOK, "--from", "2026-02-01", "--to", "2026-02-28", "--previous", names[0], "--at", "again", "-o", names[1], f.path("leases.ndjson"))
	check(exitError, "03.json was signed after a closing with the chain hash", names...)
	check(exitError, "was replaced after", names...)
}

// The leasehold close check command prints the amounts of new, changed and removed leases in the same way as
// the leasehold close command, with the currency's decimals.
func TestMethod27_1_AmountsOfACheckAreAsPrintedEverywhere(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	lease := func(id, currency, payment string) string {
		return fmt.Sprintf(`{"id":%q,"commencementDate":"2026-01-01","termMonths":2,"paymentAmount":%s,"discountRateAnnual":0,"paymentTiming":"arrears","standard":"IFRS_16","currency":%q}`, id, payment, currency)
	}
	names := f.year(1, []string{lease("E", "EUR", "100"), lease("J", "JPY", "100"), lease("K", "KWD", "100")})
	now := f.leases("now.ndjson", []string{lease("E", "EUR", "150.5"), lease("J", "JPY", "150"), lease("N", "KWD", "100")})
	got := f.run(exitError, append([]string{"check"}, append(names, "--leases", now)...)...)
	for _, want := range []string{
		"lease E was changed after it was signed: liability signed 100.00, now 150.50, rouAsset signed 100.00, now 150.50",
		"lease J was changed after it was signed: liability signed 100, now 150, rouAsset signed 100, now 150",
		"lease K of the closing is not among the given leases: liability signed 100.000, now 0.000, rouAsset",
		"lease N is among the given leases but not in the closing: liability signed 0.000, now 100.000, rouAsset",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

// openings returns each lease's carrying amounts at the end of the day preceding the reporting period, by
// lease ID.
func openings(t *testing.T, lines []string, span leasehold.Span) map[string]leasehold.Position {
	t.Helper()
	list := map[string]leasehold.Position{}
	for _, line := range lines {
		l, err := leasehold.Decode([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		f, err := leasehold.MeasureSpan(l, span)
		if err != nil {
			t.Fatal(err)
		}
		list[l.ID] = f.Opened
	}
	return list
}

// Each round closes two months. Between the two closings, the test picks a random lease and either enters it
// late, corrects its rate or an event, or deletes it. The second closing names the lease, the change and its
// effect on the opening balances. It has a correcting entry if and only if the opening balances changed.
func TestMethod27_2_APlantedChangeIsNamedWithItsEffect(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(27, 2))
	span := leasehold.Span{From: civil.Date{Year: 2026, Month: 10, Day: 1}, To: civil.Date{Year: 2026, Month: 10, Day: 31}}
	for round := range 24 {
		f := newFolder(t)
		before := manyLeases(12+rnd.IntN(20), false)
		after := slices.Clone(before)
		i := rnd.IntN(len(before))
		kind, member := "changed", ""
		switch round % 4 {
		case 0:
			before, kind = slices.Delete(before, i, i+1), "new"
		case 1:
			after[i] = strings.Replace(after[i], `"discountRateAnnual":0.0`, `"discountRateAnnual":0.1`, 1)
			member = "discountRateAnnual: 0.0"
		case 2:
			i -= i % 5
			head, _, _ := strings.Cut(after[i], `,"events"`)
			after[i] = head + "}"
			member = `events[0]: {`
		case 3:
			after, kind = slices.Delete(after, i, i+1), "gone"
		}
		planted := fmt.Sprintf("L-%05d", i)
		early, changedLeases := f.leases("early.ndjson", before), f.leases("late.ndjson", after)
		f.run(exitOK, "--from", "2026-09-01", "--to", "2026-09-30", "-o", f.path("9.json"), early)
		got := f.run(exitOK, "--from", "2026-10-01", "--to", "2026-10-31", "--previous", f.path("9.json"), "--previous-leases", early, "-o", f.path("10.json"), changedLeases)
		was, now := openings(t, before, span)[planted], openings(t, after, span)[planted]
		want := fmt.Sprintf("%-8s%s: no account changes", kind, planted)
		if was != now {
			want = fmt.Sprintf("%-8s%s: opening ", kind, planted)
			if d := now.Liability.Sub(was.Liability); !d.IsZero() {
				want += "liability " + string(d.AppendPlaces(nil, 2)) + " (signed " + string(was.Liability.AppendPlaces(nil, 2)) + ", now " + string(now.Liability.AppendPlaces(nil, 2))
			}
		}
		if !strings.Contains(got, want) || !strings.Contains(got, member) || strings.Count(got, "L-") != 1 {
			t.Errorf("round %d: %s\nwant %s, %s", round, got, want, member)
		}
		f.run(exitOK, "check", f.path("9.json"), f.path("10.json"), "--leases", changedLeases)
		entries, err := os.ReadFile(f.path("10-entries.csv"))
		if err != nil {
			t.Fatal(err)
		}
		if has := bytes.Contains(entries, []byte(planted+"-20261001-late")); has != (was != now) {
			t.Errorf("round %d: an entry that corrects the opening: %t", round, has)
		}
	}
}

// The --format files are written next to the closing. Their journal entries include the cumulative catch-up
// adjustments, and use the account map's codes. The --where flag selects leases for the closing and for these
// files.
func TestMethod28_6_ACloseWritesJournalFormats(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	lease := func(id, entity, rent string) string {
		return `{"id":"` + id + `","tags":{"entity":"` + entity + `"},"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":` + rent + `,"discountRateAnnual":0.06}`
	}
	first := f.leases("first.ndjson", []string{lease("A", "US", "100"), lease("B", "UK", "100")})
	second := f.leases("second.ndjson", []string{lease("A", "US", "110"), lease("B", "UK", "120")})
	accounts := f.leases("accounts.yaml", []string{"accounts: {Right-of-use asset: '1700', Lease liability: '2400', Cash: '1000', Lease expense: '6200', Prior-period corrections: '3900'}"})
	us := []string{"--where", "tag:entity=US"}
	f.run(exitOK, append(us, "--from", "2026-01-01", "--to", "2026-01-31", "-o", f.path("01.json"), first)...)
	february := append(us, "--from", "2026-02-01", "--to", "2026-02-28", "--previous", f.path("01.json"), "-o", f.path("02.json"))
	f.run(exitOK, append(february, "--format", "entries,hledger,netsuite,pdf", "--accounts", accounts, second)...)
	for name, want := range map[string]string{"02-journal.csv": ",2400,", "02-hledger.journal": "2400", "02-netsuite.csv": ",2400,"} {
		text, err := os.ReadFile(f.path(name))
		if err != nil || !strings.Contains(string(text), "20260201-late") || !strings.Contains(string(text), want) || strings.Contains(string(text), "B-202602") {
			t.Errorf("%s: %v, want the catch-up entry of A with the code 2400, and no entry of B:\n%s", name, err, text)
		}
	}
	if text, err := os.ReadFile(f.path("02-report.pdf")); err != nil || !bytes.HasPrefix(text, []byte("%PDF-")) {
		t.Errorf("the report: %v, %d bytes", err, len(text))
	}
	if got := f.run(exitUsage, append(february, "--accounts", accounts, second)...); !strings.Contains(got, "--accounts requires --format") {
		t.Errorf("an account map without a form: %s", got)
	}
	if got := f.run(exitUsage, append(february, "--format", "xero")...); !strings.Contains(got, "standard input can be read only once") {
		t.Errorf("a form of standard input: %s", got)
	}
	part := f.leases("part.yaml", []string{"accounts: {Cash: '1000'}"})
	if got := f.run(exitError, append(february, "--format", "entries", "--accounts", part, "-o", f.path("none.json"), second)...); !strings.Contains(got, `"Right-of-use asset", "Lease liability", "Lease expense"`) {
		t.Errorf("an incomplete account map: %s", got)
	}
	f.run(exitError, append(february, "--format", "hledger,xero", "-o", f.path("none.json"), second)...) // the xero format requires an account map
	if left, err := filepath.Glob(f.path("*none*")); err != nil || len(left) > 0 {
		t.Errorf("a closing without its forms left %v, %v", left, err)
	}
}
