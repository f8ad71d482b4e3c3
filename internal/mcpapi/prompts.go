package mcpapi

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold"
)

// prompt is a piece of work that a model is led through. Its text has the arguments by
// their names in braces.
type prompt struct {
	name, title, about string
	arguments          []argument
	text               string
}

// argument is what the user states for a prompt.
type argument struct {
	name, title, about string
	without            string // stands in the text where the argument is left out; "" where it is required
}

var standardArgument = argument{
	"standard", "Reporting standard", "One of " + standardNames() + ". Left out, the assistant asks or infers it.",
	"not stated; infer it from the lease or ask (" + standardNames() + ")",
}

// prompts are the one list of them.
var prompts = []prompt{
	{
		"abstract_lease", "Abstract a contract",
		"From the text of a contract to the terms of its lease, each with the passage that it was read in.",
		[]argument{
			{name: "contract", title: "The contract", about: "The text of the contract, or the passages that matter, with their pages."},
			standardArgument,
		},
		`Read the contract below and state its lease as the arguments of compute_lease, each term with the passage it comes from. Do not state what the contract does not say.

1. Reporting standard: {standard}.
2. Call describe without an argument for the members there are, then with the name of each member that you mean to use and of each event type (for a later amendment). Call it with "example office" to see a whole lease.
3. Write the lease. commencementDate is the day on which the asset is made available, which is often not the day of signature. termMonths has a renewal only where it is reasonably certain, and this is somebody's judgement: ask. Rent that is stated per year is divided by the payments of a year. State rents without value added tax: where some of it is not recovered, its rate goes in irrecoverableTaxRate. Leave out rent that depends on turnover or use: what was paid of it goes in variablePayments. One price for rent and services is divided by components. The discount rate is rarely in a contract: ask for it and its basis.
4. For every member that you state, copy the passage word for word as its evidence: {"paymentAmount": {"quote": "...", "page": 3, "document": "..."}}. Paths are those of the members, such as rentSteps[0].paymentAmount.
5. Check each term against its passage: read the number, the unit and the date again, and correct the lease or the quote, never the quote to fit the lease. For each term without a passage, find one or say that there is none.
6. Ask the user what the lease leaves open, with the paragraph of the standard: the rate and its basis, options to extend or terminate, a purchase option, fair value and economic life, and the separation of services. Do not decide them.
7. Call compute_lease with the lease and its evidence, which the memo, the workbook and the verification paper carry. Close with the terms, their passages and pages, the open questions, and the notes of the answer.

The contract:

{contract}`,
	},
	{
		"review_lease", "Review a lease",
		"Read the terms of a lease, classify and compute it, and ask what an auditor would ask.",
		[]argument{
			{name: "lease", title: "The lease", about: "The terms of the lease: contract text, a summary, or the JSON of the request."},
			standardArgument,
		},
		`Review the accounting of the lease below for its lessee, as its auditor would.

1. Read the terms. List what the lease states, what you assume, and what is missing: commencement date (when the asset is made available, not the signature), term with the renewals that are reasonably certain, fixed payments and when they fall due, escalation fixed by the contract, incentives, prepaid rent, direct costs, residual guarantee, purchase option, transfer of ownership, fair value and remaining economic life of the asset, the discount rate and where it comes from, and every change since commencement (an event each: call describe with its type). Ask for what is missing and matters; do not invent it.
2. Reporting standard: {standard}.
3. Compare each term with the passages of the contract that you have. Ask first what an auditor asks first, each with the paragraph of the standard: the rate and its basis, options to extend or terminate, a purchase option, fair value and economic life, and the separation of services.
4. Call classify_lease (free) and explain the class by its criteria, naming those that were not tested because an input was not provided, and what would change the outcome.
5. Call compute_lease with rows "yearly". Report the lease liability, the right-of-use asset, current and long-term parts, total lease cost and the commencement entry. Quote figures exactly as given; do not recompute or round them. Where the preparer has a schedule, call verify_schedule with its figures and report the cause of any difference.
6. Go through every note of the answer and say what the preparer has to do about it.
7. Close with what an auditor would ask, the most material question first: the judgement, the evidence that would settle it, the figure that depends on it and the paragraph.

The lease:

{lease}`,
	},
	{
		"month_end", "Close a month",
		"Report the leases over a month, find what changed in closed periods, and list the entries to book.",
		[]argument{
			{name: "month", title: "The month", about: "Such as 2027-03."},
			{name: "leases", title: "The leases", about: "The leases, each with its id, as JSON, or where they are to be found."},
			{
				name: "previous", title: "The close before", about: "What was signed at the last close: its digest, and of each lease its id, liability, rouAsset, accumulatedAmortization and prepaidRent, also where they are 0.",
				without: "not stated; ask for the digest and the signed figures of the last close, and go on without previous where there are none",
			},
		},
		`Close {month} for the leases below.

1. Changes first: ask which leases were signed, extended, amended or ended since the last close. Each is a lease or an event (call describe with the event's type), dated when it took effect, even where that is in a closed month.
2. The close before: {previous}
3. Call report_leases with from and to as the first and last day of {month}, journal "monthly", and what was signed as previous. One report has everything; do not compute the leases one by one.
4. Late changes: where previous does not agree, list each lease whose opening differs from what was signed, the difference, and which change caused it. The entries carry a correction that the report books in this month; it is never spread back over closed months.
5. Left out: name each lease that the report could not compute, with the reason, and correct it before going on.
6. Report the rollforward from opening to closing, lease cost, cash paid, the current and long-term parts, the leases that moved most, and the leases that need a decision. Quote figures exactly as given; do not recompute or round them.
7. List the entries to book in {month}, date by date. For one lease, journal_entries with rows "month:{month}" has them too.
8. Close with the digest of this report, which is previous of the next one, and the questions that are open.

The leases:

{leases}`,
	},
	{
		"explain_figure", "Explain a figure",
		"Why a figure of a lease is what it is: its terms, its formula, its period, and the paragraph behind it.",
		[]argument{
			{name: "figure", title: "The figure", about: "Which figure, of which date or period, and what was expected instead, such as: liability at 2026-12-31, our sheet says 429,000."},
			{name: "lease", title: "The lease", about: "The JSON of the request, or the terms of the lease."},
			standardArgument,
		},
		`Explain a figure of the lease below to somebody who has to defend it.

The figure: {figure}
Reporting standard: {standard}.

1. Call compute_lease with rows set to the month of the figure, such as "month:2026-12", or "first" for a figure of commencement. Find the figure in the answer; say its name in the contract and its period. Quote it exactly.
2. Say what it is made of: the balance before, the interest, the payment and the amortization of its row. These foot in the row itself; do not compute others.
3. Name the terms it depends on, and for each that was left out, the default that was assumed (call describe with the member's name).
4. Changes: where an event comes before the figure, say what the event measured anew, with the balances before and after.
5. Where another figure was expected, call verify_schedule with it as theirs: its verdict and conventions say why they differ. Offer no cause that it did not find.
6. Where the question is the standard, call compare_treatments for the same lease under each.
7. Close with one paragraph in plain words, the paragraph of the standard that the answer cites, and the notes that touch the figure.

The lease:

{lease}`,
	},
}

// standardNames lists the standards by the contract's names, each with whose reporting it
// belongs to.
func standardNames() string {
	var names []string
	for _, s := range leasehold.Standards() {
		names = append(names, s.String()+" ("+s.Framework()+")")
	}
	return strings.Join(names, ", ")
}

// addPrompts adds the prompts.
func addPrompts(s *mcp.Server) {
	for _, p := range prompts {
		listed := &mcp.Prompt{Name: p.name, Title: p.title, Description: p.about}
		for _, a := range p.arguments {
			listed.Arguments = append(listed.Arguments, &mcp.PromptArgument{Name: a.name, Title: a.title, Description: a.about, Required: a.without == ""})
		}
		s.AddPrompt(listed, func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			text, err := p.fill(req.Params.Arguments)
			if err != nil {
				return nil, err
			}
			return &mcp.GetPromptResult{
				Description: p.title,
				Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}},
			}, nil
		})
	}
}

// fill returns the text with the arguments in their places.
func (p *prompt) fill(stated map[string]string) (string, error) {
	var pairs []string
	for _, a := range p.arguments {
		value := strings.TrimSpace(stated[a.name])
		switch {
		case value != "":
		case a.without == "":
			return "", &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: a.name + ": is required: " + a.about}
		default:
			value = a.without
		}
		pairs = append(pairs, "{"+a.name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(p.text), nil
}
