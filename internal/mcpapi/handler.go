package mcpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
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
	servers := make(map[Toolset]*mcp.Server)
	for _, tools := range []Toolset{ToolsCompact, ToolsAll} {
		options.Tools = tools
		server, err := newServer(options.Options, metered(options.Service), true)
		if err != nil {
			return nil, err
		}
		servers[tools] = server
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
		stream: mcp.NewStreamableHTTPHandler(func(r *http.Request) *mcp.Server {
			tools, _ := ParseToolset(r.URL.Query().Get(toolsQuery)) // [Handler.Serve] has refused others
			return servers[tools]
		}, &mcp.StreamableHTTPOptions{
			Stateless:           true,
			JSONResponse:        true, // an answer is one message, and proxies like it whole
			Logger:              options.Log,
			MaxRequestBodyBytes: int64(longestBody()),
			// [Handler.acceptable] knows the public address too, under which a
			// proxy on this machine calls.
			DisableLocalhostProtection: true,
		}),
	}, nil
}

// toolsQuery is the parameter of the address that asks for a set of tools.
const toolsQuery = "tools"

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
	if _, err := ParseToolset(r.URL.Query().Get(toolsQuery)); err != nil {
		return service.Invalid(toolsQuery, err.Error())
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
	limit := messagesPerMinute(h.options.Service.Limits(key.Plan))
	if err := h.messages.take(key, limit, 1); err != nil {
		return err
	}
	requestID := w.Header().Get("X-Request-Id")
	longest := h.longest(key.Plan)
	if r.ContentLength > int64(longest) {
		refuse(w, http.StatusRequestEntityTooLarge, nil, withRequest(tooLong(longest), requestID))
		return nil
	}
	held := h.options.Service.Admission().Hold(key.Owner())
	defer held.Release()
	body, err := h.read(r, key, held, longest)
	if err != nil {
		return err
	}
	if len(body) > longest {
		refuse(w, http.StatusRequestEntityTooLarge, nil, withRequest(tooLong(longest), requestID))
		return nil
	}
	if fault, err := h.tooLongFor(r.Context(), key, body); err != nil {
		return err
	} else if fault != nil {
		refuse(w, http.StatusRequestEntityTooLarge, nil, withRequest(fault, requestID))
		return nil
	}
	messages, batch, fault := readMessages(body)
	if version := r.Header.Get("Mcp-Protocol-Version"); fault == nil && batch && version != "" && version != batchVersion {
		fault = noBatch()
	}
	if fault != nil {
		refuse(w, http.StatusBadRequest, nil, withRequest(fault, requestID))
		return nil
	}
	if err := h.messages.take(key, limit, len(messages)-1); err != nil {
		return err
	}
	var answers pending
	defer answers.release()
	r = r.WithContext(context.WithValue(r.Context(), pendingKey{}, &answers))
	if batch {
		h.answerBatch(w, r, messages)
	} else {
		h.answer(w, r, messages[0], requestID)
	}
	return nil
}

// pending are the answers of which messages are made: they count until the messages are sent.
type pending struct {
	mu      sync.Mutex
	answers []*service.Answer
}

type pendingKey struct{}

// keep adds an answer to those of the request of ctx.
func keep(ctx context.Context, answer *service.Answer) {
	k, _ := ctx.Value(pendingKey{}).(*pending)
	if k == nil {
		answer.Release()
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.answers = append(k.answers, answer)
}

func (k *pending) release() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, answer := range k.answers {
		answer.Release()
	}
}

// answer answers one message.
func (h *Handler) answer(w http.ResponseWriter, r *http.Request, m incoming, requestID string) {
	request, _ := m.message.(*jsonrpc.Request)
	switch {
	case m.fault != nil:
		refuse(w, http.StatusBadRequest, m.id, withRequest(m.fault, requestID))
		return
	case request != nil && !request.IsCall() && !heard[request.Method]:
		w.WriteHeader(http.StatusAccepted) // a notification has no answer
		return
	}
	x := &exchange{ResponseWriter: w, id: requestID, asked: m.id}
	r = r.WithContext(context.WithValue(r.Context(), exchangeKey{}, x))
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(m.text)), int64(len(m.text))
	h.stream.ServeHTTP(x, r)
	if x.aborted() {
		panic(http.ErrAbortHandler)
	}
}

// heard are the notifications that the protocol's library knows.
var heard = map[string]bool{
	"notifications/cancelled": true, "notifications/initialized": true, "notifications/progress": true, "notifications/roots/list_changed": true,
}

// answerBatch answers the messages of a batch one after another, each as if it had
// come on its own: the protocol's library refuses all for a fault of one.
func (h *Handler) answerBatch(w http.ResponseWriter, r *http.Request, messages []incoming) {
	var answers [][]byte
	status, requestID := 0, w.Header().Get("X-Request-Id")
	for _, m := range withoutRepeated(messages) {
		part := &recorder{header: http.Header{}}
		h.answer(part, r, m, requestID)
		if part.body.Len() == 0 {
			continue
		}
		if part.header.Get("Content-Type") != "application/json" {
			part = &recorder{header: http.Header{}}
			refuse(part, http.StatusBadRequest, m.id, withRequest(invalidRequest("a batch has no stream of messages for an answer; send the message separately"), requestID))
		}
		answers = append(answers, bytes.TrimSpace(part.body.Bytes()))
		maps.Copy(w.Header(), part.header)
		if status == 0 || part.status == http.StatusOK {
			status = part.status
		}
		requestID = service.NewRequestID() // each call has one of its own
	}
	if answers == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	w.WriteHeader(status)
	_, _ = w.Write(joinBatch(answers))
}

// withoutRepeated returns the messages of a batch. One with the id of an earlier one is
// refused.
func withoutRepeated(messages []incoming) []incoming {
	seen := map[jsonrpc.ID]bool{}
	for i, m := range messages {
		request, ok := m.message.(*jsonrpc.Request)
		if !ok || !request.IsCall() {
			continue
		}
		if seen[request.ID] {
			messages[i] = m.repeated()
		}
		seen[request.ID] = true
	}
	return messages
}

// recorder keeps the answer to a message of a batch.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }
func (r *recorder) WriteHeader(status int)      { r.status = status }

// refuse answers a message, or a text that is not a message, with an error of JSON-RPC.
func refuse(w http.ResponseWriter, status int, id json.RawMessage, why *jsonrpc.Error) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(errorAnswer(id, why), '\n')) //nolint:gosec // it is JSON, and says so
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

// exchange is one message with its response, as the tools that run within
// it see it. The protocol's library calls them from goroutines of its own.
type exchange struct {
	http.ResponseWriter

	id    string          // of the request
	asked json.RawMessage // the id of the message

	mu        sync.Mutex
	quota     service.Quota
	begun     bool // whether the response has begun
	plain     bool // whether it is a fault that the protocol's library tells as plain text
	uncertain bool
}

type exchangeKey struct{}

// exchangeOf returns the exchange that a tool runs in.
func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	if x == nil {
		x = &exchange{id: service.NewRequestID()}
	}
	return x
}

func (x *exchange) setQuota(q service.Quota) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.quota = q
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
	for pair := range slices.Chunk(x.quota.Headers(nil), 2) {
		h.Set(pair[0], pair[1])
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
		_, err := x.ResponseWriter.Write(append(errorAnswer(x.asked, withRequest(refusal(p), x.id)), '\n')) //nolint:gosec // JSON, and said to be
		return len(p), err
	}
	_, err := x.ResponseWriter.Write(inPlainWords(p))
	return len(p), err
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
