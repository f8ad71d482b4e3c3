package service

import (
	"io"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Format is a file format of responses.
type Format struct {
	Name       string // such as xlsx; part of the digest of a request
	MediaType  string
	Paper      string   // value of the media type's parameter paper, such as a4; "" for the default
	Ext        string   // of file names, such as .xlsx
	Operations []string // names of the operations that offer it
	Large      bool     // whether writing takes a worker slot for long work, such as a workbook
	// Write writes the file of a result. If the format cannot hold the result, the error is an
	// *[Error] of invalid_request.
	Write func(w io.Writer, op *operations.Operation, result operations.Result) error
}

// jsonFormat is the format name of responses in JSON.
const jsonFormat = "json"

// Formats lists the file formats of an operation, or all formats if op is nil.
func (s *Service) Formats(op *operations.Operation) []*Format {
	var list []*Format
	for i := range s.config.Formats {
		if f := &s.config.Formats[i]; op == nil || slices.Contains(f.Operations, op.Name) {
			list = append(list, f)
		}
	}
	return list
}
