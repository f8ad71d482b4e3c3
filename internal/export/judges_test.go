package export_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// leases contains leases that together have entries of every kind: both treatments, all standards,
// stub periods, terminal payments, negative assets and negative principal.
var leases = map[string]string{
	"operating": `{"commencementDate":"2026-01-31","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06,"annualEscalationPct":0.03,
		"initialDirectCosts":1234.56,"leaseIncentives":5000,"prepaidRent":800}`,
	"finance": `{"commencementDate":"2026-03-15","termMonths":49,"paymentAmount":2500.55,"discountRateAnnual":0.0725,"paymentFrequency":"quarterly",
		"paymentTiming":"arrears","classification":"finance","residualValueGuarantee":4000}`,
	"ifrs": `{"standard":"IFRS_16","commencementDate":"2024-02-29","termMonths":240,"paymentAmount":777.77,"discountRateAnnual":0.12,
		"purchaseOptionAmount":50000,"assetEconomicLifeMonths":360}`,
	"gasb": `{"standard":"GASB_87","commencementDate":"2026-07-01","termMonths":30,"paymentAmount":100,"discountRateAnnual":0,"paymentFrequency":"annual",
		"leaseIncentives":900}`,
	"taken over": `{"id":"L-1 (east); |","name":"Köln \"Dom\" \\ 2","tags":{"entity":"ACME"},"currency":"KWD","commencementDate":"2026-01-15","termMonths":18,
		"paymentAmount":1000.555,"discountRateAnnual":0.06,"openingRouAsset":20000.125}`,
	"yen": `{"standard":"IFRS_16","currency":"JPY","commencementDate":"2026-01-01","termMonths":24,"paymentAmount":100000,"discountRateAnnual":0.03,
		"restorationCost":50000,"rentFree":[{"from":"2026-04-01","months":2}],"rentSteps":[{"from":"2027-01-01","paymentAmount":110000}],
		"otherPayments":[{"date":"2026-06-15","amount":30000},{"date":"2026-09-15","amount":5000,"kind":"incentive"}]}`,
	"exempt": `{"exemption":"short_term","commencementDate":"2026-01-01","termMonths":11,"paymentAmount":1000,"discountRateAnnual":0.06,"initialDirectCosts":50,
		"rentFree":[{"from":"2026-01-01","months":2}]}`,
	"fund": `{"standard":"GASB_87","fund":"governmental","commencementDate":"2026-07-01","termMonths":36,"paymentAmount":900,"discountRateAnnual":0.04,
		"paymentTiming":"arrears","events":[{"date":"2027-07-01","type":"modification","termMonths":48,"discountRateAnnual":0.05}]}`,
	"indexed and terminated": `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":5000,"discountRateAnnual":0.05,"events":[
		{"date":"2027-01-01","type":"index","changePct":0.04},{"date":"2027-06-10","type":"impairment","impairmentLoss":10000},
		{"date":"2028-03-20","type":"modification","discountRateAnnual":0.06,"retainedShare":0.5,"paymentAmount":2500},
		{"date":"2029-02-15","type":"termination","penalty":8000}]}`,
	"bought": `{"standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":48,"paymentAmount":2000,"discountRateAnnual":0.05,"paymentTiming":"arrears",
		"events":[{"date":"2027-07-16","type":"index","paymentAmount":2200},{"date":"2028-01-01","type":"purchase","price":30000}]}`,
	"growing": `{"commencementDate":"2026-12-01","termMonths":120,"paymentAmount":100,"discountRateAnnual":0.5,"annualEscalationPct":0.4,"paymentFrequency":"semiannual"}`,
	"initial application": `{"standard":"FRS_102","currency":"GBP","commencementDate":"2023-02-11","termMonths":84,"paymentAmount":12000,"discountRateAnnual":0.061,
		"paymentFrequency":"quarterly","calendar":{"days":"english_quarter_days"},"initialApplication":{"date":"2026-01-01","prepaidOrAccruedRent":4321.09,"onerousProvision":500},
		"irrecoverableTaxRate":0.2,"events":[{"date":"2027-05-05","type":"index","changePct":0.03}]}`,
	"initial application of a short lease": `{"standard":"FRS_102","commencementDate":"2025-02-01","termMonths":20,"paymentAmount":1000,"discountRateAnnual":0.06,
		"exemption":"short_term","initialApplication":{"date":"2026-01-01"}}`,
	"subscription": `{"standard":"GASB_96","commencementDate":"2026-07-01","termMonths":36,"paymentAmount":9000,"discountRateAnnual":0.03,"paymentFrequency":"annual",
		"initialDirectCosts":700,"prepaidRent":80}`,
	"components": `{"commencementDate":"2026-01-20","termMonths":40,"paymentAmount":3000,"discountRateAnnual":0.05,"calendar":{"from":"2026-02-01"},
		"components":[{"name":"Floor","kind":"lease","standalonePrice":70},{"name":"Cleaning","kind":"service","standalonePrice":30}],"irrecoverableTaxRate":0.07,
		"variablePayments":[{"date":"2026-12-31","amount":812.4},{"date":"2027-12-31","amount":-12.4}],"subleaseIncome":[{"date":"2026-08-01","amount":400}]}`,
	"list of payments": `{"standard":"IFRS_16","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":0,"discountRateAnnual":0.05,"paymentFrequency":"annual",
		"basis":{"discounting":"monthly"},"otherPayments":[{"date":"2026-03-17","amount":9000},{"date":"2027-03-17","amount":9300},{"date":"2028-03-17","amount":9600}]}`,
}

func file(t *testing.T, format, operation string, r *leasehold.Result, o export.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if o.Entries == export.EntriesByFormat {
		o.Entries = export.EntriesByPeriod
	}
	if err := export.Find(format).Write(&b, operation, r, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// judge runs a program from a Debian package and returns its output.
func judge(t *testing.T, debianPackage, program string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatalf("%s is missing: install Debian's package %s", program, debianPackage)
	}
	cmd := exec.CommandContext(t.Context(), path, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %s: %v\n%s%s", program, strings.Join(args, " "), err, stdout.String(), stderr.String())
	}
	return stdout.String()
}

// onDisk writes content to a file for another program and returns its path.
func onDisk(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// balances contains the liability and the asset at the end of a calendar year.
type balances struct{ liability, asset money.Amount }

func yearEnds(r *leasehold.Result) map[int]balances {
	ends := map[int]balances{}
	now := balances{r.InitialLiability, r.InitialRouAsset}
	lines := wording.Schedule(&r.Measurement)
	for year := int(r.Lease.Start().Year); len(lines) > 0; year++ {
		for ; len(lines) > 0 && int(day(lines[0]).Year) == year; lines = lines[1:] {
			if e := lines[0].Event; e != nil {
				now = balances{e.LiabilityAfter, e.RouAssetAfter}
			} else {
				now = balances{lines[0].Period.LiabilityClose, lines[0].Period.RouAssetClose}
			}
		}
		ends[year] = now
	}
	return ends
}

func day(line wording.Line) civil.Date {
	if line.Event != nil {
		return line.Event.Date
	}
	return line.Period.Date
}

// kept reports whether a lease's journal includes the liability and the asset. All journals do,
// except the journals of governmental funds.
func kept(r *leasehold.Result) bool { return r.Lease.Fund.Value != leasehold.Governmental }

// printed formats an amount as it appears in the files for r.
func printed(r *leasehold.Result, a money.Amount) string {
	return string(a.AppendPlaces(nil, r.Lease.Currency.Places()))
}

// hledger accepts the journal under all its strict checks. At the end of each year, it reports the
// same balances as the schedule.
func TestHledgerAcceptsTheJournalAndReportsTheBalances(t *testing.T) {
	t.Parallel()
	for name, body := range leases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := compute(t, body)
			path := onDisk(t, "lease.journal", file(t, "hledger", operations.JournalEntries.Name, r, export.Options{}))
			judge(t, "hledger", "hledger", "-f", path, "check", "--strict")
			asset, liability := "assets:right-of-use", "liabilities:lease"
			if r.Lease.Standard == leasehold.GASB96 {
				asset, liability = "assets:subscription", "liabilities:subscription"
			}
			report := judge(t, "hledger", "hledger", "-f", path, "balance", "--yearly", "--historical", "--empty", "--no-total",
				"--output-format", "csv", asset, liability)
			table, err := csv.NewReader(strings.NewReader(report)).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]map[string]string{}
			for _, row := range table[1:] {
				got[row[0]] = map[string]string{}
				for i, column := range table[0] {
					got[row[0]][column[:4]] = strings.TrimSuffix(row[i], " "+r.Lease.Currency.String())
				}
			}
			if !kept(r) {
				return
			}
			for year, want := range yearEnds(r) {
				y := strconv.Itoa(year)
				if g := amountOf(r, got[liability][y]); g != printed(r, want.liability.Neg()) {
					t.Errorf("%d: liability is %s, the schedule says %s", year, g, want.liability)
				}
				if g := amountOf(r, got[asset][y]); g != printed(r, want.asset) {
					t.Errorf("%d: asset is %s, the schedule says %s", year, g, want.asset)
				}
			}
		})
	}
}

// amountOf returns an amount as hledger printed it, or 0.00 if hledger printed 0 or nothing.
func amountOf(r *leasehold.Result, text string) string {
	if text == "0" || text == "" {
		return printed(r, money.Amount{})
	}
	return text
}

// hledger accepts the account names and segments of an account map.
func TestHledgerReadsAnAccountMap(t *testing.T) {
	t.Parallel()
	accounts := readAccounts(t, `{"accounts": {
		"Right-of-use asset": "assets:1700", "Lease liability": {"account": "liabilities:2400", "segments": {"location": "Köln, \"Dom\""}},
		"Cash": "assets:1000", "Prepaid rent": "assets:1400", "Lease expense": "expenses:6200"}, "segments": {"class": "offices"}}`)
	path := onDisk(t, "lease.journal", file(t, "hledger", operations.JournalEntries.Name, compute(t, leases["operating"]), export.Options{Accounts: accounts, Currency: "EUR"}))
	judge(t, "hledger", "hledger", "-f", path, "check", "--strict")
	if got := judge(t, "hledger", "hledger", "-f", path, "accounts", "tag:class=offices"); !strings.Contains(got, "liabilities:2400") {
		t.Errorf("the tag is not read: %s", got)
	}
}
