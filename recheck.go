package leasehold

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// ErrOtherFigures is the error of a stored result that differs from the result of its lease: it
// was computed under another revision of the rules, or changed.
var ErrOtherFigures = errors.New("the answer is not that of its lease under this revision of the rules")

// Recheck compares a stored result of the compute operation with the rules of this version and
// returns the complete result. White space, the order of fields and the notation of numbers may
// differ. The error wraps [ErrOtherFigures] if an amount or a text differs, and is an
// [*InvalidError] if the lease is no longer valid. Package answer reads results of other
// revisions.
func Recheck(body []byte) (*Result, error) {
	stored, err := membersOf(body)
	if err != nil {
		return nil, fmt.Errorf("stored answer: %w", err)
	}
	lease, err := Decode(stored["input"])
	if err != nil {
		return nil, fmt.Errorf("stored answer: input: %w", err)
	}
	computed, err := Compute(lease)
	if err != nil {
		return nil, fmt.Errorf("stored answer: input: %w", err)
	}
	ours, err := membersOf(AppendCompute(computed, nil))
	if err != nil {
		return nil, err
	}
	for _, name := range [...]string{"result", "classification", "journalEntries"} {
		if !bytes.Equal(strict.Respell(nil, ours[name]), strict.Respell(nil, stored[name])) {
			return nil, fmt.Errorf("stored answer: %s: %w", name, ErrOtherFigures)
		}
	}
	return computed, nil
}

// membersOf returns the fields of a JSON object.
func membersOf(body []byte) (map[string]jsontext.Value, error) {
	d := jsontext.NewDecoder(bytes.NewReader(body))
	if d.PeekKind() != '{' {
		return nil, errors.New("must be one JSON object")
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	all := map[string]jsontext.Value{}
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		key := name.String()
		value, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		all[key] = value.Clone()
	}
	_, err := d.ReadToken()
	return all, err
}
