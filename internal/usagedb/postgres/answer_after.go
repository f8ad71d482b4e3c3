//go:build !answerfirst

package postgres

import "time"

// answerFirst is false but in the control build.
const answerFirst = false

// controlPause is between answer and commit in the control build.
const controlPause time.Duration = 0
