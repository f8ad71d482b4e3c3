package oracle

import (
	"fmt"
	"math/big"
	"slices"
)

// comparedTreatment is the accounting of a lease under one treatment.
type comparedTreatment struct {
	key    string
	answer *Answer
	years  []leaseYear
}

// leaseYear contains one lease year's totals, and the balances at its end.
type leaseYear struct {
	Year         int      `json:"year"`
	Payments     *big.Int `json:"payments"`
	Interest     *big.Int `json:"interest"`
	Amortization *big.Int `json:"amortization"`
	Expense      *big.Int `json:"leaseExpense"`
	Liability    *big.Int `json:"liabilityClose"`
	Asset        *big.Int `json:"rouAssetClose"`
}

// treatmentsOf maps each treatment's key to its standard and, under ASC 842, its class.
var treatmentsOf = map[string]struct{ standard, class string }{
	"ASC_842_operating": {"ASC_842", "operating"},
	"ASC_842_finance":   {"ASC_842", "finance"},
	"IFRS_16":           {"IFRS_16", ""},
	"GASB_87":           {"GASB_87", ""},
	"FRS_102":           {"FRS_102", ""},
	"GASB_96":           {"GASB_96", ""},
}

// Compare computes a lease under the requested treatments, or all six if none is requested. It
// returns the comparison's values.
func Compare(r *Request) ([]Figure, error) {
	keys := r.Treatments
	if len(keys) == 0 {
		keys = []string{"ASC_842_operating", "ASC_842_finance", "IFRS_16", "GASB_87", "FRS_102", "GASB_96"}
	}
	var all []comparedTreatment
	for _, key := range keys {
		of := treatmentsOf[key]
		a, err := Solve(r.under(of.standard, of.class))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		all = append(all, comparedTreatment{key, a, a.book.years()})
	}
	t := &tree{decimals: r.decimals()}
	for i := range all {
		all[i].list(t, fmt.Sprintf("treatments.%d.", i))
	}
	for i := range all[1:] {
		all[i+1].differ(t, fmt.Sprintf("differences.%d.", i), &all[0])
	}
	return t.figures, nil
}

// under returns a copy of the lease under another standard and class, without the fields that the
// standard does not allow.
func (r *Request) under(standard, class string) *Request {
	c := *r
	c.Standard, c.Classification, c.Exemption = standard, class, ""
	if !c.ifrs() {
		c.RestorationCost = nil
	}
	if standard != "FRS_102" {
		c.GrantElement = nil
	}
	if !c.asc() {
		c.GuaranteedResidual, c.TotalLife = nil, nil
	}
	if !c.gasb() {
		c.Fund = ""
	}
	c.Events = slices.Clone(r.Events)
	if standard == "GASB_96" {
		c.subscribe()
	}
	if !c.ifrs() {
		c.Events = slices.DeleteFunc(c.Events, func(e Event) bool { return e.Type == "impairment_reversal" })
	}
	if c.gasb() {
		c.SubleaseIncome, c.Subleases = nil, nil
	}
	for i := range c.Events {
		e := &c.Events[i]
		e.Classification = ""
		shorterAlone := e.RetainedShare == nil || used(e.RetainedShare).Cmp(big.NewRat(1, 1)) == 0
		if c.ifrs() || c.asc() && shorterAlone {
			e.Proportion = ""
		}
		if !c.ifrs() && e.Type == "index" {
			e.DiscountRate = nil
		}
	}
	return &c
}

// subscribe removes the fields that a software subscription cannot have.
func (r *Request) subscribe() {
	r.ResidualGuarantee, r.OptionPrice, r.OptionCertain, r.TransfersOwnership = nil, nil, nil, nil
	r.Events = slices.DeleteFunc(r.Events, func(e Event) bool { return e.Type == "residual_guarantee" || e.Type == "purchase" })
	for i := range r.Events {
		e := &r.Events[i]
		e.ResidualGuarantee, e.OptionPrice, e.OptionCertain, e.TransfersOwnership = nil, nil, nil, nil
	}
}

// years returns the totals of each lease year.
func (b *book) years() []leaseYear {
	var all []leaseYear
	last := b.rows[len(b.rows)-1].last
	for first := b.lease.Commencement; !first.after(last); first = b.lease.monthStart(12 * len(all)) {
		end := b.lease.monthStart(12 * (len(all) + 1)).dayBefore()
		if n := len(b.lease.Events); end.after(last) && (n == 0 || !b.lease.Events[n-1].ends()) {
			end = last // if the term ends within the year, the closing asset is the balance before derecognition
		}
		s := b.cumulative(end).less(b.cumulative(first.dayBefore()))
		at := b.position(b.known(end), end)
		year := leaseYear{len(all) + 1, new(big.Int), s.of("liability.interest"), s.of("rouAsset.amortization"), new(big.Int), at.liability, at.asset}
		for _, of := range []treatment{operating, impaired, finance} {
			year.Payments.Add(year.Payments, s.of(entryFlow(of, "payment")))
			year.Expense.Add(year.Expense, s.of(entryFlow(of, "cost")))
		}
		all = append(all, year)
	}
	return all
}

func (c *comparedTreatment) list(t *tree, at string) {
	t.text(at+"key", c.key)
	t.amount(at+"initialLiability", c.answer.InitialLiability)
	t.amount(at+"initialRouAsset", c.answer.InitialRouAsset)
	t.amount(at+"totalLeaseCost", c.answer.TotalLeaseCost)
	t.amount(at+"currentLiability", c.answer.Disclosures.Current)
	t.amount(at+"longTermLiability", c.answer.Disclosures.LongTerm)
	t.list(at+"years", c.years)
}

// differ adds each amount's difference from the first treatment's amount. If only one treatment has
// an event that ends the lease early, that treatment's amounts are 0 in the remaining years.
func (c *comparedTreatment) differ(t *tree, at string, first *comparedTreatment) {
	t.text(at+"key", c.key)
	more := func(name string, a, b *big.Int) { t.amount(at+name, new(big.Int).Sub(a, b)) }
	more("initialRouAsset", c.answer.InitialRouAsset, first.answer.InitialRouAsset)
	more("totalLeaseCost", c.answer.TotalLeaseCost, first.answer.TotalLeaseCost)
	for i := range max(len(c.years), len(first.years)) {
		of := fmt.Sprintf("years.%d.", i)
		t.integer(at+of+"year", i+1)
		expense, asset := c.year(i)
		expenseOfFirst, assetOfFirst := first.year(i)
		more(of+"leaseExpense", expense, expenseOfFirst)
		more(of+"rouAssetClose", asset, assetOfFirst)
	}
}

// year returns the expense and closing asset of the i-th lease year, counted from 0.
func (c *comparedTreatment) year(i int) (expense, asset *big.Int) {
	if i < len(c.years) {
		return c.years[i].Expense, c.years[i].Asset
	}
	return new(big.Int), new(big.Int)
}
