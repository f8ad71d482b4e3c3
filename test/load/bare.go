package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"time"
)

// answerFile is a recorded response, which the bare handler sends in response to every request.
type answerFile struct {
	Header http.Header
	Body   []byte
}

// serveBare responds to every request with the response in a file. It is the service's baseline,
// because it sends the same bytes with net/http.
func serveBare(address, file string) error {
	content, err := os.ReadFile(file) //nolint:gosec // the parent process has written this file
	if err != nil {
		return err
	}
	var answer answerFile
	if err := json.Unmarshal(content, &answer); err != nil {
		return err
	}
	length := []string{fmt.Sprint(len(answer.Body))}
	server := &http.Server{
		Addr:              address,
		ReadHeaderTimeout: 10 * time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				return
			}
			header := w.Header()
			maps.Copy(header, answer.Header)
			header["Content-Length"] = length
			_, _ = w.Write(answer.Body) // if the write fails, the client notices
		}),
	}
	return server.ListenAndServe()
}

// startBare runs the bare handler in a separate process. It returns the process ID and a function
// that stops the process.
func startBare(ctx context.Context, address, dir string, answer answerFile) (pid int, stop func(), err error) {
	content, err := json.Marshal(answer)
	if err != nil {
		return 0, func() {}, err
	}
	file := dir + "/answer.json"
	if err := os.WriteFile(file, content, 0o600); err != nil {
		return 0, func() {}, err
	}
	self, err := os.Executable()
	if err != nil {
		return 0, func() {}, err
	}
	cmd := exec.CommandContext(ctx, self, "-bare", address, "-answer", file) //nolint:gosec // this program's own path
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		return 0, func() {}, err
	}
	stop = func() {
		_ = cmd.Process.Kill() // the process has no requests to complete
		_ = cmd.Wait()
	}
	if err := waitFor(ctx, address); err != nil {
		stop()
		return 0, func() {}, fmt.Errorf("the bare handler: %w: %s", err, stderr.String())
	}
	return cmd.Process.Pid, stop, nil
}

// waitFor waits until a server listens at address.
func waitFor(ctx context.Context, address string) error {
	var dialer net.Dialer
	var err error
	for range 500 {
		var conn net.Conn
		if conn, err = dialer.DialContext(ctx, "tcp", address); err == nil {
			return conn.Close()
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}
