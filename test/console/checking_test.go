package console

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// theirSchedule returns the API's schedule of a lease as text, as if it were copied from a
// spreadsheet.
func (s *server) theirSchedule(t *testing.T, lease string) string {
	t.Helper()
	status, answer := s.ask(t, s.key(t), "schedule", lease)
	var told struct {
		Schedule []struct {
			Period                            int
			Date                              string
			Payment, Interest, LiabilityClose json.Number
		}
	}
	if err := json.Unmarshal([]byte(answer), &told); status != 200 || err != nil || len(told.Schedule) == 0 {
		t.Fatalf("%d %v %.300s", status, err, answer)
	}
	lines := []string{"Month\tDue\tCash paid\tInterest\tClosing balance\tInitials"}
	for _, row := range told.Schedule {
		lines = append(lines, fmt.Sprintf("%d\t%s\t%s\t%s\t%s\tjd", row.Period, row.Date, row.Payment, row.Interest, row.LiabilityClose))
	}
	return strings.Join(lines, "\n")
}

// TestAScheduleIsChecked compares the lease on the workbench with a schedule that is pasted or
// dropped as a file. The page shows the columns that it recognized and the convention that explains
// the differences.
func TestAScheduleIsChecked(t *testing.T) {
	t.Parallel()
	s := startServer(t)
	lease := `{"commencementDate":"2026-01-01","termMonths":60,"paymentAmount":12345,"discountRateAnnual":0.06,"basis":{"discounting":"effective","commencementPayment":"settled"}}`
	theirs := s.theirSchedule(t, lease)
	b := s.open(t, desktop)
	b.expectRefusals()
	b.visit("/")
	for _, name := range []string{"annualEscalationPercent", "initialDirectCosts", "leaseIncentives"} {
		b.set(name, "")
	}
	b.set("paymentAmount", "12,345")
	b.until(`sessionStorage.getItem("lease")?.includes("12%2C345")`)
	b.follow(`nav a[href="/check"]`)
	b.until(`document.querySelector("[name=paymentAmount]").value === "12,345"`)
	b.set("file-theirs", theirs)
	b.until(`document.querySelector("[data-sentence]") !== null && document.querySelector("[data-preview]") === null`)
	b.has("[data-sentence]", "effective annual rate")
	b.has(".columns", "Initials")
	b.has(".near tbody tr", "0")
	b.until(`document.querySelector("[data-papers]").checkVisibility()`)
	b.keep("check")
	b.within("check")
	b.set("file-theirs", strings.Replace(theirs, "2026-05-01\t12345", "2026-05-01\t99345", 1))
	b.until(`document.querySelector("[data-inconsistencies]") !== null`)
	b.set("termMonths", "many")
	b.until(`document.querySelector("#e-termMonths").textContent !== ""`)
	b.set("termMonths", "60")
	b.drop("#theirs", "theirs.csv", strings.ReplaceAll(theirs, "\t", ","))
	b.until(`document.querySelector("[data-sentence]") !== null && document.querySelector("#theirs").disabled`)
}
