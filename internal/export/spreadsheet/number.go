package spreadsheet

import (
	"fmt"
	"strconv"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/money"
)

// Limit is what every figure of a workbook is below: a spreadsheet shows fifteen
// digits, thirteen of them before the cents.
var Limit = money.MustParse("10000000000000").Amount()

// LimitError says that a workbook cannot hold something, and which field is the
// reason.
type LimitError struct{ Field, Message string }

func (e *LimitError) Error() string { return e.Field + ": " + e.Message }

// TooLarge reports whether an amount is beyond [Limit].
func TooLarge(a money.Amount) bool { return a.Abs().Cmp(Limit) >= 0 }

// Exceeds says that a figure of a field is beyond [Limit].
func Exceeds(field string, figure fmt.Stringer) *LimitError {
	return &LimitError{field, "a workbook holds figures below " + Limit.String() + "; there is one of " + figure.String()}
}

// Number returns a decimal number as a spreadsheet holds it: the nearest binary
// fraction, whose first fifteen digits are the number's. The text is one that
// package money printed.
func Number(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("spreadsheet: " + text + " is not a number")
	}
	return x
}

// Serial returns the number of a day in a spreadsheet's calendar.
func Serial(d civil.Date) int {
	// Days since 1 March of the year 0, in which leap days end their year.
	y, m := int(d.Year), int(d.Month)
	if m <= 2 {
		y, m = y-1, m+12
	}
	days := 365*y + y/4 - y/100 + y/400 + (153*(m-3)+2)/5 + int(d.Day) - 1
	const epoch = 693899 // 30 December 1899, day 0
	return days - epoch
}
