package engine_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// refusal describes a lease with a field that is out of bounds or conflicts with other fields. The
// message gives the field's path, the error and the allowed values exactly once.
type refusal struct {
	pairs   []string
	message string
}

func TestMethod12_1_ErrorsNameTheirPath(t *testing.T) {
	t.Parallel()
	for _, r := range []refusal{
		{[]string{"restorationCost", `1`}, "restorationCost: does not apply under ASC 842; it is allowed only with standard IFRS_16 or FRS_102"},
		{[]string{"guaranteedResidualValue", `1`, "standard", `"IFRS_16"`}, "guaranteedResidualValue: does not apply under IFRS 16; it is allowed only with standard ASC_842"},
		{[]string{"guaranteedResidualValue", `1`, "residualValueGuarantee", `2`}, "guaranteedResidualValue: 1 is less than residualValueGuarantee, 2; it must be the total guarantee, including the amount probable of being owed"},
		{[]string{"assetTotalLifeMonths", `5`, "assetEconomicLifeMonths", `6`}, "assetTotalLifeMonths: 5 is less than assetEconomicLifeMonths, 6; the total life cannot be shorter than the remaining life"},
		{[]string{"assetTotalLifeMonths", `5`, "assetEconomicLifeMonths", `5`, "standard", `"GASB_87"`}, "assetTotalLifeMonths: does not apply under GASB 87; it is allowed only with standard ASC_842"},
		{[]string{"fund", `"governmental"`}, "fund: does not apply under ASC 842; it is allowed only with standard GASB_87 or GASB_96"},
		{[]string{"exemption", `"low_value"`}, "exemption: low_value does not apply under ASC 842; it is allowed only with standard IFRS_16 or FRS_102"},
		{[]string{"exemption", `"short_term"`}, "exemption: short_term requires a term of at most 12 months; termMonths is 36"},
		{[]string{"annualEscalationAmount", `1`, "annualEscalationPct", `0.1`}, "annualEscalationAmount: is not allowed together with an annualEscalationPct above 0; supply only one of them"},
		{[]string{"rentSteps", `[{"from":"2024-01-01","paymentAmount":1}]`}, "rentSteps[0].from: 2024-01-01 is the commencement date, and paymentAmount is the rent from that date; the earliest date for a step is 2025-01-01"},
		{[]string{"rentSteps", `[{"from":"2025-01-02","paymentAmount":1}]`}, "rentSteps[0].from: 2025-01-02 is not the first day of a payment period; the nearest are 2025-01-01 and 2026-01-01"},
		{[]string{"rentSteps", `[{"from":"2027-01-01","paymentAmount":1}]`}, "rentSteps[0].from: 2027-01-01 is not within the term, from 2024-01-01 to 2026-12-31"},
		{[]string{"rentSteps", `[{"from":"2026-01-01","paymentAmount":1},{"from":"2025-01-01","paymentAmount":1}]`}, "rentSteps[1].from: 2025-01-01 is not after the preceding step, 2026-01-01"},
		{[]string{"rentSteps", `[{"from":"2025-01-01","paymentAmount":1},{"from":"2025-01-01","paymentAmount":1}]`}, "rentSteps[1].from: 2025-01-01 is not after the preceding step, 2025-01-01"},
		{[]string{"rentSteps", `[{"from":"2025-01-01"}]`}, "rentSteps[0].paymentAmount: is required"},
		{[]string{"rentSteps", `[{"paymentAmount":1}]`}, "rentSteps[0].from: is required"},
		{[]string{"rentSteps", `[{"from":"2025-01-01","paymentAmount":-1}]`}, "rentSteps[0].paymentAmount: -1 is out of range: use an amount from 0 to 999999999999999.99"},
		{[]string{"rentSteps", `[{"from":"2025-01-01","paymentAmount":1,"x":1}]`}, `rentSteps[0].x: unknown field "x"`},
		{[]string{"rentSteps", `{}`}, "rentSteps: must be an array; got an object"},
		{[]string{"rentSteps", `[7]`}, "rentSteps[0]: must be an object that describes a rent step; got 7"},
		{[]string{"rentFree", `[{"from":"2024-01-15","months":1}]`}, "rentFree[0].from: 2024-01-15 is not a monthly anniversary of commencement; the nearest are 2024-01-01 and 2024-02-01"},
		{[]string{"rentFree", `[{"from":"2024-02-01","months":0}]`}, "rentFree[0].months: 0 is out of range: use a whole number from 1 to 1200"},
		{[]string{"rentFree", `[{"from":"2026-12-01","months":2}]`}, "rentFree[0].months: 2 months from 2026-12-01 extend beyond the term; at most 1 remain"},
		{[]string{"rentFree", `[{"from":"2024-02-01","months":2},{"from":"2024-03-01","months":2}]`}, "rentFree[1].from: 2024-03-01 is within the preceding rent-free period, which ends on 2024-03-31"},
		{[]string{"rentFree", `[{"from":"2024-02-01","months":2,"share":0}]`}, "rentFree[0].share: 0 is out of range: use a fraction above 0 and up to 1 (50% is 0.5)"},
		{[]string{"rentFree", `[{"from":"2024-02-01","months":2,"share":1.1}]`}, "rentFree[0].share: 1.1 is out of range: use a fraction above 0 and up to 1 (write 0.011 for 1.1%)"},
		{[]string{"rentFree", `[{"from":"2024-02-01","months":1.5}]`}, "rentFree[0].months: 1.5 is not a whole number; use a whole number from 1 to 1200"},
		{[]string{"otherPayments", `[{"date":"2023-12-31","amount":1}]`}, "otherPayments[0].date: 2023-12-31 is not within the term, from 2024-01-01 to 2026-12-31"},
		{[]string{"otherPayments", `[{"date":"2027-01-01","amount":1}]`}, "otherPayments[0].date: 2027-01-01 is not within the term, from 2024-01-01 to 2026-12-31"},
		{[]string{"otherPayments", `[{"date":"2025-01-01","amount":1},{"date":"2024-01-01","amount":1}]`}, "otherPayments[1].date: 2024-01-01 is before the preceding payment in the list, 2025-01-01; list them by date"},
		{[]string{"otherPayments", `[{"date":"2025-01-01","amount":0}]`}, "otherPayments[0].amount: 0 is out of range: use an amount above 0 and up to 999999999999999.99"},
		{[]string{"otherPayments", `[{"date":"2025-01-01","amount":1,"kind":"x"}]`}, `otherPayments[0].kind: "x" is not allowed; use payment or incentive`},
		{[]string{"basis", `{"discounting":"x"}`}, `basis.discounting: "x" is not allowed; use nominal, effective, actual_365 or monthly`},
		{[]string{"basis", `5`}, "basis: must be an object that describes the conventions; got 5"},
		{[]string{"currency", `"EU"`}, `currency: "EU" is not the code of an active ISO 4217 currency with 0, 2 or 3 decimals, such as USD, EUR or JPY`},
		{[]string{"currency", `"XYZ"`}, `currency: "XYZ" is not the code of an active ISO 4217 currency with 0, 2 or 3 decimals, such as USD, EUR or JPY`},
		{[]string{"currency", `"XAU"`}, `currency: "XAU" is not the code of an active ISO 4217 currency with 0, 2 or 3 decimals, such as USD, EUR or JPY`},
		{[]string{"currency", `"CLF"`}, `currency: "CLF" is not the code of an active ISO 4217 currency with 0, 2 or 3 decimals, such as USD, EUR or JPY`},
		{[]string{"currency", `"eur"`}, `currency: "eur" is not the code of an active ISO 4217 currency with 0, 2 or 3 decimals, such as USD, EUR or JPY`},
		{[]string{"id", `"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"`}, "id: is too long: at most 100 characters are allowed"},
		{[]string{"id", `"a\u0007"`}, `id: "a\a" contains a control character; remove it`},
		{[]string{"name", `"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"`}, "name: is too long: at most 200 characters are allowed"},
		{[]string{"tags", `{"a":5}`}, "tags.a: must be a string; got 5"},
		{[]string{"tags", `{"0":"","1":"","2":"","3":"","4":"","5":"","6":"","7":"","8":"","9":"","10":"","11":"","12":"","13":"","14":"","15":"","16":"","17":"","18":"","19":"","20":""}`}, "tags: has too many entries: at most 20 are allowed"},
		{[]string{"tags", `{"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx":""}`}, `tags: the name "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" is too long: at most 50 characters are allowed`},
		{[]string{"tags", `{"x":"yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"}`}, `tags: the value of "x" is too long: at most 200 characters are allowed`},
		{[]string{"openingRouAsset", `1`, "prepaidRent", `1`}, "openingRouAsset: is not allowed together with prepaidRent: for a lease transferred in, supply only the carrying amount of its asset"},
		{[]string{"openingRouAsset", `1`, "initialDirectCosts", `1`}, "openingRouAsset: is not allowed together with initialDirectCosts: for a lease transferred in, supply only the carrying amount of its asset"},
		{[]string{"openingRouAsset", `1`, "leaseIncentives", `1`}, "openingRouAsset: is not allowed together with leaseIncentives: for a lease transferred in, supply only the carrying amount of its asset"},
		{[]string{"openingRouAsset", `1`, "restorationCost", `1`, "standard", `"IFRS_16"`}, "openingRouAsset: is not allowed together with restorationCost: for a lease transferred in, supply only the carrying amount of its asset"},
		{[]string{"openingRouAsset", `1`, "exemption", `"low_value"`, "standard", `"IFRS_16"`}, "openingRouAsset: is not allowed together with exemption: for a lease transferred in, supply only the carrying amount of its asset"},
		{[]string{"openingRouAsset", `1`, "basis", `{"commencementPayment":"settled"}`}, "openingRouAsset: is not allowed together with basis.commencementPayment set to settled: for a lease transferred in, supply only the carrying amount of its asset"},
		{[]string{"rentSteps", `[{"from":"2025-01-01","paymentAmount":"1"}]`}, `rentSteps[0].paymentAmount: must be a number; got "1"`},
		{[]string{"exemption", `"short_term"`, "termMonths", `12`, "residualValueGuarantee", `1`}, "residualValueGuarantee: is not allowed with an exemption, because the lease is not on the balance sheet"},
		{[]string{"exemption", `"short_term"`, "termMonths", `12`, "purchaseOptionAmount", `1`}, "exemption: short_term is not allowed with a purchase option that is reasonably certain to be exercised (842-20-25-2); purchaseOptionAmount: is not allowed with an exemption, because the lease is not on the balance sheet"},
		{[]string{"exemption", `"short_term"`, "termMonths", `12`, "guaranteedResidualValue", `1`}, "guaranteedResidualValue: is not allowed with an exemption, because the lease is not on the balance sheet"},
		{[]string{"exemption", `"short_term"`, "termMonths", `12`, "basis", `{"commencementPayment":"settled"}`}, "basis.commencementPayment: is not allowed with an exemption, because the lease is not on the balance sheet"},
		{[]string{"exemption", `"short_term"`, "termMonths", `12`, "events", `[{"date":"2024-02-01","type":"termination"}]`}, "events: is not allowed with an exemption, because the lease is not on the balance sheet; describe a changed exempt lease as a new lease"},
		{[]string{"exemption", `"short_term"`, "termMonths", `12`, "purchaseOptionReasonablyCertain", `true`}, "exemption: short_term is not allowed with a purchase option that is reasonably certain to be exercised (842-20-25-2)"},
		{[]string{"exemption", `"short_term"`, "termMonths", `12`, "standard", `"IFRS_16"`, "purchaseOptionReasonablyCertain", `true`}, "exemption: short_term is not allowed with a purchase option (IFRS 16.5(a), appendix A)"},
		{[]string{"exemption", `"low_value"`, "standard", `"IFRS_16"`, "restorationCost", `3`}, "restorationCost: is not allowed with an exemption, because the lease is not on the balance sheet"},
		{[]string{"exemption", `"low_value"`, "standard", `"GASB_87"`}, "exemption: low_value does not apply under GASB 87; it is allowed only with standard IFRS_16 or FRS_102"},
	} {
		refused(t, small(t, r.pairs...), r.message)
	}
}

func TestMethod13_2_ErrorsNameTheirPath(t *testing.T) {
	t.Parallel()
	for _, r := range []refusal{
		{[]string{"events", `[{"date":"2025-01-01","type":"index"}]`}, "events[0].paymentAmount: an event of type index needs at least one of paymentAmount and changePct"},
		{[]string{"events", `[{"date":"2025-01-01","type":"index","paymentAmount":1,"changePct":0.1}]`}, "events[0].changePct: is not allowed together with paymentAmount; supply only one of them"},
		{[]string{"events", `[{"date":"2025-01-01","type":"index","changePct":-1}]`}, "events[0].changePct: -1 is out of range: use a fraction above -1 and up to 1000 (write -0.01 for -1%)"},
		{[]string{"events", `[{"date":"2025-01-01","type":"index","changePct":0.1,"rentSteps":[]}]`}, "events[0].rentSteps: does not apply to an event of type index; it is allowed only for events of type contingency_resolved, reassessment or modification"},
		{[]string{"events", `[{"date":"2025-01-01","type":"index","changePct":0.1,"discountRateAnnual":0.2}]`}, "events[0].discountRateAnnual: does not apply to an index event under ASC 842, under which the change is expensed; it is allowed only with standard IFRS_16 (IFRS 16.43) or FRS_102 (FRS 102 20.62-20.68), if the rent follows a floating interest rate"},
		{[]string{"events", `[{"date":"2025-01-01","type":"index","changePct":0.1,"termMonths":30}]`}, "events[0].termMonths: does not apply to an event of type index; it is allowed only for events of type reassessment or modification"},
		{[]string{"events", `[{"date":"2024-01-01","type":"index","changePct":0.1}]`}, "events[0].date: 2024-01-01 is not after commencement, 2024-01-01"},
		{[]string{"events", `[{"date":"2027-01-01","type":"index","changePct":0.1}]`}, "events[0].date: 2027-01-01 is after the last day of the term at that date, 2026-12-31"},
		{[]string{"events", `[{"date":"2025-02-01","type":"index","changePct":0.1},{"date":"2025-01-01","type":"index","changePct":0.1}]`}, "events[1].date: 2025-01-01 is before the preceding event in the list, 2025-02-01; list them by date"},
		{[]string{"events", `[{"date":"2025-01-01","type":"contingency_resolved"}]`}, "events[0].paymentAmount: an event of type contingency_resolved needs at least one of paymentAmount, changePct, rentSteps, rentFree, otherPayments, annualEscalationPct and annualEscalationAmount"},
		{[]string{"events", `[{"date":"2025-01-01","type":"contingency_resolved","initialDirectCosts":5}]`}, "events[0].paymentAmount: an event of type contingency_resolved needs at least one of paymentAmount, changePct, rentSteps, rentFree, otherPayments, annualEscalationPct and annualEscalationAmount"},
		{[]string{"events", `[{"date":"2025-01-01","type":"contingency_resolved","annualEscalationPct":0.1,"annualEscalationAmount":1}]`}, "events[0].annualEscalationAmount: is not allowed together with an annualEscalationPct above 0; supply only one of them"},
		{[]string{"events", `[{"date":"2025-01-01","type":"residual_guarantee"}]`}, "events[0].residualValueGuarantee: is required for an event of type residual_guarantee"},
		{[]string{"events", `[{"date":"2025-01-01","type":"residual_guarantee","residualValueGuarantee":5,"paymentAmount":3}]`}, "events[0].paymentAmount: does not apply to an event of type residual_guarantee; it is allowed only for events of type index, contingency_resolved, reassessment or modification"},
		{[]string{"events", `[{"date":"2025-01-01","type":"reassessment"}]`}, "events[0].discountRateAnnual: is required for an event of type reassessment"},
		{[]string{"events", `[{"date":"2025-01-01","type":"reassessment","discountRateAnnual":0.1,"retainedShare":0.5}]`}, "events[0].retainedShare: does not apply to an event of type reassessment; it is allowed only for events of type modification"},
		{[]string{"events", `[{"date":"2025-01-01","type":"reassessment","discountRateAnnual":0.1,"termMonths":1201}]`}, "events[0].termMonths: 1201 is out of range: use a whole number from 1 to 1200"},
		{[]string{"events", `[{"date":"2025-01-01","type":"reassessment","discountRateAnnual":0.1,"termMonths":11}]`}, "events[0].termMonths: a term of 11 months from commencement ends on 2024-11-30, before the event on 2025-01-01; count from commencement"},
		{[]string{"events", `[{"date":"2025-01-01","type":"reassessment","discountRateAnnual":0.1,"termMonths":12}]`}, "events[0].termMonths: a term of 12 months from commencement ends on 2024-12-31, before the event on 2025-01-01; count from commencement"},
		{[]string{"events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"retainedShare":0}]`}, "events[0].retainedShare: 0 is out of range: use a fraction above 0 and up to 1 (50% is 0.5)"},
		{[]string{"events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"retainedShare":1.5}]`}, "events[0].retainedShare: 1.5 is out of range: use a fraction above 0 and up to 1 (write 0.015 for 1.5%)"},
		{[]string{"events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"proportion":"liability"}]`}, `events[0].proportion: "liability" applies only to a decrease in scope; supply a retainedShare below 1`},
		{[]string{"events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"retainedShare":0.5,"proportion":"liability"}]`, "standard", `"IFRS_16"`}, `events[0].proportion: "liability" is not allowed under IFRS 16, under which the asset is reduced by the portion surrendered (IFRS 16.46(a)); use "asset"`},
		{[]string{"events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"classification":"x"}]`}, `events[0].classification: "x" is not allowed; use operating or finance`},
		{[]string{"events", `[{"date":"2025-01-01","type":"impairment"}]`}, "events[0].impairmentLoss: is required for an event of type impairment"},
		{[]string{"events", `[{"date":"2025-01-01","type":"impairment","impairmentLoss":-1}]`}, "events[0].impairmentLoss: -1 is out of range: use an amount from 0 to 999999999999999.99"},
		{[]string{"events", `[{"date":"2025-01-01","type":"impairment","impairmentLoss":99999}]`}, "events[0].impairmentLoss: 99999.00 exceeds the carrying amount of the asset on that day, 1735.54"},
		{[]string{"events", `[{"date":"2025-01-01","type":"impairment","impairmentLoss":5,"penalty":5}]`}, "events[0].penalty: does not apply to an event of type impairment; it is allowed only for events of type termination"},
		{[]string{"events", `[{"date":"2025-01-01","type":"termination","price":5}]`}, "events[0].price: does not apply to an event of type termination; it is allowed only for events of type purchase"},
		{[]string{"events", `[{"date":"2025-01-01","type":"termination"},{"date":"2025-02-01","type":"index","changePct":0.1}]`}, "events[1].date: no event may follow the termination in events[0]"},
		{[]string{"events", `[{"date":"2025-01-01","type":"purchase"}]`}, "events[0].price: is required for an event of type purchase"},
		{[]string{"events", `[{"date":"2025-01-01","type":"purchase","price":-5}]`}, "events[0].price: -5 is out of range: use an amount from 0 to 999999999999999.99"},
		{[]string{"events", `[{"date":"2025-01-01","type":"purchase","price":5},{"date":"2025-01-01","type":"purchase","price":5}]`}, "events[1].date: no event may follow the purchase in events[0]"},
		{[]string{"events", `[{"date":"2025-01-01","type":"nope"}]`}, `events[0].type: "nope" is not allowed; use index, contingency_resolved, residual_guarantee, reassessment, modification, impairment, impairment_reversal, termination or purchase`},
		{[]string{"events", `[{"date":"2025-01-01"}]`}, "events[0].type: is required"},
		{[]string{"events", `[{"type":"purchase"}]`}, "events[0].date: is required"},
		{[]string{"events", `[5]`}, "events[0]: must be an object that describes an event; got 5"},
		{[]string{"events", `{}`}, "events: must be an array; got an object"},
		{[]string{"events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"rentSteps":[{"from":"2024-01-01","paymentAmount":1}]}]`}, "events[0].rentSteps[0].from: 2024-01-01 is not within the term, from 2025-01-01 to 2026-12-31"},
		{[]string{"events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"rentSteps":[{"from":"2025-06-01","paymentAmount":1}]}]`}, "events[0].rentSteps[0].from: 2025-06-01 is not the first day of a payment period; the nearest are 2025-01-01 and 2026-01-01"},
		{[]string{"events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"rentFree":[{"from":"2024-02-01","months":1}]}]`}, "events[0].rentFree[0].from: 2024-02-01 is not within the term, from 2025-01-01 to 2026-12-31"},
		{[]string{"events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"otherPayments":[{"date":"2024-02-01","amount":1}]}]`}, "events[0].otherPayments[0].date: 2024-02-01 is not within the term, from 2025-01-01 to 2026-12-31"},
		{[]string{"events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":1.1}]`}, "events[0].discountRateAnnual: 1.1 is out of range: use a fraction from 0 to 1 (write 0.011 for 1.1%)"},
		{[]string{"events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":"x"}]`}, `events[0].discountRateAnnual: must be a number, as a fraction (5% is 0.05); got "x"`},
		{[]string{"events", `[{"date":"2025-01-01","type":"index","changePct":1e+300}]`}, "events[0].changePct: 1000000000000000000000000000000000000000000000000000000000000000... is out of range: use a fraction above -1 and up to 1000 (a rise of 5% is 0.05)"},
		{[]string{"events", `[{"date":"2025-01-01","type":"index","paymentAmount":-1}]`}, "events[0].paymentAmount: -1 is out of range: use an amount from 0 to 999999999999999.99"},
		{[]string{"events", `[{"date":"2025-01-01","type":"modification","discountRateAnnual":0.1,"assetFairValue":-1}]`}, "events[0].assetFairValue: -1 is out of range: use an amount from 0 to 999999999999999.99"},
	} {
		refused(t, small(t, r.pairs...), r.message)
	}
}

// SPEC 10.4: `error.fields` contains every error. Even if a request has an unknown field, conflicts
// between its other fields are listed.
func TestSpec10_4_AnUnknownFieldHidesNoOtherError(t *testing.T) {
	t.Parallel()
	const lease = `{"commencementDate":"2026-01-01","termMonths":24,"paymentAmount":100,"discountRateAnnual":0.05,`
	for body, want := range map[string][]string{
		lease + `"foo":1,"exemption":"short_term"}`:                                      {"foo", "exemption"},
		lease + `"foo":1,"termMonths":"x","exemption":"short_term"}`:                     {"foo", "termMonths"}, // a value of the wrong type causes no second error
		lease + `"rentSteps":[{"from":"2026-02-15","paymentAmount":1,"bar":2}],"foo":1}`: {"rentSteps[0].bar", "foo", "rentSteps[0].from"},
	} {
		_, err := leasehold.Decode([]byte(body))
		invalid, ok := errors.AsType[*leasehold.InvalidError](err)
		if !ok {
			t.Fatalf("%s: %v", body, err)
		}
		var fields []string
		for _, f := range invalid.Faults {
			fields = append(fields, f.Field)
		}
		if !slices.Equal(fields, want) {
			t.Errorf("%s: %q, want %q", body, fields, want)
		}
	}
}
