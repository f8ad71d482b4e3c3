package leasehold

import (
	"slices"

	"github.com/leasehold-accounting/leasehold/internal/member"
	"github.com/leasehold-accounting/leasehold/internal/strict"
)

// Standard is the reporting standard. The zero value is ASC 842.
type Standard uint8

// The reporting standards.
const (
	ASC842 Standard = iota
	IFRS16
	GASB87
	FRS102
	GASB96
)

// standard is everything that one reporting standard says differently from the
// others. Each has a file of its own with one value of this type; nothing else
// in the module asks which standard it has, so another standard is another
// value. [TestStandardsAreComplete] names what a new one lacks.
type standard struct {
	name        string // the contract's, as in ASC_842
	title       string // as accountants write it, as in ASC 842
	framework   string // whose reporting it belongs to, as in US GAAP
	singleModel bool   // leases are not divided into operating and finance
	assetNoun   string // what it calls the asset, within a sentence

	// How an entry's memo names the treatment, by class.
	treatments [3]string
	// How the memo of a row ends, by timing and class.
	accruals [2][3]string
	// The account that the amortization of the asset is charged to.
	amortization Account
	// The accounts that it names differently; nil where it names none so.
	accounts map[Account]Account
	// Its own words for what shared sentences and headings say; nil where it has none.
	words vocabulary

	citations  [3][]Citation // by class; every list covers every topic
	overridden Citation      // replaces the first one where a supplied class contradicts the criteria
	term       Citation      // of the lease term, where the standard asks for no average of it
	exempted   [3]Citation   // by exemption: replaces the one of the cost (12.6); empty where the standard has no such exemption

	model       string // single model: why every lease is one
	disregarded string // single model: what becomes of a supplied operating

	measuresIndex     bool // a change of an index is measured, and is no variable cost (METHOD 13.4)
	shorterIsDecrease bool // a modification that ends the term earlier decreases the scope (13.6)
	byLiability       bool // a decrease of scope may reduce the asset in proportion to the liability (13.6)

	governments  bool // principal of the liability, and principal and interest to maturity, are shown (14.5, 25.5)
	exemptAsPaid bool // an exempt lease is expensed as it is paid, and not straight-line (12.6)

	maturity []MaturityBand // of papers; none where they show each year (17.1)

	notYetPaid        string // paragraph: what is paid at commencement is no part of the liability
	shortTermElection string // how a short-term lease may be kept off the balance sheet
	indexExpensed     string // paragraph: where an index is not measured
	rateKept          string // what to do where the rate in force stays at a reassessment; may be empty
	rateModified      string // the same of a modification, or which rate it takes
	rateStays         string // when a rate has to be stated there; empty where it always has to be
	separateLease     string // paragraph: an added asset at its stand-alone price
	oneComponent      string // what it is to keep lease and services as one component (20.2)
	sources           sourceCitations
	floored           string        // paragraph: the asset falls no further than 0
	impaired          string        // paragraph: impairment
	byShareAlone      string        // paragraph: a decrease of scope may reduce the asset by the share given up alone; where byLiability is false
	revisedRate       string        // paragraph: an index may be measured at a revised rate; where measuresIndex
	firstApplied      string        // paragraph: a running lease is measured for the first time; where it takes initialApplication
	firstShortTerm    string        // paragraph: one that ends within twelve months is kept off the balance sheet; likewise
	reclassified      string        // paragraph: the class changes at an event; where there are two
	lifeTested        string        // paragraph: the life that the class is tested with
	impairedCost      string        // paragraph: the cost of an operating lease after an impairment
	significant       string        // a warning at remeasurements; may be empty
	eventCitations    [8][]Citation // by type of event

	assetClasses string // paragraph: the disclosure by class of underlying asset; empty where there is none
	optionPrice  string // paragraph: an option price is a payment only if exercise is reasonably certain
	indexed      string // paragraph: payments that depend on an index are not forecast
	lowValue     string // the exemption for low-value assets, with its paragraph; where it takes low_value
	restored     string // what is said of a restoration provision; where it takes restorationCost
	ownedAsset   string // what an asset becomes that the lessee owns after the term
	guarantee    string // what the residual value guarantee has to be
	shortTerm    string // what may or must be done with a term of 12 months or less
	isShortTerm  func(*Lease) bool
	notShortTerm func(*Lease) string // why a lease of up to 12 months may not be exempt, or ""; nil where it always may
	weightedTerm string              // heading of the remaining term: an average only where the standard asks for one
	weightedRate string              // heading of the rate, likewise
	notes        []note              // its own, after those of every lease
}

// MeasuresIndex reports whether a change of an index is measured, and is no variable
// cost (METHOD 13.4).
func (s Standard) MeasuresIndex() bool { return s.rules().measuresIndex }

// ExpensesExemptAsPaid reports whether an exempt lease is expensed as it is paid, and
// not straight-line (METHOD 12.6).
func (s Standard) ExpensesExemptAsPaid() bool { return s.rules().exemptAsPaid }

// account returns what the standard calls an account.
func (s *standard) account(a Account) Account {
	if own, ok := s.accounts[a]; ok {
		return own
	}
	return a
}

// Account returns what the standard calls an account of a lease.
func (s Standard) Account(a Account) Account { return s.rules().account(a) }

// RateMayStay reports whether a reassessment and a modification may state no rate, so
// that the one in force stays (METHOD 17.1).
func (s Standard) RateMayStay() bool { return s.rules().rateStays != "" }

// A MaturityBand is a row in which papers show what is paid in some years of the maturity
// analysis, of which the sixth is all that are after the fifth.
type MaturityBand struct {
	Title       string
	First, Last int
}

// MaturityBands are the rows of the maturity analysis in papers of the standard; none where
// they show each year (METHOD 17.1).
func (s Standard) MaturityBands() []MaturityBand { return slices.Clone(s.rules().maturity) }

// Knows reports whether events of a type occur under the standard.
func (s Standard) Knows(t EventType) bool { return member.EventTypes[t].Known(s.String()) }

// standards in the order of the constants, which is that of the contract.
var standards = [...]*standard{ASC842: &rulesASC842, IFRS16: &rulesIFRS16, GASB87: &rulesGASB87, FRS102: &rulesFRS102, GASB96: &rulesGASB96}

var standardNames = func() []string {
	names := make([]string, len(standards))
	for i, s := range standards {
		names[i] = s.name
	}
	return names
}()

// rules returns what s says. A value outside the enumeration never gets here:
// [Lease.Validate] refuses it.
func (s Standard) rules() *standard { return standards[s] }

// String returns the contract's name of s, as in ASC_842.
func (s Standard) String() string { return strict.Name(standardNames, s) }

// MarshalText returns the contract's name of s.
func (s Standard) MarshalText() ([]byte, error) { return strict.MarshalName(standardNames, s) }

// UnmarshalText reads the contract's name of a standard.
func (s *Standard) UnmarshalText(text []byte) error {
	return strict.UnmarshalName(standardNames, s, text)
}

// Title returns s as accountants write it, as in ASC 842.
func (s Standard) Title() string { return s.rules().title }

// Framework returns whose reporting s belongs to, as in US GAAP.
func (s Standard) Framework() string { return s.rules().framework }

// Governments reports whether the standard is one for governments, whose reports show
// the principal of the liability, and principal and interest to maturity.
func (s Standard) Governments() bool { return s.rules().governments }

// SingleModel reports whether s has one model for every lease of a lessee, so
// that leases are not divided into operating and finance.
func (s Standard) SingleModel() bool { return s.rules().singleModel }

// AssetClassesParagraph returns the paragraph that requires assets by class of underlying
// asset, or "" if the standard does not require them.
func (s Standard) AssetClassesParagraph() string { return s.rules().assetClasses }

// AssetNoun returns what s calls the asset of a lease, within a sentence:
// right-of-use asset or lease asset.
func (s Standard) AssetNoun() string { return s.rules().assetNoun }

// AmortizationAccount returns the account that the amortization of the asset is
// charged to where it is reported separately from interest.
func (s Standard) AmortizationAccount() Account { return s.rules().amortization }

// TermHeading and RateHeading head the disclosed remaining term and discount
// rate: weighted averages where s asks for them, else the plain words.
func (s Standard) TermHeading() string { return s.rules().weightedTerm }

// RateHeading is described at [Standard.TermHeading].
func (s Standard) RateHeading() string { return s.rules().weightedRate }

// Standards returns every reporting standard in the contract's order.
func Standards() []Standard {
	all := make([]Standard, len(standards))
	for i := range all {
		all[i] = Standard(i)
	}
	return all
}
