package httpapi

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/service"
)

// jsonType is the media type of an answer that is no file.
const jsonType = "application/json"

// accepted is one entry of a header Accept.
type accepted struct {
	mediaType string
	quality   float64
}

// negotiator returns the function that reads the values of a header Accept: it
// chooses among the formats that an operation has, or JSON, for which it returns
// nil. Media types that are not known at all are answered with JSON. A format
// that only another operation has is an error, unless the caller accepts
// something else as well.
func negotiator(op *service.Operation, formats, known []*service.Format) func(accept []string) (*service.Format, error) {
	available := []string{jsonType}
	for _, f := range formats {
		available = append(available, f.MediaType)
	}
	return func(accept []string) (*service.Format, error) {
		refused := ""
		for _, w := range parseAccept(accept) {
			switch w.mediaType {
			case jsonType, "application/*", "*/*":
				return nil, nil //nolint:nilnil // no file and no mistake
			}
			isType := func(f *service.Format) bool { return f.MediaType == w.mediaType }
			if i := slices.IndexFunc(formats, isType); i >= 0 {
				return formats[i], nil
			}
			if refused == "" && slices.ContainsFunc(known, isType) {
				refused = w.mediaType
			}
		}
		if refused == "" {
			return nil, nil //nolint:nilnil // no file and no mistake
		}
		return nil, service.Invalid("Accept", refused+" is not available for "+op.Name+"; available are "+strings.Join(available, ", "))
	}
}

// parseAccept returns what a header Accept lists, the best first. Of two that
// are wanted as much, a whole type comes before a range, and otherwise the first.
func parseAccept(values []string) []accepted {
	var list []accepted
	for item := range strings.SplitSeq(strings.Join(values, ","), ",") {
		mediaType, parameters, _ := strings.Cut(item, ";")
		w := accepted{strings.ToLower(strings.TrimSpace(mediaType)), 1}
		for parameter := range strings.SplitSeq(parameters, ";") {
			name, value, _ := strings.Cut(parameter, "=")
			if !strings.EqualFold(strings.TrimSpace(name), "q") {
				continue
			}
			if q, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil {
				w.quality = q
			}
		}
		if w.mediaType != "" && w.quality > 0 {
			list = append(list, w)
		}
	}
	ranges := func(w accepted) int { return strings.Count(w.mediaType, "*") }
	slices.SortStableFunc(list, func(a, b accepted) int {
		return cmp.Or(cmp.Compare(b.quality, a.quality), cmp.Compare(ranges(a), ranges(b)))
	})
	return list
}
