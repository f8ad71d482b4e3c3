package money_test

import (
	"encoding/json"
	"testing"

	"github.com/leasehold-accounting/leasehold/money"
)

// Every printed amount reads back as the same amount.
func TestAmountsReadBackAsPrinted(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"0.00", "0.01", "-0.01", "519841.89", "10000.00", "92233720368547758.07", "92233720368547758.08",
		"-999999999999999999999999999999999999999999999.99",
	} {
		var a money.Amount
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if got := string(a.Append(nil)); got != text {
			t.Errorf("%s read as %s", text, got)
		}
	}
}

// Text that is not an amount is rejected, never rounded.
func TestInvalidAmountsAreRejected(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"0.001", `"1.00"`, "null1", "1e60", "true", "-1e-3"} {
		var a money.Amount
		if err := a.UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%s was read as %s", text, a.Append(nil))
		}
	}
}

// A decimal retains every digit of a JSON number.
func TestDecimalsReadEveryDigit(t *testing.T) {
	t.Parallel()
	var d money.Decimal
	if err := json.Unmarshal([]byte("0.12345678901234567890123456789"), &d); err != nil || d.String() != "0.12345678901234567890123456789" {
		t.Errorf("got %s, %v", d, err)
	}
	if err := json.Unmarshal([]byte(`"5"`), &d); err == nil {
		t.Error("a text was read as a number")
	}
}
