package portfolio

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/figure"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// LedgerRow is a row of a trial balance (METHOD 22.3). Rows with the same account title and key are
// summed, because several ledger accounts can share one title.
type LedgerRow struct {
	Account string            // account title of Leasehold
	Code    string            // ledger account code; ignored
	Balance money.Decimal     // debit positive, in units of the functional currency
	Key     map[string]string // values of some grouping keys; empty if the row covers all leases
}

const maxLedger = 10_000

var ledgerRow = strict.Object[LedgerRow]{Noun: "a row of the trial balance", Fields: []strict.Field[LedgerRow]{
	requiredText("account", 200, func(r *LedgerRow) *string { return &r.Account }),
	strict.Text("code", 100, func(r *LedgerRow) *string { return &r.Code }),
	strict.Decimal("balance", strict.Amount, func(r *LedgerRow) *money.Decimal { return &r.Balance }),
	strict.Tags("key", func(r *LedgerRow) *map[string]string { return &r.Key }),
}}

// accumulated is an account title that journal entries never use. A trial balance that reports the
// right-of-use asset at cost has this account.
const accumulated = "Accumulated amortization"

// LedgerAccounts returns the account titles that a trial balance may contain.
func LedgerAccounts() []string {
	names := lists.Map(leasehold.Accounts(), leasehold.Account.String)
	for _, a := range liabilities {
		names = append(names, parts(a.String())...)
	}
	return append(names, accumulated)
}

func parts(liability string) []string {
	name := strings.ToLower(liability)
	return []string{"Current " + name, "Long-term " + name}
}

// PartsOf returns the titles of a liability's portions. ok is false unless title names a liability.
func PartsOf(title string) (current, longTerm string, ok bool) {
	if !slices.ContainsFunc(liabilities, func(a leasehold.Account) bool { return a.String() == title }) {
		return "", "", false
	}
	part := parts(title)
	return part[0], part[1], true
}

var liabilities = []leasehold.Account{standard.AccountLeaseLiability, standard.AccountSubscriptionLiability}

// comparedIfSupplied lists accounts with a known movement but an unknown balance. They are compared
// only if they are in the trial balance.
var comparedIfSupplied = []leasehold.Account{
	standard.AccountCash, standard.AccountProperty, standard.AccountOpeningBalance, standard.AccountDeferredIncome,
	standard.AccountRestorationProvision, standard.AccountOnerousProvision, standard.AccountDeferredTaxBefore, standard.AccountPriorPeriodCorrections,
}

func isComparedIfSupplied(title string) bool {
	return slices.ContainsFunc(comparedIfSupplied, func(a leasehold.Account) bool { return a.String() == title })
}

// checkLedger rejects unknown accounts and keys. It also rejects a liability that is given both in
// total and in portions.
func checkLedger(f *strict.Faults, q *Question) {
	names := LedgerAccounts()
	first := map[string]int{} // index of the first row with a given account and key
	for i := range q.Ledger {
		r, at := &q.Ledger[i], strict.Element(nil, "ledger", i)
		if !slices.Contains(names, r.Account) {
			f.Add(at, "account", strict.NotAllowed(strict.Quote(r.Account), names))
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(r.Key)) {
			if !slices.ContainsFunc(q.GroupBy, func(k Key) bool { return k.name == name }) {
				f.Add(at, "key", strict.Quote(name)+" is not in groupBy; use only the keys of groupBy")
			}
		}
		key := rowName(r.Account, r.Key)
		if _, repeated := first[key]; !repeated {
			first[key] = i
		}
	}
	for i := range q.Ledger {
		r := &q.Ledger[i]
		for _, part := range parts(r.Account) {
			if j, both := first[rowName(part, r.Key)]; both {
				f.Add(strict.Element(nil, "ledger", i), "account",
					r.Account+" is supplied both in total and in parts (ledger["+strconv.Itoa(j)+"]); supply either the total or the parts for each key")
			}
		}
	}
}

func keyName(key map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(key)) {
		b.WriteString(name + "\x00" + key[name] + "\x00")
	}
	return b.String()
}

// TieOut compares an account's balance in the trial balance with its balance in the leases.
type TieOut struct {
	Account                       string
	Key                           map[string]string
	Ledger, Leasehold, Difference money.Amount // Difference = Leasehold − Ledger
	Explanations                  []Hint

	places int
}

// Differing returns the accounts with a difference.
func Differing(list []TieOut) []TieOut {
	return slices.DeleteFunc(slices.Clone(list), func(t TieOut) bool { return t.Difference.IsZero() })
}

// Places returns the number of decimals in the amounts.
func (t *TieOut) Places() int { return t.places }

// Says joins the explanations into one string.
func (t *TieOut) Says() string {
	return lists.Join(t.Explanations, " ", func(h Hint) string { return h.Sentence })
}

// KeyText returns the key as text, such as "entity US Inc".
func (t *TieOut) KeyText() string {
	return lists.Join(slices.Sorted(maps.Keys(t.Key)), ", ", func(name string) string {
		return strings.TrimPrefix(name, tagPrefix) + " " + t.Key[name]
	})
}

// Hint is a possible explanation of a difference.
type Hint struct {
	Kind     string // such as lease_missing
	LeaseID  string // lease that explains the difference, or empty
	Number   string // entry that explains the difference, or empty
	Sentence string
}

const maxHints = 5 // maximum number of hints per account

type account struct {
	balance   money.Amount // closing balance; for income and expense, the amount of the reporting period
	movement  money.Amount // closing less opening balance
	opening   money.Amount
	isBalance bool // whether opening and movement are set
}

type reconciliation struct {
	q              *Question
	lines          []Line                 // leases in the report
	corrections    map[string]*LateChange // prior-period corrections, by lease id
	removed        []Removed              // signed leases that are no longer supplied
	inLedger       map[string]bool        // account titles in the trial balance
	accountsOfLine []map[string]account   // each lease's accounts, by account title
	rows           map[string][]int       // indexes in q.Ledger, by rowName
	groupings      map[string]*grouping   // groupings of the leases, by their key names
}

type grouping struct {
	keys  []map[string]string // distinct key values, in the order of the leases
	lines map[string][]int    // indexes of leases, by keyName
}

func rowName(title string, key map[string]string) string { return title + "\x00" + keyName(key) }

func tieOut(q *Question, lines []Line, changes []LateChange, gone []Removed) ([]TieOut, error) {
	t := &reconciliation{q: q, lines: lines, corrections: map[string]*LateChange{}, removed: gone, inLedger: map[string]bool{}, rows: map[string][]int{}, groupings: map[string]*grouping{}}
	for i := range q.Ledger {
		r := &q.Ledger[i]
		t.inLedger[r.Account] = true
		t.rows[rowName(r.Account, r.Key)] = append(t.rows[rowName(r.Account, r.Key)], i)
	}
	for i := range changes {
		t.corrections[changes[i].ID] = &changes[i]
	}
	for i := range lines {
		t.accountsOfLine = append(t.accountsOfLine, t.accounts(&lines[i]))
	}
	list := []TieOut{}
	for i := range q.Ledger {
		r := &q.Ledger[i]
		if t.rows[rowName(r.Account, r.Key)][0] < i {
			continue // an earlier row has this account and key
		}
		out, err := t.compare(r.Account, r.Key)
		if err != nil {
			return nil, err
		}
		list = append(list, out)
	}
	return t.appendMissing(list)
}

// accounts returns a lease's amounts by account title. For a lease with entries for both funds, it
// uses the government-wide entries (METHOD 25.5).
func (t *reconciliation) accounts(l *Line) map[string]account {
	f, books, s := l.Figures, l.Figures.Books(), l.Lease.Standard
	opened := t.opened(l)
	list := map[string]account{}
	balance := func(title string, opening, closing money.Amount) {
		list[title] = account{closing, closing.Sub(opening), opening, true}
	}
	title := func(a leasehold.Account) string { return s.Account(a).String() }
	if !l.Lease.InFund() {
		asset := func(p *leasehold.Position) money.Amount {
			if t.inLedger[accumulated] {
				return p.RouAsset.Add(p.Accumulated)
			}
			return p.RouAsset
		}
		balance(title(standard.AccountRouAsset), asset(&opened), asset(&f.Closed))
		if t.inLedger[accumulated] {
			balance(accumulated, opened.Accumulated.Neg(), f.Closed.Accumulated.Neg())
		}
		liability := title(standard.AccountLeaseLiability)
		part := parts(liability)
		if t.inLedger[part[0]] || t.inLedger[part[1]] {
			list[part[0]] = account{balance: books.Of(figure.CurrentLiability).Neg()}
			list[part[1]] = account{balance: books.Of(figure.LongTermLiability).Neg()}
		}
		if !t.inLedger[part[0]] && !t.inLedger[part[1]] || t.inLedger[liability] {
			balance(liability, opened.Liability.Neg(), f.Closed.Liability.Neg())
		}
	}
	balance(title(standard.AccountPrepaidRent), opened.Prepaid.Sub(opened.Services), f.Closed.Prepaid.Sub(f.Closed.Services))
	balance(title(standard.AccountPrepaidServices), opened.Services, f.Closed.Services)
	balance(title(standard.AccountRentReceivable), opened.RentReceivable, f.Closed.RentReceivable)
	balance(title(standard.AccountDeferredRent), opened.DeferredRent.Neg(), f.Closed.DeferredRent.Neg())
	if books.Taxed {
		balance(standard.AccountDeferredTaxAsset.String(), books.Of(figure.TaxAssetOpening), books.Of(figure.TaxAssetClosing))
		balance(standard.AccountDeferredTaxLiability.String(), books.Of(figure.TaxLiabilityOpening).Neg(), books.Of(figure.TaxLiabilityClosing).Neg())
	}
	for i := range f.Entries {
		if f.Entries[i].OfFund() {
			continue
		}
		for _, line := range f.Entries[i].Lines {
			name := line.Account.String()
			at := list[name]
			if at.isBalance || hasPositionBalance(line.Account) {
				continue
			}
			at.balance = at.balance.Add(line.Debit).Sub(line.Credit)
			list[name] = at
		}
	}
	return list
}

// opened returns a lease's opening balances in the ledger. They are its signed balances if it has
// any, and otherwise its computed balances (METHOD 22.2).
func (t *reconciliation) opened(l *Line) leasehold.Position {
	opened := l.Figures.Opened
	if change := t.corrections[l.Lease.ID]; change != nil {
		for _, c := range carried {
			*c.now(&opened) = c.now(&opened).Sub(change.changed(c.name).Difference)
		}
		if !l.Lease.Exempt() {
			opened.Services = opened.Services.Sub(change.changed("prepaidRent").Difference)
		}
		opened.RentReceivable = opened.RentReceivable.Sub(change.amounts[standard.AccountRentReceivable.String()])
		opened.DeferredRent = opened.DeferredRent.Add(change.amounts[standard.AccountDeferredRent.String()])
	}
	return opened
}

// removedEntries returns the reversing entries of leases that are no longer supplied. The tags of
// such a lease are unknown, so its entry is included only in rows without a key.
func (t *reconciliation) removedEntries(key map[string]string) (list []*leasehold.NumberedEntry) {
	if len(key) > 0 {
		return nil
	}
	for i := range t.removed {
		if g := &t.removed[i]; len(t.lines) == 0 || t.lines[0].Lease.Functional() == g.Lease.Functional() {
			list = append(list, &g.Entry)
		}
	}
	return list
}

// net returns the amount that an entry posts to an account. If the trial balance contains Accumulated amortization, the
// function named net keeps that amount separate from the asset in a correcting entry.
func (t *reconciliation) net(e *leasehold.NumberedEntry, title string) money.Amount {
	net := e.Net(title)
	if !t.inLedger[accumulated] {
		return net
	}
	for _, line := range e.Amortized {
		amortized := line.Debit.Sub(line.Credit)
		if line.Account.String() == title {
			net = net.Sub(amortized)
		}
		if title == accumulated {
			net = net.Add(amortized)
		}
	}
	return net
}

// hasPositionBalance reports whether [reconciliation.accounts] takes the balance of account a from
// the lease's figures, not from the lease's entries.
func hasPositionBalance(a leasehold.Account) bool {
	role := a.Role()
	return role == standard.AccountLeaseLiability || role == standard.AccountRouAsset ||
		role == standard.AccountPrepaidRent || role == standard.AccountPrepaidServices
}

func (t *reconciliation) groupBy(names []string) *grouping {
	k := at(t.groupings, strings.Join(names, "\x00"))
	if k.lines != nil {
		return k
	}
	k.lines = map[string][]int{}
	for i := range t.lines {
		key := map[string]string{}
		for _, name := range names {
			if by, err := ParseKey(name); err == nil {
				key[name] = by.Value(t.lines[i].Lease, t.lines[i].Figures)
			}
		}
		name := keyName(key)
		if k.lines[name] == nil {
			k.keys = append(k.keys, key)
		}
		k.lines[name] = append(k.lines[name], i)
	}
	return k
}

func (t *reconciliation) linesWith(key map[string]string) []int {
	return t.groupBy(slices.Sorted(maps.Keys(key))).lines[keyName(key)]
}

func (t *reconciliation) compare(title string, key map[string]string) (TieOut, error) {
	out := TieOut{Account: title, Key: key, places: 2}
	var opening money.Amount
	moves := false
	rows, lines := t.rows[rowName(title, key)], t.linesWith(key)
	for _, i := range lines {
		functional := t.lines[i].Lease.Functional()
		if functional != t.lines[lines[0]].Lease.Functional() {
			row := 0 // add an account even if the trial balance omits it
			if len(rows) > 0 {
				row = rows[0]
			}
			return out, invalid("ledger["+strconv.Itoa(row)+"].key",
				"requires the currency field: this row's leases have several functional currencies, so their amounts cannot be added")
		}
		out.places = functional.Places()
		a := t.accountsOfLine[i][title]
		out.Leasehold, opening, moves = out.Leasehold.Add(a.balance), opening.Add(a.opening), moves || a.isBalance
	}
	if isIncome(title) || isComparedIfSupplied(title) { // reversing a lease clears its balances but not its income, expense or cash
		for _, e := range t.removedEntries(key) {
			out.Leasehold = out.Leasehold.Add(e.Net(title))
		}
	}
	for _, i := range rows {
		out.Ledger = out.Ledger.Add(t.q.Ledger[i].Balance.Minor(out.places))
	}
	out.Difference = out.Leasehold.Sub(out.Ledger)
	if !out.Difference.IsZero() {
		t.hints(&out, opening, moves)
	}
	return out, nil
}

// appendMissing appends accounts that the trial balance omits although the leases have a balance.
// These accounts are split by the same keys as the rows of the trial balance.
func (t *reconciliation) appendMissing(list []TieOut) ([]TieOut, error) {
	dimensions := t.keyNames()
	titles := map[string]bool{}
	for i := range t.accountsOfLine {
		for title := range t.accountsOfLine[i] {
			titles[title] = true
		}
	}
	for _, title := range LedgerAccounts() {
		if !titles[title] || !t.inLedger[title] && isComparedIfSupplied(title) {
			continue
		}
		names, ok := dimensions[title]
		if !ok {
			names = dimensions[""]
		}
		for _, key := range t.groupBy(names).keys {
			if t.rows[rowName(title, key)] != nil {
				continue
			}
			out, err := t.compare(title, key)
			if err != nil {
				return nil, err
			}
			if !out.Leasehold.IsZero() {
				list = append(list, out)
			}
		}
	}
	return list, nil
}

// keyNames maps each account title to the key names in the account's first row. The title "" maps
// to the key names in the first row of the trial balance.
func (t *reconciliation) keyNames() map[string][]string {
	list := map[string][]string{}
	for i := range t.q.Ledger {
		r := &t.q.Ledger[i]
		for _, title := range []string{r.Account, ""} {
			if _, ok := list[title]; !ok {
				list[title] = slices.Sorted(maps.Keys(r.Key))
			}
		}
	}
	return list
}

// hints adds the leases and entries that explain a difference. The account's opening balance is
// known only if the flag moves is true.
func (t *reconciliation) hints(out *TieOut, opening money.Amount, moves bool) {
	d := out.Difference
	add := func(h Hint) {
		if len(out.Explanations) < maxHints {
			out.Explanations = append(out.Explanations, h)
		}
	}
	each := func(do func(l *Line, a account)) {
		for _, i := range t.linesWith(out.Key) {
			do(&t.lines[i], t.accountsOfLine[i][out.Account])
		}
	}
	match := func(amount money.Amount, missing, twice string, h Hint, noun string) {
		switch amount {
		case d:
			h.Kind, h.Sentence = missing, "The difference equals "+noun+", which may be missing from the ledger."
		case d.Neg():
			h.Kind, h.Sentence = twice, "The difference equals "+noun+", which may be in the ledger twice."
		default:
			return
		}
		add(h)
	}
	each(func(l *Line, a account) {
		match(a.balance, "lease_missing", "lease_extra", Hint{LeaseID: l.Lease.ID}, "the balance of lease "+strict.Quote(l.Lease.ID))
	})
	each(func(l *Line, a account) {
		if a.isBalance && a.movement != a.balance {
			match(a.movement, "movement_missing", "movement_extra", Hint{LeaseID: l.Lease.ID},
				"the movement of lease "+strict.Quote(l.Lease.ID)+" in the period")
		}
	})
	var late []string
	var corrected money.Amount
	entry := func(e *leasehold.NumberedEntry) {
		net := t.net(e, out.Account)
		if e.OfFund() || net.IsZero() {
			return
		}
		match(net, "entry_missing", "entry_twice", Hint{Number: e.Number}, "entry "+e.Number)
		if net.Add(net) == d {
			add(Hint{"entry_wrong_side", "", e.Number, "The difference equals twice the amount of entry " + e.Number + ", which may be on the wrong side of the ledger."})
		}
		if e.Kind == schedule.EntryCorrection {
			late, corrected = append(late, e.Number), corrected.Add(net)
		}
	}
	each(func(l *Line, _ account) {
		for i := range l.Figures.Entries {
			entry(&l.Figures.Entries[i])
		}
	})
	for _, e := range t.removedEntries(out.Key) {
		entry(e)
	}
	if len(late) > 1 && corrected == d {
		add(Hint{"corrections_missing", "", "", "The difference equals the prior-period corrections " + listed(late) + ", which may be missing from the ledger."})
	}
	if moves && out.Ledger == opening && opening != out.Leasehold {
		add(Hint{"opening", "", "", "The ledger's balance equals the opening balance, so the movement of the period may be missing from the ledger."})
	}
}

func (p *printer) tieOut(list []TieOut) {
	jsonout.List(&p.Printer, `,"tieOut":`, list, func(out *TieOut) {
		p.Places = out.places
		p.Text(`{"account":`, out.Account)
		p.Raw(`,"key":`)
		p.Dst = strict.AppendTags(p.Dst, out.Key)
		p.Amount(`,"ledger":`, out.Ledger)
		p.Amount(`,"leasehold":`, out.Leasehold)
		p.Amount(`,"difference":`, out.Difference)
		jsonout.List(&p.Printer, `,"explanations":`, out.Explanations, func(h *Hint) {
			p.Text(`{"kind":`, h.Kind)
			if h.LeaseID != "" {
				p.Text(`,"leaseId":`, h.LeaseID)
			}
			if h.Number != "" {
				p.Text(`,"number":`, h.Number)
			}
			p.Text(`,"sentence":`, h.Sentence)
			p.Raw(`}`)
		})
		p.Raw(`}`)
	})
}
