// Package worksheet implements the spreadsheet functions for leases: figures, the schedule and the
// entries of a month. Arguments are cells, and an error is a sentence to show in the cell. The
// Excel add-in is generated from the list of functions in this package.
package worksheet

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// Function is a worksheet function.
type Function struct {
	Name       string
	About      string // describes the function's value
	Method     string // section of METHOD.md
	Parameters []Parameter
	Spills     bool // whether the value is a range of cells rather than one number

	call func(lease *leasehold.Lease, day *civil.Date) ([][]any, error)
}

// Parameter describes a function's parameter.
type Parameter struct {
	Name     string
	About    string
	Lease    bool // whether the argument may be a range of cells rather than one cell
	Optional bool
	Month    bool // whether the argument may be a month instead of a date
}

var aLease = Parameter{
	Name: "lease", Lease: true,
	About: "A row with the template's columns, with or without its headings above it, or a cell with the lease as JSON",
}

var functions = []Function{
	{
		Name: "LIABILITY", Method: "3", Parameters: []Parameter{aLease},
		About: "The lease liability at commencement: the present value of the payments",
		call:  ofResult(func(r *leasehold.Result) money.Amount { return r.InitialLiability }),
	},
	{
		Name: "ASSET", Method: "4", Parameters: []Parameter{aLease},
		About: "The right-of-use asset at commencement",
		call:  ofResult(func(r *leasehold.Result) money.Amount { return r.InitialRouAsset }),
	},
	{
		Name: "COST", Method: "4", Parameters: []Parameter{aLease},
		About: "The total cost of the lease over its term",
		call:  ofResult(func(r *leasehold.Result) money.Amount { return r.TotalLeaseCost }),
	},
	{
		Name: "CURRENT", Method: "7", Parameters: []Parameter{aLease, {Name: "date", About: "A day; by default the commencement date", Optional: true}},
		About: "The portion of the liability that is due within a year of a date",
		call: func(lease *leasehold.Lease, day *civil.Date) ([][]any, error) {
			if day == nil {
				return ofResult(func(r *leasehold.Result) money.Amount { return r.Disclosures.CurrentLiability })(lease, nil)
			}
			return ofDay(figure.CurrentLiability)(lease, day)
		},
	},
	{
		Name: "BALANCE", Method: "14", Parameters: []Parameter{aLease, {Name: "date", About: "The date of the balance"}},
		About: "The lease liability at the end of a day, including accrued interest",
		call:  ofDay(figure.LiabilityClosing),
	},
	{
		Name: "SCHEDULE", Method: "3", Parameters: []Parameter{aLease}, Spills: true,
		About: "The schedule: a row for each period, below headings",
		call:  schedule,
	},
	{
		Name: "JOURNAL", Method: "14.8", Parameters: []Parameter{aLease, {Name: "month", About: "Any day of the month, or text such as 2026-03", Month: true}}, Spills: true,
		About: "The journal entries of a calendar month, below headings",
		call:  journal,
	},
}

// Functions lists the functions.
func Functions() []Function { return functions }

// Answer evaluates a function call. The JSON arguments contain rows of cells, and the resulting
// JSON contains either rows of cells or an error message.
func Answer(name string, arguments []byte) []byte {
	rows, err := call(name, arguments)
	answer := map[string]any{"rows": rows}
	if err != nil {
		answer = map[string]any{"error": err.Error()}
	}
	text, err := json.Marshal(answer)
	if err != nil { // cannot happen: strings and numbers can be encoded
		return []byte(`{"error":"the result cannot be printed"}`)
	}
	return text
}

func call(name string, arguments []byte) ([][]any, error) {
	i := slices.IndexFunc(functions, func(f Function) bool { return f.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("function %s not found", name)
	}
	f := &functions[i]
	given, err := read(arguments)
	if err != nil {
		return nil, err
	}
	if len(given) > len(f.Parameters) {
		return nil, fmt.Errorf("%s takes at most %s", name, markup.Plural(len(f.Parameters), "argument"))
	}
	if len(given) == 0 {
		return nil, errors.New("lease: is required")
	}
	lease, err := given[0].lease()
	if err != nil {
		return nil, err
	}
	if len(f.Parameters) == 1 {
		return f.call(lease, nil)
	}
	p := &f.Parameters[1]
	if len(given) == 1 || given[1].empty() {
		if p.Optional {
			return f.call(lease, nil)
		}
		return nil, fmt.Errorf("%s: is required", p.Name)
	}
	day, err := given[1].day(p.Month)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	return f.call(lease, &day)
}

func number(a money.Amount, c money.Currency) any {
	return json.Number(a.AppendPlaces(nil, c.Places()))
}

// ofResult returns the function that computes an amount at commencement.
func ofResult(figure func(*leasehold.Result) money.Amount) func(*leasehold.Lease, *civil.Date) ([][]any, error) {
	return func(lease *leasehold.Lease, _ *civil.Date) ([][]any, error) {
		r, err := leasehold.Compute(lease)
		if err != nil {
			return nil, err
		}
		return [][]any{{number(figure(r), lease.Currency)}}, nil
	}
}

// ofDay returns the function that computes an amount at the end of a day.
func ofDay(c figure.Concept) func(*leasehold.Lease, *civil.Date) ([][]any, error) {
	return func(lease *leasehold.Lease, day *civil.Date) ([][]any, error) {
		f, err := leasehold.MeasureSpan(lease, leasehold.Span{From: *day, To: *day, InLeaseCurrency: true})
		if err != nil {
			return nil, err
		}
		return [][]any{{number(f.Of(c), lease.Currency)}}, nil
	}
}

func schedule(lease *leasehold.Lease, _ *civil.Date) ([][]any, error) {
	r, err := leasehold.Compute(lease)
	if err != nil {
		return nil, err
	}
	rows := [][]any{{"Period", "Date", "Payment", "Interest", "Principal", "Liability, end of period", "Amortization", "Asset, end of period", "Lease cost"}}
	amounts := wording.ScheduleColumns(&r.Measurement)[:len(rows[0])-2]
	for i := range r.Schedule {
		p := &r.Schedule[i]
		row := []any{p.Number, p.Date.String()}
		for _, a := range wording.Values(amounts, p) {
			row = append(row, number(a, lease.Currency))
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func journal(lease *leasehold.Lease, day *civil.Date) ([][]any, error) {
	named := *lease
	if named.ID == "" {
		named.ID = "lease" // entries require an ID
	}
	first := civil.Date{Year: day.Year, Month: day.Month, Day: 1}
	f, err := leasehold.MeasureSpan(&named, leasehold.Span{From: first, To: first.MonthEnd(), Monthly: true, InLeaseCurrency: true})
	if err != nil {
		return nil, err
	}
	rows := [][]any{{"Date", "Number", "Account", "Debit", "Credit", "Memo"}}
	for i := range f.Entries {
		e := &f.Entries[i]
		for _, l := range e.Lines {
			rows = append(rows, []any{
				e.Date.String(), e.Number, l.Account.String(), number(l.Debit, lease.Currency), number(l.Credit, lease.Currency), e.Memo,
			})
		}
	}
	return rows, nil
}
