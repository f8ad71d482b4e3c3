package closing

import (
	"bufio"
	"bytes"
	"container/heap"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// Sorted puts lines in order, whose keys are what precedes their first tab. It keeps
// little in memory: sorted runs are in files once there are many lines.
type Sorted struct {
	lines [][]byte
	bytes int
	runs  []*os.File
}

// Add adds a line, which ends with a line feed. It is copied.
func (s *Sorted) Add(line []byte) error {
	s.lines = append(s.lines, bytes.Clone(line))
	if s.bytes += len(line); s.bytes < runBytes {
		return nil
	}
	return s.spill()
}

func compareKeys(a, b []byte) int {
	return bytes.Compare(a[:bytes.IndexByte(a, '\t')], b[:bytes.IndexByte(b, '\t')])
}

// spill writes the lines in memory to a file, in order.
func (s *Sorted) spill() error {
	slices.SortFunc(s.lines, compareKeys)
	file, err := os.CreateTemp("", "leasehold-*.part")
	if err != nil {
		return fmt.Errorf("sort the leases: %w", err)
	}
	s.runs = append(s.runs, file)
	w := bufio.NewWriter(file)
	for _, line := range s.lines {
		if _, err := w.Write(line); err != nil {
			return fmt.Errorf("sort the leases: %w", err)
		}
	}
	s.lines, s.bytes = nil, 0
	if err := w.Flush(); err != nil {
		return fmt.Errorf("sort the leases: %w", err)
	}
	return nil
}

// Each calls do with each line in order. It may be called again.
func (s *Sorted) Each(do func(line []byte) error) error {
	slices.SortFunc(s.lines, compareKeys)
	var sources sources
	if len(s.lines) > 0 {
		sources = append(sources, &source{line: s.lines[0], rest: s.lines[1:]})
	}
	for _, file := range s.runs {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("read the sorted leases: %w", err)
		}
		run := &source{reader: bufio.NewReader(file)}
		if more, err := run.next(); err != nil {
			return err
		} else if more {
			sources = append(sources, run)
		}
	}
	heap.Init(&sources)
	for len(sources) > 0 {
		first := sources[0]
		if err := do(first.line); err != nil {
			return err
		}
		more, err := first.next()
		if err != nil {
			return err
		}
		if more {
			heap.Fix(&sources, 0)
		} else {
			heap.Pop(&sources)
		}
	}
	return nil
}

// Close removes the files.
func (s *Sorted) Close() (err error) {
	for _, file := range s.runs {
		err = errors.Join(err, file.Close(), os.Remove(file.Name()))
	}
	s.runs = nil
	return err
}

// source is a sorted run that is read: in memory or in a file.
type source struct {
	line   []byte
	rest   [][]byte
	reader *bufio.Reader
}

// next turns to the next line, and reports whether there is one.
func (s *source) next() (bool, error) {
	if s.reader == nil {
		if len(s.rest) == 0 {
			return false, nil
		}
		s.line, s.rest = s.rest[0], s.rest[1:]
		return true, nil
	}
	line, err := s.reader.ReadBytes('\n')
	if err == io.EOF {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read the sorted leases: %w", err)
	}
	s.line = line
	return true, nil
}

// sources are runs by their first lines.
type sources []*source

func (s sources) Len() int           { return len(s) }
func (s sources) Less(i, j int) bool { return compareKeys(s[i].line, s[j].line) < 0 }
func (s sources) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *sources) Push(x any)        { *s = append(*s, x.(*source)) }
func (s *sources) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}
