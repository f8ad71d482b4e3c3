package workbook_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/export/sheettest"
)

// The workbook of an initial application has values on every sheet, including events, and uses
// the terms of initial application.
func TestMethod19_2_AWorkbookOfAFirstApplication(t *testing.T) {
	t.Parallel()
	for name, members := range map[string]string{
		"whole": `"initialApplication":{"date":"2026-01-01","prepaidOrAccruedRent":-3600,"onerousProvision":1000}`,
		"cut":   `"initialApplication":{"date":"2026-01-15"},"events":[{"date":"2026-09-17","type":"modification","termMonths":48,"retainedShare":0.6}]`,
		"short": `"initialApplication":{"date":"2028-03-01"},"exemption":"short_term"`,
	} {
		r := compute(t, `{"standard":"FRS_102","commencementDate":"2024-01-01","termMonths":60,"paymentAmount":2000,"discountRateAnnual":0.06,`+members+`}`)
		sheets := sheettest.Read(t, write(t, r))
		for sheet, cells := range sheets {
			for ref, c := range cells {
				if c.Formula != "" {
					t.Errorf("%s: %s!%s is the formula %s", name, sheet, ref, c.Formula)
				}
			}
		}
		valueNextTo := func(sheet, label string) string {
			for ref, c := range sheets[sheet] {
				if ref[0] == 'A' && c.Value == label {
					return sheets[sheet]["B"+ref[1:]].Value
				}
			}
			return ""
		}
		day := "initial application"
		if name == "short" {
			day = "commencement"
		}
		for label, want := range map[string]string{"Lease liability at " + day: r.InitialLiability.String(), "Right-of-use asset at " + day: r.InitialRouAsset.String()} {
			if got := valueNextTo("Summary", label); got != want && got+".00" != want {
				t.Errorf("%s: %s is %q, want %s", name, label, got, want)
			}
		}
		last := sheets["Schedule"]
		rows := 0
		for ref := range last {
			if ref[0] == 'B' && last[ref].Value != "From" {
				rows++
			}
		}
		if rows < len(r.Schedule) || len(sheets["Journal"]) == 0 || len(sheets["Disclosures"]) == 0 || (len(sheets["Events"]) > 0) != (name == "cut") {
			t.Errorf("%s: %d rows of %d, %d sheets", name, rows, len(r.Schedule), len(sheets))
		}
		if !slices.ContainsFunc(values(sheets["Disclosures"]), func(v string) bool { return strings.HasPrefix(v, "At "+day) }) {
			t.Errorf("%s: %v", name, values(sheets["Disclosures"]))
		}
	}
}

func values(cells map[string]sheettest.Cell) (list []string) {
	for _, c := range cells {
		list = append(list, c.Value)
	}
	return list
}
