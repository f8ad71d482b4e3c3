package mcpapi

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/reperform"
	"github.com/leasehold-accounting/leasehold/treatments"
)

// list writes the first elements of a list, and names the page with the remaining elements.
func list[T any](b *strings.Builder, title string, all []T, path string, line func(T) string) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintln(b, title)
	for _, element := range all[:min(len(all), textRowsMax)] {
		fmt.Fprintln(b, "- "+line(element))
	}
	if more := len(all) - textRowsMax; more > 0 {
		fmt.Fprintf(b, "- %d more are not shown; to see them, set page to %q\n", more, page{path, textRowsMax + 1})
	}
}

func itself(s string) string { return s }

func reportWords(r *portfolio.Report, entries *entriesOf) string {
	b, q := new(strings.Builder), r.Question
	fmt.Fprintf(b, "Report on %s from %s to %s.\n", markup.Plural(int64(len(r.Leases)), "lease"), q.From, q.To)
	if q.Presentation != (money.Currency{}) {
		fmt.Fprintf(b, "Amounts are in %s; entries, deferred tax and signed balances are in the functional currencies.\n", q.Presentation)
	}
	say := func(text string) string { return wording.OfStandards(text, r.Sum.Standards()) }
	list(b, "Closing subtotals by standard:", r.Sum.Subtotals(), "groups", func(g *portfolio.Group) string {
		f := figures{g.Currency.Places()}
		return f.format("%s: %s, liability %s, asset %s, lease cost %s", g.Key[0], markup.Plural(g.Leases, "lease"), g.Of(figure.LiabilityClosing),
			g.Of(figure.AssetClosing), g.Of(figure.CostTotal))
	})
	writeTotal(b, r.Sum, say)
	if c := r.Comparative; c != nil {
		fmt.Fprintf(b, "Comparative period from %s to %s, %s:\n", c.From, c.To, c.Basis())
		writeTotal(b, c.Sum, say)
	}
	list(b, "Groups:", r.Sum.Groups(), "groups", func(g *portfolio.Group) string {
		f, key := figures{g.Currency.Places()}, make([]string, len(g.Key))
		for i, value := range g.Key {
			key[i] = q.GroupBy[i].String() + " " + cmp.Or(value, "(none)")
		}
		return f.format("%s, %s: "+say("lease liability %s, right-of-use asset %s, lease cost %s, cash paid %s"), strings.Join(key, ", "), markup.Plural(g.Leases, "lease"),
			g.Of(figure.LiabilityClosing), g.Of(figure.AssetClosing), g.Of(figure.CostTotal), g.Of(figure.CashTotal))
	})
	if moved := movedMost(r); len(moved) > 0 {
		fmt.Fprintln(b, "Largest changes in the lease liability:")
		for _, l := range moved {
			f := figures{l.Figures.Currency.Places()}
			fmt.Fprintf(b, "- %s: %s to %s\n", l.Lease.ID, f.text(l.Figures.Of(figure.LiabilityOpening)), f.text(l.Figures.Of(figure.LiabilityClosing)))
		}
		if more := len(r.Leases) - len(moved); more > 0 {
			fmt.Fprintf(b, "To see all %d leases, set page to \"leases\".\n", len(r.Leases))
		}
	}
	list(b, "Weighted averages:", r.Sum.Averages(), "weightedAverages", func(a portfolio.Average) string { return average(a, r.Sum) })
	writePrevious(b, r)
	writeTieOut(b, r.TieOut)
	list(b, "These leases had not commenced by the end of the reporting period:", r.Sum.NotCommenced(), "notCommenced", func(u *portfolio.Upcoming) string {
		return strings.TrimSpace(fmt.Sprintf("%s, undiscounted payments %s %s", markup.Plural(u.Leases, "lease"), figures{u.Currency.Places()}.text(u.Payments), u.Currency))
	})
	list(b, "These leases were skipped because of errors:", r.Skipped, "skipped", func(s portfolio.Skipped) string { return s.Field + ": " + s.Message })
	list(b, "Notes:", r.Notes, "notes", itself)
	decide := slices.DeleteFunc(slices.Clone(r.Leases), func(l portfolio.Line) bool { return len(l.Notes) == 0 })
	list(b, "Leases that need a decision:", decide, "leases", func(l portfolio.Line) string { return l.Lease.ID + ": " + strings.Join(l.Notes, " ") })
	writeEntries(b, r, entries)
	return b.String()
}

func writePrevious(b *strings.Builder, r *portfolio.Report) {
	fmt.Fprintf(b, "Digest of the closing balances on %s: %s\n", r.Question.To, r.Digest)
	switch {
	case r.Previous == nil:
		return
	case r.Previous.Agrees:
		fmt.Fprintln(b, "The opening balances agree with the signed closing.")
	case len(r.Previous.LateChanges) == 0:
		fmt.Fprintf(b, "The opening balances differ from the signed closing: the digest of the opening balances is %s.\n", r.Previous.Digest)
	}
	list(b, "Rates and rules that differ from those of the signed closing:", r.Previous.Causes, "previous.causes", itself)
	list(b, "Prior-period corrections (current amounts less signed amounts):", r.Previous.LateChanges, "previous.lateChanges", portfolio.LateChange.String)
}

const movedMax = 10

// movedMost returns the leases with the largest changes in liability, or nil for a single lease.
func movedMost(r *portfolio.Report) []portfolio.Line {
	if len(r.Leases) < 2 {
		return nil
	}
	lines := slices.Clone(r.Leases)
	moved := func(l *portfolio.Line) money.Amount {
		d := l.Figures.Of(figure.LiabilityClosing).Sub(l.Figures.Of(figure.LiabilityOpening))
		if d.Sign() < 0 {
			return d.Neg()
		}
		return d
	}
	slices.SortStableFunc(lines, func(a, b portfolio.Line) int { return moved(&b).Cmp(moved(&a)) })
	return lines[:min(len(lines), movedMax)]
}

func writeTieOut(b *strings.Builder, all []portfolio.TieOut) {
	differ := portfolio.Differing(all)
	if all != nil && len(differ) == 0 {
		fmt.Fprintln(b, "The trial balance agrees, account by account.")
	}
	list(b, "These accounts of the trial balance differ (debits are positive):", differ, "tieOut", func(t portfolio.TieOut) string {
		f, account := figures{t.Places()}, t.Account
		if key := t.KeyText(); key != "" {
			account += " (" + key + ")"
		}
		return strings.TrimSpace(f.format("%s: ledger %s, Leasehold %s, difference %s. %s", account, t.Ledger, t.Leasehold, t.Difference, t.Says()))
	})
}

// writeEntries writes all journal entries of a report, or their summary if there are many entries.
func writeEntries(b *strings.Builder, r *portfolio.Report, entries *entriesOf) {
	switch {
	case entries.n == 0:
		return
	case entries.n > textRowsMax:
		entries.write(b)
		return
	}
	fmt.Fprintln(b, "Journal entries:")
	eachEntry(r, func(l *leasehold.Lease, e *leasehold.Entry) {
		s := summary{figures: figures{l.Functional().Places()}}
		s.entry(e)
		fmt.Fprintf(b, "%s ", l.ID)
		if l.Foreign() {
			fmt.Fprintf(b, "%s ", l.Functional())
		}
		b.WriteString(s.String())
	})
}

func writeTotal(b *strings.Builder, sum *portfolio.Sum, say func(string) string) {
	of, ok := sum.Total()
	if !ok {
		fmt.Fprintln(b, "There is no total, because the leases are in several currencies.")
		return
	}
	for _, s := range figure.Tables() {
		if !of.Has(s) {
			continue
		}
		f := figures{of.Places(s)}
		var texts []string
		for _, c := range s.Figures {
			if a := of.Of(c); !a.IsZero() {
				title := say(c.Title())
				texts = append(texts, strings.ToLower(title[:1])+title[1:]+" "+f.text(a))
			}
		}
		if texts == nil {
			texts = []string{"all 0"}
		}
		fmt.Fprintf(b, "%s: %s.\n", say(s.Title), strings.Join(texts, ", "))
	}
	f := figures{of.Currency.Places()}
	fmt.Fprintf(b, "At the end: current liability %s, long-term liability %s; undiscounted payments %s, imputed interest %s.\n",
		f.text(of.Of(figure.CurrentLiability)), f.text(of.Of(figure.LongTermLiability)), f.text(of.Of(figure.MaturityTotal)), f.text(of.Of(figure.MaturityImputedInterest)))
}

func average(a portfolio.Average, s *portfolio.Sum) string {
	text := s.Title(a.Standard)
	if !a.Standard.SingleModel() {
		text += ", " + a.Class.String()
	}
	if a.Currency != (money.Currency{}) {
		text += ", " + a.Currency.String()
	}
	var parts []string
	for _, p := range []struct {
		d    *money.Decimal
		name string
	}{
		{a.RemainingMonths, "remaining term in months"},
		{a.DiscountRateAnnual, "discount rate"},
		{a.RateWeightedByLiability, "discount rate weighted by liability"},
	} {
		if p.d != nil {
			parts = append(parts, p.name+" "+p.d.String())
		}
	}
	if parts == nil {
		parts = []string{"none"}
	}
	return text + ": " + strings.Join(parts, ", ")
}

func verifyWords(a *reperform.Answer) string {
	b, f := new(strings.Builder), figures{a.Ours.Lease.Currency.Places()}
	if cause := a.Cause(); cause != "" {
		fmt.Fprintln(b, cause)
	}
	fmt.Fprintln(b, a.Verdict())
	if !a.Agrees && a.Explanation == nil {
		fmt.Fprintln(b, "No tested convention explains every difference.")
	}
	if a.ImpliedRate != nil {
		fmt.Fprintf(b, "The reported opening balance is the present value of the reported payments at %s%%.\n", a.ImpliedRate.Shift(2))
	}
	for _, note := range a.Notes {
		fmt.Fprintln(b, note)
	}
	list(b, "Differences:", a.Differences, "differences", func(d reperform.Difference) string {
		return f.format("%s: recomputed %s, reported %s, difference %s", d.Where, d.Ours, d.Theirs, d.Difference)
	})
	list(b, "Inconsistencies within the reported schedule:", a.Inconsistencies, "inconsistencies", func(x reperform.Inconsistency) string { return x.Where() + ": " + x.Problem(money.Decimal.String) })
	return b.String()
}

func compareWords(c *treatments.Comparison) string {
	b, f := new(strings.Builder), figures{c.Lease.Currency.Places()}
	fmt.Fprintln(b, "treatment | initial liability | initial asset | total lease cost | current liability | long-term liability")
	years := 0
	for i := range c.Treatments {
		t := &c.Treatments[i]
		d := &t.Result.Disclosures
		b.WriteString(f.row(t.Title, t.Result.InitialLiability, t.Result.InitialRouAsset, t.Result.TotalLeaseCost, d.CurrentLiability, d.LongTermLiability))
		years = max(years, len(t.Years))
	}
	fmt.Fprintln(b, "Lease expense by lease year, in the same order:")
	for y := range min(years, textRowsMax) {
		cells := []any{y + 1}
		for i := range c.Treatments {
			var cell any = ""
			if t := &c.Treatments[i]; y < len(t.Years) {
				cell = t.Years[y].LeaseExpense
			}
			cells = append(cells, cell)
		}
		b.WriteString(f.row(cells...))
	}
	if more := years - textRowsMax; more > 0 {
		fmt.Fprintf(b, "%d more years are not shown; to see them, set page to \"treatments\".\n", more)
	}
	common := c.Treatments[0].Notes
	for i := range c.Treatments {
		common = slices.DeleteFunc(slices.Clone(common), func(note string) bool { return !slices.Contains(c.Treatments[i].Notes, note) })
	}
	list(b, "Notes on every treatment:", common, "treatments", itself)
	for i := range c.Treatments {
		own := slices.DeleteFunc(slices.Clone(c.Treatments[i].Notes), func(note string) bool { return slices.Contains(common, note) })
		if most := 4 * textRowsMax / len(c.Treatments); len(own) > most {
			own = append(own[:most:most], fmt.Sprintf("%d more notes are not shown; to see them, set page to %q", len(own)-most, "treatments"))
		}
		list(b, "Notes on "+c.Treatments[i].Title+":", own, "treatments", itself)
	}
	return b.String()
}
