package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

// analysis contains what is common to the commands whose result is not the accounting of one lease:
// the output format, and the choice between local computation and a server.
type analysis struct {
	outputFlags
	exportFlags

	op     *operations.Operation
	table  func(*report.Page, operations.Result)
	remote remoteFlags
}

func (a *analysis) register(cmd *cobra.Command) {
	a.outputFlags.register(cmd, a.formats())
	a.exportFlags.register(cmd, "paper", "currency")
	a.remote.register(cmd)
}

func (a *analysis) formats() []format {
	return append([]format{tableFormat, jsonFormat}, fileFormats(a.op)...)
}

// pick returns the name of the output format. With --server only JSON is allowed.
func (a *analysis) pick(cmd *cobra.Command) (string, error) {
	if a.remote.server != "" {
		return a.outputFlags.pick(cmd, a.op.Command+" --server", []format{jsonFormat}, jsonFormat.name)
	}
	return a.outputFlags.pick(cmd, a.op.Command, a.formats(), jsonFormat.name)
}

// answer executes a request and writes the result. name identifies the request in error messages.
// If passed returns false for the JSON object of the result, the exit status is 1.
func (a *analysis) answer(cmd *cobra.Command, name string, body []byte, source *export.Source, passed func(object []byte) bool) error {
	if err := a.remote.check(cmd); err != nil {
		return err
	}
	format, err := a.pick(cmd)
	if err != nil {
		return err
	}
	result, object, err := a.compute(cmd, body)
	if err != nil {
		return inFile(name, err)
	}
	write := writeTo
	if export.Find(format) != nil {
		write = writeWhole
	}
	return write(cmd, a.out, func(w io.Writer) error {
		if err := a.write(w, format, result, object, source); err != nil {
			return a.wrong(err)
		}
		if !passed(object) {
			return errReported
		}
		return nil
	})
}

// compute executes a request. It returns the result and its JSON object. If a server computed the
// result, only the JSON object is returned and result is nil.
func (a *analysis) compute(cmd *cobra.Command, body []byte) (result operations.Result, object []byte, err error) {
	if a.remote.server != "" {
		c, err := a.remote.client()
		if err != nil {
			return nil, nil, err
		}
		object, err = a.remote.ask(cmd, c, a.op, body)
		return nil, object, err
	}
	if result, err = a.op.Compute(cmd.Context(), body); err != nil {
		return nil, nil, err
	}
	return result, result.Append(nil), nil
}

// write writes a result in the named format.
func (a *analysis) write(w io.Writer, format string, result operations.Result, object []byte, source *export.Source) error {
	switch format {
	case jsonFormat.name:
		return writeJSON(w, object)
	case tableFormat.name:
		return writePage(w, func(p *report.Page) { a.table(p, result) })
	}
	options, err := a.options()
	if err != nil {
		return err
	}
	options.Source = source
	if err := export.Find(format).Write(w, a.op.Name, result.Value(), options); err != nil {
		return fmt.Errorf("--format %s: %w", format, err)
	}
	return nil
}

// lease reads the lease in the file that the arguments name or in standard input. It returns the
// text of the lease and its name for error messages. It validates the output format first.
func (a *analysis) lease(cmd *cobra.Command, args []string) (name string, lease []byte, err error) {
	if _, err := a.pick(cmd); err != nil {
		return "", nil, err
	}
	in, err := openInput(cmd, args)
	if err != nil {
		return "", nil, err
	}
	defer in.close()
	lease, err = readLease(cmd, in)
	return in.name, lease, err
}
