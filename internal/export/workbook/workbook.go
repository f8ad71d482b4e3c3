// Package workbook writes a lease as a spreadsheet of live formulas. Every figure
// in it is a formula on the cells of the sheet Lease. The service's own figures
// are on the sheets Check and Service to compare with, and are the values that a
// program shows before it has recalculated.
//
// A spreadsheet computes in binary floating point with 53 bits. The formulas
// keep to what such numbers hold exactly: amounts are whole numbers of cents,
// an exact balance is a whole number of cents and a fraction of one, and
// products are split before they grow too long. So the figures agree to the cent
// up to the limit. What cannot be decided is a value that is below half a cent by
// less than a billionth of one: the formulas round it up.
package workbook

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/export/spreadsheet"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
)

// Options are what a workbook needs to know beside the lease.
type Options struct {
	Currency string // a label
	Version  string // of the program
	Paper    paper.Size
}

// The days that a spreadsheet's calendar knows for certain. Programs disagree
// about the first two months of 1900.
var (
	firstDay = leasehold.Date{Year: 1900, Month: 3, Day: 1}
	lastDay  = leasehold.Date{Year: 9999, Month: 12, Day: 30} // the day after it is computed too
)

// Write writes the workbook of r. The bytes depend on r and o alone.
func Write(w io.Writer, r *leasehold.Result, o Options) error {
	if err := fits(r); err != nil {
		return err
	}
	b := &book{
		Book: spreadsheet.New(spreadsheet.Options{
			Title: "Lease accounting", Subject: wording.Treatment(&r.Measurement), Description: "Lease accounting in live formulas",
			Paper: o.Paper, Places: wording.Places(&r.Lease),
		}),
		r: r, o: o,
	}
	b.build()
	return b.Write(w)
}

// fits reports whether a spreadsheet can hold the lease.
func fits(r *leasehold.Result) error {
	if !Recomputes(r) {
		return errors.New("workbook: the formulas do not know everything that the lease states")
	}
	for _, in := range amountsOf(&r.Lease) {
		if spreadsheet.TooLarge(in.value.Amount()) {
			return &spreadsheet.LimitError{Field: in.name, Message: "a workbook holds amounts below " + spreadsheet.Limit.String() + "; " + in.value.String() + " is not"}
		}
	}
	figures := []money.Amount{r.InitialLiability, r.InitialRouAsset, r.TotalUndiscountedPayments, r.TotalLeaseCost}
	for i := range r.Schedule {
		p := &r.Schedule[i]
		figures = append(figures, p.Payment, p.Interest, p.Principal, p.LiabilityClose, p.RouAmortization, p.RouAssetClose, p.LeaseExpense)
	}
	if i := slices.IndexFunc(figures, spreadsheet.TooLarge); i >= 0 {
		return &spreadsheet.LimitError{Field: "paymentAmount", Message: "a workbook holds figures below " + spreadsheet.Limit.String() + "; this lease has one of " + figures[i].String()}
	}
	last := r.Schedule[len(r.Schedule)-1].Last
	if before(r.Lease.CommencementDate, firstDay) || before(lastDay, last) {
		return &spreadsheet.LimitError{Field: "commencementDate", Message: fmt.Sprintf("a workbook's calendar covers %s to %s; this term runs from %s to %s",
			firstDay, lastDay, r.Lease.CommencementDate, last)}
	}
	return nil
}

// Recomputes reports whether the formulas of this workbook know everything that the
// lease states; those of package lifebook know the rest. A member that they did not
// know would be a figure that nobody checks.
func Recomputes(r *leasehold.Result) bool {
	l := &r.Lease
	uneven := len(l.RentSteps) > 0 || l.AnnualEscalationAmount.Value.Sign() > 0 || len(l.RentFree) > 0 || len(l.OtherPayments) > 0
	choices := l.Basis.Value != leasehold.Basis{} || l.Exemption != leasehold.NoExemption || l.Fund.Value != leasehold.GovernmentWide
	others := l.RestorationCost.Set || l.GuaranteedResidualValue.Set || l.AssetTotalLifeMonths.Set || l.OpeningRouAsset.Set
	return !uneven && !choices && !others && wording.Places(l) == 2 && len(r.Segments) == 1 && len(r.Events) == 0
}

func before(a, b leasehold.Date) bool {
	return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Month, b.Month), cmp.Compare(a.Day, b.Day)) < 0
}

// The sheets, in their order.
const (
	sheetSummary        = "Summary"
	sheetLease          = "Lease"
	sheetClassification = "Classification"
	sheetSchedule       = "Schedule"
	sheetJournal        = "Journal"
	sheetDisclosures    = "Disclosures"
	sheetCheck          = "Check"
	sheetBasis          = "Basis"
	sheetConstants      = "Constants"
	sheetRents          = "Rents"
	sheetBalances       = "Balances"
	sheetWorkings       = "Workings"
	sheetService        = "Service"
)

// book is a workbook of one lease in the making.
type book struct {
	*spreadsheet.Book

	r *leasehold.Result
	o Options
}

// build writes the sheets.
func (b *book) build() {
	for _, s := range []struct {
		name    string
		working bool
		write   func(*spreadsheet.Sheet)
	}{
		{sheetLease, false, b.lease},
		{sheetSummary, false, b.summary},
		{sheetClassification, false, b.classification},
		{sheetSchedule, false, b.schedule},
		{sheetJournal, false, b.journal},
		{sheetDisclosures, false, b.disclosures},
		{sheetCheck, false, b.checkSheet},
		{sheetBasis, false, b.basis},
		{sheetConstants, true, b.constants},
		{sheetRents, true, b.rents},
		{sheetBalances, true, b.balances},
		{sheetWorkings, true, b.workings},
		{sheetService, true, b.service},
	} {
		b.Add(s.name, s.working, s.write)
	}
}
