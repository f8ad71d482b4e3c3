package oracle_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// METHOD 21: in reports in functional and presentation currency, the opening balance of each
// rollforward plus the movements equals the closing balance. The entries of a lease add up to its
// balances in the functional currency.
func TestMethod21_ReportsFoot(t *testing.T) {
	t.Parallel()
	foreignBooks := 0
	for i := range uint64(min(*lives, 3000)) {
		body := string(GenerateReport(*seed<<32 + 7_000_000 + i))
		if !strings.Contains(body, "exchangeRates") {
			continue
		}
		figures, err := tell(body)
		if err != nil {
			t.Fatalf("%v in %s", err, body)
		}
		foreignBooks++
		for k := 0; figures[fmt.Sprintf("leases.%d.id", k)] != ""; k++ {
			at := fmt.Sprintf("leases.%d.", k)
			books := at
			for _, of := range []string{at, at + "functional."} {
				a := below(figures, of)
				if len(a) == 0 {
					continue
				}
				books = of
				for _, broken := range unfooted(a) {
					t.Errorf("seed %d: %s%s in %s", i, of, broken, body)
				}
			}
			if strings.Contains(body, `"journal":"monthly"`) {
				for _, broken := range rebuilt(figures, figures[at+"id"], below(figures, books)) {
					t.Errorf("seed %d: %s in %s", i, broken, body)
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d reports", foreignBooks)
}

func unfooted(a amounts) (broken []string) {
	for table, flows := range map[string][]string{
		"liability": {"opening", "late", "additions", "takenOver", "initialApplication", "remeasured", "interest", "-payments", "-derecognized", "exchange", "translation"},
		"rouAsset":  {"opening", "late", "additions", "takenOver", "initialApplication", "remeasured", "-amortization", "-impairment", "-derecognized", "translation"},
	} {
		names := make([]string, len(flows))
		for i, flow := range flows {
			names[i] = table + "." + flow
			if strings.HasPrefix(flow, "-") {
				names[i] = "-" + table + "." + flow[1:]
			}
		}
		if got, want := a.sum(names...), a.of(table+".closing"); got.Cmp(want) != 0 {
			broken = append(broken, fmt.Sprintf("%s comes to %s, want %s", table, got.FloatString(3), want.FloatString(3)))
		}
	}
	if got, want := a.sum("maturity.total", "-maturity.imputedInterest"), a.of("liability.closing"); got.Cmp(want) != 0 {
		broken = append(broken, fmt.Sprintf("maturities come to %s, want %s", got.FloatString(3), want.FloatString(3)))
	}
	return broken
}

// rebuilt returns the balances of lease id that differ from the totals of its entries.
func rebuilt(figures map[string]string, id string, a amounts) (broken []string) {
	accounts := amounts{}
	for path, text := range figures {
		at, account, ok := strings.Cut(path, ".lines.")
		if !ok || figures[at+".leaseId"] != id || strings.HasSuffix(at, "|governmental") {
			continue
		}
		if strings.HasPrefix(account, "Expenditures") {
			return nil
		}
		account = strings.Replace(strings.Replace(account, "Subscription a", "Right-of-use a", 1), "Subscription l", "Lease l", 1)
		value, _ := new(big.Rat).SetString(text)
		accounts[account] = new(big.Rat).Add(accounts.of(account), value)
	}
	want := func(what string, got, want *big.Rat) {
		if got.Cmp(want) != 0 {
			broken = append(broken, fmt.Sprintf("%s of %s is %s, want %s", what, id, got.FloatString(3), want.FloatString(3)))
		}
	}
	want("asset", accounts.of("Right-of-use asset"), a.sum("rouAsset.closing", "-rouAsset.opening"))
	want("liability", new(big.Rat).Neg(accounts.of("Lease liability")), a.sum("liability.closing", "-liability.opening"))
	want("cash", new(big.Rat).Neg(accounts.of("Cash")), a.of("cash.total"))
	cost := new(big.Rat)
	for account, amount := range accounts {
		switch account {
		case "Right-of-use asset", "Lease liability", "Cash", "Prior-period corrections", // Prior-period corrections adjust the signed balances
			"Prepaid rent", "Prepaid services", "Prepaid subscription", "Opening balance", "Restoration provision",
			"Rent receivable", "Deferred rent", "Deferred income", "Onerous lease provision", "Property and equipment":
		default:
			cost.Add(cost, amount)
		}
	}
	want("cost", cost, a.sum("cost.total", "cost.exchange"))
	return broken
}
