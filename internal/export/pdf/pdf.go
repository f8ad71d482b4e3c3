// Package pdf writes a lease's memo: its identity, inputs and judgments, the measurement with a
// chart, the classification, disclosures and the standard's paragraphs. The schedule and the
// journal are appendices. The package itself computes only page totals.
package pdf

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/document"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

type memo struct {
	*document.Document

	r      *leasehold.Result
	o      paper.Options
	places int    // number of decimals in amounts
	digest string // digest of the normalized input
}

// Write writes the memo of r. Equal arguments result in equal bytes.
func Write(w io.Writer, r *leasehold.Result, o paper.Options) error {
	digest := paper.Digest(r.Lease.Append(nil))
	d := &memo{New("Lease accounting memo", r, &o, ", input "+digest[:16], r.Lease.Say), r, o, wording.Places(&r.Lease), digest}
	d.body()
	d.schedule()
	d.journal()
	_, err := d.WriteTo(w)
	return err
}

// New starts a document about a lease with a title, a description and the fields that identify the
// lease. The footer follows the program's name at the bottom of every page. The say function
// replaces general terms in text with the standard's terms; nil keeps the general terms.
func New(title string, r *leasehold.Result, o *paper.Options, footer string, say func(string) string) *document.Document {
	about := Describe(r)
	d := document.New(document.Options{
		Title: title, Subject: about, Header: about + ", amounts in " + o.Currency, Footer: o.Program() + footer,
		Day: r.Lease.CommencementDate, Paper: o.Paper.For(r.Lease.Standard), Say: say,
	})
	d.Page(document.Portrait)
	d.Chapter(title)
	d.Font("", document.TextSize+1)
	d.Lines(document.Margin, d.Split(about+". Amounts in "+o.Currency+".", d.Width()))
	d.Ln(3)
	d.Fields(Identity(&r.Lease))
	return d
}

// Describe returns a one-line description of a lease.
func Describe(r *leasehold.Result) string {
	text := fmt.Sprintf("%s, %s to %s", wording.Treatment(&r.Measurement), r.Lease.CommencementDate, r.Schedule[len(r.Schedule)-1].Last)
	if r.Lease.ID != "" {
		return r.Lease.ID + ": " + text
	}
	return text
}

func (d *memo) amount(a money.Amount) string { return wording.Accounting(a, d.places) }

// filedUnder lists the fields that every memo has in addition to the lease's name and ID. The value comes from the tag
// with the same name. Without such a tag, the memo has an empty line for the field.
var filedUnder = []string{"Entity", "Lessor", "Asset", "Location"}

// Identity returns the fields that identify the lease, followed by fields for the signatures and
// dates of the preparer and the reviewer. Pass the result to [document.Document.Fields].
func Identity(l *leasehold.Lease) [][2]string {
	say := l.Standard.Say
	fields := [][2]string{{say("Lease"), l.Name}, {say("Lease ID"), l.ID}}
	tags := wording.TagNames(l)
	for _, name := range filedUnder {
		label, value := say(name), ""
		if i := slices.IndexFunc(tags, func(tag string) bool { return strings.EqualFold(tag, name) || strings.EqualFold(tag, label) }); i >= 0 {
			value = l.Tags[tags[i]]
			tags = slices.Delete(tags, i, i+1)
		}
		fields = append(fields, [2]string{label, value})
	}
	for _, tag := range tags {
		fields = append(fields, [2]string{tag, l.Tags[tag]})
	}
	if len(fields)%2 == 1 {
		fields = append(fields, [2]string{})
	}
	return append(fields, [][2]string{{"Prepared by", ""}, {"Date", ""}, {"Reviewed by", ""}, {"Date", ""}}...)
}

// balance is a point on the chart: the liability and the asset at the end of a day.
type balance struct {
	day              int // days from commencement
	liability, asset money.Amount
}

func (d *memo) balances() []balance {
	start := d.r.Lease.Start()
	days := func(to civil.Date) int { return to.Ordinal() - start.Ordinal() }
	list := []balance{{0, d.r.InitialLiability, d.r.InitialRouAsset}}
	for _, line := range wording.Schedule(&d.r.Measurement) {
		if p, e := line.Period, line.Event; e == nil {
			list = append(list, balance{days(p.Last) + 1, p.LiabilityClose, p.RouAssetClose})
		} else if e.Treatment != schedule.Expensed {
			list = append(list, balance{days(e.Date), e.LiabilityBefore, e.RouAssetBefore}, balance{days(e.Date), e.LiabilityAfter, e.RouAssetAfter})
		}
	}
	return list
}

// axis is a scale from low to high with a line at every multiple of step. All values are in minor units.
type axis struct{ low, high, step *big.Int }

// axisOf returns an axis that covers 0 and all balances and has no more than six lines.
func axisOf(list []balance) axis {
	low, high := new(big.Int), big.NewInt(1)
	for _, b := range list {
		for _, a := range []*big.Int{b.liability.Big(), b.asset.Big()} {
			if a.Cmp(low) < 0 {
				low = a
			}
			if a.Cmp(high) > 0 {
				high = a
			}
		}
	}
	step := roundStep(new(big.Int).Quo(new(big.Int).Sub(high, low), big.NewInt(4)))
	up := new(big.Int).Sub(high, big.NewInt(1))
	return axis{new(big.Int).Mul(new(big.Int).Div(low, step), step), up.Add(up.Mul(up.Div(up, step), step), step), step}
}

// roundStep returns the smallest number not below x that is 1, 2 or 5 times a power of ten.
func roundStep(x *big.Int) *big.Int {
	for ten := big.NewInt(1); ; ten.Mul(ten, big.NewInt(10)) {
		for _, n := range []int64{1, 2, 5} {
			if step := new(big.Int).Mul(ten, big.NewInt(n)); step.Cmp(x) >= 0 {
				return step
			}
		}
	}
}

func (x axis) lines() (list []*big.Int) {
	for at := x.low; at.Cmp(x.high) <= 0; at = new(big.Int).Add(at, x.step) {
		list = append(list, at)
	}
	return list
}

func (x axis) part(a *big.Int) float64 {
	part, _ := new(big.Rat).SetFrac(new(big.Int).Sub(a, x.low), new(big.Int).Sub(x.high, x.low)).Float64()
	return part
}

func (d *memo) chart() {
	if d.r.Lease.Exempt() {
		return
	}
	const height, right, leftmost, gap = 34.0, 4.0, 70.0, 4.0
	d.Room(height + 6*document.RowHeight)
	list, headings := d.balances(), wording.Headings(&d.r.Measurement)
	d.Ln(document.RowHeight)
	d.Figure(headings.Liability+" and "+strings.ToLower(headings.Asset)+" over the term", "", "B", "")
	scale := axisOf(list)
	amounts, widest := d.amounts(scale)
	left := min(max(24, widest+gap), leftmost)
	top, width := d.GetY()+2, d.Width()-left-right
	x := func(day int) float64 {
		return document.Margin + left + width*float64(day)/float64(max(list[len(list)-1].day, 1))
	}
	y := func(a *big.Int) float64 { return top + height*(1-scale.part(a)) }
	label := func(at, text string, x, y float64) {
		d.SetXY(x, y-document.RowHeight/2)
		d.Put(left-2, document.RowHeight, text, at, "")
	}
	d.Font("", min(document.SmallSize, document.SmallSize*(left-gap)/widest))
	d.SetDrawColor(200, 200, 200)
	for i, at := range scale.lines() {
		d.Line(x(0), y(at), x(0)+width, y(at))
		label("R", amounts[i], document.Margin, y(at))
	}
	d.Font("", document.SmallSize)
	d.years(x, label, top+height+document.RowHeight/2)
	line := func(red, green, blue int, of func(balance) money.Amount, name string, legend float64) {
		d.SetDrawColor(red, green, blue)
		d.SetLineWidth(0.5)
		for i := range list[1:] {
			d.Line(x(list[i].day), y(of(list[i]).Big()), x(list[i+1].day), y(of(list[i+1]).Big()))
		}
		d.Line(legend, top-3.5, legend+8, top-3.5)
		d.SetDashPattern(nil, 0)
		d.SetLineWidth(0.15)
		d.SetXY(legend+9, top-3.5-document.RowHeight/2)
		d.Put(45, document.RowHeight, name, "L", "")
	}
	line(31, 78, 158, func(b balance) money.Amount { return b.liability }, headings.Liability, document.Margin+d.Width()-105)
	d.SetDashPattern([]float64{1.6, 0.9}, 0)
	line(190, 100, 20, func(b balance) money.Amount { return b.asset }, headings.Asset, document.Margin+d.Width()-50)
	d.SetDrawColor(0, 0, 0)
	d.SetXY(document.Margin, top+height+1.5*document.RowHeight)
}

func (d *memo) amounts(x axis) (list []string, widest float64) {
	d.Font("", document.SmallSize)
	for _, at := range x.lines() {
		text := strings.Replace(d.amount(money.FromBig(at)), "."+strings.Repeat("0", d.places), "", 1)
		list, widest = append(list, text), max(widest, d.GetStringWidth(text))
	}
	return list, widest
}

// years writes at most eight labels, each at the start of a lease year.
func (d *memo) years(x func(day int) float64, label func(at, text string, x, y float64), y float64) {
	start := d.r.Lease.Start()
	last := d.r.Schedule[len(d.r.Schedule)-1].Last
	every := 12 * (1 + (int(last.Year)-int(start.Year))/8)
	for at := start; !last.Before(at); at = at.AddMonths(every) {
		label("L", strconv.Itoa(int(at.Year)), x(at.Ordinal()-start.Ordinal())-3, y)
	}
}
