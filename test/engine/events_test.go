package engine_test

// Each example's entries contain the changes in the liability and the asset, and the gain or loss.
// TestEngineEqualsOracle in test/oracle compares an event's other fields.

import "testing"

// METHOD 13.5, 13.8: the remeasured liability is 1100 / 1.1 + 1100 / 1.21 = 1909.09. The asset
// increases by the same amount, and the remaining cost is spread over the remaining months.
func TestMethod13_5_TheAssetFollowsTheLiability(t *testing.T) {
	t.Parallel()
	books(t, small(t, "events", `[{"date":"2025-01-01","type":"contingency_resolved","paymentAmount":1100}]`),
		"2024-01-01 Dr Right-of-use asset 2486.85 Cr Lease liability 2486.85",
		"2024-12-31 Dr Lease expense 1000.00 Cr Cash 1000.00 Dr Lease liability 751.31 Cr Right-of-use asset 751.31",
		"2025-01-01 Cr Lease liability 173.55 Dr Right-of-use asset 173.55",
		"2025-12-31 Dr Lease expense 1100.00 Cr Cash 1100.00 Dr Lease liability 909.09 Cr Right-of-use asset 909.09",
		"2026-12-31 Dr Lease expense 1100.00 Cr Cash 1100.00 Dr Lease liability 1000.00 Cr Right-of-use asset 1000.00",
	)
}

// METHOD 13.4: a residual value guarantee of 121 at the end of the term adds 100.00 to the
// liability.
func TestMethod13_4_AGuarantee(t *testing.T) {
	t.Parallel()
	books(t, small(t, "events", `[{"date":"2025-01-01","type":"residual_guarantee","residualValueGuarantee":121}]`),
		"2024-01-01 Dr Right-of-use asset 2486.85 Cr Lease liability 2486.85",
		"2024-12-31 Dr Lease expense 1000.00 Cr Cash 1000.00 Dr Lease liability 751.31 Cr Right-of-use asset 751.31",
		"2025-01-01 Cr Lease liability 100.00 Dr Right-of-use asset 100.00",
		"2025-12-31 Dr Lease expense 1060.50 Cr Cash 1000.00 Dr Lease liability 816.45 Cr Right-of-use asset 816.45 Cr Right-of-use asset 60.50",
		"2026-12-31 Dr Lease expense 1060.50 Cr Cash 1121.00 Dr Lease liability 1019.09 Cr Right-of-use asset 1019.09 Dr Right-of-use asset 60.50",
	)
}

// METHOD 13.4: a reassessment uses the rate supplied with the event. Three payments at 5% have a
// present value of 2723.25.
func TestMethod13_4_TheRateOfTheEvent(t *testing.T) {
	t.Parallel()
	wantValues(t, small(t, "events", `[{"date":"2025-01-01","type":"reassessment","termMonths":48,"discountRateAnnual":0.05}]`),
		"result.events.*.liabilityAfter", "2723.25",
		"result.events.*.rouAssetAfter", "2723.25",
		"result.schedule.*.payment", "1000.00 1000.00 1000.00 1000.00",
		"result.schedule.*.interest", "248.69 136.16 92.97 47.62",
		"result.schedule.*.liabilityClose", "1735.54 1859.41 952.38 0.00",
		"result.schedule.*.rouAmortization", "751.31 863.84 907.03 952.38",
		"result.schedule.*.rouAssetClose", "1735.54 1859.41 952.38 0.00",
		"result.schedule.*.leaseExpense", "1000.00 1000.00 1000.00 1000.00",
		"result.events.*.termMonths", "48",
		"result.events.*.discountRateAnnual", "0.05",
		"result.events.*.classification", "operating",
	)
}

// METHOD 13.5: a decrease of 1561.99 in the liability reduces the asset to 0 but no further. The
// rest is a gain.
func TestMethod13_5_AFlooredAsset(t *testing.T) {
	t.Parallel()
	books(t, small(t, "standard", `"IFRS_16"`, "leaseIncentives", `1900`, "events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"paymentAmount":100}]`),
		"2024-01-01 Dr Right-of-use asset 586.85 Cr Lease liability 2486.85 Dr Cash 1900.00",
		"2024-12-31 Dr Interest expense 248.69 Dr Lease liability 751.31 Cr Cash 1000.00 Dr Depreciation expense 195.62 Cr Right-of-use asset 195.62",
		"2025-01-01 Dr Lease liability 1561.99 Cr Right-of-use asset 391.23 Cr Gain on lease change 1170.76",
		"2025-12-31 Dr Interest expense 17.36 Dr Lease liability 82.64 Cr Cash 100.00",
		"2026-12-31 Dr Interest expense 9.09 Dr Lease liability 90.91 Cr Cash 100.00",
	)
}

// METHOD 13.6: if half of the underlying asset is surrendered, half of the liability and half of
// the right-of-use asset are derecognized. The difference between these amounts is a gain.
func TestMethod13_6_HalfIsSurrendered(t *testing.T) {
	t.Parallel()
	books(t, small(t, "standard", `"IFRS_16"`, "events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"retainedShare":0.5,"paymentAmount":500}]`),
		"2024-01-01 Dr Right-of-use asset 2486.85 Cr Lease liability 2486.85",
		"2024-12-31 Dr Interest expense 248.69 Dr Lease liability 751.31 Cr Cash 1000.00 Dr Depreciation expense 828.95 Cr Right-of-use asset 828.95",
		"2025-01-01 Dr Lease liability 867.77 Cr Right-of-use asset 828.95 Cr Gain on lease change 38.82",
		"2025-12-31 Dr Interest expense 86.78 Dr Lease liability 413.22 Cr Cash 500.00 Dr Depreciation expense 414.48 Cr Right-of-use asset 414.48",
		"2026-12-31 Dr Interest expense 45.45 Dr Lease liability 454.55 Cr Cash 500.00 Dr Depreciation expense 414.47 Cr Right-of-use asset 414.47",
	)
	books(t, small(t, "events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"retainedShare":0.5,"paymentAmount":500}]`),
		"2024-01-01 Dr Right-of-use asset 2486.85 Cr Lease liability 2486.85",
		"2024-12-31 Dr Lease expense 1000.00 Cr Cash 1000.00 Dr Lease liability 751.31 Cr Right-of-use asset 751.31",
		"2025-01-01 Dr Lease liability 867.77 Cr Right-of-use asset 867.77",
		"2025-12-31 Dr Lease expense 500.00 Cr Cash 500.00 Dr Lease liability 413.22 Cr Right-of-use asset 413.22",
		"2026-12-31 Dr Lease expense 500.00 Cr Cash 500.00 Dr Lease liability 454.55 Cr Right-of-use asset 454.55",
	)
}

// METHOD 13.6: under IFRS 16 and GASB 87, an earlier end of the term is a decrease in scope. The
// event derecognizes 12/24 of the asset, and 1735.54 − 909.09 of the liability. Under ASC 842, an
// earlier end of the term is treated as a remeasurement.
func TestMethod13_6_AShorterTerm(t *testing.T) {
	t.Parallel()
	books(t, small(t, "standard", `"IFRS_16"`, "events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"termMonths":24}]`),
		"2024-01-01 Dr Right-of-use asset 2486.85 Cr Lease liability 2486.85",
		"2024-12-31 Dr Interest expense 248.69 Dr Lease liability 751.31 Cr Cash 1000.00 Dr Depreciation expense 828.95 Cr Right-of-use asset 828.95",
		"2025-01-01 Dr Lease liability 826.45 Cr Right-of-use asset 828.95 Dr Loss on lease change 2.50",
		"2025-12-31 Dr Interest expense 90.91 Dr Lease liability 909.09 Cr Cash 1000.00 Dr Depreciation expense 828.95 Cr Right-of-use asset 828.95",
	)
	wantValues(t, small(t, "standard", `"GASB_87"`, "events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"termMonths":24}]`),
		"result.events.*.liabilityAfter", "909.09",
		"result.events.*.rouAssetAfter", "828.95",
		"result.events.*.gainOrLoss", "-2.50",
		"result.events.*.liabilityDerecognized", "826.45",
		"result.events.*.rouAssetDerecognized", "828.95",
	)
	wantValues(t, small(t, "events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"termMonths":24}]`),
		"result.events.*.liabilityAfter", "909.09",
		"result.events.*.rouAssetAfter", "909.09",
		"result.events.*.liabilityRemeasured", "-826.45",
		"result.events.*.rouAssetRemeasured", "-826.45",
	)
}

// METHOD 13.6: if the proportion field is "liability", the asset decreases in the same proportion
// as the liability, 694.22 / 1735.54. Then the event's direct costs are added and its incentives
// are deducted.
func TestMethod13_6_ByTheLiability(t *testing.T) {
	t.Parallel()
	books(t, small(t, "events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"retainedShare":0.5,"paymentAmount":600,"proportion":"liability","initialDirectCosts":30,"leaseIncentives":10}]`),
		"2024-01-01 Dr Right-of-use asset 2486.85 Cr Lease liability 2486.85",
		"2024-12-31 Dr Lease expense 1000.00 Cr Cash 1000.00 Dr Lease liability 751.31 Cr Right-of-use asset 751.31",
		"2025-01-01 Dr Lease liability 694.22 Cr Right-of-use asset 674.22 Cr Cash 30.00 Dr Cash 10.00",
		"2025-12-31 Dr Lease expense 610.00 Cr Cash 600.00 Dr Lease liability 495.87 Cr Right-of-use asset 495.87 Cr Right-of-use asset 10.00",
		"2026-12-31 Dr Lease expense 610.00 Cr Cash 600.00 Dr Lease liability 545.45 Cr Right-of-use asset 545.45 Cr Right-of-use asset 10.00",
	)
}

// METHOD 13.7, 13.11: under ASC 842 and GASB 87, a change in rent due to an index is variable cost
// on the payment date. This cost is negative if the rent decreased. The entry on the event's date
// changes no balance.
func TestMethod13_7_AnExpensedIndex(t *testing.T) {
	t.Parallel()
	books(t, small(t, "events", `[{"date":"2025-01-01","type":"index","changePct":0.1},{"date":"2026-01-01","type":"index","paymentAmount":900}]`),
		"2024-01-01 Dr Right-of-use asset 2486.85 Cr Lease liability 2486.85",
		"2024-12-31 Dr Lease expense 1000.00 Cr Cash 1000.00 Dr Lease liability 751.31 Cr Right-of-use asset 751.31",
		"2025-01-01",
		"2025-12-31 Dr Lease expense 1000.00 Cr Cash 1000.00 Dr Lease liability 826.45 Cr Right-of-use asset 826.45 Dr Variable lease expense 100.00 Cr Cash 100.00",
		"2026-01-01",
		"2026-12-31 Dr Lease expense 1000.00 Cr Cash 1000.00 Dr Lease liability 909.09 Cr Right-of-use asset 909.09 Cr Variable lease expense 100.00 Dr Cash 100.00",
	)
	wantValues(t, small(t, "events", `[{"date":"2025-01-01","type":"index","changePct":0.1},{"date":"2026-01-01","type":"index","paymentAmount":900}]`),
		"result.schedule.*.variableLeaseExpense", "0.00 100.00 -100.00",
		"result.life.variablePayments", "0.00",
	)
	wantValues(t, small(t, "standard", `"GASB_87"`, "events", `[{"date":"2025-01-01","type":"index","changePct":0.1}]`),
		"result.schedule.*.variableLeaseExpense", "0.00 100.00 100.00",
		"result.schedule.*.payment", "1000.00 1000.00 1000.00",
	)
	// When a later event remeasures the lease, the measurement includes the increase due to the
	// index.
	wantValues(t, small(t, "events", `[{"date":"2025-01-01","type":"index","changePct":0.1},{"date":"2026-01-01","type":"residual_guarantee","residualValueGuarantee":0}]`),
		"result.schedule.*.variableLeaseExpense", "0.00 100.00 0.00",
		"result.schedule.*.payment", "1000.00 1000.00 1100.00",
		"result.events.*.liabilityAfter", "1735.54 1000.00",
	)
}

// METHOD 13.9: an impairment writes the asset down, and afterward the asset is amortized
// straight-line. The cost of an operating lease is then amortization plus interest.
func TestMethod13_9_AnImpairment(t *testing.T) {
	t.Parallel()
	books(t, small(t, "events", `[{"date":"2025-01-01","type":"impairment","impairmentLoss":735.54}]`),
		"2024-01-01 Dr Right-of-use asset 2486.85 Cr Lease liability 2486.85",
		"2024-12-31 Dr Lease expense 1000.00 Cr Cash 1000.00 Dr Lease liability 751.31 Cr Right-of-use asset 751.31",
		"2025-01-01 Cr Right-of-use asset 735.54 Dr Impairment loss 735.54",
		"2025-12-31 Dr Lease expense 673.55 Cr Cash 1000.00 Dr Lease liability 826.45 Cr Right-of-use asset 826.45 Dr Right-of-use asset 326.45",
		"2026-12-31 Dr Lease expense 590.91 Cr Cash 1000.00 Dr Lease liability 909.09 Cr Right-of-use asset 909.09 Dr Right-of-use asset 409.09",
	)
	wantValues(t, small(t, "events", `[{"date":"2025-01-01","type":"impairment","impairmentLoss":735.54}]`),
		"result.events.*.impairmentLoss", "735.54",
		"result.life.impairmentLosses", "735.54",
	)
	books(t, small(t, "standard", `"IFRS_16"`, "events", `[{"date":"2025-01-01","type":"impairment","impairmentLoss":657.9}]`),
		"2024-01-01 Dr Right-of-use asset 2486.85 Cr Lease liability 2486.85",
		"2024-12-31 Dr Interest expense 248.69 Dr Lease liability 751.31 Cr Cash 1000.00 Dr Depreciation expense 828.95 Cr Right-of-use asset 828.95",
		"2025-01-01 Cr Right-of-use asset 657.90 Dr Impairment loss 657.90",
		"2025-12-31 Dr Interest expense 173.55 Dr Lease liability 826.45 Cr Cash 1000.00 Dr Depreciation expense 500.00 Cr Right-of-use asset 500.00",
		"2026-12-31 Dr Interest expense 90.91 Dr Lease liability 909.09 Cr Cash 1000.00 Dr Depreciation expense 500.00 Cr Right-of-use asset 500.00",
	)
}

// METHOD 13.10: a termination derecognizes the liability and the asset. A purchase recognizes
// property of 1657.90 + 800 − 1735.54 = 722.36.
func TestMethod13_10_TheEnd(t *testing.T) {
	t.Parallel()
	books(t, small(t, "standard", `"IFRS_16"`, "events", `[{"date":"2025-01-01","type":"termination","penalty":50}]`),
		"2024-01-01 Dr Right-of-use asset 2486.85 Cr Lease liability 2486.85",
		"2024-12-31 Dr Interest expense 248.69 Dr Lease liability 751.31 Cr Cash 1000.00 Dr Depreciation expense 828.95 Cr Right-of-use asset 828.95",
		"2025-01-01 Dr Lease liability 1735.54 Cr Right-of-use asset 1657.90 Cr Cash 50.00 Cr Gain on lease change 27.64",
	)
	books(t, small(t, "standard", `"IFRS_16"`, "events", `[{"date":"2025-01-01","type":"purchase","price":800}]`),
		"2024-01-01 Dr Right-of-use asset 2486.85 Cr Lease liability 2486.85",
		"2024-12-31 Dr Interest expense 248.69 Dr Lease liability 751.31 Cr Cash 1000.00 Dr Depreciation expense 828.95 Cr Right-of-use asset 828.95",
		"2025-01-01 Dr Lease liability 1735.54 Cr Right-of-use asset 1657.90 Cr Cash 800.00 Dr Property and equipment 722.36",
	)
	// Property cannot be negative; it is 0, and the remainder is a gain.
	wantValues(t, small(t, "standard", `"IFRS_16"`, "events", `[{"date":"2025-01-01","type":"purchase","price":0}]`),
		"result.events.*.gainOrLoss", "77.64",
	)
}

// METHOD 13.12: in a lease with events, each row shows its opening balances, its first day and its
// number of months. If an event splits a row, the months are divided between the two segments.
func TestMethod13_12_EveryRowFoots(t *testing.T) {
	t.Parallel()
	wantValues(t, small(t, "standard", `"IFRS_16"`, "events", `[{"date":"2024-07-02","type":"modification","discountRateAnnual":0.1}]`),
		"result.schedule.*.from", "2024-01-01 2024-07-02 2025-01-01 2026-01-01",
		"result.schedule.*.date", "2024-07-01 2024-12-31 2025-12-31 2026-12-31",
		"result.schedule.*.months", "6 6 12 12",
		"result.schedule.*.liabilityOpen", "2486.85 2611.19 1735.53 909.09",
		"result.schedule.*.interest", "124.35 124.34 173.56 90.91",
		"result.schedule.*.payment", "0.00 1000.00 1000.00 1000.00",
		"result.schedule.*.liabilityClose", "2611.20 1735.53 909.09 0.00",
		"result.schedule.*.rouAssetOpen", "2486.85 2072.36 1657.89 828.95",
		"result.schedule.*.rouAmortization", "414.48 414.47 828.94 828.95",
		"result.schedule.*.rouAssetClose", "2072.37 1657.89 828.95 0.00",
		"result.life", `{"amortization":2486.84,"gainsAndLosses":0.00,"impairmentLosses":0.00,"interest":513.16,"leaseExpense":3000.00,"payments":3000.00,"variablePayments":0.00}`,
		"result.periods", "4",
	)
	wantValues(t, small(t),
		"result.schedule.*.from", "absent absent absent",
		"result.events", "absent",
		"result.life", "absent",
	)
}
