package reportfile

import (
	"context"
	"errors"
	"io"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/disclosure"
	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// paper returns a writer of a workpaper about the whole report: the disclosure workbook (xlsx) or
// the workpaper of a closing (pdf). The leases are held in memory, so their number is limited.
func paper(format string) writer {
	return func(ctx context.Context, r *Report, w io.Writer) (*Result, error) {
		limited := *r
		limited.Limit.Leases = disclosure.MaxLeases
		answer, done, err := limited.Answer(ctx)
		if _, many := errors.AsType[*TooManyError](err); many {
			return nil, disclosure.TooMany()
		}
		if err != nil {
			return nil, err
		}
		return done, export.Find(format).Write(w, operations.Report.Name, answer, r.Export)
	}
}
