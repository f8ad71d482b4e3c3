// Package batch reads leases from files of any length, processes them on all processors, and delivers the
// results in input order. Its memory use does not depend on the length of the input.
//
// # Design
//
// One goroutine splits the input into chunks of complete lines. For each processor, a worker computes the
// results of one chunk at a time. The caller's goroutine receives the results in input order. The number of
// chunks is fixed, and each is reused after its results have been received, so the reading goroutine waits for
// a slow caller. Passing a chunk to a worker takes little time compared with computing its results.
package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// MaxLine is the maximum length of a line in bytes, without the line break.
const MaxLine = 64 << 10

// Progress is the portion of the input that a run has processed so far.
type Progress struct {
	Bytes   int64 // length of the processed input in bytes
	Leases  int64 // number of leases computed or rejected; blank lines do not count
	Refused int64 // number of rejected leases
}

// These constants are the maximum numbers of leases in a chunk for different outputs.
const (
	ForAnswers = 16  // for complete results of tens of kilobytes per lease
	ForLines   = 256 // for one line of output per lease, or only totals
)

// Run splits src into chunks with at most the given number of leases, and passes each chunk to a worker. The
// worker stores the chunk's result in a T. Run calls the function start once for each worker. Only that
// worker calls the function that start returned. Run calls the sink function on the caller's goroutine with
// each chunk and its result, in input order. After that call, Run reuses the T.
//
// If src, sink or ctx fails, Run ends early and returns the error. The goroutine that reads src may then
// continue until its current Read returns.
func Run[T any](
	ctx context.Context, src Source, size, workers int, start func() func(*Chunk, *T), sink func(*Chunk, *T) error,
) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers = max(workers, 1)
	tasks := 2*workers + 2 // two tasks for each worker (one running, one waiting), one task for the reader, and one for the sink
	p := &pipe[T]{make(chan *task[T], tasks), make(chan *task[T], tasks), make(chan *task[T], tasks), nil}
	for range tasks {
		p.free <- &task[T]{done: make(chan struct{}, 1)}
	}
	go p.read(ctx, src, size)
	var busy sync.WaitGroup
	for range workers {
		busy.Go(func() { p.work(start()) })
	}
	err := p.take(ctx, sink)
	if err == nil {
		busy.Wait()
	}
	return err
}

type task[T any] struct {
	chunk Chunk
	out   T
	done  chan struct{} // receives a value when a worker has stored the result in the out field
}

type pipe[T any] struct {
	free  chan *task[T]
	todo  chan *task[T] // tasks for the workers
	order chan *task[T] // tasks for the sink, in the order of the input
	err   error         // error of the input, which is set before the order channel is closed
}

func (p *pipe[T]) read(ctx context.Context, src Source, size int) {
	defer close(p.order)
	defer close(p.todo)
	for number := int64(0); ; number++ {
		select {
		case <-ctx.Done():
			p.err = ctx.Err() // without this error, the input would appear to have ended normally
			return
		case t := <-p.free:
			t.chunk.Number = number
			err := src.Cut(&t.chunk, size)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				p.err = err
				return
			}
			p.order <- t
			p.todo <- t
		}
	}
}

func (p *pipe[T]) work(do func(*Chunk, *T)) {
	for t := range p.todo {
		do(&t.chunk, &t.out)
		t.done <- struct{}{}
	}
}

func (p *pipe[T]) take(ctx context.Context, sink func(*Chunk, *T) error) error {
	for {
		var t *task[T]
		select {
		case <-ctx.Done():
			return ctx.Err()
		case t = <-p.order:
		}
		if t == nil {
			return p.err
		}
		<-t.done
		if err := sink(&t.chunk, &t.out); err != nil {
			return err
		}
		p.free <- t
	}
}

// AppendRefusal appends the JSON object for an invalid lease. The object contains the lease's line number, the given
// JSON fields and the error, in this order. The text of the given fields must be empty or end with a comma.
func AppendRefusal(dst []byte, number int64, members string, err error) []byte {
	field := "body"
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		field = invalid.Field()
	}
	p := jsonout.Printer{Dst: dst}
	p.Int(`{"line":`, int(number))
	p.Raw("," + members)
	p.Text(`"error":{"code":"invalid_request","field":`, field)
	p.Text(`,"message":`, err.Error())
	p.Raw("}}")
	return p.Dst
}

// AppendID appends the JSON field id and a comma, unless id is empty.
func AppendID(dst []byte, id string) []byte {
	if id == "" {
		return dst
	}
	return append(strict.AppendQuoted(append(dst, `"id":`...), id), ',')
}

// Leases returns a source that reads a lease file: CSV, a workbook, NDJSON or JSON. After the leases, the source
// returns an error for each list row whose lease is not in the file. Rent steps and payments are examples of list rows.
func Leases(f *leasefile.File) Source {
	s := &leases{file: f, json: f.Kind() == leasefile.NDJSON || f.Kind() == leasefile.JSON}
	s.decoders.New = func() any { return f.NewDecoder() }
	return s
}

// Lines returns a source that reads a file with one JSON lease per line. The rate table, which may be nil,
// supplies discount rates for leases without one. Blank lines count as lines but not as leases. A line of more
// than [MaxLine] bytes is rejected.
func Lines(in io.Reader, rates *ratetable.Table) Source {
	return Leases(leasefile.OpenLines(in, MaxLine, rates))
}

type leases struct {
	file     *leasefile.File
	json     bool
	decoders sync.Pool      // decoders that are not in use; each goroutine needs its own
	ahead    sync.WaitGroup // counts the chunks that have been split off but not yet decoded
	ended    bool
}

func (s *leases) Cut(c *Chunk, size int) error {
	*c = Chunk{Number: c.Number, source: s, part: c.part} // reuses the part's buffers
	if s.ended {
		return io.EOF
	}
	c.part.Most = size
	err := s.file.Next(&c.part)
	switch {
	case errors.Is(err, io.EOF):
		s.ended = true
		if !s.file.HasLists() {
			return io.EOF
		}
		c.rest = true
		return nil
	case err != nil:
		return fmt.Errorf("read leases: %w", err)
	}
	s.ahead.Add(1)
	c.ahead, c.Bytes = true, c.part.Offset
	return nil
}

// Each decodes the chunk's leases and calls the given function with each of them, in order. An item is valid
// only until the function returns. Several goroutines may call Each at the same time for different chunks.
func (c *Chunk) Each(each func(*Item)) {
	s := c.source
	if c.rest {
		s.unclaimed(each)
		return
	}
	d := s.decoders.Get().(*leasefile.Decoder)
	for row := range d.Rows(&c.part) {
		item := Item{Line: int64(row.Place.Line), Sheet: row.Place.Sheet, ID: row.ID, Lease: row.Lease, Err: row.Err}
		if invalid, ok := errors.AsType[*leasehold.InvalidError](row.Err); ok && s.json {
			item.Err = invalid // JSON has no cells that the error could name
		}
		each(&item)
	}
	s.decoders.Put(d)
	if c.ahead { // true only when the chunk is decoded for the first time
		c.ahead = false
		s.ahead.Done()
	}
}

// unclaimed invokes the given function with an error for every list row without a lease. It first waits for the
// other workers, because these rows are known only when every chunk has been decoded. The wait cannot deadlock,
// because the chunk with these rows is the last one.
func (s *leases) unclaimed(each func(*Item)) {
	s.ahead.Wait()
	for _, err := range s.file.Unclaimed() {
		each(&Item{Line: int64(err.Place.Line), Sheet: err.Place.Sheet, Err: err})
	}
}

// Where returns a message prefix (the invalid lease's line and a colon), or "" if the text of err
// already contains the lease's position.
func Where(line int64, err error) string {
	if _, placed := errors.AsType[*leasefile.RowError](err); placed {
		return ""
	}
	return "line " + strconv.FormatInt(line, 10) + ": "
}

// Source supplies leases. Only one goroutine may call Cut.
type Source interface {
	// Cut fills c with at most the given number of leases. A chunk may contain only blank lines. If a Read
	// returns only part of a chunk, Cut returns this part immediately, so that the results for slow input are
	// not delayed. At the end of the input, the error is io.EOF.
	Cut(c *Chunk, size int) error
}

// Chunk is a portion of the input that consists of complete lines or rows.
type Chunk struct {
	Number int64  // chunk number, counted from 0
	Name   string // name of the file for messages; empty if there is only one input
	Bytes  int64  // length of the input in bytes up to the end of the chunk

	source *leases
	part   leasefile.Chunk
	ahead  bool // whether the part has not been decoded yet
	rest   bool // whether the rest of the file contains only list rows without a lease
}

// Item is a lease of the input, or the error of an invalid lease.
type Item struct {
	Line  int64  // line number in the file, counted from 1
	Sheet string // name of the workbook's sheet or of the directory's file; may be empty
	ID    string
	Lease *leasehold.Lease
	Err   error // why the lease is invalid; if set, Lease is nil
}

// ForEach calls the given function with the source's leases in order, on the caller's goroutine. It stops at
// the first error from the source or the function, and returns that error.
func ForEach(src Source, do func(*Item) error) error {
	for {
		var chunk Chunk
		err := src.Cut(&chunk, ForLines)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		chunk.Each(func(it *Item) {
			if err == nil {
				err = do(it)
			}
		})
		if err != nil {
			return err
		}
	}
}

// File is one of several input files.
type File struct {
	Source

	Name string
	Size int64 // size in bytes; 0 if unknown
	Done func()
}

// Files returns a source that reads files in sequence. After the last file, the given function returns io.EOF.
func Files(next func() (*File, error)) Source { return &files{next: next} }

type files struct {
	next func() (*File, error)
	open *File
	past int64 // total size in bytes of the files that have been read
	at   int64 // number of bytes that have been read from the open file
}

func (f *files) Cut(c *Chunk, size int) error {
	for {
		if f.open == nil {
			open, err := f.next()
			if err != nil {
				return err
			}
			f.open, f.at = open, 0
		}
		err := f.open.Cut(c, size)
		if err == nil {
			f.at = c.Bytes
			c.Name, c.Bytes = f.open.Name, f.past+c.Bytes
			return nil
		}
		f.open.Done()
		if !errors.Is(err, io.EOF) {
			return err
		}
		f.past += max(f.at, f.open.Size)
		f.open = nil
	}
}
