package workbench

import (
	"errors"
	"regexp"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// kind is what is typed into an input.
type kind uint8

const (
	choice     kind = iota // one of the options
	flag                   // yes or no
	date                   // a calendar date
	amount                 // of money
	percent                // sent to the engine as a fraction
	monthCount             // a whole number of months
	text                   // words of the lessee
)

// input is one field of the workbench's form.
type input struct {
	Name     string // in the form and in links
	Field    string // in the contract, and so in the engine's errors
	Label    string
	Unit     string
	Help     string
	Options  []option // of a choice or a flag
	Wide     bool     // has a line of its own, for its options are long
	Required bool
	Hint     string // what an empty input shows

	kind     kind
	positive bool // an amount that must not be 0
	most     int  // months, or characters
}

// Date reports whether the input is a date.
func (in *input) Date() bool { return in.kind == date }

// Text reports whether the input holds words.
func (in *input) Text() bool { return in.kind == text }

// option is one choice; an empty value leaves the field out.
type option struct{ Value, Label string }

// group is a part of the form, as an accountant thinks of a lease.
type group struct {
	Title  string
	Inputs []input
	Folded bool // on a small screen, until it is opened
}

// values are what a form was sent with, by the names of its inputs.
type values map[string]string

// remarks say how inputs were understood or what is wrong with them, by the
// inputs' names.
type remarks map[string]string

// read returns the lease request that v describes, with what is wrong with
// inputs and how unusual ones were understood. An input with a fault is left
// out of the request.
func (v values) read() (body []byte, faults, understood remarks) {
	body, faults, understood = []byte{'{'}, remarks{}, remarks{}
	for in := range inputs {
		typed := strings.TrimSpace(v[in.Name])
		if typed == "" {
			continue
		}
		r := in.read(typed)
		if r.fault != "" {
			faults[in.Name] = r.fault
		}
		if r.json == nil {
			continue
		}
		if r.remark != "" {
			understood[in.Name] = r.remark
		}
		if len(body) > 1 {
			body = append(body, ',')
		}
		body = append(body, quoted(in.Field)...)
		body = append(body, ':')
		body = append(body, r.json...)
	}
	return append(body, '}'), faults, understood
}

// decode reads the lease that v describes. A lease with faults is nil.
func (v values) decode() (lease *leasehold.Lease, faults, understood remarks) {
	body, faults, understood := v.read()
	lease, err := leasehold.Decode(body)
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		faults.add(invalid)
	}
	if len(faults) > 0 {
		return nil, faults, understood
	}
	return lease, nil, understood
}

// add adds what the engine refuses, in the words of the form. What belongs to
// no input has the name "". An input's own fault says more than the engine's.
func (f remarks) add(err *leasehold.InvalidError) {
	for _, fault := range err.Faults {
		in := inputOf(fault.Field)
		name, text := "", labelled(fault.Field)+": "+labelled(fault.Message)
		if in != nil {
			if name = in.Name; f[name] != "" {
				continue
			}
			text = strings.ToUpper(fault.Message[:1]) + labelled(fault.Message[1:]) + "."
			if in.Required && strings.HasPrefix(fault.Message, "is required") {
				text = "This field is required."
			}
		}
		if f[name] != "" {
			text = f[name] + " " + text
		}
		f[name] = text
	}
}

// fieldName is a word that may be the contract's name of a field.
var fieldName = regexp.MustCompile(`\b[a-z]+(?:[A-Z][a-z]+)+\b`)

// labelled puts labels in the place of field names.
func labelled(sentence string) string {
	return fieldName.ReplaceAllStringFunc(sentence, func(word string) string {
		if label, known := labels[word]; known {
			return label
		}
		return word
	})
}

// inputs ranges over all inputs in the order of the form.
func inputs(yield func(*input) bool) {
	for i := range groups {
		for j := range groups[i].Inputs {
			if !yield(&groups[i].Inputs[j]) {
				return
			}
		}
	}
}

// inputOf returns the input of a field of the contract, or nil.
func inputOf(field string) *input {
	for in := range inputs {
		if in.Field == field {
			return in
		}
	}
	return nil
}

// typedInput is an input for the print.
type typedInput struct{ Label, Value string }

// typed lists what was typed, in words.
func (v values) typed() (list []typedInput) {
	for in := range inputs {
		if typed := strings.TrimSpace(v[in.Name]); typed != "" {
			list = append(list, typedInput{in.Label, in.read(typed).shown})
		}
	}
	return list
}
