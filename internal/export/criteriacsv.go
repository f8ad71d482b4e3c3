package export

import (
	"encoding/csv"
	"io"
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
		met := wording.Verdict(k)
		if met != wording.NotTested {
			met = strconv.FormatBool(k.Met)
		}
		_ = c.Write([]string{k.Key, k.Label, met, k.Detail, k.Citation.String()})
	}
	return finish(c)
}
