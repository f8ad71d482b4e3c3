// Package spool keeps text until it can be written: in memory, and in a file once there
// is much of it.
package spool

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// Text is text that is kept. Close it.
type Text struct {
	memory []byte
	file   *os.File
}

// Write keeps some bytes.
func (t *Text) Write(p []byte) (int, error) {
	if t.file == nil && len(t.memory)+len(p) <= maxMemory {
		t.memory = append(t.memory, p...)
		return len(p), nil
	}
	if t.file == nil {
		file, err := os.CreateTemp("", "leasehold-*.part")
		if err != nil {
			return 0, fmt.Errorf("keep a part of the answer: %w", err)
		}
		t.file = file
		if _, err := file.Write(t.memory); err != nil {
			return 0, fmt.Errorf("keep a part of the answer: %w", err)
		}
		t.memory = nil
	}
	return t.file.Write(p)
}

// CopyTo writes what was kept to w.
func (t *Text) CopyTo(w io.Writer) error {
	if t.file == nil {
		_, err := w.Write(t.memory)
		return err
	}
	if _, err := t.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read a part of the answer: %w", err)
	}
	_, err := io.Copy(w, t.file)
	return err
}

// ReaderAt returns what was kept, for reading at any place, and its length.
func (t *Text) ReaderAt() (io.ReaderAt, int64, error) {
	if t.file == nil {
		return bytes.NewReader(t.memory), int64(len(t.memory)), nil
	}
	size, err := t.file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, 0, fmt.Errorf("read a part of the answer: %w", err)
	}
	return t.file, size, nil
}

// Close removes the file.
func (t *Text) Close() error {
	if t.file == nil {
		return nil
	}
	return errors.Join(t.file.Close(), os.Remove(t.file.Name()))
}

// List writes the elements of a list of JSON, each of which comes with a comma after it.
type List struct {
	Out io.Writer

	some bool
}

// Add writes elements. The last comma is held back.
func (l *List) Add(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	if l.some {
		if _, err := l.Out.Write([]byte{','}); err != nil {
			return err
		}
	}
	l.some = true
	_, err := l.Out.Write(text[:len(text)-1])
	return err
}

// KeptList keeps the elements of a list until they can be written. Close it.
type KeptList struct {
	Text

	list List
}

// Add keeps elements, each of which comes with a comma after it.
func (k *KeptList) Add(text []byte) error {
	k.list.Out = &k.Text
	return k.list.Add(text)
}

// CopyTo writes the list with what opens it, as in "entries":[.
func (k *KeptList) CopyTo(w io.Writer, opening string) error {
	if _, err := io.WriteString(w, opening); err != nil {
		return err
	}
	if err := k.Text.CopyTo(w); err != nil {
		return err
	}
	_, err := w.Write([]byte{']'})
	return err
}
