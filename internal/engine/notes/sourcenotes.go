package notes

import (
	"github.com/leasehold-accounting/leasehold/schedule"
)

// sourceNotes are the notes on the fields of METHOD 20.2 to 20.5 and 25.8.
var sourceNotes = [...]note{
	{
		key:     "calendar",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.Calendar.Set },
		text: "Payment periods lie on the calendar that is stated; a row that is a part of a period has the share of its days in the period's " +
			"rent and months, and the straight line runs over the months of the rows.",
	},
	{
		key:     "components",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.HasServices() },
		text: "Payments are divided between lease and services by their stand-alone prices, and the schedule shows the lease part; " +
			"a rent-free month has no cost of services; the fair value must be that of the leased asset alone.",
	},
	{
		key:     "one_component",
		applies: func(r *schedule.Result, _ *findings) bool { return !r.Lease.HasServices() },
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add(r.Lease.Standard.OneComponent())
		},
	},
	{
		key:     "irrecoverable_tax",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.IrrecoverableTaxRate.Set },
		text: "Tax that is not recovered is taken as a levy and no lease payment, and is expensed when it is paid; " +
			"others count it among the lease payments.",
	},
	{
		key:     "variable_payments",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.VariablePayments != nil },
		text:    "Payments that depend on sales or use are not in the liability; they are expensed on their dates.",
	},
	{
		key:     "sublease_income",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.SubleaseIncome != nil },
		text:    "Sublease income of single dates is recognized as received. It is not in the schedule; reports show it separately.",
	},
	{
		key:     "subleases",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.Subleases != nil },
		text: "Income of each sublease is straight-line over its months. It is not in the schedule; reports show it, with rent receivable " +
			"and deferred rent.",
	},
}
