package httpapi

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
)

// serveText serves h on a [Listener] and returns a client connection to it.
func serveText(t *testing.T, h http.HandlerFunc) net.Conn {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: h, ConnContext: new(API).ConnContext, ReadHeaderTimeout: time.Minute}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.Serve(Listener(l)) // returns an error when the test closes the server
	}()
	t.Cleanup(func() {
		_ = s.Close()
		<-ended
	})
	client, err := new(net.Dialer).DialContext(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func request(t *testing.T, client net.Conn, path string) {
	t.Helper()
	if _, err := io.WriteString(client, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
}

// sendText writes text as the response of an operation.
func sendText(w http.ResponseWriter, text []byte) error {
	body := admission.NewOutput(nil, 0)
	defer body.Release()
	if _, err := body.Write(text); err != nil {
		return err
	}
	return (&response{Sender: admission.Sender{ResponseWriter: w}}).send(body)
}

// A response of any length arrives complete, even if its header and body exactly fill the buffer of
// net/http. The connection remains usable.
func TestAnswersOfAnyLengthArriveWhole(t *testing.T) {
	t.Parallel()
	text := bytes.Repeat([]byte("0123456789abcdefghijklmnopqrstuvwxyz"), 8<<10)
	client := serveText(t, func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Path[1:])
		w.Header().Set("Content-Length", strconv.Itoa(n))
		if err := sendText(w, text[:n]); err != nil {
			t.Error(err)
		}
	})
	in := bufio.NewReader(client)
	lengths := []int{0, 1, 2047, 2048, 2049, 8192, 40_000, len(text)}
	for n := 3800; n < 4200; n++ {
		lengths = append(lengths, n)
	}
	for _, n := range lengths {
		request(t, client, "/"+strconv.Itoa(n))
		answer, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
		got, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close() // the body was read completely
		if err != nil || !bytes.Equal(got, text[:n]) {
			t.Fatalf("%d bytes: got %d, %v", n, len(got), err)
		}
	}
}

// Sending a response to a client that has disconnected returns an error, so that the response can
// be logged as not sent.
func TestAClientThatHasGoneIsAnError(t *testing.T) {
	t.Parallel()
	sent := make(chan error, 1)
	disconnected := make(chan struct{})
	client := serveText(t, func(w http.ResponseWriter, _ *http.Request) {
		<-disconnected
		body := make([]byte, 32<<20) // longer than the buffers of the sockets
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		sent <- sendText(w, body)
	})
	request(t, client, "/")
	_ = client.Close()
	close(disconnected)
	if err := <-sent; err == nil {
		t.Error("no error")
	}
}
