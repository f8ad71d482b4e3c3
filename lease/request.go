package lease

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/place"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
	"github.com/leasehold-accounting/leasehold/standard"
)

type decimal = money.Decimal

// These are the fields of a lease. The table in package member determines how each field is read,
// checked and printed.
var lease = strict.Object[Lease]{Noun: "the lease", Fields: place.Fields(member.Lease, place.Map[Lease]{
	"id":                              place.Text(func(l *Lease) *string { return &l.ID }),
	"name":                            place.Text(func(l *Lease) *string { return &l.Name }),
	"tags":                            place.Tags(func(l *Lease) *map[string]string { return &l.Tags }),
	"standard":                        place.Word(standard.StandardNames, 0, func(l *Lease) *standard.Standard { return &l.Standard }),
	"commencementDate":                place.Date(func(l *Lease) *civil.Date { return &l.CommencementDate }),
	"termMonths":                      place.Months(func(l *Lease) *int { return &l.TermMonths }),
	"paymentAmount":                   rentField,
	"discountRateAnnual":              rateField,
	"paymentFrequency":                place.Word(FrequencyNames, 0, func(l *Lease) *Frequency { return &l.PaymentFrequency }),
	"paymentTiming":                   place.Word(standard.TimingNames, 0, func(l *Lease) *standard.Timing { return &l.PaymentTiming }),
	"classification":                  place.Word(standard.ClassNames, 1, func(l *Lease) *standard.Class { return &l.Classification }),
	"annualEscalationPct":             place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.AnnualEscalationPct }),
	"initialDirectCosts":              place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.InitialDirectCosts }),
	"leaseIncentives":                 place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.LeaseIncentives }),
	"prepaidRent":                     place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.PrepaidRent }),
	"residualValueGuarantee":          place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.ResidualValueGuarantee }),
	"purchaseOptionAmount":            place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.PurchaseOptionAmount }),
	"transfersOwnership":              place.Flag(func(l *Lease) *Optional[bool] { return &l.TransfersOwnership }),
	"purchaseOptionReasonablyCertain": place.Flag(func(l *Lease) *Optional[bool] { return &l.PurchaseOptionReasonablyCertain }),
	"assetFairValue":                  place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.AssetFairValue }),
	"assetEconomicLifeMonths":         place.OptionalMonths(func(l *Lease) *Optional[int] { return &l.AssetEconomicLifeMonths }),
	"specializedAsset":                place.Flag(func(l *Lease) *Optional[bool] { return &l.SpecializedAsset }),
	"rentSteps":                       place.List(&rentStep, func(l *Lease) *[]RentStep { return &l.RentSteps }),
	"annualEscalationAmount":          place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.AnnualEscalationAmount }),
	"rentFree":                        place.List(&rentFree, func(l *Lease) *[]RentFree { return &l.RentFree }),
	"otherPayments":                   place.List(&singlePayment, func(l *Lease) *[]SinglePayment { return &l.OtherPayments }),
	"basis":                           place.Object(&basis, func(l *Lease) *Optional[Basis] { return &l.Basis }),
	"exemption":                       place.Word(standard.ExemptionNames, 1, func(l *Lease) *standard.Exemption { return &l.Exemption }),
	"restorationCost":                 place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.RestorationCost }),
	"guaranteedResidualValue":         place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.GuaranteedResidualValue }),
	"assetTotalLifeMonths":            place.OptionalMonths(func(l *Lease) *Optional[int] { return &l.AssetTotalLifeMonths }),
	"fund":                            place.OptionalWord(standard.FundNames, func(l *Lease) *Optional[standard.Fund] { return &l.Fund }),
	"grantElement":                    place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.GrantElement }),
	"initialApplication":              place.Object(&application, func(l *Lease) *Optional[InitialApplication] { return &l.InitialApplication }),
	"currency":                        place.Currency(func(l *Lease) *money.Currency { return &l.Currency }),
	"events":                          place.List(&event, func(l *Lease) *[]Event { return &l.Events }),
	"openingRouAsset":                 place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.OpeningRouAsset }),
	"discountRateBasis":               place.Word(rateBasisNames, 1, func(l *Lease) *RateBasis { return &l.DiscountRateBasis }),
	"discountRates":                   rateTableField,
	"components":                      place.List(&component, func(l *Lease) *[]Component { return &l.Components }),
	"irrecoverableTaxRate":            place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.IrrecoverableTaxRate }),
	"calendar":                        place.Object(&calendar, func(l *Lease) *Optional[Calendar] { return &l.Calendar }),
	"variablePayments":                place.List(&variablePayment, func(l *Lease) *[]VariablePayment { return &l.VariablePayments }),
	"subleaseIncome":                  place.List(&subleaseIncome, func(l *Lease) *[]SubleaseIncome { return &l.SubleaseIncome }),
	"subleases":                       place.List(&sublease, func(l *Lease) *[]Sublease { return &l.Subleases }),
	"framework":                       place.Word(standard.LabelNames, 1, func(l *Lease) *standard.Label { return &l.Framework }),
	"functionalCurrency":              place.Currency(func(l *Lease) *money.Currency { return &l.FunctionalCurrency }),
	"exchangeRate":                    place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.ExchangeRate }),
	"openingRouAssetFunctional":       place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.OpeningRouAssetFunctional }),
	"prepaidRentFunctional":           place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.PrepaidRentFunctional }),
	"prepaidOrAccruedRentFunctional":  place.OptionalNumber(func(l *Lease) *Optional[decimal] { return &l.PrepaidOrAccruedRentFunctional }),
	"evidence":                        quotesField,
	"at":                              place.OptionalDate(func(l *Lease) *Optional[civil.Date] { return &l.At }),
})}

var rentStep = strict.Object[RentStep]{Noun: "a rent step", Fields: place.Fields(member.RentStep, place.Map[RentStep]{
	"from":          place.Date(func(s *RentStep) *civil.Date { return &s.From }),
	"paymentAmount": place.Number(func(s *RentStep) *decimal { return &s.PaymentAmount }),
})}

var rentFree = strict.Object[RentFree]{Noun: "a rent-free period", Fields: place.Fields(member.RentFree, place.Map[RentFree]{
	"from":   place.Date(func(f *RentFree) *civil.Date { return &f.From }),
	"months": place.Months(func(f *RentFree) *int { return &f.Months }),
	"share":  place.WithDefault(place.OptionalNumber(func(f *RentFree) *Optional[decimal] { return &f.Share }), "1"),
})}

var singlePayment = strict.Object[SinglePayment]{Noun: "a one-off payment", Fields: place.Fields(member.SinglePayment, place.Map[SinglePayment]{
	"date":   place.Date(func(p *SinglePayment) *civil.Date { return &p.Date }),
	"amount": place.Number(func(p *SinglePayment) *decimal { return &p.Amount }),
	"kind":   place.Word(paymentKindNames, 0, func(p *SinglePayment) *PaymentKind { return &p.Kind }),
})}

var basis = strict.Object[Basis]{Noun: "the conventions", Fields: place.Fields(member.Basis, place.Map[Basis]{
	"discounting":         place.Word(discountingNames, 0, func(b *Basis) *Discounting { return &b.Discounting }),
	"commencementPayment": place.Word(commencementPaymentNames, 0, func(b *Basis) *CommencementPayment { return &b.CommencementPayment }),
})}

var application = strict.Object[InitialApplication]{Noun: "an initial application", Fields: place.Fields(member.InitialApplication, place.Map[InitialApplication]{
	"date":                 place.Date(func(a *InitialApplication) *civil.Date { return &a.Date }),
	"prepaidOrAccruedRent": place.OptionalNumber(func(a *InitialApplication) *Optional[decimal] { return &a.PrepaidOrAccruedRent }),
	"onerousProvision":     place.OptionalNumber(func(a *InitialApplication) *Optional[decimal] { return &a.OnerousProvision }),
})}

var component = strict.Object[Component]{Noun: "a component", Fields: place.Fields(member.Component, place.Map[Component]{
	"name":            place.RequiredText(func(c *Component) *string { return &c.Name }),
	"kind":            place.Word(componentKindNames, 0, func(c *Component) *ComponentKind { return &c.Kind }),
	"standalonePrice": place.Number(func(c *Component) *decimal { return &c.StandalonePrice }),
})}

var calendar = strict.Object[Calendar]{Noun: "the payment calendar", Fields: place.Fields(member.Calendar, place.Map[Calendar]{
	"from": place.OptionalDate(func(c *Calendar) *Optional[civil.Date] { return &c.From }),
	"days": place.OptionalWord(PaymentDaysNames, func(c *Calendar) *Optional[PaymentDays] { return &c.Days }),
})}

var variablePayment = strict.Object[VariablePayment]{Noun: "a variable payment", Fields: place.Fields(member.VariablePayment, place.Map[VariablePayment]{
	"date":   place.Date(func(p *VariablePayment) *civil.Date { return &p.Date }),
	"amount": place.Number(func(p *VariablePayment) *decimal { return &p.Amount }),
	"name":   place.Text(func(p *VariablePayment) *string { return &p.Name }),
})}

var subleaseIncome = strict.Object[SubleaseIncome]{Noun: "income from a sublease", Fields: place.Fields(member.SubleaseIncome, place.Map[SubleaseIncome]{
	"date":   place.Date(func(i *SubleaseIncome) *civil.Date { return &i.Date }),
	"amount": place.Number(func(i *SubleaseIncome) *decimal { return &i.Amount }),
})}

var sublease = strict.Object[Sublease]{Noun: "a sublease", Fields: place.Fields(member.Sublease, place.Map[Sublease]{
	"from":     place.Date(func(s *Sublease) *civil.Date { return &s.From }),
	"to":       place.Date(func(s *Sublease) *civil.Date { return &s.To }),
	"receipts": place.List(&subleaseIncome, func(s *Sublease) *[]SubleaseIncome { return &s.Receipts }),
	"name":     place.Text(func(s *Sublease) *string { return &s.Name }),
})}

var event = strict.Object[Event]{Noun: "an event", Fields: place.Fields(member.Event, place.Map[Event]{
	"date":                            place.Date(func(e *Event) *civil.Date { return &e.Date }),
	"type":                            place.Word(standard.EventTypeNames, 0, func(e *Event) *standard.EventType { return &e.Type }),
	"paymentAmount":                   place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.PaymentAmount }),
	"changePct":                       place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.ChangePct }),
	"rentSteps":                       place.List(&rentStep, func(e *Event) *[]RentStep { return &e.RentSteps }),
	"rentFree":                        place.List(&rentFree, func(e *Event) *[]RentFree { return &e.RentFree }),
	"otherPayments":                   place.List(&singlePayment, func(e *Event) *[]SinglePayment { return &e.OtherPayments }),
	"annualEscalationPct":             place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.AnnualEscalationPct }),
	"annualEscalationAmount":          place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.AnnualEscalationAmount }),
	"termMonths":                      place.OptionalMonths(func(e *Event) *Optional[int] { return &e.TermMonths }),
	"discountRateAnnual":              eventRateField,
	"purchaseOptionAmount":            place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.PurchaseOptionAmount }),
	"purchaseOptionReasonablyCertain": place.Flag(func(e *Event) *Optional[bool] { return &e.PurchaseOptionReasonablyCertain }),
	"transfersOwnership":              place.Flag(func(e *Event) *Optional[bool] { return &e.TransfersOwnership }),
	"residualValueGuarantee":          place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.ResidualValueGuarantee }),
	"classification":                  place.Word(standard.ClassNames, 1, func(e *Event) *standard.Class { return &e.Classification }),
	"assetFairValue":                  place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.AssetFairValue }),
	"assetEconomicLifeMonths":         place.OptionalMonths(func(e *Event) *Optional[int] { return &e.AssetEconomicLifeMonths }),
	"specializedAsset":                place.Flag(func(e *Event) *Optional[bool] { return &e.SpecializedAsset }),
	"initialDirectCosts":              place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.InitialDirectCosts }),
	"leaseIncentives":                 place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.LeaseIncentives }),
	"retainedShare":                   place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.RetainedShare }),
	"proportion":                      place.OptionalWord(proportionNames, func(e *Event) *Optional[Proportion] { return &e.Proportion }),
	"components":                      place.List(&component, func(e *Event) *[]Component { return &e.Components }),
	"amount":                          place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.Amount }),
	"impairmentLoss":                  place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.ImpairmentLoss }),
	"penalty":                         place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.Penalty }),
	"price":                           place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.Price }),
	"discountRateBasis":               place.Word(rateBasisNames, 1, func(e *Event) *RateBasis { return &e.DiscountRateBasis }),
	"exchangeRate":                    place.OptionalNumber(func(e *Event) *Optional[decimal] { return &e.ExchangeRate }),
})}

// FieldNames returns the names of the fields of a lease request, in the order of the API contract.
func FieldNames() []string { return lease.Names() }

// States reports whether the lease has the optional field with the given API name.
func (l *Lease) States(name string) bool {
	f := lease.Member(name)
	return f != nil && (f.Required || f.Has(l))
}

// Clear makes the optional field with the given API name absent.
func (l *Lease) Clear(name string) {
	if f := lease.Member(name); f != nil && f.Clear != nil {
		f.Clear(l)
	}
}

// AppendMember appends the JSON value of the field with the given API name, or no bytes if the
// field is absent.
func (l *Lease) AppendMember(dst []byte, name string) []byte {
	if f := lease.Member(name); f != nil {
		return f.Print(dst, l)
	}
	return dst
}

// rentField returns the field for the rent, which may be 0 if the lease has a list of payments (METHOD 20.5).
func rentField(m *member.Member) strict.Field[Lease] {
	f := strict.Decimal(m.Name, strict.DecimalRule{Check: checkRent}, func(l *Lease) *decimal { return &l.PaymentAmount })
	f.Depends = func(l *Lease) string {
		if l.PaymentAmount.Sign() != 0 || slices.ContainsFunc(l.OtherPayments, func(p SinglePayment) bool { return p.Kind == Paid }) {
			return ""
		}
		return place.CheckPositive(l.PaymentAmount) + ", or 0 if otherPayments has at least one payment"
	}
	return f
}

func checkRent(d money.Decimal) string {
	if d.Sign() == 0 {
		return ""
	}
	return place.CheckPositive(d)
}

// Decode reads a lease from JSON: one object in valid UTF-8, without unknown or duplicate field names. A null value
// means that the optional field is absent. Numbers are read exactly from their text.
//
// The error is an [*InvalidError] with all validation errors in order. Decode never panics and does
// not retain body.
func Decode(body []byte) (*Lease, error) { return DecodeWith(body, nil) }

// DecodeWith is [Decode] with a rate table for any discount rates that the lease omits. A table in
// the lease itself takes precedence. The given table may be nil.
func DecodeWith(body []byte, rates *ratetable.Table) (*Lease, error) {
	l := &Lease{shared: rates}
	f := strict.Decode(body, &lease, l)
	if f.Readable() {
		l.checkRules(&f, nil)
		l.checkRates(&f, nil)
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	return l, nil
}

// Read reads a lease at a given place in a larger request, as [Decode] does. It returns the lease's
// validation errors, and any syntax error. If the request has a rate table, call [Lease.UseRates]
// first, with [ratetable.Pending] if the table has not been read yet.
func (l *Lease) Read(rd *strict.Reader, at *strict.Place) (strict.Faults, error) {
	return rd.Separately(func() error {
		if err := strict.ReadElement(rd, &lease, at, l); err != nil {
			return err
		}
		if rd.Faults().Readable() {
			l.checkRules(rd.Faults(), at)
			l.checkRates(rd.Faults(), at)
		}
		return nil
	})
}

// Validate checks a lease built in Go. The error is an [*InvalidError] with all validation errors,
// in the order of the API contract.
func (l *Lease) Validate() error {
	var f strict.Faults
	lease.Check(&f, nil, l)
	if len(f) == 0 {
		l.checkRules(&f, nil)
	}
	return f.Err()
}

// Append appends the normalized lease as one JSON object. It includes defaults, omits absent
// fields, prints numbers as the shortest plain decimals and follows the API contract's field order.
// Equivalent leases produce the same bytes.
func (l *Lease) Append(dst []byte) []byte { return lease.Append(dst, l) }

// MarshalJSON returns the lease as a request body: see [Lease.Append].
func (l *Lease) MarshalJSON() ([]byte, error) { return l.Append(nil), nil }

// UnmarshalJSON reads a lease as [Decode] does, with the same errors.
func (l *Lease) UnmarshalJSON(body []byte) error {
	read, err := Decode(body)
	if err != nil {
		return err
	}
	*l = *read
	return nil
}

// AppendTags appends the lease's tags as a JSON object, sorted by name. Without tags, the object is empty.
func (l *Lease) AppendTags(dst []byte) []byte { return strict.AppendTags(dst, l.Tags) }

// Append appends the conventions as a JSON object, including the defaults.
func (b *Basis) Append(dst []byte) []byte { return basis.Append(dst, b) }
