package httpapi_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/httpapi"
)

// Every path is either served or not found, as the API contract defines. No variant spelling of a
// path is redirected or reaches an operation.
func TestNoPathIsRedirected(t *testing.T) {
	t.Parallel()
	var routes []httpapi.Route
	for _, pattern := range []string{"/assets/", "/workbench/", "/{$}", "/account", "/account/", "/docs", "/docs/assets/"} {
		routes = append(routes, httpapi.Route{Pattern: pattern, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusNoContent)
		})})
	}
	d := open(t, nil, routes...)
	server := httptest.NewUnstartedServer(d)
	server.Config.DisableGeneralOptionsHandler = true
	server.Start()
	t.Cleanup(server.Close)
	for _, tt := range []struct {
		target string
		status int
	}{
		{"/", 204},
		{"/assets/", 204},
		{"/assets/x", 204},
		{"/assets", 404},
		{"/assets?x", 404},
		{"/workbench", 404},
		{"/docs/assets", 404},
		{"/account", 204},
		{"/account/", 204},
		{"/account//", 404},
		{"//", 404},
		{"//account", 404},
		{"/account/.", 404},
		{"/./account", 404},
		{"/account/../account", 404},
		{"/%2e/account", 404},
		{"/%2e%2e/account", 404},
		{"/account%2f", 404},
		{"/account/%2f", 404},
		{"/account/%ff", 204}, // the handler for /account/ responds
		{"/api", 404},
		{"/api/", 404},
		{"/api/v1", 404},
		{"/api/v1/", 404},
		{"/v1/compute", 404},
		{"//v1/compute", 404},
		{"/v1/./compute", 404},
		{"//api/v1/compute", 404},
		{"/api/v1//compute", 404},
		{"/api/v1/./compute", 404},
		{"/api/v1/../v1/compute", 404},
		{"/api/v1/compute/", 404},
		{"/api/v1/compute//", 404},
		{"/api/v1/compute/.", 404},
		{"/api/v1/compute;x", 404},
		{"/api/v1/compute%3f", 404},
		{"/api/v1/compute%00", 404},
		{"/api/v1/%ff", 404},
		{"/%00", 404},
		{"*", 404},
		{"http://leases.example", 404},
		{"http://leases.example//", 404},
	} {
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "OPTIONS", "CONNECT", "BREW"} {
			status, location := exchange(t, server.Listener.Addr().String(), method, tt.target)
			if method == "CONNECT" && status == 400 {
				continue // net/http itself rejects an invalid host in the request line
			}
			if status != tt.status || location != "" {
				t.Errorf("%s %s: status %d, Location %q; want %d", method, tt.target, status, location, tt.status)
			}
		}
	}
}

// An operation rejects every method except its own, even if the request has other errors. The error
// names the accepted method.
func TestOperationsHaveOneMethod(t *testing.T) {
	t.Parallel()
	d := open(t, nil)
	for _, operation := range []string{"compute", "schedule", "journal-entries", "classify"} {
		for _, method := range []string{"GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW", "post"} {
			w := d.do(method, "/api/v1/"+operation, lease60, "X-Api-Key", key)
			wantError(t, w, 405, "invalid_request")
			if w.Header().Get("Allow") != "POST" {
				t.Errorf("%s %s: Allow %q", method, operation, w.Header().Get("Allow"))
			}
		}
	}
}

// exchange sends a request line without normalizing it. It fails the test if the response to an unknown
// path does not have the body that the API contract defines.
func exchange(t *testing.T, address, method, target string) (status int, location string) {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() //nolint:errcheck // the response was read completely
	if _, err := fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: leases.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", method, target); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		t.Fatalf("%s %s: %v", method, target, err)
	}
	defer answer.Body.Close() //nolint:errcheck // the response was read completely
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	var problem struct{ Error struct{ Code string } }
	if answer.StatusCode == 404 && method != "HEAD" && (json.Unmarshal(body, &problem) != nil || problem.Error.Code != "not_found") {
		t.Errorf("%s %s: body %q", method, target, body)
	}
	return answer.StatusCode, answer.Header.Get("Location")
}

// For an unknown path, a browser receives an HTML page and every other client receives the API's
// error. For an unknown path below /api/, browsers also receive the API's error.
func TestOnlyBrowsersGetANotFoundPage(t *testing.T) {
	t.Parallel()
	d := open(t, nil, httpapi.Route{Pattern: "/", Browsers: true, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusNotFound)
	})}, httpapi.Route{Pattern: "/assets/", Handler: http.NotFoundHandler()})
	const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	for _, tt := range []struct {
		method, path, accept string
		page                 bool
	}{
		{"GET", "/login", browser, true},
		{"HEAD", "/login", browser, true},
		{"GET", "/assets", browser, true},
		{"GET", "/login", "", false},
		{"GET", "/login", "*/*", false},
		{"GET", "/login", "application/json", false},
		{"GET", "/login", "text/html;q=0, */*", false},
		{"POST", "/login", browser, false},
		{"GET", "/api/v1/nothing", browser, false},
		{"GET", "//", browser, true}, // a path with repeated slashes is not found
		{"GET", "/login//", browser, true},
		{"GET", "/docs//errors", browser, true},
		{"GET", "/login//", "*/*", false},
		{"POST", "//", browser, false},
		{"GET", "//api/v1/nothing", browser, false},
		{"GET", "/api//v1/compute", browser, false},
	} {
		r := httptest.NewRequestWithContext(t.Context(), tt.method, tt.path, nil)
		r.Header.Set("Accept", tt.accept)
		w := httptest.NewRecorder()
		d.ServeHTTP(w, r)
		if page := w.Header().Get("Content-Type") == "text/html"; page != tt.page || w.Code != http.StatusNotFound {
			t.Errorf("%s %s with %q: %d %s", tt.method, tt.path, tt.accept, w.Code, w.Header().Get("Content-Type"))
		}
	}
}
