package export

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// Whatever account an entry posts to, plain-text journals have a valid name for
// it of their own.
func TestEveryAccountHasANameInEveryDialect(t *testing.T) {
	t.Parallel()
	for program, d := range map[string]*dialect{"hledger": &hledger, "beancount": &beancount} {
		seen := map[string]bool{}
		for _, a := range leasehold.Accounts() {
			name := d.own[a]
			if !d.account.MatchString(name) || seen[name] {
				t.Errorf("%s: %s is named %q", program, a, name)
			}
			seen[name] = true
		}
	}
}
