// Package answer contains a Go type for the response of every operation: from the service, from
// the command with --format json, and from the engine's Append methods.
//
// Each type reads a response and writes it byte for byte, even from another
// revision of the rules or version of the contract: optional fields may be
// missing, and unknown fields are kept in Others. These types compute nothing:
// [leasehold.Recheck] compares a compute response with the current rules.
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

// Read decodes a JSON object into answer, a pointer to a type of this package.
func Read(body []byte, answer any) error {
	if err := json.Unmarshal(body, answer); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	return nil
}

// Append appends an answer in its original form.
func Append(dst []byte, answer any) ([]byte, error) {
	body, err := json.Marshal(answer)
	if err != nil {
		return dst, fmt.Errorf("write answer: %w", err)
	}
	return append(dst, body...), nil
}

// Head holds the fields that the service adds to an answer; the engine's
// answers omit them.
type Head struct {
	RequestID string `json:"request_id,omitzero"`
	Replay    *bool  `json:"replay,omitzero"` // whether it repeats an earlier answer
}

// Unknown holds the members of an object that this version of the API contract does not define.
type Unknown struct {
	Others jsontext.Value `json:",embed"`
}

// Input is the lease of an answer as it was printed, with defaults filled in.
type Input struct{ jsontext.Value }

// Lease parses the lease and validates it under the current rules.
func (in Input) Lease() (*leasehold.Lease, error) { return leasehold.Decode(in.Value) }

// MarshalJSON returns the lease as it is printed.
func (in Input) MarshalJSON() ([]byte, error) { return in.Value, nil }

// UnmarshalJSON keeps the lease as it is printed.
func (in *Input) UnmarshalJSON(text []byte) error {
	in.Value = append(in.Value[:0], text...)
	return nil
}

// Texts are texts by name, in the order in which they were printed.
type Texts []Text

// Text is a text with its name.
type Text struct{ Name, Value string }

// Get returns the text of a name, or "" if it is missing.
func (t Texts) Get(name string) string {
	for i := range t {
		if t[i].Name == name {
			return t[i].Value
		}
	}
	return ""
}

// MarshalJSONTo writes an object.
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

// UnmarshalJSONFrom reads an object.
func (t *Texts) UnmarshalJSONFrom(from *jsontext.Decoder) error {
	*t = Texts{}
	if kind := from.PeekKind(); kind != '{' {
		return fmt.Errorf("texts: must be an object of texts; got %s", kind)
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

// Number is an exact decimal number with the decimals that were printed: 0.10 and 0.1
// are the same Decimal and different Numbers.
type Number struct {
	money.Decimal

	decimals int16 // number of digits printed after the decimal point
}

// String returns the number's original digits.
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

// MarshalJSON returns the number's original digits.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalJSON reads a number without losing a digit.
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
