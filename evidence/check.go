package evidence

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"regexp"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// Answer tells which members of a lease their quotes support.
type Answer struct {
	Question   *Question
	Supported  []string   // paths
	NotFound   []NotFound // members whose value does not occur in the quote
	Missing    []string   // stated members without a quote
	Judgements []Judgement
	Notes      []string // where a value was found in another form than it is stated in
}

// NotFound is a member whose value does not occur in its quote.
type NotFound struct {
	Path  string
	Value string   // as the lease states it
	Found []string // what the quote has of that kind
}

// Judgement is something that this lease asks somebody to decide, and that nobody
// stated.
type Judgement struct {
	Path, Question, Paragraph string
}

// String counts the members: it says the same of one as of many.
func (a *Answer) String() string {
	return fmt.Sprintf("Members that stand in their quotes: %d; that do not: %d; without a quote: %d.", len(a.Supported), len(a.NotFound), len(a.Missing))
}

// Agrees reports whether every member that is quoted stands in its quote.
func (a *Answer) Agrees() bool { return len(a.NotFound) == 0 }

// String says what was not found, and what was.
func (n NotFound) String() string {
	if len(n.Found) == 0 {
		return n.Path + ": " + n.Value + " is not in the quote, and nothing of its kind is"
	}
	return n.Path + ": " + n.Value + " is not in the quote, which has " + strings.Join(n.Found, ", ")
}

// String asks the question, with its paragraph.
func (j Judgement) String() string { return j.Path + ": " + j.Question + " (" + j.Paragraph + ")" }

// ours are members that are choices of the one who keeps the books, or labels, and stand
// in no contract.
var ours = []string{"id", "name", "tags", "standard", "basis", "fund", "classification", "exemption", "evidence"}

// InContracts reports whether contracts state a member, which is named by its path: a
// label, a choice of the books and a quote stand in none.
func InContracts(path string) bool { return !slices.Contains(ours, root(path)) }

// Measured lists no lease: nothing is measured.
func (q *Question) Measured() iter.Seq2[*leasehold.Lease, int] {
	return func(func(*leasehold.Lease, int) bool) {}
}

// rowsPerByte is how much longer it takes to search a byte of a quote that is full of
// numbers or dates than to measure a row.
const rowsPerByte = 2

// Effort estimates what the search takes, in rows of a measurement: see
// [leasehold.Lease.Effort]. It is above the truth rather than below it.
func (q *Question) Effort() (effort int64) {
	for i := range q.Evidence {
		effort += rowsPerByte * int64(len(q.Evidence[i].Text))
	}
	return effort
}

// Check is [CheckContext] without an end.
func Check(q *Question) *Answer {
	a, _ := CheckContext(context.Background(), q) // the only error is that of a context
	return a
}

// CheckContext judges every member that the lease states. The error is that of a context
// that has ended.
func CheckContext(ctx context.Context, q *Question) (*Answer, error) {
	a := &Answer{Question: q}
	quotes := map[string]leasehold.Quote{}
	for _, e := range q.Evidence {
		quotes[e.Path] = e
	}
	for _, m := range q.members {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("check of terms: %w", err)
		}
		quote, quoted := quotes[m.Path]
		switch {
		case !quoted && !InContracts(m.Path):
		case !quoted:
			a.Missing = append(a.Missing, m.Path)
		default:
			s := &search{quote: quote.Text, lower: lowered(quote.Text), lease: q.Lease}
			if s.has(m) {
				a.Supported = append(a.Supported, m.Path)
			} else {
				a.NotFound = append(a.NotFound, NotFound{m.Path, m.text(), s.found})
			}
			if s.note != "" {
				a.Notes = append(a.Notes, m.Path+": "+s.note)
			}
		}
	}
	a.Judgements = judgements(q)
	return a, nil
}

// root is the member of the lease that a path is in.
func root(path string) string {
	if end := strings.IndexAny(path, ".["); end >= 0 {
		return path[:end]
	}
	return path
}

// lowered returns a quote in lower case, with one spelling of the words in which others
// are hidden.
func lowered(quote string) string {
	return strings.NewReplacer("three-monthly", "quarterly", "three monthly", "quarterly", "six-monthly", "half-yearly", "six monthly", "half-yearly",
		"semi-annual", "semiannual", "bi-monthly", "bimonthly").Replace(strings.ToLower(strings.Join(strings.Fields(quote), " ")))
}

// search looks for one value in one quote.
type search struct {
	quote, lower string
	lease        *leasehold.Lease

	found []string // what there is of that kind
	note  string   // how the value was found
}

var isDate = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

// has reports whether the quote has the value of a member.
func (s *search) has(m member) bool {
	switch m.Value.Kind() {
	case 't', 'f':
		return s.flag(m.Name, m.Value.Kind() == 't')
	case '"':
		var text string
		if json.Unmarshal(m.Value, &text) != nil {
			return false
		}
		if isDate.MatchString(text) {
			return s.date(text)
		}
		if root(m.Name) == "currency" || m.Name == "functionalCurrency" {
			return s.currency(text)
		}
		return s.words(text)
	default: // a number
	}
	value, err := money.Parse(string(m.Value))
	if err != nil {
		return false
	}
	switch {
	case strings.HasSuffix(m.Name, "Months"), m.Name == "months":
		return s.period(value)
	case strings.HasSuffix(m.Name, "Pct"), strings.HasSuffix(m.Name, "RateAnnual"), strings.HasSuffix(m.Name, "Rate"), m.Name == "rate", strings.HasSuffix(m.Name, "Share"):
		return s.rate(value)
	default:
		return s.amount(value)
	}
}

// date looks for a date.
func (s *search) date(text string) bool {
	want, err := civil.Parse(text)
	if err != nil {
		return false
	}
	for _, d := range days(s.quote) {
		s.found = append(s.found, d.text)
		if slices.Contains(d.values, want) {
			if len(d.values) > 1 {
				s.note = d.text + " is read with the day and the month in either order"
			}
			return true
		}
	}
	return false
}

// frequencies and timings are the enumerations whose words a contract has.
var (
	frequencies = []leasehold.Frequency{leasehold.Monthly, leasehold.Quarterly, leasehold.Semiannual, leasehold.Annual}
	timings     = []leasehold.Timing{leasehold.Advance, leasehold.Arrears}
)

// words looks for a value of an enumeration by its words, and for any other text as it
// is.
func (s *search) words(value string) bool {
	words := enumWords[value]
	if words == nil {
		return strings.Contains(s.lower, lowered(strings.ReplaceAll(value, "_", " "))) || strings.Contains(s.lower, strings.ToLower(value))
	}
	var same []string
	for _, f := range frequencies {
		same = append(same, f.String())
	}
	paid := slices.Contains(same, value) // a frequency
	if !paid {
		same = nil
		for _, t := range timings {
			same = append(same, t.String())
		}
	}
	// An annual rent that is payable monthly is a monthly one.
	var settled []string
	for _, each := range same {
		if paid {
			settled = append(settled, instalments(s.lower, enumWords[each])...)
		}
	}
	if affirmed(s.lower, words) != nil && (settled == nil || instalments(s.lower, words) != nil) {
		return true
	}
	s.found = settled
	for _, other := range same {
		if other != value && settled == nil {
			s.found = append(s.found, affirmed(s.lower, enumWords[other])...)
		}
	}
	return false
}

// period looks for a number of months.
func (s *search) period(months money.Decimal) bool {
	for _, n := range numbers(s.quote) {
		unit := unitOf(n.after)
		if unit == "" {
			continue
		}
		each := int64(1)
		switch unit {
		case "year":
			each = 12
		case "quarter":
			each = 3
		}
		s.found = append(s.found, n.text+" "+unit+"s")
		if unit == "year" {
			if more, ok := furtherMonths(n.after); ok { // five years and six months are no five years
				s.found[len(s.found)-1] += " and " + more.text + " months"
				if slices.ContainsFunc(n.values, func(v money.Decimal) bool {
					years, whole := v.Int64()
					all, ok := months.Int64()
					return whole && ok && years <= lastYear && more.means(money.Int(all-12*years))
				}) {
					return true
				}
				continue
			}
		}
		if want, ok := divided(months, each); ok && n.means(want) {
			return true
		}
	}
	dates := days(s.quote)
	if n, ok := months.Int64(); ok && n > 0 && n < 12*lastYear && s.span(dates, int(n)) {
		return true
	}
	for _, d := range dates {
		s.found = append(s.found, d.text)
	}
	return false
}

// lastYear is the last one that dates have.
const lastYear = 9999

// span looks for two dates with so many months from the one to the evening of the other, or
// to the morning of it, whichever is whole.
func (s *search) span(dates []day, months int) bool {
	for i := range dates {
		for _, from := range dates[i].values {
			end := from.AddMonths(months)
			evening := end.Prev()
			for j := range dates {
				for _, to := range dates[j].values {
					if to == end || to == evening {
						s.note = "the months from " + dates[i].text + " to " + dates[j].text
						return true
					}
				}
			}
		}
	}
	return false
}

// rate looks for a rate.
func (s *search) rate(rate money.Decimal) bool {
	for _, n := range numbers(s.quote) {
		for _, v := range n.values {
			if n.percent && v.Shift(-2).Cmp(rate) == 0 || !n.percent && v.Cmp(money.Int(1)) <= 0 && v.Cmp(rate) == 0 && unitOf(n.after) == "" {
				return true
			}
		}
		switch {
		case n.percent:
			s.found = append(s.found, n.text+" %")
		case unitOf(n.after) == "" && slices.ContainsFunc(n.values, func(v money.Decimal) bool { return v.Cmp(money.Int(1)) < 0 }):
			s.found = append(s.found, n.text)
		}
	}
	return false
}

// amount looks for an amount, also for a year of it, or a payment's part of a year's.
func (s *search) amount(amount money.Decimal) bool {
	of := int64(12 / s.lease.PaymentFrequency.Months())
	scales := of > 1 && amount.Sign() != 0
	year := money.FromUnits(new(big.Int).Mul(amount.Units(amount.Scale()), big.NewInt(of)), amount.Scale())
	part, exact := divided(amount, of)
	places := max(amount.Scale(), s.lease.Currency.Places())
	rounded := func(v money.Decimal) bool { // a year of it is v, but that the payment is rounded
		return share(v, of, places).Cmp(amount) == 0
	}
	scaled := ""
	for _, n := range numbers(s.quote) {
		if n.percent || len(n.text) < 4 && unitOf(n.after) != "" {
			continue
		}
		s.found = append(s.found, n.text)
		switch {
		case n.means(amount):
			return true
		case scales && n.means(year):
			scaled = fmt.Sprintf("%s is %d payments of it", n.text, of)
		case scales && exact && n.means(part):
			scaled = fmt.Sprintf("it is %d times %s", of, n.text)
		case scales && slices.ContainsFunc(n.values, rounded):
			scaled = fmt.Sprintf("%s is %d payments of it, which is rounded", n.text, of)
		}
	}
	s.note = scaled
	return scaled != ""
}

// share returns d / n, rounded to some places as payments are.
func share(d money.Decimal, n int64, places int) money.Decimal {
	scale := max(places, d.Scale())
	twice := new(big.Int).Lsh(d.Units(scale), 1)
	unit := new(big.Int).Mul(big.NewInt(n), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale-places)), nil))
	half := new(big.Int).Quo(new(big.Int).Add(twice, unit), new(big.Int).Lsh(unit, 1)) // amounts of quotes have no sign
	return money.FromUnits(half, places)
}

// divided returns d / n, where that has an end. n has no prime factors but 2, twice at
// most, and 3.
func divided(d money.Decimal, n int64) (quotient money.Decimal, ok bool) {
	places := d.Scale() + 2 // an end is reached within two more places
	units, left := new(big.Int).QuoRem(d.Units(places), big.NewInt(n), new(big.Int))
	return money.FromUnits(units, places), left.Sign() == 0
}
