package engine_test

import "testing"

// METHOD 12.4: the discount rate is nominal, or effective and compounded by months or by days. A
// one-off payment within a row is discounted by the same convention.
func TestMethod12_4_DiscountingConventions(t *testing.T) {
	t.Parallel()
	// 1000 × (1.1^(-366/365) + 1.1^(-731/365) + 1.1^(-1096/365)) = 2486.2027.
	wantValues(t, small(t, "basis", `{"discounting":"actual_365"}`),
		"result.initialLiability", "2486.20",
		"result.schedule.*.interest", "249.33 173.56 90.91",
		"result.schedule.*.liabilityClose", "1735.53 909.09 0.00",
		"result.basis", `{"commencementPayment":"liability","discounting":"actual_365"}`,
		"result.periodicRate", "0.1",
	)
	// 100 × Σ 1.1^(-n/12), n from 1 to 4, = 392.1513; 1.1^(1/12) − 1 = 0.0079741404289037.
	wantValues(t, small(t, "basis", `{"discounting":"effective"}`, "termMonths", `4`, "paymentFrequency", `"monthly"`, "paymentAmount", `100`),
		"result.initialLiability", "392.15",
		"result.schedule.*.interest", "3.13 2.35 1.58 0.79",
		"result.periodicRate", "0.00797414042890374",
	)
	// 2486.8520 + 100 × 1.1^(183/366) / 1.1 = 2582.1983.
	wantValues(t, small(t, "basis", `{"discounting":"effective"}`, "otherPayments", `[{"date":"2024-07-02","amount":100}]`),
		"result.initialLiability", "2582.20",
	)
	// 2486.2027 + 100 × 1.1^(183/365) / 1.1^(731/365) = 2572.8698.
	wantValues(t, small(t, "basis", `{"discounting":"actual_365"}`, "otherPayments", `[{"date":"2025-07-02","amount":100}]`),
		"result.initialLiability", "2572.87",
	)
	// If the request omits the basis field, so does the response.
	wantValues(t, small(t),
		"result.basis", "absent",
	)
}

// METHOD 12.5: the liability excludes a payment made on the commencement date. The asset, the cost
// and the 90% test include it. The first row shows only later payments.
func TestMethod12_5_ASettledPayment(t *testing.T) {
	t.Parallel()
	wantValues(t, small(t, "assetFairValue", `3000`, "paymentTiming", `"advance"`, "basis", `{"commencementPayment":"settled"}`),
		"result.initialLiability", "1735.54",
		"result.initialRouAsset", "2735.54",
		"result.commencementPayment", "1000.00",
		"result.totalUndiscountedPayments", "2000.00",
		"result.totalLeaseCost", "3000.00",
		"result.schedule.*.payment", "0.00 1000.00 1000.00",
		"result.schedule.*.interest", "173.55 90.91 0.00",
		"result.disclosures.maturityAnalysis.*.undiscountedPayments", "0.00 1000.00 1000.00 0.00 0.00",
		"classification.criteria.3.met", "true",
		"classification.criteria.3.detail", "The present value of the lease payments, 1,735.54, plus the payment at commencement of 1,000.00, net 2,735.54, is 91.18% of the asset's fair value of 3,000.00; 90% or more counts as substantially all, which is one reasonable approach under ASC 842-10-55-2.",
	)
	books(t, small(t, "paymentTiming", `"advance"`, "basis", `{"commencementPayment":"settled"}`),
		"2024-01-01 Dr Right-of-use asset 2735.54 Cr Lease liability 1735.54 Cr Cash 1000.00",
		"2024-01-01 Dr Lease expense 1000.00 Cr Lease liability 173.55 Dr Right-of-use asset 173.55 Cr Right-of-use asset 1000.00",
		"2025-01-01 Dr Lease expense 1000.00 Cr Cash 1000.00 Dr Lease liability 909.09 Cr Right-of-use asset 909.09",
		"2026-01-01 Dr Lease expense 1000.00 Cr Cash 1000.00 Dr Lease liability 1000.00 Cr Right-of-use asset 1000.00",
	)
	// The liability also excludes a one-off payment on the commencement date.
	wantValues(t, small(t, "otherPayments", `[{"date":"2024-01-01","amount":500}]`, "basis", `{"commencementPayment":"settled"}`),
		"result.initialLiability", "2486.85",
		"result.initialRouAsset", "2986.85",
		"result.commencementPayment", "500.00",
		"result.schedule.*.payment", "1000.00 1000.00 1000.00",
	)
}

// METHOD 12.6: an exempt lease has no liability, asset or interest. Its cost, 3000 + 10 + 50 − 20,
// is recognized straight-line over 12 months. The cumulative difference between payments and cost
// is prepaid rent, which is 0 at the end of the term. Under GASB 87, a row's expense is its
// payments.
func TestMethod12_6_AnExemptLease(t *testing.T) {
	t.Parallel()
	wantValues(t, small(t, "exemption", `"short_term"`, "termMonths", `12`, "paymentFrequency", `"quarterly"`, "paymentTiming", `"advance"`, "rentFree", `[{"from":"2024-01-01","months":3}]`, "initialDirectCosts", `50`, "leaseIncentives", `20`, "prepaidRent", `10`),
		"result.exemption", "short_term",
		"result.initialLiability", "0.00",
		"result.initialRouAsset", "0.00",
		"result.totalLeaseCost", "3040.00",
		"result.totalUndiscountedPayments", "3000.00",
		"result.disclosures.imputedInterest", "0.00",
		"result.disclosures.currentLiability", "0.00",
		"result.disclosures.longTermLiability", "0.00",
		"result.disclosures.maturityAnalysis.0.undiscountedPayments", "3000.00",
	)
	books(t, small(t, "exemption", `"short_term"`, "termMonths", `12`, "paymentFrequency", `"quarterly"`, "paymentTiming", `"advance"`, "rentFree", `[{"from":"2024-01-01","months":3}]`, "initialDirectCosts", `50`, "leaseIncentives", `20`, "prepaidRent", `10`),
		"2024-01-01 Dr Prepaid rent 50.00 Cr Cash 50.00 Dr Cash 20.00 Cr Prepaid rent 20.00",
		"2024-01-01 Dr Lease expense 760.00 Cr Prepaid rent 760.00",
		"2024-04-01 Dr Lease expense 760.00 Cr Cash 1000.00 Dr Prepaid rent 240.00",
		"2024-07-01 Dr Lease expense 760.00 Cr Cash 1000.00 Dr Prepaid rent 240.00",
		"2024-10-01 Dr Lease expense 760.00 Cr Cash 1000.00 Dr Prepaid rent 240.00",
	)
	books(t, small(t, "standard", `"GASB_87"`, "exemption", `"short_term"`, "termMonths", `12`, "paymentFrequency", `"quarterly"`, "paymentTiming", `"advance"`, "rentFree", `[{"from":"2024-01-01","months":3}]`, "initialDirectCosts", `50`, "leaseIncentives", `20`, "prepaidRent", `10`),
		"2024-01-01 Dr Prepaid rent 50.00 Cr Cash 50.00 Dr Cash 20.00 Cr Prepaid rent 20.00",
		"2024-01-01 Dr Lease expense 10.00 Cr Prepaid rent 10.00",
		"2024-04-01 Dr Lease expense 1010.00 Cr Cash 1000.00 Cr Prepaid rent 10.00",
		"2024-07-01 Dr Lease expense 1010.00 Cr Cash 1000.00 Cr Prepaid rent 10.00",
		"2024-10-01 Dr Lease expense 1010.00 Cr Cash 1000.00 Cr Prepaid rent 10.00",
	)
}

// METHOD 12.6: the classification criteria of an exempt lease are computed as if it were not
// exempt. The rationale explains this basis.
func TestMethod12_6_CriteriaOfAnExemptLease(t *testing.T) {
	t.Parallel()
	wantValues(t, small(t, "exemption", `"short_term"`, "termMonths", `12`, "paymentTiming", `"advance"`, "assetFairValue", `1050`, "assetEconomicLifeMonths", `100`),
		"classification.criteria.3.detail", "The present value of the lease payments, 1,000.00, is 95.23% of the asset's fair value of 1,050.00; 90% or more counts as substantially all, which is one reasonable approach under ASC 842-10-55-2.",
		"classification.rationale", "2 of the 5 criteria in ASC 842-10-25-2 were tested. The lease is a finance lease because this criterion is met: fair value. These criteria were not tested because inputs are missing: transfer of ownership, purchase option, specialized asset. The lease is exempt from recognition; the criteria are tested on its measurement without the exemption.",
	)
	wantValues(t, small(t, "exemption", `"low_value"`, "standard", `"IFRS_16"`),
		"classification.rationale", "IFRS 16.22 has a single lessee model: every lease is measured as a right-of-use asset and a lease liability, with interest and depreciation. The lease is exempt from recognition.",
	)
}

// METHOD 12.7: the 90% test includes the present value of the total residual value guarantee, (300
// − 100) / 1.331 = 150.26. A lease that commences in the last quarter of the asset's economic life
// does not meet the 75% criterion.
func TestMethod12_7_TheTestsCompleted(t *testing.T) {
	t.Parallel()
	wantValues(t, small(t, "assetFairValue", `2900`, "residualValueGuarantee", `100`, "guaranteedResidualValue", `300`),
		"result.initialLiability", "2561.98",
		"classification.criteria.3.met", "true",
		"classification.criteria.3.detail", "The present value of the lease payments, 2,561.98, plus the present value of the guaranteed residual value not counted in the payments, 150.26, net 2,712.24, is 93.52% of the asset's fair value of 2,900.00; 90% or more counts as substantially all, which is one reasonable approach under ASC 842-10-55-2.",
	)
	wantValues(t, small(t, "assetEconomicLifeMonths", `40`, "assetTotalLifeMonths", `160`),
		"classification.criteria.2.met", "false",
		"classification.criteria.2.detail", "The term of 36 months is 90.00% of the remaining economic life of 40 months; 75% or more counts as the major part, which is one reasonable approach under ASC 842-10-55-2. The lease commences in the last 25% of the asset's total economic life of 160 months, so this criterion does not apply.",
	)
	wantValues(t, small(t, "assetEconomicLifeMonths", `40`, "assetTotalLifeMonths", `159`),
		"classification.criteria.2.met", "true",
	)
}

// METHOD 12.8: the commencement entry credits a restoration provision. The cash in a row's entry
// includes the row's one-off payments. A governmental fund has different entries.
func TestMethod12_8_Entries(t *testing.T) {
	t.Parallel()
	books(t, small(t, "standard", `"IFRS_16"`, "restorationCost", `300`, "otherPayments", `[{"date":"2025-07-01","amount":100}]`),
		"2024-01-01 Dr Right-of-use asset 2873.66 Cr Lease liability 2573.66 Cr Restoration provision 300.00",
		"2024-12-31 Dr Interest expense 257.37 Dr Lease liability 742.63 Cr Cash 1000.00 Dr Depreciation expense 957.89 Cr Right-of-use asset 957.89",
		"2025-12-31 Dr Interest expense 178.06 Dr Lease liability 921.94 Cr Cash 1100.00 Dr Depreciation expense 957.89 Cr Right-of-use asset 957.89",
		"2026-12-31 Dr Interest expense 90.91 Dr Lease liability 909.09 Cr Cash 1000.00 Dr Depreciation expense 957.88 Cr Right-of-use asset 957.88",
	)
	books(t, small(t, "standard", `"GASB_87"`, "fund", `"governmental"`, "initialDirectCosts", `50`, "prepaidRent", `30`, "leaseIncentives", `10`),
		"2024-01-01 Dr Expenditures - capital outlay 2556.85 Cr Other financing sources - leases 2486.85 Dr Cash 10.00 Cr Prepaid rent 30.00 Cr Cash 50.00",
		"2024-12-31 Dr Expenditures - principal 751.31 Dr Expenditures - interest 248.69 Cr Cash 1000.00",
		"2025-12-31 Dr Expenditures - principal 826.45 Dr Expenditures - interest 173.55 Cr Cash 1000.00",
		"2026-12-31 Dr Expenditures - principal 909.09 Dr Expenditures - interest 90.91 Cr Cash 1000.00",
	)
	books(t, small(t, "standard", `"GASB_87"`, "fund", `"governmental"`, "events", `[{"date":"2025-01-01","type":"reassessment","discountRateAnnual":0.1,"termMonths":48,"initialDirectCosts":50,"leaseIncentives":20},{"date":"2026-01-01","type":"index","changePct":0.1},{"date":"2027-01-01","type":"termination","penalty":70}]`),
		"2024-01-01 Dr Expenditures - capital outlay 2486.85 Cr Other financing sources - leases 2486.85",
		"2024-12-31 Dr Expenditures - principal 751.31 Dr Expenditures - interest 248.69 Cr Cash 1000.00",
		"2025-01-01 Dr Expenditures - capital outlay 751.31 Cr Other financing sources - leases 751.31 Dr Expenditures - other 30.00 Cr Cash 30.00",
		"2025-12-31 Dr Expenditures - principal 751.31 Dr Expenditures - interest 248.69 Cr Cash 1000.00",
		"2026-01-01",
		"2026-12-31 Dr Expenditures - principal 826.45 Dr Expenditures - interest 173.55 Cr Cash 1000.00 Dr Expenditures - other 100.00 Cr Cash 100.00",
		"2027-01-01 Dr Expenditures - other 70.00 Cr Cash 70.00",
	)
}

// METHOD 12.9: amounts are rounded to whole minor units of the currency and printed with its number
// of decimals.
func TestMethod12_9_Currency(t *testing.T) {
	t.Parallel()
	wantValues(t, small(t, "currency", `"JPY"`, "paymentAmount", `1000.5`),
		"input.currency", "JPY",
		"result.currency", "JPY",
		"result.schedule.*.payment", "1001 1001 1001",
		"result.schedule.*.interest", "249 174 91",
		"result.schedule.*.liabilityClose", "1737 910 0",
		"result.initialLiability", "2489",
	)
	wantValues(t, small(t, "currency", `"KWD"`, "paymentAmount", `1000.0005`),
		"result.initialLiability", "2486.854",
		"result.schedule.*.payment", "1000.001 1000.001 1000.001",
		"result.schedule.*.interest", "248.685 173.554 90.910",
	)
	wantValues(t, small(t),
		"result.currency", "absent",
		"input.currency", "absent",
	)
}

// METHOD 12.10: a one-off payment belongs to the lease year that contains its date. The long-term
// liability is the balance after the last payment of the first year.
func TestMethod12_10_DisclosuresWithSinglePayments(t *testing.T) {
	t.Parallel()
	wantValues(t, small(t, "otherPayments", `[{"date":"2025-07-01","amount":100}]`),
		"result.disclosures.maturityAnalysis.*.undiscountedPayments", "1000.00 1100.00 1000.00 0.00 0.00",
		"result.disclosures.currentLiability", "742.63",
		"result.disclosures.longTermLiability", "1831.03",
	)
}

// METHOD 12.11: if a lease is transferred in from other books, the asset is the supplied carrying
// amount. Its difference from the liability is posted to an opening balance account. The remaining
// cost is payments + asset − liability.
func TestMethod12_11_TransferFromOtherBooks(t *testing.T) {
	t.Parallel()
	wantValues(t, small(t, "openingRouAsset", `2400`),
		"result.initialLiability", "2486.85",
		"result.initialRouAsset", "2400.00",
		"result.totalLeaseCost", "2913.15",
		"result.schedule.*.rouAssetClose", "1677.64 880.14 0.00",
	)
	books(t, small(t, "openingRouAsset", `2400`),
		"2024-01-01 Dr Right-of-use asset 2400.00 Cr Lease liability 2486.85 Dr Opening balance 86.85",
		"2024-12-31 Dr Lease expense 971.05 Cr Cash 1000.00 Dr Lease liability 751.31 Cr Right-of-use asset 751.31 Dr Right-of-use asset 28.95",
		"2025-12-31 Dr Lease expense 971.05 Cr Cash 1000.00 Dr Lease liability 826.45 Cr Right-of-use asset 826.45 Dr Right-of-use asset 28.95",
		"2026-12-31 Dr Lease expense 971.05 Cr Cash 1000.00 Dr Lease liability 909.09 Cr Right-of-use asset 909.09 Dr Right-of-use asset 28.95",
	)
	books(t, small(t, "openingRouAsset", `-100`, "standard", `"IFRS_16"`),
		"2024-01-01 Cr Right-of-use asset 100.00 Cr Lease liability 2486.85 Dr Opening balance 2586.85",
		"2024-12-31 Dr Interest expense 248.69 Dr Lease liability 751.31 Cr Cash 1000.00 Cr Depreciation expense 33.33 Dr Right-of-use asset 33.33",
		"2025-12-31 Dr Interest expense 173.55 Dr Lease liability 826.45 Cr Cash 1000.00 Cr Depreciation expense 33.33 Dr Right-of-use asset 33.33",
		"2026-12-31 Dr Interest expense 90.91 Dr Lease liability 909.09 Cr Cash 1000.00 Cr Depreciation expense 33.34 Dr Right-of-use asset 33.34",
	)
}
