package export

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

var beancount = dialect{
	own: map[leasehold.Account]string{
		leasehold.AccountRouAsset:             "Assets:RightOfUse",
		leasehold.AccountLeaseLiability:       "Liabilities:Lease",
		leasehold.AccountCash:                 "Assets:Cash",
		leasehold.AccountPrepaidRent:          "Assets:PrepaidRent",
		leasehold.AccountLeaseExpense:         "Expenses:Lease",
		leasehold.AccountInterestExpense:      "Expenses:Interest",
		leasehold.AccountAmortizationExpense:  "Expenses:Amortization",
		leasehold.AccountDepreciationExpense:  "Expenses:Depreciation",
		leasehold.AccountVariableLeaseExpense: "Expenses:VariableLease",
		leasehold.AccountRestorationProvision: "Liabilities:Restoration",
		leasehold.AccountOpeningBalance:       "Equity:OpeningBalances",
		leasehold.AccountGain:                 "Income:GainOnLeaseChange",
		leasehold.AccountLoss:                 "Expenses:LossOnLeaseChange",
		leasehold.AccountImpairmentLoss:       "Expenses:Impairment",
		leasehold.AccountProperty:             "Assets:PropertyAndEquipment",
		leasehold.AccountCapitalOutlay:        "Expenses:CapitalOutlay",
		leasehold.AccountOtherFinancing:       "Income:OtherFinancingSources",
		leasehold.AccountExpenditurePrincipal: "Expenses:DebtServicePrincipal",
		leasehold.AccountExpenditureInterest:  "Expenses:DebtServiceInterest",
		leasehold.AccountExpenditureOther:     "Expenses:OtherExpenditures",
	},
	account: regexp.MustCompile(`^(Assets|Liabilities|Equity|Income|Expenses)(:[\p{Lu}\p{Nd}][\p{L}\p{Nd}-]*)+$`),
	accountRule: "Beancount reads names like Assets:RightOfUse: a root (Assets, Liabilities, Equity, Income or Expenses), " +
		"then parts that begin with a capital letter or a digit",
	tag:     regexp.MustCompile(`^[a-z][A-Za-z0-9_-]+$`),
	tagRule: "Beancount reads names of a small letter first, then letters, digits, - and _",
}

// beancountValue escapes a text for its quotation marks.
var beancountValue = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", " ")

func writeBeancount(w io.Writer, r *leasehold.Result, o *Options) error {
	j, err := o.journal(r)
	if err != nil {
		return err
	}
	names, err := beancount.names(j)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "; %s\noption \"operating_currency\" \"%s\"\n\n", j.title(), j.Currency)
	for _, name := range j.declared(names) {
		fmt.Fprintf(&b, "%s open %s %s\n", j.firstDay(), name, j.Currency)
	}
	for i := range j.entries {
		e := &j.entries[i]
		fmt.Fprintf(&b, "\n%s * \"%s\"\n  entry: \"%s\"\n", e.Date, beancountValue.Replace(e.Memo), beancountValue.Replace(j.number(e, anyLength)))
		for k := range e.Lines {
			l := &e.Lines[k]
			fmt.Fprintf(&b, "  %-36s  %s %s\n", names[l.Account], j.signed(l), j.Currency)
			for _, column := range j.columns() {
				if v := j.segment(l.Account, column); v != "" {
					fmt.Fprintf(&b, "    %s: \"%s\"\n", column, beancountValue.Replace(v))
				}
			}
		}
	}
	return writeText(w, &b)
}
