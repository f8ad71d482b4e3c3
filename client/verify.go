package client

import (
	"context"
	"encoding/json"

	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// Verify checks somebody else's figures of a lease. It is billed 1 computation.
func (c *Client) Verify(ctx context.Context, q *reperform.Question, options ...CallOption) (*VerifyAnswer, error) {
	return sent[VerifyAnswer](ctx, c, OpVerify, q.Append(nil), options)
}

// VerifyAnswer says whether somebody else's figures agree, and why not.
type VerifyAnswer struct {
	Answer `json:"-"`

	Payments          *PaymentDifference `json:"payments"` // nil where their payments are ours
	Agrees            bool               `json:"agrees"`
	Compared          int                `json:"compared"`
	Outside           int                `json:"outside"` // by more than rounding or the tolerance stated
	LargestDifference money.Decimal      `json:"largestDifference"`
	Rounding          *money.Decimal     `json:"rounding"`    // the largest difference where they agree
	Differences       []Difference       `json:"differences"` // the first 200
	Inconsistencies   []Inconsistency    `json:"inconsistencies"`
	Explanations      []Candidate        `json:"explanations"`
	Explanation       *Explanation       `json:"explanation"` // nil where nothing that was tried explains everything
	ImpliedRate       *money.Decimal     `json:"impliedRate"` // fraction per year, six decimals
	Digits            *string            `json:"digits"`      // exchanged, tenth, tenfold, hundredth, hundredfold
	Notes             []string           `json:"notes"`
}

// PaymentDifference is the first payment of theirs that differs.
type PaymentDifference struct {
	From   int           `json:"from"` // number of the row
	Ours   money.Decimal `json:"ours"`
	Theirs money.Decimal `json:"theirs"`
	Fits   *string       `json:"fits"` // what of the lease theirs states otherwise
}

// Difference is a figure that differs by more than rounding or the tolerance stated.
type Difference struct {
	Where      string        `json:"where"` // its path in the result
	Ours       money.Decimal `json:"ours"`
	Theirs     money.Decimal `json:"theirs"`
	Difference money.Decimal `json:"difference"` // theirs less ours
}

// Inconsistency is what is wrong in theirs by itself.
type Inconsistency struct {
	Where   string `json:"where"`
	Problem string `json:"problem"`
}

// Changes are what a candidate changes in the lease, by member, as JSON.
type Changes map[string]json.RawMessage

// Candidate is the lease under other conventions, and how theirs compares.
type Candidate struct {
	Changes           Changes       `json:"changes"`
	Outside           int           `json:"outside"`
	LargestDifference money.Decimal `json:"largestDifference"`
}

// Explanation is the first candidate with nothing outside.
type Explanation struct {
	Changes  Changes `json:"changes"`
	Sentence string  `json:"sentence"`
}
