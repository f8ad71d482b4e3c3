//go:build answerfirst

package postgres

import "time"

// answerFirst makes the control build: it answers before the commit, which the
// tests that kill the process have to catch. It is never to be used.
const answerFirst = true

const controlPause = 20 * time.Millisecond
