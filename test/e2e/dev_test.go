package e2e

import (
	"bytes"
	"context"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

// devRun is a running `leasehold dev` with its own home directory.
type devRun struct {
	address        string
	home           string
	cmd            *exec.Cmd
	stdout, stderr output
}

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

// startDev starts `leasehold dev` as a new user would. It returns when the command has printed its
// curl line and the server responds.
func startDev(t *testing.T, home, address string, flags ...string) *devRun {
	t.Helper()
	d := &devRun{address: address, home: home}
	d.cmd = exec.CommandContext(t.Context(), string(all.tool), append([]string{"dev", "--addr", address}, flags...)...)
	d.cmd.Dir, d.cmd.Env = home, []string{"HOME=" + home, "PATH=" + home, "XDG_DATA_HOME=" + filepath.Join(home, "data"), "TMPDIR=" + home}
	d.cmd.Stdout, d.cmd.Stderr = &d.stdout, &d.stderr
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.stop() })
	probe := &program.Server{Address: address}
	for range 1000 {
		if probe.Ready(t.Context()) && strings.Contains(d.stdout.String(), "curl") {
			return d
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("leasehold dev is not ready: %s%s", d.stdout.String(), d.stderr.String())
	return nil
}

// log returns the end of the server's log, which contains the causes of internal errors.
func (d *devRun) log() string {
	text := "no log"
	_ = filepath.WalkDir(d.home, func(path string, _ fs.DirEntry, _ error) error {
		if content, err := os.ReadFile(path); err == nil && filepath.Base(path) == "leasehold.log" {
			text = string(content[max(0, len(content)-2000):])
		}
		return nil
	})
	return text
}

func (d *devRun) stop() {
	_ = d.cmd.Process.Signal(os.Interrupt) // may have ended already
	_ = d.cmd.Wait()
}

var secretForm = regexp.MustCompile(`sk_(test|live)_[0-9A-Za-z]{38}`)

// curlCommand returns the curl command in dev's output. A backslash at the end of a line continues
// it.
func curlCommand(printed string) string {
	var command strings.Builder
	for line := range strings.Lines(printed) {
		if command.Len() == 0 && !strings.HasPrefix(line, "curl ") {
			continue
		}
		command.WriteString(line)
		if !strings.HasSuffix(strings.TrimRight(line, "\n"), `\`) {
			break
		}
	}
	return command.String()
}

// TestTheCommandsOfDevComputeALease runs the curl command that dev prints, as a new user would. It
// also runs the README's curl command after the export line that dev prints for another terminal.
// The test requires a shell and curl.
func TestTheCommandsOfDevComputeALease(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Fatal("this test runs the printed command with curl: install curl")
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := curlCommand(strings.ReplaceAll(string(readme), "\n    ", "\n"))
	if !strings.Contains(shown, "$LEASEHOLD_KEY") {
		t.Fatalf("README's command does not use the variable: %q", shown)
	}
	d := startDev(t, t.TempDir(), freeAddress(t))
	printed := d.stdout.String()
	export := regexp.MustCompile(`(?m)^export LEASEHOLD_KEY=\S+$`).FindString(printed)
	if export == "" || !strings.Contains(printed, "http://"+d.address) {
		t.Fatalf("dev prints no line to export the key, or not its address:\n%s", printed)
	}
	for _, command := range []string{curlCommand(printed), export + "\n" + strings.ReplaceAll(shown, "127.0.0.1:8080", d.address)} {
		shell := exec.CommandContext(t.Context(), "sh", "-c", command)
		shell.Dir = t.TempDir() // the command must not depend on other files
		answer, err := shell.Output()
		if err != nil || !strings.Contains(string(answer), `"initialLiability":519841.89`) || !strings.Contains(string(answer), `"request_id":`) {
			t.Errorf("%s\nanswered %.300s, %v\n%s", command, answer, err, d.log())
		}
	}
}

// TestDevKeepsItsKey checks that dev uses the same key and secret in every run, so that clients
// need no new configuration. The secret never appears in the log.
func TestDevKeepsItsKey(t *testing.T) {
	t.Parallel()
	home, address := t.TempDir(), freeAddress(t)
	var first string
	for run := range 3 {
		d := startDev(t, home, address)
		secret := secretForm.FindString(d.stdout.String())
		if !strings.HasPrefix(secret, "sk_test_") {
			t.Fatalf("dev prints no test key:\n%s", d.stdout.String())
		}
		if body := secret[len("sk_test_") : len(secret)-6]; strings.Contains(d.stderr.String(), body) {
			t.Error("the log shows the secret")
		}
		if status, limit := computeAt(t, address, address, secret); status != 200 || limit != "5000" {
			t.Errorf("the printed key gives %d with quota %s, want the pro plan", status, limit)
		}
		if run == 0 {
			first = secret
		}
		if secret != first {
			t.Errorf("run %d has another key than the first", run)
		}
		d.stop()
	}
	dev := databaseUnder(t, home)
	keys, err := program.DecodeKeys(runOn(t, "sqlite:"+dev, "keys", "list", "--json"))
	if err != nil || len(keys) != 1 {
		t.Errorf("%d keys after three runs, %v", len(keys), err)
	}
	if info, err := os.Stat(filepath.Join(filepath.Dir(dev), "key")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file of the key: %v, %v", info, err)
	}
}

// TestDevReplacesAKeyThatIsNotValid checks that dev creates a new key if the key is revoked or its
// file is missing.
func TestDevReplacesAKeyThatIsNotValid(t *testing.T) {
	t.Parallel()
	home, address := t.TempDir(), freeAddress(t)
	d := startDev(t, home, address)
	first := secretForm.FindString(d.stdout.String())
	d.stop()
	db := databaseUnder(t, home)
	keys, err := program.DecodeKeys(runOn(t, "sqlite:"+db, "keys", "list", "--json"))
	if err != nil || len(keys) != 1 {
		t.Fatal(keys, err)
	}
	removed := func() { _ = os.Remove(filepath.Join(filepath.Dir(db), "key")) }
	revoked := func() { runOn(t, "sqlite:"+db, "keys", "revoke", keys[0].ID) }
	for what, spoil := range map[string]func(){"lost": removed, "revoked": revoked} {
		spoil()
		d := startDev(t, home, address)
		secret := secretForm.FindString(d.stdout.String())
		if status, _ := computeAt(t, address, address, secret); status != 200 || secret == first {
			t.Errorf("%s: the new key gives %d", what, status)
		}
		d.stop()
	}
}

// TestASecondDevLeavesTheFirstAlone starts a second dev server on another port. It checks that the
// second server has its own database and key, and that the first server's key remains valid.
func TestASecondDevLeavesTheFirstAlone(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	a := startDev(t, home, freeAddress(t))
	b := startDev(t, home, freeAddress(t))
	for _, d := range []*devRun{a, b} {
		if status, _ := computeAt(t, d.address, d.address, secretForm.FindString(d.stdout.String())); status != 200 {
			t.Errorf("the key of %s gives %d", d.address, status)
		}
	}
}

// TestDevOpensTheConsole checks that dev --open opens the console in the browser.
func TestDevOpensTheConsole(t *testing.T) {
	t.Parallel()
	home := t.TempDir() // dev's PATH contains only this directory
	opener := "#!/bin/sh\necho \"$@\" > " + filepath.Join(home, "opened") + "\n"
	for _, name := range []string{"xdg-open", "open"} { // the commands that open a browser on Linux and macOS
		if err := os.WriteFile(filepath.Join(home, name), []byte(opener), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	d := startDev(t, home, freeAddress(t), "--open")
	for range 500 {
		if opened, _ := os.ReadFile(filepath.Join(home, "opened")); strings.TrimSpace(string(opened)) == "http://"+d.address {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("the browser was not opened: %s", d.stderr.String())
}

// TestDevServesWithoutABrowser checks that, if the dev command cannot open a browser, it still
// serves and explains how to open the workbench.
func TestDevServesWithoutABrowser(t *testing.T) {
	t.Parallel()
	d := startDev(t, t.TempDir(), freeAddress(t), "--open")
	for range 500 { // the welcome message comes through another pipe and may arrive later
		if strings.Contains(d.stderr.String(), "open http://"+d.address+" in a browser") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("it printed %q", d.stderr.String())
}

// TestDevDoesNotLimitTheWorkbench checks that dev's workbench has no rate limit.
func TestDevDoesNotLimitTheWorkbench(t *testing.T) {
	t.Parallel()
	d := startDev(t, t.TempDir(), freeAddress(t))
	lease := "commencementDate=2026-01-01&termMonths=60&paymentAmount=10000&discountRatePercent=6"
	for i := range 40 {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+d.address+"/workbench/results", strings.NewReader(lease))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Sec-Fetch-Site", "same-origin")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close() //nolint:errcheck // only the status is checked
		if resp.StatusCode != 200 {
			t.Fatalf("computation %d: status %d", i+1, resp.StatusCode)
		}
	}
}

// TestOneServerForOneFile checks that neither dev nor serve starts a second server on the same
// database file, and that the error states the remedy. After a server is killed, a new one can
// start.
func TestOneServerForOneFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	db := "sqlite:" + filepath.Join(folder, "leasehold.db")
	first := &program.Server{Binary: all.tool, DB: db}
	first.MustStart(t)
	for _, args := range [][]string{
		{"serve", "--addr", freeAddress(t), "--db", db},
		{"dev", "--addr", freeAddress(t), "--data", folder},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		out, err := all.tool.RunIn(ctx, []string{"HOME=" + t.TempDir()}, args...)
		cancel()
		if err != nil || out.Code != 1 || !strings.Contains(out.Stderr, "another server is using this database") {
			t.Errorf("%s: exit status %d, %v, %q", args[0], out.Code, err, out.Stderr)
		}
	}
	runOn(t, db, "usage", "check") // other commands can use the database while the server runs
	first.Kill()
	next := &program.Server{Binary: all.tool, DB: db}
	next.MustStart(t)
}

// TestDevIsForThisMachineAndUserOnly checks that the machine's other users cannot read dev's files.
// The server must reject requests from web pages that reach it under another host name.
func TestDevIsForThisMachineAndUserOnly(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	d := startDev(t, home, freeAddress(t))
	secret := secretForm.FindString(d.stdout.String())
	_, port, _ := strings.Cut(d.address, ":")
	for host, want := range map[string]int{"localhost:" + port: 200, "127.0.0.1:" + port: 200, "localhost": 200} {
		if status, _ := computeAt(t, d.address, host, secret); status != want {
			t.Errorf("Host %s: status %d, want %d", host, status, want)
		}
	}
	if status, _ := computeAt(t, d.address, "localhost.evil.example:"+port, secret); status < 400 {
		t.Errorf("another host: status %d", status)
	}
	db := databaseUnder(t, home)
	if info, err := os.Stat(filepath.Dir(db)); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the data folder is %v, %v", info.Mode(), err)
	}
	for _, suffix := range []string{"", "-wal", "-shm", ".mark"} {
		if info, err := os.Stat(db + suffix); err == nil && info.Mode().Perm() != 0o600 {
			t.Errorf("%s is %v", filepath.Base(db+suffix), info.Mode())
		}
	}
}

// TestDevRejectsOtherAddresses checks that dev accepts only loopback addresses and rejects others
// before it opens a file.
func TestDevRejectsOtherAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:8080", "[::]:0", "example.com:8080"} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		out, err := all.tool.RunIn(ctx, []string{"HOME=" + t.TempDir()}, "dev", "--addr", address)
		cancel()
		if err != nil || out.Code != 2 && out.Code != 1 || !strings.Contains(out.Stderr, "loopback") && !strings.Contains(out.Stderr, "127.0.0.1") {
			t.Errorf("dev --addr %s: exit status %d, %v, %q", address, out.Code, err, out.Stderr)
		}
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	address, err := program.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// computeAt calls compute with the given Host header. It returns the status and the remaining
// quota.
func computeAt(t *testing.T, address, host, key string) (status int, quota string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address+"/api/v1/compute", strings.NewReader(plainLease))
	if err != nil {
		t.Fatal(err)
	}
	req.Host = host
	req.Header.Set("X-Api-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close() //nolint:errcheck // only the status and headers are checked
	return resp.StatusCode, resp.Header.Get("X-Quota-Limit")
}

// databaseUnder returns the path of the only database file under a directory.
func databaseUnder(t *testing.T, dir string) string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".db" {
			found = append(found, path)
		}
		return err
	})
	if err != nil || len(found) != 1 {
		t.Fatalf("databases %v, %v", found, err)
	}
	return found[0]
}
