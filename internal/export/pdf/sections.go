package pdf

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
)

// inputs lists the lease as it was given, defaults filled in.
func (d *document) inputs() {
	d.title("Inputs")
	tokens := json.NewDecoder(bytes.NewReader(d.r.Lease.Append(nil)))
	tokens.UseNumber()
	_, _ = tokens.Token() // the brace; the engine wrote the object
	for tokens.More() {
		name, _ := tokens.Token()
		value, _ := tokens.Token()
		d.pair(fmt.Sprint(name), fmt.Sprint(value))
	}
}

func (d *document) classification() {
	c := &d.r.Classification
	d.title("Classification: " + c.Class.String())
	d.paragraph(c.Rationale)
	for i := range c.Criteria {
		k := &c.Criteria[i]
		met := "not met"
		if k.Met {
			met = "met"
		}
		d.room(3 * lineHeight)
		d.Ln(1)
		d.SetFont("Helvetica", "B", textSize)
		d.CellFormat(width, lineHeight, d.encode(k.Label+": "+met), "", 1, "L", false, 0, "")
		d.paragraph(k.Detail)
		d.paragraph(k.Citation.String())
	}
}

// The columns of the entries.
const (
	entryDate    = 22.0
	entryAccount = 70.0
	entryAmount  = (width - entryDate - entryAccount) / 2
)

func (d *document) entries() {
	d.title("Journal entries")
	for _, e := range d.r.Journal() {
		d.entry(&e)
	}
}

// entry writes one entry in one piece.
func (d *document) entry(e *leasehold.Entry) {
	d.SetFont("Helvetica", "I", textSize-1)
	memo := d.SplitText(d.encode(e.Memo), width-entryDate)
	d.room(lineHeight * float64(len(memo)+len(e.Lines)))
	d.SetFont("Helvetica", "B", textSize)
	d.CellFormat(entryDate, lineHeight, e.Date.String(), "T", 0, "L", false, 0, "")
	d.SetFont("Helvetica", "I", textSize-1)
	border := "T"
	for _, line := range memo {
		d.SetX(margin + entryDate)
		d.CellFormat(width-entryDate, lineHeight, line, border, 1, "L", false, 0, "")
		border = ""
	}
	for _, l := range e.Lines {
		d.SetFont("Helvetica", "", textSize)
		d.SetX(margin + entryDate)
		indent := ""
		debit, credit := "", ""
		if l.Debit.Sign() > 0 {
			debit = grouped(l.Debit)
		} else {
			indent, credit = "      ", grouped(l.Credit)
		}
		d.CellFormat(entryAccount, lineHeight, indent+l.Account.String(), "", 0, "L", false, 0, "")
		d.SetFont("Helvetica", "", d.tableSize)
		d.CellFormat(entryAmount, lineHeight, debit, "", 0, "R", false, 0, "")
		d.CellFormat(entryAmount, lineHeight, credit, "", 1, "R", false, 0, "")
	}
}

func (d *document) disclosures() {
	x := &d.r.Disclosures
	d.title("Disclosures at commencement")
	d.pair("Weighted average remaining term, months", strconv.Itoa(x.WeightedAverageRemainingTermMonths))
	d.pair("Weighted average discount rate", x.WeightedAverageDiscountRate.String())
	for _, m := range x.MaturityAnalysis {
		d.pair("Undiscounted payments, "+m.Label, grouped(m.UndiscountedPayments))
	}
	d.pair("Total undiscounted payments", grouped(x.TotalUndiscountedPayments))
	d.pair("Less imputed interest", grouped(x.ImputedInterest))
	d.pair("Lease liability", grouped(d.r.InitialLiability))
	d.pair("of which current", grouped(x.CurrentLiability))
	d.pair("of which long-term", grouped(x.LongTermLiability))
	d.pair("Total lease cost", grouped(x.TotalLeaseCost))
}

func (d *document) basis() {
	d.title("Basis")
	d.pair("Program", "Leasehold "+d.o.Version+", rules revision "+strconv.Itoa(leasehold.RulesRevision))
	d.pair("SHA-256 of the input", d.digest)
	d.Ln(2)
	for _, c := range d.r.CitationTexts() {
		d.paragraph(c)
	}
	d.Ln(2)
	for _, n := range d.r.NoteTexts() {
		d.paragraph(n)
	}
}
