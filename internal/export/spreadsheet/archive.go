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

// WriteFile writes a workbook. Because the library stores the parts of the archive in maps,
// WriteFile sorts the parts by name, with the list of content types first, and sorts the entries of
// that list. Equal workbooks therefore have equal bytes.
func WriteFile(w io.Writer, file *excelize.File) error {
	var archive bytes.Buffer
	if _, err := file.WriteTo(&archive); err != nil {
		return fmt.Errorf("workbook: %w", err)
	}
	return inOrder(w, archive.Bytes())
}

func inOrder(w io.Writer, archive []byte) error {
	in, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return fmt.Errorf("workbook: %w", err)
	}
	slices.SortFunc(in.File, func(a, b *zip.File) int { return cmp.Compare(a.Name, b.Name) }) // "[Content_Types].xml" is first, because "[" sorts before lower-case letters
	related := map[string]bool{}                                                              // the sheets that refer to drawings or other parts
	for _, part := range in.File {
		if folder, name := path.Split(part.Name); path.Base(folder) == "_rels" {
			related[path.Join(path.Dir(path.Clean(folder)), strings.TrimSuffix(name, ".rels"))] = true
		}
	}
	out := zip.NewWriter(w)
	for _, part := range in.File {
		var err error
		switch {
		case part.Name == "[Content_Types].xml":
			err = rewrite(out, part, sorted)
		case part.Name == "docProps/core.xml":
			err = rewrite(out, part, prefixed)
		case related[part.Name]:
			err = rewrite(out, part, usual)
		default:
			err = out.Copy(part)
		}
		if err != nil {
			return fmt.Errorf("workbook: %w", err)
		}
	}
	if err := out.Close(); err != nil {
		return fmt.Errorf("workbook: %w", err)
	}
	return nil
}

// contentType matches an entry in the list of content types.
var contentType = regexp.MustCompile(`<(Default|Override) [^>]*></(Default|Override)>`)

// sorted sorts the entries in the list of content types.
func sorted(text string) string {
	entries := contentType.FindAllString(text, -1)
	slices.Sort(entries)
	done := false
	return contentType.ReplaceAllStringFunc(text, func(string) string {
		if done {
			return ""
		}
		done = true
		return strings.Join(entries, "")
	})
}

// plainName matches the name of an XML element without a prefix.
var plainName = regexp.MustCompile(`<(/?)([A-Za-z]+)([ >/])`)

// prefixed adds the usual XML prefixes to the document properties, because some programs identify
// the elements by prefix.
func prefixed(text string) string {
	return strings.Replace(plainName.ReplaceAllString(text, "<${1}cp:$2$3"), ` xmlns="`, ` xmlns:cp="`, 1)
}

// usual changes the namespace prefix for references to other parts to the prefix that most programs
// write. Texts cannot match, because they contain no unescaped quotation marks.
func usual(text string) string {
	return strings.NewReplacer(` xmlns:relationships="`, ` xmlns:r="`, ` relationships:id="`, ` r:id="`).Replace(text)
}

// rewrite writes a part of the archive with the text that edit returns.
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
