package engine_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/docs"
)

// noteCase tests one note in a table of METHOD. It contains a lease that has the note, a similar
// lease without the note, and part of the note's text.
type noteCase struct {
	key             string
	present, absent []string
	words           string
}

// rowOfNotes matches a row in METHOD's tables of notes.
var rowOfNotes = regexp.MustCompile("^\\| `([a-z_]+)` \\| ")

// eachNote fails the test unless the cases are in the order of the table under the heading. Each
// case's note must appear for its first lease and not for its second.
func eachNote(t *testing.T, heading string, cases []noteCase) {
	t.Helper()
	_, table, _ := strings.Cut(docs.Method, "| "+heading+" | given if | content |\n|---|---|---|\n")
	var listed, covered []string
	for row := range strings.Lines(table) {
		m := rowOfNotes.FindStringSubmatch(row)
		if m == nil {
			break
		}
		listed = append(listed, m[1])
	}
	for _, c := range cases {
		covered = append(covered, c.key)
		if got := textOf(computed(t, c.present...), c.key); c.words == "" || !strings.Contains(got, c.words) {
			t.Errorf("%s of %v is %q, want %q in it", c.key, c.present, got, c.words)
		}
		if got := textOf(computed(t, c.absent...), c.key); got != "" {
			t.Errorf("%s of %v is %q, want none", c.key, c.absent, got)
		}
	}
	if !slices.Equal(listed, covered) {
		t.Errorf("the table %q lists %v; the cases are %v", heading, listed, covered)
	}
}

// METHOD 12.12: each note on payments appears if and only if its condition is met.
func TestMethod12_12_NotesAppearIfTheyApply(t *testing.T) {
	t.Parallel()
	const (
		ifrs, gasb, asc = `"IFRS_16"`, `"GASB_87"`, `"ASC_842"`
		nominal         = `{"discounting":"nominal"}`
	)
	first := func(date, months string, more ...string) []string {
		return append([]string{"standard", ifrs, "commencementDate", `"2024-01-15"`, "termMonths", months, "initialApplication", `{"date":"` + date + `"}`}, more...)
	}
	eachNote(t, "note on payments", []noteCase{
		{"discounting", []string{"basis", `{"discounting":"effective"}`}, []string{"basis", `{"discounting":"effective"}`, "termMonths", "12", "exemption", `"short_term"`}, "an effective annual rate"},
		{"commencement_settled", []string{"basis", `{"commencementPayment":"settled"}`}, []string{"basis", `{"commencementPayment":"liability"}`}, "The 10,000.00 paid on the commencement date"},
		{"rent_free", []string{"rentFree", `[{"from":"2024-03-01","months":2}]`}, []string{"rentSteps", `[{"from":"2024-03-01","paymentAmount":1}]`}, "2 months"},
		{"incentive_receivable", []string{"otherPayments", `[{"date":"2024-03-01","amount":5,"kind":"incentive"}]`}, []string{"otherPayments", `[{"date":"2024-03-01","amount":5}]`}, "reduce the lease payments"},
		{"exempt", []string{"standard", ifrs, "exemption", `"low_value"`}, []string{"standard", ifrs, "termMonths", "12", "basis", nominal}, "off the balance sheet"},
		{"restoration", []string{"standard", ifrs, "restorationCost", "100"}, []string{"standard", ifrs, "restorationCost", "0"}, "IAS 37"},
		{"whole_guarantee", []string{"residualValueGuarantee", "5", "guaranteedResidualValue", "9", "assetFairValue", "100000"}, []string{"residualValueGuarantee", "5", "assetFairValue", "100000", "basis", nominal}, "the full guaranteed residual value"},
		{"first_application", first("2025-01-01", "36"), first("2025-01-01", "20", "exemption", `"short_term"`), "for the first time on 2025-01-01"},
		{"carried_rent", first("2025-01-01", "36"), first("2025-01-15", "36"), "is the rent for the current payment period, prorated by days"},
		{"first_short_term", first("2025-01-01", "20", "exemption", `"short_term"`), first("2025-01-01", "36"), "within twelve months of the initial application on 2025-01-01"},
		{"fund_entries", []string{"standard", gasb, "fund", `"governmental"`}, []string{"standard", gasb, "fund", `"government_wide"`}, "for a governmental fund"},
		{"both_funds", []string{"standard", gasb, "fund", `"both"`}, []string{"standard", gasb, "fund", `"governmental"`}, "listed twice"},
		{"taken_over", []string{"standard", asc, "openingRouAsset", "100000"}, []string{"standard", asc, "initialDirectCosts", "100000", "basis", nominal}, "supply it as the classification"},
		{"fund_taken_over", []string{"standard", gasb, "fund", `"both"`, "openingRouAsset", "100000"}, []string{"standard", gasb, "openingRouAsset", "100000"}, "do not post the commencement entry to the fund again"},
	})
	keys := keysOf(computed(t, "paymentFrequency", `"annual"`, "annualEscalationPct", "0.03", "rentFree", `[{"from":"2024-01-01","months":12}]`, "basis", nominal))
	general, payments := slices.Index(keys, "lease_years"), slices.Index(keys, "discounting")
	if general < 0 || payments < general || slices.Index(keys, "rent_free") < payments {
		t.Errorf("the notes on payments are not after the general ones, in the order of their table: %v", keys)
	}
}

// METHOD 20.5: each note on components and tax appears if and only if its condition is met.
func TestMethod20_5_NotesAppearIfTheyApply(t *testing.T) {
	t.Parallel()
	const (
		components = `[{"name":"Office","kind":"lease","standalonePrice":9},{"name":"Cleaning","kind":"service","standalonePrice":1}]`
		dated      = `[{"date":"2024-06-30","amount":5}]`
	)
	eachNote(t, "note on components and tax", []noteCase{
		{"calendar", []string{"commencementDate", `"2024-01-15"`, "calendar", `{"from":"2024-02-01"}`}, []string{"irrecoverableTaxRate", "0.2"}, "follow the supplied calendar"},
		{"components", []string{"components", components}, []string{"irrecoverableTaxRate", "0.2"}, "in proportion to their stand-alone prices"},
		{"one_component", []string{"irrecoverableTaxRate", "0.2"}, []string{"irrecoverableTaxRate", "0.2", "components", components}, "the lease and its services form a single component"},
		{"irrecoverable_tax", []string{"irrecoverableTaxRate", "0.2"}, []string{"components", components}, "is expensed when paid"},
		{"variable_payments", []string{"variablePayments", dated}, []string{"subleaseIncome", dated}, "expensed on their dates"},
		{"sublease_income", []string{"subleaseIncome", dated}, []string{"variablePayments", dated}, "recognized as received"},
		{"subleases", []string{"subleases", `[{"from":"2024-03-01","to":"2024-05-31","receipts":` + dated + `}]`}, []string{"subleaseIncome", dated}, "straight-line over its months"},
	})
	if keys := keysOf(computed(t, "paymentFrequency", `"quarterly"`)); slices.Contains(keys, "one_component") {
		t.Errorf("a lease that states none of these members has the note one_component: %v", keys)
	}
}

// METHOD 13.13: each note on an event appears if and only if its condition is met.
func TestMethod13_13_NotesAppearIfTheyApply(t *testing.T) {
	t.Parallel()
	life := func(events string, more ...string) []string {
		return append([]string{
			"termMonths", "36", "paymentAmount", "1000", "discountRateAnnual", "0.1",
			"paymentFrequency", `"annual"`, "paymentTiming", `"arrears"`, "events", "[" + events + "]",
		}, more...)
	}
	const (
		modified   = `{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1}`
		within     = `{"date":"2025-02-01","type":"modification","discountRateAnnual":0.1}`
		reassessed = `{"date":"2025-01-01","type":"reassessment","discountRateAnnual":0.1}`
		index      = `{"date":"2025-01-01","type":"index","changePct":0.1}`
		impaired   = `{"date":"2025-01-01","type":"impairment","impairmentLoss":100}`
		planned    = `{"date":"2025-01-01","type":"impairment","impairmentLoss":0,"assetEconomicLifeMonths":24}`
		halved     = `{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"retainedShare":0.5,"paymentAmount":500}`
		ended      = `{"date":"2025-01-01","type":"termination","penalty":50}`
		resolved   = `{"date":"2025-01-01","type":"contingency_resolved","paymentAmount":1100}`
		owned      = `{"date":"2025-01-01","type":"reassessment","discountRateAnnual":0.1,"transfersOwnership":true}`
		lived      = `{"date":"2025-01-01","type":"reassessment","discountRateAnnual":0.1,"transfersOwnership":true,"assetEconomicLifeMonths":60}`
		shortened  = `{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"termMonths":24}`
		extended   = `{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"termMonths":60}`
		standard   = "standard"
		ifrs, gasb = `"IFRS_16"`, `"GASB_87"`
		steps      = `[{"from":"2026-01-01","paymentAmount":1200}]`
	)
	eachNote(t, "note on an event", []noteCase{
		{"commencement_figures", life(index), []string{"termMonths", "36"}, "describe the lease at commencement"},
		{"row_cut", life(within), life(modified), "On 2025-02-01, the event takes effect within a payment period"},
		{"index_expensed", life(index), life(index, standard, ifrs), "On 2025-01-01, the change in the index is recognized as variable lease cost"},
		{"rate_stays", life(`{"date":"2025-01-01","type":"modification"}`, standard, `"FRS_102"`), life(resolved, standard, `"FRS_102"`), "the current rate, 10%, remains"},
		{"rate_of_event", life(modified), life(modified, standard, ifrs), "measured at the supplied rate, 10%"},
		{"scope_decreased", life(shortened, standard, ifrs), life(extended, standard, ifrs), "the term is shortened"},
		{"separate_lease", life(modified), life(halved), "not accounted for as a separate lease"},
		{
			"asset_floored", life(`{"date":"2025-01-01","type":"contingency_resolved","paymentAmount":1}`, standard, ifrs, "leaseIncentives", "1000"),
			life(`{"date":"2025-01-01","type":"contingency_resolved","paymentAmount":900}`, standard, ifrs), "the excess is a gain",
		},
		{"class_changed", life(lived), life(reassessed), "the class changes from operating to finance"},
		{"life_of_impairment", life(planned + `,{"date":"2026-01-01","type":"reassessment","discountRateAnnual":0.1}`), life(planned), "tested with the economic life supplied for an earlier impairment"},
		{"class_against_criteria", life(reassessed, "classification", `"operating"`, "transfersOwnership", "true"), life(reassessed), "contradicts the criteria tested on that date"},
		{"life_missing", life(owned), life(lived), "no economic life was supplied"},
		{"impaired_pattern", life(impaired), life(impaired, "classification", `"finance"`), "amortization plus accretion"},
		{"impairment_reversal", life(impaired), life(modified), "the asset is written down by 100.00"},
		{"penalty_includes_rent", life(ended), life(ended, "paymentTiming", `"advance"`), "include it in the penalty"},
		{"significant_effect", life(resolved, standard, gasb), life(modified, standard, gasb), "significant"},
		{"stated_lapsed", life(shortened, "rentSteps", steps), life(extended, "rentSteps", steps), "lapse"},
	})
}

// METHOD 13.11: every event has an entry on its date, before the entry of the row that starts on
// that day. If the effect of an index is expensed, the entry changes no balance.
func TestMethod13_11_EveryEventHasAnEntry(t *testing.T) {
	t.Parallel()
	const events = `[{"date":"2025-01-01","type":"index","changePct":0.1},{"date":"2025-01-01","type":"impairment","impairmentLoss":100},` +
		`{"date":"2025-07-01","type":"modification","discountRateAnnual":0.08},{"date":"2026-01-01","type":"purchase","price":800}]`
	for standard, expensed := range map[string]bool{`"ASC_842"`: true, `"IFRS_16"`: false} {
		r := computed(t, "termMonths", "36", "paymentAmount", "1000", "discountRateAnnual", "0.1", "paymentFrequency", `"annual"`,
			"standard", standard, "events", events)
		var got []string
		for _, e := range leasehold.Journal(&r.Measurement) {
			switch {
			case e.Event >= 0:
				got = append(got, e.Date.String()+" event")
				if want := r.Lease.Events[e.Event].Date; e.Date != want {
					t.Errorf("%s: the entry of event %d is dated %s, want %s", standard, e.Event, e.Date, want)
				}
				if len(e.Lines) < 2 || e.Event == 0 && (e.Lines[0].Debit == e.Lines[0].Credit) != expensed {
					t.Errorf("%s: the entry of event %d has %d lines", standard, e.Event, len(e.Lines))
				}
			case e.Period > 0:
				got = append(got, r.Schedule[e.Period-1].First.String()+" row")
			}
		}
		want := "2024-01-01 row, 2025-01-01 event, 2025-01-01 event, 2025-01-01 row, 2025-07-01 event, 2025-07-01 row, 2026-01-01 event"
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: entries are\n%s, want\n%s", standard, got, want)
		}
	}
}

// METHOD 10: the program implements each choice that METHOD lists, and METHOD lists every choice
// that the program makes.
func TestMethod10_EveryChoiceIsApplied(t *testing.T) {
	t.Parallel()
	_, list, _ := strings.Cut(docs.Method, "\n## 10 Our own choices\n")
	list, _, _ = strings.Cut(list, "\n## ")
	choices := []struct {
		says  string
		holds func(t *testing.T)
	}{
		{"1. Amounts above 999,999,999,999,999.99 are rejected", func(t *testing.T) {
			t.Helper()
			computed(t, "paymentAmount", "999999999999999.99")
			for _, body := range []string{
				with(t, "paymentAmount", "1000000000000000"), with(t, "paymentAmmount", "1"), `{"termMonths":60,` + strings.TrimPrefix(plain, "{"),
			} {
				_ = refuse(t, body)
			}
		}},
		{"2. A purchase option price is excluded if `purchaseOptionReasonablyCertain` is explicitly false", func(t *testing.T) {
			t.Helper()
			for certain, total := range map[string]string{"false": "600000.00", "": "605000.00", "true": "605000.00"} {
				r := computed(t, "purchaseOptionAmount", "5000", "purchaseOptionReasonablyCertain", certain)
				expect(t, "payments with certain "+certain, r.TotalUndiscountedPayments.String(), total)
			}
		}},
		{"3. Commencement and operating entries have additional lines", func(t *testing.T) {
			t.Helper()
			r := computed(t, "initialDirectCosts", "300", "prepaidRent", "500")
			if entries := leasehold.Journal(&r.Measurement); len(entries[0].Lines) <= 2 || len(entries[1].Lines) < 4 {
				t.Errorf("commencement has %d lines, the first row %d", len(entries[0].Lines), len(entries[1].Lines))
			}
		}},
		{"4. A supplied `operating` has no effect under IFRS 16 and GASB 87", func(t *testing.T) {
			t.Helper()
			for _, standard := range []string{`"IFRS_16"`, `"GASB_87"`} {
				expect(t, standard, computed(t, "standard", standard, "classification", `"operating"`).Class.String(), "finance")
			}
			expect(t, "ASC", computed(t, "transfersOwnership", "true", "classification", `"operating"`).Class.String(), "operating")
		}},
		{"5. A row's interest can differ from balance × rate by a cent", func(t *testing.T) {
			t.Helper()
			if text := textOf(computed(t), "one_cent_rule"); !strings.Contains(text, "differ from balance times rate by 0.01") {
				t.Errorf("%q", text)
			}
		}},
	}
	if strings.Contains(list, fmt.Sprintf("\n%d. ", len(choices)+1)) {
		t.Errorf("the page lists more choices than these %d", len(choices))
	}
	for _, c := range choices {
		if !strings.Contains(list, "\n"+c.says) {
			t.Errorf("section 10 of the method does not say %q", c.says)
		}
		t.Run(c.says[:2], c.holds)
	}
}
