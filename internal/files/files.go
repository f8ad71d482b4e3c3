// Package files offers the files of package export as formats of the service's
// answers.
package files

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/workbook"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Formats returns the files that have a media type. version is that of the
// program, which some of them show.
func Formats(version string) []service.Format {
	var list []service.Format
	for i := range export.Formats {
		f := &export.Formats[i]
		if f.MediaType == "" {
			continue
		}
		list = append(list, service.Format{
			Name: f.Name, MediaType: f.MediaType, Ext: f.Ext, Operations: f.Operations,
			Large: !strings.HasPrefix(f.MediaType, "text/"), // text is written row by row, a document is made as a whole
			Write: func(w io.Writer, op *service.Operation, result service.Result) error {
				return write(w, f, op, result, export.Options{Version: version})
			},
		})
	}
	return list
}

func write(w io.Writer, f *export.Format, op *service.Operation, result service.Result, o export.Options) error {
	r, ok := result.Value().(*leasehold.Result)
	if !ok {
		return fmt.Errorf("%s: %s has no result of one lease", f.Name, op)
	}
	err := f.Write(w, op.Name, r, o)
	if limit, ok := errors.AsType[*workbook.LimitError](err); ok {
		return service.Invalid(limit.Field, limit.Message)
	}
	return err
}
