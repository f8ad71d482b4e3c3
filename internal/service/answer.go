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

// maxAnswerLen is the maximum length of a response in bytes. A schedule of 1,200 rows with its
// journal has less than 2 MiB, and a report on 5,000 leases with the entries of one year has 40
// MiB.
const maxAnswerLen = 64 << 20

// maxCopiedLen is the maximum length of a response that is copied into a message.
const maxCopiedLen = 8 << 20

// Answer is a complete response with status 200.
type Answer struct {
	// Body is the operation's JSON object with request_id and replay, or the requested file.
	Body *admission.Output
	// Result is the result of the computation; nil for [Request.BodyOnly].
	Result operations.Result
	// Replay is set if an earlier request with the same Idempotency-Key was billed.
	Replay bool
	// Receipt is the usage row of the request that was billed.
	Receipt Receipt
	// MediaType and FileName describe a file. Both are empty for JSON.
	MediaType, FileName string

	units  int64 // billed units
	object int   // length of the operation's object, which ends where "}" became ","
}

// Object returns a copy of the operation's object without request_id and replay.
func (a *Answer) Object() []byte {
	if a.MediaType != "" {
		return bytes.Clone(a.Body.Bytes())
	}
	object := bytes.Clone(a.Body.Bytes()[:a.object])
	object[a.object-1] = '}'
	return object
}

// Units returns the billed units: 0 for a replay.
func (a *Answer) Units() int64 { return a.units }

// Release returns the memory of the answer. The caller must not use Body afterward.
func (a *Answer) Release() {
	if a.Body != nil {
		a.Body.Release()
	}
	*a = Answer{}
}

// seal returns the Answer for a recorded computation.
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

// leaseOf returns the file name for the lease of a result, or "".
func leaseOf(result operations.Result) string {
	switch r := result.Value().(type) {
	case *leasehold.Result:
		return filename.Of(&r.Lease)
	case *reperform.Answer:
		return filename.Of(&r.Ours.Lease)
	}
	return ""
}

// buffer is pooled memory. A pointer to it can be pooled without an allocation.
type buffer struct{ data []byte }

// maxPooledLen is the length of the longest buffer that is reused, in bytes. Longer ones are rare
// and would occupy memory.
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
