package faults

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

var (
	diskFaults = flag.Int("disk-faults", 10, "the k-th write and the k-th sync fail, for k up to this")
	diskSticky = flag.Bool("disk-sticky", false, "also let all after the k-th fail")
	fullDisks  = flag.Int("full-disks", 2, "how often the disk is full, and how often the file may grow no further")
)

// When a write or a sync of the log fails, what was answered is kept, and what
// was answered with a failure is not billed, also after the restart that brings
// unsynced pages back. Then the process has ended, or it goes on and is well.
func TestDiskErrors(t *testing.T) {
	t.Parallel()
	g := onFile()
	runs, noticed := 0, 0
	for k := 1; k <= *diskFaults; k++ {
		for _, call := range []string{"pwrite64", "fsync,fdatasync"} {
			number := [...]string{"EIO", "ENOSPC"}[k%2]
			for _, when := range whens(k) {
				runs++
				if diskError(t, g, binary(t), fmt.Sprintf("inject=%s:error=%s:when=%s", call, number, when), k%4 < 2, func(fault string) { t.Error(fault) }) {
					noticed++
				}
			}
		}
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

// The control: when syncs fail for good, a build that answers before the commit
// has told what is not so.
func TestTheOracleFindsAnswersThatTheDiskLost(t *testing.T) {
	t.Parallel()
	found := 0
	for k := 1; k <= 5 && found == 0; k++ {
		diskError(t, onFile(), answersFirst(t), fmt.Sprintf("inject=fsync,fdatasync,pwrite64:error=EIO:when=%d+", 3*k), false, func(string) { found++ })
	}
	if found == 0 {
		t.Error("the oracle finds nothing wrong")
	}
}

// The control: a build that answers 500 without a commit in the place of the
// failed one bills what it refused, once the restart brings the pages back.
// Retries would have claimed what was keyed, so nothing is.
func TestTheOracleFindsCommitsThatComeBack(t *testing.T) {
	t.Parallel()
	found := ""
	for k := 1; k <= 20 && found == ""; k++ {
		diskError(t, onFile(), unmarked(t), fmt.Sprintf("inject=fsync,fdatasync:error=EIO:when=%d+", k), true, func(fault string) { found = fault })
	}
	if found == "" {
		t.Error("the oracle finds nothing wrong")
	}
	t.Log(found)
}

// diskError loads a server whose system calls fail as told, and asks its
// successor. It reports whether anybody noticed the fault. A plain load has no
// Idempotency-Keys: what it is refused must not be billed.
func diskError(t *testing.T, g ground, b program.Binary, injection string, plain bool, complain func(fault string)) (noticed bool) {
	t.Helper()
	db := g.database(t)
	keys := createKeys(t, db, 16)
	server := start(t, b, db)
	detach := trace(t, server.PID(), injection)
	l := &load{servers: []*program.Server{server}, keys: keys, plain: plain}
	deals := l.while(t.Context(), func() {
		select {
		case <-server.Exited():
		case <-time.After(2 * time.Second): // on a busy machine; where the fault is reached, the process ends
		}
		detach()
		server.Kill()
	})
	for _, d := range deals {
		noticed = noticed || d.reply != nil && d.reply.Status == 500
	}
	t.Log(injection, plain, tally(deals))
	again := start(t, binary(t), db)
	defer again.Kill()
	for _, fault := range judge(t, g, again, keys, deals, true) {
		complain(injection + ": " + fault)
	}
	return noticed
}

// trace attaches strace to a process and returns how to detach it.
func trace(t *testing.T, pid int, injection string) (detach func()) {
	t.Helper()
	path, err := exec.LookPath("strace")
	if err != nil {
		t.Fatal("this test makes system calls fail with strace: install Debian's package strace")
	}
	cmd := exec.Command(path, "-f", "-qq", "-o", os.DevNull, "-e", "trace=pwrite64,fsync,fdatasync", //nolint:noctx // detach ends it
		"-e", injection, "-p", strconv.Itoa(pid))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // it ends with the process, or when told
	}()
	for deadline := time.Now().Add(20 * time.Second); fieldOf(t, pid, "TracerPid:") == 0 && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
	return func() {
		select {
		case <-ended:
			if bytes.Contains(stderr.Bytes(), []byte("Operation not permitted")) {
				t.Errorf("strace may not trace: %s", stderr.String())
			}
		default:
			_ = cmd.Process.Signal(syscall.SIGINT) // it may have ended just now
			select {
			case <-ended:
			case <-time.After(5 * time.Second): // it hangs on a thread that has gone
				_ = cmd.Process.Kill()
				<-ended
			}
		}
	}
}

// On a full disk nothing is billed that is not answered, and all is well again
// once there is room.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Log("only root can mount a small disk; TestFileThatMayNotGrow has the same error from a limit")
		return
	}
	for n := range *fullDisks {
		dir := t.TempDir()
		options := fmt.Sprintf("size=%dk", 1200+100*n)
		if err := syscall.Mount("leasehold-test", dir, "tmpfs", 0, options); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = syscall.Unmount(dir, 0) })
		db := "sqlite:" + filepath.Join(dir, "small.db")
		outgrow(t, db, func(*program.Server) {}, func() {
			if err := syscall.Mount("leasehold-test", dir, "tmpfs", syscall.MS_REMOUNT, "size=64m"); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// The same where a limit of the process ends the growth of its files.
func TestFileThatMayNotGrow(t *testing.T) {
	t.Parallel()
	for n := range *fullDisks {
		db := onFile().database(t)
		outgrow(t, db, func(server *program.Server) {
			limit := &unix.Rlimit{Cur: 1<<20 + uint64(n)*4096, Max: 1<<20 + uint64(n)*4096}
			if err := unix.Prlimit(server.PID(), unix.RLIMIT_FSIZE, limit, nil); err != nil {
				t.Fatal(err)
			}
		}, func() {})
	}
}

// outgrow loads a server until its disk takes no more, then makes room and asks
// its successor.
func outgrow(t *testing.T, db string, limit func(*program.Server), makeRoom func()) {
	t.Helper()
	keys := createKeys(t, db, 64)
	server := start(t, binary(t), db)
	limit(server)
	l := &load{servers: []*program.Server{server}, keys: keys}
	deals := l.while(t.Context(), func() {
		select {
		case <-server.Exited():
		case <-time.After(5 * time.Second):
		}
		server.Kill()
	})
	failed := 0
	for _, d := range deals {
		if !d.acknowledged() {
			failed++
		}
	}
	if failed == 0 {
		t.Errorf("%d requests and no failure: the disk was not full", len(deals))
	}
	makeRoom()
	again := start(t, binary(t), db)
	defer again.Kill()
	expect(t, onFile(), again, keys, deals)
}
