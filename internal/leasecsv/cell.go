package leasecsv

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// appendCell appends the JSON value of a cell. What does not have the form that
// the field needs is passed on as a string, for the engine to refuse.
func appendCell(dst []byte, field, cell string) []byte {
	switch kinds[field] {
	case text:
	case flag:
		if lower := strings.ToLower(cell); lower == "true" || lower == "false" {
			return append(dst, lower...)
		}
	case nested:
		if value := jsontext.Value(cell); (value.Kind() == '[' || value.Kind() == '{') && value.IsValid() {
			return append(dst, cell...)
		}
	case number:
		if value := jsontext.Value(cell); value.Kind() == '0' && value.IsValid() {
			return append(dst, cell...)
		}
	}
	return quoted(dst, cell)
}

// kind is what the value of a field is.
type kind uint8

const (
	number kind = iota
	text
	flag
	nested // a list or an object, written as JSON
)

// kinds are those of the fields that are no numbers.
var kinds = map[string]kind{
	ID: text, "name": text, "standard": text, "commencementDate": text, "paymentFrequency": text, "paymentTiming": text, "classification": text,
	"exemption": text, "fund": text, "currency": text,
	"transfersOwnership": flag, "purchaseOptionReasonablyCertain": flag, "specializedAsset": flag,
	"tags": nested, "rentSteps": nested, "rentFree": nested, "otherPayments": nested, "basis": nested, "events": nested,
}

func quoted(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s) // its one error, invalid UTF-8, is corrected in place
	return dst
}
