package portfolio

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/engine/books"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// TaxRate is a deferred tax rate for leases that match a key (METHOD 22.4).
type TaxRate struct {
	Rate         money.Decimal                  // rate at the end of the reporting period, 0 to 1
	OpeningRate  strict.Optional[money.Decimal] // rate at the start of the reporting period; defaults to Rate
	AssetTaxBase TaxBase                        // tax base of the assets (METHOD 22.4)
	Key          map[string]string              // values that a lease's currency and tags (tag:NAME) must have; if empty, the rate applies to all remaining leases
}

// TaxBase selects the tax base of right-of-use assets (METHOD 22.4).
type TaxBase uint8

// Values of TaxBase.
const (
	NoTaxBase                TaxBase = iota // payments are deducted when paid
	DirectCostsAndIncentives                // direct costs less incentives are amortized over the term for tax purposes
)

// TaxBaseNames lists the names of the tax bases in requests.
var TaxBaseNames = []string{"none", "direct_costs_and_incentives"}

// UnmarshalText parses the name of a tax base.
func (b *TaxBase) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(TaxBaseNames, b, text)
}

const maxTaxRates = 1000 // maximum number of tax rates in a request or a closed period

var taxRate = strict.Object[TaxRate]{Noun: "a rate of deferred tax", Fields: []strict.Field[TaxRate]{
	strict.Decimal("rate", strict.DecimalRule{Check: checkTaxRate}, func(r *TaxRate) *money.Decimal { return &r.Rate }),
	strict.OptionalDecimal("openingRate", strict.DecimalRule{Check: checkTaxRate}, func(r *TaxRate) *strict.Optional[money.Decimal] { return &r.OpeningRate }),
	strict.Enum("assetTaxBase", false, TaxBaseNames, 0, nil, func(r *TaxRate) *TaxBase { return &r.AssetTaxBase }),
	strict.Tags("key", func(r *TaxRate) *map[string]string { return &r.Key }),
}}

func checkTaxRate(d money.Decimal) string {
	if d.Sign() < 0 || d.Cmp(money.Int(1)) > 0 {
		return strict.OutOfRange(d.String(), "a rate from 0 to 1, such as 0.25 for 25%")
	}
	return ""
}

// ParseTaxRate parses a tax rate with an optional key, such as 0.25, 25% or tag:entity=UK:0.25.
func ParseTaxRate(text string) (r TaxRate, err error) {
	number := text
	if name, rest, keyed := strings.Cut(text, "="); keyed {
		i := strings.LastIndexByte(rest, ':')
		if i < 0 {
			return r, errors.New("is not a rate with a key; write NAME=VALUE:RATE, as in tag:entity=UK:0.25")
		}
		r.Key, number = map[string]string{name: rest[:i]}, rest[i+1:]
	}
	percent := strings.HasSuffix(number, "%")
	if r.Rate, err = money.Parse(strings.TrimSuffix(number, "%")); err == nil && percent {
		r.Rate = r.Rate.Shift(-2)
	}
	if err != nil {
		return r, fmt.Errorf("%s is %w", strict.Quote(number), err)
	}
	if checkTaxRate(r.Rate) != "" {
		return r, errors.New("the rate must be from 0 to 1, such as 0.25 for 25%")
	}
	return r, nil
}

func checkTaxKeys(f *strict.Faults, rates []TaxRate) {
	for i := range rates {
		for name := range rates[i].Key {
			if k, err := ParseKey(name); err != nil || k.tag == "" && k.name != byCurrency {
				f.Add(strict.Element(nil, "deferredTax", i), "key", strict.NotAllowed(strict.Quote(name), []string{"tag:NAME", byCurrency}))
			}
		}
	}
}

// checkTaxRates rejects invalid keys. It also rejects a rate that can never apply because an
// earlier key covers the same leases.
func checkTaxRates(f *strict.Faults, rates []TaxRate) {
	checkTaxKeys(f, rates)
	for i := range rates {
		at := strict.Element(nil, "deferredTax", i)
		for j := range i {
			if contains(rates[i].Key, rates[j].Key) {
				f.Add(at, "key", "never applies: deferredTax["+strconv.Itoa(j)+"] applies to every lease with this key")
				break
			}
		}
	}
}

func contains(key, other map[string]string) bool {
	for name, value := range other {
		if key[name] != value {
			return false
		}
	}
	return true
}

func fits(key map[string]string, l *leasehold.Lease, f *leasehold.LeaseFigures) bool {
	for name, value := range key {
		if k, err := ParseKey(name); err != nil || k.Value(l, f) != value {
			return false
		}
	}
	return true
}

// tax computes a lease's deferred tax at the first matching tax rate, and adds the deferred tax and
// its entries to f. All leases with the same tax rate must share a functional currency.
func (r *Report) tax(l *leasehold.Lease, f *leasehold.LeaseFigures) error {
	rate, err := taxRateFor(r.Question.DeferredTax, l, f)
	if rate == nil {
		return err
	}
	if first, taken := r.taxed[rate]; taken && first != l.Functional() {
		i := slices.IndexFunc(r.Question.DeferredTax, func(of TaxRate) bool { return fits(of.Key, l, f) })
		return invalid("deferredTax["+strconv.Itoa(i)+"].key",
			"requires the currency field: this rate's leases have several functional currencies, so their amounts cannot be added")
	}
	r.taxed[rate] = l.Functional()
	if rate, err = taxRateAfter(r.Question.signedTax(), r.Question.DeferredTax, l, f); err != nil {
		return err
	}
	rate.apply(l, f, r.span)
	return nil
}

// taxRateFor returns the first tax rate that applies to a lease, or nil. It returns an error if a
// tax rate applies to a government's lease.
func taxRateFor(rates []TaxRate, l *leasehold.Lease, f *leasehold.LeaseFigures) (*TaxRate, error) {
	i := slices.IndexFunc(rates, func(r TaxRate) bool { return fits(r.Key, l, f) })
	switch {
	case i < 0:
		return nil, nil //nolint:nilnil // no tax rate applies
	case l.Standard.Governments():
		return nil, invalid("deferredTax", "lease "+strict.Quote(l.ID)+" is accounted for under "+l.Standard.Title()+
			", and governments pay no income tax; give the other leases a key that excludes this lease")
	}
	return &rates[i], nil
}

// taxRateAfter returns a lease's tax rate, or nil. If the request supplies no opening rate, the tax
// rate that applied to the lease in the preceding period becomes the opening rate. The entry of the
// first month then includes the effect of the changed rate (METHOD 28.8).
func taxRateAfter(before, rates []TaxRate, l *leasehold.Lease, f *leasehold.LeaseFigures) (*TaxRate, error) {
	rate, err := taxRateFor(rates, l, f)
	if err != nil || rate == nil || rate.OpeningRate.Set {
		return rate, err
	}
	was, err := taxRateFor(before, l, f)
	if err != nil || was == nil || was.Rate.Cmp(rate.Rate) == 0 {
		return rate, err
	}
	changed := *rate
	changed.OpeningRate = strict.Some(was.Rate)
	return &changed, nil
}

type taxBalances struct{ asset, liability money.Amount }

func (b taxBalances) expense(after taxBalances) money.Amount {
	return after.liability.Sub(b.liability).Sub(after.asset.Sub(b.asset))
}

func tax(a money.Amount, rate money.Decimal) money.Amount {
	return a.MulDiv(rate.Units(money.RatePlaces), money.Int(1).Units(money.RatePlaces))
}

// balances returns the deferred tax balances at a tax rate (METHOD 22.4). The lease liability is a
// deductible temporary difference, and the asset is a taxable temporary difference. For an exempt
// lease, accrued rent is deductible and prepaid rent is taxable, both excluding services.
func (r *TaxRate) balances(l *leasehold.Lease, p *leasehold.Position, t *schedule.TaxBases, rate money.Decimal) taxBalances {
	deductible, taxable := p.Liability.Add(t.Restoration), p.RouAsset
	switch {
	case l.Exempt():
		taxable = p.Prepaid.Sub(p.Services).NotNegative()
		deductible = p.Prepaid.Sub(p.Services).Neg().NotNegative()
	case r.AssetTaxBase == DirectCostsAndIncentives:
		taxable = taxable.Sub(t.Costs)
	}
	return taxBalances{tax(deductible, rate), tax(taxable, rate)}
}

func (r *TaxRate) apply(l *leasehold.Lease, f *leasehold.LeaseFigures, span leasehold.Span) {
	before := r.Rate
	if r.OpeningRate.Set {
		before = r.OpeningRate.Value
	}
	opened := r.balances(l, &f.Opened, &f.TaxOpened, before)
	closed := r.balances(l, &f.Closed, &f.TaxClosed, r.Rate)
	books := f.Books()
	application := tax(books.Of(figure.AssetApplication), r.Rate).Sub(tax(books.Of(figure.LiabilityApplication), r.Rate))
	shown := []*leasehold.Figures{&f.Figures}
	if f.Functional != nil {
		shown = append(shown, f.Functional)
	}
	for _, of := range shown {
		of.Taxed = true
		of.Post(figure.TaxAssetOpening, opened.asset)
		of.Post(figure.TaxAssetClosing, closed.asset)
		of.Post(figure.TaxLiabilityOpening, opened.liability)
		of.Post(figure.TaxLiabilityClosing, closed.liability)
		of.Post(figure.TaxApplication, application)
		of.Post(figure.TaxExpense, opened.expense(closed).Sub(application))
		of.Post(figure.TaxRateChange, opened.expense(r.balances(l, &f.Opened, &f.TaxOpened, r.Rate)))
	}
	r.entries(l, f, span.From, opened, application)
}

// entries adds a deferred tax entry for each month of the reporting period, which begins on the
// given day with the given balances. The first entry includes the effect of a changed tax rate. The
// entry for the month of an initial application includes the effect of that application (METHOD
// 28.8).
func (r *TaxRate) entries(l *leasehold.Lease, f *leasehold.LeaseFigures, from civil.Date, at taxBalances, application money.Amount) {
	for i := range f.Ends {
		end := &f.Ends[i]
		next := r.balances(l, &end.Position, &end.TaxBases, r.Rate)
		var applied money.Amount
		if start := l.Start(); !start.Before(from) && !end.Day.Before(start) {
			applied = application
		}
		e := books.TaxEntry(l, from, end.Day, next.asset.Sub(at.asset), next.liability.Sub(at.liability), applied)
		if len(e.Lines) > 0 {
			f.Entries = append(f.Entries, e)
		}
		from, at = end.Day.Next(), next
	}
}

func taxNotes(rates []TaxRate) []string {
	notes := []string{
		"Deferred tax assumes that payments are deducted when paid, so that the lease liability has no tax base; if deductions follow the books, " +
			"as is usual in the United Kingdom, there is no temporary difference.",
	}
	base := func(b TaxBase) bool {
		return slices.ContainsFunc(rates, func(r TaxRate) bool { return r.AssetTaxBase == b })
	}
	if base(NoTaxBase) {
		notes = append(notes, "For deferred tax, no part of a right-of-use asset has a tax base: direct costs are deducted when they are paid, and incentives are taxed when they are received.")
	}
	if base(DirectCostsAndIncentives) {
		notes = append(notes, "Initial direct costs less incentives are amortized straight-line over the term for tax purposes, "+
			"and their unamortized amount is the tax base of the asset.")
	}
	return append(notes, "While the lease is in the books, a restoration provision gives rise to a deferred tax asset on its amount at commencement. "+
		"Deferred income is not in these figures.")
}
