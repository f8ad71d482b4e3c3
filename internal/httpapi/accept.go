package httpapi

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// jsonType is the media type of responses that are not files.
const jsonType = "application/json"

// accepted is one entry of an Accept header.
type accepted struct {
	mediaType string
	paper     string // value of the parameter paper
	quality   float64
}

// negotiator returns a function that chooses the format of a response from the values of the Accept
// header. The function returns nil for JSON and for media types that are not in known. If the
// header names only formats that other operations have, the function returns an error.
func negotiator(op *operations.Operation, formats, known []*service.Format) func(accept []string) (*service.Format, error) {
	available := []string{jsonType}
	for _, f := range formats {
		if f.Paper == "" {
			available = append(available, f.MediaType)
		}
	}
	return func(accept []string) (*service.Format, error) {
		refused := ""
		for _, w := range parseAccept(accept) {
			switch w.mediaType {
			case jsonType, "application/*", "*/*":
				return nil, nil //nolint:nilnil // nil means JSON
			}
			isType := func(f *service.Format) bool { return f.MediaType == w.mediaType }
			if i := slices.IndexFunc(formats, isType); i >= 0 {
				return onPaper(formats, formats[i], w.paper)
			}
			if refused == "" && slices.ContainsFunc(known, isType) {
				refused = w.mediaType
			}
		}
		if refused == "" {
			return nil, nil //nolint:nilnil // nil means JSON
		}
		return nil, service.Invalid("Accept", refused+" is not available for "+op.Name+"; available are "+strings.Join(available, ", "))
	}
}

// onPaper returns the format with the media type of usual and the given paper size. It returns
// usual if paper is "" or the media type has no paper sizes.
func onPaper(formats []*service.Format, usual *service.Format, paper string) (*service.Format, error) {
	var papers []string
	for _, f := range formats {
		if f.MediaType != usual.MediaType || f.Paper == "" {
			continue
		}
		if f.Paper == paper {
			return f, nil
		}
		papers = append(papers, f.Paper)
	}
	if paper == "" || papers == nil {
		return usual, nil
	}
	return nil, service.Invalid("Accept", usual.MediaType+" is not available on the paper "+strconv.Quote(paper)+"; available are "+strings.Join(papers, ", "))
}

// parseAccept returns the entries of Accept headers, the preferred one first. Of two entries with
// equal quality, a full media type precedes a range such as text/*; otherwise the entries keep the
// order of the header.
func parseAccept(values []string) []accepted {
	var list []accepted
	for item := range strings.SplitSeq(strings.Join(values, ","), ",") {
		mediaType, parameters, _ := strings.Cut(item, ";")
		w := accepted{mediaType: strings.ToLower(strings.TrimSpace(mediaType)), quality: 1}
		for parameter := range strings.SplitSeq(parameters, ";") {
			name, value, _ := strings.Cut(parameter, "=")
			switch value = strings.TrimSpace(value); strings.ToLower(strings.TrimSpace(name)) {
			case "q":
				if q, err := strconv.ParseFloat(value, 64); err == nil {
					w.quality = q
				}
			case "paper":
				w.paper = strings.ToLower(strings.Trim(value, `"`))
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

// asksForPage reports whether the client accepts HTML pages. Browsers that load a page name
// text/html in Accept; other clients of the API do not.
func asksForPage(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) &&
		slices.ContainsFunc(parseAccept(r.Header.Values("Accept")), func(a accepted) bool { return a.mediaType == "text/html" && a.quality > 0 })
}
