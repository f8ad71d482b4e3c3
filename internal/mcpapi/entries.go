package mcpapi

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// entriesOf summarizes the journal entries of a report by account and by lease.
type entriesOf struct {
	accounts []leasehold.Account
	totals   []*currencyEntries
	leases   []*leaseEntries
	n        int // number of journal entries that have lines
}

// currencyEntries contains one functional currency's total debits and credits by account.
type currencyEntries struct {
	currency        money.Currency
	debits, credits map[leasehold.Account]money.Amount
}

// leaseEntries contains one lease's debits less credits, by account.
type leaseEntries struct {
	id       string
	currency money.Currency
	net      map[leasehold.Account]money.Amount
}

func summarizeEntries(r *portfolio.Report) *entriesOf {
	s := &entriesOf{}
	eachEntry(r, s.add)
	slices.Sort(s.accounts)
	return s
}

// eachEntry calls f with the journal entries of the leases, and then with the entries that
// derecognize missing leases.
func eachEntry(r *portfolio.Report, f func(*leasehold.Lease, *leasehold.Entry)) {
	for i := range r.Leases {
		for j := range r.Leases[i].Figures.Entries {
			f(r.Leases[i].Lease, &r.Leases[i].Figures.Entries[j].Entry)
		}
	}
	for i := range r.Removed {
		f(r.Removed[i].Lease, &r.Removed[i].Entry.Entry)
	}
}

func (s *entriesOf) add(l *leasehold.Lease, e *leasehold.Entry) {
	if len(e.Lines) == 0 {
		return
	}
	s.n++
	if n := len(s.leases); n == 0 || s.leases[n-1].id != l.ID {
		s.leases = append(s.leases, &leaseEntries{l.ID, l.Functional(), make(map[leasehold.Account]money.Amount)})
	}
	lease, total := s.leases[len(s.leases)-1], s.total(l.Functional())
	for _, line := range e.Lines {
		if !slices.Contains(s.accounts, line.Account) {
			s.accounts = append(s.accounts, line.Account)
		}
		lease.net[line.Account] = lease.net[line.Account].Add(line.Debit).Sub(line.Credit)
		total.debits[line.Account] = total.debits[line.Account].Add(line.Debit)
		total.credits[line.Account] = total.credits[line.Account].Add(line.Credit)
	}
}

func (s *entriesOf) total(c money.Currency) *currencyEntries {
	i := slices.IndexFunc(s.totals, func(t *currencyEntries) bool { return t.currency == c })
	if i < 0 {
		i = len(s.totals)
		s.totals = append(s.totals, &currencyEntries{c, make(map[leasehold.Account]money.Amount), make(map[leasehold.Account]money.Amount)})
	}
	return s.totals[i]
}

// entryLinesMax is the maximum number of leases in the journal section of a report's text.
const entryLinesMax = 50

func (s *entriesOf) write(b *strings.Builder) {
	fmt.Fprintf(b, "The report has %d journal entries; to see them, set page to \"journalEntries\". Totals by account:\n", s.n)
	for _, t := range s.totals {
		f := figures{t.currency.Places()}
		for _, a := range s.accounts {
			if d, c := t.debits[a], t.credits[a]; !d.IsZero() || !c.IsZero() {
				b.WriteString(f.format("- %s%s: debit %s, credit %s\n", a, s.inCurrency(t.currency), d, c))
			}
		}
	}
	fmt.Fprintf(b, "Amounts by lease (debits are positive):\nid | %s\n", lists.Join(s.accounts, " | ", leasehold.Account.String))
	for i, l := range s.leases {
		if i == entryLinesMax {
			fmt.Fprintf(b, "%d more leases are not shown; to see them, set page to \"entries.leases:%d\".\n", len(s.leases)-i, i+1)
			break
		}
		fmt.Fprintf(b, "%s%s | %s\n", l.id, s.inCurrency(l.currency), strings.Join(s.amounts(l.currency, l.net), " | "))
	}
}

func (s *entriesOf) inCurrency(c money.Currency) string {
	if len(s.totals) < 2 {
		return ""
	}
	return " (" + c.String() + ")"
}

func (s *entriesOf) amounts(c money.Currency, of map[leasehold.Account]money.Amount) []string {
	f := figures{c.Places()}
	return lists.Map(s.accounts, func(a leasehold.Account) string { return f.text(of[a]) })
}

const entriesMember = "entries"

func (s *entriesOf) object() any {
	numbers := func(c money.Currency, of map[leasehold.Account]money.Amount) json.RawMessage {
		return json.RawMessage("[" + strings.Join(s.amounts(c, of), ",") + "]")
	}
	type total struct {
		Currency string          `json:"currency,omitempty"`
		Debits   json.RawMessage `json:"debits"`
		Credits  json.RawMessage `json:"credits"`
	}
	type lease struct {
		ID       string          `json:"id"`
		Currency string          `json:"currency,omitempty"`
		Amounts  json.RawMessage `json:"amounts"`
	}
	o := struct {
		Accounts []leasehold.Account `json:"accounts"`
		Totals   []total             `json:"totals"`
		Leases   []lease             `json:"leases"`
	}{Accounts: s.accounts}
	for _, t := range s.totals {
		o.Totals = append(o.Totals, total{strings.Trim(s.inCurrency(t.currency), " ()"), numbers(t.currency, t.debits), numbers(t.currency, t.credits)})
	}
	for _, l := range s.leases {
		o.Leases = append(o.Leases, lease{l.id, strings.Trim(s.inCurrency(l.currency), " ()"), numbers(l.currency, l.net)})
	}
	return o
}
