//go:build !js

package inbrowser

import "embed"

// Files contains the assets directory: the engine (engine.wasm, compressed with Brotli), its start
// script and the worker.
//
//go:embed assets
var Files embed.FS

const offered = true
