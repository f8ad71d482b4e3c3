package export

import (
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
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/standard"
)

// MaxAccountsLen is the maximum length of an account map in bytes.
const MaxAccountsLen = 64 << 10

// Accounts is an account map. Accounts assigns ledger codes to Leasehold's accounts, and segments
// (class, location, department, tracking category) to every line.
type Accounts struct {
	targets map[leasehold.Account][]*target
	columns []string // names of the segments of all accounts, sorted
	taxRate string
	journal string // name of the journal, for software with several journals; "" for the software's default
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
// A key may have conditions in brackets: a class, a standard, tags. The fitting entry with the
// most conditions applies. Segments at the top level apply to every line, and the segments of an
// account override them. The segment value tag:entity stands for the value of the tag entity.
// taxRate is for Xero, and journal is for Dynamics 365, Sage Intacct, SAP and Oracle. The error
// is an [*OptionError] or an error of r.
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
		return nil, accountsError("the map has no accounts; under accounts, give a code to each of %s", accountNames())
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
		if err := t.check(); err != nil {
			return nil, err
		}
		if err := m.add(t); err != nil {
			return nil, err
		}
		for column := range t.segments {
			columns[column] = true
		}
	}
	switch len(empty) {
	case 0:
	case 1:
		return nil, accountsError("%s has an empty code", empty[0])
	default:
		return nil, accountsError("%s have empty codes", strings.Join(empty, ", "))
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

// UnmarshalYAML reads an entry that is either a code or an object.
func (c *accountCode) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		return node.Decode(&c.Account)
	}
	for i := 0; i+1 < len(node.Content); i += 2 { // the decoder option KnownFields does not apply to a node
		if key := node.Content[i].Value; key != "account" && key != "segments" {
			return fmt.Errorf("line %d: unknown field %s; an account has account and segments", node.Content[i].Line, key)
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

// allAccounts returns the engine's accounts, followed by the accounts of this package.
func allAccounts() []leasehold.Account {
	return append(leasehold.Accounts(), accountCurrentLiability, accountAccumulated, accountRentClearing)
}

func accountNames() string { return strings.Join(each(allAccounts(), accountName), ", ") }

func parseAccount(name string) (leasehold.Account, error) {
	all := allAccounts()
	if i := slices.Index(each(all, accountName), name); i >= 0 {
		return all[i], nil
	}
	return 0, accountsError("%q is not an account; the accounts are %s", name, accountNames())
}

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

// printable reports whether a text fits on one line. Tabs are allowed, because each format replaces
// them with another character.
func printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(c rune) bool { return c != '\t' && unicode.IsControl(c) })
}

// has reports whether the map contains an entry for account a that fits a lease with the attributes
// f.
func (o *Options) has(a leasehold.Account, f *facts) bool {
	return o.Accounts != nil && o.Accounts.find(a, f) != nil
}

func (o *Options) columns() []string {
	if o.Accounts == nil {
		return nil
	}
	return o.Accounts.columns
}

// journalName returns the name of the journal to which entries are posted. If the account map names
// no journal, the result is usual.
func (o *Options) journalName(usual string) string {
	if o.Accounts == nil || o.Accounts.journal == "" {
		return usual
	}
	return o.Accounts.journal
}

// Owner is one of Leasehold's accounts with a ledger code in the account map.
type Owner struct {
	Title    string
	Key      map[string]string // conditions of the map entry, by report key
	Current  bool              // whether the account is the current portion of a liability
	Clearing bool              // whether the account is rent clearing, which also contains postings that do not concern leases
}

// Owners returns the accounts that have a code in the account map, by the code in lower case. The
// accounts with one code are in the engine's order.
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
		name := c.of
		if name == ofClass {
			name = "classification"
		}
		if o.Key == nil {
			o.Key = map[string]string{}
		}
		o.Key[name] = c.value
	}
	return o
}
