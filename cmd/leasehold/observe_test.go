package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzhttp"
)

// The flags of the metrics and of compression are parsed as documented. One error names all invalid
// flags.
func TestObserverSettings(t *testing.T) {
	t.Parallel()
	c, err := configured(t, inServe, "--metrics-addr", ":9464", "--compress",
		"--mcp-origins", "https://a.example, http://b.example:81")
	if err != nil {
		t.Fatal(err)
	}
	if c.metricsAddr != "127.0.0.1:9464" { // an address without a host means the loopback interface
		t.Errorf("metrics at %s", c.metricsAddr)
	}
	if !c.compress || len(c.mcpOrigins) != 2 || c.mcpOrigins[1] != "http://b.example:81" {
		t.Errorf("config %+v", c)
	}

	if c, err = configured(t, inServe); err != nil || c.metricsAddr != "" || c.compress || c.mcpOrigins != nil {
		t.Errorf("by default %+v, %v", c, err)
	}

	_, err = configured(t, inServe, "--metrics-addr", "9464", "--compress=often",
		"--mcp-origins", "https://a.example/path")
	if err == nil {
		t.Fatal("taken")
	}
	for _, want := range []string{"--metrics-addr: ", "--compress: ", "--mcp-origins: "} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %s in %v", want, err)
		}
	}
}

// --compress compresses the responses of the API, but not the console's pages, because the console
// decides which pages are compressed.
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
