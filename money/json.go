package money

import (
	"errors"
	"fmt"
)

// UnmarshalJSON reads a JSON number exactly.
func (d *Decimal) UnmarshalJSON(text []byte) error {
	x, err := Parse(text)
	if err != nil {
		return fmt.Errorf("money: %w", err)
	}
	*d = x
	return nil
}

// errAmount is the error for a number that is not a valid amount.
var errAmount = errors.New("money: not a whole number of cents below 1e55")

// UnmarshalJSON reads an amount that Leasehold printed: a JSON number that is a whole number of
// cents.
func (a *Amount) UnmarshalJSON(text []byte) error {
	var d Decimal
	if err := d.UnmarshalJSON(text); err != nil {
		return err
	}
	var buf [MaxTextLen]byte
	if d.scale > 2 || len(d.appendDigits(buf[:0]))-int(d.scale) > 55 {
		return errAmount
	}
	*a = d.Amount()
	return nil
}
