package checking

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"

	"github.com/leasehold-accounting/leasehold"
	"github.com/leasehold-accounting/leasehold/internal/console/leaseform"
	"github.com/leasehold-accounting/leasehold/internal/export/paper"
	"github.com/leasehold-accounting/leasehold/internal/markup"
	"github.com/leasehold-accounting/leasehold/internal/schedulefile"
	"github.com/leasehold-accounting/leasehold/internal/wording"
	"github.com/leasehold-accounting/leasehold/reperform"
)

// Names of the page's inputs that are not lease inputs.
const (
	inputPasted    = "file-theirs"
	inputFile      = "file-schedule"
	inputTolerance = "file-tolerance"
	inputMap       = "file-map" // each value assigns a field to a heading, as in heading=field; this input may be repeated
	inputPaper     = "file-paper"
)

type request struct {
	values    leaseform.Values
	pasted    string
	tolerance string
	maps      []string
	paper     paper.Size
	fileName  string
	content   []byte
}

// readForm parses a form and the schedule that it contains. If the form is invalid, readForm returns an error
// message for the page.
func readForm(r *http.Request) (a request, fault string) {
	err := r.ParseMultipartForm(MaxLen) //nolint:gosec // bodies are limited to MaxLen, so nothing is written to disk
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return a, fmt.Sprintf("The schedule is too large: the maximum here is %d MiB.", maxFile>>20)
	}
	if err != nil {
		return a, "The form could not be read."
	}
	a.values = leaseform.FromForm(r.PostForm)
	a.pasted, a.tolerance = r.PostFormValue(inputPasted), strings.TrimSpace(r.PostFormValue(inputTolerance))
	a.maps = r.PostForm[inputMap]
	if size, err := paper.Parse(r.PostFormValue(inputPaper)); err == nil {
		a.paper = size
	}
	file, head, err := r.FormFile(inputFile)
	if err == nil && head.Size > 0 {
		a.fileName = path.Base(strings.ReplaceAll(head.Filename, `\`, "/"))
		a.content, err = io.ReadAll(file)
		if err := errors.Join(err, file.Close()); err != nil {
			return a, "The file could not be read."
		}
		return a, ""
	}
	if strings.TrimSpace(a.pasted) == "" {
		return a, "Paste the other schedule, or choose its file."
	}
	a.content = []byte(a.pasted)
	return a, ""
}

// question parses the schedule and returns the verification request for the lease. If the schedule is
// invalid, question returns an error message for the page.
func (a *request) question(lease *leasehold.Lease) (q *reperform.Question, r *reading, fault string) {
	mapped, err := schedulefile.ParseMap(a.maps)
	if err != nil {
		return nil, nil, sentence(err)
	}
	read, err := schedulefile.Read(bytes.NewReader(a.content), schedulefile.Options{Name: a.fileName, Map: mapped})
	if err != nil {
		text, _, cut := strings.Cut(err.Error(), "; supply a map")
		if cut {
			text += ". Add column headings, such as Date, Payment, Interest and Ending balance"
		}
		return nil, nil, sentence(errors.New(text))
	}
	q = &reperform.Question{Lease: *lease, Theirs: read.Theirs}
	if a.tolerance != "" {
		tolerance, fault := leaseform.ReadAmount(a.tolerance)
		if fault != "" {
			return nil, nil, "Tolerance: " + fault
		}
		q.Tolerance = leasehold.Some(tolerance)
	}
	return q, &reading{read, markup.Plural(len(read.Theirs.Schedule), "row"), members}, ""
}

// refused returns messages for the inputs if err is an error in the lease or in the schedule, and nil otherwise.
func (a *request) refused(err error) leaseform.Remarks {
	invalid, ok := errors.AsType[*leasehold.InvalidError](err)
	if !ok {
		return nil
	}
	own, theirs := &leasehold.InvalidError{}, []string{}
	for _, f := range invalid.Faults {
		if member, of := strings.CutPrefix(f.Field, "lease."); of {
			f.Field = member
			own.Faults = append(own.Faults, f)
		} else {
			theirs = append(theirs, sentence(errors.New(f.Field+": "+f.Message)))
		}
	}
	faults := leaseform.Remarks{}
	if len(own.Faults) > 0 {
		faults = a.values.Refused(own)
	}
	if len(theirs) > 0 {
		faults["theirs"] = strings.Join(theirs, " ")
	}
	return faults
}

func sentence(err error) string {
	return wording.Sentence(strings.TrimSuffix(err.Error(), ".")) + "."
}
