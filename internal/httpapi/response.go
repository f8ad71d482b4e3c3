package httpapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/filename"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// response is a ResponseWriter that also contains the request ID and the response status.
type response struct {
	admission.Sender

	id      string
	status  int // 0 until the response begins
	code    service.Code
	request *admission.Request // nil for /healthz and /readyz
}

// WriteHeader records the status and passes it on.
func (w *response) WriteHeader(status int) {
	if status >= http.StatusOK {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write marks the request as sending before it writes. From then on, the request no longer counts
// as a request in progress, so that a slow client does not block other requests.
func (w *response) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	if w.request != nil {
		w.request.Sending()
	}
	return w.Sender.Write(p)
}

// Flush implements [http.Flusher] for handlers that write a response in parts.
func (w *response) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// Unwrap returns the underlying writer to [http.ResponseController].
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (a *API) operation(op *operations.Operation) handler {
	negotiate := negotiator(op, a.Service.Formats(op), a.Service.Formats(nil))
	return func(w *response, r *http.Request) error {
		secret, err := apikey.FromHeaders(r.Header["Authorization"], r.Header["X-Api-Key"])
		if err != nil {
			return service.CredentialError(err)
		}
		answer, quota, err := a.Service.Do(r.Context(), service.Request{
			ID: w.id, Operation: op, Secret: secret, IdempotencyKey: r.Header["Idempotency-Key"], BodyOnly: true,
			Read: func() (service.Input, error) {
				if err := uncompressed(r.Header["Content-Encoding"]); err != nil {
					return service.Input{}, err
				}
				format, err := negotiate(r.Header["Accept"])
				return service.Input{Body: r.Body, Length: r.ContentLength, Format: format}, err
			},
		})
		setHeaders(w.Header(), quota.Headers()...)
		if err != nil {
			return err
		}
		defer answer.Release()
		if lost := w.succeed(r.Context(), answer); lost != nil && answer.Units() > 0 {
			// An operator can refund this response.
			a.log(w, r, slog.LevelWarn, "a billed response was not sent",
				slog.Int64("units", answer.Units()), slog.String("error", apikey.Redact(lost.Error())))
		}
		return nil
	}
}

// uncompressed rejects a compressed body, because the size limit applies to the bytes that are sent.
func uncompressed(codings []string) error {
	for _, coding := range codings {
		if coding != "" && !strings.EqualFold(coding, "identity") {
			return service.Invalid("Content-Encoding", "is not supported; send the body uncompressed, without this header")
		}
	}
	return nil
}

// setHeaders sets headers from alternating canonical names and values. The values share one array,
// which saves allocations.
func setHeaders(h http.Header, pairs ...string) {
	values := make([]string, len(pairs)/2)
	for i := range values {
		values[i] = pairs[2*i+1]
		h[pairs[2*i]] = values[i : i+1 : i+1]
	}
}

// succeed sends a recorded response. If sending fails, the client can request a replay.
func (w *response) succeed(ctx context.Context, answer *service.Answer) error {
	mediaType := "application/json"
	if answer.MediaType != "" {
		mediaType = answer.MediaType
		if strings.HasPrefix(mediaType, "text/") {
			mediaType += "; charset=utf-8"
		}
		setHeaders(w.Header(), "Content-Disposition", filename.Attachment(answer.FileName))
	}
	setHeaders(w.Header(), "Content-Type", mediaType, "Content-Length", strconv.Itoa(answer.Body.Len()))
	if r := answer.Receipt; r.Row > 0 {
		setHeaders(w.Header(), "X-Usage-Row", strconv.FormatInt(r.Row, 10), "X-Usage-Head", r.Head.String())
	}
	if answer.Replay {
		setHeaders(w.Header(), "Idempotent-Replay", "true")
	}
	return w.send(ctx, answer.Body)
}

// problem is the body of every error response.
type problem struct {
	Error struct {
		Code      service.Code    `json:"code"`
		Message   string          `json:"message"`
		Docs      string          `json:"docs"`
		RequestID string          `json:"request_id"`
		Fields    []service.Field `json:"fields,omitempty"`
	} `json:"error"`
}

// fail writes an error response. No other function writes error responses.
func (a *API) fail(w *response, r *http.Request, err error) {
	if errors.Is(err, service.ErrUncertain) {
		// If it is unknown whether the computation was recorded, the client receives neither a
		// success response nor an error.
		a.logFailure(w, r, err)
		panic(http.ErrAbortHandler)
	}
	if a.requests.Ending() && errors.Is(err, context.Canceled) {
		err = admission.ErrEnding
	}
	known := service.AsError(err)
	w.code = known.Code
	switch {
	case errors.Is(err, admission.ErrBusy):
		a.logOverload(w, r)
	case errors.Is(err, admission.ErrEnding):
	case known.Code == service.InternalError:
		a.logFailure(w, r, err)
	}
	var body problem
	body.Error.Code = known.Code
	body.Error.Message = known.Message
	body.Error.Docs = known.Code.Docs(a.PublicURL)
	body.Error.RequestID = w.id
	body.Error.Fields = known.Fields
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(body) // encoding strings returns no error
	h := w.Header()
	status := known.HTTPStatus()
	if status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if known.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(known.RetryAfter))
	}
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(text.Len()))
	w.WriteHeader(status)
	_, _ = w.Write(text.Bytes()) // an error means that the client has disconnected
}

// logOverload logs that requests are rejected, at most once per second to limit the log's length.
func (a *API) logOverload(w *response, r *http.Request) {
	now := a.Clock().Unix()
	if a.complained.Swap(now) == now {
		return
	}
	refused := make([]slog.Attr, 0, 8)
	for name, state := range a.States() {
		refused = append(refused, slog.Int64(name, state.Refused))
	}
	a.log(w, r, slog.LevelWarn, "too many simultaneous requests: some are rejected", slog.GroupAttrs("refused", refused...))
}

// logFailure logs an internal error. The client does not receive the details. If the client has disconnected,
// the log level is debug.
func (a *API) logFailure(w *response, r *http.Request, err error) {
	level := slog.LevelError
	if r.Context().Err() != nil {
		level = slog.LevelDebug
	}
	a.log(w, r, level, "request failed", slog.String("error", apikey.Redact(err.Error())))
}

// log logs a request's event, without its body, query or credentials.
func (a *API) log(w *response, r *http.Request, level slog.Level, text string, attributes ...slog.Attr) {
	list := []slog.Attr{
		slog.String("request_id", w.id),
		slog.String("method", r.Method),
		slog.String("path", apikey.Redact(r.URL.Path)),
		slog.String("client", a.client(r)),
	}
	if trace := traceOf(r); trace != "" {
		list = append(list, slog.String("trace", trace))
	}
	a.Log.LogAttrs(r.Context(), level, text, append(list, attributes...)...)
}

// traceparent matches the Traceparent header of W3C Trace Context: version, trace ID, parent ID and flags.
var traceparent = regexp.MustCompile(`^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(-|$)`)

// traceOf returns the trace ID in a valid Traceparent header, or "".
func traceOf(r *http.Request) string {
	parts := traceparent.FindStringSubmatch(r.Header.Get("Traceparent"))
	if parts == nil || strings.HasPrefix(parts[0], "ff") {
		return ""
	}
	return parts[1]
}

func (a *API) client(r *http.Request) string { return ClientAddress(r, a.TrustedProxies) }

// ClientAddress returns the client's address. By default, the result is the address of the
// connection. If the connection comes from a trusted proxy, the result is the last address in
// X-Forwarded-For that is not a trusted proxy. Earlier addresses in the header can be forged.
func ClientAddress(r *http.Request, trusted []netip.Prefix) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		address, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil || !within(trusted, host) {
			break
		}
		host = address.String()
	}
	return host
}

func within(networks []netip.Prefix, host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && slices.ContainsFunc(networks, func(p netip.Prefix) bool {
		return p.Contains(address.Unmap())
	})
}

const jsonType = "application/json"

type accepted struct {
	mediaType string
	paper     string // value of the paper parameter
	quality   float64
}

// negotiator returns a function that chooses a response's format from the values of the Accept header. That function
// returns nil for JSON and for unknown media types, and an error if the header contains only formats of other
// operations.
func negotiator(op *operations.Operation, formats, known []*service.Format) func(accept []string) (*service.Format, error) {
	available := []string{jsonType}
	for _, f := range formats {
		if f.Paper == "" {
			available = append(available, f.MediaType)
		}
	}
	return func(accept []string) (*service.Format, error) {
		refused := ""
		for _, w := range parseAccept(accept) {
			switch w.mediaType {
			case jsonType, "application/*", "*/*":
				return nil, nil //nolint:nilnil // nil means JSON
			}
			isType := func(f *service.Format) bool { return f.MediaType == w.mediaType }
			if i := slices.IndexFunc(formats, isType); i >= 0 {
				return onPaper(formats, formats[i], w.paper)
			}
			if refused == "" && slices.ContainsFunc(known, isType) {
				refused = w.mediaType
			}
		}
		if refused == "" {
			return nil, nil //nolint:nilnil // nil means JSON
		}
		return nil, service.Invalid("Accept", refused+" is not available for "+op.Name+"; use "+lists.Or(available))
	}
}

// onPaper returns the variant of the usual format for the given paper size. If the size is "" or the media type
// has no paper sizes, onPaper returns the usual format.
func onPaper(formats []*service.Format, usual *service.Format, paper string) (*service.Format, error) {
	var papers []string
	for _, f := range formats {
		if f.MediaType != usual.MediaType || f.Paper == "" {
			continue
		}
		if f.Paper == paper {
			return f, nil
		}
		papers = append(papers, f.Paper)
	}
	if paper == "" || papers == nil {
		return usual, nil
	}
	return nil, service.Invalid("Accept", usual.MediaType+" is not available on paper "+strconv.Quote(paper)+"; use "+lists.Or(papers))
}

// parseAccept returns the entries of Accept headers, most preferred first. Among entries of equal quality, a
// full media type precedes a range such as text/*; otherwise they keep the header's order.
func parseAccept(values []string) []accepted {
	var list []accepted
	for item := range strings.SplitSeq(strings.Join(values, ","), ",") {
		mediaType, parameters, _ := strings.Cut(item, ";")
		w := accepted{mediaType: strings.ToLower(strings.TrimSpace(mediaType)), quality: 1}
		for parameter := range strings.SplitSeq(parameters, ";") {
			name, value, _ := strings.Cut(parameter, "=")
			switch value = strings.TrimSpace(value); strings.ToLower(strings.TrimSpace(name)) {
			case "q":
				if q, err := strconv.ParseFloat(value, 64); err == nil {
					w.quality = q
				}
			case "paper":
				w.paper = strings.ToLower(strings.Trim(value, `"`))
			}
		}
		if w.mediaType != "" && w.quality > 0 {
			list = append(list, w)
		}
	}
	ranges := func(w accepted) int { return strings.Count(w.mediaType, "*") }
	slices.SortStableFunc(list, func(a, b accepted) int {
		return cmp.Or(cmp.Compare(b.quality, a.quality), cmp.Compare(ranges(a), ranges(b)))
	})
	return list
}

// asksForPage reports whether the client accepts HTML pages. Browsers that load a page send text/html in
// Accept; API clients do not.
func asksForPage(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) &&
		slices.ContainsFunc(parseAccept(r.Header.Values("Accept")), func(a accepted) bool { return a.mediaType == "text/html" && a.quality > 0 })
}
