package export

import (
	"encoding/csv"
	"fmt"
	"strings"
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
