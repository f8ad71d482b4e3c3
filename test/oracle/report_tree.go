package oracle

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// Figures lists a report's values by path. A lease is identified by its index, as in
// `leases.0.liability.closing`. Other lists have no order, so their elements are identified by
// keys, as in `groups.currency=|standard=IFRS_16.total`,
// `weightedAverages.finance|EUR|IFRS_16.remainingTermMonths` and
// `journalEntries.NUMBER.lines.Cash`.
func (r *Report) Figures() []Figure {
	t := &tree{decimals: 2}
	r.list(t)
	t.text("digest", r.digest)
	for _, c := range r.commitments {
		at := "notCommenced." + c.currency + "."
		t.decimals = decimalsOf(c.currency)
		t.optional(at+"currency", c.currency)
		t.integer(at+"leases", c.leases)
		t.amount(at+"payments", c.payments)
	}
	if r.previous != nil {
		r.signed(t)
	}
	r.ties(t)
	if r.comparative != nil {
		t.text("comparative.basis", "restated")
		other := &tree{decimals: 2}
		r.comparative.list(other)
		for _, f := range other.figures {
			f.Path = "comparative." + f.Path
			t.figures = append(t.figures, f)
		}
	}
	return t.figures
}

// signed appends the comparison of the opening balances with the signed balances.
func (r *Report) signed(t *tree) {
	moved := slices.ContainsFunc(r.late, func(c lateChange) bool { return len(c.late.Accounts) > 0 || c.differs() })
	agrees := !moved && !r.unmeasured && (r.previous.Digest == "" || r.previous.Digest == r.opening || r.narrowed && r.previous.Leases != nil)
	t.add("previous.agrees", strconv.FormatBool(agrees))
	t.text("previous.digest", r.opening)
	for i := range r.late {
		c := &r.late[i]
		at := "previous.lateChanges." + c.id + "."
		t.text(at+"id", c.id)
		t.decimals = decimalsOf(c.currency)
		for k, name := range standingNames {
			if more := c.more(k); more.Sign() != 0 {
				t.amount(at+name+".signed", c.signed[k])
				t.amount(at+name+".now", c.amounts[k])
				t.amount(at+name+".difference", more)
			}
		}
		if len(c.late.Accounts) == 0 {
			t.add(at+"accounts", "[]")
		}
		for account, amount := range c.late.Accounts {
			t.amount(at+"accounts."+account, amount)
		}
		for k, tag := range c.tags {
			t.text(fmt.Sprintf("%stags.%d.name", at, k), tag[0])
			t.text(fmt.Sprintf("%stags.%d.signed", at, k), tag[1])
			t.text(fmt.Sprintf("%stags.%d.now", at, k), tag[2])
		}
		if c.late.Dropped {
			t.add(at+"dropped", "true")
		}
	}
}

// list appends the reporting period's values.
func (r *Report) list(t *tree) {
	t.text("from", r.From.String())
	t.text("to", r.To.String())
	for i, f := range r.leases {
		t.lease(fmt.Sprintf("leases.%d.", i), f)
	}
	for _, g := range r.groups() {
		t.integer("groups."+g.key+".leases", g.leases)
		t.amounts("groups."+g.key+".", g)
	}
	if len(r.currencies()) < 2 || r.presentation != "" {
		total := sum(r.leases...)
		for i := range r.late {
			// The total includes a signed lease that is no longer supplied, unless the total is in
			// another currency (METHOD 21.4).
			if c := &r.late[i]; !c.stated && c.turned != nil {
				c.sign(total.amounts, false, c.turned)
			}
		}
		t.integer("total.leases", total.leases)
		t.amounts("total.", total)
	}
	for _, a := range r.averages() {
		t.average(a)
	}
	for i := range r.monthly {
		if !r.entries {
			break
		}
		e := &r.monthly[i]
		at := "journalEntries." + e.number + "."
		if e.Fund != "" {
			at = "journalEntries." + e.number + "|" + e.Fund + "."
		}
		t.text(at+"leaseId", e.lease)
		t.text(at+"number", e.number)
		t.decimals = r.decimalsOf(e.lease)
		t.optional(at+"currency", e.currency)
		t.entry(at, &e.Entry)
	}
	for i, s := range r.skipped {
		at := fmt.Sprintf("skipped.%d.", i)
		t.integer(at+"index", s.index)
		t.text(at+"id", s.id)
		t.text(at+"field", s.field)
	}
}

func (r *Report) decimalsOf(id string) int {
	i := slices.IndexFunc(r.leases, func(f *leaseFigures) bool { return f.lease.ID == id })
	if i < 0 {
		return decimalsOf(r.late[slices.IndexFunc(r.late, func(c lateChange) bool { return c.id == id })].currency) // the lease is no longer supplied
	}
	return decimalsOf(r.leases[i].currency)
}

func (t *tree) lease(at string, f *leaseFigures) {
	t.decimals = decimalsOf(f.shown())
	t.text(at+"id", f.lease.ID)
	for name, value := range f.lease.Tags {
		t.text(at+"tags."+name, value)
	}
	t.text(at+"standard", f.lease.Standard)
	t.text(at+"classification", f.class)
	t.optional(at+"currency", f.currency)
	if f.lease.FunctionalCurrency != "" {
		t.text(at+"leaseCurrency", f.lease.Currency)
	}
	t.number(at+"remainingTermMonths", plain(toDecimals(f.left, 2)))
	t.number(at+"discountRateAnnual", plain(f.rate))
	t.list(at+"discountRates", f.looked)
	t.amounts(at, sum(f))
	if f.functional != nil {
		t.amounts(at+"functional.", sum(f.functional))
	}
}

// amounts appends the amounts that leases, groups and the total have in common. Deferred tax can
// have a different number of decimals from the other amounts.
func (t *tree) amounts(at string, g *group) {
	t.decimals = g.decimals
	list := func(table string, members ...string) {
		for _, member := range members {
			t.amount(at+table+member, g.amounts.of(table+member))
		}
	}
	list("", "nonCash", "priorPeriodCorrections", "currentLiability", "longTermLiability", "accruedInterest")
	list("", maturityNames[:]...)
	list("maturity.", "total", "imputedInterest")
	list("liability.", append(liabilityFlows, "opening", "closing")...)
	list("rouAsset.", append(assetFlows, "opening", "closing", "cost", "accumulatedAmortization")...)
	list("cost.", append(costKinds, "exchange", "total")...)
	list("cash.", append(cashKinds, "total")...)
	if g.sublets {
		list("", "rentReceivable", "deferredRent")
	}
	if g.governments {
		list("principal.", append(principalFlows, "opening", "closing", "dueWithinOneYear")...)
		list("assetCost.", "opening", "increases", "decreases", "closing")
		list("assetAmortization.", "opening", "increases", "decreases", "closing")
		t.bands(at+"maturity.bands", g.bands)
		t.bands(at+"maturity.schedule", g.years)
	}
	if slices.Sort(g.books); g.taxed && len(slices.Compact(g.books)) == 1 {
		t.decimals = decimalsOf(g.books[0])
		list("deferredTax.", deferredNames...)
	}
}

func (t *tree) bands(at string, bands []band) {
	if len(bands) == 0 {
		t.add(at, "[]")
	}
	for i, b := range bands {
		of := at + "." + strconv.Itoa(i) + "."
		t.text(of+"from", b.from.String())
		t.text(of+"to", b.to.String())
		t.amount(of+"principal", b.principal)
		t.amount(of+"interest", b.interest)
	}
}

func (t *tree) average(a *average) {
	at := "weightedAverages." + a.class + "|" + a.currency + "|" + a.standard + "."
	members := map[string]string{
		"remainingTermMonths":     weighted(a.term, a.liability, 2),
		"discountRateAnnual":      weighted(a.rateByPaying, a.payments, 6),
		"discountRateByLiability": weighted(a.rateByLiability, a.liability, 6),
	}
	maps.DeleteFunc(members, func(_, text string) bool { return text == "" })
	if len(members) == 0 {
		return
	}
	t.text(at+"classification", a.class)
	t.text(at+"standard", a.standard)
	t.optional(at+"currency", a.currency)
	for member, text := range members {
		t.number(at+member, text)
	}
}
