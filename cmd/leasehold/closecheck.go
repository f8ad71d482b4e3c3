package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/closingfile"
	"github.com/leasehold-accounting/leasehold/portfolio"
)

// newCloseCheckCommand returns the command that verifies closings.
func newCloseCheckCommand() *cobra.Command {
	var leases []string
	sheet, exchange := new(sheetFlags), new(exchangeFlag)
	cmd := &cobra.Command{
		Use:   "check CLOSING...",
		Short: "Verify that a chain of closings is complete and unchanged",
		Long: `Verify closings in the order given: each is unmodified, begins on the day after the
preceding one and contains its hash, and the entries file next to it matches; a
missing entries file is reported. With --leases the last closing is recomputed from
its leases, and every difference is reported.

Exit status: 0 if all checks pass, 1 if one fails, 2 for an invalid command line.`,
		Example: `  leasehold close check 2026-*.json
  leasehold close check 2026-*.json --leases leases.csv`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return checkClosings(cmd, args, leases, sheet, exchange)
		},
	}
	cmd.Flags().StringArrayVar(&leases, "leases", nil, "recompute the last closing from the leases in this `file`; may be repeated")
	sheet.register(cmd.Flags())
	exchange.register(cmd.Flags())
	return cmd
}

// checkClosings verifies closings and prints the faults that it finds.
func checkClosings(cmd *cobra.Command, names, leases []string, sheet *sheetFlags, exchange *exchangeFlag) error {
	var links []closingfile.Link
	var faults, missing []string
	for _, name := range names {
		c, err := openClosing(name)
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
	if len(links) == len(names) { // without an unreadable closing the chain is incomplete, and its error is already reported
		faults = append(faults, closingfile.CheckChain(links)...)
	}
	if len(leases) > 0 && len(faults) == 0 {
		again, err := recompute(cmd, links, leases, sheet, exchange)
		if err != nil {
			return err
		}
		faults = append(faults, again...)
	}
	for _, fault := range faults {
		fmt.Fprintln(cmd.OutOrStdout(), fault)
	}
	for _, name := range missing {
		fmt.Fprintln(cmd.OutOrStdout(), "Entries not checked: there is no file "+name+".")
	}
	if len(faults) > 0 {
		return errReported
	}
	first, last := links[0], links[len(links)-1]
	if first.Previous != "" {
		fmt.Fprintf(cmd.OutOrStdout(), "%s was signed after a closing with the hash %.12s (field chain), which is not among these.\n", first.File, first.Previous)
	}
	hold := "closings hold"
	if len(links) == 1 {
		hold = "closing holds"
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%d %s, %s to %s, chain %.12s.\n", len(links), hold, first.From, last.To, last.Chain)
	return nil
}

// checkEntries compares the entries file of a closing with the entries that the closing records.
// fault describes a difference. If the file does not exist, found is false.
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
		return entriesName(name) + " was changed after it was written: its hash differs from " + name, true
	}
	return "", true
}

// recompute computes the last closing again from the leases and returns the differences.
func recompute(cmd *cobra.Command, links []closingfile.Link, leases []string, sheet *sheetFlags, exchange *exchangeFlag) ([]string, error) {
	last := links[len(links)-1]
	m := &closingMaker{cmd: cmd, sheet: sheet, exchange: exchange, question: &portfolio.Question{From: last.From, To: last.To}, maker: closingfile.Maker{Head: last.Head}}
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
		faults = append(faults, last.File+": the leases give other entries")
	}
	return faults, nil
}
