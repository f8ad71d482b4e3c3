package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// kept opens a database as a server does.
func kept(t *testing.T, path string) *Store {
	t.Helper()
	o := options(path)
	o.Keep = true
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// bill records n billed computations.
func bill(t *testing.T, s *Store, n int) {
	t.Helper()
	for range n {
		_, err := s.Record(t.Context(), &service.Computation{
			RequestID: service.NewRequestID(), Key: service.Key{Ref: 1, Mode: "test"}, Operation: "compute", Units: 1, Quota: 1000,
			Time: s.options.Clock(),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// snapshot returns the contents of the database files, as they would be if the process were killed now.
func snapshot(t *testing.T, path string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, suffix := range []string{"", "-wal", "-shm", ".mark"} {
		content, err := os.ReadFile(path + suffix)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if err == nil {
			files[suffix] = content
		}
	}
	return files
}

// restored writes the files, except the excluded ones, to a new directory and returns the database's path.
func restored(t *testing.T, files map[string][]byte, without ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.db")
	for suffix, content := range files {
		if !strings.Contains(strings.Join(without, " ")+" ", suffix+" ") || suffix == "" {
			if err := os.WriteFile(path+suffix, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return path
}

// A server does not open a database if its log was lost or replaced by an older one, and a check
// reports the missing data. If the log is complete, the server opens the database, even if a
// command has used it.
func TestALostLogIsDetected(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	unserved := filepath.Join(t.TempDir(), "y.db")
	s, err := Open(t.Context(), options(unserved))
	if err != nil {
		t.Fatal(err)
	}
	header := snapshot(t, unserved)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = kept(t, path)
	createKey(t, s, "key_a")
	bill(t, s, 3)
	early := snapshot(t, path)
	bill(t, s, 4)
	time.Sleep(3 * keepEvery) // during this time, the keeper makes a checkpoint, and writes the mark after the last write
	marked := snapshot(t, path)
	bill(t, s, 1)
	last := snapshot(t, path)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	older := map[string][]byte{"": early[""], "-wal": early["-wal"], "-shm": early["-shm"], ".mark": marked[".mark"]}
	for name, tt := range map[string]struct {
		files   map[string][]byte
		without []string
		want    string
	}{
		"killed":                    {last, nil, ""},
		"killed before a mark":      {early, nil, ""},
		"closed":                    {snapshot(t, path), nil, ""},
		"a restored backup":         {snapshot(t, path), []string{".mark"}, ""},
		"the log is gone":           {last, []string{"-wal"}, "x.db-shm exists, but its log, x.db-wal, is missing"},
		"log and index are gone":    {last, []string{"-wal", "-shm"}, "was not closed, and its log, x.db-wal, is missing"},
		"an older file and log":     {older, nil, "2026-11 had 7 usage rows and 7 units, and now has 3 rows and 3 units"},
		"nothing but the header":    {header, []string{"-wal", "-shm"}, "has no tables"},
		"the mark is not readable":  {map[string][]byte{"": last[""], "-wal": last["-wal"], ".mark": []byte("{")}, nil, "x.db.mark is damaged"},
		"rows written beside it":    {map[string][]byte{"": marked[""], ".mark": []byte(strings.Replace(string(marked[".mark"]), `"units":7`, `"units":9`, 1))}, nil, "not closed"},
		"another end of the chains": {map[string][]byte{"": last[""], "-wal": last["-wal"], ".mark": []byte(strings.Replace(strings.Replace(string(marked[".mark"]), `"rows":7`, `"rows":8`, 1), `"units":7`, `"units":8`, 1))}, nil, "the 8 usage rows of 2026-11 differ from the rows that were written"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options(restored(t, tt.files, tt.without...))
			o.Keep = true
			s, err := Open(t.Context(), o)
			switch {
			case tt.want == "" && err != nil:
				t.Fatal(err)
			case tt.want != "" && (!errors.Is(err, errLost) || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if err == nil {
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				return
			}
			if name != "an older file and log" {
				return
			}
			o.Keep = false
			command, err := Open(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			defer command.Close() //nolint:errcheck // the store is used until the test ends
			found, err := command.Check(t.Context())
			if err != nil || !strings.Contains(strings.Join(found.Differences, "\n"), "mark: "+tt.want) {
				t.Errorf("check: %q, %v", found.Differences, err)
			}
		})
	}
}

// After a server has ended, even if it was killed, a command can use the database, and the next server still
// accepts it. If the log was lost, a later command does not hide the loss.
func TestCommandsKeepTheMarkCurrent(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	s := kept(t, path)
	createKey(t, s, "key_a")
	bill(t, s, 2)
	killed := snapshot(t, path)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, lost := range []bool{false, true} {
		var without []string
		if lost {
			without = []string{"-wal", "-shm"}
		}
		path := restored(t, killed, without...)
		command, err := Open(t.Context(), options(path))
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Close(); err != nil {
			t.Fatal(err)
		}
		o := options(path)
		o.Keep = true
		s, err := Open(t.Context(), o)
		if lost != errors.Is(err, errLost) || lost != (s == nil) {
			t.Errorf("lost %v: %v", lost, err)
		}
		if s != nil {
			createKey(t, s, "key_another")
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// A store stops shortly after its log is removed or replaced.
func TestAReplacedLogStopsTheStore(t *testing.T) {
	t.Parallel()
	for _, replace := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "x.db")
		s := kept(t, path)
		createKey(t, s, "key_a")
		if err := os.Remove(path + "-wal"); err != nil {
			t.Fatal(err)
		}
		if replace {
			if err := os.WriteFile(path+"-wal", nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		select {
		case <-s.Failed():
		case <-time.After(10 * time.Second):
			t.Errorf("replaced %v: the store goes on", replace)
		}
		if err := s.Ping(t.Context()); err == nil || !strings.Contains(err.Error(), "removed or replaced") {
			t.Errorf("ping: %v", err)
		}
		_ = s.Close()
	}
}

// Records are copied from the log to the file after a short time. A long log is overwritten from
// its beginning.
func TestTheLogIsCopiedDuringCommits(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	s := kept(t, path)
	defer s.Close() //nolint:errcheck // the store is used until the test ends
	createKey(t, s, "key_a")
	bill(t, s, 5)
	time.Sleep(3 * keepEvery)
	copied, err := Open(t.Context(), options(restored(t, snapshot(t, path), "-wal", "-shm")))
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close() //nolint:errcheck // the store is used until the test ends
	if found, err := copied.Check(t.Context()); err != nil || found.Rows != 5 || len(found.Differences) > 0 {
		t.Errorf("the file has %+v, %v", found, err)
	}
	s.writer.restartLog.Store(true)
	bill(t, s, 1)
	before, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	bill(t, s, 1)
	if after, err := os.Stat(path + "-wal"); err != nil || after.Size() != before.Size() {
		t.Errorf("the log has %d bytes after %d", after.Size(), before.Size())
	}
}
