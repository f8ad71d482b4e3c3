// Package paper defines the paper sizes and the source file that the papers share.
package paper

import (
	"fmt"
	"strings"
)

// Size is a size of paper. The zero value is Letter.
type Size uint8

// The sizes.
const (
	Letter Size = iota
	A4
)

var names = []string{"letter", "a4"}

// Parse returns the size of that name, in any letter case.
func Parse(name string) (Size, error) {
	for i, n := range names {
		if strings.EqualFold(name, n) {
			return Size(i), nil
		}
	}
	return Letter, fmt.Errorf("%q is not one of %s", name, strings.Join(names, ", "))
}

// String returns the name of s: letter or a4.
func (s Size) String() string { return names[s] }

// Millimetres returns width and height of the sheet, upright.
func (s Size) Millimetres() (width, height float64) {
	if s == A4 {
		return 210, 297
	}
	return 215.9, 279.4
}

// Spreadsheet returns the code of the size in a workbook's page setup.
func (s Size) Spreadsheet() int {
	if s == A4 {
		return 9
	}
	return 1
}

// Source is the file that supplied the reported figures.
type Source struct {
	Name    string      // without directories
	SHA256  string      // of the file, in hexadecimal
	Columns [][2]string // heading and field
	Left    [][2]string // omitted rows with the reason
	Notes   []string    // assumptions
}
