package export

import (
	"strings"

	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/standard"
)

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
