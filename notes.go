package leasehold

import (
	"math/big"

	"github.com/leasehold-accounting/leasehold/money"
)

// note is one remark that a result may carry: the key by which tests know it,
// when it applies, and its sentence. The sentence is fixed, or is appended by
// write where it carries figures.
type note struct {
	key     string
	applies func(*Result, *findings) bool
	text    string
	write   func([]byte, *Result, *findings) []byte
}

// findings are what notes need to know of the rows, gathered in one pass.
type findings struct {
	zeroRents          int // rows whose rent rounds to 0.00
	negativePrincipals int
	negativeAssets     int
	firstNegativeAsset int // number of the first row with one; 0 where it is the commencement
	longTermCapped     bool
	rowsOff            int // where none was moved, rows whose interest is not that of the printed balance
}

// annotate fills the notes: every judgement made on the way to the figures and
// every warning that a careful accountant would give, each only where it
// applies. It comes last, for it reads everything else.
func (r *Result) annotate() {
	pad := struct { // what escapes into the notes' functions, in one piece
		findings
		text [1024]byte
	}{findings: r.find()}
	f, b := &pad.findings, pad.text[:0]

	var which, ends [len(notes)]int
	n := 0
	for i := range notes {
		if !notes[i].applies(r, f) {
			continue
		}
		if notes[i].write != nil {
			b = notes[i].write(b, r, f)
		}
		which[n], ends[n] = i, len(b)
		n++
	}
	written := string(b) // one string, cut into the sentences that carry figures
	r.Notes = make([]string, n)
	start := 0
	for i, end := range ends[:n] {
		r.Notes[i] = notes[which[i]].text
		if end > start {
			r.Notes[i] = written[start:end]
		}
		start = end
	}
}

func (r *Result) find() findings {
	f := findings{}
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
		rent := row.Payment
		if i == len(r.Schedule)-1 {
			rent = rent.Sub(r.TerminalPayment)
		}
		if rent.IsZero() {
			f.zeroRents++
		}
	}
	_, f.longTermCapped = r.longTermLiability()
	if r.RowsMoved == 0 {
		f.rowsOff = r.rowsOff()
	}
	return f
}

// rowsOff counts the rows whose interest differs from what the printed balance
// gives, to the cent.
func (r *Result) rowsOff() (n int) {
	rate, _ := r.Lease.DiscountRateAnnual.Units64(money.RatePlaces) // at most 10^17: the rate is at most 1
	if rate == 0 {
		return 0
	}
	basis := r.InitialLiability
	for i := range r.Schedule {
		row := &r.Schedule[i]
		if r.Lease.PaymentTiming == Advance {
			basis = basis.Sub(row.Payment)
			if i == len(r.Schedule)-1 {
				basis = basis.Add(r.TerminalPayment) // which stands until the end
			}
		}
		if row.Interest != interestOn(basis, rate, row.Months) {
			n++
		}
		basis = row.LiabilityClose
	}
	return n
}

// interestOn returns the interest of some months on a balance, to the cent, at
// a rate per year in units of 10^−17.
func interestOn(balance money.Amount, rate uint64, months int) money.Amount {
	const year = 12 * 100_000_000_000_000_000 // in units of a month's rate
	if _, small := balance.Int64(); !small {
		x := balance.Big()
		x.Mul(x, new(big.Int).SetUint64(rate))
		x.Mul(x, big.NewInt(int64(months)))
		return money.FromBig(money.QuoRound(x, big.NewInt(year)))
	}
	whole, rest := balance.Mul(uint64(months)).Mul(rate).QuoRem(year)
	if 2*rest >= year {
		whole = whole.Add(money.Cents(1))
	}
	return whole
}

// appendRows appends a share of the rows, as in 4 of 60 periods.
func appendRows(b []byte, words string, n int, r *Result) []byte {
	b = appendInt(b, words, n)
	b = appendInt(b, " of ", len(r.Schedule))
	if len(r.Schedule) == 1 {
		return append(b, " period"...)
	}
	return append(b, " periods"...)
}

// firstRent returns the rent due at commencement of a lease in advance.
func (r *Result) firstRent() money.Amount {
	if len(r.Schedule) == 1 {
		return r.Schedule[0].Payment.Sub(r.TerminalPayment)
	}
	return r.Schedule[0].Payment
}

// anyPurchaseOption reports whether the lease is known to carry a purchase
// option, certain to be exercised or not.
func (l *Lease) anyPurchaseOption() bool {
	return l.PurchaseOptionAmount.Value.Sign() > 0 || True(l.PurchaseOptionReasonablyCertain)
}

func (l *Lease) hasGuarantee() bool { return l.ResidualValueGuarantee.Value.Sign() > 0 }

// lifeAmortized reports whether the asset's life, and not the term, sets the
// amortization.
func (r *Result) lifeAmortized() bool {
	l := &r.Lease
	return r.Class == Finance && l.AssetEconomicLifeMonths.Set &&
		(l.ownershipExpected() || l.AssetEconomicLifeMonths.Value < l.TermMonths)
}

// escalates reports whether a rent steps up within the term.
func (r *Result) escalates() bool {
	return r.Lease.AnnualEscalationPct.Value.Sign() > 0 && len(r.Schedule) > 12/r.Lease.PaymentFrequency.Months()
}

var (
	highRate      = money.MustParse("0.30")
	halfPerPeriod = money.MustParse("0.5")
)

// notes lists every note in the order in which a result carries them: how to
// read the figures first, then what was assumed, then what to check.
var notes = [...]note{
	{
		key:     "annuity_due",
		applies: func(r *Result, _ *findings) bool { return r.Lease.PaymentTiming == Advance },
		write: func(b []byte, r *Result, _ *findings) []byte {
			b = appendAmount(b, "The initial liability is gross: it is stated before the payment of ", r.firstRent())
			b = appendAmount(b, " due at commencement (annuity-due), after which ", r.InitialLiability.Sub(r.firstRent()))
			return append(b, " is left."...)
		},
	},
	{
		key:     "advance_rows",
		applies: func(r *Result, _ *findings) bool { return r.Lease.PaymentTiming == Advance },
		text: "A row in advance is dated on its payment and carries interest and cost up to the next payment or the end of the term, " +
			"so apportion it for a closing date in between.",
	},
	{
		key:     "stub",
		applies: func(r *Result, _ *findings) bool { return r.StubMonths > 0 },
		write: func(b []byte, r *Result, _ *findings) []byte {
			b = appendInt(b, "The term is not a whole number of payment periods: the last one is a stub of ", r.StubMonths)
			b = appendInt(b, " of ", r.Lease.PaymentFrequency.Months())
			return append(b, " months, whose rent and interest are prorated by months."...)
		},
	},
	{
		key:     "one_cent_rule",
		applies: func(r *Result, f *findings) bool { return r.RowsMoved+r.SharesMoved+f.rowsOff > 0 },
		write:   appendOneCentRule,
	},
	{
		key:     "lease_years",
		applies: func(*Result, *findings) bool { return true },
		text:    "The years of the maturity analysis are lease years counted from commencement, not fiscal years.",
	},
	{
		key:     "current_limited",
		applies: func(_ *Result, f *findings) bool { return f.longTermCapped },
		write: func(b []byte, r *Result, _ *findings) []byte {
			b = append(b, "Interest outgrows the payments of the first lease year, so the long-term liability is limited to the initial liability"...)
			if r.Lease.PaymentTiming == Advance {
				b = append(b, " less the payment due at commencement"...)
			}
			return append(b, ", and what accrues on top within the year is in neither part."...)
		},
	},
	{
		key: "short_term",
		applies: func(r *Result, _ *findings) bool {
			l := &r.Lease
			if l.TermMonths > 12 {
				return false
			}
			switch l.Standard {
			case ASC842:
				return !l.optionCertain()
			case IFRS16:
				return !l.anyPurchaseOption()
			case GASB87:
			}
			return true
		},
		write: func(b []byte, r *Result, _ *findings) []byte {
			return append(b, byStandard(r,
				"The term is 12 months or less, so the lessee may elect by class of asset to keep the lease off the balance sheet "+
					"and to expense its payments straight-line (ASC 842-20-25-2).",
				"The term is 12 months or less, so the lessee may elect by class of asset to keep the lease off the balance sheet "+
					"and to expense its payments (IFRS 16.5).",
				"The term is 12 months or less: if the maximum possible term, with every option to extend, is too, the lease must be "+
					"treated as short-term and its payments expensed (GASB 87.16).")...)
		},
	},
	{
		key: "option_asserted",
		applies: func(r *Result, _ *findings) bool {
			return r.optionPriced() && !r.Lease.PurchaseOptionReasonablyCertain.Set
		},
		write: func(b []byte, r *Result, _ *findings) []byte {
			b = append(b, "A purchaseOptionAmount without purchaseOptionReasonablyCertain is taken to assert that exercise is reasonably certain, "+
				"because the price is a lease payment only then ("...)
			b = append(b, byStandard(r, "ASC 842-10-30-5(c)", "IFRS 16.27(d)", "GASB 87.21")...)
			return append(b, ")."...)
		},
	},
	{
		key:     "option_left_out",
		applies: func(r *Result, _ *findings) bool { return r.optionPriced() && !r.Lease.optionCertain() },
		write: func(b []byte, r *Result, _ *findings) []byte {
			b = appendAmount(b, "The purchase option price of ", r.Lease.PurchaseOptionAmount.Value.Amount())
			b = append(b, " is left out of the lease payments, because purchaseOptionReasonablyCertain is false ("...)
			b = append(b, byStandard(r, "ASC 842-10-30-5(c)", "IFRS 16.27(d)", "GASB 87.21")...)
			return append(b, ")."...)
		},
	},
	{
		key:     "option_without_price",
		applies: func(r *Result, _ *findings) bool { return r.Lease.optionCertain() && r.Lease.optionPrice().IsZero() },
		text: "A purchase option is reasonably certain to be exercised, yet no price of a cent or more was supplied, " +
			"so the lease payments contain none.",
	},
	{
		key:     "guarantee_threshold",
		applies: func(r *Result, _ *findings) bool { return r.Lease.hasGuarantee() },
		write: func(b []byte, r *Result, _ *findings) []byte {
			return append(b, byStandard(r,
				"The residual value guarantee counts in full as supplied: supply the amount that is probable of being owed, "+
					"not the whole guarantee (ASC 842-10-30-5(f)).",
				"The residual value guarantee counts in full as supplied: supply the amount that is expected to be payable, "+
					"not the whole guarantee (IFRS 16.27(c)).",
				"The residual value guarantee counts in full as supplied: supply the amount that is reasonably certain to be required, "+
					"not the whole guarantee (GASB 87.21).")...)
		},
	},
	{
		key: "guarantee_fair_value",
		applies: func(r *Result, _ *findings) bool {
			return r.Lease.Standard == ASC842 && r.Lease.hasGuarantee()
		},
		text: "The 90 % test wants the full residual value guarantee (ASC 842-10-25-2(d)): where only a part of it is probable and was supplied, " +
			"make that test with the whole.",
	},
	{
		key:     "guarantee_and_ownership",
		applies: func(r *Result, _ *findings) bool { return r.Lease.hasGuarantee() && r.Lease.ownershipExpected() },
		text: "A residual value guarantee stands beside a purchase option or a transfer of ownership, and only one of them can be owed: " +
			"a lessee that comes to own the asset pays no guarantee.",
	},
	{
		key:     "life_as_useful_life",
		applies: func(r *Result, _ *findings) bool { return r.lifeAmortized() },
		write: func(b []byte, r *Result, _ *findings) []byte {
			b = append(b, "The remaining economic life of "...)
			b = appendMonths(b, r.AmortizationMonths)
			return append(b, " stands in for the asset's useful life to the lessee and sets the amortization."...)
		},
	},
	{
		key: "life_beyond_term",
		applies: func(r *Result, _ *findings) bool {
			return r.Class == Finance && r.AmortizationMonths > r.Lease.TermMonths && !r.lastRow().RouAssetClose.IsZero()
		},
		write: func(b []byte, r *Result, _ *findings) []byte {
			b = append(b, "Ownership is expected, so the asset is amortized over "...)
			b = appendMonths(b, r.AmortizationMonths)
			rest := r.lastRow().RouAssetClose
			if rest.Sign() < 0 {
				b = appendAmount(b, " and keeps a credit of ", rest.Abs())
				return append(b, " at the end of the term, which then reduces what the owned asset is carried at."...)
			}
			b = appendAmount(b, " and keeps a balance of ", rest)
			return append(b, " at the end of the term, which then moves to owned assets."...)
		},
	},
	{
		key: "life_missing",
		applies: func(r *Result, _ *findings) bool {
			return r.Class == Finance && r.Lease.ownershipExpected() && !r.Lease.AssetEconomicLifeMonths.Set
		},
		text: "Ownership is expected, yet assetEconomicLifeMonths was not supplied, so the asset is amortized over the term " +
			"instead of its useful life.",
	},
	{
		key: "life_below_term",
		applies: func(r *Result, _ *findings) bool {
			life := r.Lease.AssetEconomicLifeMonths
			return life.Set && life.Value < r.Lease.TermMonths
		},
		write: func(b []byte, r *Result, _ *findings) []byte {
			b = append(b, "The asset's remaining economic life of "...)
			b = appendMonths(b, r.Lease.AssetEconomicLifeMonths.Value)
			b = append(b, " is shorter than the term of "...)
			b = appendMonths(b, r.Lease.TermMonths)
			return append(b, "; check both."...)
		},
	},
	{
		key:     "negative_asset",
		applies: func(_ *Result, f *findings) bool { return f.negativeAssets > 0 },
		write: func(b []byte, _ *Result, f *findings) []byte {
			b = append(b, "The right-of-use asset is negative "...)
			if f.firstNegativeAsset == 0 {
				b = append(b, "at commencement"...)
			} else {
				b = appendInt(b, "from the end of period ", f.firstNegativeAsset)
			}
			return append(b, "; while it is, present the credit as a liability of its own, apart from the lease liability."...)
		},
	},
	{
		key:     "negative_principal",
		applies: func(_ *Result, f *findings) bool { return f.negativePrincipals > 0 },
		write: func(b []byte, r *Result, f *findings) []byte {
			b = appendRows(b, "In ", f.negativePrincipals, r)
			return append(b, " the payment does not cover the interest, so the principal is negative and the liability grows."...)
		},
	},
	{
		key:     "negative_cost",
		applies: func(r *Result, _ *findings) bool { return r.TotalLeaseCost.Sign() < 0 },
		text:    "The total lease cost is negative, because the lease incentives exceed all that is paid; check them.",
	},
	{
		key: "class_override",
		applies: func(r *Result, _ *findings) bool {
			return r.Lease.Standard == ASC842 && r.Lease.Classification != Derived && r.Lease.Classification != r.derivedClass()
		},
		write: func(b []byte, r *Result, _ *findings) []byte {
			b = append(b, "The supplied classification, "...)
			b = append(b, r.Class.String()...)
			b = append(b, ", contradicts the criteria, which give "...)
			b = append(b, r.derivedClass().String()...)
			return append(b, " on the inputs supplied; document why it stands."...)
		},
	},
	{
		key: "class_without_meaning",
		applies: func(r *Result, _ *findings) bool {
			return r.Lease.Standard != ASC842 && r.Lease.Classification == Operating
		},
		write: func(b []byte, r *Result, _ *findings) []byte {
			return append(b, byStandard(r, "",
				"The supplied classification, operating, is disregarded: a lessee has no operating leases under IFRS 16.",
				"The supplied classification, operating, is disregarded: a lessee has no operating leases under GASB 87.")...)
		},
	},
	{
		key:     "zero_rent",
		applies: func(_ *Result, f *findings) bool { return f.zeroRents > 0 },
		write: func(b []byte, r *Result, f *findings) []byte {
			return append(appendRows(b, "The rent of ", f.zeroRents, r), " rounds to 0.00."...)
		},
	},
	{
		key:     "high_rate",
		applies: func(r *Result, _ *findings) bool { return r.Lease.DiscountRateAnnual.Cmp(highRate) > 0 },
		text:    "The discount rate is above 0.30; check its unit, for 0.05 means 5 % and 5 means 500 %.",
	},
	{
		key:     "zero_rate",
		applies: func(r *Result, _ *findings) bool { return r.Lease.DiscountRateAnnual.Sign() == 0 },
		text:    "The discount rate is 0, so nothing is discounted and no interest arises; check that the lessee could borrow at no cost.",
	},
	{
		key: "value_above_fair",
		applies: func(r *Result, _ *findings) bool {
			fair := r.Lease.AssetFairValue.Value
			if fair.Sign() == 0 {
				return false
			}
			cents, small := r.InitialLiability.Int64() // what is not exceeds the largest fair value
			return !small || money.New(uint64(cents), 2).Cmp(fair) > 0
		},
		text: "The present value of the lease payments exceeds the asset's fair value; check the discount rate, the payments and the fair value.",
	},
	{
		key: "prepaid_in_advance",
		applies: func(r *Result, _ *findings) bool {
			return r.Lease.PaymentTiming == Advance && r.Lease.PrepaidRent.Value.Sign() > 0
		},
		text: "The prepaid rent must not contain the payment due at commencement, which the liability and the schedule contain already.",
	},
	{
		key:     "escalation",
		applies: func(r *Result, _ *findings) bool { return r.escalates() },
		write: func(b []byte, r *Result, _ *findings) []byte {
			b = append(b, "The escalation must be fixed by the contract: a forecast of an index or a rate is no lease payment ("...)
			b = append(b, byStandard(r, "ASC 842-10-30-5(b)", "IFRS 16.27(b)", "GASB 87.21")...)
			return append(b, ")."...)
		},
	},
	{
		key: "gasb_financed_purchase",
		applies: func(r *Result, _ *findings) bool {
			return r.Lease.Standard == GASB87 && True(r.Lease.TransfersOwnership)
		},
		text: "A contract that transfers ownership and has no termination options is a financed purchase and no lease (GASB 87.19); " +
			"check which this is.",
	},
	{
		key: "gasb_direct_costs",
		applies: func(r *Result, _ *findings) bool {
			return r.Lease.Standard == GASB87 && r.Lease.InitialDirectCosts.Value.Sign() > 0
		},
		text: "Only direct costs that are ancillary charges necessary to place the asset in service are capitalized (GASB 87.30); " +
			"expense any others.",
	},
	{
		key: "gasb_accrued_interest",
		applies: func(r *Result, _ *findings) bool {
			return r.Lease.Standard == GASB87 && r.Disclosures.ImputedInterest.Sign() > 0
		},
		text: "Interest accrued and not yet paid stands apart from the lease liability (GASB 87.24); take it out of a closing balance that contains it.",
	},
	{
		key:     "gasb_fiscal_years",
		applies: func(r *Result, _ *findings) bool { return r.Lease.Standard == GASB87 },
		text: "Principal and interest to maturity are disclosed separately and by fiscal year (GASB 87.37), " +
			"which the maturity analysis by lease year does not replace.",
	},
	{
		key:     "gasb_government_wide",
		applies: func(r *Result, _ *findings) bool { return r.Lease.Standard == GASB87 },
		text: "The figures are for government-wide statements, or others on the full accrual basis, only; " +
			"a governmental fund reports a lease as expenditures.",
	},
}

// appendOneCentRule appends what the one-cent rule did to the interest and to
// the straight line, and why a row can differ from what its printed balance
// gives.
func appendOneCentRule(b []byte, r *Result, f *findings) []byte {
	switch {
	case r.RowsMoved > 0:
		b = appendRows(b, "The interest of ", r.RowsMoved, r)
		b = append(b, " was moved by one cent, so that every balance stays less than a cent from the exact present value and the last "+
			"one is 0.00, and so a row's interest can differ from balance times rate by "...)
		if r.PeriodicRate.Cmp(halfPerPeriod) > 0 {
			b = append(b, "two cents"...)
		} else {
			b = append(b, "a cent"...)
		}
	case f.rowsOff > 0:
		b = appendRows(b, "The interest of ", f.rowsOff, r)
		b = append(b, " differs from balance times rate by a cent, because it is that of the exact balance, which the printed one rounds"...)
	default:
		b = append(b, "No interest was moved"...)
	}
	if r.SharesMoved == 0 {
		return append(b, '.')
	}
	if r.Class == Operating {
		b = append(b, "; the straight-line cost of "...)
	} else {
		b = append(b, "; the straight-line amortization of "...)
	}
	b = appendRows(b, "", r.SharesMoved, r)
	return append(b, " was moved by one cent, so that it keeps to its exact running total."...)
}

// byStandard picks what applies under the standard of r.
func byStandard(r *Result, asc, ifrs, gasb string) string {
	switch r.Lease.Standard {
	case IFRS16:
		return ifrs
	case GASB87:
		return gasb
	case ASC842:
	}
	return asc
}

// optionPriced reports whether a price of a purchase option was supplied.
func (r *Result) optionPriced() bool { return r.Lease.PurchaseOptionAmount.Value.Sign() > 0 }

func (r *Result) lastRow() *Period { return &r.Schedule[len(r.Schedule)-1] }
