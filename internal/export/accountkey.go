package export

import (
	"cmp"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// condition restricts an entry of the account map to leases with a class, a standard, or a
// tag of a value.
type condition struct{ of, value string }

// The names of conditions, in addition to tag:NAME.
const (
	ofClass    = "class"
	ofStandard = "standard"
)

// String returns the condition as written in the map.
func (c condition) String() string {
	if strings.HasPrefix(c.of, segmentTag) {
		return "[" + c.of + "=" + c.value + "]"
	}
	return "[" + c.value + "]"
}

// target is an entry of the account map, to which lines of an account are posted.
type target struct {
	account    leasehold.Account
	conditions []condition // in order
	code       string
	segments   map[string]string
}

// String returns the key of the entry, its conditions in order.
func (t *target) String() string {
	var key strings.Builder
	key.WriteString(accountName(t.account))
	for _, c := range t.conditions {
		key.WriteString(" " + c.String())
	}
	return key.String()
}

// parseKey reads the key of an entry: an account, and after it conditions in brackets, as
// in Lease liability [operating] [tag:entity=US Inc].
func parseKey(key string) (*target, error) {
	name, rest, conditional := strings.Cut(key, "[")
	account, err := parseAccount(strings.TrimSpace(name))
	if err != nil {
		return nil, err
	}
	t := &target{account: account}
	if !conditional {
		return t, nil
	}
	for part := range strings.SplitSeq(rest, "[") {
		text, closed := strings.CutSuffix(strings.TrimSpace(part), "]")
		c, ok := parseCondition(strings.TrimSpace(text))
		if !closed || !ok {
			return nil, accountsError("%q has a wrong condition; conditions are %s, each in brackets", key, conditionNames())
		}
		if slices.ContainsFunc(t.conditions, func(other condition) bool { return other.of == c.of }) {
			return nil, accountsError("%q has two conditions on the %s", key, c.of)
		}
		t.conditions = append(t.conditions, c)
	}
	slices.SortFunc(t.conditions, func(a, b condition) int { return cmp.Compare(a.of, b.of) })
	return t, nil
}

func parseCondition(text string) (condition, bool) {
	if tag, value, ok := strings.Cut(text, "="); ok {
		name, isTag := strings.CutPrefix(tag, segmentTag)
		return condition{tag, value}, isTag && name != "" && value != ""
	}
	if new(leasehold.ReportedClass).UnmarshalText([]byte(text)) == nil {
		return condition{ofClass, text}, true
	}
	return condition{ofStandard, text}, slices.ContainsFunc(leasehold.Standards(), func(s leasehold.Standard) bool { return s.String() == text })
}

func conditionNames() string {
	var names []string
	for c := leasehold.ReportedOperating; c <= leasehold.ReportedLowValue; c++ {
		names = append(names, c.String())
	}
	for _, s := range leasehold.Standards() {
		names = append(names, s.String())
	}
	return strings.Join(names, ", ") + " and tag:NAME=VALUE"
}

// facts holds the attributes that conditions test.
type facts struct {
	lease *leasehold.Lease
	class leasehold.ReportedClass // at the end of the reporting period
}

func (f *facts) meet(c condition) bool {
	switch c.of {
	case ofClass:
		return f.class.String() == c.value
	case ofStandard:
		return f.lease.Standard.String() == c.value
	}
	return f.lease.Tags[strings.TrimPrefix(c.of, segmentTag)] == c.value
}

// fits reports whether all conditions hold.
func (t *target) fits(f *facts) bool {
	return !slices.ContainsFunc(t.conditions, func(c condition) bool { return !f.meet(c) })
}

// excludes reports whether two entries can't both fit a lease.
func (t *target) excludes(other *target) bool {
	return slices.ContainsFunc(t.conditions, func(c condition) bool {
		return slices.ContainsFunc(other.conditions, func(d condition) bool { return c.of == d.of && c.value != d.value })
	})
}

// add adds an entry to the map. Two with as many conditions that may both fit a lease
// are refused: neither would win.
func (m *Accounts) add(t *target) error {
	for _, other := range m.targets[t.account] {
		if len(other.conditions) == len(t.conditions) && !other.excludes(t) {
			return accountsError("%q and %q may both fit a lease and have as many conditions; add one to either", other, t)
		}
	}
	m.targets[t.account] = append(m.targets[t.account], t)
	return nil
}

// find returns the entry for an account with the most conditions among those that fit the
// lease, or nil.
func (m *Accounts) find(a leasehold.Account, f *facts) (best *target) {
	for _, t := range m.targets[a] {
		if t.fits(f) && (best == nil || len(best.conditions) < len(t.conditions)) {
			best = t
		}
	}
	return best
}

// missing returns the error for an account that the map lacks.
func (m *Accounts) missing(a leasehold.Account, f *facts) error {
	if len(m.targets[a]) == 0 {
		return accountsError("%q is missing; the journal posts to it", accountName(a))
	}
	var keys []string
	for _, t := range m.targets[a] {
		keys = append(keys, t.String())
	}
	id := ""
	if f.lease.ID != "" {
		id = " of lease " + f.lease.ID
	}
	return accountsError("%q is missing for lines%s (%s, %s); the map has %s", accountName(a), id, f.lease.Standard, f.class, strings.Join(keys, ", "))
}
