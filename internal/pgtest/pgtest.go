// Package pgtest runs temporary PostgreSQL servers for tests.
//
// A server uses a temporary directory and a free loopback port. The server ends when the process
// that started it ends, even if that process is killed.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a PostgreSQL server. Tests can kill the server and restart it with the same directory and port.
type Server struct {
	dir      string
	port     int
	settings []string
	user     *syscall.Credential // user that runs the server; nil for the user running the tests

	cmd       *exec.Cmd
	lifeline  io.Closer
	exited    chan struct{}
	output    output
	databases atomic.Int64
}

const (
	startWithin = 60 * time.Second // generous, because test machines may be busy
	superuser   = "postgres"
)

// New creates a database cluster and starts its server. Each setting has the form name=value, as in postgresql.conf.
func New(ctx context.Context, settings ...string) (_ *Server, err error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	s := &Server{settings: settings}
	if s.dir, err = os.MkdirTemp("", "leasehold-pg-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(s.dir))
		}
	}()
	if err := s.disown(); err != nil {
		return nil, err
	}
	initdb := exec.CommandContext(ctx, filepath.Join(bin, "initdb"), "--pgdata", s.data(), "--username", superuser, //nolint:gosec // a program of Debian's package
		"--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C")
	initdb.Dir, initdb.SysProcAttr = s.dir, &syscall.SysProcAttr{Credential: s.user}
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	if s.port, err = freePort(); err != nil {
		return nil, err
	}
	return s, s.Start(ctx)
}

// programs returns the directory with the PostgreSQL programs, which Debian does not include in the search path.
func programs() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		return "", err
	}
	if len(found) > 0 {
		slices.SortFunc(found, func(a, b string) int { return version(a) - version(b) })
		return filepath.Dir(found[len(found)-1]), nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", errors.New("these tests need a real PostgreSQL: install Debian's package postgresql (or put initdb on the path)")
	}
	return filepath.Dir(path), nil
}

func version(path string) int {
	n, _ := strconv.Atoi(strings.Split(path, "/")[4]) // 0 if the directory name is not a number
	return n
}

// disown changes the owner of the directory to an ordinary user, because PostgreSQL does not run as root.
func (s *Server) disown() error {
	if os.Geteuid() != 0 {
		return nil
	}
	account, err := user.Lookup(superuser)
	if err != nil {
		return fmt.Errorf("PostgreSQL does not run as root, and there is no user to run it as: %w", err)
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return err
	}
	s.user = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return os.Chown(s.dir, int(uid), int(gid))
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // binds and closes immediately
	if err != nil {
		return 0, err
	}
	defer l.Close() //nolint:errcheck // nothing was written
	address, _ := l.Addr().(*net.TCPAddr)
	return address.Port, nil
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// guard is a shell script that runs a program. When the pipe at descriptor 3 is closed, because the
// test process has ended, the script ends the program.
const guard = `"$@" </dev/null & pid=$!; (read -r _; kill -QUIT $pid) <&3 >/dev/null 2>&1 & reader=$!; wait $pid; kill $reader`

// Start starts or restarts the server, and waits until it accepts connections.
func (s *Server) Start(ctx context.Context) error {
	deadline := time.Now().Add(startWithin)
	for {
		if err := s.launch(); err != nil {
			return err
		}
		err := s.answers(ctx, deadline)
		if err == nil {
			return nil
		}
		// After a kill, the old processes may still hold the shared memory, so Start tries again.
		if time.Now().After(deadline) || ctx.Err() != nil {
			s.Kill()
			return fmt.Errorf("PostgreSQL does not start: %w\n%s", err, s.output.String())
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (s *Server) launch() error {
	bin, err := programs()
	if err != nil {
		return err
	}
	args := []string{
		"-c", guard, "sh", filepath.Join(bin, "postgres"), "-D", s.data(), "-k", s.dir,
		"-c", "listen_addresses=127.0.0.1", "-c", "port=" + strconv.Itoa(s.port), "-c", "max_connections=300",
	}
	for _, setting := range s.settings {
		args = append(args, "-c", setting)
	}
	end, lifeline, err := os.Pipe()
	if err != nil {
		return err
	}
	cmd := exec.Command("sh", args...) //nolint:gosec,noctx // a program of Debian's package; Stop and Kill end it
	cmd.Dir, cmd.ExtraFiles = s.dir, []*os.File{end}
	cmd.Stdout, cmd.Stderr = &s.output, &s.output
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.user, Setpgid: true}
	err = cmd.Start()
	_ = end.Close() // the child process has inherited this end
	if err != nil {
		return errors.Join(err, lifeline.Close())
	}
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		_ = cmd.Wait() // the exit status does not matter
	}()
	s.cmd, s.lifeline, s.exited = cmd, lifeline, exited
	return nil
}

func (s *Server) answers(ctx context.Context, deadline time.Time) error {
	for time.Now().Before(deadline) {
		conn, err := pgx.Connect(ctx, s.URL(superuser))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-s.exited:
			return errors.New("it ended immediately")
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
	return errors.New("no answer in time")
}

// Address returns the server's host and port, as in host:port.
func (s *Server) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)) }

// URL returns the URL of a database on the server.
func (s *Server) URL(database string) string { return URL(s.Address(), database) }

// URL returns the URL of a database at the given host and port, such as a [Proxy]'s address.
func URL(address, database string) string {
	return fmt.Sprintf("postgres://%s@%s/%s?sslmode=disable", superuser, address, database)
}

// NewDatabase creates an empty database and returns its name.
func (s *Server) NewDatabase(ctx context.Context) (string, error) {
	name := fmt.Sprintf("test_%d", s.databases.Add(1))
	return name, s.Exec(ctx, superuser, "CREATE DATABASE "+name)
}

// Exec runs an SQL statement in a database.
func (s *Server) Exec(ctx context.Context, database, statement string) error {
	conn, err := pgx.Connect(ctx, s.URL(database))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}

// Signal sends a signal to every process of the server.
func (s *Server) Signal(signal syscall.Signal) error {
	pids, err := s.pids()
	if err != nil {
		return err
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
	}
	return nil
}

// pids returns the process IDs of the postmaster and its children.
func (s *Server) pids() ([]int, error) {
	postmaster, err := s.postmaster()
	if err != nil {
		return nil, err
	}
	pids := []int{postmaster}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", postmaster, postmaster))
	if err != nil {
		return pids, nil //nolint:nilerr // the process has ended in the meantime
	}
	for child := range strings.FieldsSeq(string(children)) {
		if pid, err := strconv.Atoi(child); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

func (s *Server) postmaster() (int, error) {
	content, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(content), "\n")
	return strconv.Atoi(first)
}

// Crash kills all server processes. Unlike in a power failure, the operating system still writes its buffers.
func (s *Server) Crash() error {
	if err := s.Signal(syscall.SIGKILL); err != nil {
		return err
	}
	return s.wait()
}

// Stop ends the server like 'pg_ctl stop -m immediate': all sessions end, and the next start runs recovery.
func (s *Server) Stop() error {
	postmaster, err := s.postmaster()
	if err != nil {
		return err
	}
	if err := syscall.Kill(postmaster, syscall.SIGQUIT); err != nil {
		return err
	}
	return s.wait()
}

func (s *Server) wait() error {
	defer s.lifeline.Close() //nolint:errcheck // ends the guard too
	select {
	case <-s.exited:
		return nil
	case <-time.After(startWithin):
		return errors.New("PostgreSQL does not end")
	}
}

// Kill ends the server and waits until it has ended. Kill has no effect if the server has already ended.
func (s *Server) Kill() {
	if s.cmd == nil {
		return
	}
	_ = s.Signal(syscall.SIGKILL)                         // the server may have ended already
	_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL) // ends the guard
	<-s.exited
	_ = s.lifeline.Close()
}

// Close ends the server and removes its directory.
func (s *Server) Close() {
	s.Kill()
	_ = os.RemoveAll(s.dir) // the directory is temporary
}

// output collects a process's output. Tests may read the output at the same time.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}
