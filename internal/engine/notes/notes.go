// Package notes describes a measured lease: the classification with its reasons, the paragraphs behind the amounts, the
// notes, and explanations of the amounts. The package computes no new amounts.
package notes

import (
	"fmt"
	"strconv"

	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// Of returns the notes on r in the order of METHOD 9: how to read the amounts, then the assumptions, then the warnings.
func Of(r *schedule.Result) []schedule.Note {
	n := remarks{Result: r, rules: r.Lease.Standard.Rules(), prose: prose{places: r.Lease.Currency.Places()}}
	n.reading()
	n.options()
	n.checks()
	if r.Lease.StatesPayments() {
		n.payments()
	}
	if r.Lease.StatesSources() {
		n.sources()
	}
	n.ofStandard()
	n.events()
	n.rates()
	n.rounding()
	return n.list
}

type remarks struct {
	*schedule.Result
	prose
	rules *standard.Rules
	list  []schedule.Note
}

// note adds a note with the given parts, in the terms of the lease's standard.
func (n *remarks) note(key string, parts ...any) {
	n.add(parts...)
	n.list = append(n.list, schedule.Note{Key: key, Text: n.Lease.Say(n.end())})
}

func (n *remarks) when(applies bool, key string, parts ...any) {
	if applies {
		n.note(key, parts...)
	}
}

// Notes on how to read the amounts.
func (n *remarks) reading() {
	l, rows := &n.Lease, n.Commencement.Rows
	advance, rent := l.PaymentTiming == standard.Advance, rows[0].Rent
	n.when(advance && recognized(n.Result) && !l.Settles() && !l.Applied() && !rent.IsZero(), "annuity_due",
		"The initial liability includes the ", rent, " payment made on the commencement date; the balance after that payment is ",
		n.InitialLiability.Sub(rent), ".")
	n.when(monthEndsWithinRow(l), "accrue_at_close", either(advance, "Each row runs from one payment date to the next",
		"Each row ends on the payment date and contains the cost of the whole period"), "; for a close between two payment dates, accrue the amounts to the reporting date.")
	n.when(n.StubMonths > 0, "stub", "The term", either(len(n.Events) > 0, " at commencement", ""),
		" is not a whole number of payment periods: the last period is a stub of ", n.StubMonths, " of ", l.PaymentFrequency.Months(),
		" months, and its rent and interest are prorated by months.")
	n.when(!l.Applied(), "lease_years", "The years of the maturity analysis are lease years counted from commencement, not fiscal years.")
	capped := n.Commencement.LongTermCapped
	n.when(advance && l.TermMonths > 12 && !l.Applied() && l.DiscountRateAnnual.Sign() > 0 && !capped && recognized(n.Result), "current_portion",
		"The current portion is the principal settled by the payments of the first twelve months; ",
		"tools that subtract the balance twelve months later, which includes interest accrued by then, show a smaller current portion.")
	n.when(capped, "current_limited",
		"Interest exceeds the payments in the first lease year, so the long-term portion is capped at the initial liability",
		either(advance, " less the payment due at commencement", ""), "; neither portion includes the interest that accrues beyond the cap.")
	n.when(recognized(n.Result) && l.TermMonths <= 12 && !l.ShortTermBarred(), "short_term", n.rules.Sentences.ShortTerm)
}

// Notes on options, guarantees and the life of the asset.
func (n *remarks) options() {
	l := &n.Lease
	n.when(l.OptionPriced() && !l.PurchaseOptionReasonablyCertain.Set, "option_asserted",
		"A purchase option price was supplied, but the inputs do not state whether exercise is reasonably certain; exercise is assumed to be reasonably certain, ",
		"because the price is a lease payment only in that case (", n.rules.Paragraphs.OptionPrice, ").")
	n.when(l.OptionPriced() && !l.OptionCertain(), "option_left_out",
		"The purchase option price of ", l.Amount(l.PurchaseOptionAmount), " is not part of the lease payments, ",
		"because, according to the input, its exercise is not reasonably certain (", n.rules.Paragraphs.OptionPrice, ").")
	n.when(l.OptionCertain() && l.OptionPrice().IsZero(), "option_without_price",
		"A purchase option is reasonably certain to be exercised, but no price of at least one cent was supplied, so the lease payments do not include a price.")
	n.when(l.HasGuarantee(), "guarantee_threshold", n.rules.Sentences.Guarantee)
	n.when(l.HasGuarantee() && l.OwnershipExpected(), "guarantee_and_ownership",
		"A residual value guarantee is supplied together with a purchase option or a transfer of ownership; confirm both: ",
		"a lessee that acquires the asset will not owe the guarantee.")
	finance := recognized(n.Result) && n.Class == standard.Finance
	n.when(finance && n.AmortizedByLife(), "life_as_useful_life",
		"The remaining economic life of ", inMonths(n.AmortizationMonths), " is used as the asset's useful life to the lessee and sets the amortization period.")
	rest := n.Commencement.Rows[len(n.Commencement.Rows)-1].RouAssetClose
	sentence := []any{"Ownership is expected, so the asset is amortized over ", inMonths(n.AmortizationMonths)}
	if rest.Sign() < 0 {
		sentence = append(sentence, "; a credit balance of ", rest.Abs(),
			" remains at the end of the term and reduces the carrying amount of the owned asset.")
	} else {
		sentence = append(sentence, "; a carrying amount of ", rest,
			" remains at the end of the term and must then be reclassified to ", n.rules.Sentences.OwnedAsset, ".")
	}
	n.when(finance && months.Fewer(n.Commencement.Term, months.Whole(n.AmortizationMonths)) && !rest.IsZero(), "life_beyond_term", sentence...)
	life := l.AssetEconomicLifeMonths
	n.when(finance && l.OwnershipExpected() && !life.Set, "life_missing",
		"Ownership is expected, but no economic life was supplied, so the asset is amortized over the term instead of its useful life.")
	n.when(life.Set && months.Fewer(months.Whole(life.Value), n.Commencement.Term), "life_below_term",
		"The asset's remaining economic life of ", inMonths(life.Value), " is shorter than the term of ",
		months.Hundredths(n.Commencement.Term), " months; check both.")
}

var (
	highRate      = money.MustParse("0.30")
	lowRate       = money.MustParse("0.005")
	halfPerPeriod = money.MustParse("0.5")
)

// Warnings about unusual inputs and amounts.
func (n *remarks) checks() {
	l, f := &n.Lease, find(n.Result)
	from := either(f.firstNegativeAsset == 0, "at commencement", "from the end of period "+strconv.Itoa(f.firstNegativeAsset))
	n.when(f.negativeAssets > 0, "negative_asset", "The ", l.Standard.AssetNoun(), " is negative ", from,
		"; while it is negative, reclassify the credit balance to a liability other than the lease liability.")
	n.when(f.negativePrincipals > 0, "negative_principal", "In ", f.negativePrincipals, " of ", plural(len(n.Schedule), "period"),
		" the payment does not cover the interest, so the principal is negative and the liability grows.")
	n.when(n.TotalLeaseCost.Sign() < 0, "negative_cost",
		"The total lease cost is negative, because the lease incentives exceed all payments; check both.")
	n.when(l.Standard.SingleModel() && l.Classification == standard.Operating, "class_without_meaning", n.rules.Sentences.Disregarded)
	n.when(f.zeroRents > 0, "zero_rent", "The rent of ", n.ofRows(f.zeroRents), " rounds to ", money.Amount{}, ".")
	rate := l.DiscountRateAnnual
	n.when(recognized(n.Result) && rate.Cmp(highRate) > 0, "high_rate", "The discount rate is ", percent(rate),
		" a year; check that it is not a monthly figure or a misplaced decimal (0.05 is 5%).")
	n.when(recognized(n.Result) && rate.Sign() > 0 && rate.Cmp(lowRate) < 0, "low_rate", "The discount rate is ", percent(rate),
		" a year; check that the percentage was not divided by 100 twice (5% is 0.05, and 0.0005 is 0.05%).")
	n.when(recognized(n.Result) && rate.Sign() == 0, "zero_rate",
		"The discount rate is 0, so payments are not discounted and no interest arises; check that the lessee could borrow at no cost.")
	fair := l.AssetFairValue.Value
	n.when(fair.Sign() != 0 && n.InitialLiability.Decimal(n.places).Cmp(fair) > 0, "value_above_fair",
		"The present value of the lease payments exceeds the asset's fair value; check the discount rate, the payments and the fair value.")
	part := "the liability and the schedule."
	switch {
	case l.Exempt():
		part = "the schedule."
	case l.Settles():
		part = "the " + l.Standard.AssetNoun() + "."
	}
	n.when(l.PaymentTiming == standard.Advance && l.PrepaidRent.Value.Sign() > 0, "prepaid_in_advance",
		"Prepaid rent must not include the payment due at commencement, which is already part of ", part)
	n.when(escalates(n.Result), "escalation",
		"The escalation must be fixed by the contract; do not enter a forecast: payments that depend on an index or a rate are measured using its level at commencement (",
		n.rules.Paragraphs.Indexed, ").")
}

// Notes on adjustments by the one-cent rule. They also explain why a row's interest may differ from
// the interest on the row's printed balance.
func (n *remarks) rounding() {
	off := 0
	if n.RowsMoved == 0 && !n.Lease.StatesPayments() {
		off = rowsOff(n.Result)
	}
	if n.RowsMoved+n.SharesMoved+off == 0 {
		return
	}
	cent := money.Cents(1) // the minor unit of the currency (METHOD 12.9)
	most := cent
	if n.PeriodicRate.Cmp(halfPerPeriod) > 0 {
		most = money.Cents(2)
	}
	n.add("Rounding: ")
	switch {
	case n.RowsMoved > 0:
		n.add("interest in ", n.ofRows(n.RowsMoved), " is adjusted by ", cent, " so that each balance agrees to the present value and the last balance is ",
			money.Amount{}, "; a row's interest can therefore differ from balance times rate by ", most)
	case off > 0:
		n.add("interest in ", n.ofRows(off), " differs by ", cent, " from printed balance times rate, because it is computed on the unrounded balance")
	default:
		n.add("no interest is adjusted")
	}
	if n.SharesMoved > 0 {
		n.add("; the straight-line ", either(n.Class == standard.Operating || !recognized(n.Result), "cost", "amortization"), " of ",
			n.ofRows(n.SharesMoved), " is adjusted by ", cent, " so that it agrees to its cumulative amount")
	}
	n.note("one_cent_rule", ".")
}

// Several notes need these facts about the rows.
type findings struct {
	zeroRents          int // rows in which the rent rounds to 0.00
	negativePrincipals int
	negativeAssets     int
	firstNegativeAsset int // number of the first row with a negative asset; 0 if the asset is negative at commencement
}

func find(r *schedule.Result) (f findings) {
	if r.InitialRouAsset.Sign() < 0 {
		f.negativeAssets++
	}
	for i := range r.Schedule {
		row := &r.Schedule[i]
		if row.Principal.Sign() < 0 {
			f.negativePrincipals++
		}
		if row.RouAssetClose.Sign() < 0 {
			if f.negativeAssets == 0 {
				f.firstNegativeAsset = row.Number
			}
			f.negativeAssets++
		}
	}
	if l := &r.Lease; l.PaymentAmount.Sign() > 0 && l.RentFree == nil && l.RentSteps == nil { // if no supplied rent is 0
		for i := range r.Commencement.Rows {
			if r.Commencement.Rows[i].Rent.IsZero() && (i != 0 || !paidBefore(r)) {
				f.zeroRents++
			}
		}
	}
	return f
}

// paidBefore reports whether the payment at the start of the first row was made before the
// measurement. Such a payment was settled at commencement, or it is the rent paid in advance for
// the period that is current at initial application.
func paidBefore(r *schedule.Result) bool {
	l := &r.Lease
	return l.Settles() || l.Applied() && l.PaymentTiming == standard.Advance && !r.Commencement.Rows[0].Whole()
}

// rowsOff counts the rows whose interest, in whole cents, differs from the interest on the printed balance.
func rowsOff(r *schedule.Result) (n int) {
	rate, balance := r.Lease.Rate(), r.InitialLiability
	if rate == 0 {
		return 0
	}
	for i := range r.Commencement.Rows {
		row := &r.Commencement.Rows[i]
		basis := balance
		if r.Lease.PaymentTiming == standard.Advance {
			basis = basis.Sub(row.Rent)
		}
		if row.Interest != basis.Prorate(rate*uint64(row.Months), pv.YearUnits) {
			n++
		}
		balance = row.LiabilityClose
	}
	return n
}

// ofRows describes a number of rows, such as "4 of 60 periods". The total counts the rows at
// commencement. With events, the printed schedule has different rows.
func (n *remarks) ofRows(rows int) string {
	return strconv.Itoa(rows) + " of " + plural(len(n.Commencement.Rows), "period") + either(len(n.Events) > 0, " measured at commencement", "")
}

// escalates reports whether the rent increases within the term.
func escalates(r *schedule.Result) bool {
	l, rows := &r.Lease, r.Commencement.Rows
	return (l.AnnualEscalationPct.Value.Sign() > 0 || l.AnnualEscalationAmount.Value.Sign() > 0) && rows[len(rows)-1].Year > 1
}

// The result is true if the lease is on the balance sheet.
func recognized(r *schedule.Result) bool { return !r.Lease.Exempt() }

// monthEndsWithinRow reports whether a month ends within a row, so that a monthly close requires accruals.
func monthEndsWithinRow(l *lease.Lease) bool {
	first := l.CommencementDate
	if from := l.Calendar.Value.From; from.Set {
		first = from.Value
	}
	return l.PaymentFrequency != lease.Monthly || first.Day != 1
}

// prose builds one sentence after another in the same memory.
type prose struct {
	text   []byte // the current sentence
	places int    // decimals of the currency
}

// add appends parts of a sentence. Amounts have thousands separators and the decimals of the currency.
func (p *prose) add(parts ...any) {
	for _, part := range parts {
		switch of := part.(type) {
		case string:
			p.text = append(p.text, of...)
		case money.Amount:
			p.text = of.AppendGrouped(p.text, p.places)
		default:
			p.text = fmt.Append(p.text, of)
		}
	}
}

// The current sentence is returned, and the next one begins.
func (p *prose) end() string {
	sentence := string(p.text)
	p.text = p.text[:0]
	return sentence
}

// inMonths returns a number of months with the noun, such as 60 months.
func inMonths(n int) string { return plural(n, "month") }

// percent formats a fraction as a percentage: 0.06 as 6%.
func percent(d money.Decimal) string { return d.Shift(2).String() + "%" }

// A number is followed by its noun, as in 1 period or 60 periods.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func either(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}
