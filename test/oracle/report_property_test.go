package oracle_test

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"
)

// amounts holds the amounts of a lease or of a group by name.
type amounts map[string]*big.Rat

// below returns the amounts with paths that start with prefix, by the rest of the path.
func below(figures map[string]string, prefix string) amounts {
	a := amounts{}
	for path, text := range figures {
		if name, ok := strings.CutPrefix(path, prefix); ok {
			if value, is := new(big.Rat).SetString(text); is {
				a[name] = value
			}
		}
	}
	return a
}

func (a amounts) of(name string) *big.Rat {
	if a[name] == nil {
		return new(big.Rat)
	}
	return a[name]
}

// sum adds the named amounts. It subtracts an amount if its name has a leading minus sign.
func (a amounts) sum(names ...string) *big.Rat {
	total := new(big.Rat)
	for _, name := range names {
		if rest, minus := strings.CutPrefix(name, "-"); minus {
			total.Sub(total, a.of(rest))
		} else {
			total.Add(total, a.of(name))
		}
	}
	return total
}

var flowNames = []string{
	"liability.late", "liability.additions", "liability.takenOver", "liability.initialApplication", "liability.exchange", "liability.remeasured", "liability.interest", "liability.payments", "liability.derecognized",
	"rouAsset.late", "rouAsset.additions", "rouAsset.takenOver", "rouAsset.initialApplication", "rouAsset.remeasured", "rouAsset.amortization", "rouAsset.impairment", "rouAsset.derecognized",
	"cost.interest", "cost.amortization", "cost.operating", "cost.shortTerm", "cost.lowValue", "cost.variable", "cost.nonLease", "cost.taxes",
	"cost.subleaseIncome", "cost.impairment",
	"cost.gainsAndLosses", "cost.total", "cash.interest", "cash.principal", "cash.operating", "cash.exempt", "cash.variable", "cash.nonLease", "cash.taxes", "cash.subleases",
	"cash.commencement",
	"cash.initialDirectCosts", "cash.incentives", "cash.penalties", "cash.prices", "cash.total", "nonCash",
}

// spanOf reports on one lease, including monthly entries.
func spanOf(lease string, from, to time.Time) (amounts, map[string]string, error) {
	figures, err := tell(fmt.Sprintf(`{"from":%s,"to":%s,"journal":"monthly","leases":[%s]}`, day(from), day(to), lease))
	return below(figures, "leases.0."), figures, err
}

// METHOD 14: in reports on random leases and periods, each rollforward foots. The amounts of
// adjoining periods add up to the amounts of the whole period. The maturities less the imputed
// interest equal the liability.
func TestMethod14_SpansFoot(t *testing.T) {
	t.Parallel()
	eachLife(t, func(seed uint64, body []byte) (broken []string) {
		l := draw(leaseDice(seed, 1))
		from, to := l.span()
		middle := from.AddDate(0, 0, l.n(1+int(to.Sub(from).Hours()/24)))
		whole, figures, err := spanOf(string(body), from, to)
		if err != nil {
			return []string{err.Error()}
		}
		first, _, err := spanOf(string(body), from, middle)
		if err != nil {
			return []string{err.Error()}
		}
		eve := from.AddDate(0, 0, -1)
		before, _, err := spanOf(string(body), eve, eve)
		if err != nil {
			return []string{err.Error()}
		}
		second := amounts{}
		if middle.Before(to) {
			if second, _, err = spanOf(string(body), middle.AddDate(0, 0, 1), to); err != nil {
				return []string{err.Error()}
			}
		}
		want := func(what string, got, want *big.Rat) {
			if got.Cmp(want) != 0 {
				broken = append(broken, fmt.Sprintf("%s to %s by %s: %s is %s, want %s",
					from.Format(time.DateOnly), to.Format(time.DateOnly), middle.Format(time.DateOnly), what, got.FloatString(3), want.FloatString(3)))
			}
		}
		for _, name := range flowNames {
			want(name+" of both spans", new(big.Rat).Add(first.of(name), second.of(name)), whole.of(name))
		}
		if len(second) > 0 {
			for _, table := range []string{"liability", "rouAsset"} {
				want(table+" where the spans meet", first.of(table+".closing"), second.of(table+".opening"))
			}
		}
		want("liability", whole.sum("liability.opening", "liability.late", "liability.additions", "liability.takenOver", "liability.initialApplication",
			"liability.remeasured", "liability.interest", "-liability.payments", "-liability.derecognized", "liability.exchange", "liability.translation"),
			whole.of("liability.closing"))
		want("asset", whole.sum("rouAsset.opening", "rouAsset.late", "rouAsset.additions", "rouAsset.takenOver", "rouAsset.initialApplication",
			"rouAsset.remeasured", "-rouAsset.amortization", "-rouAsset.impairment", "-rouAsset.derecognized", "rouAsset.translation"),
			whole.of("rouAsset.closing"))
		want("principal", whole.sum("principal.opening", "principal.late", "principal.additions", "principal.takenOver", "principal.remeasured",
			"-principal.payments", "-principal.derecognized"), whole.of("principal.closing"))
		want("cost of the asset", whole.sum("rouAsset.closing", "rouAsset.accumulatedAmortization"), whole.of("rouAsset.cost"))
		want("maturities", whole.sum("maturity.total", "-maturity.imputedInterest"), whole.of("liability.closing"))
		want("current and long-term", whole.sum("currentLiability", "longTermLiability"), whole.of("liability.closing"))
		want("windows", whole.sum("maturity.years.0", "maturity.years.1", "maturity.years.2", "maturity.years.3", "maturity.years.4", "maturity.thereafter"),
			whole.of("maturity.total"))
		bands := new(big.Rat)
		for i := 0; figures["leases.0.maturity.bands."+strconv.Itoa(i)+".from"] != ""; i++ {
			at := "maturity.bands." + strconv.Itoa(i)
			bands.Add(bands, whole.sum(at+".principal", at+".interest"))
			if whole.of(at+".interest").Sign() < 0 {
				broken = append(broken, at+" has interest below 0")
			}
		}
		if strings.Contains(string(body), "GASB_") {
			want("bands", bands, whole.of("maturity.total"))
			for _, table := range []string{"assetCost", "assetAmortization"} {
				want(table, whole.sum(table+".opening", table+".increases", "-"+table+".decreases"), whole.of(table+".closing"))
			}
			want("opening asset", whole.sum("assetCost.opening", "-assetAmortization.opening"), whole.of("rouAsset.opening"))
			want("cost of the class", whole.of("assetCost.closing"), whole.of("rouAsset.cost"))
			want("amortization of the class", whole.of("assetAmortization.closing"), whole.of("rouAsset.accumulatedAmortization"))
			for name, at := range map[string]amounts{"opening": before, "closing": whole} {
				if owed := at.sum("liability.closing", "-accruedInterest"); owed.Sign() > 0 { // the principal is 0 if the accrued interest exceeds the liability
					want("the principal at the "+name, whole.of("principal."+name), owed)
				}
			}
			if due := whole.sum("currentLiability", "-accruedInterest"); due.Sign() >= 0 {
				want("due within one year", whole.of("principal.dueWithinOneYear"), due)
			}
		}
		for _, name := range []string{"accruedInterest", "cash.interest", "longTermLiability"} {
			if whole.of(name).Sign() < 0 {
				broken = append(broken, name+" is below 0")
			}
		}
		return broken
	})
}

// METHOD 14.8: the opening balances plus the entries of a reporting period equal the closing
// balances.
func TestMethod14_8_MonthlyEntriesGiveTheBalances(t *testing.T) {
	t.Parallel()
	eachLife(t, func(seed uint64, body []byte) (broken []string) {
		l := draw(leaseDice(seed, 1))
		from, to := l.span()
		span, figures, err := spanOf(string(body), from, to)
		if err != nil {
			return []string{err.Error()}
		}
		accounts, entries := amounts{}, amounts{}
		for path, text := range figures {
			at, account, ok := strings.Cut(path, ".lines.")
			if !ok || strings.HasSuffix(at, "|governmental") {
				continue
			}
			account = strings.Replace(account, "Subscription asset", "Right-of-use asset", 1)
			account = strings.Replace(account, "Subscription liability", "Lease liability", 1)
			value, _ := new(big.Rat).SetString(text)
			accounts[account] = new(big.Rat).Add(accounts.of(account), value)
			entries[at] = new(big.Rat).Add(entries.of(at), value)
		}
		want := func(what string, got, want *big.Rat) {
			if got.Cmp(want) != 0 {
				broken = append(broken, fmt.Sprintf("%s to %s: %s is %s, want %s",
					from.Format(time.DateOnly), to.Format(time.DateOnly), what, got.FloatString(3), want.FloatString(3)))
			}
		}
		for at, total := range entries {
			want(at, total, new(big.Rat))
		}
		want("cash", new(big.Rat).Neg(accounts.of("Cash")), span.of("cash.total"))
		if strings.Contains(string(body), `"governmental"`) {
			return broken
		}
		want("asset", accounts.of("Right-of-use asset"), span.sum("rouAsset.closing", "-rouAsset.opening"))
		want("liability", new(big.Rat).Neg(accounts.of("Lease liability")), span.sum("liability.closing", "-liability.opening"))
		cost := new(big.Rat)
		for _, account := range []string{
			"Lease expense", "Interest expense", "Amortization expense", "Depreciation expense", "Variable lease expense", "Impairment loss",
			"Gain on lease change", "Loss on lease change", "Non-lease component expense", "Irrecoverable tax", "Sublease income", "Reversal of impairment",
		} {
			cost.Add(cost, accounts.of(account))
		}
		want("cost", cost, span.of("cost.total"))
		return broken
	})
}

// METHOD 14.2: the balances on the day before an event equal the balances before the event. The
// balances on the last day of a row equal the closing balances of the row.
func TestMethod14_2_ReportsAgreeWithTheSchedule(t *testing.T) {
	t.Parallel()
	eachLife(t, func(_ uint64, body []byte) (broken []string) {
		a, err := solve(string(body))
		if err != nil {
			return []string{err.Error()}
		}
		unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(a.Decimals)), nil))
		check := func(what, on string, liability, asset *big.Int) {
			t, _ := time.Parse(time.DateOnly, on)
			span, _, err := spanOf(string(body), t, t)
			if err != nil {
				broken = append(broken, err.Error())
				return
			}
			for name, want := range map[string]*big.Int{"liability.closing": liability, "rouAsset.closing": asset} {
				if got := new(big.Rat).Mul(span.of(name), unit); got.Cmp(new(big.Rat).SetInt(want)) != 0 {
					broken = append(broken, fmt.Sprintf("%s %s: %s is %s, want %s", what, on, name, got.RatString(), want))
				}
			}
		}
		for i, e := range a.Events {
			if i == 0 || a.Events[i-1].Date != e.Date {
				on, _ := time.Parse(time.DateOnly, e.Date)
				check("evening before event", on.AddDate(0, 0, -1).Format(time.DateOnly), e.LiabilityBefore, e.RouAssetBefore)
			}
		}
		for k := 0; k < len(a.Rows); k += 1 + len(a.Rows)/5 {
			check("end of row", a.Rows[k].Last, a.Rows[k].LiabilityClose, a.Rows[k].RouAssetClose)
		}
		return broken
	})
}
