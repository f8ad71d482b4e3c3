package leasehold

import (
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
)

// decimal is an exact number as somebody wrote it.
type decimal = money.Decimal

// lease is the request's whole definition, member by member.
var lease = strict.Object[Lease]{Noun: "the lease", Fields: []strict.Field[Lease]{
	strict.Text("id", MaxIDLength, func(l *Lease) *string { return &l.ID }),
	strict.Text("name", MaxNameLength, func(l *Lease) *string { return &l.Name }),
	strict.Tags("tags", func(l *Lease) *map[string]string { return &l.Tags }),
	strict.Enum("standard", false, standardNames, 0, func(l *Lease) *Standard { return &l.Standard }),
	DateField("commencementDate", func(l *Lease) *Date { return &l.CommencementDate }),
	strict.Int("termMonths", MaxTermMonths, func(l *Lease) *int { return &l.TermMonths }),
	strict.Decimal("paymentAmount", aboveZero, func(l *Lease) *decimal { return &l.PaymentAmount }),
	strict.Decimal("discountRateAnnual", fraction, func(l *Lease) *decimal { return &l.DiscountRateAnnual }),
	strict.Enum("paymentFrequency", false, frequencyNames, 0, func(l *Lease) *Frequency { return &l.PaymentFrequency }),
	strict.Enum("paymentTiming", false, timingNames, 0, func(l *Lease) *Timing { return &l.PaymentTiming }),
	strict.Enum("classification", false, classNames, 1, func(l *Lease) *Class { return &l.Classification }),
	strict.OptionalDecimal("annualEscalationPct", fraction, func(l *Lease) *Optional[decimal] { return &l.AnnualEscalationPct }),
	strict.OptionalDecimal("initialDirectCosts", anyAmount, func(l *Lease) *Optional[decimal] { return &l.InitialDirectCosts }),
	strict.OptionalDecimal("leaseIncentives", anyAmount, func(l *Lease) *Optional[decimal] { return &l.LeaseIncentives }),
	strict.OptionalDecimal("prepaidRent", anyAmount, func(l *Lease) *Optional[decimal] { return &l.PrepaidRent }),
	strict.OptionalDecimal("residualValueGuarantee", anyAmount, func(l *Lease) *Optional[decimal] { return &l.ResidualValueGuarantee }),
	strict.OptionalDecimal("purchaseOptionAmount", anyAmount, func(l *Lease) *Optional[decimal] { return &l.PurchaseOptionAmount }),
	strict.Flag("transfersOwnership", func(l *Lease) *Optional[bool] { return &l.TransfersOwnership }),
	strict.Flag("purchaseOptionReasonablyCertain", func(l *Lease) *Optional[bool] { return &l.PurchaseOptionReasonablyCertain }),
	strict.OptionalDecimal("assetFairValue", anyAmount, func(l *Lease) *Optional[decimal] { return &l.AssetFairValue }),
	strict.OptionalInt("assetEconomicLifeMonths", MaxEconomicLifeMonths, func(l *Lease) *Optional[int] { return &l.AssetEconomicLifeMonths }),
	strict.Flag("specializedAsset", func(l *Lease) *Optional[bool] { return &l.SpecializedAsset }),
	strict.List("rentSteps", MaxRentSteps, &rentStep, func(l *Lease) *[]RentStep { return &l.RentSteps }),
	strict.OptionalDecimal("annualEscalationAmount", anyAmount, func(l *Lease) *Optional[decimal] { return &l.AnnualEscalationAmount }),
	strict.List("rentFree", MaxRentFree, &rentFree, func(l *Lease) *[]RentFree { return &l.RentFree }),
	strict.List("otherPayments", MaxOtherPayments, &singlePayment, func(l *Lease) *[]SinglePayment { return &l.OtherPayments }),
	strict.Nested("basis", &basis, func(l *Lease) *Optional[Basis] { return &l.Basis }),
	strict.Enum("exemption", false, exemptionNames, 1, func(l *Lease) *Exemption { return &l.Exemption }),
	strict.OptionalDecimal("restorationCost", anyAmount, func(l *Lease) *Optional[decimal] { return &l.RestorationCost }),
	strict.OptionalDecimal("guaranteedResidualValue", anyAmount, func(l *Lease) *Optional[decimal] { return &l.GuaranteedResidualValue }),
	strict.OptionalInt("assetTotalLifeMonths", MaxEconomicLifeMonths, func(l *Lease) *Optional[int] { return &l.AssetTotalLifeMonths }),
	strict.OptionalEnum("fund", fundNames, func(l *Lease) *Optional[Fund] { return &l.Fund }),
	currencyField("currency", func(l *Lease) *Currency { return &l.Currency }),
	strict.List("events", MaxEvents, &event, func(l *Lease) *[]Event { return &l.Events }),
	strict.OptionalDecimal("openingRouAsset", signed, func(l *Lease) *Optional[decimal] { return &l.OpeningRouAsset }),
}}

var rentStep = strict.Object[RentStep]{Noun: "a rent step", Fields: []strict.Field[RentStep]{
	DateField("from", func(s *RentStep) *Date { return &s.From }),
	strict.Decimal("paymentAmount", anyAmount, func(s *RentStep) *decimal { return &s.PaymentAmount }),
}}

var rentFree = strict.Object[RentFree]{Noun: "a rent-free span", Fields: []strict.Field[RentFree]{
	DateField("from", func(f *RentFree) *Date { return &f.From }),
	strict.Int("months", MaxTermMonths, func(f *RentFree) *int { return &f.Months }),
	strict.WithDefault(strict.OptionalDecimal("share", share, func(f *RentFree) *Optional[decimal] { return &f.Share }), "1"),
}}

var singlePayment = strict.Object[SinglePayment]{Noun: "a single payment", Fields: []strict.Field[SinglePayment]{
	DateField("date", func(p *SinglePayment) *Date { return &p.Date }),
	strict.Decimal("amount", aboveZero, func(p *SinglePayment) *decimal { return &p.Amount }),
	strict.Enum("kind", false, paymentKindNames, 0, func(p *SinglePayment) *PaymentKind { return &p.Kind }),
}}

var basis = strict.Object[Basis]{Noun: "the conventions", Fields: []strict.Field[Basis]{
	strict.Enum("discounting", false, discountingNames, 0, func(b *Basis) *Discounting { return &b.Discounting }),
	strict.Enum("commencementPayment", false, commencementPaymentNames, 0, func(b *Basis) *CommencementPayment { return &b.CommencementPayment }),
}}

var event = strict.Object[Event]{Noun: "an event", Fields: []strict.Field[Event]{
	DateField("date", func(e *Event) *Date { return &e.Date }),
	strict.Enum("type", true, eventTypeNames, 0, func(e *Event) *EventType { return &e.Type }),
	strict.OptionalDecimal("paymentAmount", anyAmount, func(e *Event) *Optional[decimal] { return &e.PaymentAmount }),
	strict.OptionalDecimal("changePct", relativePct, func(e *Event) *Optional[decimal] { return &e.ChangePct }),
	strict.List("rentSteps", MaxRentSteps, &rentStep, func(e *Event) *[]RentStep { return &e.RentSteps }),
	strict.List("rentFree", MaxRentFree, &rentFree, func(e *Event) *[]RentFree { return &e.RentFree }),
	strict.List("otherPayments", MaxOtherPayments, &singlePayment, func(e *Event) *[]SinglePayment { return &e.OtherPayments }),
	strict.OptionalDecimal("annualEscalationPct", fraction, func(e *Event) *Optional[decimal] { return &e.AnnualEscalationPct }),
	strict.OptionalDecimal("annualEscalationAmount", anyAmount, func(e *Event) *Optional[decimal] { return &e.AnnualEscalationAmount }),
	strict.OptionalInt("termMonths", MaxTermMonths, func(e *Event) *Optional[int] { return &e.TermMonths }),
	strict.OptionalDecimal("discountRateAnnual", fraction, func(e *Event) *Optional[decimal] { return &e.DiscountRateAnnual }),
	strict.OptionalDecimal("purchaseOptionAmount", anyAmount, func(e *Event) *Optional[decimal] { return &e.PurchaseOptionAmount }),
	strict.Flag("purchaseOptionReasonablyCertain", func(e *Event) *Optional[bool] { return &e.PurchaseOptionReasonablyCertain }),
	strict.Flag("transfersOwnership", func(e *Event) *Optional[bool] { return &e.TransfersOwnership }),
	strict.OptionalDecimal("residualValueGuarantee", anyAmount, func(e *Event) *Optional[decimal] { return &e.ResidualValueGuarantee }),
	strict.Enum("classification", false, classNames, 1, func(e *Event) *Class { return &e.Classification }),
	strict.OptionalDecimal("assetFairValue", anyAmount, func(e *Event) *Optional[decimal] { return &e.AssetFairValue }),
	strict.OptionalInt("assetEconomicLifeMonths", MaxEconomicLifeMonths, func(e *Event) *Optional[int] { return &e.AssetEconomicLifeMonths }),
	strict.Flag("specializedAsset", func(e *Event) *Optional[bool] { return &e.SpecializedAsset }),
	strict.OptionalDecimal("initialDirectCosts", anyAmount, func(e *Event) *Optional[decimal] { return &e.InitialDirectCosts }),
	strict.OptionalDecimal("leaseIncentives", anyAmount, func(e *Event) *Optional[decimal] { return &e.LeaseIncentives }),
	strict.OptionalDecimal("retainedShare", share, func(e *Event) *Optional[decimal] { return &e.RetainedShare }),
	strict.OptionalEnum("proportion", proportionNames, func(e *Event) *Optional[Proportion] { return &e.Proportion }),
	strict.OptionalDecimal("impairmentLoss", anyAmount, func(e *Event) *Optional[decimal] { return &e.ImpairmentLoss }),
	strict.OptionalDecimal("penalty", signed, func(e *Event) *Optional[decimal] { return &e.Penalty }),
	strict.OptionalDecimal("price", anyAmount, func(e *Event) *Optional[decimal] { return &e.Price }),
}}

// FieldNames returns the names of the request's members in the contract's
// order.
func FieldNames() []string { return lease.Names() }
