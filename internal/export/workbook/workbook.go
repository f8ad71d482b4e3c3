// Package workbook writes a lease as a spreadsheet of live formulas: whatever its
// payments, conventions and events are. What is typed into the yellow cells flows through
// each measurement into the schedule, the events, the journal, the tests of the class and
// the disclosures. The service's own figures are on the sheets Check and Service to
// compare with, and are the values that a program shows before it has recalculated.
//
// A spreadsheet computes in binary floating point with 53 bits. Amounts are held in
// minor units, and a number is rounded to some decimals of one before it is rounded
// to whole ones, so that a half is a half. What lies closer to a half than that can
// be decided differently from the service, which decides exactly; the sheet Check
// would show it.
package workbook

import (
	"cmp"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// Options are what a workbook needs to know in addition to the lease.
type Options struct {
	Currency string // a label
	Version  string // of the program
	Paper    paper.Size
}

// maxEvents bounds the sheets of a workbook.
const maxEvents = 40

// limitDigits are the digits of the largest figure in minor units: below it the
// decimals that decide a rounding are exact.
const limitDigits = 12

var limit = money.FromBig(new(big.Int).Exp(big.NewInt(10), big.NewInt(limitDigits), nil))

// Write writes the workbook of r. The error is a [*spreadsheet.LimitError] or w's.
// The bytes depend on r and o alone.
func Write(w io.Writer, r *leasehold.Result, o Options) error {
	if err := fits(r); err != nil {
		return err
	}
	terms, err := leasehold.TermsInForce(&r.Lease)
	if err != nil {
		return err // it was measured before
	}
	b := &book{
		Book: spreadsheet.New(spreadsheet.Options{
			Title: "Lease accounting", Subject: wording.Treatment(&r.Measurement), Description: "Lease accounting in live formulas",
			Paper: o.Paper, Places: wording.Places(&r.Lease), Values: beyondOf(&r.Lease) != nil, Say: r.Lease.Standard.Say,
		}),
		r: r, o: o, terms: terms, places: wording.Places(&r.Lease), entries: r.Journal(), fixed: beyondOf(&r.Lease),
	}
	b.lay()
	b.build()
	return b.Write(w)
}

// fits reports whether a spreadsheet can hold the lease.
func fits(r *leasehold.Result) error {
	if n := len(r.Events); n > maxEvents {
		return &spreadsheet.LimitError{Field: "events", Message: fmt.Sprintf("a workbook has room for %d events; this lease has %d", maxEvents, n)}
	}
	places := wording.Places(&r.Lease)
	most := string(limit.AppendPlaces(nil, places))
	tooLarge := func(a money.Amount) bool { return a.Abs().Cmp(limit) >= 0 }
	for i := range stated {
		a := &stated[i]
		if o := a.of(&r.Lease); o.Set && tooLarge(o.Value.Minor(places)) {
			return &spreadsheet.LimitError{Field: a.name, Message: "a workbook holds amounts below " + most + "; " + o.Value.String() + " is not"}
		}
	}
	figures := []money.Amount{r.InitialLiability, r.InitialRouAsset, r.TotalUndiscountedPayments, r.TotalLeaseCost, r.Life.Payments}
	for i := range r.Schedule {
		p := &r.Schedule[i]
		figures = append(figures, p.Payment, p.LiabilityClose, p.RouAssetClose)
	}
	if i := slices.IndexFunc(figures, tooLarge); i >= 0 {
		return &spreadsheet.LimitError{Field: "paymentAmount", Message: "a workbook holds figures below " + most + "; this lease has one of " + string(figures[i].AppendPlaces(nil, places))}
	}
	first, last := civil.Date{Year: 1900, Month: 3, Day: 1}, civil.Date{Year: 9999, Month: 12, Day: 30}
	if end := r.Schedule[len(r.Schedule)-1].Last; r.Lease.CommencementDate.Before(first) || last.Before(end) {
		return &spreadsheet.LimitError{Field: "commencementDate", Message: fmt.Sprintf("a workbook's calendar covers %s to %s; this term runs from %s to %s",
			first, last, r.Lease.CommencementDate, end)}
	}
	return nil
}

// The sheets, in their order; those of the measurements come between.
const (
	sheetLease          = "Lease"
	sheetSummary        = "Summary"
	sheetClassification = "Classification"
	sheetEvents         = "Events"
	sheetSchedule       = "Schedule"
	sheetJournal        = "Journal"
	sheetDisclosures    = "Disclosures"
	sheetCheck          = "Check"
	sheetBasis          = "Basis"
	sheetRates          = "Rates"
	sheetEvidence       = "Evidence"
	sheetTerms          = "Terms"
	sheetService        = "Service"
)

// book is a workbook in the making.
type book struct {
	*spreadsheet.Book

	r       *leasehold.Result
	o       Options
	terms   []leasehold.Terms // at commencement and after each event
	places  int               // decimals of the amounts
	entries []leasehold.Entry
	blocks  []*block // one a segment
	rents   [][]rent // by terms: those measured
	owed    [][]rent // by terms: those owed, where an index was expensed
	typed   []typed  // written so far
	fixed   []beyond // why the figures are values; nil where they are formulas
	crowded bool     // a formula is longer than programs read
}

// longest is how long a formula may be: Excel reads 8,192 characters.
const longest = 8000

// fit refuses a lease whose rows have more single payments than a formula holds.
func (b *book) fit(formula string) string {
	if len(formula) > longest && !b.crowded {
		b.crowded = true
		b.Fail(&spreadsheet.LimitError{Field: "otherPayments", Message: "a row has more single payments than a formula of a workbook holds"})
	}
	return formula
}

// typed is an input: the name of its cell and its value at export.
type typed struct {
	label, name string
	look        spreadsheet.Style
	value       any
}

// input writes an input to type into.
func (b *book) input(s *spreadsheet.Sheet, label, name string, look spreadsheet.Style, value any, about string) {
	row := s.Put(s.Text(spreadsheet.Label, label), s.Value(look, value), s.Text(spreadsheet.Note, about))
	s.Define(name, "B", row)
	b.typed = append(b.typed, typed{label, name, look, value})
}

// build writes the sheets.
func (b *book) build() {
	b.Add(sheetLease, false, b.lease)
	b.Add(sheetSummary, false, b.summary)
	b.Add(sheetClassification, false, b.classification)
	if len(b.r.Events) > 0 {
		b.Add(sheetEvents, false, b.events)
	}
	if len(b.r.RatesUsed) > 0 {
		b.Add(sheetRates, false, b.rates)
	}
	if len(b.r.Lease.Evidence) > 0 {
		b.Add(sheetEvidence, false, b.evidence)
	}
	b.Add(sheetSchedule, false, b.schedule)
	b.Add(sheetJournal, false, b.journal)
	b.Add(sheetDisclosures, false, b.disclosures)
	if b.fixed != nil {
		b.Add(sheetBasis, false, b.basis)
		return
	}
	b.Add(sheetCheck, false, b.check)
	b.Add(sheetBasis, false, b.basis)
	b.Add(sheetTerms, true, b.writeTerms)
	for _, k := range b.blocks {
		if len(k.rows) > 0 {
			b.Add(k.sheet, true, k.write)
		}
		if k.shortened != nil {
			b.Add(k.shortened.sheet, true, k.shortened.write)
		}
	}
	b.Add(sheetService, true, b.service)
}

// decided returns the decimals of a minor unit to which a balance is rounded before it
// is rounded to whole ones: as many as its binary digits hold.
func (b *book) decided() int {
	list := []money.Amount{b.r.InitialLiability, b.r.InitialRouAsset}
	for i := range b.r.Schedule {
		list = append(list, b.r.Schedule[i].LiabilityClose)
	}
	return decimals(list...)
}

// decidedAmounts returns the same for amounts that are stated.
func (b *book) decidedAmounts() int {
	l := &b.r.Lease
	list := []money.Amount{b.r.TerminalPayment}
	for i := range stated {
		if stated[i].look == spreadsheet.InputAmount {
			list = append(list, stated[i].of(l).Value.Minor(b.places))
		}
	}
	return decimals(list...)
}

// decidedRents returns the same for rents, which are escalated.
func (b *book) decidedRents() int {
	var list []money.Amount
	for i := range b.r.Schedule {
		list = append(list, b.r.Schedule[i].Rent)
	}
	return decimals(list...)
}

// Decimals of a minor unit that decide a rounding. A number of binary floating point has
// fifteen digits, the last of which are lost in a long chain of rows.
const (
	fewestDecimals = 2
	mostDecimals   = 7
	soundDigits    = 14
)

// decimals returns the decimals that are sound with the largest of some amounts.
func decimals(list ...money.Amount) int {
	largest := int64(1)
	for _, a := range list {
		largest = max(largest, a.Abs().Big().Int64())
	}
	return min(max(soundDigits-len(strconv.FormatInt(largest, 10)), fewestDecimals), mostDecimals)
}

// sized is a formula for a cell rounded to whole minor units, with as many decimals as
// the size of a number leaves.
func sized(cell, size string) string {
	return fmt.Sprintf("ROUND(ROUND(%s,MAX(%d,MIN(%d,%d-LEN(INT(ABS(%s)))))),0)", cell, fewestDecimals, mostDecimals, soundDigits, size)
}

// number returns an amount as a cell shows it.
func (b *book) number(a money.Amount) float64 {
	return spreadsheet.Number(string(a.AppendPlaces(nil, b.places)))
}

// minor returns an amount in minor units. Every amount here is below the limit.
func minor(a money.Amount) float64 { return float64(a.Big().Int64()) }

// rounded is a formula for a balance rounded to whole minor units.
func rounded(formula string) string { return "ROUND(ROUND(" + formula + ",decided),0)" }

// minorOf is a formula for an amount that is typed, in minor units.
func minorOf(name string) string { return "ROUND(ROUND(" + name + "*unit,decidedAmounts),0)" }

// Names of the formulas' cells.
func eventName(event int, member string) string {
	return "event" + strconv.Itoa(event+1) + "_" + member
}

func name(prefix string, i int) string { return prefix + "_" + strconv.Itoa(i) }

func name2(prefix string, i, j int) string {
	return prefix + "_" + strconv.Itoa(i) + "_" + strconv.Itoa(j)
}

// caller is what the caller calls the lease.
func (b *book) caller() string {
	var text strings.Builder
	for _, part := range []string{b.r.Lease.ID, b.r.Lease.Name} {
		if part != "" {
			text.WriteString(", " + part)
		}
	}
	return text.String()
}

// days returns the days from one date to another.
func days(from, to civil.Date) int { return spreadsheet.Serial(to) - spreadsheet.Serial(from) }

// after orders dates.
func after(a, b civil.Date) bool { return cmp.Compare(a.Compare(b), 0) > 0 }
