package portfolio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// Comparison selects a report's comparative amounts. They come from an earlier reporting period of
// the same leases or from a published report.
type Comparison struct {
	Interval

	Published *Published // nil to measure the leases over the interval From to To
}

// Published is an earlier report, as the unmodified JSON response (METHOD 28.7).
type Published struct {
	Interval

	text  []byte // the JSON response
	lines []Line // leases with their printed figures
	sum   *Sum
}

// NewPublished returns the published report that a JSON response contains, which [Question.Check] parses later.
func NewPublished(response []byte) *Published { return &Published{text: response} }

// comparison lists a comparative's fields. A published report replaces the from and to fields.
var comparison = func() strict.Object[Comparison] {
	published := func(c *Comparison) bool { return c.Published != nil }
	from := strict.Date("from", func(c *Comparison) *civil.Date { return &c.From })
	to := strict.Date("to", func(c *Comparison) *civil.Date { return &c.To })
	for _, f := range []*strict.Field[Comparison]{&from, &to} {
		check, write := f.Check, f.Print
		f.Waive = published
		f.Check = func(faults *strict.Faults, at *strict.Place, c *Comparison) {
			if !published(c) {
				check(faults, at, c)
			}
		}
		f.Print = func(dst []byte, c *Comparison) []byte {
			if published(c) {
				return dst
			}
			return write(dst, c)
		}
	}
	return strict.Object[Comparison]{Noun: "a reporting period or a published report", Fields: []strict.Field[Comparison]{from, to, {
		Name: "published",
		Read: func(rd *strict.Reader, _ *strict.Place, c *Comparison) (string, error) {
			v, err := rd.JSON.ReadValue()
			if err == nil && v.Kind() != '{' {
				return "must be an object, namely the response from an earlier report; got " + strict.Describe(v), nil
			}
			c.Published = NewPublished(bytes.Clone(v))
			return "", err
		},
		Print: func(dst []byte, c *Comparison) []byte {
			if !published(c) {
				return dst
			}
			return strict.Respell(dst, c.Published.text)
		},
		Has: published, Clear: func(c *Comparison) { c.Published = nil },
	}}}
}()

func (q *Question) checkComparison(f *strict.Faults) {
	if !q.Comparative.Set {
		return
	}
	c, at, end := &q.Comparative.Value, strict.Element(nil, "comparative", -1), "to"
	if p := c.Published; p != nil {
		if c.Interval != (Interval{}) && c.Interval != p.Interval {
			f.Add(at, "published", "already contains the start and end dates; omit the fields \"from\" and \"to\" in the comparative")
			return
		}
		if err := p.read(q); err != nil {
			f.Add(at, "published", "must be the response from an earlier report: "+err.Error())
			return
		}
		c.Interval, end = p.Interval, "published"
	}
	if c.To.Before(c.From) {
		f.Add(at, "from", c.From.String()+" is after the end date (to), "+c.To.String())
	}
	if !c.To.Before(q.To) {
		f.Add(at, end, c.To.String()+" is not before the last day of the report, "+q.To.String())
	}
}

// printedReport contains the fields of a published report that a comparative uses.
type printedReport struct {
	From     civil.Date                   `json:"from"`
	To       civil.Date                   `json:"to"`
	Leases   []map[string]json.RawMessage `json:"leases"`
	Groups   json.RawMessage              `json:"groups"`
	Total    map[string]json.RawMessage   `json:"total"`
	Averages json.RawMessage              `json:"weightedAverages"`
}

// read parses the published amounts. If q has a presentation currency, they must be in that
// currency. Otherwise, they must be in the leases' functional currencies.
func (p *Published) read(q *Question) error {
	var printed printedReport
	if err := json.Unmarshal(p.text, &printed); err != nil {
		return errors.New("it cannot be read: " + strict.Clip(err.Error()))
	}
	if !printed.From.Valid() || !printed.To.Valid() || printed.Leases == nil || printed.Groups == nil || printed.Averages == nil {
		return errors.New("the fields from, to, leases, groups and weightedAverages are required")
	}
	p.Interval = Interval{printed.From, printed.To}
	p.lines, p.sum = make([]Line, 0, len(printed.Leases)), NewSum(q.GroupBy)
	for i, members := range printed.Leases {
		l, f, err := readPrinted(members, q.Presentation)
		if err != nil {
			return fmt.Errorf("leases[%d]: %w", i, err)
		}
		p.sum.Add(l, f)
		p.lines = append(p.lines, Line{Lease: l, Figures: f})
	}
	if total, one := p.sum.Total(); one && printed.Total != nil {
		figures, err := readFigures(printed.Total, total.Currency.Places(), total.functional.Places())
		if err != nil {
			return fmt.Errorf("total: %w", err)
		}
		total.Figures = *figures // the printed total includes reversed leases, which are not in the list
	}
	return nil
}

// readPrinted parses a lease and its amounts from a published report. If the presentation currency
// is the zero value, the amounts are in the lease's functional currency.
func readPrinted(members map[string]json.RawMessage, presentation money.Currency) (*leasehold.Lease, *leasehold.LeaseFigures, error) {
	var printed printedLease
	text, err := json.Marshal(members)
	if err == nil {
		err = json.Unmarshal(text, &printed)
	}
	if err != nil {
		return nil, nil, errors.New(strict.Clip(err.Error()))
	}
	if printed.ID == "" {
		return nil, nil, errors.New("id: is required")
	}
	if problem := strict.CheckText(printed.ID, member.MaxIDLength); problem != "" {
		return nil, nil, errors.New("id: " + problem)
	}
	if problem := strict.CheckTags(printed.Tags); problem != "" {
		return nil, nil, errors.New("tags: " + problem)
	}
	l := &leasehold.Lease{ID: printed.ID, Tags: printed.Tags, Standard: printed.Standard, Currency: printed.Currency}
	switch printed.Class {
	case schedule.ReportedShortTerm:
		l.Exemption = leasehold.ShortTerm
	case schedule.ReportedLowValue:
		l.Exemption = leasehold.LowValue
	default: // a class on the balance sheet
	}
	if printed.LeaseCurrency != (money.Currency{}) { // in this case, the currency field contains the functional currency
		l.Currency, l.FunctionalCurrency = printed.LeaseCurrency, printed.Currency
	}
	f := &leasehold.LeaseFigures{Currency: l.Functional(), Class: printed.Class, ClassBefore: printed.Class, RemainingMonths: new(big.Rat)}
	if presentation != (money.Currency{}) {
		f.Currency = presentation
	}
	months, err := printedNumber(printed.Months.String())
	if err != nil {
		return nil, nil, fmt.Errorf("remainingTermMonths is %w", err)
	}
	f.RemainingMonths.SetFrac(months.Units(money.RatePlaces), money.Int(1).Units(money.RatePlaces))
	if f.DiscountRateAnnual, err = printedNumber(printed.Rate.String()); err != nil {
		return nil, nil, fmt.Errorf("discountRateAnnual is %w", err)
	}
	figures, err := readFigures(members, f.Currency.Places(), l.Functional().Places())
	if err != nil {
		return nil, nil, err
	}
	f.Figures = *figures
	if printed.FunctionalText == nil {
		if presentation != (money.Currency{}) {
			return nil, nil, errors.New("the report was not presented in " + presentation.String())
		}
		return l, f, nil
	}
	if presentation == (money.Currency{}) {
		return nil, nil, errors.New("the report was translated into a presentation currency; supply presentationCurrency")
	}
	var functional map[string]json.RawMessage
	if err := json.Unmarshal(printed.FunctionalText, &functional); err != nil {
		return nil, nil, errors.New("functional must be an object")
	}
	f.Functional, err = readFigures(functional, l.Functional().Places(), l.Functional().Places())
	return l, f, err
}

// printedLease contains the fields of a lease in a published report, except the amounts.
type printedLease struct {
	ID             string                 `json:"id"`
	Tags           map[string]string      `json:"tags"`
	Standard       leasehold.Standard     `json:"standard"`
	Class          schedule.ReportedClass `json:"classification"`
	Currency       money.Currency         `json:"currency"`
	LeaseCurrency  money.Currency         `json:"leaseCurrency"`
	Months         json.Number            `json:"remainingTermMonths"`
	Rate           json.Number            `json:"discountRateAnnual"`
	FunctionalText json.RawMessage        `json:"functional"`
}

func printedNumber(text string) (money.Decimal, error) {
	d, err := money.Parse(text)
	if err == nil && strict.CheckAmount(d) != "" {
		err = errors.New("out of range: at most 40 digits are allowed")
	}
	return d, err
}

// readFigures parses published amounts with the given number of decimal places. For deferred tax,
// the number of places for the functional currency applies. An omitted amount is 0.00.
func readFigures(members map[string]json.RawMessage, places, functional int) (*leasehold.Figures, error) {
	f := new(leasehold.Figures)
	for _, s := range figure.Statements() {
		object, p := members, places
		if s.Name != "" {
			if members[s.Name] == nil {
				continue
			}
			object = nil
			if err := json.Unmarshal(members[s.Name], &object); err != nil {
				return nil, errors.New(s.Name + " must be an object")
			}
		}
		if s.Taxed {
			f.Taxed, p = true, functional
		}
		f.Sublet = f.Sublet || s.Sublet && object[s.Figures[0].Name()] != nil
		if err := readStatement(f, s, object, p); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func readStatement(f *leasehold.Figures, s *figure.Statement, object map[string]json.RawMessage, places int) error {
	elements := map[string][]json.RawMessage{}
	for _, c := range s.Figures {
		raw := object[c.Name()]
		if array := c.Array(); array != "" {
			list, known := elements[array]
			if !known && object[array] != nil {
				if err := json.Unmarshal(object[array], &list); err != nil {
					return errors.New(array + " must be an array")
				}
			}
			raw = nil
			if len(list) > 0 {
				raw, list = list[0], list[1:]
			}
			elements[array] = list
		}
		if raw == nil {
			continue
		}
		d, err := printedNumber(string(raw))
		if err != nil {
			return fmt.Errorf("%s: %s is %w", c, strict.Clip(string(raw)), err)
		}
		a := d.Minor(places)
		if a.Decimal(places).Cmp(d) != 0 {
			return fmt.Errorf("%s: %s has more decimals than its currency", c, raw)
		}
		f.Post(c, a)
	}
	if s != figure.MaturityTotal.Statement() {
		return nil
	}
	var err error
	if f.Bands, err = readBands(object, "bands", places); err == nil {
		f.Schedule, err = readBands(object, "schedule", places)
	}
	return err
}

func readBands(object map[string]json.RawMessage, name string, places int) ([]leasehold.Band, error) {
	if object[name] == nil {
		return nil, nil
	}
	var printed []struct {
		From, To            civil.Date
		Principal, Interest json.Number
	}
	if err := json.Unmarshal(object[name], &printed); err != nil {
		return nil, fmt.Errorf("%s: %s", name, strict.Clip(err.Error()))
	}
	list := make([]leasehold.Band, len(printed))
	for i, b := range printed {
		principal, wrong := printedNumber(b.Principal.String())
		interest, err := printedNumber(b.Interest.String())
		if err := errors.Join(wrong, err); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list[i] = leasehold.Band{From: b.From, To: b.To, Principal: principal.Minor(places), Interest: interest.Minor(places)}
	}
	return list, nil
}

// append appends the published report's fields that belong to a comparative.
func (p *Published) append(dst []byte) []byte {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(p.text, &members) // the text has already been parsed by the function read
	for _, name := range []string{"leases", "groups", "total", "weightedAverages"} {
		if members[name] != nil {
			var compact bytes.Buffer
			_ = json.Compact(&compact, members[name]) // the text has already been parsed by read
			dst = append(append(dst, `,"`+name+`":`...), compact.Bytes()...)
		}
	}
	return dst
}

// note returns the note on differences between the published amounts and the sum of the current
// leases over the published period. The result is "" if the amounts are equal.
func (p *Published) note(now *Sum) string {
	was := map[string]*Group{}
	if total, one := p.sum.Total(); one {
		was[""] = total
	} else {
		for _, g := range p.sum.Groups() {
			was[strings.Join(g.Key, ", ")] = g
		}
	}
	groups := now.Groups()
	if total, one := now.Total(); one {
		groups = []*Group{total}
	}
	var texts []string
	for _, g := range groups {
		key, name := strings.Join(g.Key, ", "), ""
		if key != "" {
			name = key + ", "
		}
		earlier := was[key]
		if earlier == nil {
			earlier = &Group{Key: g.Key, Currency: g.Currency}
		}
		for _, text := range captions(earlier, g) {
			texts = append(texts, name+text)
		}
	}
	if len(texts) == 0 {
		return ""
	}
	shown := texts[:min(len(texts), namedIDs)]
	note := "Today's leases give figures for " + p.From.String() + " to " + p.To.String() + " that differ from the published report: " + strings.Join(shown, "; ")
	if more := len(texts) - len(shown); more > 0 {
		note += fmt.Sprintf("; and %d more", more)
	}
	return note + "."
}

// lateFigures maps each figure that prior-period corrections affect to the figure that shows these corrections.
// Opening balances exclude the corrections, but the totals of cost and cash include them.
var lateFigures = map[figure.Concept]figure.Concept{
	figure.LiabilityOpening: figure.LiabilityLate,
	figure.AssetOpening:     figure.AssetLate,
	figure.PrincipalOpening: figure.PrincipalLate,
	figure.CostTotal:        figure.CostLate,
	figure.CashTotal:        figure.CashLate,
}

// captions describes the amounts that differ between two groups. It excludes prior-period
// corrections, because they belong to other reporting periods.
func captions(was, now *Group) (texts []string) {
	corrections := append(slices.Collect(maps.Values(lateFigures)), figure.PriorPeriodCorrections)
	value := func(g *Group, c figure.Concept) money.Amount {
		correction, affected := lateFigures[c]
		switch {
		case !affected:
			return g.Of(c)
		case c.Kind() == figure.Opening:
			return g.Of(c).Add(g.Of(correction))
		default:
			return g.Of(c).Sub(g.Of(correction))
		}
	}
	for _, s := range figure.Statements() {
		if !now.Has(s) || s.Taxed {
			continue
		}
		for _, c := range s.Figures {
			before, after := value(was, c), value(now, c)
			if before == after || slices.Contains(corrections, c) {
				continue
			}
			places := now.Places(s)
			text := func(a money.Amount) string { return string(a.AppendPlaces(nil, places)) }
			texts = append(texts, c.Heading()+" "+text(after)+" instead of "+text(before)+" (difference "+text(after.Sub(before))+")")
		}
	}
	return texts
}

// published contains a published report's closing balances in the presentation currency, by lease
// id. They are the opening balances of a report that begins on the next day (METHOD 28.7).
type published map[string]*leasehold.Figures

// publishedOpenings returns the published comparative's closing balances. The result is nil unless
// the report begins on the next day, has a presentation currency and follows a closing.
func (q *Question) publishedOpenings() published {
	c := &q.Comparative.Value
	if q.Presentation == (money.Currency{}) || q.Previous.Value.Leases == nil || c.Published == nil || c.To.Next() != q.From {
		return nil
	}
	p := published{}
	for _, line := range c.Published.lines {
		p[line.Lease.ID] = &line.Figures.Figures
	}
	return p
}

// open sets a lease's opening balances to the published closing balances. Any difference, which
// results from different exchange rates, is posted to translation.
func (p published) open(id string, f *leasehold.Figures) {
	was := p[id]
	if was == nil {
		return
	}
	for _, roll := range [...][3]figure.Concept{
		{figure.LiabilityOpening, figure.LiabilityTranslation, figure.LiabilityClosing},
		{figure.AssetOpening, figure.AssetTranslation, figure.AssetClosing},
		{figure.PrincipalOpening, figure.PrincipalTranslation, figure.PrincipalClosing},
	} {
		f.Correct(roll[0], roll[1], f.Of(roll[0]).Sub(was.Of(roll[2])))
	}
	cost := f.Of(figure.AssetCostOpening).Sub(was.Of(figure.AssetCostClosing))
	amortization := f.Of(figure.AmortizationOpening).Sub(was.Of(figure.AmortizationClosing))
	f.CorrectAsset(cost.Sub(amortization), amortization)
}
