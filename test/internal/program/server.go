package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// Server is a `leasehold serve` process with a database. Tests can stop or kill it, and restart it
// with the same address and database.
type Server struct {
	Binary  Binary
	Address string   // host:port
	DB      string   // value of --db
	Flags   []string // additional flags
	Env     []string // additional environment variables

	cmd    *exec.Cmd
	exited chan struct{}
	log    lockedBuffer
	out    lockedBuffer
}

// A working program must not exceed these time limits. They are long, because test machines are
// busy.
const (
	readyWithin = 60 * time.Second
	endWithin   = 60 * time.Second
)

// FreeAddress returns a loopback address with a free port.
func FreeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // the listener is closed immediately
	if err != nil {
		return "", err
	}
	defer l.Close() //nolint:errcheck // no data was written
	return l.Addr().String(), nil
}

// Start starts or restarts the server, and returns when it is ready.
func (s *Server) Start(ctx context.Context) error {
	if s.Address == "" {
		address, err := FreeAddress()
		if err != nil {
			return err
		}
		s.Address = address
	}
	if err := s.Launch(); err != nil {
		return err
	}
	deadline := time.Now().Add(readyWithin)
	for time.Now().Before(deadline) {
		select {
		case <-s.exited:
			return fmt.Errorf("leasehold serve ended with status %d before it was ready:\n%s", s.cmd.ProcessState.ExitCode(), s.Log())
		case <-time.After(5 * time.Millisecond):
		}
		if s.Ready(ctx) {
			return nil
		}
	}
	s.Kill()
	return fmt.Errorf("leasehold serve was not ready within %v:\n%s", readyWithin, s.Log())
}

// Launch starts the process without waiting for it to be ready.
func (s *Server) Launch() error {
	args := append([]string{"serve", "--addr", s.Address, "--db", s.DB}, s.Flags...)
	cmd := exec.Command(string(s.Binary), args...) //nolint:gosec,noctx // the tests built this program; Stop and Kill end it
	cmd.Stdout, cmd.Stderr = &s.out, &s.log
	cmd.Env = append(environment(), s.Env...)
	if err := cmd.Start(); err != nil {
		return err
	}
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		_ = cmd.Wait() // ProcessState contains the exit status
	}()
	s.cmd, s.exited = cmd, exited
	return nil
}

// URL returns the service's URL without a path.
func (s *Server) URL() string { return "http://" + s.Address }

// PID returns the process id.
func (s *Server) PID() int { return s.cmd.Process.Pid }

// Exited returns a channel that is closed when the process has ended.
func (s *Server) Exited() <-chan struct{} { return s.exited }

// Ready reports whether /readyz responds with 200.
func (s *Server) Ready(ctx context.Context) bool { return s.ReadyStatus(ctx) == http.StatusOK }

// ReadyStatus returns the status of /readyz over a new connection, or 0 if there is no response.
func (s *Server) ReadyStatus(ctx context.Context) int {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL()+"/readyz", http.NoBody)
	if err != nil {
		return 0
	}
	req.Close = true
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close() //nolint:errcheck // only the status is used
	return resp.StatusCode
}

// Terminate sends SIGTERM and does not wait for the process to end.
func (s *Server) Terminate() error { return s.cmd.Process.Signal(syscall.SIGTERM) }

// Wait waits for the process to end and returns its exit status, or -1 if a signal ended it.
func (s *Server) Wait() (int, error) {
	select {
	case <-s.exited:
		return s.cmd.ProcessState.ExitCode(), nil
	case <-time.After(endWithin):
		s.Kill()
		return -1, errors.New("the program did not end")
	}
}

// Stop ends the server as an operator would. It returns an error unless the exit status is 0.
func (s *Server) Stop() error {
	if err := s.Terminate(); err != nil {
		return err
	}
	code, err := s.Wait()
	if err == nil && code != 0 {
		err = fmt.Errorf("exit status %d after SIGTERM:\n%s", code, s.Log())
	}
	return err
}

// Kill ends the process immediately, as a power failure would.
func (s *Server) Kill() {
	if s.cmd == nil {
		return
	}
	_ = s.cmd.Process.Kill() // it may have ended already
	<-s.exited
}

// Log returns everything that the server's runs wrote to standard error.
func (s *Server) Log() string { return s.log.String() }

// lockedBuffer holds a process's output. Tests can read it while the process writes.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
