//go:build !js

package inbrowser

import "embed"

// Files has the folder assets: engine.wasm, compressed by Brotli, its start script and the
// worker.
//
//go:embed assets
var Files embed.FS

const offered = true
