package closingfile_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

func day(month, day uint8) civil.Date { return civil.Date{Year: 2026, Month: month, Day: day} }

// lease returns a request for a lease with the given id. The last parameter contains additional
// fields.
func lease(id, more string) string {
	return fmt.Sprintf(`{"id":%q,"standard":"IFRS_16","currency":"EUR","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.05%s}`, id, more)
}

// closed closes a month and returns the text of the closing, its entries and the result.
func closed(t *testing.T, month uint8, before *closingfile.Closing, leases ...string) (text []byte, entries string, w *closingfile.Written) {
	t.Helper()
	last := day(month+1, 1).Prev()
	m := &closingfile.Maker{
		Head: closingfile.Head{From: day(month, 1), To: last, Version: "test", Rules: 1}, Before: before, Texts: true,
		Entries: func(dst *bytes.Buffer, l *portfolio.Line) error {
			for _, e := range l.Figures.Entries {
				dst.WriteString(e.Number + "\n")
			}
			return nil
		},
	}
	plan, err := m.Plan()
	if err != nil {
		t.Fatal(err)
	}
	plan.Span = m.Span()
	currency, err := portfolio.ParseKey("currency")
	if err != nil {
		t.Fatal(err)
	}
	plan.Keys = []portfolio.Key{currency}
	r := &closing.Run{Plan: plan, Source: batch.Lines(strings.NewReader(strings.Join(leases, "\n")), nil), Part: m.Take}
	if err := r.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	var out, csv bytes.Buffer
	if w, err = m.Write(&out, &csv, []byte("head\n")); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), csv.String(), w
}

func read(t *testing.T, text []byte) *closingfile.Closing {
	t.Helper()
	c, err := closingfile.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// METHOD 27.2: the changes between two closings are listed by lease id, each with its prior-period
// correction and its correcting entry. The order in which leases are supplied has no effect.
func TestMethod27_2_ChangesAreListedByLease(t *testing.T) {
	t.Parallel()
	odd := "a \"b\" c" // an ID whose characters must be escaped in JSON or CSV
	first, _, _ := closed(t, 1, nil, lease("A", ""), lease("B", ""), lease(odd, ""), lease("Z", ""), lease("exempt", `,"exemption":"low_value"`),
		lease("ends", `,"events":[{"type":"termination","date":"2026-02-10"}]`))
	c := read(t, first)
	second, entries, w := closed(t, 2, c, lease("0", ""), strings.Replace(lease("B", ""), "0.05", "0.06", 1), lease(odd, ""), lease("M", ""),
		lease("exempt", `,"exemption":"low_value","prepaidRent":100`), lease("ends", `,"events":[{"type":"termination","date":"2026-02-10"}]`), lease("renamed", `,"name":"x"`))
	var got []string
	for _, move := range w.Moves {
		correction := "on the spot"
		if move.Late != nil {
			correction = "late"
		}
		got = append(got, fmt.Sprintf("%s %s %s", move.ID, move.Kind, correction))
		if (move.Kind == closingfile.Changed) != (move.Text != "" && move.Was != "") {
			t.Errorf("%+v", move)
		}
	}
	want := "0 new late, A gone late, B changed late, M new late, Z gone late, ends ended on the spot, exempt changed late, renamed new late"
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	for _, id := range []string{"0", "A", "B", "M", "Z", "exempt", "renamed"} {
		if strings.Count(entries, id+"-20260201-late\n") != 1 {
			t.Errorf("%s has not one entry that corrects it: %s", id, entries)
		}
	}
	if again, _, _ := closed(t, 2, c, lease("renamed", `,"name":"x"`), lease("M", ""), lease("ends", `,"events":[{"type":"termination","date":"2026-02-10"}]`),
		lease("exempt", `,"exemption":"low_value","prepaidRent":100`), lease(odd, ""), strings.Replace(lease("B", ""), "0.05", "0.06", 1), lease("0", "")); !bytes.Equal(again, second) {
		t.Error("another order of the leases gives other bytes")
	}
	if list := read(t, second).Differences(read(t, second)); len(list) != 0 {
		t.Errorf("%q", list)
	}
	if list := c.Differences(read(t, second)); len(list) != 9 { // all leases' balances change within a month
		t.Errorf("%q", list)
	}
}

// METHOD 27.2: a lease is rejected if its functional currency differs from its currency in the
// preceding closing.
func TestMethod27_2_AChangeOfCurrencyIsRejected(t *testing.T) {
	t.Parallel()
	first, _, _ := closed(t, 1, nil, lease("A", ""))
	m := &closingfile.Maker{Head: closingfile.Head{From: day(2, 1), To: day(2, 28)}, Before: read(t, first), Entries: func(*bytes.Buffer, *portfolio.Line) error { return nil }}
	plan, err := m.Plan()
	if err != nil {
		t.Fatal(err)
	}
	plan.Span = m.Span()
	r := &closing.Run{Plan: plan, Source: batch.Lines(strings.NewReader(strings.Replace(lease("A", ""), "EUR", "USD", 1)), nil), Part: m.Take}
	if err := r.Do(t.Context()); err == nil || !strings.Contains(err.Error(), "was signed in EUR and is in USD now") {
		t.Errorf("%v", err)
	}
}

// chained appends the chain field to the text of a closing.
func chained(text string) []byte {
	text += `,"chain":`
	sum := sha256.Sum256([]byte(text))
	return []byte(text + `"` + hex.EncodeToString(sum[:]) + `"}`)
}

// METHOD 27.1: the error for a file that is not a closing differs from the error for a closing that
// was edited.
func TestMethod27_1_InvalidAndEditedFilesAreRejected(t *testing.T) {
	t.Parallel()
	const head = `{"from":"2026-01-01","to":"2026-01-31","version":"1","rulesRevision":1`
	good, _, _ := closed(t, 1, nil, lease("A", ""), lease("B", ""))
	for name, test := range map[string]struct {
		file []byte
		want error
	}{
		"nothing":          {nil, closingfile.ErrNotAClosing},
		"a list":           {chained(`[]`), closingfile.ErrNotAClosing},
		"no leases":        {chained(head), closingfile.ErrNotAClosing},
		"unknown member":   {chained(head + `,"inputs":[],"leases":[],"more":1`), closingfile.ErrNotAClosing},
		"wrong date":       {chained(strings.Replace(head, "01-31", "01-32", 1) + `,"inputs":[],"leases":[]`), closingfile.ErrNotAClosing},
		"edited":           {bytes.Replace(good, []byte("test"), []byte("rest"), 1), closingfile.ErrEdited},
		"cut":              {good[:len(good)-9], closingfile.ErrNotAClosing},
		"inputs of order":  {chained(head + `,"inputs":[{"id":"B","sha256":"x"},{"id":"A","sha256":"y"}],"leases":[]`), closingfile.ErrNotAClosing},
		"leases of order":  {chained(head + `,"inputs":[],"leases":[` + signed("B") + `,` + signed("A") + `]`), closingfile.ErrNotAClosing},
		"a lease in part":  {chained(head + `,"inputs":[],"leases":[{"id":"A","liability":1}]`), closingfile.ErrNotAClosing},
		"a list of no one": {chained(head + `,"inputs":{},"leases":[]`), closingfile.ErrNotAClosing},
	} {
		_, err := closingfile.Read(test.file)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

func signed(id string) string {
	return fmt.Sprintf(`{"id":%q,"standard":"IFRS_16","liability":1,"rouAsset":1,"accumulatedAmortization":0,"prepaidRent":0}`, id)
}

// METHOD 27.2: if a closing is missing, replaced or out of order, the message names its file.
func TestMethod27_2_BrokenChainsAreReported(t *testing.T) {
	t.Parallel()
	var links []closingfile.Link
	var before *closingfile.Closing
	for month := uint8(1); month <= 4; month++ {
		text, _, _ := closed(t, month, before, lease("A", ""))
		before = read(t, text)
		links = append(links, closingfile.Link{File: fmt.Sprintf("%d.json", month), Closing: before})
	}
	alone, _, _ := closed(t, 2, nil, lease("B", ""))
	other := closingfile.Link{File: "other.json", Closing: read(t, alone)}
	for want, list := range map[string][]closingfile.Link{
		"":                                  links,
		"between 2026-01-31 and 2026-03-01": {links[0], links[2], links[3]},
		"the order was changed":             {links[0], links[2], links[1], links[3]},
		"other.json was replaced after 3.json was signed":        {other, links[2]},
		"other.json names no previous closing":                   {links[0], other},
		"4.json was signed after a closing with the chain hash ": {links[1], links[3]},
	} {
		got := strings.Join(closingfile.CheckChain(list), "; ")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// METHOD 27.2: a report accepts a closing file as the previous closing.
func TestMethod27_2_AReportAcceptsAClosing(t *testing.T) {
	t.Parallel()
	text, _, _ := closed(t, 1, nil, lease("A", ""), lease("B", ""))
	p := read(t, text).Signed()
	if len(p.Leases) != 2 || p.Leases[1].ID != "B" || p.Leases[1].Currency.String() != "EUR" || !p.Leases[1].Standard.Set {
		t.Errorf("%+v", p)
	}
}
