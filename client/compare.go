package client

import (
	"context"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Compare returns a lease under every treatment. It is billed 1 computation.
func (c *Client) Compare(ctx context.Context, lease *leasehold.Lease, options ...CallOption) (*CompareAnswer, error) {
	return ask[CompareAnswer](ctx, c, OpCompare, lease, options)
}

// CompareAnswer is one lease under every treatment.
type CompareAnswer struct {
	Answer `json:"-"`

	Treatments  []Treatment           `json:"treatments"`  // asc842_operating, asc842_finance, ifrs16, gasb87
	Differences []TreatmentDifference `json:"differences"` // each of them less the first
}

// Treatment is the lease under one treatment.
type Treatment struct {
	Key               string          `json:"key"`
	InitialLiability  money.Decimal   `json:"initialLiability"`
	InitialRouAsset   money.Decimal   `json:"initialRouAsset"`
	TotalLeaseCost    money.Decimal   `json:"totalLeaseCost"`
	CurrentLiability  money.Decimal   `json:"currentLiability"`
	LongTermLiability money.Decimal   `json:"longTermLiability"`
	Years             []TreatmentYear `json:"years"`
	Notes             []string        `json:"notes"`
}

// TreatmentYear is a lease year of a treatment.
type TreatmentYear struct {
	Year           int           `json:"year"` // from 1
	Payments       money.Decimal `json:"payments"`
	Interest       money.Decimal `json:"interest"`
	Amortization   money.Decimal `json:"amortization"`
	LeaseExpense   money.Decimal `json:"leaseExpense"`
	LiabilityClose money.Decimal `json:"liabilityClose"`
	RouAssetClose  money.Decimal `json:"rouAssetClose"`
}

// TreatmentDifference is a treatment less the first.
type TreatmentDifference struct {
	Key             string           `json:"key"`
	InitialRouAsset money.Decimal    `json:"initialRouAsset"`
	TotalLeaseCost  money.Decimal    `json:"totalLeaseCost"`
	Years           []YearDifference `json:"years"`
}

// YearDifference is a lease year of a treatment less that of the first.
type YearDifference struct {
	Year          int           `json:"year"`
	LeaseExpense  money.Decimal `json:"leaseExpense"`
	RouAssetClose money.Decimal `json:"rouAssetClose"`
}
