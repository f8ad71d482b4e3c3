package faults

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// tamperer is a control of the fuzzer: a proxy that changes some responses.
type tamperer struct {
	status   int // status of the responses that the proxy changes
	tamper   func(resp *http.Response, body string) string
	promise  string // promise that a changed response breaks
	seen     atomic.Int64
	tampered atomic.Int64
}

// Of the responses with a tamperer's status, the tamperer changes every tampersWithOneIn-th
// response.
const tampersWithOneIn = 20

// pass changes every tampersWithOneIn-th response with the tamperer's status, and passes on all
// other responses unchanged.
func (s *tamperer) pass(resp *http.Response) error {
	if resp.StatusCode != s.status || s.seen.Add(1)%tampersWithOneIn != 0 {
		return nil
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	s.tampered.Add(1)
	changed := s.tamper(resp, string(body))
	resp.Body = io.NopCloser(bytes.NewBufferString(changed))
	resp.ContentLength = int64(len(changed))
	resp.Header.Set("Content-Length", strconv.Itoa(len(changed)))
	return nil
}

// wholeAnswers repeats a request if its response is incomplete. A response can be incomplete when
// the server rejects a body that is still being sent. The server then closes the connection, and
// Go's client sometimes does not read the response.
type wholeAnswers struct{}

func (wholeAnswers) RoundTrip(r *http.Request) (resp *http.Response, err error) {
	var sent []byte
	if r.Body != nil {
		if sent, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	for range 3 {
		again := r.Clone(r.Context())
		again.Body = io.NopCloser(bytes.NewReader(sent))
		if resp, err = http.DefaultTransport.RoundTrip(again); err != nil {
			continue
		}
		var body []byte
		body, err = io.ReadAll(resp.Body)
		err = errors.Join(err, resp.Body.Close())
		if err == nil {
			resp.Body = io.NopCloser(bytes.NewReader(body))
			return resp, nil
		}
	}
	return nil, err
}

// replaceMessage replaces the message in the body of an error.
func replaceMessage(body, message string) string {
	before, rest, _ := strings.Cut(body, `"message":"`)
	_, after, _ := strings.Cut(rest, `","docs"`)
	return before + `"message":"` + message + `","docs"` + after
}

// TestTheFuzzerFindsTamperedAnswers tests the controls, which are proxies that change one in twenty
// responses. The fuzzer must report exactly the changed responses.
func TestTheFuzzerFindsTamperedAnswers(t *testing.T) {
	t.Parallel()
	const requests = 4 * odditiesAKey
	server := start(t, binary(t), onFile().database(t))
	target, err := url.Parse(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*tamperer{
		"a failure": {status: 200, promise: "undocumented: ", tamper: func(resp *http.Response, _ string) string {
			resp.StatusCode = http.StatusInternalServerError
			return `{"error":{"code":"internal_error","message":"something went wrong","docs":"","request_id":""}}`
		}},
		"another status": {status: 400, promise: "undocumented: ", tamper: func(resp *http.Response, body string) string {
			resp.StatusCode = http.StatusUnprocessableEntity
			return body
		}},
		"another code": {status: 400, promise: "undocumented: ", tamper: func(_ *http.Response, body string) string {
			return strings.Replace(body, `"invalid_request"`, `"bad_request"`, 1)
		}},
		"no field named": {status: 400, promise: "unnamed: ", tamper: func(_ *http.Response, body string) string {
			return replaceMessage(body, "the request is not valid")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			front := httptest.NewServer(&httputil.ReverseProxy{
				Rewrite:        func(r *httputil.ProxyRequest) { r.SetURL(target) },
				ModifyResponse: s.pass,
				Transport:      wholeAnswers{},
			})
			defer front.Close()
			broken := fuzz(t, front.URL, createKeys(t, server.DB, requests/odditiesAKey), requests)
			for _, fault := range broken {
				if !strings.HasPrefix(fault, s.promise) {
					t.Error(fault)
				}
			}
			if s.tampered.Load() == 0 || len(broken) != int(s.tampered.Load()) {
				t.Errorf("of %d tampered answers it finds %d", s.tampered.Load(), len(broken))
			}
			t.Logf("%d found", len(broken))
		})
	}
}
