package wording

// signed are the labels of the figures that a close signs, by their names in the contract.
var signed = map[string]string{
	"liability": "Lease liability", "rouAsset": "Right-of-use asset", "accumulatedAmortization": "Accumulated amortization", "prepaidRent": "Prepaid (accrued) rent",
}

// Signed labels a figure that a close signs, by its name in the contract.
func Signed(name string) string {
	if label, ok := signed[name]; ok {
		return label
	}
	return name
}
