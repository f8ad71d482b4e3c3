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

// check checks the names of the map's accounts and those of its segments, which
// become tags.
func (d *dialect) check(o *Options) error {
	if o.Accounts == nil {
		return nil
	}
	for _, p := range o.postings() {
		if !d.account.MatchString(p.to.code) {
			return accountsError("%q for %q is not a valid account name; %s", p.to.code, p.to, d.accountRule)
		}
	}
	for _, column := range o.columns() {
		if !d.tag.MatchString(column) {
			return accountsError("segment %q cannot be a tag; %s", column, d.tagRule)
		}
	}
	return nil
}

// name returns the name of a line's account: that of the reader's map where there is one.
func (d *dialect) name(l *line) string {
	if l.to == nil {
		return d.own[l.Account]
	}
	return l.to.code
}

// declared returns the names of the accounts of a file, each once: a map may send two
// accounts to one.
func (d *dialect) declared(f *journalFile) (list []string) {
	seen := map[string]bool{}
	for _, p := range f.accounts {
		if name := d.name(&line{leasehold.Line{Account: p.account}, p.to}); !seen[name] {
			seen[name] = true
			list = append(list, name)
		}
	}
	return list
}
