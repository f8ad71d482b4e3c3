package chart

import (
	"math/big"
	"testing"
)

// All labels on an axis use the same unit, such as thousands.
func TestAnAxisHasOneUnit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		top, at int64 // amounts in minor units
		places  int
		want    string
	}{
		{15_000_00, 5_000_00, 2, "5k"},
		{15_000_00, 0, 2, "0"},
		{9_000_00, 500_00, 2, "500"},
		{2_000_000_00, 500_000_00, 2, "0.5M"},
		{2_000_000_00, -1_500_000_00, 2, "−1.5M"},
		{1_50, 50, 2, "0.5"},
		{15_000, 5_000, 0, "5k"},
		{1_000_000_000_000_000_00, 500_000_000_000_000_00, 2, "5e14"},
	} {
		if got := compact(big.NewInt(tt.at), tt.places, unitOf(big.NewInt(tt.top), tt.places)); got != tt.want {
			t.Errorf("%d of an axis to %d is %s, want %s", tt.at, tt.top, got, tt.want)
		}
	}
}
