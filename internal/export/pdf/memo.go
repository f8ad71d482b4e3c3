package pdf

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/schedule"
)

func (d *memo) body() {
	l := &d.r.Lease
	d.measurement()
	d.chart()
	d.Section("Inputs and judgements")
	d.Inputs(l)
	d.Evidence(l)
	d.rates()
	d.classification()
	d.disclosures()
	d.events()
	d.List("Basis in the standard", d.r.CitationTexts())
	d.List("Notes", d.r.NoteTexts())
	d.origin()
}

func (d *memo) measurement() {
	r, l := d.r, &d.r.Lease
	d.Section("Measurement at " + wording.First(&d.r.Lease))
	if l.Exempt() {
		d.Paragraph("The lease is exempt from recognition: it has neither a lease liability nor a " + l.Standard.AssetNoun() + ".")
		d.Figure(wording.TotalPayments, d.amount(r.TotalUndiscountedPayments), "", "")
		d.Figure(wording.TotalCost, d.amount(r.TotalLeaseCost), "", "")
		return
	}
	d.Figure(wording.LeaseLiability+", the present value of the lease payments", d.amount(r.InitialLiability), "", "")
	for _, f := range wording.ToAsset(&r.Measurement) {
		d.Figure(f.Label, d.amount(f.Amount), "", "")
	}
	d.Figure(wording.Sentence(l.Standard.AssetNoun()), d.amount(r.InitialRouAsset), "B", "T")
	d.Ln(1.5)
	d.Figure(wording.TotalPayments, d.amount(r.TotalUndiscountedPayments), "", "")
	d.Figure(wording.ImputedInterest, d.amount(r.Disclosures.ImputedInterest), "", "")
	d.Figure(wording.TotalCost, d.amount(r.TotalLeaseCost), "", "")
	d.Figure("Rate per period", wording.Percent(r.PeriodicRate), "", "")
	if r.Class == leasehold.Finance {
		d.Figure(wording.Amortization(l.Standard)+" of the asset, straight-line over", wording.Amortized(&r.Measurement), "", "")
	}
}

func (d *memo) rates() {
	origins := wording.RateOrigins(&d.r.Measurement)
	if len(origins) == 0 {
		return
	}
	d.Section("Discount rates from the table")
	for _, x := range origins {
		d.Room(document.RowHeight * float64(2*len(x.Rows)+3))
		d.Figure(x.For+", "+x.Date.String()+", "+strconv.Itoa(x.TermMonths)+" months left", wording.Percent(x.Rate), "B", "")
		for _, row := range x.Rows {
			d.Figure(row.Title(), wording.Percent(row.DiscountRateAnnual), "", "")
			if row.About != "" {
				d.Item(wording.Sentence(row.About))
			}
		}
		d.Item("The rate is " + x.How + ".")
		d.Ln(1.5)
	}
}

// classification writes the lease's class, followed by the verdict on each criterion and the reason for it.
func (d *memo) classification() {
	c := &d.r.Classification
	const criterionHeight = 5 * document.LineHeight // approximate height in millimeters
	d.Room(criterionHeight * float64(len(c.Criteria)))
	if c.SingleModel {
		d.Section("Lessee model")
	} else {
		d.Section("Classification: " + c.Class.String() + " lease")
	}
	d.Paragraph(c.Rationale)
	for i := range c.Criteria {
		d.criterion(&c.Criteria[i])
	}
}

// criterion writes a criterion without a page break inside it. The verdict is in a separate column.
func (d *memo) criterion(k *schedule.Criterion) {
	const verdict = 24.0
	width := d.Width() - verdict
	d.Font("", document.TextSize)
	lines := append(d.Split(k.Detail, width), d.Split(k.Citation.String(), width)...)
	d.Room(document.LineHeight*float64(len(lines)+1) + 2)
	d.Ln(1.5)
	d.Font("B", document.TextSize)
	d.Put(verdict, document.LineHeight, wording.Sentence(wording.Verdict(k)), "L", "")
	d.Put(width, document.LineHeight, k.Label, "L", "")
	d.Ln(document.LineHeight)
	d.Font("", document.TextSize)
	d.Lines(document.Margin+verdict, lines)
}

func (d *memo) disclosures() {
	x, s := &d.r.Disclosures, d.r.Lease.Standard
	d.Section("Disclosures at " + wording.First(&d.r.Lease))
	d.Figure(s.TermHeading(), wording.Left(x.WeightedAverageRemainingTermMonths), "", "")
	d.Figure(s.RateHeading(), wording.Percent(x.WeightedAverageDiscountRate), "", "")
	d.Figure(wording.TotalCost, d.amount(x.TotalLeaseCost), "", "")
	d.Ln(1.5)
	maturities := wording.Maturities(d.r)
	d.Room(document.RowHeight * float64(len(maturities)+4)) // keep the whole reconciliation on one page
	d.Figure(wording.MaturityHeading(s), "", "B", "")
	for _, m := range maturities {
		d.Figure(m.Label, d.amount(m.Payments), "", "")
	}
	d.Figure(wording.TotalPayments, d.amount(x.TotalUndiscountedPayments), "", "T")
	if !wording.Reconciles(&d.r.Lease) {
		return
	}
	d.Figure(wording.LessInterest, d.amount(x.ImputedInterest), "", "")
	d.Figure(wording.LeaseLiability, d.amount(d.r.InitialLiability), "B", "T")
	d.Ln(1.5)
	d.Room(3 * document.RowHeight)
	d.Figure(wording.CurrentPortion, d.amount(x.CurrentLiability), "", "")
	d.Figure(wording.LongTermPortion, d.amount(x.LongTermLiability), "", "")
	d.Figure(wording.LeaseLiability, d.amount(x.CurrentLiability.Add(x.LongTermLiability)), "B", "T")
}

func (d *memo) events() {
	if len(d.r.Events) == 0 {
		return
	}
	entries := leasehold.Journal(&d.r.Measurement)
	d.Room(d.heightOf(0, entries) + 3*document.RowHeight) // keep the heading on the same page as the first event
	d.Section("Events")
	for i := range d.r.Events {
		d.event(i, entries)
	}
	figures := wording.OfLife(&d.r.Measurement)
	d.Room(document.RowHeight * float64(len(figures)+1))
	d.Figure("Lifetime totals", "", "B", "")
	for _, f := range figures {
		d.Figure(f.Label, d.amount(f.Amount), "", "")
	}
}

func (d *memo) heightOf(i int, entries []leasehold.Entry) float64 {
	rows := len(wording.StatedBy(&d.r.Lease, i)) + len(wording.OfEvent(d.r.Lease.Standard, &d.r.Events[i])) + len(wording.EntryOf(entries, i))
	return document.RowHeight * float64(rows+5)
}

// event writes an event's inputs, effect and journal entry, so that a reader can recompute the
// event from the memo.
func (d *memo) event(i int, entries []leasehold.Entry) {
	e := &d.r.Events[i]
	d.Room(d.heightOf(i, entries))
	d.Figure(e.Date.String()+": "+wording.Event(e.Type)+", "+wording.DoneBy(e), "", "B", "")
	for _, in := range wording.StatedBy(&d.r.Lease, i) {
		d.Figure(in.Label, in.Value, "", "")
	}
	for _, f := range wording.OfEvent(d.r.Lease.Standard, e) {
		d.Figure(f.Label, d.amount(f.Amount), "", "")
	}
	if entry := wording.EntryOf(entries, i); len(entry) > 0 {
		d.Figure("Journal entry", "", "B", "")
		for _, f := range entry {
			d.Figure(f.Label, d.amount(f.Amount), "", "")
		}
	}
	for _, c := range e.Citations {
		d.Item(c.String())
	}
	d.Ln(1.5)
}

// origin writes the program version and the input's digest, so that the amounts can be reproduced.
func (d *memo) origin() {
	d.Section("Reproduction")
	d.Paragraph("Computed by Leasehold " + d.o.Version + " under rules revision " + strconv.Itoa(leasehold.RulesRevision) +
		". SHA-256 of the normalized input: " + d.digest + ". Appendix A is the schedule, and appendix B contains the journal entries.")
	d.ExplainCodePoints()
}
