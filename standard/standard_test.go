package standard

import (
	"reflect"
	"testing"

	"github.com/leasehold-accounting/leasehold/internal/member"
)

// A new standard requires a new value of Rules. The test lists the fields that the value lacks.
func TestStandardsAreComplete(t *testing.T) {
	t.Parallel()
	optional := map[string]bool{
		"Amortization": true, "Accounts": true, "Words": true, "Spelling": true, "Maturity": true,
		"SingleModel": true, "MeasuresIndex": true, "ShorterIsDecrease": true, "ByLiability": true, "Governments": true, "ExemptAsPaid": true, "BarringOption": true,
		"Overridden": true, "Term": true, "IndexExpensed": true, "NotCommenced": true, "Averages": true,
		"Model": true, "Disregarded": true, "RateKept": true, "RateModified": true, "RateStays": true, "Significant": true,
	}
	initialApplication := func(r *Rules) bool { return member.Find(member.Lease, "initialApplication").Takes(r.Names.API) }
	twoClasses := func(r *Rules) bool { return !r.Choices.SingleModel }
	onlyIf := map[string]func(*Rules) bool{ // sentences that only standards with the given property have
		"ByShareAlone":    func(r *Rules) bool { return !r.Choices.ByLiability },
		"RevisedRate":     func(r *Rules) bool { return r.Choices.MeasuresIndex },
		"FirstApplied":    initialApplication,
		"FirstShortTerm":  initialApplication,
		"AssetClasses":    func(r *Rules) bool { return r.Choices.SingleModel },
		"Reclassified":    twoClasses,
		"LifeTested":      twoClasses,
		"ImpairedCost":    twoClasses,
		"LowValue":        func(r *Rules) bool { return member.Exemptions[LowValue-1].Takes(r.Names.API) },
		"Reversed":        func(r *Rules) bool { return member.EventTypeOf("impairment_reversal").Known(r.Names.API) },
		"Restored":        func(r *Rules) bool { return member.Find(member.Lease, "restorationCost").Takes(r.Names.API) },
		"ShortTermBarred": func(r *Rules) bool { return r.Choices.BarringOption != NoOption },
	}
	for i, r := range rules {
		for _, group := range reflect.VisibleFields(reflect.TypeFor[Rules]()) {
			v := reflect.ValueOf(*r).FieldByName(group.Name)
			for j := range v.NumField() {
				name := v.Type().Field(j).Name
				if has := onlyIf[name]; has != nil {
					if has(r) == v.Field(j).IsZero() {
						t.Errorf("%s has %s without an occasion, or lacks it", r.Names.API, name)
					}
				} else if v.Field(j).IsZero() && !optional[name] {
					t.Errorf("%s lacks %s", r.Names.API, name)
				}
			}
		}
		if got := Standard(i); got.String() != r.Names.API || got.Title() == "" || got.Framework() == "" {
			t.Errorf("standard %d is %s", i, r.Names.API)
		}
	}
	if len(Standards()) != Count {
		t.Error("Standards omits some")
	}
}

// Each of a standard's classes needs citations that cover every topic.
func TestCitationsCoverEveryTopic(t *testing.T) {
	t.Parallel()
	for _, r := range rules {
		name, single := r.Names.API, r.Choices.SingleModel
		if has := r.Sentences.Model != "" && r.Sentences.Disregarded != ""; has != single || single != (r.Citations.Overridden == Citation{}) {
			t.Errorf("%s: a single model has a rationale, and two classes have a citation for overrides", name)
		}
		if single != (r.Citations.Term != Citation{}) {
			t.Errorf("%s: the lease term has a citation of its own if no average of it is disclosed", name)
		}
		for class, list := range r.Citations.ByClass {
			if want := class == int(Finance) || class == int(Operating) && !single; (r.Names.Treatments[class] != "") != want || (len(list) > 0) != want {
				t.Errorf("%s: a name and citations of class %v", name, Class(class))
				continue
			}
			var topics Topic
			for _, c := range list {
				topics |= c.Topics
			}
			if len(list) > 0 && topics != AllTopics {
				t.Errorf("%s, %v: topics %b of %b are cited", name, Class(class), topics, Topic(AllTopics))
			}
		}
	}
}
