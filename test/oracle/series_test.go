package oracle_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// variants are leases that differ from one in what a series may and may not share: in the
// standard, in the rate, in what one event pays, and in everything.
func variants(rnd *rand.Rand, seed uint64) (list []*leasehold.Lease) {
	for range 8 {
		l, err := leasehold.Decode(Generate(seed + rnd.Uint64N(3)/2))
		if err != nil {
			continue
		}
		l.Standard = leasehold.Standard(rnd.IntN(5))
		if n := len(l.Events); n > 0 {
			switch e := &l.Events[rnd.IntN(n)]; rnd.IntN(6) {
			case 0:
				e.PaymentAmount = leasehold.Some(money.Int(rnd.Int64N(10_000)))
			case 1:
				e.DiscountRateAnnual = leasehold.Some(money.New(rnd.Uint64N(2000), 4))
			case 2:
				e.TermMonths = leasehold.Some(l.TermMonths + rnd.IntN(3) - 1)
			case 3:
				l.Events = l.Events[:rnd.IntN(n)]
			default:
			}
		}
		list = append(list, l)
	}
	return list
}

// TestASeriesAnswersAsEachLeaseAlone promises that what a series shares between leases
// changes no answer.
func TestASeriesAnswersAsEachLeaseAlone(t *testing.T) {
	t.Parallel()
	answered := 0
	for seed := range uint64(120) {
		rnd := rand.New(rand.NewPCG(seed, 23))
		var series leasehold.Series
		var last []byte
		for i, l := range variants(rnd, seed<<8) {
			got, years, err := series.Compute(nil, l)
			want, wantErr := leasehold.Compute(l)
			if fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Fatalf("seed %d, lease %d: %v, want %v", seed, i, err, wantErr)
			}
			if err != nil {
				last = l.Append(nil)
				continue
			}
			answered++
			wantYears, err := leasehold.LeaseYears(l)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.AppendCompute(nil), want.AppendCompute(nil)) || !reflect.DeepEqual(years, wantYears) {
				t.Fatalf("seed %d, lease %d: the series answers otherwise than the lease alone, after\n%s\n%s", seed, i, last, l.Append(nil))
			}
			last = l.Append(nil)
		}
	}
	if answered < 300 {
		t.Errorf("only %d were answered; this test has lost its subject", answered)
	}
}
