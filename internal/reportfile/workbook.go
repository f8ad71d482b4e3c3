package reportfile

import (
	"context"
	"errors"
	"io"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/disclosure"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// writeWorkbook writes the disclosure workbook.
func writeWorkbook(ctx context.Context, r *Report, w io.Writer) (*Result, error) {
	return writePaper(ctx, r, w, "xlsx")
}

// writePDF writes the workpaper of a closing as a PDF.
func writePDF(ctx context.Context, r *Report, w io.Writer) (*Result, error) {
	return writePaper(ctx, r, w, "pdf")
}

// writePaper writes a workpaper about the whole report in the given format. The leases are held in
// memory, so their number is limited.
func writePaper(ctx context.Context, r *Report, w io.Writer, format string) (*Result, error) {
	some := *r
	some.Limit.Leases = disclosure.MaxLeases
	answer, done, err := some.Answer(ctx)
	if _, many := errors.AsType[*TooManyError](err); many {
		return nil, disclosure.TooMany()
	}
	if err != nil {
		return nil, err
	}
	return done, export.Find(format).Write(w, operations.Report.Name, answer, r.Export)
}
