package disclosure

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// Column numbers on the sheet of leases, counted from 1.
const (
	figureColumns = 7 // not counting currency columns and tags
	functionalAt  = figureColumns + 2
)

// firstTag is the column of the first tag.
func (d *draft) firstTag() int {
	if d.several {
		return functionalAt + 1
	}
	return figureColumns + 1
}

// className returns the class of a lease, or "" under a standard with a single model.
func className(s leasehold.Standard, c leasehold.ReportedClass) string {
	if s.SingleModel() && (c == schedule.ReportedFinance || c == schedule.ReportedOperating) {
		return none
	}
	return strings.ReplaceAll(c.String(), "_", "-")
}

// none replaces a missing tag value, because formulas do not match empty cells.
const none = "–"

// leases writes the sheet with the leases of a period. The formulas of the workbook refer to it.
func (d *draft) leases(s *spreadsheet.Sheet, p *period) {
	widths := []float64{20, 28, 10, 12, 10, 12, 12}
	if d.several {
		widths = append(widths, 12, 12)
	}
	for range d.tags {
		widths = append(widths, 24)
	}
	for range d.fields {
		widths = append(widths, 18)
	}
	s.Widths(widths...)
	s.Freeze(leasesFirst-1, 2)
	s.Head(p.sheet, "One row per lease, "+p.span()+". The other sheets add these rows up.")
	headings := []spreadsheet.ColumnHeading{
		spreadsheet.Left("ID"), spreadsheet.Left("Name"), spreadsheet.Left("Standard"), spreadsheet.Left("Class"), spreadsheet.Left("Currency"),
		spreadsheet.Right("Remaining term, months"), spreadsheet.Right("Discount rate"),
	}
	if d.several {
		headings = append(headings, spreadsheet.Left("Lease currency"), spreadsheet.Left("Functional currency"))
	}
	for _, tag := range d.tags {
		headings = append(headings, spreadsheet.Left(tag).Given())
	}
	for _, f := range d.fields {
		headings = append(headings, spreadsheet.Right(f.heading))
	}
	s.Headings(headings...)
	for i := range p.leases {
		l := &p.leases[i]
		cells := []any{
			s.Text(spreadsheet.Plain, l.Lease.ID), s.Text(spreadsheet.Plain, l.Lease.Name), s.Text(spreadsheet.Plain, d.name(l.Lease.Standard)),
			s.Text(spreadsheet.Plain, className(l.Lease.Standard, l.Figures.Class)), s.Text(spreadsheet.Plain, d.label(l.Figures.Currency)),
			s.Value(spreadsheet.MonthsLeft, spreadsheet.Number(l.Figures.RemainingMonths.FloatString(15))),
			s.Value(spreadsheet.Rate, spreadsheet.Number(l.Figures.DiscountRateAnnual.String())),
		}
		if d.several {
			cells = append(cells, s.Text(spreadsheet.Plain, d.label(l.Lease.Currency)), s.Text(spreadsheet.Plain, d.label(l.Lease.Functional())))
		}
		for _, tag := range d.tags {
			cells = append(cells, s.Text(spreadsheet.Note, tagOf(l, tag)))
		}
		for _, f := range d.fields {
			cells = append(cells, amount(s, f.of(l), l.Figures.Currency.Places()))
		}
		s.Put(cells...)
	}
	s.PrintTo(spreadsheet.Letter(len(widths)))
}

func tagOf(l *portfolio.Line, tag string) string {
	if v := l.Lease.Tags[tag]; v != "" {
		return v
	}
	return none
}

// groupFields lists the figures of the groups.
var groupFields = []struct{ field, heading string }{
	{"liability.opening", "Opening liability"},
	{"liability.closing", "Liability"},
	{"currentLiability", "Current"},
	{"longTermLiability", "Long-term"},
	{"rouAsset.closing", "Asset"},
	{"cost.total", "Lease cost"},
	{"cash.total", "Cash paid"},
}

// group contains the leases in one currency that have the same key values.
type group struct {
	values []string
	places int
	leases int64
	sums   []money.Amount
}

// groups writes a row per group.
func (d *draft) groups(s *spreadsheet.Sheet) {
	var widths []float64
	var headings []spreadsheet.ColumnHeading
	for _, k := range d.GroupBy {
		widths = append(widths, 22)
		headings = append(headings, spreadsheet.Left(strings.TrimPrefix(k.String(), "tag:")).Given())
	}
	widths, headings = append(widths, 12, 10), append(headings, spreadsheet.Left("Currency"), spreadsheet.Right("Leases"))
	for _, f := range groupFields {
		widths, headings = append(widths, 20), append(headings, spreadsheet.Right(f.heading))
	}
	s.Widths(widths...)
	s.Freeze(leasesFirst-1, 0)
	s.Head("Groups", "Leases from "+d.span()+", added up from the sheet Leases.")
	s.Headings(headings...)
	found := d.grouped()
	for _, key := range slices.Sorted(maps.Keys(found)) {
		g, row := found[key], s.Row()+1
		var cells []any
		var conditions []string
		for i, column := range d.keyColumns() {
			cells = append(cells, s.Text(spreadsheet.Plain, g.values[i]))
			conditions = append(conditions, fmt.Sprintf("EXACT(%s,$%s%d)", d.rows(0, column), spreadsheet.Letter(i+1), row))
		}
		chosen := strings.Join(conditions, "*")
		cells = append(cells, s.Formula(spreadsheet.Whole, g.leases, "SUMPRODUCT(1*%s)", chosen))
		for i, f := range groupFields {
			cells = append(cells, s.Formula(spreadsheet.Amount.In(g.places), number(g.sums[i], g.places), "ROUND(SUMPRODUCT(%s*%s),%d)", chosen, d.rows(0, d.column(f.field)), g.places))
		}
		s.Put(cells...)
	}
	s.PrintTo(spreadsheet.Letter(len(widths)))
}

// keyColumns returns the names of the columns that identify a group: the keys and the currency.
func (d *draft) keyColumns() (list []string) {
	for _, k := range d.GroupBy {
		tag, isTag := strings.CutPrefix(k.String(), "tag:")
		switch i := slices.Index(d.tags, tag); {
		case k.String() == "standard":
			list = append(list, "C")
		case k.String() == "classification":
			list = append(list, "D")
		case isTag && i >= 0:
			list = append(list, spreadsheet.Letter(d.firstTag()+i))
		case d.several: // two columns: currency and functional currency
			list = append(list, spreadsheet.Letter(functionalAt))
		default: // one column: currency
			list = append(list, "E")
		}
	}
	return append(list, "E")
}

// grouped adds up the leases by group.
func (d *draft) grouped() map[string]*group {
	found := map[string]*group{}
	columns, functional := d.keyColumns(), ""
	if d.several {
		functional = spreadsheet.Letter(functionalAt)
	}
	for i := range d.Leases {
		l := &d.Leases[i]
		values := make([]string, len(columns))
		for k, column := range columns {
			switch column {
			case "C":
				values[k] = d.name(l.Lease.Standard)
			case "D":
				values[k] = className(l.Lease.Standard, l.Figures.Class)
			case "E":
				values[k] = d.label(l.Figures.Currency)
			case functional:
				values[k] = d.label(l.Lease.Functional())
			default:
				tag, _ := strings.CutPrefix(d.GroupBy[k].String(), "tag:")
				values[k] = tagOf(l, tag)
			}
		}
		key := strings.Join(values, "\x00")
		g := found[key]
		if g == nil {
			g = &group{values: values, places: l.Figures.Currency.Places(), sums: make([]money.Amount, len(groupFields))}
			found[key] = g
		}
		g.leases++
		for k, f := range groupFields {
			g.sums[k] = g.sums[k].Add(d.fields[d.index(f.field)].of(l))
		}
	}
	return found
}

// posted contains the debits and credits of an account in one currency.
type posted struct {
	account leasehold.Account // in the terms of the standard
	label   string
	places  int
	debit   money.Amount
	credit  money.Amount
}

// addEntries adds the sheets of the accounts and the entries. If there are government-wide
// entries, the sheet of accounts excludes the entries of governmental funds; see
// [draft.addReconciliation].
func (d *draft) addEntries(b *spreadsheet.Book) {
	var accounts []posted
	lines := 0
	for l, e := range d.posted() {
		for _, line := range e.Lines {
			lines++
			if e.OfFund() {
				continue
			}
			label := d.label(l.Functional())
			account := l.Standard.Account(line.Account)
			at := slices.IndexFunc(accounts, func(p posted) bool { return p.account == account && p.label == label })
			if at < 0 {
				at = len(accounts)
				accounts = append(accounts, posted{account: account, label: label, places: l.Functional().Places()})
			}
			accounts[at].debit, accounts[at].credit = accounts[at].debit.Add(line.Debit), accounts[at].credit.Add(line.Credit)
		}
	}
	slices.SortFunc(accounts, func(x, y posted) int {
		if x.label != y.label {
			return strings.Compare(x.label, y.label)
		}
		return int(x.account) - int(y.account)
	})
	last := leasesFirst + max(lines, 1) - 1
	b.Add("Accounts", false, func(s *spreadsheet.Sheet) { d.accounts(s, accounts, last) })
	b.Add("Entries", false, d.entries)
	d.addReconciliation(b, last)
}

// posted iterates over the entries of the leases, and over the entries that reverse signed leases
// which are no longer supplied.
func (d *draft) posted() iter.Seq2[*leasehold.Lease, *leasehold.NumberedEntry] {
	return func(yield func(*leasehold.Lease, *leasehold.NumberedEntry) bool) {
		for i := range d.Leases {
			entries := d.Leases[i].Figures.Entries
			for k := range entries {
				if !yield(d.Leases[i].Lease, &entries[k]) {
					return
				}
			}
		}
		for i := range d.Removed {
			if !yield(d.Removed[i].Lease, &d.Removed[i].Entry) {
				return
			}
		}
	}
}

// accounts writes the debits and credits by account.
func (d *draft) accounts(s *spreadsheet.Sheet, list []posted, last int) {
	s.Widths(36, 12, 22, 22, 22)
	s.Head("Accounts", "Entries of "+d.span()+" by account, added up from the sheet Entries.")
	s.Headings(spreadsheet.Left("Account"), spreadsheet.Left("Currency"), spreadsheet.Right("Debit"), spreadsheet.Right("Credit"), spreadsheet.Right("Net debit"))
	sum := func(column string, row int) string {
		return d.sumOfEntries(column, row, last, otherThan(fundWords[leasehold.Governmental]))
	}
	for _, p := range list {
		row := s.Row() + 1
		s.Put(s.Text(spreadsheet.Plain, p.account.String()), s.Text(spreadsheet.Plain, p.label),
			s.Formula(spreadsheet.Amount.In(p.places), number(p.debit, p.places), "ROUND(%s,%d)", sum("E", row), p.places),
			s.Formula(spreadsheet.Amount.In(p.places), number(p.credit, p.places), "ROUND(%s,%d)", sum("F", row), p.places),
			s.Formula(spreadsheet.Amount.In(p.places), number(p.debit.Sub(p.credit), p.places), "ROUND(C%[1]d-D%[1]d,%[2]d)", row, p.places))
	}
	s.PrintTo("E")
}

// entries writes the entries, one row for each line.
func (d *draft) entries(s *spreadsheet.Sheet) {
	widths := []float64{28, 12, 20, 32, 18, 18, 10, 100}
	headings := []spreadsheet.ColumnHeading{
		spreadsheet.Left("Number"), spreadsheet.Left("Date"), spreadsheet.Left("Lease"), spreadsheet.Left("Account"), spreadsheet.Right("Debit"),
		spreadsheet.Right("Credit"), spreadsheet.Left("Currency"), spreadsheet.Left("Memo"),
	}
	both, end := d.bothFunds(), "H"
	if both {
		widths, headings, end = append(widths, 26), append(headings, spreadsheet.Left("Fund")), "I"
	}
	s.Widths(widths...)
	s.Freeze(leasesFirst-1, 0)
	s.Head("Entries", "By calendar month, "+d.span()+". Commencement and events are on their dates.")
	s.Headings(headings...)
	for l, e := range d.posted() {
		places, label := l.Functional().Places(), d.label(l.Functional())
		for _, line := range e.Lines {
			cells := []any{
				s.Text(spreadsheet.Plain, e.Number), s.Value(spreadsheet.LeftDay, spreadsheet.Serial(e.Date)), s.Text(spreadsheet.Plain, l.ID),
				s.Text(spreadsheet.Plain, l.Standard.Account(line.Account).String()), side(s, line.Debit, places), side(s, line.Credit, places), s.Text(spreadsheet.Plain, label),
				s.Text(spreadsheet.Plain, e.Memo),
			}
			if both {
				cells = append(cells, s.Text(spreadsheet.Plain, fundWord(e)))
			}
			s.Put(cells...)
		}
	}
	s.PrintTo(end)
}

func side(s *spreadsheet.Sheet, a money.Amount, places int) any {
	if a.IsZero() {
		return nil
	}
	return amount(s, a, places)
}

// exchangeRates writes the exchange rates that the report used.
func (d *draft) exchangeRates(s *spreadsheet.Sheet) {
	s.Widths(12, 12, 14, 18, 18, 18)
	s.Freeze(leasesFirst-1, 0)
	s.Head("Exchange rates", "Units of the second currency for one of the first: at the end of the day, on average in the part of the period that ends on it, and for payments and events of the day.")
	s.Headings(spreadsheet.Left("Currency"), spreadsheet.Left("Into"), spreadsheet.Left("Date"), spreadsheet.Right("Closing rate"), spreadsheet.Right("Average rate"), spreadsheet.Right("Spot rate"))
	for _, r := range d.ExchangeRates {
		cells := []any{
			s.Text(spreadsheet.Plain, r.Currency.String()), s.Text(spreadsheet.Plain, r.Into.String()), s.Value(spreadsheet.LeftDay, spreadsheet.Serial(r.Date)),
		}
		for _, rate := range []leasehold.Optional[money.Decimal]{r.Closing, r.Average, r.Spot} {
			if rate.Set {
				cells = append(cells, s.Value(spreadsheet.Decimals, spreadsheet.Number(rate.Value.String())))
			} else {
				cells = append(cells, s.Text(spreadsheet.Plain, ""))
			}
		}
		s.Put(cells...)
	}
	s.PrintTo("F")
}

const textWidth = 110.0

// basis writes the basis of the amounts, and the rejected leases.
func (d *draft) basis(s *spreadsheet.Sheet) {
	s.Widths(34, textWidth)
	s.Head("Basis", "Computed by Leasehold "+d.o.Version+", rules revision "+strconv.Itoa(leasehold.RulesRevision)+".")
	line := func(name, text string) {
		s.Tall(text, textWidth, s.Text(spreadsheet.WrappedLabel, name), s.Text(spreadsheet.Wrapped, text))
	}
	s.Headings(spreadsheet.Left("Note"), spreadsheet.Left(""))
	for _, n := range d.Notes {
		line("", n)
	}
	line("", "Current and long-term liabilities: the long-term portion is the remaining balance twelve months after the last day.")
	line("", "A note has the lines that its standard requires of lessees, without sale and leaseback. "+
		"Leases that have not yet commenced are on the sheet Maturities.")
	for i := range d.Leases {
		for _, n := range d.Leases[i].Notes {
			line(d.Leases[i].Lease.ID, n)
		}
	}
	if len(d.Skipped) > 0 {
		s.Skip()
		s.Headings(spreadsheet.Left("Left out"), spreadsheet.Left(""))
		for _, x := range d.Skipped {
			line(x.ID, x.Field+": "+x.Message)
		}
	}
	s.PrintTo("B")
}
