// Package docs contains the documents that the program serves.
package docs

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.md images examples
var files embed.FS

// Method is the accounting method with all its chapters, as Markdown.
var Method = method()

// method joins METHOD.md and its chapters, in the order of the table in METHOD.md.
func method() string {
	index := page("METHOD.md")
	chapters := []string{index}
	for row := range strings.Lines(index) {
		if _, link, ok := strings.Cut(row, "](METHOD-"); ok {
			chapter, _, _ := strings.Cut(link, ")")
			chapters = append(chapters, page("METHOD-"+chapter))
		}
	}
	return strings.Join(chapters, "\n")
}

func page(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // METHOD.md links to a page that does not exist, which every test would detect
	}
	return string(text)
}

// Repository is a file system with the repository's docs directory.
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
