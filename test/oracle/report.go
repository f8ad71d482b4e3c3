package oracle

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// Question is a report request: the leases, the reporting period and the options.
type Question struct {
	From    date                `json:"from"`
	To      date                `json:"to"`
	Leases  []*Request          `json:"leases"`
	GroupBy []string            `json:"groupBy"`
	Journal string              `json:"journal"` // "monthly" if the report has entries
	OnError string              `json:"onError"`
	Accrual string              `json:"accrual" default:"days"`
	Where   map[string][]string `json:"where"`
	Rates   []RateRow           `json:"discountRates"` // table of discount rates for leases without a supplied rate

	Presentation string   `json:"presentationCurrency"`
	Exchange     exchange `json:"exchangeRates"`

	DeferredTax []TaxRate    `json:"deferredTax"`
	Comparative *Comparative `json:"comparative"`
	Previous    *Previous    `json:"previous"`
	Ledger      []LedgerRow  `json:"ledger"`

	signed bool // set for a reporting period of a chain, so that the request's conditions are not checked again
}

// Comparative is the comparative period of a report.
type Comparative struct {
	From date `json:"from"`
	To   date `json:"to"`
}

// Report is the result of a report request.
type Report struct {
	From, To date
	leases   []*leaseFigures
	groupBy  []string

	presentation string
	comparative  *Report
	digest       string
	opening      string
	previous     *Previous
	late         []lateChange
	commitments  []commitment
	chosen       []*book
	books        []*book
	all          []*leaseFigures // all leases of the request, even if the report does not select them
	monthly      []monthlyEntry
	entries      bool // whether the report contains entries
	tied         []tied
	skipped      []skip
	written      map[string]bool // ids of the valid leases
	narrowed     bool            // whether the report excludes some of the leases
	unmeasured   bool            // whether a lease with signed balances is invalid now
}

// skip is an invalid lease that the report omits.
type skip struct {
	index int
	id    string
	field string
}

// ReadReport reads a report request.
func ReadReport(body []byte) (*Question, error) {
	q := new(Question)
	_, err := read(body, q)
	return q, err
}

// Tell computes the report for a request.
func Tell(q *Question) (*Report, error) {
	if q.From.after(q.To) {
		return nil, refuse("from", "is after to")
	}
	r := &Report{From: q.From, To: q.To, groupBy: q.GroupBy, presentation: q.Presentation}
	if err := q.Exchange.check(); err != nil {
		return nil, err
	}
	books, err := r.write(q)
	if err != nil {
		return nil, err
	}
	if !q.signed {
		if err := r.conditions(q); err != nil {
			return nil, err
		}
	}
	r.books = books
	r.entries = q.Journal == "monthly"
	if err := r.tell(q, books, r.entries || len(q.Ledger) > 0); err != nil {
		return nil, err
	}
	if len(q.Ledger) > 0 {
		if err := r.tieOut(q, books); err != nil {
			return nil, err
		}
	}
	if c := q.Comparative; c != nil {
		if !c.To.before(q.To) || c.From.after(c.To) {
			return nil, refuse("comparative", "must end before the report")
		}
		r.comparative = &Report{From: c.From, To: c.To, groupBy: q.GroupBy, presentation: q.Presentation}
		plain := *q
		plain.Previous, plain.DeferredTax, plain.Ledger = nil, nil, nil
		if err := r.comparative.tell(&plain, books, false); err != nil {
			return nil, err
		}
	}
	if q.Presentation == "" && len(r.currencies()) > 1 && !slices.Contains(q.GroupBy, "currency") {
		return nil, refuse("groupBy", "leases in %s add up by currency alone", strings.Join(r.currencies(), ", "))
	}
	return r, nil
}

// write computes all leases of the request and returns the selected leases.
func (r *Report) write(q *Question) ([]*book, error) {
	var books []*book
	seen := map[string]bool{}
	r.written = seen
	for i, lease := range q.Leases {
		var refusal *Refusal
		if lease.DiscountRates == nil {
			lease.DiscountRates = q.Rates
		}
		b, err := write(lease)
		if err == nil && seen[lease.ID] {
			err = refuse("id", "duplicates an earlier lease")
		}
		switch {
		case errors.As(err, &refusal) && q.OnError == "skip":
			r.skipped = append(r.skipped, skip{i, lease.ID, fmt.Sprintf("leases[%d].%s", i, refusal.Field)})
			continue
		case errors.As(err, &refusal):
			return nil, refuse(fmt.Sprintf("leases[%d].%s", i, refusal.Field), "lease %s: %s", lease.ID, refusal.Reason)
		case err != nil:
			return nil, err
		}
		seen[lease.ID] = true
		if q.Accrual != "days" {
			b.accrual = q.Accrual
		}
		f := b.figures(q.To)
		r.all = append(r.all, f)
		if f.among(q.Where) {
			books = append(books, b)
		}
		kind := maps.Clone(q.Where) // ignore the condition on class: a lease that has not commenced has no class
		if delete(kind, "classification"); f.among(kind) {
			r.chosen = append(r.chosen, b)
		}
	}
	return books, nil
}

// tell computes the figures of the selected leases and, if journal is true, their entries.
func (r *Report) tell(q *Question, books []*book, journal bool) error {
	var pairs []pair
	need := func(from, into string) {
		if p := (pair{from, into}); from != into && !slices.Contains(pairs, p) {
			pairs = append(pairs, p)
		}
	}
	for _, b := range books {
		need(b.lease.Currency, b.lease.books())
		if q.Presentation != "" {
			need(b.lease.books(), q.Presentation)
		}
	}
	days, err := q.Exchange.parts(pairs, r.From, r.To, journal)
	if err != nil {
		return err
	}
	if err := r.close(q, books); err != nil {
		return err
	}
	for _, b := range r.chosen {
		r.commit(q, b)
	}
	for _, b := range books {
		a := b.functional()
		own := q.Exchange.stretches(pair{b.lease.Currency, b.lease.books()}, days)
		f, parts := a.span(own)
		if journal {
			sections := own
			if a.own {
				sections = months(r.From, r.To)
			}
			r.monthly = append(r.monthly, a.months(r.From, r.To, sections)...)
		}
		r.tax(q, b, f, journal)
		books := f
		if q.Presentation != "" {
			stretches := q.Exchange.stretches(pair{b.lease.books(), q.Presentation}, days)
			f = f.presented(parts, stretches, q.Presentation, func(i int, day date) sheet { return a.sectionFlows(own[i].on(day)) })
		}
		if i := slices.IndexFunc(r.late, func(c lateChange) bool { return c.id == b.lease.ID }); i >= 0 {
			r.late[i].sign(books.amounts, b.lease.gasb(), unturned)
			if q.Presentation != "" {
				r.late[i].sign(f.amounts, b.lease.gasb(), q.opened(b.lease.books()))
			}
		}
		r.leases = append(r.leases, f)
	}
	return nil
}

// close computes the digests and the changes from the signed to the opening balances.
func (r *Report) close(q *Question, books []*book) error {
	var opening, closing []standing
	for _, b := range books {
		eve := r.From.dayBefore()
		opening = append(opening, b.standing(eve, q.Exchange.closing(b.lease, eve)))
		closing = append(closing, b.standing(r.To, q.Exchange.closing(b.lease, r.To)))
	}
	r.digest, r.previous = digest(closing), q.Previous
	if q.Previous == nil {
		return nil
	}
	var closed *Closed
	if len(q.Previous.Periods) > 0 {
		currencies := map[string]string{}
		for _, lease := range q.Leases {
			currencies[lease.ID] = lease.books()
		}
		var err error
		if closed, err = q.Previous.chain(q, currencies, sole(books)).Close(); err != nil {
			return err
		}
	}
	r.narrowed = len(books)+len(r.skipped) < len(q.Leases)
	for _, s := range r.skipped {
		r.unmeasured = r.unmeasured || !r.written[s.id] && slices.ContainsFunc(q.Previous.Leases, func(l Signed) bool { return l.ID == s.id })
	}
	r.opening, r.late = digest(opening), q.Previous.compare(opening, books, q.Leases, sole(books), closed)
	for i := range r.late {
		c := &r.late[i]
		var lease *Request
		if k := slices.IndexFunc(books, func(b *book) bool { return b.lease.ID == c.id }); k >= 0 {
			lease = books[k].lease
		}
		switch {
		case q.Presentation != "":
			c.turned = q.opened(c.currency)
		case c.currency == sole(books):
			c.turned = unturned
		}
		if e := c.entry(lease, r.From); (q.Journal == "monthly" || len(q.Ledger) > 0) && len(e.Lines) > 0 {
			correction := monthlyEntry{lease: c.id, number: c.id + "-" + compact(r.From) + "-late", Entry: e, accounts: c.late.Accounts}
			if lease != nil {
				correction.currency = lease.books()
			} else {
				correction.currency = c.currency
			}
			r.monthly = append(r.monthly, correction)
		}
	}
	return nil
}

// sole returns the leases' functional currency, or an empty string if they have several.
func sole(books []*book) string {
	for _, b := range books {
		if b.lease.books() != books[0].lease.books() {
			return ""
		}
	}
	if len(books) == 0 {
		return ""
	}
	return books[0].lease.books()
}

func (r *Report) currencies() []string {
	var all []string
	for _, f := range r.leases {
		all = append(all, f.currency)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// group is a set of leases with the totals of their printed amounts.
type group struct {
	key      string
	leases   int
	decimals int
	amounts  sheet
	bands    []band
	years    []band

	taxed       bool
	books       []string
	governments bool
	sublets     bool
}

func sum(leases ...*leaseFigures) *group {
	g := &group{amounts: sheet{}, decimals: 2}
	for _, f := range leases {
		g.add(f)
	}
	return g
}

func (g *group) add(f *leaseFigures) {
	g.leases++
	g.decimals = decimalsOf(f.shown())
	for name, amount := range f.amounts {
		g.amounts.add(name, amount)
	}
	g.taxed, g.books = g.taxed || f.taxed, append(g.books, f.currency)
	g.sublets = g.sublets || f.lease.Subleases != nil
	g.governments = g.governments || f.lease.gasb()
	g.bands, g.years = addBands(g.bands, f.bands), addBands(g.years, f.years)
}

// addBands adds the amounts of windows to a list of bands. If the list windows contains more bands,
// it appends the missing ones.
func addBands(to, windows []band) []band {
	for i, window := range windows {
		if i == len(to) {
			to = append(to, band{window.from, window.to, new(big.Int), new(big.Int)})
		}
		to[i].principal.Add(to[i].principal, window.principal)
		to[i].interest.Add(to[i].interest, window.interest)
	}
	return to
}

// groups returns the groups of leases with the same values in the grouping fields.
func (r *Report) groups() []*group {
	if len(r.groupBy) == 0 {
		return nil
	}
	var all []*group
	for _, f := range r.leases {
		var parts []string
		for _, by := range r.groupBy {
			parts = append(parts, by+"="+f.by(by))
		}
		slices.Sort(parts)
		key := strings.Join(parts, "|")
		i := slices.IndexFunc(all, func(g *group) bool { return g.key == key })
		if i < 0 {
			i = len(all)
			all = append(all, sum())
			all[i].key = key
		}
		all[i].add(f)
	}
	return all
}

// among reports whether, for each field of the where condition, the lease has one of the listed
// values.
func (f *leaseFigures) among(where map[string][]string) bool {
	for member, values := range where {
		if !slices.Contains(values, f.by(member)) {
			return false
		}
	}
	return true
}

// by returns the lease's value in a field to group by.
func (f *leaseFigures) by(member string) string {
	switch member {
	case "standard":
		return f.lease.Standard
	case "classification":
		return f.class
	case "currency":
		return f.currency
	default:
		return f.lease.Tags[tagOf(member)]
	}
}

func tagOf(member string) string { return strings.TrimPrefix(member, "tag:") }
