// Package workbook writes a lease as a spreadsheet with formulas. The yellow cells are inputs.
// Formulas compute each measurement from the inputs, and other formulas compute the schedule, the
// events, the journal, the classification tests and the disclosures from the measurements. For
// comparison, the Check and Service sheets contain the amounts that the service computed. Until a
// spreadsheet program recalculates a formula, it shows the service's amount.
//
// A spreadsheet computes in binary floating point with 53 bits. A formula first rounds an amount to
// several decimals of a minor unit and then to whole minor units. An exact half therefore counts as
// a half. If an amount is closer to a half than these decimals can show, the formula may round
// differently from the service, which computes exactly. The Check sheet then shows a difference.
package workbook

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

const (
	maxEvents      = 40
	longestFormula = 8000 // below Excel's limit of 8,192 characters
)

// limit is the limit, in minor units, that amounts must stay below. Floating point then represents
// exactly the decimals that determine how an amount is rounded.
var limit = money.Int(1_000_000_000_000).Minor(0)

// Write writes the workbook of r. If the lease does not fit into a workbook, the error is a
// [*spreadsheet.LimitError]. Any other error comes from w. Equal arguments result in equal bytes.
func Write(w io.Writer, r *leasehold.Result, o paper.Options) error {
	if err := fits(r); err != nil {
		return err
	}
	inForce, err := leasehold.TermsInForce(&r.Lease)
	if err != nil {
		return err // cannot happen, because the lease has already been measured
	}
	places := wording.Places(&r.Lease)
	unsupported := slices.DeleteFunc(slices.Clone(unsupportedInputs), func(x unsupported) bool { return !x.of(&r.Lease) })
	b := &book{
		Book: spreadsheet.New(spreadsheet.Options{
			Title: "Lease accounting", Subject: wording.Treatment(&r.Measurement), Description: "Lease accounting in live formulas",
			Paper: o.Paper.For(r.Lease.Standard), Places: places, Values: len(unsupported) > 0, Say: r.Lease.Say,
		}),
		r: r, o: o, places: places, unsupported: unsupported, live: len(unsupported) == 0, inputs: inputsOf(&r.Lease),
	}
	b.columns = scheduleColumns(&r.Measurement)
	b.schedule, b.journal = b.scheduleTable(), journalTable
	b.traceTerms(inForce)
	b.buildBlocks()
	for i := range r.Events {
		b.outcomes = append(b.outcomes, b.outcome(i))
	}
	b.build()
	if b.tooLong {
		b.Fail(&spreadsheet.LimitError{Field: "otherPayments", Message: "a schedule row has too many one-off payments for a workbook formula"})
	}
	return b.Write(w)
}

func fits(r *leasehold.Result) error {
	tooMuch := func(field, format string, args ...any) error {
		return &spreadsheet.LimitError{Field: field, Message: fmt.Sprintf(format, args...)}
	}
	if n := len(r.Events); n > maxEvents {
		return tooMuch("events", "a workbook can contain at most %d events; this lease has %d", maxEvents, n)
	}
	places := wording.Places(&r.Lease)
	most := limit.AppendPlaces(nil, places)
	tooLarge := func(a money.Amount) bool { return a.Abs().Cmp(limit) >= 0 }
	for _, x := range inputsOf(&r.Lease)[0].inputs {
		if x.from == (civil.Date{}) && tooLarge(x.exact.Minor(places)) {
			return tooMuch(x.field, "a workbook can hold only amounts below %s; %s is too large", most, x.exact)
		}
	}
	amounts := []money.Amount{r.InitialLiability, r.InitialRouAsset, r.TotalUndiscountedPayments, r.TotalLeaseCost, r.Life.Payments}
	for i := range r.Schedule {
		p := &r.Schedule[i]
		amounts = append(amounts, p.Payment, p.LiabilityClose, p.RouAssetClose)
	}
	if i := slices.IndexFunc(amounts, tooLarge); i >= 0 {
		return tooMuch("paymentAmount", "a workbook can hold only amounts below %s; one amount of this lease is %s", most, amounts[i].AppendPlaces(nil, places))
	}
	first, last := civil.New(1900, 3, 1), civil.New(9999, 12, 30)
	if start, end := r.Lease.CommencementDate, r.Schedule[len(r.Schedule)-1].Last; start.Before(first) || last.Before(end) {
		return tooMuch("commencementDate", "a workbook can contain dates from %s to %s; this term runs from %s to %s", first, last, start, end)
	}
	return nil
}

type book struct {
	*spreadsheet.Book

	r           *leasehold.Result
	o           paper.Options
	places      int           // number of decimals in amounts
	unsupported []unsupported // inputs without formulas
	live        bool          // whether the workbook has formulas, which it does if every input is supported
	inputs      inputs
	columns     []wording.ScheduleColumn // the schedule's amount columns
	schedule    table
	journal     table
	terms       []terms    // terms at commencement and after each event
	traced      []line     // lines of the Terms sheet: rents, and amounts at the end of the term
	blocks      []*block   // measurements, one for each segment of the schedule
	outcomes    [][]result // each event's amounts
	tooLong     bool       // whether any formula is too long
}

func (b *book) build() {
	b.Add("Summary", b.summary)
	b.Add("Lease", b.lease)
	b.Add("Classification", b.classification)
	b.AddIf(len(b.r.Events) > 0, "Events", b.events)
	b.AddIf(len(b.r.RatesUsed) > 0, "Rates", b.rates)
	b.AddEvidence(&b.r.Lease)
	b.Add("Schedule", b.writeSchedule)
	b.Add("Journal", b.writeJournal)
	b.Add("Disclosures", b.disclosures)
	b.AddIf(b.live, "Check", b.check)
	b.Add("Basis", b.basis)
	if !b.live {
		return
	}
	b.AddWorking("Terms", b.writeTerms)
	for _, k := range b.blocks {
		if len(k.rows) > 0 {
			b.AddWorking(k.Sheet, k.write)
		}
		if k.shortened != nil {
			b.AddWorking(k.shortened.Sheet, k.shortened.write)
		}
	}
	b.AddWorking("Service", b.writeService)
}

// Before a number is rounded to whole minor units, it is rounded to several decimals of a minor
// unit. Binary floating point has fifteen decimal digits, and the last of these digits become
// inexact over a long chain of rows.
const (
	fewestDecimals = 2
	mostDecimals   = 7
	exactDigits    = 14
)

// decimals returns how many decimals remain exact for the largest of the given amounts.
func decimals(list ...money.Amount) int {
	digits := 1
	for _, a := range list {
		digits = max(digits, len(minorText(a.Abs())))
	}
	return min(max(exactDigits-digits, fewestDecimals), mostDecimals)
}

// sized returns a formula that rounds a number to whole minor units. The given size determines how
// many decimals are exact.
func sized(cell, size string) string {
	return fmt.Sprintf("ROUND(ROUND(%s,MAX(%d,MIN(%d,%d-LEN(INT(ABS(%s)))))),0)", cell, fewestDecimals, mostDecimals, exactDigits, size)
}

func rounded(formula string) string { return "ROUND(ROUND(" + formula + ",decided),0)" }

// minorOf returns a formula that converts an input amount to minor units.
func minorOf(cell string) string {
	if cell == noInput {
		return noInput
	}
	return "ROUND(ROUND(" + cell + "*unit,decidedAmounts),0)"
}

func (b *book) number(a money.Amount) float64 {
	return spreadsheet.Number(string(a.AppendPlaces(nil, b.places)))
}

func minor(a money.Amount) float64 { return float64(a.Big().Int64()) }

func minorText(a money.Amount) string { return string(a.AppendPlaces(nil, 0)) }

func eventName(i int, field string) string { return "event" + strconv.Itoa(i+1) + "_" + field }

func name(prefix string, indexes ...int) string {
	for _, i := range indexes {
		prefix += "_" + strconv.Itoa(i)
	}
	return prefix
}

func (b *book) leaseName() (text string) {
	for _, part := range []string{b.r.Lease.ID, b.r.Lease.Name} {
		if part != "" {
			text += ", " + part
		}
	}
	return text
}

// valueColumn is the column with the values on a sheet of lines.
const valueColumn = "B"

// line is a labeled cell, with an explanation and a name for use in formulas.
type line struct {
	name, label, about string
	look               spreadsheet.Style
	value              any    // value computed by the service
	formula            string // "" if the cell contains a value instead of a formula
}

func (b *book) lines(s *spreadsheet.Sheet, list ...line) {
	for _, x := range list {
		cell := s.Value(x.look, x.value)
		if x.formula != "" {
			cell = s.Formula(x.look, x.value, x.formula)
		}
		row := s.Put(s.Text(spreadsheet.Label, x.label), cell, s.Text(spreadsheet.Note, x.about))
		if x.name != "" {
			s.Define(x.name, valueColumn, row)
		}
	}
}

// section writes headings and lines below a blank row.
func (b *book) section(s *spreadsheet.Sheet, label, value, about string, list ...line) {
	if s.Row() > 3 { // a blank row already follows the title
		s.Skip()
	}
	s.Headings(spreadsheet.Left(label), spreadsheet.Right(value), spreadsheet.Left(about))
	b.lines(s, list...)
}

func (b *book) amount(name, label, about string, a money.Amount, formula string) line {
	return line{name, label, about, spreadsheet.Amount, b.number(a), formula}
}

func (b *book) total(name, label, about string, a money.Amount, formula string) line {
	return line{name, label, about, spreadsheet.AmountBold, b.number(a), "ROUND(" + formula + "," + strconv.Itoa(b.places) + ")"}
}

func text(label, value, about string) line {
	return line{label: label, about: about, look: spreadsheet.RightText, value: value}
}

// table describes a sheet with one row per item. Formulas refer to its columns by name.
type table struct {
	spreadsheet.Rows

	columns []column
}

type column struct {
	name    string
	heading spreadsheet.ColumnHeading
	look    spreadsheet.Style
	part    part             // columns of the same part have formulas in the same rows; 0 if the column has no formula
	formula string           // "" if each row sets the cell
	value   func(r *row) any // returns the service's value for a row; nil if the service has no such value
}

func newTable(sheet string, first, last int, columns []column) table {
	names := lists.Map(columns, func(c column) string { return c.name })
	return table{spreadsheet.Rows{Sheet: sheet, First: first, Last: last, Columns: names}, columns}
}

func (t *table) head(s *spreadsheet.Sheet, title, about string) {
	s.Freeze(4, 0)
	s.Table(title, about, lists.Map(t.columns, func(c column) spreadsheet.ColumnHeading { return c.heading })...)
}

// values returns the values that the service computed for a row, keyed by column name. It includes
// only the columns of the given parts.
func (t *table) values(parts part, r *row) map[string]any {
	values := map[string]any{}
	for _, c := range t.columns {
		if c.value != nil && parts&c.part != 0 {
			values[c.name] = c.value(r)
		}
	}
	return values
}

// put writes a row. Its cells store the given values, by column. A column uses the row's formula
// for it, if there is one. Otherwise, a column in the given parts uses its own formula.
func (b *book) put(s *spreadsheet.Sheet, t *table, parts part, formulas map[string]string, values map[string]any) {
	cells, number := make([]any, len(t.columns)), s.Row()+1
	for i, c := range t.columns {
		formula, value := formulas[c.name], values[c.name]
		if formula == "" && parts&c.part != 0 {
			formula = c.formula
		}
		switch {
		case formula != "":
			formula = t.Local(number, formula)
			cells[i] = s.Formula(c.look, value, formula)
			b.tooLong = b.tooLong || len(formula) > longestFormula
		case value != nil:
			cells[i] = s.Value(c.look, value)
		}
	}
	s.Put(cells...)
}
