//go:build !faults

package sqlite

// beforeCommit has no effect, because responses follow the commit.
func beforeCommit([]*job) {}
