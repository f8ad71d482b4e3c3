package oracle

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func solve(t *testing.T, body string) *Answer {
	t.Helper()
	r, err := Read([]byte(body))
	if err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	a, err := Solve(r)
	if err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	wantEngineToAgree(t, LeaseAgainstEngine, body)
	return a
}

func wantMoney(t *testing.T, what string, got *big.Int, want string) {
	t.Helper()
	if Money(got) != want {
		t.Errorf("%s = %s, want %s", what, Money(got), want)
	}
}

// METHOD 11: the oracle agrees with the worked examples.
func TestMethodAnchors(t *testing.T) {
	t.Parallel()
	const monthly = `{"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06,"paymentTiming":%q}`
	wantMoney(t, "advance", solve(t, fmt.Sprintf(monthly, "advance")).InitialLiability, "519841.89")
	wantMoney(t, "arrears", solve(t, fmt.Sprintf(monthly, "arrears")).InitialLiability, "517255.61")

	a := solve(t, `{"standard":"IFRS_16","commencementDate":"2025-01-01","termMonths":120,"paymentAmount":50000,"discountRateAnnual":0.05,
		"paymentFrequency":"annual","initialDirectCosts":20000,"leaseIncentives":5000}`)
	wantMoney(t, "example 13 liability", a.InitialLiability, "405391.08")
	wantMoney(t, "example 13 asset", a.InitialRouAsset, "420391.08")
	wantMoney(t, "example 13 current", a.Disclosures.Current, "50000.00")

	a = solve(t, `{"commencementDate":"2025-01-01","termMonths":60,"paymentAmount":1100,"discountRateAnnual":0.07,"paymentFrequency":"annual"}`)
	wantMoney(t, "1,100 liability", a.InitialLiability, "4825.93")
	for k, want := range []string{"3986.75", "3088.82", "2128.04", "1100.00", "0.00"} {
		wantMoney(t, fmt.Sprintf("1,100 balance %d", k+1), a.Rows[k].LiabilityClose, want)
	}

	a = solve(t, `{"commencementDate":"2025-01-01","termMonths":36,"paymentAmount":209,"discountRateAnnual":0.04}`)
	wantMoney(t, "209 liability", a.InitialLiability, "7102.59")
	wantMoney(t, "209 first interest", a.Rows[0].Interest, "22.98")
	wantMoney(t, "209 current", a.Disclosures.Current, "2289.69")
}

// The oracle agrees with examples from textbooks, standards and audited financial statements. Each
// example has its own tolerance.
func TestPublishedExamples(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile(filepath.Join("..", "..", "internal", "doctor", "testdata", "published.json"))
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct {
		ID        string
		Request   json.RawMessage
		Expected  map[string]json.RawMessage
		Tolerance json.Number
	}
	if err := json.Unmarshal(body, &examples); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, e := range examples {
		r, err := Read(e.Request)
		if err != nil {
			t.Errorf("%s: %v", e.ID, err)
			continue
		}
		checked += checkPublished(t, e.ID, solve(t, string(e.Request)), r.advance(), e.Expected, rational(t, e.Tolerance.String()))
	}
	t.Logf("%d figures of %d examples", checked, len(examples))
}

func rational(t *testing.T, text string) *big.Rat {
	t.Helper()
	v, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("not a number: %s", text)
	}
	return v
}

func checkPublished(t *testing.T, id string, a *Answer, advance bool, expected map[string]json.RawMessage, tolerance *big.Rat) int {
	t.Helper()
	n := 0
	near := func(what string, got *big.Int, want json.RawMessage) {
		n++
		off := new(big.Rat).SetFrac(got, big.NewInt(100))
		off.Sub(off, rational(t, string(want)))
		if off.Abs(off).Cmp(tolerance) > 0 {
			t.Errorf("%s %s = %s, want %s within %s", id, what, Money(got), want, tolerance.FloatString(2))
		}
	}
	for name, want := range expected {
		switch name {
		case "initialLiability":
			near(name, a.InitialLiability, want)
		case "initialRouAsset":
			near(name, a.InitialRouAsset, want)
		case "totalUndiscountedPayments":
			near(name, a.TotalPayments, want)
		case "totalLeaseCost":
			near(name, a.TotalLeaseCost, want)
		case "imputedInterest":
			near(name, a.Disclosures.ImputedInterest, want)
		case "straightLineExpensePerPeriod":
			near(name, a.Rows[0].LeaseExpense, want)
		case "depreciationPerPeriod":
			near(name, a.Rows[0].RouAmortization, want)
		case "classification":
			n++
			if quote(a.Classification) != string(want) {
				t.Errorf("%s classification = %s, want %s", id, a.Classification, want)
			}
		case "rows":
			var rows []map[string]json.RawMessage
			if err := json.Unmarshal(want, &rows); err != nil {
				t.Fatalf("%s: %v", id, err)
			}
			for _, row := range rows {
				checkPublishedRow(t, a, advance, row, near)
			}
		default:
			t.Errorf("%s: nothing compares %s", id, name)
		}
	}
	return n
}

func checkPublishedRow(t *testing.T, a *Answer, advance bool, want map[string]json.RawMessage, near func(string, *big.Int, json.RawMessage)) {
	t.Helper()
	period := int(rational(t, string(want["period"])).Num().Int64())
	row := a.Rows[period-1]
	for name, figure := range want {
		what := fmt.Sprintf("row %d %s", period, name)
		switch name {
		case "period":
		case "payment":
			near(what, row.Payment, figure)
		case "interest":
			near(what, row.Interest, figure)
		case "principal":
			near(what, row.Principal, figure)
		case "liabilityClose":
			near(what, row.LiabilityClose, figure)
		case "rouAmortization":
			near(what, row.RouAmortization, figure)
		case "rouAssetClose":
			near(what, row.RouAssetClose, figure)
		case "liabilityAfterPayment":
			after := row.LiabilityClose
			if advance {
				after = new(big.Int).Sub(after, row.Interest)
			}
			near(what, after, figure)
		case "accumulatedAmortization":
			near(what, new(big.Int).Sub(a.InitialRouAsset, row.RouAssetClose), figure)
		default:
			t.Errorf("nothing compares %s", what)
		}
	}
}

// METHOD 3: the oracle's balances equal balances computed with big.Rat. The test checks the
// oracle's own arithmetic, which does not reduce fractions.
func TestBalancesEqualPlainRationals(t *testing.T) {
	t.Parallel()
	for _, timing := range []string{"advance", "arrears"} {
		for _, term := range []int{1, 5, 12, 14, 61, 119} {
			for _, frequency := range []string{"monthly", "quarterly", "annual"} {
				for _, rate := range []string{"0", "1", "0.0437", "0.05123456789012345678"} {
					checkBalances(t, fmt.Sprintf(`{"commencementDate":"2024-01-31","termMonths":%d,"paymentAmount":1234.56,"discountRateAnnual":%s,
						"paymentFrequency":%q,"paymentTiming":%q,"annualEscalationPct":0.031,"residualValueGuarantee":777.77}`, term, rate, frequency, timing))
				}
			}
		}
	}
}

func checkBalances(t *testing.T, body string) {
	t.Helper()
	r, err := Read([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	a := solve(t, body)
	one, terminal := big.NewRat(1, 1), new(big.Rat).SetInt(a.Terminal)
	balance := new(big.Rat)
	for _, row := range slices.Backward(a.Rows) {
		// The printed balance differs from the exact balance by less than a cent.
		off := new(big.Rat).Sub(balance, new(big.Rat).SetInt(row.LiabilityClose))
		if off.Abs(off).Cmp(one) >= 0 {
			t.Errorf("%s: row %d balance off by %s cents", body, row.Number, off.FloatString(6))
		}
		growth := new(big.Rat).Mul(used(r.DiscountRate), new(big.Rat).Quo(row.Months, big.NewRat(12, 1)))
		growth.Add(growth, one)
		rent := new(big.Rat).Sub(new(big.Rat).SetInt(row.Payment), terminal)
		if r.advance() {
			balance.Add(balance, terminal)
			balance.Quo(balance, growth)
			balance.Add(balance, rent)
		} else {
			balance.Add(balance, rent)
			balance.Add(balance, terminal)
			balance.Quo(balance, growth)
		}
		terminal.SetInt64(0)
	}
	if want := inUnits(balance, 0); a.InitialLiability.Cmp(want) != 0 {
		t.Errorf("%s: liability %s, want %s", body, Money(a.InitialLiability), Money(want))
	}
}

// The oracle's files do not import the engine.
func TestSourcesImportNothingOfTheEngine(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			if strings.Contains(spec.Path.Value, ".") {
				t.Errorf("%s imports %s; the oracle may use the standard library only", file, spec.Path.Value)
			}
		}
	}
}

func TestRoundingTiesGoAwayFromZero(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ num, den, want int64 }{
		{5, 10, 1}, {-5, 10, -1}, {4, 10, 0}, {-4, 10, 0}, {15, 10, 2}, {-15, 10, -2}, {14, 10, 1}, {1, 3, 0}, {2, 3, 1}, {0, 7, 0}, {1, 2, 1},
	} {
		if got := roundedQuotient(big.NewInt(c.num), big.NewInt(c.den)); got.Int64() != c.want {
			t.Errorf("%d/%d = %s, want %d", c.num, c.den, got, c.want)
		}
	}
	for _, c := range []struct {
		off, den, want int64
	}{{999_999, 1_000_000, -1}, {999_998, 1_000_000, 0}, {-999_999, 1_000_000, 1}, {-999_998, 1_000_000, 0}, {3, 2, -1}, {0, 1, 0}} {
		if got, _ := moved(big.NewInt(c.off), big.NewInt(c.den)); got != c.want {
			t.Errorf("moved(%d/%d) = %d, want %d", c.off, c.den, got, c.want)
		}
	}
	for value, want := range map[string]string{"1/240": "0.00416666666666667", "0": "0", "1": "1", "1/12": "0.0833333333333333", "0.00412345678901234567": "0.00412345678901235"} {
		if got := significant(rational(t, value), 15); got != want {
			t.Errorf("%s to 15 digits = %s, want %s", value, got, want)
		}
	}
}

func TestDatesClampToTheEndOfTheMonth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from   date
		months int
		want   string
	}{
		{date{2024, 1, 31}, 1, "2024-02-29"},
		{date{2023, 1, 31}, 1, "2023-02-28"},
		{date{2023, 1, 31}, 2, "2023-03-31"},
		{date{2024, 2, 29}, 12, "2025-02-28"},
		{date{2024, 2, 29}, 48, "2028-02-29"},
		{date{1900, 1, 30}, 1, "1900-02-28"},
		{date{1, 1, 1}, 0, "0001-01-01"},
		{date{9999, 12, 1}, 1, "10000-01-01"},
	} {
		if got := c.from.plusMonths(c.months).String(); got != c.want {
			t.Errorf("%v + %d months = %s, want %s", c.from, c.months, got, c.want)
		}
	}
	if got := (date{10000, 1, 1}).dayBefore().String(); got != "9999-12-31" {
		t.Errorf("day before = %s", got)
	}
}
