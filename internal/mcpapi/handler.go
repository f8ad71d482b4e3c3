package mcpapi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// HandlerOptions say how a [Handler] works.
type HandlerOptions struct {
	Options

	Service *service.Service
	Clock   func() time.Time
	// PublicURL is the address under which the server is known. Pages of that
	// origin may call.
	PublicURL string
	// Origins are further origins whose pages may call, as in
	// https://agents.example.
	Origins []string
}

// Handler serves the tools over streamable HTTP, without sessions: every request
// is complete in itself, so that any replica can answer it.
type Handler struct {
	options  HandlerOptions
	messages *messageLimit
	origins  []string
	host     string
	stream   http.Handler
}

// NewHandler returns the handler of the metered tools.
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
		options:  options,
		messages: newMessageLimit(options.Clock),
		origins:  append([]string{public.Scheme + "://" + public.Host}, options.Origins...),
		host:     public.Host,
		stream: mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
			Stateless:    true,
			JSONResponse: true, // an answer is one message, and proxies like it whole
			Logger:       options.Log,
			// Several calls may share one request of the older protocol.
			MaxRequestBodyBytes: int64(maxBody),
			// [Handler.acceptable] knows the public address too, under which a
			// proxy on this machine calls.
			DisableLocalhostProtection: true,
		}),
	}, nil
}

// Serve answers one HTTP request, or returns the error to answer it with. It
// expects the id of the request in the response header X-Request-Id.
func (h *Handler) Serve(w http.ResponseWriter, r *http.Request) error {
	if err := h.acceptable(r); err != nil {
		return err
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return service.Invalid("method", "must be POST; this server keeps no sessions and opens no streams of its own").
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
	// Before the body is read: a key that sends nothing but slow bodies comes to
	// the end of its messages, too.
	if err := h.messages.take(key, 1); err != nil {
		return err
	}
	body, sent, err := boundBatch(r)
	if err != nil {
		return err
	}
	if err := h.messages.take(key, sent-1); err != nil {
		return err
	}
	x := &exchange{ResponseWriter: w, id: w.Header().Get("X-Request-Id"), body: body}
	h.stream.ServeHTTP(x, r.WithContext(context.WithValue(r.Context(), exchangeKey{}, x)))
	if x.aborted() {
		panic(http.ErrAbortHandler)
	}
	return nil
}

// maxBatch is how many messages of the older protocol may share a request.
const maxBatch = 8

// maxBody is the longest body of a request: several calls on one lease, or one
// of any operation.
var maxBody = longestBody()

func longestBody() int {
	longest := 4 * service.MaxLeaseLen
	for _, op := range service.Operations() {
		longest = max(longest, op.MaxBody+service.MaxLeaseLen)
	}
	return longest
}

// boundBatch reads the body and returns it, and how many messages it has. It refuses
// a list of more than maxBatch; other faults are left to the protocol's library.
func boundBatch(r *http.Request) (body []byte, messages int, err error) {
	body, err = io.ReadAll(io.LimitReader(r.Body, int64(maxBody)+1))
	if err != nil {
		return nil, 0, service.Unread(err)
	}
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
	if start := bytes.TrimLeft(body, " \t\r\n"); len(start) == 0 || start[0] != '[' {
		return body, 1, nil
	}
	list := jsontext.NewDecoder(bytes.NewReader(body))
	if _, err := list.ReadToken(); err != nil {
		return body, 1, nil //nolint:nilerr // not JSON: the library says so
	}
	for list.PeekKind() != ']' {
		if messages == maxBatch {
			return nil, 0, service.Invalid("body", "must have at most "+strconv.Itoa(maxBatch)+" messages; send further ones in requests of their own")
		}
		if err := list.SkipValue(); err != nil {
			return body, 1, nil //nolint:nilerr // not JSON: the library says so
		}
		messages++
	}
	return body, max(1, messages), nil
}

// acceptable refuses pages of other origins, and names under which a page could
// have made a browser call this machine (DNS rebinding).
func (h *Handler) acceptable(r *http.Request) error {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if local != nil && isLoopback(local.String()) && !isLoopback(r.Host) && !strings.EqualFold(r.Host, h.host) {
		return forbidden("Host", clipText(r.Host)+" is not a name of this server")
	}
	origins := r.Header["Origin"]
	if len(origins) == 0 {
		return nil // not a browser
	}
	for _, origin := range origins {
		if slices.ContainsFunc(h.origins, func(known string) bool { return strings.EqualFold(known, origin) }) {
			continue
		}
		// A page that this machine itself serves, called under its own name.
		if page, err := url.Parse(origin); err == nil && isLoopback(page.Host) && strings.EqualFold(page.Host, r.Host) {
			continue
		}
		return forbidden("Origin", clipText(origin)+" may not call this server")
	}
	return nil
}

func forbidden(header, problem string) error {
	return service.Invalid(header, problem).WithStatus(http.StatusForbidden)
}

func clipText(s string) string { return strconv.Quote(s[:min(len(s), clipMax)]) }

// isLoopback reports whether a host, with or without a port, names this machine.
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

// exchange is one HTTP request with its response, as the tools that run within
// it see it. The protocol's library calls them from goroutines of its own.
type exchange struct {
	http.ResponseWriter

	id   string
	body []byte // of the request

	mu        sync.Mutex
	calls     int
	quota     int64
	remaining int64
	known     bool // whether quota and remaining are known
	begun     bool // whether the response has begun
	plain     bool // whether it is a fault that the protocol's library tells as plain text
	uncertain bool
}

type exchangeKey struct{}

// exchangeOf returns the exchange that a tool runs in.
func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	if x == nil {
		x = &exchange{}
	}
	return x
}

// callID returns the id of a call: the request's own for the first, and new ones
// for the others of a batch.
func (x *exchange) callID() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.calls++
	if x.calls == 1 && x.id != "" {
		return x.id
	}
	return service.NewRequestID()
}

func (x *exchange) setQuota(q service.Quota) {
	x.mu.Lock()
	defer x.mu.Unlock()
	remaining := q.Remaining
	if x.known {
		remaining = min(remaining, x.remaining) // of a batch, the last
	}
	x.quota, x.remaining, x.known = q.Limit, remaining, true
}

// abort keeps everything from the client.
func (x *exchange) abort() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.uncertain = true
}

func (x *exchange) aborted() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.uncertain
}

// WriteHeader begins the response, with the quota if a call knows it.
func (x *exchange) WriteHeader(status int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.uncertain {
		x.begin(status)
	}
}

// begin is WriteHeader under the lock.
func (x *exchange) begin(status int) {
	if x.begun {
		return
	}
	x.begun = true
	h := x.Header()
	if x.known {
		h.Set("X-Quota-Limit", strconv.FormatInt(x.quota, 10))
		h.Set("X-Quota-Remaining", strconv.FormatInt(x.remaining, 10))
	}
	h.Set("Cache-Control", "no-store")
	if status >= http.StatusBadRequest && strings.HasPrefix(h.Get("Content-Type"), "text/plain") {
		x.plain = true
		h.Set("Content-Type", "application/json")
	}
	x.ResponseWriter.WriteHeader(status)
}

// Write writes, unless the client may be told nothing.
func (x *exchange) Write(p []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.uncertain {
		return len(p), nil
	}
	x.begin(http.StatusOK)
	if x.plain {
		_, err := x.ResponseWriter.Write(toldAsJSON(x.body, p, x.id)) //nolint:gosec // JSON, and said to be
		return len(p), err
	}
	return x.ResponseWriter.Write(p)
}

// Flush serves the protocol's library.
func (x *exchange) Flush() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.uncertain {
		x.begin(http.StatusOK)
		_ = http.NewResponseController(x.ResponseWriter).Flush()
	}
}
