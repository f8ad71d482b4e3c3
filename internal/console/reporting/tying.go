package reporting

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"html/template"
	"io"
	"net/http"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/internal/ledgerfile"
	"github.com/leasehold-accounting/leasehold/internal/reportfile"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// tieOutInputs are the inputs for a report's reconciliation: a comparative period, the previous
// closing, and a trial balance with its account map.
type tieOutInputs struct {
	EarlierFrom, EarlierTo string // dates as the user typed them
	Only                   string // conditions for including a lease, as the user typed them

	where portfolio.Where

	comparative strict.Optional[portfolio.Comparison]
	closing     *closingfile.Closing
	ledger      *ledgerfile.Reading
	accounts    *export.Accounts // maps the trial balance's accounts to the lease accounts
}

// upload is an uploaded file. Its content is nil if the user selected no file.
type upload struct {
	name    string
	content []byte
}

// uploads returns a form's files, by input name. If a file cannot be read, uploads returns an error message for
// the page.
func uploads(r *http.Request) (files map[string]upload, fault string) {
	files = map[string]upload{}
	for _, input := range []string{"file", "rates", "exchangeRates", "published", "closing", "accounts", "ledger"} {
		file, head, err := r.FormFile(input)
		if err != nil || head.Size == 0 {
			continue
		}
		content, err := io.ReadAll(file)
		if err := errors.Join(err, file.Close()); err != nil {
			return nil, head.Filename + " could not be read."
		}
		files[input] = upload{head.Filename, content}
	}
	return files, ""
}

// readTieOut parses the inputs of the reconciliation. The caller must already have parsed the reporting period
// and the group keys. If an input is invalid, readTieOut returns an error message for the page.
func (a *request) readTieOut(r *http.Request) (fault string) {
	if fault := cmp.Or(a.readEarlier(r.PostFormValue("earlierFrom"), r.PostFormValue("earlierTo")), a.readOnly(r.PostFormValue("where"))); fault != "" {
		return fault
	}
	published, closing, ledger := a.files["published"].content, a.files["closing"], a.files["ledger"]
	switch {
	case published != nil && a.comparative.Set:
		return "Compare with a reporting period or with a published report, not with both."
	case published != nil:
		a.comparative = strict.Some(portfolio.Comparison{Published: portfolio.NewPublished(published)})
	}
	if closing.content != nil {
		fault = a.readClosing(closing)
	}
	if accounts := a.files["accounts"].content; fault == "" && accounts != nil {
		var err error
		if a.accounts, err = export.ReadAccounts(bytes.NewReader(accounts)); err != nil {
			return sentence(err)
		}
	}
	if fault == "" && ledger.content != nil {
		fault = a.readLedger(ledger)
	}
	return fault
}

func (a *request) readEarlier(from, to string) (fault string) {
	a.EarlierFrom, a.EarlierTo = from, to
	if strings.TrimSpace(from+to) == "" {
		return ""
	}
	var span portfolio.Interval
	if span.From, fault = leaseform.ReadDate(from); fault != "" {
		return "Compare with, from: " + fault
	}
	if span.To, fault = leaseform.ReadDate(to); fault != "" {
		return "Compare with, to: " + fault
	}
	a.comparative = strict.Some(portfolio.Comparison{Interval: span})
	return ""
}

// readOnly parses conditions for including a lease, such as standard=IFRS_16. Semicolons separate the conditions.
func (a *request) readOnly(text string) (fault string) {
	a.Only = text
	for _, part := range elements(text, ";") {
		c, err := portfolio.ParseCondition(part)
		if err != nil {
			return "Only leases where: " + err.Error() + "."
		}
		a.where = append(a.where, c)
	}
	return ""
}

func (a *request) readClosing(f upload) (fault string) {
	c, err := closingfile.Read(f.content)
	if err != nil {
		return f.name + " " + err.Error() + "."
	}
	if err := c.Follows(a.span.From); err != nil {
		return f.name + ": " + err.Error() + "."
	}
	a.closing = c
	return ""
}

func (a *request) readLedger(f upload) (fault string) {
	o := ledgerfile.Options{Name: f.name, Keys: a.keys, Accounts: a.accounts}
	read, err := ledgerfile.Read(bytes.NewReader(f.content), o)
	if err != nil {
		return f.name + ": " + strings.ReplaceAll(err.Error(), " (--accounts)", "") + "."
	}
	a.ledger = read
	return ""
}

// movedRow is a signed balance that has changed since the previous closing, with the reason for the change.
type movedRow struct {
	ID, Why, Figure         string
	Signed, Now, Difference template.HTML
}

type previousView struct {
	Agrees bool
	Digest string
	Causes []string // rates and rules that have changed since the previous closing
	Moved  []movedRow
	More   int
}

const maxMoved = 500

// previousOf returns the changes since the previous closing and their reasons, or nil if there is no previous closing.
func previousOf(r *reported) *previousView {
	if r.Previous == nil || r.closing == nil {
		return nil
	}
	_, inputs := r.closing.Signed().ByID()
	stated := map[string]string{}
	for i := range r.Leases {
		stated[r.Leases[i].Lease.ID] = portfolio.Fingerprint(r.Leases[i].Lease.Append(nil))
	}
	v := &previousView{Agrees: r.Previous.Agrees, Digest: r.Previous.Digest, Causes: r.Previous.Causes}
	v.More = max(0, len(r.Previous.LateChanges)-maxMoved)
	for i := range r.Previous.LateChanges[:len(r.Previous.LateChanges)-v.More] {
		change := &r.Previous.LateChanges[i]
		was, known := inputs[change.ID]
		now, here := stated[change.ID]
		why := "The lease was remeasured with changed rates or rules."
		switch {
		case !here:
			why = "The lease is no longer in the file."
		case !known:
			why = "The lease was entered after the closing."
		case was != now:
			why = "The lease was changed after the closing."
		}
		shown := func(text string) template.HTML { return template.HTML(template.HTMLEscapeString(text)) } //nolint:gosec // the text is escaped
		for k, of := range change.Rows(func(name string) string { return wording.Signed(name, change.Standards()) }, func(money.Amount) string { return "" }) {
			row := movedRow{change.ID, why, of.Figure, shown(of.Cells[0]), shown(of.Cells[1]), ""}
			if of.Balance {
				row.Signed, row.Now = shownAmount(of.Signed, change.Places()), shownAmount(of.Now, change.Places())
			}
			if !of.Difference.IsZero() {
				row.Difference = shownAmount(of.Difference, change.Places())
			}
			if k > 0 {
				row.ID, row.Why = "", ""
			}
			v.Moved = append(v.Moved, row)
		}
	}
	return v
}

// shownAmount returns the HTML of an amount. Its currency has the given number of decimals.
func shownAmount(a money.Amount, places int) template.HTML {
	return template.HTML(`<data value="` + string(a.AppendPlaces(nil, places)) + `">` + wording.Accounting(a, places) + `</data>`) //nolint:gosec // all parts are digits
}

type tiedView struct {
	Rows   []*portfolio.TieOut
	Differ int // number of accounts with a difference
	Notes  []string
	Left   [][2]string
}

// tiedOf returns the comparison with the trial balance, or nil if there is no trial balance.
// Accounts with a difference come first.
func tiedOf(r *reported) *tiedView {
	if r.TieOut == nil {
		return nil
	}
	v := &tiedView{}
	var agreeing []*portfolio.TieOut
	for i := range r.TieOut {
		if out := &r.TieOut[i]; out.Difference.IsZero() {
			agreeing = append(agreeing, out)
		} else {
			v.Rows = append(v.Rows, out)
		}
	}
	v.Differ, v.Rows = len(v.Rows), append(v.Rows, agreeing...)
	if r.source != nil {
		v.Notes, v.Left = r.source.Notes, r.source.Left
	}
	return v
}

// These constants name the files of a closing.
const (
	closingName = "closing.json"
	entriesName = "closing-entries.csv"
)

type closed struct {
	file, entries bytes.Buffer
}

// closeUp closes the reporting period and adds the closing to the report. A closing contains the balances of every
// lease at the end of the period, and the period's entries. The entries include the cumulative catch-up adjustments for
// balances that have changed since the previous closing. The error's text is a message for the page.
func (r *reported) closeUp(ctx context.Context, a *request, version string) error {
	if len(r.Refused) > 0 {
		return errors.New("a closing must contain every lease in the file: correct the rejected rows first")
	}
	m := &closingfile.Maker{
		Head:   closingfile.Head{From: a.span.From, To: a.span.To, Version: version, Rules: leasehold.RulesRevision},
		Before: a.closing,
	}
	q := a.question(portfolio.Monthly)
	m.Question = q
	journals, err := export.Find("entries").Journals(export.Options{Version: version, Fund: leasehold.Some(q.Fund)}, m.Span())
	if err != nil {
		return err
	}
	var opening bytes.Buffer
	journals.Open(&opening)
	m.Entries = journals.Lease
	currency, _ := portfolio.ParseKey("currency") // a valid key; the leases may have different currencies
	f, err := leasefile.Open(bytes.NewReader(a.content), a.file())
	if err != nil {
		return err
	}
	q.GroupBy, q.ExchangeRates = []portfolio.Key{currency}, cmp.Or(a.exchange, f.ExchangeRates())
	run := &reportfile.Report{Question: q, Source: batch.Leases(f), Serial: true}
	plan, err := m.Plan()
	if err == nil {
		_, err = run.Run(ctx, plan, m.Take)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	r.closed = &closed{}
	_, err = m.Write(&r.closed.file, &r.closed.entries, opening.Bytes())
	return err
}
