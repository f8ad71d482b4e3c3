package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// list writes the elements of a list of JSON, each of which came with a comma after
// it.
type list struct {
	out  io.Writer
	some bool
}

// add writes elements. The last comma is held back.
func (l *list) add(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	if l.some {
		if _, err := l.out.Write([]byte{','}); err != nil {
			return err
		}
	}
	l.some = true
	_, err := l.out.Write(text[:len(text)-1])
	return err
}

// heldMemory is how many bytes are held back without a file.
const heldMemory = 1 << 20

// held keeps text until it can be written: in a file, once there is much of it.
type held struct {
	memory []byte
	file   *os.File
}

// Write keeps some bytes.
func (h *held) Write(p []byte) (int, error) {
	if h.file == nil && len(h.memory)+len(p) <= heldMemory {
		h.memory = append(h.memory, p...)
		return len(p), nil
	}
	if h.file == nil {
		file, err := os.CreateTemp("", "leasehold-*.part")
		if err != nil {
			return 0, fmt.Errorf("keep a part of the report: %w", err)
		}
		h.file = file
		if _, err := file.Write(h.memory); err != nil {
			return 0, fmt.Errorf("keep a part of the report: %w", err)
		}
		h.memory = nil
	}
	return h.file.Write(p)
}

// writeTo writes what was kept.
func (h *held) writeTo(w io.Writer) error {
	if h.file == nil {
		_, err := w.Write(h.memory)
		return err
	}
	if _, err := h.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read a part of the report: %w", err)
	}
	_, err := io.Copy(w, h.file)
	return err
}

// close removes the file.
func (h *held) close() error {
	if h.file == nil {
		return nil
	}
	return errors.Join(h.file.Close(), os.Remove(h.file.Name()))
}

// spool keeps the elements of a list until they can be written.
type spool struct {
	held

	list list
}

func (s *spool) add(text []byte) error {
	s.list.out = &s.held
	return s.list.add(text)
}

// writeList writes the list, opened by its name.
func (s *spool) writeList(w io.Writer, name string) error {
	if _, err := io.WriteString(w, name); err != nil {
		return err
	}
	if err := s.writeTo(w); err != nil {
		return err
	}
	_, err := w.Write([]byte{']'})
	return err
}
