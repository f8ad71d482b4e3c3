package method_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// officeLease returns a lease with payments of 10,000 per month in advance, a term of 60 months and
// a rate of 6%, after applying the edits.
func officeLease(edits ...func(*leasehold.Lease)) *leasehold.Lease {
	l := &leasehold.Lease{
		CommencementDate:   civil.New(2024, 1, 1),
		TermMonths:         60,
		PaymentAmount:      money.Int(10_000),
		DiscountRateAnnual: money.MustParse("0.06"),
	}
	for _, edit := range edits {
		edit(l)
	}
	return l
}

func computeOffice(t *testing.T, edits ...func(*leasehold.Lease)) *leasehold.Result {
	t.Helper()
	r, err := leasehold.Compute(officeLease(edits...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func number(text string) leasehold.Optional[money.Decimal] {
	return leasehold.Some(money.MustParse(text))
}

// ninety gives a lease twelve interest-free payments of 75.00, so that the liability is 900.00.
func ninety(l *leasehold.Lease) {
	l.TermMonths = 12
	l.PaymentAmount = money.Int(75)
	l.DiscountRateAnnual = money.Decimal{}
}

func criterion(t *testing.T, r *leasehold.Result, key string) schedule.Criterion {
	t.Helper()
	for _, c := range r.Classification.Criteria {
		if c.Key == key {
			return c
		}
	}
	t.Fatalf("no criterion %s", key)
	return schedule.Criterion{}
}

// METHOD 6: the criteria are in the order of ASC 842-10-25-2 (a) to (e), each with its key and
// paragraph.
func TestMethod6_FiveCriteriaInOrder(t *testing.T) {
	t.Parallel()
	want := []string{"transfer_of_ownership", "purchase_option", "economic_life", "fair_value", "specialized_asset"}
	list := computeOffice(t).Classification.Criteria
	if len(list) != len(want) {
		t.Fatalf("got %d criteria", len(list))
	}
	for i, c := range list {
		if c.Key != want[i] {
			t.Errorf("criterion %d is %s, want %s", i, c.Key, want[i])
		}
		paragraph := "ASC 842-10-25-2(" + string(rune('a'+i)) + ")"
		if !strings.HasPrefix(c.Citation.Paragraph, paragraph) {
			t.Errorf("%s cites %q, want %s", c.Key, c.Citation, paragraph)
		}
		if c.Label == "" || c.Detail == "" {
			t.Errorf("%s lacks its label or detail", c.Key)
		}
	}
}

// METHOD 6: economic_life is met if term / life is at least 75%, compared exactly.
func TestMethod6_EconomicLifeFrom75Percent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		term, life int
		met        bool
		shown      string
	}{
		{60, 80, true, "The term of 60 months is 75.00% of the remaining economic life of 80 months;"},
		{60, 81, false, "is 74.07% of"},
		{899, 1199, false, "is 74.97% of"},
		{749_999 / 1000, 999, false, "is 74.97% of"},
		{1, 1, true, "The term of 1 month is 100.00% of the remaining economic life of 1 month;"},
		{60, 48, true, "is 125.00% of"},
		{1200, 1_000_000, false, "is 0.12% of"},
		{1, 1_000_000, false, "is 0.00% of"},
	} {
		r := computeOffice(t, func(l *leasehold.Lease) { l.TermMonths = c.term; l.AssetEconomicLifeMonths = leasehold.Some(c.life) })
		got := criterion(t, r, schedule.CriterionEconomicLife)
		if got.Met != c.met || !strings.Contains(got.Detail, c.shown) {
			t.Errorf("%d of %d: met %v, %s", c.term, c.life, got.Met, got.Detail)
		}
	}
}

// METHOD 6: fair_value is met if the present value is at least 90% of the fair value. The present
// value is computed to 40 decimals and compared exactly.
func TestMethod6_FairValueFrom90Percent(t *testing.T) {
	t.Parallel()
	forty := func(last string) string { return "1000." + strings.Repeat("0", 39) + last }
	for _, c := range []struct {
		fair  string
		met   bool
		shown string
	}{
		{"1000", true, "The present value of the lease payments, 900.00, is 90.00% of the asset's fair value of 1,000.00; 90%"},
		{"1000.01", false, "is 89.99% of the asset's fair value of 1,000.01;"},
		{"999.99", true, "is 90.00% of the asset's fair value of 999.99;"},
		{forty("1"), false, "is 89.99% of the asset's fair value of " + forty("1") + ";"},
		{forty("04"), true, "is 90.00% of the asset's fair value of 1000.00;"},
		{forty("05"), false, "is 89.99% of the asset's fair value of " + forty("1") + ";"},
		{"999.995", true, "is 90.00% of the asset's fair value of 999.995;"},
		{"1e15", false, ""}, // exceeds the limit, so Compute must reject it
		{"999999999999999.99", false, "is 0.00% of the asset's fair value of 999,999,999,999,999.99;"},
		{"0.01", true, "is 9,000,000.00% of the asset's fair value of 0.01;"},
		{"1e-40", true, "is 9" + strings.Repeat("0", 44) + ".00% of"},
	} {
		l := officeLease(ninety, func(l *leasehold.Lease) { l.AssetFairValue = number(c.fair) })
		r, err := leasehold.Compute(l)
		if c.shown == "" {
			if err == nil {
				t.Errorf("a fair value of %s must be refused", c.fair)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got := criterion(t, r, schedule.CriterionFairValue)
		if got.Met != c.met || !strings.Contains(got.Detail, c.shown) {
			t.Errorf("fair value %s: met %v, %s", c.fair, got.Met, got.Detail)
		}
	}
}

// METHOD 6: the amount tested against the fair value includes prepaid rent, excludes initial direct
// costs, and is reduced by incentives.
func TestMethod6_FairValueBasis(t *testing.T) {
	t.Parallel()
	fair := func(l *leasehold.Lease) { ninety(l); l.AssetFairValue = number("1000") }
	for name, c := range map[string]struct {
		edit  func(*leasehold.Lease)
		met   bool
		shown string
	}{
		"prepaid": {
			func(l *leasehold.Lease) { l.PrepaidRent = number("50") }, true,
			"The present value of the lease payments, 900.00, plus prepaid rent of 50.00, net 950.00, is 95.00%",
		},
		"incentives": {
			func(l *leasehold.Lease) { l.LeaseIncentives = number("0.01") }, false,
			"900.00, less lease incentives of 0.01, net 899.99, is 89.99%",
		},
		"both": {
			func(l *leasehold.Lease) { l.PrepaidRent, l.LeaseIncentives = number("10"), number("20") }, false,
			"900.00, plus prepaid rent of 10.00, less lease incentives of 20.00, net 890.00, is 89.00%",
		},
		"direct costs": {
			func(l *leasehold.Lease) { l.InitialDirectCosts = number("500") }, true,
			"900.00, is 90.00% of the asset's fair value of 1,000.00; 90% or more counts as substantially all, " +
				"which is one reasonable approach under ASC 842-10-55-2; initial direct costs are not part of this test.",
		},
		"no direct costs": {
			func(l *leasehold.Lease) { l.InitialDirectCosts = number("0") }, true, "one reasonable approach under ASC 842-10-55-2.",
		},
		"negative": {
			func(l *leasehold.Lease) { l.LeaseIncentives = number("1000") }, false, "net -100.00, is -10.00%",
		},
		"barely negative": {
			func(l *leasehold.Lease) { l.LeaseIncentives, l.AssetFairValue = number("900.01"), number("5000") }, false, "net -0.01, is 0.00%",
		},
		"barely negative, wide": {
			func(l *leasehold.Lease) { l.LeaseIncentives, l.AssetFairValue = number("900.01"), number("5000.001") }, false, "net -0.01, is 0.00%",
		},
		"negative, wide": {
			func(l *leasehold.Lease) { l.LeaseIncentives, l.AssetFairValue = number("1000"), number("1000.001") }, false, "net -100.00, is -9.99%",
		},
	} {
		got := criterion(t, computeOffice(t, fair, c.edit), schedule.CriterionFairValue)
		if got.Met != c.met || !strings.Contains(got.Detail, c.shown) {
			t.Errorf("%s: met %v, %s", name, got.Met, got.Detail)
		}
	}
}

// METHOD 6: the criteria's details state that both thresholds are one reasonable approach under ASC
// 842-10-55-2, even if a criterion was not tested. The detail on economic life also states whether
// the exception for the last quarter of the life applies.
func TestMethod6_DetailsNameTheirApproach(t *testing.T) {
	t.Parallel()
	given := func(l *leasehold.Lease) {
		l.AssetEconomicLifeMonths, l.AssetFairValue = leasehold.Some(120), number("1e6")
	}
	for _, r := range []*leasehold.Result{computeOffice(t), computeOffice(t, given)} {
		for _, key := range []string{schedule.CriterionEconomicLife, schedule.CriterionFairValue} {
			if d := criterion(t, r, key).Detail; !strings.Contains(d, "one reasonable approach under ASC 842-10-55-2") {
				t.Errorf("%s: %s", key, d)
			}
		}
		d := criterion(t, r, schedule.CriterionEconomicLife).Detail
		if !strings.Contains(d, "last 25%") || !strings.Contains(d, "cannot be tested: the total economic life was not supplied") {
			t.Error(d)
		}
	}
}

// METHOD 6: a criterion is not met if an input is missing or the fair value is 0. Its detail names
// the missing input.
func TestMethod6_MissingInputIsNotMet(t *testing.T) {
	t.Parallel()
	r := computeOffice(t)
	for key, missing := range map[string]string{
		schedule.CriterionTransferOfOwnership: "No input was supplied for this test: whether title to the asset passes",
		schedule.CriterionPurchaseOption:      "No input was supplied for this test: whether a purchase option is reasonably certain to be exercised, and its price.",
		schedule.CriterionEconomicLife:        "No input was supplied for this test: remaining economic life;",
		schedule.CriterionFairValue:           "No input was supplied for this test: fair value;",
		schedule.CriterionSpecializedAsset:    "No input was supplied for this test: whether the asset is specialized.",
	} {
		if c := criterion(t, r, key); c.Met || c.Tested || !strings.HasPrefix(c.Detail, missing) {
			t.Errorf("%s: met %v, %s", key, c.Met, c.Detail)
		}
	}
	const all = "These criteria were not tested because inputs are missing: transfer of ownership, purchase option, economic life, fair value, specialized asset."
	if !strings.HasSuffix(r.Classification.Rationale, all) {
		t.Error(r.Classification.Rationale)
	}
	for _, zero := range []string{"0", "0.00", "1e-41", "1e-999"} { // each rounds to 0 at 40 decimals
		c := criterion(t, computeOffice(t, func(l *leasehold.Lease) { l.AssetFairValue = number(zero) }), schedule.CriterionFairValue)
		how := map[bool]string{true: "is 0,", false: "rounds to 0,"}[strings.HasPrefix(zero, "0")]
		if c.Met || c.Tested || !strings.HasPrefix(c.Detail, "This criterion was not tested: the supplied fair value "+how) {
			t.Errorf("%s: met %v, %s", zero, c.Met, c.Detail)
		}
	}
}

// METHOD 2, 6: an option price without a flag means that exercise is reasonably certain. A flag in
// the request takes precedence.
func TestMethod6_PurchaseOptionFollowsFlagOrPrice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		flag  leasehold.Optional[bool]
		price string
		met   bool
		shown string
	}{
		{leasehold.Optional[bool]{}, "5000", true, "A purchase option price of 5,000.00 was supplied"},
		{leasehold.Optional[bool]{}, "0", false, "No input was supplied for this test:"},
		{leasehold.Some(true), "0", true, "reasonably certain to exercise"},
		{leasehold.Some(true), "5000", true, "reasonably certain to exercise"},
		{leasehold.Some(false), "5000", false, "According to the input, no purchase option is reasonably certain to be exercised."},
	} {
		r := computeOffice(t, func(l *leasehold.Lease) {
			l.PurchaseOptionReasonablyCertain, l.PurchaseOptionAmount = c.flag, number(c.price)
		})
		got := criterion(t, r, schedule.CriterionPurchaseOption)
		if got.Met != c.met || !strings.Contains(got.Detail, c.shown) || (r.Class == leasehold.Finance) != c.met {
			t.Errorf("%v %s: %v, met %v, %s", c.flag, c.price, r.Class, got.Met, got.Detail)
		}
	}
}

// METHOD 6: a lease that meets any criterion is a finance lease; otherwise it is operating. The
// rationale names the criteria that are met, if any.
func TestMethod6_AnyCriterionMakesFinance(t *testing.T) {
	t.Parallel()
	for name, edit := range map[string]func(*leasehold.Lease){
		"transfer of ownership": func(l *leasehold.Lease) { l.TransfersOwnership = leasehold.Some(true) },
		"purchase option":       func(l *leasehold.Lease) { l.PurchaseOptionReasonablyCertain = leasehold.Some(true) },
		"economic life":         func(l *leasehold.Lease) { l.AssetEconomicLifeMonths = leasehold.Some(60) },
		"fair value":            func(l *leasehold.Lease) { l.AssetFairValue = number("500000") },
		"specialized asset":     func(l *leasehold.Lease) { l.SpecializedAsset = leasehold.Some(true) },
	} {
		r := computeOffice(t, edit)
		if r.Class != leasehold.Finance || r.Classification.Class != leasehold.Finance || r.Classification.SingleModel {
			t.Errorf("%s: %v", name, r.Class)
		}
		if !strings.Contains(r.Classification.Rationale, "1 of the 5 criteria in ASC 842-10-25-2 was tested. The lease is a finance lease because this criterion is met: "+name+".") {
			t.Errorf("%s: %s", name, r.Classification.Rationale)
		}
	}
	all := computeOffice(t, func(l *leasehold.Lease) {
		l.TransfersOwnership, l.PurchaseOptionReasonablyCertain, l.SpecializedAsset = leasehold.Some(true), leasehold.Some(true), leasehold.Some(true)
		l.AssetEconomicLifeMonths, l.AssetFairValue = leasehold.Some(60), number("500000")
	})
	if want := "5 of the 5 criteria in ASC 842-10-25-2 were tested. The lease is a finance lease because these criteria are met: transfer of ownership, purchase option, economic life, fair value, specialized asset."; all.Classification.Rationale != want {
		t.Error(all.Classification.Rationale)
	}
	none := computeOffice(t, func(l *leasehold.Lease) {
		l.TransfersOwnership, l.PurchaseOptionReasonablyCertain, l.SpecializedAsset = leasehold.Some(false), leasehold.Some(false), leasehold.Some(false)
		l.AssetEconomicLifeMonths, l.AssetFairValue = leasehold.Some(600), number("5000000")
	})
	const want = "5 of the 5 criteria in ASC 842-10-25-2 were tested and are not met, so the lease is an operating lease (ASC 842-10-25-3(a))."
	if none.Class != leasehold.Operating || none.Classification.Rationale != want {
		t.Errorf("%v: %s", none.Class, none.Classification.Rationale)
	}
}

// METHOD 6: a supplied classification takes precedence over the derived class. The rationale names
// both classes, or says that they are the same.
func TestMethod6_SuppliedClassificationWins(t *testing.T) {
	t.Parallel()
	specialized := func(l *leasehold.Lease) { l.SpecializedAsset = leasehold.Some(true) }
	for _, c := range []struct {
		supplied, derived leasehold.Class
		ends              string
	}{
		{leasehold.Operating, leasehold.Finance, "The supplied classification, operating, overrides the derived class, finance."},
		{leasehold.Finance, leasehold.Operating, "The supplied classification, finance, overrides the derived class, operating."},
		{leasehold.Operating, leasehold.Operating, "The supplied classification, operating, agrees with the derived class."},
		{leasehold.Finance, leasehold.Finance, "The supplied classification, finance, agrees with the derived class."},
	} {
		edits := []func(*leasehold.Lease){func(l *leasehold.Lease) { l.Classification = c.supplied }}
		if c.derived == leasehold.Finance {
			edits = append(edits, specialized)
		}
		r := computeOffice(t, edits...)
		if r.Class != c.supplied || r.Classification.Class != c.supplied || r.Commencement.Derived != c.derived {
			t.Errorf("supplied %v, derived %v: got %v", c.supplied, c.derived, r.Class)
		}
		if !strings.HasSuffix(r.Classification.Rationale, c.ends) {
			t.Errorf("supplied %v, derived %v: %s", c.supplied, c.derived, r.Classification.Rationale)
		}
	}
}

// METHOD 6: IFRS 16 and GASB 87 have a single lessee model. The class is finance, there are no
// criteria, and the rationale names the model. A supplied operating classification is disregarded,
// as the rationale mentions.
func TestMethod6_SingleModel(t *testing.T) {
	t.Parallel()
	for _, standard := range []leasehold.Standard{leasehold.IFRS16, leasehold.GASB87} {
		paragraph := [...]string{leasehold.IFRS16: "IFRS 16.22", leasehold.GASB87: "GASB 87.20"}[standard]
		for supplied, says := range map[leasehold.Class]string{
			leasehold.Derived:   "ation.", // the end of "depreciation" or "amortization"
			leasehold.Finance:   "The supplied classification, finance, agrees with it.",
			leasehold.Operating: "The supplied classification, operating, is disregarded: a lessee has no operating leases under " + paragraph[:len(paragraph)-3] + ".",
		} {
			r := computeOffice(t, func(l *leasehold.Lease) {
				l.Standard, l.Classification, l.TransfersOwnership, l.AssetEconomicLifeMonths = standard, supplied, leasehold.Some(true), leasehold.Some(60)
			})
			c := r.Classification
			if r.Class != leasehold.Finance || c.Class != leasehold.Finance || !c.SingleModel || len(c.Criteria) != 0 || c.Standard != standard {
				t.Errorf("%v, %v: %+v", standard, supplied, c)
			}
			if !strings.HasPrefix(c.Rationale, paragraph+" has a single lessee model") || !strings.HasSuffix(c.Rationale, says) {
				t.Errorf("%v, %v: %s", standard, supplied, c.Rationale)
			}
			if r.Lease.Classification != supplied {
				t.Errorf("the lease must echo %v", supplied)
			}
		}
	}
}

// METHOD 6: each classification text is one line of printable ASCII, so that terminals and
// spreadsheets can show it.
func TestMethod6_TextsAreOneLine(t *testing.T) {
	t.Parallel()
	eachLease(t, func(t *testing.T, r *leasehold.Result) {
		t.Helper()
		texts := []string{r.Classification.Rationale}
		for _, c := range r.Classification.Criteria {
			texts = append(texts, c.Label, c.Detail, c.Citation.String())
			if !strings.HasSuffix(c.Detail, ".") {
				t.Fatalf("%q ends without a full stop", c.Detail)
			}
		}
		if i := slices.IndexFunc(texts, func(s string) bool { return !plainLine(s) }); i >= 0 {
			t.Fatalf("%q", texts[i])
		}
	})
}

// plainLine reports whether s is one line of printable ASCII without leading or trailing spaces.
func plainLine(s string) bool {
	return s != "" && s == strings.TrimSpace(s) && strings.IndexFunc(s, func(c rune) bool { return c < ' ' || c > '~' }) < 0
}
