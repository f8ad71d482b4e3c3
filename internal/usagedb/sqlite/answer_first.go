//go:build answerfirst

package sqlite

// answerFirst makes the control build: it answers before the commit, which the
// tests that kill the process have to catch. It is never to be used.
const answerFirst = true
