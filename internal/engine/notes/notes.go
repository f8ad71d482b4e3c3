package notes

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/internal/engine/months"
	"github.com/leasehold-accounting/leasehold/internal/pv"
	"github.com/leasehold-accounting/leasehold/lease"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// note is a remark that a result may carry: its key, the condition, and its sentence, or a
// function that writes a sentence with amounts.
type note struct {
	key     string
	applies func(*schedule.Result, *findings) bool
	text    string
	write   func(*prose, *schedule.Result, *findings)
}

// findings are facts about the rows that several notes need.
type findings struct {
	zeroRents          int // rows with a rent that rounds to 0.00
	negativePrincipals int
	negativeAssets     int
	firstNegativeAsset int // number of the first row with one; 0 at commencement
	longTermCapped     bool
	rowsOff            int // rows with interest that differs from the printed balance, if no row was adjusted
}

// Of returns the notes that apply to r, in the order of the lists: how to read the amounts, the
// assumptions, and warnings.
func Of(r *schedule.Result) []schedule.Note {
	f := find(r)
	p := &prose{places: r.Lease.Currency.Places()}
	appendNotes(p, generalNotes[:], r, &f)
	if r.Lease.StatesPayments() {
		appendNotes(p, paymentNotes[:], r, &f)
	}
	if r.Lease.StatesSources() {
		appendNotes(p, sourceNotes[:], r, &f)
	}
	appendNotes(p, standardNotes[r.Lease.Standard], r, &f)
	appendLifeNotes(p, r)
	appendRateNotes(p, r)
	appendNotes(p, lastNotes[:], r, &f)
	carried := make([]schedule.Note, len(p.keys))
	p.say(r.Lease.Standard.Rules().Names.Words)
	p.cut(func(i int, sentence string) { carried[i] = schedule.Note{Key: p.keys[i], Text: sentence} })
	return carried
}

// appendNotes writes the notes of a list that apply.
func appendNotes(p *prose, list []note, r *schedule.Result, f *findings) {
	for i := range list {
		n := &list[i]
		if !n.applies(r, f) {
			continue
		}
		if n.write != nil {
			n.write(p, r, f)
		} else {
			p.add(n.text)
		}
		p.note(n.key)
	}
}

func find(r *schedule.Result) findings {
	f := findings{longTermCapped: r.Commencement.LongTermCapped}
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
	for i := range r.Commencement.Rows {
		row := &r.Commencement.Rows[i]
		if row.Rent.IsZero() && r.Lease.PaymentAmount.Sign() > 0 && r.Lease.RentFree == nil && r.Lease.RentSteps == nil && (i != 0 || !paidBefore(r)) {
			f.zeroRents++ // not supplied as 0
		}
	}
	if r.RowsMoved == 0 && !r.Lease.StatesPayments() {
		f.rowsOff = rowsOff(r)
	}
	return f
}

// paidBefore reports whether the payment at the start of the first row precedes the measurement:
// settled at commencement, or rent in advance of the current period at initial application.
func paidBefore(r *schedule.Result) bool {
	l := &r.Lease
	return l.Settles() || l.Applied() && l.PaymentTiming == standard.Advance && !r.Commencement.Rows[0].Whole()
}

// rowsOff counts the rows with interest that differs, to the cent, from the interest on the printed
// balance.
func rowsOff(r *schedule.Result) (n int) {
	rate, _ := r.Lease.DiscountRateAnnual.Units64(money.RatePlaces) // at most 10^17: the rate is at most 1
	if rate == 0 {
		return 0
	}
	balance := r.InitialLiability
	for i := range r.Commencement.Rows {
		row := &r.Commencement.Rows[i]
		basis := balance
		if r.Lease.PaymentTiming == standard.Advance {
			basis = basis.Sub(row.Rent)
		}
		if row.Interest != interestOn(basis, rate, row.Months) {
			n++
		}
		balance = row.LiabilityClose
	}
	return n
}

// interestOn returns the interest of some months on a balance, to the cent, at
// a rate per year in units of 10^−17.
func interestOn(balance money.Amount, rate uint64, months int) money.Amount {
	if _, small := balance.Int64(); !small {
		num := new(big.Int).SetUint64(rate)
		return balance.MulDiv(num.Mul(num, big.NewInt(int64(months))), new(big.Int).SetUint64(pv.YearUnits))
	}
	whole, rest := balance.Mul(uint64(months)).Mul(rate).QuoRem(pv.YearUnits)
	if 2*rest >= pv.YearUnits {
		whole = whole.Add(money.Cents(1))
	}
	return whole
}

// appendRows writes a number of rows, as in 4 of 60 periods. With events the printed schedule has
// other rows.
func appendRows(p *prose, n int, r *schedule.Result) *prose {
	p.number(n).add(" of ").count(len(r.Commencement.Rows), "period")
	if len(r.Events) > 0 {
		p.add(" measured at commencement")
	}
	return p
}

// lifeAmortized reports whether the asset is amortized over its economic life, not the term.
func lifeAmortized(r *schedule.Result) bool {
	return recognized(r) && r.Class == standard.Finance && r.AmortizedByLife()
}

// escalates reports whether a rent steps up within the term.
func escalates(r *schedule.Result) bool {
	l := &r.Lease
	return (l.AnnualEscalationPct.Value.Sign() > 0 || l.AnnualEscalationAmount.Value.Sign() > 0) && lastRow(r).Year > 1
}

// recognized reports whether the lease is on the balance sheet.
func recognized(r *schedule.Result) bool { return !r.Lease.Exempt() }

// monthEndsWithinRow reports whether a month ends within a row, so that a monthly close must accrue.
func monthEndsWithinRow(r *schedule.Result) bool {
	l := &r.Lease
	first := l.CommencementDate
	if from := l.Calendar.Value.From; from.Set {
		first = from.Value
	}
	return l.PaymentFrequency != lease.Monthly || first.Day != 1
}

func lastRow(r *schedule.Result) *schedule.Period {
	return &r.Commencement.Rows[len(r.Commencement.Rows)-1]
}

var (
	highRate      = money.MustParse("0.30")
	lowRate       = money.MustParse("0.005")
	halfPerPeriod = money.MustParse("0.5")
)

// generalNotes apply under every standard.
var generalNotes = [...]note{
	{
		key: "annuity_due",
		applies: func(r *schedule.Result, _ *findings) bool {
			return r.Lease.PaymentTiming == standard.Advance && recognized(r) && !r.Lease.Settles() && !r.Lease.Applied() && !r.Commencement.Rows[0].Rent.IsZero()
		},
		write: func(p *prose, r *schedule.Result, _ *findings) {
			rent := r.Commencement.Rows[0].Rent
			p.add("The initial liability includes the ").amount(rent).add(" payment made on the commencement date; the balance after that payment is ")
			p.amount(r.InitialLiability.Sub(rent)).add(".")
		},
	},
	{
		key:     "accrue_at_close",
		applies: func(r *schedule.Result, _ *findings) bool { return monthEndsWithinRow(r) },
		write: func(p *prose, r *schedule.Result, _ *findings) {
			if r.Lease.PaymentTiming == standard.Advance {
				p.add("Rows run from payment date to payment date; accrue to the reporting date for a close in between.")
				return
			}
			p.add("Rows end on the payment date and carry the cost of the whole period; accrue to the reporting date for a close in between.")
		},
	},
	{
		key:     "stub",
		applies: func(r *schedule.Result, _ *findings) bool { return r.StubMonths > 0 },
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("The term")
			if len(r.Events) > 0 {
				p.add(" at commencement")
			}
			p.add(" is not a whole number of payment periods: the last period is a stub of ").number(r.StubMonths)
			p.add(" of ").number(r.Lease.PaymentFrequency.Months()).add(" months, and its rent and interest are prorated by months.")
		},
	},
	{
		key:     "lease_years",
		applies: func(r *schedule.Result, _ *findings) bool { return !r.Lease.Applied() },
		text:    "The years of the maturity analysis are lease years counted from commencement, not fiscal years.",
	},
	{
		key: "current_portion",
		applies: func(r *schedule.Result, f *findings) bool {
			return r.Lease.PaymentTiming == standard.Advance && r.Lease.TermMonths > 12 && !r.Lease.Applied() && r.Lease.DiscountRateAnnual.Sign() > 0 &&
				!f.longTermCapped && recognized(r)
		},
		text: "The current portion is the principal settled by the payments of the first twelve months; " +
			"tools that subtract the balance twelve months later, which includes interest accrued by then, show a smaller one.",
	},
	{
		key:     "current_limited",
		applies: func(_ *schedule.Result, f *findings) bool { return f.longTermCapped },
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("Interest exceeds the payments of the first lease year, so the long-term portion is capped at the initial liability")
			if r.Lease.PaymentTiming == standard.Advance {
				p.add(" less the payment due at commencement")
			}
			p.add("; interest accruing beyond the cap is in neither portion.")
		},
	},
	{
		key: "short_term",
		applies: func(r *schedule.Result, _ *findings) bool {
			return recognized(r) && r.Lease.TermMonths <= 12 && !r.Lease.ShortTermBarred()
		},
		write: func(p *prose, r *schedule.Result, _ *findings) { p.add(r.Lease.Standard.Rules().Sentences.ShortTerm) },
	},
	{
		key: "option_asserted",
		applies: func(r *schedule.Result, _ *findings) bool {
			return r.Lease.OptionPriced() && !r.Lease.PurchaseOptionReasonablyCertain.Set
		},
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("A purchase option price was supplied without saying whether exercise is reasonably certain; it is taken to be, ",
				"because the price is a lease payment only then (", r.Lease.Standard.Rules().Paragraphs.OptionPrice, ").")
		},
	},
	{
		key:     "option_left_out",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.OptionPriced() && !r.Lease.OptionCertain() },
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("The purchase option price of ").amount(r.Lease.Amount(r.Lease.PurchaseOptionAmount))
			p.add(" is not part of the lease payments, because exercise is not reasonably certain per input (",
				r.Lease.Standard.Rules().Paragraphs.OptionPrice, ").")
		},
	},
	{
		key: "option_without_price",
		applies: func(r *schedule.Result, _ *findings) bool {
			return r.Lease.OptionCertain() && r.Lease.OptionPrice().IsZero()
		},
		text: "A purchase option is reasonably certain to be exercised, but no price of a cent or more was supplied, " +
			"so the lease payments include none.",
	},
	{
		key:     "guarantee_threshold",
		applies: func(r *schedule.Result, _ *findings) bool { return r.Lease.HasGuarantee() },
		write:   func(p *prose, r *schedule.Result, _ *findings) { p.add(r.Lease.Standard.Rules().Sentences.Guarantee) },
	},
	{
		key: "guarantee_and_ownership",
		applies: func(r *schedule.Result, _ *findings) bool {
			return r.Lease.HasGuarantee() && r.Lease.OwnershipExpected()
		},
		text: "A residual value guarantee is supplied together with a purchase option or a transfer of ownership; confirm both: " +
			"a lessee that acquires the asset will not owe the guarantee.",
	},
	{
		key:     "life_as_useful_life",
		applies: func(r *schedule.Result, _ *findings) bool { return lifeAmortized(r) },
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("The remaining economic life of ").months(r.AmortizationMonths)
			p.add(" is used as the asset's useful life to the lessee and sets the amortization period.")
		},
	},
	{
		key: "life_beyond_term",
		applies: func(r *schedule.Result, _ *findings) bool {
			return recognized(r) && r.Class == standard.Finance && months.Fewer(r.Commencement.Term, months.Whole(r.AmortizationMonths)) && !lastRow(r).RouAssetClose.IsZero()
		},
		write: func(p *prose, r *schedule.Result, _ *findings) {
			rest := lastRow(r).RouAssetClose
			p.add("Ownership is expected, so the asset is amortized over ").months(r.AmortizationMonths)
			if rest.Sign() < 0 {
				p.add(" and a credit balance of ").amount(rest.Abs())
				p.add(" remains at the end of the term, which reduces the carrying amount of the owned asset.")
				return
			}
			p.add(" and a carrying amount of ").amount(rest)
			p.add(" remains at the end of the term, to be reclassified to ", r.Lease.Standard.Rules().Sentences.OwnedAsset, ".")
		},
	},
	{
		key: "life_missing",
		applies: func(r *schedule.Result, _ *findings) bool {
			return recognized(r) && r.Class == standard.Finance && r.Lease.OwnershipExpected() && !r.Lease.AssetEconomicLifeMonths.Set
		},
		text: "Ownership is expected, but no economic life was supplied, so the asset is amortized over the term instead of its useful life.",
	},
	{
		key: "life_below_term",
		applies: func(r *schedule.Result, _ *findings) bool {
			life := r.Lease.AssetEconomicLifeMonths
			return life.Set && months.Fewer(months.Whole(life.Value), r.Commencement.Term)
		},
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("The asset's remaining economic life of ").months(r.Lease.AssetEconomicLifeMonths.Value)
			p.add(" is shorter than the term of ").decimal(months.Hundredths(r.Commencement.Term)).add(" months; check both.")
		},
	},
	{
		key:     "negative_asset",
		applies: func(_ *schedule.Result, f *findings) bool { return f.negativeAssets > 0 },
		write: func(p *prose, r *schedule.Result, f *findings) {
			p.add("The ", r.Lease.Standard.AssetNoun(), " is negative ")
			if f.firstNegativeAsset == 0 {
				p.add("at commencement")
			} else {
				p.add("from the end of period ").number(f.firstNegativeAsset)
			}
			p.add("; while it is, reclassify the credit balance to a liability other than the lease liability.")
		},
	},
	{
		key:     "negative_principal",
		applies: func(_ *schedule.Result, f *findings) bool { return f.negativePrincipals > 0 },
		write: func(p *prose, r *schedule.Result, f *findings) {
			p.add("In ").number(f.negativePrincipals).add(" of ").count(len(r.Schedule), "period")
			p.add(" the payment does not cover the interest, so the principal is negative and the liability grows.")
		},
	},
	{
		key:     "negative_cost",
		applies: func(r *schedule.Result, _ *findings) bool { return r.TotalLeaseCost.Sign() < 0 },
		text:    "The total lease cost is negative, because the lease incentives exceed everything that is paid; check them.",
	},
	{
		key: "class_without_meaning",
		applies: func(r *schedule.Result, _ *findings) bool {
			return r.Lease.Standard.SingleModel() && r.Lease.Classification == standard.Operating
		},
		write: func(p *prose, r *schedule.Result, _ *findings) { p.add(r.Lease.Standard.Rules().Sentences.Disregarded) },
	},
	{
		key:     "zero_rent",
		applies: func(_ *schedule.Result, f *findings) bool { return f.zeroRents > 0 },
		write: func(p *prose, r *schedule.Result, f *findings) {
			appendRows(p.add("The rent of "), f.zeroRents, r).add(" rounds to ").amount(money.Amount{}).add(".")
		},
	},
	{
		key: "high_rate",
		applies: func(r *schedule.Result, _ *findings) bool {
			return recognized(r) && r.Lease.DiscountRateAnnual.Cmp(highRate) > 0
		},
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("The discount rate is ").percent(r.Lease.DiscountRateAnnual)
			p.add(" a year; check that it is not a monthly figure or a misplaced decimal (0.05 is 5%).")
		},
	},
	{
		key: "low_rate",
		applies: func(r *schedule.Result, _ *findings) bool {
			return recognized(r) && r.Lease.DiscountRateAnnual.Sign() > 0 && r.Lease.DiscountRateAnnual.Cmp(lowRate) < 0
		},
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("The discount rate is ").percent(r.Lease.DiscountRateAnnual)
			p.add(" a year; check that a percentage was not entered as a fraction of a percent (5% is 0.05, and 0.0005 is 0.05%).")
		},
	},
	{
		key: "zero_rate",
		applies: func(r *schedule.Result, _ *findings) bool {
			return recognized(r) && r.Lease.DiscountRateAnnual.Sign() == 0
		},
		text: "The discount rate is 0, so nothing is discounted and no interest arises; check that the lessee could borrow at no cost.",
	},
	{
		key: "value_above_fair",
		applies: func(r *schedule.Result, _ *findings) bool {
			fair := r.Lease.AssetFairValue.Value
			if fair.Sign() == 0 {
				return false
			}
			return r.InitialLiability.Decimal(r.Lease.Currency.Places()).Cmp(fair) > 0
		},
		text: "The present value of the lease payments exceeds the asset's fair value; check the discount rate, the payments and the fair value.",
	},
	{
		key: "prepaid_in_advance",
		applies: func(r *schedule.Result, _ *findings) bool {
			return r.Lease.PaymentTiming == standard.Advance && r.Lease.PrepaidRent.Value.Sign() > 0
		},
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("Prepaid rent must not include the payment due at commencement, which is already part of ")
			switch {
			case r.Lease.Exempt():
				p.add("the schedule.")
			case r.Lease.Settles():
				p.add("the ", r.Lease.Standard.AssetNoun(), ".")
			default:
				p.add("the liability and the schedule.")
			}
		},
	},
	{
		key:     "escalation",
		applies: func(r *schedule.Result, _ *findings) bool { return escalates(r) },
		write: func(p *prose, r *schedule.Result, _ *findings) {
			p.add("The escalation must be fixed by the contract; do not forecast: index- or rate-based payments are measured at the index at commencement (",
				r.Lease.Standard.Rules().Paragraphs.Indexed, ").")
		},
	},
}

// lastNotes follow a standard's own notes.
var lastNotes = [...]note{
	{
		key:     "one_cent_rule",
		applies: func(r *schedule.Result, f *findings) bool { return r.RowsMoved+r.SharesMoved+f.rowsOff > 0 },
		write:   appendOneCentRule,
	},
}

// appendOneCentRule writes how the one-cent rule adjusted the interest and the straight line, and why
// a row can differ from the interest on its printed balance.
func appendOneCentRule(p *prose, r *schedule.Result, f *findings) {
	cent := money.Cents(1) // the minor unit of the currency (METHOD 12.9)
	p.add("Rounding: ")
	switch {
	case r.RowsMoved > 0:
		appendRows(p.add("interest in "), r.RowsMoved, r)
		p.add(" is adjusted by ").amount(cent).add(" so that each balance agrees to the present value and the last one is ").amount(money.Amount{})
		p.add("; a row's interest can therefore differ from balance times rate by ")
		if r.PeriodicRate.Cmp(halfPerPeriod) > 0 {
			p.amount(money.Cents(2))
		} else {
			p.amount(cent)
		}
	case f.rowsOff > 0:
		appendRows(p.add("interest in "), f.rowsOff, r)
		p.add(" differs by ").amount(cent).add(" from printed balance times rate, because it is computed on the unrounded balance")
	default:
		p.add("no interest is adjusted")
	}
	if r.SharesMoved > 0 {
		if r.Class == standard.Operating || !recognized(r) {
			p.add("; the straight-line cost of ")
		} else {
			p.add("; the straight-line amortization of ")
		}
		appendRows(p, r.SharesMoved, r).add(" is adjusted by ").amount(cent).add(" so that it agrees to its cumulative amount")
	}
	p.add(".")
}
