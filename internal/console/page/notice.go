package page

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Notice responds with a page that consists of a title and a paragraph of text.
func (s *Site) Notice(w http.ResponseWriter, r *http.Request, status int, title, text string) {
	data := struct {
		Frame

		Text string
	}{s.shared.Frame(title, false), text}
	var b bytes.Buffer
	if err := s.shared.pages["notice"].ExecuteTemplate(&b, "layout.html", data); err != nil {
		s.log(r, w, err)
		http.Error(w, text, status)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	s.Send(w, r, status, b.Bytes(), false)
}

// Refuse responds with a notice whose title is the name of the HTTP status.
func (s *Site) Refuse(w http.ResponseWriter, r *http.Request, status int, text string) {
	s.Notice(w, r, status, http.StatusText(status), text)
}

// NotFound responds with a notice that the page does not exist.
func (s *Site) NotFound(w http.ResponseWriter, r *http.Request) {
	s.Refuse(w, r, http.StatusNotFound, "This page does not exist.")
}

// Fail responds with a notice that the server has failed. It writes the error only to the log.
func (s *Site) Fail(w http.ResponseWriter, r *http.Request, err error) {
	s.log(r, w, err)
	text := "The server failed. No data was changed; try again."
	if errors.Is(err, service.ErrUncertain) {
		text = "The database did not confirm the change, so it may or may not have been made. " +
			"Check the page that would show it before you try again."
	}
	s.Refuse(w, r, http.StatusInternalServerError, text)
}

func (s *Site) log(r *http.Request, w http.ResponseWriter, err error) {
	s.Log.Log(r.Context(), FailureLevel(r), "console", "path", r.URL.Path,
		"request_id", w.Header().Get("X-Request-Id"), "error", err.Error())
}

// FailureLevel returns the log level for a failed request. If the client has disconnected, the
// level is debug.
func FailureLevel(r *http.Request) slog.Level {
	if r.Context().Err() != nil {
		return slog.LevelDebug
	}
	return slog.LevelError
}
