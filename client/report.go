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
	Skipped          []Skipped         `json:"skipped"`
	Notes            []string          `json:"notes"`
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
