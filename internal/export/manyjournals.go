package export

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Journals writes the entries of many leases to one file. The caller calls Open, then Lease for
// each lease, then Close. If Numbered returns true, the Lease method must be called in the order in
// which the file lists the leases. Otherwise, Lease may be called concurrently.
type Journals struct {
	options Options
	program *program
	span    leasehold.Span
	lines   int64
	funds   atomic.Int64
	missing missingAccounts
}

// Journals returns a writer for the entries of a reporting period. The error is an [*OptionError].
func (f *Format) Journals(o Options, span leasehold.Span) (*Journals, error) {
	if f.program == nil {
		return nil, &OptionError{Option: "format", Message: f.Name + " is not a journal format"}
	}
	if err := cmp.Or(checkCurrency(o.Currency), f.program.validate(&o)); err != nil {
		return nil, err
	}
	return &Journals{options: o, program: f.program, span: span}, nil
}

// Numbered reports whether lines or entries are numbered throughout the file.
func (j *Journals) Numbered() bool { return j.program.numbered }

func (j *Journals) file(currencies []money.Currency) *journalFile {
	f := &journalFile{
		Options: &j.options, title: fmt.Sprintf("Leases from %s to %s", j.span.From, j.span.To), accounts: j.options.postings(),
	}
	for _, c := range currencies {
		f.currencies = append(f.currencies, currency{cmp.Or(c.String(), j.options.Currency), c.Places()})
	}
	return f
}

// Open writes the start of the file.
func (j *Journals) Open(b *bytes.Buffer) { j.program.begin(b, j.file(nil)) }

// Lease writes a lease's entries. Lease omits entries without lines.
func (j *Journals) Lease(b *bytes.Buffer, l *portfolio.Line) error {
	entries, err := j.entries(l)
	if err != nil {
		return err
	}
	to := j.options.journal(l.Lease, l.Lease.Functional())
	to.lines = &j.lines
	return j.program.add(b, to, entries)
}

// entries returns a lease's entries with the account map's accounts. If the options require a reclassification, its two
// entries are included. A governmental fund has no asset or liability to derecognize or reclassify.
func (j *Journals) entries(l *portfolio.Line) ([]entry, error) {
	o := &j.options
	if err := o.checkFund(l.Lease); err != nil {
		return nil, err
	}
	booked, err := o.booked(l, j.span)
	if err != nil {
		return nil, err
	}
	list := o.posted(l, booked, &j.missing)
	if !o.Reclassify || l.Figures.Books().Of(figure.CurrentLiability).IsZero() {
		return list, nil
	}
	if o.inFund(l.Lease) {
		j.funds.Add(1)
		return list, nil
	}
	reclassified := o.posted(l, reclassified(l, j.span.To), &j.missing)
	reclassified[0].part, reclassified[1].part = currentPart, currentReversed
	return append(list, reclassified...), nil
}

// Unclassified returns the number of leases in governmental funds so far. Their current liability
// is not reclassified, because a governmental fund recognizes no lease liability.
func (j *Journals) Unclassified() int64 { return j.funds.Load() }

// Close writes the end of a file with leases in the given currencies. If the account map lacks
// accounts, an [*OptionError] names all of them. An [*OptionError] is also returned if the format
// allows only one currency and the leases have several.
func (j *Journals) Close(b *bytes.Buffer, currencies []money.Currency) error {
	if err := j.missing.err(j.options.Accounts); err != nil {
		return err
	}
	f := j.file(currencies)
	if j.program.oneCurrency != "" {
		labels := each(f.currencies, func(c currency) string { return cmp.Or(c.label, "no currency") })
		slices.Sort(labels)
		if labels = slices.Compact(labels); len(labels) > 1 {
			return &OptionError{Option: "format", Message: fmt.Sprintf("%s has no column for the currency, and these leases have %s; write one file for each currency",
				j.program.oneCurrency, strings.Join(labels, ", "))}
		}
	}
	if j.program.close != nil {
		j.program.close(b, f)
	}
	return nil
}

// booked returns a lease's entries for a reporting period, posted to the account map's optional accounts.
func (o *Options) booked(l *portfolio.Line, span leasehold.Span) ([]leasehold.NumberedEntry, error) {
	omitted := func(e leasehold.NumberedEntry) bool { return !o.selects(&e.Entry) }
	entries := slices.DeleteFunc(slices.Clone(l.Figures.Entries), omitted)
	clearing, accumulated := o.has(accountRentClearing, l), o.has(accountAccumulated, l)
	if clearing || accumulated {
		useOptionalAccounts(entries, clearing, accumulated)
	}
	if accumulated && !o.inFund(l.Lease) && l.Lease.TermMonths > 0 { // a lease that the current report omits has no lease term
		released, err := releases(l, span)
		if err != nil {
			return nil, err
		}
		entries = append(entries, released...)
		slices.SortStableFunc(entries, func(a, b leasehold.NumberedEntry) int { return a.Date.Compare(b.Date) })
	}
	return entries, nil
}

// useOptionalAccounts replaces lines of entries with lines that use optional accounts. If clearing
// is true, monthly rent is posted to rent clearing. If accumulated is true, amortization and
// impairment are posted to accumulated amortization.
func useOptionalAccounts(entries []leasehold.NumberedEntry, clearing, accumulated bool) {
	for i := range entries {
		e := &entries[i]
		e.Lines = slices.Clone(e.Lines)
		month := e.Kind == schedule.EntryMonth
		impairment := e.Kind == schedule.EntryEvent && slices.ContainsFunc(e.Lines, func(l leasehold.Line) bool {
			return l.Account == standard.AccountImpairmentLoss || l.Account == standard.AccountImpairmentReversal
		})
		for k := range e.Lines {
			switch line := &e.Lines[k]; {
			case month && line.Account == standard.AccountCash && clearing:
				line.Account = accountRentClearing
			case (month || impairment) && line.Account.Role() == standard.AccountRouAsset && accumulated:
				line.Account = accountAccumulated
			}
		}
		if e.Kind == schedule.EntryCorrection && accumulated {
			for _, line := range e.Amortized { // reverse the asset's line and post the amount to accumulated amortization
				reversal := leasehold.Line{Account: line.Account, Debit: line.Credit, Credit: line.Debit}
				line.Account = accountAccumulated
				e.Lines = append(e.Lines, reversal, line)
			}
		}
	}
}

// releases returns the entries that derecognize accumulated amortization at events and at the end of the lease term.
func releases(l *portfolio.Line, span leasehold.Span) (list []leasehold.NumberedEntry, err error) {
	if l.Lease.Foreign() {
		for _, of := range l.Figures.Released {
			list = append(list, release(l, of.Date, of.Amount)...)
		}
		return list, nil
	}
	var days []civil.Date
	for i := range l.Lease.Events {
		days = append(days, l.Lease.Events[i].Date)
	}
	if l.Figures.RemainingMonths.Sign() == 0 {
		m, err := leasehold.Measure(l.Lease)
		if err != nil {
			return nil, err
		}
		last := m.Schedule[len(m.Schedule)-1].Last
		days = append(days, last, last.Next())
	}
	slices.SortFunc(days, civil.Date.Compare)
	for _, day := range slices.Compact(days) {
		if day.Before(span.From) || span.To.Before(day) {
			continue
		}
		released, err := releasedOn(l.Lease, day)
		if err != nil {
			return nil, err
		}
		list = append(list, release(l, day, released)...)
	}
	return list, nil
}

// release returns the entry that derecognizes accumulated amortization on a given day, or nil if the amount is 0.
func release(l *portfolio.Line, day civil.Date, released money.Amount) []leasehold.NumberedEntry {
	if released.IsZero() {
		return nil
	}
	from, to := accountAccumulated, l.Lease.Standard.Account(standard.AccountRouAsset)
	if released.Sign() < 0 { // the asset was negative because of lease incentives
		from, to, released = to, from, released.Neg()
	}
	memo := l.Lease.Say("Accumulated amortization derecognized, lease ") + l.Lease.ID
	return []leasehold.NumberedEntry{transfer(l, day, "A", memo, from, to, released)}
}

func transfer(
	l *portfolio.Line, day civil.Date, suffix, memo string, debit, credit leasehold.Account, amount money.Amount,
) leasehold.NumberedEntry {
	return leasehold.NumberedEntry{Number: l.Lease.ID + "-" + compact(day) + "-" + suffix, Entry: leasehold.Entry{
		Kind: schedule.EntryEvent, Date: day, Memo: memo,
		Lines: []leasehold.Line{{Account: debit, Debit: amount}, {Account: credit, Credit: amount}},
	}}
}

func releasedOn(l *leasehold.Lease, day civil.Date) (money.Amount, error) {
	before, err := leasehold.MeasureSpan(l, leasehold.Span{From: day.Prev(), To: day.Prev(), InLeaseCurrency: true})
	if err != nil {
		return money.Amount{}, err
	}
	on, err := leasehold.MeasureSpan(l, leasehold.Span{From: day, To: day, InLeaseCurrency: true})
	if err != nil {
		return money.Amount{}, err
	}
	return before.Of(figure.AssetAccumulated).Add(on.Of(figure.AssetAmortization)).Add(on.Of(figure.AssetImpairment)).
		Sub(on.Of(figure.AssetAccumulated)), nil
}

// reclassified returns two entries. The first entry reclassifies the current portion of the liability on a given day,
// and the second entry reverses the first entry on the next day. The current portion must not be 0.
func reclassified(l *portfolio.Line, day civil.Date) []leasehold.NumberedEntry {
	current := l.Figures.Books().Of(figure.CurrentLiability)
	liability := l.Lease.Standard.Account(standard.AccountLeaseLiability)
	memo := l.Lease.Say("Current part of the lease liability on "+day.String()+", lease ") + l.Lease.ID
	return []leasehold.NumberedEntry{
		transfer(l, day, "C", memo, liability, accountCurrentLiability, current),
		transfer(l, day.Next(), "R", memo+", reversed", accountCurrentLiability, liability, current),
	}
}

func compact(d civil.Date) string { return fmt.Sprintf("%04d%02d%02d", d.Year, d.Month, d.Day) }

// Summed adds up the entries of many leases into one entry per calendar month, group and functional
// currency. An entry has at most one debit line and one credit line per account. Reclassifications
// of the current portion and their reversals remain separate entries.
type Summed struct {
	journals *Journals
	keys     []portfolio.Key
	entries  map[summedKey]*summed
}

type summedKey struct {
	date     civil.Date
	part     part
	currency money.Currency
	group    string
}

type summed struct {
	values []string // values of the grouping keys
	leases int64
	sides  map[posting][2]money.Amount // each account's total debits and total credits
}

// Summed returns an empty sum of lease entries, grouped by keys. The error is an [*OptionError] if
// a segment or a column uses a tag that is not a grouping key.
func (j *Journals) Summed(keys []portfolio.Key) (*Summed, error) {
	grouped := func(tag string) bool {
		return slices.ContainsFunc(keys, func(k portfolio.Key) bool { return k.String() == segmentTag+tag })
	}
	for _, column := range j.options.columns() {
		for _, p := range j.options.postings() {
			if tag, ok := strings.CutPrefix(p.to.segments[column], segmentTag); ok && !grouped(tag) {
				return nil, accountsError("segment %s requires tag:%s, but the entries are not grouped by this tag", column, tag)
			}
		}
	}
	for _, c := range j.options.Columns {
		if tag, ok := strings.CutPrefix(c.Name, segmentTag); ok && !grouped(tag) {
			return nil, &OptionError{Option: "columns", Message: "tag:" + tag + " is not a group key of the entries"}
		}
	}
	return j.sum(keys), nil
}

func (j *Journals) sum(keys []portfolio.Key) *Summed {
	return &Summed{journals: j, keys: keys, entries: map[summedKey]*summed{}}
}

// Another returns an empty sum with the same grouping keys.
func (s *Summed) Another() *Summed { return s.journals.sum(s.keys) }

// Add adds a lease's entries to the sums.
func (s *Summed) Add(l *portfolio.Line) error {
	entries, err := s.journals.entries(l)
	if err != nil {
		return err
	}
	values := make([]string, len(s.keys))
	for i, k := range s.keys {
		values[i] = k.Value(l.Lease, l.Figures)
	}
	counted := map[*summed]bool{} // summed entries in which the lease is already counted
	for i := range entries {
		e := &entries[i]
		key := summedKey{date: e.Date, part: e.part, currency: l.Lease.Functional(), group: strings.Join(values, "\x00")}
		if e.part == wholeLiability {
			if key.date = e.Date.MonthEnd(); s.journals.span.To.Before(key.date) {
				key.date = s.journals.span.To
			}
		}
		to := s.entry(key, values)
		if !counted[to] {
			counted[to] = true
			to.leases++
		}
		for k := range e.Lines {
			to.add(posting{e.Lines[k].Account, e.Lines[k].to}, e.Lines[k].Debit, e.Lines[k].Credit)
		}
	}
	return nil
}

func (s *Summed) entry(key summedKey, values []string) *summed {
	e := s.entries[key]
	if e == nil {
		e = &summed{values: values, sides: map[posting][2]money.Amount{}}
		s.entries[key] = e
	}
	return e
}

func (e *summed) add(p posting, debit, credit money.Amount) {
	sides := e.sides[p]
	e.sides[p] = [2]money.Amount{sides[0].Add(debit), sides[1].Add(credit)}
}

// Merge adds the totals of o, which must have the same grouping keys.
func (s *Summed) Merge(o *Summed) {
	for key, from := range o.entries {
		to := s.entry(key, from.values)
		to.leases += from.leases
		for p, sides := range from.sides {
			to.add(p, sides[0], sides[1])
		}
	}
}

// Write writes the summed entries by date. Entries with the same date are sorted by type (monthly
// entries before reclassifications), group and currency.
func (s *Summed) Write(b *bytes.Buffer) error {
	keys := slices.SortedFunc(maps.Keys(s.entries), func(a, b summedKey) int {
		return cmp.Or(a.date.Compare(b.date), cmp.Compare(a.part, b.part), strings.Compare(a.group, b.group), strings.Compare(a.currency.String(), b.currency.String()))
	})
	for _, key := range keys {
		if err := s.write(b, key, s.entries[key]); err != nil {
			return err
		}
	}
	return nil
}

// write writes one summed entry, or nothing if all its amounts are 0.
func (s *Summed) write(b *bytes.Buffer, key summedKey, sum *summed) error {
	of := &group{name: strings.Trim(strings.Join(sum.values, "-"), "-")}
	named := leasehold.Lease{ID: cmp.Or(of.name, "leases"), Currency: key.currency, Tags: map[string]string{}}
	for i, k := range s.keys {
		if tag, ok := strings.CutPrefix(k.String(), segmentTag); ok {
			named.Tags[tag] = sum.values[i]
		} else if k.String() == "standard" {
			of.standard = sum.values[i]
		}
	}
	e := entry{Kind: schedule.EntryMonth, Date: key.date}
	e.name, e.Memo = sum.describe(key, cmp.Or(of.name, "All leases"))
	for _, p := range s.journals.options.postings() {
		sides := sum.sides[p]
		for _, l := range []leasehold.Line{{Account: p.account, Debit: sides[0]}, {Account: p.account, Credit: sides[1]}} {
			if l.Debit != l.Credit {
				e.Lines = append(e.Lines, line{l, p.to})
			}
		}
	}
	if len(e.Lines) == 0 {
		return nil
	}
	to := s.journals.options.journal(&named, key.currency)
	to.group, to.lines = of, &s.journals.lines
	return s.journals.program.add(b, to, []entry{e})
}

// describe returns the suffix of the entry number, and the memo, which includes the number of leases.
func (e *summed) describe(key summedKey, group string) (name, memo string) {
	leases := markup.Plural(e.leases, "lease")
	switch key.part {
	case currentPart:
		return compact(key.date) + "-C", group + ", current part of lease liabilities, " + leases
	case currentReversed:
		return compact(key.date) + "-R", group + ", current part of lease liabilities reversed, " + leases
	default:
		return fmt.Sprintf("%04d%02d", key.date.Year, key.date.Month), fmt.Sprintf("%s, lease entries of %04d-%02d, %s", group, key.date.Year, key.date.Month, leases)
	}
}
