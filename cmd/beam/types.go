package beam

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

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
