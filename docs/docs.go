// Package docs contains the documents that the program serves.
package docs

import (
	"embed"
	"io/fs"
	"strings"
)

// Method is the accounting method, as Markdown.
//
//go:embed METHOD.md
var Method string

//go:embed *.md images examples
var files embed.FS

// Repository is a file system with the directory docs of the repository.
var Repository fs.FS = repository{}

type repository struct{}

// Open opens docs or a file in it.
func (repository) Open(name string) (fs.File, error) {
	if name == "docs" {
		return files.Open(".")
	}
	if file, ok := strings.CutPrefix(name, "docs/"); ok {
		return files.Open(file)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
