// Package standard contains the rules of each reporting standard as data: names, choices,
// citations, paragraphs and sentences.
//
// Each standard has a file with one value of type [Rules]. No other code branches on a lease's
// standard. A new standard requires only a new value in this package and new rows in the field
// tables. A test lists the rules that the new value lacks.
package standard

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/leasehold-accounting/leasehold/internal/lists"
	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Standard is a reporting standard. The zero value is ASC 842.
type Standard uint8

// The reporting standards, in the API's order, and their number.
const (
	ASC842 Standard = iota
	IFRS16
	GASB87
	FRS102
	GASB96

	Count = iota
)

// Rules contains the rules that differ between standards.
type Rules struct {
	Names      Names
	Choices    Choices
	Citations  Citations
	Paragraphs Paragraphs
	Sentences  Sentences
}

// Names contains the terms that a standard uses.
type Names struct {
	API         string // such as ASC_842
	Title       string // as accountants write the name, such as ASC 842
	Framework   string // the reporting framework, such as US GAAP
	Asset       string // the term for the asset, within a sentence
	TermHeading string // heading of the remaining term; names an average only if the standard requires one
	RateHeading string // heading of the discount rate; names an average only if the standard requires one

	Treatments   [3]string           // the treatment in entry memos, by class
	Accruals     [2][3]string        // the end of the memo for a schedule row, by timing and class
	Amortization Account             // the expense account for amortization of the asset
	Accounts     map[Account]Account // accounts that the standard names differently
	Words        Vocabulary          // the standard's terms in shared sentences and headings
	Spelling     Vocabulary          // the spelling of reports and notes; nil for American spelling
	Maturity     []MaturityBand      // the rows of the maturity analysis in reports; empty if reports show one row per year (METHOD 17.1)
}

// Choices contains the decisions of a standard that affect amounts.
type Choices struct {
	SingleModel       bool // leases are not divided into operating and finance
	MeasuresIndex     bool // a change in an index remeasures the liability; otherwise it is variable cost (METHOD 13.4)
	ShorterIsDecrease bool // a modification that ends the term earlier decreases the scope (13.6)
	ByLiability       bool // a decrease in scope may reduce the asset in proportion to the liability (13.6)
	Governments       bool // reports show the principal of the liability, and principal and interest to maturity (14.5, 25.5)
	ExemptAsPaid      bool // the payments of an exempt lease are expensed as they are paid; otherwise straight-line (12.6)
	BarringOption     BarringOption
}

// BarringOption is the purchase option that excludes a lease of up to 12 months from the short-term exemption.
type BarringOption uint8

// The purchase options that bar the short-term exemption.
const (
	NoOption      BarringOption = iota
	CertainOption               // an option that is reasonably certain to be exercised
	AnyOption
)

// Citations contains the paragraphs and summaries that a result lists.
type Citations struct {
	ByClass    [3][]Citation // a list per class; each list covers every topic
	Overridden Citation      // replaces the first citation if the supplied class contradicts the criteria
	Term       Citation      // citation for the lease term, if the standard requires no average
	Exempted   [3]Citation   // citation by exemption; replaces the citation for the cost (12.6)
	Events     [9][]Citation // citations by type of event
}

// Paragraphs contains the paragraphs behind individual rules of a standard. A paragraph is empty if
// the standard does not have the rule.
type Paragraphs struct {
	NotYetPaid     string // excludes a payment at commencement from the liability
	OptionPrice    string // includes an option price if exercise is reasonably certain
	Indexed        string // prohibits a forecast of an index
	IndexExpensed  string // expenses a change in an index
	RevisedRate    string // permits a revised rate after a change in an index
	SeparateLease  string // accounts for an asset added at its stand-alone price as a separate lease
	ByShareAlone   string // permits reducing the asset by the portion surrendered
	Floored        string // reduces the asset to no less than 0
	Impaired       string // paragraph on impairment
	Reversed       string // reversal of an impairment; empty if it is prohibited
	ImpairedCost   string // cost of an operating lease after an impairment
	Reclassified   string // classification at an event, under a standard with two classes
	LifeTested     string // economic life in the classification test
	FirstApplied   string // initial application to existing leases
	FirstShortTerm string // leases that end within twelve months of initial application
	AssetClasses   string // disclosure by class of underlying asset
	NotCommenced   string // disclosure of leases that have not commenced
	Averages       string // disclosure of weighted averages
	Sources        Sources
}

// Sentences contains sentences and parts of sentences for notes and messages.
type Sentences struct {
	Model             string // single model: why it applies to every lease
	Disregarded       string // single model: how a supplied operating class is treated
	ShortTermElection string // the exemption of short-term leases
	ShortTerm         string // how a term of 12 months or less is treated
	ShortTermBarred   string // why an option excludes the exemption
	LowValue          string // the exemption for low-value assets, with its paragraph
	RateKept          string // advice for a reassessment at which the standard keeps the current rate
	RateModified      string // advice on the rate of a modification
	RateStays         string // when a new rate is required; empty if always
	OneComponent      string // combining lease and services in one component (20.2)
	Significant       string // a warning at remeasurements
	Restored          string // on the restoration provision
	OwnedAsset        string // on an asset that the lessee owns after the term
	Guarantee         string // which residual value guarantee to supply
}

// MaturityBand is a row of the maturity analysis with the total payments of several years. The
// sixth year stands for all payments after the fifth year.
type MaturityBand struct {
	Title       string
	First, Last int
}

// The rules of the standards are in the order of the constants.
var rules = [Count]*Rules{ASC842: &rulesASC842, IFRS16: &rulesIFRS16, GASB87: &rulesGASB87, FRS102: &rulesFRS102, GASB96: &rulesGASB96}

// StandardNames contains the API names of the standards.
var StandardNames = func() []string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = r.Names.API
	}
	return names
}()

// Standards returns every reporting standard in the API's order.
func Standards() []Standard {
	all := make([]Standard, len(rules))
	for i := range all {
		all[i] = Standard(i)
	}
	return all
}

// Rules returns the rules of s, which must be one of the constants.
func (s Standard) Rules() *Rules { return rules[s] }

// String returns the API name of s, such as ASC_842.
func (s Standard) String() string { return strict.Name(StandardNames, s) }

// MarshalText returns the API name of s.
func (s Standard) MarshalText() ([]byte, error) { return strict.MarshalName(StandardNames, s) }

// UnmarshalText parses the API name of a standard.
func (s *Standard) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(StandardNames, s, text)
}

// Title returns the usual name of s, such as ASC 842.
func (s Standard) Title() string { return s.Rules().Names.Title }

// Framework returns the reporting framework of s, such as US GAAP.
func (s Standard) Framework() string { return s.Rules().Names.Framework }

// AssetNoun returns the term for a lease's asset within a sentence: right-of-use asset, lease asset
// or subscription asset.
func (s Standard) AssetNoun() string { return s.Rules().Names.Asset }

// TermHeading returns the heading for the disclosed remaining term. The heading names a weighted
// average if s requires one.
func (s Standard) TermHeading() string { return s.Rules().Names.TermHeading }

// RateHeading returns the heading for the disclosed discount rate. The heading names a weighted
// average if s requires one.
func (s Standard) RateHeading() string { return s.Rules().Names.RateHeading }

// Account returns the account that the standard uses for a lease account.
func (s Standard) Account(a Account) Account { return s.Rules().Account(a) }

// Account returns the account that these rules use for a lease account.
func (r *Rules) Account(a Account) Account {
	if own, ok := r.Names.Accounts[a]; ok {
		return own
	}
	return a
}

// SameAccounts reports whether two standards use the same accounts for the asset and the liability.
func (s Standard) SameAccounts(o Standard) bool {
	return s.Account(AccountRouAsset) == o.Account(AccountRouAsset) && s.Account(AccountLeaseLiability) == o.Account(AccountLeaseLiability)
}

// AmortizationAccount returns the expense account for asset amortization that is reported separately from interest.
func (s Standard) AmortizationAccount() Account { return s.Rules().Names.Amortization }

// Say replaces the general lease terms in text with the standard's terms: under GASB 96 a lease is
// a subscription. Under most standards, Say returns the text unchanged.
func (s Standard) Say(text string) string {
	if words := s.Rules().Names.Words; words != nil {
		text = string(words.Append(nil, []byte(text)))
	}
	return s.Spell(text)
}

// British reports whether reports under s use British spelling, as under FRS 102.
func (s Standard) British() bool { return s.Rules().Names.Spelling != nil }

// HasNationalNames reports whether countries adopt s under national names, as with IFRS 16.
func (s Standard) HasNationalNames() bool { return s == IFRS16 }

// Spell returns text in the spelling of the standard, which is British under FRS 102.
func (s Standard) Spell(text string) string {
	if words := s.Rules().Names.Spelling; words != nil {
		return string(words.Append(nil, []byte(text)))
	}
	return text
}

// MaturityBands returns the rows of the maturity analysis in reports, or nil if reports show one row per year
// (METHOD 17.1).
func (s Standard) MaturityBands() []MaturityBand { return slices.Clone(s.Rules().Names.Maturity) }

// SingleModel reports whether s requires lessees to account for every lease under one model,
// without dividing leases into operating and finance.
func (s Standard) SingleModel() bool { return s.Rules().Choices.SingleModel }

// MeasuresIndex reports whether a change in an index remeasures the liability. Otherwise the change
// is variable cost (METHOD 13.4).
func (s Standard) MeasuresIndex() bool { return s.Rules().Choices.MeasuresIndex }

// ExpensesExemptAsPaid reports whether the payments of an exempt lease are expensed as they are
// paid rather than straight-line (METHOD 12.6).
func (s Standard) ExpensesExemptAsPaid() bool { return s.Rules().Choices.ExemptAsPaid }

// Governments reports whether s is a standard for governments. Governments report the principal of
// the liability, and principal and interest to maturity.
func (s Standard) Governments() bool { return s.Rules().Choices.Governments }

// RateMayStay reports whether a reassessment or a modification may omit the discount rate, so that
// the current rate continues (METHOD 17.1).
func (s Standard) RateMayStay() bool { return s.Rules().Sentences.RateStays != "" }

// AssetClassesParagraph returns the paragraph that requires disclosures by class of underlying
// asset, or "" if the standard does not require them.
func (s Standard) AssetClassesParagraph() string { return s.Rules().Paragraphs.AssetClasses }

// NotCommencedParagraph returns the paragraph that requires the disclosure of leases that have not
// commenced, or "" if there is no such paragraph.
func (s Standard) NotCommencedParagraph() string { return s.Rules().Paragraphs.NotCommenced }

// AveragesParagraph returns the paragraph that requires weighted averages, or "" if there is no such paragraph.
func (s Standard) AveragesParagraph() string { return s.Rules().Paragraphs.Averages }

// OneComponent returns the sentence that a note contains if the lease has no components.
func (s Standard) OneComponent() string {
	return s.Say("No components are supplied, so the lease and its services form a single component, " + s.Rules().Sentences.OneComponent + ".")
}

// Knows reports whether the standard accepts events of a type.
func (s Standard) Knows(t EventType) bool { return member.EventTypes[t].Known(s.String()) }

// EventTypes lists the event types that the standard accepts, as in "modification or purchase".
func (s Standard) EventTypes() string {
	var types []string
	for t := range member.EventTypes {
		if s.Knows(EventType(t)) {
			types = append(types, EventType(t).String())
		}
	}
	return lists.Or(types)
}

// Citation is a paragraph of a standard with a summary. The printed form of a citation is "paragraph: text".
type Citation struct {
	Topics    Topic  // the topics that the paragraph supports
	Paragraph string // such as ASC 842-20-30-1; may be several paragraphs
	Text      string
}

// Topic is a set of subjects that a citation covers.
type Topic uint16

// The topics. Every result has a citation for each topic.
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
	// The text needs no escaping, because citations are constants in plain ASCII.
	dst = append(dst, '"')
	dst = append(dst, c.Paragraph...)
	dst = append(dst, ": "...)
	dst = append(dst, c.Text...)
	return append(dst, '"')
}

// Sources contains the paragraphs for rarely used fields. A paragraph is empty if the standard does not have the rule.
type Sources struct {
	Components, Variable, Subleases, Application, RiskFree string
	VariableOfOperating                                    string // paragraph for an operating lease, if it differs from the field Variable
}

// Label identifies the national standard under which a lease is reported. National standards have the same text as IFRS
// 16. The zero value is IFRS 16 itself. Labels change names, but not figures or paragraph numbers.
type Label uint8

// The national standards.
const (
	NoLabel Label = iota
	AASB16
	IndAS116
	HKFRS16
	NZIFRS16
	KIFRS1116
)

// LabelNames contains the names of the national standards, with IFRS 16 first.
var LabelNames = append([]string{rulesIFRS16.Names.Title}, member.Names(member.Frameworks)...)

// String returns the name of the standard, such as AASB 16.
func (l Label) String() string { return strict.Name(LabelNames, l) }

// MarshalText returns the name of the standard.
func (l Label) MarshalText() ([]byte, error) { return strict.MarshalName(LabelNames, l) }

// UnmarshalText reads the name of a national standard.
func (l *Label) UnmarshalText(text []byte) error { return strict.UnmarshalName(LabelNames, l, text) }

// Say returns text with the national standard's name in place of IFRS 16.
func (l Label) Say(text string) string {
	if l == NoLabel {
		return text
	}
	name := LabelNames[NoLabel]
	// The name NZ IFRS 16 contains IFRS 16, so it is first reduced to IFRS 16.
	text = strings.ReplaceAll(text, LabelNames[NZIFRS16], name)
	return strings.ReplaceAll(text, name, l.String())
}

// Vocabulary replaces the general lease terms with a standard's terms. Each pair is a phrase in
// lower case and its replacement. If several phrases match, the first applies.
type Vocabulary [][2]string

// Append appends text, using the vocabulary's terms. It replaces only whole words and preserves capitals.
func (v Vocabulary) Append(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		if i > 0 && isLetter(text[i-1]) || !isLetter(text[i]) {
			dst = append(dst, text[i])
			i++
			continue
		}
		from, to := v.match(text[i:])
		if from == 0 {
			dst = append(dst, text[i])
			i++
			continue
		}
		begun := len(dst)
		dst = append(dst, to...)
		if first := text[i]; 'A' <= first && first <= 'Z' {
			dst[begun] -= 'a' - 'A'
		}
		i += from
	}
	return dst
}

// match returns the length of the phrase at the start of the text, and the phrase's replacement.
func (v Vocabulary) match(text []byte) (length int, word string) {
	for _, phrase := range v {
		n := len(phrase[0])
		if len(text) < n || text[0]|('a'-'A') != phrase[0][0] || string(text[1:n]) != phrase[0][1:] {
			continue
		}
		if len(text) == n || !isLetter(text[n]) {
			return n, phrase[1]
		}
	}
	return 0, ""
}

// isLetter reports whether a byte is part of a word.
func isLetter(b byte) bool { return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b >= utf8.RuneSelf }
