package portfolio

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// Previous is the signed closing of the day preceding the reporting period: a digest, balances by
// lease, or a complete closing (METHOD 22.2, 28.1).
type Previous struct {
	Digest string   // see [Digest]
	Leases []Signed // nil if the request contains only the digest

	// Fields of a complete closing, which has at least one period.
	From, To      strict.Optional[civil.Date]
	Version       string               // program version
	Rules         strict.Optional[int] // revision of the accounting rules
	FiscalYear    FiscalYear
	Periods       []Period // closed periods of the chain; this closing's period is the last one
	Accrual       leasehold.Accrual
	Fund          leasehold.Fund
	Where         Where
	Inputs        []Input                     // sorted by id
	ChainFrom     strict.Optional[civil.Date] // first day of the first period
	PreviousChain string                      // Chain of the preceding closing
	EntriesHash   string                      // SHA-256 of the journal entries as CSV
	ExchangeRates *exchange.Table             // exchange rates used since the start of the chain
	DiscountRates *ratetable.Table            // discount rates used since the start of the chain
	PreparedBy    string
	ApprovedBy    string
	At            string // time of the close, as entered by the preparer
	Chain         string // SHA-256 of the preceding bytes of the closing
}

// ByID returns the signed balances and the requests' fingerprints by lease id, even if p is nil.
func (p *Previous) ByID() (signed map[string]*Signed, inputs map[string]string) {
	signed, inputs = map[string]*Signed{}, map[string]string{}
	if p == nil {
		return signed, inputs
	}
	for i := range p.Leases {
		signed[p.Leases[i].ID] = &p.Leases[i]
	}
	for _, in := range p.Inputs {
		inputs[in.ID] = in.SHA256
	}
	return signed, inputs
}

// Period is a closed reporting period with its deferred tax rates.
type Period struct {
	Interval

	DeferredTax []TaxRate
}

// Input is the fingerprint of a lease's normalized request.
type Input struct{ ID, SHA256 string }

// Signed holds a lease's signed balances, in units of its functional currency.
type Signed struct {
	ID       string
	Standard strict.Optional[leasehold.Standard] // defaults to the lease's current standard
	Currency money.Currency                      // functional currency; zero if absent

	Liability, RouAsset, Accumulated, PrepaidRent money.Decimal

	// Fields of a complete closing.
	Class            strict.Optional[leasehold.ReportedClass]
	Tags             map[string]string
	LastDay          strict.Optional[civil.Date] // end of the term, or date of termination
	Posted, ThisYear []signedAccount             // see [Posted]
}

// posted returns the amounts that the chain has posted for s, which may be nil.
func (s *Signed) posted(places int) *Posted {
	if s == nil {
		return &Posted{Accounts{}, Accounts{}}
	}
	return &Posted{accountsOf(s.Posted, places), accountsOf(s.ThisYear, places)}
}

// carriedFigure is a signed balance, with functions that read it from a closing and from a lease.
type carriedFigure struct {
	name   string
	signed func(*Signed) *money.Decimal
	now    func(*leasehold.Position) *money.Amount
}

// carried lists the signed balances in the API contract's order.
var carried = [...]carriedFigure{
	{"liability", func(s *Signed) *money.Decimal { return &s.Liability }, func(p *leasehold.Position) *money.Amount { return &p.Liability }},
	{"rouAsset", func(s *Signed) *money.Decimal { return &s.RouAsset }, func(p *leasehold.Position) *money.Amount { return &p.RouAsset }},
	{"accumulatedAmortization", func(s *Signed) *money.Decimal { return &s.Accumulated }, func(p *leasehold.Position) *money.Amount { return &p.Accumulated }},
	{"prepaidRent", func(s *Signed) *money.Decimal { return &s.PrepaidRent }, func(p *leasehold.Position) *money.Amount { return &p.Prepaid }},
}

// position returns the signed balances in minor units.
func (s *Signed) position(places int) (p leasehold.Position) {
	for _, c := range carried {
		*c.now(&p) = c.signed(s).Minor(places)
	}
	return p
}

const (
	maxSigned         = 1_000_000
	maxSignedAccounts = 100
	maxPeriods        = 1200
)

var classNames = []string{"operating", "finance", "short_term", "low_value"}

func requiredText[T any](name string, most int, in func(*T) *string) strict.Field[T] {
	f := strict.Text(name, most, in)
	check := f.Check
	f.Check = func(faults *strict.Faults, at *strict.Place, of *T) {
		if *in(of) == "" {
			faults.Add(at, name, "must not be empty")
			return
		}
		check(faults, at, of)
	}
	f.Required, f.Has, f.Clear = true, nil, nil
	return f
}

var signedObject = func() strict.Object[Signed] {
	fields := []strict.Field[Signed]{
		requiredText("id", member.MaxIDLength, func(s *Signed) *string { return &s.ID }),
		strict.OptionalEnum("standard", standardNames(), nil, func(s *Signed) *strict.Optional[leasehold.Standard] { return &s.Standard }),
		strict.Currency("currency", func(s *Signed) *money.Currency { return &s.Currency }),
	}
	for _, c := range carried {
		fields = append(fields, strict.Decimal(c.name, strict.Amount, c.signed))
	}
	fields = append(fields,
		strict.OptionalEnum("classification", classNames, nil, func(s *Signed) *strict.Optional[leasehold.ReportedClass] { return &s.Class }),
		strict.Tags("tags", func(s *Signed) *map[string]string { return &s.Tags }),
		strict.OptionalDate("lastDay", func(s *Signed) *strict.Optional[civil.Date] { return &s.LastDay }),
		strict.List("posted", maxSignedAccounts, &signedAccountObject, func(s *Signed) *[]signedAccount { return &s.Posted }),
		strict.List("postedThisYear", maxSignedAccounts, &signedAccountObject, func(s *Signed) *[]signedAccount { return &s.ThisYear }),
	)
	return strict.Object[Signed]{Noun: "the signed balances of a lease", Fields: fields}
}()

func standardNames() []string { return lists.Map(leasehold.Standards(), leasehold.Standard.String) }

var previousObject = strict.Object[Previous]{Noun: "the previous closing", Fields: []strict.Field[Previous]{
	strict.OptionalDate("from", func(p *Previous) *strict.Optional[civil.Date] { return &p.From }),
	strict.OptionalDate("to", func(p *Previous) *strict.Optional[civil.Date] { return &p.To }),
	strict.Text("version", 200, func(p *Previous) *string { return &p.Version }),
	strict.OptionalInt("rulesRevision", 1_000_000, func(p *Previous) *strict.Optional[int] { return &p.Rules }),
	fiscalYearStart,
	strict.OptionalDate("chainFrom", func(p *Previous) *strict.Optional[civil.Date] { return &p.ChainFrom }),
	strict.List("periods", maxPeriods, &periodObject, func(p *Previous) *[]Period { return &p.Periods }),
	omitDefault(strict.Enum("accrual", false, member.Names(member.Accruals), 0, nil, func(p *Previous) *leasehold.Accrual { return &p.Accrual })),
	omitDefault(strict.Enum("fund", false, member.Names(member.Funds), 0, nil, func(p *Previous) *leasehold.Fund { return &p.Fund })),
	whereField(func(p *Previous) *Where { return &p.Where }),
	exchange.Field(func(p *Previous) **exchange.Table { return &p.ExchangeRates }),
	ratetable.Field(func(p *Previous) **ratetable.Table { return &p.DiscountRates }),
	strict.List("inputs", maxSigned, &inputObject, func(p *Previous) *[]Input { return &p.Inputs }),
	strict.Text("digest", 64, func(p *Previous) *string { return &p.Digest }),
	strict.List("leases", maxSigned, &signedObject, func(p *Previous) *[]Signed { return &p.Leases }),
	ignored("totals"),
	ignored("lateChanges"),
	strict.Text("previous", 64, func(p *Previous) *string { return &p.PreviousChain }),
	strict.Text("entries", 64, func(p *Previous) *string { return &p.EntriesHash }),
	strict.Text("preparedBy", 1000, func(p *Previous) *string { return &p.PreparedBy }),
	strict.Text("approvedBy", 1000, func(p *Previous) *string { return &p.ApprovedBy }),
	strict.Text("at", 1000, func(p *Previous) *string { return &p.At }),
	strict.Text("chain", 64, func(p *Previous) *string { return &p.Chain }),
}}

var inputObject = strict.Object[Input]{Noun: "the fingerprint of a lease", Fields: []strict.Field[Input]{
	requiredText("id", member.MaxIDLength, func(i *Input) *string { return &i.ID }),
	requiredText("sha256", 64, func(i *Input) *string { return &i.SHA256 }),
}}

var periodObject = strict.Object[Period]{Noun: "a reporting period", Fields: []strict.Field[Period]{
	strict.Date("from", func(p *Period) *civil.Date { return &p.From }),
	strict.Date("to", func(p *Period) *civil.Date { return &p.To }),
	strict.List("deferredTax", maxTaxRates, &taxRate, func(p *Period) *[]TaxRate { return &p.DeferredTax }),
}}

// omitDefault returns a field that is omitted from the output if it has its default value.
func omitDefault[T any](f strict.Field[T]) strict.Field[T] {
	write := f.Print
	f.Print = func(dst []byte, of *T) []byte {
		if !f.Has(of) {
			return dst
		}
		return write(dst, of)
	}
	return f
}

// ignored returns a field of a closing that a report accepts but does not use.
func ignored(name string) strict.Field[Previous] {
	return strict.Field[Previous]{
		Name: name,
		Read: func(rd *strict.Reader, _ *strict.Place, _ *Previous) (string, error) {
			return "", rd.JSON.SkipValue()
		},
		Print: func(dst []byte, _ *Previous) []byte { return dst },
		Has:   func(*Previous) bool { return false },
		Clear: func(*Previous) {},
	}
}

var fiscalYearStart = strict.Omittable(strict.Field[Previous]{
	Name: "fiscalYearStart",
	Read: strict.Scalar(func(p *Previous, v jsontext.Value) string {
		text, ok := strict.Unquote(v)
		if !ok {
			return "must be a string, as in 01-01; got " + strict.Describe(v)
		}
		year, err := ParseFiscalYear(string(text))
		if err != nil {
			return err.Error()
		}
		p.FiscalYear = year
		return ""
	}),
	Print: func(dst []byte, p *Previous) []byte { return strict.AppendQuoted(dst, p.FiscalYear.String()) },
}, func(p *Previous) *FiscalYear { return &p.FiscalYear }, func(y FiscalYear) bool { return y.text != "" })

func checkPrevious(f *strict.Faults, p *Previous) {
	at := strict.Element(nil, "previous", -1)
	if p.Digest == "" && p.Leases == nil {
		f.Add(at, "", "must be a closing, or must contain the field digest, the field leases or both")
	}
	if p.Digest != "" && (len(p.Digest) != 2*sha256.Size || strings.Trim(p.Digest, "0123456789abcdef") != "") {
		f.Add(at, "digest", strict.Quote(p.Digest)+" is not a digest; use 64 lower-case hexadecimal digits, as in the digest of a report")
	}
	seen := map[string]int{}
	for i := range p.Leases {
		id := p.Leases[i].ID
		if first, twice := seen[id]; twice {
			f.Add(strict.Element(at, "leases", i), "id", strict.Quote(id)+" is also the id of leases["+strconv.Itoa(first)+"]")
			continue
		}
		seen[id] = i
	}
	for i := range p.Periods {
		period := &p.Periods[i]
		if period.To.Before(period.From) || i > 0 && p.Periods[i-1].To.Next() != period.From {
			f.Add(strict.Element(at, "periods", i), "from", period.From.String()+" does not follow the preceding reporting period")
		}
		// The earlier closing has already checked that no two tax rates of a closed period conflict.
		checkTaxKeys(f, period.DeferredTax)
	}
	if p.complete() && p.Leases == nil {
		f.Add(at, "leases", "is required in a closing")
	}
}

// SignedNames returns the field names of the signed balances, in the order of [Line.AppendSigned].
func SignedNames() []string {
	return lists.Map(carried[:], func(c carriedFigure) string { return c.name })
}

// Of returns the signed balance with a name from [SignedNames].
func (s *Signed) Of(name string) (d money.Decimal) {
	for _, c := range carried {
		if c.name == name {
			d = *c.signed(s)
		}
	}
	return d
}

// SignedOf returns the balance in p with a name from [SignedNames].
func SignedOf(p *leasehold.Position, name string) (a money.Amount) {
	for _, c := range carried {
		if c.name == name {
			a = *c.now(p)
		}
	}
	return a
}

// DecodePrevious parses a previous closing from JSON. The error is a [*leasehold.InvalidError].
func DecodePrevious(body []byte) (*Previous, error) {
	p := new(Previous)
	f := strict.Decode(body, &previousObject, p)
	if f.Readable() {
		checkPrevious(&f, p)
	}
	return p, f.Err()
}

// Digest computes the SHA-256 of leases' balances (METHOD 22.2). The hashed text consists of the
// lines of [Line.AppendSigned], sorted by lease id.
type Digest struct{ hash.Hash }

// NewDigest returns an empty digest.
func NewDigest() Digest { return Digest{sha256.New()} }

// AppendSigned appends the lease's line of the digest, or nothing if all balances are 0.00.
func (l *Line) AppendSigned(dst []byte) []byte { return appendSigned(dst, l.Lease, &l.Figures.Closed) }

func appendSigned(dst []byte, l *leasehold.Lease, p *leasehold.Position) []byte {
	if !slices.ContainsFunc(carried[:], func(c carriedFigure) bool { return !c.now(p).IsZero() }) {
		return dst
	}
	places := l.Functional().Places()
	dst = append(append(dst, l.ID...), '\t')
	dst = append(append(dst, l.Standard.String()...), '\t')
	if l.Functional() != (money.Currency{}) {
		dst = append(dst, l.Functional().String()...)
	}
	for _, c := range carried {
		dst = c.now(p).AppendPlaces(append(dst, '\t'), places)
	}
	return append(dst, '\n')
}

// String returns the digest in lower-case hexadecimal.
func (d Digest) String() string { return hex.EncodeToString(d.Sum(nil)) }

func digestOf(lines []Line, position func(*leasehold.LeaseFigures) *leasehold.Position) string {
	d := NewDigest()
	for _, l := range slices.SortedFunc(slices.Values(lines), func(a, b Line) int { return strings.Compare(a.Lease.ID, b.Lease.ID) }) {
		_, _ = d.Write(appendSigned(nil, l.Lease, position(l.Figures))) // the Write method of a hash never returns an error
	}
	return d.String()
}

func opened(f *leasehold.LeaseFigures) *leasehold.Position { return &f.Opened }

func closed(f *leasehold.LeaseFigures) *leasehold.Position { return &f.Closed }
