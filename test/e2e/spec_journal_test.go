package e2e

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// promisesOfTheClassification returns the promises of SPEC 2.5.
func promisesOfTheClassification() []promise {
	of := func(f func(t *testing.T, c map[string]any)) func(*testing.T) {
		return func(t *testing.T) {
			for name := range samples {
				t.Run(name, func(t *testing.T) { f(t, at(t, sample(t, name), "classification").(map[string]any)) })
			}
		}
	}
	return []promise{
		{"2.5", "classification", of(func(t *testing.T, c map[string]any) {
			wantMembers(t, c, "classification", "standard", "single_model", "criteria", "rationale")
			if got := text(t, c, "classification"); got != "operating" && got != "finance" {
				t.Errorf("classification %q", got)
			}
		})},
		{"2.5", "standard", of(func(t *testing.T, c map[string]any) {
			if got := text(t, c, "standard"); got != "ASC_842" && got != "IFRS_16" && got != "GASB_87" {
				t.Errorf("standard %q", got)
			}
		})},
		{"2.5", "single_model", of(func(t *testing.T, c map[string]any) {
			single := text(t, c, "standard") != "ASC_842"
			if got := at(t, c, "single_model"); got != single {
				t.Errorf("single_model %v under %s", got, text(t, c, "standard"))
			}
			if single && text(t, c, "classification") != "finance" {
				t.Error("the single model is not finance")
			}
		})},
		{"2.5", "criteria", of(func(t *testing.T, c map[string]any) {
			for _, criterion := range list(t, c, "criteria") {
				wantMembers(t, criterion, "key", "label", "met", "detail", "citation")
				if _, ok := at(t, criterion, "met").(bool); !ok || text(t, criterion, "label") == "" || text(t, criterion, "detail") == "" || !strings.HasPrefix(text(t, criterion, "citation"), "ASC 842-10-25-2") {
					t.Errorf("criterion %v", criterion)
				}
			}
		})},
		{"2.5", "rationale", of(func(t *testing.T, c map[string]any) {
			if text(t, c, "rationale") == "" {
				t.Error("no rationale")
			}
		})},
		{"2.5", "Under ASC_842, the criteria array contains five", func(t *testing.T) {
			fiveCriteria(t)
			theThresholds(t)
		}},
		{"2.5", "If no criterion is met", withoutACriterionALeaseIsOperating},
		{"2.5", "A supplied classification field overrides", aSuppliedClassOverrides},
		{"2.5", "Under a standard with a single lessee model, the override has no effect", func(t *testing.T) {
			got := answer(t, "compute", lease("standard", `"IFRS_16"`, "classification", `"operating"`))
			if text(t, got, "result", "classification") != "finance" || !strings.Contains(fmt.Sprint(at(t, got, "result", "notes")), "disregarded") || !strings.Contains(text(t, got, "classification", "rationale"), "disregarded") {
				t.Errorf("got %v", got)
			}
		}},
		{"2.5", "A purchaseOptionAmount above 0 means", func(t *testing.T) {
			total := func(members ...string) string {
				return fmt.Sprint(at(t, answer(t, "compute", lease(members...)), "result", "totalUndiscountedPayments"))
			}
			plain := total()
			if total("purchaseOptionAmount", "500") == plain || total("purchaseOptionAmount", "500", "purchaseOptionReasonablyCertain", "false") != plain {
				t.Error("the option is a payment if and only if its exercise is reasonably certain")
			}
		}},
	}
}

var criterionKeys = []string{"transfer_of_ownership", "purchase_option", "economic_life", "fair_value", "specialized_asset"}

// metBy returns the classification criteria that a lease meets, and the class of the lease.
func metBy(t *testing.T, body string) (met []string, class string) {
	t.Helper()
	got := answer(t, "classify", body)
	var keys []string
	for _, c := range list(t, got, "criteria") {
		keys = append(keys, text(t, c, "key"))
		if at(t, c, "met") == true {
			met = append(met, text(t, c, "key"))
		}
	}
	if !slices.Equal(keys, criterionKeys) {
		t.Errorf("criteria %v, want %v", keys, criterionKeys)
	}
	return met, text(t, got, "classification")
}

func fiveCriteria(t *testing.T) {
	for key, body := range map[string]string{
		"transfer_of_ownership": lease("transfersOwnership", "true"),
		"purchase_option":       lease("purchaseOptionReasonablyCertain", "true"),
		"economic_life":         lease("assetEconomicLifeMonths", "4"),
		"fair_value":            lease("assetFairValue", "3000"),
		"specialized_asset":     lease("specializedAsset", "true"),
	} {
		if met, class := metBy(t, body); !slices.Equal(met, []string{key}) || class != "finance" {
			t.Errorf("%s: met %v, %s", key, met, class)
		}
	}
}

// theThresholds checks the thresholds of METHOD 6: 75 % of the economic life and 90 % of the fair
// value. A lease at a threshold meets the criterion.
func theThresholds(t *testing.T) {
	for _, c := range []struct {
		body    string
		finance bool
	}{
		{lease("termMonths", "45", "assetEconomicLifeMonths", "60"), true},
		{lease("termMonths", "44", "assetEconomicLifeMonths", "60"), false},
		{lease("discountRateAnnual", "0", "assetFairValue", "3333.33"), true},  // 3000 is 90.00009 % of the fair value
		{lease("discountRateAnnual", "0", "assetFairValue", "3333.34"), false}, // 3000 is 89.99982 % of the fair value
		{lease("discountRateAnnual", "0", "assetFairValue", "0"), false},
	} {
		if met, class := metBy(t, c.body); (class == "finance") != c.finance {
			t.Errorf("%s: met %v, %s", c.body, met, class)
		}
	}
}

func withoutACriterionALeaseIsOperating(t *testing.T) {
	got := answer(t, "classify", plainLease)
	rationale := strings.ToLower(text(t, got, "rationale"))
	if text(t, got, "classification") != "operating" || !strings.Contains(rationale, "operating") || !strings.Contains(rationale, "0 of 5 criteria") {
		t.Errorf("%s: %s", text(t, got, "classification"), rationale)
	}
}

func aSuppliedClassOverrides(t *testing.T) {
	for body, want := range map[string]string{
		lease("classification", `"finance"`):                                 "finance",
		lease("classification", `"operating"`, "transfersOwnership", "true"): "operating",
		lease("classification", `"finance"`, "transfersOwnership", "true"):   "finance",
		lease("classification", `"operating"`, "standard", `"IFRS_16"`):      "finance", // METHOD 6: a single-model standard ignores the override
	} {
		if got := answer(t, "compute", body); text(t, got, "result", "classification") != want || text(t, got, "classification", "classification") != want {
			t.Errorf("%s: %s", body, text(t, got, "result", "classification"))
		}
	}
}

// promisesOfTheJournal returns the promises of SPEC 2.6.
func promisesOfTheJournal() []promise {
	return []promise{
		{"2.6", "date", ofEntries(func(t *testing.T, _ map[string]any, entry any, _ int) { date(t, entry, "date") })},
		{"2.6", "memo", ofEntries(func(t *testing.T, _ map[string]any, entry any, _ int) {
			if text(t, entry, "memo") == "" {
				t.Error("no memo")
			}
		})},
		{"2.6", "lines", ofEntries(func(t *testing.T, _ map[string]any, entry any, _ int) {
			wantMembers(t, entry, "date", "memo", "lines")
			for _, line := range list(t, entry, "lines") {
				wantMembers(t, line, "account", "debit", "credit")
				if debit, credit := cents(t, line, "debit"), cents(t, line, "credit"); debit.Sign() < 0 || credit.Sign() < 0 || debit.Sign() > 0 && credit.Sign() > 0 {
					t.Errorf("line %v", line)
				}
			}
		})},
		{"2.6", "All period entries of a class have the same lines", sameLinesInEveryPeriod},
		{"2.6", "If the cost and the payment of any period differ", func(t *testing.T) {
			got := answer(t, "journal-entries", lease("standard", `"ASC_842"`, "classification", `"operating"`, "termMonths", "24", "annualEscalationPct", "0.05"))
			lines := list(t, at(t, got, "journalEntries", 1), "lines")
			if len(lines) != 5 || text(t, lines[4], "account") != "Right-of-use asset" {
				t.Errorf("lines %v", lines)
			}
		}},
		{"2.6", "Commencement entries also have lines for direct costs", func(t *testing.T) {
			entry := func(members ...string) int {
				return len(list(t, at(t, answer(t, "journal-entries", lease(members...)), "journalEntries", 0), "lines"))
			}
			if entry("initialDirectCosts", "10", "leaseIncentives", "5", "prepaidRent", "7") <= entry() {
				t.Error("no lines for direct costs, incentives and prepaid rent")
			}
		}},
		{"2.6", "Each entry is balanced", ofEntries(func(t *testing.T, _ map[string]any, entry any, _ int) {
			balance := new(big.Int)
			for _, line := range list(t, entry, "lines") {
				balance.Add(balance, cents(t, line, "debit")).Sub(balance, cents(t, line, "credit"))
			}
			wantEqual(t, "debits less credits", balance, new(big.Int))
		})},
		{"2.6", "The list contains the commencement entry", func(t *testing.T) {
			for name := range samples {
				got := sample(t, name)
				if n, rows := len(list(t, got, "journalEntries")), len(list(t, got, "result", "schedule")); n != rows+1 {
					t.Errorf("%s: %d entries for %d periods", name, n, rows)
				}
			}
		}},
		{"2.6", "Commencement entry:", theCommencementEntry},
		{"2.6", "Operating-lease period entry lines", theOperatingEntry},
		{"2.6", "The entries of a finance lease instead have separate lines", theFinanceEntry},
	}
}

// ofEntries returns a test that calls f for every journal entry of every sample.
func ofEntries(f func(t *testing.T, got map[string]any, entry any, k int)) func(*testing.T) {
	return func(t *testing.T) {
		for name := range samples {
			t.Run(name, func(t *testing.T) {
				got := sample(t, name)
				for k, entry := range list(t, got, "journalEntries") {
					f(t, got, entry, k)
				}
			})
		}
	}
}

// posted returns the amounts of an entry on an account, one per line of the entry. Debits are
// positive, and credits are negative.
func posted(t *testing.T, entry any, account string) []*big.Int {
	t.Helper()
	var amounts []*big.Int
	for _, line := range list(t, entry, "lines") {
		if text(t, line, "account") == account {
			amounts = append(amounts, new(big.Int).Sub(cents(t, line, "debit"), cents(t, line, "credit")))
		}
	}
	return amounts
}

func theCommencementEntry(t *testing.T) {
	for name := range samples {
		got := sample(t, name)
		entry := at(t, got, "journalEntries", 0)
		asset, liability := posted(t, entry, "Right-of-use asset"), posted(t, entry, "Lease liability")
		if text(t, entry, "date") != text(t, got, "input", "commencementDate") || len(asset) != 1 || len(liability) != 1 {
			t.Errorf("%s: commencement entry %v", name, entry)
			continue
		}
		wantEqual(t, name+": asset", asset[0], cents(t, got, "result", "initialRouAsset"))
		wantEqual(t, name+": liability", liability[0].Neg(liability[0]), cents(t, got, "result", "initialLiability"))
	}
}

func theOperatingEntry(t *testing.T) {
	got := sample(t, "operating")
	entries := list(t, got, "journalEntries")
	for k, row := range list(t, got, "result", "schedule") {
		entry := entries[k+1]
		want := map[string]*big.Int{"Lease expense": cents(t, row, "leaseExpense"), "Cash": neg(cents(t, row, "payment")), "Lease liability": cents(t, row, "principal")}
		for account, amount := range want {
			wantEqual(t, account, sum(posted(t, entry, account)...), amount)
		}
		asset := posted(t, entry, "Right-of-use asset")
		if len(asset) == 0 {
			t.Fatalf("entry %d does not move the asset", k+1)
		}
		wantEqual(t, "the asset's principal line", asset[0], neg(cents(t, row, "principal")))
		wantEqual(t, "the asset in total", sum(asset...), neg(cents(t, row, "rouAmortization")))
		if text(t, entry, "date") != text(t, row, "date") {
			t.Errorf("entry %d is dated %s", k+1, text(t, entry, "date"))
		}
	}
}

func theFinanceEntry(t *testing.T) {
	got := sample(t, "finance")
	entries := list(t, got, "journalEntries")
	for k, row := range list(t, got, "result", "schedule") {
		want := map[string]*big.Int{
			"Interest expense": cents(t, row, "interest"), "Lease liability": cents(t, row, "principal"), "Cash": neg(cents(t, row, "payment")),
			"Amortization expense": cents(t, row, "rouAmortization"), "Right-of-use asset": neg(cents(t, row, "rouAmortization")),
		}
		for account, amount := range want {
			wantEqual(t, account, sum(posted(t, entries[k+1], account)...), amount)
		}
		if len(posted(t, entries[k+1], "Lease expense")) != 0 {
			t.Error("a finance lease posts lease expense")
		}
	}
}

func neg(a *big.Int) *big.Int { return new(big.Int).Neg(a) }

// sameLinesInEveryPeriod checks that the entries of all periods of a finance lease have the same
// accounts. The first line is interest, even if the period has no interest.
func sameLinesInEveryPeriod(t *testing.T) {
	entries := list(t, answer(t, "journal-entries", lease("standard", `"IFRS_16"`)), "journalEntries")
	accounts := func(entry any) string {
		var names []string
		for _, line := range list(t, entry, "lines") {
			names = append(names, text(t, line, "account"))
		}
		return strings.Join(names, ", ")
	}
	first := accounts(entries[1])
	if !strings.HasPrefix(first, "Interest expense") {
		t.Errorf("the first line of %s", first)
	}
	for _, entry := range entries[1:] {
		if got := accounts(entry); got != first {
			t.Errorf("%s, and %s", got, first)
		}
	}
}
