package client

import (
	"encoding/json"
	"fmt"

	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
)

// Figures are those of a lease, a group or all leases over the span and at its end. An
// answer has every figure that its server knows.
type Figures struct {
	Amounts map[figure.Concept]money.Decimal

	// Of governments: principal and interest to maturity in bands of five years, and
	// with each of the first five years.
	Bands, Schedule []Band
}

// Of returns the amount of a figure, which is 0 where the answer has none.
func (f *Figures) Of(c figure.Concept) money.Decimal { return f.Amounts[c] }

// UnmarshalJSON reads the figures among the members of an object.
func (f *Figures) UnmarshalJSON(text []byte) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		return fmt.Errorf("read figures: %w", err)
	}
	f.Amounts = make(map[figure.Concept]money.Decimal, figure.Count())
	for _, s := range figure.Statements() {
		if err := f.statement(s, object); err != nil {
			return fmt.Errorf("read figures: %w", err)
		}
	}
	return nil
}

// statement reads the figures of a statement.
func (f *Figures) statement(s *figure.Statement, object map[string]json.RawMessage) error {
	if s.Name != "" {
		text := object[s.Name]
		if object = nil; text == nil {
			return nil
		}
		if err := json.Unmarshal(text, &object); err != nil {
			return err
		}
	}
	arrays := map[string][]money.Decimal{}
	for _, c := range s.Figures {
		name := c.Array()
		if name == "" {
			name = c.Name()
			if err := f.amount(c, object[name]); err != nil {
				return err
			}
			continue
		}
		if _, read := arrays[name]; !read && object[name] != nil {
			var list []money.Decimal
			if err := json.Unmarshal(object[name], &list); err != nil {
				return err
			}
			arrays[name] = list
		}
		if list := arrays[name]; len(list) > 0 {
			f.Amounts[c], arrays[name] = list[0], list[1:]
		}
	}
	for name, to := range f.bands() {
		if text := object[name]; text != nil {
			if err := json.Unmarshal(text, to); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *Figures) bands() map[string]*[]Band {
	return map[string]*[]Band{"bands": &f.Bands, "schedule": &f.Schedule}
}

func (f *Figures) amount(c figure.Concept, text json.RawMessage) error {
	if text == nil {
		return nil
	}
	var d money.Decimal
	err := json.Unmarshal(text, &d)
	f.Amounts[c] = d
	return err
}

// MarshalJSON returns the figures as the members of an object.
func (f Figures) MarshalJSON() ([]byte, error) {
	object := map[string]any{}
	for c := range figure.Count() {
		amount, known := f.Amounts[c]
		if !known {
			continue
		}
		in := object
		if name := c.Statement().Name; name != "" {
			if object[name] == nil {
				object[name] = map[string]any{}
			}
			in, _ = object[name].(map[string]any)
		}
		if name := c.Array(); name != "" {
			list, _ := in[name].([]money.Decimal)
			in[name] = append(list, amount)
			continue
		}
		in[c.Name()] = amount
	}
	for name, list := range f.bands() {
		if in, _ := object[figure.MaturityTotal.Statement().Name].(map[string]any); in != nil && *list != nil {
			in[name] = *list
		}
	}
	return json.Marshal(object)
}

// readWith reads an object into its own members and its figures.
func readWith(text []byte, own any, f *Figures) error {
	if err := json.Unmarshal(text, own); err != nil {
		return err
	}
	return json.Unmarshal(text, f)
}

// writeWith writes own members and figures as one object.
func writeWith(own any, f *Figures) ([]byte, error) {
	text, err := json.Marshal(own)
	if err != nil {
		return nil, err
	}
	figures, err := json.Marshal(f)
	if err != nil || len(f.Amounts) == 0 {
		return text, err
	}
	return append(append(text[:len(text)-1], ','), figures[1:]...), nil
}

// UnmarshalJSON reads the figures of a lease.
func (l *LeaseFigures) UnmarshalJSON(text []byte) error {
	type own LeaseFigures
	return readWith(text, (*own)(l), &l.Figures)
}

// MarshalJSON returns the figures of a lease as the contract has them.
func (l LeaseFigures) MarshalJSON() ([]byte, error) {
	type own LeaseFigures
	return writeWith(own(l), &l.Figures)
}

// UnmarshalJSON reads the figures of a group.
func (g *GroupFigures) UnmarshalJSON(text []byte) error {
	type own GroupFigures
	return readWith(text, (*own)(g), &g.Figures)
}

// MarshalJSON returns the figures of a group as the contract has them.
func (g GroupFigures) MarshalJSON() ([]byte, error) {
	type own GroupFigures
	return writeWith(own(g), &g.Figures)
}

// UnmarshalJSON reads the figures of all leases.
func (t *TotalFigures) UnmarshalJSON(text []byte) error {
	type own TotalFigures
	return readWith(text, (*own)(t), &t.Figures)
}

// MarshalJSON returns the figures of all leases as the contract has them.
func (t TotalFigures) MarshalJSON() ([]byte, error) {
	type own TotalFigures
	return writeWith(own(t), &t.Figures)
}
