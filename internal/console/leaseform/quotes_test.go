package leaseform

import (
	"maps"
	"strings"
	"testing"
)

// METHOD 24: a quote in support of a field becomes part of the lease.
func TestMethod24_AQuoteForAFieldIsPartOfTheLease(t *testing.T) {
	t.Parallel()
	v := Values{
		"commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10000", RatePercent: "6",
		"rentSteps[4].from": "2028-01-01", "rentSteps[4].paymentAmount": "11000", "rentSteps[1].from": "2029-01-01", "rentSteps[1].paymentAmount": "12000",
		"evidence[0].path": "Lease term", "evidence[0].quote": "for five\n(5) years", "evidence[0].page": "3",
		"evidence[1].path": "discountRateAnnual", "evidence[1].quote": "at 7 per cent", "evidence[1].document": "office.pdf",
		"evidence[2].path": "rentSteps[1].paymentAmount", "evidence[2].quote": "thereafter 12,000.00",
	}
	lease, faults, _ := v.Decode()
	if faults != nil {
		t.Fatal(faults)
	}
	const want = `"evidence":{"discountRateAnnual":{"quote":"at 7 per cent","document":"office.pdf"},` +
		`"rentSteps[1].paymentAmount":{"quote":"thereafter 12,000.00"},"termMonths":{"quote":"for five\n(5) years","page":"3"}}`
	if got := string(lease.Append(nil)); !strings.Contains(got, want) {
		t.Errorf("got %s", got)
	}
	for path, c := range map[string]struct{ path, quote, at, want string }{
		"a member that is not stated": {"prepaidRent", "none", "evidence[0].path", "This field has no value."},
		"no quote":                    {"termMonths", "", "evidence[0].quote", "This field is required."},
		"no member":                   {"", "60 months", "evidence[0].path", "This field is required."},
		"two quotes":                  {"discountRateAnnual", "6 %", "evidence[1].path", "This field is quoted twice."},
	} {
		odd := maps.Clone(v)
		odd["evidence[0].path"], odd["evidence[0].quote"] = c.path, c.quote
		if _, faults, _ := odd.Decode(); !strings.Contains(faults[c.at], c.want) {
			t.Errorf("%s: %v", path, faults)
		}
	}
}

// METHOD 24: a passage can be quoted to support any field that a lease contract contains, including a field
// in a row, but no other field.
func TestMethod24_EveryMemberOfAContractMayBeQuotedFor(t *testing.T) {
	t.Parallel()
	form := View(nil, nil, nil)
	seen := 0
	check := func(fields []FieldView) {
		for i := range fields {
			path := fields[i].Field // a lease field's path is its name
			if list, _, inRow := strings.Cut(fields[i].Path, "["); inRow {
				path = list
			}
			if may := quotable(path); may != (fields[i].Quotes != "") {
				t.Errorf("%s: quoted for as %q, and contracts state it: %v", fields[i].Path, fields[i].Quotes, may)
			}
			seen++
		}
	}
	for i := range form.Groups {
		g := &form.Groups[i]
		check(g.Fields)
		if g.Rest != nil {
			check(g.Rest.Fields)
		}
	}
	for i := range form.Lists {
		check(form.Lists[i].Blank.Fields)
	}
	if seen < 100 {
		t.Errorf("only %d inputs were seen", seen)
	}
}
