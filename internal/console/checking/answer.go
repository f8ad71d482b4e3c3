package checking

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/schedulefile"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// reading is the uploaded schedule with the fields that users can assign to its columns.
type reading struct {
	*schedulefile.Reading

	Rows    string
	Members []member
}

type member struct{ Name, Label string }

var members = []member{
	{"period", "Period number"},
	{"date", "Date"},
	{"payment", "Payment"},
	{"interest", "Interest"},
	{"principal", "Principal"},
	{"liabilityOpen", "Liability, opening"},
	{"liabilityClose", "Liability, closing"},
	{"rouAmortization", "Amortization of the asset"},
	{"rouAssetOpen", "Asset, opening"},
	{"rouAssetClose", "Asset, closing"},
	{"leaseExpense", "Lease cost"},
}

type answer struct {
	Agrees          bool
	Verdict         string
	Sentence        string // sentence about the cause of the differences
	Part            string // sentence about missing rows; empty if the schedule contains all the lease's rows
	Notes           []string
	Reading         *reading
	Explanations    []explanation
	Inconsistencies []string
	Differences     []difference
	More            int // number of differences that are not shown
	RemarksJSON     string
}

// explanation describes how well the schedule agrees with the lease when the lease is measured under another
// convention.
type explanation struct {
	Outside int
	Largest string
	If      string
}

// difference is an amount in the schedule that differs from the computed amount by more than the tolerance.
type difference struct{ Row, Due, Figure, Ours, Theirs, Difference string }

const maxShown = 200

func newAnswer(a *reperform.Answer, r *reading, understood leaseform.Remarks) *answer {
	m := &a.Ours.Measurement
	places := wording.Places(&m.Lease)
	v := &answer{Agrees: a.Agrees, Reading: r, RemarksJSON: "{}"}
	if text, err := json.Marshal(understood); err == nil && len(understood) > 0 {
		v.RemarksJSON = string(text)
	}
	v.Verdict, v.Sentence, v.Notes = a.Verdict(), a.Cause(), a.Notes
	if rows, all := len(a.Question.Theirs.Schedule), len(m.Schedule); rows < all {
		v.Part = fmt.Sprintf("The schedule has %d of the lease's %d rows.", rows, all)
	}
	if !a.Agrees {
		v.Explanations = explanationsOf(a, places)
	}
	for _, x := range a.Inconsistencies {
		v.Inconsistencies = append(v.Inconsistencies, wording.Inconsistency(m, x.Row, x.Member, x.Problem, x.Rule == ""))
	}
	for _, f := range a.Figures() {
		if !f.Outside {
			continue
		}
		if len(v.Differences) == maxShown {
			v.More = a.Outside - maxShown
			break
		}
		d := difference{
			Figure: wording.Member(m, f.Member), Ours: wording.Accounting(f.Ours, places),
			Theirs: wording.AccountingDecimal(f.Theirs, places), Difference: wording.AccountingDecimal(f.Difference, places),
		}
		if f.Period > 0 {
			d.Row = strconv.Itoa(f.Period)
		}
		if f.Date.Year > 0 {
			d.Due = f.Date.String()
		}
		v.Differences = append(v.Differences, d)
	}
	return v
}

func explanationsOf(a *reperform.Answer, places int) (list []explanation) {
	for i := range a.Explanations {
		e := &a.Explanations[i]
		words := make([]string, len(e.Changes))
		for j, c := range e.Changes {
			words[j] = c.Words()
		}
		if len(words) == 0 {
			words = []string{"the lease as supplied"}
		}
		list = append(list, explanation{e.Outside, wording.AccountingDecimal(e.LargestDifference, places), wording.Sentence(strings.Join(words, "; "))})
	}
	return list
}
