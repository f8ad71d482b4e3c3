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

// These arguments of tools are not fields of the request body.
const (
	argumentRows = "rows"
	argumentPage = "page"
	argumentKey  = "idempotency_key"
)

// rows is the value of the argument rows, which selects periods of a schedule and of a journal.
type rows string

// These are the values of rows. The zero value requests a short response.
const (
	rowsShort  rows = ""
	rowsAll    rows = "all"
	rowsFirst  rows = "first"
	rowsLast   rows = "last"
	rowsYearly rows = "yearly"
	rowsSpan   rows = "span" // the periods with a day in the requested range of days
)

// periodRows contains the named values of the argument rows. They are for operations whose result
// has periods.
var periodRows = []string{string(rowsAll), string(rowsFirst), string(rowsLast), string(rowsYearly)}

// firstRows is the number of periods that the values first and last select.
const firstRows = 12

// arguments contains the arguments of one call of a tool.
type arguments struct {
	body   []byte // the request body: all other arguments, with their order and text unchanged
	rows   rows
	span   leasehold.Span  // the range of days, if rows is rowsSpan
	page   page            // the zero value if no page is requested
	key    []string        // the value of idempotency_key; empty if there is none
	faults []service.Field // the errors of the arguments rows, page and idempotency_key
}

// readArguments separates the request body from the arguments that only tools have. The operation
// parses the body, so that its errors are the same in every interface.
func readArguments(op *operations.Operation, raw []byte) arguments {
	args := arguments{body: raw}
	if text := bytes.TrimSpace(raw); len(text) == 0 || bytes.Equal(text, []byte("null")) {
		args.body = []byte("{}")
		return args
	}
	body := append(make([]byte, 0, len(raw)), '{')
	if err := eachMember(raw, func(name string, value jsontext.Value) error {
		switch name {
		case argumentRows:
			args.readRows(op, value)
		case argumentPage:
			args.readPage(op, value)
		case argumentKey:
			args.readKey(value)
		default:
			body = appendMember(body, name, value)
		}
		return nil
	}); err != nil {
		return args // the operation reports the invalid JSON
	}
	args.body = append(body, '}')
	if op == operations.Report {
		args.body = named(args.body)
	}
	return args
}

// check returns an error if rows, page or idempotency_key is invalid. The error also contains the
// errors of the body.
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

func (a *arguments) readRows(op *operations.Operation, v jsontext.Value) {
	allowed := []string{string(rowsAll)}
	if op.Periods {
		allowed = periodRows
	}
	text, ok := readText(v)
	switch {
	case v.Kind() == 'n':
		return
	case ok && slices.Contains(allowed, text):
		a.rows = rows(text)
		return
	}
	if span, valid := readSpan(text); valid && op.Periods {
		a.rows, a.span = rowsSpan, span
		return
	}
	problem := clip(v) + " is not allowed; allowed: " + strings.Join(allowed, ", ")
	if op.Periods {
		problem += ", a month as in month:2027-03, and days as in 2027-01-01..2027-12-31"
	}
	a.reject(argumentRows, problem)
}

// readSpan parses a month, or the first and the last day of a range.
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

func (a *arguments) readPage(op *operations.Operation, v jsontext.Value) {
	if v.Kind() == 'n' {
		return
	}
	text, _ := readText(v)
	var ok bool
	if a.page, ok = parsePage(op, text); !ok {
		problem := clip(v) + " is not allowed; "
		if pages := pagesOf(op); len(pages) > 0 {
			problem += "write a list and the number of its first element, as in " + pages[0] + ":13; lists: " + strings.Join(pages, ", ")
		} else {
			problem += "the response has no list that is left out"
		}
		a.reject(argumentPage, problem)
	}
}

func (a *arguments) readKey(v jsontext.Value) {
	if v.Kind() == 'n' {
		return
	}
	text, ok := readText(v)
	if !ok {
		a.reject(argumentKey, "must be a string of 1 to 255 visible ASCII characters; got "+clip(v))
		return
	}
	a.key = append(a.key, text)
}

func (a *arguments) reject(argument, problem string) {
	a.faults = append(a.faults, service.Field{Name: argument, Message: problem})
}

// readText returns the text of a JSON string. If v is not a string, ok is false.
func readText(v jsontext.Value) (text string, ok bool) {
	if v.Kind() != '"' {
		return "", false
	}
	plain, err := jsontext.AppendUnquote(nil, v)
	return string(plain), err == nil
}

// named adds an id to the lease in the body of a report request, if the report has only this lease
// and the lease has no id.
func named(body []byte) []byte {
	var request struct {
		Leases []map[string]json.RawMessage `json:"leases"`
	}
	if json.Unmarshal(body, &request) != nil || len(request.Leases) != 1 || len(request.Leases[0]) == 0 || request.Leases[0]["id"] != nil {
		return body
	}
	changed, err := edit(body, []string{"leases"}, func(list []byte) ([]byte, error) {
		at := bytes.IndexByte(list, '{') + 1
		return slices.Concat(list[:at], []byte(`"id":"lease",`), list[at:]), nil
	})
	if err != nil {
		return body
	}
	return changed
}

// clipMax is the maximum length, in bytes, of an invalid value that an error message quotes.
const clipMax = 64

func clip(v []byte) string {
	if len(v) <= clipMax {
		return string(v)
	}
	return strings.ToValidUTF8(string(v[:clipMax]), "") + "..."
}
