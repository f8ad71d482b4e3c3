package client

import (
	"context"

	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// Report returns the figures of many leases over a span of days. It needs the pro
// plan and is billed 1 computation for each lease in the answer, all or none.
func (c *Client) Report(ctx context.Context, q *portfolio.Question, options ...CallOption) (*ReportAnswer, error) {
	return sent[ReportAnswer](ctx, c, OpReport, q.Append(nil), options)
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
	Figures
	Notes []string `json:"notes"`
}

// GroupFigures are the sums of the leases that share the values of a key.
type GroupFigures struct {
	Key    map[string]string `json:"key"`
	Leases int               `json:"leases"`
	Figures
}

// TotalFigures are the sums of all leases.
type TotalFigures struct {
	Leases int `json:"leases"`
	Figures
}

// Figures are those of a lease, a group or all leases over the span and at its end.
type Figures struct {
	Liability         LiabilityRollforward `json:"liability"`
	RouAsset          AssetRollforward     `json:"rouAsset"`
	Cost              Cost                 `json:"cost"`
	Cash              Cash                 `json:"cash"`
	NonCash           money.Decimal        `json:"nonCash"` // assets obtained in exchange for liabilities
	Maturity          Maturities           `json:"maturity"`
	CurrentLiability  money.Decimal        `json:"currentLiability"`
	LongTermLiability money.Decimal        `json:"longTermLiability"`
	AccruedInterest   money.Decimal        `json:"accruedInterest"` // part of the liability and of its current part
}

// LiabilityRollforward foots: opening + additions + remeasured + interest − payments −
// derecognized = closing.
type LiabilityRollforward struct {
	Opening      money.Decimal `json:"opening"`
	Additions    money.Decimal `json:"additions"`
	Remeasured   money.Decimal `json:"remeasured"`
	Interest     money.Decimal `json:"interest"`
	Payments     money.Decimal `json:"payments"`
	Derecognized money.Decimal `json:"derecognized"`
	Closing      money.Decimal `json:"closing"`
}

// AssetRollforward foots: opening + additions + remeasured − amortization − impairment −
// derecognized = closing.
type AssetRollforward struct {
	Opening                 money.Decimal `json:"opening"`
	Additions               money.Decimal `json:"additions"`
	Remeasured              money.Decimal `json:"remeasured"`
	Amortization            money.Decimal `json:"amortization"`
	Impairment              money.Decimal `json:"impairment"`
	Derecognized            money.Decimal `json:"derecognized"`
	Closing                 money.Decimal `json:"closing"`
	Cost                    money.Decimal `json:"cost"` // closing plus accumulated amortization
	AccumulatedAmortization money.Decimal `json:"accumulatedAmortization"`
}

// Cost is the cost of the span by kind.
type Cost struct {
	Interest       money.Decimal `json:"interest"`
	Amortization   money.Decimal `json:"amortization"`
	Operating      money.Decimal `json:"operating"`
	ShortTerm      money.Decimal `json:"shortTerm"`
	LowValue       money.Decimal `json:"lowValue"`
	Variable       money.Decimal `json:"variable"`
	Impairment     money.Decimal `json:"impairment"`
	GainsAndLosses money.Decimal `json:"gainsAndLosses"` // a loss is positive
	Total          money.Decimal `json:"total"`
}

// Cash is what was paid in the span; received amounts are negative.
type Cash struct {
	Interest           money.Decimal `json:"interest"`
	Principal          money.Decimal `json:"principal"`
	Operating          money.Decimal `json:"operating"`
	Exempt             money.Decimal `json:"exempt"`
	Variable           money.Decimal `json:"variable"`
	Commencement       money.Decimal `json:"commencement"` // paid on commencement dates
	InitialDirectCosts money.Decimal `json:"initialDirectCosts"`
	Incentives         money.Decimal `json:"incentives"`
	Penalties          money.Decimal `json:"penalties"`
	Prices             money.Decimal `json:"prices"`
	Total              money.Decimal `json:"total"`
}

// Maturities are the undiscounted payments after the span.
type Maturities struct {
	Years           []money.Decimal `json:"years"` // five
	Thereafter      money.Decimal   `json:"thereafter"`
	Total           money.Decimal   `json:"total"`
	ImputedInterest money.Decimal   `json:"imputedInterest"` // the total less it is the liability
	Bands           []Band          `json:"bands,omitzero"`  // GASB 87
}

// Band is a year, or one of the bands of five years to the end (GASB 87.37).
type Band struct {
	From      string        `json:"from"`
	To        string        `json:"to"`
	Principal money.Decimal `json:"principal"`
	Interest  money.Decimal `json:"interest"`
}

// WeightedAverage are those of the leases of one class and currency. A member is nil
// where its weights add to 0.
type WeightedAverage struct {
	Classification          string         `json:"classification"`
	Currency                string         `json:"currency,omitempty"`
	RemainingTermMonths     *money.Decimal `json:"remainingTermMonths,omitempty"`
	DiscountRateAnnual      *money.Decimal `json:"discountRateAnnual,omitempty"` // by the undiscounted payments left
	DiscountRateByLiability *money.Decimal `json:"discountRateByLiability,omitempty"`
}

// ReportEntry is the entry of a lease for a calendar month, its commencement or an
// event.
type ReportEntry struct {
	Entry
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
