package oracle

import (
	"fmt"
	"go/parser"
	"go/token"
	"math/big"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/doctor"
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

// Engine and oracle agree with examples from textbooks, standards and audited financial statements.
func TestPublishedExamples(t *testing.T) {
	t.Parallel()
	examples, err := doctor.Examples()
	if err != nil {
		t.Fatal(err)
	}
	for i := range examples {
		outcome, err := doctor.Check(&examples[i])
		if err != nil || len(outcome.Faults) > 0 {
			t.Errorf("%s: %v %v", examples[i].ID, outcome.Faults, err)
		}
		solve(t, string(examples[i].Request))
	}
}

func rational(t *testing.T, text string) *big.Rat {
	t.Helper()
	v, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("not a number: %s", text)
	}
	return v
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
