package export

import (
	"bytes"
	"io"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// CriteriaCSV writes the classification criteria, or only the header under a standard without
// criteria. The column met contains true, false or "not tested".
func CriteriaCSV(w io.Writer, r *leasehold.Result) error {
	var b bytes.Buffer
	appendRow(&b, []string{"key", "label", "met", "detail", "citation"})
	for i := range r.Classification.Criteria {
		k := &r.Classification.Criteria[i]
		appendRow(&b, []string{k.Key, k.Label, verdict(k), k.Detail, k.Citation.String()})
	}
	return writeRows(w, &b)
}

var criterionKeys = []string{
	schedule.CriterionTransferOfOwnership, schedule.CriterionPurchaseOption, schedule.CriterionEconomicLife,
	schedule.CriterionFairValue, schedule.CriterionSpecializedAsset,
}

// ClassTable has one row per lease with its class, the reason for the class, and the verdict on
// each criterion. The verdicts are empty under a standard without criteria.
var ClassTable = &Table{
	columns: slices.Concat([]string{"standard", "classification", "rationale"}, criterionKeys),
	rows: func(r *leasehold.Result, add func(...string)) {
		cells := []string{r.Lease.Standard.String(), r.Class.String(), r.Classification.Rationale}
		for _, key := range criterionKeys {
			met := ""
			for i := range r.Classification.Criteria {
				if k := &r.Classification.Criteria[i]; k.Key == key {
					met = verdict(k)
				}
			}
			cells = append(cells, met)
		}
		add(cells...)
	},
}

func verdict(k *schedule.Criterion) string {
	if met := wording.Verdict(k); met == wording.NotTested {
		return met
	}
	return strconv.FormatBool(k.Met)
}
