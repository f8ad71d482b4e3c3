//go:build !nodoubt

package postgres

// leaveDoubts is false but in the control build.
const leaveDoubts = false
