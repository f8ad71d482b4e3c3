package leasehold

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"github.com/leasehold-accounting/leasehold/money"
)

// benchLease is the lease of a plain office: rent in advance, monthly.
func benchLease(months int, amount string) *Lease {
	return &Lease{
		CommencementDate: Date{2024, 1, 1}, TermMonths: months,
		PaymentAmount: money.MustParse(amount), DiscountRateAnnual: money.MustParse("0.06"),
	}
}

// The yardstick of the kernel: the same backward recursion in binary floating
// point, which is fast and wrong.
func floatBalances(dst, rents []float64, rate float64) {
	balance := 0.0
	for k := len(rents) - 1; k >= 0; k-- {
		balance = rents[k] + balance/(1+rate)
		dst[k] = balance
	}
}

// BenchmarkKernel compares the exact balances with the floating-point loop, for
// ordinary amounts and for the largest that the contract allows, in one run.
func BenchmarkKernel(b *testing.B) {
	for _, months := range []int{60, 1200} {
		perPeriod := func(b *testing.B) {
			b.Helper()
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(months), "ns/period")
		}
		b.Run(fmt.Sprintf("float64/%d", months), func(b *testing.B) {
			rents, balances := make([]float64, months), make([]float64, months)
			for i := range rents {
				rents[i] = 10_000
			}
			for b.Loop() {
				floatBalances(balances, rents, 0.005)
			}
			perPeriod(b)
		})
		exact := func(name string, l *Lease) {
			b.Run(fmt.Sprintf("%s/%d", name, months), func(b *testing.B) {
				rate, _ := l.DiscountRateAnnual.Units64(money.RatePlaces)
				flows := appendFlows(nil, l, money.Amount{})
				balances, _ := appendBalances(nil, flows, rate)
				for b.Loop() {
					balances, _ = appendBalances(balances[:0], flows, rate)
				}
				perPeriod(b)
			})
		}
		exact("exact", benchLease(months, "10000"))
		exact("exact-below-1e15", benchLease(months, "800000000000"))
		widest := benchLease(months, "999999999999999.99")
		widest.AnnualEscalationPct = Some(one)
		exact("exact-widest", widest)
	}
}

// response mirrors the response of compute in the types that a program would
// take for it, so that encoding/json has the least work.
type response struct {
	Input  map[string]any `json:"input"`
	Result struct {
		Standard         string           `json:"standard"`
		Classification   string           `json:"classification"`
		CommencementDate string           `json:"commencementDate"`
		TermMonths       int              `json:"termMonths"`
		Periods          int              `json:"periods"`
		PeriodicRate     float64          `json:"periodicRate"`
		InitialLiability float64          `json:"initialLiability"`
		InitialRouAsset  float64          `json:"initialRouAsset"`
		TotalPayments    float64          `json:"totalUndiscountedPayments"`
		TotalLeaseCost   float64          `json:"totalLeaseCost"`
		Schedule         []responseRow    `json:"schedule"`
		Disclosures      responseDisclose `json:"disclosures"`
		Citations        []string         `json:"citations"`
		Notes            []string         `json:"notes"`
	} `json:"result"`
	Classification struct {
		Classification string `json:"classification"`
		Standard       string `json:"standard"`
		SingleModel    bool   `json:"single_model"`
		Criteria       []struct {
			Key      string `json:"key"`
			Label    string `json:"label"`
			Met      bool   `json:"met"`
			Detail   string `json:"detail"`
			Citation string `json:"citation"`
		} `json:"criteria"`
		Rationale string `json:"rationale"`
	} `json:"classification"`
	JournalEntries []struct {
		Date  string `json:"date"`
		Memo  string `json:"memo"`
		Lines []struct {
			Account string  `json:"account"`
			Debit   float64 `json:"debit"`
			Credit  float64 `json:"credit"`
		} `json:"lines"`
	} `json:"journalEntries"`
}

type responseRow struct {
	Period          int     `json:"period"`
	Date            string  `json:"date"`
	Payment         float64 `json:"payment"`
	Interest        float64 `json:"interest"`
	Principal       float64 `json:"principal"`
	LiabilityClose  float64 `json:"liabilityClose"`
	RouAmortization float64 `json:"rouAmortization"`
	RouAssetClose   float64 `json:"rouAssetClose"`
	LeaseExpense    float64 `json:"leaseExpense"`
}

type responseDisclose struct {
	RemainingTerm    int     `json:"weightedAverageRemainingTermMonths"`
	DiscountRate     float64 `json:"weightedAverageDiscountRate"`
	TotalPayments    float64 `json:"totalUndiscountedPayments"`
	ImputedInterest  float64 `json:"imputedInterest"`
	MaturityAnalysis []struct {
		Year     int     `json:"year"`
		Label    string  `json:"label"`
		Payments float64 `json:"undiscountedPayments"`
	} `json:"maturityAnalysis"`
	CurrentLiability  float64 `json:"currentLiability"`
	LongTermLiability float64 `json:"longTermLiability"`
	TotalLeaseCost    float64 `json:"totalLeaseCost"`
}

// BenchmarkResponse compares computing and printing a lease with what
// encoding/json takes to print the same response alone.
func BenchmarkResponse(b *testing.B) {
	for _, months := range []int{60, 1200} {
		l := benchLease(months, "10000")
		b.Run("compute-and-append/"+strconv.Itoa(months), func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				r, err := Compute(l)
				if err != nil {
					b.Fatal(err)
				}
				buf = r.AppendCompute(buf[:0])
			}
		})
		r, err := Compute(l)
		if err != nil {
			b.Fatal(err)
		}
		body := r.AppendCompute(nil)
		b.Run("append/"+strconv.Itoa(months), func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				buf = r.AppendCompute(buf[:0])
			}
		})
		b.Run("encoding-json/"+strconv.Itoa(months), func(b *testing.B) {
			var mirror response
			if err := json.Unmarshal(body, &mirror); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				if _, err := json.Marshal(&mirror); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDecode reads requests: the plain one and one with every field.
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
				if _, err := Decode([]byte(body)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
