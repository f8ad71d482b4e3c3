package leasehold

import (
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// decimal is an exact number as somebody wrote it.
type decimal = money.Decimal

// lease is where a lease keeps its members. How each is read, checked and printed
// follows from its row in package member.
var lease = strict.Object[Lease]{Noun: "the lease", Fields: fields(member.Lease, places[Lease]{
	"id":                              textAt(func(l *Lease) *string { return &l.ID }),
	"name":                            textAt(func(l *Lease) *string { return &l.Name }),
	"tags":                            tagsAt(func(l *Lease) *map[string]string { return &l.Tags }),
	"standard":                        wordAt(standardNames, 0, func(l *Lease) *Standard { return &l.Standard }),
	"commencementDate":                dateAt(func(l *Lease) *civil.Date { return &l.CommencementDate }),
	"termMonths":                      monthsAt(func(l *Lease) *int { return &l.TermMonths }),
	"paymentAmount":                   rentAt(),
	"discountRateAnnual":              rateAt(func(l *Lease) (*decimal, *bool) { return &l.DiscountRateAnnual, &l.RateOfTable }),
	"paymentFrequency":                wordAt(frequencyNames, 0, func(l *Lease) *Frequency { return &l.PaymentFrequency }),
	"paymentTiming":                   wordAt(timingNames, 0, func(l *Lease) *Timing { return &l.PaymentTiming }),
	"classification":                  wordAt(classNames, 1, func(l *Lease) *Class { return &l.Classification }),
	"annualEscalationPct":             optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.AnnualEscalationPct }),
	"initialDirectCosts":              optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.InitialDirectCosts }),
	"leaseIncentives":                 optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.LeaseIncentives }),
	"prepaidRent":                     optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.PrepaidRent }),
	"residualValueGuarantee":          optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.ResidualValueGuarantee }),
	"purchaseOptionAmount":            optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.PurchaseOptionAmount }),
	"transfersOwnership":              flagAt(func(l *Lease) *Optional[bool] { return &l.TransfersOwnership }),
	"purchaseOptionReasonablyCertain": flagAt(func(l *Lease) *Optional[bool] { return &l.PurchaseOptionReasonablyCertain }),
	"assetFairValue":                  optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.AssetFairValue }),
	"assetEconomicLifeMonths":         optionalMonthsAt(func(l *Lease) *Optional[int] { return &l.AssetEconomicLifeMonths }),
	"specializedAsset":                flagAt(func(l *Lease) *Optional[bool] { return &l.SpecializedAsset }),
	"rentSteps":                       listAt(&rentStep, func(l *Lease) *[]RentStep { return &l.RentSteps }),
	"annualEscalationAmount":          optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.AnnualEscalationAmount }),
	"rentFree":                        listAt(&rentFree, func(l *Lease) *[]RentFree { return &l.RentFree }),
	"otherPayments":                   listAt(&singlePayment, func(l *Lease) *[]SinglePayment { return &l.OtherPayments }),
	"basis":                           objectAt(&basis, func(l *Lease) *Optional[Basis] { return &l.Basis }),
	"exemption":                       wordAt(exemptionNames, 1, func(l *Lease) *Exemption { return &l.Exemption }),
	"restorationCost":                 optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.RestorationCost }),
	"guaranteedResidualValue":         optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.GuaranteedResidualValue }),
	"assetTotalLifeMonths":            optionalMonthsAt(func(l *Lease) *Optional[int] { return &l.AssetTotalLifeMonths }),
	"fund":                            optionalWordAt(fundNames, func(l *Lease) *Optional[Fund] { return &l.Fund }),
	"grantElement":                    optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.GrantElement }),
	"initialApplication":              objectAt(&application, func(l *Lease) *Optional[InitialApplication] { return &l.InitialApplication }),
	"currency":                        currencyAt(func(l *Lease) *money.Currency { return &l.Currency }),
	"events":                          listAt(&event, func(l *Lease) *[]Event { return &l.Events }),
	"openingRouAsset":                 optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.OpeningRouAsset }),
	"discountRateBasis":               wordAt(rateBasisNames, 1, func(l *Lease) *RateBasis { return &l.DiscountRateBasis }),
	"discountRates":                   rateTableAt(func(l *Lease) **RateTable { return &l.DiscountRates }),
	"components":                      listAt(&component, func(l *Lease) *[]Component { return &l.Components }),
	"irrecoverableTaxRate":            optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.IrrecoverableTaxRate }),
	"calendar":                        objectAt(&calendar, func(l *Lease) *Optional[Calendar] { return &l.Calendar }),
	"variablePayments":                listAt(&variablePayment, func(l *Lease) *[]VariablePayment { return &l.VariablePayments }),
	"subleaseIncome":                  listAt(&subleaseIncome, func(l *Lease) *[]SubleaseIncome { return &l.SubleaseIncome }),
	"functionalCurrency":              currencyAt(func(l *Lease) *money.Currency { return &l.FunctionalCurrency }),
	"exchangeRate":                    optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.ExchangeRate }),
	"openingRouAssetFunctional":       optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.OpeningRouAssetFunctional }),
	"prepaidRentFunctional":           optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.PrepaidRentFunctional }),
	"prepaidOrAccruedRentFunctional":  optionalNumberAt(func(l *Lease) *Optional[decimal] { return &l.PrepaidOrAccruedRentFunctional }),
	"evidence":                        quotesAt(func(l *Lease) *[]Quote { return &l.Evidence }),
})}

var rentStep = strict.Object[RentStep]{Noun: "a rent step", Fields: fields(member.RentStep, places[RentStep]{
	"from":          dateAt(func(s *RentStep) *civil.Date { return &s.From }),
	"paymentAmount": numberAt(func(s *RentStep) *decimal { return &s.PaymentAmount }),
})}

var rentFree = strict.Object[RentFree]{Noun: "a rent-free span", Fields: fields(member.RentFree, places[RentFree]{
	"from":   dateAt(func(f *RentFree) *civil.Date { return &f.From }),
	"months": monthsAt(func(f *RentFree) *int { return &f.Months }),
	"share":  withDefault(optionalNumberAt(func(f *RentFree) *Optional[decimal] { return &f.Share }), "1"),
})}

var singlePayment = strict.Object[SinglePayment]{Noun: "a single payment", Fields: fields(member.SinglePayment, places[SinglePayment]{
	"date":   dateAt(func(p *SinglePayment) *civil.Date { return &p.Date }),
	"amount": numberAt(func(p *SinglePayment) *decimal { return &p.Amount }),
	"kind":   wordAt(paymentKindNames, 0, func(p *SinglePayment) *PaymentKind { return &p.Kind }),
})}

var rateRow = strict.Object[RateRow]{Noun: "a row of a rate table", Fields: fields(member.RateRow, places[RateRow]{
	"validFrom":          dateAt(func(r *RateRow) *civil.Date { return &r.ValidFrom }),
	"termMonths":         monthsAt(func(r *RateRow) *int { return &r.TermMonths }),
	"discountRateAnnual": numberAt(func(r *RateRow) *decimal { return &r.DiscountRateAnnual }),
	"currency":           currencyAt(func(r *RateRow) *money.Currency { return &r.Currency }),
	"tags":               tagsAt(func(r *RateRow) *map[string]string { return &r.Tags }),
	"source":             textAt(func(r *RateRow) *string { return &r.Source }),
})}

var basis = strict.Object[Basis]{Noun: "the conventions", Fields: fields(member.Basis, places[Basis]{
	"discounting":         wordAt(discountingNames, 0, func(b *Basis) *Discounting { return &b.Discounting }),
	"commencementPayment": wordAt(commencementPaymentNames, 0, func(b *Basis) *CommencementPayment { return &b.CommencementPayment }),
})}

var application = strict.Object[InitialApplication]{Noun: "a first application", Fields: fields(member.InitialApplication, places[InitialApplication]{
	"date":                 dateAt(func(a *InitialApplication) *civil.Date { return &a.Date }),
	"prepaidOrAccruedRent": optionalNumberAt(func(a *InitialApplication) *Optional[decimal] { return &a.PrepaidOrAccruedRent }),
	"onerousProvision":     optionalNumberAt(func(a *InitialApplication) *Optional[decimal] { return &a.OnerousProvision }),
})}

var component = strict.Object[Component]{Noun: "a component", Fields: fields(member.Component, places[Component]{
	"name":            requiredTextAt(func(c *Component) *string { return &c.Name }),
	"kind":            wordAt(componentKindNames, 0, func(c *Component) *ComponentKind { return &c.Kind }),
	"standalonePrice": numberAt(func(c *Component) *decimal { return &c.StandalonePrice }),
})}

var calendar = strict.Object[Calendar]{Noun: "the payment calendar", Fields: fields(member.Calendar, places[Calendar]{
	"from": optionalDateAt(func(c *Calendar) *Optional[civil.Date] { return &c.From }),
	"days": optionalWordAt(paymentDaysNames, func(c *Calendar) *Optional[PaymentDays] { return &c.Days }),
})}

var variablePayment = strict.Object[VariablePayment]{Noun: "a variable payment", Fields: fields(member.VariablePayment, places[VariablePayment]{
	"date":   dateAt(func(p *VariablePayment) *civil.Date { return &p.Date }),
	"amount": numberAt(func(p *VariablePayment) *decimal { return &p.Amount }),
	"name":   textAt(func(p *VariablePayment) *string { return &p.Name }),
})}

var subleaseIncome = strict.Object[SubleaseIncome]{Noun: "income from a sublease", Fields: fields(member.SubleaseIncome, places[SubleaseIncome]{
	"date":   dateAt(func(i *SubleaseIncome) *civil.Date { return &i.Date }),
	"amount": numberAt(func(i *SubleaseIncome) *decimal { return &i.Amount }),
})}

var event = strict.Object[Event]{Noun: "an event", Fields: fields(member.Event, places[Event]{
	"date":                            dateAt(func(e *Event) *civil.Date { return &e.Date }),
	"type":                            wordAt(eventTypeNames, 0, func(e *Event) *EventType { return &e.Type }),
	"paymentAmount":                   optionalNumberAt(func(e *Event) *Optional[decimal] { return &e.PaymentAmount }),
	"changePct":                       optionalNumberAt(func(e *Event) *Optional[decimal] { return &e.ChangePct }),
	"rentSteps":                       listAt(&rentStep, func(e *Event) *[]RentStep { return &e.RentSteps }),
	"rentFree":                        listAt(&rentFree, func(e *Event) *[]RentFree { return &e.RentFree }),
	"otherPayments":                   listAt(&singlePayment, func(e *Event) *[]SinglePayment { return &e.OtherPayments }),
	"annualEscalationPct":             optionalNumberAt(func(e *Event) *Optional[decimal] { return &e.AnnualEscalationPct }),
	"annualEscalationAmount":          optionalNumberAt(func(e *Event) *Optional[decimal] { return &e.AnnualEscalationAmount }),
	"termMonths":                      optionalMonthsAt(func(e *Event) *Optional[int] { return &e.TermMonths }),
	"discountRateAnnual":              eventRateAt(),
	"purchaseOptionAmount":            optionalNumberAt(func(e *Event) *Optional[decimal] { return &e.PurchaseOptionAmount }),
	"purchaseOptionReasonablyCertain": flagAt(func(e *Event) *Optional[bool] { return &e.PurchaseOptionReasonablyCertain }),
	"transfersOwnership":              flagAt(func(e *Event) *Optional[bool] { return &e.TransfersOwnership }),
	"residualValueGuarantee":          optionalNumberAt(func(e *Event) *Optional[decimal] { return &e.ResidualValueGuarantee }),
	"classification":                  wordAt(classNames, 1, func(e *Event) *Class { return &e.Classification }),
	"assetFairValue":                  optionalNumberAt(func(e *Event) *Optional[decimal] { return &e.AssetFairValue }),
	"assetEconomicLifeMonths":         optionalMonthsAt(func(e *Event) *Optional[int] { return &e.AssetEconomicLifeMonths }),
	"specializedAsset":                flagAt(func(e *Event) *Optional[bool] { return &e.SpecializedAsset }),
	"initialDirectCosts":              optionalNumberAt(func(e *Event) *Optional[decimal] { return &e.InitialDirectCosts }),
	"leaseIncentives":                 optionalNumberAt(func(e *Event) *Optional[decimal] { return &e.LeaseIncentives }),
	"retainedShare":                   optionalNumberAt(func(e *Event) *Optional[decimal] { return &e.RetainedShare }),
	"proportion":                      optionalWordAt(proportionNames, func(e *Event) *Optional[Proportion] { return &e.Proportion }),
	"components":                      listAt(&component, func(e *Event) *[]Component { return &e.Components }),
	"impairmentLoss":                  optionalNumberAt(func(e *Event) *Optional[decimal] { return &e.ImpairmentLoss }),
	"penalty":                         optionalNumberAt(func(e *Event) *Optional[decimal] { return &e.Penalty }),
	"price":                           optionalNumberAt(func(e *Event) *Optional[decimal] { return &e.Price }),
	"discountRateBasis":               wordAt(rateBasisNames, 1, func(e *Event) *RateBasis { return &e.DiscountRateBasis }),
	"exchangeRate":                    optionalNumberAt(func(e *Event) *Optional[decimal] { return &e.ExchangeRate }),
})}

// FieldNames returns the names of the request's members in the contract's
// order.
func FieldNames() []string { return lease.Names() }

// States reports whether the lease states an optional member, by the contract's
// name of it.
func (l *Lease) States(name string) bool {
	f := lease.Member(name)
	return f != nil && (f.Required || f.Has(l))
}

// Clear makes an optional member absent.
func (l *Lease) Clear(name string) {
	if f := lease.Member(name); f != nil && f.Clear != nil {
		f.Clear(l)
	}
}

// AppendMember appends the JSON value of a member by the contract's name of it,
// and nothing where it is absent.
func (l *Lease) AppendMember(dst []byte, name string) []byte {
	if f := lease.Member(name); f != nil {
		return f.Print(dst, l)
	}
	return dst
}
