package inbrowser

import "embed"

// Files is empty in the program that itself runs in a browser.
var Files embed.FS

const offered = false
