package settings

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// After signing in, the browser is redirected only to a page of this server.
func TestNextIsAPageOfThisServer(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"/": "/", "/account?name=a": "/account?name=a", "": "/account", "https://evil.example": "/account", "//evil.example": "/account",
		`/\evil.example`: "/account", "javascript:alert(1)": "/account", "/\nx": "/account", "account": "/account", "/\t/evil.example": "/account",
	} {
		if got := next(given); got != want {
			t.Errorf("%q leads to %q, want %q", given, got, want)
		}
	}
	if _, err := url.Parse(next("/%zz")); err != nil {
		t.Error(err)
	}
}

// If a page does not support a request's method, the response lists the methods that it supports. For an
// unknown path, the response says that the page does not exist.
func TestPagesNameTheirMethods(t *testing.T) {
	t.Parallel()
	s := withChanges(t, &changes{})
	for _, tt := range []struct {
		method, path string
		status       int
		allow        string
	}{
		{http.MethodPut, "/account", 405, "GET"},
		{http.MethodPost, "/account", 405, "GET"},
		{http.MethodGet, "/account/sign-out", 405, "POST"},
		{http.MethodDelete, "/account/sign-in", 405, "GET POST"},
		{http.MethodDelete, "/account/keys/key_1/revoke", 405, "GET POST"},
		{http.MethodHead, "/account", 200, ""},
		{http.MethodPatch, "/account/nothing", 404, ""},
		{http.MethodGet, "/account/usage/", 404, ""},
		{http.MethodGet, "/account/", 404, ""},
	} {
		w := ask(s, tt.method, tt.path, "", "Cookie", s.cookieName()+"=token", "Sec-Fetch-Site", "same-origin")
		if allow := strings.Join(w.Header().Values("Allow"), " "); w.Code != tt.status || allow != tt.allow {
			t.Errorf("%s %s: status %d, Allow %q; want %d, %q", tt.method, tt.path, w.Code, allow, tt.status, tt.allow)
		}
	}
	if got := ask(s, http.MethodGet, "/account?name=%zz", "", "Cookie", s.cookieName()+"=token").Code; got != http.StatusBadRequest {
		t.Errorf("a malformed address: status %d", got)
	}
}
