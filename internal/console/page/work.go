package page

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Busy is the message for a request that got no worker slot in time.
const Busy = "The server is busy with other work. Try again in a few seconds; your entries are kept."

// Messages for a request that a limit rejects.
const (
	tooLong   = "The computation exceeds the time limit for a request. Send fewer leases at a time, or use the leasehold command, which has no such limit."
	tooMuch   = "Other files are still being sent to your network. Wait until they have arrived, then try again; your entries are kept."
	perMinute = "Your network requested more than %d computations in a minute. The %s will follow in %d seconds; your entries are kept."
)

const (
	lengthOfOne = 256 << 10 // length of a request body, in bytes, that counts as one additional computation
	longestBody = 16 << 20  // maximum length of a request body, in bytes, on all pages
)

// Work handles a request in the order that package admission requires. It counts a computation by the client,
// reads the request body, waits for a worker slot of the class that the function classify returns, and calls
// compute. The response is buffered and is sent after the slot is released. If a limit is exceeded, Work
// writes an error response. The message about too many computations uses the given name for the result.
func (g *Gate) Work(w http.ResponseWriter, r *http.Request, what string, classify func(r *http.Request, length int64) admission.Class, compute http.HandlerFunc) {
	if wait := g.take(r); wait > 0 {
		seconds := meter.RetryAfter(wait)
		w.Header().Set("Retry-After", fmt.Sprint(seconds))
		g.refuse(w, r, http.StatusTooManyRequests, fmt.Sprintf(perMinute, g.PerMinute, what, seconds), seconds)
		return
	}
	body, kept := g.hold(r), &keptResponse{ResponseWriter: w, body: admission.NewOutput(g.hold(r), 0)}
	defer kept.body.Release()
	defer body.Release()
	read, err := body.Read(r.Context(), nil, r.Body, r.ContentLength, longestBody)
	if g.refused(w, r, err) {
		return
	}
	g.Charge(r, len(read)/lengthOfOne)
	r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(read), failing{err})) // a read error is returned after the last byte, so that the function compute can report it
	class := classify(r, int64(len(read)))
	if g.Limits == nil {
		compute(kept, r)
	} else {
		err = g.Limits.On(r.Context(), g.client(r), class, func(ctx context.Context) error {
			compute(kept, r.WithContext(ctx))
			return errors.Join(kept.err, ctx.Err())
		})
	}
	body.Release()
	if !g.refused(w, r, err) {
		kept.send()
	}
}

func (g *Gate) hold(r *http.Request) *admission.Holding {
	if g.Limits == nil {
		return nil
	}
	return g.Limits.Hold(g.client(r))
}

// refused reports whether err means that a limit rejected the request. If so, the response has been written.
func (g *Gate) refused(w http.ResponseWriter, r *http.Request, err error) bool {
	status, text := 0, ""
	switch {
	case errors.Is(err, admission.ErrBusy):
		status, text = http.StatusServiceUnavailable, Busy
	case errors.Is(err, admission.ErrShare):
		status, text = http.StatusTooManyRequests, tooMuch
	case errors.Is(err, admission.ErrTooLong):
		status, text = http.StatusBadRequest, tooLong
	default:
		return false
	}
	w.Header().Del("Content-Disposition")
	if status != http.StatusBadRequest {
		w.Header().Set("Retry-After", "1")
	}
	g.refuse(w, r, status, text, 0)
	return true
}

// refuse responds with the reason for a rejection. The response is a page, or a JSON object if a script sent
// the request. The script may repeat the request after the given number of seconds; the response omits this
// number if it is 0.
func (g *Gate) refuse(w http.ResponseWriter, r *http.Request, status int, text string, retryAfter int) {
	if !Scripted(r) {
		g.Site.Refuse(w, r, status, text)
		return
	}
	reply := map[string]any{"message": text, "file": text, "theirs": text}
	if retryAfter > 0 {
		reply["retryAfter"] = retryAfter
	}
	g.Reply(w, r, status, reply)
}

// failing is a reader that returns err, or io.EOF if err is nil. It stands for the part of a request body that
// was not yet read.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	return 0, io.EOF
}

// keptResponse buffers a response until send is called.
type keptResponse struct {
	http.ResponseWriter

	status int
	body   *admission.Output
	err    error // error that occurred while the response was buffered
}

// WriteHeader implements [http.ResponseWriter].
func (k *keptResponse) WriteHeader(status int) {
	if k.status == 0 {
		k.status = status
	}
}

// Write implements [http.ResponseWriter].
func (k *keptResponse) Write(p []byte) (n int, err error) {
	k.WriteHeader(http.StatusOK)
	if k.err == nil {
		n, k.err = k.body.Write(p)
	}
	return n, k.err
}

// Discard deletes the response that a handler has written so far. [Gate.Work] must have called the handler.
func Discard(w http.ResponseWriter) {
	if k, ok := w.(*keptResponse); ok {
		k.status = 0
		k.body.Reset()
	}
	w.Header().Del("Content-Disposition")
	w.Header().Del("Content-Type")
}

func (k *keptResponse) send() {
	if k.status != 0 {
		k.ResponseWriter.WriteHeader(k.status)
		_, _ = k.body.WriteTo(k.ResponseWriter) // the client may have disconnected
	}
}

// Notice responds with a page that consists of a title and a paragraph of text.
func (s *Site) Notice(w http.ResponseWriter, r *http.Request, status int, title, text string) {
	data := struct {
		Frame

		Text string
	}{s.shared.Frame(title, false), text}
	var b bytes.Buffer
	if err := s.shared.pages["notice"].ExecuteTemplate(&b, "layout.html", data); err != nil {
		s.LogFailure(w, r, "console", err)
		http.Error(w, text, status)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	s.Send(w, r, status, b.Bytes(), false)
}

// Refuse responds with a notice whose title is the HTTP status's name.
func (s *Site) Refuse(w http.ResponseWriter, r *http.Request, status int, text string) {
	s.Notice(w, r, status, http.StatusText(status), text)
}

// NotFound responds with a notice that the page does not exist.
func (s *Site) NotFound(w http.ResponseWriter, r *http.Request) {
	s.Refuse(w, r, http.StatusNotFound, "This page does not exist.")
}

// Fail responds with a notice that the server has failed. The error itself appears only in the log.
func (s *Site) Fail(w http.ResponseWriter, r *http.Request, err error) {
	s.LogFailure(w, r, "console", err)
	text := "The server failed. No data was changed; try again."
	if errors.Is(err, service.ErrUncertain) {
		text = "The database did not confirm the change, so the change may or may not have been saved. " +
			"Look at the current state before you try again."
	}
	s.Refuse(w, r, http.StatusInternalServerError, text)
}

// LogFailure logs the error of a failed request with the given message.
func (s *Site) LogFailure(w http.ResponseWriter, r *http.Request, message string, err error) {
	s.Log.Log(r.Context(), FailureLevel(r), message, "path", r.URL.Path,
		"request_id", w.Header().Get("X-Request-Id"), "error", err.Error())
}

// FailureLevel returns the log level for a failed request, which is debug if the client has disconnected.
func FailureLevel(r *http.Request) slog.Level {
	if r.Context().Err() != nil {
		return slog.LevelDebug
	}
	return slog.LevelError
}
