package export

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/schedule"
)

// Table is a CSV table of lease accounting data. If it covers many leases, its first two columns
// contain the line number and the lease's id.
type Table struct {
	columns []string
	rows    func(r *leasehold.Result, add func(cells ...string))
	omits   func(r *leasehold.Result, column string) bool // reports whether one lease's table omits a column; may be nil
}

// Header writes the header row of a table for many leases. The error comes from w.
func (t *Table) Header(w io.Writer) error {
	return write(w, appendCells(nil, slices.Concat([]string{"line", "id"}, t.columns)))
}

// Lease writes a lease's rows. The line number is the lease's line in its source file. The error
// comes from w.
func (t *Table) Lease(w io.Writer, line int, id string, r *leasehold.Result) error {
	var text []byte
	t.rows(r, func(cells ...string) {
		text = appendCells(text, slices.Concat([]string{strconv.Itoa(line), Text(id)}, cells))
	})
	return write(w, text)
}

// CSV writes one lease's table. The error comes from w.
func (t *Table) CSV(w io.Writer, r *leasehold.Result) error {
	var text []byte
	add := func(cells ...string) {
		var kept []string
		for i, column := range t.columns {
			if t.omits == nil || !t.omits(r, column) {
				kept = append(kept, cells[i])
			}
		}
		text = appendCells(text, kept)
	}
	add(t.columns...)
	t.rows(r, add)
	return write(w, text)
}

// ScheduleTable has one row per period, and its columns are named as in the API contract. If the
// table covers many leases, it has a column for every amount that any lease can have. If it covers
// one lease, it omits the columns for additional costs that the lease lacks. It also omits months
// and opening balances if the lease has neither events nor an initial application.
var ScheduleTable = func() *Table {
	amounts, columns := wording.EveryScheduleColumn(), []string{"period", "date"}
	for i := range amounts {
		columns = append(columns, amounts[i].Member)
	}
	return &Table{
		columns: append(columns, "from", "to", "months", "liabilityOpen", "rouAssetOpen"),
		rows: func(r *leasehold.Result, add func(...string)) {
			places := wording.Places(&r.Lease)
			for i := range r.Schedule {
				p := &r.Schedule[i]
				cells := []string{strconv.Itoa(p.Number), p.Date.String()}
				for _, a := range wording.Values(amounts, p) {
					cells = append(cells, plain(a, places))
				}
				add(append(cells, p.First.String(), p.Last.String(), string(p.AppendMonths(nil)), plain(p.LiabilityOpen(), places), plain(p.RouAssetOpen(), places))...)
			}
		},
		omits: func(r *leasehold.Result, column string) bool {
			switch column {
			case "months", "liabilityOpen", "rouAssetOpen":
				return len(r.Events) == 0 && !r.Lease.Applied()
			}
			return slices.ContainsFunc(wording.Sides[:], func(s wording.Side) bool { return s.Member == column && !s.In(&r.Measurement) })
		},
	}
}()

func plain(a money.Amount, places int) string { return string(a.AppendPlaces(nil, places)) }

// BalancesTable has one row per lease with the balances at the end of the requested day. If the
// request contains no day, the lease has no row.
var BalancesTable = &Table{
	columns: []string{"date", "liability", "accruedInterest", "rouAsset", "currentLiability", "longTermLiability"},
	rows: func(r *leasehold.Result, add func(...string)) {
		if b := r.Balances; b != nil {
			cells := []string{b.Date.String()}
			for _, a := range [...]money.Amount{b.Liability, b.AccruedInterest, b.RouAsset, b.CurrentLiability, b.LongTermLiability} {
				cells = append(cells, plain(a, wording.Places(&r.Lease)))
			}
			add(cells...)
		}
	},
}

// CriteriaTable has one row per classification criterion. Its "met" column contains true, false or
// "not tested". A lease under a standard without criteria has no rows.
var CriteriaTable = &Table{
	columns: []string{"key", "label", "met", "detail", "citation"},
	rows: func(r *leasehold.Result, add func(...string)) {
		for i := range r.Classification.Criteria {
			k := &r.Classification.Criteria[i]
			add(k.Key, k.Label, verdict(k), k.Detail, k.Citation.String())
		}
	},
}

var criterionKeys = []string{
	schedule.CriterionTransferOfOwnership, schedule.CriterionPurchaseOption, schedule.CriterionEconomicLife,
	schedule.CriterionFairValue, schedule.CriterionSpecializedAsset,
}

// ClassTable has one row per lease with its class, the reason for it, and the verdict on each
// criterion. The verdicts are empty under a standard without criteria.
var ClassTable = &Table{
	columns: slices.Concat([]string{"standard", "classification", "rationale"}, criterionKeys),
	rows: func(r *leasehold.Result, add func(...string)) {
		cells := []string{r.Lease.Standard.String(), r.Class.String(), r.Classification.Rationale}
		for _, key := range criterionKeys {
			met := ""
			for i := range r.Classification.Criteria {
				if k := &r.Classification.Criteria[i]; k.Key == key {
					met = verdict(k)
				}
			}
			cells = append(cells, met)
		}
		add(cells...)
	},
}

func verdict(k *schedule.Criterion) string {
	if met := wording.Verdict(k); met == wording.NotTested {
		return met
	}
	return strconv.FormatBool(k.Met)
}

// SummaryTable has one row per lease. The last column contains the error if the lease was rejected.
var SummaryTable = &Table{
	columns: []string{
		"standard", "classification", "commencementDate", "termMonths", "periods", "initialLiability", "initialRouAsset",
		"totalUndiscountedPayments", "imputedInterest", "totalLeaseCost", "currentLiability", "longTermLiability", "error",
	},
	rows: func(r *leasehold.Result, add func(...string)) {
		d, places := &r.Disclosures, wording.Places(&r.Lease)
		cells := []string{
			r.Lease.Standard.String(), r.Class.String(), r.Lease.CommencementDate.String(),
			strconv.Itoa(r.Lease.TermMonths), strconv.Itoa(len(r.Schedule)),
		}
		for _, a := range [...]money.Amount{
			r.InitialLiability, r.InitialRouAsset, r.TotalUndiscountedPayments, d.ImputedInterest, r.TotalLeaseCost,
			d.CurrentLiability, d.LongTermLiability,
		} {
			cells = append(cells, plain(a, places))
		}
		add(append(cells, "")...)
	},
}

// RefusedRow writes a [SummaryTable] row for a rejected lease, so that every line of the source
// file has a row. The error comes from w.
func RefusedRow(w io.Writer, line int, id string, why error) error {
	cells := make([]string, len(SummaryTable.columns)+2)
	cells[0], cells[1], cells[len(cells)-1] = strconv.Itoa(line), Text(id), Text(why.Error())
	return write(w, appendCells(nil, cells))
}

// Text escapes user text for a CSV cell. Spreadsheets evaluate a cell as a formula if it begins
// with certain characters. A leading apostrophe turns such a cell into text.
func Text(s string) string {
	// Some spreadsheet programs treat a full-width sign like the ASCII sign.
	if first, _ := utf8.DecodeRuneInString(s); s != "" && strings.ContainsRune("=+-@\t\r＝＋－＠", first) {
		return "'" + s
	}
	return s
}

func each[T any](list []T, of func(T) string) []string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = of(x)
	}
	return texts
}

func write(w io.Writer, text []byte) error {
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

func appendRow(b *bytes.Buffer, cells []string) { b.Write(appendCells(b.AvailableBuffer(), cells)) }

func appendCells(dst []byte, cells []string) []byte {
	for i, cell := range cells {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendQuoted(dst, cell)
	}
	return append(dst, '\n')
}

func appendCell(dst []byte, text string) []byte { return appendQuoted(dst, Text(text)) }

func appendQuoted(dst []byte, text string) []byte {
	first, _ := utf8.DecodeRuneInString(text)
	if text == "" || !strings.ContainsAny(text, "\",\r\n") && !unicode.IsSpace(first) {
		return append(dst, text...)
	}
	dst = append(dst, '"')
	for i := range len(text) {
		if text[i] == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, text[i])
	}
	return append(dst, '"')
}
