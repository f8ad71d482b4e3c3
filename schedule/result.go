package schedule

import (
	"github.com/leasehold-accounting/leasehold/standard"
)

// Result is the complete accounting of one lease: its amounts and texts. The journal, files and
// screens are built from a Result and compute no other amounts.
type Result struct {
	Measurement

	Classification Classification
	Citations      []standard.Citation
	Notes          []Note
}

// NoteTexts returns the sentences of the notes.
func (r *Result) NoteTexts() []string {
	texts := make([]string, len(r.Notes))
	for i, n := range r.Notes {
		texts[i] = n.Text
	}
	return texts
}

// Cite returns the citation for a topic.
func (r *Result) Cite(topic standard.Topic) standard.Citation {
	for _, c := range r.Citations {
		if c.Topics&topic != 0 {
			return c
		}
	}
	return standard.Citation{}
}

// CitationTexts returns the printed form of the citations.
func (r *Result) CitationTexts() []string {
	texts := make([]string, len(r.Citations))
	for i, c := range r.Citations {
		texts[i] = c.String()
	}
	return texts
}

// Classification is the operating-or-finance decision with its reasons (ASC 842-10-25-2 and 25-3;
// IFRS 16.22; GASB 87.20).
type Classification struct {
	Class       standard.Class
	Standard    standard.Standard
	SingleModel bool        // only ASC 842 distinguishes classes
	Criteria    []Criterion // the five criteria of ASC 842; empty for other standards
	Rationale   string
}

// Criterion is a test of ASC 842-10-25-2.
type Criterion struct {
	Key      string
	Label    string
	Met      bool
	Tested   bool   // false if the input was not supplied; Met is then false
	Detail   string // the numbers compared, or the missing input
	Citation standard.Citation
}

// The keys of the criteria of ASC 842-10-25-2, in the order of the paragraph.
const (
	CriterionTransferOfOwnership = "transfer_of_ownership"
	CriterionPurchaseOption      = "purchase_option"
	CriterionEconomicLife        = "economic_life"
	CriterionFairValue           = "fair_value"
	CriterionSpecializedAsset    = "specialized_asset"
)

// Note is a sentence about a result: an assumption of the computation, or a warning that a
// careful accountant would give.
type Note struct {
	Key  string // identifies the note, such as annuity_due; docs/METHOD.md lists the keys
	Text string // one sentence
}

// The keys of notes on a class that contradicts the criteria: at commencement, and
// at an event.
const (
	NoteClassOverride        = "class_override"
	NoteClassAgainstCriteria = "class_against_criteria"
)

// Explanation describes how an amount is computed: a text, a formula with its numbers, and the
// paragraph of the standard. Powers are written as in (1 + r)^{12}. In the formula of a column,
// {name} stands for the row's amount with that name, and {open.name} for its opening balance.
type Explanation struct {
	Figure  string // the API name of the amount, such as initialLiability
	Label   string
	Words   string
	Formula string
	Last    string // formula of the last row of a column, if it differs
	Cite    standard.Citation
}
