//go:build !answerfirst

package sqlite

// answerFirst is false but in the control build.
const answerFirst = false
