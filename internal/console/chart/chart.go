// Package chart draws charts as SVG without a library. Coordinates are integers in tenths of a
// unit, so that lines print sharply. The page's style sheet defines the colors.
package chart

import (
	"fmt"
	"html/template"
	"math/big"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/money"
)

// Sizes of the chart and its plot area, in SVG units.
const (
	Width      = 460
	Height     = 220
	Left       = 52
	right      = 10
	Top        = 14
	bottom     = 26
	PlotWidth  = Width - Left - right
	PlotHeight = Height - Top - bottom
)

// Scale converts an amount to a vertical position. The position is measured from the top of the
// plot area, in tenths of a unit.
type Scale struct {
	low, span *big.Int // lowest amount and range of the scale, in the currency's minor units
	step      *big.Int
	places    int // number of decimals of the currency
}

// NewScale returns a scale with round steps that includes 0 and all values. The values have the given number of
// decimals.
func NewScale(places int, values ...money.Amount) Scale {
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
	return Scale{low: low, span: new(big.Int).Sub(high, low), step: step, places: places}
}

// roundStep returns the smallest number that is at least x and has the form 1, 2 or 5 times a power of ten.
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
	q := new(big.Int).Div(x, step) // Div rounds down, because the divisor is positive
	return q.Mul(q, step)
}

// Y returns the vertical position of an amount, in tenths of a unit.
func (s Scale) Y(a money.Amount) int { return s.at(a.Big()) }

func (s Scale) at(cents *big.Int) int {
	up := new(big.Int).Sub(cents, s.low)
	up.Mul(up, big.NewInt(PlotHeight*10)).Quo(up, s.span)
	return (Top+PlotHeight)*10 - int(up.Int64())
}

// Open writes the start of a chart. Screen readers read the label aloud as its description.
func Open(d *markup.SVG, label string) {
	d.Put(`<svg class="chart" viewBox="0 0 ` + strconv.Itoa(Width) + ` ` + strconv.Itoa(Height) +
		`" role="img" aria-label="` + template.HTMLEscapeString(label) + `">`)
}

// Ruler draws horizontal lines at round amounts and labels each line with its amount.
func Ruler(d *markup.SVG, s Scale) {
	top := new(big.Int).Add(s.low, s.span)
	unit := max(unitOf(s.low, s.places), unitOf(top, s.places))
	for at := new(big.Int).Set(s.low); at.Cmp(top) <= 0; at = new(big.Int).Add(at, s.step) {
		class := "rule"
		if at.Sign() == 0 {
			class = "rule zero"
		}
		y := s.at(at)
		d.Put(`<line class="` + class + `"`)
		d.Attrs("x1 x2 y1 y2", Left*10, (Left+PlotWidth)*10, y, y)
		d.Put(`/><text class="tick end"`)
		d.Attrs("x y", Left*10-60, y+35)
		d.Put(`>` + compact(at, s.places, unit) + `</text>`)
	}
}

// Foot writes the year labels below the plot area. If the labels do not all fit, Foot writes only
// every second or third label, or even fewer.
func Foot(d *markup.SVG, labels []string, x func(i int) int) {
	most := 8
	if len(labels) >= most && len(labels[0]) > len("2026") { // full labels are wider than years
		most = 5
	}
	every := (len(labels) + most - 1) / most
	for i := 0; i < len(labels); i += every {
		d.Put(`<text class="tick middle"`)
		d.Attrs("x y", x(i), (Height-8)*10)
		d.Put(`>` + labels[i] + `</text>`)
	}
}

// units contains the unit suffixes of amounts on an axis: none, thousands, millions, billions and trillions.
const units = " kMBT"

// unitOf returns the unit for all amounts on an axis, as an index into [units]. The argument minor is the largest
// amount, in the currency's minor units. All amounts use the same unit, so that an axis shows 5k and 10k rather
// than 5000 and 10k.
func unitOf(minor *big.Int, places int) int {
	digits := len(new(big.Int).Quo(new(big.Int).Abs(minor), powerOfTen(places)).String())
	if digits <= 4 {
		return 0
	}
	return (digits - 1) / 3
}

func powerOfTen(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

func compact(minor *big.Int, places, unit int) string {
	if minor.Sign() == 0 {
		return "0"
	}
	sign := ""
	if minor.Sign() < 0 {
		sign = "−"
	}
	if unit >= len(units) { // above the largest unit, the amount is written as its first digit and a power of ten
		digits := new(big.Int).Quo(new(big.Int).Abs(minor), powerOfTen(places)).String()
		return sign + digits[:1] + "e" + strconv.Itoa(len(digits)-1)
	}
	decimals := places + 3*unit
	whole, part := new(big.Int).QuoRem(new(big.Int).Abs(minor), powerOfTen(decimals), new(big.Int))
	text := whole.String()
	if rest := strings.TrimRight(fmt.Sprintf("%0*d", decimals, part), "0"); rest != "" {
		text += "." + rest
	}
	return strings.TrimSpace(sign + text + units[unit:unit+1])
}

// Point is an amount and its horizontal position.
type Point struct {
	X     int // tenths of a unit from the left edge of the chart
	Value money.Amount
}

// Line is one line of a line chart.
type Line struct {
	Class  string
	Points []Point
}

// Lines draws a line chart. While the pointer is at one of the given horizontal positions, the page shows the
// reading for that position. If there are no readings, the page shows its own text. The caller's function
// draws marks and the year labels.
func Lines(label string, decimals int, lines []Line, places []int, readings []string, draw func(d *markup.SVG)) template.HTML {
	var all []money.Amount
	for _, l := range lines {
		for _, p := range l.Points {
			all = append(all, p.Value)
		}
	}
	s := NewScale(decimals, all...)
	d := new(markup.SVG)
	Open(d, label)
	Ruler(d, s)
	draw(d)
	for _, l := range lines {
		d.Put(`<path class="line ` + l.Class + `" d="M`)
		for i, p := range l.Points {
			if i > 0 {
				d.Put(`L`)
			}
			d.Tenths(p.X)
			d.Put(` `)
			d.Tenths(s.Y(p.Value))
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
	if len(readings) > 0 {
		d.Put(`" data-readings="` + template.HTMLEscapeString(strings.Join(readings, "\n")))
	}
	d.Put(`" y1="` + strconv.Itoa(Top) + `" y2="` + strconv.Itoa(Top+PlotHeight) + `"/></svg>`)
	return d.HTML()
}

// Stack is a bar of stacked amounts. The first amount is the lowest segment.
type Stack []money.Amount

// Bars draws a chart of stacked bars. Each bar has a label below it, and a reading that the page shows while
// the pointer is over the bar.
func Bars(label string, decimals int, stacks []Stack, classes, labels, readings []string) template.HTML {
	var ends []money.Amount
	for _, st := range stacks {
		up, down := st.ends()
		ends = append(ends, up, down)
	}
	s := NewScale(decimals, ends...)
	d := new(markup.SVG)
	Open(d, label)
	Ruler(d, s)
	slot := PlotWidth * 10 / len(stacks)
	Foot(d, labels, func(i int) int { return Left*10 + i*slot + slot/2 })
	for i, st := range stacks {
		Reading(d, readings[i])
		st.draw(d, s, classes, Left*10+i*slot+slot/8, slot-slot/4)
		d.Put(`</g>`)
	}
	d.Put(`</svg>`)
	return d.HTML()
}

// Reading begins a group of shapes. The page shows the given text while the pointer is over the group.
func Reading(d *markup.SVG, text string) {
	d.Put(`<g data-reading="` + template.HTMLEscapeString(text) + `">`)
}

// ends returns the sum of the positive amounts and the sum of the negative amounts. The bar extends from 0 up
// to the first sum, and from 0 down to the second sum.
func (st Stack) ends() (up, down money.Amount) {
	for _, part := range st {
		if part.Sign() >= 0 {
			up = up.Add(part)
		} else {
			down = down.Add(part)
		}
	}
	return up, down
}

func (st Stack) draw(d *markup.SVG, s Scale, classes []string, x, width int) {
	var up, down money.Amount
	for k, part := range st {
		base := &up
		if part.Sign() < 0 {
			base = &down
		}
		from := s.Y(*base)
		*base = base.Add(part)
		to := s.Y(*base)
		d.Put(`<rect class="bar ` + classes[k] + `"`)
		d.Attrs("x y width height", x, min(from, to), max(width, 5), max(from, to)-min(from, to))
		d.Put(`/>`)
	}
}

// Spark draws yearly amounts as a small bar chart without an axis. Charts that are meant to be compared must
// use the same scale.
func Spark(label string, values []money.Amount, s Scale) template.HTML {
	const width, height = 1200, 280 // in tenths of a unit
	d := new(markup.SVG)
	d.Put(`<svg class="spark" viewBox="0 0 120 28" preserveAspectRatio="none" role="img" aria-label="` +
		template.HTMLEscapeString(label) + `">`)
	slot := max(width/len(values), 1)
	zero := s.Y(money.Amount{})
	for i, v := range values {
		from, to := (zero-Top*10)*height/(PlotHeight*10), (s.Y(v)-Top*10)*height/(PlotHeight*10)
		d.Put(`<rect`)
		d.Attrs("x y width height", i*slot, min(from, to), max(slot-slot/5, 3), max(max(from, to)-min(from, to), 2))
		d.Put(`/>`)
	}
	d.Put(`</svg>`)
	return d.HTML()
}

// Share draws a bar whose length is proportional to an amount. The largest amount has a bar of full length.
func Share(a, largest money.Amount) template.HTML {
	width := 0
	if a.Sign() > 0 && largest.Sign() > 0 {
		w := new(big.Int).Mul(a.Big(), big.NewInt(1000))
		width = int(w.Quo(w, largest.Big()).Int64())
	}
	d := new(markup.SVG)
	d.Put(`<svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect height="8"`)
	d.Attrs("width", width)
	d.Put(`/></svg>`)
	return d.HTML()
}
