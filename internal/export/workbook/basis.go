package workbook

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
)

// rules are the method in short, for a reader who has the workbook alone.
var rules = [][2]string{
	{"Rents", "A period's rent is the stated payment x (1 + escalation)^(whole years since commencement). It is computed from the stated payment, never from a rounded rent, and rounded once to cents, half away from zero. A last period shorter than the others is prorated by months. Sheet Rents."},
	{"Amounts at the end of the term", "A residual value guarantee and, where exercise is reasonably certain, the price of a purchase option are due on the last day of the term, whether rent is paid in advance or in arrears. They are part of the last row's payment."},
	{"Liability", "Rate of a period = annual rate x months / 12. Exact balances run backward from 0 after the last period: in advance, balance before = rent + (balance after + amount at the end of the term) / (1 + rate); in arrears, (balance after + rent + amount at the end of the term) / (1 + rate). The initial liability is the first balance rounded to cents. Sheets Balances and Workings."},
	{"The one-cent rule", "Interest of a row is the exact interest rounded to cents. Where the printed balance would then be 0.999999 of a cent or more above the exact one, interest is a cent less; where it would be as far below, a cent more. So every printed balance is less than a cent from the exact one, every row foots, and the last balance is 0.00."},
	{"Straight-line amounts", "The amount of a period is the total x months of the period / all months, rounded to cents and adjusted by a cent by the same rule against the exact running total."},
	{"Asset, finance", "Initial liability + prepaid rent + initial direct costs - incentives, straight-line over the term; over the economic life where it is shorter, or where ownership is expected."},
	{"Asset, operating", "Cost = payments + prepaid rent + initial direct costs - incentives, straight-line over the term. Reduction of the asset = cost - accretion of the liability."},
	{"Maturity and current portion", "Payments by lease year. Long-term portion: the balance after the payments of the first twelve months (in advance: before the interest that accrues later), at most the initial liability less a payment due at commencement; 0 for terms of up to twelve months."},
	{"Economic life and fair value", "75% and 90% or more; compared exactly, shown truncated. A criterion without input is not tested."},
	{"What a spreadsheet cannot decide", "It computes with 53 binary digits. The formulas hold amounts as whole cents and fractions of a cent, exact to about 10^-12 of a cent, and round fractions to 9 decimals before they decide. A value that is below half a cent, or below the one-cent threshold, by less than 5 x 10^-10 of a cent is taken to reach it; the service decides exactly. The sheet Check would show it."},
	{"Limits", "Every figure is below 10,000,000,000,000.00; the term is within 1900-03-01 to 9999-12-30."},
}

// basisWidth is the width of the texts of the sheet Basis, in characters.
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
	// A name and its value are one word, so that lines are counted as they break.
	spaced := strings.ReplaceAll(input, `,"`, `, "`)
	s.Tall(spaced, basisWidth, s.Text(spreadsheet.WrappedLabel, "Input"), s.Text(spreadsheet.Wrapped, spaced))
	s.Put(s.Text(spreadsheet.Label, "Currency"), b.o.Currency)
	s.Skip()
	s.Headings(spreadsheet.Left("Rule"), spreadsheet.Left(""))
	for _, rule := range rules {
		s.Tall(rule[1], basisWidth, s.Text(spreadsheet.WrappedLabel, rule[0]), s.Text(spreadsheet.Wrapped, rule[1]))
	}
	for _, list := range []struct {
		title string
		texts []string
	}{{"Paragraphs, for the lease as exported", r.CitationTexts()}, {"Notes, for the lease as exported", r.NoteTexts()}} {
		s.Skip()
		s.Headings(spreadsheet.Left(list.title), spreadsheet.Left(""))
		asExported(s)
		for _, text := range list.texts {
			s.Tall(text, basisWidth, nil, s.Text(spreadsheet.Wrapped, text))
		}
	}
	s.PrintTo("B")
}
