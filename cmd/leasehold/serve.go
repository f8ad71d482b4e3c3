package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/account"
	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/apikey"
	"github.com/leasehold-accounting/leasehold/internal/files"
	"github.com/leasehold-accounting/leasehold/internal/httpapi"
	"github.com/leasehold-accounting/leasehold/internal/mcpapi"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/internal/usagedb/sqlite"
)

// These constants limit the requests of each client. Package admission contains the other limits.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = admission.BodyTime
	writeTimeout      = admission.SendTime
	// connectionsPerRequest is the ratio of the maximum number of open connections to the maximum
	// number of requests in progress.
	connectionsPerRequest = 4
	idleTimeout           = 2 * time.Minute
	maxHeaderBytes        = 16 << 10
	sweepInterval         = time.Minute
)

func newServeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the operations over HTTP, with keys, quotas and a usage log",
		Long: `Serve the operations over HTTP, with keys, quotas and a usage log.

Create keys with 'leasehold keys create', even while the server runs. Every setting
can also be given in an environment variable, such as LEASEHOLD_PUBLIC_URL for
--public-url. The server writes its log to standard error, one JSON object per line. If
an error stops the server, the last line contains the error.`,
		Example: `  leasehold serve
  leasehold serve --addr :443 --tls-cert cert.pem --tls-key key.pem --public-url https://leases.example`,
		Args: cobra.NoArgs,
	}
	return withSettings(cmd, inServe, func(cmd *cobra.Command, _ []string, c *config) error {
		log := newLog(cmd.ErrOrStderr(), c.logLevel)
		for _, warning := range unknownVariables(os.Environ()) {
			log.Warn(warning)
		}
		if err := serve(cmd.Context(), &server{config: *c, log: log}); err != nil {
			log.Error("the server ended", "error", apikey.Redact(err.Error()))
			return errReported
		}
		return nil
	})
}

func newLog(w io.Writer, level slog.Level) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level}))
}

type server struct {
	config

	log   *slog.Logger
	hosts []string // host names that requests may use; empty to permit any

	changes func() int64 // returns the number of changes made with admin keys; set when the routes are created

	certificate *certificate      // nil if the server does not use TLS
	people      *account.Accounts // accounts of the console; set when the routes are created

	// tryKey returns the API key with which the API reference page sends requests. It may be nil.
	tryKey func() string

	// announce is called once, when the server is listening but not yet responding to requests. It may be nil.
	announce func(ctx context.Context, s *service.Service, publicURL string) error
}

func serve(ctx context.Context, s *server) (err error) {
	collectLess(192 << 20)
	atOnce := moreThreads()
	listener, err := s.listen(ctx)
	if err != nil {
		return err
	}
	defer listener.Close() //nolint:errcheck // an error from Close adds nothing: either Shutdown has closed the listener, or another error is returned
	watching, err := s.observe(ctx)
	if err != nil {
		return err
	}
	defer watching.close()
	unlock, err := s.lock()
	if err != nil {
		return err
	}
	defer unlock()
	db, err := openStore(ctx, s.database, openOptions{log: s.log, keep: true, observe: watching.committed})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	core := service.New(service.Config{
		Store: db, Clock: time.Now, Log: s.log, Version: versionHeader(), Plans: s.plans.limits, Operations: s.plans.operations,
		ReplayBilled: s.keepReplays, ReplayFree: s.keepFreeReplays, UsageMonths: s.keepUsageMonths,
		Limits:  admission.Options{ShortSlots: atOnce, OwnerAtOnce: max(16, s.maxInFlight/8)},
		Formats: files.Formats(buildVersion().Version),
		Observe: watching.called,
	})
	connections := admission.NewConnections(max(256, connectionsPerRequest*s.maxInFlight), s.trustedProxies, time.Now)
	if s.publicURL == "" {
		s.publicURL = s.localURL(listener.Addr().String())
	}
	routes, err := s.routes(core, db.accounts) //nolint:contextcheck // the citation pages are generated once, before the first request
	if err != nil {
		return err
	}
	api := httpapi.New(httpapi.Options{
		Service: core, Log: s.log, Clock: time.Now, PublicURL: s.publicURL, MaxInFlight: s.maxInFlight,
		Connections: connections, TrustedProxies: s.trustedProxies, Hosts: s.hosts, TLS: s.tlsCert != "", Version: versionHeader(),
		Observe: watching.answered,
	}, routes...)
	watching.gauges(api, s.changes, db.queueLength)
	handler, err := s.wrap(api)
	if err != nil {
		return err
	}
	if s.announce != nil {
		if err := s.announce(ctx, core, s.publicURL); err != nil {
			return err
		}
	}
	s.log.InfoContext(ctx, "listening", "addr", listener.Addr().String(), "public_url", s.publicURL, "db", s.database.String())
	// This context stops the sweep if the server ends without a signal.
	sweepTime, stopSweeping := context.WithCancel(ctx)
	sweeping := startSweeping(sweepTime, core, s.log)
	defer func() {
		stopSweeping()
		<-sweeping
	}()
	defer s.certificate.watch(ctx, s.log)()
	defer s.people.Close()
	return s.answer(ctx, listener, api, handler, db.failed)
}

// lock prevents other servers from using the same SQLite file. For PostgreSQL, it has no effect.
func (s *server) lock() (unlock func(), err error) {
	if s.database.url != "" {
		return func() {}, nil
	}
	unlock, err = sqlite.Lock(s.database.file)
	if errors.Is(err, sqlite.ErrServed) {
		return nil, fmt.Errorf("%w; stop the other server, use a separate database, or use PostgreSQL for several replicas", err)
	}
	return unlock, err
}

// moreThreads sets GOMAXPROCS to twice the number of processors, and returns the number of
// processors. With fewer threads, a new request would wait ten milliseconds until Go's scheduler
// interrupts a computation. GOMAXPROCS in the environment takes precedence.
func moreThreads() (processors int) {
	processors = runtime.GOMAXPROCS(0)
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(2 * processors)
	}
	return processors
}

func (c *config) localURL(address string) string {
	scheme := "http://"
	if c.tlsCert != "" {
		scheme = "https://"
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return scheme + address
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return scheme + net.JoinHostPort(host, port)
}

// listen opens the server's listener. It is called before any other resource is opened.
func (s *server) listen(ctx context.Context) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", s.addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("--addr: another program is already listening on %s; stop it, or choose another address such as --addr %s",
			s.addr, net.JoinHostPort(s.host, "8081"))
	case errors.Is(err, os.ErrPermission):
		return nil, fmt.Errorf("--addr: no permission to listen on %s; ports below 1024 require extra privileges", s.addr)
	case err != nil:
		return nil, fmt.Errorf("--addr: %w", err)
	}
	if s.tlsCert == "" {
		return httpapi.OneWrite(listener), nil
	}
	certificate, err := loadCertificate(s.tlsCert, s.tlsKey)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--tls-cert, --tls-key: %w", err), listener.Close())
	}
	s.certificate = certificate
	return tls.NewListener(httpapi.OneWrite(listener), &tls.Config{
		GetCertificate: certificate.get, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"},
	}), nil
}

func (s *server) answer(ctx context.Context, listener net.Listener, api *httpapi.API, handler http.Handler, broken <-chan struct{}) error {
	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	web := &http.Server{
		BaseContext:       func(net.Listener) context.Context { return work },
		ConnContext:       api.ConnContext,
		ConnState:         api.Connections.State,
		Handler:           handler,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		// With this option, the handler also responds to "OPTIONS *", so that the response has a
		// request id and the server's own body.
		DisableGeneralOptionsHandler: true,
	}
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(listener) }()
	var failure error
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", err)
	case <-broken:
		failure = errors.New("the store has stopped; see the log")
	case <-ctx.Done():
	}
	// From here on, a second signal ends the program immediately.
	signal.Reset(os.Interrupt, syscall.SIGTERM)
	s.log.InfoContext(ctx, "draining", "timeout", s.drainTimeout.String())
	if err := end(context.WithoutCancel(ctx), web, api, s.drainTimeout, stopWork); err != nil {
		failure = errors.Join(failure, fmt.Errorf("requests were still in flight after %v: %w", s.drainTimeout, err))
	}
	s.log.InfoContext(ctx, "ended")
	return failure
}

const (
	// lameDuck is the maximum time for which a stopping server continues to accept requests. A load balancer
	// needs this time to detect that the server is stopping.
	lameDuck = 5 * time.Second
	// lastMoment is the last part of the drain timeout, in which the server records no requests.
	// The server uses this time to send the responses to recorded requests.
	lastMoment = 2 * time.Second
)

// end continues to serve for at most lameDuck, then rejects new requests and waits for pending responses.
func end(ctx context.Context, web *http.Server, api *httpapi.API, timeout time.Duration, stopWork func()) error {
	limit, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	duck, stop := context.WithTimeout(limit, min(lameDuck, timeout/3))
	defer stop()
	api.Drain(duck)
	api.End()
	defer time.AfterFunc(timeout-min(lastMoment, timeout/4), stopWork).Stop()
	err := web.Shutdown(limit)
	if err == nil {
		return nil
	}
	working := api.InFlight()
	err = errors.Join(err, web.Close())
	if working == 0 { // the remaining connections belong to clients that do not read their responses
		return nil
	}
	return err
}

// startSweeping removes expired data periodically until ctx ends, and then closes the channel.
func startSweeping(ctx context.Context, core *service.Service, log *slog.Logger) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(sweepInterval)
		defer tick.Stop()
		for {
			if err := core.Sweep(ctx); err != nil && ctx.Err() == nil {
				log.ErrorContext(ctx, "sweep failed", "error", err.Error())
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
	return done
}

func newMCPCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Serve the operations to an agent over standard input and output",
		Long: `Serve the operations as tools of the Model Context Protocol (MCP) over standard
input and output. An agent's host starts this command, which computes on this
machine and needs no key, no network and no database. Errors are logged to
standard error.

Responses are short. The leftOut field of a structured result lists the omitted
content and the argument that returns each part of it.

A running 'leasehold serve' offers the same tools at /mcp with its keys, quota and
usage log. docs/AGENTS.md contains configurations for common hosts.`,
		Example:           `  leasehold mcp`,
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			server, err := mcpapi.NewLocal(mcpapi.Options{Version: buildVersion().Version, Log: newLog(cmd.ErrOrStderr(), slog.LevelWarn)})
			if err != nil {
				return err
			}
			return mcpapi.RunStdio(cmd.Context(), server, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}

// certificate is the server's TLS certificate. Its files are loaded again on SIGHUP and when they
// change, because a certificate is usually renewed while the server is running.
type certificate struct {
	cert, key string // file names

	now  atomic.Pointer[tls.Certificate] // certificate for new connections
	seen time.Time                       // modification time of the files when they were last loaded
}

const lookAfter = 30 * time.Second

func loadCertificate(cert, key string) (*certificate, error) {
	c := &certificate{cert: cert, key: key}
	return c, c.load()
}

func (c *certificate) load() error {
	c.seen = c.changed()
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		return err
	}
	c.now.Store(&pair)
	return nil
}

// changed returns the later modification time of the two files, or the zero time if one is missing.
func (c *certificate) changed() (last time.Time) {
	for _, name := range []string{c.cert, c.key} {
		about, err := os.Stat(name)
		if err != nil {
			return time.Time{}
		}
		if about.ModTime().After(last) {
			last = about.ModTime()
		}
	}
	return last
}

func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.now.Load(), nil }

// watch runs the look method until ctx ends or the caller calls stop. Without TLS, it does nothing.
func (c *certificate) watch(ctx context.Context, log *slog.Logger) (stop func()) {
	if c == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer signal.Stop(signals)
		tick := time.NewTicker(lookAfter)
		defer tick.Stop()
		c.look(ctx, signals, tick.C, log)
	}()
	return func() {
		cancel()
		<-done
	}
}

// look waits for ticks and signals until ctx ends. It reloads the certificate after each signal, and after a
// tick if the files have changed.
func (c *certificate) look(ctx context.Context, signals <-chan os.Signal, ticks <-chan time.Time, log *slog.Logger) {
	for {
		requested := false
		select {
		case <-ctx.Done():
			return
		case <-signals:
			requested = true
		case <-ticks:
		}
		if !requested && c.changed().Equal(c.seen) {
			continue
		}
		if err := c.load(); err != nil {
			log.ErrorContext(ctx, "the certificate cannot be reloaded; the previous one remains in use", "error", err.Error())
			continue
		}
		log.InfoContext(ctx, "the certificate was reloaded", "expires", c.now.Load().Leaf.NotAfter.UTC().Format(time.RFC3339))
	}
}
