package report

import (
	"fmt"

	"github.com/leasehold-accounting/leasehold/evidence"
	"github.com/leasehold-accounting/leasehold/internal/wording"
)

// CheckTerms prints whether the members of a lease stand in their quotes.
func (p *Page) CheckTerms(a *evidence.Answer) {
	verdict := wording.NotMet
	if a.Agrees() {
		verdict = wording.Met
	}
	p.paragraph(p.mark(verdict), a.String())
	p.list("Not in their quotes", texts(a.NotFound))
	p.list("Without a quote", a.Missing)
	p.list("To be decided", texts(a.Judgements))
	p.list("Notes", a.Notes)
}

func texts[T fmt.Stringer](list []T) []string {
	out := make([]string, len(list))
	for i, element := range list {
		out[i] = element.String()
	}
	return out
}
