package httpapi

import (
	"bytes"
	"net/http"
	"net/url"
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// net/http answers some requests on its own, before any handler: in plain text, and then
// it closes the connection. A connection of [OneWrite] sends the API's own body in place
// of such an answer. Over TLS the connection sees encrypted bytes alone, and the plain
// answers stay, but for the one to a client that speaks no TLS.

// plainHeader is what net/http writes after the status of its own answers. An answer of
// a handler has a date at least.
const plainHeader = "Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// Beginnings of the answers of net/http that have another form.
const (
	expectationFailed = "HTTP/1.1 417 "
	noTLS             = "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server."
)

// longestPlain exceeds the length of each of those answers, in bytes.
const longestPlain = 512

// plainAnswer returns the status of an answer that net/http wrote on its own, and what
// it said after that.
func plainAnswer(p []byte) (status int, said string, ok bool) {
	const statusAt = len("HTTP/1.1 ")
	if len(p) > longestPlain || len(p) < statusAt+3 || p[0] != 'H' || p[statusAt] < '4' {
		return 0, "", false
	}
	line, rest, _ := bytes.Cut(p, []byte("\r\n"))
	plain := bytes.HasPrefix(rest, []byte(plainHeader))
	switch {
	case bytes.HasPrefix(p, []byte(noTLS)):
		return http.StatusBadRequest, "must be sent over https", true
	case !plain && !bytes.HasPrefix(p, []byte(expectationFailed)):
		return 0, "", false
	}
	status, err := strconv.Atoi(string(p[statusAt : statusAt+3]))
	_, text, _ := bytes.Cut(line, []byte(": "))
	return status, string(text), err == nil
}

// unread is the error of a request that net/http could not read, by its status and by
// what it said.
func unread(status int, said string) error {
	field, message := "request", said
	switch {
	case status == http.StatusRequestHeaderFieldsTooLarge:
		field, message = "header", "is too long; send fewer or shorter header fields"
	case status == http.StatusExpectationFailed:
		field, message = "Expect", "is not supported but for 100-continue"
	case status == http.StatusNotImplemented:
		field, message = "Transfer-Encoding", "is not supported but for chunked"
	case message == "":
		message = "cannot be read as HTTP/1.1: a method, a path and the version, header fields, and an empty line"
	}
	return service.Invalid(field, message).WithStatus(status)
}

// refusal returns the answer to a request that net/http could not read.
func (a *API) refusal(status int, said string) []byte {
	told := &unwritten{header: http.Header{}}
	w := &response{Sender: admission.Sender{ResponseWriter: told}, id: service.NewRequestID()}
	r := &http.Request{URL: &url.URL{}}
	a.setCommonHeaders(told.header, w.id, false)
	told.header.Set("Connection", "close")
	told.header.Set("Date", a.Clock().UTC().Format(http.TimeFormat))
	started := a.Clock()
	a.fail(w, r, unread(status, said))
	if a.Observe != nil {
		a.observe(w, r, started)
	}
	var answer bytes.Buffer
	answer.WriteString("HTTP/1.1 " + strconv.Itoa(status) + " " + http.StatusText(status) + "\r\n")
	_ = told.header.Write(&answer) // memory takes what it is given
	answer.WriteString("\r\n")
	answer.Write(told.body)
	return answer.Bytes()
}

// unwritten is a ResponseWriter that keeps an answer.
type unwritten struct {
	header http.Header
	body   []byte
}

// Header implements [http.ResponseWriter].
func (u *unwritten) Header() http.Header { return u.header }

// WriteHeader implements [http.ResponseWriter].
func (u *unwritten) WriteHeader(int) {}

// Write implements [http.ResponseWriter].
func (u *unwritten) Write(p []byte) (int, error) {
	u.body = append(u.body, p...)
	return len(p), nil
}
