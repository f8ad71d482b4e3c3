package service

import (
	"bytes"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/filename"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// maxAnswerLen is the maximum length of a response in bytes. A schedule of 1,200 rows with its
// journal has less than 2 MiB. A report on 5,000 leases with the entries of one year has 40 MiB.
const maxAnswerLen = 64 << 20

// maxCopiedLen is the maximum length in bytes of a response of which further copies are in memory;
// see [copies].
const maxCopiedLen = 8 << 20

// Answer is a complete successful response.
type Answer struct {
	// Body contains the operation's JSON object with request_id and replay, or the requested file.
	Body *admission.Output
	// Result is the result of the computation. It is nil if [Request.BodyOnly] is set.
	Result operations.Result
	// Replay is set if an earlier request with the same Idempotency-Key was billed instead of this
	// one.
	Replay bool
	// Receipt identifies the usage row of the request that was billed.
	Receipt Receipt
	// MediaType and FileName describe a file. They are empty if the response is JSON.
	MediaType, FileName string

	units  int64 // billed units
	object int   // length of the operation's object in Body, where "," replaces its closing "}"
}

// Object returns a copy of the operation's object, which does not contain request_id and replay.
func (a *Answer) Object() []byte {
	if a.MediaType != "" {
		return bytes.Clone(a.Body.Bytes())
	}
	object := bytes.Clone(a.Body.Bytes()[:a.object])
	object[a.object-1] = '}'
	return object
}

// Units returns the number of billed units, which is 0 for a replay.
func (a *Answer) Units() int64 { return a.units }

// Release makes the memory of the answer available to other requests. The caller must not use Body
// afterward.
func (a *Answer) Release() {
	if a.Body != nil {
		a.Body.Release()
	}
	*a = Answer{}
}

// seal returns the Answer for a computation that has been recorded.
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

// leaseOf returns the part of the file name that identifies the lease of a result, or "" if the
// result has no name of a lease.
func leaseOf(result operations.Result) string {
	switch r := result.Value().(type) {
	case *leasehold.Result:
		return filename.Of(&r.Lease)
	case *reperform.Answer:
		return filename.Of(&r.Ours.Lease)
	}
	return ""
}
