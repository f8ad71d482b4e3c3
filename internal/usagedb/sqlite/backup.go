package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// Backup writes a copy of the database at a single point in time to a new file. Requests can be
// recorded during the backup.
func (s *Store) Backup(ctx context.Context, path string) (err error) {
	if err := createEmpty(path); err != nil {
		return err
	}
	defer func() {
		if err != nil { // even an incomplete file would open as a database
			err = errors.Join(err, os.Remove(path))
		}
	}()
	conn, err := s.reading.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	// PRAGMA query_only would also prevent this connection from writing to the new file.
	if _, err := conn.ExecContext(ctx, `PRAGMA query_only = off`); err != nil {
		return err
	}
	defer func() {
		_, again := conn.ExecContext(context.WithoutCancel(ctx), `PRAGMA query_only = on`)
		err = errors.Join(err, again)
	}()
	if _, err := conn.ExecContext(ctx, `VACUUM INTO ?`, path); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return SyncFile(path)
}

func createEmpty(path string) error {
	file, err := os.OpenFile(filepath.Clean(path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return file.Close()
}

// SyncFile syncs a file and its directory entry to the disk. Windows cannot sync directories, but
// writes directory entries immediately.
func SyncFile(path string) error {
	path = filepath.Clean(path)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil || runtime.GOOS == "windows" {
		return err
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
