package closingfile_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/standard"
)

// amounts contains each account's amount in cents. Debits are positive.
type amounts map[string]money.Amount

func (a amounts) add(title string, by money.Amount) {
	if a[title] = a[title].Add(by); a[title].IsZero() {
		delete(a, title)
	}
}

// book contains each lease's amounts by account, keyed by lease id.
type book map[string]amounts

func (b book) post(id string, entries []leasehold.NumberedEntry) {
	if b[id] == nil {
		b[id] = amounts{}
	}
	for i := range entries {
		if e := &entries[i]; !e.OfFund() {
			for _, line := range e.Lines {
				b[id].add(line.Account.String(), line.Debit.Sub(line.Credit))
			}
		}
	}
}

const prior = "Prior-period corrections"

func income(title string) bool {
	var a leasehold.Account
	return a.UnmarshalText([]byte(title)) == nil && a.Income()
}

// history is a chain of monthly closings and the ledger that results from their entries.
type history struct {
	months      []civil.Date // first day of each month
	fiscal      portfolio.FiscalYear
	rates       *exchange.Table
	tax         string // deferred tax rates for the closings
	ledger      book
	thisYear    book // income and expense since the start of the last closing's fiscal year
	last        *closingfile.Closing
	corrections int // number of correcting entries in all closings
	unequal     []string
}

func (h *history) question(civil.Date) *portfolio.Question {
	q := new(portfolio.Question)
	if h.tax != "" {
		q.DeferredTax = []portfolio.TaxRate{{Rate: money.MustParse("0.25")}}
	}
	q.ExchangeRates, q.FiscalYear = h.rates, h.fiscal
	return q
}

// close closes the month that begins on the given day, and posts its entries to the ledger.
func (h *history) close(t interface{ Fatal(...any) }, first civil.Date, leases []string) {
	q := h.question(first)
	m := &closingfile.Maker{Head: closingfile.Head{From: first, To: first.MonthEnd(), Version: "test", Rules: leasehold.RulesRevision}, Question: q, Before: h.last}
	starts := first.Month == 1 && first.Day == 1
	if h.fiscal.String() != "01-01" {
		starts = fmt.Sprintf("%02d-%02d", first.Month, first.Day) == h.fiscal.String()
	}
	if starts {
		h.thisYear = book{}
	}
	m.Entries = func(_ *bytes.Buffer, l *portfolio.Line) error {
		for i := range l.Figures.Entries {
			e := &l.Figures.Entries[i]
			var sum money.Amount
			for _, line := range e.Lines {
				sum = sum.Add(line.Debit).Sub(line.Credit)
			}
			if !sum.IsZero() {
				h.unequal = append(h.unequal, e.Number)
			}
			if strings.HasSuffix(e.Number, "-late") {
				h.corrections++
			}
		}
		h.ledger.post(l.Lease.ID, l.Figures.Entries)
		h.thisYear.post(l.Lease.ID, l.Figures.Entries)
		return nil
	}
	plan, err := m.Plan()
	if err != nil {
		t.Fatal(err)
	}
	currency, err := portfolio.ParseKey("currency")
	if err != nil {
		t.Fatal(err)
	}
	plan.Span, plan.Keys = m.Span(), []portfolio.Key{currency}
	r := &closing.Run{Plan: plan, Source: batch.Lines(strings.NewReader(strings.Join(leases, "\n")), nil), Part: m.Take, Serial: true}
	if err := r.Do(context.Background()); err != nil {
		t.Fatal(err)
	}
	var out, entries bytes.Buffer
	if _, err := m.Write(&out, &entries, nil); err != nil {
		t.Fatal(err)
	}
	if h.last, err = closingfile.Read(out.Bytes()); err != nil {
		t.Fatal(err)
	}
}

// run closes all months. Its callback returns the leases that are supplied for a month.
func (h *history) run(t interface{ Fatal(...any) }, leases func(month int) []string) {
	h.ledger, h.thisYear, h.last = book{}, book{}, nil
	for i, first := range h.months {
		h.close(t, first, leases(i))
	}
}

// openings returns the leases' balances immediately before the first month, as a report computes
// them.
func (h *history) openings(t interface{ Fatal(...any) }, leases []string) book {
	b := book{}
	if len(leases) == 0 { // a report without leases is invalid
		return b
	}
	for _, l := range h.report(t, h.months[0], leases).Leases {
		a, p, s := amounts{}, &l.Figures.Opened, l.Lease.Standard
		b[l.Lease.ID] = a
		title := func(of leasehold.Account) string { return s.Account(of).String() }
		if !l.Lease.InFund() {
			a.add(title(standard.AccountRouAsset), p.RouAsset)
			a.add(title(standard.AccountLeaseLiability), p.Liability.Neg())
		}
		a.add(title(standard.AccountPrepaidRent), p.Prepaid.Sub(p.Services))
		a.add(title(standard.AccountPrepaidServices), p.Services)
		a.add(title(standard.AccountRentReceivable), p.RentReceivable)
		a.add(title(standard.AccountDeferredRent), p.DeferredRent.Neg())
		a.add("Deferred tax asset", l.Figures.Books().Of(figure.TaxAssetOpening))
		a.add("Deferred tax liability", l.Figures.Books().Of(figure.TaxLiabilityOpening).Neg())
	}
	return b
}

func (h *history) report(t interface{ Fatal(...any) }, first civil.Date, leases []string) *portfolio.Report {
	body := fmt.Sprintf(`{"from":"%s","to":"%s","journal":"monthly","groupBy":["currency"]%s,"leases":[%s]}`, first, first.MonthEnd(), h.tax, strings.Join(leases, ","))
	q, err := portfolio.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	q.ExchangeRates = h.rates
	r, err := portfolio.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// postings returns the sums of the given months' entries, as reports compute them.
func (h *history) postings(t interface{ Fatal(...any) }, months []civil.Date, leases []string) book {
	b := book{}
	for _, first := range months {
		for _, l := range h.report(t, first, leases).Leases {
			b.post(l.Lease.ID, l.Figures.Entries)
		}
	}
	return b
}

// drawn is a random lease in several versions, and each version has one more correction than the
// preceding version.
type drawn struct {
	id       string
	versions []string
}

func drawLease(t *rapid.T, id string, taxed bool) drawn {
	n := func(most int, what string) int { return rapid.IntRange(0, most-1).Draw(t, id+what) }
	standards := []string{"ASC_842", "IFRS_16", "FRS_102", "GASB_87", "GASB_96"}
	if taxed {
		standards = standards[:3]
	}
	standard := standards[n(len(standards), "standard")]
	more := fmt.Sprintf(`"standard":%q,"commencementDate":"2025-%02d-%02d","paymentTiming":%q`, standard, 8+n(4, "month"), 1+n(28, "day"), []string{"advance", "arrears"}[n(2, "timing")])
	kind := n(6, "kind")
	switch kind {
	case 0:
		if !strings.HasPrefix(standard, "GASB") {
			more += `,"exemption":"short_term","termMonths":12,"prepaidRent":77`
			break
		}
		more += `,"termMonths":20,"fund":"both"`
	case 1:
		more += fmt.Sprintf(`,"termMonths":30,"events":[{"date":"2026-01-%02d","type":"termination","penalty":33,"exchangeRate":1.2}]`, 1+n(28, "end"))
	case 2:
		more += `,"termMonths":26,"initialDirectCosts":321,"leaseIncentives":45,"events":[{"date":"2025-12-10","type":"impairment","impairmentLoss":50}]`
		if strings.HasPrefix(standard, "GASB") {
			more = strings.Replace(more, `"2025-12-10","type":"impairment","impairmentLoss":50`, `"2026-02-10","type":"termination","penalty":5`, 1)
		}
	default:
		more += fmt.Sprintf(`,"termMonths":%d`, 5+n(40, "term"))
	}
	if n(3, "foreign") == 0 && !strings.HasPrefix(standard, "GASB") {
		more += `,"currency":"USD","functionalCurrency":"EUR","exchangeRate":1.1`
	} else {
		more = strings.NewReplacer(`,"exchangeRate":1.2`, "", `,"exchangeRate":1.1`, "").Replace(more) + `,"currency":"EUR"`
	}
	if kind == 2 && !strings.HasPrefix(standard, "GASB") {
		more += `,"subleases":[{"from":"2025-12-05","to":"2026-04-20","receipts":[{"date":"2026-01-10","amount":900}]}]`
	}
	d := drawn{id: id}
	for i := range 3 {
		what := fmt.Sprint("version", i)
		d.versions = append(d.versions, fmt.Sprintf(`{"id":%q,%s,"paymentAmount":%d,"discountRateAnnual":0.0%d,"variablePayments":[{"date":"2025-12-30","amount":%d}]}`,
			id, more, 100+n(900, what+"rent"), 1+n(9, what+"rate"), 1+n(500, what+"variable")))
	}
	return d
}

// drawHistory draws a chain of six monthly closings with random exchange rates. Some chains have
// deferred tax, and in some a fiscal year begins within the six months.
func drawHistory(t *rapid.T) (*history, []drawn) {
	h := &history{}
	fiscal := rapid.SampledFrom([]string{"01-01", "02-01", "07-01"}).Draw(t, "fiscal")
	h.fiscal, _ = portfolio.ParseFiscalYear(fiscal)
	var rates []string
	first := civil.New(2025, 10, 1)
	for i := range 7 {
		day := first.AddMonths(i).Prev()
		rates = append(rates, fmt.Sprintf(`{"currency":"USD","into":"EUR","date":"%s","closing":1.%02d,"average":1.%02d}`, day,
			rapid.IntRange(1, 40).Draw(t, "closing"), rapid.IntRange(1, 40).Draw(t, "average")))
		if i > 0 {
			h.months = append(h.months, first.AddMonths(i-1))
		}
	}
	h.rates, _ = exchange.Decode([]byte(`{"exchangeRates":[` + strings.Join(rates, ",") + `]}`))
	taxed := rapid.Bool().Draw(t, "taxed")
	if taxed {
		h.tax = `,"deferredTax":[{"rate":0.25}]`
	}
	var leases []drawn
	for i := range 3 {
		leases = append(leases, drawLease(t, fmt.Sprint("L", i), taxed))
	}
	return h, leases
}

// METHOD 28.1, 28.9: leases are corrected at random between the months. For each lease and account,
// all entries of the chain add up to the amount that results from the last month's leases. Each
// correcting entry balances.
func TestMethod28_1_9_TheLedgerEqualsTheLastLeases(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		h, leases := drawHistory(t)
		plan := make([][]string, len(h.months))
		for i := range plan {
			for _, l := range leases {
				known := rapid.IntRange(0, 9).Draw(t, l.id+"known") > 0 || i == len(plan)-1
				if known { // if it is not known, the lease is not supplied in this month
					plan[i] = append(plan[i], rapid.SampledFrom(l.versions).Draw(t, l.id+"version"))
				}
			}
		}
		h.run(t, func(month int) []string { return plan[month] })
		if len(h.unequal) > 0 {
			t.Fatalf("entries do not balance: %v", h.unequal)
		}
		last := plan[len(plan)-1]
		h.compare(t, plan[0], last)
		h.closings(t, last)
	})
}

// compare checks properties 1 to 3 of METHOD 28.9 for the leases of the first and the last month.
func (h *history) compare(t *rapid.T, first, last []string) {
	was, now := h.openings(t, first), h.openings(t, last)
	all := h.postings(t, h.months, last)
	year := h.fiscalMonths()
	thisYear := h.postings(t, year, last)
	for id, due := range all {
		got := h.ledger[id]
		for _, title := range titles(due, got, was[id], now[id]) {
			switch {
			case title == prior:
				if want := h.openingChange(was[id], now[id]); len(year) == len(h.months) && got[title] != want {
					t.Fatalf("%s: %s on %s, want the change of opening balances, %s", id, got[title], title, want)
				}
			case income(title):
				if have := h.thisYear[id][title]; have != thisYear[id][title] {
					t.Fatalf("%s: %s this year %s, want %s", id, title, have, thisYear[id][title])
				}
			default:
				if have, want := was[id][title].Add(got[title]), now[id][title].Add(due[title]); have != want {
					t.Fatalf("%s: %s is %s, want %s\nledger %v", id, title, have, want, got)
				}
			}
		}
	}
}

// openingChange returns the effect of changed opening balances on the Prior-period corrections
// account.
func (h *history) openingChange(was, now amounts) (sum money.Amount) {
	for _, title := range titles(was, now) {
		sum = sum.Add(was[title]).Sub(now[title])
	}
	return sum
}

func titles(all ...amounts) []string {
	names := map[string]bool{}
	for _, a := range all {
		for title := range a {
			names[title] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// fiscalMonths returns the months of the chain that are in the last closing's fiscal year.
func (h *history) fiscalMonths() []civil.Date {
	for i := len(h.months) - 1; i > 0; i-- {
		if fmt.Sprintf("%02d-%02d", h.months[i].Month, h.months[i].Day) == h.fiscal.String() {
			return h.months[i:]
		}
	}
	return h.months
}

// closings checks that the posted balances of the asset and the liability equal the closing
// balances of the last month's leases.
func (h *history) closings(t *rapid.T, last []string) {
	for _, l := range h.report(t, h.months[len(h.months)-1], last).Leases {
		if l.Lease.InFund() {
			continue
		}
		i := slices.IndexFunc(h.last.Leases, func(s portfolio.Signed) bool { return s.ID == l.Lease.ID })
		if i < 0 {
			if l.Figures.Closed != (leasehold.Position{}) {
				t.Fatalf("%s is not in the closing", l.Lease.ID)
			}
			continue
		}
		s := &h.last.Leases[i]
		asset := s.PostedTo(l.Lease.Standard.Account(standard.AccountRouAsset).String(), 2).Add(s.PostedTo("Accumulated amortization", 2))
		liability := s.PostedTo(l.Lease.Standard.Account(standard.AccountLeaseLiability).String(), 2).Neg()
		if asset != l.Figures.Closed.RouAsset || liability != l.Figures.Closed.Liability {
			t.Fatalf("%s: posted asset %s and liability %s, want %s and %s", l.Lease.ID, asset, liability, l.Figures.Closed.RouAsset, l.Figures.Closed.Liability)
		}
	}
}

// METHOD 28.9: if no lease changes, the chain has no correcting entries, and its closings equal
// newly computed closings.
func TestMethod28_9_UnchangedLeasesHaveNoCorrection(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		h, leases := drawHistory(t)
		var same []string
		for _, l := range leases {
			same = append(same, l.versions[0])
		}
		h.run(t, func(int) []string { return same })
		if h.corrections > 0 {
			t.Fatalf("%d entries of corrections", h.corrections)
		}
	})
}

// METHOD 28.9: two corrections give the same ledger in either order, unless a fiscal year ends
// between them. In that case, a correction affects Prior-period corrections rather than income.
func TestMethod28_9_TheOrderOfCorrectionsIsIrrelevant(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		h, leases := drawHistory(t)
		at := rapid.IntRange(1, len(h.months)-2).Draw(t, "first")
		order := func(a, b int) book {
			h.run(t, func(month int) []string {
				list := []string{leases[0].versions[0], leases[1].versions[0]}
				if month >= at {
					list[a] = leases[a].versions[1]
				}
				if month > at {
					list[b] = leases[b].versions[1]
				}
				return list
			})
			return h.ledger
		}
		one, other := order(0, 1), order(1, 0)
		between := len(h.fiscalMonths()) == len(h.months)-at-1
		for id, a := range one {
			var split money.Amount
			for _, title := range titles(a, other[id]) {
				differ := a[title].Sub(other[id][title])
				if between && (income(title) || title == prior) {
					split = split.Add(differ)
				} else if !differ.IsZero() {
					t.Fatalf("%s: %s differs by %s", id, title, differ)
				}
			}
			if !split.IsZero() {
				t.Fatalf("%s: income and corrections differ by %s", id, split)
			}
		}
	})
}
