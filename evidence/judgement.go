package evidence

import (
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// paragraphs are where a standard asks for a judgement, by its standard; where a
// standard has none there, nothing is asked.
type paragraphs map[leasehold.Standard]string

// asked are the judgements, each with the members that answer it.
var asked = []struct {
	path, question string
	at             paragraphs
	answered       func(q *Question) bool
}{
	{
		"discountRateAnnual", "Is the rate that the lessor charges readily determinable, or is this the lessee's incremental borrowing rate, and how was it found?",
		paragraphs{
			leasehold.ASC842: "ASC 842-20-30-3", leasehold.IFRS16: "IFRS 16.26", leasehold.GASB87: "GASB 87.23",
			leasehold.FRS102: "FRS 102 20.49", leasehold.GASB96: "GASB 96",
		},
		func(q *Question) bool { return q.states("discountRateBasis") || q.states("discountRates") },
	},
	{
		"termMonths", "Which options to extend or to terminate does the contract have, and is their exercise reasonably certain?",
		paragraphs{
			leasehold.ASC842: "ASC 842-10-30-1", leasehold.IFRS16: "IFRS 16.18-19", leasehold.GASB87: "GASB 87.12",
			leasehold.FRS102: "FRS 102 section 20", leasehold.GASB96: "GASB 96",
		},
		func(q *Question) bool {
			e, _ := q.quote("termMonths")
			return occurrences(lowered(e.Text), []string{"renew", "renewal", "extend", "extension", "terminate", "termination", "break"}) != nil
		},
	},
	{
		"assetFairValue", "What are the asset's fair value and its remaining economic life, against which the lease is classified?",
		paragraphs{leasehold.ASC842: "ASC 842-10-25-2(c), (d)"}, //nolint:exhaustive // the others do not ask
		func(q *Question) bool {
			return q.states("assetFairValue") && q.states("assetEconomicLifeMonths") || q.states("classification")
		},
	},
	{
		"purchaseOptionReasonablyCertain", "Is it reasonably certain that the purchase option will be exercised?",
		paragraphs{ //nolint:exhaustive // GASB 96 does not ask
			leasehold.ASC842: "ASC 842-10-25-2(b)", leasehold.IFRS16: "IFRS 16.27(d)", leasehold.GASB87: "GASB 87.21", leasehold.FRS102: "FRS 102 20.49",
		},
		func(q *Question) bool {
			return !q.states("purchaseOptionAmount") || q.states("purchaseOptionReasonablyCertain")
		},
	},
	{
		"components", "Do the payments pay for services or other components, and are these separated?",
		paragraphs{ //nolint:exhaustive // GASB 96 does not ask
			leasehold.ASC842: "ASC 842-10-15-28", leasehold.IFRS16: "IFRS 16.12", leasehold.GASB87: "GASB 87.64", leasehold.FRS102: "FRS 102 20.28",
		},
		func(q *Question) bool { return q.states("components") },
	},
	{
		"exemption", "Is the lease kept off the balance sheet as a short-term lease?",
		paragraphs{
			leasehold.ASC842: "ASC 842-20-25-2", leasehold.IFRS16: "IFRS 16.5(a)", leasehold.GASB87: "GASB 87.16",
			leasehold.FRS102: "FRS 102 section 20", leasehold.GASB96: "GASB 96",
		},
		func(q *Question) bool { return q.Lease.TermMonths > 12 || q.states("exemption") },
	},
}

// states reports whether the lease states a member, or something in it.
func (q *Question) states(name string) bool {
	return slices.ContainsFunc(q.members, func(m member) bool {
		rest, ok := strings.CutPrefix(m.Path, name)
		return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
	})
}

// judgements lists what nobody stated.
func judgements(q *Question) (list []Judgement) {
	for _, j := range asked {
		if at := j.at[q.Lease.Standard]; at != "" && !j.answered(q) {
			list = append(list, Judgement{j.path, j.question, at})
		}
	}
	return list
}
