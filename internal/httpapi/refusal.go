package httpapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// net/http responds to some requests in plain text before any handler is called, and closes the connection. A
// connection of [OneWrite] replaces such a response with the API's error. On a server that uses TLS, the
// connection sees only encrypted bytes and cannot replace anything, except in responses to clients that do
// not use TLS.

// plainHeader is the header of the responses that net/http writes in plain text. Handlers'
// responses always have a date.
const plainHeader = "Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// Plain-text responses in another format begin with these constants.
const (
	expectationFailed = "HTTP/1.1 417 "
	noTLS             = "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server."
)

// longestPlain exceeds the length in bytes of every such plain-text response.
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

// pageStyle is the style sheet for the console's pages and the API reference.
const pageStyle = `:root{color-scheme:light dark;--sheet:light-dark(#fff,#1a2027);--line:light-dark(#dddad1,#303943);--soft:light-dark(#55626d,#a3afb9);--accent:light-dark(#1d5c80,#86bfe0)}
body{margin:0;font:15px/1.5 system-ui,-apple-system,"Segoe UI","Liberation Sans",Arial,sans-serif;background:light-dark(#f6f5f1,#12161b);color:light-dark(#1c2730,#e4e9ed);overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;align-items:center;gap:0 1.5rem;min-height:3.25rem;padding:0 1.25rem;background:var(--sheet);border-bottom:1px solid var(--line)}
header b{display:flex;gap:.5rem;align-items:center}nav{display:flex;gap:1.1rem}nav a{color:var(--soft);text-decoration:none;padding:.85rem 0;border-bottom:2px solid transparent}nav a[aria-current]{color:inherit;border-color:var(--accent)}
main{max-width:46rem;margin:1.5rem auto;padding:1.1rem 1.25rem;background:var(--sheet);border:1px solid var(--line);border-radius:10px}h1{font-size:1.3rem;margin:0}
code,h2{font-family:ui-monospace,"SF Mono","Liberation Mono",Menlo,Consolas,monospace;font-size:.9em}h2{font-size:1rem;margin:1.4rem 0 0;border-top:1px solid var(--line);padding-top:1rem}h2 small{font-weight:normal;color:var(--soft)}
h2:target{outline:2px solid;outline-offset:4px}p{margin:.4rem 0}a{color:var(--accent)}pre{white-space:pre-wrap;border:1px solid var(--line);border-radius:7px;padding:.6rem .8rem}
@media(max-width:54rem){body{font-size:16px}main{margin:.75rem}}`

var errorsTemplate = template.Must(template.New("errors").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors · Leasehold</title>
<link rel="icon" href="../favicon.ico" type="image/svg+xml">
<style>` + pageStyle + `</style>
</head>
<body>
<header><b><img src="../favicon.ico" alt="" width="22" height="22"> Leasehold</b>
<nav aria-label="Main"><a href="../docs">API reference</a> <a href="errors" aria-current="page">Errors</a> <a href="../openapi.yaml">openapi.yaml</a></nav></header>
<main>
<h1>Errors</h1>
<p>Every error has this body; its <code>request_id</code> is also in the <code>x-request-id</code> header:</p>
<pre><code>{"error":{"code":"…","message":"…","docs":"…","request_id":"req_…"}}</code></pre>
<p>An <code>invalid_request</code> error also has <code>fields</code>, with the name and the message of each invalid field, in the same order as in <code>message</code>.</p>
<p>An error is never billed. After an <code>internal_error</code>, or without a response, repeat the request with the same
<code>Idempotency-Key</code>: it is billed at most once.</p>
{{range .}}<h2 id="{{.Code}}">{{.Code}} <small>{{.Status}}</small></h2>
<p>{{.When}}</p>
<p>{{.Fix}}</p>
{{end}}</main>
</body>
</html>
`))

// errorsPage serves the page to which error.docs links.
func errorsPage() handler {
	var page bytes.Buffer
	if err := errorsTemplate.Execute(&page, service.Codes()); err != nil {
		panic(err) // cannot happen, because the template is constant
	}
	sum := sha256.Sum256([]byte(pageStyle))
	policy := "default-src 'none'; frame-ancestors 'none'; img-src 'self'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	return func(w *response, _ *http.Request) error {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", policy)
		_, _ = w.Write(page.Bytes()) // an error means that the client has disconnected
		return nil
	}
}
