package export

import (
	"regexp"

	"github.com/leasehold-accounting/leasehold"
)

// dialect is what a program for plain-text accounting reads as the names of
// accounts and tags. Such programs refuse an entry that does not balance, so a
// journal that they accept has been checked by somebody else.
type dialect struct {
	own         map[leasehold.Account]string // the accounts where there is no map
	account     *regexp.Regexp
	accountRule string
	tag         *regexp.Regexp
	tagRule     string
}

// names returns the names of the accounts that j posts to, from the reader's
// map where there is one, and checks them and the names of the segments, which
// become tags.
func (d *dialect) names(j *journal) (map[leasehold.Account]string, error) {
	if j.Accounts == nil {
		return d.own, nil
	}
	names := make(map[leasehold.Account]string)
	for _, a := range j.used() {
		names[a] = j.code(a)
		if !d.account.MatchString(names[a]) {
			return nil, accountsError("%q for %q is not a valid account name; %s", names[a], a, d.accountRule)
		}
	}
	for _, column := range j.columns() {
		if !d.tag.MatchString(column) {
			return nil, accountsError("segment %q cannot be a tag; %s", column, d.tagRule)
		}
	}
	return names, nil
}

// declared returns the names of the accounts that j posts to, each once: a map
// may send two accounts to one.
func (j *journal) declared(names map[leasehold.Account]string) []string {
	var list []string
	seen := map[string]bool{}
	for _, a := range j.used() {
		if name := names[a]; !seen[name] {
			seen[name] = true
			list = append(list, name)
		}
	}
	return list
}
