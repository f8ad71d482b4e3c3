package leasecsv

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// appendCell appends the JSON value of a cell. What does not have the form that
// the field needs is passed on as a string, for the engine to refuse.
func appendCell(dst []byte, field, cell string) []byte {
	switch {
	case texts[field]:
	case flags[field]:
		if lower := strings.ToLower(cell); lower == "true" || lower == "false" {
			return append(dst, lower...)
		}
	default:
		if number := jsontext.Value(cell); number.Kind() == '0' && number.IsValid() {
			return append(dst, cell...)
		}
	}
	return quoted(dst, cell)
}

// The fields whose value is a string, and those that are true or false. All
// others are numbers.
var (
	texts = map[string]bool{
		"standard": true, "commencementDate": true, "paymentFrequency": true, "paymentTiming": true, "classification": true,
	}
	flags = map[string]bool{
		"transfersOwnership": true, "purchaseOptionReasonablyCertain": true, "specializedAsset": true,
	}
)

func quoted(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s) // its one error, invalid UTF-8, is corrected in place
	return dst
}
