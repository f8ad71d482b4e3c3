package reporting

import (
	"fmt"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// Error messages contain the labels of the page's inputs. A field without an input keeps its name.
func TestErrorsNameInputs(t *testing.T) {
	t.Parallel()
	wrong := &leasehold.InvalidError{Faults: []leasehold.Fault{
		{Field: "deferredTax[0].key", Message: "no lease has it"}, {Field: "termMonths", Message: "is required"},
	}}
	if got, want := sentence(fmt.Errorf("read: %w", wrong)), "Read: Deferred tax: no lease has it; termMonths: is required."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
