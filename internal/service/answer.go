package service

import (
	"sync"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/filename"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// maxAnswerLen is the maximum length of a response in bytes: a schedule of 1,200 rows with
// its journal has less than 2 MiB, and a report on 5,000 leases with the entries of a year
// 40 MiB.
const maxAnswerLen = 64 << 20

// Answer is a success, whole and ready to be sent.
type Answer struct {
	// Body is the operation's JSON object with request_id and replay, or the
	// file that was asked for.
	Body []byte
	// Result is what was computed for this request; nil if it asked for the body
	// only.
	Result operations.Result
	// Replay reports that an earlier request with the same Idempotency-Key was billed.
	Replay bool
	// Receipt is the usage row of the request that was billed.
	Receipt Receipt
	// MediaType and FileName are those of a file, and empty for JSON.
	MediaType, FileName string

	units  int64 // that were billed
	object int   // length of the operation's object, which ends where "}" became ","
	buffer *buffer
}

// Object returns a copy of the operation's object without request_id and
// replay, for callers that carry these elsewhere.
func (a *Answer) Object() []byte {
	if a.MediaType != "" {
		return append([]byte(nil), a.Body...)
	}
	object := make([]byte, a.object)
	copy(object, a.Body)
	object[a.object-1] = '}'
	return object
}

// Units returns what was billed for the answer: 0 for a replay.
func (a *Answer) Units() int64 { return a.units }

// Release gives the answer's memory back; Body must not be used afterwards. An
// answer that is not released is only garbage.
func (a *Answer) Release() {
	if a.buffer != nil {
		a.buffer.data = a.Body
		a.buffer.release()
	}
	*a = Answer{}
}

// seal turns a recorded computation into the call's Answer.
func (c *call) seal(done *computed, receipt Receipt, replay bool) *Answer {
	b := done.buffer
	a := &Answer{Result: done.result, Replay: replay, Receipt: receipt, buffer: b}
	if !replay {
		a.units = done.units
	}
	if c.format != nil {
		a.Body, a.MediaType, a.FileName = b.data, c.format.MediaType, filename.Join(done.of, c.Operation.Name+c.format.Ext)
		return a
	}
	a.object = len(b.data)
	a.Body = append(b.data[:a.object-1], `,"request_id":"`...)
	a.Body = append(a.Body, c.ID...)
	if replay {
		a.Body = append(a.Body, `","replay":true}`...)
	} else {
		a.Body = append(a.Body, `","replay":false}`...)
	}
	return a
}

// leaseOf is the name of the lease that a result is of, for files.
func leaseOf(result operations.Result) string {
	switch r := result.Value().(type) {
	case *leasehold.Result:
		return filename.Of(&r.Lease)
	case *reperform.Answer:
		return filename.Of(&r.Ours.Lease)
	}
	return ""
}

// buffer is pooled memory. It travels as a pointer so that giving it back costs
// no allocation.
type buffer struct{ data []byte }

// maxPooledLen is the length of the longest buffer that is kept for reuse, in bytes, so that
// the rare very long schedule does not stay in memory.
const maxPooledLen = 256 << 10

var buffers = sync.Pool{New: func() any { return &buffer{data: make([]byte, 0, 32<<10)} }}

func newBuffer() *buffer {
	b, _ := buffers.Get().(*buffer)
	b.data = b.data[:0]
	return b
}

func (b *buffer) release() {
	if cap(b.data) <= maxPooledLen {
		buffers.Put(b)
	}
}

// Write appends to the buffer, for files.
func (b *buffer) Write(p []byte) (int, error) {
	b.data = append(b.data, p...)
	return len(p), nil
}
