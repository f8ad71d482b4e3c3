package wording

import "github.com/leasehold-accounting/leasehold"

// signed are the labels of the figures that a close signs, by their names in the contract.
var signed = map[string]string{
	"liability": "Lease liability", "rouAsset": "Right-of-use asset", "accumulatedAmortization": "Accumulated amortization", "prepaidRent": "Prepaid (accrued) rent",
}

// Signed returns the label of a signed balance by its contract name, with the terms of its
// lease's standard if it is known.
func Signed(name string, standards []leasehold.Standard) string {
	if label, ok := signed[name]; ok {
		return OfStandards(label, standards)
	}
	return name
}
