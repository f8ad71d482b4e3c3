package reference

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/operations"
	"github.com/leasehold-accounting/leasehold/internal/service"
)

// forLLMs describes the server and its documents for language models, in the llmstxt.org format.
func forLLMs(publicURL string) []byte {
	var text bytes.Buffer
	titles := make([]string, len(leasehold.Standards()))
	for i, s := range leasehold.Standards() {
		titles[i] = s.Title()
	}
	last := len(titles) - 1
	fmt.Fprintf(&text, `# Leasehold

> Lessee accounting for a lease under %[5]s and %[6]s, exact to the cent: liability, right-of-use asset, schedule,
> classification, journal entries and disclosures, over HTTP and as tools for agents (Model Context Protocol).

Rates are fractions (0.06 for 6%%), dates have the form yyyy-mm-dd, and amounts are JSON numbers. A request needs an API key: Authorization: Bearer KEY.
With an Idempotency-Key, a repeated request is billed once.

## Documents

- [OpenAPI description](%[1]s%[2]s): every operation, field and error
- [Reference](%[1]s%[3]s): the same content, to read and to try out
- [Errors](%[1]s%[4]s): each code and what to do about it
- [Tools for agents](%[1]s/mcp): streamable HTTP, with the same key

## Operations

`, publicURL, PathYAML, PathPage, service.DocsPath, strings.Join(titles[:last], ", "), titles[last])
	for _, op := range operations.All() {
		fmt.Fprintf(&text, "- POST %s/api/v1/%s (tool %s, %s): %s\n", publicURL, op.Name, op.Tool, op.Price(), op.About)
	}
	return text.Bytes()
}
