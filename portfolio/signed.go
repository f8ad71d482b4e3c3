package portfolio

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// Previous is the signed closing of the day preceding a report: a digest, the balances of leases,
// or a complete closing (METHOD 22.2, 28.1).
type Previous struct {
	Digest string
	Leases []Signed // nil where only the digest is stated

	// The fields of a complete closing, which has at least one period.
	From, To      strict.Optional[civil.Date]
	Version       string               // of the program
	Rules         strict.Optional[int] // revision of the accounting rules
	FiscalYear    FiscalYear
	Periods       []Period // of the chain, of which this is the last
	Accrual       leasehold.Accrual
	Fund          leasehold.Fund
	Where         Where
	Inputs        []Input                     // by id
	ChainFrom     strict.Optional[civil.Date] // first day of the first period
	PreviousChain string
	EntriesHash   string
	ExchangeRates *exchange.Table  // rows used since the first day of the chain
	DiscountRates *ratetable.Table // the same
	PreparedBy    string
	ApprovedBy    string
	At            string
	Chain         string
}

// Period is a reporting period of a chain and its rates of deferred tax.
type Period struct {
	Interval

	DeferredTax []TaxRate
}

// Input is the fingerprint of the normalized request of a lease.
type Input struct{ ID, SHA256 string }

// Signed is what was signed of a lease: amounts in units of its functional currency.
type Signed struct {
	ID       string
	Standard strict.Optional[leasehold.Standard] // the current one if absent
	Currency money.Currency                      // functional, of the amounts; none if absent

	Liability, RouAsset, Accumulated, PrepaidRent money.Decimal

	// The remaining fields are those of a complete closing.
	Class            strict.Optional[leasehold.ReportedClass]
	Tags             map[string]string
	LastDay          strict.Optional[civil.Date] // of the term or of its termination
	Posted, ThisYear []signedAccount
}

// posted returns what the chain has posted for the lease, which may be nil.
func (s *Signed) posted(places int) *Posted {
	if s == nil {
		return &Posted{Accounts{}, Accounts{}}
	}
	return &Posted{accountsOf(s.Posted, places), accountsOf(s.ThisYear, places)}
}

// carriedFigure is a figure of a lease that is signed.
type carriedFigure struct {
	name   string
	signed func(*Signed) *money.Decimal
	now    func(*leasehold.Position) *money.Amount
}

// carried are the figures of a lease that are signed, in the order of the contract.
var carried = [...]carriedFigure{
	{"liability", func(s *Signed) *money.Decimal { return &s.Liability }, func(p *leasehold.Position) *money.Amount { return &p.Liability }},
	{"rouAsset", func(s *Signed) *money.Decimal { return &s.RouAsset }, func(p *leasehold.Position) *money.Amount { return &p.RouAsset }},
	{"accumulatedAmortization", func(s *Signed) *money.Decimal { return &s.Accumulated }, func(p *leasehold.Position) *money.Amount { return &p.Accumulated }},
	{"prepaidRent", func(s *Signed) *money.Decimal { return &s.PrepaidRent }, func(p *leasehold.Position) *money.Amount { return &p.Prepaid }},
}

// position returns what was signed, in minor units.
func (s *Signed) position(places int) (p leasehold.Position) {
	for _, c := range carried {
		*c.now(&p) = c.signed(s).Minor(places)
	}
	return p
}

// Limits of a closing.
const (
	maxSigned         = 1_000_000
	maxSignedAccounts = 100
	maxPeriods        = 1200
)

var classNames = []string{"operating", "finance", "short_term", "low_value"}

// requiredText makes a text that may not be empty.
func requiredText[T any](name string, most int, in func(*T) *string) strict.Field[T] {
	f := strict.Text(name, most, in)
	check := f.Check
	f.Check = func(faults *strict.Faults, at *strict.Place, of *T) {
		if *in(of) == "" {
			faults.Add(at, name, "must not be empty")
			return
		}
		check(faults, at, of)
	}
	f.Required, f.Has, f.Clear = true, nil, nil
	return f
}

var signedObject = func() strict.Object[Signed] {
	fields := []strict.Field[Signed]{
		requiredText("id", member.MaxIDLength, func(s *Signed) *string { return &s.ID }),
		strict.OptionalEnum("standard", standardNames(), nil, func(s *Signed) *strict.Optional[leasehold.Standard] { return &s.Standard }),
		strict.Currency("currency", func(s *Signed) *money.Currency { return &s.Currency }),
	}
	for _, c := range carried {
		fields = append(fields, strict.Decimal(c.name, strict.DecimalRule{Check: checkBalance}, c.signed))
	}
	fields = append(fields,
		strict.OptionalEnum("classification", classNames, nil, func(s *Signed) *strict.Optional[leasehold.ReportedClass] { return &s.Class }),
		strict.Tags("tags", func(s *Signed) *map[string]string { return &s.Tags }),
		strict.OptionalDate("lastDay", func(s *Signed) *strict.Optional[civil.Date] { return &s.LastDay }),
		strict.List("posted", maxSignedAccounts, &signedAccountObject, func(s *Signed) *[]signedAccount { return &s.Posted }),
		strict.List("postedThisYear", maxSignedAccounts, &signedAccountObject, func(s *Signed) *[]signedAccount { return &s.ThisYear }),
	)
	return strict.Object[Signed]{Noun: "what was signed of a lease", Fields: fields}
}()

func standardNames() (names []string) {
	for _, s := range leasehold.Standards() {
		names = append(names, s.String())
	}
	return names
}

var previousObject = strict.Object[Previous]{Noun: "the closing before the report", Fields: []strict.Field[Previous]{
	strict.OptionalDate("from", func(p *Previous) *strict.Optional[civil.Date] { return &p.From }),
	strict.OptionalDate("to", func(p *Previous) *strict.Optional[civil.Date] { return &p.To }),
	strict.Text("version", 200, func(p *Previous) *string { return &p.Version }),
	strict.OptionalInt("rulesRevision", 1_000_000, func(p *Previous) *strict.Optional[int] { return &p.Rules }),
	quiet(fiscalYearField(func(p *Previous) *FiscalYear { return &p.FiscalYear })),
	strict.OptionalDate("chainFrom", func(p *Previous) *strict.Optional[civil.Date] { return &p.ChainFrom }),
	strict.List("periods", maxPeriods, &periodObject, func(p *Previous) *[]Period { return &p.Periods }),
	quiet(strict.Enum("accrual", false, member.Names(member.Accruals), 0, nil, func(p *Previous) *leasehold.Accrual { return &p.Accrual })),
	quiet(strict.Enum("fund", false, member.Names(member.Funds), 0, nil, func(p *Previous) *leasehold.Fund { return &p.Fund })),
	whereField(func(p *Previous) *Where { return &p.Where }),
	exchange.Field(func(p *Previous) **exchange.Table { return &p.ExchangeRates }),
	ratetable.Field(func(p *Previous) **ratetable.Table { return &p.DiscountRates }),
	strict.List("inputs", maxSigned, &inputObject, func(p *Previous) *[]Input { return &p.Inputs }),
	strict.Text("digest", 64, func(p *Previous) *string { return &p.Digest }),
	strict.List("leases", maxSigned, &signedObject, func(p *Previous) *[]Signed { return &p.Leases }),
	ignored("totals"),
	ignored("lateChanges"),
	strict.Text("previous", 64, func(p *Previous) *string { return &p.PreviousChain }),
	strict.Text("entries", 64, func(p *Previous) *string { return &p.EntriesHash }),
	strict.Text("preparedBy", 1000, func(p *Previous) *string { return &p.PreparedBy }),
	strict.Text("approvedBy", 1000, func(p *Previous) *string { return &p.ApprovedBy }),
	strict.Text("at", 1000, func(p *Previous) *string { return &p.At }),
	strict.Text("chain", 64, func(p *Previous) *string { return &p.Chain }),
}}

var inputObject = strict.Object[Input]{Noun: "the fingerprint of a lease", Fields: []strict.Field[Input]{
	requiredText("id", member.MaxIDLength, func(i *Input) *string { return &i.ID }),
	requiredText("sha256", 64, func(i *Input) *string { return &i.SHA256 }),
}}

var periodObject = strict.Object[Period]{Noun: "a reporting period", Fields: []strict.Field[Period]{
	strict.Date("from", func(p *Period) *civil.Date { return &p.From }),
	strict.Date("to", func(p *Period) *civil.Date { return &p.To }),
	strict.List("deferredTax", maxTaxRates, &taxRate, func(p *Period) *[]TaxRate { return &p.DeferredTax }),
}}

// quiet returns a field that is printed only if it has another value than the default.
func quiet[T any](f strict.Field[T]) strict.Field[T] {
	write := f.Print
	f.Print = func(dst []byte, of *T) []byte {
		if !f.Has(of) {
			return dst
		}
		return write(dst, of)
	}
	return f
}

// ignored returns a field of a closing that a report does not use.
func ignored(name string) strict.Field[Previous] {
	return strict.Field[Previous]{
		Name: name,
		Read: func(rd *strict.Reader, _ *strict.Place, _ *Previous) (string, error) {
			return "", rd.JSON.SkipValue()
		},
		Check: strict.Unlimited[Previous],
		Print: func(dst []byte, _ *Previous) []byte { return dst },
		Has:   func(*Previous) bool { return false },
		Clear: func(*Previous) {},
	}
}

// fiscalYearField returns the optional field fiscalYearStart.
func fiscalYearField[T any](in func(*T) *FiscalYear) strict.Field[T] {
	return strict.Field[T]{
		Name: "fiscalYearStart",
		Read: func(rd *strict.Reader, _ *strict.Place, to *T) (string, error) {
			v, err := rd.JSON.ReadValue()
			if err != nil {
				return "", err
			}
			text, ok := strict.Unquote(v)
			if !ok {
				return "must be a string, as in 01-01; got " + strict.Describe(v), nil
			}
			year, fault := ParseFiscalYear(string(text))
			if fault != nil {
				return fault.Error(), nil //nolint:nilerr // a fault of the input is a message
			}
			*in(to) = year
			return "", nil
		},
		Check: strict.Unlimited[T],
		Print: func(dst []byte, of *T) []byte { return strict.AppendQuoted(dst, in(of).String()) },
		Has:   func(of *T) bool { return in(of).text != "" },
		Clear: func(of *T) { *in(of) = FiscalYear{} },
	}
}

var maxBalance = money.New(1, -40)

func checkBalance(d money.Decimal) string {
	if d.Cmp(maxBalance) > 0 || d.Cmp(maxBalance.Neg()) < 0 {
		return strict.OutOfRange(d.String(), "an amount of at most 40 digits is allowed")
	}
	return ""
}

// checkPrevious notes what is wrong with a close before the report.
func checkPrevious(f *strict.Faults, p *Previous) {
	at := strict.Element(nil, "previous", -1)
	if p.Digest == "" && p.Leases == nil {
		f.Add(at, "", "must have digest, leases or both, or be a closing")
	}
	if p.Digest != "" && (len(p.Digest) != 2*sha256.Size || strings.Trim(p.Digest, "0123456789abcdef") != "") {
		f.Add(at, "digest", strict.Quote(p.Digest)+" is not allowed; 64 lower-case hexadecimal digits are, as in the digest of a report")
	}
	seen := map[string]int{}
	for i := range p.Leases {
		id := p.Leases[i].ID
		if first, twice := seen[id]; twice {
			f.Add(strict.Element(at, "leases", i), "id", strict.Quote(id)+" is also that of leases["+strconv.Itoa(first)+"]")
			continue
		}
		seen[id] = i
	}
	for i := range p.Periods {
		period := &p.Periods[i]
		if period.To.Before(period.From) || i > 0 && p.Periods[i-1].To.Next() != period.From {
			f.Add(strict.Element(at, "periods", i), "from", period.From.String()+" does not follow the preceding reporting period")
		}
		checkTaxRates(f, period.DeferredTax)
	}
	if p.complete() && p.Leases == nil {
		f.Add(at, "leases", "is required in a closing")
	}
}

// Digest is the SHA-256 of what the books carry of leases (METHOD 22.2): of the lines of
// [Line.AppendSigned], by rising id.
type Digest struct{ hash.Hash }

// NewDigest returns a digest without lines.
func NewDigest() Digest { return Digest{sha256.New()} }

// AppendSigned appends the line of the lease in a digest: nothing where all of its
// figures are 0.00.
func (l *Line) AppendSigned(dst []byte) []byte { return appendSigned(dst, l.Lease, &l.Figures.Closed) }

func appendSigned(dst []byte, l *leasehold.Lease, p *leasehold.Position) []byte {
	if !slices.ContainsFunc(carried[:], func(c carriedFigure) bool { return !c.now(p).IsZero() }) {
		return dst
	}
	places := l.Functional().Places()
	dst = append(append(dst, l.ID...), '\t')
	dst = append(append(dst, l.Standard.String()...), '\t')
	if l.Functional() != (money.Currency{}) {
		dst = append(dst, l.Functional().String()...)
	}
	for _, c := range carried {
		dst = c.now(p).AppendPlaces(append(dst, '\t'), places)
	}
	return append(dst, '\n')
}

// String returns the digest in lower-case hexadecimal.
func (d Digest) String() string { return hex.EncodeToString(d.Sum(nil)) }

// digestOf returns the digest of leases at the start or at the end of their span.
func digestOf(lines []Line, at func(*leasehold.LeaseFigures) *leasehold.Position) string {
	order := make([]int, len(lines))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(lines[i].Lease.ID, lines[j].Lease.ID) })
	d := NewDigest()
	var text []byte
	for _, i := range order {
		text = appendSigned(text[:0], lines[i].Lease, at(lines[i].Figures))
		_, _ = d.Write(text) // a hash takes everything
	}
	return d.String()
}

func opened(f *leasehold.LeaseFigures) *leasehold.Position { return &f.Opened }

func closed(f *leasehold.LeaseFigures) *leasehold.Position { return &f.Closed }

// PreviousAnswer says whether the opening of a report is what was signed before.
type PreviousAnswer struct {
	Agrees      bool
	Digest      string // of the opening as it is computed now
	LateChanges []LateChange
	Causes      []string // rates and rules that differ from those of the closing
}

// LateChange is a lease whose signed balances or posted amounts differ from those that the leases
// give now.
type LateChange struct {
	ID      string
	Changes []Changed  // of the signed balances
	Tags    []Retagged // for which no entry is posted
	Dropped bool       // no longer supplied, and ended before the fiscal year

	amounts  Accounts // of the catch-up entry
	entry    leasehold.NumberedEntry
	lease    *leasehold.Lease // of a lease that is no longer supplied: what is known of it
	places   int
	standard leasehold.Optional[leasehold.Standard]
}

// Accounts returns the amounts of the catch-up entry, debit positive, in the order of
// [LedgerAccounts].
func (c *LateChange) Accounts() []AccountAmount { return c.amounts.List() }

// Line returns the catch-up entry of a lease that is no longer supplied.
func (c *LateChange) Line() *Line {
	line := &Line{Lease: c.lease, Figures: &leasehold.LeaseFigures{}}
	if len(c.entry.Lines) > 0 {
		line.Figures.Entries = []leasehold.NumberedEntry{c.entry}
	}
	return line
}

// moves reports whether an amount differs.
func (c *LateChange) moves() bool { return len(c.Changes) > 0 || len(c.amounts) > 0 }

// post makes the opening balances the signed ones, with the differences as late, and posts the
// catch-up (METHOD 22.2, 28.4). Its entry is the first, if entries were requested.
func (c *LateChange) post(l *leasehold.Lease, f *leasehold.LeaseFigures) {
	books := f.Books()
	c.correct(books)
	if l.Standard.Governments() {
		books.Correct(figure.PrincipalOpening, figure.PrincipalLate, c.difference("liability"))
		books.CorrectAsset(c.difference("rouAsset"), c.difference("accumulatedAmortization"))
	}
	if len(c.entry.Lines) > 0 {
		f.Entries = slices.Insert(f.Entries, 0, c.entry)
	}
}

// correct posts the catch-up to figures.
func (c *LateChange) correct(f *leasehold.Figures) {
	f.Correct(figure.LiabilityOpening, figure.LiabilityLate, c.difference("liability"))
	f.Correct(figure.AssetOpening, figure.AssetLate, c.difference("rouAsset"))
	correct(f, c.amounts)
}

// String says which amounts differ, in units of the lease's currency.
func (c LateChange) String() string { return c.ID + ": " + c.Effect() }

// Effect says which amounts differ: the signed balances, the accounts of the entry and the tags.
func (c *LateChange) Effect() string {
	text := func(a money.Amount) string { return string(a.AppendPlaces(nil, c.places)) }
	var balances, accounts, texts []string
	for _, of := range c.Changes {
		balances = append(balances, of.Name+" "+text(of.Difference)+" (signed "+text(of.Signed)+", now "+text(of.Now)+")")
	}
	for _, of := range c.Accounts() {
		accounts = append(accounts, of.Account+" "+text(of.Amount))
	}
	if balances != nil {
		texts = append(texts, "opening "+strings.Join(balances, ", "))
	}
	if accounts != nil {
		texts = append(texts, "entry "+strings.Join(accounts, ", "))
	}
	for _, tag := range c.Tags {
		texts = append(texts, "tag "+tag.Name+" "+cmp.Or(tag.Signed, "none")+" → "+cmp.Or(tag.Now, "none")+", for which no entry is posted")
	}
	if c.Dropped {
		texts = append(texts, "dropped: it ended before the fiscal year, so its income and expense are not reversed")
	}
	return strings.Join(texts, "; ")
}

// Changed is a figure of a lease that was signed otherwise.
type Changed struct {
	Name                    string // as in liability
	Signed, Now, Difference money.Amount
}

// late compares a report with the closing before it.
type late struct {
	*Chain

	seen     map[string]bool
	changes  []LateChange
	narrowed bool     // some supplied leases are not selected
	refused  []string // ids of signed leases that are rejected now
}

func newLate(q *Question) *late { return &late{Chain: newChain(q), seen: map[string]bool{}} }

// take posts the catch-up of a lease. The error is a [*leasehold.InvalidError].
func (t *late) take(l *leasehold.Lease, f *leasehold.LeaseFigures) error {
	change, err := t.Compare(l, f)
	if err != nil || change == nil {
		return err
	}
	if !t.span.Monthly {
		change.entry.Lines = nil
	}
	change.post(l, f)
	t.changes = append(t.changes, *change)
	return nil
}

// changed lists what of a lease was signed otherwise.
func changed(id string, places int, standard leasehold.Optional[leasehold.Standard], was, now *leasehold.Position) LateChange {
	change := LateChange{ID: id, places: places, standard: standard}
	for _, c := range carried {
		if signed, at := *c.now(was), *c.now(now); signed != at {
			change.Changes = append(change.Changes, Changed{c.name, signed, at, at.Sub(signed)})
		}
	}
	return change
}

// difference returns by how much a figure differs.
func (c *LateChange) difference(name string) money.Amount {
	for _, of := range c.Changes {
		if of.Name == name {
			return of.Difference
		}
	}
	return money.Amount{}
}

// gone lists the signed leases that are no longer supplied, with their entries, and adds their
// catch-up to a total in a currency.
func (t *late) gone(currency money.Currency, total *leasehold.Figures) (list []Gone) {
	for i := range t.previous.Leases {
		s := &t.previous.Leases[i]
		if t.seen[s.ID] {
			continue
		}
		change := t.Gone(s, currency)
		if change == nil {
			continue
		}
		if change.moves() || change.Dropped {
			t.changes = append(t.changes, *change)
		}
		if s.Currency == (money.Currency{}) || s.Currency == currency {
			change.correct(total)
		}
		if t.span.Monthly && len(change.entry.Lines) > 0 {
			list = append(list, Gone{change.lease, change.entry})
		}
	}
	return list
}

// Gone is the entry that reverses a signed lease that is no longer supplied. Of the lease, its id,
// its currency and its signed standard are known.
type Gone struct {
	Lease *leasehold.Lease
	Entry leasehold.NumberedEntry
}

// refuse takes the leases that are stated and refused: one that was signed is not gone, and
// its opening is not known.
func (t *late) refuse(list []Skipped) {
	for _, s := range list {
		if t.signed[s.ID] != nil && !t.seen[s.ID] {
			t.seen[s.ID] = true
			t.refused = append(t.refused, s.ID)
		}
	}
}

// answer says whether the opening is what was signed. The digest of a close of all leases
// says nothing of a report on some of them; what was signed of these does.
func (t *late) answer(lines []Line) *PreviousAnswer {
	a := &PreviousAnswer{Digest: digestOf(lines, opened), LateChanges: t.changes, Causes: t.q.causes}
	same := t.previous.Digest == "" || t.previous.Digest == a.Digest
	a.Agrees = !slices.ContainsFunc(t.changes, func(c LateChange) bool { return c.moves() }) && len(t.refused) == 0 && (same || t.narrowed && t.previous.Leases != nil)
	return a
}

// unknown reports whether nothing can be said of the opening: all there is is the digest of
// more leases than the report has.
func (t *late) unknown() bool { return t.narrowed && t.previous.Leases == nil }

// notes are the remarks on what could not be compared.
func (t *late) notes() (notes []string) {
	switch {
	case t.unknown():
		notes = append(notes, "The digest that was signed is of all leases, and this report has only some of them: give the leases that were signed to compare these.")
	case t.narrowed && t.previous.Digest != "":
		notes = append(notes, "What was signed is compared lease by lease: its digest is of all leases, and this report has only some of them.")
	}
	if !t.previous.complete() {
		notes = append(notes, "The previous closing has only balances: income, expense and cash of closed periods are not compared.")
	}
	if slices.ContainsFunc(t.changes, func(c LateChange) bool { return len(c.Tags) > 0 }) {
		notes = append(notes, "No entry is posted for a changed tag, nor for account codes that depend on a tag or a class: transfer these balances yourself.")
	}
	if len(t.refused) > 0 {
		shown := t.refused[:min(len(t.refused), namedIDs)]
		note := "What was signed is not compared for leases that are refused: " + strings.Join(shown, ", ")
		if len(t.refused) > namedIDs {
			note += " and others"
		}
		notes = append(notes, note+".")
	}
	return notes
}

func (p *printer) previous(a *PreviousAnswer) {
	p.Raw(`,"previous":{"agrees":`)
	p.Dst = strconv.AppendBool(p.Dst, a.Agrees)
	p.Text(`,"digest":`, a.Digest)
	p.Raw(`,"lateChanges":[`)
	for i := range a.LateChanges {
		p.Comma(i)
		p.Dst = a.LateChanges[i].Append(p.Dst)
	}
	p.Raw(`]`)
	if len(a.Causes) > 0 {
		p.Raw(`,"causes":[`)
		for i, cause := range a.Causes {
			p.Comma(i)
			p.Dst = strict.AppendQuoted(p.Dst, cause)
		}
		p.Raw(`]`)
	}
	p.Raw(`}`)
}

// Append appends the change as one JSON object.
func (c *LateChange) Append(dst []byte) []byte {
	p := printer{Printer: jsonout.Printer{Dst: dst, Places: c.places}}
	p.Text(`{"id":`, c.ID)
	for _, of := range c.Changes {
		p.Amount(`,"`+of.Name+`":{"signed":`, of.Signed)
		p.Amount(`,"now":`, of.Now)
		p.Amount(`,"difference":`, of.Difference)
		p.Raw(`}`)
	}
	p.Raw(`,"accounts":`)
	p.Dst = appendAccounts(p.Dst, c.Accounts(), c.places)
	if len(c.Tags) > 0 {
		p.Raw(`,"tags":[`)
		for i, tag := range c.Tags {
			p.Comma(i)
			p.Text(`{"name":`, tag.Name)
			p.Text(`,"signed":`, tag.Signed)
			p.Text(`,"now":`, tag.Now)
			p.Raw(`}`)
		}
		p.Raw(`]`)
	}
	if c.Dropped {
		p.Raw(`,"dropped":true`)
	}
	p.Raw(`}`)
	return p.Dst
}

// Places returns the decimals of the amounts of the change.
func (c *LateChange) Places() int { return c.places }

// Standards returns the standard of the lease, and none where it is not known: of a lease
// that is gone it is known where it was signed.
func (c *LateChange) Standards() []leasehold.Standard {
	if !c.standard.Set {
		return nil
	}
	return []leasehold.Standard{c.standard.Value}
}

// SignedNames returns the names of the figures of a lease that are signed, in the order
// of [Line.AppendSigned].
func SignedNames() []string {
	names := make([]string, len(carried))
	for i, c := range carried {
		names[i] = c.name
	}
	return names
}

// Of returns a figure of a lease by its name in [SignedNames].
func (s *Signed) Of(name string) (d money.Decimal) {
	for _, c := range carried {
		if c.name == name {
			d = *c.signed(s)
		}
	}
	return d
}

// SignedOf returns a figure of a position by its name in [SignedNames].
func SignedOf(p *leasehold.Position, name string) (a money.Amount) {
	for _, c := range carried {
		if c.name == name {
			a = *c.now(p)
		}
	}
	return a
}

// DecodeSigned reads what was signed of a lease from JSON. The error is a
// [*leasehold.InvalidError].
func DecodeSigned(body []byte) (*Signed, error) {
	s := new(Signed)
	f := strict.Decode(body, &signedObject, s)
	return s, f.Err()
}

// DecodePrevious reads a close before a report from JSON. The error is a
// [*leasehold.InvalidError].
func DecodePrevious(body []byte) (*Previous, error) {
	p := new(Previous)
	f := strict.Decode(body, &previousObject, p)
	if f.Readable() {
		checkPrevious(&f, p)
	}
	return p, f.Err()
}
