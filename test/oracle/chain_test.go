package oracle_test

import (
	"fmt"
	"maps"
	"math/big"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/leases"
	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// closings closes the given months in order and returns the last closing. Each month has its own
// versions of the leases and its own report options.
func closings(t *testing.T, months, versions, members []string) *oracle.Closed {
	t.Helper()
	c := &oracle.Chain{FiscalYear: [2]int{1, 1}}
	var closed *oracle.Closed
	for i := range months {
		c.Periods = nil
		for k, month := range months[:i+1] {
			first, _ := time.Parse(time.DateOnly, month+"-01")
			q, err := oracle.ReadReport(fmt.Appendf(nil, `{"from":%s,"to":%s%s,"leases":[%s]}`, leases.Day(first), leases.Day(leases.MonthEnd(first)), members[k], versions[i]))
			if err != nil {
				t.Fatal(err)
			}
			c.Periods = append(c.Periods, q)
		}
		var err error
		if closed, err = c.Close(); err != nil {
			t.Fatal(err)
		}
		for id, correction := range closed.Corrections {
			sum := new(big.Int)
			for _, amount := range correction.Accounts {
				sum.Add(sum, amount)
			}
			if sum.Sign() != 0 {
				t.Errorf("%s: the catch-up of %s comes to %s", months[i], id, oracle.Money(sum))
			}
		}
		c.Posted = closed.Posted
	}
	return closed
}

func wantAccounts(t *testing.T, what string, got map[string]*big.Int, want map[string]string) {
	t.Helper()
	text := map[string]string{}
	for account, amount := range got {
		text[account] = oracle.Money(amount)
	}
	if !maps.Equal(text, want) {
		t.Errorf("%s: %v, want %v", what, text, want)
	}
}

const twelve = `"standard":"IFRS_16","commencementDate":"2024-%s-01","termMonths":12,"paymentAmount":%s,"paymentTiming":"arrears","discountRateAnnual":0%s}`

// METHOD 28.2: prior-period corrections arise in three cases. A cost changes without affecting the
// balance sheet, a lease is entered late, or a rent is corrected before or after a fiscal year end.
func TestMethod28_2_TheCatchUp(t *testing.T) {
	t.Parallel()
	none := []string{"", "", ""}
	rent := func(first, amount, more string) string {
		return `{"id":"A",` + fmt.Sprintf(twelve, first, amount, more)
	}
	percentage := func(amount string) string {
		return rent("01", "100", `,"variablePayments":[{"date":"2024-01-20","amount":`+amount+`}]`)
	}
	correction := closings(t, []string{"2024-01", "2024-02"}, []string{percentage("2210.35"), percentage("5210.35")}, none).Corrections["A"]
	wantAccounts(t, "percentage rent", correction.Accounts, map[string]string{"Variable lease expense": "3000.00", "Cash": "-3000.00"})
	if cost, cash := oracle.Money(correction.Cost), oracle.Money(correction.Cash); cost != "3000.00" || cash != "3000.00" {
		t.Errorf("cost.late = %s, cash.late = %s", cost, cash)
	}

	correction = closings(t, []string{"2024-01", "2024-02", "2024-03"}, []string{"", "", rent("01", "100", "")}, none).Corrections["A"]
	wantAccounts(t, "found late", correction.Accounts, map[string]string{
		"Right-of-use asset": "1200.00", "Accumulated amortization": "-200.00", "Lease liability": "-1000.00", "Cash": "-200.00", "Depreciation expense": "200.00",
	})

	correction = closings(t, []string{"2024-11", "2024-12", "2025-01"}, []string{rent("11", "100", ""), rent("11", "100", ""), rent("11", "150", "")}, none).Corrections["A"]
	wantAccounts(t, "in the next year", correction.Accounts, map[string]string{
		"Right-of-use asset": "600.00", "Accumulated amortization": "-100.00", "Lease liability": "-500.00", "Cash": "-100.00", "Prior-period corrections": "100.00",
	})

	dropped := closings(t, []string{"2024-01", "2024-02"}, []string{rent("01", "100", ""), ""}, none)
	wantAccounts(t, "gone", dropped.Corrections["A"].Accounts, map[string]string{
		"Right-of-use asset": "-1200.00", "Accumulated amortization": "100.00", "Lease liability": "1100.00", "Cash": "100.00", "Depreciation expense": "-100.00",
	})
	wantAccounts(t, "posted", dropped.Posted["A"].Accounts, map[string]string{})
}

// METHOD 28.3: removing a lease that ended before the fiscal year reverses nothing.
func TestMethod28_3_ALeaseThatHasEnded(t *testing.T) {
	t.Parallel()
	ended := `{"id":"A","standard":"IFRS_16","commencementDate":"2024-11-01","termMonths":1,"paymentAmount":100,"paymentTiming":"arrears","discountRateAnnual":0}`
	closed := closings(t, []string{"2024-11", "2024-12", "2025-01"}, []string{ended, ended, ""}, []string{"", "", ""})
	if correction := closed.Corrections["A"]; correction == nil || !correction.Dropped || len(correction.Accounts) != 0 {
		t.Errorf("got %+v, want a lease that is dropped without amounts", correction)
	}
}

// METHOD 28.2: deferred tax starts within a chain. The balance at the end of the preceding day is
// posted exactly once.
func TestMethod28_2_DeferredTaxBegins(t *testing.T) {
	t.Parallel()
	lease := `{"id":"A",` + fmt.Sprintf(twelve, "01", "100", `,"prepaidRent":120`)
	leases, taxed := []string{lease, lease, lease}, []string{"", `,"deferredTax":[{"rate":0.25}]`, `,"deferredTax":[{"rate":0.25}]`}
	months := []string{"2024-01", "2024-02", "2024-03"}
	correction := closings(t, months[:2], leases, taxed).Corrections["A"]
	wantAccounts(t, "begins", correction.Accounts, map[string]string{
		"Deferred tax asset": "275.00", "Deferred tax liability": "-302.50", "Prior-period corrections": "27.50",
	})
	third := closings(t, months, leases, taxed)
	if len(third.Corrections) > 0 {
		t.Errorf("goes on: %+v", third.Corrections["A"])
	}
	if got := oracle.Money(third.Posted["A"].Accounts["Deferred tax liability"]); got != "-247.50" {
		t.Errorf("deferred tax liability posted: %s, want -247.50", got)
	}
}

// METHOD 28.8: the first monthly entry contains the whole effect of a change in the tax rate.
func TestMethod28_8_TaxEntriesByMonth(t *testing.T) {
	t.Parallel()
	figures := span(t, "2024-02-01", "2024-03-15", `,"journal":"monthly","deferredTax":[{"rate":0.25,"openingRate":0.2}]`,
		`{"id":"A",`+fmt.Sprintf(twelve, "01", "100", `,"prepaidRent":120`))
	wantFigures(t, "tax", figures, map[string]string{
		"journalEntries.A-202402-tax.lines.Deferred tax asset":      "30.00", // closing 1,000 × 0.25 less opening 1,100 × 0.2
		"journalEntries.A-202402-tax.lines.Deferred tax liability":  "-33.00",
		"journalEntries.A-202403-15-tax.lines.Deferred tax asset":   "",
		"journalEntries.A-202403-15-tax.lines.Deferred tax expense": "-13.31", // asset amortization of 110 × 15/31 × 0.25
	})
}
