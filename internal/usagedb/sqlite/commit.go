//go:build !faults

package sqlite

// beforeCommit has no effect: responses follow the commit.
func beforeCommit([]*job) {}
