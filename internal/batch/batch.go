// Package batch reads leases from files of any length in chunks, processes the
// chunks on all cores and delivers the results in input order, in constant
// memory.
//
// # Design
//
// One goroutine splits the input into chunks of whole lines. A worker per core computes the
// result of a chunk, and the caller's goroutine receives the results in input order. Chunks come
// from a fixed pool and return to it after their results were received. A slow writer therefore
// stops the reader, and memory does not depend on the length of the input. A chunk is large
// enough that passing it to a worker costs little compared with its computation, and small enough
// to stay in a core's cache.
//
// The output of a chunk depends only on that chunk, so other engines can
// process chunks too.
package batch

import (
	"context"
	"errors"
	"io"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
)

// MaxLine is the maximum line length in bytes, excluding the newline.
const MaxLine = 64 << 10

// Progress is the progress of a run.
type Progress struct {
	Bytes   int64 // bytes of input whose results were delivered
	Leases  int64 // computed or rejected leases; blank lines do not count
	Refused int64
}

// Size is the maximum size of a chunk, the unit of work of one worker.
type Size struct {
	Leases int
	Bytes  int // bytes of text; a chunk may exceed this by one line
}

// Chunk sizes by kind of output.
var (
	ForAnswers = Size{Leases: 16, Bytes: MaxLine}      // tens of kilobytes each
	ForLines   = Size{Leases: 256, Bytes: 2 * MaxLine} // one line per lease, or totals only
)

// Run splits src into chunks and passes each chunk to a worker, which stores the result in a T.
// start creates a worker, which only one goroutine uses. sink receives the chunks and their
// results in input order on the caller's goroutine. Run reuses a T after sink has returned.
//
// Run returns the error of src, of sink or of ctx that ended it early. After an error, the
// goroutine that reads src may continue to run until its current Read returns.
func Run[T any](
	ctx context.Context, src Source, size Size, workers int, start func() func(*Chunk, *T), sink func(*Chunk, *T) error,
) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers = max(workers, 1)
	p := newPipe[T](2*workers + 2) // per worker one task in work and one waiting, and one each for the reader and the sink
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

// task is a chunk in process and its result.
type task[T any] struct {
	chunk Chunk
	out   T
	done  chan struct{} // signals that a worker has filled out
}

// pipe connects reader, workers and sink. Sends on free, todo and order never
// block, because each channel can hold all tasks.
type pipe[T any] struct {
	free  chan *task[T]
	todo  chan *task[T] // to the workers
	order chan *task[T] // to the sink, in input order
	err   error         // error of the input; set before order is closed
}

func newPipe[T any](tasks int) *pipe[T] {
	p := &pipe[T]{
		free:  make(chan *task[T], tasks),
		todo:  make(chan *task[T], tasks),
		order: make(chan *task[T], tasks),
	}
	for range tasks {
		p.free <- &task[T]{done: make(chan struct{}, 1)}
	}
	return p
}

func (p *pipe[T]) read(ctx context.Context, src Source, size Size) {
	defer close(p.order)
	defer close(p.todo)
	for number := int64(0); ; number++ {
		select {
		case <-ctx.Done():
			p.err = ctx.Err() // otherwise the input would appear to have ended normally
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

// AppendRefusal appends the object that replaces the result of an invalid
// lease. members is inserted between the line number and the error; it is
// empty or ends with a comma.
func AppendRefusal(dst []byte, number int64, members string, err error) []byte {
	field := "body"
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		field = invalid.Field()
	}
	dst = append(dst, `{"line":`...)
	dst = strconv.AppendInt(dst, number, 10)
	dst = append(dst, ',')
	dst = append(dst, members...)
	dst = append(dst, `"error":{"code":"invalid_request","field":`...)
	dst = appendQuoted(dst, field)
	dst = append(dst, `,"message":`...)
	dst = appendQuoted(dst, err.Error())
	return append(dst, "}}"...)
}

// AppendID appends the field id and a comma if id is not empty.
func AppendID(dst []byte, id string) []byte {
	if id == "" {
		return dst
	}
	dst = append(dst, `"id":`...)
	return append(appendQuoted(dst, id), ',')
}

func appendQuoted(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s) // the only error, invalid UTF-8, is corrected in place
	return dst
}
