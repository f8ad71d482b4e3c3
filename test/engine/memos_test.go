package engine_test

import (
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
)

// Memos name the lease's national standard (METHOD 9.2). Under FRS 102 they use British spelling.
func TestMemosAreInTheTermsOfTheStandard(t *testing.T) {
	t.Parallel()
	for members, want := range map[string]string{
		`"standard":"IFRS_16","framework":"AASB 16"`: "AASB 16 lease, 2026-02",
		`"standard":"FRS_102"`:                       "lease liability recognised",
		`"standard":"IFRS_16"`:                       "lease liability recognized",
	} {
		l, err := leasehold.Decode([]byte(`{` + members + `,"id":"A","commencementDate":"2026-01-01","termMonths":36,"paymentAmount":100,"discountRateAnnual":0.05}`))
		if err != nil {
			t.Fatal(err)
		}
		f, err := leasehold.MeasureSpan(l, leasehold.Span{From: civil.New(2026, 1, 1), To: civil.New(2026, 2, 28), Monthly: true})
		if err != nil {
			t.Fatal(err)
		}
		memos := ""
		for i := range f.Entries {
			memos += f.Entries[i].Memo + "\n"
		}
		if !strings.Contains(memos, want) || strings.Contains(members, "AASB") && strings.Contains(memos, "IFRS") {
			t.Errorf("%s: memos\n%swant %s", members, memos, want)
		}
	}
}
