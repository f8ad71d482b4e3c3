package standard

// Citation is a paragraph of a standard with a summary. It prints as "paragraph: text".
type Citation struct {
	Topics    Topic  // the figures it stands behind
	Paragraph string // as in ASC 842-20-30-1; may name several
	Text      string
}

// Topic is a set of subjects that a citation speaks of.
type Topic uint16

// The topics. Every result has a citation for each.
const (
	TopicClass        Topic = 1 << iota // operating or finance, or the single model
	TopicLiability                      // the lease liability
	TopicRate                           // the discount rate
	TopicAsset                          // the right-of-use asset at commencement
	TopicInterest                       // interest on the liability
	TopicCost                           // lease expense
	TopicAmortization                   // the asset after commencement
	TopicCurrent                        // the current portion
	TopicAverages                       // weighted averages, or the rate under a standard without averages
	TopicMaturity                       // the maturity analysis

	AllTopics = 1<<iota - 1
)

// String returns the citation as it is printed.
func (c Citation) String() string { return c.Paragraph + ": " + c.Text }

// Append appends the citation as a JSON string.
func (c Citation) Append(dst []byte) []byte {
	// Neither part needs escaping: citations are constants of plain ASCII.
	dst = append(dst, '"')
	dst = append(dst, c.Paragraph...)
	dst = append(dst, ": "...)
	dst = append(dst, c.Text...)
	return append(dst, '"')
}

// Sources are the paragraphs behind rarely used fields; empty if the standard has no paragraph.
type Sources struct {
	Components, Variable, Subleases, Application, RiskFree string
	VariableOfOperating                                    string // if it is another
}
