package wording_test

import (
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Every figure that a close signs has a label.
func TestSignedFiguresHaveLabels(t *testing.T) {
	t.Parallel()
	for _, name := range portfolio.SignedNames() {
		if wording.Signed(name) == name {
			t.Errorf("%s has no label", name)
		}
	}
}
