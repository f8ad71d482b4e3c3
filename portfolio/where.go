package portfolio

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Where selects leases that meet all conditions (METHOD 25.9). A condition on the class refers to the
// class at the end of the reporting period.
type Where []Condition

// Condition requires that the value of a lease for the key is one of Values.
type Condition struct {
	Key    Key
	Values []string
}

const maxValues = 1000 // limit of values per condition

// ParseCondition parses KEY=VALUE or KEY=VALUE,VALUE.
func ParseCondition(text string) (Condition, error) {
	key, values, found := strings.Cut(text, "=")
	if !found {
		return Condition{}, fmt.Errorf("%s has no value; write KEY=VALUE", strict.Quote(text))
	}
	k, err := ParseKey(key)
	if err != nil {
		return Condition{}, err
	}
	c := Condition{k, strings.Split(values, ",")}
	if problem := c.problem(); problem != "" {
		return Condition{}, fmt.Errorf("%s %s", key, problem)
	}
	return c, nil
}

// problem returns an error message for the first value that no lease can have, or "".
func (c *Condition) problem() string {
	for _, v := range c.Values {
		var err error
		allowed := ""
		switch c.Key.name {
		case byStandard:
			var s leasehold.Standard
			err = s.UnmarshalText([]byte(v))
			allowed = "; allowed are " + strings.Join(standardNames(), ", ") + strict.DidYouMean(strict.Nearest(v, standardNames()))
		case byClassification:
			var s leasehold.ReportedClass
			err = s.UnmarshalText([]byte(v))
			allowed = "; allowed are operating, finance, short_term, low_value"
		case byCurrency:
			if v != "" {
				_, err = money.ParseCurrency(v)
			}
		}
		if err != nil {
			return strict.Quote(v) + " is not known" + allowed
		}
	}
	return ""
}

// Span returns the options for measuring a lease. If w excludes the lease regardless of its class,
// no exchange rates are needed, because the lease is measured in its own currency.
func (w Where) Span(l *leasehold.Lease, span leasehold.Span) leasehold.Span {
	span.InLeaseCurrency = span.InLeaseCurrency || !w.known(l)
	return span
}

// Equal reports whether w and o contain the same conditions.
func (w Where) Equal(o Where) bool { return string(w.Append(nil)) == string(o.Append(nil)) }

// String describes the selected leases, such as "standard is IFRS_16 and tag:entity is North or
// South".
func (w Where) String() string {
	var texts []string
	for _, c := range w {
		values := slices.Clone(c.Values)
		for i, v := range values {
			values[i] = cmp.Or(v, "not stated")
		}
		texts = append(texts, c.Key.name+" is "+strings.Join(values, " or "))
	}
	return strings.Join(texts, " and ")
}

// Holds reports whether w selects a lease.
func (w Where) Holds(l *leasehold.Lease, f *leasehold.LeaseFigures) bool {
	return w.known(l) && !slices.ContainsFunc(w, func(c Condition) bool { return !slices.Contains(c.Values, c.Key.Value(l, f)) })
}

// known reports whether a lease meets all conditions except conditions on its class.
func (w Where) known(l *leasehold.Lease) bool {
	return !slices.ContainsFunc(w, func(c Condition) bool {
		return c.Key.name != byClassification && !slices.Contains(c.Values, c.Key.Value(l, nil))
	})
}

func whereField[T any](in func(*T) *Where) strict.Field[T] {
	return strict.Omittable(strict.Field[T]{
		Name:  "where",
		Read:  func(rd *strict.Reader, _ *strict.Place, to *T) (string, error) { return in(to).read(rd) },
		Print: func(dst []byte, of *T) []byte { return in(of).Append(dst) },
	}, in, func(w Where) bool { return len(w) > 0 })
}

func (w *Where) read(rd *strict.Reader) (problem string, err error) {
	note := func(text string) { problem = cmp.Or(problem, text) }
	wrong, err := rd.Members("must be an object", func(text string) error {
		values, fault, err := readValues(rd)
		if err != nil {
			return err
		}
		k, unknown := ParseKey(text)
		c := Condition{k, values}
		switch {
		case unknown != nil:
			note(unknown.Error())
		case fault != "":
			note(strict.Quote(text) + " " + fault)
		case c.problem() != "":
			note(strict.Quote(text) + " " + c.problem())
		case len(*w) == maxKeys:
			note("has too many members: at most " + strconv.Itoa(maxKeys) + " are allowed")
		default:
			*w = append(*w, c)
		}
		return nil
	})
	slices.SortFunc(*w, func(a, b Condition) int { return strings.Compare(a.Key.name, b.Key.name) })
	return cmp.Or(wrong, problem), err
}

func readValues(rd *strict.Reader) (list []string, problem string, err error) {
	read := func() error {
		v, err := rd.JSON.ReadValue()
		if err != nil {
			return err
		}
		text, ok := strict.Unquote(v)
		switch {
		case !ok:
			problem = "must be a string or an array of strings; got " + strict.Describe(v)
		case len(list) == maxValues:
			problem = "has too many values: at most " + strconv.Itoa(maxValues) + " are allowed"
		default:
			list = append(list, string(text))
		}
		return nil
	}
	if rd.JSON.PeekKind() == '[' {
		_, err = rd.Elements("", read)
	} else {
		err = read()
	}
	if len(list) == 0 && problem == "" {
		problem = "must have at least one value"
	}
	return list, problem, err
}

// Append appends the conditions as a JSON object, or no text if w is empty.
func (w Where) Append(dst []byte) []byte {
	if len(w) == 0 {
		return dst
	}
	p := jsonout.Printer{Dst: append(dst, '{')}
	for i, c := range w {
		p.Comma(i)
		p.Text("", c.Key.name)
		p.Texts(":", c.Values)
	}
	return append(p.Dst, '}')
}
