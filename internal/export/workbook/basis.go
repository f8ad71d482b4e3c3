package workbook

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/leasehold-accounting/leasehold"
)

// rules is the method in short, for a reader who has the workbook alone.
var rules = [][2]string{
	{"Rents", "A period's rent is the stated payment x (1 + escalation)^(whole years since commencement), from the stated payment and never from a rounded rent, rounded half away from zero to cents once. A last period shorter than the others is prorated by months. Sheet Rents."},
	{"Terminal amounts", "Residual value guarantee and, where exercise is reasonably certain, purchase option fall due on the last day of the term, in advance and in arrears alike, and are part of the last row's payment."},
	{"Liability", "Rate of a period = annual rate x months / 12. Exact balances run backward from 0 after the last period: in advance, balance before = rent + (balance after + terminal amount) / (1 + rate); in arrears, (balance after + rent + terminal amount) / (1 + rate). The initial liability is the first one rounded to cents. Sheet Workings."},
	{"The one-cent rule", "Interest of a row is the exact interest rounded to cents. Where the printed balance would then stand 0.999999 of a cent or more above the exact one, interest is a cent less; as far below it, a cent more. So every printed balance is less than a cent from the exact one, every row foots, and the last balance is 0.00."},
	{"Straight lines", "A period's share is the total x months of the period / all months, rounded to cents, and moved by a cent by the same rule against the exact running total."},
	{"Asset, finance", "Initial liability + prepaid rent + initial direct costs - incentives, in a straight line over the term; over the economic life where it is shorter, or where ownership is expected."},
	{"Asset, operating", "Cost = payments + prepaid rent + initial direct costs - incentives, in a straight line over the term. Amortization = cost - interest."},
	{"Maturity and current portion", "Payments by lease year. Long-term liability: the balance after the payments of the first twelve months (in advance: before the interest that accrues later), at most the initial liability less a payment due at commencement; 0 for terms up to twelve months."},
	{"Economic life and fair value", "75 % and 90 % or more; compared exactly, shown truncated."},
	{"What a spreadsheet cannot decide", "It computes with 53 binary digits. The formulas hold amounts as whole cents and fractions of a cent, exact to about 10^-12 of a cent, and round fractions to 9 decimals before they decide. A value that lies below half a cent, or below the one-cent threshold, by less than 5 x 10^-10 of a cent is taken to reach it; the service decides exactly. The sheet Check shows it should it ever happen."},
	{"Limits", "Figures stay below 10,000,000,000,000.00; the term lies within 1900-03-01 to 9999-12-30."},
}

// basis writes what the figures rest on.
func (b *book) basis(s *sheet) {
	s.widths(34, 140)
	r := b.r
	s.head("Basis", "Rules, paragraphs, notes, and what this workbook was made from.")
	s.headings("Made from", "")
	sum := sha256.Sum256(r.Lease.Append(nil))
	s.put(s.text(label, "Program"), "Leasehold "+b.o.Version)
	s.put(s.text(label, "Rules revision"), s.value(plain, leasehold.RulesRevision))
	s.put(s.text(label, "SHA-256 of the input"), hex.EncodeToString(sum[:]))
	s.put(s.text(label, "Input"), s.text(wrapped, string(r.Lease.Append(nil))))
	s.put(s.text(label, "Currency"), b.o.Currency)
	s.skip()
	s.headings("Rule", "")
	for _, rule := range rules {
		s.put(s.text(label, rule[0]), s.text(wrapped, rule[1]))
	}
	s.skip()
	s.headings("Paragraphs, for the lease as exported", "")
	for _, c := range r.CitationTexts() {
		s.put(nil, s.text(wrapped, c))
	}
	s.skip()
	s.headings("Notes, for the lease as exported", "")
	for _, n := range r.NoteTexts() {
		s.put(nil, s.text(wrapped, n))
	}
	s.print("B")
}
