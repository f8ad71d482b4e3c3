package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/money"
)

// entries adds up closings' journal entries. It returns the entry numbers, and each account's total with debits
// positive.
func (f *folder) entries(closings ...string) (sums map[string]money.Amount, numbers map[string]bool) {
	f.t.Helper()
	sums, numbers = map[string]money.Amount{}, map[string]bool{}
	for _, name := range closings {
		rows, err := csv.NewReader(strings.NewReader(readText(f.t, entriesName(f.path(name))))).ReadAll()
		if err != nil || len(rows) < 2 {
			f.t.Fatalf("%s: %d rows, %v", name, len(rows), err)
		}
		at := map[string]int{}
		for i, heading := range rows[0] {
			at[heading] = i
		}
		for _, row := range rows[1:] {
			numbers[row[at["number"]]] = true
			for side, text := range map[string]string{"debit": row[at["debit"]], "credit": row[at["credit"]]} {
				if text == "" {
					continue
				}
				amount := money.MustParse(text).Minor(2)
				if side == "credit" {
					amount = amount.Neg()
				}
				account := row[at["account"]]
				sums[account] = sums[account].Add(amount)
			}
		}
	}
	return sums, numbers
}

// posted returns the cumulative amounts that a closing has posted for its only lease, by account.
// As in the journal entries, the asset is net of accumulated amortization.
func (f *folder) posted(name string) map[string]money.Amount {
	f.t.Helper()
	sums := map[string]money.Amount{}
	var c struct {
		Leases []struct {
			Posted []struct {
				Account string
				Amount  json.Number
			}
		}
	}
	if err := json.Unmarshal([]byte(readText(f.t, f.path(name))), &c); err != nil || len(c.Leases) != 1 {
		f.t.Fatalf("%s: %d leases, %v", name, len(c.Leases), err)
	}
	for _, of := range c.Leases[0].Posted {
		account := of.Account
		if account == "Accumulated amortization" {
			account = "Right-of-use asset"
		}
		sums[account] = sums[account].Add(money.MustParse(of.Amount.String()).Minor(2))
	}
	return sums
}

// same fails the test if any account has different amounts in got and want.
func (f *folder) same(what string, got, want map[string]money.Amount) {
	f.t.Helper()
	for _, sums := range []map[string]money.Amount{got, want} {
		for account := range sums {
			if got[account] != want[account] {
				f.t.Errorf("%s: %s is %s, want %s", what, account, got[account], want[account])
			}
		}
	}
}

// METHOD 28.1: a chain with --fund governmental posts the governmental fund's entries, including corrections of
// earlier periods. The entries' totals equal those of a chain in which the lease was correct from the start.
func TestMethod28_1_TheFundOfAChain(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	const lease = `{"id":"A","standard":"GASB_87","fund":"both","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.05,` +
		`"variablePayments":[{"date":"2026-01-15","amount":AMOUNT}]}`
	was := f.leases("was.ndjson", []string{strings.Replace(lease, "AMOUNT", "100", 1)})
	now := f.leases("now.ndjson", []string{strings.Replace(lease, "AMOUNT", "150", 1)})
	january, february := []string{"--from", "2026-01-01", "--to", "2026-01-31"}, []string{"--from", "2026-02-01", "--to", "2026-02-28"}
	month := func(code int, span []string, fund, out, leases string, more ...string) string {
		t.Helper()
		args := append(slices.Clone(span), "--fund", fund, "-o", f.path(out))
		return f.run(code, append(append(args, more...), leases)...)
	}
	for fund, has := range map[string]string{"governmental": "Expenditures - principal", "government_wide": "Lease liability"} {
		first, second := fund+"1.json", fund+"2.json"
		month(exitOK, january, fund, first, was, "--format", "entries")
		sums, _ := f.entries(first)
		f.same(fund+", first closing", f.posted(first), sums)
		if f.posted(first)[has].IsZero() {
			t.Errorf("%s: nothing is posted to %s: %v", fund, has, f.posted(first))
		}
		month(exitOK, february, fund, second, now, "--previous", f.path(first))
		sums, numbers := f.entries(first, second)
		if !numbers["A-20260201-late"] {
			t.Errorf("%s: the entries lack that of the correction: %v", fund, numbers)
		}
		f.same(fund+", second closing", f.posted(second), sums)
		month(exitOK, january, fund, fund+"-known1.json", now)
		month(exitOK, february, fund, fund+"-known2.json", now, "--previous", f.path(fund+"-known1.json"))
		f.same(fund+", known from the start", f.posted(second), f.posted(fund+"-known2.json"))
		f.run(exitOK, "check", f.path(first), f.path(second), "--leases", now)
	}
	if got := f.posted("governmental2.json"); !got["Lease liability"].IsZero() || !got["Right-of-use asset"].IsZero() {
		t.Errorf("a fund has an asset or a liability: %v", got)
	}
	const constant = "it must be the same in every closing of a chain"
	if got := month(exitError, february, "government_wide", "x.json", now, "--previous", f.path("governmental1.json")); !strings.Contains(got, constant) {
		t.Error(got)
	}
	var stdout, stderr bytes.Buffer
	report := append([]string{"report", "--fund", "government_wide", "--format", "entries", "--previous", f.path("governmental1.json"), now}, february...)
	if code := run(t.Context(), report, nil, &stdout, &stderr); code != exitUsage || !strings.Contains(stderr.String(), constant) {
		t.Errorf("exit status %d: %s", code, &stderr)
	}
	report[2] = "governmental"
	if got := string(runOK(t, nil, report...)); !strings.Contains(got, "A-20260201-late") {
		t.Errorf("the entries of the report lack that of the correction:\n%s", got)
	}
	if got := month(exitUsage, january, "both", "x.json", now); !strings.Contains(got, "--fund") {
		t.Error(got)
	}
}

// With --deferred-tax, leasehold close posts one deferred tax entry per month, at the tax rate for the
// reporting period. For each of the two accounts, the total that a chain of closings has posted equals
// the account's balance. They are also equal if a chain starts to use --deferred-tax in a later closing.
// The correction in that closing posts the balance at the end of the preceding day.
func TestMethod28_5_8_DeferredTaxOfAChain(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	leases := f.leases("leases.ndjson", []string{
		`{"id":"A","standard":"IFRS_16","currency":"EUR","commencementDate":"2025-01-01","termMonths":60,"paymentAmount":1000,"discountRateAnnual":0.06,"initialDirectCosts":600}`,
	})
	spans := [][]string{{"--from", "2026-01-01", "--to", "2026-01-31"}, {"--from", "2026-02-01", "--to", "2026-02-28"}}
	balances := func(span []string, rate string) map[string]money.Amount {
		t.Helper()
		var r struct {
			Leases []struct {
				DeferredTax struct{ AssetClosing, LiabilityClosing json.Number }
			}
		}
		text := runOK(t, nil, append([]string{"report", "--format", "json", "--deferred-tax", rate, leases}, span...)...)
		if err := json.Unmarshal(text, &r); err != nil || len(r.Leases) != 1 {
			t.Fatalf("%v: %s", err, text)
		}
		tax := &r.Leases[0].DeferredTax
		return map[string]money.Amount{
			"Deferred tax asset":     money.MustParse(tax.AssetClosing.String()).Minor(2),
			"Deferred tax liability": money.MustParse(tax.LiabilityClosing.String()).Minor(2).Neg(),
		}
	}
	for name, rates := range map[string][2]string{"constant": {"0.25", "0.25"}, "changed": {"0.25", "0.30"}, "begun": {"", "0.25"}} {
		for i, rate := range rates {
			out, args := fmt.Sprintf("%s%d.json", name, i), slices.Clone(spans[i])
			if rate != "" {
				args = append(args, "--deferred-tax", rate)
			}
			if i > 0 {
				args = append(args, "--previous", f.path(fmt.Sprintf("%s%d.json", name, i-1)))
			}
			f.run(exitOK, append(args, "-o", f.path(out), leases)...)
			posted := f.posted(out)
			got := map[string]money.Amount{"Deferred tax asset": posted["Deferred tax asset"], "Deferred tax liability": posted["Deferred tax liability"]}
			want := map[string]money.Amount{}
			if rate != "" {
				if want = balances(spans[i], rate); want["Deferred tax asset"].IsZero() || want["Deferred tax liability"].IsZero() {
					t.Fatalf("no deferred tax: %v", want)
				}
			}
			f.same(out, got, want)
			sums, numbers := f.entries(out)
			if has := numbers[fmt.Sprintf("A-20260%d-tax", i+1)]; has != (rate != "") {
				t.Errorf("%s: the rate is %q, and the entries are %v", out, rate, numbers)
			}
			if late := numbers["A-20260201-late"]; late != (name == "begun" && i == 1) {
				t.Errorf("%s: the entries are %v", out, numbers)
			}
			if name == "begun" && i == 1 {
				f.same("entries since deferred tax began", map[string]money.Amount{
					"Deferred tax asset": sums["Deferred tax asset"], "Deferred tax liability": sums["Deferred tax liability"],
				}, want)
			}
		}
		f.run(exitOK, "check", f.path(name+"0.json"), f.path(name+"1.json"), "--leases", leases)
	}
	text := string(runOK(t, nil, append([]string{"report", "--format", "json", "--deferred-tax", "0.30", "--previous", f.path("changed0.json"), leases}, spans[1]...)...))
	if opening := f.posted("changed0.json")["Deferred tax asset"].String(); !strings.Contains(text, `"deferredTax":{"assetOpening":`+opening+`,"assetLate":0.00,`) || strings.Contains(text, `"rateChange":0.00`) {
		t.Errorf("the report does not open with %s at the rate of the closing: %s", opening, text)
	}
	if got := f.run(exitUsage, append(spans[0], "--deferred-tax", "25", "-o", f.path("x.json"), leases)...); !strings.Contains(got, "--deferred-tax") {
		t.Error(got)
	}
}

// METHOD 25.9: a closing rejects a condition that no lease meets. A closing that follows another also accepts a
// condition that a lease in the previous closing meets.
func TestMethod25_9_ConditionsOfAClosingThatFollows(t *testing.T) {
	t.Parallel()
	f := newFolder(t)
	lease := func(id, entity string) string {
		return `{"id":"` + id + `","standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.05,"tags":{"entity":"` + entity + `"}}`
	}
	both := f.leases("both.ndjson", []string{lease("A", "US Inc"), lease("B", "UK Ltd")})
	one := f.leases("one.ndjson", []string{lease("A", "US Inc")})
	f.run(exitOK, "--from", "2026-01-01", "--to", "2026-01-31", "-o", f.path("1.json"), both)
	next := func(code int, key, leases string) string {
		t.Helper()
		return f.run(code, "--from", "2026-02-01", "--to", "2026-02-28", "--previous", f.path("1.json"), "--deferred-tax", key+":0.25", "-o", f.path("2.json"), leases)
	}
	if got := next(exitError, "tag:entity=US inc", both); !strings.Contains(got, "no lease meets tag:entity is US inc; did you mean US Inc?") {
		t.Error(got)
	}
	next(exitOK, "tag:entity=UK Ltd", one)
}
