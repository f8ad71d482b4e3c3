package closingfile

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Maker makes a closing of any number of leases in little memory: [Maker.Plan] says what
// becomes of each, [Maker.Take] takes the parts of a run, and [Maker.Write] writes the
// files, with the leases of the closing before next to those of this one, both by their ids.
type Maker struct {
	Head

	Before  *Closing        // nil for the first
	Entries closing.Printer // prints the entries of a lease as CSV
	Texts   bool            // keep the requests of leases that changed

	lines closing.Sorted
}

// Span is the span over which leases are measured.
func (m *Maker) Span() leasehold.Span {
	return leasehold.Span{From: m.From, To: m.To, Monthly: true}
}

// Close removes what was put aside.
func (m *Maker) Close() error { return m.lines.Close() }

// Plan says what becomes of a lease: a line to be sorted.
func (m *Maker) Plan() *closing.Plan {
	return &closing.Plan{
		Start:   func() any { return new(bytes.Buffer) },
		Collect: func(to any, l *portfolio.Line) error { return m.collect(to.(*bytes.Buffer), l) },
	}
}

// Take takes a part of a run.
func (m *Maker) Take(p *closing.Part) error {
	for line := range bytes.Lines(p.More.(*bytes.Buffer).Bytes()) {
		if err := m.lines.Add(line); err != nil {
			return err
		}
	}
	return nil
}

// record is a lease as it is sorted: texts without tabs and line feeds.
type record struct {
	id       string
	input    string // SHA-256
	text     string // the normalized request
	name     string // quoted
	standard string
	currency string // functional
	kind     string // how its entries are kept: see kindOf
	opened   string // what the books carried at the start: see appendPosition
	entries  string // quoted
	signed   string // the line of the digest, or nothing
}

// Fund is whose entries are kept with a closing where leases have those of both funds:
// what is signed are the figures of the government-wide statements.
var Fund = leasehold.Optional[leasehold.Fund]{Value: leasehold.GovernmentWide, Set: true}

// The kinds of leases whose corrections differ.
const (
	onBalance = ""
	exempt    = "exempt"
	fund      = "fund"
	bothFunds = "both"
)

func kindOf(l *leasehold.Lease) string {
	switch {
	case l.InFund():
		return fund
	case l.Fund.Value == leasehold.BothFunds && !l.Exempt():
		return bothFunds
	case l.Exempt():
		return exempt
	}
	return onBalance
}

// collect appends the line of a lease.
func (m *Maker) collect(to *bytes.Buffer, l *portfolio.Line) error {
	text := l.Lease.Append(nil)
	var entries bytes.Buffer
	if err := m.Entries(&entries, l); err != nil {
		return err
	}
	fields := []string{
		l.Lease.ID, Fingerprint(text), string(text), strconv.Quote(l.Lease.Name), l.Lease.Standard.String(), l.Lease.Functional().String(), kindOf(l.Lease),
		string(appendPosition(nil, &l.Figures.Opened)), strconv.Quote(entries.String()), strings.TrimSuffix(string(l.AppendSigned(nil)), "\n"),
	}
	to.WriteString(strings.Join(fields, "\t") + "\n")
	return nil
}

// read splits a line into its fields.
func (r *record) read(line []byte) {
	f := strings.SplitN(strings.TrimSuffix(string(line), "\n"), "\t", 10) // the last has tabs of its own
	*r = record{f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], f[9]}
}

// each gives the leases by their ids.
func (m *Maker) each(do func(*record) error) error {
	var r record
	return m.lines.Each(func(line []byte) error {
		r.read(line)
		return do(&r)
	})
}

// amountsOf are the amounts of a position, in one order.
func amountsOf(p *leasehold.Position) [5]*money.Amount {
	return [...]*money.Amount{&p.Liability, &p.RouAsset, &p.Accumulated, &p.Prepaid, &p.Services}
}

// appendPosition appends the amounts of a position in minor units.
func appendPosition(dst []byte, p *leasehold.Position) []byte {
	for i, a := range amountsOf(p) {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = a.AppendPlaces(dst, 0)
	}
	return dst
}

// position reads what the books carried of the lease at the start of the span.
func (r *record) position() (p leasehold.Position, err error) {
	texts := strings.Fields(r.opened)
	for i, a := range amountsOf(&p) {
		d, err := money.Parse(texts[i])
		if err != nil {
			return p, fmt.Errorf("read the opening of lease %s: %w", r.id, err)
		}
		*a = d.Minor(0)
	}
	return p, nil
}

// lease returns what of the lease its corrections need.
func (r *record) lease() (*leasehold.Lease, error) {
	l := &leasehold.Lease{ID: r.id}
	var err error
	if l.Name, err = strconv.Unquote(r.name); err != nil {
		return nil, fmt.Errorf("read the name of lease %s: %w", r.id, err)
	}
	if err := l.Standard.UnmarshalText([]byte(r.standard)); err != nil {
		return nil, fmt.Errorf("read the standard of lease %s: %w", r.id, err)
	}
	if err := l.Currency.UnmarshalText([]byte(r.currency)); err != nil {
		return nil, fmt.Errorf("read the currency of lease %s: %w", r.id, err)
	}
	switch r.kind {
	case exempt:
		l.Exemption = leasehold.ShortTerm
	case fund:
		l.Fund.Value, l.Fund.Set = leasehold.Governmental, true
	case bothFunds:
		l.Fund.Value, l.Fund.Set = leasehold.BothFunds, true
	}
	return l, nil
}

// entryLine is the line of a lease with one entry.
func entryLine(l *leasehold.Lease, e *leasehold.NumberedEntry) *portfolio.Line {
	return &portfolio.Line{Lease: l, Figures: &leasehold.LeaseFigures{Entries: []leasehold.NumberedEntry{*e}}}
}
