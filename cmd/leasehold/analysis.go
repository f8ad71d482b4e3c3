package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/client"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

// analysis contains the flags and steps of the commands verify and compare. Their requests contain
// a lease, and their results are not the accounting of this lease.
type analysis struct {
	outputFlags
	exportFlags
	remoteFlags

	op    *operations.Operation
	table func(*report.Page, operations.Result)
}

func (a *analysis) register(cmd *cobra.Command) {
	a.outputFlags.register(cmd, a.formats())
	a.exportFlags.register(cmd, "paper", "currency")
	a.remoteFlags.register(cmd)
}

func (a *analysis) formats() []format {
	return append([]format{tableFormat, jsonFormat}, fileFormats(a.op)...)
}

// answer reads a lease and writes the result of the request that question returns for the lease.
// source describes the file that is compared with the lease, if any. If passed returns false for the
// JSON object of the result, the exit status is 1.
func (a *analysis) answer(
	cmd *cobra.Command, args []string, question func(lease []byte) ([]byte, error), source *export.Source, passed func(object []byte) bool,
) error {
	format, err := a.pickFor(cmd, a.op, &a.outputFlags, a.formats(), jsonFormat)
	if err != nil {
		return err
	}
	server, err := a.client()
	if err != nil {
		return err
	}
	in, err := openInput(cmd, args)
	if err != nil {
		return err
	}
	defer in.close()
	lease, err := readLease(cmd, in)
	if err != nil {
		return err
	}
	options, err := a.options()
	if err != nil {
		return err
	}
	body, err := question(lease)
	if err != nil {
		return inFile(in.name, err)
	}
	options.Source = source
	result, object, err := a.compute(cmd, server, body)
	if err != nil {
		return inFile(in.name, err)
	}
	return writeOutput(cmd, a.out, export.Find(format) != nil, func(w io.Writer) error {
		switch format {
		case jsonFormat.name:
			err = writeJSON(w, object)
		case tableFormat.name:
			err = writePage(w, func(p *report.Page) { a.table(p, result) })
		default:
			err = a.wrong(writeExport(w, format, a.op, result.Value(), options))
		}
		if err == nil && !passed(object) {
			return errReported
		}
		return err
	})
}

// compute executes a request. It returns the result and its JSON object. If a server computed the
// result, compute returns only the JSON object.
func (a *analysis) compute(cmd *cobra.Command, server *client.Client, body []byte) (operations.Result, []byte, error) {
	if server != nil {
		object, err := a.ask(cmd, server, a.op, body)
		return nil, object, err
	}
	result, err := a.op.Compute(cmd.Context(), body)
	if err != nil {
		return nil, nil, err
	}
	return result, result.Append(nil), nil
}

// writeExport writes the result of an operation in the format of a file for other programs.
func writeExport(w io.Writer, format string, op *operations.Operation, value any, o export.Options) error {
	err := export.Find(format).Write(w, op.Name, value, o)
	if _, ok := errors.AsType[*export.OptionError](err); err != nil && !ok {
		return fmt.Errorf("--format %s: %w", format, err)
	}
	return err
}
