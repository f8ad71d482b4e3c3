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

// citationsPage lists the citations for a simple lease under each standard and class.
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
