package disclosure

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// className returns a lease's class, or "–" under a standard with a single model.
func className(s leasehold.Standard, c leasehold.ReportedClass) string {
	if s.SingleModel() && (c == schedule.ReportedFinance || c == schedule.ReportedOperating) {
		return none
	}
	return strings.ReplaceAll(c.String(), "_", "-")
}

// none stands for a missing tag or class in a cell, because formulas do not match empty cells.
const none = "–"

// Names of the columns to which formulas refer, on the sheets of leases. The names tag:NAME and the
// field names are not listed here.
const (
	byStandard      = "standard"
	byClass         = "classification"
	byCurrency      = "currency"
	byFunctional    = "functionalCurrency"
	remainingMonths = "remainingTermMonths"
	rate            = "discountRateAnnual"
	tagPrefix       = "tag:"
)

// leaseColumn is a column on the sheets of leases. Its cells come from the text function or, if
// that is nil, from the cell function.
type leaseColumn struct {
	name    string
	heading spreadsheet.ColumnHeading
	look    spreadsheet.Style
	text    func(*portfolio.Line) string
	cell    func(*spreadsheet.Sheet, *portfolio.Line) any
}

func (d *draft) leaseColumns() []leaseColumn {
	text := func(name, heading string, width float64, of func(*portfolio.Line) string) leaseColumn {
		return leaseColumn{name, spreadsheet.Left(heading).Wide(width), spreadsheet.Plain, of, nil}
	}
	number := func(name, heading string, width float64, of func(*spreadsheet.Sheet, *portfolio.Line) any) leaseColumn {
		return leaseColumn{name, spreadsheet.Right(heading).Wide(width), spreadsheet.Plain, nil, of}
	}
	list := []leaseColumn{
		text("id", "ID", 20, func(l *portfolio.Line) string { return l.Lease.ID }),
		text("name", "Name", 28, func(l *portfolio.Line) string { return l.Lease.Name }),
		text(byStandard, "Standard", 10, func(l *portfolio.Line) string { return d.name(l.Lease.Standard) }),
		text(byClass, "Class", 12, func(l *portfolio.Line) string { return className(l.Lease.Standard, l.Figures.Class) }),
		text(byCurrency, "Currency", 10, func(l *portfolio.Line) string { return d.label(l.Figures.Currency) }),
		number(remainingMonths, "Remaining term, months", 12, func(s *spreadsheet.Sheet, l *portfolio.Line) any {
			return s.Value(spreadsheet.MonthsLeft, spreadsheet.Number(l.Figures.RemainingMonths.FloatString(15)))
		}),
		number(rate, "Discount rate", 12, func(s *spreadsheet.Sheet, l *portfolio.Line) any {
			return s.Value(spreadsheet.Rate, spreadsheet.Number(l.Figures.DiscountRateAnnual.String()))
		}),
	}
	if d.several {
		list = append(list, text("leaseCurrency", "Lease currency", 12, func(l *portfolio.Line) string { return d.label(l.Lease.Currency) }),
			text(byFunctional, "Functional currency", 12, func(l *portfolio.Line) string { return d.label(l.Lease.Functional()) }))
	}
	for _, tag := range d.tags {
		list = append(list, leaseColumn{tagPrefix + tag, spreadsheet.Left(tag).Given().Wide(24), spreadsheet.Note, func(l *portfolio.Line) string { return tagOf(l, tag) }, nil})
	}
	for _, f := range d.fields {
		list = append(list, number(f.name, f.heading, 18, func(s *spreadsheet.Sheet, l *portfolio.Line) any {
			return amount(s, f.of(l), l.Figures.Currency.Places())
		}))
	}
	return list
}

func (d *draft) column(name string) *leaseColumn {
	return &d.columns[slices.IndexFunc(d.columns, func(c leaseColumn) bool { return c.name == name })]
}

func (d *draft) leases(s *spreadsheet.Sheet, p *period) {
	headings := make([]spreadsheet.ColumnHeading, len(d.columns))
	for i, c := range d.columns {
		headings[i] = c.heading
	}
	s.Freeze(leasesFirst-1, 2)
	s.Table(p.sheet, "Each row shows one lease, "+p.span()+". The other sheets total these rows.", headings...)
	for i := range p.leases {
		cells := make([]any, len(d.columns))
		for k, c := range d.columns {
			if c.text != nil {
				cells[k] = s.Text(c.look, c.text(&p.leases[i]))
			} else {
				cells[k] = c.cell(s, &p.leases[i])
			}
		}
		s.Put(cells...)
	}
}

func tagOf(l *portfolio.Line, tag string) string {
	if v := l.Lease.Tags[tag]; v != "" {
		return v
	}
	return none
}

var groupColumns = []sumColumn{
	{"liability.opening", "Opening liability"},
	{"liability.closing", "Liability"},
	{"currentLiability", "Current"},
	{"longTermLiability", "Long-term"},
	{"rouAsset.closing", "Asset"},
	{"cost.total", "Lease cost"},
	{"cash.total", "Cash paid"},
}

type group struct {
	values []string
	places int
	leases int64
	sums   []money.Amount
}

func (d *draft) groups(s *spreadsheet.Sheet) {
	var headings []spreadsheet.ColumnHeading
	for _, k := range d.Question.GroupBy {
		headings = append(headings, spreadsheet.Left(strings.TrimPrefix(k.String(), tagPrefix)).Given().Wide(22))
	}
	headings = append(headings, spreadsheet.Left("Currency").Wide(12), spreadsheet.Right("Leases").Wide(10))
	for _, f := range groupColumns {
		headings = append(headings, spreadsheet.Right(f.heading).Wide(20))
	}
	s.Freeze(leasesFirst-1, 0)
	s.Table("Groups", "Leases from "+d.span()+", totaled from the Leases sheet.", headings...)
	keys := d.keyColumns()
	groups := d.groupsOf(d.Leases, groupColumns, func(l *portfolio.Line) (values []string) {
		for _, column := range keys {
			values = append(values, column.text(l))
		}
		return values
	})
	for _, g := range groups {
		row := s.Row() + 1
		var cells []any
		var conditions []string
		for i, column := range keys {
			cells = append(cells, s.Text(spreadsheet.Plain, g.values[i]))
			conditions = append(conditions, fmt.Sprintf("EXACT(%s,$%s%d)", d.rows(0, column.name), spreadsheet.Letter(i+1), row))
		}
		chosen := strings.Join(conditions, "*")
		cells = append(cells, s.Formula(spreadsheet.Whole, g.leases, "SUMPRODUCT(1*%s)", chosen))
		for i, f := range groupColumns {
			cells = append(cells, rounded(s, spreadsheet.Amount, g.sums[i], g.places, fmt.Sprintf("SUMPRODUCT(%s*%s)", chosen, d.rows(0, f.field))))
		}
		s.Put(cells...)
	}
}

func (d *draft) keyColumns() (list []*leaseColumn) {
	for _, k := range d.Question.GroupBy {
		name := k.String()
		if name == byCurrency && d.several { // without translation, leases are grouped by functional currency
			name = byFunctional
		}
		list = append(list, d.column(name))
	}
	return append(list, d.column(byCurrency))
}

// groupsOf returns the groups of leases with equal values, sorted by value. A lease without values
// is in no group.
func (d *draft) groupsOf(leases []portfolio.Line, columns []sumColumn, valuesOf func(*portfolio.Line) []string) (groups []*group) {
	found := map[string]*group{}
	for i := range leases {
		l := &leases[i]
		values := valuesOf(l)
		if values == nil {
			continue
		}
		key := strings.Join(values, "\x00")
		g := found[key]
		if g == nil {
			g = &group{values: values, places: l.Figures.Currency.Places(), sums: make([]money.Amount, len(columns))}
			found[key] = g
		}
		g.leases++
		for k, c := range columns {
			name, minus := strings.CutPrefix(c.field, "-")
			a := d.fields[d.index(name)].of(l)
			if minus {
				a = a.Neg()
			}
			g.sums[k] = g.sums[k].Add(a)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		groups = append(groups, found[key])
	}
	return groups
}

type account struct {
	account       leasehold.Account // in the standard's terms
	label         string
	places        int
	debit, credit [2]money.Amount // amounts by fund
}

func (a *account) net(f leasehold.Fund) money.Amount { return a.debit[f].Sub(a.credit[f]) }

// accountsOf returns the accounts of the entries that the callback chooses, sorted by currency and
// account. Entries without a fund count as government-wide entries.
func (d *draft) accountsOf(chosen func(*leasehold.NumberedEntry) bool) (list []account) {
	for l, e := range d.posted() {
		if !chosen(e) {
			continue
		}
		label := d.label(l.Functional())
		for _, line := range e.Lines {
			of := l.Standard.Account(line.Account)
			at := slices.IndexFunc(list, func(a account) bool { return a.account == of && a.label == label })
			if at < 0 {
				at = len(list)
				list = append(list, account{account: of, label: label, places: l.Functional().Places()})
			}
			fund := leasehold.GovernmentWide
			if e.Fund.Set {
				fund = e.Fund.Value
			}
			a := &list[at]
			a.debit[fund], a.credit[fund] = a.debit[fund].Add(line.Debit), a.credit[fund].Add(line.Credit)
		}
	}
	slices.SortFunc(list, func(x, y account) int {
		return cmp.Or(strings.Compare(x.label, y.label), cmp.Compare(x.account, y.account))
	})
	return list
}

// addEntries adds the sheets of accounts and entries. If leases have entries for both funds,
// another sheet reconciles the governmental fund statements to the government-wide statements. The
// sheet of accounts then excludes the entries of governmental funds.
func (d *draft) addEntries(b *spreadsheet.Book) {
	lines := 0
	for _, e := range d.posted() {
		lines += len(e.Lines)
	}
	d.ledger = spreadsheet.Rows{
		Sheet: "Entries", First: leasesFirst, Last: leasesFirst + max(lines, 1) - 1,
		Columns: []string{"number", "date", "lease", "account", "debit", "credit", "currency", "memo", "fund"},
	}
	b.Add("Accounts", d.accounts)
	b.Add("Entries", d.entries)
	b.AddIf(d.bothFunds(), "Reconciliation", d.reconciliation)
}

// posted yields the leases' entries and the reversing entries of leases that are no longer supplied.
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

func (d *draft) accounts(s *spreadsheet.Sheet) {
	s.Table("Accounts", "Entries of "+d.span()+" by account, totaled from the Entries sheet.",
		spreadsheet.Left("Account").Wide(36), spreadsheet.Left("Currency").Wide(12),
		spreadsheet.Right("Debit").Wide(22), spreadsheet.Right("Credit").Wide(22), spreadsheet.Right("Net debit").Wide(22))
	for _, a := range d.accountsOf(func(e *leasehold.NumberedEntry) bool { return !e.OfFund() }) {
		const wide = leasehold.GovernmentWide
		row := s.Row() + 1
		sum := func(column string) string {
			return d.sumOfEntries(column, row, "<>"+fundWords[leasehold.Governmental])
		}
		s.Put(s.Text(spreadsheet.Plain, a.account.String()), s.Text(spreadsheet.Plain, a.label),
			rounded(s, spreadsheet.Amount, a.debit[wide], a.places, sum("debit")), rounded(s, spreadsheet.Amount, a.credit[wide], a.places, sum("credit")),
			rounded(s, spreadsheet.Amount, a.net(wide), a.places, fmt.Sprintf("C%[1]d-D%[1]d", row)))
	}
}

func (d *draft) entries(s *spreadsheet.Sheet) {
	headings := []spreadsheet.ColumnHeading{
		spreadsheet.Left("Number").Wide(28), spreadsheet.Left("Date").Wide(12), spreadsheet.Left("Lease").Wide(20), spreadsheet.Left("Account").Wide(32),
		spreadsheet.Right("Debit").Wide(18), spreadsheet.Right("Credit").Wide(18), spreadsheet.Left("Currency").Wide(10), spreadsheet.Left("Memo").Wide(100),
	}
	both := d.bothFunds()
	if both {
		headings = append(headings, spreadsheet.Left("Fund").Wide(26))
	}
	s.Freeze(leasesFirst-1, 0)
	s.Table("Entries", "By calendar month, "+d.span()+". Entries for commencement and events are dated the day of the commencement or event.", headings...)
	for l, e := range d.posted() {
		places, label := l.Functional().Places(), d.label(l.Functional())
		for _, line := range e.Lines {
			cells := []any{
				s.Text(spreadsheet.Plain, e.Number), s.Value(spreadsheet.LeftDay, spreadsheet.Serial(e.Date)), s.Text(spreadsheet.Plain, l.ID),
				s.Text(spreadsheet.Plain, l.Standard.Account(line.Account).String()), side(s, line.Debit, places), side(s, line.Credit, places), s.Text(spreadsheet.Plain, label),
				s.Text(spreadsheet.Plain, e.Memo),
			}
			if both {
				fund := ""
				if e.Fund.Set {
					fund = fundWords[e.Fund.Value]
				}
				cells = append(cells, s.Text(spreadsheet.Plain, fund))
			}
			s.Put(cells...)
		}
	}
}

func side(s *spreadsheet.Sheet, a money.Amount, places int) any {
	if a.IsZero() {
		return nil
	}
	return amount(s, a, places)
}

func (d *draft) exchangeRates(s *spreadsheet.Sheet) {
	s.Freeze(leasesFirst-1, 0)
	s.Table("Exchange rates", "Rates are units of the second currency per unit of the first. The rates of a day are the rate at the end of the day, the average for the part of the period that ends on this day, and the rate for the day's payments and events.",
		spreadsheet.Left("Currency").Wide(12), spreadsheet.Left("Into").Wide(12), spreadsheet.Left("Date").Wide(14),
		spreadsheet.Right("Closing rate").Wide(18), spreadsheet.Right("Average rate").Wide(18), spreadsheet.Right("Spot rate").Wide(18))
	for _, r := range d.Question.ExchangeRates.Rows() {
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
}

const textWidth = 110.0

// basis writes the notes on the report and its leases, and lists the leases that the report excludes.
func (d *draft) basis(s *spreadsheet.Sheet) {
	s.Table("Basis", "Computed by "+d.o.Program()+".",
		spreadsheet.Left("Note").Wide(34), spreadsheet.Left("").Wide(textWidth))
	for _, n := range d.Notes {
		s.Pair("", n)
	}
	s.Pair("", "Current and long-term liabilities: the long-term portion is the remaining balance twelve months after the last day.")
	s.Pair("", "Each note contains the lines that its standard requires of lessees, except those for sale and leaseback. "+
		"Leases that have not yet commenced are listed on the Maturities sheet.")
	for i := range d.Leases {
		for _, n := range d.Leases[i].Notes {
			s.Pair(d.Leases[i].Lease.ID, n)
		}
	}
	if len(d.Skipped) > 0 {
		s.Skip()
		s.Headings(spreadsheet.Left("Omitted"), spreadsheet.Left(""))
		for _, x := range d.Skipped {
			s.Pair(x.ID, x.Field+": "+x.Message)
		}
	}
}
