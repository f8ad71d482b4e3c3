//go:build js && wasm

// Command console contains the pages that use the engine, with all their files, for a static site without a server.
// Like a server's console, it converts requests to responses. `make site` builds it.
//
// The command adds an object named leasehold to the global object in which it was started:
//
//	serve(method, path, contentType, accept: string, body: Uint8Array):
//	  {status: number, headers: [name, value][], body: Uint8Array}
//
// If this object has a function progress(leases, done, of: number), the command calls this function
// during a report, with the number of leases, the number of bytes processed and the file's length.
package main

import (
	"bytes"
	"net/http"
	"net/url"
	"os"
	"syscall/js"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/console"
)

// version is set by the linker.
var version string

var uint8Array = js.Global().Get("Uint8Array")

func main() {
	leasehold := js.Global().Get("Object").New()
	pages, err := console.NewStatic(console.StaticOptions{
		Clock: time.Now, Version: version,
		Progress: func(p batch.Progress, of int) {
			if told := leasehold.Get("progress"); told.Type() == js.TypeFunction {
				told.Invoke(p.Leases, p.Bytes, of)
			}
		},
	})
	if err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
	mux := http.NewServeMux()
	for pattern, handler := range pages.Handlers() {
		mux.Handle(pattern, handler)
	}
	leasehold.Set("serve", js.FuncOf(func(_ js.Value, args []js.Value) any { return serve(mux, args) }))
	js.Global().Set("leasehold", leasehold)
	select {} // keeps the exported functions callable
}

func serve(handler http.Handler, args []js.Value) any {
	body := make([]byte, args[4].Length())
	js.CopyBytesToGo(body, args[4])
	r, err := http.NewRequest(args[0].String(), "http://folder"+(&url.URL{Path: args[1].String()}).EscapedPath(), bytes.NewReader(body))
	if err != nil {
		return map[string]any{"status": http.StatusBadRequest, "headers": []any{}, "body": uint8Array.New(0)}
	}
	r.Header.Set("Content-Type", args[2].String())
	r.Header.Set("Accept", args[3].String())
	r.Header.Set("Sec-Fetch-Site", "same-origin") // requests come only from pages of this site
	w := &response{header: http.Header{}, status: http.StatusOK}
	handler.ServeHTTP(w, r)
	headers := []any{}
	for name := range w.header {
		headers = append(headers, []any{name, w.header.Get(name)})
	}
	given := uint8Array.New(w.body.Len())
	js.CopyBytesToJS(given, w.body.Bytes())
	return map[string]any{"status": w.status, "headers": headers, "body": given}
}

type response struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements [http.ResponseWriter].
func (w *response) Header() http.Header { return w.header }

// WriteHeader implements [http.ResponseWriter].
func (w *response) WriteHeader(status int) { w.status = status }

// Write implements [http.ResponseWriter].
func (w *response) Write(p []byte) (int, error) { return w.body.Write(p) }
