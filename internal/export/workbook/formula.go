package workbook

import (
	"strconv"
	"strings"
)

// rowFormula writes a formula of one row: {X} becomes column X of that row, {X-}
// column X of the row before.
func rowFormula(format string, row int) string {
	var f strings.Builder
	f.Grow(len(format) + 32)
	for {
		start := strings.IndexByte(format, '{')
		if start < 0 {
			f.WriteString(format)
			return f.String()
		}
		end := start + strings.IndexByte(format[start:], '}')
		f.WriteString(format[:start])
		column, at := format[start+1:end], row
		if before, ok := strings.CutSuffix(column, "-"); ok {
			column, at = before, row-1
		}
		f.WriteString(column)
		f.WriteString(strconv.Itoa(at))
		format = format[end+1:]
	}
}
