package export

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

// Plain-text accounting. Both programs refuse an entry that does not balance,
// so that a journal that they accept has been checked by somebody else.

// Accounts of the two programs where there is no map.
var (
	hledgerAccounts = map[leasehold.Account]string{
		leasehold.AccountRouAsset:            "assets:right-of-use",
		leasehold.AccountLeaseLiability:      "liabilities:lease",
		leasehold.AccountCash:                "assets:cash",
		leasehold.AccountPrepaidRent:         "assets:prepaid rent",
		leasehold.AccountLeaseExpense:        "expenses:lease",
		leasehold.AccountInterestExpense:     "expenses:interest",
		leasehold.AccountAmortizationExpense: "expenses:amortization",
	}
	beancountAccounts = map[leasehold.Account]string{
		leasehold.AccountRouAsset:            "Assets:RightOfUse",
		leasehold.AccountLeaseLiability:      "Liabilities:Lease",
		leasehold.AccountCash:                "Assets:Cash",
		leasehold.AccountPrepaidRent:         "Assets:PrepaidRent",
		leasehold.AccountLeaseExpense:        "Expenses:Lease",
		leasehold.AccountInterestExpense:     "Expenses:Interest",
		leasehold.AccountAmortizationExpense: "Expenses:Amortization",
	}
)

// What the two programs read as the name of an account.
var (
	// Two spaces end a name; brackets make a posting virtual; the others begin
	// something else.
	hledgerName   = regexp.MustCompile(`^[^\s;()\[\]*!=~@"|#%+-][^\s;()\[\]"|]*( [^\s;()\[\]"|]+)*$`)
	beancountName = regexp.MustCompile(`^(Assets|Liabilities|Equity|Income|Expenses)(:[\p{Lu}\p{Nd}][\p{L}\p{Nd}-]*)+$`)
	beancountKey  = regexp.MustCompile(`^[a-z][A-Za-z0-9_-]+$`)
	hledgerKey    = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)
)

// hledgerValue keeps a tag's value to itself: a comma or a tab would end it, and
// a date in brackets would move the posting to that day.
var hledgerValue = strings.NewReplacer(",", " ", "\t", " ", "[", "(", "]", ")")

// names returns the account names of a program, from the map where there is
// one.
func (o *Options) names(list []entry, own map[leasehold.Account]string, valid *regexp.Regexp, rule string) (map[leasehold.Account]string, error) {
	if o.Accounts == nil {
		return own, nil
	}
	used := make(map[leasehold.Account]string)
	for _, e := range list {
		for _, l := range e.Lines {
			used[l.Account] = o.code(l.Account)
			if !valid.MatchString(used[l.Account]) {
				return nil, accountsError("%q of %q is not an account name there; %s", used[l.Account], l.Account, rule)
			}
		}
	}
	return used, nil
}

// keys checks the names of the segments, which become tags.
func (o *Options) keys(valid *regexp.Regexp, rule string) error {
	for _, column := range o.columns() {
		if !valid.MatchString(column) {
			return accountsError("segment %q cannot be a tag there; %s", column, rule)
		}
	}
	return nil
}

func writeHledger(w io.Writer, r *leasehold.Result, o *Options) error {
	list, err := o.entries(r)
	if err != nil {
		return err
	}
	names, err := o.names(list, hledgerAccounts, hledgerName, "as in assets:right-of-use, one space between words")
	if err != nil {
		return err
	}
	if err := o.keys(hledgerKey, "letters, digits, - and _"); err != nil {
		return err
	}
	for _, column := range o.columns() {
		if column == "date" || column == "date2" {
			return accountsError("segment %q cannot be a tag there; hledger reads it as the day of the posting", column)
		}
	}
	var b strings.Builder
	prefix := prefixOf(r)
	fmt.Fprintf(&b, "; %s lease, %s, from %s for %d months\n", r.Lease.Standard, r.Class, r.Lease.CommencementDate, r.Lease.TermMonths)
	fmt.Fprintf(&b, "decimal-mark .\ncommodity 1000.00 %s\n", o.Currency)
	declared := map[string]bool{} // a map may send two accounts to one
	for _, a := range leasehold.Accounts() {
		if name := names[a]; usedIn(list, a) && !declared[name] {
			declared[name] = true
			fmt.Fprintf(&b, "account %s\n", name)
		}
	}
	for _, e := range list {
		fmt.Fprintf(&b, "\n%s * (%s) %s\n", e.Date, e.label(prefix), strings.ReplaceAll(e.Memo, ";", ","))
		for _, l := range e.Lines {
			fmt.Fprintf(&b, "    %-36s  %s %s", names[l.Account], l.Debit.Sub(l.Credit), o.Currency)
			for i, column := range o.columns() {
				if v := o.segment(l.Account, column); v != "" {
					separator := ", "
					if i == 0 {
						separator = "  ; "
					}
					fmt.Fprintf(&b, "%s%s:%s", separator, column, hledgerValue.Replace(v))
				}
			}
			b.WriteByte('\n')
		}
	}
	return writeText(w, b.String())
}

func writeBeancount(w io.Writer, r *leasehold.Result, o *Options) error {
	list, err := o.entries(r)
	if err != nil {
		return err
	}
	names, err := o.names(list, beancountAccounts, beancountName,
		"as in Assets:RightOfUse: a root among Assets, Liabilities, Equity, Income and Expenses, then parts that begin with a capital letter or a digit")
	if err != nil {
		return err
	}
	if err := o.keys(beancountKey, "a small letter first, then letters, digits, - and _"); err != nil {
		return err
	}
	var b strings.Builder
	prefix := prefixOf(r)
	fmt.Fprintf(&b, "; %s lease, %s, from %s for %d months\n", r.Lease.Standard, r.Class, r.Lease.CommencementDate, r.Lease.TermMonths)
	fmt.Fprintf(&b, "option \"operating_currency\" \"%s\"\n\n", o.Currency)
	opened := map[string]bool{}
	for _, a := range leasehold.Accounts() {
		if name := names[a]; usedIn(list, a) && !opened[name] {
			opened[name] = true
			fmt.Fprintf(&b, "%s open %s %s\n", list[0].Date, name, o.Currency)
		}
	}
	for _, e := range list {
		fmt.Fprintf(&b, "\n%s * \"%s\"\n  entry: \"%s\"\n", e.Date, e.Memo, e.label(prefix))
		for _, l := range e.Lines {
			fmt.Fprintf(&b, "  %-36s  %s %s\n", names[l.Account], l.Debit.Sub(l.Credit), o.Currency)
			for _, column := range o.columns() {
				if v := o.segment(l.Account, column); v != "" {
					fmt.Fprintf(&b, "    %s: \"%s\"\n", column, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", " ").Replace(v))
				}
			}
		}
	}
	return writeText(w, b.String())
}

// usedIn reports whether some line posts to the account.
func usedIn(list []entry, a leasehold.Account) bool {
	for _, e := range list {
		for _, l := range e.Lines {
			if l.Account == a {
				return true
			}
		}
	}
	return false
}

func writeText(w io.Writer, text string) error {
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("write the journal: %w", err)
	}
	return nil
}
