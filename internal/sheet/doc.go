// Package sheet splits tables into rows of cells. It reads CSV files and workbooks (XLSX, Office
// Open XML). It does not interpret the content of the cells.
//
// The rows of a workbook are read one at a time. Only the shared texts and the number formats are
// held in memory. The number of unpacked bytes is limited in proportion to the length of the file,
// so that a small file cannot use unlimited memory or time.
package sheet

// Letter returns the name of a column, such as A, Z or AA. column is counted from 0.
func Letter(column int) string {
	var b [8]byte
	at := len(b)
	for column++; column > 0 && at > 0; column = (column - 1) / 26 {
		at--
		b[at] = byte('A' + (column-1)%26)
	}
	return string(b[at:])
}
