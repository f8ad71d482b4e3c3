package docs

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/test/internal/program"
)

// shell is a bash session. Each document has its own session, directory, address and database.
type shell struct {
	t       *testing.T
	dir     string
	address string // replaces 127.0.0.1:8080 in the documents
	stdin   io.Writer
	out     *bufio.Reader
	secret  string // key in the output of the last command that printed one
	number  int
}

// commandWithin is one command's time limit.
const commandWithin = time.Minute

// newShell starts bash with the program in its PATH.
func newShell(t *testing.T, binary program.Binary) *shell {
	t.Helper()
	address, err := program.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	pythonPath, err := filepath.Abs(filepath.Join(root, "client/python"))
	if err != nil {
		t.Fatal(err)
	}
	s := &shell{t: t, dir: t.TempDir(), address: address}
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, "bash", "--noprofile", "--norc")
	cmd.Dir = s.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // lets the test end the document's background processes
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "LEASEHOLD_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "LEASEHOLD_ADDR="+address, "XDG_DATA_HOME="+filepath.Join(s.dir, "data"),
		"PYTHONPATH="+pythonPath, "PYTHONDONTWRITEBYTECODE=1",
		"PATH="+filepath.Dir(string(binary))+string(os.PathListSeparator)+os.Getenv("PATH"))
	if s.stdin, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = writer, writer
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.out = bufio.NewReader(reader)
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // only the document's processes are in this group
		cancel()
		_ = cmd.Wait() // the process has been killed
		_ = writer.Close()
		_ = reader.Close()
	})
	return s
}

var secretPattern = regexp.MustCompile(`sk_(?:test|live)_[0-9A-Za-z]{38}`)

// run runs one command and returns its output and exit status.
func (s *shell) run(command string) (string, int) {
	s.t.Helper()
	s.number++
	command = strings.ReplaceAll(command, "127.0.0.1:8080", s.address)
	if s.secret != "" {
		command = strings.ReplaceAll(command, "sk_test_…", s.secret)
	}
	mark := fmt.Sprintf("__end_of_%d__", s.number)
	if _, err := fmt.Fprintf(s.stdin, "%s\nprintf '\\n%s %%d\\n' $?\n", command, mark); err != nil {
		s.t.Fatal(err)
	}
	done := make(chan struct{})
	var out strings.Builder
	status := -1
	go func() {
		defer close(done)
		for {
			line, err := s.out.ReadString('\n')
			if rest, found := strings.CutPrefix(line, mark+" "); found {
				_, _ = fmt.Sscan(rest, &status) // without a number, status remains -1
				return
			}
			out.WriteString(line)
			if err != nil {
				return
			}
		}
	}()
	select {
	case <-done:
	case <-time.After(commandWithin):
		s.t.Fatalf("%s: no end after %v", command, commandWithin)
	}
	text := strings.TrimSuffix(out.String(), "\n")
	if found := secretPattern.FindString(text); found != "" {
		s.secret = found
	}
	return strings.ReplaceAll(text, s.address, "127.0.0.1:8080"), status
}
