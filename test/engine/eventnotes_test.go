package engine_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

func keysOf(r *leasehold.Result) (keys []string) {
	for _, n := range r.Notes {
		keys = append(keys, n.Key)
	}
	return keys
}

// textOf returns the text of the result's notes with the given key.
func textOf(r *leasehold.Result, key string) string {
	var texts []string
	for _, n := range r.Notes {
		if n.Key == key {
			texts = append(texts, n.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// METHOD 9, 12.6: an exempt lease has no notes on recognition, discounting or the disclosures of
// recognized leases.
func TestMethod12_6_ExemptLeasesHaveNoNotesOnRecognition(t *testing.T) {
	t.Parallel()
	for _, exempt := range [][]string{
		{"standard", `"ASC_842"`, "exemption", `"short_term"`},
		{"standard", `"IFRS_16"`, "exemption", `"low_value"`},
		{"standard", `"GASB_87"`, "exemption", `"short_term"`},
	} {
		for _, rate := range []string{"0", "0.0001", "0.5"} {
			lease := append([]string{"termMonths", "12", "paymentAmount", "100.01", "initialDirectCosts", "7", "discountRateAnnual", rate}, exempt...)
			r := computed(t, lease...)
			for _, key := range keysOf(r) {
				if slices.Contains([]string{
					"annuity_due", "current_portion", "zero_rate", "low_rate", "high_rate", "gasb_direct_costs", "gasb_fiscal_years", "gasb_government_wide",
				}, key) {
					t.Errorf("%v at %s: note %s", exempt, rate, key)
				}
			}
			if text := textOf(r, "one_cent_rule"); strings.Contains(text, "amortization") {
				t.Errorf("%v: %s", exempt, text)
			}
		}
	}
}

// METHOD 12.11: the transfer note mentions the class at the original commencement only under a
// standard with two classes of lease. For a governmental fund, it says that the financing was
// reported earlier.
func TestMethod12_11_TheTransferNoteUsesTheStandardsTerms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		standard, fund string
		class, again   bool
	}{
		{`"ASC_842"`, "", true, false},
		{`"IFRS_16"`, "", false, false},
		{`"GASB_87"`, `"government_wide"`, false, false},
		{`"GASB_87"`, `"governmental"`, false, true},
	} {
		lease := []string{"standard", c.standard, "openingRouAsset", "60000"}
		if c.fund != "" {
			lease = append(lease, "fund", c.fund)
		}
		r := computed(t, lease...)
		if text := textOf(r, "taken_over"); text == "" || strings.Contains(text, "supply it as the classification") != c.class {
			t.Errorf("%s %s: %q", c.standard, c.fund, text)
		}
		if text := textOf(r, "fund_taken_over"); (text != "") != c.again {
			t.Errorf("%s %s: %q", c.standard, c.fund, text)
		}
	}
}

// METHOD 4.3, 13.8: if an event makes a transfer of ownership reasonably certain and the economic
// life is missing, a note says so, as at commencement.
func TestMethod13_8_OwnershipWithoutALifeIsNotedAtAnEvent(t *testing.T) {
	t.Parallel()
	for _, standard := range []string{`"ASC_842"`, `"IFRS_16"`, `"GASB_87"`} {
		for more, want := range map[string]bool{
			`,"purchaseOptionReasonablyCertain":true,"purchaseOptionAmount":500`:                               true,
			`,"purchaseOptionReasonablyCertain":true,"purchaseOptionAmount":500,"assetEconomicLifeMonths":120`: false,
			`,"paymentAmount":1100`: false,
		} {
			r := computed(t, "commencementDate", `"2024-01-01"`, "standard", standard,
				"events", `[{"date":"2025-01-01","type":"reassessment","discountRateAnnual":0.05`+more+`}]`)
			if text := textOf(r, "life_missing"); strings.HasPrefix(text, "On 2025-01-01, ownership is expected") != want {
				t.Errorf("%s %s: %q", standard, more, text)
			}
		}
	}
}

// METHOD 13.9: the note on an impairment loss of 0 does not mention a write-down.
func TestMethod13_9_AZeroLossMentionsNoWriteDown(t *testing.T) {
	t.Parallel()
	for loss, want := range map[string]string{"0": "there is no write-down", "100": "written down by 100.00 as supplied"} {
		r := computed(t, "commencementDate", `"2024-01-01"`, "events", `[{"date":"2025-01-01","type":"impairment","impairmentLoss":`+loss+`}]`)
		if text := textOf(r, "impairment_reversal"); !strings.Contains(text, want) {
			t.Errorf("loss %s: %q", loss, text)
		}
	}
}

// METHOD 13.8, 13.9: an economic life supplied with a plan to abandon the asset applies from then
// on. If a later event tests the class, a note mentions it.
func TestMethod13_8_ALifeFromAnImpairmentIsNotedAtLaterTests(t *testing.T) {
	t.Parallel()
	const plan = `{"date":"2025-01-01","type":"impairment","impairmentLoss":0,"assetEconomicLifeMonths":12}`
	for _, c := range []struct {
		standard, events string
		want             bool
	}{
		{`"ASC_842"`, plan + `,{"date":"2025-04-01","type":"modification","discountRateAnnual":0.05,"paymentAmount":900}`, true},
		{`"ASC_842"`, plan + `,{"date":"2025-04-01","type":"modification","discountRateAnnual":0.05,"paymentAmount":900,"assetEconomicLifeMonths":400}`, false},
		{`"ASC_842"`, `{"date":"2025-04-01","type":"modification","discountRateAnnual":0.05,"paymentAmount":900}`, false},
		{`"IFRS_16"`, plan + `,{"date":"2025-04-01","type":"modification","discountRateAnnual":0.05,"paymentAmount":900}`, false},
		{`"ASC_842"`, plan, false},
	} {
		r := computed(t, "commencementDate", `"2024-01-01"`, "termMonths", "60", "assetEconomicLifeMonths", "480", "standard", c.standard, "events", "["+c.events+"]")
		if text := textOf(r, "life_of_impairment"); strings.HasPrefix(text, "On 2025-04-01, the class is tested with the economic life") != c.want {
			t.Errorf("%s %s: %q", c.standard, c.events, text)
		}
	}
}

// METHOD 9, 13.12: a note with a row count names the schedule that the count refers to: the printed
// schedule, or the schedule at commencement.
func TestMethod13_12_NotesCountTheRowsOfTheLife(t *testing.T) {
	t.Parallel()
	lease := []string{
		"commencementDate", `"2024-01-01"`, "termMonths", "24", "paymentAmount", "10", "discountRateAnnual", "0.12", "paymentTiming", `"arrears"`,
		"residualValueGuarantee", "50000",
	}
	if text := textOf(computed(t, lease...), "negative_principal"); !strings.HasPrefix(text, "In 23 of 24 periods ") {
		t.Error(text)
	}
	r := computed(t, append(lease, "events", `[{"date":"2024-07-16","type":"reassessment","discountRateAnnual":0.12,"termMonths":36}]`)...)
	negative := 0
	for i := range r.Schedule {
		if r.Schedule[i].Principal.Sign() < 0 {
			negative++
		}
	}
	if text, want := textOf(r, "negative_principal"), "In "+strconv.Itoa(negative)+" of "+strconv.Itoa(len(r.Schedule))+" periods "; !strings.HasPrefix(text, want) {
		t.Errorf("%q, want %q", text, want)
	}
	if text := textOf(r, "one_cent_rule"); !strings.Contains(text, " of 24 periods measured at commencement") {
		t.Error(text)
	}
}

// METHOD 12.2: a note on rent-free months mentions an escalation only if the lease has one. It does
// not mention a payment of 0.
func TestMethod12_2_NotesOnRentFreeMonthsNameNoOtherTerms(t *testing.T) {
	t.Parallel()
	free := []string{"paymentTiming", `"advance"`, "commencementDate", `"2024-01-01"`, "rentFree", `[{"from":"2024-01-01","months":2}]`}
	r := computed(t, free...)
	if text := textOf(r, "rent_free"); !strings.HasSuffix(text, " for 2 months.") || slices.Contains(keysOf(r), "annuity_due") {
		t.Errorf("%q", r.NoteTexts())
	}
	if text := textOf(computed(t, append(free, "annualEscalationPct", "0.02")...), "rent_free"); !strings.Contains(text, "does not postpone the escalation") {
		t.Error(text)
	}
}

// METHOD 13.13: under ASC 842, the note on a modification says that the rate at its effective date
// applies. Only the note on a reassessment may say that the existing rate is retained. The note on
// a shorter term does not mention that a portion is surrendered.
func TestMethod13_13_NotesDescribeTheEvent(t *testing.T) {
	t.Parallel()
	event := func(standard, event string) *leasehold.Result {
		return computed(t, "standard", `"`+standard+`"`, "events", `[`+event+`]`)
	}
	reassessed := `{"date":"2025-01-01","type":"reassessment","discountRateAnnual":0.07}`
	if text := textOf(event("ASC_842", reassessed), "rate_of_event"); !strings.Contains(text, "842-20-35-5(a)") {
		t.Error(text)
	}
	modified := `{"date":"2025-01-01","type":"modification","discountRateAnnual":0.07}`
	if text := textOf(event("ASC_842", modified), "rate_of_event"); strings.Contains(text, "35-5") || !strings.Contains(text, "842-10-25-11") {
		t.Error(text)
	}
	const share = "portion of the right of use surrendered"
	for more, want := range map[string]string{
		`,"termMonths":40`:                      "the term is shortened: the asset and the liability are reduced for the months given up.",
		`,"termMonths":40,"retainedShare":0.5`:  share + ", and for the months given up.",
		`,"retainedShare":0.5`:                  share + ".",
		`,"termMonths":400,"retainedShare":0.5`: share + ".",
	} {
		body := strings.Replace(modified, "}", more+"}", 1)
		if text := textOf(event("IFRS_16", body), "scope_decreased"); !strings.HasSuffix(text, want) {
			t.Errorf("%s: %q, want %q", more, text, want)
		}
	}
}
