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

// spool keeps the elements of a list until they can be written: in a file of their
// own, once there are many.
type spool struct {
	memory []byte
	file   *os.File
	list   list
}

// spoolMemory is how many bytes are kept without a file.
const spoolMemory = 1 << 20

func (s *spool) add(text []byte) error {
	s.list.out = s
	return s.list.add(text)
}

// Write keeps some bytes.
func (s *spool) Write(p []byte) (int, error) {
	if s.file == nil && len(s.memory)+len(p) <= spoolMemory {
		s.memory = append(s.memory, p...)
		return len(p), nil
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "leasehold-*.part")
		if err != nil {
			return 0, fmt.Errorf("keep a part of the report: %w", err)
		}
		s.file = file
		if _, err := file.Write(s.memory); err != nil {
			return 0, fmt.Errorf("keep a part of the report: %w", err)
		}
		s.memory = nil
	}
	return s.file.Write(p)
}

// writeTo writes the list, opened by its name.
func (s *spool) writeTo(w io.Writer, name string) error {
	if _, err := io.WriteString(w, name); err != nil {
		return err
	}
	if _, err := w.Write(s.memory); err != nil {
		return err
	}
	if s.file != nil {
		if _, err := s.file.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("read a part of the report: %w", err)
		}
		if _, err := io.Copy(w, s.file); err != nil {
			return err
		}
	}
	_, err := w.Write([]byte{']'})
	return err
}

// close removes the file.
func (s *spool) close() error {
	if s.file == nil {
		return nil
	}
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}
