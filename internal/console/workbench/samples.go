package workbench

import (
	"context"
	"fmt"
	"html/template"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseview"
	"github.com/leasehold-accounting/leasehold/internal/lists"
)

type sample struct {
	ID     string
	Name   string
	Values leaseform.Values
	Query  string // values as a URL query

	results template.HTML
}

// newLease is the value that requests an empty form rather than a sample.
const newLease = "new"

func sampleLeases() []sample {
	return []sample{
		{ID: "office", Name: "Office", Values: leaseform.Values{
			"standard": "ASC_842", "commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10,000",
			"paymentFrequency": "monthly", "paymentTiming": "advance", leaseform.RatePercent: "6", leaseform.EscalationPercent: "3",
			"initialDirectCosts": "5,000", "leaseIncentives": "12,000", "transfersOwnership": "false",
			"purchaseOptionReasonablyCertain": "false", "assetEconomicLifeMonths": "480", "assetFairValue": "1,450,000",
			"specializedAsset": "false",
		}},
		{ID: "van", Name: "Delivery van", Values: leaseform.Values{
			"standard": "ASC_842", "commencementDate": "2026-03-15", "termMonths": "48", "paymentAmount": "690",
			"paymentFrequency": "monthly", "paymentTiming": "arrears", leaseform.RatePercent: "7.25", "initialDirectCosts": "450",
			"purchaseOptionAmount": "9,500", "purchaseOptionReasonablyCertain": "true", "transfersOwnership": "false",
			"assetEconomicLifeMonths": "96", "assetFairValue": "36,000", "specializedAsset": "false",
		}},
		// The lease in IFRS 16 Illustrative Example 13.
		{ID: "floor", Name: "Floor, IFRS 16", Values: leaseform.Values{
			"standard": "IFRS_16", "commencementDate": "2026-01-01", "termMonths": "120", "paymentAmount": "50,000",
			"paymentFrequency": "annual", "paymentTiming": "advance", leaseform.RatePercent: "5", "initialDirectCosts": "20,000",
			"leaseIncentives": "5,000",
		}},
		{ID: "shop", Name: "Shop with steps", Values: leaseform.Values{
			"standard": "ASC_842", "commencementDate": "2026-04-01", "termMonths": "60", "paymentAmount": "4,200",
			"paymentFrequency": "monthly", "paymentTiming": "advance", leaseform.RatePercent: "6.5", "currency": "USD",
			"rentFree[0].from": "2026-04-01", "rentFree[0].months": "3", "rentFree[1].from": "2026-07-01", "rentFree[1].months": "3",
			"rentFree[1].sharePercent": "50", "rentSteps[0].from": "2028-04-01", "rentSteps[0].paymentAmount": "4,500",
			"rentSteps[1].from": "2030-04-01", "rentSteps[1].paymentAmount": "4,850", "otherPayments[0].date": "2026-04-01",
			"otherPayments[0].amount": "15,000", "otherPayments[1].date": "2026-10-15", "otherPayments[1].amount": "6,000",
			"otherPayments[1].kind": "incentive", "transfersOwnership": "false", "purchaseOptionReasonablyCertain": "false",
			"assetEconomicLifeMonths": "480", "assetFairValue": "900,000", "specializedAsset": "false",
		}},
		{ID: "life", Name: "Office that changes", Values: leaseform.Values{
			"standard": "IFRS_16", "commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "20,000",
			"paymentFrequency": "monthly", "paymentTiming": "advance", leaseform.RatePercent: "5", "currency": "EUR",
			"initialDirectCosts": "18,000",
			"events[0].type":     "index", "events[0].date": "2027-01-01", "events[0].changePercent": "2.8",
			"events[1].type": "modification", "events[1].date": "2028-07-01", "events[1].retainedSharePercent": "60",
			"events[1].paymentAmount": "12,500", "events[1].discountRatePercent": "5.75",
			"events[2].type": "reassessment", "events[2].date": "2030-01-01", "events[2].termMonths": "84", "events[2].discountRatePercent": "5.5",
		}},
		{ID: "shop-frs102", Name: "Shop, first FRS 102 year", Values: leaseform.Values{
			"standard": "FRS_102", "commencementDate": "2024-01-01", "termMonths": "60", "paymentAmount": "6,000",
			"paymentFrequency": "quarterly", "paymentTiming": "advance", leaseform.RatePercent: "6", "currency": "GBP",
			"initialApplicationDate": "2026-01-01", "initialApplicationPrepaidOrAccruedRent": "-3,600", "initialApplicationOnerousProvision": "1,000",
		}},
		{ID: "payroll", Name: "Payroll software, GASB 96", Values: leaseform.Values{
			"standard": "GASB_96", "commencementDate": "2026-07-01", "termMonths": "36", "paymentAmount": "20,000",
			"paymentFrequency": "annual", "paymentTiming": "advance", leaseform.RatePercent: "4", "currency": "USD",
			"initialDirectCosts": "3,000",
		}},
	}
}

// loadSamples computes the samples when the server starts, so that showing a sample requires no computation.
func (b *Bench) loadSamples() error {
	b.samples = sampleLeases()
	for i := range b.samples {
		s := &b.samples[i]
		s.Query = s.Values.Encode()
		view, refusal, err := leaseview.Show(context.Background(), s.Values, b.PublicURL)
		if err == nil && refusal != nil {
			err = fmt.Errorf("faults: %v", refusal.Faults)
		}
		if err == nil {
			s.results, err = view.HTML()
		}
		if err != nil {
			return fmt.Errorf("sample %s: %w", s.ID, err)
		}
	}
	return nil
}

type tourStep struct{ At, Title, Text string }

var tour = []tourStep{
	{
		"#lease", "The lease",
		"Four fields are required: date, term, payment and rate. All others have defaults. Samples and an empty lease are at the top. A message below a field explains an invalid entry.",
	},
	{
		"#results .summary", "The result",
		"The amounts change as you type. Click an underlined amount to see its formula, the numbers in it and the paragraph of the standard.",
	},
	{
		"#results .criteria", "The classification",
		"This section lists each criterion with the inputs to its test. A criterion without inputs is not tested.",
	},
	{
		"#results table.schedule", "The schedule",
		"Select a row to see the formulas for its amounts. Journal entries, disclosures and paragraphs are in the tabs above.",
	},
	{
		"#results .actions", "Downloads",
		"Download a workbook with live formulas, a PDF for your records, or entries for your accounting software. On other pages you can check another schedule or report on many leases.",
	},
}

func standards() string {
	return lists.And(lists.Map(leasehold.Standards(), leasehold.Standard.Title))
}
