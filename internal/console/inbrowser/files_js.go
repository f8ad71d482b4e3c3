package inbrowser

import "embed"

// Files is empty in the engine itself, which runs in a browser.
var Files embed.FS

const offered = false
