package service

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/export/workbook"
)

// jsonType is the media type of an answer that is no file.
const jsonType = "application/json"

// wanted is one entry of a header Accept.
type wanted struct {
	mediaType string
	quality   float64
}

// chooseFormat reads the values of a header Accept: the file that the caller
// wants of the operation, or nil for JSON. A type that nobody here knows is
// answered with JSON; a file that another operation gives is a mistake worth
// naming, unless the caller takes something else as well.
func chooseFormat(op Operation, accept []string) (*export.Format, error) {
	refused := ""
	for _, w := range parseAccept(accept) {
		switch w.mediaType {
		case jsonType, "application/*", "*/*":
			return nil, nil //nolint:nilnil // no file and no mistake
		}
		i := slices.IndexFunc(export.Formats, func(f export.Format) bool { return f.MediaType == w.mediaType })
		switch {
		case i < 0:
		case export.Formats[i].Gives(op.String()):
			return &export.Formats[i], nil
		case refused == "":
			refused = w.mediaType
		}
	}
	if refused == "" {
		return nil, nil //nolint:nilnil // no file and no mistake
	}
	given := []string{jsonType}
	for _, f := range export.Formats {
		if f.MediaType != "" && f.Gives(op.String()) {
			given = append(given, f.MediaType)
		}
	}
	return nil, Invalid("Accept", op.String()+" does not give "+refused+"; it gives "+strings.Join(given, ", "))
}

// parseAccept returns what a header Accept lists, the best first. Of two that
// are wanted as much, a whole type comes before a range, and else the first.
func parseAccept(values []string) []wanted {
	var list []wanted
	for item := range strings.SplitSeq(strings.Join(values, ","), ",") {
		mediaType, parameters, _ := strings.Cut(item, ";")
		w := wanted{strings.ToLower(strings.TrimSpace(mediaType)), 1}
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
	ranges := func(w wanted) int { return strings.Count(w.mediaType, "*") }
	slices.SortStableFunc(list, func(a, b wanted) int {
		return cmp.Or(cmp.Compare(b.quality, a.quality), cmp.Compare(ranges(a), ranges(b)))
	})
	return list
}

// Write appends to the buffer, for files.
func (b *buffer) Write(p []byte) (int, error) {
	b.data = append(b.data, p...)
	return len(p), nil
}

// answer appends what the call answers: the operation's JSON object, or the
// file that was asked for.
func (s *Service) answer(b *buffer, call *Call, r *leasehold.Result) error {
	if call.format == nil {
		b.data = call.Operation.appendResult(b.data, r)
		return nil
	}
	err := call.format.Write(b, call.Operation.String(), r, export.Options{Version: s.Version})
	if limit, ok := errors.AsType[*workbook.LimitError](err); ok {
		return &Error{Code: InvalidRequest, Message: limit.Error()}
	}
	return err
}

// formatName names the format of the call's answer.
func (c *Call) formatName() string {
	if c.format == nil {
		return jsonFormat
	}
	return c.format.Name
}
