package page

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Server bounds what is read and worked on at once, for all doors together; a
// [service.Service] is one.
type Server interface {
	HoldBody(ctx context.Context, owner, length int64) (give func(), err error)
	On(ctx context.Context, owner int64, w service.Work, do func(ctx context.Context) error) error
}

// Busy is what a page says where the server has no room in time.
const Busy = "The server is busy with other work. Try again in a few seconds; nothing you typed is lost."

// tooLong is what a page says where its work did not end in time.
const tooLong = "This takes longer than a request may. Send fewer leases at a time, or use the command leasehold, which has no such limit."

// lengthOfOne is how much of a file counts as one computation more.
const lengthOfOne = 256 << 10

// WithBody reads the body of a request, within the server's budget of bytes, and
// hands the request on with what it has read. A long body counts as computations of
// its client, before it is read.
func (g *Gate) WithBody(w http.ResponseWriter, r *http.Request, next func(w http.ResponseWriter, r *http.Request, length int64)) {
	length := r.ContentLength
	if length < 0 {
		length = maxUnknown
	}
	if g.Server != nil {
		give, err := g.Server.HoldBody(r.Context(), g.client(r), length)
		if err != nil {
			g.busy(w, r)
			return
		}
		defer give()
	}
	g.Charge(r, int(length/lengthOfOne))
	read, err := io.ReadAll(r.Body)
	var body io.Reader = bytes.NewReader(read)
	if err != nil { // the page says which fault it is
		body = io.MultiReader(body, failing{err})
	}
	r.Body = io.NopCloser(body)
	next(w, r, int64(len(read)))
}

// maxUnknown is how long a body is taken to be whose length nobody says.
const maxUnknown = 8 << 20

// failing is the end of a body that could not be read.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// On serves a request on a seat of the server, where next computes. What next writes
// is sent when the seat is given back: no client keeps one by reading slowly.
func (g *Gate) On(w http.ResponseWriter, r *http.Request, class service.Work, next http.HandlerFunc) {
	if g.Server == nil {
		next(w, r)
		return
	}
	kept := &keptResponse{ResponseWriter: w}
	err := g.Server.On(r.Context(), g.client(r), class, func(ctx context.Context) error {
		next(kept, r.WithContext(ctx))
		return ctx.Err()
	})
	switch {
	case errors.Is(err, service.ErrOverloaded):
		g.busy(w, r)
	case errors.Is(err, service.ErrTooLong):
		w.Header().Del("Content-Disposition")
		g.refuse(w, r, http.StatusBadRequest, tooLong)
	default:
		kept.send()
	}
}

func (g *Gate) busy(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Retry-After", "1")
	g.refuse(w, r, http.StatusServiceUnavailable, Busy)
}

// refuse says to a page's script, or to its reader, why there is no answer.
func (g *Gate) refuse(w http.ResponseWriter, r *http.Request, status int, text string) {
	if Scripted(r) {
		g.Reply(w, r, status, map[string]any{"message": text, "file": text, "theirs": text})
		return
	}
	g.Site.Refuse(w, r, status, text)
}

// keptResponse keeps a response until it is sent.
type keptResponse struct {
	http.ResponseWriter

	status int
	body   bytes.Buffer
}

// WriteHeader implements [http.ResponseWriter].
func (k *keptResponse) WriteHeader(status int) {
	if k.status == 0 {
		k.status = status
	}
}

// Write implements [http.ResponseWriter].
func (k *keptResponse) Write(p []byte) (int, error) {
	k.WriteHeader(http.StatusOK)
	return k.body.Write(p)
}

func (k *keptResponse) send() {
	if k.status != 0 {
		k.ResponseWriter.WriteHeader(k.status)
		_, _ = k.ResponseWriter.Write(k.body.Bytes()) // the client may be gone
	}
}
