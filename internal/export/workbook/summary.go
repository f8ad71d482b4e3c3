package workbook

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

func (b *book) summary(s *spreadsheet.Sheet) {
	s.Widths(52, 26, 84)
	s.OnePage()
	r, l, first, day := b.r, &b.r.Lease, b.blocks[0], wording.First(&b.r.Lease)
	measured, class := "present value of the payments", "sheet Classification"
	note := "The amounts are exported values, because this workbook's formulas do not cover the following: " +
		lists.Join(b.unsupported, ", ", func(x unsupported) string { return x.label }) + "."
	if b.live {
		measured += ", sheet " + first.Sheet
		class = "fixed at export; the Classification sheet tests the criteria"
		note = "Live: every amount follows the inputs on the Lease and Events sheets."
	}
	s.Head("Lease summary"+b.leaseName(), "Amounts in "+b.o.Currency+". "+note)
	b.section(s, "Lease", "", "",
		text("Treatment", wording.Treatment(&r.Measurement), class),
		text("Term", l.CommencementDate.String()+" to "+r.Schedule[len(r.Schedule)-1].Last.String(), ""))
	for _, in := range wording.Inputs(l) {
		if slices.Contains([]string{"name", "id", "paymentFrequency", "paymentTiming"}, in.Field) && in.Value != wording.NotProvided {
			b.lines(s, text(in.Label, in.Value, ""))
		}
	}
	b.lines(s, line{"", "Lease term in months", "", spreadsheet.Plain, l.TermMonths, "termMonths"},
		line{"", "Annual discount rate", "", spreadsheet.Rate, spreadsheet.Number(l.DiscountRateAnnual.String()), "discountRateAnnual"})
	if l.PaymentAmount.Sign() != 0 {
		b.lines(s, line{"", "Payment per period", "before escalation", spreadsheet.Amount, spreadsheet.Number(l.PaymentAmount.String()), "paymentAmount"})
	}
	if n := len(r.Events); n > 0 {
		b.lines(s, text("Last event", r.Events[n-1].Date.String()+", "+wording.Event(r.Events[n-1].Type), "sheet Events"))
	}
	imputed := first.in(0, "(SUM({payment:})-{balance^})/unit")
	if l.Exempt() {
		imputed = "0/unit"
	}
	b.section(s, "At "+day, "Amount", "Meaning",
		b.amount("initialLiability", wording.LeaseLiability+" at "+day, measured, r.InitialLiability, first.in(0, "{balance^}/unit")),
		b.amount("initialRouAsset", wording.Sentence(l.Standard.AssetNoun())+" at "+day, "", r.InitialRouAsset, "initialAsset/unit"),
		b.amount("totalUndiscountedPayments", wording.TotalPayments, "as seen at "+day, r.TotalUndiscountedPayments, first.in(0, "SUM({payment:})/unit")),
		b.amount("imputedInterest", wording.ImputedInterest, "as seen at "+day, r.Disclosures.ImputedInterest, imputed),
		b.amount("totalLeaseCost", wording.TotalCost, "as seen at "+day, r.TotalLeaseCost, first.in(0, "SUM({cost:})/unit")),
		b.amount("", "Paid at commencement, not in the liability", "", r.CommencementPayment, "commencementPaid/unit"),
	)
	if b.live {
		b.section(s, "Checks", "", "",
			line{"", "Internally consistent", "identities that hold for any inputs; see the Check sheet", spreadsheet.Verdict, "OK", "internalResult"},
			line{"", "As exported", "agreement with the service, as long as no input is changed", spreadsheet.Verdict, "OK", "exportResult"})
		s.Signal(fmt.Sprintf("%[1]s%[2]d:%[1]s%[3]d", valueColumn, s.Row()-1, s.Row()))
	}
	s.Skip()
	if !l.Exempt() {
		s.LineChart("Liability and asset after each period", "Period", &b.schedule.Rows, "period", "liabilityClose", "rouAssetClose")
	}
}

// comparison is a row on the Check sheet. Its formula must result in the expected number or text.
type comparison struct {
	name    string
	formula string
	want    any
}

// differing returns a formula that counts the schedule rows in which a given formula is not 0.
func (b *book) differing(formula string) string {
	return b.schedule.Global(0, "SUMPRODUCT(--(ABS("+formula+")>0.4/unit))")
}

// check writes the comparisons and two verdicts. The first verdict covers identities that hold for all inputs. The
// second verdict covers agreement with the service. After an input is changed, the second verdict is "not compared".
func (b *book) check(s *spreadsheet.Sheet) {
	s.Widths(70, 24, 24, 18, 24)
	s.Head("Check", "“Internally consistent” tests identities that hold for any inputs. “As exported” tests whether the workbook's amounts agree with the service's amounts, "+
		"which were exported with it; amounts are not compared after an input has been changed.")
	internal, exported, inputs := b.internal(), b.exported(), []input(nil)
	for _, in := range b.inputs {
		inputs = append(inputs, in.inputs...)
	}
	rows := func(first, count int) spreadsheet.Rows {
		return spreadsheet.Rows{First: first, Last: first + count - 1, Columns: []string{"name", "workbook", "want", "difference", "verdict"}}
	}
	internalRows := rows(s.Row()+6, len(internal))
	exportedRows := rows(internalRows.Last+3, len(exported))
	inputRows := rows(exportedRows.Last+3, len(inputs))
	all := func(rows *spreadsheet.Rows, word, yes, no string) string {
		return rows.Local(0, fmt.Sprintf(`IF(SUMPRODUCT(--({verdict:}=%q))=%d,%q,%q)`, word, rows.Last-rows.First+1, yes, no))
	}
	b.lines(s,
		line{"internalResult", "Internally consistent", "", spreadsheet.Verdict, "OK", all(&internalRows, "OK", "OK", "DIFFERS")},
		line{"exportResult", "As exported", "", spreadsheet.Verdict, "OK", `IF(inputState="as exported",` + all(&exportedRows, "OK", "OK", "DIFFERS") + `,"not compared")`},
		line{"inputState", "Inputs", "", spreadsheet.RightText, "as exported", all(&inputRows, "same", "as exported", "changed since export")})
	s.Signal(fmt.Sprintf("%[1]s%[2]d:%[1]s%[3]d", valueColumn, s.Row()-2, s.Row()-1))
	s.Signal(fmt.Sprintf("%[1]s%[2]d:%[1]s%[3]d", inputRows.Letter("verdict"), internalRows.First, inputRows.First-2))
	b.compare(s, &internalRows, "Internally consistent", "Must be", internal, `%s`)
	b.compare(s, &exportedRows, "As exported", "Service", exported, `IF(inputState="as exported",%s,"not compared")`)
	s.Skip()
	s.Headings(spreadsheet.Left("Input"), spreadsheet.Left(""), spreadsheet.Right("As exported"), spreadsheet.Left(""), spreadsheet.Left("Now"))
	for _, in := range inputs {
		f := inputRows.Local(s.Row()+1, `IF(`+in.name+`={want},"same","changed")`)
		s.Put(s.Text(spreadsheet.Label, in.label), nil, s.Value(in.look, in.value), nil, s.Formula(spreadsheet.Note, "same", f))
	}
}

func (b *book) compare(s *spreadsheet.Sheet, rows *spreadsheet.Rows, title, wanted string, list []comparison, shown string) {
	s.Skip()
	s.Headings(spreadsheet.Left(title), spreadsheet.Right("Workbook"), spreadsheet.Right(wanted), spreadsheet.Right("Difference"), spreadsheet.Left("Verdict"))
	for _, c := range list {
		row := s.Row() + 1
		look, equal := spreadsheet.Amount, "{difference}=0"
		difference := s.Formula(look, 0, rows.Local(row, fmt.Sprintf("ROUND({workbook}-{want},%d)", b.places)))
		if _, isText := c.want.(string); isText {
			look, equal, difference = spreadsheet.RightText, "{workbook}={want}", excelize.Cell{}
		}
		verdict := fmt.Sprintf(shown, rows.Local(row, "IF("+equal+`,"OK","DIFFERS")`))
		s.Put(c.name, s.Formula(look, c.want, c.formula), s.Value(look, c.want), difference, s.Formula(spreadsheet.Note, "OK", verdict))
	}
}

func (b *book) internal() (list []comparison) {
	check := func(applies bool, name, formula string, want any) {
		if applies {
			list = append(list, comparison{name, formula, want})
		}
	}
	l := &b.r.Lease
	posted := func(a leasehold.Account) string {
		return b.journal.Global(0, fmt.Sprintf("ROUND(SUMPRODUCT(({account:}=%q)*{amount:}),%d)", l.Standard.Account(a).String(), b.places))
	}
	equal := func(name, other string) string { return fmt.Sprintf("ROUND(%s-%s,%d)", name, other, b.places) }
	liability, asset, prepaid := posted(standard.AccountLeaseLiability), posted(standard.AccountRouAsset), "0"
	if l.PrepaidRent.Set { // before commencement, prepaid rent is in its own account
		prepaid = minorOf("prepaidRent") + "/unit"
	}
	prepaid = posted(standard.AccountPrepaidRent) + strings.Repeat("+"+prepaid, len(l.Funds()))
	last, events := len(b.r.Schedule), b.r.Events
	recognized, derecognized := !l.Exempt(), len(events) > 0 && events[len(events)-1].Treatment == schedule.Derecognized
	posts := recognized && l.Fund.Value != leasehold.Governmental
	check(true, "Journal: debits less credits", b.journal.Global(0, "ROUND(SUM({amount:}),6)"), 0)
	check(!l.Standard.SingleModel(), "Class at commencement (the rows depend on it)", "leaseClass", b.r.Class.String())
	check(l.Exempt(), "Journal: prepaid rent after the last row", prepaid, 0)
	check(recognized, "Maturities, less imputed interest and less the liability", equal("maturityLiability", "initialLiability"), 0)
	check(recognized, "Current and long-term portion less liability", equal("balanceSheetLiability", "initialLiability"), 0)
	check(recognized, "Rows with a liability that does not foot", b.differing("{liabilityOpen:}+{interest:}-{payment:}-{liabilityClose:}"), 0)
	check(recognized, "Rows whose asset does not foot", b.differing("{rouAssetOpen:}-{rouAmortization:}-{rouAssetClose:}"), 0)
	check(posts, "Journal: lease liability at the end", liability, 0)
	check(posts && derecognized, "Journal: asset at the end", asset, 0)
	check(posts && !derecognized, "Liability after the last row", b.scheduled("liabilityClose", last), 0)
	difference := asset + "-" + b.scheduled("rouAssetClose", last)
	check(posts && !derecognized, "Journal: asset less the schedule's asset after the last row", difference, 0)
	return list
}

func (b *book) exported() []comparison {
	r := b.r
	list := []comparison{
		{wording.LeaseLiability + " at commencement", "initialLiability", b.number(r.InitialLiability)},
		{"Asset at commencement", "initialRouAsset", b.number(r.InitialRouAsset)},
		{wording.TotalPayments, "totalUndiscountedPayments", b.number(r.TotalUndiscountedPayments)},
		{wording.ImputedInterest, "imputedInterest", b.number(r.Disclosures.ImputedInterest)},
		{wording.TotalCost, "totalLeaseCost", b.number(r.TotalLeaseCost)},
	}
	for i := range r.Classification.Criteria {
		c := &r.Classification.Criteria[i]
		list = append(list, comparison{"Criterion: " + c.Label, c.Key, wording.Verdict(c)})
	}
	for i, m := range r.Disclosures.MaturityAnalysis {
		list = append(list, comparison{"Undiscounted payments, " + m.Label, name("maturity", i+1), b.number(m.UndiscountedPayments)})
	}
	if !r.Lease.Exempt() {
		list = append(list, comparison{wording.LongTermPortion, "longTermLiability", b.number(r.Disclosures.LongTermLiability)})
	}
	service := b.schedule
	service.Sheet = "Service"
	for _, c := range b.columns {
		f := b.differing("{" + c.Member + ":}-" + service.Global(0, "{"+c.Member+":}"))
		list = append(list, comparison{"Rows of the schedule that differ: " + c.Heading, f, 0})
	}
	for i := range r.Events {
		for _, x := range b.outcomes[i] {
			list = append(list, comparison{fmt.Sprintf("Event %d: %s", i+1, x.label), x.name + "/unit", b.number(x.amount)})
		}
	}
	return list
}

func (b *book) disclosures(s *spreadsheet.Sheet) {
	s.Freeze(4, 0)
	r, d, day := b.r, &b.r.Disclosures, wording.First(&b.r.Lease)
	s.Table("Disclosures", "At "+day+", for this lease only. Amounts in "+b.o.Currency+".",
		spreadsheet.Left("Item").Wide(46), spreadsheet.Right("Amount").Wide(22), spreadsheet.Left("Meaning").Wide(90))
	term, months := r.Lease.Standard.TermHeading(), d.WeightedAverageRemainingTermMonths.String()
	years, _ := new(big.Rat).SetString(months)
	const fullWeight = "a single lease has full weight"
	b.lines(s,
		line{"", term + ", months", fullWeight, spreadsheet.Plain, spreadsheet.Number(months), "termMonths"},
		line{"", term + ", years", "", spreadsheet.Years, spreadsheet.Number(years.Quo(years, big.NewRat(12, 1)).FloatString(1)), "ROUND(termMonths/12,1)"},
		line{"", r.Lease.Standard.RateHeading(), fullWeight, spreadsheet.Rate, spreadsheet.Number(d.WeightedAverageDiscountRate.String()), "discountRateAnnual"},
		b.amount("", wording.TotalCost, "not the cost of one reporting period", d.TotalLeaseCost, "totalLeaseCost"))
	b.section(s, "Maturity analysis", "Undiscounted payments", "By lease year from "+day+"; a payment belongs to the year in which its period starts")
	for i, m := range d.MaturityAnalysis {
		b.lines(s, b.amount(name("maturity", i+1), m.Label, "", m.UndiscountedPayments, b.maturity(m.Year)))
	}
	b.lines(s, b.total("maturityTotal", wording.TotalPayments, "", d.TotalUndiscountedPayments, maturities(1, len(d.MaturityAnalysis))))
	if !r.Lease.Exempt() {
		b.lines(s,
			b.amount("lessInterest", wording.LessInterest, "payments less their present value", d.ImputedInterest, "imputedInterest"),
			b.total("maturityLiability", wording.LeaseLiability, "agrees to the balance sheet at "+day, r.InitialLiability, "maturityTotal-imputedInterest"))
		b.section(s, "Balance sheet", "Amount", "",
			b.amount("currentLiability", wording.CurrentPortion, "settled by the payments of the first twelve months", d.CurrentLiability,
				fmt.Sprintf("ROUND(initialLiability-longTermLiability,%d)", b.places)),
			b.amount("longTermLiability", wording.LongTermPortion,
				"the balance after the last payment of the first twelve months, at most the liability less the payment at "+day, d.LongTermLiability, b.longTerm()),
			b.total("balanceSheetLiability", wording.LeaseLiability, "", r.InitialLiability, "currentLiability+longTermLiability"))
	}
	if r.Lease.Standard.MaturityBands() != nil {
		b.section(s, "Payments due", "Undiscounted payments", "From "+day+", sums of the years above")
		for i, m := range wording.Maturities(r) {
			f := "0/unit" // the maturity analysis has no such year
			if m.First <= m.Last {
				f = fmt.Sprintf("ROUND(%s,%d)", maturities(m.First, m.Last), b.places)
			}
			b.lines(s, b.amount(name("maturityBand", i+1), m.Label, "", m.Payments, f))
		}
	}
}

func maturities(first, last int) string {
	return "SUM(" + name("maturity", first) + ":" + name("maturity", last) + ")"
}

// maturity returns a formula for a lease year's payments. A payment belongs to the year in which
// its row starts. Year 6 includes all later years.
func (b *book) maturity(year int) string {
	const thereafter = 6
	rows, perYear := b.blocks[0].Rows, 12/b.r.Lease.PaymentFrequency.Months()
	if rows.First += (year - 1) * perYear; rows.First > rows.Last {
		return "0/unit"
	}
	if year < thereafter {
		rows.Last = min(rows.Last, rows.First+perYear-1)
	}
	return rows.Global(0, "SUM({payment:})/unit")
}

// longTerm returns a formula for the noncurrent portion of the initial liability (METHOD 7.3).
func (b *book) longTerm() string {
	first := b.blocks[0]
	if b.r.Lease.TermMonths <= 12 {
		return "0/unit"
	}
	return first.in(0, "MAX(0,MIN({balance^}-{paidFirst},"+first.afterFirstYear()+"))/unit")
}
