package oracle_test

import (
	"fmt"
	"testing"
)

const withService = `{"id":"A","standard":"IFRS_16","commencementDate":"2024-01-01","termMonths":3,"paymentAmount":100,"discountRateAnnual":0,"paymentTiming":%q,
	"components":[{"name":"room","kind":"lease","standalonePrice":8},{"name":"cleaning","kind":"service","standalonePrice":2}],
	"irrecoverableTaxRate":0.2%s}`

// METHOD 20.2: a monthly payment of 100 is divided into 80 for the lease and 20 for a service. Both
// parts bear irrecoverable tax of 20%.
func TestMethod20_2_LeasePart(t *testing.T) {
	t.Parallel()
	a := solved(t, fmt.Sprintf(withService, "advance", `,"otherPayments":[{"date":"2024-02-10","amount":10.01}]`))
	wantFigures(t, "service", a, map[string]string{
		"result.initialLiability":                            "248.01",
		"result.totalUndiscountedPayments":                   "248.01",
		"result.schedule.0.payment":                          "80.00",
		"result.schedule.0.nonLeaseExpense":                  "20.00",
		"result.schedule.0.taxExpense":                       "20.00",
		"result.schedule.1.payment":                          "88.01", // 80 + 8.008, the lease's share of the one-off payment
		"result.schedule.1.nonLeaseExpense":                  "22.00",
		"result.schedule.1.taxExpense":                       "22.00",
		"journalEntries.2.lines.Cash":                        "-132.01",
		"journalEntries.2.lines.Non-lease component expense": "22.00",
		"journalEntries.2.lines.Irrecoverable tax":           "22.00",
		"journalEntries.2.lines.Prepaid services":            "",
	})
}

// METHOD 20.2: an event splits a row on 11 February. By then, service of 20 × 10/29 has been
// received for the month. The rest of the service accrues in the row's second segment.
func TestMethod20_2_ASplitKeepsTheAccrual(t *testing.T) {
	t.Parallel()
	// Rent is in arrears. From the event on, the whole payment is for the lease, so no payment
	// covers the services received before the event.
	const modified = `,"events":[{"date":"2024-02-11","type":"modification","discountRateAnnual":0,
		"components":[{"name":"a","kind":"lease","standalonePrice":1},{"name":"b","kind":"lease","standalonePrice":1}]}]`
	arrears := solved(t, fmt.Sprintf(withService, "arrears", modified))
	wantFigures(t, "arrears", arrears, map[string]string{
		"result.schedule.1.nonLeaseExpense": "6.90",
		"result.schedule.2.nonLeaseExpense": "-6.90",
		"result.schedule.2.payment":         "100.00",
		"result.events.0.liabilityAfter":    "200.00",
	})
	advance := solved(t, fmt.Sprintf(withService, "advance", modified))
	wantFigures(t, "advance", advance, map[string]string{
		"result.schedule.2.nonLeaseExpense": "13.10",
		"result.schedule.3.payment":         "100.00",
		"result.schedule.3.nonLeaseExpense": "0.00",
		"result.schedule.3.taxExpense":      "20.00",
	})
}

// METHOD 20.2: under ASC 842, an index increases a payment (80 for the lease and 20 for a service)
// by 10%. The increase of 8 in the lease payment is variable cost. The service increases by 2.
func TestMethod20_2_ServicesFollowTheRemainingPayments(t *testing.T) {
	t.Parallel()
	a := solved(t, `{"commencementDate":"2024-01-01","termMonths":2,"paymentAmount":100,"discountRateAnnual":0,"irrecoverableTaxRate":0.2,
		"components":[{"name":"room","kind":"lease","standalonePrice":8},{"name":"cleaning","kind":"service","standalonePrice":2}],
		"events":[{"date":"2024-02-01","type":"index","changePct":0.1}]}`)
	wantFigures(t, "index", a, map[string]string{
		"result.schedule.1.payment":              "80.00",
		"result.schedule.1.variableLeaseExpense": "8.00",
		"result.schedule.1.nonLeaseExpense":      "22.00",
		"result.schedule.1.taxExpense":           "22.00",
		"result.life.variablePayments":           "8.00",
		"result.life.leaseExpense":               "160.00",
	})
}

// METHOD 20.3: the report covers the first half of February. The month's service of 20 accrues
// evenly. The tax of 20 is paid and expensed on the first day.
func TestMethod20_3_CostAndCash(t *testing.T) {
	t.Parallel()
	lease := fmt.Sprintf(withService, "advance", `,"variablePayments":[{"date":"2024-02-03","amount":7}],"subleaseIncome":[{"date":"2024-02-04","amount":3}]`)
	wantFigures(t, "February", span(t, "2024-02-01", "2024-02-15", `,"journal":"monthly"`, lease), map[string]string{
		"leases.0.cost.nonLease":       "10.34", // the service of 20 × 15/29
		"leases.0.cost.taxes":          "20.00",
		"leases.0.cost.variable":       "7.00",
		"leases.0.cost.subleaseIncome": "-3.00",
		"leases.0.cost.amortization":   "41.38", // the month's amortization of 80 × 15/29
		"leases.0.cost.total":          "75.72",
		"leases.0.cash.nonLease":       "20.00",
		"leases.0.cash.taxes":          "20.00",
		"leases.0.cash.variable":       "7.00",
		"leases.0.cash.subleases":      "-3.00",
		"leases.0.cash.principal":      "80.00",
		"leases.0.cash.total":          "124.00",
	})
}
