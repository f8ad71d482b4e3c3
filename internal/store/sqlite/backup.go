package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Backup writes a copy of the database, as of one moment, to a new file. It
// holds up no charge.
func (s *Store) Backup(ctx context.Context, path string) (err error) {
	if err := makeFile(path); err != nil {
		return err
	}
	conn, err := s.reading.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	// The guard against mistakes also keeps this connection from writing to
	// the new file.
	if _, err := conn.ExecContext(ctx, `PRAGMA query_only = off`); err != nil {
		return err
	}
	defer func() {
		_, again := conn.ExecContext(context.WithoutCancel(ctx), `PRAGMA query_only = on`)
		err = errors.Join(err, again)
	}()
	if _, err := conn.ExecContext(ctx, `VACUUM INTO ?`, path); err != nil {
		return errors.Join(fmt.Errorf("backup: %w", err), os.Remove(path))
	}
	return syncFile(path)
}

// makeFile makes an empty file that only its owner can read, where there is
// none.
func makeFile(path string) error {
	file, err := os.OpenFile(filepath.Clean(path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return file.Close()
}

// syncFile brings a file and its name to the disk.
func syncFile(path string) error {
	path = filepath.Clean(path)
	for _, name := range []string{path, filepath.Dir(path)} {
		file, err := os.Open(name) //nolint:gosec // the caller's choice
		if err != nil {
			return err
		}
		if err := errors.Join(file.Sync(), file.Close()); err != nil {
			return err
		}
	}
	return nil
}
