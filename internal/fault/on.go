//go:build faults

package fault

import (
	"sync/atomic"
	"time"
)

// Enabled reports whether the build contains points and controls.
const Enabled = true

var hook atomic.Pointer[func(point string) error]

// Set installs f, and nil removes it. Each point calls f with its name. If f returns an error, the
// step at the point fails with that error. f may also end the process instead of returning.
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

// control names the active control, or is "". The linker sets control:
//
//	go build -tags faults -ldflags "-X <this package>.control=answer-first"
var control string

// The controls. Each breaks one promise on purpose, to prove that the tests detect it.
var (
	// AnswerFirst sends the response before the commit.
	AnswerFirst = control == "answer-first"
	// KeepFailedCommit reports a failed commit without overwriting it with another commit.
	KeepFailedCommit = control == "keep-failed-commit"
	// LeaveDoubts reports a failure with an unknown outcome without resolving the outcome.
	LeaveDoubts = control == "leave-doubts"
)

// ControlPause is the time between the response and the commit if AnswerFirst is active.
const ControlPause = 20 * time.Millisecond
