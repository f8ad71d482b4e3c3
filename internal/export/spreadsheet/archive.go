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

// WriteFile writes a workbook. The library keeps the parts of the archive in maps, so WriteFile
// sorts them by name, with the list of content types first and its entries sorted. Equal
// workbooks then have equal bytes.
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
	slices.SortFunc(in.File, func(a, b *zip.File) int { return cmp.Compare(a.Name, b.Name) }) // "[" sorts before letters
	related := map[string]bool{}                                                              // sheets with drawings or other related parts
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

// plainName matches the name of an element without a prefix.
var plainName = regexp.MustCompile(`<(/?)([A-Za-z]+)([ >/])`)

// prefixed gives the document properties the usual XML prefixes, by which some readers identify
// elements.
func prefixed(text string) string {
	return strings.Replace(plainName.ReplaceAllString(text, "<${1}cp:$2$3"), ` xmlns="`, ` xmlns:cp="`, 1)
}

// usual gives a part that refers to other parts the namespace prefix that other programs use for
// references. Texts contain no unescaped quotation marks, so they cannot match.
func usual(text string) string {
	return strings.NewReplacer(` xmlns:relationships="`, ` xmlns:r="`, ` relationships:id="`, ` r:id="`).Replace(text)
}

// rewrite writes a part after edit has changed its text.
func rewrite(out *zip.Writer, part *zip.File, edit func(string) string) error {
	in, err := part.Open()
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it is memory
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
