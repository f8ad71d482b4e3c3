package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/leasehold-accounting/leasehold/evidence"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/report"
)

// newCheckTermsCommand makes the command that checks a lease against quotes of its
// contract.
func newCheckTermsCommand() *cobra.Command {
	a := &analysis{op: operations.CheckTerms, table: func(p *report.Page, r operations.Result) {
		if answer, ok := r.Value().(*evidence.Answer); ok {
			p.CheckTerms(answer)
		}
	}}
	cmd := &cobra.Command{
		Use:   "check-terms LEASE EVIDENCE",
		Short: "Check the terms of a lease against quotes of its contract",
		Long: `Check whether the members of a lease stand in the passages of the contract that
are quoted for them: which do, which do not and what stands there instead, which
have no quote, and what the lease asks somebody to decide.

LEASE is one JSON object with the fields of the contract. EVIDENCE is a JSON
object of quotes by the members, each with its page and document where they are
known:

  {"paymentAmount": {"quote": "a monthly rent of 10,000.00", "page": 3}}

Exit status: 0 where every quoted member stands in its quote, 1 where one does
not, or where a file is refused or cannot be read, 2 for a wrong command line.`,
		Example: `  leasehold check-terms office.json quotes.json
  leasehold check-terms office.json quotes.json --format json`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := a.pick(cmd); err != nil {
				return err
			}
			in, err := openInput(cmd, args[:1])
			if err != nil {
				return err
			}
			defer in.close()
			lease, err := readLease(cmd, in)
			if err != nil {
				return err
			}
			quotes, err := os.ReadFile(args[1])
			if err != nil {
				return fmt.Errorf("%s: %w", args[1], cause(err))
			}
			body := fmt.Appendf(nil, `{"lease":%s,"evidence":%s}`, bytes.TrimSpace(lease), bytes.TrimSpace(quotes))
			return a.answer(cmd, args[1], body, nil, allFound)
		},
	}
	a.register(cmd)
	return cmd
}

// allFound reports whether an answer has no member that is not in its quote.
func allFound(object []byte) bool {
	var answer struct {
		NotFound []json.RawMessage `json:"notFound"`
	}
	return json.Unmarshal(object, &answer) == nil && len(answer.NotFound) == 0
}
