package workbook

import (
	"fmt"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/schedule"
)

func (b *book) rates(s *spreadsheet.Sheet) {
	s.Widths(34, 14, 14, 16, 60)
	s.Head("Rates"+b.leaseName(), "Discount rates that the lease does not supply come from a table by date, term, currency and tags. "+
		"A rate between two rows is interpolated linearly by months.")
	rates := spreadsheet.Rows{Columns: []string{"label", "date", "months", "rate"}}
	for _, x := range wording.RateOrigins(&b.r.Measurement) {
		s.Headings(spreadsheet.Left(x.For), spreadsheet.Right("Date"), spreadsheet.Right("Months"), spreadsheet.Right("Rate"), spreadsheet.Left("Source"))
		for _, row := range x.Rows {
			s.Put(s.Text(spreadsheet.Label, fmt.Sprintf("Row %d of the table, counted from 0", row.Number)), s.Value(spreadsheet.Day, spreadsheet.Serial(row.ValidFrom)),
				s.Value(spreadsheet.Plain, row.TermMonths), s.Value(spreadsheet.Rate, spreadsheet.Number(row.DiscountRateAnnual.String())), s.Text(spreadsheet.Note, row.About))
		}
		formula := "{rate}"
		if len(x.Rows) == 2 {
			formula = "{rate-}+({rate}-{rate-})*({months+}-{months-})/({months}-{months-})"
		}
		s.Put(s.Text(spreadsheet.Label, "Rate used"), s.Value(spreadsheet.Day, spreadsheet.Serial(x.Date)), s.Value(spreadsheet.Plain, x.TermMonths),
			s.Formula(spreadsheet.Rate, spreadsheet.Number(x.Rate.String()), rates.Local(s.Row(), formula)), s.Text(spreadsheet.Note, x.How+"; months remaining in the term, rounded up"))
		s.Skip()
	}
}

// unsupported is an input for which the workbook has no formulas. The workbook of a lease with such
// an input contains values only.
type unsupported struct {
	label, rule string
	of          func(*leasehold.Lease) bool
}

var unsupportedInputs = []unsupported{
	field("calendar", "Rent is due on the days that the calendar defines. The months and the rent of a partial period are those of the whole period × the days of the partial period / the days of the whole period."),
	{wording.Label("components"), "A payment is split by stand-alone prices. The lease payment is the payment × (prices of the lease components / all prices), rounded once. The remaining amount is for services and is expensed evenly over the row.", (*leasehold.Lease).HasServices},
	field("irrecoverableTaxRate", "Irrecoverable tax is not a lease payment: payment x rate, rounded once and expensed on the day of the payment."),
	field("variablePayments", "Actual variable payments are expensed on their dates and are not part of the liability."),
	field("subleaseIncome", "Sublease income is recognized as received. Reports show the income; the liability excludes it."),
	field("subleases", "Income from each sublease is recognized straight-line over its months. Reports show the income; the liability excludes it."),
	field("initialApplication", "The liability is the present value, at the date of initial application, of the payments from that date. The asset is the liability plus prepaid rent, less accrued rent and an onerous lease provision, so that equity does not change."),
	{"Monthly compounding", "The balance grows over a row by the factor (1 + rate / 12)^months.", func(l *leasehold.Lease) bool { return l.Basis.Value.Discounting > leasehold.Actual365 }},
	{"A list of payments", "The lease is a list of dated payments, each discounted from its own day.", func(l *leasehold.Lease) bool { return l.PaymentAmount.Sign() == 0 }},
}

func field(name, rule string) unsupported {
	return unsupported{wording.Label(name), rule, func(l *leasehold.Lease) bool { return l.States(name) }}
}

// rules summarizes the method. Each rule has a heading and text, and additional text for workbooks with formulas.
var rules = [...][3]string{
	{"Rents", "The rent of a period is the latest supplied rent, escalated at each later anniversary of commencement, reduced by rent-free months, prorated by months and rounded once to minor units.", " The Terms sheet lists the rent after each event."},
	{"Liability", "Exact balances are computed backward from 0: balance before = paid on the first day + (paid on the last day + one-off payments grown to the end + balance after) / growth of the row. The liability is the first balance, rounded.", " Sheets Measurement."},
	{"Growth of a row", "nominal: 1 + rate x months / 12, simple interest within a row; effective: (1 + rate)^(months / 12); actual_365: (1 + rate)^(days / 365). After an event within a period, the growth factor of the remaining part is the whole period's factor divided by the factor before the event.", ""},
	{"The one-cent rule", "The interest of a row is the exact interest, rounded. If the printed balance would then differ from the exact balance by almost one minor unit, the interest is adjusted by one minor unit. The same rule applies to straight-line shares, which follow the exact running total.", ""},
	{"Events", "An event starts from the carrying amounts at the close of the preceding day. A remeasurement starts a new measurement; the asset changes with the liability, but not below 0. A partial termination first derecognizes a share of both, with a gain or loss.", " Sheet Events."},
	{"An event within a row", "The first part contains its payments and the amounts accrued by its last day. Cost accrues by the day. Interest accrues evenly if discounting is nominal and there are no one-off payments; otherwise it accrues as the exact balance grows.", ""},
	{"Maturity and current portion", "Payments are grouped by lease year. The long-term portion is the balance after the last payment of the first twelve months, but not more than the initial liability less the payment at commencement. It is 0 for terms of up to twelve months.", " Sheet Disclosures."},
	{"Economic life and fair value", "The ratios must be at least 75% and 90%; they are compared exactly and shown truncated. A criterion without input is not tested.", " Sheet Classification."},
	{"Amounts that the workbook does not recompute", "", "The class after an event, the months of amortization, the entries of a governmental fund, and the rent for months that an extension adds to a partial period are exported values from the service. Dates, terms, frequency, timing, standard and class are fixed."},
	{"Rounding in a spreadsheet", "", "A spreadsheet computes with 53 binary digits. A number is first rounded to a few decimals of a minor unit (the defined name “decided” contains the number of decimals) and then to whole units. If an amount is so close to one half that these decimals show one half, it is rounded as one half; the service rounds the exact amount. The Check sheet shows any resulting difference."},
}

func (b *book) basis(s *spreadsheet.Sheet) {
	r := b.r
	s.Table("Basis", "This sheet shows the workbook's origin, rules, paragraphs and notes.",
		spreadsheet.Left("Origin").Wide(34), spreadsheet.Left("").Wide(130))
	input := string(r.Lease.Append(nil))
	s.Put(s.Text(spreadsheet.Label, "Program"), "Leasehold "+b.o.Version)
	s.Put(s.Text(spreadsheet.Label, "Rules revision"), s.Value(spreadsheet.LeftNumber, leasehold.RulesRevision))
	s.Put(s.Text(spreadsheet.Label, "SHA-256 of the input"), paper.Digest([]byte(input)))
	s.Pair("Input", strings.ReplaceAll(input, `,"`, `, "`))
	s.Put(s.Text(spreadsheet.Label, "Currency"), b.o.Currency)
	s.Skip()
	s.Headings(spreadsheet.Left("Rule"), spreadsheet.Left(""))
	for _, x := range rules {
		if b.live {
			x[1] += x[2]
		}
		if x[1] != "" {
			s.Pair(x[0], x[1])
		}
	}
	for _, x := range b.unsupported {
		s.Pair(x.label, x.rule)
	}
	s.Notes("Paragraphs, for the lease as exported", r.CitationTexts())
	s.Notes("Notes, for the lease as exported", r.NoteTexts())
}

// test contains the formulas for a criterion of ASC 842-10-25-2. The verdict formula returns "met",
// "not met" or "not tested".
type test struct{ about, ratio, verdict string }

func (b *book) tests() map[string]test {
	judge := func(condition, met string) string {
		return fmt.Sprintf(`IF(%s,%q,IF(%s,%q,%q))`, condition, wording.NotTested, met, wording.Met, wording.NotMet)
	}
	answered := func(input string) string { return judge(input+`=""`, input+`="yes"`) }
	price := b.inputs.at(0).find("purchaseOptionAmount").name
	const (
		noFairValue = "ROUND(N(assetFairValue)*unit,6)=0"
		atLeast90   = "10*(ROUND(assetFairValue*unit,6)-fairValueBasis)<=ROUND(assetFairValue*unit,6)"
	)
	return map[string]test{
		schedule.CriterionTransferOfOwnership: {"the input on the Lease sheet", "", answered("transfersOwnership")},
		schedule.CriterionPurchaseOption: {
			"the input on the Lease sheet; if it is blank, a purchase option price counts as yes", "",
			fmt.Sprintf(`IF(AND(purchaseOptionReasonablyCertain="",%s>0),%q,%s)`, price, wording.Met, answered("purchaseOptionReasonablyCertain")),
		},
		schedule.CriterionEconomicLife: {
			"lease term / remaining economic life, at least 75%; not met in the last quarter of the total life",
			`IF(assetEconomicLifeMonths="","",INT(termMonths*10000/assetEconomicLifeMonths)/10000)`,
			judge(`assetEconomicLifeMonths=""`, `AND(termMonths*4>=assetEconomicLifeMonths*3,OR(assetTotalLifeMonths="",assetEconomicLifeMonths*4>assetTotalLifeMonths))`),
		},
		schedule.CriterionFairValue: {
			"(present value + paid at commencement + prepaid rent - incentives) / fair value, at least 90%",
			// The displayed ratio is truncated and limited, so that the ratio and the verdict agree
			// on whether 90% is reached.
			`IF(` + noFairValue + `,"",IF(` + atLeast90 + `,MAX(9000,TRUNC(ROUND(fairValueQuotient,9))),MIN(8999,TRUNC(ROUND(fairValueQuotient,9))))/10000)`,
			judge(noFairValue, atLeast90),
		},
		schedule.CriterionSpecializedAsset: {"the input on the Lease sheet", "", answered("specializedAsset")},
	}
}

func (b *book) classification(s *spreadsheet.Sheet) {
	const criterionWidth, detailWidth = 62.0, 100.0
	s.Widths(criterionWidth, detailWidth, 12, 14, 36)
	s.Freeze(4, 0)
	c := &b.r.Classification
	if c.SingleModel {
		s.Head("Classification", b.r.Lease.Title()+" has a single lessee model, so leases are not classified.")
	} else {
		s.Head("Classification", "At commencement. A lease that meets any criterion is a finance lease, unless a class is chosen. "+
			"The rows depend on the class at export. If the criteria result in another class, the Check sheet shows DIFFERS and the lease must be exported again.")
		b.criteria(s)
	}
	s.Put(s.Text(spreadsheet.Label, "Reasons, for the lease as exported"))
	reason := func(name, text string) {
		s.Tall(text, detailWidth, s.Text(spreadsheet.Wrapped, name), s.Text(spreadsheet.Wrapped, text))
	}
	for i := range c.Criteria {
		reason(c.Criteria[i].Label, c.Criteria[i].Detail)
	}
	reason("Rationale", c.Rationale)
}

func (b *book) criteria(s *spreadsheet.Sheet) {
	s.Headings(spreadsheet.Left("Criterion"), spreadsheet.Left("Test"), spreadsheet.Right("Ratio"), spreadsheet.Left("Verdict"), spreadsheet.Left("Paragraph"))
	tests, verdicts := b.tests(), &b.r.Commencement.Verdicts
	rows := spreadsheet.Rows{First: s.Row() + 1, Last: s.Row() + len(tests), Columns: []string{"criterion", "test", "ratio", "verdict", "paragraph"}}
	verdict := rows.Letter("verdict")
	for i := range b.r.Classification.Criteria {
		c := &b.r.Classification.Criteria[i]
		of, ratio := tests[c.Key], any(nil)
		if of.ratio != "" {
			ratio = s.Formula(spreadsheet.Percent, nil, of.ratio)
		}
		s.Define(c.Key, verdict, s.Put(c.Label, of.about, ratio, s.Formula(spreadsheet.BoldNote, wording.Verdict(c), of.verdict), s.Text(spreadsheet.Note, c.Citation.Paragraph)))
	}
	chosen := "derivedClass"
	if b.r.Lease.Classification != leasehold.Derived {
		chosen = fmt.Sprintf("%q", b.r.Lease.Classification)
	}
	s.Skip()
	for _, x := range []line{
		{"criteriaTested", "Criteria tested", "of 5; the others lack an input", spreadsheet.Note, verdicts.Tested(), rows.Local(0, fmt.Sprintf(`SUMPRODUCT(--({verdict:}<>%q))`, wording.NotTested))},
		{"fairValueBasis", "Amount compared with the fair value, in minor units", "present value + paid at commencement + guarantee not expected to be paid + prepaid rent - incentives", spreadsheet.Note, nil, b.fairBasis()},
		{
			"fairValueQuotient", "Share of the fair value, in hundredths of a percent", "that amount / fair value, before truncation", spreadsheet.Note, nil,
			"IF(ROUND(N(assetFairValue)*unit,6)=0,0,fairValueBasis/(assetFairValue*unit)*10000)",
		},
		{"derivedClass", "Class by the criteria", "finance if any criterion is met", spreadsheet.Note, verdicts.Derived().String(), rows.Local(0, fmt.Sprintf(`IF(SUMPRODUCT(--({verdict:}=%q))>0,"finance","operating")`, wording.Met))},
		{"leaseClass", "Class at commencement", "the class chosen, otherwise the class according to the criteria", spreadsheet.BoldNote, b.r.Class.String(), chosen},
	} {
		s.Define(x.name, verdict, s.Put(s.Text(spreadsheet.Label, x.label), x.about, nil, s.Formula(x.look, x.value, x.formula)))
	}
	s.Skip()
}

// fairBasis returns a formula for the amount to compare with the fair value, in minor units. For an
// exempt lease, it ignores the exemption.
func (b *book) fairBasis() string {
	first, formula := b.blocks[0], "+{prepaidRent}-{leaseIncentives}"
	if b.r.Lease.GuaranteedResidualValue.Set {
		formula = "+" + rounded("MAX(0,{guaranteedResidualValue}-{residualValueGuarantee})/"+first.in(0, "PRODUCT({growth:})")) + formula
	}
	return rounded(first.in(0, "{exact}")) + "+commencementPaid" + b.inputs.at(0).formula(formula)
}
