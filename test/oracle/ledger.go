package oracle

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// LedgerRow is one account's balance in the trial balance, for one key.
type LedgerRow struct {
	Account string            `json:"account"`
	Balance *big.Rat          `json:"balance"`
	Key     map[string]string `json:"key"`
}

// held is one lease's amount in one account. For a balance sheet account, it contains the closing
// and opening balances. For income or expense, the closing amount is the reporting period's amount.
type held struct {
	closing, opening *big.Int
	stands           bool // true for balance sheet accounts, false for income and expense
}

type byAccount map[string]held

// beforehand is the list of accounts that may also contain transactions unrelated to leases. They
// are compared only if the trial balance contains them.
var beforehand = []string{cash, property, openingBalance, deferredIncome, restoration, onerous, taxBefore, corrections}

const accumulatedAccount = "Accumulated amortization"

// partsOf returns the titles of a liability account's current and long-term parts.
func partsOf(title string) [2]string {
	rest := strings.ToLower(title[:1]) + title[1:]
	return [2]string{"Current " + rest, "Long-term " + rest}
}

// titleOf returns the standard's title for the account with the given common name.
func titleOf(standard, account string) string {
	if title, ok := titles[standard][account]; ok {
		return title
	}
	return account
}

// tied is the result of comparing one trial balance account with the leases.
type tied struct {
	account           string
	key               map[string]string
	ledger, leasehold *big.Int
	decimals          int
	hints             []string // possible explanations of a difference, each with its kind and its lease or entry
	gross             bool     // whether accumulated amortization has its own account in the trial balance
}

// tieOut compares every account of a trial balance with the total of the leases.
func (r *Report) tieOut(q *Question, books []*book) error {
	named := map[string]bool{}
	for _, row := range q.Ledger {
		named[row.Account] = true
	}
	var all []byAccount
	for i, f := range r.leases {
		all = append(all, r.accountsOf(q, books[i], f, named))
	}
	done := map[string]bool{}
	compare := func(account string, key map[string]string, listed bool) error {
		name := account + "|" + keyed(key)
		if done[name] {
			return nil
		}
		done[name] = true
		t, err := r.tie(q, all, account, key)
		if err == nil && (listed || t.leasehold.Sign() != 0) {
			r.tied = append(r.tied, t)
		}
		return err
	}
	for _, row := range q.Ledger {
		if err := compare(row.Account, row.Key, true); err != nil {
			return err
		}
	}
	for i, f := range r.leases {
		for account := range all[i] {
			if slices.Contains(beforehand, account) && !named[account] {
				continue
			}
			key := map[string]string{}
			for name := range q.dimensions(account) {
				key[name] = f.by(name)
			}
			if err := compare(account, key, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// dimensions returns the key of an account's first row. If the trial balance has no row for the
// account, it returns the key of the trial balance's first row. Only the names in the key are used.
func (q *Question) dimensions(account string) map[string]string {
	for _, row := range q.Ledger {
		if row.Account == account {
			return row.Key
		}
	}
	return q.Ledger[0].Key
}

// keyed returns the key as text that is unique to it.
func keyed(key map[string]string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(key)) {
		parts = append(parts, name+"="+key[name])
	}
	return strings.Join(parts, "|")
}

// accountsOf returns a lease's amounts for the reporting period, by account.
func (r *Report) accountsOf(q *Question, b *book, f *leaseFigures, named map[string]bool) byAccount {
	accounts, a := byAccount{}, b.functional()
	eve := r.From.dayBefore()
	rates := [2]*big.Rat{q.Exchange.closing(b.lease, eve), q.Exchange.closing(b.lease, r.To)}
	days := [2]date{eve, r.To}
	stand := func(account string, value func(i int) *big.Int) {
		accounts[titleOf(b.lease.Standard, account)] = held{value(1), value(0), true}
	}
	standings := [2]standing{b.standing(eve, rates[0]), b.standing(r.To, rates[1])}
	moved := new(big.Int) // change in prepaid services, from the signed to the opening balances
	if i := slices.IndexFunc(r.late, func(c lateChange) bool { return c.id == b.lease.ID }); i >= 0 {
		for k, now := range standings[0].amounts {
			standings[0].amounts[k] = new(big.Int).Sub(now, r.late[i].more(k))
		}
		if !r.late[i].exempt {
			moved = r.late[i].more(3)
		}
	}
	figures := f
	if f.functional != nil {
		figures = f.functional
	}
	if b.lease.Fund != "governmental" || b.lease.Exemption != "" {
		stand(asset, func(i int) *big.Int {
			net := new(big.Int).Set(standings[i].amounts[1])
			if named[accumulatedAccount] {
				net.Add(net, standings[i].amounts[2])
			}
			return net
		})
		if named[accumulatedAccount] {
			stand(accumulatedAccount, func(i int) *big.Int { return new(big.Int).Neg(standings[i].amounts[2]) })
		}
		title := titleOf(b.lease.Standard, liability)
		parts := partsOf(title)
		split := named[parts[0]] || named[parts[1]]
		if split {
			accounts[parts[0]] = held{closing: new(big.Int).Neg(figures.amounts.of("currentLiability")), opening: new(big.Int)}
			accounts[parts[1]] = held{closing: new(big.Int).Neg(figures.amounts.of("longTermLiability")), opening: new(big.Int)}
		}
		if !split || named[title] {
			stand(liability, func(i int) *big.Int { return new(big.Int).Neg(standings[i].amounts[0]) })
		}
	}
	paidBefore := func(account string) func(i int) *big.Int {
		return func(i int) *big.Int {
			return a.translate(b.prepaidAt(account, days[i]), rates[i])
		}
	}
	services := func(i int) *big.Int {
		now := paidBefore(prepaidService)(i)
		if i == 0 {
			now = new(big.Int).Sub(now, moved)
		}
		return now
	}
	stand(prepaidService, services)
	stand(prepaid, func(i int) *big.Int {
		return new(big.Int).Sub(standings[i].amounts[3], services(i))
	})
	var corrections map[string]*big.Int
	if i := slices.IndexFunc(r.late, func(c lateChange) bool { return c.id == b.lease.ID }); i >= 0 {
		corrections = r.late[i].late.Accounts
	}
	rent := func(account string, sign int64, value func(receivable, deferred *big.Int) *big.Int) {
		stand(account, func(i int) *big.Int {
			balance := new(big.Int).Mul(a.translate(value(b.rents(days[i])), rates[i]), big.NewInt(sign))
			if i == 0 && corrections[account] != nil {
				balance.Sub(balance, corrections[account])
			}
			return balance
		})
	}
	rent(rentReceivable, 1, func(receivable, _ *big.Int) *big.Int { return receivable })
	rent(deferredRent, -1, func(_, deferred *big.Int) *big.Int { return deferred })
	if f.taxed {
		ends := [2]string{"Opening", "Closing"}
		stand(taxAsset, func(i int) *big.Int { return figures.amounts.of("deferredTax.asset" + ends[i]) })
		stand(taxLiability, func(i int) *big.Int { return new(big.Int).Neg(figures.amounts.of("deferredTax.liability" + ends[i])) })
	}
	r.expenses(b.lease.ID, accounts)
	return accounts
}

// expenses adds a lease's income and expense to the argument accounts. The amounts are from the
// lease's entries in the reporting period. Beforehand, it also adds the accounts in the list.
func (r *Report) expenses(lease string, accounts byAccount) {
	for _, e := range r.monthly {
		if e.lease != lease || e.Fund == "governmental" { // a governmental fund's entries are not compared
			continue
		}
		for _, line := range e.Lines {
			at, known := accounts[line.Account]
			if known && at.stands || ofBalance(line.Account) {
				continue
			}
			if !known {
				at = held{new(big.Int), new(big.Int), false}
			}
			at.closing.Add(at.closing, new(big.Int).Sub(line.Debit, line.Credit))
			accounts[line.Account] = at
		}
	}
}

// ofBalance reports whether the account is a balance sheet account rather than income or expense.
func ofBalance(title string) bool { return titled(title, asset, liability, prepaid, prepaidService) }

func (r *Report) tie(q *Question, all []byAccount, account string, key map[string]string) (tied, error) {
	gross := slices.ContainsFunc(q.Ledger, func(row LedgerRow) bool { return row.Account == accumulatedAccount })
	t := tied{account: account, key: key, gross: gross, ledger: new(big.Int), leasehold: new(big.Int), decimals: 2}
	var chosen []int
	for i, f := range r.leases {
		fits := true
		for name, value := range key {
			fits = fits && f.by(name) == value
		}
		if !fits {
			continue
		}
		if len(chosen) > 0 && r.leases[chosen[0]].currency != f.currency {
			return t, refuse("ledger", "%s adds up currencies", account)
		}
		chosen = append(chosen, i)
	}
	if len(chosen) > 0 {
		t.decimals = decimalsOf(r.leases[chosen[0]].currency)
	}
	opening, stands := new(big.Int), false
	for _, i := range chosen {
		if h, ok := all[i][account]; ok {
			t.leasehold.Add(t.leasehold, h.closing)
			opening.Add(opening, h.opening)
			stands = stands || h.stands
		}
	}
	if isIncome(account) || slices.Contains(beforehand, account) {
		for _, e := range r.strayEntries(key, chosen) {
			t.leasehold.Add(t.leasehold, e.net(account))
		}
	}
	for _, row := range q.Ledger {
		if row.Account == account && keyed(row.Key) == keyed(key) {
			t.ledger.Add(t.ledger, inUnits(toDecimals(row.Balance, amountDecimals), t.decimals))
		}
	}
	t.explain(r, all, chosen, opening, stands, r.strayEntries(key, chosen))
	return t, nil
}

// strayEntries returns the entries of signed leases that are no longer supplied. They are compared
// only in a trial balance of all leases, because these leases' tags are unknown.
func (r *Report) strayEntries(key map[string]string, chosen []int) (stray []monthlyEntry) {
	if len(key) > 0 {
		return nil
	}
	for _, e := range r.monthly {
		i := slices.IndexFunc(r.late, func(c lateChange) bool { return c.id == e.lease && !c.stated })
		if i >= 0 && (len(chosen) == 0 || r.late[i].currency == r.leases[chosen[0]].currency) {
			stray = append(stray, e)
		}
	}
	return stray
}

// net returns the account's debits less its credits in the entry.
func (e *monthlyEntry) net(account string) *big.Int {
	net := new(big.Int)
	for _, line := range e.Lines {
		if line.Account == account {
			net.Add(net, line.Debit).Sub(net, line.Credit)
		}
	}
	return net
}

// explain records at most five hints: amounts that equal the difference between the leases and the
// trial balance.
func (t *tied) explain(r *Report, all []byAccount, chosen []int, opening *big.Int, stands bool, stray []monthlyEntry) {
	d := new(big.Int).Sub(t.leasehold, t.ledger)
	if d.Sign() == 0 {
		return
	}
	opposite := new(big.Int).Neg(d)
	either := func(value *big.Int, missing, extra, of string) {
		switch {
		case value.Sign() == 0:
		case value.Cmp(d) == 0:
			t.hints = append(t.hints, missing+" "+of)
		case value.Cmp(opposite) == 0:
			t.hints = append(t.hints, extra+" "+of)
		}
	}
	for _, i := range chosen {
		if h, ok := all[i][t.account]; ok {
			either(h.closing, "lease_missing", "lease_extra", r.leases[i].lease.ID)
		}
	}
	for _, i := range chosen {
		if h, ok := all[i][t.account]; ok && h.stands && h.opening.Sign() != 0 { // with an opening balance of 0, the movement equals the closing balance, which is tested above
			either(new(big.Int).Sub(h.closing, h.opening), "movement_missing", "movement_extra", r.leases[i].lease.ID)
		}
	}
	corrections, corrected := 0, new(big.Int)
	entry := func(e *monthlyEntry) {
		net, before := e.net(t.account), len(t.hints)
		if amount := e.accounts[t.account]; e.Of == "late" && t.gross {
			net = new(big.Int)
			if amount != nil {
				net = amount
			}
		}
		if e.Of == "late" && net.Sign() != 0 {
			corrections++
			corrected.Add(corrected, net)
		}
		either(net, "entry_missing", "entry_twice", e.number)
		if double := new(big.Int).Lsh(net, 1); len(t.hints) == before && net.Sign() != 0 && double.Cmp(d) == 0 {
			t.hints = append(t.hints, "entry_wrong_side "+e.number)
		}
	}
	for _, i := range chosen {
		for k := range r.monthly {
			if e := &r.monthly[k]; e.lease == r.leases[i].lease.ID && e.Fund != "governmental" {
				entry(e)
			}
		}
	}
	for i := range stray {
		entry(&stray[i])
	}
	if corrections > 1 && corrected.Cmp(d) == 0 {
		t.hints = append(t.hints, "corrections_missing ")
	}
	if stands && t.ledger.Cmp(opening) == 0 && opening.Cmp(t.leasehold) != 0 {
		t.hints = append(t.hints, "opening ")
	}
	t.hints = t.hints[:min(len(t.hints), 5)]
}

func (r *Report) ties(t *tree) {
	for _, x := range r.tied {
		at := "tieOut." + x.account + "|" + keyed(x.key) + "."
		t.decimals = x.decimals
		t.text(at+"account", x.account)
		for name, value := range x.key {
			t.text(at+"key."+name, value)
		}
		t.amount(at+"ledger", x.ledger)
		t.amount(at+"leasehold", x.leasehold)
		t.amount(at+"difference", new(big.Int).Sub(x.leasehold, x.ledger))
		for i, hint := range x.hints {
			kind, of, _ := strings.Cut(hint, " ")
			t.text(fmt.Sprintf("%sexplanations.%d.kind", at, i), kind)
			switch {
			case strings.HasPrefix(kind, "entry"):
				t.text(fmt.Sprintf("%sexplanations.%d.number", at, i), of)
			case of != "":
				t.text(fmt.Sprintf("%sexplanations.%d.leaseId", at, i), of)
			}
		}
	}
}
