// Package answer contains a Go type for the response of every operation. The response may come from
// the server, from a command with --format json, or from a result's Append method.
//
// Decoding a response into such a type and encoding it again gives the same JSON, even if the response
// comes from another rules revision or another version of the API contract. Missing optional fields
// remain missing, and unknown fields are stored in Others. The types compute nothing.
// [leasehold.Recheck] compares a stored compute response with the current rules.
//
//	var stored answer.ComputeResponse
//	err := answer.Read(body, &stored)
//	fmt.Println(stored.Result.InitialLiability, stored.Result.Notes)
//	lease, err := stored.Input.Lease()
package answer

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Read decodes a JSON object into answer, which must be a pointer to a type of this package.
func Read(body []byte, answer any) error {
	if err := json.Unmarshal(body, answer); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	return nil
}

// Append appends the JSON of a value that [Read] has decoded. It is the same as the original JSON.
func Append(dst []byte, answer any) ([]byte, error) {
	body, err := json.Marshal(answer)
	if err != nil {
		return dst, fmt.Errorf("write answer: %w", err)
	}
	return append(dst, body...), nil
}

// Head contains the fields that the server adds to a response. A result computed without a server
// has no such fields.
type Head struct {
	RequestID string `json:"request_id,omitzero"`
	Replay    *bool  `json:"replay,omitzero"` // whether the response repeats an earlier one
}

// Unknown contains the fields of a JSON object that this version of the API contract does not
// define.
type Unknown struct {
	Others jsontext.Value `json:",embed"`
}

// Input is the lease in a response. The server has filled in the defaults of missing fields.
type Input struct{ jsontext.Value }

// Lease decodes the lease and validates it under the current rules.
func (in Input) Lease() (*leasehold.Lease, error) { return leasehold.Decode(in.Value) }

// MarshalJSON returns the lease in the same form as in the response.
func (in Input) MarshalJSON() ([]byte, error) { return in.Value, nil }

// UnmarshalJSON stores a copy of the lease without decoding it.
func (in *Input) UnmarshalJSON(text []byte) error {
	in.Value = append(in.Value[:0], text...)
	return nil
}

// Texts is a JSON object in which every value is a string. Texts preserves the field order.
type Texts []Text

// Text is a field of [Texts].
type Text struct{ Name, Value string }

// Get returns the value of a field, or "" if there is no such field.
func (t Texts) Get(name string) string {
	for i := range t {
		if t[i].Name == name {
			return t[i].Value
		}
	}
	return ""
}

// MarshalJSONTo writes the strings as a JSON object.
func (t Texts) MarshalJSONTo(to *jsontext.Encoder) error {
	if err := to.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for i := range t {
		if err := errors.Join(to.WriteToken(jsontext.String(t[i].Name)), to.WriteToken(jsontext.String(t[i].Value))); err != nil {
			return err
		}
	}
	return to.WriteToken(jsontext.EndObject)
}

// UnmarshalJSONFrom reads the strings from a JSON object.
func (t *Texts) UnmarshalJSONFrom(from *jsontext.Decoder) error {
	*t = Texts{}
	if kind := from.PeekKind(); kind != '{' {
		return fmt.Errorf("texts: must be an object with string values; got %s", kind)
	}
	if _, err := from.ReadToken(); err != nil {
		return err
	}
	for from.PeekKind() != '}' {
		var text Text
		if err := errors.Join(json.UnmarshalDecode(from, &text.Name), json.UnmarshalDecode(from, &text.Value)); err != nil {
			return err
		}
		*t = append(*t, text)
	}
	_, err := from.ReadToken()
	return err
}

// Number is an exact decimal number that keeps the number of decimals in the response. For example, 0.10 and
// 0.1 are equal as [money.Decimal] but different as Number.
type Number struct {
	money.Decimal

	decimals int16 // number of digits after the decimal point in the response
}

// String returns the number with the same digits as in the response.
func (n Number) String() string {
	text := n.Decimal.String()
	if n.decimals <= 0 {
		return text
	}
	_, decimals, found := strings.Cut(text, ".")
	if !found {
		text += "."
	}
	return text + strings.Repeat("0", max(0, int(n.decimals)-len(decimals)))
}

// MarshalJSON returns the number with the same digits as in the response.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalJSON reads a number and preserves all its digits.
func (n *Number) UnmarshalJSON(text []byte) error {
	d, err := money.Parse(text)
	if err != nil {
		return fmt.Errorf("number: %w", err)
	}
	n.Decimal, n.decimals = d, 0
	if _, decimals, found := strings.Cut(string(text), "."); found && !strings.ContainsAny(decimals, "eE") {
		n.decimals = int16(len(decimals))
	}
	return nil
}
