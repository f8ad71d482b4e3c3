// Package sheet splits tables into rows of cells: CSV, and the workbooks of
// spreadsheets (XLSX, Office Open XML). It knows nothing of what the cells mean.
//
// Workbooks are read as a stream: what is kept in memory is the list of their
// shared texts and formats. How much may be unpacked is bounded by the size of the
// file, so that a small file cannot become an endless one.
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
