package reporting

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/exchange"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/cell"
	"github.com/leasehold-accounting/leasehold/internal/closing"
	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/internal/reportfile"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
	"github.com/leasehold-accounting/leasehold/ratetable"
)

type request struct {
	From, To string // first and last day of the reporting period, as the user typed them
	GroupBy  string
	Tag      string
	Ignore   string // headings of the columns to ignore, as the user typed them
	Dates    string // order of day and month in dates that are ambiguous in the file
	FileName string
	Accrual  string // accrual convention within a payment period; "" means the previous closing's convention or, without a previous closing, the days convention
	Fiscal   string // start of a closing's fiscal years, as the user typed it

	content []byte
	files   map[string]upload
	rates   *ratetable.Table // nil if there is no discount rate file
	span    leasehold.Span
	accrual leasehold.Accrual
	fiscal  portfolio.FiscalYear
	keys    []portfolio.Key

	Presentation string // presentation currency, as the user typed it
	exchange     *exchange.Table
	presentation money.Currency

	methodInputs
	tieOutInputs
}

// methodInputs are the inputs for deferred tax and for the tag that contains the asset class.
type methodInputs struct {
	DeferredTax, AssetTaxBase, AssetClass string // values of the inputs, as the user typed them

	taxes []portfolio.TaxRate
}

// readMethod parses the inputs. Semicolons separate the tax rates. If an input is invalid, readMethod returns
// an error message for the page.
func (m *methodInputs) readMethod(r *http.Request) (fault string) {
	m.AssetTaxBase = cmp.Or(r.PostFormValue("assetTaxBase"), portfolio.TaxBaseNames[0])
	m.DeferredTax, m.AssetClass = r.PostFormValue("deferredTax"), strings.TrimSpace(r.PostFormValue("assetClass"))
	for _, text := range elements(m.DeferredTax, ";") {
		rate, err := portfolio.ParseTaxRate(text)
		if err == nil {
			err = rate.AssetTaxBase.UnmarshalText([]byte(m.AssetTaxBase))
		}
		if err != nil {
			return "Deferred tax: " + err.Error() + "."
		}
		m.taxes = append(m.taxes, rate)
	}
	return ""
}

// question returns the request for a report or a closing, without exchange rates (the lease file may contain them).
func (a *request) question(journal portfolio.Journal) *portfolio.Question {
	q := &portfolio.Question{From: a.span.From, To: a.span.To, Journal: journal}
	a.options(q)
	return q
}

// readForm parses a form and the files that it contains. If the form is invalid, readForm returns an error
// message for the page.
func readForm(r *http.Request) (a request, fault string) {
	err := r.ParseMultipartForm(MaxLen) //nolint:gosec // bodies are limited to MaxLen, so nothing is written to disk
	if long, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return a, fmt.Sprintf("The file is too large: the maximum here is %d MiB. The leasehold report command reads files of any size.", long.Limit>>20)
	}
	if err != nil {
		return a, "The form could not be read."
	}
	a.From, a.To = r.PostFormValue("from"), r.PostFormValue("to")
	a.GroupBy, a.Tag = r.PostFormValue("groupBy"), strings.TrimSpace(r.PostFormValue("tag"))
	a.Dates, a.Ignore, a.Accrual = r.PostFormValue("dates"), r.PostFormValue("ignoreColumns"), r.PostFormValue("accrual")
	a.Fiscal = strings.TrimSpace(r.PostFormValue("fiscalYearStart"))
	if a.files, fault = uploads(r); fault != "" {
		return a, fault
	}
	a.FileName, a.content = a.files["file"].name, a.files["file"].content
	if a.content == nil {
		return a, "Choose a file of leases: a workbook, CSV, NDJSON or JSON."
	}
	if a.rates, fault = readTable(&a, "rates", "rates", leasefile.OpenRates); fault != "" {
		return a, fault
	}
	if a.exchange, fault = readTable(&a, "exchangeRates", "exchange rates", leasefile.OpenExchangeRates); fault != "" {
		return a, fault
	}
	a.Presentation = strings.ToUpper(strings.TrimSpace(r.PostFormValue("presentationCurrency")))
	return a, cmp.Or(a.check(), a.readMethod(r), a.readTieOut(r))
}

// digest returns a digest of the inputs that determine which leases are billed: the files, the reporting period
// and the selection of leases.
func (a *request) digest() [sha256.Size]byte {
	h := sha256.New()
	for _, part := range [][]byte{a.content, a.files["rates"].content, a.files["exchangeRates"].content, []byte(a.span.From.String()), []byte(a.span.To.String()), []byte(a.Only)} {
		sum := sha256.Sum256(part)
		h.Write(sum[:])
	}
	h.Write([]byte(strings.Join([]string{a.Dates, a.Tag, a.Ignore, a.AssetClass}, "\x00")))
	return [sha256.Size]byte(h.Sum(nil))
}

func (a *request) file() leasefile.Options {
	q := portfolio.Question{GroupBy: a.keys}
	a.options(&q)
	rates := a.rates
	if p := a.closing.Signed(); p != nil {
		rates, _ = portfolio.ChainDiscount(p.DiscountRates, rates)
	}
	o := leasefile.Options{
		Name: a.FileName, Uploaded: true, Rates: rates, Tags: append(q.Tags(), a.accounts.Tags()...), Ignore: elements(a.Ignore, ","),
	}
	switch a.Dates {
	case "day-first":
		o.Dates = cell.DayFirst
	case "month-first":
		o.Dates = cell.MonthFirst
	}
	return o
}

// options sets the options that reports and closings have in common. For an option without an input on the
// page, it uses the previous closing's value, because a chain's closings must have consistent options.
func (a *request) options(q *portfolio.Question) {
	q.Where, q.Accrual, q.FiscalYear, q.DeferredTax, q.AssetClassTag = a.where, a.accrual, a.fiscal, a.taxes, a.AssetClass
	if p := a.closing.Signed(); p != nil {
		q.Fund = p.Fund
		if a.Accrual == "" {
			q.Accrual = p.Accrual
		}
		if a.taxes == nil {
			q.DeferredTax = p.Periods[len(p.Periods)-1].DeferredTax
		}
	}
}

// elements splits text at each separator, trims the parts and omits blank parts.
func elements(text, separator string) (list []string) {
	for part := range strings.SplitSeq(text, separator) {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// readTable parses the table in an input's file, if the user selected one. Messages use the given noun for the
// file's content.
func readTable[T any](a *request, input, noun string, open func(io.Reader, leasefile.Options) (*T, error)) (table *T, fault string) {
	f := a.files[input]
	if f.content == nil {
		return nil, ""
	}
	table, err := open(bytes.NewReader(f.content), leasefile.Options{Name: f.name, Uploaded: true, Ignore: elements(a.Ignore, ",")})
	if err != nil {
		return nil, wording.Sentence(noun) + ": " + leaseform.Words(err.Error())
	}
	if table == nil {
		return nil, "The file of " + noun + " has no rows."
	}
	return table, ""
}

func (a *request) check() (fault string) {
	a.span.Monthly = true
	if a.span.From, fault = leaseform.ReadDate(a.From); fault != "" {
		return "From: " + fault
	}
	if a.span.To, fault = leaseform.ReadDate(a.To); fault != "" {
		return "To: " + fault
	}
	if a.span.To.Before(a.span.From) {
		return fmt.Sprintf("The reporting period ends on %s, before it starts on %s.", a.span.To, a.span.From)
	}
	if a.Presentation != "" {
		var err error
		if a.presentation, err = money.ParseCurrency(a.Presentation); err != nil {
			return "Present in: type the three-letter code of an active currency, such as GBP."
		}
	}
	if a.Accrual != "" && a.accrual.UnmarshalText([]byte(a.Accrual)) != nil {
		return "Accrual: choose an entry from the list."
	}
	if a.Fiscal != "" {
		var err error
		if a.fiscal, err = portfolio.ParseFiscalYear(a.Fiscal); err != nil {
			return "Fiscal year: " + err.Error() + "."
		}
	}
	if a.GroupBy == "" {
		return ""
	}
	for by := range strings.SplitSeq(a.GroupBy, ",") {
		if by == "tag" && a.Tag == "" {
			return "Type the tag to group by: a column heading of the file."
		}
		if by == "tag" {
			by = "tag:" + a.Tag
		}
		key, err := portfolio.ParseKey(by)
		if err != nil || slices.Contains(a.keys, key) {
			return "Group by: choose an entry from the list."
		}
		a.keys = append(a.keys, key)
	}
	return ""
}

// reported is a report with the rejected rows of its file.
type reported struct {
	*portfolio.Report

	Name    string // name of the lease file
	Columns []leasefile.Column
	Refused []refusedRow

	closing *closingfile.Closing // previous closing; nil if the user selected no file
	closed  *closed              // new closing; nil unless its files are requested

	source   *export.Source   // file and columns of the trial balance; nil if the user selected no file
	accounts *export.Accounts // account map; nil if the user selected no file
}

type refusedRow struct{ Place, ID, Cell, Message string }

// leases returns the number of valid leases in the file. It counts at most maxLeases.
func (a *request) leases() (n int) {
	f, err := leasefile.Open(bytes.NewReader(a.content), a.file())
	if err != nil {
		return 0
	}
	defer f.Close() //nolint:errcheck // the file is read again later, and that read's error is reported
	n, _ = f.Count(maxLeases)
	return n
}

// report reads the file and computes the report. If exchange rates for the monthly entries are missing, the report
// omits these entries, unless the caller requires them (METHOD 22.3). As it reads, the report function calls the
// progress function.
func (a *request) report(ctx context.Context, progress func(batch.Progress), entries bool) (*reported, string) {
	out, err := a.reportWith(ctx, progress, portfolio.Monthly)
	if wrong, ok := errors.AsType[*leasehold.InvalidError](err); ok && !entries &&
		!slices.ContainsFunc(wrong.Faults, func(f leasehold.Fault) bool { return f.Field != "exchangeRates" }) {
		out, err = a.reportWith(ctx, progress, portfolio.NoJournal)
	}
	if err != nil {
		return nil, sentence(err)
	}
	return out, ""
}

func (a *request) reportWith(ctx context.Context, progress func(batch.Progress), journal portfolio.Journal) (*reported, error) {
	f, err := leasefile.Open(bytes.NewReader(a.content), a.file())
	if err != nil {
		return nil, errors.New(strings.TrimSuffix(leaseform.Words(err.Error()), "."))
	}
	out := &reported{Name: a.FileName, Columns: f.Columns(), closing: a.closing, accounts: a.accounts}
	r := &reportfile.Report{
		Question: a.question(journal),
		Source:   batch.Leases(f), Refused: out.refuse, Serial: true, Progress: progress, Export: export.Options{Accounts: a.accounts},
	}
	r.Question.GroupBy, r.Question.OnError, r.Question.Presentation = a.keys, portfolio.SkipWrong, a.presentation
	r.Question.ExchangeRates = cmp.Or(a.exchange, f.ExchangeRates())
	r.Question.Comparative = a.comparative
	if p := a.closing.Signed(); p != nil {
		r.Question.Previous = strict.Some(*p)
	}
	if a.ledger != nil {
		out.source, r.Question.Ledger = a.ledger.Source(), a.ledger.Rows
	}
	if err := r.Question.Check(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r.Limit.Leases, r.Limit.Entries = maxLeases, portfolio.MaxEntries
	answer, done, err := r.Answer(ctx)
	mixed, several := errors.AsType[*closing.MixedError](err)
	switch err := errors.Join(err, f.Close()); {
	case several:
		return nil, fmt.Errorf("%w. Group by currency to report on each currency separately, or present all amounts in one currency", mixed)
	case err != nil:
		return nil, err
	case done.Done.Leases == 0:
		return nil, errors.New("the file has no leases")
	}
	out.Report = answer
	return out, nil
}

func (r *reported) refuse(f *closing.Refusal) {
	wrong, ok := errors.AsType[*leasefile.RowError](f.Err)
	if !ok {
		place := leasefile.Place{Sheet: f.Sheet, Line: int(f.Line)}
		r.Refused = append(r.Refused, refusedRow{place.String(), f.ID, "", leaseform.Words(f.Err.Error())})
		return
	}
	for _, p := range wrong.Problems {
		cell := p.Heading
		if cell == "" && p.Field != "body" {
			cell = strings.TrimSuffix(leaseform.Words(p.Field), ".")
		}
		r.Refused = append(r.Refused, refusedRow{p.Place.String(), f.ID, cell, leaseform.Words(p.Message)})
	}
}

// inputs maps the API request's field names to the labels of the page's inputs.
var inputs = map[string]string{
	"from": "From", "to": "To", "groupBy": "Group by", "discountRates": "Discount rates", "exchangeRates": "Exchange rates",
	"presentationCurrency": "Present in", "deferredTax": "Deferred tax", "assetClassTag": "Class of asset", "comparative": "Compare with",
	"accrual": "Accrual within a payment period", "where": "Only leases where", "previous": "Previous closing",
	"fiscalYearStart": "Fiscal year starts", "ledger": "Trial balance", "accounts": "Account map",
}

// sentence formats an error message as a sentence. In it, the labels of the page's inputs replace the API
// request's field names.
func sentence(err error) string {
	text := err.Error()
	if option, ok := errors.AsType[*export.OptionError](err); ok && inputs[option.Option] != "" {
		return inputs[option.Option] + ": " + option.Message + "."
	}
	if wrong, ok := errors.AsType[*leasehold.InvalidError](err); ok {
		for _, f := range wrong.Faults {
			path, account, mapped := strings.Cut(f.Field, ", ")
			field, _, _ := strings.Cut(path, "[")
			label := inputs[field]
			if label == "" {
				continue
			}
			if mapped {
				label += ", " + account
			}
			text = strings.Replace(text, f.Field+":", label+":", 1)
		}
	}
	return wording.Sentence(text) + "."
}
