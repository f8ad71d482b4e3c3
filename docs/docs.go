// Package docs holds the documents that the program itself hands out.
package docs

import _ "embed" // the documents

// Method is the accounting method, as Markdown.
//
//go:embed METHOD.md
var Method string
