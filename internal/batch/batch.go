// Package batch reads leases from files of any length and processes the leases on all processors.
// The results are delivered in the order of the input. The memory use does not depend on the length
// of the input.
//
// # Design
//
// One goroutine splits the input into chunks of complete lines. For each processor, a worker
// computes the results of one chunk at a time. The caller's goroutine receives the results in the
// order of the input. There is a fixed number of chunks, and each chunk is reused after its results
// were received. If the caller is slow, the reading goroutine therefore waits. Passing a chunk to a
// worker takes little time compared with computing the chunk.
package batch

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// MaxLine is the maximum length of a line in bytes, without the line break.
const MaxLine = 64 << 10

// Progress is the portion of the input that a run has processed.
type Progress struct {
	Bytes   int64 // length of the processed input in bytes
	Leases  int64 // number of leases computed or rejected; blank lines do not count
	Refused int64 // number of leases rejected
}

// These are the maximum numbers of leases in a chunk for different outputs.
const (
	ForAnswers = 16  // for complete results of tens of kilobytes per lease
	ForLines   = 256 // for one line of output per lease, or only totals
)

// Run splits src into chunks of at most size leases. Run passes each chunk to a worker, which stores the result of the
// chunk in a T. Run calls start once for each worker, and only that worker calls the function that
// start returns. Run calls sink on the caller's goroutine with each chunk and its result, in the
// order of the input. After sink has returned, Run reuses the T.
//
// If src, sink or ctx fails, Run ends early and returns the error. The goroutine that reads src may
// then continue until its current Read returns.
func Run[T any](
	ctx context.Context, src Source, size, workers int, start func() func(*Chunk, *T), sink func(*Chunk, *T) error,
) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers = max(workers, 1)
	tasks := 2*workers + 2 // a current and a waiting task per worker, and one task each for the reader and the sink
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
	done  chan struct{} // receives a value when a worker has stored the result in out
}

// pipe connects the reader, the workers and the sink. Each channel has room for all tasks, so
// sending a task never blocks.
type pipe[T any] struct {
	free  chan *task[T]
	todo  chan *task[T] // tasks for the workers
	order chan *task[T] // tasks for the sink, in the order of the input
	err   error         // error of the input, which is set before order is closed
}

func (p *pipe[T]) read(ctx context.Context, src Source, size int) {
	defer close(p.order)
	defer close(p.todo)
	for number := int64(0); ; number++ {
		select {
		case <-ctx.Done():
			p.err = ctx.Err() // without an error, the input would appear to have ended normally
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

// AppendRefusal appends the JSON object for an invalid lease on line number. members contains JSON
// fields that precede the error; members is empty or ends with a comma.
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
