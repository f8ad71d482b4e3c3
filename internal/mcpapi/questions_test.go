package mcpapi

import (
	"strings"
	"testing"
)

// One call is enough to answer each of these questions from agents. The response has at most 16,000 bytes, and
// its text contains the requested amount.
func TestTenQuestionsNeedOneCallEach(t *testing.T) {
	t.Parallel()
	session := connect(t)
	const (
		terms = `"commencementDate":"2026-01-01","termMonths":60,"discountRateAnnual":0.06`
		ifrs  = plain + `,"standard":"IFRS_16"`
		march = `{"from":"2026-03-01","to":"2026-03-31","journal":"monthly","leases":`
	)
	for _, q := range []struct{ question, tool, arguments, want string }{
		{
			"What is the liability at 31 December 2027?", "lease_schedule",
			`{` + terms + `,"paymentAmount":30000,"paymentFrequency":"quarterly","at":"2027-12-31"}`, "Balances at the end of 2027-12-31: lease liability 332133.53 (",
		},
		{"What do we book in March for 12 leases?", "report_leases", march + leases(12) + `}`, "Journal entries:\nL-001 2026-03-31 "},
		{"What do we book in March for 40 leases?", "report_leases", march + leases(40) + `}`, "- Cash: debit 0.00, credit 480790.00\n"},
		{
			"Why is the auditor's liability 312.40 higher?", "verify_schedule",
			`{"lease":{` + plain + `},"theirs":{"initialLiability":520154.29}}`, "recomputed 519841.89, reported 520154.29, difference 312.4",
		},
		{
			"What happens if we extend by three years in 2028, at 7%?", "compute_lease",
			`{` + plain + `,"events":[{"type":"modification","date":"2028-01-01","termMonths":96,"discountRateAnnual":0.07}]}`, "Over the life, with all events: payments 960000.00,",
		},
		{
			"What is the liability of quarterly rent in arrears?", "compute_lease",
			`{` + terms + `,"standard":"IFRS_16","paymentAmount":30000,"paymentFrequency":"quarterly","paymentTiming":"arrears"}`, "IFRS 16 lease: 60 months from 2026-01-01, 20 quarterly payments in arrears.\nLease liability at commencement 515059.16 (current 91121.24",
		},
		{
			"Three months rent-free and a step in 2028?", "compute_lease",
			`{` + plain + `,"rentFree":[{"from":"2026-01-01","months":3}],"rentSteps":[{"from":"2028-01-01","paymentAmount":11000}]}`, "Total undiscounted payments 606000.00",
		},
		{"The index rises by 3.4% in 2027 under IFRS 16?", "compute_lease", `{` + ifrs + `,"events":[{"type":"index","date":"2027-01-01","changePct":0.034}]}`, "Event 2027-01-01, index: liability 427932.20 before"},
		{"We leave on 1 July 2028 and pay 25,000?", "compute_lease", `{` + ifrs + `,"events":[{"type":"termination","date":"2028-07-01","penalty":25000}]}`, "gain (loss negative) -"},
		{"IFRS 16 against FRS 102?", "compare_treatments", `{` + plain + `,"treatments":["IFRS_16","FRS_102"]}`, "\nFRS 102 | 519841.89"},
		{"What do we book in March for one lease?", "journal_entries", `{` + plain + `,"rows":"month:2026-03"}`, "Entries to book from 2026-03-01 to 2026-03-31, by calendar month: 1 entry.\n"},
	} {
		r := askTool(t, session, q.tool, q.arguments)
		t.Logf("%s %d bytes, %d of text", q.question, r.bytes, len(r.text))
		if r.failed || r.bytes > responseMax || !strings.Contains(r.text, q.want) {
			t.Errorf("%s no %q in %d bytes: %s", q.question, q.want, r.bytes, r.text)
		}
	}
}
