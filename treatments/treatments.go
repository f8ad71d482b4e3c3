// Package treatments compares one lease under every accounting treatment: ASC 842 operating and
// finance, IFRS 16, GASB 87, FRS 102 and GASB 96 (METHOD 16, 17.2).
//
// [Compare] measures a valid lease once per treatment. Fields that a standard rejects are omitted
// from the lease, and the treatment's notes list each omitted field.
package treatments

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// Comparison contains the results for one lease under several treatments. Differences compares each
// later treatment with the first treatment.
type Comparison struct {
	Lease       *leasehold.Lease
	Treatments  []Treatment
	Differences []Difference
}

// Treatment is the result for the lease under one treatment.
type Treatment struct {
	Key    string
	Title  string
	Result *leasehold.Result
	Years  []leasehold.LeaseYear
	Notes  []string
}

// Difference contains the amounts of a treatment minus the amounts of the first treatment.
type Difference struct {
	Key             string
	InitialRouAsset money.Amount
	TotalLeaseCost  money.Amount
	Years           []YearDifference
}

// YearDifference contains the amounts of a lease year under a treatment minus the amounts of the
// same year under the first treatment.
type YearDifference struct {
	Year                        int
	LeaseExpense, RouAssetClose money.Amount
}

type treatment struct {
	key, title string
	standard   leasehold.Standard
	class      leasehold.Class
}

// There is one treatment for each standard, or two if the standard distinguishes operating and finance leases.
var all = func() (list []treatment) {
	for _, s := range leasehold.Standards() {
		if s.SingleModel() {
			list = append(list, treatment{s.String(), s.Title(), s, leasehold.Derived})
			continue
		}
		for _, class := range []leasehold.Class{leasehold.Operating, leasehold.Finance} {
			list = append(list, treatment{s.String() + "_" + class.String(), s.Title() + " " + class.String(), s, class})
		}
	}
	return list
}()

// Compare measures a lease under every treatment. Compare returns the errors of [leasehold.Compute].
func Compare(l *leasehold.Lease) (*Comparison, error) { return CompareContext(context.Background(), l) }

// CompareContext is [Compare] with a context. If ctx is done, it stops before the next event and returns ctx's error.
func CompareContext(ctx context.Context, l *leasehold.Lease) (*Comparison, error) {
	return (&Question{Lease: l}).AnswerContext(ctx)
}

// AnswerContext measures the lease under the request's treatments. If ctx is done, it stops before
// the next event and returns ctx's error. Otherwise it returns the errors of [leasehold.Compute].
func (q *Question) AnswerContext(ctx context.Context) (*Comparison, error) {
	l := q.Lease
	if _, err := leasehold.MeasureDeviating(ctx, l, leasehold.Deviations{}); err != nil {
		return nil, err
	}
	c := &Comparison{Lease: l}
	for _, t := range q.selected() {
		adapted, notes := t.adapt(l)
		result, years, err := leasehold.ComputeYears(ctx, adapted)
		if err != nil {
			return nil, err
		}
		c.Treatments = append(c.Treatments, Treatment{t.key, adapted.Framework.Say(t.title), result, years, append(notes, notesOf(result)...)})
	}
	for i := range c.Treatments[1:] {
		c.Differences = append(c.Differences, c.Treatments[i+1].minus(&c.Treatments[0]))
	}
	return c, nil
}

// notesOf returns the notes of a result, and notes on the costs that the lease years exclude. If a supplied class
// contradicts the criteria, notesOf replaces the note that states this, and omits such notes at events.
func notesOf(r *leasehold.Result) (notes []string) {
	for _, n := range r.Notes {
		switch n.Key {
		case schedule.NoteClassOverride:
			derived, shown := "an operating lease", "a finance lease"
			if r.Class == leasehold.Operating {
				derived, shown = shown, derived
			}
			notes = append(notes, "The criteria indicate "+derived+"; this treatment shows the lease as "+shown+".")
		case schedule.NoteClassAgainstCriteria: // at an event
		default:
			notes = append(notes, n.Text)
		}
	}
	if len(r.Events) == 0 {
		return notes
	}
	notes = append(notes, "The total lease cost is measured at commencement; the yearly figures include the effects of the events.")
	var excluded []string
	for _, of := range []struct {
		name   string
		amount money.Amount
	}{
		{"variable lease cost of ", r.Life.VariablePayments},
		{"impairment losses of ", r.Life.ImpairmentLosses},
		{"net gains of ", r.Life.GainsAndLosses.NotNegative()},
		{"net losses of ", r.Life.GainsAndLosses.Neg().NotNegative()},
	} {
		if !of.amount.IsZero() {
			excluded = append(excluded, of.name+string(of.amount.AppendGrouped(nil, r.Lease.Currency.Places())))
		}
	}
	if len(excluded) > 0 {
		notes = append(notes, "The yearly cost does not include the following amounts over the life of the lease: "+strings.Join(excluded, ", ")+".")
	}
	return notes
}

func (t *Treatment) minus(o *Treatment) Difference {
	d := Difference{
		Key:             t.Key,
		InitialRouAsset: t.Result.InitialRouAsset.Sub(o.Result.InitialRouAsset),
		TotalLeaseCost:  t.Result.TotalLeaseCost.Sub(o.Result.TotalLeaseCost),
	}
	for i := range max(len(t.Years), len(o.Years)) {
		a, b := yearAt(t.Years, i), yearAt(o.Years, i)
		d.Years = append(d.Years, YearDifference{i + 1, a.LeaseExpense.Sub(b.LeaseExpense), a.RouAssetClose.Sub(b.RouAssetClose)})
	}
	return d
}

// yearAt returns the lease year with index i. After the lease ends, all amounts are 0.00.
func yearAt(years []leasehold.LeaseYear, i int) leasehold.LeaseYear {
	if i < len(years) {
		return years[i]
	}
	return leasehold.LeaseYear{}
}

// Append appends the comparison as one JSON object (SPEC 10.2). The service adds request_id and replay.
func (c *Comparison) Append(dst []byte) []byte {
	p := &jsonout.Printer{Dst: dst, Places: c.Lease.Currency.Places()}
	jsonout.List(p, `{"treatments":`, c.Treatments, func(t *Treatment) { t.append(p) })
	jsonout.List(p, `,"differences":`, c.Differences, func(d *Difference) {
		p.Text(`{"key":`, d.Key)
		p.Amount(`,"initialRouAsset":`, d.InitialRouAsset)
		p.Amount(`,"totalLeaseCost":`, d.TotalLeaseCost)
		jsonout.List(p, `,"years":`, d.Years, func(y *YearDifference) {
			p.Int(`{"year":`, y.Year)
			p.Amount(`,"leaseExpense":`, y.LeaseExpense)
			p.Amount(`,"rouAssetClose":`, y.RouAssetClose)
			p.Raw(`}`)
		})
		p.Raw(`}`)
	})
	p.Raw(`}`)
	return p.Dst
}

func (t *Treatment) append(p *jsonout.Printer) {
	p.Text(`{"key":`, t.Key)
	p.Amount(`,"initialLiability":`, t.Result.InitialLiability)
	p.Amount(`,"initialRouAsset":`, t.Result.InitialRouAsset)
	p.Amount(`,"totalLeaseCost":`, t.Result.TotalLeaseCost)
	p.Amount(`,"currentLiability":`, t.Result.Disclosures.CurrentLiability)
	p.Amount(`,"longTermLiability":`, t.Result.Disclosures.LongTermLiability)
	jsonout.List(p, `,"years":`, t.Years, func(y *leasehold.LeaseYear) {
		p.Int(`{"year":`, y.Year)
		p.Amount(`,"payments":`, y.Payments)
		p.Amount(`,"interest":`, y.Interest)
		p.Amount(`,"amortization":`, y.Amortization)
		p.Amount(`,"leaseExpense":`, y.LeaseExpense)
		p.Amount(`,"liabilityClose":`, y.LiabilityClose)
		p.Amount(`,"rouAssetClose":`, y.RouAssetClose)
		p.Raw(`}`)
	})
	p.Texts(`,"notes":`, t.Notes)
	p.Raw(`}`)
}

// Question is a request to compare a lease under several treatments.
type Question struct {
	Lease      *leasehold.Lease
	Treatments []string // keys of the treatments, in the order of the response; nil for all [Keys]
}

const (
	minTreatments = 2
	keyName       = "treatments"
)

// Keys returns the key of every treatment, in the order of the API contract.
func Keys() []string {
	keys := make([]string, len(all))
	for i := range all {
		keys[i] = all[i].key
	}
	return keys
}

// Decode reads a request: a lease's fields and the treatments field. The error is a
// *[leasehold.InvalidError] that lists every validation error.
func Decode(body []byte) (*Question, error) {
	rest, stated, twice := divide(body)
	q := new(Question)
	var faults strict.Faults
	lease, err := leasehold.Decode(rest)
	if invalid, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		faults = invalid.Faults
	} else if err != nil {
		return nil, err
	}
	q.Lease = lease
	if twice {
		faults.Add(nil, keyName, "occurs twice")
	}
	if problem := q.read(stated); problem != "" {
		faults.Add(nil, keyName, problem)
	}
	if lease != nil && lease.InitialApplication.Set {
		faults.Add(nil, "initialApplication", "is not allowed in a comparison, because every treatment is measured from commencement")
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return q, nil
}

// divide separates the treatments field from an object's other fields. It also reports whether the field occurs more
// than once. Invalid JSON is returned unchanged, because decoding the lease rejects it.
func divide(body []byte) (rest []byte, stated jsontext.Value, twice bool) {
	d := jsontext.NewDecoder(bytes.NewReader(body), jsontext.AllowDuplicateNames(true))
	if token, err := d.ReadToken(); err != nil || token.Kind() != '{' {
		return body, nil, false
	}
	found := false
	rest = append(make([]byte, 0, len(body)), '{')
	for d.PeekKind() == '"' {
		name, err := d.ReadValue()
		if err != nil {
			return body, nil, false
		}
		name = name.Clone()
		value, err := d.ReadValue()
		if err != nil {
			return body, nil, false
		}
		if text, ok := strict.Unquote(name); ok && string(text) == keyName {
			stated, twice, found = value.Clone(), found, true
			continue
		}
		if len(rest) > 1 {
			rest = append(rest, ',')
		}
		rest = append(append(append(rest, name...), ':'), value...)
	}
	if _, err := d.ReadToken(); err != nil || !found {
		return body, nil, false
	}
	rest = append(rest, '}')
	return append(rest, body[d.InputOffset():]...), stated, twice
}

// read parses the treatments field. It returns an error message, or "".
func (q *Question) read(stated jsontext.Value) (problem string) {
	if stated == nil || stated.Kind() == 'n' {
		return ""
	}
	allowed := fmt.Sprintf("name %d to %d of %s, each only once", minTreatments, len(all), lists.And(Keys()))
	if stated.Kind() != '[' {
		return "must be an array; " + allowed + "; got " + strict.Describe(stated)
	}
	for value := range strict.Elements(stated) {
		text, ok := strict.Unquote(value)
		switch key := string(text); {
		case !ok || !slices.Contains(Keys(), key):
			return strict.Describe(value) + " is not a treatment; " + allowed + strict.DidYouMean(strict.Nearest(key, Keys()))
		case slices.Contains(q.Treatments, key):
			return key + " occurs twice; " + allowed
		default:
			q.Treatments = append(q.Treatments, key)
		}
	}
	if n := len(q.Treatments); n < minTreatments {
		return fmt.Sprintf("has %d elements; %s", n, allowed)
	}
	return ""
}

// Append appends the normalized request: the lease and, if the request lists treatments, the treatments.
func (q *Question) Append(dst []byte) []byte {
	dst = q.Lease.Append(dst)
	if q.Treatments == nil {
		return dst
	}
	p := jsonout.Printer{Dst: dst[:len(dst)-1]} // removes the closing brace
	p.Texts(`,"`+keyName+`":`, q.Treatments)
	return append(p.Dst, '}')
}

func (q *Question) selected() []treatment {
	if q.Treatments == nil {
		return all
	}
	list := make([]treatment, len(q.Treatments))
	for i, key := range q.Treatments {
		list[i] = all[slices.IndexFunc(all, func(t treatment) bool { return t.key == key })]
	}
	return list
}

// Measured returns the lease and how often a comparison measures the lease: once as supplied, and
// once under each treatment.
func (q *Question) Measured() iter.Seq2[*leasehold.Lease, int] {
	return func(yield func(*leasehold.Lease, int) bool) { yield(q.Lease, 1+len(q.selected())) }
}

// Answer calls [Question.AnswerContext] with a context that is never done.
func (q *Question) Answer() (*Comparison, error) { return q.AnswerContext(context.Background()) }
