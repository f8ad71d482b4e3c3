package oracle_test

import (
	"flag"
	"fmt"
	"math/big"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/oracle"
)

var lives = flag.Int("oracle.lives", 200, "random leases with events whose properties to check")

func eachLife(t *testing.T, check func(seed uint64, body []byte) (broken []string)) {
	t.Helper()
	count := int64(*lives)
	if testing.Short() {
		count = min(count, 200)
	}
	var next, reports atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1); i <= count && reports.Load() < reportsMax; i = next.Add(1) {
				at := *seed<<32 + uint64(i)
				body := Generate(at)
				if broken := check(at, body); len(broken) > 0 && reports.Add(1) <= reportsMax {
					t.Errorf("seed %d\n%s\n  %s", at, body, strings.Join(broken[:min(len(broken), 6)], "\n  "))
				}
			}
		})
	}
	workers.Wait()
}

// METHOD 13: in each random lease, debits equal credits in every entry. The totals of the entries
// equal the printed balances after every row and event. Each row foots and opens with the closing
// balance of the preceding row, and interest is not negative. The initial liability plus changes
// and interest, less payments, is zero at the end.
func TestMethod13_LivesFoot(t *testing.T) {
	t.Parallel()
	eachLife(t, func(_ uint64, body []byte) []string {
		a, err := solve(string(body))
		if err != nil {
			return []string{err.Error()}
		}
		l := &ledger{answer: a, balances: map[string]*big.Int{}}
		l.rows()
		l.post()
		l.life()
		return l.broken
	})
}

type ledger struct {
	answer   *oracle.Answer
	balances map[string]*big.Int
	broken   []string
}

func (l *ledger) want(what string, got, want *big.Int) {
	if got.Cmp(want) != 0 {
		l.broken = append(l.broken, fmt.Sprintf("%s is %s, want %s", what, got, want))
	}
}

func sum(terms ...*big.Int) *big.Int {
	total := new(big.Int)
	for _, term := range terms {
		total.Add(total, term)
	}
	return total
}

func less(a *big.Int, others ...*big.Int) *big.Int { return new(big.Int).Sub(a, sum(others...)) }

// rows checks that every row foots, and that its opening balance is the closing balance of the
// preceding row plus the effects of the events between them.
func (l *ledger) rows() {
	a := l.answer
	events := a.Events
	liability, asset := a.InitialLiability, a.InitialRouAsset
	for k := range a.Rows {
		row := &a.Rows[k]
		for ; len(events) > 0 && events[0].Date <= row.First; events = events[1:] {
			if events[0].Treatment != "expensed" {
				l.want("balance before the event of "+events[0].Date, events[0].LiabilityBefore, liability)
				l.want("asset before the event of "+events[0].Date, events[0].RouAssetBefore, asset)
				liability, asset = events[0].LiabilityAfter, events[0].RouAssetAfter
			}
		}
		at := fmt.Sprintf("row %d: ", row.Number)
		l.want(at+"number", big.NewInt(int64(row.Number)), big.NewInt(int64(k+1)))
		l.want(at+"liability open", row.LiabilityOpen, liability)
		l.want(at+"asset open", row.RouAssetOpen, asset)
		if a.Exemption == "" {
			l.want(at+"liability close", row.LiabilityClose, less(sum(row.LiabilityOpen, row.Interest), row.Payment))
			l.want(at+"principal", row.Principal, less(row.Payment, row.Interest))
		}
		l.want(at+"asset close", row.RouAssetClose, less(row.RouAssetOpen, row.RouAmortization))
		if row.Interest.Sign() < 0 && !l.singles() {
			l.broken = append(l.broken, at+"interest below 0")
		}
		if k > 0 && row.First <= a.Rows[k-1].Last {
			l.broken = append(l.broken, at+"begins before the one before has ended")
		}
		liability, asset = row.LiabilityClose, row.RouAssetClose
	}
	if len(events) == 0 || events[len(events)-1].Treatment != "derecognized" {
		l.want("the liability at the end", liability, new(big.Int))
	}
}

// singles reports whether one-off payments, including the rent that an extension adds, may fall
// within rows. Simple interest decreases after a payment that exceeds the opening balance of its
// row, so the second segment of a split row can have negative interest.
func (l *ledger) singles() bool {
	input := fmt.Sprint(l.answer.Input)
	return (strings.Contains(input, "otherPayments") || strings.Contains(input, ".termMonths")) && (!strings.Contains(input, "basis.discounting") || strings.Contains(input, `"nominal"`))
}

func (l *ledger) post() {
	a, row, event := l.answer, 0, 0
	fund := strings.Contains(fmt.Sprint(a.Input), `"governmental"`)
	assets, liabilities := "Right-of-use asset", "Lease liability"
	if a.Standard == "GASB_96" {
		assets, liabilities = "Subscription asset", "Subscription liability"
	}
	for i, entry := range a.Entries {
		total := new(big.Int)
		if entry.Fund == "governmental" { // the government-wide entry records the same transaction
			for _, line := range entry.Lines {
				total.Add(total, less(line.Debit, line.Credit))
			}
			l.want(fmt.Sprintf("entry %d", i), total, new(big.Int))
			continue
		}
		for _, line := range entry.Lines {
			net := less(line.Debit, line.Credit)
			if line.Debit.Sign() < 0 || line.Credit.Sign() < 0 || line.Debit.Sign() > 0 && line.Credit.Sign() > 0 {
				l.broken = append(l.broken, fmt.Sprintf("entry %d has a line with two sides", i))
			}
			total.Add(total, net)
			l.balances[line.Account] = sum(balance(l.balances, line.Account), net)
		}
		l.want(fmt.Sprintf("entry %d", i), total, new(big.Int))
		if entry.Of != "commencement" && fund {
			continue
		}
		asset, liability := balance(l.balances, assets), new(big.Int).Neg(balance(l.balances, liabilities))
		switch entry.Of {
		case "row":
			l.want(fmt.Sprintf("asset account after row %d", row+1), asset, a.Rows[row].RouAssetClose)
			l.want(fmt.Sprintf("liability account after row %d", row+1), liability, a.Rows[row].LiabilityClose)
			row++
		case "event":
			if a.Events[event].Treatment != "expensed" {
				l.want(fmt.Sprintf("asset account after event %d", event), asset, a.Events[event].RouAssetAfter)
				l.want(fmt.Sprintf("liability account after event %d", event), liability, a.Events[event].LiabilityAfter)
			} else if entry.Lines[0].Debit.Sign() != 0 || len(entry.Lines) > 2 {
				l.broken = append(l.broken, "an expensed index moves a balance")
			}
			event++
		}
	}
	if a.Exemption == "" {
		return
	}
	opening := new(big.Rat)
	for _, m := range a.Input {
		if m.Name == "prepaidRent" {
			opening.SetString(m.Value)
		}
	}
	if scaled := opening.Mul(opening, big.NewRat([]int64{1, 10, 100, 1000}[a.Decimals], 1)); scaled.IsInt() {
		l.want("prepaid rent at the end of an exempt lease", sum(balance(l.balances, "Prepaid rent"), scaled.Num()), new(big.Int))
	}
}

func (l *ledger) life() {
	a := l.answer
	if a.Exemption != "" || a.Life == nil {
		return
	}
	liability, asset := sum(a.InitialLiability, a.Life.Interest), less(a.InitialRouAsset, a.Life.Amortization, a.Life.ImpairmentLosses)
	liability.Sub(liability, a.Life.Payments)
	gains := new(big.Int)
	for _, e := range a.Events {
		liability = less(sum(liability, e.LiabilityRemeasured), e.LiabilityDerecognized)
		asset = less(sum(asset, e.RouAssetRemeasured), e.RouAssetDerecognized)
		gains.Add(gains, e.GainOrLoss)
		l.want("liability across the event of "+e.Date, e.LiabilityAfter, less(sum(e.LiabilityBefore, e.LiabilityRemeasured), e.LiabilityDerecognized))
		l.want("asset across the event of "+e.Date, e.RouAssetAfter,
			less(sum(e.RouAssetBefore, e.RouAssetRemeasured), e.RouAssetDerecognized, e.ImpairmentLoss))
	}
	l.want("the liability over the life", liability, new(big.Int))
	l.want("gains and losses", a.Life.GainsAndLosses, gains)
	last := a.Rows[len(a.Rows)-1]
	left := last.RouAssetClose
	if a.Events[len(a.Events)-1].Treatment == "derecognized" {
		left = new(big.Int)
	}
	l.want("the asset over the life", asset, left)
}
