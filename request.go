package leasehold

import "github.com/leasehold-accounting/leasehold/money"

// decimal is an exact number as somebody wrote it.
type decimal = money.Decimal

// lease is the request's whole definition, member by member.
var lease = object[Lease]{"the lease", []field[Lease]{
	textField("id", MaxIDLength, func(l *Lease) *string { return &l.ID }),
	textField("name", MaxNameLength, func(l *Lease) *string { return &l.Name }),
	tagsField("tags", func(l *Lease) *map[string]string { return &l.Tags }),
	enumField("standard", false, standardNames, 0, func(l *Lease) *Standard { return &l.Standard }),
	dateField("commencementDate", func(l *Lease) *Date { return &l.CommencementDate }),
	intField("termMonths", MaxTermMonths, func(l *Lease) *int { return &l.TermMonths }),
	decimalField("paymentAmount", aboveZero, func(l *Lease) *decimal { return &l.PaymentAmount }),
	decimalField("discountRateAnnual", fraction, func(l *Lease) *decimal { return &l.DiscountRateAnnual }),
	enumField("paymentFrequency", false, frequencyNames, 0, func(l *Lease) *Frequency { return &l.PaymentFrequency }),
	enumField("paymentTiming", false, timingNames, 0, func(l *Lease) *Timing { return &l.PaymentTiming }),
	enumField("classification", false, classNames, 1, func(l *Lease) *Class { return &l.Classification }),
	optionalDecimal("annualEscalationPct", fraction, func(l *Lease) *Optional[decimal] { return &l.AnnualEscalationPct }),
	optionalDecimal("initialDirectCosts", anyAmount, func(l *Lease) *Optional[decimal] { return &l.InitialDirectCosts }),
	optionalDecimal("leaseIncentives", anyAmount, func(l *Lease) *Optional[decimal] { return &l.LeaseIncentives }),
	optionalDecimal("prepaidRent", anyAmount, func(l *Lease) *Optional[decimal] { return &l.PrepaidRent }),
	optionalDecimal("residualValueGuarantee", anyAmount, func(l *Lease) *Optional[decimal] { return &l.ResidualValueGuarantee }),
	optionalDecimal("purchaseOptionAmount", anyAmount, func(l *Lease) *Optional[decimal] { return &l.PurchaseOptionAmount }),
	flagField("transfersOwnership", func(l *Lease) *Optional[bool] { return &l.TransfersOwnership }),
	flagField("purchaseOptionReasonablyCertain", func(l *Lease) *Optional[bool] { return &l.PurchaseOptionReasonablyCertain }),
	optionalDecimal("assetFairValue", anyAmount, func(l *Lease) *Optional[decimal] { return &l.AssetFairValue }),
	optionalInt("assetEconomicLifeMonths", MaxEconomicLifeMonths, func(l *Lease) *Optional[int] { return &l.AssetEconomicLifeMonths }),
	flagField("specializedAsset", func(l *Lease) *Optional[bool] { return &l.SpecializedAsset }),
	listField("rentSteps", MaxRentSteps, &rentStep, func(l *Lease) *[]RentStep { return &l.RentSteps }),
	optionalDecimal("annualEscalationAmount", anyAmount, func(l *Lease) *Optional[decimal] { return &l.AnnualEscalationAmount }),
	listField("rentFree", MaxRentFree, &rentFree, func(l *Lease) *[]RentFree { return &l.RentFree }),
	listField("otherPayments", MaxOtherPayments, &singlePayment, func(l *Lease) *[]SinglePayment { return &l.OtherPayments }),
	nestedField("basis", &basis, func(l *Lease) *Optional[Basis] { return &l.Basis }),
	enumField("exemption", false, exemptionNames, 1, func(l *Lease) *Exemption { return &l.Exemption }),
	optionalDecimal("restorationCost", anyAmount, func(l *Lease) *Optional[decimal] { return &l.RestorationCost }),
	optionalDecimal("guaranteedResidualValue", anyAmount, func(l *Lease) *Optional[decimal] { return &l.GuaranteedResidualValue }),
	optionalInt("assetTotalLifeMonths", MaxEconomicLifeMonths, func(l *Lease) *Optional[int] { return &l.AssetTotalLifeMonths }),
	optionalEnum("fund", fundNames, func(l *Lease) *Optional[Fund] { return &l.Fund }),
	currencyField("currency", func(l *Lease) *Currency { return &l.Currency }),
	listField("events", MaxEvents, &event, func(l *Lease) *[]Event { return &l.Events }),
	optionalDecimal("openingRouAsset", signed, func(l *Lease) *Optional[decimal] { return &l.OpeningRouAsset }),
}}

var rentStep = object[RentStep]{"a rent step", []field[RentStep]{
	dateField("from", func(s *RentStep) *Date { return &s.From }),
	decimalField("paymentAmount", anyAmount, func(s *RentStep) *decimal { return &s.PaymentAmount }),
}}

var rentFree = object[RentFree]{"a rent-free span", []field[RentFree]{
	dateField("from", func(f *RentFree) *Date { return &f.From }),
	intField("months", MaxTermMonths, func(f *RentFree) *int { return &f.Months }),
	withDefault(optionalDecimal("share", share, func(f *RentFree) *Optional[decimal] { return &f.Share }), "1"),
}}

var singlePayment = object[SinglePayment]{"a single payment", []field[SinglePayment]{
	dateField("date", func(p *SinglePayment) *Date { return &p.Date }),
	decimalField("amount", aboveZero, func(p *SinglePayment) *decimal { return &p.Amount }),
	enumField("kind", false, paymentKindNames, 0, func(p *SinglePayment) *PaymentKind { return &p.Kind }),
}}

var basis = object[Basis]{"the conventions", []field[Basis]{
	enumField("discounting", false, discountingNames, 0, func(b *Basis) *Discounting { return &b.Discounting }),
	enumField("commencementPayment", false, commencementPaymentNames, 0, func(b *Basis) *CommencementPayment { return &b.CommencementPayment }),
}}

var event = object[Event]{"an event", []field[Event]{
	dateField("date", func(e *Event) *Date { return &e.Date }),
	enumField("type", true, eventTypeNames, 0, func(e *Event) *EventType { return &e.Type }),
	optionalDecimal("paymentAmount", anyAmount, func(e *Event) *Optional[decimal] { return &e.PaymentAmount }),
	optionalDecimal("changePct", relativePct, func(e *Event) *Optional[decimal] { return &e.ChangePct }),
	listField("rentSteps", MaxRentSteps, &rentStep, func(e *Event) *[]RentStep { return &e.RentSteps }),
	listField("rentFree", MaxRentFree, &rentFree, func(e *Event) *[]RentFree { return &e.RentFree }),
	listField("otherPayments", MaxOtherPayments, &singlePayment, func(e *Event) *[]SinglePayment { return &e.OtherPayments }),
	optionalDecimal("annualEscalationPct", fraction, func(e *Event) *Optional[decimal] { return &e.AnnualEscalationPct }),
	optionalDecimal("annualEscalationAmount", anyAmount, func(e *Event) *Optional[decimal] { return &e.AnnualEscalationAmount }),
	optionalInt("termMonths", MaxTermMonths, func(e *Event) *Optional[int] { return &e.TermMonths }),
	optionalDecimal("discountRateAnnual", fraction, func(e *Event) *Optional[decimal] { return &e.DiscountRateAnnual }),
	optionalDecimal("purchaseOptionAmount", anyAmount, func(e *Event) *Optional[decimal] { return &e.PurchaseOptionAmount }),
	flagField("purchaseOptionReasonablyCertain", func(e *Event) *Optional[bool] { return &e.PurchaseOptionReasonablyCertain }),
	flagField("transfersOwnership", func(e *Event) *Optional[bool] { return &e.TransfersOwnership }),
	optionalDecimal("residualValueGuarantee", anyAmount, func(e *Event) *Optional[decimal] { return &e.ResidualValueGuarantee }),
	enumField("classification", false, classNames, 1, func(e *Event) *Class { return &e.Classification }),
	optionalDecimal("assetFairValue", anyAmount, func(e *Event) *Optional[decimal] { return &e.AssetFairValue }),
	optionalInt("assetEconomicLifeMonths", MaxEconomicLifeMonths, func(e *Event) *Optional[int] { return &e.AssetEconomicLifeMonths }),
	flagField("specializedAsset", func(e *Event) *Optional[bool] { return &e.SpecializedAsset }),
	optionalDecimal("initialDirectCosts", anyAmount, func(e *Event) *Optional[decimal] { return &e.InitialDirectCosts }),
	optionalDecimal("leaseIncentives", anyAmount, func(e *Event) *Optional[decimal] { return &e.LeaseIncentives }),
	optionalDecimal("retainedShare", share, func(e *Event) *Optional[decimal] { return &e.RetainedShare }),
	optionalEnum("proportion", proportionNames, func(e *Event) *Optional[Proportion] { return &e.Proportion }),
	optionalDecimal("impairmentLoss", anyAmount, func(e *Event) *Optional[decimal] { return &e.ImpairmentLoss }),
	optionalDecimal("penalty", signed, func(e *Event) *Optional[decimal] { return &e.Penalty }),
	optionalDecimal("price", anyAmount, func(e *Event) *Optional[decimal] { return &e.Price }),
}}

// withDefault makes a field print its default where it is absent.
func withDefault[T any](f field[T], value string) field[T] {
	given := f.print
	f.print = func(dst []byte, of *T) []byte {
		start := len(dst)
		if dst = given(dst, of); len(dst) == start {
			return append(dst, value...)
		}
		return dst
	}
	return f
}

// FieldNames returns the names of the request's members in the contract's
// order.
func FieldNames() []string { return lease.names() }
