package reperform_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// ownSchedules contains leases whose correct schedules do not foot in every row: exempt leases and
// leases with events.
var ownSchedules = map[string]string{
	"exempt":             `{"commencementDate":"2024-01-15","termMonths":12,"paymentAmount":1000,"discountRateAnnual":0.06,"paymentFrequency":"quarterly","paymentTiming":"arrears","exemption":"short_term"}`,
	"settled":            `{"commencementDate":"2024-01-15","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06,"basis":{"commencementPayment":"settled"}}`,
	"decrease":           `{"commencementDate":"2024-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06,"events":[{"date":"2025-01-01","type":"modification","retainedShare":0.5,"discountRateAnnual":0.07,"paymentAmount":500}]}`,
	"inside a row":       `{"commencementDate":"2024-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06,"events":[{"date":"2025-01-15","type":"reassessment","termMonths":36,"discountRateAnnual":0.07}]}`,
	"impairment":         `{"commencementDate":"2024-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06,"events":[{"date":"2025-01-01","type":"impairment","impairmentLoss":2000}]}`,
	"termination":        `{"commencementDate":"2024-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06,"events":[{"date":"2025-01-01","type":"termination","penalty":500}]}`,
	"an expensed index":  `{"commencementDate":"2024-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06,"events":[{"date":"2025-01-01","type":"index","paymentAmount":1100}]}`,
	"the asset outlives": `{"standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":24,"paymentAmount":1000,"discountRateAnnual":0.06,"purchaseOptionReasonablyCertain":true,"purchaseOptionAmount":5000,"assetEconomicLifeMonths":60}`,
}

// ownRows returns a lease's computed schedule in the form of reported rows.
func ownRows(t *testing.T, body string) []map[string]any {
	t.Helper()
	l, err := leasehold.Decode([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	r, err := leasehold.Compute(l)
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]map[string]any, len(r.Schedule))
	for i := range r.Schedule {
		p := &r.Schedule[i]
		rows[i] = map[string]any{"period": p.Number}
		for name, a := range map[string]interface{ String() string }{
			"payment": p.Payment, "interest": p.Interest, "principal": p.Principal, "liabilityClose": p.LiabilityClose,
			"rouAmortization": p.RouAmortization, "rouAssetClose": p.RouAssetClose, "leaseExpense": p.LeaseExpense,
		} {
			rows[i][name] = json.Number(a.String())
		}
	}
	return rows
}

func asking(t *testing.T, lease string, rows []map[string]any) string {
	t.Helper()
	schedule, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	return `{"lease":` + lease + `,"theirs":{"schedule":` + string(schedule) + `}}`
}

// METHOD 15.2: a correct schedule has no inconsistencies.
func TestMethod15_2_ACorrectScheduleIsConsistent(t *testing.T) {
	t.Parallel()
	for name, lease := range ownSchedules {
		if a := verify(t, asking(t, lease, ownRows(t, lease))); !a.Agrees || len(a.Inconsistencies) > 0 {
			t.Errorf("%s: agrees %v, inconsistencies %+v", name, a.Agrees, a.Inconsistencies)
		}
	}
}

// METHOD 15.2: a partial schedule, such as one row from the middle, need not end at 0 or continue
// from the initial balance. A schedule that includes the last row must end at 0.
func TestMethod15_2_APartialScheduleIsConsistent(t *testing.T) {
	t.Parallel()
	lease := ownSchedules["settled"]
	rows := ownRows(t, lease)
	for _, part := range [][]map[string]any{rows[:12], rows[11:12], {rows[3], rows[9]}} {
		body := asking(t, lease, part)
		if len(part) < 12 {
			body = strings.Replace(body, `"theirs":{`, `"theirs":{"initialLiability":21678.86,`, 1)
		}
		if a := verify(t, body); len(a.Inconsistencies) > 0 {
			t.Errorf("%d rows: inconsistencies %+v", len(part), a.Inconsistencies)
		}
	}
	rows[23]["liabilityClose"], rows[23]["principal"] = json.Number("5"), json.Number("995")
	if a := verify(t, asking(t, lease, rows[23:])); len(a.Inconsistencies) == 0 || a.Inconsistencies[len(a.Inconsistencies)-1].Rule != "" {
		t.Errorf("inconsistencies %+v", a.Inconsistencies)
	}
}

// METHOD 15.2: a wrong row is found even if the lease is exempt or has events.
func TestMethod15_2_AWrongRowOfALifeIsNamed(t *testing.T) {
	t.Parallel()
	for name, lease := range ownSchedules {
		if name == "exempt" {
			continue // the schedule has no balances
		}
		rows := ownRows(t, lease)
		for _, member := range []string{"liabilityClose", "rouAssetClose"} {
			was := rows[3][member]
			rows[3][member] = json.Number("99999")
			a := verify(t, asking(t, lease, rows))
			found := false
			for _, in := range a.Inconsistencies {
				found = found || in.Row == 4 && in.Member == member
			}
			if !found {
				t.Errorf("%s, %s: inconsistencies %+v", name, member, a.Inconsistencies)
			}
			rows[3][member] = was
		}
	}
}
