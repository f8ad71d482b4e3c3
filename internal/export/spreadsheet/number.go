package spreadsheet

import (
	"fmt"
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// Limit is the exclusive limit of the figures of a workbook: a spreadsheet shows fifteen digits,
// thirteen of them before the cents.
var Limit = money.MustParse("10000000000000").Amount()

// LimitError reports content that a workbook cannot hold, with its field.
type LimitError struct{ Field, Message string }

func (e *LimitError) Error() string { return e.Field + ": " + e.Message }

// TooLarge reports whether an amount is beyond [Limit].
func TooLarge(a money.Amount) bool { return a.Abs().Cmp(Limit) >= 0 }

// Exceeds returns the error for a figure beyond [Limit].
func Exceeds(field string, figure fmt.Stringer) *LimitError {
	return &LimitError{field, "a workbook holds figures below " + Limit.String() + "; there is one of " + figure.String()}
}

// Number converts a number to the nearest binary fraction, with at least fifteen correct digits.
// The text must be printed by package money.
func Number(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("spreadsheet: " + text + " is not a number")
	}
	return x
}

// Serial returns the serial number of a date in a spreadsheet.
func Serial(d civil.Date) int { return d.Ordinal() - dayZero }

var dayZero = civil.New(1899, 12, 30).Ordinal()
