package books

import (
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// A recognition exemption takes precedence over the fund, and the fund takes precedence over the
// class.
func TestRecordingIsDecidedByExemptionFundAndClass(t *testing.T) {
	fund := func(f standard.Fund) strict.Optional[standard.Fund] {
		return strict.Optional[standard.Fund]{Value: f, Set: true}
	}
	for _, c := range []struct {
		of    lease.Lease
		class standard.Class
		want  recording
	}{
		{lease.Lease{}, standard.Operating, recordOperating},
		{lease.Lease{}, standard.Finance, recordFinance},
		{lease.Lease{Standard: standard.GASB87, Fund: fund(standard.GovernmentWide)}, standard.Finance, recordFinance},
		{lease.Lease{Standard: standard.GASB87, Fund: fund(standard.Governmental)}, standard.Finance, recordFund},
		{lease.Lease{Standard: standard.GASB87, Fund: fund(standard.Governmental), Exemption: standard.ShortTerm}, standard.Finance, recordExempt},
		{lease.Lease{Standard: standard.IFRS16, Exemption: standard.LowValue}, standard.Finance, recordExempt},
		{lease.Lease{Exemption: standard.ShortTerm}, standard.Operating, recordExempt},
	} {
		b := Bookkeeper{m: &schedule.Measurement{Lease: c.of}, fund: c.of.Fund.Value}
		if got := b.recording(c.class); got != c.want {
			t.Errorf("%v %v %v: recorded as %d, want %d", c.of.Exemption, c.of.Fund.Value, c.class, got, c.want)
		}
		if got := c.of.InFund(); got != (c.want == recordFund) {
			t.Errorf("%v %v: in a fund %t", c.of.Exemption, c.of.Fund.Value, got)
		}
	}
}
