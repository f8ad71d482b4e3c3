package export

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// CriteriaCSV writes the criteria of the classification; under the standards
// that have none, the header alone. met is true, false, or says that the
// criterion was not tested.
func CriteriaCSV(w io.Writer, r *leasehold.Result) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"key", "label", "met", "detail", "citation"})
	for i := range r.Classification.Criteria {
		k := &r.Classification.Criteria[i]
		_ = c.Write([]string{k.Key, k.Label, verdict(k), k.Detail, k.Citation.String()})
	}
	return finish(c)
}

var criterionKeys = []string{
	leasehold.CriterionTransferOfOwnership, leasehold.CriterionPurchaseOption, leasehold.CriterionEconomicLife,
	leasehold.CriterionFairValue, leasehold.CriterionSpecializedAsset,
}

// ClassTable has one row per lease: its class, why, and the verdict on each criterion,
// which is empty under a standard without criteria.
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

func verdict(k *leasehold.Criterion) string {
	if met := wording.Verdict(k); met == wording.NotTested {
		return met
	}
	return strconv.FormatBool(k.Met)
}
