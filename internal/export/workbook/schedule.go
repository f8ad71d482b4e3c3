package workbook

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// scheduleColumns returns the amount columns. Every workbook has a column for variable cost.
// Columns for other additional costs are found only in workbooks of values.
func scheduleColumns(m *leasehold.Measurement) (list []wording.ScheduleColumn) {
	headings := wording.Headings(m)
	opening := func(name, heading string, of func(*leasehold.Period) money.Amount) {
		list = append(list, wording.ScheduleColumn{Member: name, Heading: "Opening " + heading, Balance: true, Of: of})
	}
	for _, c := range wording.ScheduleColumns(m) {
		switch c.Member {
		case "payment":
			opening("liabilityOpen", headings.Liability, (*leasehold.Period).LiabilityOpen)
		case "rouAmortization":
			opening("rouAssetOpen", headings.Asset, (*leasehold.Period).RouAssetOpen)
		}
		list = append(list, c)
	}
	if !m.Varies() {
		list = slices.Insert(list, len(list)-len(wording.SidesOf(m)), wording.Sides[0].ScheduleColumn)
	}
	return list
}

func (b *book) scheduleTable() table {
	list := []column{
		{"period", spreadsheet.Right("Period").Wide(8), spreadsheet.Plain, always, "", func(r *row) any { return r.Number }},
		{"from", spreadsheet.Right("From").Wide(12), spreadsheet.Day, always, "", func(r *row) any { return spreadsheet.Serial(r.First) }},
		{"to", spreadsheet.Right("To").Wide(12), spreadsheet.Day, always, "", func(r *row) any { return spreadsheet.Serial(r.Last) }},
		{"due", spreadsheet.Right("Due").Wide(12), spreadsheet.Day, always, "", func(r *row) any { return spreadsheet.Serial(r.Date) }},
		{"months", spreadsheet.Right("Months").Wide(9), spreadsheet.Plain, always, "", func(r *row) any { return spreadsheet.Number(string(r.AppendMonths(nil))) }},
	}
	for _, c := range b.columns {
		width := 16.0
		if c.Balance {
			width = 18
		}
		list = append(list, column{c.Member, spreadsheet.Right(c.Heading).Wide(width), spreadsheet.Amount, always, "", func(r *row) any { return b.number(c.Of(&r.Period)) }})
	}
	return newTable("Schedule", 5, 4+len(b.r.Schedule), list)
}

func (b *book) scheduled(column string, period int) string {
	return b.schedule.Global(b.schedule.First-1+period, "{"+column+"}")
}

func (b *book) writeSchedule(s *spreadsheet.Sheet) {
	b.schedule.head(s, "Schedule"+b.leaseName(), "Amounts in "+b.o.Currency+". Each row comes from the measurement in effect on its date. "+
		"An event starts a new measurement, so the next row opens with the balances after the event.")
	b.writePeriods(s, (*block).amounts)
	cells := []any{s.Text(spreadsheet.Label, "Total"), nil, nil, nil, nil}
	for _, c := range b.columns {
		var total any
		if !c.Balance {
			total = s.Formula(spreadsheet.AmountBold, b.number(c.SumOf(b.r.Schedule)), b.schedule.Local(0, "ROUND(SUM({"+c.Member+":}),%d)"), b.places)
		}
		cells = append(cells, total)
	}
	s.Put(cells...)
}

func (b *book) writeService(s *spreadsheet.Sheet) {
	b.schedule.head(s, "The service's schedule", "These are the values that the service returned when the lease was exported. No amount is computed from them; the Check sheet compares the workbook's amounts with them.")
	b.writePeriods(s, func(*block, int) map[string]string { return nil })
}

func (b *book) writePeriods(s *spreadsheet.Sheet, formulas func(k *block, i int) map[string]string) {
	for _, k := range b.blocks {
		for i := range k.seg.Periods {
			b.put(s, &b.schedule, 0, formulas(k, i), b.schedule.values(always, &row{Period: k.seg.Periods[i]}))
		}
	}
}

// amounts returns the formulas for the schedule amounts in row i.
func (k *block) amounts(i int) map[string]string {
	of := func(column string) string { return k.in(k.at(i), "{"+column+"}/unit") }
	formulas := map[string]string{
		"liabilityOpen": k.in(i, "{balance-}/unit"), "payment": of("payment"), "interest": of("interest"),
		"principal": "ROUND({payment}-{interest},6)", "liabilityClose": of("balance"),
		"rouAssetOpen": k.in(i, "{asset-}/unit"), "rouAmortization": of("amortization"), "rouAssetClose": of("asset"),
		"leaseExpense": of("cost"), "variableLeaseExpense": of("variable"),
	}
	if k.b.r.Lease.Exempt() {
		formulas["principal"] = "0"
	}
	return formulas
}

func (b *book) events(s *spreadsheet.Sheet) {
	const textWidth = 84
	s.Widths(52, 22, textWidth)
	about := "Change the yellow cells. Dates, types, terms and classes are fixed at export, because the rows depend on them. "
	if !b.live {
		about = "Every amount is an exported value, not a formula. "
	}
	s.Head("Events"+b.leaseName(), about+"Amounts are in "+b.o.Currency+", or in minor units if labeled.")
	for i := range b.r.Events {
		e, r := &b.r.Lease.Events[i], &b.r.Events[i]
		s.Headings(spreadsheet.Left(fmt.Sprintf("%d. %s: %s", i+1, e.Date, wording.Event(e.Type))), spreadsheet.Right(wording.Sentence(wording.DoneBy(r))), spreadsheet.Left(""))
		b.writeInputs(s, &b.inputs[i+1])
		b.lines(s,
			line{label: "Term, months from commencement", about: "fixed at export", value: r.TermMonths},
			text("Classification", r.Class.String(), "fixed at export; the workbook does not test the criteria again"))
		for _, x := range b.outcomes[i] {
			x.label += ", minor units"
			b.lines(s, x.line)
		}
		for _, c := range r.Citations {
			s.Tall(c.String(), textWidth, nil, nil, s.Text(spreadsheet.Wrapped, c.String()))
		}
		s.Skip()
	}
}

// result is an amount that an event determines.
type result struct {
	field string
	line

	amount money.Amount
}

// outcome returns the amounts of event i in minor units. Each amount follows the amounts on which
// it depends. In a formula, {x} is the cell of the event's amount or input x.
func (b *book) outcome(i int) (list []result) {
	r, in, prefix := &b.r.Events[i], b.inputs.at(i+1), eventName(i, "")
	at := slices.IndexFunc(b.blocks, func(k *block) bool { return k.seg.Event == i })
	if at < 0 { // an expensed index change has no block
		return nil
	}
	k, before := b.blocks[at], b.blocks[at-1]
	closing := before.at(len(before.seg.Periods) - 1)
	put := func(field, label, about string, a money.Amount, formula string) {
		for _, x := range list {
			formula = strings.ReplaceAll(formula, "{"+x.field+"}", prefix+x.field)
		}
		list = append(list, result{field, line{prefix + field, label, about, spreadsheet.Whole, minor(a), in.formula(formula)}, a})
	}
	liability := wording.LeaseLiability
	put("liabilityBefore", liability+" before", "", r.LiabilityBefore, before.in(closing, "{balance}"))
	put("assetBefore", "Asset before", "", r.RouAssetBefore, before.in(closing, "{asset}"))
	switch r.Treatment {
	case schedule.Derecognized:
		if r.Type == leasehold.Termination {
			put("gainOrLoss", "Gain (loss)", "liability less asset and penalty", r.GainOrLoss, "{liabilityBefore}-{assetBefore}-{penalty}")
			return list
		}
		const net = "{assetBefore}+{price}-{liabilityBefore}"
		put("property", "Property and equipment", "asset plus price less liability, at least 0", r.Property, "MAX(0,"+net+")")
		put("gainOrLoss", "Gain (loss)", "the part below 0", r.GainOrLoss, "MAX(0,-("+net+"))")
	case schedule.Impaired:
		put("liabilityAfter", liability+" after", "not changed by an impairment", r.LiabilityAfter, "{liabilityBefore}")
		put("assetAfter", "Asset after", "less the loss", r.RouAssetAfter, "{assetBefore}-{impairmentLoss}")
	case schedule.Reversed:
		reversal := r.ImpairmentLoss.Neg()
		put("liabilityAfter", liability+" after", "not changed by a reversal", r.LiabilityAfter, "{liabilityBefore}")
		put("reversal", "Impairment reversed", "at most to the carrying amount without impairments", reversal, minorText(reversal))
		put("assetAfter", "Asset after", "plus the reversal", r.RouAssetAfter, "{assetBefore}+{reversal}")
	case schedule.Remeasured, schedule.Expensed: // an expensed index change has no block
		put("liabilityAfter", liability+" after", "sheet "+k.Sheet, r.LiabilityAfter, k.in(0, "{balance^}"))
		liabilityKept, assetKept, about := "{liabilityBefore}", "{assetBefore}", "all of it"
		if r.Decrease {
			liabilityKept, assetKept, about = k.retain(before)
		}
		put("liabilityKept", liability+" retained", about, r.LiabilityBefore.Sub(r.LiabilityDerecognized), liabilityKept)
		put("assetKept", "Asset retained", about, r.RouAssetBefore.Sub(r.RouAssetDerecognized), assetKept)
		put("floored", "Decrease in excess of the asset", "a gain", r.Floored,
			"IF(AND({liabilityAfter}<{liabilityKept},{assetKept}+{liabilityAfter}-{liabilityKept}<MIN({assetKept},0)),"+
				"MIN({assetKept},0)-({assetKept}+{liabilityAfter}-{liabilityKept}),0)")
		put("costs", "Direct costs less incentives on that day", "", r.InitialDirectCosts.Sub(r.LeaseIncentives), "{initialDirectCosts}-{leaseIncentives}")
		put("assetAfter", "Asset after", "retained asset plus the change in the liability and the day's costs", r.RouAssetAfter,
			"{assetKept}+{liabilityAfter}-{liabilityKept}+{floored}+{costs}")
		put("gainOrLoss", "Gain (loss)", "", r.GainOrLoss, "({liabilityBefore}-{liabilityKept})-({assetBefore}-{assetKept})+{floored}")
	}
	return list
}

// retain returns formulas for the liability and asset retained at a partial termination (METHOD
// 13.6), and an explanation.
func (k *block) retain(before *block) (liability, asset, about string) {
	e, share := &k.b.r.Lease.Events[k.seg.Event], "1"
	if e.RetainedShare.Set {
		share = "{retainedShare}"
	}
	liability = rounded("{liabilityBefore}*" + share)
	if k.shortened != nil {
		liability = rounded(share + "*MAX(0," + k.shortened.in(0, "{exact}") + ")")
	}
	portion := share
	if left, after := before.monthsLeft(), k.rowMonths(); k.b.r.Lease.Standard.SingleModel() && left.Sign() > 0 && after.Cmp(left) < 0 {
		portion = fmt.Sprintf("%s*(%s/%s)/(%s/%s)", share, after.Num(), after.Denom(), left.Num(), left.Denom())
	}
	asset = rounded("{assetBefore}*" + portion)
	if e.Proportion.Value != leasehold.ByLiability {
		return liability, asset, "the portion retained"
	}
	byLiability := rounded("{assetBefore}*({liabilityBefore}-{liabilityAfter})/{liabilityBefore}")
	return "IF({liabilityAfter}<{liabilityBefore},{liabilityAfter}," + liability + ")",
		"IF({liabilityAfter}<{liabilityBefore},{assetBefore}-" + byLiability + "," + asset + ")",
		"in proportion to the decrease in the liability"
}

func (k *block) rowMonths() *big.Rat { return months.Sum(k.terms.Rows) }

// monthsLeft returns the number of amortization months left at the next event, but at least 0.
func (k *block) monthsLeft() *big.Rat {
	all := slices.MinFunc([]*big.Rat{k.rowMonths(), k.terms.Amortized}, (*big.Rat).Cmp)
	left := months.Minus(all, months.Sum(k.seg.Periods))
	return slices.MaxFunc([]*big.Rat{new(big.Rat), left}, (*big.Rat).Cmp)
}
