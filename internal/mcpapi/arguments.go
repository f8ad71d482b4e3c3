package mcpapi

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// Names of the arguments that are not members of the lease.
const (
	argumentRows = "rows"
	argumentKey  = "idempotency_key"
)

// rows says which periods of a schedule and of a journal an agent wants.
type rows string

// The values of rows. The zero value is all.
const (
	rowsAll    rows = "all"
	rowsFirst  rows = "first"
	rowsLast   rows = "last"
	rowsYearly rows = "yearly"
)

var rowsValues = []string{string(rowsAll), string(rowsFirst), string(rowsLast), string(rowsYearly)}

// boundedRows is how many rows first and last mean: a year of months.
const boundedRows = 12

// arguments are those of one call, divided.
type arguments struct {
	lease   []byte // the other arguments, in their order and with their text
	rows    rows
	key     []string
	invalid error
}

// readArguments divides the arguments of a call. The lease is left to the
// engine's reader, so that its faults are named as they are everywhere; what
// is not a JSON object is left to it too.
func readArguments(raw []byte) arguments {
	args := arguments{lease: raw, rows: rowsAll}
	if len(bytes.TrimSpace(raw)) == 0 || bytes.Equal(bytes.TrimSpace(raw), []byte("null")) {
		args.lease = []byte("{}")
		return args
	}
	d := jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowDuplicateNames(true))
	if token, err := d.ReadToken(); err != nil || token.Kind() != '{' {
		return args
	}
	lease := make([]byte, 0, len(raw))
	lease = append(lease, '{')
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
			if len(lease) > 1 {
				lease = append(lease, ',')
			}
			lease = append(lease, name...)
			lease = append(lease, ':')
			lease = append(lease, value...)
		}
	}
	args.lease = append(lease, '}')
	args.join()
	return args
}

// join adds what is wrong with the lease to what is wrong beside it, so that
// one correction is enough.
func (a *arguments) join() {
	if a.invalid == nil {
		return
	}
	if _, err := leasehold.Decode(a.lease); err != nil {
		a.invalid = &service.Error{Code: service.InvalidRequest, Message: service.AsError(a.invalid).Message + "; " + err.Error()}
	}
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
	a.refuse(argumentRows, clip(v)+" is not allowed; allowed are "+strings.Join(rowsValues, ", "))
}

func (a *arguments) takeKey(v jsontext.Value) {
	switch v.Kind() {
	case 'n':
	case '"':
		text, _ := jsontext.AppendUnquote(nil, v)
		a.key = append(a.key, string(text))
	default:
		a.refuse(argumentKey, "must be a text of 1 to 255 visible ASCII characters; got "+clip(v))
	}
}

func (a *arguments) refuse(argument, problem string) {
	if a.invalid == nil {
		a.invalid = service.Invalid(argument, problem)
	}
}

// clipMax is how much of a wrong value a message repeats.
const clipMax = 64

func clip(v jsontext.Value) string {
	if text := string(v); len(text) <= clipMax {
		return text
	}
	return strings.ToValidUTF8(string(v[:clipMax]), "") + "..."
}

// periodsPerYear returns the payment periods of a lease year, or 1 where the
// lease cannot be read.
func periodsPerYear(lease []byte) int {
	l, err := leasehold.Decode(lease)
	if err != nil {
		return 1
	}
	return 12 / l.PaymentFrequency.Months()
}
