package mcpapi

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/api"
	"github.com/leasehold-accounting/leasehold/civil"
	"github.com/leasehold-accounting/leasehold/docs"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/money"
)

// addResources adds the method, the citations and the HTTP contract.
func addResources(s *mcp.Server) error {
	citations, err := citationsPage()
	if err != nil {
		return err
	}
	for _, r := range []struct{ uri, name, title, about, kind, text string }{
		{
			"leasehold://method", "method", "The accounting method",
			"How every figure is computed: payments, liability, right-of-use asset, dates, classification, disclosures, journal entries.",
			"text/markdown", docs.Method,
		},
		{
			"leasehold://citations", "citations", "Citations",
			"The paragraphs of " + operations.Standards("and") + " behind the figures, each with a short explanation.",
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

// citationsPage returns the citations of a plain lease of each kind, as the engine cites
// them.
func citationsPage() (string, error) {
	var b strings.Builder
	b.WriteString("# Citations\n")
	for _, kind := range citedKinds() {
		r, err := leasehold.Compute(&leasehold.Lease{
			Standard: kind.standard, Classification: kind.class,
			CommencementDate: civil.Date{Year: 2026, Month: 1, Day: 1}, TermMonths: 24,
			PaymentAmount: money.Int(1000), DiscountRateAnnual: money.MustParse("0.05"),
		})
		if err != nil {
			return "", fmt.Errorf("citations: %w", err)
		}
		title := kind.standard.Title()
		if !kind.standard.SingleModel() {
			title += ", " + kind.class.String() + " lease"
		}
		b.WriteString("\n## " + title + "\n\n")
		for _, c := range r.Citations {
			b.WriteString("- " + c.String() + "\n")
		}
		if kind.class == leasehold.Operating {
			b.WriteString("\nThe five criteria:\n\n")
			for i := range r.Classification.Criteria {
				b.WriteString("- " + r.Classification.Criteria[i].Citation.String() + "\n")
			}
		}
	}
	return b.String(), nil
}

// citedKind is a kind of lease with its own citations.
type citedKind struct {
	standard leasehold.Standard
	class    leasehold.Class
}

// citedKinds returns one kind for each class of a standard that has classes, and one for each other
// standard.
func citedKinds() (kinds []citedKind) {
	for _, s := range leasehold.Standards() {
		if s.SingleModel() {
			kinds = append(kinds, citedKind{s, leasehold.Derived})
			continue
		}
		kinds = append(kinds, citedKind{s, leasehold.Operating}, citedKind{s, leasehold.Finance})
	}
	return kinds
}
