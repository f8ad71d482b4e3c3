package faults

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// smugglers returns requests by name. Two programs could interpret each request's bytes
// differently. Most requests hide a second request that has an API key.
func smugglers(key string) map[string]string {
	hidden := "POST " + hiddenPath + " HTTP/1.1\r\nHost: x\r\nx-api-key: " + key + "\r\nContent-Length: 2\r\n\r\n{}"
	return map[string]string{
		"CL.TE": fmt.Sprintf("POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nx-api-key: %s\r\nContent-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n%s",
			key, 5+len(hidden), hidden),
		"TE.CL": fmt.Sprintf("POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nx-api-key: %s\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n%x\r\n%s\r\n0\r\n\r\n",
			key, len(hidden), hidden),
		"TE.TE": "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n" + hidden,
		"two lengths": fmt.Sprintf("POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: %d\r\n\r\n{}%s",
			2+len(hidden), hidden),
		"bare LF in a header": fmt.Sprintf("POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nX-A: b\nContent-Length: %d\r\n\r\n%s", len(hidden), hidden),
		"bare LF":             "POST /api/v1/compute HTTP/1.1\nHost: x\nContent-Length: 2\n\n{}",
		"space in name":       "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nContent-Length : 2\r\n\r\n{}" + hidden,
		"folded header":       "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n" + hidden,
		"chunk size":          "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n" + hidden,
		"negative length":     "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n{}" + hidden,
		"unknown coding":      "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n{}" + hidden,
		"no host":             "POST /api/v1/compute HTTP/1.1\r\n\r\n" + hidden,
		"NUL in a field":      "POST /api/v1/compute HTTP/1.1\r\nHost: x\r\nX-A: \x00\r\nContent-Length: 2\r\n\r\n{}" + hidden,
	}
}

const hiddenPath = "/api/v1/classify"

// TestNoRequestIsSmuggled sends bytes that two programs could interpret as different requests. The
// server must interpret them as one request or respond with an error. A hidden request must never
// get a response.
func TestNoRequestIsSmuggled(t *testing.T) {
	t.Parallel()
	server := start(t, binary(t), onFile().database(t))
	var group sync.WaitGroup
	for name, request := range smugglers(createKeys(t, server.DB, 1)[0].Key) {
		group.Go(func() {
			list, err := statuses(t.Context(), server.Address, request)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for i, status := range list {
				if i > 0 || status == http.StatusOK || status >= 500 && status != http.StatusNotImplemented {
					t.Errorf("%s: answer %d has status %d", name, i+1, status)
				}
			}
		})
	}
	group.Wait()
	time.Sleep(time.Second) // the server writes its log shortly after the response
	out := mustRun(t, "usage", "--db", server.DB, "--format", "json")
	if strings.Contains(out.Stdout, `"classify"`) {
		t.Error("the hidden request was carried out")
	}
}

// statuses sends bytes and returns the status of every response.
func statuses(ctx context.Context, address, request string) ([]int, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	defer conn.Close() //nolint:errcheck // everything has been read
	if _, err := io.WriteString(conn, request); err != nil {
		return nil, err
	}
	if err := conn.SetReadDeadline(time.Now().Add(2 * time.Second)); err != nil {
		return nil, err
	}
	var list []int
	r := bufio.NewReader(conn)
	for {
		resp, err := http.ReadResponse(r, nil)
		if err != nil {
			return list, nil // the connection has ended, or the server is waiting for more input
		}
		_, _ = io.Copy(io.Discard, resp.Body) // the next response begins after this body
		_ = resp.Body.Close()
		list = append(list, resp.StatusCode)
	}
}
