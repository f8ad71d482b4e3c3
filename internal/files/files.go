// Package files offers the files of package export as formats of the service's responses.
package files

import (
	"errors"
	"io"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Formats returns the file formats with a media type, for each paper size. version is the version
// of the program.
func Formats(version string) []service.Format {
	var list []service.Format
	for i := range export.Formats {
		f := &export.Formats[i]
		if f.MediaType == "" {
			continue
		}
		list = append(list, format(f, export.Options{Version: version}))
		if f.Printed {
			for _, size := range []paper.Size{paper.Letter, paper.A4} {
				sized := format(f, export.Options{Version: version, Paper: size})
				sized.Paper = size.String()
				sized.Name += "-" + sized.Paper
				list = append(list, sized)
			}
		}
	}
	return list
}

// format offers a file that is made with the given options.
func format(f *export.Format, o export.Options) service.Format {
	return service.Format{
		Name: f.Name, MediaType: f.MediaType, Ext: f.Ext, Operations: offered(f.Operations),
		Large: !strings.HasPrefix(f.MediaType, "text/"), // text is written row by row, a document is made as a whole
		Write: func(w io.Writer, op *operations.Operation, result operations.Result) error {
			return write(w, f, op, result, o)
		},
	}
}

// offered returns the names that are operations of the service.
func offered(names []string) (list []string) {
	for _, name := range names {
		if operations.Find(name) != nil {
			list = append(list, name)
		}
	}
	return list
}

func write(w io.Writer, f *export.Format, op *operations.Operation, result operations.Result, o export.Options) error {
	err := f.Write(w, op.Name, result.Value(), o)
	if limit, ok := errors.AsType[*spreadsheet.LimitError](err); ok {
		return service.Invalid(limit.Field, limit.Message)
	}
	return err
}
