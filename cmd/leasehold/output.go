package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/leasehold-accounting/leasehold/internal/leasefile"
)

// writeTo calls write with standard output or, if path is not empty, with a temporary file. The
// temporary file replaces path only if write has succeeded or has reported rejected leases.
func writeTo(cmd *cobra.Command, path string, write func(io.Writer) error) error {
	if path == "" || path == "-" {
		return write(cmd.OutOrStdout())
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // if path is a symbolic link, replace the file to which it points
	}
	mode := os.FileMode(0o666) // the system removes the permissions in the user's umask
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return writeInPlace(path, write)
		}
		mode = info.Mode().Perm()
	}
	temp := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+rand.Text()[:8]+".tmp")
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode) //nolint:gosec // the permissions of the user's file depend on the user's umask
	if err != nil {
		return fmt.Errorf("write %s: %w", path, cause(err))
	}
	defer os.Remove(temp) //nolint:errcheck // after a success, the file has already been renamed
	err = write(file)
	partly := errors.Is(err, errReported)
	if err != nil && !partly {
		_ = file.Close()
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := os.Rename(temp, path); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return err
}

// writeOutput writes a result with [writeTo]. If whole is set, standard output also receives the data
// only after write has succeeded or has reported rejected leases.
func writeOutput(cmd *cobra.Command, path string, whole bool, write func(io.Writer) error) error {
	if !whole || path != "" && path != "-" {
		return writeTo(cmd, path, write)
	}
	var text bytes.Buffer
	err := write(&text)
	if err != nil && !errors.Is(err, errReported) {
		return err
	}
	if _, failed := text.WriteTo(cmd.OutOrStdout()); failed != nil {
		return failed
	}
	return err
}

// newFile contains the output flags of a command that replaces an existing file only with --force.
type newFile struct {
	out   string
	force bool
}

func (f *newFile) register(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write to this `file`, which must not exist yet")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace an existing file")
}

// keepExisting returns an error if the output is an existing regular file and --force is not set.
func (f *newFile) keepExisting() error {
	if info, err := os.Stat(f.out); !f.force && f.out != "-" && err == nil && info.Mode().IsRegular() {
		return fmt.Errorf("write %s: the file exists; --force replaces it", f.out)
	}
	return nil // writing the file reports any other error of the path
}

// keepInputs returns an error if the command would replace a file that it reads.
func keepInputs(cmd *cobra.Command, outputs ...string) error {
	inputs := cmd.Flags().Args()
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if kind, _ := pflag.UnquoteUsage(f); kind != "file" || f.Name == "output" || f.Name == "totals" {
			return
		}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			inputs = append(inputs, list.GetSlice()...)
			return
		}
		inputs = append(inputs, f.Value.String())
	})
	for _, path := range outputs {
		for _, name := range inputs {
			if leasefile.InDir(filepath.Base(path)) && isDir(name) {
				name = filepath.Join(name, filepath.Base(path))
			}
			if sameFile(name, path) {
				return usageError{fmt.Errorf("write %s: the command reads this file; give the output another name", path)}
			}
		}
	}
	return nil
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	other, wrong := os.Stat(b)
	return err == nil && wrong == nil && one.Mode().IsRegular() && os.SameFile(one, other)
}

// writeInPlace writes to a device or a pipe, which a file must not replace.
func writeInPlace(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0) //nolint:gosec // the user chooses the file
	if err != nil {
		return fmt.Errorf("write %s: %w", path, cause(err))
	}
	err = write(file)
	if closed := file.Close(); err == nil && closed != nil {
		return fmt.Errorf("write %s: %w", path, closed)
	}
	return err
}

func printJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// printList prints value as JSON if asJSON is set, and otherwise rows as a table. If there are no
// rows, it prints the sentence none instead of the table.
func printList(w io.Writer, asJSON bool, value any, none string, header table.Row, rows []table.Row) error {
	if asJSON {
		return printJSON(w, value)
	}
	if len(rows) == 0 {
		_, err := fmt.Fprintln(w, none)
		return err
	}
	t := newTable(w, header...)
	t.AppendRows(rows)
	t.Render()
	return nil
}

func newTable(w io.Writer, header ...any) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleDefault)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.AppendHeader(header)
	return t
}

// minute formats a time for a table, to the minute. It returns "" for the zero time.
func minute(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04")
}

type terminal struct {
	is     bool
	width  int  // in characters; 0 if the stream is not a terminal
	colour bool // whether output may contain colors: see https://no-color.org
}

// terminalOf returns the properties of a terminal, or the zero value for another stream.
func terminalOf(stream any) terminal {
	file, ok := stream.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return terminal{}
	}
	t := terminal{is: true, colour: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
	if width, _, err := term.GetSize(int(file.Fd())); err == nil {
		t.width = width
	}
	return t
}
