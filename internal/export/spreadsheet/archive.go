package spreadsheet

import (
	"archive/zip"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"
)

// WriteFile writes a workbook, so that equal workbooks have equal bytes. Because the library stores
// the parts of the archive in maps, WriteFile sorts the parts by name and the list of content types
// by entry.
func WriteFile(w io.Writer, file *excelize.File) error {
	var archive bytes.Buffer
	_, err := file.WriteTo(&archive)
	if err == nil {
		err = sortParts(w, archive.Bytes())
	}
	if err != nil {
		return fmt.Errorf("workbook: %w", err)
	}
	return nil
}

func sortParts(w io.Writer, archive []byte) error {
	in, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return err
	}
	// The list "[Content_Types].xml" must be first, which sorting achieves, because "[" precedes
	// lower-case letters.
	slices.SortFunc(in.File, func(a, b *zip.File) int { return cmp.Compare(a.Name, b.Name) })
	edits := map[string]func(string) string{"[Content_Types].xml": sorted, "docProps/core.xml": prefixed}
	for _, part := range in.File {
		if folder, name := path.Split(part.Name); path.Base(folder) == "_rels" { // the part refers to other parts
			edits[path.Join(path.Dir(path.Clean(folder)), strings.TrimSuffix(name, ".rels"))] = usualPrefix
		}
	}
	out := zip.NewWriter(w)
	for _, part := range in.File {
		write := out.Copy
		if edit := edits[part.Name]; edit != nil {
			write = func(part *zip.File) error { return rewrite(out, part, edit) }
		}
		if err := write(part); err != nil {
			return err
		}
	}
	return out.Close()
}

var contentType = regexp.MustCompile(`<(Default|Override) [^>]*></(Default|Override)>`)

func sorted(text string) string {
	entries := contentType.FindAllString(text, -1)
	slices.Sort(entries)
	return contentType.ReplaceAllStringFunc(text, func(string) string {
		first := entries[0]
		entries = entries[1:]
		return first
	})
}

var plainName = regexp.MustCompile(`<(/?)([A-Za-z]+)([ >/])`)

// prefixed adds XML prefixes to the document properties, because some programs identify the elements
// by prefix.
func prefixed(text string) string {
	return strings.Replace(plainName.ReplaceAllString(text, "<${1}cp:$2$3"), ` xmlns="`, ` xmlns:cp="`, 1)
}

// usualPrefix changes the namespace prefix of references to other parts to r. Texts cannot match,
// because they contain no unescaped quotation marks.
func usualPrefix(text string) string {
	return strings.NewReplacer(` xmlns:relationships="`, ` xmlns:r="`, ` relationships:id="`, ` r:id="`).Replace(text)
}

func rewrite(out *zip.Writer, part *zip.File, edit func(string) string) error {
	in, err := part.Open()
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // closing a part in memory cannot fail
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	w, err := out.Create(part.Name)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, edit(string(text)))
	return err
}
