//go:build !js

package inbrowser

import "embed"

// Files have the folder assets: engine.wasm, compressed by Brotli, what starts it,
// and the worker.
//
//go:embed assets
var Files embed.FS

const offered = true
