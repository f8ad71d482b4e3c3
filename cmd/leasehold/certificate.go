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

// certificate is the server's TLS certificate. The files are loaded again when they change and on
// SIGHUP, because a certificate is usually renewed while the server is running.
type certificate struct {
	cert, key string // names of the files

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

// watch starts look, until ctx ends or stop is called. Without TLS, watch does nothing.
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

// look waits for signals and ticks until ctx ends. It reloads the certificate after each signal,
// and after a tick if the files have changed.
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
