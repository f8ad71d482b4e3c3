package workbook

import (
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// unsupported is an input for which the workbook has no formulas. A lease with such an input has a
// workbook of values.
type unsupported struct {
	label, rule string
	of          func(*leasehold.Lease) bool
}

var unsupportedInputs = []unsupported{
	field("calendar", "Rents are due on the days that the calendar defines. A partial period has the months and the rent of the whole period x its days / the days of the period."),
	field("components", "A payment is split by stand-alone prices. The lease payment is the payment x (prices of the lease components / all prices), rounded once. The remaining amount is for services and is expensed evenly over the row."),
	field("irrecoverableTaxRate", "Irrecoverable tax is not a lease payment: payment x rate, rounded once and expensed on the day of the payment."),
	field("variablePayments", "Actual variable payments are expensed on their dates and are not part of the liability."),
	field("subleaseIncome", "Sublease income is recognized as received. Reports show the income; the liability excludes it."),
	field("subleases", "Income from each sublease is recognized straight-line over its months. Reports show the income; the liability excludes it."),
	field("initialApplication", "The liability is the present value, at the date of initial application, of the payments from that date. The asset is the liability plus prepaid rent, less accrued rent and an onerous lease provision, so that equity does not change."),
	{"Monthly compounding", "The balance grows over a row by the factor (1 + rate / 12)^months.", func(l *leasehold.Lease) bool { return l.Basis.Value.Discounting > leasehold.Actual365 }},
	{"A list of payments", "The lease is a list of dated payments, each discounted from its own day.", func(l *leasehold.Lease) bool { return l.PaymentAmount.Sign() == 0 }},
}

func field(name, rule string) unsupported {
	return unsupported{wording.Label(name), rule, func(l *leasehold.Lease) bool {
		return l.States(name) || name == "components" && slices.ContainsFunc(l.Events, func(e leasehold.Event) bool { return e.Components != nil })
	}}
}

func unsupportedIn(l *leasehold.Lease) (list []unsupported) {
	for _, x := range unsupportedInputs {
		if x.of(l) {
			list = append(list, x)
		}
	}
	return list
}

// rules summarizes the method. Each rule has a heading, a text, and a text only for a workbook with
// formulas.
var rules = [...][3]string{
	{"Rents", "The rent of a period is the latest supplied rent, escalated at each later anniversary of commencement, less rent-free months, prorated by months, rounded once to minor units.", " Sheet Terms lists the rents after each event."},
	{"Liability", "Exact balances run backward from 0: balance before = paid on the first day + (paid on the last day + single payments grown to the end + balance after) / growth of the row. The liability is the first balance, rounded.", " Sheets Measurement."},
	{"Growth of a row", "nominal: 1 + rate x months / 12, simple within a row; effective: (1 + rate)^(months / 12); actual_365: (1 + rate)^(days / 365). After an event within a period, the remaining part grows as the whole period less the part before.", ""},
	{"The one-cent rule", "Interest of a row is the exact interest rounded. If the printed balance would then differ from the exact balance by almost one minor unit, the interest is adjusted by one minor unit. Straight-line shares follow the same rule against the exact running total.", ""},
	{"Events", "An event starts from the carrying amounts at the close of the preceding day. A remeasurement starts a new measurement; the asset moves with the liability, not below 0. A partial termination first derecognizes a share of both, with a gain or loss.", " Sheet Events."},
	{"An event within a row", "The first part contains its payments and the amounts accrued by its last day: cost by days, interest evenly under nominal without single payments, otherwise as the exact balance grows.", ""},
	{"Maturity and current portion", "Payments are grouped by lease year. The long-term portion is the balance after the last payment of the first twelve months, but not more than the initial liability less the payment at commencement. It is 0 for terms of up to twelve months.", " Sheet Disclosures."},
	{"Economic life and fair value", "At least 75% and 90%, compared exactly and shown truncated. A criterion without input is not tested.", " Sheet Classification."},
	{"Amounts that the workbook does not recompute", "", "The class after an event, the months of amortization, the entries of a governmental fund, and the rent of months that an extension adds to a partial period are the service's values as exported. Dates, terms, frequency, timing, standard and class are fixed."},
	{"Rounding in a spreadsheet", "", "A spreadsheet computes with 53 binary digits. A number is first rounded to a few decimals of a minor unit (the defined name decided) and then to whole units. An amount closer to one half than these decimals can show counts as one half; the service rounds exactly. The sheet Check shows such a difference."},
}

func (b *book) basis(s *spreadsheet.Sheet) {
	r := b.r
	s.Table("Basis", "Origin of this workbook, rules, paragraphs and notes.",
		spreadsheet.Left("Origin").Wide(34), spreadsheet.Left("").Wide(130))
	input := string(r.Lease.Append(nil))
	s.Put(s.Text(spreadsheet.Label, "Program"), "Leasehold "+b.o.Version)
	s.Put(s.Text(spreadsheet.Label, "Rules revision"), s.Value(spreadsheet.LeftNumber, leasehold.RulesRevision))
	s.Put(s.Text(spreadsheet.Label, "SHA-256 of the input"), paper.Digest([]byte(input)))
	s.Pair("Input", strings.ReplaceAll(input, `,"`, `, "`))
	s.Put(s.Text(spreadsheet.Label, "Currency"), b.o.Currency)
	s.Skip()
	s.Headings(spreadsheet.Left("Rule"), spreadsheet.Left(""))
	for _, x := range rules {
		if b.unsupported == nil {
			x[1] += x[2]
		}
		if x[1] != "" {
			s.Pair(x[0], x[1])
		}
	}
	for _, x := range b.unsupported {
		s.Pair(x.label, x.rule)
	}
	list := func(title string, texts []string) {
		s.Skip()
		s.Headings(spreadsheet.Left(title), spreadsheet.Left(""))
		for _, text := range texts {
			s.Pair("", text)
		}
	}
	list("Paragraphs, for the lease as exported", r.CitationTexts())
	list("Notes, for the lease as exported", r.NoteTexts())
}
