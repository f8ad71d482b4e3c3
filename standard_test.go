package leasehold

import (
	"reflect"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/member"
)

// Another standard is another value: this test names what it lacks.
func TestStandardsAreComplete(t *testing.T) {
	t.Parallel()
	optional := map[string]bool{
		"singleModel": true, "amortization": true, "notes": true, "accounts": true, "words": true, "rateStays": true, "overridden": true, "model": true, "disregarded": true,
		"measuresIndex": true, "shorterIsDecrease": true, "byLiability": true, "exemptAsPaid": true, "significant": true, "governments": true, "rateKept": true, "rateModified": true, "notShortTerm": true, "indexExpensed": true, "term": true, "maturity": true,
	}
	onlyWhere := map[string]func(*standard) bool{ // what a standard says where it has the occasion, and nowhere else
		"byShareAlone":   func(s *standard) bool { return !s.byLiability },
		"revisedRate":    func(s *standard) bool { return s.measuresIndex },
		"firstApplied":   func(s *standard) bool { return member.Find(member.Lease, "initialApplication").Takes(s.name) },
		"firstShortTerm": func(s *standard) bool { return member.Find(member.Lease, "initialApplication").Takes(s.name) },
		"assetClasses":   func(s *standard) bool { return s.singleModel },
		"reclassified":   func(s *standard) bool { return !s.singleModel },
		"lifeTested":     func(s *standard) bool { return !s.singleModel },
		"impairedCost":   func(s *standard) bool { return !s.singleModel },
		"lowValue":       func(s *standard) bool { return member.Exemptions[LowValue-1].Takes(s.name) },
		"restored":       func(s *standard) bool { return member.Find(member.Lease, "restorationCost").Takes(s.name) },
	}
	for i, s := range standards {
		v := reflect.ValueOf(*s)
		for j := range v.NumField() {
			name := v.Type().Field(j).Name
			if where := onlyWhere[name]; where != nil {
				if where(s) == v.Field(j).IsZero() {
					t.Errorf("%s has %s where it says nothing, or lacks it", s.name, name)
				}
			} else if v.Field(j).IsZero() && !optional[name] {
				t.Errorf("%s lacks %s", s.name, name)
			}
		}
		if single := s.model != "" && s.disregarded != ""; single != s.singleModel || s.singleModel != (s.overridden == Citation{}) {
			t.Errorf("%s: a single model has a rationale, and two classes have a citation for overrides", s.name)
		}
		if s.singleModel != (s.term != Citation{}) {
			t.Errorf("%s: the lease term has a citation of its own where no average of it is disclosed", s.name)
		}
		for class, list := range s.citations {
			if want := class == int(Finance) || class == int(Operating) && !s.singleModel; (s.treatments[class] != "") != want || (len(list) > 0) != want {
				t.Errorf("%s: a name and citations of class %v", s.name, Class(class))
				continue
			}
			var topics Topic
			for _, c := range list {
				topics |= c.Topics
			}
			if len(list) > 0 && topics != allTopics {
				t.Errorf("%s, %v: topics %b of %b are cited", s.name, Class(class), topics, Topic(allTopics))
			}
		}
		if got := Standard(i); got.String() != s.name || got.Title() == "" || got.Framework() == "" {
			t.Errorf("standard %d is %s", i, s.name)
		}
	}
	if len(Standards()) != len(standards) {
		t.Error("Standards leaves some out")
	}
}

// What an enumeration prints as text it reads back, and nothing else.
func TestEnumerationsAreTheirNames(t *testing.T) {
	t.Parallel()
	for i := range 8 {
		roundTrip(t, Standard(i), len(standardNames))
		roundTrip(t, Frequency(i), len(frequencyNames))
		roundTrip(t, Timing(i), len(timingNames))
		roundTrip(t, Class(i), len(classNames))
		roundTrip(t, PaymentDays(i), len(paymentDaysNames))
		roundTrip(t, Account(i*5), len(accountNames))
	}
}

func roundTrip[E interface {
	~uint8
	String() string
	MarshalText() ([]byte, error)
}, P interface {
	*E
	UnmarshalText(text []byte) error
}](t *testing.T, e E, count int,
) {
	t.Helper()
	text, err := e.MarshalText()
	if int(e) >= count {
		if err == nil || e.String() != "unknown" {
			t.Errorf("%T %d prints %s", e, e, text)
		}
		return
	}
	var back E
	if err != nil || string(text) != e.String() || P(&back).UnmarshalText(text) != nil || back != e {
		t.Errorf("%T %d prints %s, which reads as %v", e, e, text, back)
	}
	if P(&back).UnmarshalText([]byte("something else")) == nil {
		t.Errorf("%T reads anything", e)
	}
}
