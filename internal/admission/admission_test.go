package admission

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// numbered returns n bytes that are about as compressible as a report.
func numbered(n int) []byte {
	var b bytes.Buffer
	rnd := rand.New(rand.NewPCG(1, 2))
	for b.Len() < n {
		b.WriteString(`{"date":"2026-01-31","amount":`)
		b.WriteString(strings.Repeat(string(rune('0'+rnd.IntN(10))), 1+rnd.IntN(8)))
		b.WriteString("},")
	}
	return b.Bytes()[:n]
}

// Every output is sent unchanged. An output above 64 KiB counts toward the memory limit until it is sent.
// Because the output is compressed, it counts as less than its length.
func TestAnOutputCountsUntilItIsSent(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, uncounted, uncounted + 1, Chunk, Chunk + 1, 5*Chunk - 1, 20 * Chunk} {
		l := New(Options{})
		text := numbered(n)
		o := NewOutput(l.Hold(1), 0)
		for rest := text; len(rest) > 0; {
			piece := rest[:min(len(rest), 100_000)]
			if _, err := o.Write(piece); err != nil {
				t.Fatal(err)
			}
			rest = rest[len(piece):]
		}
		held := l.States()["memory"].Held
		if (held > 0) != (n > uncounted) || held > int64(Chunk+n/2) {
			t.Errorf("%d bytes count as %d", n, held)
		}
		var sent bytes.Buffer
		if o.Len() != n || o.Sum() != sha256.Sum256(text) || !bytes.Equal(o.Bytes(), text) {
			t.Errorf("%d bytes differ from the written ones", n)
		}
		if _, err := o.WriteTo(&sent); err != nil || !bytes.Equal(sent.Bytes(), text) {
			t.Errorf("%d bytes were sent differently: %v", n, err)
		}
		o.Release()
		if held := l.States()["memory"].Held; held != 0 {
			t.Errorf("%d bytes are held at the end", held)
		}
	}
}

// Unreceived responses use up only their owner's memory share. That owner's long work is then rejected before
// it begins, while another owner still gets memory.
func TestUnreadOutputsFillTheShareOfTheirOwner(t *testing.T) {
	t.Parallel()
	l := New(Options{Memory: 4 << 20})
	text := numbered(8 << 20)
	var outputs []*Output
	write := func(owner int64) (err error) {
		o := NewOutput(l.Hold(owner), 0)
		if _, err = o.Write(text); err != nil {
			o.Release()
			return err
		}
		outputs = append(outputs, o)
		return nil
	}
	for range 10 {
		if err := write(1); err != nil {
			if !errors.Is(err, ErrShare) {
				t.Error(err)
			}
			break
		}
	}
	full := NewOutput(l.Hold(1), 0)
	for err := error(nil); err == nil; {
		_, err = full.Write(numbered(Chunk))
	}
	if _, err := l.Slot(context.Background(), 1, Long, time.Second); !errors.Is(err, ErrShare) {
		t.Errorf("long work of an owner without memory: %v", err)
	}
	if err := write(2); err != nil {
		t.Errorf("another owner: %v", err)
	}
	full.Release()
	for _, o := range outputs {
		o.Release()
	}
	if held := l.States()["memory"].Held; held != 0 {
		t.Errorf("%d bytes are held at the end", held)
	}
}

// A copy that other code makes of an output counts toward the memory limit.
func TestCopiesOfAnOutputCount(t *testing.T) {
	t.Parallel()
	l := New(Options{})
	o := NewOutput(l.Hold(1), 3)
	if _, err := o.Write(numbered(1 << 20)); err != nil {
		t.Fatal(err)
	}
	if held := l.States()["memory"].Held; held != 3<<20 {
		t.Errorf("3 copies of 1 MiB count as %d", held)
	}
	o.Release()
}

// deadlines records the deadlines of a connection.
type deadlines struct {
	*httptest.ResponseRecorder

	write, read []time.Time
}

func (d *deadlines) SetWriteDeadline(at time.Time) error { d.write = append(d.write, at); return nil }
func (d *deadlines) SetReadDeadline(at time.Time) error  { d.read = append(d.read, at); return nil }

// A client has 10 s for each 256 KiB of a long response, and a minute for the whole response.
func TestResponsesHaveAMinimumRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		s := &Sender{ResponseWriter: d}
		began := time.Now()
		for range 10 {
			if _, err := s.Write(make([]byte, Chunk)); err != nil {
				t.Fatal(err)
			}
			time.Sleep(9 * time.Second)
		}
		for i, at := range d.write {
			if want := min(time.Duration(i)*9*time.Second+Patience, SendTime); at.Sub(began) != want {
				t.Errorf("chunk %d: %v after the beginning, want %v", i, at.Sub(began), want)
			}
		}
		if len(d.write) != 10 {
			t.Errorf("%d deadlines", len(d.write))
		}
	})
}

// trickle is a body that sends one byte per second.
type trickle struct{ left int }

func (b *trickle) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, io.EOF
	}
	time.Sleep(time.Second)
	b.left--
	return copy(p, "x"), nil
}

// A client that sends one byte per second has 10 s in total. After the end of the body, while the
// server works, there is no deadline.
func TestBodiesHaveAMinimumRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewRequests(1, time.Now)
		d := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", &trickle{5})
		began := time.Now()
		request, err := q.Enter(d, r, netip.MustParseAddr("192.0.2.1"))
		if err != nil {
			t.Fatal(err)
		}
		defer request.Done()
		if _, err := io.ReadAll(r.Body); err != nil {
			t.Fatal(err)
		}
		last := len(d.read) - 1
		for _, at := range d.read[:last] {
			if at.Sub(began) != Patience {
				t.Errorf("a deadline %v after the beginning", at.Sub(began))
			}
		}
		if !d.read[last].IsZero() {
			t.Error("a deadline after the end of the body")
		}
	})
}

// remote is a connection with its client's address.
type remote struct {
	net.Conn

	addr   net.Addr
	closed bool
}

func (r *remote) RemoteAddr() net.Addr { return r.addr }
func (r *remote) Close() error         { r.closed = true; return nil }

func remoteFrom(address string) *remote {
	return &remote{addr: &net.TCPAddr{IP: net.ParseIP(address), Port: 1}}
}

// One address may use an eighth of the connections. If it opens more, its longest-idle connection is closed. If
// no connection is idle, the new connection is closed.
func TestConnectionsAreSharedByAddress(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	c := NewConnections(16, nil, func() time.Time { return now })
	first, second, third, fourth := remoteFrom("192.0.2.1"), remoteFrom("192.0.2.1"), remoteFrom("192.0.2.1"), remoteFrom("192.0.2.1")
	c.State(first, http.StateNew)
	c.State(second, http.StateNew)
	c.State(first, http.StateActive)
	c.State(third, http.StateNew)
	if first.closed || !second.closed || third.closed {
		t.Errorf("closed: %v, %v, %v", first.closed, second.closed, third.closed)
	}
	c.State(third, http.StateActive)
	c.State(fourth, http.StateNew)
	if !fourth.closed || first.closed || third.closed {
		t.Error("an active connection was closed for a new one")
	}
	other := remoteFrom("192.0.2.2")
	c.State(other, http.StateNew)
	if other.closed {
		t.Error("another address was rejected")
	}
	c.State(first, http.StateClosed)
	c.State(second, http.StateClosed)
	c.State(third, http.StateClosed)
	c.State(other, http.StateClosed)
	if s := c.States()["connections"]; s.Held != 0 || s.Refused != 2 || len(c.sharing) != 0 || c.idle.Len() != 0 {
		t.Errorf("%+v, %v", s, c.sharing)
	}
	household := [3]*remote{remoteFrom("2001:db8::1"), remoteFrom("2001:db8::2"), remoteFrom("2001:db8::3")}
	for _, conn := range household {
		c.State(conn, http.StateNew)
		c.State(conn, http.StateActive)
	}
	if !household[2].closed {
		t.Error("a /64 exceeds its share")
	}
}

// While more than half of the allowed connections are open, connections that are idle for 15 s are
// closed.
func TestIdleConnectionsEndSoonerWhenThereAreMany(t *testing.T) {
	t.Parallel()
	now := time.Unix(0, 0)
	c := NewConnections(16, nil, func() time.Time { return now })
	var open []*remote
	for i := range 9 {
		conn := remoteFrom(net.IPv4(byte(i+1), 0, 0, 1).String())
		c.State(conn, http.StateNew)
		open = append(open, conn)
	}
	now = now.Add(idleWhenFull)
	c.State(remoteFrom("203.0.113.1"), http.StateNew)
	closed := 0
	for _, conn := range open {
		if conn.closed {
			closed++
		}
	}
	if closed != 1 || !open[0].closed {
		t.Errorf("%d connections were closed", closed)
	}
}
