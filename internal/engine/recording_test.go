package engine

import "testing"

// An exemption comes first, then the fund, then the class.
func TestRecordingIsDecidedByExemptionFundAndClass(t *testing.T) {
	fund := func(f Fund) Optional[Fund] { return Optional[Fund]{Value: f, Set: true} }
	for _, c := range []struct {
		lease Lease
		class Class
		want  recording
	}{
		{Lease{}, Operating, recordOperating},
		{Lease{}, Finance, recordFinance},
		{Lease{Standard: GASB87, Fund: fund(GovernmentWide)}, Finance, recordFinance},
		{Lease{Standard: GASB87, Fund: fund(Governmental)}, Finance, recordFund},
		{Lease{Standard: GASB87, Fund: fund(Governmental), Exemption: ShortTerm}, Finance, recordExempt},
		{Lease{Standard: IFRS16, Exemption: LowValue}, Finance, recordExempt},
		{Lease{Exemption: ShortTerm}, Operating, recordExempt},
	} {
		if got := recordingOf(&c.lease, c.class); got != c.want {
			t.Errorf("%v %v %v: recorded as %d, want %d", c.lease.Exemption, c.lease.Fund.Value, c.class, got, c.want)
		}
		if got := c.lease.InFund(); got != (c.want == recordFund) {
			t.Errorf("%v %v: in a fund %t", c.lease.Exemption, c.lease.Fund.Value, got)
		}
	}
}
