package figure

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/money"
)

// Kind is the role of a figure in its statement.
type Kind uint8

// The kinds of figures.
const (
	Opening  Kind = iota // balance at the end of the preceding day
	Increase             // added to the opening balance
	Decrease             // subtracted from the opening balance
	Closing              // balance on the last day of the reporting period
	Total                // sum of the increases in the statement
	Balance              // amount on the last day of the reporting period, outside a rollforward
	Separate             // amount of the reporting period, but not part of a sum
)

// Statement is a group of figures in a report, such as a rollforward, the cost or the cash flows.
type Statement struct {
	Name     string // name of the object in the API contract; empty for top-level figures
	Title    string // empty if the titles of the figures suffice
	Monetary bool   // whether the figures are monetary items, which are retranslated at each closing rate
	Figures  []Concept

	Governments bool // whether only leases under GASB 87 and GASB 96 have the statement
	Taxed       bool // whether only reports with deferred tax have the statement
	Sublet      bool // whether only leases with straight-line subleases have the statement
}

type definition struct {
	of                       *Statement
	name, title, path, array string
	kind                     Kind
}

const room = 112 // capacity of a [Vector], in figures

// The figures and their statements, in the API contract's order. The variable initializers in
// list.go append the figures when the package is initialized.
var (
	statements []*Statement
	list       = make([]definition, 0, room)
)

func statement(s Statement) *Statement {
	statements = append(statements, &s)
	return &s
}

// The new figure is added to the statement and to the list of all figures, and returned.
func (s *Statement) has(name, title string, kind Kind) Concept {
	path := name
	if s.Name != "" {
		path = s.Name + "." + name
	}
	c := Concept(len(list))
	list = append(list, definition{of: s, name: name, title: title, path: path, kind: kind})
	if len(list) > room {
		panic("figure: there is no room for " + path)
	}
	s.Figures = append(s.Figures, c)
	return c
}

// element adds a figure that the API contract represents as an element of an array.
func (s *Statement) element(array, name, title string) Concept {
	c := s.has(name, title, Balance)
	list[c].array = array
	return c
}

// Count returns the number of figures. The figures are the concepts 0 to Count() − 1.
func Count() Concept { return Concept(len(list)) }

// Statements returns every statement in the order of the API contract.
func Statements() []*Statement { return statements }

// Tables returns the statements that have a title: the rollforwards, the cost and the cash flows.
func Tables() []*Statement {
	return slices.DeleteFunc(slices.Clone(statements), func(s *Statement) bool { return s.Title == "" })
}

// Statement returns the figure's statement.
func (c Concept) Statement() *Statement { return list[c].of }

// Name returns the name of the figure's field within its object in the API contract.
func (c Concept) Name() string { return list[c].name }

// Array returns the name of the array field that contains the figure in the API contract, or "" if
// the figure is not in an array.
func (c Concept) Array() string { return list[c].array }

// String returns the path of the figure, such as liability.closing.
func (c Concept) String() string { return list[c].path }

// Title returns the name of the figure within its statement.
func (c Concept) Title() string { return list[c].title }

// Heading returns the name of the figure for use outside its statement.
func (c Concept) Heading() string {
	if of := list[c].of.Title; of != "" {
		return of + ": " + list[c].title
	}
	return list[c].title
}

// Kind returns the role of the figure in its statement.
func (c Concept) Kind() Kind { return list[c].kind }

// Sums reports whether the figure is the sum of the preceding figures in its statement.
func (c Concept) Sums() bool { return list[c].kind == Closing || list[c].kind == Total }

// Sign returns −1 for a figure that a rollforward subtracts, otherwise 1.
func (c Concept) Sign() int {
	if list[c].kind == Decrease {
		return -1
	}
	return 1
}

// Named returns the figure with the given path, or false if there is no such figure.
func Named(path string) (Concept, bool) {
	i := slices.IndexFunc(list, func(d definition) bool { return d.path == path })
	return Concept(max(i, 0)), i >= 0
}

// Vector holds an amount for each figure, in minor units of one currency.
type Vector [room]money.Amount

// Of returns the amount of a figure.
func (v *Vector) Of(c Concept) money.Amount { return v[c] }

// Post adds an amount to a figure.
func (v *Vector) Post(c Concept, a money.Amount) { v[c] = v[c].Add(a) }

// Add adds to v the amounts of w, which are in the same currency.
func (v *Vector) Add(w *Vector) {
	for i := range list {
		if w[i] != (money.Amount{}) { // most amounts are 0
			v[i] = v[i].Add(w[i])
		}
	}
}

// Between sets v to the figures of a reporting period, given the cumulative figures up to the
// period's start and up to its end.
func (v *Vector) Between(before, after *Vector) {
	for i := range list {
		switch list[i].kind {
		case Increase, Decrease, Separate:
			v[i] = after[i].Sub(before[i])
		case Closing, Balance:
			v[i] = after[i]
		case Opening, Total:
		}
	}
	for _, s := range statements {
		s.close(v, before)
	}
}

// close sets a statement's opening balance and total in v. The argument "before" contains the
// cumulative figures up to the start of the period.
func (s *Statement) close(v, before *Vector) {
	var sum money.Amount
	var opening, closing Concept
	rolls := false
	for _, c := range s.Figures {
		switch list[c].kind {
		case Opening:
			opening, rolls = c, true
		case Closing:
			closing = c
		case Increase:
			sum = sum.Add(v[c])
		case Total:
			v[c] = sum
		case Decrease, Balance, Separate:
		}
	}
	if rolls {
		v[opening] = before[closing]
	}
}

// AssetRoll is one of the two rollforwards of a government's lease asset: its cost, or its
// accumulated amortization (METHOD 25.5).
type AssetRoll struct {
	Opening, Increases, Decreases, Closing Concept
	Balance                                Concept // the figure that reports this balance in the rollforward of the carrying amount
}

// AssetRolls are the rollforwards of the cost and of the accumulated amortization, in this order.
var AssetRolls = [2]AssetRoll{
	{AssetCostOpening, AssetCostIncreases, AssetCostDecreases, AssetCostClosing, AssetCost},
	{AmortizationOpening, AmortizationIncreases, AmortizationDecreases, AmortizationClosing, AssetAccumulated},
}

// Adjust posts a positive amount as an increase and a negative amount as a decrease.
func (r *AssetRoll) Adjust(v *Vector, by money.Amount) {
	if by.Sign() < 0 {
		v.Post(r.Decreases, by.Neg())
	} else {
		v.Post(r.Increases, by)
	}
}
