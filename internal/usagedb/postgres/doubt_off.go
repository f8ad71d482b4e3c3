//go:build nodoubt

package postgres

// leaveDoubts makes a control build: what became of a charge that was answered
// with a failure is nobody's concern. It is never to be used.
const leaveDoubts = true
