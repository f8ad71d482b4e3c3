package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/operations"
)

// input is an opened source of leases: a file or standard input.
type input struct {
	io.Reader

	name   string
	size   int64 // in bytes; 0 if unknown
	closer io.Closer
}

// openInput opens the file that args names. Without arguments, it opens standard input.
func openInput(cmd *cobra.Command, args []string) (*input, error) {
	if len(args) == 0 || args[0] == "-" {
		in := cmd.InOrStdin()
		if terminalOf(in).is {
			fmt.Fprintln(cmd.ErrOrStderr(), "leasehold: reading from the terminal; end with Ctrl-D")
		}
		pipe := interruptible(cmd.Context(), in)
		return &input{Reader: pipe, name: "standard input", size: sizeOf(in), closer: pipe}, nil
	}
	file, err := os.Open(args[0])
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", args[0], cause(err))
	}
	return &input{Reader: file, name: args[0], size: sizeOf(file), closer: file}, nil
}

// sizeOf returns the size of a regular file in bytes. It returns 0 for other readers.
func sizeOf(in io.Reader) int64 {
	if file, ok := in.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			return info.Size()
		}
	}
	return 0
}

// interruptible returns a reader of in that fails when ctx ends. A read from a terminal or a pipe
// could otherwise block the program indefinitely.
func interruptible(ctx context.Context, in io.Reader) *io.PipeReader {
	out, feed := io.Pipe()
	go func() {
		_, err := io.Copy(feed, in)
		_ = feed.CloseWithError(err) // never fails
	}()
	context.AfterFunc(ctx, func() { _ = out.CloseWithError(ctx.Err()) })
	return out
}

func (in *input) close() { _ = in.closer.Close() } // the file is only read, so closing it loses no data

// hint returns advice for an error message. If the extension of the file shows that it contains
// many leases, the advice names the command for many leases.
func (in *input) hint(cmd *cobra.Command) string {
	many := cmd.Name()
	if cmd.Flag("from") == nil {
		many = operations.Compute.Command
	}
	switch strings.ToLower(filepath.Ext(in.name)) {
	case ".ndjson", ".jsonl":
		return fmt.Sprintf(" (for one lease per line, use leasehold %s --from %s, or --format ndjson)", many, in.name)
	case ".csv", ".xlsx":
		return fmt.Sprintf(" (for leases from a spreadsheet, use leasehold %s --from %s)", many, in.name)
	default:
		return ""
	}
}

// cause returns the error inside an error of package os, without the operation and the path,
// because the surrounding message already names the file.
func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}
