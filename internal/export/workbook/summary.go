package workbook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

func (b *book) summary(s *spreadsheet.Sheet) {
	s.Widths(52, 26, 84)
	s.OnePage()
	r, l, first, day := b.r, &b.r.Lease, b.blocks[0], wording.First(&b.r.Lease)
	s.Head("Lease summary"+b.leaseName(), "Amounts in "+b.o.Currency+". "+b.amountsNote())
	measured, class := "present value of the payments", "sheet Classification"
	if b.unsupported == nil {
		measured += ", sheet " + first.sheet
		class = "fixed at export; the sheet Classification tests the criteria"
	}
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
	s.Skip()
	imputed := "(" + first.sum("payment") + "-" + first.cell("balance", openingRow) + ")/unit"
	if l.Exempt() {
		imputed = "0/unit"
	}
	b.section(s, "At "+day, "Amount", "Meaning",
		b.amount("initialLiability", wording.LeaseLiability+" at "+day, measured, r.InitialLiability, first.cell("balance", openingRow)+"/unit"),
		b.amount("initialRouAsset", wording.Sentence(l.Standard.AssetNoun())+" at "+day, "", r.InitialRouAsset, "initialAsset/unit"),
		b.amount("totalUndiscountedPayments", wording.TotalPayments, "as seen at "+day, r.TotalUndiscountedPayments, first.sum("payment")+"/unit"),
		b.amount("imputedInterest", wording.ImputedInterest, "as seen at "+day, r.Disclosures.ImputedInterest, imputed),
		b.amount("totalLeaseCost", wording.TotalCost, "as seen at "+day, r.TotalLeaseCost, first.sum("cost")+"/unit"),
		b.amount("", "Paid at commencement, not in the liability", "", r.CommencementPayment, "commencementPaid/unit"),
	)
	s.Skip()
	if b.unsupported == nil {
		b.section(s, "Checks", "", "",
			line{"", "Internally consistent", "identities that hold for any inputs; see the sheet Check", spreadsheet.Verdict, "OK", "internalResult"},
			line{"", "As exported", "agreement with the service, while no input is changed", spreadsheet.Verdict, "OK", "exportResult"})
		s.Signal(fmt.Sprintf("B%d:B%d", s.Row()-1, s.Row()))
		s.Skip()
	}
	if !l.Exempt() {
		b.chart(s)
	}
}

func (b *book) amountsNote() string {
	if b.unsupported == nil {
		return "Live: every amount follows the inputs on the sheets Lease and Events."
	}
	labels := make([]string, len(b.unsupported))
	for i := range b.unsupported {
		labels[i] = b.unsupported[i].label
	}
	return "The amounts are values as exported, because the formulas of this workbook do not compute: " + strings.Join(labels, ", ") + "."
}

func (b *book) chart(s *spreadsheet.Sheet) {
	series := func(column string) excelize.ChartSeries {
		return excelize.ChartSeries{
			Name:       fmt.Sprintf("%s!$%s$%d", sheetSchedule, b.scheduleLayout().letter(column), scheduleRow(0)),
			Categories: b.columnRange(sheetSchedule, "period"),
			Values:     b.columnRange(sheetSchedule, column),
			Line:       excelize.LineOptions{Type: excelize.LineSolid, Width: 1.75},
			Marker:     excelize.ChartMarker{Symbol: "none"},
		}
	}
	title := func(text string) excelize.ChartTitle {
		return excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: text}}}
	}
	dark := excelize.Font{Color: "404040", Size: 9}
	s.Chart("A"+strconv.Itoa(s.Row()+1), &excelize.Chart{
		Type:      excelize.Scatter,
		Series:    []excelize.ChartSeries{series("liabilityClose"), series("rouAssetClose")},
		Title:     title("Liability and asset after each period"),
		Legend:    excelize.ChartLegend{Position: "bottom"},
		Dimension: excelize.ChartDimension{Width: 900, Height: 420},
		XAxis:     excelize.ChartAxis{Font: dark, NumFmt: excelize.ChartNumFmt{CustomNumFmt: "0"}, Title: title("Period")},
		YAxis:     excelize.ChartAxis{MajorGridLines: true, Font: dark, NumFmt: excelize.ChartNumFmt{CustomNumFmt: "#,##0"}},
	})
	s.Leave(26) // space for the chart
}

func (b *book) initialAsset() string {
	switch {
	case b.r.Lease.Exempt():
		return "0"
	case b.r.Lease.OpeningRouAsset.Set:
		return minorOf("openingRouAsset")
	default:
		return "ROUND(" + b.blocks[0].cell("balance", openingRow) + "+adjustment+commencementPaid,0)"
	}
}

// adjustment returns a formula for the asset less the liability and less the payment at
// commencement, in minor units.
func (b *book) adjustment() string {
	in := &b.supplied[0]
	return in.minor("prepaidRent") + "+" + in.minor("initialDirectCosts") + "+" + in.minor("restorationCost") +
		"+" + in.minor("grantElement") + "-" + in.minor("leaseIncentives")
}

// settled returns a formula for the payment on the commencement date, in minor units. If the
// liability includes that payment, the result is 0.
func (k *block) settled() string {
	opening, _, _ := k.singles(0)
	f, _ := sum(opening)
	if k.b.r.Lease.PaymentTiming == leasehold.Advance {
		f += "+" + k.cell("rent", at(0))
	}
	return `IF(commencementPayment="settled",` + f + ",0)"
}
