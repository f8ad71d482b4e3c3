package reporting

import (
	"html/template"
	"strings"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/console/chart"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/standard"
)

// monthEnds returns the last day of each month in the reporting period. For the last month, it
// returns the last day of the period.
func monthEnds(from, to civil.Date) (days []civil.Date) {
	for d := endOfMonth(from, to); ; d = endOfMonth(d.Next(), to) {
		if days = append(days, d); d == to {
			return days
		}
	}
}

// balances contains the lease liability at the start of the reporting period and at the end of each
// month, in one currency.
type balances struct {
	opening  money.Amount
	closings []money.Amount
}

// curves returns charts of the lease liability at the month ends, one for each currency.
func curves(r *reported) (list []curve) {
	days := monthEnds(r.Question.From, r.Question.To)
	order, leases := byCurrency(r)
	for _, c := range order {
		b := balances{closings: make([]money.Amount, len(days))}
		for _, line := range leases[c] {
			b.add(r, line, days)
		}
		if drawing := drawCurve(days, b.opening, b.closings, c.Places()); drawing != "" {
			list = append(list, curve{c.String(), drawing})
		}
	}
	return list
}

// byCurrency returns the leases of a report by presentation currency. order contains the currencies
// in the order of their first leases.
func byCurrency(r *reported) (order []money.Currency, leases map[money.Currency][]*portfolio.Line) {
	leases = map[money.Currency][]*portfolio.Line{}
	for i := range r.Leases {
		c := r.Leases[i].Figures.Currency
		if leases[c] == nil {
			order = append(order, c)
		}
		leases[c] = append(leases[c], &r.Leases[i])
	}
	return order, leases
}

// add adds the balances of a lease. The balance at each month end, in functional currency, is the
// preceding balance plus the changes in the monthly entries. It is translated at the closing rate
// of the month end.
func (b *balances) add(r *reported, line *portfolio.Line, days []civil.Date) {
	balance := line.Figures.Books().Of(figure.LiabilityOpening)
	b.opening = b.opening.Add(line.Figures.Of(figure.LiabilityOpening))
	moved := map[civil.Date]money.Amount{}
	for _, e := range line.Figures.Entries {
		for _, l := range e.Lines {
			if l.Account.Role() == standard.AccountLeaseLiability {
				month := endOfMonth(e.Date, r.Question.To)
				moved[month] = moved[month].Add(l.Credit).Sub(l.Debit)
			}
		}
	}
	pair := exchange.Pair{Currency: line.Lease.Functional(), Into: line.Figures.Currency}
	for i, day := range days {
		balance = balance.Add(moved[day])
		b.closings[i] = b.closings[i].Add(r.Question.ExchangeRates.Closing(pair, day, balance))
	}
}

// movements defines the bars of the chart that reconciles the opening liability to the closing
// liability. The label of each bar is followed by the figures that the bar contains.
var movements = []struct {
	label   string
	figures []figure.Concept
}{
	{"Opening", []figure.Concept{figure.LiabilityOpening}},
	{"New leases", []figure.Concept{figure.LiabilityAdditions, figure.LiabilityTakenOver, figure.LiabilityApplication}},
	{"Changes", []figure.Concept{figure.LiabilityLate, figure.LiabilityRemeasured, figure.LiabilityDerecognized}},
	{"Interest", []figure.Concept{figure.LiabilityInterest}},
	{"Payments", []figure.Concept{figure.LiabilityPayments}},
	{"Exchange", []figure.Concept{figure.LiabilityExchange, figure.LiabilityTranslation}},
	{"Closing", []figure.Concept{figure.LiabilityClosing}},
}

// moves returns charts of the changes in the liability, one for each currency. It returns nil if
// the report has no exchange rates.
func moves(r *reported) (list []curve) {
	if r.Question.ExchangeRates == nil {
		return nil
	}
	order, leases := byCurrency(r)
	for _, c := range order {
		var sum figure.Vector
		for _, line := range leases[c] {
			sum.Add(&line.Figures.Vector)
		}
		list = append(list, curve{c.String(), drawMoves(&sum, c.Places())})
	}
	return list
}

func drawMoves(v *figure.Vector, places int) template.HTML {
	var stacks []chart.Stack
	var labels, readings []string
	classes := make([]string, len(movements))
	for i, m := range movements {
		var sum money.Amount
		for _, c := range m.figures {
			if c.Sign() < 0 {
				sum = sum.Sub(v.Of(c))
			} else {
				sum = sum.Add(v.Of(c))
			}
		}
		stack := make(chart.Stack, len(movements))
		stack[i] = sum
		stacks, labels = append(stacks, stack), append(labels, m.label)
		readings = append(readings, m.label+" "+wording.Accounting(sum, places))
		classes[i] = "principal"
		if m.label == "Exchange" {
			classes[i] = "interest"
		}
	}
	return chart.Bars("Bar chart of changes in the lease liability: "+strings.Join(readings, ", ")+".", places, stacks, classes, labels, readings)
}
