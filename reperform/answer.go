// Package reperform checks a reported schedule: a lease schedule that other software or another
// person has computed (METHOD 15, 26). [Decode] parses a request with the lease and the reported
// amounts. [Verify] computes the lease's schedule and compares the amounts.
//
// An [Answer] lists the amounts that differ, and the inconsistencies within the reported schedule. It also explains the
// differences. To find an explanation, Verify measures candidates: variants of the lease that differ in conventions,
// inputs, payments or rate. The explanation is the candidate that agrees with the reported schedule, except perhaps for
// one or two wrong amounts.
//
// Fields named Ours contain computed amounts, and fields named Theirs contain reported amounts.
package reperform

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Answer is the result of a verification (METHOD 15.2, 15.3).
type Answer struct {
	Question          *Question
	Ours              *leasehold.Result // the result for the lease as supplied
	Agrees            bool              // whether every difference is rounding, or within the supplied tolerance
	Compared          int               // number of compared amounts
	Outside           int               // number of amounts that differ by more than their allowance
	LargestDifference money.Decimal
	Differences       []Difference // the first 200 differences
	Inconsistencies   []Inconsistency
	Explanations      []Explanation // the five best candidates
	Explanation       *Explanation  // the candidate that explains every difference, or nil

	Rounding    *money.Decimal     // the largest difference if the schedules agree; otherwise nil
	Payments    *PaymentDifference // the first differing payment; nil if all agree
	ImpliedRate *money.Decimal     // annual rate, to six decimals, at which the present value of the payments is the reported opening balance
	Digits      string             // how the digits of ImpliedRate and of the lease's rate differ: exchanged, tenth, tenfold, hundredth or hundredfold
	Notes       []string           // a note if some candidates were not tried
}

// Difference is a compared amount outside its allowance.
type Difference struct {
	Where      string // path of the amount in the compute result
	Ours       money.Amount
	Theirs     money.Decimal
	Difference money.Decimal // reported less computed
}

// Inconsistency is an amount in the reported schedule that contradicts other reported amounts.
type Inconsistency struct {
	Row     int           // row of the reported schedule, counted from 1
	Member  string        // field of the row
	Rule    string        // the equation that does not hold; empty if the final balance is not 0
	Stated  money.Decimal // the reported amount
	Follows money.Decimal // the amount that the row's other amounts and the preceding row imply
}

// Where returns the amount's field path in the compute result.
func (x *Inconsistency) Where() string { return inSchedule(strconv.Itoa(x.Row-1), x.Member) }

// Problem describes the inconsistency. The callback formats its amounts.
func (x *Inconsistency) Problem(format func(money.Decimal) string) string {
	if x.Rule == "" {
		return "the schedule ends with " + format(x.Stated) + ", not with " + format(money.Decimal{})
	}
	return x.Rule + ": reported " + format(x.Stated) + ", expected " + format(x.Follows)
}

// Explanation compares the reported schedule with a variant of the lease, called a candidate.
type Explanation struct {
	Changes           []Change // differences between the candidate and the lease as supplied
	Outside           int      // number of amounts that differ by more than their allowance
	LargestDifference money.Decimal
	Sentence          string // describes the cause; empty unless every amount is within its allowance
}

const (
	maxDifferences  = 200
	maxExplanations = 5
)

// Verify compares the reported amounts with the computed amounts, and searches for a convention, an
// input or an error that explains the differences. It returns the errors of [leasehold.Compute],
// with field paths such as lease.termMonths.
func Verify(q *Question) (*Answer, error) { return VerifyContext(context.Background(), q) }

// VerifyContext is [Verify] with a context. Once ctx is done, it stops before the next candidate
// and returns the error of ctx.
func VerifyContext(ctx context.Context, q *Question) (*Answer, error) {
	ours, err := leasehold.ComputeContext(ctx, &q.Lease)
	if err != nil {
		return nil, ofLease(err)
	}
	c := newComparison(q)
	a := &Answer{Question: q, Ours: ours, Compared: len(c.figures)}
	a.compare(c)
	a.Inconsistencies = c.inconsistencies(&ours.Measurement)
	s := newSearch(ctx, q, c, ours)
	s.explain(a)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return a, nil
}

func (a *Answer) compare(c *comparison) {
	m := &a.Ours.Measurement
	c.match(m)
	s, _ := c.score(m, len(c.figures))
	a.Outside, a.LargestDifference = s.outside, c.decimal(s.largest)
	if a.Agrees = s.outside == 0 && c.shift == 0; a.Agrees {
		a.Rounding = &a.LargestDifference
	}
	for _, f := range c.list(m) {
		if f.Outside && len(a.Differences) < maxDifferences {
			a.Differences = append(a.Differences, Difference{f.Where, f.Ours, f.Theirs, f.Difference})
		}
	}
}

func ofLease(err error) error {
	invalid, ok := err.(*leasehold.InvalidError) //nolint:errorlint // the engine does not wrap this error
	if !ok {
		return err
	}
	var f strict.Faults
	for _, fault := range invalid.Faults {
		f.Add(strict.Element(nil, "lease", -1), fault.Field, fault.Message)
	}
	return f.Err()
}

// Append appends the result as one JSON object (SPEC 10.2). The service adds request_id and replay.
func (a *Answer) Append(dst []byte) []byte {
	p := &printer{jsonout.Printer{Dst: dst, Places: a.Ours.Lease.Currency.Places()}}
	p.payments(a.Payments)
	p.Raw(`,"agrees":` + strconv.FormatBool(a.Agrees))
	p.Int(`,"compared":`, a.Compared)
	p.Int(`,"outside":`, a.Outside)
	p.Decimal(`,"largestDifference":`, a.LargestDifference)
	p.optional(`,"rounding":`, a.Rounding)
	jsonout.List(&p.Printer, `,"differences":`, a.Differences, func(d *Difference) {
		p.Text(`{"where":`, d.Where)
		p.Amount(`,"ours":`, d.Ours)
		p.Decimal(`,"theirs":`, d.Theirs)
		p.Decimal(`,"difference":`, d.Difference)
		p.Raw(`}`)
	})
	jsonout.List(&p.Printer, `,"inconsistencies":`, a.Inconsistencies, func(x *Inconsistency) {
		p.Text(`{"where":`, x.Where())
		p.Text(`,"problem":`, x.Problem(money.Decimal.String))
		p.Raw(`}`)
	})
	jsonout.List(&p.Printer, `,"explanations":`, a.Explanations, func(e *Explanation) {
		p.changes(e.Changes)
		p.Int(`,"outside":`, e.Outside)
		p.Decimal(`,"largestDifference":`, e.LargestDifference)
		p.Raw(`}`)
	})
	p.Raw(`,"explanation":`)
	if e := a.Explanation; e != nil {
		p.changes(e.Changes)
		p.Text(`,"sentence":`, e.Sentence)
		p.Raw(`}`)
	} else {
		p.Raw(`null`)
	}
	p.optional(`,"impliedRate":`, a.ImpliedRate)
	p.textOrNull(`,"digits":`, a.Digits)
	p.Texts(`,"notes":`, a.Notes)
	p.Raw(`}`)
	return p.Dst
}

func (p *printer) payments(d *PaymentDifference) {
	if d == nil {
		p.Raw(`{"payments":null`)
		return
	}
	p.Int(`{"payments":{"from":`, d.From)
	p.Amount(`,"ours":`, d.Ours)
	p.Decimal(`,"theirs":`, d.Theirs)
	p.textOrNull(`,"fits":`, d.Fits)
	p.Raw(`}`)
}

func (p *printer) optional(name string, d *money.Decimal) {
	if d == nil {
		p.Raw(name + `null`)
		return
	}
	p.Decimal(name, *d)
}

func (p *printer) textOrNull(name, text string) {
	if text == "" {
		p.Raw(name + `null`)
		return
	}
	p.Text(name, text)
}

type printer struct{ jsonout.Printer }

func (p *printer) changes(changes []Change) {
	p.Raw(`{"changes":{`)
	for i, c := range changes {
		p.Comma(i)
		p.Text("", c.Member)
		p.Raw(":" + c.Value)
	}
	p.Raw(`}`)
}

// Verdict returns a sentence that says whether the schedules agree, how many amounts differ, and
// how large the largest difference is.
func (a *Answer) Verdict() string {
	c := newComparison(a.Question)
	count := func(n int) string { return string(money.Cents(int64(n)).AppendGrouped(nil, 0)) }
	within := "rounding"
	if c.stated {
		within = c.amount(c.decimal(c.tolerance))
	}
	if a.Agrees {
		return "The schedule agrees: all of the " + count(a.Compared) + " figures compared are within " + within + "."
	}
	differ := " figures compared differ by more than "
	if a.Outside == 1 {
		differ = " figures compared differs by more than "
	}
	return "The schedule does not agree: " + count(a.Outside) + " of the " + count(a.Compared) + differ + within +
		"; the largest difference is " + c.amount(a.LargestDifference) + "."
}

// Cause returns one or two sentences. They explain why the schedules differ, or say that every difference is rounding.
// The result is "" if no cause was found, no amount differs, or all differences are within a supplied tolerance.
func (a *Answer) Cause() string {
	c := newComparison(a.Question)
	if a.Agrees {
		if a.Rounding.Sign() == 0 || a.Question.Tolerance.Set {
			return ""
		}
		return "Every difference is due to rounding of at most " + c.amount(*a.Rounding) + "."
	}
	beyondConvention := func(c Change) bool { return c.kind != ofConvention }
	if a.Explanation != nil && slices.ContainsFunc(a.Explanation.Changes, beyondConvention) || a.Payments == nil {
		if a.Explanation == nil {
			return ""
		}
		return a.Explanation.Sentence
	}
	text := c.pays(a.Payments)
	switch {
	case a.Explanation == nil:
		return text + "."
	case len(a.Explanation.Changes) == 1:
		return text + "; all later differences follow from this difference."
	}
	return text + ". " + a.Explanation.Sentence
}

// pays describes the first payment difference and the change that makes all payments match.
func (c *comparison) pays(d *PaymentDifference) string {
	text := "Row " + strconv.Itoa(d.From)
	if d.Date.Year > 0 {
		text += ", " + d.Date.String()
	}
	text += ": the reported payment is " + c.shown(d.Theirs) + " and the recomputed payment is " + string(d.Ours.AppendGrouped(nil, c.places))
	if d.Fits != "" {
		text += ": " + d.Fits
	}
	return text
}

// sentence describes an explanation, with the payments first, then the rate, the wrong amounts and the conventions.
func (c *comparison) sentence(a *Answer, e *Explanation) string {
	var parts, conventions, errors []string
	payments, rate := 0, ""
	for i := range e.Changes {
		switch x := &e.Changes[i]; x.kind {
		case ofPayments:
			payments++
		case ofRate:
			rate = c.ratesDiffer(a, x)
		case ofFigure:
			errors = append(errors, x.words)
		default:
			conventions = append(conventions, x.words)
		}
	}
	if payments > 0 {
		text := c.pays(a.Payments)
		if len(e.Changes) == payments {
			text += "; all later differences follow from this difference"
		}
		parts = append(parts, text+".")
	}
	if rate != "" {
		parts = append(parts, rate)
	}
	switch len(errors) {
	case 0:
	case 1:
		parts = append(parts, "One error: "+errors[0]+".")
	default:
		parts = append(parts, "Two errors: "+errors[0]+"; and "+errors[1]+".")
	}
	agrees := "The schedule agrees within "
	if len(parts) > 0 {
		agrees = "The rest agrees within "
	}
	switch {
	case len(conventions) > 0:
		parts = append(parts, agrees+c.within(e)+" if "+lists.And(conventions)+".")
	case len(parts) == 0:
		parts = append(parts, agrees+c.within(e)+".")
	}
	standard := a.Question.Lease.Standard
	return standard.Say(strings.ReplaceAll(strings.Join(parts, " "), "right-of-use asset", standard.AssetNoun()))
}

func (c *comparison) ratesDiffer(a *Answer, x *Change) string {
	ours, theirs := a.Question.Lease.DiscountRateAnnual, money.MustParse(x.Value)
	text := "The schedule uses " + percent(theirs) + "; the lease's rate is " + percent(ours)
	if of := digits(ours, theirs); of != "" {
		text += ": " + digitWords[of]
	}
	return text + "."
}

// within returns the supplied tolerance. Without one, it returns the largest difference, but at least one minor unit.
func (c *comparison) within(e *Explanation) string {
	unit := money.New(1, c.places)
	switch {
	case c.stated:
		return c.amount(c.decimal(c.tolerance))
	case e.LargestDifference.Cmp(unit) < 0:
		return c.amount(unit)
	}
	return c.amount(e.LargestDifference)
}

func (c *comparison) amount(d money.Decimal) string {
	if c.currency == "" {
		return c.shown(d)
	}
	return c.shown(d) + " " + c.currency
}

func (c *comparison) shown(d money.Decimal) string {
	if d.Scale() <= c.places {
		return string(money.FromBig(d.Units(c.places)).AppendGrouped(nil, c.places))
	}
	whole, decimals, _ := strings.Cut(d.String(), ".") // d may have hundreds of decimals
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	return sign + string(money.FromBig(money.MustParse(whole).Units(0)).AppendGrouped(nil, 0)) + "." + decimals
}

// words formats a number from the comparison with thousands separators, rounded to minor units.
func (c *comparison) words(n number) string {
	return string(money.FromBig(money.QuoRound(n.wide(), c.scale.wide())).AppendGrouped(nil, c.places))
}
