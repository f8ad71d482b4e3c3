package portfolio

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/jsonout"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/place"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

// MaxLeases is the maximum number of leases in one request.
const MaxLeases = 5000

// Question is the request for a report (METHOD 14.1).
type Question struct {
	From, To civil.Date // reporting period, including both days
	Leases   []Lease
	GroupBy  []Key // grouping keys
	Journal  Journal
	OnError  OnError
	Accrual  leasehold.Accrual        // method of accrual within a schedule row
	Where    Where                    // selects leases; nil selects all leases
	Concepts leasehold.Optional[bool] // whether the response lists taxonomy elements (METHOD 23)

	AssetClassTag string // tag that names the class of the underlying asset in the workbook (METHOD 25.10)

	ExchangeRates *exchange.Table // nil if the request has no table
	Presentation  money.Currency  // presentation currency; zero to report in the functional currency

	DiscountRates *ratetable.Table // discount rates for leases that supply neither a rate nor a table; nil if absent

	Comparative strict.Optional[Comparison] // an earlier reporting period, or a published report
	Previous    strict.Optional[Previous]   // signed closing of the day preceding From
	Ledger      []LedgerRow                 // trial balance to reconcile; nil if absent
	DeferredTax []TaxRate                   // the first rate with a matching key applies

	FiscalYear FiscalYear     // fiscal year of closings; defaults to Previous.FiscalYear
	Fund       leasehold.Fund // fund for a closing's entries if a lease has entries for both funds

	Skipped []Skipped // leases that [SkipWrong] excludes

	rates  *exchange.Table // ExchangeRates merged with the rates of a complete previous closing; nil without such a closing
	causes []string        // descriptions of the rates and rules that changed since Previous

	invalid []invalidLease // all rejected leases, even with StopOnError

	hasRateTable bool       // whether the request has a discount rate table, which may follow its leases
	offsets      [][2]int64 // start and end offset of each lease in the body
}

// Lease is a lease with its index in the request.
type Lease struct {
	Index int
	*leasehold.Lease
}

// Skipped is a rejected lease that a report excludes, with the reason.
type Skipped struct {
	Index   int
	ID      string
	Field   string // field path, as in leases[3].termMonths
	Message string
}

// Journal selects the journal entries of a report.
type Journal uint8

// Values of Journal.
const (
	NoJournal Journal = iota
	Monthly           // one entry per lease and calendar month
)

// OnError selects how invalid leases are treated.
type OnError uint8

// Values of OnError.
const (
	StopOnError OnError = iota // reject the whole request
	SkipWrong                  // exclude the lease, and list it in Skipped
)

var (
	journalNames = []string{"none", "monthly"}
	onErrorNames = []string{"stop", "skip"}
)

var question = strict.Object[Question]{Noun: "a report", Example: `{"from": "2026-01-01", "to": "2026-12-31", "leases": [{...}]}`, Fields: []strict.Field[Question]{
	strict.Date("from", func(q *Question) *civil.Date { return &q.From }),
	strict.Date("to", func(q *Question) *civil.Date { return &q.To }),
	{Name: "leases", Required: true, Read: readLeases, Print: printLeases},
	{Name: "groupBy", Read: readGroupBy, Print: printGroupBy},
	strict.Enum("journal", false, journalNames, 0, nil, func(q *Question) *Journal { return &q.Journal }),
	strict.Enum("accrual", false, member.Names(member.Accruals), 0, place.Suggest(member.Accruals, member.Names(member.Accruals)), func(q *Question) *leasehold.Accrual { return &q.Accrual }),
	whereField(func(q *Question) *Where { return &q.Where }),
	strict.Enum("onError", false, onErrorNames, 0, nil, func(q *Question) *OnError { return &q.OnError }),
	strict.Nested("comparative", &comparison, func(q *Question) *strict.Optional[Comparison] { return &q.Comparative }),
	strict.Nested("previous", &previousObject, func(q *Question) *strict.Optional[Previous] { return &q.Previous }),
	strict.List("ledger", maxLedger, &ledgerRow, func(q *Question) *[]LedgerRow { return &q.Ledger }),
	strict.List("deferredTax", maxTaxRates, &taxRate, func(q *Question) *[]TaxRate { return &q.DeferredTax }),
	strict.Flag("concepts", func(q *Question) *leasehold.Optional[bool] { return &q.Concepts }),
	strict.Text("assetClassTag", strict.MaxTagName, func(q *Question) *string { return &q.AssetClassTag }),
	ratetable.Field(func(q *Question) **ratetable.Table { return &q.DiscountRates }),
	exchange.Field(func(q *Question) **exchange.Table { return &q.ExchangeRates }),
	strict.Currency("presentationCurrency", func(q *Question) *money.Currency { return &q.Presentation }),
}}

// Decode parses a request from JSON. If OnError is [SkipWrong], Skipped lists the invalid leases.
// Otherwise, the error describes them.
//
// The error is a [*leasehold.InvalidError].
func Decode(body []byte) (*Question, error) {
	q, f := read(body, bytes.Contains(body, []byte(`"discountRates"`)))
	if f.Readable() && q.To.Before(q.From) {
		f.Add(nil, "from", q.From.String()+" is after the end date (to), "+q.To.String())
	}
	if f.Readable() {
		q.check(&f)
	}
	switch q.OnError {
	case StopOnError:
		f = append(f, q.invalidFaults()...)
	case SkipWrong:
		q.skipInvalid(body)
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	return q, nil
}

// read parses a request. If hasTable is set, leases may omit their discount rate, because the discount rate table may
// follow them in the body. If hasTable turns out to be wrong, the body is parsed again.
func read(body []byte, hasTable bool) (*Question, strict.Faults) {
	q := &Question{hasRateTable: hasTable}
	f := strict.Decode(body, &question, q)
	wrong := slices.ContainsFunc(f, func(f leasehold.Fault) bool { return strings.HasPrefix(f.Field, "discountRates") })
	if has := q.DiscountRates != nil || q.Previous.Value.DiscountRates != nil || wrong; f.Readable() && has != hasTable {
		return read(body, has)
	}
	q.useRates()
	q.rejectLeases(func(l Lease, at *strict.Place) strict.Faults { return l.PresentationFaults(at, q.Presentation) })
	return q, f
}

// Span returns the reporting period and options for measuring the leases.
func (q *Question) Span() leasehold.Span {
	return leasehold.Span{From: q.From, To: q.To, Monthly: q.Journal == Monthly || q.Ledger != nil, AnyRateDays: q.Journal != Monthly, Taxed: q.DeferredTax != nil, Accrual: q.Accrual, Rates: q.rateTable(), Presentation: q.Presentation}
}

// TiesOut reports whether the whole portfolio must be in memory. This is necessary for a
// reconciliation, for taxonomy elements and for currency notes.
func (q *Question) TiesOut() bool {
	return q.Comparative.Set || q.Previous.Set || q.Ledger != nil || q.DeferredTax != nil || q.ExchangeRates != nil || q.Concepts.Value ||
		q.Presentation != (money.Currency{})
}

// Interval is a range of days, including the first and the last day.
type Interval struct{ From, To civil.Date }

// Check validates the comparative, the previous closing, the trial balance and the tax rates. The
// error is a [*leasehold.InvalidError].
func (q *Question) Check() error {
	var f strict.Faults
	q.check(&f)
	return f.Err()
}

func (q *Question) check(f *strict.Faults) {
	q.checkComparison(f)
	if q.Previous.Set {
		checkPrevious(f, &q.Previous.Value)
		q.checkChain(f)
		q.adoptRates()
	}
	checkLedger(f, q)
	checkTaxRates(f, q.DeferredTax)
}

// Limits that keep error messages short.
const (
	namedMax  = 16 // maximum number of invalid leases listed individually
	faultsMax = 64 // maximum number of validation errors listed for the invalid leases
)

type invalidLease struct {
	index      int
	id         string
	faults     strict.Faults
	start, end int64  // offsets in the request body
	sent       []byte // text of the lease as sent
}

func (q *Question) invalidFaults() (f strict.Faults) {
	for i, w := range q.invalid {
		if i == namedMax {
			f.Add(nil, "leases", fmt.Sprintf("%d more leases are invalid", len(q.invalid)-namedMax))
			break
		}
		for _, fault := range w.faults[:min(len(w.faults), max(1, faultsMax-len(f)))] {
			f = append(f, withLeaseID(fault, w.id))
		}
	}
	return f
}

func (q *Question) skipInvalid(body []byte) {
	for i := range q.invalid {
		w := &q.invalid[i]
		w.sent = bytes.Clone(bytes.TrimLeft(body[w.start:w.end], ", \t\r\n"))
		q.Skipped = append(q.Skipped, Skipped{w.index, w.id, w.faults[0].Field, w.faults[0].Message})
	}
}

func withLeaseID(f leasehold.Fault, id string) leasehold.Fault {
	if id != "" {
		f.Message += " (lease " + strict.Quote(id) + ")"
	}
	return f
}

func readLeases(rd *strict.Reader, at *strict.Place, q *Question) (problem string, err error) {
	seen := map[string]int{}
	n := -1
	problem, err = rd.Elements("must be an array of leases", func() error {
		if n++; n >= MaxLeases {
			return rd.JSON.SkipValue()
		}
		l, here, start := new(leasehold.Lease), strict.Element(at, "leases", n), rd.JSON.InputOffset()
		if q.hasRateTable {
			l.UseRates(ratetable.Pending)
		}
		faults, err := l.Read(rd, here)
		if err != nil {
			return err
		}
		checkID(&faults, here, l.ID, seen, n)
		if len(faults) > 0 {
			q.invalid = append(q.invalid, invalidLease{index: n, id: l.ID, faults: faults, start: start, end: rd.JSON.InputOffset()})
			return nil
		}
		q.Leases = append(q.Leases, Lease{n, l})
		q.offsets = append(q.offsets, [2]int64{start, rd.JSON.InputOffset()})
		return nil
	})
	switch n++; {
	case problem != "" || err != nil:
	case n > MaxLeases:
		problem = "has " + strconv.Itoa(n) + " elements: at most " + strconv.Itoa(MaxLeases) + " leases are allowed"
	case n == 0:
		problem = "must have at least one lease"
	}
	return problem, err
}

// useRates assigns the discount rate table to the leases and rejects any lease that still has no rate.
func (q *Question) useRates() {
	rates, _ := ChainDiscount(q.Previous.Value.DiscountRates, q.DiscountRates)
	if rates == nil { // no table, or an invalid table
		return
	}
	q.rejectLeases(func(l Lease, at *strict.Place) strict.Faults {
		l.UseRates(rates)
		return l.RateFaults(at)
	})
}

func (q *Question) rejectLeases(faults func(l Lease, at *strict.Place) strict.Faults) {
	valid, offsets := q.Leases[:0], q.offsets[:0]
	for i, l := range q.Leases {
		offset := q.offsets[i]
		if found := faults(l, strict.Element(nil, "leases", l.Index)); found != nil {
			q.invalid = append(q.invalid, invalidLease{index: l.Index, id: l.ID, faults: found, start: offset[0], end: offset[1]})
			continue
		}
		valid, offsets = append(valid, l), append(offsets, offset)
	}
	q.Leases, q.offsets = valid, offsets
	slices.SortFunc(q.invalid, func(a, b invalidLease) int { return a.index - b.index })
}

func checkID(f *strict.Faults, at *strict.Place, id string, seen map[string]int, n int) {
	first, twice := seen[id]
	switch {
	case len(*f) > 0:
	case id == "":
		f.Add(at, "id", idMissing)
	case twice:
		f.Add(at, "id", duplicateID(id, "leases["+strconv.Itoa(first)+"]"))
	default:
		seen[id] = n
	}
}

const idMissing = "is required in a report"

func duplicateID(id, earlier string) string {
	return strict.Quote(id) + " is also the id of " + earlier + "; each id must be unique"
}

// CheckID rejects a missing id. If known is true, the id duplicates an earlier one and is rejected
// too. The error is a [*leasehold.InvalidError].
func CheckID(id string, known bool) error {
	var message string
	switch {
	case id == "":
		message = idMissing
	case known:
		message = duplicateID(id, "an earlier lease")
	default:
		return nil
	}
	return invalid("id", message)
}

func invalid(field, message string) *leasehold.InvalidError {
	return &leasehold.InvalidError{Faults: []leasehold.Fault{{Field: field, Message: message}}}
}

// Key is a grouping key: standard, classification, currency or a tag.
type Key struct {
	name string
	tag  string // name of the tag in the key tag:NAME
}

const (
	byStandard       = "standard"
	byClassification = "classification"
	byCurrency       = "currency"
	tagPrefix        = "tag:"
)

// ParseKey parses a key: standard, classification, currency or tag:NAME.
func ParseKey(text string) (Key, error) {
	switch tag, isTag := strings.CutPrefix(text, tagPrefix); {
	case text == byStandard || text == byClassification || text == byCurrency:
		return Key{name: text}, nil
	case isTag && tag != "":
		return Key{name: text, tag: tag}, nil
	}
	return Key{}, errors.New(strict.NotAllowed(strict.Quote(text), []string{byStandard, byClassification, byCurrency, "tag:NAME"}))
}

// String returns the key in the syntax of [ParseKey].
func (k Key) String() string { return k.name }

// Value returns the lease's value for the key. Unless the key is classification, f may be nil.
func (k Key) Value(l *leasehold.Lease, f *leasehold.LeaseFigures) string {
	switch k.name {
	case byStandard:
		return l.Standard.String()
	case byClassification:
		return f.Class.String()
	case byCurrency:
		return l.Functional().String()
	}
	return l.Tags[k.tag]
}

func readGroupBy(rd *strict.Reader, _ *strict.Place, q *Question) (problem string, err error) {
	const must = "must be an array of strings"
	wrong, err := rd.Elements(must, func() error {
		v, err := rd.JSON.ReadValue()
		if err != nil {
			return err
		}
		text, ok := strict.Unquote(v)
		key, unknown := ParseKey(string(text))
		switch {
		case !ok:
			problem = must + "; got " + strict.Describe(v)
		case unknown != nil:
			problem = unknown.Error()
		case slices.Contains(q.GroupBy, key):
			problem = strict.Quote(key.name) + " appears more than once"
		case len(q.GroupBy) == maxKeys:
			problem = "has too many elements: at most " + strconv.Itoa(maxKeys) + " are allowed"
		default:
			q.GroupBy = append(q.GroupBy, key)
		}
		return nil
	})
	return cmp.Or(wrong, problem), err
}

// maxKeys is the maximum number of grouping keys: standard, classification, currency and 20 tags.
const maxKeys = 23

// periodTimes is a multiple of [leasehold.Lease.Effort]: the cost of measuring a lease, with its
// entries, over a short period. The cost includes all payments and their present value.
const periodTimes = 28

// Measured returns the report's leases and the number of times that each is measured. A changed
// lease is also measured over each closed period of the chain.
func (q *Question) Measured() iter.Seq2[*leasehold.Lease, int] {
	return func(yield func(*leasehold.Lease, int) bool) {
		chain := newChain(q)
		for _, l := range q.Leases {
			times := 1
			if periods := chain.periods(); len(periods) > 0 && !chain.unchanged(l.Lease) {
				times += periodTimes * len(periods)
			}
			if q.Comparative.Set {
				times++
			}
			if !yield(l.Lease, times) {
				return
			}
		}
	}
}

// Costs relative to the cost of measuring one schedule row.
const (
	lineRows  = 2000 // cost of printing a lease
	entryRows = 150  // cost of printing a journal entry
	rateRows  = 10   // cost of finding that a closed period's tax rate does not apply to a lease

	comparedValues = 20 // number of condition values that can be compared at the cost of one row
)

// Printed returns the cost of parsing and printing a lease. The unit is the cost of measuring one schedule row.
func (q *Question) Printed(l *leasehold.Lease) int64 {
	rows := int64(lineRows)
	for i := range q.Previous.Value.Periods {
		rows += rateRows * int64(len(q.Previous.Value.Periods[i].DeferredTax))
	}
	if q.Journal != Monthly {
		return rows
	}
	months, _ := q.From.MonthsTo(q.To)
	return rows + entryRows*int64(min(months, l.TermMonths)+1)
}

// Effort returns the cost of a request beyond its own leases, as a number of measured schedule
// rows. The cost covers the leases of a published report and the leases of a previous closing. It
// also covers the comparison of the request's conditions with the closing's leases.
func (q *Question) Effort() int64 {
	signed := int64(len(q.Previous.Value.Leases))
	rows := entryRows * signed
	for _, r := range q.conditions() {
		for _, c := range r.Where {
			rows += signed * int64(len(c.Values)) / comparedValues
		}
	}
	if p := q.Comparative.Value.Published; p != nil {
		rows += lineRows * int64(len(p.lines))
	}
	return rows
}

// Append appends the normalized request as one JSON object, with defaults filled in. Equivalent
// requests give the same bytes. In a rejected lease, only whitespace and numbers are normalized.
func (q *Question) Append(dst []byte) []byte { return question.Append(dst, q) }

func printLeases(dst []byte, q *Question) []byte {
	dst = append(dst, '[')
	left := q.invalid
	for i := 0; i < len(q.Leases) || len(left) > 0; {
		if dst[len(dst)-1] != '[' {
			dst = append(dst, ',')
		}
		if len(left) > 0 && (i == len(q.Leases) || left[0].index < q.Leases[i].Index) {
			dst = strict.Respell(dst, left[0].sent)
			left = left[1:]
			continue
		}
		dst = q.Leases[i].Append(dst)
		i++
	}
	return append(dst, ']')
}

func printGroupBy(dst []byte, q *Question) []byte {
	if len(q.GroupBy) == 0 {
		return dst
	}
	p := jsonout.Printer{Dst: dst}
	jsonout.List(&p, "", q.GroupBy, func(k *Key) { p.Text("", k.name) })
	return p.Dst
}
