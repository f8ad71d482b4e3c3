package workbench

import "fmt"

// sample is a lease to begin with, as it would be typed.
type sample struct {
	ID     string
	Name   string
	Values values

	results *results
}

func sampleLeases() []sample {
	return []sample{
		{ID: "office", Name: "Office", Values: values{
			"standard": "ASC_842", "commencementDate": "2026-01-01", "termMonths": "60", "paymentAmount": "10,000",
			"paymentFrequency": "monthly", "paymentTiming": "advance", ratePercent: "6", escalationPercent: "3",
			"initialDirectCosts": "5,000", "leaseIncentives": "12,000", "transfersOwnership": "false",
			"purchaseOptionReasonablyCertain": "false", "assetEconomicLifeMonths": "480", "assetFairValue": "1,450,000",
			"specializedAsset": "false",
		}},
		{ID: "van", Name: "Delivery van", Values: values{
			"standard": "ASC_842", "commencementDate": "2026-03-15", "termMonths": "48", "paymentAmount": "690",
			"paymentFrequency": "monthly", "paymentTiming": "arrears", ratePercent: "7.25", "initialDirectCosts": "450",
			"purchaseOptionAmount": "9,500", "purchaseOptionReasonablyCertain": "true", "transfersOwnership": "false",
			"assetEconomicLifeMonths": "96", "assetFairValue": "36,000", "specializedAsset": "false",
		}},
		// The lease of illustrative example 13 of IFRS 16.
		{ID: "floor", Name: "Floor, IFRS 16", Values: values{
			"standard": "IFRS_16", "commencementDate": "2026-01-01", "termMonths": "120", "paymentAmount": "50,000",
			"paymentFrequency": "annual", "paymentTiming": "advance", ratePercent: "5", "initialDirectCosts": "20,000",
			"leaseIncentives": "5,000",
		}},
	}
}

// loadSamples computes the samples once: a page that shows one costs nothing.
func (b *Bench) loadSamples() error {
	b.samples = sampleLeases()
	for i := range b.samples {
		s := &b.samples[i]
		lease, faults, _ := s.Values.decode()
		if lease == nil {
			return fmt.Errorf("sample %s: %v", s.ID, faults)
		}
		var err error
		if s.results, err = b.compute(lease, s.Values); err != nil {
			return fmt.Errorf("sample %s: %w", s.ID, err)
		}
	}
	return nil
}
