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

// ratesList is the name of the list that the user can fill from a file of discount rates. It is
// also the last element of the URL path to which the page's script sends the file.
const ratesList = "discountRates"

// rates parses a file of discount rates. The response contains the rows of the file as the values
// that a user would type into the form.
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

// typedRates returns the rows of a table as the values that a user would type into the form. The
// keys are the names of the inputs.
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
