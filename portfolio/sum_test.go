package portfolio_test

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/schedule"
)

func keys(t *testing.T, names ...string) (list []portfolio.Key) {
	t.Helper()
	for _, name := range names {
		k, err := portfolio.ParseKey(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, k)
	}
	return list
}

// sumOfHugeAmounts returns a sum of leases under all standards, with figures above 2^64 and 2^128.
func sumOfHugeAmounts(t *testing.T, by []portfolio.Key) *portfolio.Sum {
	t.Helper()
	s := portfolio.NewSum(by)
	span := leasehold.Span{From: civil.Date{Year: 2026, Month: 2, Day: 10}, To: civil.Date{Year: 2027, Month: 6, Day: 30}}
	for i, standard := range []string{"ASC_842", "IFRS_16", "GASB_87"} {
		l, err := leasehold.Decode(fmt.Appendf(nil, `{"id":"L-%d","tags":{"entity":"E%d"},"standard":%q,"commencementDate":"2026-01-15",`+
			`"termMonths":%d,"paymentAmount":9999999999999.99,"discountRateAnnual":0.0612345}`, i, i%2, standard, 84+i))
		if err != nil {
			t.Fatal(err)
		}
		f, err := leasehold.MeasureSpan(l, span)
		if err != nil {
			t.Fatal(err)
		}
		f.Vector[figure.LiabilityClosing] = money.FromWords(uint64(i), 7, 1<<20)
		f.Vector[figure.AssetAmortization] = money.FromWords(1, 1<<40, 0).Neg()
		for c := range figure.Count() { // makes every figure nonzero
			f.Post(c, money.Cents(int64(c)+1))
		}
		s.Add(l, f)
	}
	return s
}

// A sum with amounts above 2^63 and 2^128 is unchanged after it is encoded and decoded, and the
// decoded sum can be merged with other sums.
func TestBinarySumsRoundTrip(t *testing.T) {
	t.Parallel()
	by := keys(t, "standard", "tag:entity")
	sum := sumOfHugeAmounts(t, by)
	for range 8 { // doubles the sum
		sum.Merge(read(t, sum))
		if again := read(t, sum); !bytes.Equal(again.Append(nil), sum.Append(nil)) {
			t.Fatalf("got %s\nwant %s", again.Append(nil), sum.Append(nil))
		}
	}
	bare := portfolio.NewSum(nil) // after its end, a GASB 87 lease has an empty list of bands
	f := &leasehold.LeaseFigures{RemainingMonths: new(big.Rat)}
	f.Bands = []leasehold.Band{}
	bare.Add(&leasehold.Lease{ID: "L"}, f)
	if again := read(t, bare); !bytes.Equal(again.Append(nil), bare.Append(nil)) {
		t.Errorf("got %s\nwant %s", again.Append(nil), bare.Append(nil))
	}
	total, _ := sum.Total()
	if want := money.FromWords(3+3*uint64(figure.LiabilityClosing+1), 21, 3<<20).Mul(1 << 8); total.Of(figure.LiabilityClosing) != want {
		t.Errorf("got %s, want %s", total.Of(figure.LiabilityClosing), want)
	}
}

func read(t *testing.T, s *portfolio.Sum) *portfolio.Sum {
	t.Helper()
	data, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	again := portfolio.NewSum(nil)
	if err := again.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	return again
}

// A truncated or extended encoding is rejected, and the sum remains unchanged.
func TestTruncatedBinarySumsAreRejected(t *testing.T) {
	t.Parallel()
	sum := sumOfHugeAmounts(t, keys(t, "standard"))
	data, _ := sum.MarshalBinary()
	before := sum.Append(nil)
	for n := range data {
		if err := sum.UnmarshalBinary(data[:n]); err == nil {
			t.Fatalf("%d of %d bytes were read", n, len(data))
		}
	}
	if err := sum.UnmarshalBinary(append(data, 0)); err == nil {
		t.Error("a byte too many was read")
	}
	other := bytes.Replace(data, []byte("liability.closing"), []byte("liability.clasing"), 1)
	if err := sum.UnmarshalBinary(other); err == nil || !strings.Contains(err.Error(), `unknown figure "liability.clasing"`) {
		t.Errorf("another program's figure: %v", err)
	}
	if !bytes.Equal(sum.Append(nil), before) {
		t.Error("the sum changed")
	}
}

// A note names the first ids. These ids do not depend on the number of reclassified leases, or on
// how partial sums were merged.
func TestANoteNamesTheFirstReclassifiedLeases(t *testing.T) {
	t.Parallel()
	l := &leasehold.Lease{}
	f := &leasehold.LeaseFigures{Class: schedule.ReportedLowValue, ClassBefore: schedule.ReportedShortTerm}
	whole, parts := portfolio.NewSum(nil), portfolio.NewSum(nil)
	part := portfolio.NewSum(nil)
	for i := range 5000 {
		l.ID = fmt.Sprintf("L-%04d", (i*7919)%5000)
		whole.Add(l, f)
		part.Add(l, f)
		if i%13 == 0 {
			parts.Merge(part)
			part = portfolio.NewSum(nil)
		}
	}
	parts.Merge(part)
	for _, s := range []*portfolio.Sum{whole, parts} {
		if got := s.Moved()[:20]; got[0] != "L-0000" || got[19] != "L-0019" {
			t.Errorf("got %v", got)
		}
	}
	if got := whole.Notes(); got[len(got)-1] != parts.Notes()[len(got)-1] {
		t.Error("the notes differ")
	}
}
