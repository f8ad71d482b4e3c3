package httpapi

import (
	"bytes"
	"net/http"
	"net/url"
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// net/http responds to some requests in plain text, before any handler, and closes the connection.
// A connection of [OneWrite] replaces such a response with the API's error. Over TLS the connection
// sees only encrypted bytes, so the plain text remains, except for clients that do not use TLS.

// plainHeader is the header that net/http writes in such responses. Responses of handlers always
// have a date.
const plainHeader = "Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// Beginnings of such responses in another format.
const (
	expectationFailed = "HTTP/1.1 417 "
	noTLS             = "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server."
)

// longestPlain exceeds the length of all such responses, in bytes.
const longestPlain = 512

// plainAnswer returns the status and the text of a response that net/http wrote without a handler.
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

// unread returns the error for a request that net/http could not read.
func unread(status int, said string) error {
	field, message := "request", said
	switch {
	case status == http.StatusRequestHeaderFieldsTooLarge:
		field, message = "header", "is too long; send fewer or shorter header fields"
	case status == http.StatusExpectationFailed:
		field, message = "Expect", "is not supported, except for 100-continue"
	case status == http.StatusNotImplemented:
		field, message = "Transfer-Encoding", "is not supported, except for chunked"
	case message == "":
		message = "cannot be read as HTTP/1.1: send a method, a path and the version, then header fields, then an empty line"
	}
	return service.Invalid(field, message).WithStatus(status)
}

// refusal returns the response to a request that net/http could not read.
func (a *API) refusal(status int, said string) []byte {
	stored := &unwritten{header: http.Header{}}
	w := &response{Sender: admission.Sender{ResponseWriter: stored}, id: service.NewRequestID()}
	r := &http.Request{URL: &url.URL{}}
	a.setCommonHeaders(stored.header, w.id, false)
	stored.header.Set("Connection", "close")
	stored.header.Set("Date", a.Clock().UTC().Format(http.TimeFormat))
	started := a.Clock()
	a.fail(w, r, unread(status, said))
	if a.Observe != nil {
		a.observe(w, r, started)
	}
	var answer bytes.Buffer
	answer.WriteString("HTTP/1.1 " + strconv.Itoa(status) + " " + http.StatusText(status) + "\r\n")
	_ = stored.header.Write(&answer) // a buffer returns no error
	answer.WriteString("\r\n")
	answer.Write(stored.body)
	return answer.Bytes()
}

// unwritten is a ResponseWriter that stores a response.
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
