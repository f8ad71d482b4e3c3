package inbrowser

import "embed"

// Files are none where the program itself runs in a browser.
var Files embed.FS

const offered = false
