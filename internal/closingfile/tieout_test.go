package closingfile_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// correction describes a change to leases, tax rates or exchange rates that becomes known in March,
// after January and February have been closed.
type correction struct {
	name        string
	signed, now []string // the leases' requests as signed in February and as supplied in March
	tax, rates  string   // tax rates and exchange rates for March; if empty, the rates for January and February still apply
}

const (
	office  = `{"id":"A","standard":"IFRS_16","currency":"EUR","commencementDate":"2025-07-01","termMonths":36,"paymentAmount":1000,"discountRateAnnual":0.05,"variablePayments":[{"date":"2026-01-20","amount":221}]}`
	plane   = `{"id":"B","standard":"IFRS_16","currency":"USD","functionalCurrency":"EUR","exchangeRate":0.9,"commencementDate":"2025-10-01","termMonths":24,"paymentAmount":500,"discountRateAnnual":0.06,"paymentTiming":"arrears"}`
	store   = `{"id":"C","standard":"ASC_842","currency":"EUR","commencementDate":"2026-01-10","termMonths":48,"paymentAmount":700,"discountRateAnnual":0.07,"irrecoverableTaxRate":0.1,"subleases":[{"from":"2026-01-10","to":"2026-12-31","receipts":[{"date":"2026-03-31","amount":900}]}]}`
	noRates = `{"currency":"USD","into":"EUR","date":"2025-12-31","closing":0.91},{"currency":"USD","into":"EUR","date":"2026-01-31","closing":0.92,"average":0.915},` +
		`{"currency":"USD","into":"EUR","date":"2026-02-28","closing":%s,"average":0.925},{"currency":"USD","into":"EUR","date":"2026-03-31","closing":0.94,"average":0.935}`
)

var corrections = []correction{
	{name: "late lease", signed: []string{office}, now: []string{office, store}},
	{name: "removed lease", signed: []string{office, store}, now: []string{office}},
	{name: "percentage rent", signed: []string{office, store}, now: []string{strings.Replace(office, "221", "521", 1), store}},
	{name: "rent", signed: []string{office, store}, now: []string{strings.Replace(office, "1000", "1100", 1), store}},
	{name: "discount rate", signed: []string{office, store}, now: []string{office, strings.Replace(store, "0.07", "0.08", 1)}},
	{name: "irrecoverable tax", signed: []string{office, store}, now: []string{office, strings.Replace(store, "0.1,", "0.2,", 1)}},
	{name: "standard", signed: []string{office, store}, now: []string{office, strings.Replace(store, "ASC_842", "IFRS_16", 1)}},
	{name: "deferred tax", signed: []string{office}, now: []string{office}, tax: `,"deferredTax":[{"rate":0.25}]`},
	{name: "exchange rate", signed: []string{office, plane}, now: []string{office, plane}, rates: "0.95"},
	{name: "several", signed: []string{office, plane, store}, now: []string{strings.Replace(office, "1000", "1100", 1), plane, strings.Replace(store, "700", "650", 1)}, rates: "0.95"},
}

func tableOf(t *testing.T, february string) *exchange.Table {
	t.Helper()
	x, err := exchange.Decode([]byte(`{"exchangeRates":[` + fmt.Sprintf(noRates, february) + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// If a trial balance lacks the correcting entries, their accounts differ, and the explanation of
// each difference contains the entries. If the trial balance contains all entries, no account
// differs.
func TestMethod22_3_CorrectionsAreExplained(t *testing.T) {
	t.Parallel()
	for i := range corrections {
		c := &corrections[i]
		for _, gross := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, accumulated amortization %t", c.name, gross), func(t *testing.T) {
				t.Parallel()
				h := &history{months: []civil.Date{civil.New(2026, 1, 1), civil.New(2026, 2, 1)}, rates: tableOf(t, "0.93")}
				h.run(t, func(int) []string { return c.signed })
				report := func(ledger amounts) *portfolio.Report {
					q, err := portfolio.Decode([]byte(`{"from":"2026-03-01","to":"2026-03-31","journal":"monthly"` + c.tax + `,"leases":[` + strings.Join(c.now, ",") + `]}`))
					if err != nil {
						t.Fatal(err)
					}
					q.ExchangeRates, q.Previous = tableOf(t, cmp.Or(c.rates, "0.93")), leasehold.Some(*h.last.Signed())
					for title, a := range ledger {
						q.Ledger = append(q.Ledger, portfolio.LedgerRow{Account: title, Balance: a.Decimal(2)})
					}
					slices.SortFunc(q.Ledger, func(a, b portfolio.LedgerRow) int { return strings.Compare(a.Account, b.Account) })
					if err := q.Check(); err != nil {
						t.Fatal(err)
					}
					r, err := portfolio.Answer(q)
					if err != nil {
						t.Fatal(err)
					}
					return r
				}
				r := report(nil)
				if len(r.Previous.LateChanges) == 0 || r.Previous.Agrees {
					t.Fatal("no correction")
				}
				without, with := ledgerOf(h, r, gross)
				differing := 0
				for _, out := range report(without).TieOut {
					if out.Difference.IsZero() {
						continue
					}
					differing++
					if !strings.Contains(out.Says(), "-20260301-late") {
						t.Errorf("%s differs by %s, and no entry of a correction is named: %q", out.Account, out.Difference, out.Says())
					}
				}
				if differing < 2 {
					t.Errorf("%d accounts differ without the corrections", differing)
				}
				for _, out := range report(with).TieOut {
					if !out.Difference.IsZero() {
						t.Errorf("%s differs by %s although all entries are posted: %q", out.Account, out.Difference, out.Says())
					}
				}
			})
		}
	}
}

// ledgerOf returns two ledgers after March, first without and then with the correcting entries.
// Income, expense and cash accounts contain only March's amounts.
func ledgerOf(h *history, r *portfolio.Report, gross bool) (without, with amounts) {
	const accumulated = "Accumulated amortization"
	without = amounts{}
	for i := range h.last.Leases {
		s := &h.last.Leases[i]
		for _, title := range portfolio.LedgerAccounts() {
			a := s.PostedTo(title, 2)
			switch {
			case income(title) || title == "Cash" || title == prior:
			case title == accumulated && !gross:
				without.add("Right-of-use asset", a)
			default:
				without.add(title, a)
			}
		}
	}
	with = amounts{}
	corrections := []leasehold.NumberedEntry{}
	for line := range r.Posted() {
		for k := range line.Figures.Entries {
			e := line.Figures.Entries[k]
			if e.Kind == schedule.EntryCorrection {
				corrections = append(corrections, e)
				continue
			}
			for _, l := range e.Lines {
				without.add(l.Account.String(), l.Debit.Sub(l.Credit))
			}
		}
		if by := line.Figures.Closed.Accumulated.Sub(line.Figures.Opened.Accumulated); gross {
			without.add("Right-of-use asset", by)
			without.add(accumulated, by.Neg())
		}
	}
	for title, a := range without {
		with.add(title, a)
	}
	for _, e := range corrections {
		for _, l := range e.Lines {
			with.add(l.Account.String(), l.Debit.Sub(l.Credit))
		}
		for _, l := range e.Amortized {
			if by := l.Debit.Sub(l.Credit); gross {
				with.add(l.Account.String(), by.Neg())
				with.add(accumulated, by)
			}
		}
	}
	for _, ledger := range []amounts{without, with} {
		for _, title := range []string{"Cash", prior, accumulated} {
			if _, has := ledger[title]; !has && (gross || title != accumulated) {
				ledger[title] = money.Amount{}
			}
		}
	}
	return without, with
}
