//go:build faults

package fault

import "sync/atomic"

var hook atomic.Pointer[func(point string) error]

// Set installs f. Each point calls f with its name. If f returns an error, the
// step at the point fails with that error. f may also end the process instead of returning.
func Set(f func(point string) error) { hook.Store(&f) }

// Point calls the installed function.
func Point(name string) error {
	if f := hook.Load(); f != nil {
		return (*f)(name)
	}
	return nil
}
