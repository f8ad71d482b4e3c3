// Package sheet splits tables into rows of cells: CSV, and workbooks (XLSX, Office Open XML).
// It does not interpret the cells.
//
// Workbooks are streamed; only their shared texts and formats are held in memory. The size of
// the file bounds how much is unpacked, so that a small file cannot expand without limit.
package sheet

// Letter returns the name of a column by its number from 0: A to Z, AA and so on.
func Letter(column int) string {
	var b [8]byte
	at := len(b)
	for column++; column > 0 && at > 0; column = (column - 1) / 26 {
		at--
		b[at] = byte('A' + (column-1)%26)
	}
	return string(b[at:])
}
