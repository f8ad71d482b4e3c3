package faults

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/test/internal/wire"
)

// laxProxy is a proxy that splits its input into requests by lax rules, and each rule has been used
// by some real server. The proxy ignores lines without meaning, removes spaces from header names,
// and joins folded lines. The proxy treats a chunk of negative length as the last chunk, and uses
// the first of two headers with the same name.
type laxProxy struct {
	client  *wire.Client
	chunked bool // whether the proxy supports chunked bodies
}

// serve responds to the requests of a connection.
func (n *laxProxy) serve(ctx context.Context, conn net.Conn) error {
	defer conn.Close() //nolint:errcheck // the client notices if the connection is broken
	r := bufio.NewReader(conn)
	for {
		line, err := lineOf(r)
		if err != nil {
			return err
		}
		path, isRequest := strings.CutPrefix(line, "POST ")
		if !isRequest {
			continue
		}
		path, _, _ = strings.Cut(path, " ")
		header, err := headerOf(r)
		if err != nil {
			return err
		}
		body, err := n.bodyOf(r, header)
		if err != nil {
			return err
		}
		reply, err := n.client.Do(ctx, wire.Call{Path: path, Key: header["x-api-key"], Body: body})
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(conn, "HTTP/1.1 %d It\r\nContent-Length: %d\r\n\r\n%s", reply.Status, len(reply.Body), reply.Body); err != nil {
			return err
		}
	}
}

// lineOf reads up to the next CR LF. An LF without a CR does not end the line.
func lineOf(r *bufio.Reader) (string, error) {
	var line strings.Builder
	for {
		part, err := r.ReadString('\n')
		line.WriteString(part)
		if err != nil {
			return "", err
		}
		if text, ok := strings.CutSuffix(line.String(), "\r\n"); ok {
			return text, nil
		}
	}
}

func headerOf(r *bufio.Reader) (map[string]string, error) {
	header := map[string]string{}
	last := ""
	for {
		line, err := lineOf(r)
		if err != nil || line == "" {
			return header, err
		}
		if strings.HasPrefix(line, " ") {
			header[last] += strings.TrimSpace(line)
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		last = strings.ToLower(strings.TrimSpace(name))
		if _, known := header[last]; !known {
			header[last] = strings.TrimSpace(value)
		}
	}
}

func (n *laxProxy) bodyOf(r *bufio.Reader, header map[string]string) (string, error) {
	if !n.chunked || header["transfer-encoding"] != "chunked" {
		length, _ := strconv.Atoi(header["content-length"]) // an invalid length counts as 0
		body := make([]byte, length)
		_, err := io.ReadFull(r, body)
		return string(body), err
	}
	body := ""
	for {
		line, err := lineOf(r)
		if err != nil {
			return "", err
		}
		size, _ := strconv.ParseInt(line, 16, 32) // an invalid length counts as 0
		chunk := make([]byte, max(size, 0))
		if _, err := io.ReadFull(r, chunk); err != nil {
			return "", err
		}
		body += string(chunk)
		if next, err := r.Peek(2); err == nil && string(next) == "\r\n" {
			_, _ = r.Discard(2) // skips the CR LF that ends the chunk
		}
		if size <= 0 {
			return body, nil
		}
	}
}

// TestLaxProxiesAreFound tests the controls. Each hidden request reaches the server through a lax
// proxy, and smuggle must report it.
func TestLaxProxiesAreFound(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for _, chunked := range []bool{false, true} {
		server := start(t, binary(t), onFile().database(t))
		n := &laxProxy{client: wire.NewClient(server.URL(), clients), chunked: chunked}
		defer n.client.Close()
		listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close() //nolint:errcheck // the listener is used until the test ends
		go func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				go n.serve(t.Context(), conn) //nolint:errcheck // serve always returns an error when the connection ends
			}
		}()
		for _, fault := range smuggle(t, server, listener.Addr().String()) {
			name, _, _ := strings.Cut(strings.TrimPrefix(fault, smuggled), ":")
			found[name] = true
		}
		if !found[carriedOut] {
			t.Error("no hidden request is found in the usage log")
		}
		delete(found, carriedOut)
	}
	for name, request := range smugglers("") {
		if strings.Contains(request, hiddenPath) && !found[name] {
			t.Errorf("%s: not found", name)
		}
	}
	t.Log("found: ", slices.Sorted(maps.Keys(found)))
}
