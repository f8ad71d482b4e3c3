package leaseview

import (
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// AccountInput returns the name of the input for the user's own code or name of an account. The
// name has the prefix of all inputs that configure a downloaded file.
func AccountInput(a leasehold.Account) string { return "file-account-" + strconv.Itoa(int(a)) }

// PostedTo returns the names of the inputs for the accounts to which entries are posted, separated
// by spaces.
func PostedTo(entries []leasehold.Entry) string {
	var names []string
	for i := range entries {
		for _, l := range entries[i].Lines {
			if name := AccountInput(l.Account); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return strings.Join(names, " ")
}
