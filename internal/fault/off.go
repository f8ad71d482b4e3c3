//go:build !faults

package fault

// Enabled reports whether points do anything.
const Enabled = false

// Point does nothing in this build.
func Point(string) error { return nil }
