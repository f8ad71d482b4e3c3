package e2e

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// TestHeadersOfEveryAnswer checks that the server never returns a client's own x-request-id. Every
// response has headers that prevent browsers from guessing its content type and prevent caches from
// storing it.
func TestHeadersOfEveryAnswer(t *testing.T) {
	t.Parallel()
	key := all.pro.take(t).Key
	for _, call := range []wire.Call{
		{Path: wire.Path("compute"), Key: key, Body: plainLease},
		{Path: wire.Path("compute"), Key: key, Body: "{"},
		{Path: wire.Path("compute"), Body: plainLease},
		{Path: "/nowhere"},
		{Method: http.MethodOptions, Path: wire.Path("compute")},
	} {
		call = call.With("X-Request-Id", "req_of_the_client").With("Origin", "https://evil.example").With("Access-Control-Request-Method", "POST")
		reply := send(t, call)
		wantHeader(t, reply, "X-Content-Type-Options", "nosniff")
		wantHeader(t, reply, "Cache-Control", "no-store")
		if id := reply.Header.Get("X-Request-Id"); id == "" || strings.Contains(id, "client") {
			t.Errorf("x-request-id %q", id)
		}
		for name := range reply.Header {
			if strings.HasPrefix(name, "Access-Control-") || name == "Server" || name == "X-Powered-By" {
				t.Errorf("header %s: %s", name, reply.Header.Get(name))
			}
		}
	}
}

// TestRequestContentsAreNotLogged sends valid and invalid requests with secretMark and
// secretIdempotencyKey. At the end of the run, the suite searches the log for both strings.
func TestRequestContentsAreNotLogged(t *testing.T) {
	t.Parallel()
	call := wire.Call{Path: wire.Path("compute"), Key: all.pro.take(t).Key}.Keyed(secretIdempotencyKey)
	for _, body := range []string{
		lease("paymentAmount", secretMark), lease("paymentAmount", secretMark), lease("prepaidRent", secretMark),
		lease("paymentAmount", `"`+secretMark+`"`), `{"` + secretMark + `":1}`, secretMark,
	} {
		call.Body = body
		send(t, call)
	}
	call.Path += "?note=" + secretMark
	send(t, call)
	call.Key += secretMark
	send(t, call)
	for line := range strings.Lines(all.server.Log()) {
		if strings.Contains(line, secretMark) {
			t.Errorf("the log shows part of a request: %s", line)
		}
	}
}

// TestSlowClientsAreDisconnected checks that the server disconnects a client that is idle or that
// sends its header or body too slowly. Other clients are served meanwhile.
func TestSlowClientsAreDisconnected(t *testing.T) {
	t.Parallel()
	key := all.pro.take(t).Key
	for name, sent := range map[string]string{
		"header": "POST /api/v1/compute HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
		"body":   "POST /api/v1/compute HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key + "\r\nContent-Length: 1000\r\n\r\n{",
		"form": "POST /account/sign-in HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n" +
			"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nemail=",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := dial(t, all.server.Address)
			if _, err := io.WriteString(conn, sent); err != nil {
				t.Fatal(err)
			}
			begin := time.Now()
			answer, err := io.ReadAll(conn) // reads until the server closes the connection
			if err != nil {
				t.Fatalf("the server keeps a slow client for a minute: %v", err)
			}
			if took := time.Since(begin); took < time.Second {
				t.Errorf("a client has only %v", took)
			}
			if len(answer) > 0 && !strings.HasPrefix(string(answer), "HTTP/1.1 4") {
				t.Errorf("a slow client is told %q", answer)
			}
		})
	}
	if reply := post(t, "compute", plainLease); reply.Status != 200 {
		t.Errorf("beside slow clients: %v", reply)
	}
}

func wantNoUnits(t *testing.T, key string) {
	t.Helper()
	reply := send(t, wire.Call{Path: wire.Path("classify"), Key: key, Body: plainLease})
	wantHeader(t, reply, "X-Quota-Remaining", fmt.Sprint(proQuota))
}

// TestDrain checks that, after SIGTERM, the server immediately reports that it is not ready. It
// then completes the requests in progress and exits with status 0.
func TestDrain(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	key := ownKey(t, server)
	conn := dial(t, server.Address)
	head := fmt.Sprintf("POST /api/v1/compute HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n", key.Key, len(plainLease))
	if _, err := io.WriteString(conn, head+plainLease[:20]); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond) // time for the request to reach the server
	client := wire.NewClient(server.URL(), 1)
	for _, body := range []string{plainLease, "{}"} {
		if _, err := client.Do(t.Context(), wire.Call{Path: wire.Path("classify"), Key: key.Key, Body: body}); err != nil {
			t.Fatal(err)
		}
	}
	client.Close()
	if err := server.Terminate(); err != nil {
		t.Fatal(err)
	}
	var status int
	for range 50 {
		if status = server.ReadyStatus(t.Context()); status != 200 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if status != 503 {
		t.Errorf("/readyz gives %d while the server drains, want 503", status)
	}
	if _, err := io.WriteString(conn, plainLease[20:]); err != nil {
		t.Fatal(err)
	}
	if reply := readReply(t, bufio.NewReader(conn)); reply.Status != 200 {
		t.Errorf("the request in flight: %v", reply)
	}
	if code, err := server.Wait(); code != 0 || err != nil {
		t.Errorf("exit status %d, %v", code, err)
	}
	// A clean stop also writes the batched usage rows of unbilled requests.
	if rows := readUsage(t, server.DB, key.ID); len(rows) != 3 {
		t.Errorf("%d usage rows after the stop, want 3", len(rows))
	}
}

// TestLinksUseThePublicURL checks that every link in a response starts with the value of
// --public-url.
func TestLinksUseThePublicURL(t *testing.T) {
	t.Parallel()
	server := startServer(t, "--public-url", "https://leases.example/base")
	reply, err := wire.NewClient(server.URL(), 1).Do(t.Context(), wire.Call{Path: wire.Path("compute")})
	if want := "https://leases.example/base/docs/errors#unauthorized"; err != nil || reply.Problem().Docs != want {
		t.Errorf("error.docs %q, want %q", reply.Problem().Docs, want)
	}
}

// TestTLS checks that the service uses TLS if --tls-cert and --tls-key are set.
func TestTLS(t *testing.T) {
	t.Parallel()
	cert, key, pool := selfSigned(t)
	address := freeAddress(t)
	db := "sqlite:" + filepath.Join(t.TempDir(), "tls.db")
	keys := all.tool.MustCreateKeys(t, db, "pro", "live", 1)
	server := &program.Server{Binary: all.tool, Address: address, DB: db, Flags: []string{"--tls-cert", cert, "--tls-key", key}}
	if err := server.Launch(); err != nil {
		t.Fatal(err)
	}
	defer server.Kill()
	client := wire.NewClient("https://"+address, 1)
	client.HTTP.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	reply, err := wire.Reply{}, error(nil)
	for range 1000 {
		if reply, err = client.Do(t.Context(), wire.Call{Path: wire.Path("compute"), Key: keys[0].Key, Body: plainLease}); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err != nil || reply.Status != 200 {
		t.Fatalf("%v, %v\n%s", reply, err, server.Log())
	}
	reply, err = client.Do(t.Context(), wire.Call{Path: wire.Path("compute")})
	if err != nil || !strings.HasPrefix(reply.Problem().Docs, "https://"+address+"/") {
		t.Errorf("the links of a TLS server: %v, %v", reply, err)
	}
}

// selfSigned writes a certificate for 127.0.0.1 and its key.
func selfSigned(t *testing.T) (cert, key string, pool *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "leasehold test"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	privateDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	certPEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	keyPEM := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: privateDER})
	for file, content := range map[string][]byte{cert: certPEM, key: keyPEM} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool = x509.NewCertPool()
	pool.AppendCertsFromPEM(certPEM)
	return cert, key, pool
}
