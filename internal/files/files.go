// Package files makes the formats of package export available for the service's responses.
package files

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Formats returns the formats of package export that have a media type. A printed format is also
// listed once for each paper size. The version is the program version.
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

func format(f *export.Format, o export.Options) service.Format {
	return service.Format{
		Name: f.Name, MediaType: f.MediaType, Ext: f.Ext,
		Operations: slices.DeleteFunc(slices.Clone(f.Operations), func(name string) bool { return operations.Find(name) == nil }),
		Large:      !strings.HasPrefix(f.MediaType, "text/"), // text is written row by row, but other files are built in memory
		Write: func(w io.Writer, op *operations.Operation, result operations.Result) error {
			err := f.Write(w, op.Name, result.Value(), o)
			if limit, ok := errors.AsType[*spreadsheet.LimitError](err); ok {
				return service.Invalid(limit.Field, limit.Message)
			}
			return err
		},
	}
}
