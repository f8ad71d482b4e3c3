package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/reportfile"
)

// reportFormats returns the output formats of a report.
func reportFormats() (list []format) {
	for _, f := range reportfile.Forms {
		list = append(list, format{f.Name, f.About, f.Ext, f.Binary})
	}
	return list
}

// listedMost is the maximum number of invalid leases that standard error lists.
const listedMost = 100

// drive calls do, which computes the report r, and shows a progress bar. It lists rejected leases
// on standard error. w and out are the output stream and file of the report.
func drive(
	cmd *cobra.Command, r *reportfile.Report, files *inputs, out string, w io.Writer, do func(context.Context) (*reportfile.Result, error),
) (*reportfile.Result, error) {
	defer forBatch()()
	stderr, listed := cmd.ErrOrStderr(), 0
	bar := newProgressBar(cmd, w, out != "", files.size)
	r.Progress = bar.show
	r.Refused = func(f *closing.Refusal) {
		bar.clear()
		switch listed++; {
		case listed <= listedMost:
			fmt.Fprintf(stderr, "leasehold: %v\n", f)
		case listed == listedMost+1:
			fmt.Fprintln(stderr, "leasehold: further rejected leases are only counted")
		}
	}
	done, err := do(cmd.Context())
	bar.clear()
	if mixed, ok := errors.AsType[*closing.MixedError](err); ok {
		return nil, fmt.Errorf("%w; --group-by currency reports on each currency separately, --presentation-currency adds them up in one currency", mixed)
	}
	return done, err
}

// finish writes the totals file and prints the number of leases that the report omits.
func (f *reportFlags) finish(cmd *cobra.Command, files *inputs, done *reportfile.Result) error {
	if f.totals != "" {
		err := writeTo(cmd, f.totals, func(w io.Writer) error {
			_, err := w.Write(done.Totals())
			return err
		})
		if err != nil {
			return err
		}
	}
	if n := done.Unclassified; n > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "leasehold: --reclassify omits %s of governmental funds, which carry no lease liability\n", markup.Plural(n, "lease"))
	}
	return reportRefused(cmd.ErrOrStderr(), files.name(), done.Done.Refused, done.Done.Leases)
}
