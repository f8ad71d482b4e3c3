package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/batch"
)

// inputs are the files of a report, which are read one after the other.
type inputs struct {
	cmd   *cobra.Command
	names []string
	size  int64 // of all; 0 where it is not known
	open  *input
}

// openFiles finds the files, so that one that is missing is named before anything is
// read.
func openFiles(cmd *cobra.Command, names []string) (*inputs, error) {
	if len(names) == 0 {
		names = []string{"-"}
	}
	files := &inputs{cmd: cmd, names: names}
	for _, name := range names {
		if name == "-" {
			if len(names) > 1 {
				return nil, usageError{fmt.Errorf("- is standard input, which cannot be one of several files")}
			}
			files.size = sizeOf(cmd.InOrStdin())
			continue
		}
		in, err := openInput(cmd, []string{name})
		if err != nil {
			return nil, err
		}
		files.size += in.size
		in.close()
	}
	return files, nil
}

// name names the input in messages.
func (f *inputs) name() string {
	switch {
	case len(f.names) > 1:
		return fmt.Sprintf("%d files", len(f.names))
	case f.names[0] == "-":
		return "standard input"
	}
	return f.names[0]
}

func (f *inputs) close() {
	if f.open != nil {
		f.open.close()
		f.open = nil
	}
}

// source gives the leases of the files.
func (f *inputs) source() batch.Source {
	left := f.names
	return batch.Files(func() (*batch.File, error) {
		f.close()
		if len(left) == 0 {
			return nil, io.EOF
		}
		in, err := openInput(f.cmd, left[:1])
		if err != nil {
			return nil, err
		}
		left, f.open = left[1:], in
		src, err := sourceOf(in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", in.name, err)
		}
		return &batch.File{Source: src, Name: in.name, Size: in.size, Done: func() {}}, nil
	})
}

// sourceOf finds out how the leases of a file are written: by its name, else by its
// first character.
func sourceOf(in *input) (batch.Source, error) {
	switch strings.ToLower(filepath.Ext(in.name)) {
	case ".csv":
		return batch.Records(in)
	case ".ndjson", ".jsonl":
		return batch.Lines(in), nil
	}
	text := bufio.NewReaderSize(in, peeked)
	if first := firstOf(text); first != 0 && first != '{' {
		return batch.Records(text)
	}
	return batch.Lines(text), nil
}

// firstOf returns the first character of a text that is not blank, or 0. What is wrong
// with the reader the next Read says, too.
func firstOf(text *bufio.Reader) byte {
	for n := 1; n < peeked; n++ {
		start, err := text.Peek(n)
		if rest := bytes.TrimLeft(start, " \t\r\n"); len(rest) > 0 {
			return rest[0]
		}
		if err != nil {
			break
		}
	}
	return 0
}

// peeked is how much of a file without a known name is looked at.
const peeked = 4096
