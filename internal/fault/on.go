//go:build faults

package fault

import (
	"sync/atomic"
	"time"
)

// Enabled reports whether points and controls do anything.
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

// control names the control that is on, if any. The linker sets it:
//
//	go build -tags faults -ldflags "-X <this package>.control=answer-first"
var control string

// The controls. Each breaks one promise on purpose, to prove that the tests
// notice it.
var (
	// AnswerFirst answers before the commit.
	AnswerFirst = control == "answer-first"
	// KeepFailedCommit reports a failed commit without overwriting it by another commit.
	KeepFailedCommit = control == "keep-failed-commit"
	// LeaveDoubts reports a failure with unknown outcome without resolving it.
	LeaveDoubts = control == "leave-doubts"
)

// ControlPause is the time between the response and the commit if AnswerFirst is set.
const ControlPause = 20 * time.Millisecond
