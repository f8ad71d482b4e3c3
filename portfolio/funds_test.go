package portfolio_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// governments lists leases with different entries in the two funds.
var governments = []string{
	`"standard":"GASB_87","paymentTiming":"arrears"`,
	`"standard":"GASB_96","paymentFrequency":"quarterly","initialDirectCosts":70`,
	`"standard":"GASB_87","exemption":"short_term","variablePayments":[{"date":"2026-03-10","amount":5}]`,
	`"standard":"GASB_87","openingRouAsset":9000`,
	`"standard":"GASB_87","events":[{"date":"2026-04-15","type":"modification","paymentAmount":1200,"discountRateAnnual":0.05},
		{"date":"2026-09-01","type":"termination","penalty":300}]`,
	`"standard":"GASB_87","leaseIncentives":40,"purchaseOptionAmount":2000,"purchaseOptionReasonablyCertain":true,"assetEconomicLifeMonths":8`,
}

func government(i int, fund string) string {
	return fmt.Sprintf(`{"id":"G%d","commencementDate":"2026-01-01","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06,"fund":%q,%s}`, i, fund, governments[i])
}

func withoutMemo(e leasehold.Entry) leasehold.Entry {
	e.Fund, e.Memo = leasehold.Optional[leasehold.Fund]{}, ""
	return e
}

// entriesOf returns one fund's entries with their Fund and Memo fields cleared.
func entriesOf(list []leasehold.Entry, fund leasehold.Fund) (entries []leasehold.Entry) {
	for _, e := range list {
		if e.Fund.Set && e.Fund.Value == fund {
			entries = append(entries, withoutMemo(e))
		}
	}
	return entries
}

func journalOf(t *testing.T, body string) *leasehold.Result {
	t.Helper()
	l, err := leasehold.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	r, err := leasehold.Compute(l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// METHOD 25.5: if the fund is "both", a report lists the entries of both funds, and its figures are
// government-wide.
func TestMethod25_5_FundBothListsTheEntriesOfBothFunds(t *testing.T) {
	t.Parallel()
	funds := []leasehold.Fund{leasehold.GovernmentWide, leasehold.Governmental}
	for i := range governments {
		both := journalOf(t, government(i, "both"))
		list := leasehold.Journal(&both.Measurement)
		if text := string(leasehold.AppendJournal(&both.Measurement, nil)); strings.Count(text, `"fund":"government_wide"`) != len(list)/2 || strings.Count(text, `"fund":"governmental"`) != len(list)/2 {
			t.Errorf("lease %d: %d entries, printed as %s", i, len(list), text)
		}
		monthly := answered(t, "2026-01-01", "2027-03-31", `,"journal":"monthly"`, government(i, "both"))
		var months []leasehold.Entry
		for _, e := range monthly.Leases[0].Figures.Entries {
			months = append(months, e.Entry)
		}
		for _, fund := range funds {
			alone := journalOf(t, government(i, fund.String()))
			var want []leasehold.Entry
			for _, e := range leasehold.Journal(&alone.Measurement) {
				want = append(want, withoutMemo(e))
			}
			if got := entriesOf(list, fund); !reflect.DeepEqual(got, want) {
				t.Errorf("lease %d, %s: %v, want %v", i, fund, got, want)
			}
			if !reflect.DeepEqual(both.Schedule, alone.Schedule) {
				t.Errorf("lease %d: the schedule is not that of %s", i, fund)
			}
			r := answered(t, "2026-01-01", "2027-03-31", `,"journal":"monthly"`, government(i, fund.String()))
			want = nil
			for _, e := range r.Leases[0].Figures.Entries {
				want = append(want, withoutMemo(e.Entry))
			}
			if got := entriesOf(months, fund); !reflect.DeepEqual(got, want) {
				t.Errorf("lease %d, months of %s: %v, want %v", i, fund, got, want)
			}
			if r.Digest != monthly.Digest && fund == leasehold.GovernmentWide {
				t.Errorf("lease %d: another digest", i)
			}
		}
	}
}

// METHOD 25.5: a prior-period correction is government-wide. A trial balance is compared with the
// government-wide entries.
func TestMethod25_5_CorrectionsAndTrialBalancesAreGovernmentWide(t *testing.T) {
	t.Parallel()
	const from, to = "2026-02-01", "2026-02-28"
	more := `,"journal":"monthly","previous":{"leases":[{"id":"G0","liability":1,"rouAsset":2,"accumulatedAmortization":0,"prepaidRent":0}]},
		"ledger":[{"account":"Cash","balance":0},{"account":"Expenditures - principal","balance":0}]`
	report := func(fund string) *portfolio.Report { return answered(t, from, to, more, government(0, fund)) }
	both, wide := report("both"), report("government_wide")
	correction := both.Leases[0].Figures.Entries[0]
	if !correction.Fund.Set || correction.Fund.Value != leasehold.GovernmentWide || len(correction.Lines) == 0 {
		t.Errorf("the late change is %v", correction)
	}
	if n := len(both.Leases[0].Figures.Entries); n != 3 {
		t.Errorf("%d entries", n)
	}
	if !reflect.DeepEqual(both.TieOut, wide.TieOut) {
		t.Errorf("compared %v, want %v", both.TieOut, wide.TieOut)
	}
	if !strings.Contains(string(both.Append(nil)), `"number":"G0-202602","fund":"governmental"}`) {
		t.Error("an entry does not print its fund")
	}
}

// METHOD 21.1: a governmental fund's entries are in one currency.
func TestMethod25_5_FundBothExcludesAFunctionalCurrency(t *testing.T) {
	t.Parallel()
	_, err := leasehold.Decode([]byte(strings.Replace(government(0, "both"), `{`, `{"currency":"USD","functionalCurrency":"EUR","exchangeRate":1.1,`, 1)))
	if err == nil || !strings.Contains(err.Error(), "fund both") {
		t.Errorf("%v", err)
	}
}
