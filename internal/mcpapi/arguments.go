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
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// These arguments of tools are not fields of the request body.
const (
	argumentRows = "rows"
	argumentPage = "page"
	argumentKey  = "idempotency_key"
)

// These values of the argument rows select periods of a schedule and of a journal.
const (
	rowsShort  = "" // requests a short response
	rowsAll    = "all"
	rowsFirst  = "first"
	rowsLast   = "last"
	rowsYearly = "yearly"
	rowsSpan   = "span" // the periods with a day in the requested range of days
)

// firstRows is the number of periods that the values "first" and "last" select.
const firstRows = 12

// arguments contains the arguments of a tool call.
type arguments struct {
	body   []byte // the request body: all other arguments, with their order and text unchanged
	rows   string
	span   leasehold.Span  // the range of days, if rows is rowsSpan
	page   page            // the zero value if no page is requested
	key    []string        // the value of idempotency_key; empty without this argument
	faults []service.Field // the errors of the arguments rows, page and idempotency_key
}

var argumentReaders = map[string]func(*arguments, *operations.Operation, jsontext.Value){
	argumentRows: (*arguments).readRows, argumentPage: (*arguments).readPage, argumentKey: (*arguments).readKey,
}

// readArguments separates the request body from the arguments that only tools have. The operation
// parses the body, so that its errors are the same in every interface.
func readArguments(op *operations.Operation, raw []byte) arguments {
	args := arguments{body: raw}
	if text := bytes.TrimSpace(raw); len(text) == 0 || bytes.Equal(text, []byte("null")) {
		args.body = []byte("{}")
		return args
	}
	if !jsontext.Value(raw).IsValid(jsontext.AllowDuplicateNames(true)) || jsontext.Value(raw).Kind() != '{' {
		return args // the operation reports the invalid JSON
	}
	body := []byte{'{'}
	for name, value := range strict.Members(raw) {
		read := argumentReaders[name]
		switch {
		case read == nil:
			body = appendMember(body, name, value)
		case value.Kind() != 'n':
			read(&args, op, value)
		}
	}
	args.body = append(body, '}')
	if op == operations.Report {
		args.body = named(args.body)
	}
	return args
}

// check returns the errors of the arguments rows, page and idempotency_key. If there are any, check
// adds the errors of the request body.
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
	allowed := []string{rowsAll}
	if op.Periods {
		allowed = []string{rowsAll, rowsFirst, rowsLast, rowsYearly}
	}
	text, _ := strict.Unquote(v)
	if slices.Contains(allowed, string(text)) {
		a.rows = string(text)
		return
	}
	if span, valid := readSpan(string(text)); valid && op.Periods {
		a.rows, a.span = rowsSpan, span
		return
	}
	problem := strict.Clip(string(v)) + " is not allowed; allowed: " + strings.Join(allowed, ", ")
	if op.Periods {
		problem += ", a month as in month:2027-03, and days as in 2027-01-01..2027-12-31"
	}
	a.reject(argumentRows, problem)
}

// readSpan parses a month such as month:2027-03, or days such as 2027-01-01..2027-12-31.
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
	text, _ := strict.Unquote(v)
	var ok bool
	if a.page, ok = parsePage(op, string(text)); ok {
		return
	}
	problem := "the response has no list that is left out"
	if pages := pagesOf(op); len(pages) > 0 {
		problem = "write a list and the number of its first element, as in " + pages[0] + ":13; lists: " + strings.Join(pages, ", ")
	}
	a.reject(argumentPage, strict.Clip(string(v))+" is not allowed; "+problem)
}

func (a *arguments) readKey(_ *operations.Operation, v jsontext.Value) {
	text, ok := strict.Unquote(v)
	if !ok {
		a.reject(argumentKey, "must be a string of 1 to 255 visible ASCII characters; got "+strict.Clip(string(v)))
		return
	}
	a.key = append(a.key, string(text))
}

func (a *arguments) reject(argument, problem string) {
	a.faults = append(a.faults, service.Field{Name: argument, Message: problem})
}

// named adds an id to the only lease of a report request, if the lease has no id.
func named(body []byte) []byte {
	var request struct {
		Leases []map[string]json.RawMessage `json:"leases"`
	}
	if json.Unmarshal(body, &request) != nil || len(request.Leases) != 1 || len(request.Leases[0]) == 0 || request.Leases[0]["id"] != nil {
		return body
	}
	return edit(body, "leases", func(list jsontext.Value) jsontext.Value {
		at := bytes.IndexByte(list, '{') + 1
		return slices.Concat(list[:at], []byte(`"id":"lease",`), list[at:])
	})
}
