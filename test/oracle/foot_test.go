package oracle_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/test/internal/leases"
)

// The tests in this file check sums in the engine's responses for random leases. They use only the
// engine, which is faster than the oracle; other tests compare the two.

// amounts contains the amounts of a response, or of one lease in it, by path.
type amounts map[string]*big.Rat

// below returns the amounts whose paths start with the given prefix, keyed by the rest of the path.
func below(values map[string]string, prefix string) amounts {
	a := amounts{}
	for path, text := range values {
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

// sum adds up the named amounts. It subtracts an amount if its name has a leading minus sign.
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

// footing collects the sums that do not foot.
type footing struct{ faults []string }

func (f *footing) equal(what string, got, want *big.Rat) {
	if got.Cmp(want) != 0 {
		f.faults = append(f.faults, fmt.Sprintf("%s is %s, want %s", what, got.FloatString(3), want.FloatString(3)))
	}
}

// zero checks that the named amounts add up to 0. The names omit the prefix.
func (f *footing) zero(a amounts, prefix, names string) {
	list := strings.Fields(names)
	for i, name := range list {
		if rest, minus := strings.CutPrefix(name, "-"); minus {
			list[i] = "-" + prefix + rest
		} else {
			list[i] = prefix + name
		}
	}
	f.equal(prefix+": "+names, a.sum(list...), new(big.Rat))
}

// accounts returns the net amount of each account in a lease's journal entries, and checks that
// each entry balances. It skips a governmental fund's entries, which record the government-wide
// transactions again. It replaces the account titles for subscriptions with the titles for leases.
func (f *footing) accounts(values map[string]string, lease string) amounts {
	accounts, entries := amounts{}, amounts{}
	for path, text := range values {
		at, account, ok := strings.Cut(path, ".lines.")
		if !ok || !strings.HasPrefix(at, "journalEntries.") || lease != "" && values[at+".leaseId"] != lease {
			continue
		}
		value, _ := new(big.Rat).SetString(text)
		entries[at] = new(big.Rat).Add(entries.of(at), value)
		if values[at+".fund"] != `"governmental"` {
			account = strings.NewReplacer("Subscription asset", "Right-of-use asset", "Subscription liability", "Lease liability").Replace(account)
			accounts[account] = new(big.Rat).Add(accounts.of(account), value)
		}
	}
	for at, total := range entries {
		f.equal(at, total, new(big.Rat))
	}
	return accounts
}

// METHOD 13: for each random lease, the schedule, events, entries and disclosures are consistent.
// Each row and event starts with the balance after the preceding one. The liability ends at zero,
// and the entries add up to the last balances.
func TestMethod13_SchedulesFoot(t *testing.T) {
	t.Parallel()
	many(t, 2, func(seed uint64) ([]byte, int, []string) {
		body := leases.Generate(seed)
		r, err := computed(body)
		if err != nil {
			return body, 0, []string{err.Error()}
		}
		values, err := valuesOf(leasehold.AppendCompute(r, nil))
		if err != nil {
			return body, 0, []string{err.Error()}
		}
		f, all := &footing{}, below(values, "")
		f.life(values, all)
		if values["result.exemption"] == "" {
			f.zero(all, "result.disclosures.", "currentLiability longTermLiability -totalUndiscountedPayments imputedInterest")
		}
		return body, len(all), f.faults
	})
}

func (f *footing) life(values map[string]string, all amounts) {
	liability, asset := all.of("result.initialLiability"), all.of("result.initialRouAsset")
	event := 0
	events := func(before string) {
		for ; values[fmt.Sprintf("result.events.%d.date", event)] != ""; event++ {
			at := fmt.Sprintf("result.events.%d.", event)
			if values[at+"date"] > before {
				return
			}
			f.zero(all, at, "liabilityBefore liabilityRemeasured -liabilityDerecognized -liabilityAfter")
			f.zero(all, at, "rouAssetBefore rouAssetRemeasured -rouAssetDerecognized -impairmentLoss -rouAssetAfter")
			if values[at+"treatment"] != `"expensed"` {
				f.equal(at+"liabilityBefore", all.of(at+"liabilityBefore"), liability)
				f.equal(at+"rouAssetBefore", all.of(at+"rouAssetBefore"), asset)
				liability, asset = all.of(at+"liabilityAfter"), all.of(at+"rouAssetAfter")
			}
		}
	}
	exempt := values["result.exemption"] != ""
	for k := 0; values[fmt.Sprintf("result.schedule.%d.period", k)] != ""; k++ {
		at := fmt.Sprintf("result.schedule.%d.", k)
		events(values[at+"from"])
		f.equal(at+"period", all.of(at+"period"), big.NewRat(int64(k+1), 1))
		if values[at+"from"] != "" {
			f.equal(at+"liabilityOpen", all.of(at+"liabilityOpen"), liability)
			f.equal(at+"rouAssetOpen", all.of(at+"rouAssetOpen"), asset)
		}
		if !exempt {
			f.zero(all, at, "principal -payment interest")
			f.equal(at+"liabilityClose", all.of(at+"liabilityClose"), new(big.Rat).Sub(liability, all.of(at+"principal")))
		}
		f.equal(at+"rouAssetClose", all.of(at+"rouAssetClose"), new(big.Rat).Sub(asset, all.of(at+"rouAmortization")))
		liability, asset = all.of(at+"liabilityClose"), all.of(at+"rouAssetClose")
	}
	events("~")
	f.equal("the liability at the end", liability, new(big.Rat))
	accounts := f.accounts(values, "")
	if values["input.fund"] != `"governmental"` {
		f.equal("the asset in the entries", accounts.of("Right-of-use asset"), asset)
		f.equal("the liability in the entries", accounts.of("Lease liability"), new(big.Rat))
	}
}

// METHOD 14.8: in random reports in the functional and presentation currencies, each rollforward
// foots, and the liability equals the sum of its parts. The monthly entries add up to the changes
// in the balances, the cost and the cash.
func TestMethod14_8_ReportsFoot(t *testing.T) {
	t.Parallel()
	many(t, 2, func(seed uint64) ([]byte, int, []string) {
		body := leases.Report(seed)
		printed, err := reported(body)
		if err != nil {
			return body, 0, []string{err.Error()}
		}
		values, err := valuesOf(printed)
		f := &footing{}
		if err != nil {
			return body, 0, []string{err.Error()}
		}
		for k := 0; values[fmt.Sprintf("leases.%d.id", k)] != ""; k++ {
			at := fmt.Sprintf("leases.%d.", k)
			presented, own := below(values, at), below(values, at+"functional.")
			f.lease(presented)
			if len(own) > 0 {
				f.lease(own)
			} else {
				own = presented
			}
			if strings.Contains(string(body), `"journal":"monthly"`) && !strings.Contains(string(body), `"governmental"`) {
				f.entries(f.accounts(values, values[at+"id"]), own)
			}
		}
		return body, len(values), f.faults
	})
}

// lease checks a lease's rollforwards in a report, and the parts of its liability.
func (f *footing) lease(a amounts) {
	const entering = "opening late additions takenOver initialApplication remeasured "
	f.zero(a, "liability.", entering+"interest -payments -derecognized exchange translation -closing")
	f.zero(a, "rouAsset.", entering+"-amortization -impairment -derecognized translation -closing")
	f.zero(a, "", "maturity.total -maturity.imputedInterest -liability.closing")
	f.zero(a, "", "currentLiability longTermLiability -liability.closing")
	f.zero(a, "", "rouAsset.closing rouAsset.accumulatedAmortization -rouAsset.cost")
	f.zero(a, "maturity.", "years.0 years.1 years.2 years.3 years.4 thereafter -total")
}

func (f *footing) government(a amounts) {
	if a["principal.closing"] == nil {
		return
	}
	f.zero(a, "principal.", "opening additions takenOver remeasured -payments -derecognized -closing")
	f.zero(a, "assetCost.", "opening increases -decreases -closing")
	f.zero(a, "assetAmortization.", "opening increases -decreases -closing")
	f.zero(a, "", "assetCost.closing -rouAsset.cost")
	f.zero(a, "", "assetAmortization.closing -rouAsset.accumulatedAmortization")
	for _, table := range []string{"bands", "schedule"} {
		sum := new(big.Rat)
		for name, amount := range a {
			if strings.HasPrefix(name, "maturity."+table+".") {
				sum.Add(sum, amount)
			}
		}
		f.equal("maturity."+table, sum, a.of("maturity.total"))
	}
}

// entries compares the net amounts of a lease's monthly entries with its movements.
func (f *footing) entries(accounts, a amounts) {
	cost := new(big.Rat)
	for account, amount := range accounts {
		switch account {
		case "Right-of-use asset", "Lease liability", "Cash", "Prior-period corrections", "Prepaid rent", "Prepaid services", "Prepaid subscription",
			"Opening balance", "Restoration provision", "Rent receivable", "Deferred rent", "Deferred income", "Onerous lease provision", "Property and equipment":
		default:
			if !strings.HasPrefix(account, "Deferred tax") {
				cost.Add(cost, amount)
			}
		}
	}
	f.equal("the asset in the entries", accounts.of("Right-of-use asset"), a.sum("rouAsset.closing", "-rouAsset.opening"))
	f.equal("the liability in the entries", accounts.of("Lease liability"), a.sum("liability.opening", "-liability.closing"))
	f.equal("the cash in the entries", accounts.of("Cash"), a.sum("-cash.total"))
	f.equal("the cost in the entries", cost, a.sum("cost.total", "cost.exchange"))
}

// METHOD 14.3: the movements of two adjoining reporting periods add up to the movements of the
// combined period. The balances at the end of a day equal the schedule's balances: an event's
// opening balances if the event is on the next day, and a row's closing balances if the row ends on
// that day.
func TestMethod14_3_ReportingPeriodsAddUp(t *testing.T) {
	t.Parallel()
	many(t, 2, func(seed uint64) (body []byte, compared int, faults []string) {
		l := leases.Draw(leases.NewDice(seed, 1))
		if l.Get("functionalCurrency") != "" || l.First.Year() > 2200 { // exchange rates depend on the days of the report
			return nil, 0, nil
		}
		l.Set("id", `"L1"`)
		body = []byte(l.JSON())
		span := func(from, to time.Time) amounts {
			printed, err := reported(fmt.Appendf(nil, `{"from":%s,"to":%s,"leases":[%s]}`, leases.Day(from), leases.Day(to), body))
			values, _ := valuesOf(printed)
			if err != nil {
				faults = append(faults, err.Error())
			}
			return below(values, "leases.0.")
		}
		from, to := l.Span()
		middle := from.AddDate(0, 0, l.N(1+int(to.Sub(from).Hours()/24)))
		f, whole, first, second := &footing{}, span(from, to), span(from, middle), amounts{}
		f.lease(whole)
		f.government(whole)
		if middle.Before(to) {
			second = span(middle.AddDate(0, 0, 1), to)
			for _, name := range []string{"liability.", "rouAsset."} {
				f.equal(name+"opening where the periods meet", second.of(name+"opening"), first.of(name+"closing"))
			}
		}
		for name, want := range whole {
			table, movement, _ := strings.Cut(name, ".")
			switch movement {
			case "opening", "closing", "cost", "accumulatedAmortization":
			default:
				if table == "liability" || table == "rouAsset" || table == "cost" || table == "cash" || table == "nonCash" {
					f.equal(name+" of both periods", new(big.Rat).Add(first.of(name), second.of(name)), want)
				}
			}
		}
		for i := range l.Answer.Events {
			e := &l.Answer.Events[i]
			if on, _ := time.Parse(time.DateOnly, e.Date); i == 0 || l.Answer.Events[i-1].Date != e.Date {
				f.balances(span, on.AddDate(0, 0, -1), l.Answer.Decimals, e.LiabilityBefore, e.RouAssetBefore)
			}
		}
		for k := 0; k < len(l.Answer.Rows); k += 1 + len(l.Answer.Rows)/5 {
			row := &l.Answer.Rows[k]
			on, _ := time.Parse(time.DateOnly, row.Last)
			f.balances(span, on, l.Answer.Decimals, row.LiabilityClose, row.RouAssetClose)
		}
		return body, len(whole), append(faults, f.faults...)
	})
}

// balances compares a report's closing balances on one day with balances in minor units.
func (f *footing) balances(span func(from, to time.Time) amounts, on time.Time, decimals int, liability, asset *big.Int) {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	a := span(on, on)
	f.equal("liability on "+leases.Day(on), a.of("liability.closing"), new(big.Rat).SetFrac(liability, unit))
	f.equal("asset on "+leases.Day(on), a.of("rouAsset.closing"), new(big.Rat).SetFrac(asset, unit))
}
