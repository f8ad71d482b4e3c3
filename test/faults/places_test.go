package faults

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// slowConnections exceeds the number of simultaneous connections that a server allows.
const slowConnections = 1030

// signUp creates an account in the console and returns its session cookie.
func signUp(t *testing.T, server *program.Server) string {
	t.Helper()
	form := url.Values{"email": {"slow@example.org"}, "password": {"gnu-tulip-oboe-lamp"}}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL()+"/account/sign-up", strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // only the cookie is used
	for _, c := range resp.Cookies() {
		return c.Name + "=" + c.Value
	}
	t.Fatalf("sign-up: status %d and no cookie", resp.StatusCode)
	return ""
}

// TestSlowBodiesHoldNoSlots sends slow bodies to every interface simultaneously, with a valid
// free-plan key and a valid session. They must not delay other clients.
func TestSlowBodiesHoldNoSlots(t *testing.T) {
	t.Parallel()
	server := &program.Server{Binary: binary(t), DB: onFile().database(t), Flags: []string{"--signup", "--workbench", "public"}}
	if err := server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Kill)
	free, err := binary(t).CreateKeys(t.Context(), server.DB, "free", "test", "slow", 1)
	if err != nil {
		t.Fatal(err)
	}
	victims := createKeys(t, server.DB, 12)
	session := signUp(t, server)
	client := wire.NewClient(server.URL(), 4)
	defer client.Close()
	classify := wire.Call{Path: wire.Path("classify"), Body: leaseOf(60)}
	quiet, _ := paced(t, client, victims, classify, time.After(3*time.Second))
	hold := func(n int, opening string) {
		// The slow clients have different addresses and networks from the other clients, because
		// the server limits connections per address and per network.
		conn, err := from(fmt.Sprintf("127.0.%d.1", 1+n%4)).DialContext(t.Context(), "tcp", server.Address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if _, err := io.WriteString(conn, opening+"Host: localhost\r\nContent-Length: 1000\r\n\r\n{"); err != nil {
			t.Fatal(err)
		}
	}
	key := "Authorization: Bearer " + free[0].Key + "\r\n"
	form := "Cookie: " + session + "\r\nContent-Type: application/x-www-form-urlencoded\r\n"
	for n := range slowConnections {
		switch n % 4 {
		case 0, 1:
			hold(n, "POST /mcp HTTP/1.1\r\n"+key)
		case 2:
			hold(n, "POST /api/v1/compute HTTP/1.1\r\n"+key)
		default:
			hold(n, "POST /account/keys HTTP/1.1\r\n"+form)
		}
	}
	disturbed, _ := paced(t, client, victims, classify, time.After(8*time.Second))
	t.Logf("p99 of classify: %v on a quiet server, %v beside %d slow bodies", quiet, disturbed, slowConnections)
	// On a shared machine, any request can take a few milliseconds longer.
	if most := 5*quiet + 50*time.Millisecond; disturbed > most {
		t.Errorf("p99 of classify is %v, at most %v would do", disturbed, most)
	}
	for _, path := range []string{"/account/sign-in", "/docs/errors", "/openapi.json", "/readyz"} {
		reply, err := client.Do(t.Context(), wire.Call{Method: http.MethodGet, Path: path})
		if err != nil || reply.Status != http.StatusOK {
			t.Errorf("%s: %v, %v", path, reply.Status, err)
		}
	}
}
