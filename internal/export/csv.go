package export

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text escapes user text for a CSV cell. Spreadsheets evaluate a cell as a formula if it begins
// with certain characters. A leading apostrophe turns such a cell into text.
func Text(s string) string {
	// Some spreadsheet programs treat a full-width sign like the corresponding ASCII sign.
	if first, _ := utf8.DecodeRuneInString(s); s != "" && strings.ContainsRune("=+-@\t\r＝＋－＠", first) {
		return "'" + s
	}
	return s
}

func each[T any](list []T, of func(T) string) []string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = of(x)
	}
	return texts
}

func writeRows(w io.Writer, b *bytes.Buffer) error {
	if _, err := b.WriteTo(w); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

func appendRow(b *bytes.Buffer, cells []string) { b.Write(appendCells(b.AvailableBuffer(), cells)) }

func appendCells(dst []byte, cells []string) []byte {
	for i, cell := range cells {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendQuoted(dst, cell)
	}
	return append(dst, '\n')
}

func appendCell(dst []byte, text string) []byte { return appendQuoted(dst, Text(text)) }

func appendQuoted(dst []byte, text string) []byte {
	first, _ := utf8.DecodeRuneInString(text)
	if text == "" || !strings.ContainsAny(text, "\",\r\n") && !unicode.IsSpace(first) {
		return append(dst, text...)
	}
	dst = append(dst, '"')
	for i := range len(text) {
		if text[i] == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, text[i])
	}
	return append(dst, '"')
}
