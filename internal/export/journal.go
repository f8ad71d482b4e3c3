package export

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// Entries is the frequency of a lease's entries.
type Entries uint8

// The values of Entries.
const (
	EntriesByFormat Entries = iota // one entry per calendar month for accounting software, and one per payment period in the csv format
	EntriesByPeriod                // one entry per payment period
	EntriesByMonth                 // one entry per calendar month
)

// program describes the journal files of one accounting package. A file is either a table or text
// that functions write. A table ends with columns for the account map's segments.
type program struct {
	columns     []column
	choose      func(*Options) []column // returns the columns; replaces the field columns
	ownSegments bool                    // whether the columns already include the segments

	open  func(b *bytes.Buffer, f *journalFile)
	entry func(b *bytes.Buffer, j *journal, e *entry) error
	close func(b *bytes.Buffer, f *journalFile) // writes the end of a file that contains many leases; may be nil

	numbered    bool                   // whether lines or entries are numbered consecutively throughout the file
	format      string                 // the format's name in messages about the limit
	limit       int64                  // amounts must be below this limit; 0 for no limit
	oneCurrency string                 // name of the software, if its format has no currency column; otherwise empty
	priced      string                 // name of the software, if it requires a currency; otherwise empty
	check       func(o *Options) error // validates the options; may be nil
}

func (p *program) table(o *Options) []column {
	if p.choose != nil {
		return p.choose(o)
	}
	return p.columns
}

func (p *program) begin(b *bytes.Buffer, f *journalFile) {
	if p.open != nil {
		p.open(b, f)
		return
	}
	appendRow(b, append(each(p.table(f.Options), column.title), each(p.segments(f.Options), Text)...))
}

// segments returns the account map's segments that become additional columns.
func (p *program) segments(o *Options) []string {
	if p.ownSegments {
		return nil
	}
	return o.columns()
}

func (p *program) add(b *bytes.Buffer, j *journal, entries []entry) error {
	if p.priced != "" && j.label == "" && len(entries) > 0 {
		return &OptionError{Option: "currency", OfLease: true, Message: fmt.Sprintf(
			"%s requires a currency, but %s has no currency; set the currency of the lease or of the file", p.priced, nameOf(j.lease))}
	}
	write := p.entry
	if write == nil {
		write = p.rows
	}
	for i := range entries {
		if err := write(b, j, &entries[i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *program) rows(b *bytes.Buffer, j *journal, e *entry) error {
	table, segments, limit := p.table(j.Options), p.segments(j.Options), money.Int(p.limit).Minor(j.places)
	for i := range e.Lines {
		l := &e.Lines[i]
		if a := l.Debit.Add(l.Credit); p.limit > 0 && a.Cmp(limit) >= 0 {
			return &OptionError{Option: "format", Message: fmt.Sprintf("%s accepts only amounts below %d; the journal of %s contains %s",
				p.format, p.limit, nameOf(j.lease), j.amount(a))}
		}
		if p.numbered {
			*j.lines++
		}
		row := make([]string, 0, len(table)+len(segments))
		for _, c := range table {
			row = append(row, c.cell(j, e, i))
		}
		for _, segment := range segments {
			row = append(row, Text(j.segment(l, segment)))
		}
		appendRow(b, row)
	}
	return nil
}

func nameOf(l *leasehold.Lease) string {
	if l.ID == "" {
		return "the lease"
	}
	return "lease " + strict.Quote(l.ID)
}

type journalFile struct {
	*Options

	title      string
	accounts   []posting  // accounts to which the file's entries may post
	currencies []currency // currencies of the file; for a file with many leases, empty until the end of the file
}

// currency is a currency's label and number of decimals.
type currency struct {
	label  string
	places int
}

type entry struct {
	Kind          schedule.EntryKind
	Date          civil.Date
	Memo          string
	Period, Event int
	Lines         []line
	name          string // suffix of the entry number
	part          part
}

// part distinguishes two kinds of entry: entries that reclassify the current portion of the liability, and
// all other entries.
type part uint8

// The values of part.
const (
	wholeLiability  part = iota
	currentPart          // the entry reclassifies the current portion on a given day
	currentReversed      // the entry reverses the reclassification on the next day
)

// line is a line of an entry, with the account map entry that applies to it. Without an account map, that entry is nil.
type line struct {
	leasehold.Line
	to *target
}

// posting is an account, with the account map entry that applies to it. Without an account map, that entry is nil.
type posting struct {
	account leasehold.Account
	to      *target
}

// code returns the user's code for the account or, without an account map, Leasehold's account name.
func (l *line) code() string {
	if l.to == nil {
		return accountName(l.Account)
	}
	return l.to.code
}

type journal struct {
	*Options

	lease  *leasehold.Lease
	places int    // number of decimals in amounts
	label  string // currency label of the amounts
	digest string // identifies the lease in entry numbers; set on first use
	lines  *int64 // number of lines written to the file so far
	group  *group // group of the summed entries; nil for a single lease's entries
}

// group is a group of leases. One summed entry adds up their entries.
type group struct {
	name     string // empty if the group contains all leases
	standard string // standard of the leases, if leases are grouped by standard
}

func (o *Options) journal(l *leasehold.Lease, c money.Currency) *journal {
	return &journal{Options: o, lease: l, places: c.Places(), label: cmp.Or(c.String(), o.Currency)}
}

func (p *program) validate(o *Options) error {
	if p.check == nil {
		return nil
	}
	return p.check(o)
}

func (p *program) write(w io.Writer, r *leasehold.Result, o *Options, by Entries) error {
	if err := p.validate(o); err != nil {
		return err
	}
	entries, err := o.entriesOf(r, by)
	if err != nil {
		return err
	}
	j := o.journal(&r.Lease, r.Lease.Currency)
	j.lines = new(int64)
	f := &journalFile{
		Options: o, title: title(r), accounts: o.used(entries), currencies: []currency{{j.label, j.places}},
	}
	var b bytes.Buffer
	p.begin(&b, f)
	if err := p.add(&b, j, entries); err != nil {
		return err
	}
	if _, err := b.WriteTo(w); err != nil {
		return fmt.Errorf("write the journal: %w", err)
	}
	return nil
}

// entriesOf returns a lease's entries within the options' date range.
func (o *Options) entriesOf(r *leasehold.Result, by Entries) (list []entry, err error) {
	var all []leasehold.NumberedEntry
	if by == EntriesByMonth {
		if all, err = leasehold.MonthlyJournal(context.Background(), r); err != nil {
			return nil, err
		}
	} else {
		for _, e := range leasehold.Journal(&r.Measurement) {
			all = append(all, leasehold.NumberedEntry{Entry: e, Number: recorded(&e)})
		}
	}
	all = slices.DeleteFunc(all, func(e leasehold.NumberedEntry) bool { return !o.covers(e.Date) || !o.selects(&e.Entry) })
	var missing missingAccounts
	list = o.posted(&portfolio.Line{Lease: &r.Lease, Figures: &leasehold.LeaseFigures{Class: lastClass(r)}}, all, &missing)
	return list, missing.err(o.Accounts)
}

func lastClass(r *leasehold.Result) leasehold.ReportedClass {
	switch l := &r.Lease; {
	case l.Exemption == leasehold.ShortTerm:
		return schedule.ReportedShortTerm
	case l.Exemption == leasehold.LowValue:
		return schedule.ReportedLowValue
	case r.Segments[len(r.Segments)-1].Class == leasehold.Operating:
		return schedule.ReportedOperating
	}
	return schedule.ReportedFinance
}

// posted returns a lease's entries with the accounts that the options assign. It omits lines of
// 0.00, because accounting software rejects them. If no entry of the account map applies to an
// account, that account is recorded as missing.
func (o *Options) posted(l *portfolio.Line, entries []leasehold.NumberedEntry, missing *missingAccounts) []entry {
	list := make([]entry, 0, len(entries))
	for i := range entries {
		e := &entries[i]
		p := entry{
			Kind: e.Kind, Date: e.Date, Memo: e.Memo, Period: e.Period, Event: e.Event, Lines: make([]line, 0, len(e.Lines)),
			name: strings.TrimPrefix(e.Number, l.Lease.ID+"-"),
		}
		for _, of := range e.Lines {
			if of.Debit == of.Credit {
				continue
			}
			var to *target // nil if there is no account map
			if o.Accounts != nil {
				if to = o.Accounts.find(of.Account, l); to == nil {
					missing.add(of.Account, l)
				}
			}
			p.Lines = append(p.Lines, line{of, to})
		}
		if len(p.Lines) > 0 {
			list = append(list, p)
		}
	}
	return list
}

func (o *Options) covers(d civil.Date) bool {
	return !d.Before(o.First) && (o.Last == (civil.Date{}) || !o.Last.Before(d))
}

// digestDigits is the number of hexadecimal digits of a digest in an entry number.
const digestDigits = 6

// number returns an entry number that is no longer than the given maximum length. If this maximum
// is 0, the length is not limited. The entry number consists of the lease's ID and the entry's
// suffix. If the lease has no ID or the number would be too long, a digest replaces the ID. If the
// number is still too long, it is replaced with a digest of both the ID and the suffix.
func (j *journal) number(e *entry, most int) string {
	fits := func(id string) bool { return most == 0 || utf8.RuneCountInString(Text(id))+1+len(e.name) <= most }
	if id := j.lease.ID; id != "" && fits(id) {
		return id + "-" + e.name
	}
	if j.digest == "" {
		identity := []byte(j.lease.ID) // the ID stays the same if the lease is corrected
		if j.lease.ID == "" {
			identity = j.lease.Append(nil)
		}
		j.digest = paper.Digest(identity)
	}
	if short := j.digest[:digestDigits]; fits(short) {
		return short + "-" + e.name
	}
	return paper.Digest([]byte(j.digest + "-" + e.name))[:most]
}

// recorded returns the suffix of an entry number: the period's number, 0000 for commencement, E001
// for the first event, or END for the end of the lease term.
func recorded(e *leasehold.Entry) string {
	switch e.Kind {
	case schedule.EntryEvent:
		return fmt.Sprintf("E%03d", e.Event+1)
	case schedule.EntryExpiry:
		return "END"
	default:
		return fmt.Sprintf("%04d", e.Period)
	}
}

func (j *journal) amount(a money.Amount) string { return plain(a, j.places) }

func (j *journal) side(a money.Amount) string {
	if a.IsZero() {
		return ""
	}
	return j.amount(a)
}

// signed formats a line's amount. Debits are positive, and credits are negative.
func (j *journal) signed(l *line) string { return j.amount(l.Debit.Sub(l.Credit)) }

// segment returns a segment's value for a line. The account map contains either the value itself or
// the name of the lease tag with the value.
func (j *journal) segment(l *line, column string) string {
	if l.to == nil {
		return ""
	}
	value := l.to.segments[column]
	if tag, ok := strings.CutPrefix(value, segmentTag); ok {
		return j.lease.Tags[tag]
	}
	return value
}

// segmentTag is the prefix that marks a tag name in the account map, as in tag:entity.
const segmentTag = "tag:"

func title(r *leasehold.Result) string {
	l := &r.Lease
	title := fmt.Sprintf("%s from %s, %d months", wording.Treatment(&r.Measurement), l.CommencementDate, l.TermMonths)
	for _, name := range []string{l.Name, l.ID} {
		if name != "" {
			title = name + ", " + title
		}
	}
	return title
}

// used returns the accounts to which the entries post, in the order of [Options.postings].
func (o *Options) used(entries []entry) []posting {
	posted := make(map[posting]bool)
	for i := range entries {
		for k := range entries[i].Lines {
			posted[posting{entries[i].Lines[k].Account, entries[i].Lines[k].to}] = true
		}
	}
	return slices.DeleteFunc(o.postings(), func(p posting) bool { return !posted[p] })
}

// postings returns every account to which entries may post, in the engine's order. An account
// appears once for each of its entries in the account map.
func (o *Options) postings() (list []posting) {
	for _, a := range allAccounts() {
		if o.Accounts == nil {
			list = append(list, posting{a, nil})
			continue
		}
		for _, to := range o.Accounts.targets[a] {
			list = append(list, posting{a, to})
		}
	}
	return list
}

// JournalTable has one row per line of each entry, with Leasehold's account names.
var JournalTable = &Table{
	columns: []string{"entry", "date", "memo", "account", "debit", "credit"},
	rows: func(r *leasehold.Result, add func(...string)) {
		o := new(Options)
		j := o.journal(&r.Lease, r.Lease.Currency)
		entries, _ := o.entriesOf(r, EntriesByPeriod) // never fails, because accounts can be missing only from an account map
		for i := range entries {
			for line := range entries[i].Lines {
				add(each(journalCSV.columns, func(c column) string { return c.cell(j, &entries[i], line) })...)
			}
		}
	},
}

// ParseFund parses the fund of a journal. The name must be a value of the lease's fund field,
// except "both". An empty name selects no fund. The error is an [*OptionError].
func ParseFund(name string) (fund leasehold.Optional[leasehold.Fund], err error) {
	if name == "" {
		return fund, nil
	}
	if !slices.Contains(member.Names(member.Funds), name) || name == leasehold.BothFunds.String() {
		return fund, &OptionError{Option: "fund", Message: strict.NotAllowed(strict.Quote(name), []string{leasehold.GovernmentWide.String(), leasehold.Governmental.String()})}
	}
	fund.Set = true
	return fund, fund.Value.UnmarshalText([]byte(name))
}

// checkFund returns an error if a lease has entries for both funds but the options select neither.
func (o *Options) checkFund(l *leasehold.Lease) error {
	if l.Fund.Value != leasehold.BothFunds || o.Fund.Set {
		return nil
	}
	return &OptionError{Option: "fund", Message: fmt.Sprintf("%s has both sets of journal entries, but a ledger takes only one set; choose %s or %s",
		nameOf(l), leasehold.GovernmentWide, leasehold.Governmental)}
}

// selects reports whether an entry is written. If the options select a fund, the other fund's entries are omitted.
func (o *Options) selects(e *leasehold.Entry) bool {
	return !o.Fund.Set || !e.Fund.Set || e.Fund == o.Fund
}

// inFund reports whether a lease's entries are for a governmental fund, which recognizes neither an
// asset nor a liability.
func (o *Options) inFund(l *leasehold.Lease) bool {
	return l.InFund() || l.HasFundEntries() && o.Fund.Set && o.Fund.Value == leasehold.Governmental
}
