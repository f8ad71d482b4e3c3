package portfolio

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

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
