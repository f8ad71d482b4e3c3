package disclosure

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/figure"
)

// Every standard has exactly one note, and the notes follow the order of the standards.
func TestEveryStandardHasItsNote(t *testing.T) {
	t.Parallel()
	for i, s := range leasehold.Standards() {
		if i >= len(notes) || notes[i].standard != s || notes[i].sheet != s.Title()+" note" || len(notes[i].tables) == 0 {
			t.Errorf("%s has no note in its place", s)
		}
	}
	if len(notes) != len(leasehold.Standards()) {
		t.Errorf("%d notes", len(notes))
	}
}

// A note has a table by class of underlying asset if, and only if, a paragraph of its standard
// requires one.
func TestEveryClassTableHasAParagraph(t *testing.T) {
	t.Parallel()
	for i := range notes {
		by := slices.ContainsFunc(notes[i].tables, func(n noteTable) bool { return n.classes != nil })
		if paragraph := notes[i].standard.AssetClassesParagraph(); by != (paragraph != "") {
			t.Errorf("%s: a table by class %v, paragraph %q", notes[i].sheet, by, paragraph)
		}
	}
}

// Every total in a note is the sum of the lines directly above it. If a note omits a line of a
// rollforward, such as initial application, the test names the missing line.
func TestEveryNoteFoots(t *testing.T) {
	t.Parallel()
	foots := 0
	for i := range notes {
		for j := range notes[i].tables {
			table := &notes[i].tables[j]
			for k := range table.lines {
				if !table.lines[k].total {
					continue
				}
				foots++
				if missing := unfooted(notes[i].standard, table.lines, k); missing != "" {
					t.Errorf("%s, %s: %q lacks %s", notes[i].sheet, table.title, table.lines[k].label, missing)
				}
			}
		}
	}
	if foots < 15 {
		t.Errorf("only %d totals", foots)
	}
}

// METHOD 22.2: the opening balances in the notes are the signed balances. They equal the opening
// balances in the rollforwards and the closing balances in the preceding period's note.
// Prior-period corrections have a separate line.
func TestMethod22_2_NotesOpenWithTheSignedBalances(t *testing.T) {
	t.Parallel()
	corrections := map[string]int{}
	for i := range notes {
		for _, table := range notes[i].tables {
			for _, l := range table.lines {
				for _, of := range l.terms {
					c, known := figure.Named(of)
					switch {
					case !known:
					case c.Kind() == figure.Opening && len(l.terms) != 1:
						t.Errorf("%s, %s: %q is not what was signed alone", notes[i].sheet, table.title, l.label)
					case of == "rouAsset.late" || of == "principal.late":
						corrections[of+" "+l.label]++
					}
				}
			}
		}
	}
	if want := map[string]int{"rouAsset.late Prior-period corrections": 2, "principal.late Prior-period corrections": 2}; !maps.Equal(corrections, want) {
		t.Errorf("lines %v, want %v", corrections, want)
	}
}

// The check in TestEveryNoteFoots detects a missing line.
func TestIncompleteNotesAreDetected(t *testing.T) {
	t.Parallel()
	found := 0
	for i := range notes {
		for _, table := range notes[i].tables {
			closing := slices.IndexFunc(table.lines, func(l line) bool { return l.total })
			if closing < 0 || !opens(table.lines[0].terms[0]) {
				continue
			}
			found++
			for left := range closing {
				lines := append(append([]line{}, table.lines[:left]...), table.lines[left+1:]...)
				if unfooted(notes[i].standard, lines, closing-1) == "" {
					t.Errorf("%s, %s foots without %q", notes[i].sheet, table.title, table.lines[left].label)
				}
			}
		}
	}
	if found < 6 {
		t.Errorf("only %d tables", found)
	}
}

// opens reports whether a term is an opening balance.
func opens(t string) bool {
	name, _ := partsOf(t)
	c, known := figure.Named(name)
	return known && c.Kind() == figure.Opening
}

// unfooted returns the difference between a total and the sum of the lines directly above it, or ""
// if the total is correct. It ignores operating lease cost for a standard with a single model.
func unfooted(s leasehold.Standard, lines []line, total int) (missing string) {
	sum := map[string]int{}
	for _, t := range lines[total].terms {
		name, sign := partsOf(t)
		add(sum, name, sign)
	}
	for k := total - 1; k >= 0; k-- {
		if lines[k].total {
			continue
		}
		for _, t := range lines[k].terms {
			name, sign := partsOf(t)
			add(sum, name, -sign)
		}
		maps.DeleteFunc(sum, func(field string, n int) bool {
			return n == 0 || s.SingleModel() && field == figure.CostOperating.String()
		})
		if len(sum) == 0 {
			return ""
		}
	}
	for missing = range sum {
		return missing
	}
	return "everything"
}

// partsOf returns a term's field together with a sign: -1 if the field is subtracted, or 1 if it is
// added.
func partsOf(t string) (name string, sign int) {
	if name, minus := strings.CutPrefix(t, "-"); minus {
		return name, -1
	}
	return t, 1
}

// defined lists, for each figure that is a sum, the figures that make up the sum. It omits the
// totals of statements.
var defined = map[string]terms{
	figure.AssetCost.String():         {figure.AssetClosing.String(), figure.AssetAccumulated.String()},
	figure.LiabilityPayments.String(): {figure.CashPrincipal.String(), figure.CashInterest.String()},
	figure.LongTermLiability.String(): {figure.LiabilityClosing.String(), "-" + figure.CurrentLiability.String()},
	figure.MaturityTotal.String(): {
		figure.MaturityYear1.String(), figure.MaturityYear2.String(), figure.MaturityYear3.String(),
		figure.MaturityYear4.String(), figure.MaturityYear5.String(), figure.MaturityThereafter.String(),
	},
}

// add adds a figure to a sum. If the figure is itself a sum, its terms are added instead.
func add(sum map[string]int, field string, times int) {
	if parts, is := defined[field]; is {
		for _, t := range parts {
			name, sign := partsOf(t)
			add(sum, name, times*sign)
		}
		return
	}
	c, known := figure.Named(field)
	if !known || !c.Sums() {
		sum[field] += times
		return
	}
	for _, part := range c.Statement().Figures {
		switch part.Kind() {
		case figure.Opening, figure.Increase, figure.Decrease:
			add(sum, part.String(), times*part.Sign())
		default: // figures that another case already includes or that belong to no sum
		}
	}
}

// METHOD 25.10: under IFRS 18, interest and principal are in the financing category, and all other
// expenses are in the operating category. Before 2027, the category of interest paid is an
// accounting policy choice.
func TestMethod25_10_TheCategoriesOfIFRS18(t *testing.T) {
	t.Parallel()
	early, corrections := civil.Date{Year: 2026, Month: 1, Day: 1}, civil.Date{Year: 2027, Month: 1, Day: 1}
	lines := 0
	for i := range notes {
		if notes[i].standard != leasehold.IFRS16 { // other standards' notes show no categories
			continue
		}
		for _, table := range notes[i].tables {
			for _, l := range table.lines {
				want := ""
				switch cost := len(l.terms) > 0 && strings.HasPrefix(l.terms[0], "cost."); {
				case l.total:
				case cost || len(l.terms) > 0 && strings.HasPrefix(l.terms[0], "cash.") && table.title != "Changes in liabilities from financing activities":
					want = "operating"
					if l.terms[0] == "cost.interest" || l.terms[0] == "cash.interest" || l.terms[0] == "cash.principal" {
						want = "financing"
					}
					lines++
				}
				if got := l.category.on(corrections); got != want {
					t.Errorf("%s, %s: %q, want %q", table.title, l.label, got, want)
				}
				if got := l.category.on(early); l.label == "Interest" && got != "policy choice (IAS 7.33)" && want != "" {
					t.Errorf("%s in 2026: %q", l.label, got)
				}
			}
		}
	}
	if lines != 14 {
		t.Errorf("%d lines", lines)
	}
}
