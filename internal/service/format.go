package service

import (
	"io"
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// Format is a file format of responses.
type Format struct {
	Name       string // name such as xlsx, which is part of the digest of a request
	MediaType  string
	Paper      string   // paper size such as a4, the media type's parameter paper; "" for the default
	Ext        string   // file name extension, such as .xlsx
	Operations []string // names of the operations that offer the format
	Large      bool     // whether writing requires a worker slot for long work, as for a workbook
	// Write writes the file for a result. If the format cannot represent the result, it returns an
	// *[Error] with the code invalid_request.
	Write func(w io.Writer, op *operations.Operation, result operations.Result) error
}

// jsonFormat is the name of the format JSON.
const jsonFormat = "json"

// Formats returns the file formats that an operation offers, or all file formats if op is nil.
func (s *Service) Formats(op *operations.Operation) []*Format {
	var list []*Format
	for i := range s.config.Formats {
		if f := &s.config.Formats[i]; op == nil || slices.Contains(f.Operations, op.Name) {
			list = append(list, f)
		}
	}
	return list
}
