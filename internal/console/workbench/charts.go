package workbench

import (
	"html/template"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/page"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// Charts are drawn here as SVG, in whole tenths of a unit: they print sharply,
// take their colours from the page's style sheet, and need no library.

// The box of a chart and of what is plotted in it, in units.
const (
	chartWidth  = 460
	chartHeight = 220
	plotLeft    = 52
	plotRight   = 10
	plotTop     = 14
	plotBottom  = 26
	plotWidth   = chartWidth - plotLeft - plotRight
	plotHeight  = chartHeight - plotTop - plotBottom
)

// scale maps cents to tenths of a unit from the top of the plot.
type scale struct {
	low, span *big.Int // cents
	step      *big.Int
}

// newScale covers 0 and all values with round steps.
func newScale(values ...money.Amount) scale {
	low, high := new(big.Int), new(big.Int)
	for _, v := range values {
		x := v.Big()
		if x.Cmp(low) < 0 {
			low = x
		}
		if x.Cmp(high) > 0 {
			high = x
		}
	}
	span := new(big.Int).Sub(high, low)
	if span.Sign() == 0 {
		high, span = big.NewInt(100), big.NewInt(100)
	}
	step := roundStep(new(big.Int).Quo(span, big.NewInt(4)))
	low = floorTo(low, step)
	high = new(big.Int).Neg(floorTo(new(big.Int).Neg(high), step))
	return scale{low: low, span: new(big.Int).Sub(high, low), step: step}
}

// roundStep returns the smallest of 1, 2 and 5 times a power of ten that is at
// least x.
func roundStep(x *big.Int) *big.Int {
	step := big.NewInt(1)
	for ten := big.NewInt(10); ; step.Mul(step, ten) {
		for _, n := range []int64{1, 2, 5} {
			if try := new(big.Int).Mul(step, big.NewInt(n)); try.Cmp(x) >= 0 {
				return try
			}
		}
	}
}

func floorTo(x, step *big.Int) *big.Int {
	q := new(big.Int).Div(x, step) // rounds down for a positive divisor
	return q.Mul(q, step)
}

// y returns the height of an amount in tenths.
func (s scale) y(a money.Amount) int { return s.at(a.Big()) }

func (s scale) at(cents *big.Int) int {
	up := new(big.Int).Sub(cents, s.low)
	up.Mul(up, big.NewInt(plotHeight*10)).Quo(up, s.span)
	return (plotTop+plotHeight)*10 - int(up.Int64())
}

func openChart(d *page.SVG, label string) {
	d.Put(`<svg class="chart" viewBox="0 0 ` + strconv.Itoa(chartWidth) + ` ` + strconv.Itoa(chartHeight) +
		`" role="img" aria-label="` + template.HTMLEscapeString(label) + `">`)
}

// ruler draws the lines and labels of the amounts.
func ruler(d *page.SVG, s scale) {
	top := new(big.Int).Add(s.low, s.span)
	for at := new(big.Int).Set(s.low); at.Cmp(top) <= 0; at = new(big.Int).Add(at, s.step) {
		class := "rule"
		if at.Sign() == 0 {
			class = "rule zero"
		}
		y := s.at(at)
		d.Put(`<line class="` + class + `"`)
		d.Attr("x1", plotLeft*10)
		d.Attr("x2", (plotLeft+plotWidth)*10)
		d.Attr("y1", y)
		d.Attr("y2", y)
		d.Put(`/><text class="tick end"`)
		d.Attr("x", plotLeft*10-60)
		d.Attr("y", y+35)
		d.Put(`>` + compact(at) + `</text>`)
	}
}

// foot labels the years along the foot, as many as fit.
func foot(d *page.SVG, labels []string, x func(i int) int) {
	most := 8
	if len(labels[0]) > len("2026") {
		most = 5
	}
	every := (len(labels) + most - 1) / most
	for i := 0; i < len(labels); i += every {
		d.Put(`<text class="tick middle"`)
		d.Attr("x", x(i))
		d.Attr("y", (chartHeight-8)*10)
		d.Put(`>` + labels[i] + `</text>`)
	}
}

// compact prints cents on an axis: 500k, 1.5M.
func compact(cents *big.Int) string {
	sign, whole := "", new(big.Int).Quo(new(big.Int).Abs(cents), big.NewInt(100))
	if cents.Sign() < 0 {
		sign = "−"
	}
	digits := whole.String()
	if len(digits) <= 4 {
		if part := new(big.Int).Rem(new(big.Int).Abs(cents), big.NewInt(100)).Int64(); part != 0 && len(digits) <= 2 {
			return sign + digits + "." + string(rune('0'+part/10)) + string(rune('0'+part%10))
		}
		return sign + digits
	}
	const units = "kMBT"
	place := (len(digits) - 1) / 3
	if place > len(units) {
		return sign + digits[:1] + "e" + strconv.Itoa(len(digits)-1)
	}
	head, tail := digits[:len(digits)-3*place], strings.TrimRight(digits[len(digits)-3*place:], "0")
	if tail != "" {
		head += "." + tail
	}
	return sign + head + units[place-1:place]
}

// timeline places days on a chart, in tenths of a unit from its left.
type timeline struct {
	first, days int64 // the day before commencement, and the days of the term
}

func timelineOf(r *leasehold.Result) timeline {
	first := dayNumber(r.Lease.CommencementDate) - 1
	return timeline{first, dayNumber(r.Schedule[len(r.Schedule)-1].Last) - first}
}

// dayNumber counts days.
func dayNumber(d leasehold.Date) int64 {
	const day = 24 * 60 * 60
	return time.Date(int(d.Year), time.Month(d.Month), int(d.Day), 0, 0, 0, 0, time.UTC).Unix() / day
}

// end is the place of the end of a day.
func (t timeline) end(d leasehold.Date) int {
	return plotLeft*10 + int((dayNumber(d)-t.first)*plotWidth*10/t.days)
}

// start is the place of the start of a day.
func (t timeline) start(d leasehold.Date) int {
	return plotLeft*10 + int((dayNumber(d)-t.first-1)*plotWidth*10/t.days)
}

// point is a balance and its place.
type point struct {
	x     int
	value money.Amount
}

// series is a line of a chart.
type series struct {
	class  string
	points []point
}

// balances draws lines over the term, with a mark at the start of each lease
// year and at each change.
func balances(label string, lines []series, places []int, draw func(d *page.SVG)) template.HTML {
	var all []money.Amount
	for _, l := range lines {
		for _, p := range l.points {
			all = append(all, p.value)
		}
	}
	s := newScale(all...)
	d := new(page.SVG)
	openChart(d, label)
	ruler(d, s)
	draw(d)
	for _, l := range lines {
		d.Put(`<path class="line ` + l.class + `" d="M`)
		for i, p := range l.points {
			if i > 0 {
				d.Put(`L`)
			}
			d.Tenths(p.x)
			d.Put(` `)
			d.Tenths(s.y(p.value))
		}
		d.Put(`"/>`)
	}
	d.Put(`<line class="cursor" data-places="`)
	for i, x := range places {
		if i > 0 {
			d.Put(` `)
		}
		d.Tenths(x)
	}
	d.Put(`" y1="` + strconv.Itoa(plotTop) + `" y2="` + strconv.Itoa(plotTop+plotHeight) + `"/></svg>`)
	return d.HTML()
}

// stack is one bar: its parts, each on top of those before it.
type stack []money.Amount

// bars draws stacked bars, one a year.
func bars(label string, stacks []stack, classes, labels []string) template.HTML {
	var ends []money.Amount
	for _, st := range stacks {
		up, down := st.ends()
		ends = append(ends, up, down)
	}
	s := newScale(ends...)
	d := new(page.SVG)
	openChart(d, label)
	ruler(d, s)
	slot := plotWidth * 10 / len(stacks)
	foot(d, labels, func(i int) int { return plotLeft*10 + i*slot + slot/2 })
	for i, st := range stacks {
		st.draw(d, s, classes, plotLeft*10+i*slot+slot/8, slot-slot/4)
	}
	d.Put(`</svg>`)
	return d.HTML()
}

// ends returns how far the parts reach up and down.
func (st stack) ends() (up, down money.Amount) {
	for _, part := range st {
		if part.Sign() >= 0 {
			up = up.Add(part)
		} else {
			down = down.Add(part)
		}
	}
	return up, down
}

func (st stack) draw(d *page.SVG, s scale, classes []string, x, width int) {
	var up, down money.Amount
	for k, part := range st {
		base := &up
		if part.Sign() < 0 {
			base = &down
		}
		from := s.y(*base)
		*base = base.Add(part)
		to := s.y(*base)
		d.Put(`<rect class="bar ` + classes[k] + `"`)
		d.Attr("x", x)
		d.Attr("y", min(from, to))
		d.Attr("width", max(width, 5))
		d.Attr("height", max(from, to)-min(from, to))
		d.Put(`/>`)
	}
}

// balanceChart draws the liability and the asset over the life, with the breaks
// at its changes.
func balanceChart(r *leasehold.Result, n nouns, p printer) template.HTML {
	t := timelineOf(r)
	liability := series{"liability", []point{{t.start(r.Lease.CommencementDate), r.InitialLiability}}}
	asset := series{"asset", []point{{t.start(r.Lease.CommencementDate), r.InitialRouAsset}}}
	places := []int{t.start(r.Lease.CommencementDate)}
	var years []year
	for _, line := range wording.Schedule(&r.Measurement) {
		if e := line.Event; e != nil {
			if e.Treatment != leasehold.Expensed {
				x := t.start(e.Date)
				liability.points = append(liability.points, point{x, e.LiabilityBefore}, point{x, e.LiabilityAfter})
				asset.points = append(asset.points, point{x, e.RouAssetBefore}, point{x, e.RouAssetAfter})
			}
			continue
		}
		row := line.Period
		if row.Year > len(years) {
			years = append(years, year{First: row.First})
		}
		x := t.end(row.Last)
		places = append(places, x)
		liability.points = append(liability.points, point{x, row.LiabilityClose})
		asset.points = append(asset.points, point{x, row.RouAssetClose})
	}
	last := &r.Schedule[len(r.Schedule)-1]
	label := "Line chart of the lease liability, from " + p.grouped(r.InitialLiability) + " to " + p.grouped(last.LiabilityClose) + ", and of the " +
		strings.ToLower(n.Asset) + ", from " + p.grouped(r.InitialRouAsset) + " to " + p.grouped(last.RouAssetClose) + "."
	if len(r.Events) > 0 {
		label += " " + page.Plural(len(r.Events), "change") + " are marked."
	}
	return balances(label+" The schedule has every balance.", []series{asset, liability}, places, func(d *page.SVG) {
		foot(d, startLabels(years), func(i int) int { return t.start(years[i].First) + 80 })
		for i := range r.Events {
			mark(d, t.start(r.Events[i].Date), i+1)
		}
	})
}

// mark draws a numbered line where a change takes effect.
func mark(d *page.SVG, x, number int) {
	d.Put(`<line class="change"`)
	d.Attr("x1", x)
	d.Attr("x2", x)
	d.Attr("y1", plotTop*10)
	d.Attr("y2", (plotTop+plotHeight)*10)
	d.Put(`/><text class="tick middle"`)
	d.Attr("x", min(max(x, plotLeft*10+40), (plotLeft+plotWidth)*10-40))
	d.Attr("y", plotTop*10-20)
	d.Put(`>` + strconv.Itoa(number) + `</text>`)
}

// costChart draws the cost of each lease year.
func costChart(r *leasehold.Result, years []year, n nouns, p printer) template.HTML {
	stacks, classes, parts := make([]stack, len(years)), []string{"cost"}, "single lease cost"
	if !n.Single {
		classes, parts = []string{"amortization", "interest"}, strings.ToLower(n.Amortization)+" and interest"
	}
	if r.Varies() {
		classes, parts = append(classes, "variable"), parts+", with variable cost,"
	}
	for i, y := range years {
		stacks[i] = stack{y.Cost}
		if !n.Single {
			stacks[i] = stack{y.Amortization, y.Interest}
		}
		if r.Varies() {
			stacks[i] = append(stacks[i], y.Variable)
		}
	}
	label := "Bar chart of " + parts + " by lease year: " + p.grouped(years[0].Cost) + " in the first, " +
		p.grouped(years[len(years)-1].Cost) + " in the last of " + strconv.Itoa(len(years)) + "."
	return bars(label, stacks, classes, yearLabels(years))
}

// paymentChart draws what is paid in each row of the schedule. It is empty where
// that is the same in all.
func paymentChart(r *leasehold.Result, p printer) template.HTML {
	paid := make([]money.Amount, len(r.Schedule))
	level := true
	for i := range r.Schedule {
		paid[i] = r.Schedule[i].Payment.Add(r.Schedule[i].VariableLeaseExpense)
		level = level && paid[i].Cmp(paid[0]) == 0
	}
	if level {
		return ""
	}
	s, t, years := newScale(paid...), timelineOf(r), yearsOf(r)
	d := new(page.SVG)
	openChart(d, "Bar chart of the payments of "+page.Plural(len(paid), "period")+": "+p.grouped(paid[0])+" in the first, "+
		p.grouped(paid[len(paid)-1])+" in the last.")
	ruler(d, s)
	foot(d, startLabels(years), func(i int) int { return t.start(years[i].First) + 80 })
	zero := s.y(money.Amount{})
	for i := range r.Schedule {
		from, to := t.start(r.Schedule[i].First), t.end(r.Schedule[i].Last)
		y := s.y(paid[i])
		d.Put(`<rect class="bar"`)
		d.Attr("x", from)
		d.Attr("y", min(zero, y))
		d.Attr("width", max((to-from)*9/10, 3))
		d.Attr("height", max(zero, y)-min(zero, y))
		d.Put(`/>`)
	}
	for i := range r.Events {
		mark(d, t.start(r.Events[i].Date), i+1)
	}
	d.Put(`</svg>`)
	return d.HTML()
}

// spark draws yearly amounts without an axis, on a scale that several drawings
// share.
func spark(label string, values []money.Amount, s scale) template.HTML {
	const width, height = 1200, 280 // tenths
	d := new(page.SVG)
	d.Put(`<svg class="spark" viewBox="0 0 120 28" preserveAspectRatio="none" role="img" aria-label="` +
		template.HTMLEscapeString(label) + `">`)
	slot := max(width/len(values), 1)
	zero := s.y(money.Amount{})
	for i, v := range values {
		from, to := (zero-plotTop*10)*height/(plotHeight*10), (s.y(v)-plotTop*10)*height/(plotHeight*10)
		d.Put(`<rect`)
		d.Attr("x", i*slot)
		d.Attr("y", min(from, to))
		d.Attr("width", max(slot-slot/5, 3))
		d.Attr("height", max(max(from, to)-min(from, to), 2))
		d.Put(`/>`)
	}
	d.Put(`</svg>`)
	return d.HTML()
}

// share draws a bar of an amount beside the largest of its kind.
func share(a, largest money.Amount) template.HTML {
	width := 0
	if a.Sign() > 0 && largest.Sign() > 0 {
		w := new(big.Int).Mul(a.Big(), big.NewInt(1000))
		width = int(w.Quo(w, largest.Big()).Int64())
	}
	d := new(page.SVG)
	d.Put(`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect height="8"`)
	d.Attr("width", width)
	d.Put(`/></svg>`)
	return d.HTML()
}
