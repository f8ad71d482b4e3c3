// Package paper defines settings for workpapers: the paper size, the source of the reported
// amounts, and the text that identifies the program and the lease input.
package paper

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// Options are a workpaper's settings.
type Options struct {
	Currency string // label for amounts of leases without a currency
	Version  string // version of the program that writes the workpaper
	Paper    Size
	Source   *Source // file with the reported amounts; nil if they were in the request
}

// Program returns the program's name, version and rules revision in one string.
func (o *Options) Program() string {
	return "Leasehold " + o.Version + ", rules revision " + strconv.Itoa(leasehold.RulesRevision)
}

// Digest returns the SHA-256 of data in hexadecimal.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Size is a paper size. The zero value means A4 if all leases are under FRS 102, and Letter
// otherwise.
type Size uint8

// The paper sizes.
const (
	ByStandard Size = iota
	Letter
	A4
)

var sizes = [...]struct {
	name          string
	width, height float64 // in millimeters
	code          int     // code in a workbook's page setup
}{
	ByStandard: {"", 215.9, 279.4, 1},
	Letter:     {"letter", 215.9, 279.4, 1},
	A4:         {"a4", 210, 297, 9},
}

// For returns the paper size for a workpaper on leases under the given standards.
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

// Parse returns the size with the given name, in any letter case.
func Parse(name string) (Size, error) {
	for size := Letter; size <= A4; size++ {
		if strings.EqualFold(name, size.String()) {
			return size, nil
		}
	}
	return ByStandard, fmt.Errorf("%q is not allowed; use %s or %s", name, Letter, A4)
}

// String returns the size's name: letter, a4, or "" for the default.
func (s Size) String() string { return sizes[s].name }

// Millimetres returns the paper's width and height in portrait orientation.
func (s Size) Millimetres() (width, height float64) { return sizes[s].width, sizes[s].height }

// Spreadsheet returns the paper size's code in a workbook's page setup.
func (s Size) Spreadsheet() int { return sizes[s].code }

// WriteCSV writes rows as CSV.
func WriteCSV(w io.Writer, rows [][]string) error {
	if err := csv.NewWriter(w).WriteAll(rows); err != nil { // also flushes the writer
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

// Source is the file that contained the reported schedule or trial balance.
type Source struct {
	Name    string      // name of the file, without directories
	SHA256  string      // SHA-256 of the file in hexadecimal
	Columns [][2]string // column headings, each with the field that its column contains
	Left    [][2]string // omitted rows, each with the reason
	Notes   []string    // assumptions about the file's content
}
