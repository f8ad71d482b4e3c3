package mcpapi

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold"
)

const reviewText = `Review the accounting of the lease below for its lessee, as a careful lease accountant would.

1. Read the terms. List what the lease states, what you assume, and what is missing: commencement date (when the asset is made available, not the signature), term with the renewals that are reasonably certain, fixed payments and when they fall due, escalation fixed by the contract, incentives, prepaid rent, direct costs, residual guarantee, purchase option, transfer of ownership, fair value and remaining economic life of the asset, the discount rate and where it comes from. Ask for what is missing and matters; do not invent it.
2. Reporting standard: %s.
3. Call classify_lease (free) and explain the class by its criteria, naming those that were not tested because an input was not provided, and what would change the outcome.
4. Call compute_lease with rows "yearly". Report the lease liability, the right-of-use asset, current and long-term parts, total lease cost and the commencement entry. Quote figures exactly as given; do not recompute or round them.
5. Go through every note of the answer and say what the preparer has to do about it.
6. Close with the judgements to document and the paragraphs cited.

The lease:

%s`

// standardNames lists the standards by the contract's names, each with whose reporting it
// belongs to.
func standardNames() string {
	var names []string
	for _, s := range leasehold.Standards() {
		names = append(names, s.String()+" ("+s.Framework()+")")
	}
	return strings.Join(names, ", ")
}

// addPrompts adds the prompt that reviews a lease.
func addPrompts(s *mcp.Server) {
	s.AddPrompt(&mcp.Prompt{
		Name: "review_lease", Title: "Review a lease",
		Description: "Read the terms of a lease, classify and compute it, and go through the judgements and warnings.",
		Arguments: []*mcp.PromptArgument{
			{Name: "lease", Title: "The lease", Description: "The terms of the lease: contract text, a summary, or the JSON of the request.", Required: true},
			{Name: "standard", Title: "Reporting standard", Description: "One of " + standardNames() + ". Left out, the assistant asks or infers it."},
		},
	}, func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		lease := req.Params.Arguments["lease"]
		if strings.TrimSpace(lease) == "" {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "lease: is required; give the terms of the lease, or the JSON of the request"}
		}
		standard := strings.TrimSpace(req.Params.Arguments["standard"])
		if standard == "" {
			standard = "not stated; infer it from the lease or ask (" + standardNames() + ")"
		}
		return &mcp.GetPromptResult{
			Description: "Review a lease",
			Messages: []*mcp.PromptMessage{{
				Role:    "user",
				Content: &mcp.TextContent{Text: fmt.Sprintf(reviewText, standard, lease)},
			}},
		}, nil
	})
}
