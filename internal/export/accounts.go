package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// MaxAccountsLen is the maximum length of an account map in bytes.
const MaxAccountsLen = 64 << 10

// Accounts is an account map. It assigns ledger codes to Leasehold's accounts, and segments (class,
// location, department, tracking category) to every line.
type Accounts struct {
	targets map[leasehold.Account][]*target
	columns []string // sorted names of the segments of all accounts
	taxRate string
	journal string // journal name, for software with several journals; "" for the software's default
}

// ReadAccounts reads an account map in YAML or JSON:
//
//	accounts:
//	  Right-of-use asset: "1700"
//	  Lease liability: {account: "2400", segments: {Class: Offices}}
//	  Lease liability [finance] [tag:entity=US Inc]: "2450"
//	segments: {Location: Berlin}
//	taxRate: Tax Exempt (0%)
//	journal: GJ
//
// A key may have conditions in brackets: a class, a standard or tags. The matching entry with the
// most conditions applies. Segments at the top level apply to every line, and an account's segments
// override them. The segment value tag:entity stands for the value of the entity tag. The taxRate
// field is for Xero, and the journal field is for Dynamics 365, Sage Intacct, SAP and Oracle. The
// error is an [*OptionError] or an error from r.
func ReadAccounts(r io.Reader) (*Accounts, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxAccountsLen+1))
	if err != nil {
		return nil, fmt.Errorf("read the account map: %w", err)
	}
	if len(text) > MaxAccountsLen {
		return nil, accountsError("must have at most %d bytes", MaxAccountsLen)
	}
	var file struct {
		Accounts map[string]accountCode `yaml:"accounts"`
		Segments map[string]string      `yaml:"segments"`
		TaxRate  string                 `yaml:"taxRate"`
		Journal  string                 `yaml:"journal"`
	}
	d := yaml.NewDecoder(strings.NewReader(string(text)))
	d.KnownFields(true)
	if err := d.Decode(&file); err != nil && !errors.Is(err, io.EOF) {
		return nil, accountsError("%s", strings.ReplaceAll(strings.TrimPrefix(err.Error(), "yaml: "), "\n", " "))
	}
	if len(file.Accounts) == 0 {
		return nil, accountsError("the map has no accounts; in the accounts field, assign a code to each of %s", accountNames())
	}
	m := &Accounts{targets: make(map[leasehold.Account][]*target), taxRate: file.TaxRate, journal: file.Journal}
	columns := map[string]bool{}
	var empty []string
	for _, key := range slices.Sorted(maps.Keys(file.Accounts)) {
		t, err := parseKey(key)
		if err != nil {
			return nil, err
		}
		own := file.Accounts[key]
		if own.Account == "" {
			empty = append(empty, strconv.Quote(t.String()))
			continue
		}
		t.code, t.segments = own.Account, maps.Clone(file.Segments)
		if t.segments == nil {
			t.segments = map[string]string{}
		}
		maps.Copy(t.segments, own.Segments)
		if err := cmp.Or(t.check(), m.add(t)); err != nil {
			return nil, err
		}
		for column := range t.segments {
			columns[column] = true
		}
	}
	if len(empty) > 0 {
		return nil, accountsError("the code is empty for %s", strings.Join(empty, ", "))
	}
	if !printable(m.taxRate) || !printable(m.journal) {
		return nil, accountsError("taxRate or journal has a character that is not printable")
	}
	m.columns = slices.Sorted(maps.Keys(columns))
	return m, nil
}

type accountCode struct {
	Account  string            `yaml:"account"`
	Segments map[string]string `yaml:"segments"`
}

// UnmarshalYAML reads an entry, which is either a code or an object.
func (c *accountCode) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		return node.Decode(&c.Account)
	}
	for i := 0; i+1 < len(node.Content); i += 2 { // the KnownFields option of the decoder does not apply to a node
		if key := node.Content[i].Value; key != "account" && key != "segments" {
			return fmt.Errorf("line %d: unknown field %s; use account and segments", node.Content[i].Line, key)
		}
	}
	type entry accountCode
	return node.Decode((*entry)(c))
}

func accountsError(format string, args ...any) error {
	return &OptionError{Option: "accounts", Message: fmt.Sprintf(format, args...)}
}

// These accounts supplement the engine's accounts. They are used if the account map contains them
// or an option requires them.
const (
	accountCurrentLiability leasehold.Account = 200 + iota
	accountAccumulated
	accountRentClearing
)

var ownAccounts = [...]string{"Lease liability, current", "Accumulated amortization", "Rent clearing"}

func accountName(a leasehold.Account) string {
	if a >= accountCurrentLiability {
		return ownAccounts[a-accountCurrentLiability]
	}
	return a.String()
}

func allAccounts() []leasehold.Account {
	return append(leasehold.Accounts(), accountCurrentLiability, accountAccumulated, accountRentClearing)
}

func accountNames() string { return lists.And(each(allAccounts(), accountName)) }

func (t *target) check() error {
	if !printable(t.code) {
		return accountsError("the code of %q has a character that is not printable", t)
	}
	for column, value := range t.segments {
		if column == "" || !printable(column) || !printable(value) {
			return accountsError("a segment of %q has no name or has a character that is not printable", t)
		}
	}
	return nil
}

// printable reports whether text fits on one line. Tabs are allowed, because each format replaces them.
func printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(c rune) bool { return c != '\t' && unicode.IsControl(c) })
}

func (o *Options) has(a leasehold.Account, l *portfolio.Line) bool {
	return o.Accounts != nil && o.Accounts.find(a, l) != nil
}

func (o *Options) columns() []string {
	if o.Accounts == nil {
		return nil
	}
	return o.Accounts.columns
}

// journalName returns the name of the journal to which entries are posted. If the account map names
// none, it returns the usual name.
func (o *Options) journalName(usual string) string {
	if o.Accounts == nil || o.Accounts.journal == "" {
		return usual
	}
	return o.Accounts.journal
}

// Owner is a Leasehold account that has a ledger code in the account map.
type Owner struct {
	Title    string
	Key      map[string]string // conditions of the map entry, by report key
	Current  bool              // whether the account is the current portion of a liability
	Clearing bool              // whether the account is the rent clearing account, to which postings unrelated to leases are also made
}

// Owners returns a map. Each key is a code from the account map, in lower case, and the value lists
// the accounts that have this code. Accounts with the same code are in the engine's order.
func (m *Accounts) Owners() map[string][]Owner {
	owners := map[string][]Owner{}
	for _, a := range allAccounts() {
		for _, t := range m.targets[a] {
			code := strings.ToLower(t.code)
			owners[code] = append(owners[code], m.owner(t))
		}
	}
	return owners
}

func (m *Accounts) owner(t *target) Owner {
	o := Owner{Title: accountName(t.account), Clearing: t.account == accountRentClearing}
	if t.account == accountCurrentLiability {
		liability := standard.AccountLeaseLiability
		if len(m.targets[liability]) == 0 && len(m.targets[standard.AccountSubscriptionLiability]) > 0 {
			liability = standard.AccountSubscriptionLiability
		}
		o.Title, _, o.Current = portfolio.PartsOf(liability.String())
	}
	for _, c := range t.conditions {
		if o.Key == nil {
			o.Key = map[string]string{}
		}
		o.Key[c.key.String()] = c.value
	}
	return o
}

// AccountTemplate is an account map with empty codes for the accounts to which leases post. If it
// is the zero value, it contains every account.
type AccountTemplate struct {
	// By lists the conditions that split every account, in addition to the class. A condition is
	// standard or tag:NAME. Balance sheet accounts and lease expense are always split by class.
	By []string

	uses map[leasehold.Account]map[string][]condition // conditions of the leases that use each account, by their text
}

var byClass = []leasehold.Account{standard.AccountRouAsset, standard.AccountLeaseLiability, standard.AccountLeaseExpense}

// optionalAccounts lists accounts that are required only if an option or the user's account map uses them.
var optionalAccounts = []struct {
	account leasehold.Account
	use     string
}{
	{accountCurrentLiability, "for --reclassify"},
	{accountAccumulated, "instead of reducing the asset directly"},
	{accountRentClearing, "instead of Cash for monthly rent"},
	{standard.AccountDeferredTaxAsset, "for --deferred-tax"},
	{standard.AccountDeferredTaxLiability, "for --deferred-tax"},
	{standard.AccountDeferredTaxExpense, "for --deferred-tax"},
}

// Add adds the accounts to which a lease posts from commencement to the end of its term. The error
// is either an error from measuring the lease or an [*OptionError] about By.
func (t *AccountTemplate) Add(ctx context.Context, l *leasehold.Lease) error {
	r, err := leasehold.ComputeContext(ctx, l)
	if err != nil {
		return err
	}
	entries, err := leasehold.MonthlyJournal(ctx, r)
	if err != nil {
		return err
	}
	posted := map[leasehold.Account]bool{standard.AccountPriorPeriodCorrections: true} //nolint:exhaustive // other accounts are added once a lease posts to them
	if l.Foreign() {
		posted[standard.AccountExchangeGain], posted[standard.AccountExchangeLoss] = true, true
	}
	for i := range entries {
		for _, line := range entries[i].Lines {
			posted[line.Account] = posted[line.Account] || line.Debit != line.Credit
		}
	}
	for account, used := range posted {
		if !used {
			continue
		}
		for _, class := range classes(r) {
			if err := t.add(account, &portfolio.Line{Lease: l, Figures: &leasehold.LeaseFigures{Class: class}}); err != nil {
				return err
			}
		}
	}
	return nil
}

func classes(r *leasehold.Result) []leasehold.ReportedClass {
	last := lastClass(r)
	list := []leasehold.ReportedClass{last}
	for i := range r.Segments {
		class := schedule.ReportedFinance
		if r.Segments[i].Class == leasehold.Operating {
			class = schedule.ReportedOperating
		}
		if !r.Lease.Exempt() && !slices.Contains(list, class) {
			list = append(list, class)
		}
	}
	return list
}

// add records an account together with the conditions in By that the lease meets.
func (t *AccountTemplate) add(a leasehold.Account, l *portfolio.Line) error {
	var conditions []condition
	split := func(by string) {
		key, _ := portfolio.ParseKey(by)
		if value := key.Value(l.Lease, l.Figures); value != "" {
			conditions = append(conditions, condition{key, value})
		}
	}
	if slices.Contains(byClass, a.Role()) {
		split("classification")
	}
	for _, by := range t.By {
		if tag, isTag := strings.CutPrefix(by, segmentTag); by != "standard" && (!isTag || tag == "") {
			return &OptionError{Option: "by", Message: strict.NotAllowed(strict.Quote(by), []string{"standard", "tag:NAME"})}
		}
		split(by)
	}
	if t.uses == nil {
		t.uses = make(map[leasehold.Account]map[string][]condition)
	}
	if t.uses[a] == nil {
		t.uses[a] = map[string][]condition{}
	}
	t.uses[a][(&target{account: a, conditions: conditions}).String()] = conditions
	return nil
}

// keys returns the keys of an account, without conditions that all its leases meet.
func (t *AccountTemplate) keys(a leasehold.Account) (keys []string) {
	count := map[condition]int{}
	for _, conditions := range t.uses[a] {
		for _, c := range conditions {
			count[c]++
		}
	}
	for _, conditions := range t.uses[a] {
		common := func(c condition) bool { return count[c] == len(t.uses[a]) }
		needed := slices.DeleteFunc(slices.Clone(conditions), common)
		keys = append(keys, (&target{account: a, conditions: needed}).String())
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Write writes the template as YAML. The error either comes from the argument w or is an [*OptionError]. An
// [*OptionError] means that a tag value cannot be part of a key, or that two keys would be ambiguous.
func (t *AccountTemplate) Write(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# Account map for --accounts. Write your ledger's code after each title.\n" +
		"# docs/FILES.md describes segments, taxRate, journal and conditions in brackets.\naccounts:\n")
	checked := &Accounts{targets: make(map[leasehold.Account][]*target)}
	line := func(prefix, key, use string) error {
		to, err := parseKey(key)
		if err != nil {
			return err
		}
		if err := checked.add(to); err != nil {
			return err
		}
		text, err := yaml.Marshal(map[string]string{key: ""})
		if err != nil {
			return fmt.Errorf("write the account map: %w", err)
		}
		b.WriteString(prefix + strings.TrimSuffix(string(text), "\n"))
		if use != "" {
			b.WriteString(" # " + use)
		}
		b.WriteByte('\n')
		return nil
	}
	accounts := allAccounts()
	if t.uses != nil {
		accounts = slices.SortedFunc(maps.Keys(t.uses), cmp.Compare[leasehold.Account])
	}
	for _, a := range accounts {
		keys := t.keys(a)
		if t.uses == nil {
			keys = []string{accountName(a)}
		}
		for _, key := range keys {
			if err := line("  ", key, ""); err != nil {
				return err
			}
		}
	}
	for _, o := range optionalAccounts {
		if !slices.Contains(accounts, o.account) {
			if err := line("  # ", accountName(o.account), o.use); err != nil {
				return err
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
