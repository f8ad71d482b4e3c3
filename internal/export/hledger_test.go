package export

import (
	"testing"

	"github.com/leasehold-accounting/leasehold"
)

// Every account of the engine has its own default name, which hledger accepts.
func TestEveryAccountHasANameInHledger(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, a := range leasehold.Accounts() {
		name := hledgerNames[a]
		if !hledgerAccount.MatchString(name) || seen[name] {
			t.Errorf("%s is named %q", a, name)
		}
		seen[name] = true
	}
}
