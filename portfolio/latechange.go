package portfolio

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/money"
)

// PreviousAnswer compares the opening balances of a report with the signed balances.
type PreviousAnswer struct {
	Agrees      bool   // whether all signed balances and posted amounts agree with the recomputed amounts
	Digest      string // digest of the recomputed opening balances
	LateChanges []LateChange
	Causes      []string // descriptions of the rates and rules that changed since the closing
}

// LateChange is a lease's prior-period correction. The lease's signed balances or posted amounts
// differ from the amounts under its current terms.
type LateChange struct {
	ID      string
	Changes []Changed  // signed balances that differ
	Tags    []Retagged // changed tags, which have no entry
	Dropped bool       // whether the lease is no longer supplied, and it ended before the fiscal year

	amounts  Accounts // amounts of the correcting entry
	entry    leasehold.NumberedEntry
	lease    *leasehold.Lease // id, currency and standard of a lease that is no longer supplied; otherwise nil
	places   int
	standard leasehold.Optional[leasehold.Standard]
}

// Accounts returns the amounts of the correcting entry, with debits positive, in the order of [LedgerAccounts].
func (c *LateChange) Accounts() []AccountAmount { return c.amounts.List() }

// Line returns a report line, with the correcting entry, for a lease that is no longer supplied.
func (c *LateChange) Line() *Line {
	line := &Line{Lease: c.lease, Figures: &leasehold.LeaseFigures{}}
	if len(c.entry.Lines) > 0 {
		line.Figures.Entries = []leasehold.NumberedEntry{c.entry}
	}
	return line
}

func (c *LateChange) moves() bool { return len(c.Changes) > 0 || len(c.amounts) > 0 }

// post posts the correction to the amounts of a lease (METHOD 22.2, 28.4). The signed balances
// replace the opening balances, and the late amounts show the differences. If entries were
// requested, the correcting entry becomes the first entry.
func (c *LateChange) post(l *leasehold.Lease, f *leasehold.LeaseFigures, span *leasehold.Span) {
	books := f.Books()
	c.correct(books, unchangedAmount)
	c.correctAsset(l, books, unchangedAmount)
	if f.Functional != nil {
		into := presented(span, l.Functional())
		c.correct(&f.Figures, into)
		c.correctAsset(l, &f.Figures, into)
	}
	if len(c.entry.Lines) > 0 {
		f.Entries = slices.Insert(f.Entries, 0, c.entry)
	}
}

func unchangedAmount(a money.Amount) money.Amount { return a }

// presented returns a function that translates amounts from the functional currency. The function
// uses the closing rate of the day preceding the reporting period (METHOD 28.7).
func presented(span *leasehold.Span, functional money.Currency) func(money.Amount) money.Amount {
	pair := exchange.Pair{Currency: functional, Into: span.Presentation}
	return func(a money.Amount) money.Amount { return span.Rates.Closing(pair, span.From.Prev(), a) }
}

// correct posts the correction to the figures. It translates the signed and the current balance
// separately, so that the opening balance equals the translated signed balance.
func (c *LateChange) correct(f *leasehold.Figures, into func(money.Amount) money.Amount) {
	f.Correct(figure.LiabilityOpening, figure.LiabilityLate, c.translated("liability", into))
	f.Correct(figure.AssetOpening, figure.AssetLate, c.translated("rouAsset", into))
	correct(f, c.amounts, into)
}

// correctAsset posts the correction to the figures that only a government's leases have.
func (c *LateChange) correctAsset(l *leasehold.Lease, f *leasehold.Figures, into func(money.Amount) money.Amount) {
	if l.Standard.Governments() {
		f.Correct(figure.PrincipalOpening, figure.PrincipalLate, c.translated("liability", into))
		f.CorrectAsset(c.translated("rouAsset", into), c.translated("accumulatedAmortization", into))
	}
}

// translated returns the translated current balance less the translated signed balance.
func (c *LateChange) translated(name string, into func(money.Amount) money.Amount) money.Amount {
	of := c.changed(name)
	return into(of.Now).Sub(into(of.Signed))
}

// String returns the lease id and the differences, in units of the currency.
func (c LateChange) String() string { return c.ID + ": " + c.Effect() }

// Effect lists the differences of balances, accounts and tags.
func (c *LateChange) Effect() string {
	text := func(a money.Amount) string { return string(a.AppendPlaces(nil, c.places)) }
	var texts []string
	if len(c.Changes) > 0 {
		texts = append(texts, "opening "+lists.Join(c.Changes, ", ", func(of Changed) string {
			return of.Name + " " + text(of.Difference) + " (signed " + text(of.Signed) + ", now " + text(of.Now) + ")"
		}))
	}
	if accounts := c.Accounts(); len(accounts) > 0 {
		texts = append(texts, "entry "+lists.Join(accounts, ", ", func(of AccountAmount) string {
			return of.Account + " " + text(of.Amount)
		}))
	}
	for _, tag := range c.Tags {
		texts = append(texts, "tag "+tag.Name+" "+cmp.Or(tag.Signed, "none")+" → "+cmp.Or(tag.Now, "none")+", without an entry")
	}
	if c.Dropped {
		texts = append(texts, "dropped: the lease ended before the fiscal year, so its income and expense are not reversed")
	}
	return strings.Join(texts, "; ")
}

// ChangeRow is a row in a table of prior-period corrections.
type ChangeRow struct {
	Figure string
	Cells  [3]string // either a signed amount, the current amount and their difference, or the values of a tag

	Balance                 bool // whether the row is a balance with three amounts; if false, the Difference field is the amount of an account
	Signed, Now, Difference money.Amount
}

// Rows returns table rows for the balances, the entry's accounts, the tags, and a dropped lease.
// The callbacks return a balance's title and format an amount.
func (c *LateChange) Rows(title func(name string) string, show func(money.Amount) string) (rows []ChangeRow) {
	for _, of := range c.Changes {
		rows = append(rows, ChangeRow{title(of.Name), [3]string{show(of.Signed), show(of.Now), show(of.Difference)}, true, of.Signed, of.Now, of.Difference})
	}
	for _, of := range c.Accounts() {
		rows = append(rows, ChangeRow{Figure: "Entry: " + of.Account, Cells: [3]string{2: show(of.Amount)}, Difference: of.Amount})
	}
	for _, tag := range c.Tags {
		rows = append(rows, ChangeRow{Figure: "Tag: " + tag.Name, Cells: [3]string{tag.Signed, tag.Now}})
	}
	if c.Dropped {
		rows = append(rows, ChangeRow{Figure: "No longer supplied: the lease ended before the fiscal year"})
	}
	return rows
}

// Changed is a signed balance that differs from the recomputed balance.
type Changed struct {
	Name                    string // name of the balance, such as liability
	Signed, Now, Difference money.Amount
}

type priorComparison struct {
	*Chain

	seen     map[string]bool // ids of the signed leases that this report includes or rejects
	changes  []LateChange
	narrowed bool     // whether the report covers only some of the supplied leases
	rejected []string // ids of signed leases that this report rejects
}

// correct compares a lease with its signed balances and posts the correction to f. The error is a
// [*leasehold.InvalidError].
func (t *priorComparison) correct(ctx context.Context, l *leasehold.Lease, f *leasehold.LeaseFigures) error {
	change, err := t.Compare(ctx, l, f)
	if err != nil || change == nil {
		return err
	}
	if !t.span.Monthly {
		change.entry.Lines = nil
	}
	change.post(l, f, &t.span)
	t.changes = append(t.changes, *change)
	return nil
}

// changed returns a correction with the signed balances that differ from the current balances.
func changed(id string, places int, standard leasehold.Optional[leasehold.Standard], was, now *leasehold.Position) LateChange {
	change := LateChange{ID: id, places: places, standard: standard}
	for _, c := range carried {
		if signed, at := *c.now(was), *c.now(now); signed != at {
			change.Changes = append(change.Changes, Changed{c.name, signed, at, at.Sub(signed)})
		}
	}
	return change
}

// changed returns a balance's change. Its amounts are 0 if the balance has not changed.
func (c *LateChange) changed(name string) (of Changed) {
	if i := slices.IndexFunc(c.Changes, func(of Changed) bool { return of.Name == name }); i >= 0 {
		of = c.Changes[i]
	}
	return of
}

// removed returns the signed leases that are no longer supplied, with their reversing entries. It adds the corrections
// of these leases to the total. The total is in the given currency or the presentation currency. The last result
// reports whether a correction is missing from the total because it is in another currency or has no exchange rates.
func (t *priorComparison) removed(currency money.Currency, total *leasehold.Figures, published published) (list []Removed, apart bool) {
	lacks := map[exchange.Pair]bool{} // pairs that lack a rate for the reporting period
	for i := range t.previous.Leases {
		s := &t.previous.Leases[i]
		if t.seen[s.ID] {
			continue
		}
		change := t.CompareRemoved(s, currency)
		if change == nil {
			continue
		}
		if change.moves() || change.Dropped {
			t.changes = append(t.changes, *change)
		}
		var f leasehold.Figures
		pair := exchange.Pair{Currency: cmp.Or(s.Currency, currency), Into: t.span.Presentation}
		if _, known := lacks[pair]; !known {
			lacks[pair] = pair.Currency != pair.Into && t.span.Rates.Lacks([]exchange.Pair{pair}, t.span.From, t.span.To, false) != nil
		}
		switch {
		case pair.Into == (money.Currency{}):
			if s.Currency == (money.Currency{}) || s.Currency == currency {
				change.correct(&f, unchangedAmount)
			} else {
				apart = true
			}
		case lacks[pair]:
			apart = true
		default:
			change.correct(&f, presented(&t.span, pair.Currency))
			published.open(s.ID, &f)
		}
		total.Vector.Add(&f.Vector)
		if t.span.Monthly && len(change.entry.Lines) > 0 {
			list = append(list, Removed{change.lease, change.entry})
		}
	}
	return list, apart
}

// Removed contains a signed lease that is no longer supplied, and the entry that reverses this
// lease. Only the lease's id, currency and signed standard are known.
type Removed struct {
	Lease *leasehold.Lease
	Entry leasehold.NumberedEntry
}

// recordRejected records leases that are rejected, so that they are neither reversed nor compared.
func (t *priorComparison) recordRejected(list []Skipped) {
	for _, s := range list {
		if t.signed[s.ID] != nil && !t.seen[s.ID] {
			t.seen[s.ID] = true
			t.rejected = append(t.rejected, s.ID)
		}
	}
}

// result returns the comparison with the signed balances. If the closing has balances for each lease, a report on only
// some leases ignores the signed digest, because that digest covers all leases.
func (t *priorComparison) result(lines []Line) *PreviousAnswer {
	a := &PreviousAnswer{Digest: digestOf(lines, opened), LateChanges: t.changes, Causes: t.q.causes}
	same := t.previous.Digest == "" || t.previous.Digest == a.Digest
	a.Agrees = !slices.ContainsFunc(t.changes, func(c LateChange) bool { return c.moves() }) && len(t.rejected) == 0 && (same || t.narrowed && t.previous.Leases != nil)
	return a
}

// incomparable reports whether the report selects only some leases and follows a closing that has only a digest.
func (t *priorComparison) incomparable() bool { return t.narrowed && t.previous.Leases == nil }

func (t *priorComparison) notes() (notes []string) {
	switch {
	case t.incomparable():
		notes = append(notes, "The signed digest covers all leases, but this report has only some of them: to compare their balances, supply the signed leases.")
	case t.narrowed && t.previous.Digest != "":
		notes = append(notes, "The signed balances are compared lease by lease: the signed digest covers all leases, but this report has only some of them.")
	}
	if !t.previous.complete() {
		notes = append(notes, "The previous closing contains only balances, so income, expense and cash of closed periods are not compared.")
	}
	if slices.ContainsFunc(t.changes, func(c LateChange) bool { return len(c.Tags) > 0 }) {
		notes = append(notes, "No entry is posted for a changed tag, or for an account code that changes with a tag or a class: transfer the affected balances yourself.")
	}
	if len(t.rejected) > 0 {
		notes = append(notes, "The signed balances of rejected leases are not compared: "+listed(t.rejected)+".")
	}
	return notes
}

func (p *printer) previous(a *PreviousAnswer) {
	p.Raw(`,"previous":{"agrees":`)
	p.Dst = strconv.AppendBool(p.Dst, a.Agrees)
	p.Text(`,"digest":`, a.Digest)
	jsonout.List(&p.Printer, `,"lateChanges":`, a.LateChanges, func(c *LateChange) { p.Dst = c.Append(p.Dst) })
	if len(a.Causes) > 0 {
		p.Texts(`,"causes":`, a.Causes)
	}
	p.Raw(`}`)
}

// Append appends the correction as one JSON object.
func (c *LateChange) Append(dst []byte) []byte {
	p := jsonout.Printer{Dst: dst, Places: c.places}
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
		jsonout.List(&p, `,"tags":`, c.Tags, func(tag *Retagged) {
			p.Text(`{"name":`, tag.Name)
			p.Text(`,"signed":`, tag.Signed)
			p.Text(`,"now":`, tag.Now)
			p.Raw(`}`)
		})
	}
	if c.Dropped {
		p.Raw(`,"dropped":true`)
	}
	p.Raw(`}`)
	return p.Dst
}

// Places returns the number of decimals in the amounts.
func (c *LateChange) Places() int { return c.places }

// Standards returns the lease's standard, or nil if the lease is no longer supplied and the closing
// does not record the lease's standard.
func (c *LateChange) Standards() []leasehold.Standard {
	if !c.standard.Set {
		return nil
	}
	return []leasehold.Standard{c.standard.Value}
}
