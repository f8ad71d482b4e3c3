// Package examples contains example lease requests.
package examples

import "embed"

// Files contains the leases, each in a separate JSON file.
//
//go:embed *.json
var Files embed.FS
