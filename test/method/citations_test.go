package method_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// METHOD 9: a result has six to nine citations. Each citation names its standard and a paragraph,
// with a short explanation.
func TestMethod9_CitationsNameTheirParagraph(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^(ASC 842-\d|IFRS 16\.\d|IFRS 7\.\d|IAS 1\.\d|GASB 87\.\d)[^:]*: [a-z].*[^.]$`)
	for _, edit := range everyTreatment {
		r := computeOffice(t, edit)
		if n := len(r.Citations); n < 6 || n > 9 {
			t.Errorf("%s: %d citations", r.Lease.Standard.Title(), n)
		}
		seen := map[string]bool{}
		for _, c := range r.Citations {
			if s := c.String(); !form.MatchString(s) || !plainLine(s) || seen[s] {
				t.Errorf("%s: %q", r.Lease.Standard.Title(), c)
			}
			seen[c.String()] = true
		}
	}
}

// METHOD 9: if a supplied class contradicts the criteria, its citation names both the supplied
// class and the derived class.
func TestMethod9_AnOverrideCitesBothClasses(t *testing.T) {
	t.Parallel()
	const both = "any of the five criteria at commencement is a finance lease for the lessee, and any other is an operating lease"
	for i, c := range []struct {
		edit func(*leasehold.Lease)
		want bool
	}{
		{finance, true},
		{edits(operating, transfers), true},
		{edits(finance, transfers), false},
		{operating, false},
		{transfers, false},
		{edits(operating, transfers, ifrs16), false},
	} {
		if r := computeOffice(t, c.edit); strings.HasSuffix(r.Citations[0].Text, both) != c.want {
			t.Errorf("case %d: %s", i, r.Citations[0])
		}
	}
}

var everyTreatment = []func(*leasehold.Lease){
	func(*leasehold.Lease) {},
	func(l *leasehold.Lease) { l.Classification = leasehold.Finance },
	func(l *leasehold.Lease) { l.Standard = leasehold.IFRS16 },
	func(l *leasehold.Lease) { l.Standard = leasehold.GASB87 },
}

// METHOD 9: each treatment has citations for the liability, rate, asset, expense, amortization,
// current portion and maturity. Under ASC 842, it also has citations for the weighted averages and
// the classification. No citation belongs to a different treatment.
func TestMethod9_CitationsCoverTheFigures(t *testing.T) {
	t.Parallel()
	for i, want := range []string{
		"842-10-25-3(a) 842-20-30-1 842-20-30-3 842-20-30-5 842-20-25-6 842-20-35-3 842-20-45-1 842-20-50-4(g) 842-20-50-6",
		"842-10-25-2 842-20-30-1 842-20-30-3 842-20-30-5 842-20-25-5 842-20-35-8 842-20-45-1 842-20-50-4(g) 842-20-50-6",
		"16.22 16.26-27 16.24 16.36 16.31-32 16.49 16.58 7.39 1.69",
		"87.20 87.21 87.23 87.30 87.24 87.31-32 34.31",
	} {
		r := computeOffice(t, everyTreatment[i])
		paragraphs := strings.Fields(want)
		if len(paragraphs) != len(r.Citations) {
			t.Errorf("%s: %d citations, want %d", r.Lease.Standard.Title(), len(r.Citations), len(paragraphs))
			continue
		}
		for j, p := range paragraphs {
			if !strings.Contains(r.Citations[j].Paragraph, p) {
				t.Errorf("%s: %q, want %s", r.Lease.Standard.Title(), r.Citations[j], p)
			}
		}
	}
}

// Changing one result's citations does not change another result.
func TestCitationsAreNotShared(t *testing.T) {
	r := computeOffice(t)
	r.Citations[0].Text = "changed"
	if computeOffice(t).Citations[0].Text == "changed" {
		t.Error("the list is shared")
	}
}
