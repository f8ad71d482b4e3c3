package mcpapi

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/docs"
	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/money"
)

func addResources(s *mcp.Server) error {
	citations, err := citationsPage()
	if err != nil {
		return err
	}
	for _, r := range []struct{ uri, name, title, about, kind, text string }{
		{
			"leasehold://method", "method", "The accounting method",
			"How every figure is computed: payments, liability, right-of-use asset, dates, classification, disclosures and journal entries.",
			"text/markdown", docs.Method,
		},
		{
			"leasehold://citations", "citations", "Citations",
			"The paragraphs of " + lists.And(operations.Standards()) + " behind the figures, each with a short explanation.",
			"text/markdown", citations,
		},
		{
			"leasehold://openapi", "openapi", "The HTTP contract",
			"The OpenAPI 3.1 description of the service: every field with its unit, limits, default and meaning.",
			"application/json", string(api.JSON("")),
		},
	} {
		s.AddResource(
			&mcp.Resource{URI: r.uri, Name: r.name, Title: r.title, Description: r.about, MIMEType: r.kind, Size: int64(len(r.text))},
			func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.uri, MIMEType: r.kind, Text: r.text}}}, nil
			})
	}
	return nil
}

func citationsPage() (string, error) {
	var b strings.Builder
	b.WriteString("# Citations\n")
	for _, s := range leasehold.Standards() {
		classes := []leasehold.Class{leasehold.Operating, leasehold.Finance}
		if s.SingleModel() {
			classes = []leasehold.Class{leasehold.Derived}
		}
		for _, class := range classes {
			if err := writeCitations(&b, s, class); err != nil {
				return "", fmt.Errorf("citations: %w", err)
			}
		}
	}
	return b.String(), nil
}

func writeCitations(b *strings.Builder, s leasehold.Standard, class leasehold.Class) error {
	r, err := leasehold.Compute(&leasehold.Lease{
		Standard: s, Classification: class,
		CommencementDate: civil.Date{Year: 2026, Month: 1, Day: 1}, TermMonths: 24,
		PaymentAmount: money.Int(1000), DiscountRateAnnual: money.MustParse("0.05"),
	})
	if err != nil {
		return err
	}
	title := s.Title()
	if !s.SingleModel() {
		title += ", " + class.String() + " lease"
	}
	b.WriteString("\n## " + title + "\n\n")
	for _, c := range r.Citations {
		b.WriteString("- " + c.String() + "\n")
	}
	if class == leasehold.Operating {
		b.WriteString("\nThe five criteria:\n\n")
		for i := range r.Classification.Criteria {
			b.WriteString("- " + r.Classification.Criteria[i].Citation.String() + "\n")
		}
	}
	return nil
}

// prompt is text that guides a model through a task. Argument names in braces are replaced by the arguments' values.
type prompt struct {
	name, title, about string
	arguments          []argument
	text               string
}

type argument struct {
	name, title, about string
	without            string // text that replaces an omitted argument; empty if the argument is required
}

var standardArgument = argument{
	"standard", "Reporting standard", "One of " + standardNames() + ". If the standard is omitted, the assistant infers it or asks the user.",
	"not supplied; infer it from the lease or ask the user (" + standardNames() + ")",
}

var prompts = []prompt{
	{
		"abstract_lease", "Abstract a contract",
		"Read the terms of a lease from a contract, each with the passage that supports it.",
		[]argument{
			{name: "contract", title: "The contract", about: "The text of the contract, or the relevant passages with their page numbers."},
			standardArgument,
		},
		`Read the contract below. Enter its lease terms as the arguments of compute_lease, and quote the passage that supports each term. Include only terms that are in the contract.

1. Reporting standard: {standard}.
2. Call describe without an argument to list all names, then with the name of each field that you use and, for a later amendment, of the event type. Call it with "example office" to see a whole lease.
3. Write the lease. commencementDate is the day on which the asset is made available, often not the day of signature. termMonths includes a renewal only if it is reasonably certain, which is a judgment: ask the user. Divide a yearly rent by the number of payments per year. Enter the rent without value added tax, and the rate of irrecoverable tax in irrecoverableTaxRate. Omit rent that depends on turnover or use, and enter its payments in variablePayments. Use components to divide a single price for rent and services. A contract rarely contains the discount rate: ask for the rate and its basis.
4. For every field, copy the passage that supports it, word for word, into evidence: {"paymentAmount": {"quote": "...", "page": 3, "document": "..."}}. Each key of evidence is the path of a field, such as rentSteps[0].paymentAmount.
5. Check each term against its passage: read the number, the unit and the date again, and correct the lease or a wrong quote. Never change a quote to fit the lease. If you find no passage for a term, report that the contract lacks it.
6. Ask the user about the open points, and cite the paragraph of the standard for each: the rate and its basis, options to extend or terminate, a purchase option, fair value and economic life, and the separation of services. Do not decide these points yourself.
7. Call compute_lease with the lease and its evidence, which then appears in the memo, the workbook and the verification paper. Finish with the terms, their passages and pages, the open questions, and the notes of the response.

The contract:

{contract}`,
	},
	{
		"review_lease", "Review a lease",
		"Read the terms of a lease, classify and compute it, and raise the questions that an auditor would ask.",
		[]argument{
			{name: "lease", title: "The lease", about: "The terms of the lease: contract text, a summary, or the JSON of the request."},
			standardArgument,
		},
		`Review the lessee's accounting for the lease below, as the lessee's auditor would.

1. Read the terms. List the terms of the lease, your assumptions and the missing terms: commencement date (when the asset is made available, not the signature), term with the renewals that are reasonably certain, fixed payments and when they fall due, escalation fixed by the contract, incentives, prepaid rent, direct costs, residual guarantee, purchase option, transfer of ownership, fair value and remaining economic life of the asset, the discount rate and its source, and every change since commencement (enter each change as an event; call describe with its type). Request missing material terms; do not invent them.
2. Reporting standard: {standard}.
3. Compare each term with the contract. Begin with the questions that an auditor would ask, and cite the paragraph of the standard for each: the rate and its basis, options to extend or terminate, a purchase option, fair value and economic life, and the separation of services.
4. Call classify_lease (free) and explain which criteria determine the class, name the criteria that were not tested, and explain which facts would change the outcome.
5. Call compute_lease with rows "yearly". Report the lease liability, the right-of-use asset, current and long-term parts, total lease cost and the commencement entry. Quote figures exactly as given; do not recompute or round them. If the preparer has a schedule, call verify_schedule with its amounts and report the cause of any difference.
6. For each note in the response, describe what the preparer must do.
7. Finish with the open questions, the most material first. For each, name the judgment, the evidence that would settle it, the amount that depends on it and the paragraph of the standard.

The lease:

{lease}`,
	},
	{
		"month_end", "Close a month",
		"Report on the leases for a month, find prior-period corrections, and list the entries to book.",
		[]argument{
			{name: "month", title: "The month", about: "Such as 2027-03."},
			{name: "leases", title: "The leases", about: "The leases, each with its id, as JSON, or where to find them."},
			{
				name: "previous", title: "The signed closing", about: "The signed closing of the previous period: its digest, and the id, liability, rouAsset, accumulatedAmortization and prepaidRent of each lease, including amounts of 0.",
				without: "not supplied; request the digest and the signed balances, and omit the previous field if no closing was signed",
			},
		},
		`Close {month} for the leases below.

1. Changes first: ask which leases were signed, extended, amended or ended since the last close. Enter each one as a lease or an event (call describe with the event's type), with its effective date, even if that month is closed.
2. The signed closing: {previous}
3. Call report_leases with from and to set to the first and last day of {month}, journal set to "monthly", and previous set to the signed balances. One report covers all leases; do not compute them one by one.
4. Prior-period corrections: if the opening balances do not agree with the signed closing, list each lease with the difference of its opening balance and the change that caused it. The entries of this month include the correction; closed months are not changed.
5. Skipped leases: name each lease that the report could not compute, with the reason, and correct it first.
6. Report the rollforward from opening to closing, lease cost, cash paid, the current and long-term parts, the largest changes, and the leases that need a decision. Quote amounts exactly as given; do not recompute or round them.
7. List the entries to book in {month}. For many leases, begin with the totals by account; to see each entry, set page to "journalEntries". For one lease, you can also call journal_entries with rows set to "month:{month}".
8. Finish with the digest of this report, which belongs in the previous field of the next report, and the open questions.

The leases:

{leases}`,
	},
	{
		"explain_figure", "Explain a figure",
		"Explain an amount of a lease with its terms, formula, period and paragraph.",
		[]argument{
			{name: "figure", title: "The figure", about: "The amount, its date or period, and the expected amount, such as: liability at 2026-12-31, expected 429,000."},
			{name: "lease", title: "The lease", about: "The JSON of the request, or the terms of the lease."},
			standardArgument,
		},
		`Explain to the preparer one amount of the lease below.

The figure: {figure}
Reporting standard: {standard}.

1. Call compute_lease with rows set to the month of the figure, such as "month:2026-12", or "first" for an amount at commencement. Find the amount in the response and name its field and its period. Quote it exactly.
2. Name its parts: the opening balance, the interest, the payment and the amortization of its row. These parts add up within the row; do not compute other parts.
3. Name the terms on which the amount depends, and the default for each omitted term (call describe with the name of the field).
4. Changes: if an event precedes that date, name the remeasured amounts, with the balances before and after the event.
5. If another amount was expected, call verify_schedule with that amount in theirs. The verdict and the conventions in the response explain the difference; offer no other cause.
6. If it is unclear which standard applies, call compare_treatments to see the same lease under each standard.
7. Finish with one paragraph in plain language, the cited paragraph of the standard, and the notes on the amount.

The lease:

{lease}`,
	},
}

func standardNames() string {
	return lists.Join(leasehold.Standards(), ", ", func(s leasehold.Standard) string {
		return s.String() + " (" + s.Framework() + ")"
	})
}

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
