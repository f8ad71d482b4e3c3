package sqlite

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

// mark describes a database's content in a separate file, so that a lost write-ahead log is
// detected. Without its log, a database is consistent but outdated.
type mark struct {
	Clean  bool        `json:"clean"` // the server closed the database and copied the log into the file
	Audit  int64       `json:"audit_entries"`
	Months []markMonth `json:"months"`
}

// markMonth describes the usage rows of one month. Usage rows are never changed.
type markMonth struct {
	Month meter.Month `json:"month"`
	Rows  int64       `json:"rows"`
	Units int64       `json:"units"`
	Heads string      `json:"heads"` // SHA-256 of the ends of the month's chains
}

// errLost reports that a database is older than its mark.
var errLost = errors.New("usage was lost")

func lostError(path, format string, args ...any) error {
	return fmt.Errorf("%w: %s; restore the files or a backup, or remove %s to continue without the lost usage",
		errLost, fmt.Sprintf(format, args...), filepath.Base(path)+".mark")
}

// realPath resolves symbolic links. SQLite creates its additional files next to the resolved path.
func realPath(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	return path
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// checkFiles returns an error if the files next to a database show that its log was removed. It must run before
// the database is opened, because opening creates a log.
func checkFiles(path string) error {
	path = realPath(path)
	if exists(path + "-wal") {
		return nil
	}
	if exists(path + "-shm") {
		return lostError(path, "%s-shm exists, but its log, %s-wal, is missing", filepath.Base(path), filepath.Base(path))
	}
	m, err := readMark(path)
	if err != nil {
		return err
	}
	if m != nil && !m.Clean {
		return lostError(path, "the database was not closed, and its log, %s-wal, is missing", filepath.Base(path))
	}
	return emptyLog(path)
}

const walVersion = 2

// emptyLog returns an error if a file is in WAL mode and contains only its header. If such a database had any
// data, the data was in a log that has been removed.
func emptyLog(path string) error {
	file, err := os.Open(filepath.Clean(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // the file was only read
	var header [32]byte
	if n, _ := file.ReadAt(header[:], 0); n < len(header) || header[18] != walVersion {
		return nil
	}
	if pages := header[28:32]; pages[0]|pages[1]|pages[2] == 0 && pages[3] <= 1 {
		return lostError(path, "%s has no tables, and its log, %s-wal, is missing", filepath.Base(path), filepath.Base(path))
	}
	return nil
}

func readMark(path string) (*mark, error) {
	text, err := os.ReadFile(filepath.Clean(path + ".mark"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // neither a mark nor an error
	}
	if err != nil {
		return nil, err
	}
	m := &mark{}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, lostError(path, "%s.mark is damaged", filepath.Base(path))
	}
	return m, nil
}

func (m *mark) write(path string) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	part := path + ".mark.part"
	if err := os.WriteFile(part, append(text, '\n'), 0o600); err != nil {
		return err
	}
	if err := SyncFile(part); err != nil {
		return err
	}
	if err := os.Rename(part, path+".mark"); err != nil {
		return err
	}
	return SyncFile(path + ".mark") // also makes the file's name durable
}

// markOf returns a database's mark and the first month with complete usage, both as of the same point in time.
func markOf(ctx context.Context, q usagedb.Queries) (*mark, meter.Month, error) {
	audit, removed, err := usagedb.AuditState(ctx, q)
	if err != nil {
		return nil, 0, err
	}
	m := &mark{Audit: audit.Rows}
	var heads hash.Hash
	end := func() {
		if heads != nil {
			m.Months[len(m.Months)-1].Heads = hex.EncodeToString(heads.Sum(nil))
		}
	}
	for row, err := range usagedb.Each(ctx, q, func(row usagedb.Row) (r endRow, err error) {
		err = row.Scan(&r.month, &r.key, &r.rows, &r.units, &r.head)
		return r, err
	}, `SELECT month, key_ref, logged, used, head FROM counters WHERE month >= ? ORDER BY month, key_ref`, int64(removed.Before)) {
		if err != nil {
			return nil, 0, err
		}
		if n := len(m.Months); n == 0 || m.Months[n-1].Month != row.month {
			end()
			heads = sha256.New()
			m.Months = append(m.Months, markMonth{Month: row.month})
		}
		month := &m.Months[len(m.Months)-1]
		month.Rows += row.rows
		month.Units += row.units
		fmt.Fprintf(heads, "%d %d %x\n", row.key, row.rows, row.head)
	}
	end()
	return m, removed.Before, nil
}

type endRow struct {
	month            meter.Month
	key, rows, units int64
	head             []byte
}

// compare returns one sentence for each item that m lists and the database lacks. The caller passes
// the database's current mark and the first month with complete usage.
func (m *mark) compare(now *mark, from meter.Month) (differences []string) {
	if now.Audit < m.Audit {
		differences = append(differences, fmt.Sprintf("mark: the audit log had %d entries and now has %d", m.Audit, now.Audit))
	}
	have := map[meter.Month]markMonth{}
	for _, month := range now.Months {
		have[month.Month] = month
	}
	for _, was := range m.Months {
		switch is := have[was.Month]; {
		case was.Month < from:
		case is.Rows < was.Rows:
			differences = append(differences, fmt.Sprintf("mark: %s had %d usage rows and %d units, and now has %d rows and %d units", was.Month, was.Rows, was.Units, is.Rows, is.Units))
		case is.Rows == was.Rows && (is.Heads != was.Heads || is.Units != was.Units):
			differences = append(differences, fmt.Sprintf("mark: the %d usage rows of %s differ from the rows that were written", is.Rows, was.Month))
		}
	}
	return differences
}

func checkMark(ctx context.Context, q usagedb.Queries, path string) ([]string, error) {
	m, err := readMark(realPath(path))
	if err != nil || m == nil {
		return nil, err
	}
	now, from, err := markOf(ctx, q)
	if err != nil {
		return nil, err
	}
	return m.compare(now, from), nil
}
