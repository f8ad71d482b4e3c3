package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzhttp"
)

// The --compress flag compresses the API's responses, but not the console's pages, because the console decides
// which pages are compressed.
func TestPagesOfTheConsoleAreNotCompressed(t *testing.T) {
	t.Parallel()
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(strings.Repeat("anna@example.org ", compressFrom)))
	})
	s := &server{}
	s.compress = true
	for want, handler := range map[string]http.Handler{"gzip": page, "": uncompressed(page)} {
		wrapped, err := s.wrap(handler)
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/account", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		wrapped.ServeHTTP(w, r)
		if got := w.Header(); got.Get("Content-Encoding") != want || got.Get(gzhttp.HeaderNoCompression) != "" {
			t.Errorf("want %q: %v", want, got)
		}
	}
}
