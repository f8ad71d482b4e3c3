package httpapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/http"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

const pageStyle = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
code,h2{font-family:ui-monospace,monospace}h2{margin:2rem 0 0;font-size:1.1rem}h2 small{font-weight:normal;opacity:.7}
h2:target{outline:2px solid;outline-offset:4px}p{margin:.4rem 0}
body{background:light-dark(#f6f5f1,#12161b);color:light-dark(#1c2730,#e4e9ed);overflow-wrap:anywhere}a{color:light-dark(#1d5c80,#86bfe0)}
pre{white-space:pre-wrap;background:light-dark(#fff,#1a2027);border:1px solid light-dark(#dddad1,#303943);border-radius:8px;padding:.6rem .8rem}
h2{border-top:1px solid light-dark(#dddad1,#303943);padding-top:1rem}nav a{margin-right:1rem}`

var errorsTemplate = template.Must(template.New("errors").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors of the lease accounting service</title>
<link rel="icon" href="../favicon.ico" type="image/svg+xml">
<style>` + pageStyle + `</style>
</head>
<body>
<header><nav aria-label="Main"><a href="../docs">API reference</a></nav></header>
<main>
<h1>Errors</h1>
<p>Every error has this body; its <code>request_id</code> is also in the header <code>x-request-id</code>:</p>
<pre><code>{"error":{"code":"…","message":"…","docs":"…","request_id":"req_…"}}</code></pre>
<p>An <code>invalid_request</code> also has <code>fields</code>: the name of each field at fault and its message, in the order of <code>message</code>.</p>
<p>An error is never billed. After an <code>internal_error</code>, or without any answer, repeat the request with the same
<code>Idempotency-Key</code>: it is billed at most once.</p>
{{range .}}<h2 id="{{.Code}}">{{.Code}} <small>{{.Status}}</small></h2>
<p>{{.When}}</p>
<p>{{.Fix}}</p>
{{end}}</main>
</body>
</html>
`))

// errorsPage serves the page that error.docs leads to.
func errorsPage() handler {
	var page bytes.Buffer
	if err := errorsTemplate.Execute(&page, service.Codes()); err != nil {
		panic(err) // the template is a constant
	}
	sum := sha256.Sum256([]byte(pageStyle))
	policy := "default-src 'none'; frame-ancestors 'none'; img-src 'self'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	return func(w *response, r *http.Request) error {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			return service.Invalid("method", "must be GET").WithStatus(http.StatusMethodNotAllowed)
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", policy)
		_, _ = w.Write(page.Bytes()) // the client may be gone
		return nil
	}
}
