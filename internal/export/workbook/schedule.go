package workbook

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// Columns of amounts of the sheets Schedule and Service.
const (
	colOpening      = "F"
	colPayment      = "G"
	colInterest     = "H"
	colPrincipal    = "I"
	colLiability    = "J"
	colAssetOpening = "K"
	colAmortization = "L"
	colAsset        = "M"
	colCost         = "N"
	colVariable     = "O"
)

// column is a column of amounts of the sheets Schedule and Service.
type column struct {
	letter  string
	heading string
	of      func(*leasehold.Period) money.Amount
	formula func(k *block, row int) string // in minor units; nil for one that follows from others
}

// scheduleColumns are those after Period, From, To, Due and Months.
func (b *book) scheduleColumns() []column {
	h := wording.Headings(&b.r.Measurement)
	of := func(c string) func(*block, int) string {
		return func(k *block, row int) string { return k.cell(c, row) }
	}
	above := func(c string) func(*block, int) string {
		return func(k *block, row int) string {
			if row == k.partRow() {
				row = at(k.happened)
			}
			return k.cell(c, row-1)
		}
	}
	columns := []column{
		{colOpening, "Opening " + h.Liability, (*leasehold.Period).LiabilityOpen, above("balance")},
		{colPayment, h.Payment, func(p *leasehold.Period) money.Amount { return p.Payment }, of("payment")},
		{colInterest, h.Interest, func(p *leasehold.Period) money.Amount { return p.Interest }, of("interest")},
		{colPrincipal, h.Principal, func(p *leasehold.Period) money.Amount { return p.Principal }, nil},
		{colLiability, h.Liability, func(p *leasehold.Period) money.Amount { return p.LiabilityClose }, of("balance")},
		{colAssetOpening, "Opening " + h.Asset, (*leasehold.Period).RouAssetOpen, above("asset")},
		{colAmortization, h.Amortization, func(p *leasehold.Period) money.Amount { return p.RouAmortization }, of("amortization")},
		{colAsset, h.Asset, func(p *leasehold.Period) money.Amount { return p.RouAssetClose }, of("asset")},
		{colCost, h.Cost, func(p *leasehold.Period) money.Amount { return p.LeaseExpense }, of("cost")},
		{colVariable, wording.Sides[0].Heading, wording.Sides[0].Of, of("variable")},
	}
	// Variable cost has its column in every workbook. Where a lease has services or tax, all
	// figures are values.
	for i := range wording.Sides[1:] {
		if side := &wording.Sides[1+i]; side.In(&b.r.Measurement) {
			columns = append(columns, column{string('F' + rune(len(columns))), side.Heading, side.Of, nil})
		}
	}
	return columns
}

// scheduleRow is the row of the sheets Schedule and Service of a row of the life.
func scheduleRow(number int) int { return 4 + number }

// widths sets those of the columns of a schedule.
func (b *book) widths(s *spreadsheet.Sheet, columns []column) {
	widths := []float64{8, 12, 12, 12, 9, 18, 16, 16, 16, 18, 18, 16, 18, 16, 16}
	for len(widths) < 5+len(columns) {
		widths = append(widths, 16)
	}
	s.Widths(widths...)
}

func (b *book) headings(s *spreadsheet.Sheet, columns []column) {
	headings := []string{"Period", "From", "To", "Due", "Months"}
	for _, c := range columns {
		headings = append(headings, c.heading)
	}
	s.Headings(spreadsheet.AllRight(headings)...)
}

// lead are the cells of a row before its amounts.
func (b *book) lead(s *spreadsheet.Sheet, p *leasehold.Period) []any {
	return []any{
		s.Value(spreadsheet.Plain, p.Number), s.Value(spreadsheet.Day, spreadsheet.Serial(p.First)), s.Value(spreadsheet.Day, spreadsheet.Serial(p.Last)),
		s.Value(spreadsheet.Day, spreadsheet.Serial(p.Date)), s.Value(spreadsheet.Plain, spreadsheet.Number(string(p.AppendMonths(nil)))),
	}
}

// schedule writes the rows of the life, each from the measurement in force.
func (b *book) schedule(s *spreadsheet.Sheet) {
	columns := b.scheduleColumns()
	b.widths(s, columns)
	s.Freeze(4, 0)
	s.Head("Schedule"+b.caller(), "Amounts in "+b.o.Currency+". Each row is that of the measurement in force; an event starts a new one, so that a row opens with the balances that the event left.")
	b.headings(s, columns)
	totals := make([]money.Amount, len(columns))
	for i := range b.r.Segments {
		k := b.blocks[i]
		for j := range b.r.Segments[i].Periods {
			p := &b.r.Segments[i].Periods[j]
			row := at(j)
			if k.cut != nil && j == k.happened {
				row = k.partRow()
			}
			cells := b.lead(s, p)
			for c, col := range columns {
				totals[c] = totals[c].Add(col.of(p))
				f := formula("ROUND({"+colPayment+"}-{"+colInterest+"},6)", s.Row()+1)
				if col.formula != nil {
					f = col.formula(k, row) + "/unit"
				} else if b.r.Lease.Exemption != leasehold.NoExemption {
					f = "0"
				}
				cells = append(cells, s.Formula(spreadsheet.Amount, b.number(col.of(p)), f))
			}
			s.Put(cells...)
		}
	}
	cells := []any{s.Text(spreadsheet.Label, "Total"), nil, nil, nil, nil}
	for c, col := range columns {
		if slices.Contains([]string{colOpening, colLiability, colAssetOpening, colAsset}, col.letter) {
			cells = append(cells, nil)
			continue
		}
		cells = append(cells, s.Formula(spreadsheet.AmountBold, b.number(totals[c]), "ROUND(SUM(%[1]s%[2]d:%[1]s%[3]d),%[4]d)",
			col.letter, scheduleRow(1), scheduleRow(len(b.r.Schedule)), b.places))
	}
	s.Put(cells...)
	s.PrintTo(columns[len(columns)-1].letter)
}

// service writes the service's own schedule, as values to compare with.
func (b *book) service(s *spreadsheet.Sheet) {
	columns := b.scheduleColumns()
	b.widths(s, columns)
	s.Freeze(4, 0)
	s.Head("The service's schedule", "Values that the service returned for the lease as exported. Nothing is computed from them; the sheet Check compares them.")
	b.headings(s, columns)
	for i := range b.r.Schedule {
		p := &b.r.Schedule[i]
		cells := b.lead(s, p)
		for _, c := range columns {
			cells = append(cells, s.Value(spreadsheet.Amount, b.number(c.of(p))))
		}
		s.Put(cells...)
	}
	s.PrintTo(columns[len(columns)-1].letter)
}

// slot is one line of an entry: its account, a formula for its amount in the units of
// the currency, debits positive, and the amount itself if an entry can have several lines
// of the account.
type slot struct {
	account leasehold.Account
	formula string
	amount  leasehold.Optional[money.Amount]
}

// of returns a slot with its amount.
func (x slot) of(a money.Amount) slot {
	x.amount = leasehold.Optional[money.Amount]{Value: a, Set: true}
	return x
}

// ofFund reports whether an entry is that of a governmental fund.
func (b *book) ofFund(e *leasehold.Entry) bool {
	return b.r.Lease.Fund.Value == leasehold.Governmental || e.OfFund()
}

// slots are the lines that an entry can have, in their order.
func (b *book) slots(e *leasehold.Entry) []slot {
	l := &b.r.Lease
	switch {
	case b.ofFund(e) || b.fixed != nil:
		return nil
	case e.Kind == leasehold.EntryCommencement:
		return b.commencementSlots()
	case e.Kind == leasehold.EntryEvent:
		return b.eventSlots(e.Event)
	}
	r := scheduleRow(e.Period)
	cell := func(c string) string { return sheetSchedule + "!" + c + strconv.Itoa(r) }
	class := b.r.Class
	for i := range b.r.Segments {
		seg := &b.r.Segments[i]
		if n := len(seg.Periods); n > 0 && seg.Periods[0].Number <= e.Period && e.Period <= seg.Periods[n-1].Number {
			class = seg.Class
		}
	}
	p := &b.r.Schedule[e.Period-1]
	paid := slot{account: leasehold.AccountCash, formula: "-" + cell(colPayment)}.of(p.Payment.Neg())
	var list []slot
	switch {
	case l.Exemption != leasehold.NoExemption:
		list = []slot{
			{account: leasehold.AccountLeaseExpense, formula: cell(colCost)},
			paid,
			slot{account: leasehold.AccountPrepaidRent, formula: cell(colPayment) + "-" + cell(colCost)}.of(p.Payment.Sub(p.LeaseExpense)),
		}
	case class == leasehold.Operating:
		list = []slot{
			{account: leasehold.AccountLeaseExpense, formula: cell(colCost)},
			paid,
			{account: leasehold.AccountLeaseLiability, formula: cell(colPrincipal)},
			{account: leasehold.AccountRouAsset, formula: "-" + cell(colAmortization)},
		}
	default:
		list = []slot{
			{account: leasehold.AccountInterestExpense, formula: cell(colInterest)},
			{account: leasehold.AccountLeaseLiability, formula: cell(colPrincipal)},
			paid,
			{account: l.Standard.AmortizationAccount(), formula: cell(colAmortization)},
			{account: leasehold.AccountRouAsset, formula: "-" + cell(colAmortization)},
		}
	}
	if b.r.Varies() {
		list = append(list,
			slot{account: leasehold.AccountVariableLeaseExpense, formula: cell(colVariable)},
			slot{account: leasehold.AccountCash, formula: "-" + cell(colVariable)}.of(p.VariableLeaseExpense.Neg()))
	}
	return list
}

// typedSlot is the line of an amount of the lease, which is 0 if it is no input.
func (b *book) typedSlot(account leasehold.Account, sign, name string, o leasehold.Optional[money.Decimal]) slot {
	if b.typedName(name) != name {
		return slot{account: account, formula: sign + "0"}.of(money.Amount{})
	}
	return b.signed(account, sign, name, o)
}

// signed is the line of an amount under its name.
func (b *book) signed(account leasehold.Account, sign, name string, o leasehold.Optional[money.Decimal]) slot {
	amount := o.Value.Minor(b.places)
	if sign == "-" {
		amount = amount.Neg()
	}
	return slot{account: account, formula: sign + minorOf(name) + "/unit"}.of(amount)
}

func (b *book) commencementSlots() []slot {
	l := &b.r.Lease
	costs := func(a leasehold.Account, sign string) slot {
		return b.typedSlot(a, sign, "initialDirectCosts", l.InitialDirectCosts)
	}
	incentives := func(a leasehold.Account, sign string) slot {
		return b.typedSlot(a, sign, "leaseIncentives", l.LeaseIncentives)
	}
	if l.Exemption != leasehold.NoExemption {
		return []slot{
			costs(leasehold.AccountPrepaidRent, ""), costs(leasehold.AccountCash, "-"),
			incentives(leasehold.AccountCash, ""), incentives(leasehold.AccountPrepaidRent, "-"),
		}
	}
	list := []slot{
		{account: leasehold.AccountRouAsset, formula: "initialRouAsset"},
		{account: leasehold.AccountLeaseLiability, formula: "-initialLiability"},
	}
	if l.OpeningRouAsset.Set {
		return append(list, slot{account: leasehold.AccountOpeningBalance, formula: "initialLiability-initialRouAsset"})
	}
	return append(list,
		incentives(leasehold.AccountCash, ""), b.typedSlot(leasehold.AccountPrepaidRent, "-", "prepaidRent", l.PrepaidRent), costs(leasehold.AccountCash, "-"),
		slot{account: leasehold.AccountCash, formula: "-commencementPaid/unit"}.of(b.r.CommencementPayment.Neg()),
		b.typedSlot(leasehold.AccountRestorationProvision, "-", "restorationCost", l.RestorationCost),
		b.typedSlot(leasehold.AccountDeferredIncome, "-", "grantElement", l.GrantElement),
	)
}

func (b *book) eventSlots(i int) []slot {
	e, r := &b.r.Lease.Events[i], &b.r.Events[i]
	if r.Treatment == leasehold.Expensed {
		return nil
	}
	n := func(member string) string { return eventName(i, member) }
	before, after := n("liabilityBefore")+"/unit", n("liabilityAfter")+"/unit"
	assetBefore, assetAfter := n("assetBefore")+"/unit", n("assetAfter")+"/unit"
	if r.Treatment == leasehold.Derecognized {
		after, assetAfter = "0", "0"
	}
	list := []slot{
		{account: leasehold.AccountLeaseLiability, formula: before + "-" + after},
		{account: leasehold.AccountRouAsset, formula: assetAfter + "-" + assetBefore},
	}
	for _, x := range []struct {
		member, sign string
		o            leasehold.Optional[money.Decimal]
	}{
		{"initialDirectCosts", "-", e.InitialDirectCosts}, {"leaseIncentives", "", e.LeaseIncentives}, {"penalty", "-", e.Penalty}, {"price", "-", e.Price},
	} {
		if x.o.Set {
			list = append(list, b.signed(leasehold.AccountCash, x.sign, n(x.member), x.o))
		}
	}
	if r.Treatment != leasehold.Impaired && r.Treatment != leasehold.Reversed {
		gain := n("gainOrLoss") + "/unit"
		list = append(list, slot{account: leasehold.AccountLoss, formula: "MAX(0,-" + gain + ")"}, slot{account: leasehold.AccountGain, formula: "-MAX(0," + gain + ")"})
	}
	if e.ImpairmentLoss.Set {
		list = append(list, slot{account: leasehold.AccountImpairmentLoss, formula: minorOf(n("impairmentLoss")) + "/unit"})
	}
	if r.Treatment == leasehold.Reversed {
		list = append(list, slot{account: leasehold.AccountImpairmentReversal, formula: "-" + n("reversal") + "/unit"})
	}
	if e.Type == leasehold.Purchase {
		list = append(list, slot{account: leasehold.AccountProperty, formula: n("property") + "/unit"})
	}
	return list
}

// entryFirst is the row of the first line of the sheet Journal.
const entryFirst = 5

// journal writes the entries. The movements of the asset are one line, and a line
// without an amount is empty. Those of a governmental fund are values.
func (b *book) journal(s *spreadsheet.Sheet) {
	s.Widths(12, 34, 18, 18, 90, 18)
	s.Freeze(4, 0)
	about := "Amounts in " + b.o.Currency + ". The movements of the asset are one line. "
	if b.r.Lease.Fund.Value != leasehold.GovernmentWide {
		about += "The entries of a governmental fund are values as exported: the workbook does not split payments into principal and interest again."
	}
	s.Head("Journal"+b.caller(), about)
	s.Headings(spreadsheet.Left("Date"), spreadsheet.Left("Account"), spreadsheet.Right("Debit"), spreadsheet.Right("Credit"), spreadsheet.Left("Memo"), spreadsheet.Right("Amount"))
	for i := range b.entries {
		b.entry(s, &b.entries[i])
	}
	s.PrintTo("E")
}

func (b *book) entry(s *spreadsheet.Sheet, e *leasehold.Entry) {
	posted, memo := wording.Netted(e.Lines), e.Memo
	for _, to := range b.slots(e) {
		var moved money.Amount
		if i := slices.IndexFunc(posted, func(l leasehold.Line) bool { return l.Account.Role() == to.account }); i >= 0 && to.holds(posted[i].Debit.Sub(posted[i].Credit)) {
			moved = posted[i].Debit.Sub(posted[i].Credit)
			posted = slices.Delete(posted, i, i+1)
		}
		b.entryLine(s, e, to.account, moved, to.formula, memo)
		memo = ""
	}
	for _, l := range posted {
		if !b.ofFund(e) && b.fixed == nil {
			b.Fail(fmt.Errorf("entry of %s: no place for %s", e.Date, l.Account))
		}
		b.entryLine(s, e, l.Account, l.Debit.Sub(l.Credit), "", memo)
		memo = ""
	}
}

// holds reports whether a posted amount is that of the slot.
func (x *slot) holds(a money.Amount) bool { return !x.amount.Set || a == x.amount.Value }

func (b *book) entryLine(s *spreadsheet.Sheet, e *leasehold.Entry, account leasehold.Account, moved money.Amount, f, memo string) {
	row := s.Row() + 1
	var debit, credit any = "", ""
	if moved.Sign() > 0 {
		debit = b.number(moved)
	} else if moved.Sign() < 0 {
		credit = b.number(moved.Neg())
	}
	amount := s.Value(spreadsheet.Amount, b.number(moved))
	if f != "" {
		amount = s.Formula(spreadsheet.Amount, b.number(moved), fmt.Sprintf("ROUND(%s,%d)", f, b.places))
	}
	s.Put(
		s.Value(spreadsheet.LeftDay, spreadsheet.Serial(e.Date)), s.Text(spreadsheet.Plain, b.r.Lease.Standard.Account(account).String()),
		s.Formula(spreadsheet.Amount, debit, formula(`IF({F}>0,{F},"")`, row)), s.Formula(spreadsheet.Amount, credit, formula(`IF({F}<0,-{F},"")`, row)),
		s.Text(spreadsheet.Grey, memo), amount,
	)
}

// lines returns how many lines the sheet Journal has.
func (b *book) lines() (n int) {
	for i := range b.entries {
		if b.ofFund(&b.entries[i]) {
			n += len(wording.Netted(b.entries[i].Lines))
			continue
		}
		n += len(b.slots(&b.entries[i]))
	}
	return n
}
