package workbench

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/admission"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// ratesList is the list of the form that accepts rows from a file, and the last element of the
// path to which the script sends it.
const ratesList = "discountRates"

// rates reads a file of discount rates, and tells the page's script its rows as they are
// typed into the form.
func (b *Bench) rates(w http.ResponseWriter, r *http.Request) {
	class := func(_ *http.Request, length int64) admission.Class { return admission.ClassFor(0, length) }
	b.Gate.Work(w, r, "figures", class, func(w http.ResponseWriter, r *http.Request) {
		refuse := func(message string) { b.Gate.Reply(w, r, http.StatusBadRequest, map[string]string{"message": message}) }
		table, err := leasefile.OpenRates(r.Body, leasefile.Options{Uploaded: true})
		switch {
		case err != nil:
			refuse("The file of rates: " + leaseform.Words(err.Error()))
			return
		case table == nil:
			refuse("The file of rates has no rows.")
			return
		}
		rows, err := typedRates(table)
		if err != nil {
			b.Site.Fail(w, r, err)
			return
		}
		b.Gate.Reply(w, r, http.StatusOK, map[string]any{"rows": rows})
	})
}

// typedRates are the rows of a table as the form has them, by the names of its inputs.
func typedRates(table *ratetable.Table) ([]map[string]string, error) {
	typed, err := leaseform.FromRequest(append(table.Append([]byte(`{"`+ratesList+`":`)), '}'))
	if err != nil {
		return nil, err
	}
	list := make([]map[string]string, len(table.Rows()))
	for name, value := range typed {
		place, input, _ := strings.Cut(strings.TrimPrefix(name, ratesList+"["), "].")
		i, err := strconv.Atoi(place)
		if err != nil {
			return nil, err
		}
		if list[i] == nil {
			list[i] = map[string]string{}
		}
		list[i][input] = value
	}
	return list, nil
}
