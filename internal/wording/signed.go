package wording

import "github.com/leasehold-accounting/leasehold"

// signed contains the labels of the figures in a closing, by the names of the figures in the API
// contract.
var signed = map[string]string{
	"liability": "Lease liability", "rouAsset": "Right-of-use asset", "accumulatedAmortization": "Accumulated amortization", "prepaidRent": "Prepaid (accrued) rent",
}

// Signed returns the label of a figure in a closing. name is the figure's name in the API contract.
// If the standards of the leases are given, the label uses their terms.
func Signed(name string, standards []leasehold.Standard) string {
	if label, ok := signed[name]; ok {
		return OfStandards(label, standards)
	}
	return name
}
