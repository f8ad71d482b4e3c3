package spreadsheet

import (
	"archive/zip"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// inOrder writes the parts of a zip archive in the order of their names, the
// list of contents first and itself in order, so that equal workbooks are equal
// bytes: the library keeps them in maps.
func inOrder(w io.Writer, archive []byte) error {
	in, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return fmt.Errorf("workbook: %w", err)
	}
	slices.SortFunc(in.File, func(a, b *zip.File) int { return cmp.Compare(a.Name, b.Name) }) // "[" comes before letters
	out := zip.NewWriter(w)
	for _, part := range in.File {
		copyPart := out.Copy
		if part.Name == "[Content_Types].xml" {
			copyPart = func(part *zip.File) error { return sortContents(out, part) }
		}
		if err := copyPart(part); err != nil {
			return fmt.Errorf("workbook: %w", err)
		}
	}
	if err := out.Close(); err != nil {
		return fmt.Errorf("workbook: %w", err)
	}
	return nil
}

// contentType is one entry of the list of contents.
var contentType = regexp.MustCompile(`<(Default|Override) [^>]*></(Default|Override)>`)

func sortContents(out *zip.Writer, part *zip.File) error {
	in, err := part.Open()
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it is memory
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	entries := contentType.FindAllString(string(text), -1)
	slices.Sort(entries)
	sorted := false
	list := contentType.ReplaceAllStringFunc(string(text), func(string) string {
		if sorted {
			return ""
		}
		sorted = true
		return strings.Join(entries, "")
	})
	w, err := out.Create(part.Name)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, list)
	return err
}
