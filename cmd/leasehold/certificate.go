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

// certificate is the server's certificate, which is read again when its file changes
// and on SIGHUP: certificates of an authority last some weeks, and servers longer.
type certificate struct {
	cert, key string // files

	now  atomic.Pointer[tls.Certificate]
	seen time.Time // when the files were last changed, as of the last reading
}

// lookAfter is how often the files are looked at.
const lookAfter = 30 * time.Second

// loadCertificate reads a certificate and its key.
func loadCertificate(cert, key string) (*certificate, error) {
	c := &certificate{cert: cert, key: key}
	return c, c.load()
}

// load reads the files. Until both fit each other, what was read before stays.
func (c *certificate) load() error {
	c.seen = c.changed()
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err != nil {
		return err
	}
	c.now.Store(&pair)
	return nil
}

// changed returns when one of the files was last changed; the zero time where one is
// not there.
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

// get is the certificate of a new connection.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.now.Load(), nil }

// watch reads the certificate again when it has changed and on SIGHUP, until ctx ends or
// stop is called. There is nothing to watch without TLS.
func (c *certificate) watch(ctx context.Context, log *slog.Logger) (stop func()) {
	if c == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGHUP)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer signal.Stop(asked)
		tick := time.NewTicker(lookAfter)
		defer tick.Stop()
		c.look(ctx, asked, tick.C, log)
	}()
	return func() {
		cancel()
		<-done
	}
}

// look is what watch does in the background.
func (c *certificate) look(ctx context.Context, asked <-chan os.Signal, ticks <-chan time.Time, log *slog.Logger) {
	for {
		wanted := false
		select {
		case <-ctx.Done():
			return
		case <-asked:
			wanted = true
		case <-ticks:
		}
		if wanted || !c.changed().Equal(c.seen) {
			c.reload(ctx, log)
		}
	}
}

// reload reads the files and says so.
func (c *certificate) reload(ctx context.Context, log *slog.Logger) {
	if err := c.load(); err != nil {
		log.ErrorContext(ctx, "the certificate could not be read again; the one before stays", "error", err.Error())
		return
	}
	log.InfoContext(ctx, "the certificate was read again", "expires", c.now.Load().Leaf.NotAfter.UTC().Format(time.RFC3339))
}
