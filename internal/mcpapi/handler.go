package mcpapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// HandlerOptions configure a [Handler].
type HandlerOptions struct {
	Options

	Service *service.Service
	Clock   func() time.Time
	// PublicURL is the server's URL. Web pages of this origin may call the server.
	PublicURL string
	// Origins contains other origins with web pages that may call the server.
	Origins []string
}

// Handler serves the tools over streamable HTTP without sessions. No request depends on an earlier
// one, so any replica of the server can respond to it.
type Handler struct {
	options HandlerOptions
	limiter *meter.Limiter // counts the messages of each API key in this process
	taken   atomic.Uint64  // number of messages counted so far
	origins []string
	host    string
	stream  http.Handler
}

// NewHandler returns a handler for tool calls, which are billed.
func NewHandler(options HandlerOptions) (*Handler, error) {
	server, err := newServer(options.Options, metered(options.Service), true)
	if err != nil {
		return nil, err
	}
	public, err := url.Parse(options.PublicURL)
	if err != nil {
		return nil, fmt.Errorf("public URL: %w", err)
	}
	return &Handler{
		options: options,
		limiter: meter.NewLimiter(options.Clock),
		origins: append([]string{public.Scheme + "://" + public.Host}, options.Origins...),
		host:    public.Host,
		stream: mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
			Stateless:           true,
			JSONResponse:        true, // a response is one JSON message, not a stream of events
			Logger:              options.Log,
			MaxRequestBodyBytes: int64(longestOf(func(*operations.Operation) bool { return true })),
			// Without this option, the SDK would reject the public host name if a proxy on this
			// machine forwarded the request. [Handler.checkOrigin] checks the host name instead.
			DisableLocalhostProtection: true,
		}),
	}, nil
}

// Serve responds to one HTTP request. If Serve returns an error, the caller must send it as the response. The
// X-Request-Id response header must already contain the request ID.
func (h *Handler) Serve(w http.ResponseWriter, r *http.Request) error {
	if err := h.checkOrigin(r); err != nil {
		return err
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return service.Invalid("method", "must be POST; the server has no sessions and opens no streams").
			WithStatus(http.StatusMethodNotAllowed)
	}
	secret, err := apikey.FromHeaders(r.Header["Authorization"], r.Header["X-Api-Key"])
	if err != nil {
		return service.CredentialError(err)
	}
	key, leave, err := h.options.Service.Identify(r.Context(), secret)
	if err != nil {
		return err
	}
	defer leave()
	// The message is counted before its body is read, so that slow bodies cannot exceed the limit.
	if err := h.take(key); err != nil {
		return err
	}
	held := h.options.Service.Admission().Hold(key.Owner())
	defer held.Release()
	body, err := h.read(r, key, held)
	if err != nil {
		return err
	}
	x := &exchange{ResponseWriter: w, id: w.Header().Get("X-Request-Id")}
	defer func() {
		if x.end() {
			panic(http.ErrAbortHandler)
		}
	}()
	r = r.WithContext(context.WithValue(r.Context(), exchangeKey{}, x))
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	h.stream.ServeHTTP(x, r)
	return nil
}

// checkOrigin rejects requests from web pages of other origins. It also rejects unknown host names in requests
// to the loopback interface. Another site's page could make a browser send such requests (DNS rebinding).
func (h *Handler) checkOrigin(r *http.Request) error {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if local != nil && isLoopback(local.String()) && !isLoopback(r.Host) && !strings.EqualFold(r.Host, h.host) {
		return forbidden("Host", strict.Quote(r.Host)+" is not a host name of this server")
	}
	for _, origin := range r.Header["Origin"] {
		if slices.ContainsFunc(h.origins, func(allowed string) bool { return strings.EqualFold(allowed, origin) }) {
			continue
		}
		// A page from this machine may call the server if it has the server's host and port.
		if page, err := url.Parse(origin); err == nil && isLoopback(page.Host) && strings.EqualFold(page.Host, r.Host) {
			continue
		}
		return forbidden("Origin", strict.Quote(origin)+" may not call this server")
	}
	return nil
}

func forbidden(header, problem string) error {
	return service.Invalid(header, problem).WithStatus(http.StatusForbidden)
}

// isLoopback reports whether host, with or without a port, belongs to the loopback interface.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && address.IsLoopback()
}

// exchange is the response to an HTTP request. The SDK calls the tool in a separate goroutine, so the tool gets
// the exchange from its context.
type exchange struct {
	http.ResponseWriter

	id string // the request's id

	mu        sync.Mutex
	quota     service.Quota
	answer    *service.Answer // response that counts toward the memory limit until it has been sent
	begun     bool            // whether the response has begun
	ended     bool            // whether the request has ended
	uncertain bool            // whether the outcome of the call is unknown, so that no response may be sent
}

type exchangeKey struct{}

// record stores the outcome of a call. If it is uncertain whether the call was recorded, the client must
// receive neither a success response nor an error, so the connection is closed without a response.
func (x *exchange) record(answer *service.Answer, quota service.Quota, uncertain bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.answer, x.quota, x.uncertain = answer, quota, uncertain
	if x.ended {
		x.releaseAnswer()
	}
}

// end marks the request as ended and releases its answer. If the tool returns later, the function record
// releases the answer. end reports whether the outcome of the call is unknown.
func (x *exchange) end() (uncertain bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.ended = true
	x.releaseAnswer()
	return x.uncertain
}

func (x *exchange) releaseAnswer() {
	if x.answer != nil {
		x.answer.Release()
		x.answer = nil
	}
}

// WriteHeader begins the response. The headers include the quota that remains after the call.
func (x *exchange) WriteHeader(status int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.begin(status)
}

// begin does the work of WriteHeader while the caller holds x.mu. It returns false if the client must get no response.
func (x *exchange) begin(status int) bool {
	if x.uncertain || x.begun {
		return !x.uncertain
	}
	x.begun = true
	for pair := range slices.Chunk(x.quota.Headers(), 2) {
		x.Header().Set(pair[0], pair[1])
	}
	x.Header().Set("Cache-Control", "no-store")
	x.ResponseWriter.WriteHeader(status)
	return true
}

// Write implements [io.Writer].
func (x *exchange) Write(p []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.begin(http.StatusOK) {
		return len(p), nil
	}
	return x.ResponseWriter.Write(p)
}

// Flush implements [http.Flusher].
func (x *exchange) Flush() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.begin(http.StatusOK) {
		_ = http.NewResponseController(x.ResponseWriter).Flush()
	}
}

// metered returns an executor that, like the HTTP API, admits, bills, logs and replays calls.
func metered(s *service.Service) executor {
	return func(ctx context.Context, c *call) (*reply, mcp.Meta, error) {
		x, _ := ctx.Value(exchangeKey{}).(*exchange)
		meta := mcp.Meta{"request_id": x.id}
		var header http.Header
		if c.request.Extra != nil {
			header = c.request.Extra.Header
		}
		secret, err := apikey.FromHeaders(header["Authorization"], header["X-Api-Key"])
		if err != nil {
			return nil, meta, service.CredentialError(err)
		}
		answer, quota, err := s.Do(ctx, service.Request{
			ID: x.id, Operation: c.operation, Secret: secret, IdempotencyKey: c.args.key,
			Read: func() (service.Input, error) {
				return service.Input{Bytes: c.args.body}, c.args.check(c.operation)
			},
		})
		x.record(answer, quota, errors.Is(err, service.ErrUncertain))
		if quota.Known {
			meta["quota"] = map[string]any{"limit": quota.Limit, "remaining": quota.Remaining}
		}
		if err != nil {
			return nil, meta, err
		}
		meta["replay"] = answer.Replay
		if r := answer.Receipt; r.Row > 0 {
			meta["usage"] = map[string]any{"row": r.Row, "head": r.Head.String()}
		}
		return &reply{object: answer.Object(), result: answer.Result, replay: answer.Replay}, meta, nil
	}
}
