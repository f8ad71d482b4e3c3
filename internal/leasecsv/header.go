package leasecsv

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/strict"
)

// separator returns the character between the names of the header. No field
// name contains one, so it is the most frequent of the three.
func separator(in *bufio.Reader) rune {
	start, _ := in.Peek(in.Size())
	first, _, _ := bytes.Cut(start, []byte("\n"))
	best, most := ',', 0
	for _, c := range ",;\t" {
		if n := bytes.Count(first, []byte(string(c))); n > most {
			best, most = c, n
		}
	}
	return best
}

// header keeps the names of the columns, or says what is wrong with them.
func (r *Reader) header(names []string) error {
	line, _ := r.csv.FieldPos(0)
	for len(names) > 0 && strings.TrimSpace(names[len(names)-1]) == "" { // a spreadsheet's empty columns
		names = names[:len(names)-1]
	}
	known := leasehold.FieldNames()
	var problems []string
	for i, name := range names {
		name = strings.TrimSpace(name)
		switch {
		case slices.Contains(r.fields, name):
			problems = append(problems, fmt.Sprintf("line %d, column %d: %q appears more than once", line, i+1, name))
		case name == ID:
			r.id = i
		case strings.HasPrefix(name, tagPrefix) && slices.Contains(names, "tags"):
			problems = append(problems, fmt.Sprintf("line %d, column %d: %q and the column tags exclude each other", line, i+1, name))
		case strings.HasPrefix(name, tagPrefix) && len(name) > len(tagPrefix):
		case !slices.Contains(known, name):
			problems = append(problems, fmt.Sprintf("line %d, column %d: %q is not recognized%s", line, i+1, name, suggestion(name)))
		}
		r.fields = append(r.fields, name)
	}
	for _, name := range required() {
		if !slices.Contains(r.fields, name) {
			problems = append(problems, fmt.Sprintf("line %d: there is no column %s, which is required", line, name))
		}
	}
	if len(problems) > 0 {
		return errors.New(strings.Join(problems, "; "))
	}
	return nil
}

// suggestion names the column that was probably meant, in the contract's names
// or in the words of a form, or nothing.
func suggestion(name string) string {
	words := strings.FieldsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	meant := ""
	switch joined := strings.Join(words, ""); {
	case labelled(name) != "":
		meant = labelled(name)
	default:
		meant = strict.Nearest(joined, leasehold.FieldNames())
	}
	if meant == "" && slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, ID) }) {
		meant = ID
	}
	if meant == "" {
		return ""
	}
	return " (did you mean " + meant + "?)"
}

// labelled returns the field whose label is name.
func labelled(name string) string {
	for _, field := range leasehold.FieldNames() {
		if strings.EqualFold(wording.Label(field), name) {
			return field
		}
	}
	return ""
}

// required returns the fields that an empty lease is refused for.
func required() []string {
	var names []string
	_, err := leasehold.Decode([]byte("{}"))
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		for _, f := range invalid.Faults {
			names = append(names, f.Field)
		}
	}
	return names
}
