// Package wasm runs the WebAssembly engine in browsers and in Node, and compares its results with
// the service's results.
package wasm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/cmd/wasm/offline"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
)

const root = "../.."

// folder is the directory that contains the engine, as built with scripts/wasm, and the files that
// start the engine.
var folder string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "wasm")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir) //nolint:errcheck // the system deletes temporary directories
		if err := build(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		folder = dir
		return m.Run()
	}())
}

// build builds the engine in the directory dir.
func build(dir string) error {
	if out, err := exec.CommandContext(context.Background(), filepath.Join(root, "scripts/wasm"), dir).CombinedOutput(); err != nil {
		return fmt.Errorf("scripts/wasm: %w\n%s", err, out)
	}
	for from, names := range map[string][]string{
		filepath.Join(root, "cmd/wasm/assets"): {"engine.js", "worker.js", "workers.js"},
		"testdata":                             {"answers.js", "node.mjs", "pool.js", "browser.js"},
	} {
		for _, name := range names {
			text, err := os.ReadFile(filepath.Join(from, name))
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
				return err
			}
		}
	}
	// This file makes Node treat the scripts as modules.
	return os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type": "module"}`), 0o600)
}

// request is an operation's request.
type request struct{ operation, body string }

// requests returns n requests for all operations, plus requests in several
// currencies.
func requests(seed uint64, n int) []request {
	r := rand.New(rand.NewPCG(seed, seed))
	lives, plain := leases.Lives(seed, n), leases.Some(seed, n)
	all := make([]request, n)
	for i := range all {
		lease := lives[i]
		if i%5 == 0 {
			lease = plain[i]
		}
		op := operations.All()[i%len(operations.All())].Name
		switch op {
		case "report":
			year := 2000 + r.IntN(45)
			lease = fmt.Sprintf(`{"from":"%d-01-01","to":"%d-12-31","leases":[%s,%s,%s],"groupBy":["standard","tag:entity","currency"],"journal":%q,"onError":"skip"}`,
				year, year+r.IntN(3), lives[i], lives[(i+1)%n], lives[(i+2)%n], []string{"none", "monthly"}[r.IntN(2)])
		case "verify":
			lease = fmt.Sprintf(`{"lease":%s,"theirs":{"initialLiability":%d.17,"schedule":[{"period":1,"payment":%d,"interest":0},{"period":2,"liabilityClose":1e3}]}}`,
				lease, r.IntN(1e6), r.IntN(1e5))
		}
		if i%97 == 0 {
			lease = lease[:len(lease)*2/3] // the truncated text is not JSON
		}
		all[i] = request{op, lease}
	}
	return append(all, inCurrencies...)
}

// inCurrencies contains two kinds of report. In the first kind, the leases are not in the currency
// of the books. In the second kind, the report is not presented in the currency of the books.
var inCurrencies = []request{
	{"report", `{"from":"2026-01-01","to":"2026-12-31",` + exchangeRates + `"leases":[` + inDollars + `]}`},
	{"report", `{"from":"2026-01-01","to":"2026-12-31","presentationCurrency":"GBP","groupBy":["tag:entity"],` + exchangeRates + `"leases":[` + inDollars +
		`,{"id":"B","currency":"GBP","commencementDate":"2025-07-01","termMonths":36,"paymentAmount":4000,"discountRateAnnual":0.065}]}`},
}

const (
	inDollars = `{"id":"A","standard":"IFRS_16","currency":"USD","functionalCurrency":"EUR","exchangeRate":0.96,"tags":{"entity":"NL"},` +
		`"commencementDate":"2025-01-01","termMonths":48,"paymentAmount":20000,"discountRateAnnual":0.07,"paymentTiming":"arrears"}`
	exchangeRates = `"exchangeRates":[{"currency":"USD","into":"EUR","date":"2025-12-31","closing":0.8511},{"currency":"USD","into":"EUR","date":"2026-12-31","closing":0.8402,"average":0.846},` +
		`{"currency":"EUR","into":"GBP","date":"2025-12-31","closing":0.8726},{"currency":"EUR","into":"GBP","date":"2026-12-31","closing":0.8667,"average":0.869}],`
)

// mark returns a string by which two results can be compared.
func mark(operation string, answer []byte, ok bool) string {
	sum := sha256.Sum256(answer)
	return fmt.Sprintf("%s %t %s", operation, ok, hex.EncodeToString(sum[:8]))
}

// expected returns the responses of the service's engine to requests. It fails unless there are enough
// different kinds of responses.
func expected(t *testing.T, requests []request) (lines []string) {
	t.Helper()
	answered := map[string]int{}
	for _, q := range requests {
		answer, ok := offline.Answer(q.operation, []byte(q.body), nil)
		if ok {
			answered[q.operation]++
		}
		lines = append(lines, mark(q.operation, answer, ok))
	}
	for _, op := range operations.All() {
		if of := len(requests) / len(operations.All()); answered[op.Name] < of/2 || op.Name != "report" && answered[op.Name] == of {
			t.Errorf("%s: %d of %d are answered", op.Name, answered[op.Name], of)
		}
	}
	return lines
}

// written returns the requests in the format that answers.js reads.
func written(requests []request) []byte {
	var b bytes.Buffer
	for _, q := range requests {
		fmt.Fprintf(&b, "%s\t%s\n", q.operation, q.body)
	}
	return b.Bytes()
}

func compareLines(t *testing.T, requests []request, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d answers of %d:\n%s", len(got), len(want), strings.Join(got[:min(5, len(got))], "\n"))
	}
	wrong := 0
	for i := range want {
		if got[i] == want[i] {
			continue
		}
		if wrong++; wrong <= 3 {
			t.Errorf("request %d: got %s, want %s\n%s", i, got[i], want[i], requests[i].body)
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d answers differ", wrong, len(want))
	}
}
