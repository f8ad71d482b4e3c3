package leaseview

import (
	"html/template"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/console/chart"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// timeline converts dates to horizontal positions in a chart, in tenths of a unit from the left
// edge.
type timeline struct {
	first, days int // ordinal number of the day before commencement, and number of days in the lease term
}

func timelineOf(r *leasehold.Result) timeline {
	first := r.Lease.Start().Ordinal() - 1
	return timeline{first, r.Schedule[len(r.Schedule)-1].Last.Ordinal() - first}
}

func (t timeline) end(d civil.Date) int {
	return chart.Left*10 + (d.Ordinal()-t.first)*chart.PlotWidth*10/t.days
}

func (t timeline) start(d civil.Date) int {
	return chart.Left*10 + (d.Ordinal()-t.first-1)*chart.PlotWidth*10/t.days
}

// balanceChart draws the lease liability and the asset over the lease term. At each event that changes a
// balance, that balance's line has a vertical step.
func balanceChart(r *leasehold.Result, n nouns, p printer) template.HTML {
	t := timelineOf(r)
	liability, asset, years := chart.Line{Class: "liability"}, chart.Line{Class: "asset"}, yearsOf(r)
	places := []int{t.start(r.Lease.Start())}
	add := func(x int, ofLiability, ofAsset money.Amount) {
		liability.Points = append(liability.Points, chart.Point{X: x, Value: ofLiability})
		asset.Points = append(asset.Points, chart.Point{X: x, Value: ofAsset})
	}
	add(places[0], r.InitialLiability, r.InitialRouAsset)
	for _, line := range wording.Schedule(&r.Measurement) {
		if e := line.Event; e == nil {
			places = append(places, t.end(line.Period.Last))
			add(places[len(places)-1], line.Period.LiabilityClose, line.Period.RouAssetClose)
		} else if e.Treatment != schedule.Expensed {
			add(t.start(e.Date), e.LiabilityBefore, e.RouAssetBefore)
			add(t.start(e.Date), e.LiabilityAfter, e.RouAssetAfter)
		}
	}
	last := &r.Schedule[len(r.Schedule)-1]
	label := "Line chart of the lease liability, from " + p.grouped(r.InitialLiability) + " to " + p.grouped(last.LiabilityClose) + ", and of the " +
		strings.ToLower(n.Asset) + ", from " + p.grouped(r.InitialRouAsset) + " to " + p.grouped(last.RouAssetClose) + "."
	if len(r.Events) > 0 {
		label += " " + markup.Plural(len(r.Events), "change") + " are marked."
	}
	return chart.Lines(label+" The schedule lists every balance.", p.places, []chart.Line{asset, liability}, places, nil, func(d *markup.SVG) {
		chart.Foot(d, startLabels(years), func(i int) int { return t.start(years[i].First) + 80 })
		for i := range r.Events {
			mark(d, t.start(r.Events[i].Date), i+1)
		}
	})
}

// mark draws a vertical line with the number of an event at the event's date.
func mark(d *markup.SVG, x, number int) {
	d.Put(`<line class="change"`)
	d.Attrs("x1 x2 y1 y2", x, x, chart.Top*10, (chart.Top+chart.PlotHeight)*10)
	d.Put(`/><text class="tick middle"`)
	d.Attrs("x y", min(max(x, chart.Left*10+40), (chart.Left+chart.PlotWidth)*10-40), chart.Top*10-20)
	d.Put(`>` + strconv.Itoa(number) + `</text>`)
}

func costChart(r *leasehold.Result, years []year, n nouns, p printer) template.HTML {
	stacks, classes, parts := make([]chart.Stack, len(years)), []string{"cost"}, "single lease cost"
	if !n.Single {
		classes, parts = []string{"amortization", "interest"}, strings.ToLower(n.Amortization)+" and interest"
	}
	if r.Varies() {
		classes, parts = append(classes, "variable"), parts+", with variable cost,"
	}
	labels, readings := yearLabels(years), make([]string, len(years))
	for i, y := range years {
		stacks[i], readings[i] = chart.Stack{y.Cost}, labels[i]+": "+p.grouped(y.Cost)
		if !n.Single {
			stacks[i] = chart.Stack{y.Amortization, y.Interest}
			readings[i] += ", " + strings.ToLower(n.Amortization) + " " + p.grouped(y.Amortization) + ", " + strings.ToLower(n.Interest) + " " + p.grouped(y.Interest)
		}
		if r.Varies() {
			stacks[i] = append(stacks[i], y.Variable)
			readings[i] += ", variable cost " + p.grouped(y.Variable)
		}
	}
	label := "Bar chart of " + parts + " by lease year: " + p.grouped(years[0].Cost) + " in the first, " +
		p.grouped(years[len(years)-1].Cost) + " in the last of " + strconv.Itoa(len(years)) + "."
	return chart.Bars(label, p.places, stacks, classes, labels, readings)
}

// payments contains the chart of unequal payments, and facts about them.
type payments struct {
	Drawing template.HTML
	Facts   []labeled
}

// paymentChart draws each schedule row's payment. It returns nil if all payments are equal.
func paymentChart(r *leasehold.Result, p printer) *payments {
	paid := make([]money.Amount, len(r.Schedule))
	lowest, highest := 0, 0
	for i := range r.Schedule {
		paid[i] = r.Schedule[i].Payment.Add(r.Schedule[i].VariableLeaseExpense)
		if paid[i].Cmp(paid[lowest]) < 0 {
			lowest = i
		}
		if paid[i].Cmp(paid[highest]) > 0 {
			highest = i
		}
	}
	if lowest == highest {
		return nil
	}
	v := &payments{}
	for _, f := range []struct {
		name, label string
		at          int
	}{{"firstPayment", "First", 0}, {"lowestPayment", "Lowest", lowest}, {"highestPayment", "Highest", highest}, {"lastPayment", "Last", len(paid) - 1}} {
		v.Facts = append(v.Facts, labeled{f.label + ", " + r.Schedule[f.at].Date.String(), p.marked(f.name, paid[f.at])})
	}
	s, t, years := chart.NewScale(p.places, paid...), timelineOf(r), yearsOf(r)
	d := new(markup.SVG)
	chart.Open(d, "Bar chart of the payments of "+markup.Plural(len(paid), "period")+": "+p.grouped(paid[0])+" in the first, "+
		p.grouped(paid[len(paid)-1])+" in the last.")
	chart.Ruler(d, s)
	chart.Foot(d, startLabels(years), func(i int) int { return t.start(years[i].First) + 80 })
	zero := s.Y(money.Amount{})
	for i := range r.Schedule {
		from, to := t.start(r.Schedule[i].First), t.end(r.Schedule[i].Last)
		y := s.Y(paid[i])
		chart.Reading(d, r.Schedule[i].Date.String()+": "+p.grouped(paid[i]))
		d.Put(`<rect class="bar"`)
		d.Attrs("x y width height", from, min(zero, y), max((to-from)*9/10, 3), max(zero, y)-min(zero, y))
		d.Put(`/></g>`)
	}
	for i := range r.Events {
		mark(d, t.start(r.Events[i].Date), i+1)
	}
	d.Put(`</svg>`)
	v.Drawing = d.HTML()
	return v
}
