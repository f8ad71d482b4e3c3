package method_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/engine/books"
	"github.com/leasehold-accounting/leasehold/internal/engine/notes"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

// linesOf returns an entry's amounts by account. Debits are positive.
func linesOf(e *leasehold.Entry) map[string]string {
	lines := map[string]string{}
	for _, l := range e.Lines {
		lines[l.Account.String()] = l.Debit.Sub(l.Credit).String()
	}
	return lines
}

// METHOD 17.1: the grant element is part of the asset but not of the liability.
func TestMethod17_1_GrantElement(t *testing.T) {
	t.Parallel()
	l := leasehold.Lease{
		Standard: leasehold.FRS102, CommencementDate: civil.New(2026, 1, 1), TermMonths: 300, PaymentAmount: money.Int(1), DiscountRateAnnual: money.MustParse("0.04"),
		PaymentFrequency: leasehold.Annual, PaymentTiming: leasehold.Arrears, GrantElement: number("119984.38"),
	}
	r, err := leasehold.Compute(&l)
	if err != nil {
		t.Fatal(err)
	}
	if r.InitialLiability.String() != "15.62" || r.InitialRouAsset.String() != "120000.00" || r.Schedule[0].RouAmortization.String() != "4800.00" {
		t.Errorf("%s %s %s", r.InitialLiability, r.InitialRouAsset, r.Schedule[0].RouAmortization)
	}
	first := books.Journal(&r.Measurement)[0]
	if lines := linesOf(&first); lines["Deferred income"] != "-119984.38" || lines["Right-of-use asset"] != "120000.00" || lines["Lease liability"] != "-15.62" || len(lines) != 3 {
		t.Errorf("%v", lines)
	}
	f, err := leasehold.MeasureSpan(&l, leasehold.Span{From: civil.New(2026, 1, 1), To: civil.New(2026, 12, 31)})
	if err != nil || f.Of(figure.NonCash) != r.InitialLiability {
		t.Errorf("nonCash %v, %v", f.Of(figure.NonCash), err)
	}
	for member, edit := range map[string]func(*leasehold.Lease){
		"grantElement":    func(l *leasehold.Lease) { l.Exemption = leasehold.LowValue },
		"openingRouAsset": func(l *leasehold.Lease) { l.OpeningRouAsset = number("1") },
	} {
		refused := l
		edit(&refused)
		if err := refused.Validate(); err == nil || !strings.HasPrefix(err.Error(), member+": ") {
			t.Errorf("%s: %v", member, err)
		}
	}
	for _, s := range leasehold.Standards() {
		other := l
		other.Standard = s
		if err := other.Validate(); (err == nil) != (s == leasehold.FRS102) {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// METHOD 17.1: a reassessment or modification without a rate uses the lease's current rate.
func TestMethod17_1_TheCurrentRateRemains(t *testing.T) {
	t.Parallel()
	with := func(stated leasehold.Optional[money.Decimal]) func(*leasehold.Lease) {
		return func(l *leasehold.Lease) {
			l.Events = []leasehold.Event{
				{Date: civil.New(2027, 1, 1), Type: leasehold.Reassessment, TermMonths: leasehold.Some(72), DiscountRateAnnual: number("0.08")},
				{Date: civil.New(2028, 1, 1), Type: leasehold.Modification, PaymentAmount: number("9000"), DiscountRateAnnual: stated},
			}
		}
	}
	absent, stated := computeOffice(t, frs102, with(leasehold.Optional[money.Decimal]{})), computeOffice(t, frs102, with(number("0.08")))
	if !slices.Equal(absent.Schedule, stated.Schedule) {
		t.Error("the rate in force does not stay")
	}
	if n := noteOf(absent, "rate_stays"); n != "On 2028-01-01, no rate is supplied, so the current rate, 8%, remains; FRS 102 section 20 requires a revised rate if the lease term or "+
		"the assessment of a purchase option changes; supply it in that case." || noteOf(stated, "rate_stays") != "" {
		t.Errorf("%q", n)
	}
	for _, s := range []func(*leasehold.Lease){ifrs16, gasb87, gasb96, func(*leasehold.Lease) {}} {
		l := computeOffice(t).Lease
		s(&l)
		with(leasehold.Optional[money.Decimal]{})(&l)
		if err := l.Validate(); err == nil || !strings.Contains(err.Error(), "events[1].discountRateAnnual: is required for an event of type modification") {
			t.Errorf("%s: %v", l.Standard, err)
		}
	}
}

// METHOD 17.1: a citation names a paragraph that has been verified; otherwise it names only the
// section.
func TestMethod17_1_Citations(t *testing.T) {
	t.Parallel()
	r := computeOffice(t, frs102)
	var got []string
	for _, c := range r.Citations {
		got = append(got, c.Paragraph)
	}
	const want = "FRS 102 section 20 · FRS 102 20.49 · FRS 102 20.47 · FRS 102 20.62-20.68 · FRS 102 20.55-20.59 · FRS 102 section 20 · FRS 102 section 20 · FRS 102 section 4"
	if joined := strings.Join(got, " · "); joined != want {
		t.Error(joined)
	}
	if low := computeOffice(t, frs102, func(l *leasehold.Lease) { l.Exemption = leasehold.LowValue }); low.Cite(standard.TopicCost).Paragraph != "FRS 102 20.9-20.11" {
		t.Error(low.Cite(standard.TopicCost))
	}
	if n := noteOf(computeOffice(t, frs102, func(l *leasehold.Lease) {
		l.Events = []leasehold.Event{{Date: civil.New(2028, 1, 1), Type: leasehold.Modification, PaymentAmount: number("9000")}}
	}), "separate_lease"); !strings.HasSuffix(n, "would be a separate lease (FRS 102 20.70).") {
		t.Error(n)
	}
	if leasehold.FRS102.Framework() != "UK and Ireland accounting standards" {
		t.Error(leasehold.FRS102.Framework())
	}
}

// METHOD 17.1: the text uses the British terms "creditors" and "depreciation".
func TestMethod17_1_BritishTerms(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Current portion of the lease liability":   "Creditors: amounts falling due within one year",
		"Long-term portion of the lease liability": "Creditors: amounts falling due after more than one year",
		"Current lease liability":                  "Creditors: amounts falling due within one year",
		"Interest expense":                         "Interest payable",
		"Accumulated amortization":                 "Accumulated depreciation",
		"Lease liability":                          "Lease liability",
	} {
		if got := leasehold.FRS102.Say(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
		if leasehold.ASC842.Say(text) != text || leasehold.IFRS16.Say(text) != text || leasehold.GASB87.Say(text) != text {
			t.Errorf("%q is changed for others", text)
		}
	}
	if n := noteOf(computeOffice(t, frs102), "current_portion"); !strings.HasPrefix(n, "The amount falling due within one year is the principal") {
		t.Error(n)
	}
}

// METHOD 18.1: guarantees, options, transfers of ownership and the related events are rejected
// unless they are zero or false.
func TestMethod18_1_GuaranteesAndOptionsAreRejected(t *testing.T) {
	t.Parallel()
	for path, edit := range map[string]func(*leasehold.Lease){
		"residualValueGuarantee":          func(l *leasehold.Lease) { l.ResidualValueGuarantee = number("1") },
		"purchaseOptionAmount":            func(l *leasehold.Lease) { l.PurchaseOptionAmount = number("1") },
		"purchaseOptionReasonablyCertain": func(l *leasehold.Lease) { l.PurchaseOptionReasonablyCertain = leasehold.Some(true) },
		"transfersOwnership":              func(l *leasehold.Lease) { l.TransfersOwnership = leasehold.Some(true) },
		"events[0].transfersOwnership": func(l *leasehold.Lease) {
			l.Events = []leasehold.Event{{Date: civil.New(2027, 1, 1), Type: leasehold.Reassessment, DiscountRateAnnual: number("0"), TransfersOwnership: leasehold.Some(true)}}
		},
		"events[0].residualValueGuarantee": func(l *leasehold.Lease) {
			l.Events = []leasehold.Event{{Date: civil.New(2027, 1, 1), Type: leasehold.Reassessment, DiscountRateAnnual: number("0"), ResidualValueGuarantee: number("1")}}
		},
		"events[0].type: residual_guarantee does not apply ": func(l *leasehold.Lease) {
			l.Events = []leasehold.Event{{Date: civil.New(2027, 1, 1), Type: leasehold.ResidualGuarantee, ResidualValueGuarantee: number("0")}}
		},
		"events[0].type: purchase does not apply ": func(l *leasehold.Lease) {
			l.Events = []leasehold.Event{{Date: civil.New(2027, 1, 1), Type: leasehold.Purchase, Price: number("0")}}
		},
	} {
		l := computeOffice(t, gasb96).Lease
		edit(&l)
		if err := l.Validate(); err == nil || !strings.HasPrefix(err.Error(), path) || !strings.Contains(err.Error(), "does not apply under GASB 96") {
			t.Errorf("%s: %v", path, err)
		}
		l.Standard = leasehold.GASB87
		if err := l.Validate(); err != nil {
			t.Errorf("%s under GASB 87: %v", path, err)
		}
	}
	computeOffice(t, gasb96, func(l *leasehold.Lease) {
		l.ResidualValueGuarantee, l.PurchaseOptionAmount = number("0"), number("0")
		l.PurchaseOptionReasonablyCertain, l.TransfersOwnership = leasehold.Some(false), leasehold.Some(false)
	})
}

// METHOD 18.2: account titles and text use the terms for subscriptions.
func TestMethod18_2_SubscriptionTerms(t *testing.T) {
	t.Parallel()
	r := computeOffice(t, gasb96, func(l *leasehold.Lease) { l.PrepaidRent, l.ID, l.Name = number("10"), "S-1", "lease of the lessor" })
	first := books.Journal(&r.Measurement)[0]
	if lines := linesOf(&first); lines["Subscription asset"] == "" || lines["Subscription liability"] == "" || lines["Prepaid subscription"] == "" || len(lines) != 3 {
		t.Errorf("%v", lines)
	}
	if want := "S-1 lease of the lessor: GASB 96 subscription, commencement on 2024-01-01: subscription asset and subscription liability recognized"; first.Memo != want {
		t.Errorf("%q", first.Memo)
	}
	fund := books.Journal(&computeOffice(t, gasb96, func(l *leasehold.Lease) { l.Fund = leasehold.Some(leasehold.Governmental) }).Measurement)[0]
	if lines := linesOf(&fund); lines["Other financing sources - subscriptions"] == "" || lines["Expenditures - capital outlay"] == "" {
		t.Errorf("%v", lines)
	}
	foreign := []string{"lease", "Lease", "lessor", "lessee", " rent ", "GASB 87"}
	texts := append(r.NoteTexts(), r.CitationTexts()...)
	for _, e := range append(notes.Explain(r), notes.ExplainColumns(r)...) {
		texts = append(texts, e.Label, e.Words)
	}
	short := computeOffice(t, gasb96, months(12), func(l *leasehold.Lease) { l.Exemption = leasehold.ShortTerm })
	texts = append(append(texts, short.NoteTexts()...), books.Journal(&short.Measurement)[1].Memo, short.Classification.Rationale)
	for _, text := range texts {
		for _, word := range foreign {
			if strings.Contains(text, word) {
				t.Errorf("%q is said of a subscription: %s", word, text)
			}
		}
	}
	if noteOf(short, "exempt") == "" || !strings.Contains(noteOf(short, "exempt"), "a maximum possible term of at most 12 months") {
		t.Error(short.NoteTexts())
	}
}

// Say replaces only whole words and preserves capital letters.
func TestVocabularyChangesWholeWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Lease release leasehold leases, the lease": "Subscription release leasehold subscriptions, the subscription",
		"Rent-free rents of the current lessor":     "Payment-free payments of the current vendor",
		"{leaseExpense} LEASE preleased":            "{leaseExpense} LEASE preleased",
		"":                                          "",
	} {
		if got := leasehold.GASB96.Say(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
