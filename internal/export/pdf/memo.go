package pdf

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// memo writes what is read: all but the tables.
func (d *document) memo() {
	d.page(portrait)
	d.chapter("Lease accounting memo")
	d.font("", textSize+1)
	d.cell(d.width(), lineHeight, d.describe()+". Amounts in "+d.o.Currency+".", "L", "")
	d.Ln(lineHeight + 3)
	d.identification()
	d.measurement()
	d.inputs()
	d.classification()
	d.disclosures()
	d.basis()
	d.notes()
	d.origin()
}

// measurement writes how liability and asset come about.
func (d *document) measurement() {
	r, l := d.r, &d.r.Lease
	d.section("1. Measurement at commencement")
	d.figure(wording.LeaseLiability+", the present value of the lease payments", d.amount(r.InitialLiability), "", "")
	for _, o := range []struct {
		name  string
		value money.Amount
	}{
		{"Prepaid rent", l.PrepaidRent.Value.Amount()},
		{"Initial direct costs", l.InitialDirectCosts.Value.Amount()},
		{"Lease incentives received", l.LeaseIncentives.Value.Amount().Neg()},
	} {
		if !o.value.IsZero() {
			d.figure(o.name, d.amount(o.value), "", "")
		}
	}
	d.figure(wording.Sentence(l.Standard.AssetNoun()), d.amount(r.InitialRouAsset), "B", "T")
	d.Ln(1.5)
	d.figure(wording.TotalPayments, d.amount(r.TotalUndiscountedPayments), "", "")
	d.figure(wording.ImputedInterest, d.amount(r.Disclosures.ImputedInterest), "", "")
	d.figure(wording.TotalCost, d.amount(r.TotalLeaseCost), "", "")
	d.figure("Payment periods", strconv.Itoa(len(r.Schedule)), "", "")
	d.figure("Rate per period", wording.Percent(r.PeriodicRate), "", "")
	if r.Class == leasehold.Finance {
		d.figure(wording.Amortization(l.Standard)+" of the asset, straight-line over", wording.Months(r.AmortizationMonths), "", "")
	}
}

// inputs writes the lease as it was given, the terms of the contract and what
// somebody judged separately.
func (d *document) inputs() {
	d.section("2. Inputs and judgements")
	list := wording.Inputs(&d.r.Lease)
	for _, group := range []struct {
		title     string
		judgement bool
	}{{"Terms of the contract", false}, {"Judgements and estimates", true}} {
		d.room(3 * rowHeight)
		d.figure(group.title, "", "B", "")
		for _, in := range list {
			if in.Judgement == group.judgement {
				d.figure(in.Label, in.Value, "", "")
			}
		}
		d.Ln(1.5)
	}
}

// classification writes the class and, criterion by criterion, why.
func (d *document) classification() {
	c := &d.r.Classification
	const criterionHeight = 5 * lineHeight // about
	d.room(criterionHeight * float64(len(c.Criteria)))
	if c.SingleModel {
		d.section("3. Classification")
	} else {
		d.section("3. Classification: " + c.Class.String() + " lease")
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
	d.section("4. Disclosures at commencement")
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
	d.figure(wording.LessInterest, d.amount(x.ImputedInterest), "", "")
	d.figure(wording.LeaseLiability, d.amount(d.r.InitialLiability), "B", "T")
	d.Ln(1.5)
	d.figure(wording.CurrentPortion, d.amount(x.CurrentLiability), "", "")
	d.figure(wording.LongTermPortion, d.amount(x.LongTermLiability), "", "")
	d.figure(wording.LeaseLiability, d.amount(x.CurrentLiability.Add(x.LongTermLiability)), "B", "T")
}

// basis writes the paragraphs behind the figures.
func (d *document) basis() {
	d.section("5. Basis in the standard")
	for _, c := range d.r.CitationTexts() {
		d.item(c)
	}
}

func (d *document) notes() {
	d.section("6. Notes")
	for _, n := range d.r.NoteTexts() {
		d.item(n)
	}
}

// origin says by what the figures can be reproduced.
func (d *document) origin() {
	d.section("7. Reproduction")
	d.paragraph("Computed by Leasehold " + d.o.Version + " under rules revision " + strconv.Itoa(leasehold.RulesRevision) +
		". SHA-256 of the normalized input: " + d.digest + ". Appendix A is the schedule, appendix B the journal entries.")
}
