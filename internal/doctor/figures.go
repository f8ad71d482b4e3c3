package doctor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// figure returns the amounts that an expectation refers to: one amount, or one amount per row if a
// source prints the same amount for every period.
type figure struct {
	of func(r *leasehold.Result, p *leasehold.Period) ([]money.Amount, error)
}

func ofResult(get func(*leasehold.Result) money.Amount) figure {
	return figure{func(r *leasehold.Result, _ *leasehold.Period) ([]money.Amount, error) {
		return []money.Amount{get(r)}, nil
	}}
}

func ofEveryPeriod(get func(*leasehold.Period) money.Amount) figure {
	return figure{func(r *leasehold.Result, _ *leasehold.Period) ([]money.Amount, error) {
		if r.StubMonths != 0 {
			return nil, errors.New("a schedule with a stub has no single amount per period")
		}
		all := make([]money.Amount, len(r.Schedule))
		for i := range r.Schedule {
			all[i] = get(&r.Schedule[i])
		}
		return all, nil
	}}
}

func ofPeriod(get func(*leasehold.Result, *leasehold.Period) money.Amount) figure {
	return figure{func(r *leasehold.Result, p *leasehold.Period) ([]money.Amount, error) {
		return []money.Amount{get(r, p)}, nil
	}}
}

// resultFigures are the amounts of a lease that a source may print.
var resultFigures = map[string]figure{
	"initialLiability":             ofResult(func(r *leasehold.Result) money.Amount { return r.InitialLiability }),
	"initialRouAsset":              ofResult(func(r *leasehold.Result) money.Amount { return r.InitialRouAsset }),
	"totalUndiscountedPayments":    ofResult(func(r *leasehold.Result) money.Amount { return r.TotalUndiscountedPayments }),
	"imputedInterest":              ofResult(func(r *leasehold.Result) money.Amount { return r.Disclosures.ImputedInterest }),
	"totalLeaseCost":               ofResult(func(r *leasehold.Result) money.Amount { return r.TotalLeaseCost }),
	"straightLineExpensePerPeriod": ofEveryPeriod(func(p *leasehold.Period) money.Amount { return p.LeaseExpense }),
	"depreciationPerPeriod":        ofEveryPeriod(func(p *leasehold.Period) money.Amount { return p.RouAmortization }),
}

// periodFigures are the amounts of a period that a source may print.
var periodFigures = map[string]figure{
	"payment":         ofPeriod(func(_ *leasehold.Result, p *leasehold.Period) money.Amount { return p.Payment }),
	"interest":        ofPeriod(func(_ *leasehold.Result, p *leasehold.Period) money.Amount { return p.Interest }),
	"principal":       ofPeriod(func(_ *leasehold.Result, p *leasehold.Period) money.Amount { return p.Principal }),
	"liabilityClose":  ofPeriod(func(_ *leasehold.Result, p *leasehold.Period) money.Amount { return p.LiabilityClose }),
	"rouAmortization": ofPeriod(func(_ *leasehold.Result, p *leasehold.Period) money.Amount { return p.RouAmortization }),
	"rouAssetClose":   ofPeriod(func(_ *leasehold.Result, p *leasehold.Period) money.Amount { return p.RouAssetClose }),
	"leaseExpense":    ofPeriod(func(_ *leasehold.Result, p *leasehold.Period) money.Amount { return p.LeaseExpense }),
	// For payments in advance, interest accrues after the payment. A source
	// that lists payments shows the balance before that interest. For
	// payments in arrears both balances are equal.
	"liabilityAfterPayment": ofPeriod(func(r *leasehold.Result, p *leasehold.Period) money.Amount {
		if r.Lease.PaymentTiming == leasehold.Advance {
			return p.LiabilityClose.Sub(p.Interest)
		}
		return p.LiabilityClose
	}),
	"accumulatedAmortization": ofPeriod(func(r *leasehold.Result, p *leasehold.Period) money.Amount {
		return r.InitialRouAsset.Sub(p.RouAssetClose)
	}),
}

// eventFigures are the amounts of an event that a source may print.
var eventFigures = map[string]func(*leasehold.EventResult) money.Amount{
	"liabilityBefore": func(e *leasehold.EventResult) money.Amount { return e.LiabilityBefore },
	"liabilityAfter":  func(e *leasehold.EventResult) money.Amount { return e.LiabilityAfter },
	"rouAssetBefore":  func(e *leasehold.EventResult) money.Amount { return e.RouAssetBefore },
	"rouAssetAfter":   func(e *leasehold.EventResult) money.Amount { return e.RouAssetAfter },
	"gainOrLoss":      func(e *leasehold.EventResult) money.Amount { return e.GainOrLoss },
}

// comparison is the state of one call of [Check].
type comparison struct {
	result  *leasehold.Result
	outcome *Outcome
	place   string // current position for messages: empty or a period
}

// members compares every field of an object of expectations. An unknown field is an error, because
// an expectation that is not checked would appear to hold.
func (c *comparison) members(object json.RawMessage, known map[string]figure, of func(figure) ([]money.Amount, error)) error {
	var expected map[string]json.RawMessage
	if err := unmarshalStrict(object, &expected); err != nil {
		return err
	}
	for name, value := range expected {
		var err error
		f, ok := known[name]
		switch {
		case ok:
			err = c.amounts(name, value, func() ([]money.Amount, error) { return of(f) })
		case c.place == "" && name == "classification":
			err = c.class(value)
		case c.place == "" && name == "rows":
			err = c.rows(value)
		case c.place == "" && name == "events":
			err = c.events(value)
		case c.place != "" && (name == "period" || name == "event"):
		default:
			err = errors.New("is not a known expectation")
		}
		if err != nil {
			return fmt.Errorf("%s%s: %w", c.place, name, err)
		}
	}
	slices.Sort(c.outcome.Faults)
	return nil
}

// amounts compares the figures of one expectation, to the cent.
func (c *comparison) amounts(name string, value json.RawMessage, of func() ([]money.Amount, error)) error {
	want, err := readAmount(value)
	if err != nil {
		return err
	}
	got, err := of()
	if err != nil {
		return err
	}
	for _, amount := range got {
		c.outcome.Compared++
		difference := amount.Sub(want).Abs()
		if difference.Cmp(c.outcome.Largest) > 0 {
			c.outcome.Largest = difference
		}
		if difference.Cmp(c.outcome.Tolerance) > 0 {
			c.outcome.Faults = append(c.outcome.Faults, fmt.Sprintf("%s%s is %s, published %s", c.place, name, amount, want))
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

func (c *comparison) rows(value json.RawMessage) error {
	var rows []json.RawMessage
	if err := unmarshalStrict(value, &rows); err != nil {
		return err
	}
	for _, row := range rows {
		var number struct {
			Period int `json:"period"`
		}
		if err := json.Unmarshal(row, &number); err != nil { // the other members follow
			return err
		}
		if number.Period < 1 || number.Period > len(c.result.Schedule) {
			return fmt.Errorf("period %d: the schedule has periods 1 to %d", number.Period, len(c.result.Schedule))
		}
		period := &c.result.Schedule[number.Period-1]
		c.place = fmt.Sprintf("period %d: ", number.Period)
		if err := c.members(row, periodFigures, func(f figure) ([]money.Amount, error) { return f.of(c.result, period) }); err != nil {
			return err
		}
		c.place = ""
	}
	return nil
}

// events compares the effects of events, numbered from 1.
func (c *comparison) events(value json.RawMessage) error {
	var list []json.RawMessage
	if err := unmarshalStrict(value, &list); err != nil {
		return err
	}
	for _, expected := range list {
		var number struct {
			Event int `json:"event"`
		}
		if err := json.Unmarshal(expected, &number); err != nil { // the other members follow
			return err
		}
		if number.Event < 1 || number.Event > len(c.result.Events) {
			return fmt.Errorf("event %d: the lease has %d", number.Event, len(c.result.Events))
		}
		known := map[string]figure{}
		for name, of := range eventFigures {
			known[name] = ofResult(func(r *leasehold.Result) money.Amount { return of(&r.Events[number.Event-1]) })
		}
		c.place = fmt.Sprintf("event %d: ", number.Event)
		if err := c.members(expected, known, func(f figure) ([]money.Amount, error) { return f.of(c.result, nil) }); err != nil {
			return err
		}
		c.place = ""
	}
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

// unmarshalStrict rejects fields that the target lacks, and anything
// that follows the value.
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
