//go:build faults

package fault

import "sync/atomic"

// Enabled reports whether points do anything.
const Enabled = true

var hook atomic.Pointer[func(point string) error]

// Set installs f, which each point calls with its name; nil removes it. The
// step at the point fails with f's error. f may not return at all.
func Set(f func(point string) error) {
	if f == nil {
		hook.Store(nil)
		return
	}
	hook.Store(&f)
}

// Point calls the installed function.
func Point(name string) error {
	if f := hook.Load(); f != nil {
		return (*f)(name)
	}
	return nil
}
