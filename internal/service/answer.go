package service

import (
	"bytes"
	"strconv"
	"sync"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/filename"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// maxAnswerLen is the maximum length of a response in bytes: a schedule of 1,200 rows with
// its journal has less than 2 MiB, and a report on 5,000 leases with the entries of a year
// 40 MiB.
const maxAnswerLen = 64 << 20

// maxCopiedLen is the same for answers that are copied into a message as a whole.
const maxCopiedLen = 8 << 20

// Answer is a success, whole and ready to be sent.
type Answer struct {
	// Body is the operation's JSON object with request_id and replay, or the
	// file that was asked for.
	Body *admission.Output
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
}

// Object returns a copy of the operation's object without request_id and
// replay, for callers that carry these elsewhere.
func (a *Answer) Object() []byte {
	if a.MediaType != "" {
		return bytes.Clone(a.Body.Bytes())
	}
	object := bytes.Clone(a.Body.Bytes()[:a.object])
	object[a.object-1] = '}'
	return object
}

// Units returns what was billed for the answer: 0 for a replay.
func (a *Answer) Units() int64 { return a.units }

// Release gives the answer's memory back; Body must not be used afterwards.
func (a *Answer) Release() {
	if a.Body != nil {
		a.Body.Release()
	}
	*a = Answer{}
}

// seal turns a recorded computation into the call's Answer.
func (c *call) seal(done *computed, receipt Receipt, replay bool) *Answer {
	a := &Answer{Result: done.result, Replay: replay, Receipt: receipt, Body: c.output}
	if !replay {
		a.units = done.units
	}
	if c.format != nil {
		a.MediaType, a.FileName = c.format.MediaType, filename.Join(done.of, c.Operation.Name+c.format.Ext)
		return a
	}
	a.object = a.Body.Len()
	a.Body.ReplaceLast(func(dst []byte) []byte {
		dst = append(append(append(dst, `,"request_id":"`...), c.ID...), `","replay":`...)
		return append(strconv.AppendBool(dst, replay), '}')
	})
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
