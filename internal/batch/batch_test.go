package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/leasehold-accounting/leasehold"
)

// echo runs a batch in which each result is the input line itself. It rejects lines that contain "bad".
func echo(ctx context.Context, in io.Reader, out io.Writer, workers int, progress func(Progress)) (Progress, error) {
	var done Progress
	type answers struct {
		text            []byte
		leases, refused int64
	}
	bad := &leasehold.InvalidError{Faults: []leasehold.Fault{{Field: "termMonths", Message: "is bad"}}}
	start := func() func(*Chunk, *answers) {
		return func(c *Chunk, a *answers) {
			*a = answers{text: a.text[:0]}
			lines := bytes.Split(c.part.Text, []byte("\n"))
			c.Each(func(it *Item) { // every item is rejected, because the lines are not leases
				a.leases++
				var text []byte // empty if the line is too long
				if !strings.Contains(it.Err.Error(), "longer than") {
					text = bytes.TrimSuffix(lines[int(it.Line)-c.part.Line], []byte("\r"))
				}
				switch {
				case text == nil:
					a.text = AppendRefusal(a.text, it.Line, "", it.Err)
					a.refused++
				case bytes.Contains(text, []byte("bad")):
					a.text = AppendRefusal(a.text, it.Line, "", bad)
					a.refused++
				default:
					a.text = append(a.text, text...)
				}
				a.text = append(a.text, '\n')
			})
		}
	}
	err := Run(ctx, Lines(in, nil), ForAnswers, workers, start, func(c *Chunk, a *answers) error {
		if len(a.text) > 0 {
			if _, err := out.Write(a.text); err != nil {
				return err
			}
		}
		done = Progress{Bytes: c.Bytes, Leases: done.Leases + a.leases, Refused: done.Refused + a.refused}
		if progress != nil {
			progress(done)
		}
		return nil
	})
	return done, err
}

func run(t *testing.T, in io.Reader, workers int) (string, Progress) {
	t.Helper()
	var out bytes.Buffer
	done, err := echo(t.Context(), in, &out, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), done
}

// The results are in input order, whatever the number of workers and the number of bytes per Read.
func TestResultsKeepTheOrderOfTheInput(t *testing.T) {
	t.Parallel()
	var want strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&want, "%d %s\n", i, strings.Repeat("x", rand.IntN(300)))
	}
	slow := func(r io.Reader) io.Reader { return iotest.HalfReader(r) }
	for _, workers := range []int{0, 1, 2, 7} {
		for name, wrap := range map[string]func(io.Reader) io.Reader{
			"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader, "halves": slow,
			"data with the end": iotest.DataErrReader,
		} {
			got, done := run(t, wrap(strings.NewReader(want.String())), workers)
			if got != want.String() {
				t.Errorf("%d workers, %s: answers differ from the input", workers, name)
			}
			if done != (Progress{Bytes: int64(want.Len()), Leases: 1500}) {
				t.Errorf("%d workers, %s: done %+v", workers, name, done)
			}
		}
	}
}

func TestLinesAreNumberedAsInAnEditor(t *testing.T) {
	t.Parallel()
	refusal := func(n int) string {
		return `{"line":` + strconv.Itoa(n) + `,"error":{"code":"invalid_request","field":"termMonths","message":"termMonths: is bad"}}` + "\n"
	}
	for name, c := range map[string]struct{ in, want string }{
		"nothing":                   {"", ""},
		"only blank lines":          {"\n \n\t\r\n\n", ""},
		"blank lines count":         {"\n\nbad\n \nbad\n", refusal(3) + refusal(5)},
		"the rest goes on":          {"a\nbad\nb\n", "a\n" + refusal(2) + "b\n"},
		"no newline at the end":     {"a\nbad", "a\n" + refusal(2)},
		"lines of Windows":          {"a\r\nbad\r\nb\r\n", "a\n" + refusal(2) + "b\n"},
		"blank at the end":          {"a\n   ", "a\n"},
		"many blank then a bad one": {strings.Repeat("\n", 300_000) + "bad", refusal(300_001)},
	} {
		if got, _ := run(t, strings.NewReader(c.in), 2); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// A line may have up to 65,536 bytes, anywhere in the input and with any line break. A longer line
// is rejected, and the next line is processed.
func TestLinesOver64KiBAreRejected(t *testing.T) {
	t.Parallel()
	const tooLong = `"error":{"code":"invalid_request","field":"body","message":"body: the line is longer than the 65536 bytes allowed for a lease"}}` + "\n"
	for _, size := range []int{MaxLine, MaxLine + 1, 4 * MaxLine} {
		for _, end := range []string{"\n", "\r\n", ""} {
			for _, wrap := range []func(io.Reader) io.Reader{iotest.HalfReader, iotest.DataErrReader} {
				long := strings.Repeat("x", size)
				in := "a\n" + long + end
				want := "a\n" + long + "\n"
				if size > MaxLine {
					want = "a\n" + `{"line":2,` + tooLong
				}
				if end != "" {
					in += "b"
					want += "b\n"
				}
				got, done := run(t, wrap(strings.NewReader(in)), 2)
				if got != want {
					t.Errorf("%d bytes, end %q: wrong answers (%d bytes, want %d)", size, end, len(got), len(want))
				}
				if done.Bytes != int64(len(in)) {
					t.Errorf("%d bytes, end %q: progress at %d of %d bytes", size, end, done.Bytes, len(in))
				}
			}
		}
	}
}

// The result of a line is written before the next line has been read. A program connected through two pipes can
// send a lease, wait for its result, and then send the next lease.
func TestSlowInputGetsImmediateResults(t *testing.T) {
	t.Parallel()
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	failed := make(chan error, 1)
	go func() {
		_, err := echo(context.Background(), in, out, 2, nil)
		_ = out.Close()
		failed <- err
	}()
	buf := make([]byte, 16)
	for i := range 50 {
		want := strconv.Itoa(i) + "\n"
		if _, err := io.WriteString(feed, want); err != nil {
			t.Fatal(err)
		}
		if n, err := io.ReadFull(answers, buf[:len(want)]); err != nil || string(buf[:n]) != want {
			t.Fatalf("answer %d: %q, %v", i, buf[:n], err)
		}
	}
	_ = feed.Close()
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
}

func TestRunEndsWithTheFirstError(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	many := strings.Repeat("lease\n", 100_000)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		in   io.Reader
		out  io.Writer
		want error
	}{
		"input":    {t.Context(), io.MultiReader(strings.NewReader(many), iotest.ErrReader(broken)), io.Discard, broken},
		"output":   {t.Context(), strings.NewReader(many), errWriter{broken}, broken},
		"canceled": {canceled, strings.NewReader(many), io.Discard, context.Canceled},
	} {
		if _, err := echo(c.ctx, c.in, c.out, 2, nil); !errors.Is(err, c.want) {
			t.Errorf("%s: got error %v, want %v", name, err, c.want)
		}
	}
}

type errWriter struct{ err error }

func (w errWriter) Write([]byte) (int, error) { return 0, w.err }

// Memory does not depend on the length of the input: after the last lease, the heap has the same
// size as after the first thousand leases.
func TestMemoryIsFlat(t *testing.T) {
	lease := []byte(strings.Repeat("x", 300) + "\n")
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var early, late uint64
	const leases = 50_000
	_, err := echo(t.Context(), &repeat{text: lease, left: leases}, io.Discard, 2, func(p Progress) {
		switch {
		case early == 0 && p.Leases >= 1000:
			early = heap()
		case p.Leases == leases:
			late = heap()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if late > early+1<<20 {
		t.Errorf("heap grew from %d to %d bytes over %d leases", early, late, leases)
	}
}

// repeat is a reader that returns the same text a limited number of times.
type repeat struct {
	text []byte
	left int
}

func (r *repeat) Read(p []byte) (int, error) {
	n := 0
	for r.left > 0 && len(p)-n >= len(r.text) {
		n += copy(p[n:], r.text)
		r.left--
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// A run that is interrupted between two chunks returns an error.
func TestAnInterruptedRunIsIncomplete(t *testing.T) {
	t.Parallel()
	for range 300 {
		ctx, cancel := context.WithCancel(t.Context())
		endless := repeated("{}\n")
		out := writerFunc(func(p []byte) (int, error) {
			cancel()
			time.Sleep(100 * time.Microsecond) // gives the reader time to notice the interruption first
			return len(p), nil
		})
		if _, err := echo(ctx, endless, out, 1, nil); !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
	}
}

// repeated is a reader that returns the same text endlessly.
type repeated string

func (r repeated) Read(p []byte) (int, error) {
	return copy(p, strings.Repeat(string(r), len(p)/len(r)+1)), nil
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
