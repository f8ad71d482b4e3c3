package service

import (
	"io"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Format is a kind of file with which operations answer, where the caller asks
// for it.
type Format struct {
	Name       string // such as xlsx; it is stored with answers
	MediaType  string
	Paper      string   // the media type's parameter paper that asks for it, such as a4; "" for the paper of who names none
	Ext        string   // of file names, such as .xlsx
	Operations []string // the names of those that have it
	Large      bool     // takes much time and memory to make, as workbooks do
	// Write writes the file of a result. Where the format cannot hold the
	// result, the error is an *[Error] of invalid_request.
	Write func(w io.Writer, op *operations.Operation, result operations.Result) error
}

// jsonFormat is the name of the format of an answer that is no file.
const jsonFormat = "json"

// Formats lists the kinds of files that exist, or, for an operation, those that
// it has.
func (s *Service) Formats(op *operations.Operation) []*Format {
	var list []*Format
	for i := range s.config.Formats {
		if f := &s.config.Formats[i]; op == nil || slices.Contains(f.Operations, op.Name) {
			list = append(list, f)
		}
	}
	return list
}
