package oracle

import "math/big"

// assetCost totals the increases and decreases in an asset's cost. Call its methods in the order of
// the events.
type assetCost struct{ up, down *big.Int }

func newAssetCost(cost *big.Int) *assetCost {
	c := &assetCost{new(big.Int), new(big.Int)}
	c.move(cost)
	return c
}

func (c *assetCost) move(by *big.Int) {
	if by.Sign() < 0 {
		c.down.Sub(c.down, by)
	} else {
		c.up.Add(c.up, by)
	}
}

// clear derecognizes the remaining cost as a decrease.
func (c *assetCost) clear() { c.move(new(big.Int).Sub(c.down, c.up)) }

// cost returns the movements in the asset's cost from initial recognition through the end of the
// day.
func (a *currencyBooks) cost(day date) *assetCost {
	opened, sum := a.entered(), new(big.Int)
	c := newAssetCost(opened)
	known := a.known(day)
	for i := range a.changes {
		change := &a.changes[i]
		if change.mark.day.after(day) {
			break
		}
		if change.mark.derecognized {
			continue
		}
		sum.Add(sum, new(big.Int).Sub(opened, change.before))
		sum.Add(sum, change.impairment)
		released := new(big.Int)
		if change.before.Sign() != 0 {
			released = nearest(new(big.Rat).SetFrac(new(big.Int).Mul(sum, change.gone), change.before))
		}
		sum.Sub(sum, released)
		by := new(big.Int).Sub(change.remeasured, change.gone)
		c.move(by.Sub(by, released))
		opened = change.after
	}
	if known.over || day.after(known.rows[len(known.rows)-1].last) {
		c.clear()
	}
	return c
}

// assetSpan sets the tables of asset cost and accumulated amortization for section p of the
// reporting period.
func (a *currencyBooks) assetSpan(f sheet, p stretch) {
	through := func(day date) *assetCost {
		if day.before(a.lease.start()) || a.lease.Exemption != "" {
			return newAssetCost(new(big.Int))
		}
		return a.cost(day)
	}
	before, last := through(p.before), through(p.last)
	f.add("assetCost.increases", new(big.Int).Sub(last.up, before.up))
	f.add("assetCost.decreases", new(big.Int).Sub(last.down, before.down))
	opened, closed := a.accumulated(p.before), a.accumulated(p.last)
	amortized := new(big.Int).Add(f.of("rouAsset.amortization"), f.of("rouAsset.impairment"))
	f.add("assetAmortization.increases", amortized)
	f.add("assetAmortization.decreases", amortized)
	f.add("assetAmortization.decreases", new(big.Int).Sub(opened, closed))
	f.balances("assetCost", new(big.Int).Add(a.asset(p.before), opened), new(big.Int).Add(a.asset(p.last), closed))
	f.balances("assetAmortization", opened, closed)
}

// restate adds to a table the change that no other movement explains. A positive change is an
// increase, and a negative change is a decrease.
func (s sheet) restate(table string, by *big.Int) {
	if by.Sign() < 0 {
		s.add(table+".decreases", new(big.Int).Neg(by))
	} else {
		s.add(table+".increases", by)
	}
}

// presentAssets sets the tables of asset cost and accumulated amortization in the presentation
// currency. A positive translation difference is an increase; a negative one is a decrease.
func (s sheet) presentAssets(functional sheet, opened, closed func(*big.Int) *big.Int) {
	s["assetAmortization.increases"] = new(big.Int).Add(s.of("rouAsset.amortization"), s.of("rouAsset.impairment"))
	accumulated := closed(functional.of("rouAsset.accumulatedAmortization"))
	closings := map[string]*big.Int{"assetCost": new(big.Int).Add(s.of("rouAsset.closing"), accumulated), "assetAmortization": accumulated}
	for table, closing := range closings {
		opening := opened(functional.of(table + ".opening"))
		s[table+".opening"], s[table+".closing"] = opening, closing
		lacks := new(big.Int).Sub(closing, opening)
		lacks.Sub(lacks, s.of(table+".increases"))
		s.restate(table, lacks.Add(lacks, s.of(table+".decreases")))
	}
}
