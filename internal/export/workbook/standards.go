package workbook

import (
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// The standard is an input that can be changed, so what depends on it is a
// formula over all of them.

// byStandard is a formula for a text of the standard that is typed in.
func byStandard(of func(leasehold.Standard) string) string {
	all := leasehold.Standards()
	last := len(all) - 1
	formula, differ := quoted(of(all[last])), false
	for i := last - 1; i >= 0; i-- {
		formula = "IF(standard=" + quoted(all[i].Title()) + "," + quoted(of(all[i])) + "," + formula + ")"
		differ = differ || of(all[i]) != of(all[last])
	}
	if !differ {
		return quoted(of(all[last]))
	}
	return formula
}

// hasSingleModel is a formula for whether the standard that is typed in has one
// model for every lease.
func hasSingleModel() string {
	var single []string
	for _, s := range leasehold.Standards() {
		if s.SingleModel() {
			single = append(single, "standard="+quoted(s.Title()))
		}
	}
	return "OR(" + strings.Join(single, ",") + ")"
}

// standardTitles returns the titles of the standards for which a condition
// holds.
func standardTitles(wanted func(leasehold.Standard) bool) []string {
	var titles []string
	for _, s := range leasehold.Standards() {
		if wanted(s) {
			titles = append(titles, s.Title())
		}
	}
	return titles
}

// byClass is a formula for one of two things by the class of the lease.
func byClass(operating, finance string) string {
	if operating == finance {
		return operating
	}
	return `IF(leaseClass="operating",` + operating + "," + finance + ")"
}

// quoted is a text within a formula.
func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }
