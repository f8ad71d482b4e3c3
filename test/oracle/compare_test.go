package oracle_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/test/oracle"
)

// comparer compares an engine's result with the oracle's.
type comparer struct {
	figures int // number of compared figures
	faults  []string
}

func (c *comparer) fault(where, name, got, want string) {
	c.faults = append(c.faults, fmt.Sprintf("%s%s = %s, want %s", where, name, got, want))
}

func (c *comparer) exact(where string, n node, name, want string) {
	c.figures++
	if got, _ := n.member(name); got.text != want {
		c.fault(where, name, got.text, want)
	}
}

func (c *comparer) text(where string, n node, name, want string) {
	c.exact(where, n, name, `"`+want+`"`)
}

func (c *comparer) number(where string, n node, name string, want int) {
	c.exact(where, n, name, strconv.Itoa(want))
}

func (c *comparer) money(where string, n node, name string, want *big.Int) {
	c.exact(where, n, name, oracle.Money(want))
}

// shape checks that an object has exactly these fields, each once.
func (c *comparer) shape(where string, n node, names ...string) {
	if n.kind != '{' || len(n.names) != len(names) {
		c.fault(where, "members", strings.Join(n.names, " "), strings.Join(names, " "))
		return
	}
	for _, name := range names {
		if _, ok := n.member(name); !ok {
			c.fault(where, "members", strings.Join(n.names, " "), strings.Join(names, " "))
		}
	}
}

func (c *comparer) items(where string, n node, name string, want int) []node {
	c.figures++
	list, ok := n.member(name)
	if !ok || list.kind != '[' || len(list.members) != want {
		c.fault(where, name, strconv.Itoa(len(list.members))+" items", strconv.Itoa(want))
		return nil
	}
	return list.members
}

// prose reads a text field.
func (c *comparer) prose(where string, n node, name string) string {
	member, _ := n.member(name)
	text := unquote(member)
	if strings.TrimSpace(text) == "" {
		c.fault(where, name, member.text, "some text")
	}
	return text
}

func unquote(n node) (text string) {
	if n.kind != '"' {
		return ""
	}
	if !strings.Contains(n.text, `\`) {
		return n.text[1 : len(n.text)-1]
	}
	if err := json.Unmarshal([]byte(n.text), &text); err != nil {
		return ""
	}
	return text
}

func (c *comparer) compute(n node, a *oracle.Answer) {
	c.shape("", n, "input", "result", "classification", "journalEntries")
	input, _ := n.member("input")
	c.input(input, a)
	result, _ := n.member("result")
	c.result(result, a)
	class, _ := n.member("classification")
	c.classification(class, a)
	for i, entry := range c.items("", n, "journalEntries", len(a.Entries)) {
		c.entry("journalEntries["+strconv.Itoa(i)+"].", entry, a, i)
	}
}

func (c *comparer) input(n node, a *oracle.Answer) {
	if n.kind != '{' || len(n.names) != len(a.Input) {
		c.fault("", "input", n.text, fmt.Sprint(a.Input))
		return
	}
	for i, m := range a.Input {
		c.figures++
		if n.names[i] != m.Name || n.members[i].text != m.Value {
			c.fault("input.", n.names[i], n.members[i].text, m.Name+" "+m.Value)
		}
	}
}

func (c *comparer) result(n node, a *oracle.Answer) {
	c.shape("result.", n, "standard", "classification", "commencementDate", "termMonths", "periods", "periodicRate", "initialLiability",
		"initialRouAsset", "totalUndiscountedPayments", "totalLeaseCost", "schedule", "disclosures", "citations", "notes")
	c.text("result.", n, "standard", a.Standard)
	c.text("result.", n, "classification", a.Classification)
	c.text("result.", n, "commencementDate", a.Commencement)
	c.number("result.", n, "termMonths", a.TermMonths)
	c.number("result.", n, "periods", a.Periods)
	c.exact("result.", n, "periodicRate", a.PeriodicRate)
	c.money("result.", n, "initialLiability", a.InitialLiability)
	c.money("result.", n, "initialRouAsset", a.InitialRouAsset)
	c.money("result.", n, "totalUndiscountedPayments", a.TotalPayments)
	c.money("result.", n, "totalLeaseCost", a.TotalLeaseCost)
	for i, row := range c.items("result.", n, "schedule", len(a.Rows)) {
		c.row("result.schedule["+strconv.Itoa(i)+"].", row, &a.Rows[i])
	}
	disclosures, _ := n.member("disclosures")
	c.disclosures(disclosures, &a.Disclosures)
	c.citations(n, a)
	c.notes(n, a)
}

func (c *comparer) row(where string, n node, row *oracle.Row) {
	c.shape(where, n, "period", "date", "payment", "interest", "principal", "liabilityClose", "rouAmortization", "rouAssetClose", "leaseExpense")
	c.number(where, n, "period", row.Number)
	c.text(where, n, "date", row.Date)
	c.money(where, n, "payment", row.Payment)
	c.money(where, n, "interest", row.Interest)
	c.money(where, n, "principal", row.Principal)
	c.money(where, n, "liabilityClose", row.LiabilityClose)
	c.money(where, n, "rouAmortization", row.RouAmortization)
	c.money(where, n, "rouAssetClose", row.RouAssetClose)
	c.money(where, n, "leaseExpense", row.LeaseExpense)
}

func (c *comparer) disclosures(n node, d *oracle.Disclosures) {
	const where = "result.disclosures."
	c.shape(where, n, "weightedAverageRemainingTermMonths", "weightedAverageDiscountRate", "totalUndiscountedPayments", "imputedInterest",
		"maturityAnalysis", "currentLiability", "longTermLiability", "totalLeaseCost")
	c.exact(where, n, "weightedAverageRemainingTermMonths", d.RemainingTermMonths.RatString())
	c.exact(where, n, "weightedAverageDiscountRate", d.DiscountRate)
	c.money(where, n, "totalUndiscountedPayments", d.TotalPayments)
	c.money(where, n, "imputedInterest", d.ImputedInterest)
	c.money(where, n, "currentLiability", d.Current)
	c.money(where, n, "longTermLiability", d.LongTerm)
	c.money(where, n, "totalLeaseCost", d.TotalLeaseCost)
	for i, year := range c.items(where, n, "maturityAnalysis", len(d.Maturities)) {
		at, want := where+"maturityAnalysis["+strconv.Itoa(i)+"].", d.Maturities[i]
		c.shape(at, year, "year", "label", "undiscountedPayments")
		c.number(at, year, "year", want.Year)
		c.text(at, year, "label", want.Label)
		c.money(at, year, "undiscountedPayments", want.Payment)
	}
}

func (c *comparer) classification(n node, a *oracle.Answer) {
	const where = "classification."
	c.shape(where, n, "classification", "standard", "single_model", "criteria", "rationale")
	c.text(where, n, "classification", a.Classification)
	c.text(where, n, "standard", a.Standard)
	c.exact(where, n, "single_model", strconv.FormatBool(a.SingleModel))
	c.prose(where, n, "rationale")
	for i, criterion := range c.items(where, n, "criteria", len(a.Criteria)) {
		at, want := where+"criteria["+strconv.Itoa(i)+"].", a.Criteria[i]
		c.shape(at, criterion, "key", "label", "met", "detail", "citation")
		c.text(at, criterion, "key", want.Key)
		c.exact(at, criterion, "met", strconv.FormatBool(want.Met))
		c.prose(at, criterion, "label")
		detail := c.prose(at, criterion, "detail")
		c.figures++
		switch shown := strings.Contains(strings.ReplaceAll(detail, ",", ""), " is "+want.Percent+"% "); {
		case want.Percent != "" && !shown:
			c.fault(at, "detail", detail, want.Percent+"%")
		case want.Percent == "" && strings.Contains(detail, ".00%"):
			c.fault(at, "detail", detail, "no ratio")
		}
		if citation := c.prose(at, criterion, "citation"); !strings.HasPrefix(citation, "ASC 842-10-25-2("+string('a'+rune(i))+")") {
			c.fault(at, "citation", citation, "paragraph "+string('a'+rune(i)))
		}
	}
}

// entry compares a journal entry; the first is the commencement entry,
// followed by the rows' entries.
func (c *comparer) entry(where string, n node, a *oracle.Answer, i int) {
	c.shape(where, n, "date", "memo", "lines")
	want := a.Entries[i]
	c.text(where, n, "date", want.Date)
	memo := c.prose(where, n, "memo")
	if i > 0 {
		row := &a.Rows[i-1]
		if !strings.Contains(memo, row.First) || !strings.Contains(memo, row.Last) || !strings.Contains(memo, strconv.Itoa(row.Number)) {
			c.fault(where, "memo", memo, fmt.Sprintf("period %d, %s to %s", row.Number, row.First, row.Last))
		}
	}
	for j, line := range c.items(where, n, "lines", len(want.Lines)) {
		at := where + "lines[" + strconv.Itoa(j) + "]."
		c.shape(at, line, "account", "debit", "credit")
		c.text(at, line, "account", want.Lines[j].Account)
		c.money(at, line, "debit", want.Lines[j].Debit)
		c.money(at, line, "credit", want.Lines[j].Credit)
	}
}

// citations checks for six to nine, each of the lease's standard.
func (c *comparer) citations(n node, a *oracle.Answer) {
	own := map[string][]string{
		"ASC_842": {"ASC 842-"},
		"IFRS_16": {"IFRS 16.", "IFRS 7.", "IAS 1."},
		"GASB_87": {"GASB 87."},
	}[a.Standard]
	list, _ := n.member("citations")
	if len(list.members) < 6 || len(list.members) > 9 {
		c.fault("result.", "citations", list.text, "six to nine")
	}
	for _, item := range list.members {
		text, starts := unquote(item), false
		for _, prefix := range own {
			starts = starts || strings.HasPrefix(text, prefix)
		}
		if !starts {
			c.fault("result.", "citations", text, a.Standard)
		}
	}
}

// notes checks for distinct sentences.
func (c *comparer) notes(n node, a *oracle.Answer) {
	list, _ := n.member("notes")
	seen := map[string]bool{}
	for _, item := range list.members {
		text := unquote(item)
		if !strings.HasSuffix(text, ".") || seen[text] {
			c.fault("result.", "notes", text, "a sentence, once")
		}
		seen[text] = true
	}
	if list.kind != '[' {
		c.fault("result.", "notes", list.text, "an array")
	}
	if a.RowsMoved > 0 && !strings.Contains(list.text, strconv.Itoa(a.RowsMoved)) {
		c.fault("result.", "notes", list.text, fmt.Sprintf("%d rows moved", a.RowsMoved))
	}
}
