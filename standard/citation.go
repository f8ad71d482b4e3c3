package standard

// Citation is a paragraph of a standard with a summary. It prints as "paragraph: text".
type Citation struct {
	Topics    Topic  // the topics that the paragraph supports
	Paragraph string // such as ASC 842-20-30-1; may name several paragraphs
	Text      string
}

// Topic is a set of subjects that a citation covers.
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

// String returns the printed form of the citation.
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

// Sources contains the paragraphs that apply to rarely used fields. A paragraph is empty if the
// standard has none.
type Sources struct {
	Components, Variable, Subleases, Application, RiskFree string
	VariableOfOperating                                    string // for an operating lease, if it is a different paragraph
}
