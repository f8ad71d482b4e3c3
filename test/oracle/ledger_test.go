package oracle_test

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// reportFigures returns the figures of the oracle's report by path.
func reportFigures(body string) (map[string]string, error) {
	question, err := oracle.ReadReport([]byte(body))
	if err != nil {
		return nil, err
	}
	report, err := oracle.Tell(question)
	if err != nil {
		return nil, err
	}
	return byPath(report.Figures()), nil
}

// booksOf returns the oracle's account balances for the leases in a period. A trial balance with
// these balances agrees with the leases.
func booksOf(t *testing.T, leases, more string) map[string]*big.Rat {
	t.Helper()
	figures, err := reportFigures(`{"from":"2026-01-01","to":"2026-03-31","leases":[` + leases + `],"ledger":[{"account":"Cash","balance":0}]` + more + `}`)
	if err != nil {
		t.Fatal(err)
	}
	books := map[string]*big.Rat{}
	for path, text := range figures {
		account, is := strings.CutSuffix(path, "|.leasehold")
		if !is {
			continue
		}
		amount, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("%s is %s", path, text)
		}
		books[strings.TrimPrefix(account, "tieOut.")] = amount
	}
	return books
}

// tieOutOf returns the engine's comparison of a trial balance with the leases.
func tieOutOf(t *testing.T, leases, more string, ledger map[string]*big.Rat) []portfolio.TieOut {
	t.Helper()
	var rows []string
	for account, balance := range ledger {
		rows = append(rows, fmt.Sprintf(`{"account":%q,"balance":%s}`, account, balance.FloatString(2)))
	}
	slices.Sort(rows)
	q, err := portfolio.Decode([]byte(`{"from":"2026-01-01","to":"2026-03-31","leases":[` + leases + `],"ledger":[` + strings.Join(rows, ",") + `]` + more + `}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := portfolio.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	return r.TieOut
}

// METHOD 22.3: a trial balance from the oracle agrees with the engine on every account. When the
// test plants one error of each kind, the engine names each, and no other account differs.
func TestMethod22_3_PlantedErrorsAreNamed(t *testing.T) {
	t.Parallel()
	lease := func(id string, rent int, more string) string {
		return fmt.Sprintf(`{"id":%q,"standard":"IFRS_16","commencementDate":"2025-02-01","termMonths":60,"paymentAmount":%d,"discountRateAnnual":0.0613%s}`, id, rent, more)
	}
	leases := []string{
		lease("A", 10007, ""), lease("B", 2503, `,"paymentTiming":"arrears"`), lease("C", 913, `,"exemption":"low_value","prepaidRent":5000`),
		lease("D", 4211, `,"events":[{"type":"modification","date":"2026-02-10","discountRateAnnual":0.05,"paymentAmount":5000}]`),
		strings.Replace(lease("E", 7019, ""), "2025-02-01", "2026-02-01", 1),
	}
	all := strings.Join(leases, ",")
	for _, more := range []string{"", `,"deferredTax":[{"rate":0.25,"openingRate":0.19}]`} {
		books := booksOf(t, all, more)
		if len(books) < 6 {
			t.Fatalf("%v", books)
		}
		for _, out := range tieOutOf(t, all, more, books) {
			if !out.Difference.IsZero() {
				t.Errorf("a ledger that agrees: %+v", out)
			}
		}
		plant := func(kind, of, account string, by *big.Rat) {
			t.Helper()
			ledger := map[string]*big.Rat{}
			maps.Copy(ledger, books)
			ledger[account] = new(big.Rat).Add(books[account], by)
			for _, out := range tieOutOf(t, all, more, ledger) {
				if out.Account != account {
					if !out.Difference.IsZero() {
						t.Errorf("%s %s: %+v differs too", kind, of, out)
					}
					continue
				}
				found := slices.ContainsFunc(out.Explanations, func(h portfolio.Hint) bool {
					return h.Kind == kind && (h.LeaseID == of || h.Number == of) && strings.Contains(h.Sentence, "equals") && !strings.Contains(h.Sentence, " is ")
				})
				if !found {
					t.Errorf("%s %s on %s: %+v", kind, of, account, out)
				}
			}
		}
		sign := func(n int64, x *big.Rat) *big.Rat { return new(big.Rat).Mul(big.NewRat(n, 1), x) }
		for i, id := range []string{"A", "B", "C", "D", "E"} {
			for account, x := range booksOf(t, leases[i], more) {
				if x.Sign() == 0 || account == "Cash" {
					continue
				}
				plant("lease_missing", id, account, sign(-1, x))
				plant("lease_extra", id, account, x)
			}
		}
		figures, err := reportFigures(`{"from":"2026-01-01","to":"2026-03-31","journal":"monthly","leases":[` + all + `]` + more + `}`)
		if err != nil {
			t.Fatal(err)
		}
		for i, id := range []string{"A", "B", "D"} { // each lease's movement in the liability and in the asset
			at := fmt.Sprintf("leases.%d.", []int{0, 1, 3}[i])
			moved := below(figures, at)
			plant("movement_missing", id, "Lease liability", moved.sum("liability.closing", "-liability.opening"))
			plant("movement_extra", id, "Right-of-use asset", moved.sum("rouAsset.closing", "-rouAsset.opening"))
		}
		opening := new(big.Rat)
		for i := range leases {
			opening.Add(opening, below(figures, fmt.Sprintf("leases.%d.", i)).of("liability.opening"))
		}
		plant("opening", "", "Lease liability", new(big.Rat).Sub(sign(-1, opening), books["Lease liability"]))
		for path, text := range figures {
			number, account, ok := strings.Cut(strings.TrimPrefix(path, "journalEntries."), ".lines.")
			amount, is := new(big.Rat).SetString(text)
			if !ok || !is || amount.Sign() == 0 || account == "Cash" || books[account] == nil || strings.HasSuffix(number, "-tax") {
				continue
			}
			plant("entry_missing", number, account, sign(-1, amount))
			plant("entry_twice", number, account, amount)
			plant("entry_wrong_side", number, account, sign(-2, amount))
		}
	}
}
