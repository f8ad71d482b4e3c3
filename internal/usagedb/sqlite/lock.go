package sqlite

import (
	"errors"
	"fmt"
	"os"
)

// ErrServed is returned by [Lock] if another server holds the lock.
var ErrServed = errors.New("another server is using this database; two servers would apply separate rate limits")

// Lock takes a database file's lock. Only one server can hold it, and commands ignore it. The lock is on a
// separate file next to the database, and lasts until unlock is called or the process ends.
func Lock(path string) (unlock func(), err error) {
	path = realPath(path)                                                // all paths to a database file share one lock
	file, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600) //nolint:gosec // next to the user's database
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	if err := lockFile(file); err != nil {
		return nil, fmt.Errorf("database %s: %w", path, errors.Join(err, file.Close()))
	}
	return func() { _ = file.Close() }, nil // closing the file ends the lock
}
