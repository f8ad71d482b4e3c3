// Package paper defines the paper sizes and the source file that the papers share.
package paper

import (
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// Size is a size of paper. The zero value is A4 for leases under FRS 102 alone, otherwise Letter.
type Size uint8

// The sizes.
const (
	ByStandard Size = iota
	Letter
	A4
)

var names = []string{"", "letter", "a4"}

// For returns the size of a paper about leases under some standards.
func (s Size) For(standards ...leasehold.Standard) Size {
	british := len(standards) > 0 && !slices.ContainsFunc(standards, func(of leasehold.Standard) bool { return !of.British() })
	switch {
	case s != ByStandard:
		return s
	case british:
		return A4
	}
	return Letter
}

// Parse returns the size of that name, in any letter case.
func Parse(name string) (Size, error) {
	for i, n := range names {
		if n != "" && strings.EqualFold(name, n) {
			return Size(i), nil
		}
	}
	return ByStandard, fmt.Errorf("%q is not one of %s", name, strings.Join(names[Letter:], ", "))
}

// String returns the name of s: letter, a4 or nothing.
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
