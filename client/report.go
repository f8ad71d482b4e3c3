package client

import (
	"context"

	"github.com/leasehold-accounting/leasehold/answer"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Report returns the figures of many leases over a span of days. It needs the pro
// plan and is billed 1 computation for each lease in the answer, all or none.
func (c *Client) Report(ctx context.Context, q *portfolio.Question, options ...CallOption) (*ReportAnswer, error) {
	a := new(ReportAnswer)
	return orNone(a, c.send(ctx, OpReport, q.Append(nil), &a.Answer, a, options))
}

// ReportAnswer is a report on many leases. Its rollforwards foot, and every total is
// the sum of its leases.
type ReportAnswer struct {
	Answer `json:"-"`

	From             string            `json:"from"`
	To               string            `json:"to"`
	Leases           []LeaseFigures    `json:"leases"`
	Groups           []GroupFigures    `json:"groups"`
	Total            *TotalFigures     `json:"total,omitempty"` // nil where leases are in several currencies
	WeightedAverages []WeightedAverage `json:"weightedAverages"`
	NotCommenced     []NotCommenced    `json:"notCommenced"`
	JournalEntries   []ReportEntry     `json:"journalEntries,omitzero"` // where they were asked for
	Comparative      *Comparative      `json:"comparative,omitempty"`   // the same leases over an earlier span
	Digest           string            `json:"digest"`                  // of what the books carry at the end
	Previous         *PreviousAnswer   `json:"previous,omitempty"`      // whether the opening is what was signed
	TieOut           []TieOut          `json:"tieOut,omitzero"`         // the trial balance beside the report
	Skipped          []Skipped         `json:"skipped"`
	Notes            []string          `json:"notes"`
}

// Comparative are the leases of a report over an earlier span.
type Comparative struct {
	From             string            `json:"from"`
	To               string            `json:"to"`
	Leases           []LeaseFigures    `json:"leases"`
	Groups           []GroupFigures    `json:"groups"`
	Total            *TotalFigures     `json:"total,omitempty"`
	WeightedAverages []WeightedAverage `json:"weightedAverages"`
}

// PreviousAnswer says whether the opening of a report is what was signed before.
type PreviousAnswer struct {
	Agrees      bool         `json:"agrees"`
	Digest      string       `json:"digest"` // of the opening as the leases give it now
	LateChanges []LateChange `json:"lateChanges"`
}

// LateChange is a lease whose figures before the span are not what was signed. A figure
// that agrees is nil.
type LateChange struct {
	ID                      string      `json:"id"`
	Liability               *LateFigure `json:"liability,omitempty"`
	RouAsset                *LateFigure `json:"rouAsset,omitempty"`
	AccumulatedAmortization *LateFigure `json:"accumulatedAmortization,omitempty"`
	PrepaidRent             *LateFigure `json:"prepaidRent,omitempty"`
}

// LateFigure is a figure that was signed otherwise.
type LateFigure struct {
	Signed     money.Decimal `json:"signed"`
	Now        money.Decimal `json:"now"`
	Difference money.Decimal `json:"difference"` // now less signed
}

// TieOut compares an account of a trial balance with the report's, debit positive.
type TieOut struct {
	Account      string            `json:"account"`
	Key          map[string]string `json:"key"`
	Ledger       money.Decimal     `json:"ledger"`
	Leasehold    money.Decimal     `json:"leasehold"`
	Difference   money.Decimal     `json:"difference"` // leasehold less ledger
	Explanations []TieOutHint      `json:"explanations"`
}

// TieOutHint is what a difference equals.
type TieOutHint struct {
	Kind     string `json:"kind"` // as in lease_missing
	LeaseID  string `json:"leaseId,omitempty"`
	Number   string `json:"number,omitempty"` // of an entry
	Sentence string `json:"sentence"`
}

// LeaseFigures are the figures of one lease.
type LeaseFigures struct {
	ID                  string            `json:"id"`
	Tags                map[string]string `json:"tags"`
	Standard            string            `json:"standard"`
	Classification      string            `json:"classification"` // short_term and low_value where exempt
	Currency            string            `json:"currency,omitempty"`
	RemainingTermMonths money.Decimal     `json:"remainingTermMonths"`
	DiscountRateAnnual  money.Decimal     `json:"discountRateAnnual"`
	Figures             Figures           `json:"-"`
	Notes               []string          `json:"notes"`
}

// GroupFigures are the sums of the leases that share the values of a key.
type GroupFigures struct {
	Key     map[string]string `json:"key"`
	Leases  int               `json:"leases"`
	Figures Figures           `json:"-"`
}

// TotalFigures are the sums of all leases.
type TotalFigures struct {
	Leases  int     `json:"leases"`
	Figures Figures `json:"-"`
}

// Band is a year, or one of the bands of five years to the end (GASB 87.37).
type Band struct {
	From      string        `json:"from"`
	To        string        `json:"to"`
	Principal money.Decimal `json:"principal"`
	Interest  money.Decimal `json:"interest"`
}

// WeightedAverage are those of the leases of one class, currency and standard. A member is nil
// where its weights add to 0.
type WeightedAverage struct {
	Classification          string         `json:"classification"`
	Currency                string         `json:"currency,omitempty"`
	Standard                string         `json:"standard"`
	RemainingTermMonths     *money.Decimal `json:"remainingTermMonths,omitempty"`
	DiscountRateAnnual      *money.Decimal `json:"discountRateAnnual,omitempty"` // by the undiscounted payments left
	DiscountRateByLiability *money.Decimal `json:"discountRateByLiability,omitempty"`
}

// ReportEntry is the entry of a lease for a calendar month, its commencement or an
// event.
type ReportEntry struct {
	answer.JournalEntry
	LeaseID string `json:"leaseId"`
	Number  string `json:"number"` // never changes because a figure did
}

// Skipped is a lease that was left out, and why.
type Skipped struct {
	Index   int    `json:"index"` // in the request, from 0
	ID      string `json:"id"`
	Field   string `json:"field"` // as in leases[3].termMonths
	Message string `json:"message"`
}

// NotCommenced are the leases of one currency that commence after the span, with their
// undiscounted payments.
type NotCommenced struct {
	Currency string        `json:"currency,omitempty"`
	Leases   int           `json:"leases"`
	Payments money.Decimal `json:"payments"`
}
