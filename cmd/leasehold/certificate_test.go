package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// writeCertificate writes a self-signed certificate with the given serial number, and its private
// key.
func writeCertificate(t *testing.T, cert, key string, number int64) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(number), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, about, about, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// locked is a log output buffer that several goroutines may use at the same time.
type locked struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// The certificate is reloaded on SIGHUP and when its files change. If reloading fails, the server
// continues to use the previous certificate.
func TestTheCertificateIsReadAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	if _, err := loadCertificate(cert, key); err == nil {
		t.Error("no file is a certificate")
	}
	writeCertificate(t, cert, key, 1)
	c, err := loadCertificate(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	serial := func() int64 {
		t.Helper()
		now, err := c.get(nil)
		if err != nil {
			t.Fatal(err)
		}
		return now.Leaf.SerialNumber.Int64()
	}
	if serial() != 1 {
		t.Fatalf("certificate %d", serial())
	}
	output := &locked{}
	log := slog.New(slog.NewTextHandler(output, nil))
	signals, ticks := make(chan os.Signal), make(chan time.Time)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		c.look(ctx, signals, ticks, log)
	}()
	settle := func() { signals <- os.Interrupt; signals <- os.Interrupt } // the channel accepts the second signal only after the first was handled
	writeCertificate(t, cert, key, 2)
	settle()
	if serial() != 2 {
		t.Errorf("asked for: certificate %d", serial())
	}
	if err := os.WriteFile(key, []byte("half of it"), 0o600); err != nil {
		t.Fatal(err)
	}
	settle()
	if serial() != 2 || !strings.Contains(output.String(), "the previous one remains in use") {
		t.Errorf("half a key: certificate %d, %s", serial(), output)
	}
	writeCertificate(t, cert, key, 3)
	later := time.Now().Add(time.Minute)
	if err := os.Chtimes(cert, later, later); err != nil {
		t.Fatal(err)
	}
	ticks <- later
	ticks <- later
	if serial() != 3 {
		t.Errorf("changed: certificate %d", serial())
	}
	before := strings.Count(output.String(), "was read again")
	ticks <- later
	ticks <- later
	if after := strings.Count(output.String(), "was read again"); after != before {
		t.Errorf("read %d times without a change", after-before)
	}
	cancel()
	<-ended
}
