//go:build !js

package spool

// maxMemory is how many bytes are kept without a file.
const maxMemory = 1 << 20
