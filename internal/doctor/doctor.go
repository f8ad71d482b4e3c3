// Package doctor compares this program's results with lease examples published by standard setters,
// textbooks and guides. The comparison shows whether an installation computes correctly.
package doctor

import (
	"bytes"
	_ "embed" // embeds the examples
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// The published examples: leases at commencement; leases with uneven payments, conventions and
// events; leases under FRS 102 and GASB 96.
var (
	//go:embed testdata/published.json
	published []byte
	//go:embed testdata/lives.json
	lives []byte
	//go:embed testdata/standards.json
	standards []byte
)

// Example is a published lease with its published amounts.
type Example struct {
	ID          string          `json:"id"`
	Standard    string          `json:"standard"`
	Source      string          `json:"source"`
	URL         string          `json:"url"`
	Request     json.RawMessage `json:"request"`
	Expected    json.RawMessage `json:"expected"`
	Tolerance   json.Number     `json:"tolerance"`   // largest difference from the exact amount that the source's rounding can cause
	Rounding    string          `json:"rounding"`    // describes the source's rounding; required if the tolerance is large
	Conventions string          `json:"conventions"` // describes how the source's presentation differs
}

// Outcome is the comparison of one example.
type Outcome struct {
	Example   *Example
	Standard  leasehold.Standard
	Compared  int          // number of figures compared
	Tolerance money.Amount // largest difference that counts as agreement
	Largest   money.Amount // largest difference found
	Faults    []string     // amounts beyond the tolerance; empty if all agree
}

// Examples returns the published examples.
func Examples() ([]Example, error) {
	var all []Example
	for _, file := range [][]byte{published, lives, standards} {
		more, err := read(file)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

func read(file []byte) ([]Example, error) {
	var all []Example
	if err := unmarshalStrict(file, &all); err != nil {
		return nil, fmt.Errorf("read the published examples: %w", err)
	}
	if len(all) == 0 {
		return nil, errors.New("there are no published examples")
	}
	return all, nil
}

// Places is the number of decimals of the examples' amounts.
const Places = 2

// Check computes an example and compares every published amount. It returns an error if the
// example's request is rejected or if the example contains an unknown figure.
func Check(e *Example) (*Outcome, error) {
	outcome, err := check(e)
	if err != nil {
		return nil, fmt.Errorf("example %s: %w", e.ID, err)
	}
	return outcome, nil
}

func check(e *Example) (*Outcome, error) {
	lease, err := leasehold.Decode(e.Request)
	if err != nil {
		return nil, err
	}
	if got := lease.Standard.String(); got != e.Standard {
		return nil, fmt.Errorf("standard: the request is under %s, but the example is under %s", got, e.Standard)
	}
	result, err := leasehold.Compute(lease)
	if err != nil {
		return nil, err
	}
	tolerance, err := readAmount([]byte(e.Tolerance))
	if err != nil {
		return nil, fmt.Errorf("tolerance: %w", err)
	}
	var expected map[string]json.RawMessage
	if err := unmarshalStrict(e.Expected, &expected); err != nil {
		return nil, err
	}
	c := &comparison{result: result, outcome: &Outcome{Example: e, Standard: lease.Standard, Tolerance: tolerance}}
	if err := c.lease(expected); err != nil {
		return nil, err
	}
	if c.outcome.Compared == 0 {
		return nil, errors.New("expects no figure")
	}
	return c.outcome, nil
}

// figures maps names to the amounts that a source may print. If a source may print a single amount
// for all periods, the list contains each period's amount.
type figures map[string][]money.Amount

func resultFigures(r *leasehold.Result) figures {
	perPeriod := func(get func(*leasehold.Period) money.Amount) (all []money.Amount) {
		for i := range r.Schedule {
			all = append(all, get(&r.Schedule[i]))
		}
		if r.StubMonths != 0 {
			return nil // the partial period has a different amount
		}
		return all
	}
	return figures{
		"initialLiability":             {r.InitialLiability},
		"initialRouAsset":              {r.InitialRouAsset},
		"totalUndiscountedPayments":    {r.TotalUndiscountedPayments},
		"imputedInterest":              {r.Disclosures.ImputedInterest},
		"totalLeaseCost":               {r.TotalLeaseCost},
		"straightLineExpensePerPeriod": perPeriod(func(p *leasehold.Period) money.Amount { return p.LeaseExpense }),
		"depreciationPerPeriod":        perPeriod(func(p *leasehold.Period) money.Amount { return p.RouAmortization }),
	}
}

func periodFigures(r *leasehold.Result, p *leasehold.Period) figures {
	// With payments in advance, interest accrues after the payment. A source that lists payments
	// shows the balance before that interest.
	afterPayment := p.LiabilityClose
	if r.Lease.PaymentTiming == leasehold.Advance {
		afterPayment = p.LiabilityClose.Sub(p.Interest)
	}
	return figures{
		"payment":                 {p.Payment},
		"interest":                {p.Interest},
		"principal":               {p.Principal},
		"liabilityClose":          {p.LiabilityClose},
		"rouAmortization":         {p.RouAmortization},
		"rouAssetClose":           {p.RouAssetClose},
		"leaseExpense":            {p.LeaseExpense},
		"liabilityAfterPayment":   {afterPayment},
		"accumulatedAmortization": {r.InitialRouAsset.Sub(p.RouAssetClose)},
	}
}

func eventFigures(e *leasehold.EventResult) figures {
	return figures{
		"liabilityBefore": {e.LiabilityBefore},
		"liabilityAfter":  {e.LiabilityAfter},
		"rouAssetBefore":  {e.RouAssetBefore},
		"rouAssetAfter":   {e.RouAssetAfter},
		"gainOrLoss":      {e.GainOrLoss},
	}
}

// comparison is the state of one call of [Check].
type comparison struct {
	result  *leasehold.Result
	outcome *Outcome
	path    string // current period or event for messages; empty for the lease
}

// lease checks the published figures of a lease, of its periods and of its events.
func (c *comparison) lease(expected map[string]json.RawMessage) error {
	r := c.result
	compare := map[string]func(json.RawMessage) error{
		"classification": c.class,
		"rows": func(value json.RawMessage) error {
			return c.list(value, "period", len(r.Schedule), func(i int) figures { return periodFigures(r, &r.Schedule[i]) })
		},
		"events": func(value json.RawMessage) error {
			return c.list(value, "event", len(r.Events), func(i int) figures { return eventFigures(&r.Events[i]) })
		},
	}
	for name, of := range compare {
		if value, ok := expected[name]; ok {
			if err := of(value); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			delete(expected, name)
		}
	}
	err := c.compare(expected, resultFigures(r))
	slices.Sort(c.outcome.Faults)
	return err
}

// compare checks published amounts to the cent. An unknown figure is an error, because otherwise
// its expectation would appear to be met without a check.
func (c *comparison) compare(expected map[string]json.RawMessage, known figures) error {
	for name, value := range expected {
		got, ok := known[name]
		if !ok {
			return fmt.Errorf("%s%s: is not a known expectation", c.path, name)
		}
		want, err := readAmount(value)
		if err == nil && got == nil {
			err = errors.New("a schedule with a stub has no single amount per period")
		}
		if err != nil {
			return fmt.Errorf("%s%s: %w", c.path, name, err)
		}
		for _, amount := range got {
			c.outcome.Compared++
			difference := amount.Sub(want).Abs()
			if difference.Cmp(c.outcome.Largest) > 0 {
				c.outcome.Largest = difference
			}
			if difference.Cmp(c.outcome.Tolerance) > 0 {
				c.outcome.Faults = append(c.outcome.Faults, fmt.Sprintf("%s%s is %s, published %s", c.path, name, amount, want))
			}
		}
	}
	return nil
}

func (c *comparison) class(value json.RawMessage) error {
	var want string
	if err := unmarshalStrict(value, &want); err != nil {
		return err
	}
	c.outcome.Compared++
	if got := c.result.Class.String(); got != want {
		c.outcome.Faults = append(c.outcome.Faults, fmt.Sprintf("classification is %s, published %s", got, want))
	}
	return nil
}

// list compares the figures of periods or events. Each element of the value contains its number,
// from 1 to the count, in the field with the given name.
func (c *comparison) list(value json.RawMessage, name string, count int, of func(i int) figures) error {
	var list []map[string]json.RawMessage
	if err := unmarshalStrict(value, &list); err != nil {
		return err
	}
	for _, expected := range list {
		var number int
		if text, ok := expected[name]; ok {
			if err := unmarshalStrict(text, &number); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		if number < 1 || number > count {
			return fmt.Errorf("%s %d: the lease has %d", name, number, count)
		}
		delete(expected, name)
		c.path = fmt.Sprintf("%s %d: ", name, number)
		if err := c.compare(expected, of(number-1)); err != nil {
			return err
		}
	}
	c.path = ""
	return nil
}

// readAmount reads an amount of whole cents from its text.
func readAmount(text []byte) (money.Amount, error) {
	d, err := money.Parse(text)
	if err != nil {
		return money.Amount{}, fmt.Errorf("%s: %w", text, err)
	}
	amount := d.Amount()
	if exact, err := money.Parse(amount.Append(nil)); err != nil || exact != d {
		return money.Amount{}, fmt.Errorf("%s is not a whole number of cents", text)
	}
	return amount, nil
}

// unmarshalStrict decodes one JSON value. It rejects unknown fields and any text after the value.
func unmarshalStrict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more follows the value")
	}
	return nil
}
