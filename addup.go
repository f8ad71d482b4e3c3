package leasehold

// Add adds the figures of other leases: every figure is the sum of theirs.
func (f *Figures) Add(g *Figures) {
	f.Liability.add(&g.Liability)
	f.RouAsset.add(&g.RouAsset)
	f.Cost.add(&g.Cost)
	f.Cash.add(&g.Cash)
	f.NonCash = f.NonCash.Add(g.NonCash)
	f.Maturity.add(&g.Maturity)
	f.CurrentLiability = f.CurrentLiability.Add(g.CurrentLiability)
	f.LongTermLiability = f.LongTermLiability.Add(g.LongTermLiability)
	f.AccruedInterest = f.AccruedInterest.Add(g.AccruedInterest)
}

func (a *LiabilityMovement) add(b *LiabilityMovement) {
	a.Opening, a.Closing = a.Opening.Add(b.Opening), a.Closing.Add(b.Closing)
	a.Additions, a.Remeasured = a.Additions.Add(b.Additions), a.Remeasured.Add(b.Remeasured)
	a.Interest, a.Payments = a.Interest.Add(b.Interest), a.Payments.Add(b.Payments)
	a.Derecognized = a.Derecognized.Add(b.Derecognized)
}

func (a *AssetMovement) add(b *AssetMovement) {
	a.Opening, a.Closing = a.Opening.Add(b.Opening), a.Closing.Add(b.Closing)
	a.Additions, a.Remeasured = a.Additions.Add(b.Additions), a.Remeasured.Add(b.Remeasured)
	a.Amortization, a.Impairment = a.Amortization.Add(b.Amortization), a.Impairment.Add(b.Impairment)
	a.Derecognized, a.Cost = a.Derecognized.Add(b.Derecognized), a.Cost.Add(b.Cost)
	a.AccumulatedAmortization = a.AccumulatedAmortization.Add(b.AccumulatedAmortization)
}

func (c *LeaseCost) add(d *LeaseCost) {
	c.Interest, c.Amortization = c.Interest.Add(d.Interest), c.Amortization.Add(d.Amortization)
	c.Operating, c.ShortTerm = c.Operating.Add(d.Operating), c.ShortTerm.Add(d.ShortTerm)
	c.LowValue, c.Variable = c.LowValue.Add(d.LowValue), c.Variable.Add(d.Variable)
	c.Impairment, c.GainsAndLosses = c.Impairment.Add(d.Impairment), c.GainsAndLosses.Add(d.GainsAndLosses)
}

func (c *LeaseCash) add(d *LeaseCash) {
	c.Interest, c.Principal = c.Interest.Add(d.Interest), c.Principal.Add(d.Principal)
	c.Operating, c.Exempt = c.Operating.Add(d.Operating), c.Exempt.Add(d.Exempt)
	c.Variable, c.Commencement = c.Variable.Add(d.Variable), c.Commencement.Add(d.Commencement)
	c.InitialDirectCosts, c.Incentives = c.InitialDirectCosts.Add(d.InitialDirectCosts), c.Incentives.Add(d.Incentives)
	c.Penalties, c.Prices = c.Penalties.Add(d.Penalties), c.Prices.Add(d.Prices)
}

// add adds maturities after the same day: their windows are the same.
func (m *Maturities) add(o *Maturities) {
	for i := range m.Years {
		m.Years[i] = m.Years[i].Add(o.Years[i])
	}
	m.Thereafter = m.Thereafter.Add(o.Thereafter)
	m.ImputedInterest = m.ImputedInterest.Add(o.ImputedInterest)
	if m.Bands == nil && o.Bands != nil {
		m.Bands = []Band{}
	}
	for i, band := range o.Bands {
		if i == len(m.Bands) {
			m.Bands = append(m.Bands, Band{From: band.From, To: band.To})
		}
		m.Bands[i].Principal = m.Bands[i].Principal.Add(band.Principal)
		m.Bands[i].Interest = m.Bands[i].Interest.Add(band.Interest)
	}
}
