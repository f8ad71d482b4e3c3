// Package examples holds leases to begin with, as requests.
package examples

import "embed"

// Files are the leases in JSON, one per file.
//
//go:embed *.json
var Files embed.FS
