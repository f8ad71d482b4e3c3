package portfolio_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/portfolio"
)

const closeLeases = `[
	{"id":"A","standard":"IFRS_16","currency":"EUR","tags":{"entity":"North"},"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06},
	{"id":"B","standard":"IFRS_16","currency":"EUR","tags":{"entity":"South"},"commencementDate":"2025-07-01","termMonths":36,"paymentAmount":2500,"discountRateAnnual":0.05,"paymentTiming":"arrears"},
	{"id":"C","standard":"IFRS_16","currency":"EUR","tags":{"entity":"South"},"exemption":"short_term","commencementDate":"2025-12-01","termMonths":12,"paymentAmount":900,"discountRateAnnual":0.05,"paymentFrequency":"quarterly"}]`

// closeAnswer is what the tests read of a report.
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
	JournalEntries []struct {
		Number, Date, LeaseID string
		Lines                 []struct {
			Account       string
			Debit, Credit json.Number
		}
	}
	Notes []string
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
	d := json.NewDecoder(strings.NewReader(string(r.Append(nil))))
	d.UseNumber()
	if err := d.Decode(&a); err != nil {
		t.Fatalf("%v: %s", err, r.Append(nil))
	}
	return a
}

const january = `{"from":"2026-01-01","to":"2026-01-31","leases":` + closeLeases

// METHOD 22.1: the comparative is the same leases for another span, and one that had not
// commenced is there with 0.00.
func TestMethod22_1_TheComparativeIsTheSameLeasesForAnotherSpan(t *testing.T) {
	t.Parallel()
	a := closeReport(t, january+`,"comparative":{"from":"2025-01-01","to":"2025-01-31"}}`)
	b := closeReport(t, `{"from":"2025-01-01","to":"2025-01-31","leases":`+closeLeases+`}`)
	if a.Comparative.From != "2025-01-01" || a.Comparative.To != "2025-01-31" || len(a.Comparative.Leases) != 3 {
		t.Fatalf("%+v", a.Comparative)
	}
	for i := range b.Leases {
		if got, want := a.Comparative.Leases[i].Liability["closing"], b.Leases[i].Liability["closing"]; got != want {
			t.Errorf("%s: %s, want %s", b.Leases[i].ID, got, want)
		}
	}
	if got := a.Comparative.Leases[1].Liability["closing"]; got != "0.00" {
		t.Errorf("a lease that had not commenced has %s", got)
	}
	if got, want := string(a.Comparative.Total["liability"]), string(b.Total["liability"]); got != want {
		t.Errorf("total %s, want %s", got, want)
	}
	for body, want := range map[string]string{
		`,"comparative":{"from":"2025-02-01","to":"2025-01-31"}}`: "comparative.from: 2025-02-01 is after to, 2025-01-31",
		`,"comparative":{"from":"2026-01-01","to":"2026-01-31"}}`: "comparative.to: 2026-01-31 is not before the to of the report, 2026-01-31",
	} {
		if _, err := portfolio.Decode([]byte(january + body)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// METHOD 22.2: the digest is the SHA-256 of lines of id, standard, currency and four
// figures, sorted by id, of the leases with a figure.
func TestMethod22_2_TheDigestIsThatOfTheFiguresAsPrinted(t *testing.T) {
	t.Parallel()
	a := closeReport(t, january+`}`)
	var lines strings.Builder
	for _, l := range a.Leases {
		fmt.Fprintf(&lines, "%s\tIFRS_16\tEUR\t%s\t%s\t%s\t%s\n", l.ID, l.Liability["closing"], l.RouAsset["closing"], l.RouAsset["accumulatedAmortization"], "0.00")
	}
	// C pays 900.00 in advance for December to February and costs 10.00 a day: 280.00 are prepaid on the last day of January.
	text := strings.Replace(lines.String(), "C\tIFRS_16\tEUR\t0.00\t0.00\t0.00\t0.00", "C\tIFRS_16\tEUR\t0.00\t0.00\t0.00\t280.00", 1)
	sum := sha256.Sum256([]byte(text))
	if want := hex.EncodeToString(sum[:]); a.Digest != want {
		t.Errorf("%s, want %s of\n%s", a.Digest, want, text)
	}
}

// signedLeases are the leases of a close as previous takes them.
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

// METHOD 22.2: where last month did not move, the opening agrees with the digest and
// with the figures that were signed.
func TestMethod22_2_WhatWasSignedAgrees(t *testing.T) {
	t.Parallel()
	december := closeReport(t, `{"from":"2025-12-01","to":"2025-12-31","leases":`+closeLeases+`}`)
	a := closeReport(t, january+`,"previous":{"digest":"`+december.Digest+`","leases":`+signedLeases(t, "2025-12-31", nil)+`}}`)
	if !a.Previous.Agrees || a.Previous.Digest != december.Digest || len(a.Previous.LateChanges) != 0 {
		t.Errorf("%+v", a.Previous)
	}
	a = closeReport(t, january+`,"previous":{"digest":"`+strings.Repeat("0", 64)+`"}}`)
	if a.Previous.Agrees || a.Previous.Digest != december.Digest || len(a.Previous.LateChanges) != 0 {
		t.Errorf("another digest: %+v", a.Previous)
	}
}

// METHOD 22.2: a lease entered late, one with other figures and one that is gone are
// late changes; the opening is what was signed, the line late takes it to what the
// leases give, and an entry posts it.
func TestMethod22_2_LateChangesAreNamedAndPosted(t *testing.T) {
	t.Parallel()
	signed := signedLeases(t, "2025-12-31", func(id string, figures map[string]string) {
		switch id {
		case "A":
			figures["liability"] = "400000.00"
		case "B":
			clear(figures)
		}
	})
	signed = strings.TrimSuffix(signed, "]") + `,{"id":"Z","liability":5000,"rouAsset":4000,"accumulatedAmortization":1000,"prepaidRent":0}]`
	a := closeReport(t, january+`,"journal":"monthly","previous":{"leases":`+signed+`}}`)
	plain := closeReport(t, january+`}`)
	ids := []string{}
	for _, change := range a.Previous.LateChanges {
		ids = append(ids, string(change["id"]))
	}
	if got := strings.Join(ids, " "); a.Previous.Agrees || got != `"A" "B" "Z"` {
		t.Fatalf("late changes %s", got)
	}
	opening := plain.Leases[0].Liability["opening"]
	if l := a.Leases[0]; l.Liability["opening"] != "400000.00" || l.Liability["closing"] != plain.Leases[0].Liability["closing"] ||
		sumOf(t, l.Liability["opening"], l.Liability["late"]) != opening.String() {
		t.Errorf("A: %v, computed opening %s", l.Liability, opening)
	}
	if l := a.Leases[1]; l.Liability["opening"] != "0.00" || l.Liability["late"] != plain.Leases[1].Liability["opening"] {
		t.Errorf("B: %v", l.Liability)
	}
	posted := map[string]bool{}
	for _, e := range a.JournalEntries {
		if !strings.HasSuffix(e.Number, "-late") {
			continue
		}
		posted[e.Number] = true
		debit, credit := "0.00", "0.00"
		for _, line := range e.Lines {
			debit, credit = sumOf(t, json.Number(debit), line.Debit), sumOf(t, json.Number(credit), line.Credit)
		}
		if debit != credit || e.Date != "2026-01-01" {
			t.Errorf("%s of %s: %s and %s", e.Number, e.Date, debit, credit)
		}
	}
	for _, id := range []string{"A", "B", "Z"} {
		if !posted[id+"-20260101-late"] {
			t.Errorf("no entry takes %s to what its leases give: %v", id, posted)
		}
	}
}

func ratOf(n json.Number) (*big.Rat, bool) { return new(big.Rat).SetString(n.String()) }

func sumOf(t *testing.T, a, b json.Number) string {
	t.Helper()
	x, ok := ratOf(a)
	y, also := ratOf(b)
	if !ok || !also {
		t.Fatalf("%s and %s are no amounts", a, b)
	}
	return x.Add(x, y).FloatString(2)
}

// METHOD 22.3: a trial balance that agrees has no differences; each planted error is
// found, with what it equals.
func TestMethod22_3_TheTrialBalanceTiesOut(t *testing.T) {
	t.Parallel()
	const grouped = january + `,"groupBy":["tag:entity"]`
	plain := closeReport(t, grouped+`,"journal":"monthly"}`)
	closing := map[string]json.Number{}
	for _, l := range plain.Leases {
		closing[l.ID] = l.Liability["closing"]
	}
	whole := sumOf(t, closing["A"], closing["B"])
	expense := func(skip string) string {
		total := "0.00"
		for _, e := range plain.JournalEntries {
			for _, line := range e.Lines {
				if line.Account == "Interest expense" && e.Number != skip {
					total = sumOf(t, json.Number(total), line.Debit)
				}
			}
		}
		return total
	}
	for name, c := range map[string]struct{ ledger, account, kind, of string }{
		"agrees":  {`{"account":"Lease liability","balance":-` + whole + `}`, "Lease liability", "", ""},
		"by code": {`{"account":"Lease liability","code":"2100","balance":-` + closing["A"].String() + `},{"account":"Lease liability","code":"2200","balance":-` + closing["B"].String() + `}`, "Lease liability", "", ""},
		"missing": {`{"account":"Lease liability","balance":-` + closing["A"].String() + `}`, "Lease liability", "lease_missing", "B"},
		"extra": {
			`{"account":"Lease liability","balance":-` + sumOf(t, json.Number(whole), closing["B"]) + `}`, "Lease liability", "lease_extra", "B",
		},
		"an entry": {`{"account":"Interest expense","balance":` + expense("B-202601") + `}`, "Interest expense", "lease_missing", "B"},
		"opening": {
			`{"account":"Lease liability","balance":-` + sumOf(t, plain.Leases[0].Liability["opening"], plain.Leases[1].Liability["opening"]) + `}`,
			"Lease liability", "opening", "",
		},
	} {
		a := closeReport(t, grouped+`,"ledger":[`+c.ledger+`]}`)
		out := a.TieOut[0]
		if out.Account != c.account || (c.kind == "") != (out.Difference == "0.00") {
			t.Errorf("%s: %+v", name, out)
			continue
		}
		found := c.kind == ""
		for _, x := range out.Explanations {
			found = found || x.Kind == c.kind && x.LeaseID == c.of
			if strings.Contains(x.Sentence, " is ") || !strings.Contains(x.Sentence, "equals") {
				t.Errorf("%s: %q", name, x.Sentence)
			}
		}
		if !found {
			t.Errorf("%s: no %s in %+v", name, c.kind, out.Explanations)
		}
	}
	// What Leasehold moves and the ledger lacks is listed.
	a := closeReport(t, grouped+`,"ledger":[{"account":"Lease liability","balance":-`+closing["B"].String()+`,"key":{"tag:entity":"South"}}]}`)
	lacking := map[string]string{}
	for _, out := range a.TieOut {
		lacking[out.Account+" "+out.Key["tag:entity"]] = out.Leasehold.String()
	}
	if lacking["Right-of-use asset North"] == "" || lacking["Lease liability North"] == "" || lacking["Prepaid rent South"] != "280.00" {
		t.Errorf("%v", lacking)
	}
	for body, want := range map[string]string{
		`[{"account":"Leases","balance":1}]`:                                                            `ledger[0].account: "Leases" is not allowed; allowed are Right-of-use asset`,
		`[{"account":"Lease liability","balance":1,"key":{"currency":"EUR"}}]`:                          `ledger[0].key: "currency" is not allowed; the members of groupBy are`,
		`[{"account":"Lease liability","balance":1},{"account":"Current lease liability","balance":1}]`: "stated whole and in parts",
	} {
		if _, err := portfolio.Decode([]byte(grouped + `,"ledger":` + body + `}`)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// METHOD 22.4: deferred tax of the liability and of the asset by the first rate that
// fits, at opening with the rate of then; the entry balances.
func TestMethod22_4_DeferredTaxByTheFirstRateThatFits(t *testing.T) {
	t.Parallel()
	a := closeReport(t, january+`,"journal":"monthly","deferredTax":[{"rate":0.25,"openingRate":0.2,"key":{"tag:entity":"North"}},{"rate":0.3}]}`)
	for i, rates := range [][2]string{{"0.2", "0.25"}, {"0.3", "0.3"}} {
		l := a.Leases[i]
		for _, c := range []struct {
			name string
			of   json.Number
			rate string
		}{
			{"assetOpening", l.Liability["opening"], rates[0]},
			{"assetClosing", l.Liability["closing"], rates[1]},
			{"liabilityOpening", l.RouAsset["opening"], rates[0]},
			{"liabilityClosing", l.RouAsset["closing"], rates[1]},
		} {
			of, _ := ratOf(c.of)
			rate, _ := ratOf(json.Number(c.rate))
			if want := of.Mul(of, rate).FloatString(2); l.DeferredTax[c.name].String() != want {
				t.Errorf("%s.%s is %s, want %s", l.ID, c.name, l.DeferredTax[c.name], want)
			}
		}
	}
	// The exempt lease has prepaid 590.00 and then 280.00.
	if tax := a.Leases[2].DeferredTax; tax["liabilityOpening"] != "177.00" || tax["liabilityClosing"] != "84.00" || tax["expense"] != "-93.00" || tax["assetClosing"] != "0.00" {
		t.Errorf("%v", tax)
	}
	entries := 0
	for _, e := range a.JournalEntries {
		if strings.HasSuffix(e.Number, "-202601-tax") {
			entries++
		}
	}
	if entries != 3 {
		t.Errorf("%d entries of deferred tax", entries)
	}
	if _, err := portfolio.Decode([]byte(january + `,"deferredTax":[{"rate":0.3},{"rate":0.25,"key":{"tag:entity":"North"}}]}`)); err == nil ||
		!strings.Contains(err.Error(), "deferredTax[1].key: can't be reached") {
		t.Errorf("%v", err)
	}
	q, err := portfolio.Decode([]byte(strings.ReplaceAll(january, "IFRS_16", "GASB_87") + `,"deferredTax":[{"rate":0.3}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := portfolio.Answer(q); err == nil || !strings.Contains(err.Error(), "GASB 87") {
		t.Errorf("%v", err)
	}
}
