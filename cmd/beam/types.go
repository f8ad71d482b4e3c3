package beam

import (
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"

	sdk "github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

//nolint:gochecknoinits // workers must know every type and function before they start
func init() {
	sdk.RegisterType(reflect.TypeFor[Chunk]())
	sdk.RegisterType(reflect.TypeFor[Total]())
	sdk.RegisterCoder(reflect.TypeFor[Chunk](), encodeChunk, decodeChunk)
	sdk.RegisterCoder(reflect.TypeFor[Total](), encodeTotal, decodeTotal)
}

// Question holds the settings of a report in the form that is sent to workers.
type Question struct {
	From, To string   // yyyy-mm-dd
	GroupBy  []string // standard, classification, currency, tag:NAME
	Output   string   // output directory, which every worker can access

	// ExchangeRates is a JSON object with the field exchangeRates, as in the
	// request of a report, or empty. Presentation is a currency or empty.
	ExchangeRates string
	Presentation  string
}

// read returns the reporting period and the group keys.
func (q *Question) read() (span leasehold.Span, keys []portfolio.Key, err error) {
	if span.From, err = civil.Parse(q.From); err != nil {
		return span, nil, fmt.Errorf("from: %q is %w", q.From, err)
	}
	if span.To, err = civil.Parse(q.To); err != nil {
		return span, nil, fmt.Errorf("to: %q is %w", q.To, err)
	}
	if span.To.Before(span.From) {
		return span, nil, fmt.Errorf("from: %s is after to, %s", q.From, q.To)
	}
	for _, name := range q.GroupBy {
		k, err := portfolio.ParseKey(name)
		if err != nil {
			return span, nil, fmt.Errorf("group by: %w", err)
		}
		keys = append(keys, k)
	}
	if q.ExchangeRates != "" {
		if span.Rates, err = exchange.Decode([]byte(q.ExchangeRates)); err != nil {
			return span, nil, fmt.Errorf("exchange rates: %w", err)
		}
	}
	if q.Presentation != "" {
		if span.Presentation, err = money.ParseCurrency(q.Presentation); err != nil {
			return span, nil, fmt.Errorf("presentation currency: %q is %w", q.Presentation, err)
		}
	}
	return span, keys, nil
}

// Chunk is a range of a file. It contains the lines that start in the range.
type Chunk struct {
	File       string
	Number     int64 // index among all files
	Start, End int64
}

var errCoder = errors.New("not the encoding of a chunk")

func encodeChunk(c Chunk) []byte {
	b := binary.AppendVarint(nil, c.Number)
	b = binary.AppendVarint(b, c.Start)
	b = binary.AppendVarint(b, c.End)
	return append(b, c.File...)
}

func decodeChunk(b []byte) (c Chunk, err error) {
	for _, x := range []*int64{&c.Number, &c.Start, &c.End} {
		n := 0
		if *x, n = binary.Varint(b); n <= 0 {
			return c, errCoder
		}
		b = b[n:]
	}
	c.File = string(b)
	return c, nil
}

// Total is the total of some leases; nil for no lease.
type Total struct{ Sum *portfolio.Sum }

func encodeTotal(t Total) ([]byte, error) {
	if t.Sum == nil {
		return nil, nil
	}
	return t.Sum.MarshalBinary()
}

func decodeTotal(b []byte) (Total, error) {
	if len(b) == 0 {
		return Total{}, nil
	}
	t := Total{portfolio.NewSum(nil)}
	return t, t.Sum.UnmarshalBinary(b)
}

// add returns the sum of both without changing them.
func (t Total) add(o Total) Total {
	switch {
	case o.Sum == nil:
		return t
	case t.Sum == nil:
		return o
	}
	sum := portfolio.NewSum(o.Sum.Keys())
	sum.Merge(t.Sum)
	sum.Merge(o.Sum)
	return Total{sum}
}
