// Package batch answers a stream of leases, one JSON object a line, on every
// core, in constant memory and in the order of the input.
//
// # Design
//
// One goroutine cuts the input into chunks of whole lines, a worker per core
// turns the lines of a chunk into answers, and the caller's goroutine writes
// the chunks in the order in which they were read. Chunks come from a fixed
// set and go back to it once written, so that a slow writer stops the reader
// and memory does not depend on the length of the input. A chunk is large
// enough to make handing it over cheap beside the work in it, and small enough
// to stay in a core's cache.
package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
)

// MaxLine is the number of bytes that a line may have, its end not counted.
const MaxLine = 64 << 10

// chunkLines is how many leases a worker takes at a time.
const chunkLines = 16

// Answer appends the answer to one lease, or returns why it is refused. What it
// appended before a refusal is dropped. It is called from many goroutines.
type Answer func(dst, line []byte) ([]byte, error)

// Progress is how far a run has come.
type Progress struct {
	Bytes   int64 // of input, answered and written
	Leases  int64 // answered or refused; blank lines are not leases
	Refused int64
}

// Run reads leases from in until its end, one a line, and writes one line for
// each to out, in the same order: its answer, or, where it is refused,
//
//	{"line":3,"error":{"code":"invalid_request","field":"termMonths","message":"…"}}
//
// Blank lines get no answer but count in the numbering. A line of more than
// [MaxLine] bytes is refused without being kept. After each write Run calls
// progress, which may be nil, from the goroutine that called Run.
//
// Run returns what it has done and the error of in, of out or of ctx that ended
// it early. After an error the goroutine that reads may outlive Run until the
// Read that it waits for returns.
func Run(
	ctx context.Context, in io.Reader, out io.Writer, workers int, answer Answer, progress func(Progress),
) (Progress, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers = max(workers, 1)
	p := newPipe(2*workers + 2) // one in hand and one waiting for each, one at either end
	go p.read(ctx, in)
	var busy sync.WaitGroup
	for range workers {
		busy.Go(func() { p.work(answer) })
	}
	done, err := p.write(ctx, out, progress)
	if err == nil {
		busy.Wait()
	}
	return done, err
}

// pipe is the plumbing between reader, workers and writer. No send on free,
// todo or order ever waits, because each holds every chunk that there is.
type pipe struct {
	free  chan *chunk
	todo  chan *chunk // to the workers
	order chan *chunk // to the writer, in input order
	err   error       // of the input; set before order is closed
}

func newPipe(chunks int) *pipe {
	p := &pipe{
		free:  make(chan *chunk, chunks),
		todo:  make(chan *chunk, chunks),
		order: make(chan *chunk, chunks),
	}
	for range chunks {
		p.free <- &chunk{done: make(chan struct{}, 1)}
	}
	return p
}

func (p *pipe) read(ctx context.Context, in io.Reader) {
	defer close(p.order)
	defer close(p.todo)
	s := splitter{in: in, buf: make([]byte, 4*MaxLine)}
	for !s.ended {
		select {
		case <-ctx.Done():
			p.err = ctx.Err() // or the input would seem to have ended here
			return
		case c := <-p.free:
			s.fill(c)
			p.order <- c
			p.todo <- c
		}
	}
	if !errors.Is(s.err, io.EOF) {
		p.err = fmt.Errorf("read leases: %w", s.err)
	}
}

func (p *pipe) work(answer Answer) {
	for c := range p.todo {
		c.answer(answer)
		c.done <- struct{}{}
	}
}

func (p *pipe) write(ctx context.Context, out io.Writer, progress func(Progress)) (Progress, error) {
	var done Progress
	for {
		var c *chunk
		select {
		case <-ctx.Done():
			return done, ctx.Err()
		case c = <-p.order:
		}
		if c == nil {
			return done, p.err
		}
		<-c.done
		if len(c.out) > 0 { // none but blank lines at the end of the input
			if _, err := out.Write(c.out); err != nil {
				return done, fmt.Errorf("write answers: %w", err)
			}
		}
		done.Bytes = c.offset
		done.Leases += int64(len(c.lines))
		done.Refused += c.refused
		p.free <- c
		if progress != nil {
			progress(done)
		}
	}
}

// chunk is some whole lines and their answers.
type chunk struct {
	text    []byte // the lines, end to end
	lines   []line // none of them blank
	offset  int64  // bytes of input up to the end of the chunk
	out     []byte
	refused int64
	done    chan struct{} // a worker has filled out
}

// line is one line of a chunk: text[start:end].
type line struct {
	number     int64 // from 1, blank lines counted
	start, end int
	tooLong    bool // and not kept
}

// errTooLong is the refusal of a line that was not kept.
var errTooLong = &leasehold.InvalidError{Faults: []leasehold.Fault{{
	Field:   "body",
	Message: "the line is longer than the " + strconv.Itoa(MaxLine) + " bytes that a lease may have",
}}}

func (c *chunk) answer(answer Answer) {
	c.out, c.refused = c.out[:0], 0
	for _, l := range c.lines {
		var err error = errTooLong
		kept := len(c.out)
		if !l.tooLong {
			c.out, err = answer(c.out, c.text[l.start:l.end])
		}
		if err != nil {
			c.refused++
			c.out = AppendRefusal(c.out[:kept], l.number, "", err)
		}
		c.out = append(c.out, '\n')
	}
}

// AppendRefusal appends the object that stands in the place of the answer to a
// refused lease. members is placed between the line and the error; it is empty
// or ends in a comma.
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

func appendQuoted(dst []byte, s string) []byte {
	dst, _ = jsontext.AppendQuote(dst, s) // its one error, invalid UTF-8, is mended in place
	return dst
}
