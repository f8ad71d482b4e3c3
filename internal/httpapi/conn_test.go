package httpapi

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/admission"
)

// serveOneWrite serves on a OneWrite listener and returns a connection to it.
func serveOneWrite(t *testing.T, h http.HandlerFunc) net.Conn {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: h, ConnContext: new(API).ConnContext, ReadHeaderTimeout: time.Minute}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.Serve(OneWrite(l)) // closing the server ends this call
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

func sendText(w http.ResponseWriter, r *http.Request, text []byte) error {
	body := admission.NewOutput(nil, 0)
	defer body.Release()
	if _, err := body.Write(text); err != nil {
		return err
	}
	return (&response{Sender: admission.Sender{ResponseWriter: w}}).send(r.Context(), body)
}

// A response of any length arrives complete, even if the header and the body exactly fill
// net/http's buffer, and the connection remains usable.
func TestResponsesOfAnyLengthAreComplete(t *testing.T) {
	t.Parallel()
	text := bytes.Repeat([]byte("0123456789abcdefghijklmnopqrstuvwxyz"), 8<<10)
	client := serveOneWrite(t, func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Path[1:])
		w.Header().Set("Content-Length", strconv.Itoa(n))
		if err := sendText(w, r, text[:n]); err != nil {
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
		_ = answer.Body.Close() // the body was completely read
		if err != nil || !bytes.Equal(got, text[:n]) {
			t.Fatalf("%d bytes: got %d, %v", n, len(got), err)
		}
	}
}

// pair returns a connection of a OneWrite listener and its other end.
func pair(t *testing.T) (server *conn, client net.Conn) {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // it has served
	if client, err = new(net.Dialer).DialContext(t.Context(), "tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	accepted, err := OneWrite(l).Accept()
	if err != nil {
		t.Fatal(err)
	}
	server, ok := accepted.(*conn)
	if !ok {
		t.Fatalf("a connection is a %T", accepted)
	}
	t.Cleanup(func() {
		_ = server.Close()
		_ = client.Close()
	})
	return server, client
}

// The beginning of a response is held until the next part is written.
func TestResponsesStartWhenComplete(t *testing.T) {
	t.Parallel()
	server, client := pair(t)
	server.hold()
	if n, err := server.Write([]byte("head, ")); n != 6 || err != nil {
		t.Fatal(n, err)
	}
	_ = client.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
	var one [1]byte
	if n, err := client.Read(one[:]); n != 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("sent before the rest was there: %q, %v", one[:n], err)
	}
	if n, err := server.Write([]byte("body, ")); n != 6 || err != nil {
		t.Fatal(n, err)
	}
	if n, err := server.Write([]byte("more, ")); n != 6 || err != nil {
		t.Fatal(n, err)
	}
	server.hold()
	if _, err := server.Write([]byte("end")); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(server.release(), server.release(), server.CloseWrite()); err != nil {
		t.Fatal(err)
	}
	_ = client.SetReadDeadline(time.Time{})
	if got, err := io.ReadAll(client); err != nil || string(got) != "head, body, more, end" {
		t.Fatalf("%q, %v", got, err)
	}
}

// A client that disconnects causes an error, so that the log reports the unsent response.
func TestWritingToADisconnectedClientFails(t *testing.T) {
	t.Parallel()
	sent := make(chan error, 1)
	disconnected := make(chan struct{})
	client := serveOneWrite(t, func(w http.ResponseWriter, r *http.Request) {
		<-disconnected
		body := make([]byte, 32<<20) // more than the socket buffers can hold
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		sent <- sendText(w, r, body)
	})
	request(t, client, "/")
	_ = client.Close()
	close(disconnected)
	if err := <-sent; err == nil {
		t.Error("no error")
	}
}
