package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// An interrupted command ends even if its input has no end. It creates no output file and leaves an existing
// one unchanged.
func TestInterruptEndsACommandThatWaitsForInput(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"compute"},
		{"compute", "--format", "ndjson"},
		{"compute", "--from", "-"},
	} {
		dir := t.TempDir()
		out := filepath.Join(dir, "out.ndjson")
		writeFile(t, out, []byte("old"))
		stdin, feed := io.Pipe()
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			_, _ = io.WriteString(feed, "\n{}\n") // the input is never closed
			cancel()
		}()
		var stdout, stderr bytes.Buffer
		code := make(chan int, 1)
		go func() { code <- run(ctx, append(args, "-o", out), stdin, &stdout, &stderr) }()
		select {
		case got := <-code:
			if got != exitError {
				t.Errorf("%v: exit status %d: %s", args, got, &stderr)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("%v: still running", args)
		}
		_ = feed.Close()
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if kept, err := os.ReadFile(out); err != nil || string(kept) != "old" || len(files) != 1 {
			t.Errorf("%v: out holds %q (%v) among %d files", args, kept, err, len(files))
		}
	}
}
