package wording_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Every figure in a closing has a label.
func TestSignedFiguresHaveLabels(t *testing.T) {
	t.Parallel()
	for _, name := range portfolio.SignedNames() {
		if wording.Signed(name, nil) == name {
			t.Errorf("%s has no label", name)
		}
	}
}

// The labels of a prior-period correction use the terms of the lease's standard.
func TestSignedFiguresUseTheStandardsTerms(t *testing.T) {
	t.Parallel()
	for standard, want := range map[leasehold.Standard][3]string{
		leasehold.ASC842: {"Lease liability", "Right-of-use asset", "Accumulated amortization"},
		leasehold.IFRS16: {"Lease liability", "Right-of-use asset", "Accumulated depreciation"},
		leasehold.FRS102: {"Lease liability", "Right-of-use asset", "Accumulated depreciation"},
		leasehold.GASB87: {"Lease liability", "Lease asset", "Accumulated amortization"},
		leasehold.GASB96: {"Subscription liability", "Subscription asset", "Accumulated amortization"},
	} {
		was := &portfolio.Signed{ID: "A", Standard: leasehold.Optional[leasehold.Standard]{Value: standard, Set: true}}
		q := &portfolio.Question{From: civil.New(2026, 1, 1), To: civil.New(2026, 1, 31), Previous: leasehold.Some(portfolio.Previous{Leases: []portfolio.Signed{*was}})}
		chain, err := portfolio.NewChain(q)
		if err != nil {
			t.Fatal(err)
		}
		removed := chain.CompareRemoved(was, money.Currency{})
		for i, name := range []string{"liability", "rouAsset", "accumulatedAmortization"} {
			if got := wording.Signed(name, removed.Standards()); got != want[i] {
				t.Errorf("%v, %s: %s, want %s", standard, name, got, want[i])
			}
		}
	}
}
