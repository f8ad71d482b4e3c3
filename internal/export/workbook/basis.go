package workbook

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// beyond is something that the formulas do not compute. The workbook of a lease that
// states it has the figures as values, which a formula would contradict.
type beyond struct {
	label, rule string
	of          func(*leasehold.Lease) bool
}

var beyonds = []beyond{
	member("calendar", "Rents are due on the days that the calendar places. A row that is a part of a period has the period's months and rent by days: its days / the days of the period."),
	member("components", "A payment is split by stand-alone prices: its lease part is the payment x (prices of the lease components / all prices), rounded once; the rest is the service, expensed evenly over the row."),
	member("irrecoverableTaxRate", "Tax that is not recovered is not a lease payment: payment x rate, rounded once and expensed on the day of the payment."),
	member("variablePayments", "Actual variable payments are expensed on their dates and are not part of the liability."),
	member("subleaseIncome", "Sublease income is recognized as received. Reports show it; it is not part of the liability."),
	member("subleases", "Income of each sublease is straight-line over its months. Reports show it; it is not part of the liability."),
	member("initialApplication", "The liability is the present value, at the date of first application, of what is paid from that date on. The asset is the liability plus the prepaid rent in the books, less accrued rent and an onerous provision, so that equity does not change."),
	{"Monthly compounding", "A row grows by (1 + rate / 12)^months.", func(l *leasehold.Lease) bool { return l.Basis.Value.Discounting > leasehold.Actual365 }},
	{"A list of payments", "The lease is a list of dated payments, each discounted from its own day.", func(l *leasehold.Lease) bool { return l.PaymentAmount.Sign() == 0 }},
}

// member is a member of the lease, or of one of its events, beyond the formulas.
func member(name, rule string) beyond {
	return beyond{wording.Label(name), rule, func(l *leasehold.Lease) bool {
		return l.States(name) || name == "components" && slices.ContainsFunc(l.Events, func(e leasehold.Event) bool { return e.Components != nil })
	}}
}

// beyondOf returns what the lease states beyond the formulas.
func beyondOf(l *leasehold.Lease) (list []beyond) {
	for _, x := range beyonds {
		if x.of(l) {
			list = append(list, x)
		}
	}
	return list
}

// rule is a part of the method in short, for a reader who has the workbook alone.
type rule struct {
	name, text string
	sheet      string // what is said of a sheet or of formulas, which a workbook of values has not
}

var rules = []rule{
	{"Rents", "A period's rent is the last rent stated for it or before, escalated at each anniversary of commencement since, less rent-free months, prorated by months, rounded once to minor units.", " Sheet Terms has the stated rents after each event."},
	{"Liability", "Exact balances run backward from 0: balance before = paid on the first day + (paid on the last day + single payments grown to the end + balance after) / growth of the row. The liability is the first balance, rounded.", " Sheets Measurement."},
	{"Growth of a row", "nominal: 1 + rate x months / 12, simple within a row; effective: (1 + rate)^(months / 12); actual_365: (1 + rate)^(days / 365). The rest of a row that an event cut grows as the whole period less what has passed.", ""},
	{"The one-cent rule", "Interest of a row is the exact interest rounded. Where the printed balance would then be almost a minor unit from the exact one, interest moves by one. Straight-line shares likewise, against the exact running total.", ""},
	{"Events", "An event takes the carrying amounts at the close of the prior day. One that measures starts a new measurement; the asset moves with the liability, not below 0; at a decrease of scope a share of both leaves first, with a gain or loss.", " Sheet Events."},
	{"A row that an event cuts", "The first part has what is paid in it and what has accrued by its last day: cost by days, interest evenly under nominal without single payments, otherwise as the exact balance grows.", ""},
	{"Maturity and current portion", "Payments by lease year. Long-term portion: the balance just after the last payment of the first twelve months, at most the initial liability less what is paid at commencement; 0 for terms of up to twelve months.", " Sheet Disclosures."},
	{"Economic life and fair value", "75% and 90% or more; compared exactly, shown truncated. A criterion without input is not tested.", " Sheet Classification."},
	{"What the workbook does not recompute", "", "The class of an event, the months of amortization, the entries of a governmental fund, and the rent of months that an extension adds to a period begun: they are the service's, as exported. Dates, terms, frequency, timing, standard and class are fixed."},
	{"What a spreadsheet cannot decide", "", "It computes with 53 binary digits. A number is rounded to some decimals of a minor unit (the name decided) before it is rounded to whole ones. What lies closer to a half than that is taken for a half; the service decides exactly. The sheet Check would show it."},
}

const basisWidth = 130.0

// basis writes what the figures rest on.
func (b *book) basis(s *spreadsheet.Sheet) {
	s.Widths(34, basisWidth)
	r := b.r
	s.Head("Basis", "Origin of this workbook, rules, paragraphs and notes.")
	s.Headings(spreadsheet.Left("Origin"), spreadsheet.Left(""))
	input := string(r.Lease.Append(nil))
	sum := sha256.Sum256([]byte(input))
	s.Put(s.Text(spreadsheet.Label, "Program"), "Leasehold "+b.o.Version)
	s.Put(s.Text(spreadsheet.Label, "Rules revision"), s.Value(spreadsheet.LeftNumber, leasehold.RulesRevision))
	s.Put(s.Text(spreadsheet.Label, "SHA-256 of the input"), hex.EncodeToString(sum[:]))
	spaced := strings.ReplaceAll(input, `,"`, `, "`)
	line := func(name, text string) {
		s.Tall(text, basisWidth, s.Text(spreadsheet.WrappedLabel, name), s.Text(spreadsheet.Wrapped, text))
	}
	line("Input", spaced)
	s.Put(s.Text(spreadsheet.Label, "Currency"), b.o.Currency)
	s.Skip()
	s.Headings(spreadsheet.Left("Rule"), spreadsheet.Left(""))
	for _, rule := range b.rules() {
		line(rule.name, rule.text)
	}
	for _, list := range []struct {
		title string
		texts []string
	}{{"Paragraphs, for the lease as exported", r.CitationTexts()}, {"Notes, for the lease as exported", r.NoteTexts()}} {
		s.Skip()
		s.Headings(spreadsheet.Left(list.title), spreadsheet.Left(""))
		for _, text := range list.texts {
			line("", text)
		}
	}
	s.PrintTo("B")
}

// rules returns the parts of the method that this workbook follows: of formulas only
// where it has them, of what is beyond them only where the lease states it.
func (b *book) rules() (list []rule) {
	for _, x := range rules {
		if b.fixed == nil {
			x.text += x.sheet
		}
		if x.text != "" {
			list = append(list, x)
		}
	}
	for _, x := range b.fixed {
		list = append(list, rule{name: x.label, text: x.rule})
	}
	return list
}
