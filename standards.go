package leasehold

import "github.com/leasehold-accounting/leasehold/standard"

// Standard and the following types are aliases for types of package standard.
type (
	Standard     = standard.Standard
	Class        = standard.Class
	Timing       = standard.Timing
	Exemption    = standard.Exemption
	Label        = standard.Label
	Fund         = standard.Fund
	EventType    = standard.EventType
	Account      = standard.Account
	Citation     = standard.Citation
	Topic        = standard.Topic
	MaturityBand = standard.MaturityBand
)

// Standards returns every reporting standard in the API's order.
func Standards() []Standard { return standard.Standards() }

// Accounts returns every account that entries use.
func Accounts() []Account { return standard.Accounts() }

// The reporting standards.
const (
	ASC842 = standard.ASC842
	IFRS16 = standard.IFRS16
	GASB87 = standard.GASB87
	FRS102 = standard.FRS102
	GASB96 = standard.GASB96
)

// The classes.
const (
	Derived   = standard.Derived
	Operating = standard.Operating
	Finance   = standard.Finance
)

// The payment timings.
const (
	Advance = standard.Advance
	Arrears = standard.Arrears
)

// The recognition exemptions.
const (
	NoExemption = standard.NoExemption
	ShortTerm   = standard.ShortTerm
	LowValue    = standard.LowValue
)

// The statements of a government.
const (
	GovernmentWide = standard.GovernmentWide
	Governmental   = standard.Governmental
	BothFunds      = standard.BothFunds
)

// The types of events.
const (
	IndexChange         = standard.IndexChange
	ContingencyResolved = standard.ContingencyResolved
	ResidualGuarantee   = standard.ResidualGuarantee
	Reassessment        = standard.Reassessment
	Modification        = standard.Modification
	Impairment          = standard.Impairment
	ImpairmentReversal  = standard.ImpairmentReversal
	Termination         = standard.Termination
	Purchase            = standard.Purchase
)

// The topics of citations.
const (
	TopicClass        = standard.TopicClass
	TopicLiability    = standard.TopicLiability
	TopicRate         = standard.TopicRate
	TopicAsset        = standard.TopicAsset
	TopicInterest     = standard.TopicInterest
	TopicCost         = standard.TopicCost
	TopicAmortization = standard.TopicAmortization
	TopicCurrent      = standard.TopicCurrent
	TopicAverages     = standard.TopicAverages
	TopicMaturity     = standard.TopicMaturity
)

// The accounts.
const (
	AccountRouAsset              = standard.AccountRouAsset
	AccountLeaseLiability        = standard.AccountLeaseLiability
	AccountCash                  = standard.AccountCash
	AccountPrepaidRent           = standard.AccountPrepaidRent
	AccountLeaseExpense          = standard.AccountLeaseExpense
	AccountInterestExpense       = standard.AccountInterestExpense
	AccountAmortizationExpense   = standard.AccountAmortizationExpense
	AccountDepreciationExpense   = standard.AccountDepreciationExpense
	AccountVariableLeaseExpense  = standard.AccountVariableLeaseExpense
	AccountRestorationProvision  = standard.AccountRestorationProvision
	AccountOpeningBalance        = standard.AccountOpeningBalance
	AccountGain                  = standard.AccountGain
	AccountLoss                  = standard.AccountLoss
	AccountImpairmentLoss        = standard.AccountImpairmentLoss
	AccountProperty              = standard.AccountProperty
	AccountCapitalOutlay         = standard.AccountCapitalOutlay
	AccountOtherFinancing        = standard.AccountOtherFinancing
	AccountExpenditurePrincipal  = standard.AccountExpenditurePrincipal
	AccountExpenditureInterest   = standard.AccountExpenditureInterest
	AccountExpenditureOther      = standard.AccountExpenditureOther
	AccountDeferredIncome        = standard.AccountDeferredIncome
	AccountSubscriptionAsset     = standard.AccountSubscriptionAsset
	AccountSubscriptionLiability = standard.AccountSubscriptionLiability
	AccountPrepaidSubscription   = standard.AccountPrepaidSubscription
	AccountSubscriptionFinancing = standard.AccountSubscriptionFinancing
	AccountOnerousProvision      = standard.AccountOnerousProvision
	AccountNonLeaseExpense       = standard.AccountNonLeaseExpense
	AccountPrepaidServices       = standard.AccountPrepaidServices
	AccountIrrecoverableTax      = standard.AccountIrrecoverableTax
	AccountSubleaseIncome        = standard.AccountSubleaseIncome
	AccountLeaseCorrections      = standard.AccountLeaseCorrections
	AccountDeferredTaxAsset      = standard.AccountDeferredTaxAsset
	AccountDeferredTaxLiability  = standard.AccountDeferredTaxLiability
	AccountDeferredTaxExpense    = standard.AccountDeferredTaxExpense
	AccountDeferredTaxBefore     = standard.AccountDeferredTaxBefore
	AccountExchangeGain          = standard.AccountExchangeGain
	AccountExchangeLoss          = standard.AccountExchangeLoss
	AccountImpairmentReversal    = standard.AccountImpairmentReversal
	AccountRentReceivable        = standard.AccountRentReceivable
	AccountDeferredRent          = standard.AccountDeferredRent
)
