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
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// Previous is the close on the day before a report, as it was signed (METHOD 22.2). It
// takes what a closing has.
type Previous struct {
	Digest string
	Leases []Signed // nil where only the digest is stated
}

// Signed is what was signed of a lease: amounts in units of its functional currency.
type Signed struct {
	ID       string
	Standard strict.Optional[leasehold.Standard] // that of the lease where it is not stated
	Currency money.Currency                      // functional, as the amounts; none where it is not stated

	Liability, RouAsset, Accumulated, PrepaidRent money.Decimal
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

const maxSigned = 100_000

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
	return strict.Object[Signed]{Noun: "what was signed of a lease", Fields: fields}
}()

func standardNames() (names []string) {
	for _, s := range leasehold.Standards() {
		names = append(names, s.String())
	}
	return names
}

var previousObject = strict.Object[Previous]{Noun: "the close before the report", Fields: []strict.Field[Previous]{
	strict.Text("digest", 64, func(p *Previous) *string { return &p.Digest }),
	strict.List("leases", maxSigned, &signedObject, func(p *Previous) *[]Signed { return &p.Leases }),
}}

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
		f.Add(at, "", "must have digest, leases or both")
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
}

// LateChange is a lease whose figures at the end of the span before are not what was
// signed.
type LateChange struct {
	ID      string
	Changes []Changed

	places   int
	standard leasehold.Optional[leasehold.Standard]
}

// String says which figures differ, in units of the lease's currency.
func (c LateChange) String() string {
	texts := make([]string, len(c.Changes))
	for i, of := range c.Changes {
		text := func(a money.Amount) string { return string(a.AppendPlaces(nil, c.places)) }
		texts[i] = of.Name + " signed " + text(of.Signed) + ", now " + text(of.Now) + ", difference " + text(of.Difference)
	}
	return c.ID + ": " + strings.Join(texts, "; ")
}

// Changed is a figure of a lease that was signed otherwise.
type Changed struct {
	Name                    string // as in liability
	Signed, Now, Difference money.Amount
}

// late is what a report knows of the close before it.
type late struct {
	previous *Previous
	signed   map[string]*Signed
	seen     map[string]bool
	changes  []LateChange
	narrowed bool     // the report leaves leases out that are stated
	refused  []string // ids of leases that were signed and are refused now
}

func newLate(p *Previous) *late {
	t := &late{previous: p, signed: map[string]*Signed{}, seen: map[string]bool{}}
	for i := range p.Leases {
		t.signed[p.Leases[i].ID] = &p.Leases[i]
	}
	return t
}

// take makes the opening of a lease what was signed, with the difference as late, and
// adds the entry that corrects it where entries are asked for.
//
// The error is a [*leasehold.InvalidError]: the lease was signed in another currency.
func (t *late) take(l *leasehold.Lease, f *leasehold.LeaseFigures, span leasehold.Span) error {
	if t.previous.Leases == nil {
		return nil
	}
	s := t.signed[l.ID]
	if s != nil && s.Currency != (money.Currency{}) && s.Currency != l.Functional() {
		return &leasehold.InvalidError{Faults: []leasehold.Fault{{
			Field:   "previous.leases[" + strconv.Itoa(slices.IndexFunc(t.previous.Leases, func(o Signed) bool { return o.ID == l.ID })) + "].currency",
			Message: "lease " + strict.Quote(l.ID) + " was signed in " + s.Currency.String() + " and is in " + cmp.Or(l.Functional().String(), "no currency") + " now; give it another id, so that the signed one is gone",
		}}}
	}
	change, entry, ok := Correct(l, s, &f.Opened, span.From)
	if !ok {
		return nil
	}
	t.changes = append(t.changes, change)
	liability, asset := change.difference("liability"), change.difference("rouAsset")
	books := f.Books()
	books.Correct(figure.LiabilityOpening, figure.LiabilityLate, liability)
	books.Correct(figure.AssetOpening, figure.AssetLate, asset)
	if l.Standard.Governments() {
		books.Correct(figure.PrincipalOpening, figure.PrincipalLate, liability)
		books.CorrectAsset(asset, change.difference("accumulatedAmortization"))
	}
	if span.Monthly && len(entry.Lines) > 0 {
		f.Entries = slices.Insert(f.Entries, 0, entry)
	}
	return nil
}

// Correct compares what was signed of a lease, nil for nothing, with what its books now
// show at the same time. It returns the figures that differ and the entry of the first
// day of a span that corrects them, which has no lines where it moves no account; and
// whether any figure differs.
func Correct(l *leasehold.Lease, s *Signed, now *leasehold.Position, from civil.Date) (change LateChange, entry leasehold.NumberedEntry, ok bool) {
	var was leasehold.Position
	places, standard := l.Functional().Places(), l.Standard
	if s != nil {
		was = s.position(places)
		if s.Standard.Set {
			standard = s.Standard.Value
		}
	}
	was.Services = now.Services
	carries := func(c carriedFigure) bool { return !c.now(now).IsZero() }
	if was == *now && (standard.SameAccounts(l.Standard) || !slices.ContainsFunc(carried[:], carries)) {
		return change, entry, false
	}
	return changed(l.ID, places, leasehold.Optional[leasehold.Standard]{Value: l.Standard, Set: true}, &was, now), leasehold.CorrectionEntry(l, standard, &was, now, from), true
}

// CorrectGone is [Correct] for a lease that was signed and is no longer stated. Its
// prepaid rent is taken off Prepaid rent. Its amounts have the places given where it has
// no currency.
func CorrectGone(s *Signed, places int, from civil.Date) (LateChange, leasehold.NumberedEntry) {
	if s.Currency != (money.Currency{}) {
		places = s.Currency.Places()
	}
	was, lease := s.position(places), &leasehold.Lease{ID: s.ID, Standard: s.Standard.Value, Exemption: leasehold.ShortTerm}
	return changed(s.ID, places, s.Standard, &was, &leasehold.Position{}), leasehold.CorrectionEntry(lease, lease.Standard, &was, &leasehold.Position{}, from)
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

// gone lists the leases that were signed and are no longer stated, with the entries
// that take them off the books, and their sum in a currency.
func (t *late) gone(currency money.Currency, span leasehold.Span) (list []Gone, position leasehold.Position) {
	places := currency.Places()
	for i := range t.previous.Leases {
		s := &t.previous.Leases[i]
		if t.seen[s.ID] {
			continue
		}
		change, e := CorrectGone(s, places, span.From)
		if len(change.Changes) > 0 {
			t.changes = append(t.changes, change)
		}
		was := s.position(places)
		for _, c := range carried {
			if s.Currency == (money.Currency{}) || s.Currency == currency {
				*c.now(&position) = c.now(&position).Add(*c.now(&was))
			}
		}
		if span.Monthly && len(e.Lines) > 0 {
			l := &leasehold.Lease{ID: s.ID, Standard: s.Standard.Value, Currency: currency}
			if s.Currency != (money.Currency{}) {
				l.Currency = s.Currency
			}
			list = append(list, Gone{l, e})
		}
	}
	return list, position
}

// Gone is the entry that takes a lease off the books that was signed and is no longer
// stated. Of the lease are known its id, its currency and the standard it was signed under.
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
	a := &PreviousAnswer{Digest: digestOf(lines, opened), LateChanges: t.changes}
	same := t.previous.Digest == "" || t.previous.Digest == a.Digest
	a.Agrees = len(t.changes) == 0 && len(t.refused) == 0 && (same || t.narrowed && t.previous.Leases != nil)
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
	p.Raw(`]}`)
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
