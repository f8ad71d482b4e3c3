package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold/internal/usagedb"
)

const (
	// keepEvery is the time between checkpoints while the writer commits.
	keepEvery = time.Second
	// markEvery is the interval between writes of the mark while requests are being recorded. When recording
	// stops, the next checkpoint writes the mark.
	markEvery = time.Minute
	// longLog is a number of pages (32 MB). If the log is longer, the writer checkpoints the remaining
	// pages, so that SQLite restarts the log.
	longLog = 8000
)

// keeper copies the write-ahead log into the database file in the background, so that commits do
// not wait. The keeper uses a separate connection, writes the mark and detects a replaced log.
type keeper struct {
	ctx   context.Context // context of the goroutine; never canceled
	store *Store
	path  string
	db    *sql.DB
	log   os.FileInfo // the log file

	commits uint64 // the number of the writer's commits at the last checkpoint
	marked  uint64 // the number of the writer's commits at the last mark
	at      time.Time

	quit, ended chan struct{}
}

// newKeeper compares the database with its mark, makes a checkpoint, and starts the goroutine.
func newKeeper(ctx context.Context, s *Store) (*keeper, error) {
	k := &keeper{ctx: context.WithoutCancel(ctx), store: s, path: realPath(s.options.Path), quit: make(chan struct{}), ended: make(chan struct{}), at: time.Now()} //nolint:forbidigo // elapsed time, independent of the store's clock
	differences, err := checkMark(ctx, s.DB.Read(), s.options.Path)
	if err != nil {
		return nil, err
	}
	if len(differences) > 0 {
		return nil, lostError(k.path, "%s", strings.Join(differences, "; "))
	}
	k.db = openPool(s.options.Path, []string{busyTimeout, "synchronous(full)"}, 1)
	if _, err = k.checkpoint(ctx); err == nil {
		k.log, err = os.Stat(k.path + "-wal")
	}
	if err == nil {
		err = k.mark(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, k.db.Close())
	}
	go k.run()
	return k, nil
}

func (k *keeper) run() {
	defer close(k.ended)
	tick := time.NewTicker(keepEvery)
	defer tick.Stop()
	for {
		select {
		case <-k.quit:
			return
		case <-k.store.writer.failed:
			return
		case <-tick.C:
		}
		if err := k.watch(); err != nil {
			k.store.writer.fail(k.ctx, err)
			return
		}
		if err := k.keep(k.ctx); err != nil {
			k.store.options.Log.WarnContext(k.ctx, "checkpoint failed", "error", err.Error())
		}
	}
}

// keep makes a checkpoint after commits. It writes the mark once per minute and when commits stop.
func (k *keeper) keep(ctx context.Context) error {
	commits := k.store.writer.commits.Load()
	idle := commits == k.commits
	if !idle {
		pages, err := k.checkpoint(ctx)
		if err != nil {
			return err
		}
		if pages > longLog {
			k.store.writer.restartLog.Store(true)
		}
		k.commits = commits
	}
	if now := time.Now(); commits != k.marked && (idle || now.Sub(k.at) >= markEvery) { //nolint:forbidigo // elapsed time, independent of the store's clock
		k.marked, k.at = commits, now
		return k.mark(ctx)
	}
	return nil
}

// checkpoint copies the log into the file while reads and writes continue, and returns the length of the log in pages.
func (k *keeper) checkpoint(ctx context.Context) (pages int, err error) {
	var busy, copied int
	if err := k.db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`).Scan(&busy, &pages, &copied); err != nil {
		return 0, fmt.Errorf("checkpoint: %w", err)
	}
	return pages, nil
}

// watch returns an error if the log was replaced, because later commits would be lost.
func (k *keeper) watch() error {
	now, err := os.Stat(k.path + "-wal")
	if err == nil && !os.SameFile(k.log, now) {
		err = errors.New("the path now leads to another file")
	}
	if err != nil {
		return fmt.Errorf("the log %s-wal was removed or replaced: %w", k.path, err)
	}
	return nil
}

func (k *keeper) mark(ctx context.Context) error {
	var m *mark
	err := k.store.DB.Snapshot(ctx, func(tx usagedb.Queries) (err error) {
		m, _, err = markOf(ctx, tx)
		return err
	})
	if err != nil {
		return fmt.Errorf("mark: %w", err)
	}
	return m.write(k.path)
}

// stop ends the keeper's goroutine and writes the last mark. The writer must have ended.
func (k *keeper) stop() error {
	close(k.quit)
	<-k.ended
	var err error
	if k.watch() == nil {
		err = k.mark(k.ctx)
	}
	return errors.Join(err, k.db.Close())
}

// setClean uses the mark to record that the database at the given path was closed. Before the call, the last
// pages of the log must have been copied into the file, and the log must have been removed. setClean changes
// the mark in place, which works even on a full disk. It repeats a failed write, because without this record
// the next start would report lost usage.
func setClean(path string) error {
	path = realPath(path)
	m, err := readMark(path)
	if err != nil || m == nil || m.Clean || exists(path+"-wal") {
		return err
	}
	if err = writeClean(path); err != nil {
		err = writeClean(path)
	}
	return err
}

func writeClean(path string) error {
	file, err := os.OpenFile(filepath.Clean(path+".mark"), os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteAt([]byte(`{"clean":true `), 0)
	return errors.Join(err, file.Sync(), file.Close())
}
