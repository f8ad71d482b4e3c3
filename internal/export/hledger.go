package export

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/standard"
)

var hledgerNames = map[leasehold.Account]string{
	standard.AccountRouAsset:               "assets:right-of-use",
	standard.AccountLeaseLiability:         "liabilities:lease",
	standard.AccountCash:                   "assets:cash",
	standard.AccountPrepaidRent:            "assets:prepaid rent",
	standard.AccountLeaseExpense:           "expenses:lease",
	standard.AccountInterestExpense:        "expenses:interest",
	standard.AccountAmortizationExpense:    "expenses:amortization",
	standard.AccountDepreciationExpense:    "expenses:depreciation",
	standard.AccountVariableLeaseExpense:   "expenses:variable lease",
	standard.AccountRestorationProvision:   "liabilities:restoration",
	standard.AccountOpeningBalance:         "equity:opening balances",
	standard.AccountGain:                   "income:gain on lease change",
	standard.AccountLoss:                   "expenses:loss on lease change",
	standard.AccountImpairmentLoss:         "expenses:impairment",
	standard.AccountImpairmentReversal:     "income:reversal of impairment",
	standard.AccountProperty:               "assets:property and equipment",
	standard.AccountCapitalOutlay:          "expenses:capital outlay",
	standard.AccountOtherFinancing:         "income:other financing sources",
	standard.AccountExpenditurePrincipal:   "expenses:debt service principal",
	standard.AccountExpenditureInterest:    "expenses:debt service interest",
	standard.AccountExpenditureOther:       "expenses:other expenditures",
	standard.AccountDeferredIncome:         "liabilities:deferred income",
	standard.AccountSubscriptionAsset:      "assets:subscription",
	standard.AccountSubscriptionLiability:  "liabilities:subscription",
	standard.AccountPrepaidSubscription:    "assets:prepaid subscription",
	standard.AccountSubscriptionFinancing:  "income:other financing sources subscriptions",
	standard.AccountOnerousProvision:       "liabilities:onerous lease provision",
	standard.AccountNonLeaseExpense:        "expenses:services",
	standard.AccountPrepaidServices:        "assets:prepaid services",
	standard.AccountIrrecoverableTax:       "expenses:irrecoverable tax",
	standard.AccountSubleaseIncome:         "income:sublease",
	standard.AccountRentReceivable:         "assets:rent receivable",
	standard.AccountDeferredRent:           "liabilities:deferred rent",
	standard.AccountExchangeGain:           "income:foreign exchange gain",
	standard.AccountExchangeLoss:           "expenses:foreign exchange loss",
	standard.AccountPriorPeriodCorrections: "equity:prior-period corrections",
	standard.AccountDeferredTaxAsset:       "assets:deferred tax",
	standard.AccountDeferredTaxLiability:   "liabilities:deferred tax",
	standard.AccountDeferredTaxExpense:     "expenses:deferred tax",
	standard.AccountDeferredTaxBefore:      "assets:deferred tax before initial application",
	accountCurrentLiability:                "liabilities:lease current",
	accountAccumulated:                     "assets:accumulated amortization",
	accountRentClearing:                    "liabilities:rent clearing",
}

// hledgerAccount and hledgerTag match valid names. In hledger, two spaces end an account name, and brackets make a
// posting virtual. The other excluded characters also have special meanings in its files.
var (
	hledgerAccount = regexp.MustCompile(`^[^\s;()\[\]*!=~@"|#%+-][^\s;()\[\]"|]*( [^\s;()\[\]"|]+)*$`)
	hledgerTag     = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)
)

// hledgerValue escapes a tag's value. In hledger, a comma or a tab ends the value, and a date in
// brackets changes the posting's date.
var hledgerValue = strings.NewReplacer(",", " ", "\t", " ", "[", "(", "]", ")")

// hledgerCode escapes an entry number, and hledgerMemo escapes a memo. In hledger, a parenthesis
// ends the number, a semicolon ends the memo, and a vertical bar separates payee and note.
var (
	hledgerCode = strings.NewReplacer("(", "[", ")", "]", ";", ",", "|", "/")
	hledgerMemo = strings.NewReplacer(";", ",", "|", "/")
)

// hledgerProgram writes a journal for hledger, which also serves as an independent check: it
// rejects any entry that does not balance.
var hledgerProgram = program{
	check: checkHledger,
	open: func(b *bytes.Buffer, f *journalFile) {
		fmt.Fprintf(b, "; %s\ndecimal-mark .\n", f.title)
		f.hledgerCommodities(b)
		declared := map[string]bool{} // an account map may give two accounts the same name
		for _, p := range f.accounts {
			if name := hledgerName(&line{leasehold.Line{Account: p.account}, p.to}); !declared[name] {
				declared[name] = true
				fmt.Fprintf(b, "account %s\n", name)
			}
		}
	},
	close: func(b *bytes.Buffer, f *journalFile) {
		b.WriteByte('\n')
		f.hledgerCommodities(b)
	},
	entry: func(b *bytes.Buffer, j *journal, e *entry) error {
		fmt.Fprintf(b, "\n%s * (%s) %s\n", e.Date, hledgerCode.Replace(j.number(e, 0)), hledgerMemo.Replace(e.Memo))
		for k := range e.Lines {
			l := &e.Lines[k]
			fmt.Fprintf(b, "    %-36s  %s%s\n", hledgerName(l), strings.TrimSuffix(j.signed(l)+" "+j.label, " "), j.hledgerTags(l))
		}
		return nil
	},
}

// checkHledger validates the account map's account and segment names. Segments are written as hledger tags.
func checkHledger(o *Options) error {
	if o.Accounts == nil {
		return nil
	}
	for _, p := range o.postings() {
		if !hledgerAccount.MatchString(p.to.code) {
			return accountsError("%q for %q is not a valid account name; hledger reads names like assets:right-of-use, with single spaces between words", p.to.code, p.to)
		}
	}
	for _, column := range o.columns() {
		switch {
		case column == "date" || column == "date2":
			return accountsError("segment %q cannot be a tag; hledger reads it as the day of the posting", column)
		case !hledgerTag.MatchString(column):
			return accountsError("segment %q cannot be a tag; hledger allows only letters, digits, - and _ in names", column)
		}
	}
	return nil
}

// hledgerName returns a line's account name from the account map. If there is no account map, it
// returns the default name.
func hledgerName(l *line) string {
	if l.to == nil {
		return hledgerNames[l.Account]
	}
	return l.to.code
}

// hledgerCommodities writes the currency declarations, which apply to the whole file. In a file
// with many leases, the declarations are at the end, because the currencies are unknown until then.
func (f *journalFile) hledgerCommodities(b *bytes.Buffer) {
	for _, c := range f.currencies {
		sample := plain(money.Int(1000).Minor(c.places), c.places) // defines the currency's number format
		if c.places == 0 {
			sample += "."
		}
		fmt.Fprintln(b, strings.TrimSuffix("commodity "+sample+" "+c.label, " "))
	}
}

func (j *journal) hledgerTags(l *line) string {
	var tags []string
	for _, column := range j.columns() {
		if v := j.segment(l, column); v != "" {
			tags = append(tags, column+":"+hledgerValue.Replace(v))
		}
	}
	if len(tags) == 0 {
		return ""
	}
	return "  ; " + strings.Join(tags, ", ")
}
