package portfolio

import (
	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
)

// Part is an object of figures: a rollforward, the cost, the cash.
type Part struct {
	Name    string // the contract's, as in rouAsset
	Title   string
	Members []Member
}

// Member is one figure of a part.
type Member struct {
	Name  string // the contract's, as in accumulatedAmortization
	Title string
	Of    func(*leasehold.Figures) money.Amount
}

// Parts are the objects of figures in the contract's order. Everything that prints
// figures ranges over them.
var Parts = []Part{
	{"liability", "Lease liability", []Member{
		{"opening", "Opening", func(f *leasehold.Figures) money.Amount { return f.Liability.Opening }},
		{"additions", "Additions", func(f *leasehold.Figures) money.Amount { return f.Liability.Additions }},
		{"remeasured", "Remeasured", func(f *leasehold.Figures) money.Amount { return f.Liability.Remeasured }},
		{"interest", "Interest", func(f *leasehold.Figures) money.Amount { return f.Liability.Interest }},
		{"payments", "Payments", func(f *leasehold.Figures) money.Amount { return f.Liability.Payments }},
		{"derecognized", "Derecognized", func(f *leasehold.Figures) money.Amount { return f.Liability.Derecognized }},
		{"closing", "Closing", func(f *leasehold.Figures) money.Amount { return f.Liability.Closing }},
	}},
	{"rouAsset", "Right-of-use asset", []Member{
		{"opening", "Opening", func(f *leasehold.Figures) money.Amount { return f.RouAsset.Opening }},
		{"additions", "Additions", func(f *leasehold.Figures) money.Amount { return f.RouAsset.Additions }},
		{"remeasured", "Remeasured", func(f *leasehold.Figures) money.Amount { return f.RouAsset.Remeasured }},
		{"amortization", "Amortization", func(f *leasehold.Figures) money.Amount { return f.RouAsset.Amortization }},
		{"impairment", "Impairment", func(f *leasehold.Figures) money.Amount { return f.RouAsset.Impairment }},
		{"derecognized", "Derecognized", func(f *leasehold.Figures) money.Amount { return f.RouAsset.Derecognized }},
		{"closing", "Closing", func(f *leasehold.Figures) money.Amount { return f.RouAsset.Closing }},
		{"cost", "Cost", func(f *leasehold.Figures) money.Amount { return f.RouAsset.Cost }},
		{"accumulatedAmortization", "Accumulated amortization", func(f *leasehold.Figures) money.Amount { return f.RouAsset.AccumulatedAmortization }},
	}},
	{"cost", "Lease cost", []Member{
		{"interest", "Interest on lease liabilities", func(f *leasehold.Figures) money.Amount { return f.Cost.Interest }},
		{"amortization", "Amortization of right-of-use assets", func(f *leasehold.Figures) money.Amount { return f.Cost.Amortization }},
		{"operating", "Operating lease cost", func(f *leasehold.Figures) money.Amount { return f.Cost.Operating }},
		{"shortTerm", "Short-term lease cost", func(f *leasehold.Figures) money.Amount { return f.Cost.ShortTerm }},
		{"lowValue", "Low-value lease cost", func(f *leasehold.Figures) money.Amount { return f.Cost.LowValue }},
		{"variable", "Variable lease cost", func(f *leasehold.Figures) money.Amount { return f.Cost.Variable }},
		{"impairment", "Impairment", func(f *leasehold.Figures) money.Amount { return f.Cost.Impairment }},
		{"gainsAndLosses", "Gains and losses (loss positive)", func(f *leasehold.Figures) money.Amount { return f.Cost.GainsAndLosses }},
		{"total", "Total", func(f *leasehold.Figures) money.Amount { return f.Cost.Total() }},
	}},
	{"cash", "Cash paid", []Member{
		{"interest", "Interest", func(f *leasehold.Figures) money.Amount { return f.Cash.Interest }},
		{"principal", "Principal", func(f *leasehold.Figures) money.Amount { return f.Cash.Principal }},
		{"operating", "Operating leases", func(f *leasehold.Figures) money.Amount { return f.Cash.Operating }},
		{"exempt", "Short-term and low-value leases", func(f *leasehold.Figures) money.Amount { return f.Cash.Exempt }},
		{"variable", "Variable payments", func(f *leasehold.Figures) money.Amount { return f.Cash.Variable }},
		{"commencement", "Paid on the commencement date", func(f *leasehold.Figures) money.Amount { return f.Cash.Commencement }},
		{"initialDirectCosts", "Initial direct costs", func(f *leasehold.Figures) money.Amount { return f.Cash.InitialDirectCosts }},
		{"incentives", "Lease incentives (received: negative)", func(f *leasehold.Figures) money.Amount { return f.Cash.Incentives }},
		{"penalties", "Penalties", func(f *leasehold.Figures) money.Amount { return f.Cash.Penalties }},
		{"prices", "Purchase prices", func(f *leasehold.Figures) money.Amount { return f.Cash.Prices }},
		{"total", "Total", func(f *leasehold.Figures) money.Amount { return f.Cash.Total() }},
	}},
}
