package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/batch"
	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/internal/export"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/reportfile"
	"github.com/leasehold-accounting/leasehold/internal/strict"
	"github.com/leasehold-accounting/leasehold/money"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

type closeFlags struct {
	reportFlags

	head           closingfile.Head // general fields of the closing
	formats        []string
	previousLeases []string
}

func newCloseCommand() *cobra.Command {
	flags := &closeFlags{reportFlags: reportFlags{question: portfolio.Question{Journal: portfolio.Monthly}}}
	cmd := &cobra.Command{
		Use:   "close --from DATE --to DATE [FILE...] -o CLOSING",
		Short: "Close a reporting period: record the signed balances and the entries",
		Long: `Close the reporting period from --from to --to. The command writes a closing, such as
march.json, with the carrying amounts of every lease, fingerprints of its inputs and
entries, and the hash of the previous closing. It writes the entries to a CSV file
next to the closing (march-entries.csv).

--format adds files in any format of leasehold report, such as the entries for
accounting software with the codes from --accounts (march-xero.csv), or the workpaper
to sign (march-report.pdf). With --where, the command closes only some of the leases in
a file, such as one entity's leases, in a separate chain of closings.

With the previous closing (--previous), the command lists every prior-period correction
with its effect: leases that are new, have ended or were removed, and leases with
changed inputs. If --previous-leases names the earlier lease files, it lists the changes
field by field. The closing includes the correcting entries, dated --from. The command
rejects a reporting period that does not begin on the day after the previous closing,
and a previous closing that was modified.

A closing contains no creation time, so the same leases produce the same bytes on
every machine. Keep a year's closings under version control; 'leasehold close check'
verifies that none was lost, edited or replaced.`,
		Example: `  leasehold close --from 2026-01-01 --to 2026-01-31 leases.csv -o 2026-01.json
  leasehold close --from 2026-02-01 --to 2026-02-28 --previous 2026-01.json leases.csv -o 2026-02.json
  leasehold close --from 2026-01-01 --to 2026-01-31 --where tag:entity=US --format xero,pdf --accounts us.yaml leases.csv -o us-2026-01.json
  leasehold close check 2026-*.json --leases leases.csv`,
		ValidArgsFunction: completeLeases,
		RunE:              flags.run,
	}
	flags.register(cmd)
	s := cmd.Flags()
	s.StringSliceVarP(&flags.formats, "format", "f", nil, "also write the report, next to the closing, in the leasehold report formats that have these `names`")
	s.StringVar(&flags.previous, "previous", "", "the preceding closing: a `file` written by leasehold close")
	s.StringArrayVar(&flags.previousLeases, "previous-leases", nil, "`file` with the previous closing's leases, to list the changes field by field; may be repeated")
	s.StringVar(&flags.head.PreparedBy, "prepared-by", "", "`name` of the person who prepared the closing")
	s.StringVar(&flags.head.ApprovedBy, "approved-by", "", "`name` of the person who approved the closing")
	s.StringVar(&flags.head.At, "at", "", "`date` of the signature, in any form; the command does not add the current date")
	s.StringVarP(&flags.out, "output", "o", "", "write the closing to this `file`, and the entries to a file next to it")
	s.Func("fiscal-year-start", "first day of each fiscal year: MM-DD, or a `date` if fiscal years have 52 or 53 weeks (default 01-01, or the first day in the previous closing)",
		parsed(&flags.question.FiscalYear, portfolio.ParseFiscalYear))
	_ = cmd.MarkFlagFilename("previous", "json") // cannot fail, because the flag exists
	cmd.AddCommand(newCloseCheckCommand())
	return cmd
}

func entriesName(closing string) string {
	return strings.TrimSuffix(closing, filepath.Ext(closing)) + "-entries.csv"
}

func formName(closing string, form *reportfile.Form) string {
	ext, kind := form.Ext, "report"
	switch {
	case form.Name == "entries": // -entries is already the suffix in entriesName
		kind = "journal"
	case !form.Ties:
		kind = form.Name
	}
	if ext == "" {
		ext = ".csv"
	}
	return strings.TrimSuffix(closing, filepath.Ext(closing)) + "-" + kind + ext
}

func (f *closeFlags) forms(cmd *cobra.Command, args []string) ([]*reportfile.Form, error) {
	var list []*reportfile.Form
	for _, name := range f.formats {
		if _, err := (&outputFlags{name, f.out}).pick(cmd, cmd.Name(), reportFormats(), ""); err != nil {
			return nil, err
		}
		form := formOf(name)
		if !slices.Contains(list, form) {
			list = append(list, form)
		}
	}
	if len(list) > 0 && (len(args) == 0 || slices.Contains(args, "-")) {
		return nil, usageError{errors.New("--format must read the leases twice, but standard input can be read only once; name a file")}
	}
	for _, name := range []string{"accounts", "reclassify", "summed", "columns", "currency", "presentation-currency", "group-by", "comparative", "comparative-report", "ledger", "concepts", "asset-class-tag", "tags", "paper"} {
		if cmd.Flags().Changed(name) && len(list) == 0 {
			return nil, usageError{fmt.Errorf("--%s requires --format, because it applies only to report files", name)}
		}
	}
	return list, nil
}

func (f *closeFlags) run(cmd *cobra.Command, args []string) error {
	if f.out == "" || f.out == "-" {
		return usageError{errors.New("-o is required: it names the file for the closing; the entries are written next to this file")}
	}
	forms, err := f.forms(cmd, args)
	if err != nil {
		return err
	}
	reports := lists.Map(forms, func(form *reportfile.Form) string { return formName(f.out, form) })
	outputs := append([]string{f.out, entriesName(f.out)}, reports...)
	if err := errors.Join(needFlag(cmd, "previous", "previous-leases"), keepInputs(cmd, outputs...)); err != nil {
		return err
	}
	q, err := f.request()
	if err != nil {
		return err
	}
	fund, err := export.ParseFund(f.fund)
	if err != nil {
		return f.wrong(err)
	}
	q.Fund = fund.Value
	head := f.head
	head.From, head.To, head.Version, head.Rules = q.From, q.To, buildVersion().Version, leasehold.RulesRevision
	m := &closingMaker{cmd: cmd, sheet: &f.sheet, question: q, maker: closingfile.Maker{Head: head, Texts: len(f.previousLeases) > 0}}
	if f.previous != "" {
		before, err := readFile(f.previous, readClosing)
		if err != nil {
			return fmt.Errorf("--previous: %w", err)
		}
		m.maker.Before = before
		if err := m.maker.Before.Follows(q.From); err != nil {
			return fmt.Errorf("--from: %w", err)
		}
	}
	options, err := f.options()
	if err != nil {
		return err
	}
	f.sheet.tags = f.namedTags(q, &options)
	if err := m.read(args, f.out); err != nil {
		return err
	}
	var written *closingfile.Written
	err = writeTo(cmd, entriesName(f.out), func(entries io.Writer) error {
		return writeTo(cmd, f.out, func(w io.Writer) error {
			if written, err = m.maker.Write(w, entries, m.opening.Bytes()); err != nil {
				return err
			}
			return f.writeForms(cmd, args, forms)
		})
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %s to %s, chain %.12s\n", f.out, markup.Plural(int64(written.Leases), "lease"), q.From, q.To, written.Chain)
	if m.maker.Before == nil {
		return nil
	}
	for _, cause := range written.Causes {
		fmt.Fprintf(cmd.OutOrStdout(), "cause   %s\n", cause)
	}
	return m.listMoves(cmd.OutOrStdout(), written.Moves, f.previousLeases)
}

// writeForms writes the --format files next to the closing. After an error, it writes none of them.
func (f *closeFlags) writeForms(cmd *cobra.Command, args []string, forms []*reportfile.Form) error {
	if len(forms) == 0 {
		return nil
	}
	temp, err := os.MkdirTemp(filepath.Dir(f.out), ".closing-")
	if err != nil {
		return fmt.Errorf("write %s: %w", f.out, cause(err))
	}
	defer os.RemoveAll(temp) //nolint:errcheck // after a success, the files have been renamed out of the directory
	for _, form := range forms {
		if err := f.writeForm(cmd, args, form, filepath.Join(temp, form.Name)); err != nil {
			return err
		}
	}
	for _, form := range forms {
		if err := os.Rename(filepath.Join(temp, form.Name), formName(f.out, form)); err != nil {
			return fmt.Errorf("write %s: %w", formName(f.out, form), err)
		}
	}
	return nil
}

func readClosing(file io.Reader) (*closingfile.Closing, error) {
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	return closingfile.Read(text)
}

type closingMaker struct {
	cmd      *cobra.Command
	sheet    *sheetFlags
	question *portfolio.Question // request for the report, without the leases
	maker    closingfile.Maker

	opening bytes.Buffer // header line of the entries file
}

func (m *closingMaker) read(names []string, out string) error {
	j, err := export.Find("entries").Journals(export.Options{Version: m.maker.Version, Fund: leasehold.Some(m.question.Fund)}, m.maker.Span())
	if err != nil {
		return err
	}
	j.Open(&m.opening)
	m.maker.Entries = j.Lease
	if m.maker.Before != nil {
		m.sheet.signed = m.maker.Before.Signed().DiscountRates
	}
	files, err := openFiles(m.cmd, names, m.sheet)
	if err != nil {
		return err
	}
	q := *m.question
	q.Journal, q.GroupBy, q.Presentation = portfolio.Monthly, byCurrency(), money.Currency{}
	if q.ExchangeRates, err = m.sheet.exchangeRates(names); err != nil {
		return err
	}
	m.maker.Question = &q
	plan, err := m.maker.Plan()
	if err != nil {
		return err
	}
	r := &reportfile.Report{Question: &q, Source: files.source()}
	_, err = drive(m.cmd, r, files, out, io.Discard, func(ctx context.Context) (*reportfile.Result, error) {
		return r.Run(ctx, plan, m.maker.Take)
	})
	return err
}

func newCloseCheckCommand() *cobra.Command {
	var leases []string
	sheet := new(sheetFlags)
	cmd := &cobra.Command{
		Use:   "check CLOSING...",
		Short: "Verify that a chain of closings is complete and unchanged",
		Long: `Verify closings in the given order. Each closing must be unmodified, begin on the day
after the preceding closing and contain that closing's hash, and the entries file next
to it must match. A missing entries file is reported. With --leases, the last closing
is recomputed from its leases, and every difference is reported.`,
		Example: `  leasehold close check 2026-*.json
  leasehold close check 2026-*.json --leases leases.csv`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return checkClosings(cmd, args, leases, sheet)
		},
	}
	cmd.Flags().StringArrayVar(&leases, "leases", nil, "recompute the last closing from the leases in this `file`; may be repeated")
	sheet.register(cmd.Flags())
	sheet.registerExchange(cmd.Flags())
	return cmd
}

func checkClosings(cmd *cobra.Command, names, leases []string, sheet *sheetFlags) error {
	var links []closingfile.Link
	var faults, missing []string
	for _, name := range names {
		c, err := readFile(name, readClosing)
		if err != nil {
			faults = append(faults, err.Error())
			continue
		}
		links = append(links, closingfile.Link{File: name, Closing: c})
		switch fault, found := checkEntries(name, c); {
		case !found:
			missing = append(missing, entriesName(name))
		case fault != "":
			faults = append(faults, fault)
		}
	}
	if len(links) == len(names) { // if a closing is unreadable, the chain is incomplete, and the error has already been reported
		faults = append(faults, closingfile.CheckChain(links)...)
	}
	if len(leases) > 0 && len(faults) == 0 {
		again, err := recompute(cmd, links, leases, sheet)
		if err != nil {
			return err
		}
		faults = append(faults, again...)
	}
	for _, fault := range faults {
		fmt.Fprintln(cmd.OutOrStdout(), fault)
	}
	for _, name := range missing {
		fmt.Fprintln(cmd.OutOrStdout(), "The entries were not checked, because the file "+name+" was not found.")
	}
	if len(faults) > 0 {
		return errReported
	}
	first, last := links[0], links[len(links)-1]
	if first.Previous != "" {
		fmt.Fprintf(cmd.OutOrStdout(), "%s was signed after a closing with the chain hash %.12s, which is not among the given closings.\n", first.File, first.Previous)
	}
	hold := "closings verified"
	if len(links) == 1 {
		hold = "closing verified"
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%d %s, %s to %s, chain %.12s.\n", len(links), hold, first.From, last.To, last.Chain)
	return nil
}

// checkEntries compares a closing's entries file with the entries that the closing records. The fault result describes
// any difference. If the file does not exist, found is false.
func checkEntries(name string, c *closingfile.Closing) (fault string, found bool) {
	file, err := os.Open(entriesName(name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", false
	}
	sum := sha256.New()
	if err == nil {
		defer file.Close() //nolint:errcheck // the file is only read, so closing it loses no data
		_, err = io.Copy(sum, file)
	}
	switch {
	case err != nil:
		return fmt.Sprintf("%s: %v", entriesName(name), cause(err)), true
	case hex.EncodeToString(sum.Sum(nil)) != c.Entries:
		return entriesName(name) + " was changed after it was written: its hash differs from the hash in " + name, true
	}
	return "", true
}

func recompute(cmd *cobra.Command, links []closingfile.Link, leases []string, sheet *sheetFlags) ([]string, error) {
	last := links[len(links)-1]
	m := &closingMaker{cmd: cmd, sheet: sheet, question: &portfolio.Question{From: last.From, To: last.To}, maker: closingfile.Maker{Head: last.Head}}
	if len(links) > 1 {
		m.maker.Before = links[len(links)-2].Closing
	}
	p := last.Signed()
	q := m.question
	q.FiscalYear, q.Accrual, q.Where, q.DeferredTax, q.Fund = p.FiscalYear, p.Accrual, p.Where, p.Periods[len(p.Periods)-1].DeferredTax, p.Fund
	if err := m.read(leases, "-"); err != nil {
		return nil, err
	}
	var again bytes.Buffer
	if _, err := m.maker.Write(&again, io.Discard, m.opening.Bytes()); err != nil {
		return nil, err
	}
	now, err := closingfile.Read(again.Bytes())
	if err != nil {
		return nil, err
	}
	faults := last.Differences(now)
	for i := range faults {
		faults[i] = last.File + ": " + faults[i]
	}
	if whole := len(links) > 1 || last.Previous == ""; len(faults) == 0 && whole && now.Entries != last.Entries {
		faults = append(faults, last.File+": the entries for the given leases are different")
	}
	return faults, nil
}

// listMoves writes the changes in leases since the previous closing. The argument earlier contains the
// lease files of the previous closing, and is empty if the user has not named the files.
func (m *closingMaker) listMoves(w io.Writer, moves []closingfile.Move, earlier []string) error {
	texts := map[string]string{}
	if len(earlier) > 0 {
		for i := range moves {
			if moves[i].Kind == closingfile.Changed {
				texts[moves[i].ID] = moves[i].Was
			}
		}
		if err := m.earlier(earlier, texts); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(w)
	if len(moves) == 0 {
		fmt.Fprintln(out, "No signed balance has changed since the previous closing.")
	}
	for i := range moves {
		move := &moves[i]
		fmt.Fprintf(out, "%-7s %s: %s\n", move.Kind, move.ID, move.Effect())
		before := texts[move.ID]
		switch {
		case move.Kind != closingfile.Changed || len(earlier) == 0:
		case before == move.Was:
			fmt.Fprintln(out, "          this lease's inputs in --previous-leases differ from those in the previous closing")
		default:
			lines, err := changedMembers(before, move.Text)
			if err != nil {
				return err
			}
			for _, line := range lines {
				fmt.Fprintf(out, "          %s\n", line)
			}
		}
	}
	return out.Flush()
}

// earlier reads the leases of the previous closing from files. The values of the map are fingerprints of lease
// requests. If earlier() finds the request that has a given fingerprint, it stores the request in place of the
// fingerprint.
func (m *closingMaker) earlier(names []string, texts map[string]string) error {
	files, err := openFiles(m.cmd, names, m.sheet)
	if err != nil {
		return err
	}
	err = batch.ForEach(files.source(), func(it *batch.Item) error {
		if fingerprint, wanted := texts[it.ID]; wanted && it.Err == nil {
			if text := it.Lease.Append(nil); portfolio.Fingerprint(text) == fingerprint {
				texts[it.ID] = string(text)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("--previous-leases: %w", err)
	}
	return nil
}

func changedMembers(before, after string) ([]string, error) {
	read := func(text string) (v any, err error) {
		d := json.NewDecoder(bytes.NewReader([]byte(text)))
		d.UseNumber()
		err = d.Decode(&v)
		return v, err
	}
	was, err := read(before)
	if err != nil {
		return nil, fmt.Errorf("read an earlier lease: %w", err)
	}
	now, err := read(after)
	if err != nil {
		return nil, fmt.Errorf("read a lease: %w", err)
	}
	var lines []string
	differ("", was, now, &lines)
	return lines, nil
}

func differ(path string, was, now any, lines *[]string) {
	if objectWas, ok := was.(map[string]any); ok {
		if objectNow, ok := now.(map[string]any); ok {
			names := maps.Clone(objectWas)
			maps.Copy(names, objectNow)
			for _, name := range slices.Sorted(maps.Keys(names)) {
				differ(strings.TrimPrefix(path+"."+name, "."), objectWas[name], objectNow[name], lines)
			}
			return
		}
	}
	listWas, wasList := was.([]any)
	listNow, nowList := now.([]any)
	if wasList && (nowList || now == nil) || nowList && was == nil {
		for i := range max(len(listWas), len(listNow)) {
			differ(fmt.Sprintf("%s[%d]", path, i), at(listWas, i), at(listNow, i), lines)
		}
		return
	}
	if a, b := shown(was), shown(now); a != b {
		*lines = append(*lines, path+": "+a+" → "+b)
	}
}

func at(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

func shown(v any) string {
	if v == nil {
		return "none"
	}
	text, err := json.Marshal(v)
	if err != nil { // cannot happen, because the value was parsed from JSON
		return err.Error()
	}
	return strict.Clip(string(text))
}
