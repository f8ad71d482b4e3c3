package mcpapi

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Names of the arguments that are not members of the request body.
const (
	argumentRows = "rows"
	argumentKey  = "idempotency_key"
)

// rows says which periods of a schedule and of a journal an agent wants.
type rows string

// The values of rows. The zero value asks for an answer that a reader can take in.
const (
	rowsBrief  rows = ""
	rowsAll    rows = "all"
	rowsFirst  rows = "first"
	rowsLast   rows = "last"
	rowsYearly rows = "yearly"
	rowsSpan   rows = "span" // the days of a span
)

var rowsValues = []string{string(rowsAll), string(rowsFirst), string(rowsLast), string(rowsYearly)}

// boundedRows is how many rows first and last mean: a year of months.
const boundedRows = 12

// arguments are those of one call, divided.
type arguments struct {
	body   []byte // the other arguments, in their order and with their text
	rows   rows
	span   leasehold.Span  // of rowsSpan
	key    []string        // the Idempotency-Key; none if it was not sent
	faults []service.Field // in rows and key
}

// readArguments divides the arguments of a call. The body is left to the
// operation's reader, so that its faults are named as they are everywhere;
// arguments that are not a JSON object are left to it too.
func readArguments(raw []byte) arguments {
	args := arguments{body: raw}
	if len(bytes.TrimSpace(raw)) == 0 || bytes.Equal(bytes.TrimSpace(raw), []byte("null")) {
		args.body = []byte("{}")
		return args
	}
	d := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true))
	if token, err := d.ReadToken(); err != nil || token.Kind() != '{' {
		return args
	}
	body := make([]byte, 0, len(raw))
	body = append(body, '{')
	for d.PeekKind() == '"' {
		name, err := d.ReadValue()
		if err != nil {
			return args
		}
		plain, _ := jsontext.AppendUnquote(nil, name)
		name = bytes.Clone(name)
		value, err := d.ReadValue()
		if err != nil {
			return args
		}
		switch string(plain) {
		case argumentRows:
			args.takeRows(value)
		case argumentKey:
			args.takeKey(value)
		default:
			if len(body) > 1 {
				body = append(body, ',')
			}
			body = append(body, name...)
			body = append(body, ':')
			body = append(body, value...)
		}
	}
	args.body = append(body, '}')
	return args
}

// check returns an error if rows or key are wrong. It names the faults of the
// body as well, so that one correction is enough.
func (a *arguments) check(op *operations.Operation) error {
	if len(a.faults) == 0 {
		return nil
	}
	faults := a.faults
	if _, err := op.Read(a.body); err != nil {
		faults = append(faults, service.AsError(err).Fields...)
	}
	return service.InvalidFields(faults...)
}

func (a *arguments) takeRows(v jsontext.Value) {
	if v.Kind() == 'n' {
		return
	}
	text, _ := jsontext.AppendUnquote(nil, v)
	for _, known := range rowsValues {
		if v.Kind() == '"' && string(text) == known {
			a.rows = rows(known)
			return
		}
	}
	if span, ok := readSpan(string(text)); ok && v.Kind() == '"' {
		a.rows, a.span = rowsSpan, span
		return
	}
	a.refuse(argumentRows, clip(v)+" is not allowed; allowed are "+strings.Join(rowsValues, ", ")+", a month as in month:2027-03, and days as in 2027-01-01..2027-12-31")
}

// readSpan reads a month or a span of days.
func readSpan(text string) (span leasehold.Span, ok bool) {
	if month, of := strings.CutPrefix(text, "month:"); of {
		first, err := civil.Parse(month + "-01")
		return leasehold.Span{From: first, To: first.AddMonths(1).Prev(), Monthly: true}, err == nil
	}
	from, to, _ := strings.Cut(text, "..")
	first, err := civil.Parse(from)
	last, err2 := civil.Parse(to)
	return leasehold.Span{From: first, To: last, Monthly: true}, err == nil && err2 == nil && !last.Before(first)
}

// named gives the lease of a report of one lease an id, where it has none: an agent
// has no use for it.
func named(body []byte) []byte {
	var question struct {
		Leases []map[string]json.RawMessage `json:"leases"`
	}
	if json.Unmarshal(body, &question) != nil || len(question.Leases) != 1 || question.Leases[0]["id"] != nil {
		return body
	}
	lease := bytes.Index(body, []byte(`"leases"`))
	if lease < 0 {
		return body
	}
	brace := bytes.IndexByte(body[lease:], '{')
	if brace < 0 {
		return body
	}
	at := lease + brace + 1
	if len(question.Leases[0]) == 0 {
		return body
	}
	return slices.Concat(body[:at], []byte(`"id":"lease",`), body[at:])
}

func (a *arguments) takeKey(v jsontext.Value) {
	switch v.Kind() {
	case 'n':
	case '"':
		text, _ := jsontext.AppendUnquote(nil, v)
		a.key = append(a.key, string(text))
	default:
		a.refuse(argumentKey, "must be a string of 1 to 255 visible ASCII characters; got "+clip(v))
	}
}

func (a *arguments) refuse(argument, problem string) {
	a.faults = append(a.faults, service.Field{Name: argument, Message: problem})
}

// clipMax is how much of a wrong value a message repeats.
const clipMax = 64

func clip(v jsontext.Value) string {
	if text := string(v); len(text) <= clipMax {
		return text
	}
	return strings.ToValidUTF8(string(v[:clipMax]), "") + "..."
}
