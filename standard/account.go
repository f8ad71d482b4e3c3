package standard

import "github.com/leasehold-accounting/leasehold/internal/strict"

// Account identifies an account of the general ledger.
type Account uint8

// The accounts used in entries.
const (
	AccountRouAsset Account = iota
	AccountLeaseLiability
	AccountCash
	AccountPrepaidRent
	AccountLeaseExpense
	AccountInterestExpense
	AccountAmortizationExpense
	AccountDepreciationExpense // amortization of the asset, under IFRS 16
	AccountVariableLeaseExpense
	AccountRestorationProvision
	AccountOpeningBalance // the balancing account of a lease transferred in from other books
	AccountGain
	AccountLoss
	AccountImpairmentLoss
	AccountProperty // property and equipment, for a purchased asset
	AccountCapitalOutlay
	AccountOtherFinancing
	AccountExpenditurePrincipal
	AccountExpenditureInterest
	AccountExpenditureOther
	AccountDeferredIncome // the grant element of a lease at below-market rent
	AccountSubscriptionAsset
	AccountSubscriptionLiability
	AccountPrepaidSubscription
	AccountSubscriptionFinancing
	AccountOnerousProvision // the onerous lease provision that an initial application deducts from the asset
	AccountNonLeaseExpense
	AccountPrepaidServices // services included in lease payments, paid before they are expensed
	AccountIrrecoverableTax
	AccountSubleaseIncome
	AccountPriorPeriodCorrections // the balancing amount of a correcting entry
	AccountDeferredTaxAsset
	AccountDeferredTaxLiability
	AccountDeferredTaxExpense
	AccountDeferredTaxBefore // the deferred tax held before initial application
	AccountExchangeGain
	AccountExchangeLoss
	AccountImpairmentReversal
	AccountRentReceivable // sublease income recognized but not received
	AccountDeferredRent   // sublease receipts not yet recognized
)

// AccountNames are the names of the accounts.
var AccountNames = []string{
	"Right-of-use asset", "Lease liability", "Cash", "Prepaid rent",
	"Lease expense", "Interest expense", "Amortization expense", "Depreciation expense",
	"Variable lease expense", "Restoration provision", "Opening balance",
	"Gain on lease change", "Loss on lease change", "Impairment loss", "Property and equipment",
	"Expenditures - capital outlay", "Other financing sources - leases",
	"Expenditures - principal", "Expenditures - interest", "Expenditures - other",
	"Deferred income", "Subscription asset", "Subscription liability", "Prepaid subscription", "Other financing sources - subscriptions",
	"Onerous lease provision",
	"Non-lease component expense", "Prepaid services", "Irrecoverable tax", "Sublease income",
	"Prior-period corrections", "Deferred tax asset", "Deferred tax liability", "Deferred tax expense", "Deferred tax before initial application",
	"Foreign exchange gain", "Foreign exchange loss",
	"Reversal of impairment", "Rent receivable", "Deferred rent",
}

// Role returns the lease account that plays the same role as a given account of any standard, such
// as a subscription account under GASB 96. It returns a lease account unchanged.
func (a Account) Role() Account {
	for _, s := range rules {
		for role, own := range s.Names.Accounts {
			if own == a {
				return role
			}
		}
	}
	return a
}

// Income reports whether the account is either an income or an expense account. For a governmental
// fund, expenditures and other financing sources count as expense and income.
func (a Account) Income() bool {
	switch a {
	case AccountLeaseExpense, AccountInterestExpense, AccountAmortizationExpense, AccountDepreciationExpense, AccountVariableLeaseExpense,
		AccountGain, AccountLoss, AccountImpairmentLoss, AccountImpairmentReversal, AccountCapitalOutlay, AccountOtherFinancing,
		AccountExpenditurePrincipal, AccountExpenditureInterest, AccountExpenditureOther, AccountSubscriptionFinancing, AccountNonLeaseExpense,
		AccountIrrecoverableTax, AccountSubleaseIncome, AccountDeferredTaxExpense, AccountExchangeGain, AccountExchangeLoss:
		return true
	default:
		return false
	}
}

// Accounts returns every account used in entries.
func Accounts() []Account {
	all := make([]Account, len(AccountNames))
	for i := range all {
		all[i] = Account(i)
	}
	return all
}

// String returns the account's name, such as Lease liability.
func (a Account) String() string { return strict.Name(AccountNames, a) }

// MarshalText returns the account's name.
func (a Account) MarshalText() ([]byte, error) { return strict.MarshalName(AccountNames, a) }

// UnmarshalText reads an account name.
func (a *Account) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(AccountNames, a, text)
}
