package deploy

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

// proxy is a reverse proxy with a configuration file in deploy/.
type proxy struct {
	name  string
	start func(m *machine) (command []string) // returns the command that runs the proxy in the foreground
}

var proxies = []proxy{
	{"nginx", func(m *machine) []string {
		frame := filepath.Join(m.root, "etc/nginx/nginx.conf")
		m.write(frame, fmt.Sprintf(nginxFrame, m.root))
		m.write(filepath.Join(m.root, "etc/nginx/conf.d/leasehold.conf"), m.file("nginx/leasehold.conf"))
		folder := filepath.Join(m.root, "etc/letsencrypt/live", siteName)
		m.copy(m.cert, filepath.Join(folder, "fullchain.pem"))
		m.copy(m.key, filepath.Join(folder, "privkey.pem"))
		return []string{tool(m.T, "nginx"), "-p", m.root, "-e", m.root + "/run/nginx.log", "-c", frame, "-g", "daemon off;"}
	}},
	{"caddy", func(m *machine) []string {
		path := filepath.Join(m.root, "etc/Caddyfile")
		// The configuration is changed, because the test has no public certificate authority and no
		// privileged ports.
		site := strings.Replace(m.file("caddy/Caddyfile"), siteName+" {", "https://"+siteName+":"+m.safe+" {\n\ttls "+m.cert+" "+m.key, 1)
		m.write(path, "{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system "+m.root+"/run\n}\n"+site)
		return []string{tool(m.T, "caddy"), "run", "--config", path, "--adapter", "caddyfile"}
	}},
}

func (m *machine) file(name string) string {
	m.Helper()
	text, err := os.ReadFile(filepath.Join(m.deploy, name))
	if err != nil {
		m.Fatal(err)
	}
	return string(text)
}

func (m *machine) write(path, text string) {
	m.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		m.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		m.Fatal(err)
	}
}

func (m *machine) copy(from, to string) {
	m.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		m.Fatal(err)
	}
	m.write(to, string(text))
}

// throughProxy starts a proxy and returns a client that sends its requests through the proxy.
// throughProxy returns when the site responds at the given path.
func (m *machine) throughProxy(p proxy, ready string) *http.Client {
	m.Helper()
	command := p.start(m)
	// The proxy must not be killed when the test's context ends, because its worker processes would
	// continue to run. The test sends a signal instead.
	cmd := exec.CommandContext(context.WithoutCancel(m.Context()), command[0], command[1:]...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &said, &said, 5*time.Second
	cmd.Env = append(os.Environ(), "HOME="+m.root, "XDG_CONFIG_HOME="+m.root, "XDG_DATA_HOME="+m.root)
	if err := cmd.Start(); err != nil {
		m.Fatal(err)
	}
	m.Cleanup(func() {
		defer time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() }).Stop()
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait() // the process ends because of the signal
		if m.Failed() {
			m.Logf("%s: %s", p.name, said.String())
		}
	})
	pool := x509.NewCertPool()
	pem, err := os.ReadFile(m.cert)
	if err != nil || !pool.AppendCertsFromPEM(pem) {
		m.Fatal(err)
	}
	client := &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{
		TLSClientConfig:   &tls.Config{RootCAs: pool, ServerName: siteName, MinVersion: tls.VersionTLS12},
		ForceAttemptHTTP2: true,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, "127.0.0.1:"+m.safe)
		},
	}}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		answer, err := m.ask(client, http.MethodGet, ready, nil, nil)
		if err == nil && answer.status == http.StatusOK {
			return client
		}
		if time.Now().After(deadline) {
			m.Fatalf("%s: %v, %v", p.name, answer, err)
		}
	}
}

// arrived is a response that has been read completely.
type arrived struct {
	status, major int // major is the HTTP major version
	header        http.Header
	text          string
}

// ask sends a request through the proxy.
func (m *machine) ask(client *http.Client, method, path string, body []byte, header http.Header) (*arrived, error) {
	request, err := http.NewRequestWithContext(m.Context(), method, "https://"+siteName+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	maps.Copy(request.Header, header)
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close() //nolint:errcheck // the body is only read
	text, err := io.ReadAll(answer.Body)
	return &arrived{answer.StatusCode, answer.ProtoMajor, answer.Header, string(text)}, err
}

// Both proxies pass the server's responses over https without changes. If a body is too large, the
// proxy responds with its own error.
func TestProxiesPassResponsesUnchanged(t *testing.T) {
	t.Parallel()
	for _, p := range proxies {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			server := &program.Server{
				Binary: built(t), DB: "sqlite:" + filepath.Join(m.root, "var/lib/leasehold/leasehold.db"),
				Address: "127.0.0.1:" + m.api, Env: []string{"LEASEHOLD_TRUSTED_PROXIES=127.0.0.1", "LEASEHOLD_LOG_LEVEL=debug", "LEASEHOLD_PUBLIC_URL=https://" + siteName},
			}
			server.MustStart(t)
			client := m.throughProxy(p, "/readyz")
			key := http.Header{"Authorization": {"Bearer " + createKey(t, server.Binary, server.DB)}, "X-Forwarded-For": {"203.0.113.9"}}
			for what, c := range map[string]struct {
				path, body string
				status     int
				says       string
			}{
				"a lease":              {"/api/v1/compute", `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":10000,"discountRateAnnual":0.06}`, 200, `"initialLiability":519841.89`},
				"a long report":        {"/api/v1/report", `{"from":"2026-01-01","to":"2026-12-31","leases":[` + strings.Repeat(" ", 7<<20) + `]}`, 400, "leases"},
				"too long a lease":     {"/api/v1/compute", strings.Repeat(" ", 70_000), 400, "at most 65536 bytes"},
				"an unknown operation": {"/api/v1/nothing", `{}`, 404, "not_found"},
				"an odd path":          {"/api/v1//compute", `{}`, 404, "not_found"},
			} {
				answer, err := m.ask(client, http.MethodPost, c.path, []byte(c.body), key)
				if err != nil {
					t.Errorf("%s: %v", what, err)
					continue
				}
				if answer.status != c.status || !strings.Contains(answer.text, c.says) || answer.header.Get("X-Request-Id") == "" {
					t.Errorf("%s: %d %.300s", what, answer.status, answer.text)
				}
				if answer.major != 2 || answer.header.Get("Strict-Transport-Security") == "" {
					t.Errorf("%s: HTTP/%d, %v", what, answer.major, answer.header)
				}
			}
			// The client address in the log is the address of the proxy's client, whatever headers
			// the client sends.
			if log := server.Log(); !strings.Contains(log, `"client":"127.0.0.1"`) || strings.Contains(log, "203.0.113.9") {
				t.Errorf("the log has other clients:\n%.2000s", log)
			}
		})
	}
}

// A proxy never repeats a request that it has already sent, because a request without an
// Idempotency-Key would be billed twice.
func TestProxiesDoNotRepeatRequests(t *testing.T) {
	t.Parallel()
	for _, p := range proxies {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			var mu sync.Mutex
			requests := map[string]int{}
			l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:"+m.api)
			if err != nil {
				t.Fatal(err)
			}
			broken := httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/readyz" {
					return
				}
				_, _ = io.Copy(io.Discard, r.Body) // returns when the whole body has arrived
				mu.Lock()
				requests[r.URL.Path]++
				mu.Unlock()
				panic(http.ErrAbortHandler) // closes the connection without a response
			}))
			_ = broken.Listener.Close() // closed again later
			broken.Listener = l
			broken.Start()
			defer broken.Close()
			client := m.throughProxy(p, "/readyz")
			answer, err := m.ask(client, http.MethodPost, "/api/v1/compute", []byte("{}"), nil)
			mu.Lock()
			defer mu.Unlock()
			if err != nil || answer.status != http.StatusBadGateway || requests["/api/v1/compute"] != 1 {
				t.Errorf("%v, %v, asked %v", answer, err, requests)
			}
		})
	}
}

// Over http, the site redirects browsers to https, and responds to the certificate authority's
// challenge.
func TestNginxSendsToHTTPS(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.write(filepath.Join(m.root, "var/www/html/.well-known/acme-challenge/token"), "proof")
	if err := os.Chmod(filepath.Join(m.root, "var/www/html/.well-known/acme-challenge/token"), 0o644); err != nil {
		t.Fatal(err)
	}
	api := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:"+m.api)
	if err != nil {
		t.Fatal(err)
	}
	_ = api.Listener.Close() // closed again later
	api.Listener = l
	api.Start()
	defer api.Close()
	m.throughProxy(proxies[0], "/readyz")
	plain := &http.Client{Timeout: 20 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for path, want := range map[string]string{"/account?x=1": "308 https://" + siteName + "/account?x=1", "/.well-known/acme-challenge/token": "200 proof"} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1:"+m.plain+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = siteName
		answer, err := plain.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close() // the body has been read completely
		got := fmt.Sprintf("%d %s", answer.StatusCode, text)
		if to := answer.Header.Get("Location"); to != "" {
			got = fmt.Sprintf("%d %s", answer.StatusCode, to)
		}
		if err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", path, got, err, want)
		}
	}
}
