package export

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// condition restricts an account map entry to leases with a given class, standard or tag value.
type condition struct {
	key   portfolio.Key
	value string
}

func (c condition) String() string {
	if key := c.key.String(); strings.HasPrefix(key, segmentTag) {
		return "[" + key + "=" + c.value + "]"
	}
	return "[" + c.value + "]"
}

// target is an account map entry: lines of the account are posted to its ledger code if the lease
// meets the entry's conditions.
type target struct {
	account    leasehold.Account
	conditions []condition // in the order in which the key lists them
	code       string
	segments   map[string]string
}

func (t *target) String() string {
	var key strings.Builder
	key.WriteString(accountName(t.account))
	for _, c := range t.conditions {
		key.WriteString(" " + c.String())
	}
	return key.String()
}

// parseKey parses the key of an entry, such as Lease liability [operating] [tag:entity=US Inc]. A
// key is an account, optionally followed by conditions in brackets.
func parseKey(key string) (*target, error) {
	name, rest, conditional := strings.Cut(key, "[")
	name = strings.TrimSpace(name)
	all := allAccounts()
	i := slices.IndexFunc(all, func(a leasehold.Account) bool { return accountName(a) == name })
	if i < 0 {
		return nil, accountsError("%q is not an account; the accounts are %s", name, accountNames())
	}
	t := &target{account: all[i]}
	if !conditional {
		return t, nil
	}
	for part := range strings.SplitSeq(rest, "[") {
		text, closed := strings.CutSuffix(strings.TrimSpace(part), "]")
		c, ok := parseCondition(strings.TrimSpace(text))
		if !closed || !ok {
			return nil, accountsError("%q has an invalid condition; use %s, each in brackets", key, conditionNames())
		}
		if slices.ContainsFunc(t.conditions, func(other condition) bool { return other.key == c.key }) {
			return nil, accountsError("%q has two conditions on the %s", key, c.key)
		}
		t.conditions = append(t.conditions, c)
	}
	slices.SortFunc(t.conditions, func(a, b condition) int { return strings.Compare(a.key.String(), b.key.String()) })
	return t, nil
}

func parseCondition(text string) (condition, bool) {
	name, value, isTag := strings.Cut(text, "=")
	valid := strings.HasPrefix(name, segmentTag) && value != ""
	if !isTag {
		name, value = "standard", text
		valid = slices.ContainsFunc(leasehold.Standards(), func(s leasehold.Standard) bool { return s.String() == text })
		if new(leasehold.ReportedClass).UnmarshalText([]byte(text)) == nil {
			name, valid = "classification", true
		}
	}
	key, err := portfolio.ParseKey(name)
	return condition{key, value}, valid && err == nil
}

func conditionNames() string {
	var names []string
	for c := schedule.ReportedOperating; c <= schedule.ReportedLowValue; c++ {
		names = append(names, c.String())
	}
	names = append(names, each(leasehold.Standards(), leasehold.Standard.String)...)
	return lists.Or(append(names, "tag:NAME=VALUE"))
}

func (t *target) fits(l *portfolio.Line) bool {
	return !slices.ContainsFunc(t.conditions, func(c condition) bool { return c.key.Value(l.Lease, l.Figures) != c.value })
}

// excludes reports whether no lease can meet both sets of conditions.
func (t *target) excludes(other *target) bool {
	return slices.ContainsFunc(t.conditions, func(c condition) bool {
		return slices.ContainsFunc(other.conditions, func(d condition) bool { return c.key == d.key && c.value != d.value })
	})
}

// add adds an entry to the map. If two entries with the same number of conditions can apply to one
// lease, they are rejected, because neither would take precedence.
func (m *Accounts) add(t *target) error {
	for _, other := range m.targets[t.account] {
		if len(other.conditions) == len(t.conditions) && !other.excludes(t) {
			return accountsError("%q and %q can both apply to one lease and have the same number of conditions; add a condition to one of them", other, t)
		}
	}
	m.targets[t.account] = append(m.targets[t.account], t)
	return nil
}

// find returns the entry with the most conditions among those that apply to the account and the
// lease, or nil.
func (m *Accounts) find(a leasehold.Account, l *portfolio.Line) (best *target) {
	for _, t := range m.targets[a] {
		if t.fits(l) && (best == nil || len(best.conditions) < len(t.conditions)) {
			best = t
		}
	}
	return best
}

// missingAccounts collects the accounts that the map lacks, so that a single error names all of
// them. It is safe for concurrent use.
type missingAccounts struct {
	mu   sync.Mutex
	uses map[accountUse]string // ID of the first lease that uses the account
}

type accountUse struct {
	account  leasehold.Account
	standard leasehold.Standard
	class    leasehold.ReportedClass
}

func (m *missingAccounts) add(a leasehold.Account, l *portfolio.Line) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.uses == nil {
		m.uses = map[accountUse]string{}
	}
	use := accountUse{a, l.Lease.Standard, l.Figures.Class}
	if id, known := m.uses[use]; !known || l.Lease.ID < id {
		m.uses[use] = l.Lease.ID
	}
}

// err returns an [*OptionError] that names every missing account, or nil if none is missing.
func (m *missingAccounts) err(accounts *Accounts) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var absent, texts []string
	uses := slices.SortedFunc(maps.Keys(m.uses), func(a, b accountUse) int {
		return cmp.Or(cmp.Compare(a.account, b.account), cmp.Compare(a.standard, b.standard), cmp.Compare(a.class, b.class))
	})
	for _, use := range uses {
		if len(accounts.targets[use.account]) == 0 {
			absent = append(absent, strconv.Quote(accountName(use.account)))
			continue
		}
		keys := each(accounts.targets[use.account], (*target).String)
		id := ""
		if m.uses[use] != "" {
			id = " of lease " + m.uses[use]
		}
		texts = append(texts, fmt.Sprintf("%q is missing for the lines%s (%s, %s); the map contains %s", accountName(use.account), id, use.standard, use.class, strings.Join(keys, ", ")))
	}
	if len(absent) > 0 {
		missing := "the journal posts to accounts that the map lacks: " + strings.Join(slices.Compact(absent), ", ")
		texts = slices.Insert(texts, 0, missing)
	}
	if len(texts) == 0 {
		return nil
	}
	return accountsError("%s", strings.Join(texts, "; "))
}

// Required returns the account map's conditions on tags. Each of them must be met by at least one
// lease in the report. Conditions on a class or a standard are omitted, because leases of another
// month may meet them. m may be nil.
func (m *Accounts) Required() (list []portfolio.Required) {
	for _, t := range m.all() {
		for _, c := range t.conditions {
			if strings.HasPrefix(c.key.String(), segmentTag) {
				list = append(list, portfolio.Required{
					Field: "accounts, " + strconv.Quote(t.String()), Where: portfolio.Where{{Key: c.key, Values: []string{c.value}}},
				})
			}
		}
	}
	return list
}

// Tags returns the names of the tags used in conditions and segments. m may be nil.
func (m *Accounts) Tags() (names []string) {
	for _, t := range m.all() {
		for _, c := range t.conditions {
			names = appendTag(names, c.key.String())
		}
		for _, value := range t.segments {
			names = appendTag(names, value)
		}
	}
	return names
}

// appendTag appends a tag's name to names if the text has the form tag:NAME.
func appendTag(names []string, text string) []string {
	if tag, ok := strings.CutPrefix(text, segmentTag); ok {
		return append(names, tag)
	}
	return names
}

// all returns the account map's entries, grouped by account in the engine's order. m may be nil.
func (m *Accounts) all() (list []*target) {
	if m == nil {
		return nil
	}
	for _, a := range allAccounts() {
		list = append(list, m.targets[a]...)
	}
	return list
}
