package inbrowser

import "embed"

// Files is empty if the program itself is compiled for a browser.
var Files embed.FS

const offered = false
