package export

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns what somebody else wrote as the content of a CSV cell. A
// spreadsheet takes a cell that starts with one of these characters for a
// formula and would run it; the apostrophe in front makes it text again.
func Text(s string) string {
	// Some spreadsheets take the full-width signs for the others.
	if first, _ := utf8.DecodeRuneInString(s); s != "" && strings.ContainsRune("=+-@\t\r＝＋－＠", first) {
		return "'" + s
	}
	return s
}

func texts(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = Text(s)
	}
	return out
}

// finish writes what is left of a file. A csv.Writer keeps its first error
// until then.
func finish(c *csv.Writer) error {
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

// appendRow appends a row of CSV to memory.
func appendRow(b *bytes.Buffer, cells []string) {
	dst := b.AvailableBuffer()
	for i, cell := range cells {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendQuoted(dst, cell)
	}
	b.Write(append(dst, '\n'))
}

// appendCell appends what somebody else wrote as a cell of CSV.
func appendCell(dst []byte, text string) []byte { return appendQuoted(dst, Text(text)) }

// appendQuoted appends a cell, in quotation marks where it needs them.
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
