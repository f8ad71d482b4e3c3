package httpapi

import (
	"bytes"
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/url"
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Listener returns a listener for the server of an API. net/http itself responds to some invalid
// requests, before any handler, with plain text, and closes the connection. A connection of this
// listener replaces the plain text by the API's error. Over TLS this is possible only for the
// response to a client that does not use TLS: other responses are already encrypted when they reach
// the connection. The server's ConnContext must be [API.ConnContext].
func Listener(l net.Listener) net.Listener { return listener{l} }

type listener struct{ net.Listener }

// Accept implements [net.Listener].
func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		c = &conn{TCPConn: tcp}
	}
	return c, err
}

// ConnContext sets the API that writes the errors of a connection of [Listener].
func (a *API) ConnContext(ctx context.Context, c net.Conn) context.Context {
	if encrypted, ok := c.(*tls.Conn); ok {
		c = encrypted.NetConn()
	}
	if own, ok := c.(*conn); ok {
		own.api = a
	}
	return ctx
}

// conn is a connection of a [Listener].
type conn struct {
	*net.TCPConn

	api *API // nil until [API.ConnContext] is called
}

// Write implements [net.Conn].
func (c *conn) Write(p []byte) (int, error) {
	if status, said, plain := plainAnswer(p); plain && c.api != nil {
		_, err := c.TCPConn.Write(c.api.refusal(status, said))
		return len(p), err
	}
	return c.TCPConn.Write(p)
}

// plainHeader is the end of the header of a response that net/http itself writes. Responses of
// handlers are different, because they always have a date.
const plainHeader = "Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// Beginnings of the two responses of net/http that do not contain plainHeader.
const (
	expectationFailed = "HTTP/1.1 417 "
	noTLS             = "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server."
)

// longestPlain is more than the length in bytes of every response that net/http itself writes.
const longestPlain = 512

// plainAnswer returns the status and the text of a response that net/http itself wrote. ok is false
// for the response of a handler.
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

// unread returns the error for a request that net/http rejected with the given status and text.
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
		message = "cannot be read as HTTP/1.1: a method, a path and the version, header fields, and an empty line"
	}
	return service.Invalid(field, message).WithStatus(status)
}

// refusal returns the bytes of the API's error response for a request that net/http rejected.
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
	_ = stored.header.Write(&answer) // writing to a buffer returns no error
	answer.WriteString("\r\n")
	answer.Write(stored.body)
	return answer.Bytes()
}

// unwritten is a ResponseWriter that stores the response in memory.
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
