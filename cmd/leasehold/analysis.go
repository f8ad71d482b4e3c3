package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// analysis is the common part of commands whose result is not the accounting
// of one lease: the format, and local or remote computation.
type analysis struct {
	op    *operations.Operation
	table func(*report.Page, operations.Result)

	format   string
	out      string
	currency string
	paper    paperSize
	remote   remoteFlags
}

// formats lists the names of the formats that the operation has, with their
// extensions.
func (a *analysis) formats() (names, extensions []string) {
	names, extensions = []string{"table", "json"}, []string{".txt", ".json"}
	for i := range export.Formats {
		if f := &export.Formats[i]; f.Gives(a.op.Name) {
			names, extensions = append(names, f.Name), append(extensions, f.Ext)
		}
	}
	return names, extensions
}

func (a *analysis) register(cmd *cobra.Command) {
	names, _ := a.formats()
	s := cmd.Flags()
	s.StringVarP(&a.format, "format", "f", "", "output format: "+strings.Join(names, ", ")+
		" (default: by the name of the output file, else table on a terminal, json otherwise)")
	s.StringVarP(&a.out, "output", "o", "", "write to this `file`, which is replaced only by a complete result")
	s.Var(&a.paper, "paper", "paper `size` of documents and workbooks, letter or a4; by default a4 for FRS 102, otherwise letter")
	s.StringVar(&a.currency, "currency", "", "`code` of the amounts in files if the lease has no currency; amounts are not converted")
	_ = cmd.RegisterFlagCompletionFunc("format", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return names, cobra.ShellCompDirectiveNoFileComp
	}) // cannot fail: the flag exists
	a.remote.register(cmd)
}

// pick returns the requested format. By default the name of the output file determines it, and
// otherwise it is table on a terminal and json elsewhere.
func (a *analysis) pick(cmd *cobra.Command) (string, error) {
	names, extensions := a.formats()
	name, toTerminal := a.format, a.out == "" && terminalOf(cmd.OutOrStdout()).is
	switch ext := strings.ToLower(filepath.Ext(a.out)); {
	case name != "":
	case ext != "" && a.remote.server == "":
		i := slices.Index(extensions, ext)
		if i < 0 {
			return "", usageError{fmt.Errorf("-o %s: no format of %s has the extension %s; the known ones are %s. --format names one for any file name",
				a.out, a.op.Command, ext, strings.Join(extensions, ", "))}
		}
		name = names[i]
	case toTerminal && a.remote.server == "":
		name = "table"
	default:
		name = "json"
	}
	switch {
	case !slices.Contains(names, name):
		return "", usageError{fmt.Errorf("--format %q is not a format of %s; allowed are %s", name, a.op.Command, strings.Join(names, ", "))}
	case a.remote.server != "" && name != "json":
		return "", usageError{fmt.Errorf("--format %s is not available with --server; available is json", name)}
	case (name == "xlsx" || name == "pdf") && (a.out == "-" && terminalOf(cmd.OutOrStdout()).is || toTerminal):
		return "", usageError{fmt.Errorf("--format %s cannot be written to a terminal; name a file with -o", name)}
	}
	return name, nil
}

// answer executes a request and writes the result. name identifies the request in messages. If
// passed returns false for the result, the exit status is 1.
func (a *analysis) answer(cmd *cobra.Command, name string, body []byte, source *export.Source, passed func(object []byte) bool) error {
	if err := a.remote.check(cmd); err != nil {
		return err
	}
	format, err := a.pick(cmd)
	if err != nil {
		return err
	}
	write, object, err := a.compute(cmd, format, body, source)
	if told, ok := errors.AsType[*service.Error](err); ok {
		err = errors.New(told.Message)
	}
	if err != nil {
		if _, ok := errors.AsType[usageError](err); ok {
			return err
		}
		return fmt.Errorf("%s: %w", name, err)
	}
	return writeTo(cmd, a.out, func(w io.Writer) error {
		if err := write(w); err != nil {
			return err
		}
		if !passed(object) {
			return errReported
		}
		return nil
	})
}

// compute computes a response locally or on a server and returns its writer
// and its JSON object.
func (a *analysis) compute(cmd *cobra.Command, format string, body []byte, source *export.Source) (write func(io.Writer) error, object []byte, err error) {
	asJSON := func(w io.Writer) error { return writeJSON(w, append(bytes.TrimSpace(object), '\n')) }
	if a.remote.server != "" {
		c, err := a.remote.client()
		if err != nil {
			return nil, nil, err
		}
		object, err = a.remote.ask(cmd, c, a.op, body)
		return asJSON, object, err
	}
	result, err := a.op.Compute(cmd.Context(), body)
	if err != nil {
		return nil, nil, err
	}
	object = result.Append(nil)
	switch format {
	case "json":
		return asJSON, object, nil
	case "table":
		return func(w io.Writer) error {
			page := newPage(w)
			a.table(page, result)
			_, err := page.WriteTo(w)
			return err
		}, object, nil
	}
	var content bytes.Buffer // complete before the first byte is written
	options := export.Options{Currency: a.currency, Paper: a.paper.Size, Version: buildVersion().Version, Source: source}
	err = export.Find(format).Write(&content, a.op.Name, result.Value(), options)
	if option, ok := errors.AsType[*export.OptionError](err); ok && option.Option == "currency" {
		return nil, nil, optionError(option)
	}
	return func(w io.Writer) error {
		_, err := content.WriteTo(w)
		return err
	}, object, err
}

// lease reads the lease that the arguments name, and returns its name for messages. It validates
// the format first.
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

// fine accepts every response.
func fine([]byte) bool { return true }

// completeLease completes the argument that names the file of a lease.
func completeLease(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []cobra.Completion{"json"}, cobra.ShellCompDirectiveFilterFileExt
}
