package export

import (
	"fmt"
	"slices"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// booked returns the entries of a lease for a reporting period, posted to the optional accounts in
// the account map.
func (o *Options) booked(l *portfolio.Line, of *facts, span leasehold.Span) ([]leasehold.NumberedEntry, error) {
	entries := l.Figures.Entries
	if l.Lease.Fund.Value == leasehold.BothFunds {
		entries = slices.DeleteFunc(slices.Clone(entries), func(e leasehold.NumberedEntry) bool { return !o.wants(&e.Entry) })
	}
	clearing, accumulated := o.has(accountRentClearing, of), o.has(accountAccumulated, of)
	if clearing || accumulated {
		entries = finer(entries, clearing, accumulated)
	}
	if accumulated && !o.inFund(l.Lease) && l.Lease.TermMonths > 0 { // a lease that is missing from the current report has no term
		released, err := releases(l, span)
		if err != nil {
			return nil, err
		}
		entries = append(entries, released...)
		slices.SortStableFunc(entries, func(a, b leasehold.NumberedEntry) int { return a.Date.Compare(b.Date) })
	}
	return entries, nil
}

// finer returns the entries with some postings replaced. If clearing is true, monthly rent is
// posted to the rent clearing account. If accumulated is true, amortization and impairment are
// posted to accumulated amortization.
func finer(entries []leasehold.NumberedEntry, clearing, accumulated bool) []leasehold.NumberedEntry {
	list := slices.Clone(entries)
	for i := range list {
		e := &list[i]
		e.Lines = slices.Clone(e.Lines)
		month := e.Kind == schedule.EntryMonth
		impairment := e.Kind == schedule.EntryEvent && slices.ContainsFunc(e.Lines, func(l leasehold.Line) bool {
			return l.Account == standard.AccountImpairmentLoss || l.Account == standard.AccountImpairmentReversal
		})
		for k := range e.Lines {
			switch line := &e.Lines[k]; {
			case month && line.Account == standard.AccountCash && clearing:
				line.Account = accountRentClearing
			case (month || impairment) && line.Account.Role() == standard.AccountRouAsset && accumulated:
				line.Account = accountAccumulated
			}
		}
		if e.Kind == schedule.EntryCorrection && accumulated {
			for _, line := range e.Amortized { // reverse the asset line and post its amount to accumulated amortization
				reversal := leasehold.Line{Account: line.Account, Debit: line.Credit, Credit: line.Debit}
				line.Account = accountAccumulated
				e.Lines = append(e.Lines, reversal, line)
			}
		}
	}
	return list
}

// releases returns the entries that derecognize accumulated amortization at lease events and at the
// end of the lease term.
func releases(l *portfolio.Line, span leasehold.Span) (list []leasehold.NumberedEntry, err error) {
	if l.Lease.Foreign() {
		for _, of := range l.Figures.Released {
			list = append(list, release(l, of.Date, of.Amount)...)
		}
		return list, nil
	}
	var days []civil.Date
	for i := range l.Lease.Events {
		days = append(days, l.Lease.Events[i].Date)
	}
	if l.Figures.RemainingMonths.Sign() == 0 {
		m, err := leasehold.Measure(l.Lease)
		if err != nil {
			return nil, err
		}
		last := m.Schedule[len(m.Schedule)-1].Last
		days = append(days, last, last.Next())
	}
	slices.SortFunc(days, civil.Date.Compare)
	for _, day := range slices.Compact(days) {
		if day.Before(span.From) || span.To.Before(day) {
			continue
		}
		released, err := releasedOn(l.Lease, day)
		if err != nil {
			return nil, err
		}
		list = append(list, release(l, day, released)...)
	}
	return list, nil
}

// release returns the entry that derecognizes accumulated amortization on a day, or nil if the
// amount is 0.
func release(l *portfolio.Line, day civil.Date, released money.Amount) []leasehold.NumberedEntry {
	if released.IsZero() {
		return nil
	}
	from, to := accountAccumulated, l.Lease.Standard.Account(standard.AccountRouAsset)
	if released.Sign() < 0 { // the asset was negative because of lease incentives
		from, to, released = to, from, released.Neg()
	}
	memo := l.Lease.Say("Accumulated amortization derecognized, lease ") + l.Lease.ID
	return []leasehold.NumberedEntry{transfer(l, day, "A", memo, from, to, released)}
}

// transfer returns an entry that debits one account and credits another account.
func transfer(l *portfolio.Line, day civil.Date, suffix, memo string, debit, credit leasehold.Account, amount money.Amount) leasehold.NumberedEntry {
	return leasehold.NumberedEntry{Number: l.Lease.ID + "-" + compact(day) + "-" + suffix, Entry: leasehold.Entry{
		Kind: schedule.EntryEvent, Date: day, Memo: memo,
		Lines: []leasehold.Line{{Account: debit, Debit: amount}, {Account: credit, Credit: amount}},
	}}
}

// releasedOn returns the amount of accumulated amortization that is derecognized on a day.
func releasedOn(l *leasehold.Lease, day civil.Date) (money.Amount, error) {
	before, err := leasehold.MeasureSpan(l, leasehold.Span{From: day.Prev(), To: day.Prev(), InLeaseCurrency: true})
	if err != nil {
		return money.Amount{}, err
	}
	on, err := leasehold.MeasureSpan(l, leasehold.Span{From: day, To: day, InLeaseCurrency: true})
	if err != nil {
		return money.Amount{}, err
	}
	return before.Of(figure.AssetAccumulated).Add(on.Of(figure.AssetAmortization)).Add(on.Of(figure.AssetImpairment)).
		Sub(on.Of(figure.AssetAccumulated)), nil
}

// reclassified returns two entries: one reclassifies the current portion of the liability on a day,
// and the other reverses this on the next day. The current portion must not be 0.
func reclassified(l *portfolio.Line, day civil.Date) []leasehold.NumberedEntry {
	current, liability := l.Figures.Books().Of(figure.CurrentLiability), l.Lease.Standard.Account(standard.AccountLeaseLiability)
	memo := l.Lease.Say("Current part of the lease liability on "+day.String()+", lease ") + l.Lease.ID
	return []leasehold.NumberedEntry{
		transfer(l, day, "C", memo, liability, accountCurrentLiability, current),
		transfer(l, day.Next(), "R", memo+", reversed", accountCurrentLiability, liability, current),
	}
}

func compact(d civil.Date) string { return fmt.Sprintf("%04d%02d%02d", d.Year, d.Month, d.Day) }
