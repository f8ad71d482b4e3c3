//go:build !js

package closing

// runBytes is how much of a sort is kept in memory.
const runBytes = 32 << 20
