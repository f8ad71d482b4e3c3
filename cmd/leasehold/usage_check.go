package main

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/csv"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/meter"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

func newUsageCheckCommand() *cobra.Command {
	var file, rootFile string
	var root *service.Root
	var heads []service.Head
	return (&dbCommand{
		use:   "check",
		short: "Check that counters, usage log and replay records agree, and that no usage row was changed",
		more: `The check compares the state of one moment, also while the server runs. The output names
the number of compared usage rows and their first month; earlier usage was removed
(--keep-usage). The exit status is 1 if they differ, and the output names each difference.

The usage rows of a key and month are a chain: each contains a hash of the preceding
row. The check names rows that were changed, removed, added or moved. A user who can
write to the database can also rewrite the hashes. Therefore keep the heads of a month,
which 'leasehold usage --totals --format csv' prints, in another place. Later pass them
to --head or --heads: the check then reports which rows of each key and month are
unchanged. --root proves all chains of a file from 'leasehold usage root', with the
audit log.`,
		example: `  leasehold usage check --db sqlite:leasehold.db
  leasehold usage --month 2026-11 --totals --format csv > november.csv
  leasehold usage check --heads november.csv`,
		json: true,
		flags: func(cmd *cobra.Command) {
			flags := cmd.Flags()
			flags.Func("head", "prove that the usage log up to the row with this `hash` is unchanged; may be repeated", each(&heads, service.ParseHead))
			flags.StringVar(&file, "heads", "", "prove every head in this `file`, as 'leasehold usage --totals --format csv' prints them")
			flags.StringVar(&rootFile, "root", "", "prove every chain in this `file`, as 'leasehold usage root' prints it; not with --head or --heads")
			cmd.MarkFlagsMutuallyExclusive("root", "head")
			cmd.MarkFlagsMutuallyExclusive("root", "heads")
		},
		check: func(*cobra.Command, []string, *config) (err error) {
			if rootFile != "" {
				root, err = readRoot(rootFile)
			} else if file != "" {
				err = readHeads(file, &heads)
			}
			return err
		},
		run: func(ctx context.Context, o *opened) error {
			if root == nil {
				found, err := o.Check(ctx, heads...)
				if err != nil {
					return err
				}
				return o.printChecked(found)
			}
			found, err := o.CheckRoot(ctx, root)
			if err != nil {
				return err
			}
			if !o.asJSON {
				fmt.Fprintln(o.out, describeRoot(root))
			}
			return o.printChecked(found)
		},
	}).command()
}

func (o *opened) printChecked(found service.Checked) (err error) {
	agree := len(found.Differences) == 0
	switch {
	case o.asJSON:
		err = printJSON(o.out, struct {
			OK          bool     `json:"ok"`
			Differences []string `json:"differences"`
			From        string   `json:"from,omitempty"`
			Rows        int64    `json:"rows"`
			Proven      []proven `json:"proven,omitempty"`
		}{agree, append([]string{}, found.Differences...), monthName(found.From), found.Rows, provenOf(found)})
	case agree:
		for _, p := range found.Proven {
			if p.KeyID == "" {
				fmt.Fprintf(o.out, "The first %d of %d audit entries are unchanged.\n", p.Rows, p.Of)
				continue
			}
			fmt.Fprintf(o.out, "Key %s, %s: the first %d of %d usage rows are unchanged.\n", p.KeyID, monthName(p.Month), p.Rows, p.Of)
		}
		_, err = fmt.Fprintf(o.out, "Counters, usage log and replay records agree: %s.\n", period(found))
	default:
		for _, difference := range found.Differences {
			fmt.Fprintln(o.out, visible(difference))
		}
		fmt.Fprintf(o.out, "Compared were %s.\n", period(found))
	}
	if err == nil && !agree {
		err = errReported
	}
	return err
}

// visible escapes control characters, because a damaged database may contain any bytes.
func visible(text string) string {
	quoted := strconv.QuoteToGraphic(text)
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(quoted[1 : len(quoted)-1])
}

type proven struct {
	Head  string `json:"head"`
	KeyID string `json:"key_id"`
	Month string `json:"month"`
	Rows  int64  `json:"rows"`
	Of    int64  `json:"of"`
}

func provenOf(found service.Checked) (list []proven) {
	for _, p := range found.Proven {
		list = append(list, proven{p.Head.String(), p.KeyID, monthName(p.Month), p.Rows, p.Of})
	}
	return list
}

// readHeads appends the heads in the column head of a CSV file, which is the value of --heads.
func readHeads(path string, heads *[]service.Head) error {
	records, err := readFile(path, func(file io.Reader) ([][]string, error) { return csv.NewReader(file).ReadAll() })
	if err != nil {
		return fmt.Errorf("--heads: %w", err)
	}
	column := -1
	if len(records) > 0 {
		column = slices.Index(records[0], "head")
	}
	if column < 0 {
		return usageError{fmt.Errorf("--heads: %s has no column head", path)}
	}
	var errs []error
	for _, record := range records[1:] {
		if record[column] == "" { // the column is empty in rows of rejected requests
			continue
		}
		if err := each(heads, service.ParseHead)(record[column]); err != nil {
			errs = append(errs, usageError{fmt.Errorf("--heads: %w", err)})
		}
	}
	return errors.Join(errs...)
}

// period describes the usage rows that a check has compared.
func period(c service.Checked) string {
	rows := markup.Plural(c.Rows, "usage row")
	if c.From == 0 {
		return rows + " of all months"
	}
	return rows + ", from " + c.From.String() + " on"
}

func monthName(m meter.Month) string {
	if m == 0 {
		return ""
	}
	return m.String()
}

func newUsageRootCommand() *cobra.Command {
	var path string
	var signer ed25519.PrivateKey
	return (&dbCommand{
		use:   "root",
		short: "Print one signed root over the usage rows of all keys and the audit log",
		more: `The root has a line for each chain of a key and month and for the audit log, with the
number of rows and the hash of the last row, and the SHA-256 of these lines. --sign adds the signature of an Ed25519 key, which
'openssl genpkey -algorithm ed25519 -out root.pem' creates; the default is no
signature. Keep the file, and publish its line 'root', outside the reach of users who
can write to the database. 'leasehold usage check --root FILE' later proves that no
row was changed or removed.`,
		example: `  leasehold usage root --sign root.pem > 2026-11-24.root
  leasehold usage check --root 2026-11-24.root`,
		flags: func(cmd *cobra.Command) {
			cmd.Flags().StringVar(&path, "sign", "", "sign with the Ed25519 key in this PEM `file` (PKCS #8)")
		},
		check: func(*cobra.Command, []string, *config) (err error) {
			if path != "" {
				signer, err = readSigner(path)
			}
			return err
		},
		run: func(ctx context.Context, o *opened) error {
			ends, err := o.Ends(ctx)
			if err != nil {
				return err
			}
			_, err = o.out.Write(ends.Root(time.Now(), signer))
			return err
		},
	}).command()
}

func readSigner(path string) (ed25519.PrivateKey, error) {
	text, err := readFile(path, io.ReadAll)
	if err != nil {
		return nil, fmt.Errorf("--sign: %w", err)
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, usageError{fmt.Errorf("--sign: %s is not a PEM file", path)}
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	key, ok := parsed.(ed25519.PrivateKey)
	if err != nil || !ok {
		return nil, usageError{errors.Join(fmt.Errorf("--sign: %s is not an Ed25519 key (PKCS #8)", path), err)}
	}
	return key, nil
}

func readRoot(path string) (root *service.Root, err error) {
	text, err := readFile(path, io.ReadAll)
	if err == nil {
		root, err = service.ParseRoot(text)
	}
	if err != nil {
		err = fmt.Errorf("--root: %w", err)
	}
	return root, err
}

func describeRoot(r *service.Root) string {
	if r.Key == nil {
		return fmt.Sprintf("Root of %s, %d chains, not signed.", r.Time.Format(time.RFC3339), len(r.Chains))
	}
	der, err := x509.MarshalPKIXPublicKey(r.Key)
	if err != nil { // never happens with an Ed25519 key
		return err.Error()
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	return fmt.Sprintf("Root of %s, %d chains, signed by the key\n%s", r.Time.Format(time.RFC3339), len(r.Chains), public[:len(public)-1])
}
