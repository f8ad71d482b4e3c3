package export_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/money"
)

// Leases that meet every kind of entry: both treatments, all standards, stubs,
// terminal amounts, negative assets and negative principal.
var leases = map[string]string{
	"operating": `{"commencementDate":"2026-01-31","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06,"annualEscalationPct":0.03,
		"initialDirectCosts":1234.56,"leaseIncentives":5000,"prepaidRent":800}`,
	"finance": `{"commencementDate":"2026-03-15","termMonths":49,"paymentAmount":2500.55,"discountRateAnnual":0.0725,"paymentFrequency":"quarterly",
		"paymentTiming":"arrears","classification":"finance","residualValueGuarantee":4000}`,
	"ifrs": `{"standard":"IFRS_16","commencementDate":"2024-02-29","termMonths":240,"paymentAmount":777.77,"discountRateAnnual":0.12,
		"purchaseOptionAmount":50000,"assetEconomicLifeMonths":360}`,
	"gasb": `{"standard":"GASB_87","commencementDate":"2026-07-01","termMonths":30,"paymentAmount":100,"discountRateAnnual":0,"paymentFrequency":"annual",
		"leaseIncentives":900}`,
	"growing": `{"commencementDate":"2026-12-01","termMonths":120,"paymentAmount":100,"discountRateAnnual":0.5,"annualEscalationPct":0.4,"paymentFrequency":"semiannual"}`,
}

func file(t *testing.T, format, operation string, r *leasehold.Result, o export.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := export.Find(format).Write(&b, operation, r, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// judge runs a program of Debian's that somebody else wrote.
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

// onDisk writes a file for a judge to read.
func onDisk(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// balances are liability and asset at the end of each calendar year.
type balances struct{ liability, asset money.Amount }

func yearEnds(r *leasehold.Result) map[int]balances {
	ends := map[int]balances{}
	now := balances{r.InitialLiability, r.InitialRouAsset}
	year, row := int(r.Lease.CommencementDate.Year), 0
	for ; row < len(r.Schedule); year++ {
		for ; row < len(r.Schedule) && int(r.Schedule[row].Date.Year) == year; row++ {
			now = balances{r.Schedule[row].LiabilityClose, r.Schedule[row].RouAssetClose}
		}
		ends[year] = now
	}
	return ends
}

// hledger accepts the journal under all its strict checks, and reports the
// schedule's balances at the end of each year.
func TestHledgerAcceptsTheJournalAndReportsTheBalances(t *testing.T) {
	t.Parallel()
	for name, body := range leases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := compute(t, body)
			path := onDisk(t, "lease.journal", file(t, "hledger", export.OperationJournal, r, export.Options{}))
			judge(t, "hledger", "hledger", "-f", path, "check", "--strict")
			report := judge(t, "hledger", "hledger", "-f", path, "balance", "--yearly", "--historical", "--empty", "--no-total",
				"--output-format", "csv", "assets:right-of-use", "liabilities:lease")
			table, err := csv.NewReader(strings.NewReader(report)).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]map[string]string{}
			for _, row := range table[1:] {
				got[row[0]] = map[string]string{}
				for i, column := range table[0] {
					got[row[0]][column[:4]] = strings.TrimSuffix(row[i], " USD")
				}
			}
			for year, want := range yearEnds(r) {
				y := strconv.Itoa(year)
				if g := amountOf(got["liabilities:lease"][y]); g != want.liability.Neg().String() {
					t.Errorf("%d: liability is %s, the schedule says %s", year, g, want.liability)
				}
				if g := amountOf(got["assets:right-of-use"][y]); g != want.asset.String() {
					t.Errorf("%d: asset is %s, the schedule says %s", year, g, want.asset)
				}
			}
		})
	}
}

// amountOf reads hledger's 0 as 0.00.
func amountOf(text string) string {
	if text == "0" || text == "" {
		return "0.00"
	}
	return text
}

// Beancount accepts the journal, with the schedule's balances at the end of
// each year as assertions of no tolerance.
func TestBeancountAcceptsTheJournalAndItsBalances(t *testing.T) {
	t.Parallel()
	for name, body := range leases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := compute(t, body)
			journal := file(t, "beancount", export.OperationJournal, r, export.Options{})
			for year, b := range yearEnds(r) {
				journal = fmt.Appendf(journal, "\n%d-01-01 balance Liabilities:Lease %s ~ 0.00 USD\n%d-01-01 balance Assets:RightOfUse %s ~ 0.00 USD\n",
					year+1, b.liability.Neg(), year+1, b.asset)
			}
			judge(t, "beancount", "bean-check", onDisk(t, "lease.beancount", journal))
			wrong := fmt.Appendf(journal, "\n9000-01-01 balance Liabilities:Lease 0.01 ~ 0.00 USD\n")
			path, err := exec.LookPath("bean-check")
			if err != nil {
				t.Fatal(err)
			}
			if err := exec.CommandContext(t.Context(), path, onDisk(t, "wrong.beancount", wrong)).Run(); err == nil {
				t.Error("bean-check accepts a balance that is a cent off: it proves nothing")
			}
		})
	}
}

// Both programs read account names and segments of a map.
func TestPlainTextJournalsTakeAnAccountMap(t *testing.T) {
	t.Parallel()
	for format, program := range map[string]string{"hledger": "hledger", "beancount": "beancount"} {
		roots := []string{"assets:", "liabilities:", "expenses:"}
		if format == "beancount" {
			roots = []string{"Assets:", "Liabilities:", "Expenses:"}
		}
		accounts := readAccounts(t, fmt.Sprintf(`{"accounts": {
			"Right-of-use asset": "%[1]s1700", "Lease liability": {"account": "%[2]s2400", "segments": {"location": "Köln, \"Dom\""}},
			"Cash": "%[1]s1000", "Prepaid rent": "%[1]s1400", "Lease expense": "%[3]s6200"}, "segments": {"class": "offices"}}`,
			roots[0], roots[1], roots[2]))
		for name, o := range map[string]export.Options{"map": {Accounts: accounts, Currency: "EUR"}} {
			t.Run(format+"/"+name, func(t *testing.T) {
				t.Parallel()
				content := file(t, format, export.OperationJournal, compute(t, leases["operating"]), o)
				path := onDisk(t, "lease."+format, content)
				if format == "hledger" {
					judge(t, program, "hledger", "-f", path, "check", "--strict")
					if got := judge(t, program, "hledger", "-f", path, "accounts", "tag:class=offices"); !strings.Contains(got, "liabilities:2400") {
						t.Errorf("the tag is not read: %s", got)
					}
				} else {
					judge(t, program, "bean-check", path)
				}
			})
		}
	}
}
