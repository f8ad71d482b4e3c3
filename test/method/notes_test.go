package method_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/docs"
	"github.com/leasehold-accounting/leasehold/money"
)

// noteOf returns the text of the result's note with the given key, or "".
func noteOf(r *leasehold.Result, key string) string {
	for _, n := range r.Notes {
		if n.Key == key {
			return n.Text
		}
	}
	return ""
}

func edits(list ...func(*leasehold.Lease)) func(*leasehold.Lease) {
	return func(l *leasehold.Lease) {
		for _, edit := range list {
			edit(l)
		}
	}
}

// Several cases share these edits.
func arrears(l *leasehold.Lease)    { l.PaymentTiming = leasehold.Arrears }
func finance(l *leasehold.Lease)    { l.Classification = leasehold.Finance }
func operating(l *leasehold.Lease)  { l.Classification = leasehold.Operating }
func ifrs16(l *leasehold.Lease)     { l.Standard = leasehold.IFRS16 }
func gasb87(l *leasehold.Lease)     { l.Standard = leasehold.GASB87 }
func frs102(l *leasehold.Lease)     { l.Standard = leasehold.FRS102 }
func gasb96(l *leasehold.Lease)     { l.Standard = leasehold.GASB96 }
func oneYear(l *leasehold.Lease)    { l.TermMonths = 12 }
func transfers(l *leasehold.Lease)  { l.TransfersOwnership = leasehold.Some(true) }
func certain(l *leasehold.Lease)    { l.PurchaseOptionReasonablyCertain = leasehold.Some(true) }
func uncertain(l *leasehold.Lease)  { l.PurchaseOptionReasonablyCertain = leasehold.Some(false) }
func priced(l *leasehold.Lease)     { l.PurchaseOptionAmount = number("5000") }
func guaranteed(l *leasehold.Lease) { l.ResidualValueGuarantee = number("9000") }
func unpriced(l *leasehold.Lease)   { l.PurchaseOptionAmount = number("0") }
func zeroRate(l *leasehold.Lease)   { l.DiscountRateAnnual = money.Decimal{} }
func rising(l *leasehold.Lease)     { l.AnnualEscalationPct = number("0.03") }
func quarterly(l *leasehold.Lease)  { l.PaymentFrequency = leasehold.Quarterly }
func annually(l *leasehold.Lease)   { l.PaymentFrequency = leasehold.Annual }

func fromMidMonth(l *leasehold.Lease) { l.CommencementDate = civil.New(2024, 1, 15) }
func lifeOf(n int) func(*leasehold.Lease) {
	return func(l *leasehold.Lease) { l.AssetEconomicLifeMonths = leasehold.Some(n) }
}
func months(n int) func(*leasehold.Lease) { return func(l *leasehold.Lease) { l.TermMonths = n } }
func rate(s string) func(*leasehold.Lease) {
	return func(l *leasehold.Lease) { l.DiscountRateAnnual = money.MustParse(s) }
}

func payment(s string) func(*leasehold.Lease) {
	return func(l *leasehold.Lease) { l.PaymentAmount = money.MustParse(s) }
}

func fair(s string) func(*leasehold.Lease) {
	return func(l *leasehold.Lease) { l.AssetFairValue = number(s) }
}

func incentive(s string) func(*leasehold.Lease) {
	return func(l *leasehold.Lease) { l.LeaseIncentives = number(s) }
}

// noteCase lists leases with and without a note. Each key is text that the note must contain, and
// the key's value is the edit of the lease that makes the note appear. A nil edit leaves the lease
// of [officeLease] unchanged.
type noteCase struct {
	key     string
	present map[string]func(*leasehold.Lease) // edit of the lease, by the expected text
	absent  []func(*leasehold.Lease)
}

var noteCases = []noteCase{
	{
		"annuity_due",
		map[string]func(*leasehold.Lease){
			"includes the 10,000.00 payment made on the commencement date; the balance after that payment is 509,841.89.": nil,
			"includes the 10,000.00 payment made on the commencement date; the balance after that payment is 8,955.22.":   edits(months(1), guaranteed),
		},
		[]func(*leasehold.Lease){arrears},
	},
	{
		"accrue_at_close",
		map[string]func(*leasehold.Lease){
			"Each row runs from one payment date to the next; for a close between two payment dates, accrue the amounts to the reporting date": edits(quarterly),
			"Each row ends on the payment date and contains the cost of the whole period":                                                      edits(quarterly, arrears),
			"for a close between two payment dates, accrue the amounts to the reporting date.":                                                 fromMidMonth,
		},
		[]func(*leasehold.Lease){nil, arrears},
	},
	{
		"stub",
		map[string]func(*leasehold.Lease){"a stub of 2 of 3 months": edits(months(14), quarterly)},
		[]func(*leasehold.Lease){nil, edits(months(15), quarterly)},
	},
	{"lease_years", map[string]func(*leasehold.Lease){"lease years counted from commencement, not fiscal years": nil}, nil},
	{
		"current_portion",
		map[string]func(*leasehold.Lease){"the principal settled by the payments of the first twelve months": nil, "show a smaller current portion": quarterly},
		[]func(*leasehold.Lease){arrears, oneYear, zeroRate, growing},
	},
	{
		"current_limited",
		map[string]func(*leasehold.Lease){
			"capped at the initial liability less the payment due at commencement; neither portion": growing,
			"capped at the initial liability; neither portion":                                      edits(growing, arrears),
		},
		[]func(*leasehold.Lease){nil, arrears, edits(growing, oneYear), annually},
	},
	{
		"short_term",
		map[string]func(*leasehold.Lease){
			"may elect, by class of asset, to keep the lease off the balance sheet and to expense its payments straight-line (ASC 842-20-25-2).": oneYear,
			"(ASC 842-20-25-2)":      edits(oneYear, priced, uncertain),
			"(IFRS 16.5, IFRS 16.8)": edits(oneYear, ifrs16),
			"if the maximum possible term, including every option to extend, is also 12 months or less, the lease must be treated as short-term and its payments expensed (GASB 87.16).": edits(oneYear, gasb87),
			"(GASB 87.16)": edits(oneYear, gasb87, priced, certain),
		},
		[]func(*leasehold.Lease){
			nil, months(13), edits(months(13), ifrs16), edits(months(13), gasb87),
			edits(oneYear, certain), edits(oneYear, priced),
			edits(oneYear, ifrs16, certain), edits(oneYear, ifrs16, priced), edits(oneYear, ifrs16, priced, uncertain),
		},
	},
	{
		"option_asserted",
		map[string]func(*leasehold.Lease){
			"exercise is assumed to be reasonably certain, because the price is a lease payment only in that case (ASC 842-10-30-5(c)).": priced,
			"(IFRS 16.27(d)).": edits(priced, ifrs16),
			"(GASB 87.21).":    edits(priced, gasb87),
		},
		[]func(*leasehold.Lease){nil, unpriced, edits(priced, certain), edits(priced, uncertain)},
	},
	{
		"option_left_out",
		map[string]func(*leasehold.Lease){
			"price of 5,000.00 is not part of the lease payments, because, according to the input, its exercise is not reasonably certain (ASC 842-10-30-5(c)).": edits(priced, uncertain),
			"(IFRS 16.27(d)).": edits(priced, uncertain, ifrs16),
			"(GASB 87.21).":    edits(priced, uncertain, gasb87),
		},
		[]func(*leasehold.Lease){nil, priced, uncertain, edits(unpriced, uncertain), edits(priced, certain)},
	},
	{
		"option_without_price",
		map[string]func(*leasehold.Lease){
			"but no price of at least one cent was supplied": certain,
			"so the lease payments do not include a price":   edits(certain, unpriced),
		},
		[]func(*leasehold.Lease){nil, priced, edits(priced, certain), uncertain, transfers},
	},
	{
		"guarantee_threshold",
		map[string]func(*leasehold.Lease){
			"probable of being owed, not the full guarantee (ASC 842-10-30-5(f)).":    guaranteed,
			"expected to be payable, not the full guarantee (IFRS 16.27(c)).":         edits(guaranteed, ifrs16),
			"reasonably certain to be required, not the full guarantee (GASB 87.21).": edits(guaranteed, gasb87),
		},
		[]func(*leasehold.Lease){nil, func(l *leasehold.Lease) { l.ResidualValueGuarantee = number("0") }, priced},
	},
	{
		"guarantee_and_ownership",
		map[string]func(*leasehold.Lease){
			"confirm both":                         edits(guaranteed, priced),
			"a lessee that acquires the asset":     edits(guaranteed, certain),
			"together with a purchase option or a": edits(guaranteed, transfers),
			"will not owe the guarantee":           edits(guaranteed, transfers, gasb87),
		},
		[]func(*leasehold.Lease){nil, guaranteed, priced, transfers, edits(guaranteed, priced, uncertain)},
	},
	{
		"life_as_useful_life",
		map[string]func(*leasehold.Lease){
			"economic life of 48 months is used as": edits(lifeOf(48)),
			"economic life of 84 months is used as": edits(lifeOf(84), transfers),
			"economic life of 60 months is used as": edits(lifeOf(60), priced, ifrs16),
		},
		[]func(*leasehold.Lease){nil, finance, lifeOf(60), lifeOf(84), edits(lifeOf(84), ifrs16), edits(lifeOf(84), transfers, operating), edits(lifeOf(48), operating)},
	},
	{
		"life_beyond_term",
		map[string]func(*leasehold.Lease){
			"amortized over 120 months; a carrying amount of 259,920.94 remains at the end of the term": edits(lifeOf(120), transfers),
			"amortized over 61 months": edits(lifeOf(61), certain, ifrs16),
			"amortized over 60 months; a credit balance of 6,785.86 remains at the end of the term and reduces": edits(
				lifeOf(60), transfers, months(36), payment("1000"), incentive("50000")),
		},
		[]func(*leasehold.Lease){
			nil, lifeOf(120), edits(lifeOf(60), transfers), edits(lifeOf(48), transfers), transfers, edits(lifeOf(120), transfers, operating),
			edits(lifeOf(120), transfers, payment("0.004"), oneYear),
		},
	},
	{
		"life_missing",
		map[string]func(*leasehold.Lease){
			"no economic life was supplied, so the asset is amortized over the term": transfers,
			"instead of its useful life": edits(priced, gasb87),
		},
		[]func(*leasehold.Lease){nil, finance, edits(lifeOf(84), transfers), edits(transfers, operating), edits(priced, uncertain)},
	},
	{
		"life_below_term",
		map[string]func(*leasehold.Lease){
			"economic life of 48 months is shorter than the term of 60 months": lifeOf(48),
			"economic life of 1 month is shorter than the term of 60 months":   edits(lifeOf(1), operating),
		},
		[]func(*leasehold.Lease){nil, lifeOf(60), lifeOf(61)},
	},
	{
		"negative_asset",
		map[string]func(*leasehold.Lease){
			"negative at commencement;":                    incentive("600000"),
			"negative from the end of period 2;":           edits(rate("0.5"), months(240), func(l *leasehold.Lease) { l.AnnualEscalationPct = number("0.3") }),
			"reclassify the credit balance to a liability": edits(incentive("600000"), gasb87),
		},
		[]func(*leasehold.Lease){nil, finance, incentive("1000"), edits(finance, incentive("519841.89"))},
	},
	{
		"negative_principal",
		map[string]func(*leasehold.Lease){"of 360 periods the payment does not cover the interest": growing},
		[]func(*leasehold.Lease){nil, zeroRate, arrears, edits(annually, arrears, rate("0.1"), payment("100"), func(l *leasehold.Lease) {
			l.ResidualValueGuarantee = number("1000") // makes each payment equal the interest
		})},
	},
	{
		"negative_cost",
		map[string]func(*leasehold.Lease){
			"The total lease cost is negative": incentive("600000.01"),
			"incentives exceed all payments;":  edits(incentive("600000.01"), finance),
		},
		[]func(*leasehold.Lease){nil, incentive("600000"), edits(incentive("600000"), finance)},
	},
	{
		"class_without_meaning",
		map[string]func(*leasehold.Lease){
			"operating, is disregarded: a lessee has no operating leases under IFRS 16": edits(operating, ifrs16),
			"operating, is disregarded: a lessee has no operating leases under GASB 87": edits(operating, gasb87),
		},
		[]func(*leasehold.Lease){nil, operating, ifrs16, edits(finance, ifrs16), edits(finance, gasb87)},
	},
	{
		"zero_rent",
		map[string]func(*leasehold.Lease){
			"The rent of 60 of 60 periods rounds to 0.00": payment("0.004"),
			"The rent of 1 of 5 periods rounds to 0.00":   edits(payment("0.01"), quarterly, months(13), guaranteed),
			"The rent of 1 of 1 period rounds to 0.00":    edits(payment("0.004"), months(1)),
		},
		[]func(*leasehold.Lease){nil, payment("0.005")},
	},
	{
		"high_rate",
		map[string]func(*leasehold.Lease){"(0.05 is 5%)": rate("0.30000000000000000000000001"), "is 31% a year": rate("0.31")},
		[]func(*leasehold.Lease){nil, rate("0.30"), rate("0.3")},
	},
	{
		"low_rate",
		map[string]func(*leasehold.Lease){"is 0.06% a year; check that the percentage": rate("0.0006"), "is 0.4999% a year": edits(gasb87, rate("0.004999"))},
		[]func(*leasehold.Lease){nil, zeroRate, rate("0.005"), rate("0.5")},
	},
	{
		"zero_rate",
		map[string]func(*leasehold.Lease){"The discount rate is 0, so payments are not discounted": zeroRate, "no interest arises": edits(zeroRate, gasb87)},
		[]func(*leasehold.Lease){nil, rate("1e-17")},
	},
	{
		"value_above_fair",
		map[string]func(*leasehold.Lease){
			"exceeds the asset's fair value; check": fair("519841.885"),
			"check the discount rate":               edits(ifrs16, fair("1")),
			"the payments and the fair value.":      edits(fair("1e14"), payment("999999999999999")),
		},
		[]func(*leasehold.Lease){nil, fair("519841.89"), fair("519841.891"), fair("0")},
	},
	{
		"prepaid_in_advance",
		map[string]func(*leasehold.Lease){
			"must not include the payment due at commencement": func(l *leasehold.Lease) { l.PrepaidRent = number("10000") },
		},
		[]func(*leasehold.Lease){nil, edits(arrears, func(l *leasehold.Lease) { l.PrepaidRent = number("10000") }), func(l *leasehold.Lease) { l.PrepaidRent = number("0") }},
	},
	{
		"escalation",
		map[string]func(*leasehold.Lease){
			"measured using its level at commencement (ASC 842-10-30-5(b)).": rising,
			"(IFRS 16.27(b)).":        edits(rising, ifrs16),
			"(GASB 87.21).":           edits(rising, gasb87),
			"do not enter a forecast": edits(rising, quarterly, months(24)),
		},
		[]func(*leasehold.Lease){nil, edits(rising, quarterly, oneYear), func(l *leasehold.Lease) { l.AnnualEscalationPct = number("0") }, edits(rising, oneYear)},
	},
	{
		"guarantee_fair_value",
		map[string]func(*leasehold.Lease){
			"The 90% test includes the full guaranteed amount": guaranteed,
			"perform the test with the full guarantee.":        edits(guaranteed, fair("1e6")),
		},
		[]func(*leasehold.Lease){
			nil, fair("1e6"), edits(guaranteed, ifrs16), edits(guaranteed, gasb87),
		},
	},
	{
		"class_override",
		map[string]func(*leasehold.Lease){
			"The supplied classification, finance, contradicts the criteria, which indicate an operating lease by default, since no input for them was supplied": finance,
			"The supplied classification, finance, contradicts the criteria, which indicate an operating lease according to the supplied inputs":                 edits(finance, lifeOf(600)),
			"The supplied classification, operating, contradicts the criteria, which indicate a finance lease according to the supplied inputs":                  edits(operating, transfers),
		},
		[]func(*leasehold.Lease){nil, operating, transfers, edits(finance, transfers), edits(operating, ifrs16), edits(operating, gasb87)},
	},
	{
		"operating_with_option",
		map[string]func(*leasehold.Lease){
			"the price of 5,000.00 is spread as lease cost":        edits(priced, operating),
			"makes the lease a finance lease (ASC 842-10-25-2(b))": edits(priced, certain, operating),
		},
		[]func(*leasehold.Lease){nil, priced, operating, edits(priced, uncertain, operating), edits(certain, operating), edits(priced, ifrs16, operating)},
	},
	{
		"gasb_financed_purchase",
		map[string]func(*leasehold.Lease){"is a financed purchase, not a lease (GASB 87.19)": edits(gasb87, transfers)},
		[]func(*leasehold.Lease){nil, transfers, gasb87, edits(gasb87, certain), edits(ifrs16, transfers)},
	},
	{
		"gasb_direct_costs",
		map[string]func(*leasehold.Lease){"capitalized (GASB 87.30)": edits(gasb87, func(l *leasehold.Lease) { l.InitialDirectCosts = number("1") })},
		[]func(*leasehold.Lease){nil, gasb87, func(l *leasehold.Lease) { l.InitialDirectCosts = number("1") }},
	},
	{
		"gasb_accrued_interest",
		map[string]func(*leasehold.Lease){"separately from the lease liability (GASB 87.24)": gasb87},
		[]func(*leasehold.Lease){nil, ifrs16, edits(gasb87, zeroRate)},
	},
	{
		"gasb_fiscal_years",
		map[string]func(*leasehold.Lease){"disclosed separately and by fiscal year (GASB 87.37)": gasb87},
		[]func(*leasehold.Lease){nil, ifrs16},
	},
	{
		"gasb_government_wide",
		map[string]func(*leasehold.Lease){"government-wide": gasb87, "a capital outlay expenditure and an other financing source": gasb87},
		[]func(*leasehold.Lease){nil, ifrs16},
	},
	{
		"not_low_value",
		map[string]func(*leasehold.Lease){
			"these assets are not of low value (FRS 102 20.9-20.11): land and buildings, vehicles, ships, aircraft, railway stock, construction and agricultural machines, " +
				"and production line equipment.": edits(frs102, func(l *leasehold.Lease) { l.Exemption = leasehold.LowValue }),
		},
		[]func(*leasehold.Lease){nil, frs102, edits(ifrs16, func(l *leasehold.Lease) { l.Exemption = leasehold.LowValue })},
	},
	{
		"grant_element",
		map[string]func(*leasehold.Lease){
			"credited to Deferred income; these figures do not include its release or its immediate recognition as income.": edits(frs102, func(l *leasehold.Lease) { l.GrantElement = number("1") }),
		},
		[]func(*leasehold.Lease){nil, frs102, edits(frs102, func(l *leasehold.Lease) { l.GrantElement = number("0") })},
	},
	{
		"gasb96_stages",
		map[string]func(*leasehold.Lease){
			"capitalizable costs of the initial implementation stage, and commencement is the end of that stage (GASB 96): costs of the preliminary and " +
				"operation stages and of training are expensed, and modules placed in service later are not supported.": gasb96,
		},
		[]func(*leasehold.Lease){nil, gasb87, edits(gasb96, months(12), func(l *leasehold.Lease) { l.Exemption = leasehold.ShortTerm })},
	},
	{
		"gasb96_accrued_interest",
		map[string]func(*leasehold.Lease){"separately from the subscription liability (GASB 96)": gasb96},
		[]func(*leasehold.Lease){nil, gasb87, edits(gasb96, zeroRate)},
	},
	{
		"gasb96_fiscal_years",
		map[string]func(*leasehold.Lease){"disclosed separately and by fiscal year (GASB 96.60-61)": gasb96},
		[]func(*leasehold.Lease){nil, gasb87},
	},
	{
		"gasb96_government_wide",
		map[string]func(*leasehold.Lease){"government-wide": gasb96, "a capital outlay expenditure and an other financing source": gasb96},
		[]func(*leasehold.Lease){nil, gasb87},
	},
	{
		"one_cent_rule",
		map[string]func(*leasehold.Lease){
			"Rounding: interest in": nil,
			"of 60 periods is adjusted by 0.01 so that each balance agrees to the present value and the last balance is 0.00": nil,
			"balance times rate by 0.01; the straight-line cost of 19 of 60 periods is adjusted by 0.01 so that it agrees to its cumulative amount.": func(l *leasehold.Lease) {
				l.InitialDirectCosts = number("100.01")
			},
			"can therefore differ from balance times rate by 0.01": edits(rate("0.5"), months(240), payment("1.07"), annually),
			"balance times rate by 0.02;": edits(
				rate("1"), months(240), payment("1.07"), annually, rising),
			// From the rounded balance, interest of 32610.75 × 6% = 1956.645 would round up; the
			// exact balance is slightly lower.
			"interest in 1 of 5 periods differs by 0.01 from printed balance times rate, because it is computed on the unrounded balance; " +
				"the straight-line amortization of 1 of 5 periods is adjusted by 0.01": edits(payment("12200"), annually, arrears, finance),
			"interest in 1 of 2 periods differs by 0.01 from printed balance times rate, because it is computed on the unrounded balance.": edits(
				payment("17676.82"), annually, months(24), rate("0.1284"), finance),
			"no interest is adjusted; the straight-line cost of 1 of 3 periods is adjusted by 0.01": edits(zeroRate, months(3), rising, func(l *leasehold.Lease) {
				l.PrepaidRent = number("0.04")
			}),
		},
		[]func(*leasehold.Lease){zeroRate, edits(months(1)), edits(zeroRate, gasb87)},
	},
}

// METHOD 9 (and the notes of METHOD 2, 3, 4, 6 and 7): each note appears if and only if its condition
// is met, and contains its amounts.
func TestMethod9_NotesAppearOnlyIfTheyApply(t *testing.T) {
	t.Parallel()
	for _, c := range noteCases {
		t.Run(c.key, func(t *testing.T) {
			t.Parallel()
			for words, edit := range c.present {
				if got := noteOf(computeOffice(t, edits(), orPlain(edit)), c.key); !strings.Contains(got, words) {
					t.Errorf("want %q, got %q", words, got)
				}
			}
			for i, edit := range c.absent {
				if got := noteOf(computeOffice(t, orPlain(edit)), c.key); got != "" {
					t.Errorf("absent case %d: %q", i, got)
				}
			}
			if len(c.present) == 0 || len(c.absent) == 0 && c.key != "lease_years" {
				t.Error("a note needs a case of each kind")
			}
		})
	}
}

func orPlain(edit func(*leasehold.Lease)) func(*leasehold.Lease) {
	if edit == nil {
		return func(*leasehold.Lease) {}
	}
	return edit
}

// METHOD 9: noteCases contains the notes of METHOD's table, in the same order.
func TestMethod9_EveryNoteIsTested(t *testing.T) {
	t.Parallel()
	_, section, _ := strings.Cut(docs.Method, "\n## 9 ")
	_, table, _ := strings.Cut(section, "| note | given if | content |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")
	if len(noteCases) != len(rows) {
		t.Errorf("%d notes, %d cases", len(rows), len(noteCases))
	}
	for i := range min(len(rows), len(noteCases)) {
		if !strings.HasPrefix(rows[i], "| `"+noteCases[i].key+"` | ") {
			t.Errorf("note %d is %s, its case is of %s", i, rows[i], noteCases[i].key)
		}
	}
}

// METHOD 9: an ordinary lease has few notes.
func TestMethod9_PlainLeaseHasFewNotes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		edit func(*leasehold.Lease)
		most int
	}{{nil, 4}, {arrears, 2}, {ifrs16, 4}, {gasb87, 7}} {
		if r := computeOffice(t, orPlain(c.edit)); len(r.Notes) > c.most || len(r.Notes) == 0 {
			t.Errorf("%v, %v: %q", r.Lease.Standard, r.Lease.PaymentTiming, r.Notes)
		}
	}
}

// METHOD 9: a note is one sentence in ASCII, and no note is repeated.
func TestMethod9_NotesAreOneSentence(t *testing.T) {
	t.Parallel()
	check := func(t *testing.T, r *leasehold.Result) {
		t.Helper()
		for i, n := range r.Notes {
			if s := n.Text; !plainLine(s) || !strings.HasSuffix(s, ".") || strings.HasSuffix(s, "..") || strings.Contains(s, ". ") ||
				s[0] < 'A' || s[0] > 'Z' || strings.Contains(s, "  ") || slices.Contains(r.Notes[:i], n) {
				t.Fatalf("%q", s)
			}
		}
	}
	for _, c := range noteCases {
		for _, edit := range c.present {
			check(t, computeOffice(t, orPlain(edit)))
		}
	}
	eachLease(t, check)
}
