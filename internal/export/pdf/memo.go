package pdf

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// memo writes what is read: all but the tables.
func (d *document) memo() {
	d.page(portrait)
	d.chapter("Lease accounting memo")
	d.font("", textSize+1)
	d.lines(margin, d.split(d.describe()+". Amounts in "+d.o.Currency+".", d.width()))
	d.Ln(3)
	d.identification()
	d.measurement()
	d.inputs()
	d.classification()
	d.disclosures()
	d.events()
	d.basis()
	d.notes()
	d.origin()
}

// measurement writes how liability and asset come about.
func (d *document) measurement() {
	r, l := d.r, &d.r.Lease
	d.section("Measurement at commencement")
	d.figure(wording.LeaseLiability+", the present value of the lease payments", d.amount(r.InitialLiability), "", "")
	for _, f := range wording.ToAsset(&r.Measurement) {
		d.figure(f.Label, d.amount(f.Amount), "", "")
	}
	d.figure(wording.Sentence(l.Standard.AssetNoun()), d.amount(r.InitialRouAsset), "B", "T")
	d.Ln(1.5)
	d.figure(wording.TotalPayments, d.amount(r.TotalUndiscountedPayments), "", "")
	d.figure(wording.ImputedInterest, d.amount(r.Disclosures.ImputedInterest), "", "")
	d.figure(wording.TotalCost, d.amount(r.TotalLeaseCost), "", "")
	d.figure("Rate per period", wording.Percent(r.PeriodicRate), "", "")
	if r.Class == leasehold.Finance {
		d.figure(wording.Amortization(l.Standard)+" of the asset, straight-line over", wording.Months(r.AmortizationMonths), "", "")
	}
}

// inputs writes the lease as it was given, the terms of the contract and what
// somebody judged separately.
func (d *document) inputs() {
	d.section("Inputs and judgements")
	group := wording.Identity
	for _, in := range wording.Inputs(&d.r.Lease) {
		if in.Group == wording.Identity { // at the head of the memo
			continue
		}
		if in.Group != group {
			group = in.Group
			d.Ln(1)
			d.room(3 * rowHeight)
			d.figure(group.String(), "", "B", "")
		}
		d.figure(in.Label, in.Value, "", "")
	}
}

// classification writes the class and, criterion by criterion, why.
func (d *document) classification() {
	c := &d.r.Classification
	const criterionHeight = 5 * lineHeight // about
	d.room(criterionHeight * float64(len(c.Criteria)))
	if c.SingleModel {
		d.section("Classification")
	} else {
		d.section("Classification: " + c.Class.String() + " lease")
	}
	d.paragraph(c.Rationale)
	for i := range c.Criteria {
		d.criterion(&c.Criteria[i])
	}
}

// criterion writes one criterion in one piece, its verdict in a column of its
// own.
func (d *document) criterion(k *leasehold.Criterion) {
	const verdict = 24.0
	width := d.width() - verdict
	d.font("", textSize)
	lines := append(d.split(k.Detail, width), d.split(k.Citation.String(), width)...)
	d.room(lineHeight*float64(len(lines)+1) + 2)
	d.Ln(1.5)
	d.font("B", textSize)
	d.cell(verdict, lineHeight, wording.Sentence(wording.Verdict(k)), "L", "")
	d.cell(width, lineHeight, k.Label, "L", "")
	d.Ln(lineHeight)
	d.font("", textSize)
	d.lines(margin+verdict, lines)
}

// disclosures writes the figures of the notes to the financial statements. The
// maturities are reconciled to the liability, and the liability to its parts.
func (d *document) disclosures() {
	x, s := &d.r.Disclosures, d.r.Lease.Standard
	d.section("Disclosures at commencement")
	d.room(rowHeight * float64(len(x.MaturityAnalysis)+12))
	d.figure(s.TermHeading(), wording.Months(x.WeightedAverageRemainingTermMonths), "", "")
	d.figure(s.RateHeading(), wording.Percent(x.WeightedAverageDiscountRate), "", "")
	d.figure(wording.TotalCost, d.amount(x.TotalLeaseCost), "", "")
	d.Ln(1.5)
	d.figure("Maturity analysis, undiscounted payments by lease year", "", "B", "")
	for _, m := range x.MaturityAnalysis {
		d.figure(m.Label, d.amount(m.UndiscountedPayments), "", "")
	}
	d.figure(wording.TotalPayments, d.amount(x.TotalUndiscountedPayments), "", "T")
	if !wording.Reconciles(&d.r.Lease) {
		return
	}
	d.figure(wording.LessInterest, d.amount(x.ImputedInterest), "", "")
	d.figure(wording.LeaseLiability, d.amount(d.r.InitialLiability), "B", "T")
	d.Ln(1.5)
	d.figure(wording.CurrentPortion, d.amount(x.CurrentLiability), "", "")
	d.figure(wording.LongTermPortion, d.amount(x.LongTermLiability), "", "")
	d.figure(wording.LeaseLiability, d.amount(x.CurrentLiability.Add(x.LongTermLiability)), "B", "T")
}

// events writes what each event did to the books, and the totals of the life.
func (d *document) events() {
	if len(d.r.Events) == 0 {
		return
	}
	d.section("Events")
	for i := range d.r.Events {
		e := &d.r.Events[i]
		figures := wording.OfEvent(d.r.Lease.Standard, e)
		d.room(rowHeight * float64(len(figures)+3))
		d.figure(e.Date.String()+": "+wording.Event(e.Type)+", "+wording.DoneBy(e.Treatment), "", "B", "")
		for _, f := range figures {
			d.figure(f.Label, d.amount(f.Amount), "", "")
		}
		for _, c := range e.Citations {
			d.item(c.String())
		}
		d.Ln(1.5)
	}
	figures := wording.OfLife(&d.r.Measurement)
	d.room(rowHeight * float64(len(figures)+1))
	d.figure("Totals of the life", "", "B", "")
	for _, f := range figures {
		d.figure(f.Label, d.amount(f.Amount), "", "")
	}
}

// basis writes the paragraphs behind the figures.
func (d *document) basis() {
	d.section("Basis in the standard")
	for _, c := range d.r.CitationTexts() {
		d.item(c)
	}
}

func (d *document) notes() {
	d.section("Notes")
	for _, n := range d.r.NoteTexts() {
		d.item(n)
	}
}

// origin says by what the figures can be reproduced.
func (d *document) origin() {
	d.section("Reproduction")
	d.paragraph("Computed by Leasehold " + d.o.Version + " under rules revision " + strconv.Itoa(leasehold.RulesRevision) +
		". SHA-256 of the normalized input: " + d.digest + ". Appendix A is the schedule, appendix B the journal entries.")
}
