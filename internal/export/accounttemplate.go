package export

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/schedule"
	"github.com/leasehold-accounting/leasehold/standard"
)

// AccountTemplate is an account map with empty codes for the accounts to which leases post. The
// zero value contains every account.
type AccountTemplate struct {
	// By lists the conditions, in addition to the class, by which every account is split: standard
	// or tag:NAME. The accounts of the balances and the lease expense are always split by class.
	By []string

	leases int
	uses   map[leasehold.Account]map[string][]condition // the conditions of the leases that use each account, by the text of the conditions
}

var byClass = []leasehold.Account{standard.AccountRouAsset, standard.AccountLeaseLiability, standard.AccountLeaseExpense}

// optionalAccounts lists accounts that only options or entries of the user's account map require.
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
// is an error in computing the lease, or an [*OptionError] about By.
func (t *AccountTemplate) Add(ctx context.Context, l *leasehold.Lease) error {
	r, err := leasehold.ComputeContext(ctx, l)
	if err != nil {
		return err
	}
	entries, err := leasehold.MonthlyJournal(ctx, r)
	if err != nil {
		return err
	}
	t.leases++
	posted := map[leasehold.Account]bool{standard.AccountPriorPeriodCorrections: true}
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
			if err := t.add(account, &facts{l, class}); err != nil {
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

// add records an account with the conditions in By that the lease meets.
func (t *AccountTemplate) add(a leasehold.Account, f *facts) error {
	var conditions []condition
	if slices.Contains(byClass, a.Role()) {
		conditions = append(conditions, condition{ofClass, f.value(ofClass)})
	}
	for _, by := range t.By {
		if tag, isTag := strings.CutPrefix(by, segmentTag); by != ofStandard && (!isTag || tag == "") {
			return &OptionError{Option: "by", Message: fmt.Sprintf("%q is not allowed; allowed are standard and tag:NAME", by)}
		}
		if value := f.value(by); value != "" {
			conditions = append(conditions, condition{by, value})
		}
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

// keys returns the keys of an account. Conditions that all leases of the account meet are omitted.
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

// Write writes the template as YAML. The error is an error of w, or an [*OptionError] if a tag
// value cannot be part of a key, or if two keys would be ambiguous.
func (t *AccountTemplate) Write(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# Account map for --accounts. Write the code of your ledger after each title.\n" +
		"# docs/FILES.md describes conditions in brackets, segments, taxRate and journal.\naccounts:\n")
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
	if t.leases > 0 {
		accounts = slices.SortedFunc(maps.Keys(t.uses), cmp.Compare[leasehold.Account])
	}
	for _, a := range accounts {
		keys := t.keys(a)
		if t.leases == 0 {
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
