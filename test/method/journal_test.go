package method_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/engine/books"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
)

// eachLease calls the check function with the results of random leases.
func eachLease(t *testing.T, check func(t *testing.T, r *leasehold.Result)) {
	t.Helper()
	for _, body := range leases.Some(9, 300) {
		l, err := leasehold.Decode([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		check(t, computed(t, l))
	}
}

// printEntry returns an entry's lines as text, with debits on the left and credits on the right.
func printEntry(e *leasehold.Entry) string {
	var b strings.Builder
	for _, l := range e.Lines {
		if l.Credit.IsZero() {
			fmt.Fprintf(&b, "Dr %s %s\n", l.Account, l.Debit)
		} else {
			fmt.Fprintf(&b, "Cr %s %s\n", l.Account, l.Credit)
		}
	}
	return b.String()
}

func accountsOf(e *leasehold.Entry) (list []leasehold.Account) {
	for _, l := range e.Lines {
		list = append(list, l.Account)
	}
	return list
}

func expectEntry(t *testing.T, e *leasehold.Entry, lines ...string) {
	t.Helper()
	want := ""
	for _, l := range lines {
		want += l + "\n"
	}
	if got := printEntry(e); got != want {
		t.Errorf("%s: got\n%swant\n%s", e.Memo, got, want)
	}
}

// METHOD 8: the commencement entry has five lines in a fixed order.
func TestMethod8_CommencementEntry(t *testing.T) {
	t.Parallel()
	r := computeOffice(t, func(l *leasehold.Lease) {
		l.LeaseIncentives, l.PrepaidRent, l.InitialDirectCosts = number("3000"), number("2000"), number("1000.005")
	})
	expectEntry(
		t, &books.Journal(&r.Measurement)[0],
		"Dr Right-of-use asset 519841.90", "Cr Lease liability 519841.89", "Dr Cash 3000.00", "Cr Prepaid rent 2000.00", "Cr Cash 1000.01",
	)
	if books.Journal(&r.Measurement)[0].Date != r.Lease.CommencementDate {
		t.Errorf("dated %s", books.Journal(&r.Measurement)[0].Date)
	}
	expectEntry(t, &books.Journal(&computeOffice(t).Measurement)[0], "Dr Right-of-use asset 519841.89", "Cr Lease liability 519841.89")
}

// METHOD 8: an asset that is negative at commencement is credited.
func TestMethod8_NegativeAmountsMoveToTheOtherSide(t *testing.T) {
	t.Parallel()
	r := computeOffice(t, func(l *leasehold.Lease) { l.LeaseIncentives, l.Classification = number("600000"), leasehold.Finance })
	expectEntry(t, &books.Journal(&r.Measurement)[0], "Cr Right-of-use asset 80158.11", "Cr Lease liability 519841.89", "Dr Cash 600000.00")
	row := r.Schedule[0]
	expectEntry(
		t, &books.Journal(&r.Measurement)[1],
		"Dr Interest expense "+row.Interest.String(), "Dr Lease liability "+row.Principal.String(), "Cr Cash 10000.00",
		"Cr Amortization expense "+row.RouAmortization.Neg().String(), "Dr Right-of-use asset "+row.RouAmortization.Neg().String(),
	)
	// The rent is below the interest, so the liability grows.
	r = computeOffice(t, func(l *leasehold.Lease) {
		l.TermMonths, l.PaymentFrequency, l.PaymentTiming = 240, leasehold.Annual, leasehold.Arrears
		l.PaymentAmount, l.DiscountRateAnnual, l.AnnualEscalationPct = money.Int(100), money.MustParse("0.1"), number("0.15")
	})
	row = r.Schedule[0]
	if row.Principal.Sign() >= 0 {
		t.Fatal("the case needs a negative principal")
	}
	grown := row.Principal.Neg().String()
	expectEntry(
		t, &books.Journal(&r.Measurement)[1],
		"Dr Lease expense "+row.LeaseExpense.String(), "Cr Cash 100.00", "Cr Lease liability "+grown, "Dr Right-of-use asset "+grown,
		"Cr Right-of-use asset "+row.LeaseExpense.Sub(row.Payment).String(),
	)
}

// METHOD 8: the entry for an operating lease's row has one line for the cost, one for cash, and two
// for principal: a debit and a credit. If cost and payment differ, the entry has a fifth line, so
// that the total change in the asset equals rouAmortization.
func TestMethod8_OperatingRow(t *testing.T) {
	t.Parallel()
	level := computeOffice(t)
	row := level.Schedule[0]
	expectEntry(
		t, &books.Journal(&level.Measurement)[1],
		"Dr Lease expense 10000.00", "Cr Cash 10000.00", "Dr Lease liability "+row.Principal.String(), "Cr Right-of-use asset "+row.Principal.String(),
	)
	rising := computeOffice(t, func(l *leasehold.Lease) { l.AnnualEscalationPct = number("0.03") })
	first, last := rising.Schedule[0], rising.Schedule[59]
	if first.LeaseExpense.Cmp(first.Payment) <= 0 || last.LeaseExpense.Cmp(last.Payment) >= 0 {
		t.Fatal("the case needs a cost above the first rent and below the last")
	}
	expectEntry(
		t, &books.Journal(&rising.Measurement)[1],
		"Dr Lease expense "+first.LeaseExpense.String(), "Cr Cash "+first.Payment.String(),
		"Dr Lease liability "+first.Principal.String(), "Cr Right-of-use asset "+first.Principal.String(),
		"Cr Right-of-use asset "+first.LeaseExpense.Sub(first.Payment).String(),
	)
	expectEntry(
		t, &books.Journal(&rising.Measurement)[60],
		"Dr Lease expense "+last.LeaseExpense.String(), "Cr Cash "+last.Payment.String(),
		"Dr Lease liability "+last.Principal.String(), "Cr Right-of-use asset "+last.Principal.String(),
		"Dr Right-of-use asset "+last.Payment.Sub(last.LeaseExpense).String(),
	)
}

// METHOD 8: the entry for a finance lease's row has lines for interest, principal, cash,
// amortization and the asset, in this order. The same applies to every row under IFRS 16 and GASB
// 87.
func TestMethod8_FinanceRow(t *testing.T) {
	t.Parallel()
	for _, edit := range []func(*leasehold.Lease){
		func(l *leasehold.Lease) { l.Classification = leasehold.Finance },
		func(l *leasehold.Lease) { l.Standard = leasehold.IFRS16 },
		func(l *leasehold.Lease) { l.Standard = leasehold.GASB87 },
	} {
		r := computeOffice(t, edit)
		row := r.Schedule[0]
		expectEntry(
			t, &books.Journal(&r.Measurement)[1],
			"Dr Interest expense "+row.Interest.String(), "Dr Lease liability "+row.Principal.String(), "Cr Cash 10000.00",
			"Dr "+r.Lease.Standard.AmortizationAccount().String()+" "+row.RouAmortization.String(), "Cr Right-of-use asset "+row.RouAmortization.String(),
		)
	}
}

// METHOD 8: an entry retains lines of 0.00. As a result, the entry for a finance lease's row always
// starts with interest, and no entry is empty.
func TestMethod8_ZeroLinesRemain(t *testing.T) {
	t.Parallel()
	free := computeOffice(t, func(l *leasehold.Lease) { l.DiscountRateAnnual, l.Classification = money.Decimal{}, leasehold.Finance })
	expectEntry(
		t, &books.Journal(&free.Measurement)[1],
		"Dr Interest expense 0.00", "Dr Lease liability 10000.00", "Cr Cash 10000.00", "Dr Amortization expense 10000.00", "Cr Right-of-use asset 10000.00",
	)
	last := books.Journal(&computeOffice(t, func(l *leasehold.Lease) { l.Classification = leasehold.Finance }).Measurement)[60]
	if got := last.Lines[0]; got != (leasehold.Line{Account: standard.AccountInterestExpense}) {
		t.Errorf("the last row of a finance lease in advance begins with %v", got)
	}
	nothing := books.Journal(&computeOffice(t, func(l *leasehold.Lease) { l.PaymentAmount, l.TermMonths = money.MustParse("0.004"), 2 }).Measurement)
	expectEntry(t, &nothing[0], "Dr Right-of-use asset 0.00", "Dr Lease liability 0.00")
	expectEntry(t, &nothing[2], "Dr Lease expense 0.00", "Dr Cash 0.00", "Dr Lease liability 0.00", "Dr Right-of-use asset 0.00")
}

// METHOD 8: if one row's entry needs a line, every row's entry has it. This rule applies to
// variable cost, services, tax, and the difference between cost and rent.
func TestMethod8_RowsHaveTheLinesOfAllRows(t *testing.T) {
	t.Parallel()
	r := books.Journal(&computeOffice(t, func(l *leasehold.Lease) {
		l.RentFree = []leasehold.RentFree{{From: l.CommencementDate, Months: 1}}
		l.VariablePayments = []leasehold.VariablePayment{{Date: l.CommencementDate, Amount: money.Int(7)}}
		l.IrrecoverableTaxRate = number("0.2")
		l.Components = []leasehold.Component{{Name: "Office", StandalonePrice: money.Int(9)}, {Name: "Cleaning", Kind: leasehold.ServiceComponent, StandalonePrice: money.Int(1)}}
	}).Measurement)
	want := []leasehold.Account{
		standard.AccountLeaseExpense, standard.AccountCash, standard.AccountLeaseLiability, standard.AccountRouAsset, standard.AccountRouAsset, standard.AccountVariableLeaseExpense, standard.AccountCash,
		standard.AccountNonLeaseExpense, standard.AccountCash, standard.AccountIrrecoverableTax, standard.AccountCash,
	}
	for i := range r[1:] {
		if got := accountsOf(&r[i+1]); !slices.Equal(got, want) {
			t.Errorf("row %d has lines on %v, want %v", i+1, got, want)
		}
	}
}

// METHOD 8: an entry's memo names the treatment and the period with its first and last day. If the
// payment includes an amount due at the end of the term, the memo also states this amount and the
// last day of the term.
func TestMethod8_Memos(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		edit  func(*leasehold.Lease)
		entry int
		memo  string
	}{
		{func(*leasehold.Lease) {}, 0, "Operating lease, commencement on 2024-01-01: right-of-use asset and lease liability recognized"},
		{func(*leasehold.Lease) {}, 2, "Operating lease, period 2 of 60, 2024-02-01 to 2024-02-29: rent in advance, lease cost to the last day"},
		{func(l *leasehold.Lease) { l.PaymentTiming = leasehold.Arrears }, 60, "Operating lease, period 60 of 60, 2028-12-01 to 2028-12-31: rent in arrears, lease cost"},
		{
			func(l *leasehold.Lease) { l.Classification, l.PaymentTiming = leasehold.Finance, leasehold.Arrears }, 1,
			"Finance lease, period 1 of 60, 2024-01-01 to 2024-01-31: rent in arrears, interest and amortization",
		},
		{
			func(l *leasehold.Lease) { l.Standard = leasehold.IFRS16 }, 60,
			"IFRS 16 lease, period 60 of 60, 2028-12-01 to 2028-12-31: rent in advance, interest and depreciation to the last day",
		},
		{
			func(l *leasehold.Lease) {
				l.Standard, l.TermMonths, l.PaymentFrequency = leasehold.GASB87, 14, leasehold.Quarterly
			}, 5,
			"GASB 87 lease, period 5 of 5 (stub of 2 of 3 months), 2025-01-01 to 2025-02-28: rent in advance, interest and amortization to the last day",
		},
		{
			func(l *leasehold.Lease) { l.ResidualValueGuarantee = number("500") }, 60,
			"Operating lease, period 60 of 60, 2028-12-01 to 2028-12-31: rent in advance, lease cost to the last day; " +
				"the payment includes a terminal amount of 500.00 due on 2028-12-31, the last day of the term",
		},
	} {
		if got := books.Journal(&computeOffice(t, c.edit).Measurement)[c.entry].Memo; got != c.memo {
			t.Errorf("got  %s\nwant %s", got, c.memo)
		}
	}
	for _, e := range books.Journal(&computeOffice(t, func(l *leasehold.Lease) { l.ResidualValueGuarantee = number("500") }).Measurement)[:60] {
		if strings.Contains(e.Memo, "terminal") {
			t.Errorf("%s", e.Memo)
		}
	}
}
