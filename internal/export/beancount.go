package export

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/leasehold-accounting/leasehold"
)

var beancount = dialect{
	own: map[leasehold.Account]string{
		leasehold.AccountRouAsset:              "Assets:RightOfUse",
		leasehold.AccountLeaseLiability:        "Liabilities:Lease",
		leasehold.AccountCash:                  "Assets:Cash",
		leasehold.AccountPrepaidRent:           "Assets:PrepaidRent",
		leasehold.AccountLeaseExpense:          "Expenses:Lease",
		leasehold.AccountInterestExpense:       "Expenses:Interest",
		leasehold.AccountAmortizationExpense:   "Expenses:Amortization",
		leasehold.AccountDepreciationExpense:   "Expenses:Depreciation",
		leasehold.AccountVariableLeaseExpense:  "Expenses:VariableLease",
		leasehold.AccountRestorationProvision:  "Liabilities:Restoration",
		leasehold.AccountOpeningBalance:        "Equity:OpeningBalances",
		leasehold.AccountGain:                  "Income:GainOnLeaseChange",
		leasehold.AccountLoss:                  "Expenses:LossOnLeaseChange",
		leasehold.AccountImpairmentLoss:        "Expenses:Impairment",
		leasehold.AccountProperty:              "Assets:PropertyAndEquipment",
		leasehold.AccountCapitalOutlay:         "Expenses:CapitalOutlay",
		leasehold.AccountOtherFinancing:        "Income:OtherFinancingSources",
		leasehold.AccountExpenditurePrincipal:  "Expenses:DebtServicePrincipal",
		leasehold.AccountExpenditureInterest:   "Expenses:DebtServiceInterest",
		leasehold.AccountExpenditureOther:      "Expenses:OtherExpenditures",
		leasehold.AccountDeferredIncome:        "Liabilities:DeferredIncome",
		leasehold.AccountSubscriptionAsset:     "Assets:Subscription",
		leasehold.AccountSubscriptionLiability: "Liabilities:Subscription",
		leasehold.AccountPrepaidSubscription:   "Assets:PrepaidSubscription",
		leasehold.AccountSubscriptionFinancing: "Income:OtherFinancingSourcesSubscriptions",
		leasehold.AccountOnerousProvision:      "Liabilities:OnerousLeaseProvision",
		leasehold.AccountNonLeaseExpense:       "Expenses:Services",
		leasehold.AccountPrepaidServices:       "Assets:PrepaidServices",
		leasehold.AccountIrrecoverableTax:      "Expenses:IrrecoverableTax",
		leasehold.AccountSubleaseIncome:        "Income:Sublease",
		leasehold.AccountExchangeGain:          "Income:ForeignExchangeGain",
		leasehold.AccountExchangeLoss:          "Expenses:ForeignExchangeLoss",
		leasehold.AccountLeaseCorrections:      "Equity:LeaseCorrections",
		leasehold.AccountDeferredTaxAsset:      "Assets:DeferredTax",
		leasehold.AccountDeferredTaxLiability:  "Liabilities:DeferredTax",
		leasehold.AccountDeferredTaxExpense:    "Expenses:DeferredTax",
		leasehold.AccountDeferredTaxBefore:     "Assets:DeferredTaxBeforeInitialApplication",
		accountCurrentLiability:                "Liabilities:LeaseCurrent",
		accountAccumulated:                     "Assets:AccumulatedAmortization",
		accountRentClearing:                    "Liabilities:RentClearing",
	},
	account: regexp.MustCompile(`^(Assets|Liabilities|Equity|Income|Expenses)(:[\p{Lu}\p{Nd}][\p{L}\p{Nd}-]*)+$`),
	accountRule: "Beancount reads names like Assets:RightOfUse: a root (Assets, Liabilities, Equity, Income or Expenses), " +
		"then parts that begin with a capital letter or a digit",
	tag:     regexp.MustCompile(`^[a-z][A-Za-z0-9_-]+$`),
	tagRule: "Beancount reads names of a small letter first, then letters, digits, - and _",
}

// beancountValue escapes a text for its quotation marks.
var beancountValue = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", " ")

var beancountProgram = program{
	check: beancount.check,
	open: func(b *bytes.Buffer, f *journalFile) {
		fmt.Fprintf(b, "; %s\n", f.title)
		only := ""
		for _, c := range f.currencies {
			fmt.Fprintf(b, "option \"operating_currency\" \"%s\"\n", c.label)
			only = " " + c.label
		}
		b.WriteByte('\n')
		for _, name := range beancount.declared(f) {
			fmt.Fprintf(b, "%s open %s%s\n", f.first, name, only)
		}
	},
	entry: beancountEntry,
}

func beancountEntry(b *bytes.Buffer, j *journal, e *entry) error {
	fmt.Fprintf(b, "\n%s * \"%s\"\n  entry: \"%s\"\n", e.Date, beancountValue.Replace(e.Memo), beancountValue.Replace(j.number(e, 0)))
	for k := range e.Lines {
		l := &e.Lines[k]
		fmt.Fprintf(b, "  %-36s  %s %s\n", beancount.name(l), j.signed(l), j.label)
		for _, column := range j.columns() {
			if v := j.segment(l, column); v != "" {
				fmt.Fprintf(b, "    %s: \"%s\"\n", column, beancountValue.Replace(v))
			}
		}
	}
	return nil
}
