package reporting

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/leasefile"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// asked is what the form asks for.
type asked struct {
	From, To string // as typed
	GroupBy  string
	Tag      string
	FileName string

	content []byte
	rated   []byte               // the file of rates
	rates   *leasehold.RateTable // nil where no file of rates was chosen
	span    leasehold.Span
	keys    []portfolio.Key
}

// readForm reads a form with its file. A fault is a sentence for the page.
func readForm(r *http.Request) (a asked, fault string) {
	err := r.ParseMultipartForm(MaxLen) //nolint:gosec // as much as the page lets in: nothing goes to disk
	if long, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return a, fmt.Sprintf("The file is too long: at most %d MiB are read here. The command leasehold report reads files of any length.", long.Limit>>20)
	}
	if err != nil {
		return a, "The form could not be read."
	}
	a.From, a.To = r.PostFormValue("from"), r.PostFormValue("to")
	a.GroupBy, a.Tag = r.PostFormValue("groupBy"), strings.TrimSpace(r.PostFormValue("tag"))
	file, head, err := r.FormFile("file")
	if err != nil || head.Size == 0 {
		return a, "Choose a file of leases: a workbook, CSV, NDJSON or JSON."
	}
	a.FileName = head.Filename
	a.content, err = io.ReadAll(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return a, "The file could not be read."
	}
	if a.rated, a.rates, fault = readRates(r); fault != "" {
		return a, fault
	}
	return a, a.check()
}

// digest is of what a report is made of: the files and the span.
func (a *asked) digest() [sha256.Size]byte {
	h := sha256.New()
	for _, part := range [][]byte{a.content, a.rated, []byte(a.span.From.String()), []byte(a.span.To.String())} {
		sum := sha256.Sum256(part)
		h.Write(sum[:])
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// readRates reads the file of discount rates, where one was chosen.
func readRates(r *http.Request) (content []byte, rates *leasehold.RateTable, fault string) {
	file, head, err := r.FormFile("rates")
	if err != nil || head.Size == 0 {
		return nil, nil, ""
	}
	content, err = io.ReadAll(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, nil, "The file of rates could not be read."
	}
	rates, err = leasefile.OpenRates(bytes.NewReader(content), leasefile.Options{Name: head.Filename})
	if err != nil {
		return nil, nil, "Rates: " + leaseform.Words(err.Error())
	}
	if rates == nil {
		return nil, nil, "The file of rates has no rows."
	}
	return content, rates, ""
}

// check reads the span and the grouping.
func (a *asked) check() (fault string) {
	a.span.Monthly = true
	if a.span.From, fault = leaseform.ReadDate(a.From); fault != "" {
		return "From: " + fault
	}
	if a.span.To, fault = leaseform.ReadDate(a.To); fault != "" {
		return "To: " + fault
	}
	if a.span.To.Before(a.span.From) {
		return fmt.Sprintf("The span ends on %s, before it starts on %s.", a.span.To, a.span.From)
	}
	by := a.GroupBy
	if by == "tag" {
		if a.Tag == "" {
			return "Type the name of the tag to group by, which is the heading of a column of the file."
		}
		by = "tag:" + a.Tag
	}
	if by == "" {
		return ""
	}
	key, err := portfolio.ParseKey(by)
	if err != nil {
		return "Group by: choose one of the list."
	}
	a.keys = []portfolio.Key{key}
	return ""
}

// reported is a report and what of its file was left out.
type reported struct {
	*portfolio.Report

	Name       string // of the file
	Columns    []leasefile.Column
	Refused    []refusedRow
	Keys       []portfolio.Key
	ByCurrency bool // leases have several currencies, and were grouped by them for that
}

// refusedRow is one thing that is wrong with a row of the file.
type refusedRow struct{ Place, ID, Cell, Message string }

// report reads the file and answers.
func (a *asked) report(ctx context.Context) (*reported, string) {
	f, err := leasefile.Open(bytes.NewReader(a.content), leasefile.Options{Name: a.FileName, Rates: a.rates})
	if err != nil {
		return nil, sentence(err)
	}
	rows, err := f.All(maxLeases)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, sentence(err)
	}
	out := &reported{Name: a.FileName, Columns: f.Columns(), Keys: a.keys}
	q := &portfolio.Question{From: a.span.From, To: a.span.To, GroupBy: a.keys, Journal: portfolio.Monthly, OnError: portfolio.SkipWrong}
	places, seen := []leasefile.Row{}, map[string]leasefile.Place{}
	for _, row := range rows {
		if row.Err != nil {
			out.refuse(row)
			continue
		}
		if row.Lease.ID == "" {
			row.Lease.ID = row.Place.String() // entries need a number
		}
		if first, twice := seen[row.Lease.ID]; twice {
			out.Refused = append(out.Refused, refusedRow{row.Place.String(), row.Lease.ID, "", "The ID is that of " + first.String() + " as well."})
			continue
		}
		seen[row.Lease.ID] = row.Place
		q.Leases = append(q.Leases, portfolio.Lease{Index: len(places), Lease: row.Lease})
		places = append(places, row)
	}
	if len(q.Leases) == 0 && len(out.Refused) == 0 {
		return nil, "The file has no leases."
	}
	if out.Report, err = portfolio.AnswerContext(ctx, q); isMixed(q) && err != nil {
		currency, parseErr := portfolio.ParseKey("currency")
		if parseErr != nil {
			return nil, sentence(parseErr)
		}
		out.ByCurrency = true
		out.Keys = append([]portfolio.Key{currency}, a.keys...)
		q.GroupBy, q.Skipped = out.Keys, nil
		out.Report, err = portfolio.AnswerContext(ctx, q)
	}
	if err != nil {
		return nil, sentence(err)
	}
	for _, s := range out.Skipped { // what only the arithmetic shows
		row := places[s.Index]
		out.Refused = append(out.Refused, refusedRow{row.Place.String(), s.ID, "", leaseform.Words(s.Message)})
	}
	return out, ""
}

// isMixed reports whether leases have several currencies.
func isMixed(q *portfolio.Question) bool {
	for _, l := range q.Leases {
		if l.Currency != q.Leases[0].Currency {
			return true
		}
	}
	return false
}

// refuse lists what is wrong with a row.
func (r *reported) refuse(row leasefile.Row) {
	wrong, ok := errors.AsType[*leasefile.RowError](row.Err)
	if !ok {
		r.Refused = append(r.Refused, refusedRow{row.Place.String(), row.ID, "", leaseform.Words(row.Err.Error())})
		return
	}
	for _, p := range wrong.Problems {
		cell := p.Heading
		if cell == "" && p.Field != "body" {
			cell = leaseform.Words(p.Field)
			cell = strings.TrimSuffix(cell, ".")
		}
		r.Refused = append(r.Refused, refusedRow{p.Place.String(), row.ID, cell, leaseform.Words(p.Message)})
	}
}

// sentence makes a sentence of an error.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
