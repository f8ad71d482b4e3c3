package method_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/docs"
	"github.com/leasehold-accounting/leasehold/internal/engine/books"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
)

// methodPage returns METHOD's text and the lease of its worked example.
func methodPage(t *testing.T) (page string, example *leasehold.Lease) {
	t.Helper()
	page = docs.Method
	_, rest, ok := strings.Cut(page, "```json\n")
	request, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatal("the page has no worked example")
	}
	example, err := leasehold.Decode([]byte(request))
	if err != nil {
		t.Fatal(err)
	}
	return page, example
}

// expectOn checks that the page contains each string.
func expectOn(t *testing.T, page string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(page, text) {
			t.Errorf("the method does not say %q", text)
		}
	}
}

// METHOD 11: the rows of the worked example equal the program's results.
func TestMethod11_WorkedExampleEqualsTheProgram(t *testing.T) {
	t.Parallel()
	page, lease := methodPage(t)
	r, err := leasehold.Compute(lease)
	if err != nil {
		t.Fatal(err)
	}
	rows := ""
	for _, p := range r.Schedule {
		rows += fmt.Sprintf(
			"| %d | %s | %s | %s | %s | %s | %s | %s | %s |\n", p.Number, p.Date, p.Payment, p.Interest, p.Principal,
			p.LiabilityClose, p.RouAmortization, p.RouAssetClose, p.LeaseExpense,
		)
	}
	entries := ""
	for _, e := range books.Journal(&r.Measurement) {
		for _, l := range e.Lines {
			if l.Credit.IsZero() {
				entries += fmt.Sprintf("| %s | %s | %s | |\n", e.Date, l.Account, l.Debit)
			} else {
				entries += fmt.Sprintf("| %s | %s | | %s |\n", e.Date, l.Account, l.Credit)
			}
		}
	}
	var maturities []string
	for _, m := range r.Disclosures.MaturityAnalysis {
		maturities = append(maturities, m.UndiscountedPayments.String())
	}
	d := &r.Disclosures
	expectOn(
		t, page, "|\n"+rows+"\n", "|\n"+entries+"\n",
		"The initial liability is "+r.InitialLiability.String(), "= "+r.InitialRouAsset.String()+". No criterion is met",
		"In total "+r.TotalUndiscountedPayments.String(), "= "+r.TotalLeaseCost.String()+" over three years",
		"The maturities are "+strings.Join(maturities, ", ")+".", "both "+d.LongTermLiability.String()+"; the current part is "+d.CurrentLiability.String(),
		"= "+d.ImputedInterest.String()+".", "= 37.50% of the life", "= 50.16% of the fair value",
	)
	for key, ratio := range map[string]string{schedule.CriterionEconomicLife: "37.50%", schedule.CriterionFairValue: "50.16%"} {
		if c := criterion(t, r, key); c.Met || !strings.Contains(c.Detail, ratio) {
			t.Errorf("%s: %s", key, c.Detail)
		}
	}
	if r.Class != leasehold.Operating || r.RowsMoved != 0 {
		t.Errorf("%v, %d rows moved", r.Class, r.RowsMoved)
	}
}

// METHOD 11: the exact balances on the page follow from the formulas there. The test computes these
// as fractions, without the engine.
func TestMethod11_ExactBalancesOfTheWorkedExample(t *testing.T) {
	t.Parallel()
	page, _ := methodPage(t)
	growth := big.NewRat(105, 100)
	next := new(big.Rat).Quo(big.NewRat(1000, 1), growth)
	for i, row := range []struct {
		rent int64
		says string
	}{
		{10609, "| L_2 | 10609 + (0 + 1000) / 1.05 | %s… |"},
		{10300, "| L_1 | 10300 + L_2 / 1.05 | %s… |"},
		{10000, "| L_0 | 10000 + L_1 / 1.05 | %s… |"},
	} {
		if i > 0 {
			next.Quo(next, growth)
		}
		next.Add(next, big.NewRat(row.rent, 1))
		millionths := new(big.Int).Mul(next.Num(), big.NewInt(1_000_000))
		digits := millionths.Quo(millionths, next.Denom()).String()
		expectOn(t, page, fmt.Sprintf(row.says, digits[:5]+"."+digits[5:]))
	}
}

// METHOD 11: the reference values equal the program's results.
func TestMethod11_ReferenceValues(t *testing.T) {
	t.Parallel()
	page, _ := methodPage(t)
	expect := func(got money.Amount, want string) {
		t.Helper()
		if got.String() != want {
			t.Errorf("got %s, want %s", got, want)
		}
		expectOn(t, page, want)
	}
	expect(computeOffice(t).InitialLiability, "519841.89")
	expect(computeOffice(t, arrears).InitialLiability, "517255.61")
	for discounting, want := range map[leasehold.Discounting]string{ //nolint:exhaustive // the page has examples for three conventions
		leasehold.Nominal: "519841.89", leasehold.Effective: "521765.63", leasehold.Actual365: "521739.23",
	} {
		expect(computeOffice(t, func(l *leasehold.Lease) {
			l.CommencementDate, l.Basis = civil.New(2024, 1, 1), leasehold.Some(leasehold.Basis{Discounting: discounting})
		}).InitialLiability, want)
	}
	r := computeOffice(t, example13)
	expect(r.InitialLiability, "405391.08")
	expect(r.InitialRouAsset, "420391.08")
	expect(r.Disclosures.CurrentLiability, "50000.00")
}

// METHOD names the current revision of the rules.
func TestMethod_PageNamesTheRevisionOfTheRules(t *testing.T) {
	t.Parallel()
	page, _ := methodPage(t)
	expectOn(t, page, fmt.Sprintf("rules revision %d,", leasehold.RulesRevision))
}

// In the worked example with events, the rows and the events' entries equal the program's results.
// The example's present values follow from its formulas.
func TestWorkedLifeEqualsTheProgram(t *testing.T) {
	t.Parallel()
	page, _ := methodPage(t)
	_, rest, _ := strings.Cut(page, "```json life\n")
	request, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("the page has no worked life")
	}
	r := leases.Compute(t, request)
	schedule := ""
	for i := range r.Schedule {
		p := &r.Schedule[i]
		schedule += fmt.Sprintf(
			"| %d | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", p.Number, p.First, p.Date, p.LiabilityOpen(), p.Payment, p.Interest,
			p.LiabilityClose, p.RouAssetOpen(), p.RouAmortization, p.RouAssetClose,
		)
	}
	entries := ""
	for _, e := range books.Journal(&r.Measurement) {
		if e.Event < 0 {
			continue
		}
		for _, l := range e.Lines {
			if l.Credit.IsZero() {
				entries += fmt.Sprintf("| %s | %s | %s | |\n", e.Date, l.Account, l.Debit)
			} else {
				entries += fmt.Sprintf("| %s | %s | | %s |\n", e.Date, l.Account, l.Credit)
			}
		}
	}
	loss := r.Events[1].GainOrLoss.String()
	expectOn(
		t, page, "|\n"+schedule+"\n", "|\n"+entries, "= "+r.InitialLiability.String()+". The first row",
		"1100 / 1.21 = "+r.Events[0].LiabilityAfter.String()+".", "= −"+strings.TrimPrefix(loss, "-")+", a loss.",
	)
}
