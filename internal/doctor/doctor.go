// Package doctor contains lease examples published by standard setters,
// textbooks and guides, and compares them with this program's results. It
// shows that an installation computes correctly.
package doctor

import (
	_ "embed" // the examples
	"encoding/json"
	"errors"
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// The published examples: leases at commencement; uneven payments, conventions and events; FRS 102
// and GASB 96.
var (
	//go:embed testdata/published.json
	published []byte
	//go:embed testdata/lives.json
	lives []byte
	//go:embed testdata/standards.json
	standards []byte
)

// Example is a published lease with its published figures.
type Example struct {
	ID          string          `json:"id"`
	Standard    string          `json:"standard"`
	Source      string          `json:"source"`
	URL         string          `json:"url"`
	Request     json.RawMessage `json:"request"`
	Expected    json.RawMessage `json:"expected"`
	Tolerance   json.Number     `json:"tolerance"`   // largest difference from the exact figure that the source's rounding causes
	Rounding    string          `json:"rounding"`    // the source's rounding, if the tolerance is large
	Conventions string          `json:"conventions"` // how the source differs in presentation
}

// Outcome is the comparison of one example.
type Outcome struct {
	Example   *Example
	Standard  leasehold.Standard
	Compared  int          // number of compared figures
	Tolerance money.Amount // largest difference that counts as equal
	Largest   money.Amount // largest difference found
	Faults    []string     // figures beyond the tolerance; empty when all agree
}

// Examples returns the published examples.
func Examples() ([]Example, error) {
	var all []Example
	for _, file := range [][]byte{published, lives, standards} {
		more, err := read(file)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

func read(file []byte) ([]Example, error) {
	var all []Example
	if err := unmarshalStrict(file, &all); err != nil {
		return nil, fmt.Errorf("read the published examples: %w", err)
	}
	if len(all) == 0 {
		return nil, errors.New("there are no published examples")
	}
	return all, nil
}

// Places are the decimals of the examples' amounts.
const Places = 2

// Check computes an example and compares every published figure. Check returns an error if the
// request of the example is rejected, or if the example expects an unknown figure.
func Check(e *Example) (*Outcome, error) {
	outcome, err := check(e)
	if err != nil {
		return nil, fmt.Errorf("example %s: %w", e.ID, err)
	}
	return outcome, nil
}

func check(e *Example) (*Outcome, error) {
	lease, err := leasehold.Decode(e.Request)
	if err != nil {
		return nil, err
	}
	if got := lease.Standard.String(); got != e.Standard {
		return nil, fmt.Errorf("standard: the request is under %s, the example under %s", got, e.Standard)
	}
	result, err := leasehold.Compute(lease)
	if err != nil {
		return nil, err
	}
	tolerance, err := readAmount([]byte(e.Tolerance))
	if err != nil {
		return nil, fmt.Errorf("tolerance: %w", err)
	}
	var expected map[string]json.RawMessage
	if err := unmarshalStrict(e.Expected, &expected); err != nil {
		return nil, err
	}
	c := &comparison{result: result, outcome: &Outcome{Example: e, Standard: lease.Standard, Tolerance: tolerance}}
	if err := c.lease(expected); err != nil {
		return nil, err
	}
	if c.outcome.Compared == 0 {
		return nil, errors.New("expects no figure")
	}
	return c.outcome, nil
}
