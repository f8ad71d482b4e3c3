package mcpapi

import (
	"fmt"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/service"
	"github.com/leasehold-accounting/leasehold/money"
)

// summarize puts an answer into words that a model can pass on without reading
// the structure.
func summarize(op *service.Operation, want rows, answer *reply, kept counted) string {
	r, ok := answer.result.Value().(*leasehold.Result)
	switch {
	case !answer.current:
		// Its own figures count, and no words from today's rules.
		return "The answer of the first call with this idempotency_key, made under an earlier revision of the accounting rules; its figures are in the structured result."
	case !ok:
		return "The figures are in the structured result."
	}
	var b strings.Builder
	if answer.replay {
		b.WriteString("Replay of an earlier answer; billed 0 computations.\n")
	}
	heading(&b, r)
	if op != service.Classify {
		measurement(&b, r)
	}
	fmt.Fprintf(&b, "Classification: %s. %s\n", r.Class, r.Classification.Rationale)
	switch op {
	case service.Compute, service.Schedule:
		scheduleRows(&b, r, want, kept)
	case service.JournalEntries:
		entryRows(&b, r, want, kept)
	case service.Classify:
		for i := range r.Classification.Criteria {
			c := &r.Classification.Criteria[i]
			fmt.Fprintf(&b, "- %s: %s. %s\n", c.Key, metWords[c.Met], c.Detail)
		}
	}
	if len(r.Notes) > 0 {
		b.WriteString("Notes:\n")
		for _, n := range r.Notes {
			b.WriteString("- " + n.Text + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

var metWords = map[bool]string{true: "met", false: "not met"}

func heading(b *strings.Builder, r *leasehold.Result) {
	l := &r.Lease
	fmt.Fprintf(b, "%s lease under %s: %d months from %s, %d %s payments in %s.\n",
		strings.ToUpper(r.Class.String()[:1])+r.Class.String()[1:], strings.ReplaceAll(l.Standard.String(), "_", " "),
		l.TermMonths, l.CommencementDate, len(r.Schedule), l.PaymentFrequency, l.PaymentTiming)
}

func measurement(b *strings.Builder, r *leasehold.Result) {
	d := &r.Disclosures
	fmt.Fprintf(b, "Lease liability at commencement %s (current %s, long-term %s); right-of-use asset %s.\n",
		text(r.InitialLiability), text(d.CurrentLiability), text(d.LongTermLiability), text(r.InitialRouAsset))
	fmt.Fprintf(b, "Total undiscounted payments %s, imputed interest %s, total lease cost %s.\n",
		text(r.TotalUndiscountedPayments), text(d.ImputedInterest), text(r.TotalLeaseCost))
}

func text(a money.Amount) string { return string(a.Append(nil)) }

// textRowsMax is how many rows the text repeats. Some hosts show a model only
// the text.
const textRowsMax = boundedRows

// rowsTitle says which rows follow, and reports whether any do.
func rowsTitle(b *strings.Builder, what string, want rows, kept counted) bool {
	switch {
	case kept.kept == kept.of && kept.of <= textRowsMax:
		fmt.Fprintf(b, "%s, all %d periods:\n", what, kept.of)
	case want == rowsYearly:
		fmt.Fprintf(b, "%s, the %d periods of %d that close a lease year:\n", what, kept.kept, kept.of)
	case want == rowsFirst || want == rowsLast:
		fmt.Fprintf(b, "%s, the %s %d of %d periods:\n", what, want, kept.kept, kept.of)
	default:
		fmt.Fprintf(b, "%s: all %d periods are in the structured result; rows \"first\", \"last\" or \"yearly\" bound them.\n", what, kept.of)
		return false
	}
	return true
}

func scheduleRows(b *strings.Builder, r *leasehold.Result, want rows, kept counted) {
	if !rowsTitle(b, "Schedule", want, kept) {
		return
	}
	b.WriteString("period | date | payment | interest | principal | liability after | asset after | expense\n")
	perYear := periodsPerYear(r)
	for i := range r.Schedule {
		if p := &r.Schedule[i]; want.keeps(i, len(r.Schedule), perYear) {
			fmt.Fprintf(b, "%d | %s | %s | %s | %s | %s | %s | %s\n", p.Number, p.Date, text(p.Payment), text(p.Interest),
				text(p.Principal), text(p.LiabilityClose), text(p.RouAssetClose), text(p.LeaseExpense))
		}
	}
}

func entryRows(b *strings.Builder, r *leasehold.Result, want rows, kept counted) {
	journal := r.Journal()
	if !rowsTitle(b, "Journal entries, beside the one at commencement", want, kept) {
		entry(b, &journal[0])
		return
	}
	perYear := periodsPerYear(r)
	for i := range journal {
		if i == 0 || want.keeps(i-1, len(r.Schedule), perYear) {
			entry(b, &journal[i])
		}
	}
}

func entry(b *strings.Builder, e *leasehold.Entry) {
	fmt.Fprintf(b, "%s %s\n", e.Date, e.Memo)
	for _, l := range e.Lines {
		if l.Debit.Sign() > 0 {
			fmt.Fprintf(b, "  Dr %s %s\n", l.Account, text(l.Debit))
		} else {
			fmt.Fprintf(b, "  Cr %s %s\n", l.Account, text(l.Credit))
		}
	}
}
