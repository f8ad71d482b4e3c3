package checking

import (
	"fmt"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// Row number and amount of the mistyped payment in the sample schedule.
const (
	wrongRow     = 13
	wrongPayment = "10,500.00"
)

// sampleSchedule returns the schedule of the example lease, with the mistyped payment, in the form
// of text copied from a spreadsheet.
func sampleSchedule() (string, error) {
	lease, faults, _ := example.Decode()
	if lease == nil {
		return "", fmt.Errorf("sample: %v", faults)
	}
	r, err := leasehold.Compute(lease)
	if err != nil {
		return "", fmt.Errorf("sample: %w", err)
	}
	places := wording.Places(lease)
	lines := []string{"Period\tDate\tPayment\tInterest\tBalance"}
	for i := range r.Schedule {
		row := &r.Schedule[i]
		payment := wording.Accounting(row.Payment, places)
		if row.Number == wrongRow {
			payment = wrongPayment
		}
		lines = append(lines, fmt.Sprintf("%d\t%s\t%s\t%s\t%s", row.Number, row.Date, payment,
			wording.Accounting(row.Interest, places), wording.Accounting(row.LiabilityClose, places)))
	}
	return strings.Join(lines, "\n"), nil
}
