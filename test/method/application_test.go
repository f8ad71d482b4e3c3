package method_test

import (
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// running returns a lease at 3,100 per month, with a date of initial application two years after
// commencement.
func running(edits ...func(*leasehold.Lease)) *leasehold.Lease {
	l := &leasehold.Lease{
		Standard: leasehold.FRS102, CommencementDate: civil.New(2024, 1, 1), TermMonths: 36, PaymentAmount: money.Int(3100),
		InitialApplication: leasehold.Some(leasehold.InitialApplication{Date: civil.New(2026, 1, 11)}),
	}
	for _, edit := range edits {
		edit(l)
	}
	return l
}

func inArrears(l *leasehold.Lease) { l.PaymentTiming = leasehold.Arrears }

func applied(edit func(*leasehold.InitialApplication)) func(*leasehold.Lease) {
	return func(l *leasehold.Lease) { edit(&l.InitialApplication.Value) }
}

func computed(t *testing.T, l *leasehold.Lease) *leasehold.Result {
	t.Helper()
	r, err := leasehold.Compute(l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// METHOD 19.1: a field that cannot be combined with initialApplication is rejected.
func TestMethod19_1_ExcludedInputsAreRejected(t *testing.T) {
	t.Parallel()
	for want, edit := range map[string]func(*leasehold.Lease){
		"initialApplication: does not apply under GASB 87; it is allowed only with standard IFRS_16 or FRS_102": func(l *leasehold.Lease) { l.Standard = leasehold.GASB87 },
		"initialApplication.date: 2024-01-01 must be after commencement, 2024-01-01":                            applied(func(a *leasehold.InitialApplication) { a.Date = civil.New(2024, 1, 1) }),
		"initialApplication.date: 2027-01-01 must be after commencement":                                        applied(func(a *leasehold.InitialApplication) { a.Date = civil.New(2027, 1, 1) }),
		"initialApplication: is not allowed together with openingRouAsset":                                      func(l *leasehold.Lease) { l.OpeningRouAsset = number("1") },
		"initialApplication: is not allowed together with grantElement":                                         func(l *leasehold.Lease) { l.GrantElement = number("1") },
		"initialApplication: is not allowed together with restorationCost":                                      func(l *leasehold.Lease) { l.RestorationCost = number("1") },
		"initialApplication: is not allowed together with basis.commencementPayment set to settled": func(l *leasehold.Lease) {
			l.Basis = leasehold.Some(leasehold.Basis{CommencementPayment: leasehold.Settled})
		},
		"initialApplication: is not allowed together with prepaidRent":        func(l *leasehold.Lease) { l.PrepaidRent = number("1") },
		"initialApplication: is not allowed together with initialDirectCosts": func(l *leasehold.Lease) { l.InitialDirectCosts = number("1") },
		"initialApplication: is not allowed together with leaseIncentives":    func(l *leasehold.Lease) { l.LeaseIncentives = number("1") },
		"initialApplication: is not allowed together with low_value":          func(l *leasehold.Lease) { l.Exemption = leasehold.LowValue },
		"initialApplication.onerousProvision: -1 is out of range":             applied(func(a *leasehold.InitialApplication) { a.OnerousProvision = number("-1") }),
		"events[0].date: 2026-01-11 is not after initial application, 2026-01-11": func(l *leasehold.Lease) {
			l.Events = []leasehold.Event{{Date: civil.New(2026, 1, 11), Type: leasehold.Termination}}
		},
	} {
		if err := running(edit).Validate(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := leasehold.Compute(running(func(l *leasehold.Lease) { l.Standard = leasehold.IFRS16 })); err != nil {
		t.Error(err)
	}
	if _, err := leasehold.Compute(running(applied(func(a *leasehold.InitialApplication) { a.Date = civil.New(2026, 12, 31) }))); err != nil {
		t.Errorf("the last day of the term: %v", err)
	}
}

// METHOD 19.2: if prepaid rent is not supplied, a note explains that it is the current period's
// rent, prorated by days. The note is absent if a period begins on the date of initial application.
// With 60 months and 21 days remaining, the maturity analysis has a sixth row.
func TestMethod19_2_FirstMeasurement(t *testing.T) {
	t.Parallel()
	if n := noteOf(computed(t, running()), "carried_rent"); n != "The rent prepaid in the books, 2,100.00, is the rent for the current payment period, prorated by days, because no amount was supplied." {
		t.Error(n)
	}
	r := computed(t, running(applied(func(a *leasehold.InitialApplication) { a.Date = civil.New(2026, 2, 1) })))
	if !r.CarriedRent.IsZero() || r.InitialLiability != r.InitialRouAsset || len(r.Schedule) != 11 || noteOf(r, "carried_rent") != "" {
		t.Errorf("a period begins on the day: %s", r.CarriedRent)
	}
	if n := len(computed(t, running(func(l *leasehold.Lease) { l.TermMonths = 85 })).Disclosures.MaturityAnalysis); n != 6 {
		t.Errorf("%d rows of maturity where 60 months and 21 days are left", n)
	}
}

// METHOD 19.2: unless paymentAmount alone determines the rent, the prepaid or accrued rent must be
// supplied.
func TestMethod19_2_CarriedRentIsRequired(t *testing.T) {
	t.Parallel()
	const want = "initialApplication.prepaidOrAccruedRent: is required if the rent is uneven: supply the balance in the books, or 0 if the books did not recognize the rent straight-line"
	for i, edit := range []func(*leasehold.Lease){
		func(l *leasehold.Lease) { l.AnnualEscalationPct = number("0.1") },
		func(l *leasehold.Lease) { l.AnnualEscalationAmount = number("10") },
		func(l *leasehold.Lease) {
			l.RentSteps = []leasehold.RentStep{{From: civil.New(2025, 1, 1), PaymentAmount: money.Int(5)}}
		},
		func(l *leasehold.Lease) { l.RentFree = []leasehold.RentFree{{From: civil.New(2024, 1, 1), Months: 1}} },
		func(l *leasehold.Lease) {
			l.OtherPayments = []leasehold.SinglePayment{{Date: civil.New(2026, 5, 5), Amount: money.Int(1)}}
		},
	} {
		if err := running(edit).Validate(); err == nil || err.Error() != want {
			t.Errorf("case %d: %v", i, err)
		}
		stated := running(edit, applied(func(a *leasehold.InitialApplication) { a.PrepaidOrAccruedRent = number("-12.5") }))
		if r := computed(t, stated); r.InitialRouAsset != r.InitialLiability.Add(money.Cents(-1250)) {
			t.Errorf("case %d: %s", i, r.InitialRouAsset)
		}
	}
	r := computed(t, running(inArrears, func(l *leasehold.Lease) { l.AnnualEscalationPct = number("0.1") }, applied(func(a *leasehold.InitialApplication) { a.PrepaidOrAccruedRent = number("0") })))
	if r.InitialLiability.String() != "45012.00" { // 12 × 3,100 × 1.21
		t.Errorf("steps run from commencement: %s", r.InitialLiability)
	}
}

// METHOD 19.3: a lease that ends within twelve months of initial application may be exempt as
// short-term. No amounts are then recognized on that date.
func TestMethod19_3_ShortTerm(t *testing.T) {
	t.Parallel()
	short := func(l *leasehold.Lease) { l.Exemption = leasehold.ShortTerm }
	r := computed(t, running(short))
	if !r.InitialLiability.IsZero() || len(r.Schedule) != 36 || r.Schedule[0].First != civil.New(2024, 1, 1) || r.Schedule[0].LeaseExpense.String() != "3100.00" {
		t.Errorf("%s, %d rows from %s", r.InitialLiability, len(r.Schedule), r.Schedule[0].First)
	}
	if n := noteOf(r, "first_short_term"); !strings.Contains(n, "within twelve months of the initial application on 2026-01-11, so the lease is kept off the balance sheet (FRS 102 1.44-1.60); "+
		"no amounts are recognised on that day, and the lease's rows and reports begin at commencement.") {
		t.Error(n)
	}
	for want, edit := range map[string]func(*leasehold.Lease){
		"exemption: short_term requires a term that ends within twelve months of initialApplication.date, 2026-01-11; it ends on 2027-01-31": func(l *leasehold.Lease) { l.TermMonths = 37 },
		"initialApplication.onerousProvision: is not allowed with short_term":                                                                applied(func(a *leasehold.InitialApplication) { a.OnerousProvision = number("1") }),
		"initialApplication.prepaidOrAccruedRent: is not allowed with short_term":                                                            applied(func(a *leasehold.InitialApplication) { a.PrepaidOrAccruedRent = number("1") }),
	} {
		if err := running(short, edit).Validate(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := running(short, applied(func(a *leasehold.InitialApplication) { a.Date = civil.New(2026, 1, 1) })).Validate(); err != nil {
		t.Errorf("exactly twelve months: %v", err)
	}
}

// METHOD 19.4: in the reconciliation, the remaining payments less the discount equal the liability.
func TestMethod19_4_Reconciliation(t *testing.T) {
	t.Parallel()
	r := computed(t, running(func(l *leasehold.Lease) { l.DiscountRateAnnual = money.MustParse("0.05") }))
	n := noteOf(r, "first_application")
	for _, part := range []string{
		"on 2026-01-11 (FRS 102 1.44-1.60)", "payments from that date, 34,100.00", "the lease liability, " + string(r.InitialLiability.AppendGrouped(nil, 2)),
		". Payments for short-term and low-value leases are excluded. Comparatives are not restated, so the comparatives for a period that ends before that date show 0.00.",
	} {
		if !strings.Contains(n, part) {
			t.Errorf("%q lacks %q", n, part)
		}
	}
	if r.TotalUndiscountedPayments.Sub(r.Disclosures.ImputedInterest) != r.InitialLiability {
		t.Error("the reconciliation does not foot")
	}
	if other := computed(t, running(func(l *leasehold.Lease) { l.Standard = leasehold.IFRS16 })); !strings.Contains(noteOf(other, "first_application"), "(IFRS 16.C8(b)(ii))") {
		t.Error(noteOf(other, "first_application"))
	}
}

// METHOD 19.2, 20.1: the rate for the remaining term comes from the rate table effective on the
// date of initial application.
func TestMethod19_2_RateTableAppliesToTheRemainingTerm(t *testing.T) {
	t.Parallel()
	l, err := leasehold.Decode([]byte(`{"standard":"FRS_102","commencementDate":"2024-01-01","termMonths":36,"paymentAmount":3100,"initialApplication":{"date":"2026-01-11"},
		"discountRates":[{"validFrom":"2024-01-01","termMonths":36,"discountRateAnnual":0.01},{"validFrom":"2026-01-01","termMonths":12,"discountRateAnnual":0.08}]}`))
	if err != nil {
		t.Fatal(err)
	}
	stated := computed(t, running(func(l *leasehold.Lease) { l.DiscountRateAnnual = money.MustParse("0.08") }))
	if r := computed(t, l); r.InitialLiability != stated.InitialLiability {
		t.Errorf("%s, want %s", r.InitialLiability, stated.InitialLiability)
	}
}

// METHOD 19.2, 20.2: four fifths of the rent of 3,100 are for the lease and the rest is for
// services. On 11 January, 21 of 31 days remain, so 2,480.00 × 21 / 31 = 1,680.00 is prepaid. The
// liability consists of eleven payments of 2,480.00.
func TestMethod19_2_CarriedRentExcludesServices(t *testing.T) {
	t.Parallel()
	r := computed(t, running(func(l *leasehold.Lease) {
		l.Components = []leasehold.Component{{Name: "Office", Kind: leasehold.LeaseComponent, StandalonePrice: money.Int(8)}, {Name: "Cleaning", Kind: leasehold.ServiceComponent, StandalonePrice: money.Int(2)}}
	}))
	if r.InitialLiability.String() != "27280.00" || r.CarriedRent.String() != "1680.00" || r.InitialRouAsset.String() != "28960.00" {
		t.Errorf("liability %s, prepaid %s, asset %s", r.InitialLiability, r.CarriedRent, r.InitialRouAsset)
	}
}

// METHOD 9.2, 19.2: if rent is paid in advance, the rent for the period that contains the date of
// initial application was paid before that date. That period's row has no rent, but no note says
// that its rent rounds to 0.00. Later rent that rounds to 0.00 has the note.
func TestMethod19_2_RentPaidEarlierHasNoRoundingNote(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		day  uint8
		rent string
		want string
	}{{11, "3100", ""}, {1, "3100", ""}, {11, "0.001", "The rent of 11 of 12 periods rounds to 0.00."}} {
		r, err := leasehold.Compute(running(func(l *leasehold.Lease) {
			l.PaymentAmount = money.MustParse(c.rent)
			l.InitialApplication = leasehold.Some(leasehold.InitialApplication{Date: civil.New(2026, 1, c.day)})
		}))
		if err != nil {
			t.Fatal(err)
		}
		notes := strings.Join(r.NoteTexts(), "\n")
		if c.want == "" && strings.Contains(notes, "rounds to 0.00") || !strings.Contains(notes, c.want) {
			t.Errorf("%s on day %d:\n%s", c.rent, c.day, notes)
		}
	}
}
