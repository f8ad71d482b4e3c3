package beam

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// inside is an environment variable that contains the location of the programs. A test process reads it if
// the process runs in its own network namespace.
const inside = "LEASEHOLD_BEAM_INSIDE"

// The pipeline writes the same report if the engine and its workers are separate processes. The test uses the
// job-server interface that other engines also have. Prism listens on every network interface, so the test runs
// itself again in a network namespace that contains only loopback.
func TestWorkersAreProcesses(t *testing.T) {
	if dir := os.Getenv(inside); dir != "" {
		onLoopback(t, dir)
		return
	}
	dir := t.TempDir()
	built(t, dir, ".", "github.com/apache/beam/sdks/v2/go/cmd/prism", "prism")
	built(t, dir, ".", "github.com/apache/beam/sdks/v2/go/container", "boot")
	built(t, dir, ".", "./cmd/leasehold-beam", "leasehold-beam")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestWorkersAreProcesses$", "-test.v", "-leases", strconv.Itoa(*leases))
	cmd.Env = append(os.Environ(), inside+"="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if id := os.Geteuid(); id != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: id, Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
	}
	text, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("in a network namespace (as root, or where users may have namespaces): %v", err)
	}
	t.Logf("%s", text)
}

func onLoopback(t *testing.T, dir string) {
	t.Helper()
	if text, err := exec.CommandContext(t.Context(), "ip", "link", "set", "lo", "up").CombinedOutput(); err != nil {
		t.Fatalf("ip (package iproute2): %v\n%s", err, text)
	}
	files := input(t, dir, *leases)
	same := report(t, dir, files)
	e := startEngine(t, dir)
	whole, stopped := filepath.Join(dir, "whole"), filepath.Join(dir, "stopped")

	t.Run("the report is that of the command", func(t *testing.T) {
		start := time.Now()
		e.report(t, whole, files)
		same(t, whole)
		t.Logf("%d leases in %d chunks: %.1f s", *leases, len(chunkFiles(t, whole)), time.Since(start).Seconds())
		e.waitFor(t, 1)
	})

	t.Run("a killed worker ends the job and leaves whole files", func(t *testing.T) {
		job := e.start(t, stopped, files)
		wait(t, "file", func() bool { return len(chunkFiles(t, stopped)) > 2 })
		killed := time.Now()
		for _, pid := range e.workers(t) {
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
		}
		err := job.Wait()
		message := job.Stderr.(*bytes.Buffer).String()
		if err == nil || !strings.Contains(message, "failed") {
			t.Fatalf("%v\n%s", err, message)
		}
		took := time.Since(killed).Seconds()
		e.waitFor(t, 1)
		names := chunkFiles(t, stopped)
		if n := len(chunkFiles(t, whole)); len(names) == 0 || len(names) >= n {
			t.Fatalf("%d of %d chunks were done", len(names), n)
		}
		for _, name := range names {
			if !slices.Equal(sorted(t, filepath.Join(stopped, name)), sorted(t, filepath.Join(whole, name))) {
				t.Errorf("%s is not the whole file", name)
			}
		}
		for _, name := range []string{Totals, Refused} {
			if _, err := os.Stat(filepath.Join(stopped, name)); err == nil {
				t.Errorf("%s was written", name)
			}
		}
		rest, _ := filepath.Glob(filepath.Join(stopped, ".*"))
		t.Logf("the job failed after %.1f s with %d files and %d unfinished ones: %s", took, len(names), len(rest), last(message))
	})

	t.Run("the next run into the same folder is whole", func(t *testing.T) {
		e.report(t, stopped, files)
		same(t, stopped)
		e.waitFor(t, 1)
	})

	t.Run("an engine that ends leaves no worker", func(t *testing.T) {
		job := e.start(t, stopped, files)
		wait(t, "file", func() bool { return len(chunkFiles(t, stopped)) > 0 })
		if err := e.prism.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = e.prism.Wait()
		e.waitFor(t, 0)
		_ = job.Process.Kill() // otherwise the job would wait two minutes for the engine
		_ = job.Wait()
	})
	if rest, _ := filepath.Glob(filepath.Join(e.temp, "*")); len(rest) > 0 {
		t.Errorf("staged programs are left: %v", rest)
	}
}

// engine is a Prism process.
type engine struct {
	prism     *exec.Cmd
	group     int // process group of all the engine's processes
	dir, temp string
	copies    []string // copies of the worker program that existed before the test
}

// startEngine starts Prism, which runs until the test ends. Prism exits when it has no job.
func startEngine(t *testing.T, dir string) *engine {
	t.Helper()
	e := &engine{dir: dir, temp: filepath.Join(dir, "temp")}
	if err := os.Mkdir(e.temp, 0o700); err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(filepath.Join(dir, "prism.log"))
	if err != nil {
		t.Fatal(err)
	}
	prism := exec.CommandContext(context.WithoutCancel(t.Context()), filepath.Join(dir, "prism"), "-job_port", "8073", "-serve_http=false", "-idle_shutdown_timeout", "2m")
	prism.Env = append(os.Environ(), "TMPDIR="+e.temp)
	prism.Stdout, prism.Stderr = log, log
	prism.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := prism.Start(); err != nil {
		t.Fatal(err)
	}
	e.prism, e.group = prism, prism.Process.Pid
	e.copies = copies(t)
	t.Cleanup(func() {
		if len(e.processes(t)) > 0 {
			_ = syscall.Kill(-e.group, syscall.SIGKILL)
		}
		_ = prism.Wait()
		_ = log.Close()
		if t.Failed() {
			text, _ := os.ReadFile(log.Name())
			t.Logf("Prism:\n%s", text)
		}
	})
	return e
}

// start starts a job on the engine.
func (e *engine) start(t *testing.T, out string, files []string) *exec.Cmd {
	t.Helper()
	script, err := filepath.Abs("boot.sh")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	job := exec.CommandContext(ctx, filepath.Join(e.dir, "leasehold-beam"), append([]string{
		"-from", "2026-01-01", "-to", "2026-12-31", "-group_by", "tag:entity,standard", "-output", out, "-chunk_bytes", strconv.Itoa(chunkBytes),
		"-engine", "universal", "-endpoint", "127.0.0.1:8073", "-environment_type", "PROCESS",
		"-environment_config", fmt.Sprintf(`{"command":%q,"env":{"BEAM_BOOT":%q}}`, script, filepath.Join(e.dir, "boot")),
	}, files...)...)
	job.Env = append(os.Environ(), "TMPDIR="+e.dir) // a killed program does not remove its directory
	job.Stderr = new(bytes.Buffer)
	if err := job.Start(); err != nil {
		t.Fatal(err)
	}
	return job
}

func (e *engine) report(t *testing.T, out string, files []string) {
	t.Helper()
	job := e.start(t, out, files)
	err := job.Wait()
	message := job.Stderr.(*bytes.Buffer).String()
	if job.ProcessState.ExitCode() != 1 || last(message) != "leasehold-beam: 2 leases rejected: "+filepath.Join(out, Refused) {
		t.Fatalf("%v\n%s", err, message)
	}
}

// workers returns the process IDs of the engine's workers.
func (e *engine) workers(t *testing.T) (pids []int) {
	t.Helper()
	for pid, line := range e.processes(t) {
		if strings.Contains(line, "--worker=true") {
			pids = append(pids, pid)
		}
	}
	return pids
}

// processes returns the command lines of the engine's processes.
func (e *engine) processes(t *testing.T) map[int]string {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	list := map[int]string{}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if group, err := syscall.Getpgid(pid); err != nil || group != e.group {
			continue
		}
		if line, err := os.ReadFile(filepath.Join("/proc", entry.Name(), "cmdline")); err == nil && len(line) > 0 {
			list[pid] = string(bytes.ReplaceAll(line, []byte{0}, []byte{' '}))
		}
	}
	return list
}

// waitFor waits until no more than the given number of engine processes, including Prism, remain.
func (e *engine) waitFor(t *testing.T, left int) {
	t.Helper()
	wait(t, "end of the workers", func() bool { return len(e.processes(t)) == left })
	if rest := copies(t); !slices.Equal(rest, e.copies) {
		t.Errorf("copies of the program: %v, before %v", rest, e.copies)
	}
}

// copies returns the copies of the worker program that Beam's boot program always makes in /tmp.
func copies(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob("/tmp/bin*/worker")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func chunkFiles(t *testing.T, out string) (names []string) {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(out, "leases-*.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range list {
		names = append(names, filepath.Base(name))
	}
	return names
}

// wait waits up to a minute for a condition to become true.
func wait(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !so(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no %s", what)
		}
	}
}

func last(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
