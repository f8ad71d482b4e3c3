package main

import (
	"context"
	"crypto/tls"
	"log/slog"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// certificate is the server's certificate. It is read again when its file changes and on SIGHUP,
// because certificates usually expire while a server is still running.
type certificate struct {
	cert, key string // files

	now  atomic.Pointer[tls.Certificate] // for new connections
	seen time.Time                       // modification time of the files at the last reading
}

// lookAfter is the interval of checks for changed files.
const lookAfter = 30 * time.Second

// loadCertificate reads a certificate and its key.
func loadCertificate(cert, key string) (*certificate, error) {
	c := &certificate{cert: cert, key: key}
	return c, c.load()
}

// load reads the files. The previous certificate remains until both files
// match.
func (c *certificate) load() error {
	c.seen = c.changed()
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		return err
	}
	c.now.Store(&pair)
	return nil
}

// changed returns the last change of the files; zero if a file is missing.
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

// get returns the certificate for a new connection.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.now.Load(), nil }

// watch reloads the certificate when its files change and on SIGHUP, until ctx ends or stop is
// called. Without TLS it does nothing.
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

// look waits for signals and ticks until ctx ends, and reloads the certificate.
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
		if requested || !c.changed().Equal(c.seen) {
			c.reload(ctx, log)
		}
	}
}

// reload reads the files and logs the outcome.
func (c *certificate) reload(ctx context.Context, log *slog.Logger) {
	if err := c.load(); err != nil {
		log.ErrorContext(ctx, "the certificate cannot be reloaded; the previous one remains in use", "error", err.Error())
		return
	}
	log.InfoContext(ctx, "the certificate was read again", "expires", c.now.Load().Leaf.NotAfter.UTC().Format(time.RFC3339))
}
