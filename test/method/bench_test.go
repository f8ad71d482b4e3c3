package method_test

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/engine/books"
	"github.com/leasehold-accounting/leasehold/money"
)

// benchLease returns a lease of the given number of months with monthly rent in advance.
func benchLease(months int, amount string) *leasehold.Lease {
	return &leasehold.Lease{
		CommencementDate: civil.New(2024, 1, 1), TermMonths: months,
		PaymentAmount: money.MustParse(amount), DiscountRateAnnual: money.MustParse("0.06"),
	}
}

// response is a compute response as a Go value. encoding/json prints it as the same bytes as the
// engine. Its amounts implement json.Marshaler, so that they stay exact.
type response struct {
	Input  json.RawMessage `json:"input"`
	Result struct {
		Standard         string          `json:"standard"`
		Classification   string          `json:"classification"`
		CommencementDate string          `json:"commencementDate"`
		TermMonths       int             `json:"termMonths"`
		Periods          int             `json:"periods"`
		PeriodicRate     money.Decimal   `json:"periodicRate"`
		InitialLiability money.Amount    `json:"initialLiability"`
		InitialRouAsset  money.Amount    `json:"initialRouAsset"`
		TotalPayments    money.Amount    `json:"totalUndiscountedPayments"`
		TotalLeaseCost   money.Amount    `json:"totalLeaseCost"`
		Schedule         []responseRow   `json:"schedule"`
		Disclosures      json.RawMessage `json:"disclosures"`
		Citations        []string        `json:"citations"`
		Notes            []string        `json:"notes"`
	} `json:"result"`
	Classification json.RawMessage `json:"classification"`
	JournalEntries []responseEntry `json:"journalEntries"`
}

type responseRow struct {
	Period          int          `json:"period"`
	Date            string       `json:"date"`
	Payment         money.Amount `json:"payment"`
	Interest        money.Amount `json:"interest"`
	Principal       money.Amount `json:"principal"`
	LiabilityClose  money.Amount `json:"liabilityClose"`
	RouAmortization money.Amount `json:"rouAmortization"`
	RouAssetClose   money.Amount `json:"rouAssetClose"`
	LeaseExpense    money.Amount `json:"leaseExpense"`
}

type responseEntry struct {
	Date  string         `json:"date"`
	Memo  string         `json:"memo"`
	Lines []responseLine `json:"lines"`
}

type responseLine struct {
	Account string       `json:"account"`
	Debit   money.Amount `json:"debit"`
	Credit  money.Amount `json:"credit"`
}

// mirror copies a result into a response.
func mirror(r *leasehold.Result) *response {
	m := &response{Input: r.Lease.Append(nil), Classification: leasehold.AppendClassify(r, nil)}
	out := &m.Result
	out.Standard, out.Classification = r.Lease.Standard.String(), r.Class.String()
	out.CommencementDate, out.TermMonths = r.Lease.CommencementDate.String(), r.Lease.TermMonths
	out.Periods, out.PeriodicRate = len(r.Schedule), r.PeriodicRate
	out.InitialLiability, out.InitialRouAsset = r.InitialLiability, r.InitialRouAsset
	out.TotalPayments, out.TotalLeaseCost = r.TotalUndiscountedPayments, r.TotalLeaseCost
	var printed struct {
		Result struct{ Disclosures json.RawMessage }
	}
	if err := json.Unmarshal(leasehold.AppendCompute(r, nil), &printed); err != nil {
		panic(err)
	}
	out.Disclosures = printed.Result.Disclosures
	for _, c := range r.Citations {
		out.Citations = append(out.Citations, c.String())
	}
	for _, n := range r.Notes {
		out.Notes = append(out.Notes, n.Text)
	}
	for _, p := range r.Schedule {
		out.Schedule = append(out.Schedule, responseRow{
			p.Number, p.Date.String(), p.Payment, p.Interest, p.Principal,
			p.LiabilityClose, p.RouAmortization, p.RouAssetClose, p.LeaseExpense,
		})
	}
	for _, e := range books.Journal(&r.Measurement) {
		entry := responseEntry{e.Date.String(), e.Memo, nil}
		for _, l := range e.Lines {
			entry.Lines = append(entry.Lines, responseLine{l.Account.String(), l.Debit, l.Credit})
		}
		m.JournalEntries = append(m.JournalEntries, entry)
	}
	return m
}

// encoding/json prints the same bytes as the engine, so that the benchmark compares equal work.
func TestBenchmarkComparesTheSameBytes(t *testing.T) {
	t.Parallel()
	r, err := leasehold.Compute(benchLease(60, "10000"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(mirror(r))
	if want := leasehold.AppendCompute(r, nil); err != nil || string(got) != string(want) {
		t.Errorf("encoding/json prints\n%s, %v\nwant\n%s", got, err, want)
	}
}

// BenchmarkResponse measures computing and printing a lease with the engine, and printing the same
// response with encoding/json.
func BenchmarkResponse(b *testing.B) {
	for _, months := range []int{60, 1200} {
		l := benchLease(months, "10000")
		b.Run("compute-and-append/"+strconv.Itoa(months), func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				r, err := leasehold.Compute(l)
				if err != nil {
					b.Fatal(err)
				}
				buf = leasehold.AppendCompute(r, buf[:0])
			}
		})
		b.Run("compute/"+strconv.Itoa(months), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := leasehold.Compute(l); err != nil {
					b.Fatal(err)
				}
			}
		})
		r, err := leasehold.Compute(l)
		if err != nil {
			b.Fatal(err)
		}
		body := leasehold.AppendCompute(r, nil)
		b.Run("append/"+strconv.Itoa(months), func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				buf = leasehold.AppendCompute(r, buf[:0])
			}
		})
		b.Run("encoding-json/"+strconv.Itoa(months), func(b *testing.B) {
			same := mirror(r)
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := json.Marshal(same); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRisingRent computes and prints a lease with annual rent increases. For these, the engine
// computes with exact fractions.
func BenchmarkRisingRent(b *testing.B) {
	for _, months := range []int{60, 1200} {
		b.Run(strconv.Itoa(months), func(b *testing.B) {
			l := benchLease(months, "10000")
			l.AnnualEscalationPct = leasehold.Some(money.MustParse("0.03"))
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				r, err := leasehold.Compute(l)
				if err != nil {
					b.Fatal(err)
				}
				buf = leasehold.AppendCompute(r, buf[:0])
			}
		})
	}
}

// BenchmarkDecode parses a minimal request and a request with every field.
func BenchmarkDecode(b *testing.B) {
	for name, body := range map[string]string{
		"plain": `{"commencementDate":"2024-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`,
		"full": `{"standard":"ASC_842","commencementDate":"2024-01-01","termMonths":60,"paymentAmount":10000.50,"discountRateAnnual":0.06,` +
			`"paymentFrequency":"monthly","paymentTiming":"advance","annualEscalationPct":0.03,"initialDirectCosts":2500,` +
			`"leaseIncentives":1000,"prepaidRent":10000,"residualValueGuarantee":5000,"purchaseOptionAmount":0,"transfersOwnership":false,` +
			`"purchaseOptionReasonablyCertain":false,"assetFairValue":900000,"assetEconomicLifeMonths":120,"specializedAsset":false}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := leasehold.Decode([]byte(body)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
