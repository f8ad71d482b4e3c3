//go:build nomarker

package sqlite

// skipMarker makes a control build: it tells of a failure without making sure
// that nothing of the failed commit comes back. It is never to be used.
const skipMarker = true
