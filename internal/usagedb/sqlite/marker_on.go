//go:build !nomarker

package sqlite

// skipMarker is false but in the control build.
const skipMarker = false
