package spreadsheet

import (
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// Limit is the exclusive limit of amounts in a workbook. A spreadsheet shows fifteen digits, so
// thirteen digits remain before the cents.
var Limit = money.MustParse("10000000000000").Amount()

// LimitError reports content that is too large for a workbook, and the field with the content.
type LimitError struct{ Field, Message string }

func (e *LimitError) Error() string { return e.Field + ": " + e.Message }

// CheckLimit returns a [*LimitError] for the first amount with an absolute value of at least [Limit].
// field is the field with the amounts.
func CheckLimit(field string, amounts ...money.Amount) error {
	for _, a := range amounts {
		if a.Abs().Cmp(Limit) >= 0 {
			return &LimitError{field, "a workbook holds figures below " + Limit.String() + "; there is one of " + a.String()}
		}
	}
	return nil
}

// Number converts a decimal number to the nearest floating-point number, in which at least fifteen
// digits are correct. text must be formatted by package money.
func Number(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("spreadsheet: " + text + " is not a number")
	}
	return x
}

// Serial returns the serial number that spreadsheets store for a date.
func Serial(d civil.Date) int { return d.Ordinal() - dayZero }

var dayZero = civil.New(1899, 12, 30).Ordinal()
