//go:build !faults

package fault

// Point returns nil in this build.
func Point(string) error { return nil }
