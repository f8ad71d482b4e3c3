package faults

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

var (
	diskFaults = flag.Int("disk-faults", 5, "the k-th write and the k-th sync fail, for k up to this")
	diskSticky = flag.Bool("disk-sticky", false, "also let all after the k-th fail")
	fullDisks  = flag.Int("full-disks", 2, "how often the disk is full, and how often the file may grow no further")
)

// TestDiskErrors causes errors in writing or syncing the database's log. Requests with a successful
// response must remain recorded, and failed requests must not be billed, even if a restart restores
// pages that were not synced. The process must either exit or continue correctly.
func TestDiskErrors(t *testing.T) {
	t.Parallel()
	on := onFile()
	runs, noticed := 0, 0
	for k := 1; k <= *diskFaults; k++ {
		for _, call := range []string{"pwrite64", "fsync,fdatasync"} {
			number := [...]string{"EIO", "ENOSPC"}[k%2]
			for _, when := range whens(k) {
				runs++
				fault := diskFault{injection: fmt.Sprintf("inject=%s:error=%s:when=%s", call, number, when), plain: k%4 < 2}
				broken, told := diskError(t, on, fault)
				complain(t, broken)
				if told {
					noticed++
				}
			}
		}
	}
	for _, fault := range []diskFault{allFail, syncsFail} {
		broken, _ := diskError(t, on, fault)
		complain(t, broken)
	}
	t.Logf("%d runs, in %d of them a client was told of the fault", runs, noticed)
	if noticed == 0 {
		t.Error("no fault reached a charge")
	}
}

func whens(k int) []string {
	once := strconv.Itoa(k)
	if *diskSticky {
		return []string{once, once + "+"}
	}
	return []string{once}
}

// diskFault describes which system calls fail, and when they start to fail.
type diskFault struct {
	injection string // the fault, in the syntax of strace, which counts each thread's calls separately
	late      bool   // whether the fault starts during the load instead of before it
	plain     bool   // whether requests lack Idempotency-Keys; if so, failed requests must not be billed
}

// At some point, either all writes or all syncs start to fail, in every thread.
var (
	allFail   = diskFault{injection: "inject=fsync,fdatasync,pwrite64:error=EIO:when=1+", late: true}
	syncsFail = diskFault{injection: "inject=fsync,fdatasync:error=EIO:when=1+", late: true, plain: true}
)

// diskError sends load to a server whose system calls fail, and then examines a restarted server.
// It returns the violations, and whether a client received an error.
func diskError(t *testing.T, on backend, fault diskFault) (broken []string, told bool) {
	t.Helper()
	db := on.database(t)
	keys := createKeys(t, db, 64)
	server := start(t, binary(t), db)
	detach := func() {}
	if !fault.late {
		detach = trace(t, server.PID(), fault.injection)
	}
	l := &load{servers: []*program.Server{server}, keys: keys, plain: fault.plain}
	if fault.late {
		l.rate = 1000 // so high that requests are still being sent when the fault starts
	}
	exchanges := l.while(t.Context(), func() {
		if fault.late {
			time.Sleep(300 * time.Millisecond) // commits succeed until then
			detach = trace(t, server.PID(), fault.injection)
		}
		select {
		case <-server.Exited():
		case <-time.After(2 * time.Second): // on a busy machine, the fault can come later; after it, the process exits
		}
		detach()
	})
	if strings.Contains(server.Log(), "the store stops") {
		// If the database can no longer be written to, the process must exit with an error code.
		if code, err := server.Wait(); err != nil || code <= 0 {
			broken = append(broken, fmt.Sprintf("%s: the store stopped, and the process ended with status %d, %v", fault.injection, code, err))
		}
	}
	end(server)
	for _, d := range exchanges {
		told = told || d.reply != nil && d.reply.Status == 500
	}
	t.Logf("%+v: %s", fault, countsOf(exchanges))
	again := start(t, binary(t), db)
	defer again.Kill()
	for _, complaint := range judge(t, on, again, keys, exchanges, true) {
		broken = append(broken, fault.injection+": "+complaint)
	}
	return broken, told
}

// end kills an idle server. No requests are in progress, so only an earlier fault can have lost
// data.
func end(server *program.Server) {
	time.Sleep(200 * time.Millisecond)
	server.Kill()
}

// trace attaches strace to a process. The function detach ends strace.
func trace(t *testing.T, pid int, injection string) (detach func()) {
	t.Helper()
	path, err := exec.LookPath("strace")
	if err != nil {
		t.Fatal("this test makes system calls fail with strace: install Debian's package strace")
	}
	cmd := exec.Command(path, "-f", "-qq", "-o", os.DevNull, "-e", "trace=pwrite64,fsync,fdatasync", //nolint:noctx // detach ends this process
		"-e", injection, "-p", strconv.Itoa(pid))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // strace ends when the process does or when interrupted
	}()
	for deadline := time.Now().Add(20 * time.Second); untraced(pid) && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
	return func() {
		select {
		case <-ended:
			if bytes.Contains(stderr.Bytes(), []byte("Operation not permitted")) {
				t.Errorf("strace may not trace: %s", stderr.String())
			}
		default:
			_ = cmd.Process.Signal(syscall.SIGINT) // strace may have ended already
			select {
			case <-ended:
			case <-time.After(5 * time.Second): // strace can wait for a thread that no longer exists
				_ = cmd.Process.Kill()
				<-ended
			}
		}
	}
}

// untraced reports whether a process exists and has no tracer. It may already have exited after its
// first fault.
func untraced(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	return err == nil && bytes.Contains(status, []byte("\nTracerPid:\t0\n"))
}

// TestFullDisk fills the server's disk. Every billed request must have a response, and the server
// must work again when space is available.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	for n := range *fullDisks {
		complain(t, fullDisk(t, n))
	}
}

// TestDatabaseFileThatCannotGrow limits the size of the server's files. The promises are the same
// as in TestFullDisk.
func TestDatabaseFileThatCannotGrow(t *testing.T) {
	t.Parallel()
	for n := range *fullDisks {
		complain(t, fileThatMayNotGrow(t, n))
	}
}

func mayMount(t *testing.T) bool {
	t.Helper()
	if os.Geteuid() == 0 {
		return true
	}
	t.Log("only root can mount a small disk; a limit of the process gives a like error")
	return false
}

// fullDisk sends load to a server with a small disk and returns the violations.
func fullDisk(t *testing.T, n int) []string {
	t.Helper()
	if !mayMount(t) {
		return nil
	}
	dir := t.TempDir()
	options := fmt.Sprintf("size=%dk", 1200+100*n)
	if err := syscall.Mount("leasehold-test", dir, "tmpfs", 0, options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, 0) })
	db := "sqlite:" + filepath.Join(dir, "small.db")
	return outgrow(t, db, func(*program.Server) {}, func() {
		if err := syscall.Mount("leasehold-test", dir, "tmpfs", syscall.MS_REMOUNT, "size=64m"); err != nil {
			t.Fatal(err)
		}
	})
}

// fileThatMayNotGrow sends load to a server with a file size limit and returns the violations.
func fileThatMayNotGrow(t *testing.T, n int) []string {
	t.Helper()
	return outgrow(t, onFile().database(t), func(server *program.Server) {
		limit := &unix.Rlimit{Cur: 1<<20 + uint64(n)*4096, Max: 1<<20 + uint64(n)*4096}
		if err := unix.Prlimit(server.PID(), unix.RLIMIT_FSIZE, limit, nil); err != nil {
			t.Fatal(err)
		}
	}, func() {})
}

// outgrow sends load to a server until its database cannot grow. It then frees space and examines a
// restarted server.
func outgrow(t *testing.T, db string, limit func(*program.Server), makeRoom func()) []string {
	t.Helper()
	keys := createKeys(t, db, 64)
	server := start(t, binary(t), db)
	limit(server)
	l := &load{servers: []*program.Server{server}, keys: keys}
	exchanges := l.while(t.Context(), func() {
		select {
		case <-server.Exited():
		case <-time.After(5 * time.Second):
		}
	})
	end(server)
	failed := 0
	for _, d := range exchanges {
		if !d.acknowledged() {
			failed++
		}
	}
	if failed == 0 {
		t.Errorf("%d requests and no failure: the disk was not full", len(exchanges))
	}
	t.Log(countsOf(exchanges))
	makeRoom()
	again := start(t, binary(t), db)
	defer again.Kill()
	return judge(t, onFile(), again, keys, exchanges, true)
}
