package oracle

import "math/big"

// layPeriods makes the rows with their dates and payments.
func (a *Answer) layPeriods(r *Request) {
	m := r.monthsPerPeriod()
	a.Periods = (r.TermMonths + m - 1) / m
	a.StubMonths = r.TermMonths % m
	a.Rows = make([]Row, a.Periods)
	payment := toDecimals(r.PaymentAmount, amountDecimals)
	growth := big.NewRat(1, 1)
	if r.Escalation != nil {
		growth.Add(growth, toDecimals(r.Escalation, rateDecimals))
	}
	year, escalated := 0, new(big.Rat).Set(payment) // paymentAmount × (1+g)^year, exact
	a.TotalPayments = new(big.Int)
	for k := range a.Rows {
		row := &a.Rows[k]
		row.Number = k + 1
		row.firstMonth = k * m
		row.months = min(r.TermMonths, (k+1)*m) - row.firstMonth
		first := r.Commencement.plusMonths(row.firstMonth)
		last := r.Commencement.plusMonths(row.firstMonth + row.months).dayBefore()
		row.First, row.Last = first.String(), last.String()
		row.Date = row.Last
		if r.advance() {
			row.Date = row.First
		}
		for ; year < row.firstMonth/12; year++ {
			escalated.Mul(escalated, growth)
		}
		row.Payment = cents(new(big.Rat).Mul(escalated, big.NewRat(int64(row.months), int64(m))))
		if k == a.Periods-1 {
			row.Payment.Add(row.Payment, a.Terminal)
		}
		a.TotalPayments.Add(a.TotalPayments, row.Payment)
	}
}

// growthOver returns 1 + the interest rate of a period of the given months, as
// a fraction in lowest terms.
func (r *Request) growthOver(months int) (num, den *big.Int) {
	g := new(big.Rat).Mul(r.annualRate(), big.NewRat(int64(months), 12))
	g.Add(g, big.NewRat(1, 1))
	return g.Num(), g.Denom()
}

// measureLiability values the payments backward and prints the balances
// forward.
//
// The exact balance after period k is the fraction value[k] / scale[k], in
// cents. With a period's growth written as up/down, scale[k-1] = scale[k]·up,
// so that every balance is a whole numerator and no fraction is ever reduced.
func (a *Answer) measureLiability(r *Request) {
	n := a.Periods
	value, scale := make([]*big.Int, n+1), make([]*big.Int, n+1)
	value[n], scale[n] = new(big.Int), big.NewInt(1)
	ups := make([]*big.Int, n+1)
	whole, wholeDown := r.growthOver(r.monthsPerPeriod())
	for k := n; k >= 1; k-- {
		up, down := whole, wholeDown
		if k == n && a.StubMonths > 0 {
			up, down = r.growthOver(a.StubMonths)
		}
		ups[k] = up
		rent, terminal := a.Rows[k-1].Payment, new(big.Int)
		if k == n {
			terminal = a.Terminal
			rent = new(big.Int).Sub(rent, terminal)
		}
		scale[k-1] = new(big.Int).Mul(scale[k], up)
		if r.advance() { // L = rent + (L' + T)·down/up
			later := new(big.Int).Mul(terminal, scale[k])
			later.Add(later, value[k])
			later.Mul(later, down)
			value[k-1] = later.Add(later, new(big.Int).Mul(rent, scale[k-1]))
		} else { // L = (rent + T + L')·down/up
			later := new(big.Int).Mul(new(big.Int).Add(rent, terminal), scale[k])
			later.Add(later, value[k])
			value[k-1] = later.Mul(later, down)
		}
	}
	a.InitialLiability = a.round(value[0], scale[0])
	balance := new(big.Int).Set(a.InitialLiability)
	for k := 1; k <= n; k++ {
		row := &a.Rows[k-1]
		// i = L_k − L_{k−1} + payment, over scale[k-1].
		exact := new(big.Int).Mul(value[k], ups[k])
		exact.Sub(exact, value[k-1])
		exact.Add(exact, new(big.Int).Mul(row.Payment, scale[k-1]))
		row.Interest = a.round(exact, scale[k-1])
		// d = previous close − payment + cents(i) − L_k, over scale[k].
		off := new(big.Int).Sub(balance, row.Payment)
		off.Add(off, row.Interest)
		off.Mul(off, scale[k])
		off.Sub(off, value[k])
		if move := a.move(off, scale[k]); move != 0 {
			row.Interest.Add(row.Interest, big.NewInt(move))
			a.RowsMoved++
		}
		row.Principal = new(big.Int).Sub(row.Payment, row.Interest)
		balance = new(big.Int).Sub(balance, row.Principal)
		row.LiabilityClose = balance
	}
}
