package settings

import (
	"errors"
	"mime"
	"net/http"
	"net/url"
	"os"
	"strings"
	"unicode/utf8"
)

// readable returns a handler that calls next only if the form in the request is complete and valid
// text. If a form is incomplete, too long or received too slowly, its missing fields would
// otherwise be treated as empty. Bytes that are not valid text would be handled differently by
// different stores.
func (s *Settings) readable(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isText(r.URL.Path) {
			s.Site.NotFound(w, r)
			return
		}
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil || !areText(query) {
			s.Site.Refuse(w, r, http.StatusBadRequest, "The address must be text, in UTF-8.")
			return
		}
		if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); strings.HasPrefix(kind, "multipart/") {
			s.Site.Refuse(w, r, http.StatusUnsupportedMediaType, "The form must be sent as application/x-www-form-urlencoded. No change was saved.")
			return
		}
		if status, problem := readForm(r); status != http.StatusOK {
			w.Header().Set("Connection", "close") // the rest of the body is not read, so the connection cannot be used again
			s.Site.Refuse(w, r, status, problem+" No change was saved.")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// readForm parses the form in a request. If the form is invalid, readForm returns an HTTP status
// and a message.
func readForm(r *http.Request) (status int, problem string) {
	err := r.ParseForm()
	_, long := errors.AsType[*http.MaxBytesError](err)
	switch {
	case long:
		return http.StatusRequestEntityTooLarge, "The form is too long."
	case errors.Is(err, os.ErrDeadlineExceeded):
		return http.StatusRequestTimeout, "The form did not arrive in time."
	case err != nil:
		return http.StatusBadRequest, "The form is incomplete."
	case !areText(r.PostForm):
		return http.StatusBadRequest, "The form must be text, in UTF-8."
	}
	return http.StatusOK, ""
}

// isText reports whether all stores accept s as text.
func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

func areText(values url.Values) bool {
	for name, list := range values {
		for _, value := range append(list, name) {
			if !isText(value) {
				return false
			}
		}
	}
	return true
}
